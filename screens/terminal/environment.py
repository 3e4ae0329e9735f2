"""The terminal of this process: language and look from its environment."""

import os
from typing import TypedDict

from arcade.club.i18n.words import nearest
from screens.terminal.glyphs import only_ascii


class Look(TypedDict):
    """Arguments of an `ArcadeApp`."""

    language: str
    palette: str
    only_ascii: bool


def own_look(language: str | None) -> Look:
    """Read the environment; `language` overrides it."""
    wish = language or os.environ.get("LC_ALL") or os.environ.get("LANG")
    return Look(
        language=nearest(wish),
        palette="mono" if os.environ.get("NO_COLOR") else "cafe",
        only_ascii=only_ascii(os.environ),
    )
