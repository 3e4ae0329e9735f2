"""What is sent to the terminal leaves there exactly what the screen shows, in few bytes."""

import re

import pyte
import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.screen import Screen

from arcade.club.club import Club
from screens.terminal.ansi import written
from screens.terminal.rows import row
from screens.widgets.lines import strip
from tests.screens.conftest import ANNA, SIZES, screen_text, session, table_screen, until


def test_a_colour_is_written_once_wherever_it_is_used() -> None:
    keys = row(*[span for key in "abcdef" for span in ((f" {key}", "bar-gold"), (" does ", "bar"))])
    dice = row(*[span for _ in range(6) for span in (("│ ● │", "tile"), "  ")])
    stretches = [(3, 5, strip(dice, 42, "cafe")), (0, 29, strip(keys, 80, "cafe", "bar"))]
    stretches += [(60, y, strip(row("ab", ("日", "gold"), "c"), 5, "cafe")) for y in (7, 8)]
    text = written(stretches)
    assert text.count("m") == 6 == len(re.findall(r"\x1b\[[0-9;]*m", text))
    shown, expected = pyte.Screen(80, 30), pyte.Screen(80, 30)
    pyte.Stream(shown).feed(text)
    for x, y, style in stretches:
        for at in range(style.cell_length):
            pyte.Stream(expected).feed(written([(x + at, y, style.crop(at, at + 1))]))
    assert [shown.buffer[y][x] for y in range(30) for x in (*range(62), 65)] == [
        expected.buffer[y][x] for y in range(30) for x in (*range(62), 65)
    ]
    assert shown.display[7][60:65] == "ab日c "


def test_a_blank_goes_with_what_is_beside_it() -> None:
    line = row(" ", ("a", "dim"), " ", ("b", "dim"), ("c", "gold"), " ", ("d", "tile"))
    text = written([(0, 0, strip(line, 7, "cafe"))])
    assert "".join(re.split(r"\x1b\[[^A-Za-z]*[A-Za-z]", text)) == " a bc d"
    assert text.count("m") == 4  # three tones, and the plain one at the end


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
async def test_a_terminal_shows_what_the_screen_says(
    club: Club, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = pyte.Screen(*size)
    stream = pyte.Stream(terminal)
    sent: list[int] = []

    def write(_: HeadlessDriver, data: str) -> None:
        sent.append(len(data.encode()))
        stream.feed(data)

    monkeypatch.setattr(HeadlessDriver, "write", write)
    monkeypatch.setattr(HeadlessDriver, "is_headless", False)

    async with session(club, ANNA, size) as anna:

        async def same(what: str) -> None:
            await anna.pause(0.02)
            try:
                await until(anna, lambda: on_terminal() == screen_text(anna))
            except TimeoutError:
                unlike = [
                    f"{first!r}\n{other!r}"
                    for first, other in zip(
                        on_terminal().splitlines(), screen_text(anna).splitlines(), strict=False
                    )
                    if first != other
                ]
                pytest.fail(f"after {what}:\n" + "\n".join(unlike))

        def on_terminal() -> str:
            return "\n".join(map(str.rstrip, terminal.display))

        await same("lobby")
        for keys in (["n", "down", "right"], ["escape"], ["r", "enter", "space"], ["escape"] * 2):
            await anna.press(*keys)
            await same(" ".join(keys))
        await anna.press("p")
        await until(anna, lambda: table_screen(anna).table.view)
        for _ in range(8):
            await until(anna, lambda: table_screen(anna).game.mine)
            if table_screen(anna).game.is_enabled("keep"):
                await anna.press("1")
                await same("keep")
                sent.clear()
                await anna.press("right", "space")
                await same("keep another")
                assert sum(sent) < 1300
            await anna.press("enter")
            await same("throw")
        await anna.press("t", *"日本 [b]", "left", "left", "x", "backspace", "é", "enter", "enter")
        await same("talk")
        await anna.press("pageup", "question_mark", "escape", "q")
        await same("question")


async def test_an_opened_screen_begins_no_coroutine_that_a_sudden_end_leaves_behind(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(Screen, "_watch_selections", lambda *given: begun.append(given))
    async with session(club, ANNA) as anna:
        await anna.press("question_mark")
        await until(anna, lambda: len(anna.app.screen_stack) > 1)
    assert begun == []
