"""The terminal of this process: language and look from its environment."""

import os
from typing import TypedDict

from arcade.club.i18n.words import nearest
from screens.terminal.colours import Depth, depth
from screens.terminal.glyphs import only_ascii
from screens.terminal.palette import OF_DEPTH


class Look(TypedDict):
    """Arguments of an `ArcadeApp`."""

    language: str
    palette: str
    only_ascii: bool


def own_depth() -> Depth:
    """Return how many colours it shows; where nothing names it, as on Windows, all."""
    term = os.environ.get("TERM", "")
    return depth(term, os.environ) if term or os.environ.get("NO_COLOR") else "truecolor"


def own_look(language: str | None) -> Look:
    """Read the environment; `language` overrides it."""
    wish = language or os.environ.get("LC_ALL") or os.environ.get("LANG")
    return Look(
        language=nearest(wish),
        palette=OF_DEPTH[own_depth()],
        only_ascii=only_ascii(os.environ),
    )
