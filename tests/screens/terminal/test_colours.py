"""Colours are chosen for what a terminal shows, when a frame is written."""

import pytest
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from screens.terminal.ansi import written
from screens.terminal.colours import Depth, depth, reduced

ORANGE_ON_NIGHT = Style.parse("bold #ff8800 on #102030")


@pytest.mark.parametrize(
    ("term", "environment", "expected"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-256color", {"COLORTERM": "24bit"}, "truecolor"),
        ("xterm-256color", {"COLORTERM": "yes"}, "256"),
        ("screen.xterm-256color", {}, "256"),
        ("xterm-kitty", {}, "truecolor"),
        ("alacritty", {}, "truecolor"),
        ("xterm-direct", {}, "truecolor"),
        ("xterm", {}, "16"),
        ("linux", {}, "16"),
        ("something-new", {}, "16"),
        ("vt220", {}, "none"),
        ("xterm-mono", {}, "none"),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
        ("xterm-256color", {"NO_COLOR": ""}, "256"),
    ],
)
def test_depth(term: str, environment: dict[str, str], expected: Depth) -> None:
    assert depth(term, environment) == expected


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        ("truecolor", "0;1;38;2;255;136;0;48;2;16;32;48"),
        ("256", "0;1;38;5;208;48;5;235"),
        ("16", "0;1;91;40"),
        ("none", "0;1"),
    ],
)
def test_a_frame_is_written_in_the_colours_of_its_terminal(to: Depth, expected: str) -> None:
    text = written([(0, 0, Strip([Segment("text", ORANGE_ON_NIGHT)]))], depth=to)
    assert text == f"\x1b[{expected}m\x1b[1;1Htext\x1b[0m"


def test_two_styles_that_look_alike_are_written_as_one() -> None:
    tones = [Style(bold=True, color=Color.from_rgb(red, 2, 3)) for red in (1, 1, 7)]
    strip = Strip([Segment(letter, tone) for letter, tone in zip("abc", tones, strict=True)])
    assert written([(0, 0, strip)], depth="none") == "\x1b[0;1m\x1b[1;1Habc\x1b[0m"
    assert written([(0, 0, strip)], depth="16").count("m") == 2
    assert written([(0, 0, strip)]).count("m") == 3


def test_a_style_that_differs_in_nothing_shown_is_no_reset() -> None:
    linked = [Style(bold=True, meta={"at": number}) for number in (1, 2)]
    text = written([(0, y, Strip([Segment("x", style)])) for y, style in enumerate(linked)])
    assert text.count("\x1b[0m") == text.count("m") - 1 == 1


@pytest.mark.parametrize("to", ["truecolor", "256", "16"])
def test_colours_by_name_stay(to: Depth) -> None:
    style = Style.parse("bold underline yellow on blue")
    assert reduced(style, to) == style
    assert reduced(style, "none") == Style.parse("bold underline")


def test_text_never_vanishes_in_its_background() -> None:
    for light in range(0, 256, 15):
        for other in range(0, 256, 15):
            if light != other:
                ink, ground = (Color.from_rgb(level, level, level) for level in (light, other))
                style = reduced(Style(color=ink, bgcolor=ground), "16")
                assert style.color != style.bgcolor or style.color == Color.default()


def test_the_nearest_of_256_is_none_of_the_users_own_sixteen() -> None:
    for colour, number in (
        ("#000000", 16),
        ("#ffffff", 231),
        ("#5f87af", 67),
        ("#080808", 232),
        ("#ff0000", 196),
    ):
        nearest = reduced(Style.parse(colour), "256").color
        assert nearest is not None and nearest.number == number, colour
