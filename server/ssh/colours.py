"""Colours for the terminal at the other end: truecolor sequences rewritten to what it knows.

Textual caches styles for the whole process, so everything is drawn in 24-bit colour, and each
session's output is brought down to its own depth here. Pure functions over strings.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

Depth = Literal["truecolor", "256", "16", "none"]

_TRUECOLOR_TERMS = ("alacritty", "contour", "foot", "ghostty", "iterm", "kitty", "wezterm")
_MONOCHROME_TERMS = ("vt52", "vt100", "vt102", "vt220", "vt320", "dumb")

_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_LEVELS = (0, 95, 135, 175, 215, 255)

Rgb = tuple[int, int, int]

_ANSI: tuple[Rgb, ...] = (
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
)
"""The sixteen colours as xterm has them; what a person made of them cannot be known."""


def depth(term: str, environment: Mapping[str, str]) -> Depth:
    """Return how many colours a client shows, from its TERM and its environment.

    https://no-color.org: NO_COLOR counts when it is not empty. COLORTERM is only there when the
    client was told to send it; a terminal without it is taken for what its name says.
    """
    name = term.lower()
    if environment.get("NO_COLOR"):
        return "none"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "truecolor"
    if name.endswith("-direct") or any(word in name for word in _TRUECOLOR_TERMS):
        return "truecolor"
    if "256color" in name:
        return "256"
    if name.startswith(_MONOCHROME_TERMS) or name.endswith(("-m", "-mono")):
        return "none"
    return "16"


def reduce(text: str, to: Depth) -> str:
    """Rewrite every colour in terminal output to `to`; everything else stays."""
    if to == "truecolor":
        return text
    return _SGR.sub(lambda found: _reduced(found[1], to), text)


@lru_cache(maxsize=8192)
def _reduced(parameters: str, to: Depth) -> str:
    kept: list[str] = []
    colours: dict[str, Rgb] = {}
    numbers = iter(parameters.split(";"))
    for number in numbers:
        if number not in ("38", "48"):
            if not _is_plain_colour(number) or to != "none":
                kept.append(number)
            continue
        kind = next(numbers, "")
        if kind == "2":
            red, green, blue = (int(next(numbers, "") or 0) for _ in range(3))
            colours[number] = (red, green, blue)
        elif kind == "5":
            colours[number] = _from_256(int(next(numbers, "") or 0))
    kept += _names(colours, to)
    # All that is left of a mere change of colour would mean "reset".
    return f"\x1b[{';'.join(kept)}m" if kept else ""


def _is_plain_colour(number: str) -> bool:
    value = int(number or 0)
    return 30 <= value <= 49 or 90 <= value <= 107


def _names(colours: Mapping[str, Rgb], to: Depth) -> list[str]:
    if to == "none":
        return []
    if to == "256":
        return [f"{layer};5;{nearest_256(colour)}" for layer, colour in colours.items()]
    named = {layer: nearest_16(colour) for layer, colour in colours.items()}
    if len(named) == 2 and named["38"] == named["48"] and colours["38"] != colours["48"]:
        # Text must not vanish in its background because both fell on one colour.
        named["38"] = 15 if _light(colours["38"]) >= _light(colours["48"]) else 0
        if named["38"] == named["48"]:
            named["48"] = 15 - named["48"]
    return [
        str((30 if layer == "38" else 40) + index + (52 if index > 7 else 0))
        for layer, index in named.items()
    ]


def nearest_256(colour: Rgb) -> int:
    """Return the nearest of xterm's 6×6×6 cube and 24 greys."""
    cube = [min(range(6), key=lambda level: abs(_LEVELS[level] - part)) for part in colour]
    in_cube = (_LEVELS[cube[0]], _LEVELS[cube[1]], _LEVELS[cube[2]])
    grey = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    in_grey = (8 + 10 * grey,) * 3
    if _distance(in_grey, colour) < _distance(in_cube, colour):
        return 232 + grey
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


def nearest_16(colour: Rgb) -> int:
    """Return the nearest of the sixteen colours; 8 to 15 are the bright ones."""
    return min(range(16), key=lambda index: _distance(_ANSI[index], colour))


def _from_256(number: int) -> Rgb:
    if number < 16:
        return _ANSI[number]
    if number < 232:
        cube = number - 16
        return _LEVELS[cube // 36], _LEVELS[cube // 6 % 6], _LEVELS[cube % 6]
    grey = 8 + 10 * (min(number, 255) - 232)
    return grey, grey, grey


def _distance(one: Rgb, other: Rgb) -> int:
    # "Redmean": near what an eye sees, and cheap (https://www.compuphase.com/cmetric.htm).
    mean = (one[0] + other[0]) // 2
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    return ((512 + mean) * red * red >> 8) + 4 * green * green + ((767 - mean) * blue * blue >> 8)


def _light(colour: Rgb) -> int:
    return 299 * colour[0] + 587 * colour[1] + 114 * colour[2]
