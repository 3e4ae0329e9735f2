"""Row 18 on every screen that shows what people wrote, through a real client."""

import re

import pytest

from tests.hostile.terminals.test_text import EMOJI, MARKUP, STEERING, STORM, clean, paste
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table
from tests.ssh.terminal import ENTER, ESCAPE, Terminal

BLURRED = "雀 " + STORM + EMOJI + "\u202e\u2066\u200b" + "".join(MARKUP)
HOSTILE = BLURRED + STEERING
SEQUENCE = re.compile(r"\x1b(\[[0-9;?>=<]*[ -/]*[@-~]|\](?:0|2|22);[^\x00-\x1f]*\x07)|\x07")
"""What the program itself sends: styles and places, a title, a pointer, the bell of one's turn."""
CONTROL = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]")
LOBBY = ("d", "s", "v", "W", "L", "?")
TABLE = ("F", "v", "W", "?")


async def sound(terminal: Terminal) -> None:
    """Check what was sent and what stands: no control of anybody's, no box that is open."""
    await terminal.wait_for(lambda _: boxes_are_closed(terminal))
    clean(terminal)
    assert not CONTROL.search(SEQUENCE.sub("", terminal.output))


def boxes_are_closed(terminal: Terminal) -> bool:
    cells = terminal.cells
    for top, line in enumerate(cells):
        for left, corner in enumerate(line):
            if corner in {"╭", "┌"}:
                right = next((x for x in range(left + 1, len(line)) if line[x] in {"╮", "┐"}), left)
                side = [(below[left], below[right]) for below in cells[top + 1 :]]
                closed = next((n for n, (char, _) in enumerate(side) if char in {"╰", "└"}), None)
                if any(end not in {"│", "┤"} for _, end in side[:closed]):
                    return False
    return True


async def visit(terminal: Terminal, screens: tuple[str, ...]) -> None:
    """Go to each screen, which has another top line, and back."""
    top = terminal.lines[0]
    for key in screens:
        terminal.type(key)
        await terminal.wait_for(lambda _: terminal.lines[0] != top)
        await sound(terminal)
        terminal.type(ESCAPE)
        await terminal.wait_for(lambda _: terminal.lines[0] == top)


@pytest.mark.attack(18, "hostile words for the dice and in talk, on every screen")
async def test_every_screen_that_shows_what_people_wrote(server: Server) -> None:
    anna = await come_in(server.person(), "screens-a", size=(100, 30))
    await anna.wait_for("Play now")
    anna.type("t")
    anna.type(paste(HOSTILE + "x" * 10_000) + ENTER)
    await anna.wait_for("xxxxxxxx")
    anna.type(ESCAPE)
    await anna.wait_gone("say ›")
    await visit(anna, LOBBY)
    code = await open_table(anna, Seats="2")
    anna.type("F")
    await anna.wait_for("The next game, number 1")
    anna.type("w" + paste(BLURRED * 10) + ENTER)
    await anna.wait_for("Your words:")
    await sound(anna)
    anna.type(ESCAPE)
    ben = await come_in(server.person(), "screens-b", "join", code)
    await anna.wait_for("screens-b sits down.")
    ben.type("t" + paste(BLURRED) + ENTER)
    anna.type("s")
    await anna.wait_for("CHARGE")
    await visit(anna, TABLE)
    await sound(ben)
    answer = await server.guest().run("record", code)
    assert not CONTROL.search(answer.out)
