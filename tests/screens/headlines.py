"""What the card at a game's end says in large letters, to be found on a screen."""

import re

from screens.widgets.banner import banner, low_banner


def in_large(text: str, *, high: bool = False) -> str:
    """Return the upper edge of a text in the letters of a screen, which may be high."""
    return (banner(text, 200)[-5] if high else low_banner(text, 200)[-3]).rstrip()


WON = re.compile(
    "|".join(
        (
            r"★ [^│\n]*\bwins?\b",
            *(re.escape(drawn("win", 200)[0]) for drawn in (banner, low_banner)),
        )
    )
)
"""Somebody wins, or you win, whatever the name and the size of the screen."""
