"""Colours brought down to what a terminal shows."""

import pytest

from server.ssh.colours import Depth, depth, nearest_16, nearest_256, reduce

ORANGE_ON_NIGHT = "\x1b[1;38;2;255;136;0;48;2;16;32;48mtext\x1b[0m"


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
        ("truecolor", ORANGE_ON_NIGHT),
        ("256", "\x1b[1;38;5;208;48;5;234mtext\x1b[0m"),
        ("16", "\x1b[1;33;40mtext\x1b[0m"),
        ("none", "\x1b[1mtext\x1b[0m"),
    ],
)
def test_reduce(to: Depth, expected: str) -> None:
    assert reduce(ORANGE_ON_NIGHT, to) == expected


def test_a_mere_colour_vanishes_rather_than_becoming_a_reset() -> None:
    assert reduce("\x1b[1mbold \x1b[38;2;1;2;3mstill bold", "none") == "\x1b[1mbold still bold"


@pytest.mark.parametrize("to", ["truecolor", "256", "16", "none"])
def test_everything_else_stays(to: Depth) -> None:
    text = "\x1b[2J\x1b[5;7Hwords \x1b]0;title\x07\x1b[0m\x1b[m\x1b[4;7munder\x1b[?25l"
    assert reduce(text, to) == text


def test_colours_by_name_go_only_without_colours() -> None:
    assert reduce("\x1b[1;33;44mx", "16") == "\x1b[1;33;44mx"
    assert reduce("\x1b[1;33;44mx", "none") == "\x1b[1mx"
    assert reduce("\x1b[38;5;196mx", "none") == "x"
    assert reduce("\x1b[38;5;196mx", "256") == "\x1b[38;5;196mx"


def test_text_never_vanishes_in_its_background() -> None:
    for light in range(0, 256, 15):
        for other in range(0, 256, 15):
            if light != other:
                grey = f"\x1b[38;2;{light};{light};{light};48;2;{other};{other};{other}mx"
                ink, ground = reduce(grey, "16")[2:-2].split(";")
                assert int(ink) + 10 != int(ground), (light, other)


def test_nearest() -> None:
    assert nearest_256((0, 0, 0)) == 16
    assert nearest_256((255, 255, 255)) == 231
    assert nearest_256((95, 135, 175)) == 67
    assert nearest_256((8, 8, 8)) == 232
    assert nearest_16((255, 0, 0)) == 9
    assert nearest_16((0, 0, 0)) == 0
    assert nearest_16((250, 250, 250)) == 15
