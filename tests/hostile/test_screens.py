"""Row 18 on every screen that shows what people wrote, through a real client."""

import re

import pytest

from tests.hostile.test_text import EMOJI, MARKUP, STEERING, STORM, clean, paste
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, settled
from tests.ssh.terminal import ENTER, ESCAPE, Terminal

BLURRED = "雀 " + STORM + EMOJI + "\u202e\u2066\u200b" + "".join(MARKUP)
HOSTILE = BLURRED + STEERING
SEQUENCE = re.compile(r"\x1b(\[[0-9;?>=<]*[ -/]*[@-~]|\](?:0|2|22);[^\x00-\x1f]*\x07)|\x07")
"""What the program itself sends: styles and places, a title, a pointer, the bell of one's turn."""
CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]")
LOBBY = ("d", "s", "v", "W", "L", "?")
TABLE = ("F", "v", "W", "E", "?")


def sound(terminal: Terminal) -> None:
    """Check what was sent and what stands: no control of anybody's, no box that is open."""
    clean(terminal)
    assert not CONTROL.search(SEQUENCE.sub("", terminal.said))
    cells = terminal.cells
    for top, line in enumerate(cells):
        for left, corner in enumerate(line):
            if corner in {"╭", "┌"}:
                right = next(x for x in range(left + 1, len(line)) if line[x] in {"╮", "┐"})
                side = [(below[left], below[right]) for below in cells[top + 1 :]]
                closed = next((n for n, (one, _) in enumerate(side) if one in {"╰", "└"}), None)
                assert all(end in {"│", "┤"} for _, end in side[:closed]), terminal.text


async def visit(terminal: Terminal, screens: tuple[str, ...]) -> int:
    """Go to each screen and back; gives how many showed something else."""
    shown = 0
    for key in screens:
        before = await settled(lambda: terminal.lines, 0.15)
        terminal.type(key)
        shown += await settled(lambda: terminal.lines, 0.15) != before
        sound(terminal)
        terminal.type(ESCAPE)
        await terminal.wait_for(lambda _, before=before: terminal.lines[:1] == before[:1])
    return shown


@pytest.mark.attack(18, "hostile words for the dice and in talk, on every screen")
async def test_every_screen_that_shows_what_people_wrote(server: Server) -> None:
    anna = await come_in(server.person(), "screens-a", size=(100, 30))
    await anna.wait_for("Play now")
    anna.type("t")
    anna.type(paste(HOSTILE + "x" * 10_000) + ENTER)
    await anna.wait_for("xxxxxxxx")
    anna.type(ESCAPE)
    assert await visit(anna, LOBBY) >= 4
    code = await open_table(anna, Seats="2")
    anna.type("F")
    await anna.wait_for("The next game, number 1")
    anna.type("w" + paste(BLURRED * 10) + ENTER)
    await anna.wait_for("Your words:")
    sound(anna)
    anna.type(ESCAPE)
    ben = await come_in(server.person(), "screens-b", "join", code)
    await anna.wait_for("screens-b sits down.")
    ben.type("t" + paste(BLURRED) + ENTER)
    anna.type("s")
    assert await visit(anna, TABLE) >= 4
    sound(ben)
    told = await server.guest().run("record", code)
    assert not CONTROL.search(told.out)
