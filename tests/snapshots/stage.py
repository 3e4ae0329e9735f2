"""An app of which every screen can be looked at in any size, without a word to the terminal."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import chain, groupby
from typing import Any

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from screens.app import ArcadeApp
from screens.base import BaseScreen
from screens.pages.ask import Ask
from screens.table.layout import GameScreen
from screens.terminal.paint import Pane
from screens.widgets.lines import Lines

FIRST = Size(80, 24)
"""The size in which the app runs."""

Sight = list[list[Segment]]
"""A screen's lines, neighbours of one style joined."""


class Stage(ArcadeApp, inherit_bindings=False, inherit_css=False):
    """The app of one person whose terminal is as large as one says.

    A real change of the window would cost a layout and several frames; the panes, their places and
    their rows are the same.
    """

    _window = FIRST

    @asynccontextmanager
    async def unpainted(self) -> AsyncIterator[None]:
        """Run; the screens are arranged and drawn when looked at, and never painted."""
        async with self.run_test(size=FIRST):
            with self.batch_update():
                yield

    @property
    def size(self) -> Size:
        """Return the size the terminal has now."""
        return self._window

    async def sight(self, size: tuple[int, int]) -> Sight:
        """Return what a terminal of this size shows of the screen in front."""
        async with self._arranged(size) as screen:
            return [_joined(line) for line in screen._compositor.render_strips()]

    async def draw(self) -> None:
        """Have the panes in front draw their rows as for a sight, which joins them to lines.

        They are arranged only if one of them is to stand elsewhere than it does.
        """
        async with self._arranged(FIRST, anew=not self._stands()) as screen:
            for pane in screen.placed:
                assert isinstance(pane, Lines)
                pane.row_at(0)

    def _stands(self) -> bool:
        """Return whether every pane in front has its place."""
        screen = self.screen
        if not isinstance(screen, GameScreen) or screen.outer_size != FIRST:
            return False
        with self._context():
            regions = {pane: at for pane, at in screen.regions(FIRST).items() if at}
        bars = {
            pane: at for pane, at in screen.placed.items() if pane in (screen.top, screen.footer)
        }
        return regions | bars == screen.placed

    async def themed(self, size: tuple[int, int], theme: str) -> Sight:
        """Return what a terminal of this size shows in another theme."""
        worn, self.palette = self.palette, theme
        try:
            return await self.sight(size)
        finally:
            self.palette = worn

    @asynccontextmanager
    async def _arranged(
        self, size: tuple[int, int], anew: bool = True
    ) -> AsyncIterator[BaseScreen[Any]]:
        """Have the screen in front arranged for a terminal of this size; no frame is painted."""
        screen, self._window = self.screen, Size(*size)
        assert isinstance(screen, BaseScreen)
        shown = [screen]
        if isinstance(screen, Ask):  # which is drawn over the screen behind it
            shown = [each for each in self.screen_stack[-2:] if isinstance(each, BaseScreen)]
        with self._context():
            for each in shown:
                if anew:
                    await self._arrange(each)
                for pane in _panes(each):
                    pane.take_size(None)
            yield screen
            for each in shown:
                each._update_timer.pause()
            self._window = FIRST
            for pane in chain.from_iterable(map(_panes, shown)):
                pane.take_size(Size(0, 0))  # what changes from here on is drawn when it is seen

    async def _arrange(self, screen: BaseScreen[Any]) -> None:
        for pane in _panes(screen):
            pane.take_size(None)
        if screen.outer_size != self._window:  # the handlers may ask for it
            screen.arrange_for(self._window)
        for handler in _handlers(type(screen)):
            handler(screen)
        screen.arrange_for(self._window)
        while not all(pane.is_mounted for pane in screen.children):
            await asyncio.sleep(0)
            screen.arrange_for(self._window)


def _panes(screen: BaseScreen[Any]) -> list[Pane]:
    return [child for child in screen.children if isinstance(child, Pane)]


def _joined(line: Strip) -> list[Segment]:
    return [
        Segment("".join(piece.text for piece in same), style)
        for style, same in groupby(filter(None, line), lambda piece: piece.style)
    ]


def _handlers(kind: type) -> list[Callable[[Any], None]]:
    """Return what a screen does when its size changes, as Textual calls it: every class's own."""
    return [owner.__dict__["on_resize"] for owner in kind.__mro__ if "on_resize" in owner.__dict__]
