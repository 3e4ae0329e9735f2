"""The console that writes frames, and the style sheet that all apps of a theme share."""

from collections.abc import Iterable
from pathlib import PurePath

from rich.console import Console
from textual.css.stylesheet import Stylesheet

from screens.terminal.ansi import Stretch, written
from screens.terminal.colours import Depth
from screens.terminal.glyphs import in_cp437, twin


class FrameConsole(Console):
    """The console that renders frames."""

    only_ascii = False
    """Whether the terminal gets the ASCII twin of every glyph."""
    cp437 = False
    """Whether the terminal's font has the signs of CP437 and no others."""
    all_glyphs = False
    """Whether the person has said that the font has every glyph."""
    depth: Depth = "truecolor"
    """How many colours the terminal shows."""

    def spelled(self, text: str) -> str:
        """Return a text in the glyphs of this terminal."""
        if self.only_ascii:
            return twin(text)
        return in_cp437(text) if self.cp437 and not self.all_glyphs else text

    def written(self, stretches: Iterable[Stretch]) -> str:
        """Return stretches as output for this terminal."""
        cp437 = self.cp437 and not self.all_glyphs
        return written(stretches, self.only_ascii, self.depth, cp437)


class ThemeSheet(Stylesheet):
    """The sheet that all apps of a theme share; a sheet for each would cost 100 KiB."""

    def read(self, filename: str | PurePath) -> None:
        """Read a file, once for all apps."""
        if not self.has_source(str(filename)):
            super().read(filename)
