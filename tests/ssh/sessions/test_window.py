"""Sizes and colours of the client's terminal (security.md, row 19)."""

import asyncio
import re

import asyncssh
import pyte
import pytest

from server.doors.context import arcade_app
from tests.ssh.client import connect
from tests.ssh.inside import Inside
from tests.ssh.terminal import UNKNOWN_TO_PYTE
from tests.waiting import PATIENCE


async def test_a_window_that_changes(inside: Inside) -> None:
    terminal = inside.guest().open(size=(90, 20))
    await terminal.wait_for("size=90x20")
    terminal.resize(70, 25)
    await terminal.wait_for("size=70x25")


@pytest.mark.parametrize(
    ("sent", "drawn"),
    [
        ((0, 0), "size=80x24"),
        ((1, 1), "size=20x5"),
        ((65535, 65535), "size=500x200"),
        ((5, 65535), "size=20x200"),
    ],
)
@pytest.mark.attack(19, "impossible windows")
async def test_impossible_windows_are_clamped(
    inside: Inside, sent: tuple[int, int], drawn: str
) -> None:
    async with await connect(inside.port) as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=sent, encoding="utf-8"
        )
        assert drawn in await said_until(process, drawn)


@pytest.mark.attack(19, "500 window changes")
async def test_a_flood_of_window_changes_is_gathered(inside: Inside) -> None:
    async with await connect(inside.port) as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=(80, 24), encoding="utf-8"
        )
        await said_until(process, "size=80x24")
        for n in range(500):
            process.change_terminal_size(65535 if n % 2 else 60, n)
        process.change_terminal_size(77, 21)
        await said_until(process, "size=77x21")
    assert len(inside.apps[0].sizes) < 50
    assert max(inside.apps[0].sizes) <= (500, 200)


@pytest.mark.attack(19, "a size told on the input")
async def test_a_size_on_stdin_is_not_believed(inside: Inside) -> None:
    terminal = inside.guest().open(size=(80, 24))
    await terminal.wait_for("size=80x24")
    terminal.type("\x1b[48;60000;60000;1;1t")
    terminal.type("a")
    await terminal.wait_for("keys=a")
    assert set(inside.apps[0].sizes) == {(80, 24)}


COLOURS = {
    "truecolor": r"\x1b\[[0-9;]*48;2;27;22;19",
    "256": r"\x1b\[[0-9;]*48;5;\d+",
    "16": r"\x1b\[(?:\d;)*3[0-7]m",
}


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ],
)
async def test_colours_are_the_clients(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], depth: str
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")  # the server's own says nothing
    inside.context.make_app = arcade_app
    terminal = inside.guest().open(environment=environment)
    await terminal.wait_for("new table")
    await terminal.wait_for(lambda _: depth == "none" or re.search(COLOURS[depth], terminal.output))
    for name, pattern in COLOURS.items():
        assert bool(re.search(pattern, terminal.output)) == (name == depth), name


async def test_the_ground_is_asked_for_and_the_first_answer_in_time_counts(inside: Inside) -> None:
    inside.context.make_app = arcade_app
    async with await connect(inside.port) as connection:
        process = await connection.create_process(term_type="xterm-256color", encoding="utf-8")
        output = await said_until(process, "\x1b[?996n")
        assert "48;5;231" not in output
        process.stdin.write("\x1b[?997;2n")
        await said_until(process, "48;5;231")
        process.stdin.write("\x1b[?997;1nL")  # a second one; then the lessons
        assert "48;5;234" not in await said_until(process, "lesson")


async def test_without_another_screen_only_the_good_bye_stays(inside: Inside) -> None:
    inside.context.make_app = arcade_app
    async with await connect(inside.port) as connection:
        process = await connection.create_process(term_type="screen", encoding="utf-8")
        output = await said_until(process, "new table")
        process.stdin.write("q")
        output += await said_until(process, "resume-")
        async with asyncio.timeout(PATIENCE):
            output += await process.stdout.read()
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(UNKNOWN_TO_PYTE.sub(b"", output.encode()).decode())
    shown = [line.rstrip() for line in screen.display if line.strip()]
    assert shown[0].startswith("Good-bye") and len(shown) < 6, shown


async def test_the_language_is_the_clients(inside: Inside) -> None:
    for environment, language in (
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CA"}, "fr"),
    ):
        terminal = inside.guest().open(environment=environment)
        await terminal.wait_for(f"language={language}")


async def said_until(process: "asyncssh.SSHClientProcess[str]", wanted: str) -> str:
    """Read what a session says until it says that."""
    sentence = ""
    async with asyncio.timeout(PATIENCE):
        while wanted not in sentence:
            sentence += await process.stdout.read(65536)
    return sentence
