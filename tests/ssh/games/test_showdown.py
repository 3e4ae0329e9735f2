"""Two showdowns of Golden Zero through real `ssh`: the Garde stays closed, then a tie opens it."""

import re

from tests.ssh.inside import Inside
from tests.ssh.moves import call
from tests.ssh.seats import come_in, open_table, play, read_card
from tests.ssh.terminal import TAB

BUTTON = (10, 5)
KEPT_CLOSED = (8, 7, 9, 9, 10, 10, 0, 10, 8)
"""From ben on: 8 and 9 with an open 10, against 7 and 9 with a 10; the target is 18."""
OPENED = (8, 2, 9, 8, 10, 10, 0, 10, 8)
"""From anna on: 8 and 9 with a 10, against 2 and 8 with a 10; the target is 18 again."""
DICE = (BUTTON, KEPT_CLOSED, OPENED)


SEAT = 38
"""Cells of the first of two seats."""


async def test_a_garde_stays_closed_and_one_that_decides_is_opened(written: Inside) -> None:
    anna = await come_in(written.person(), "anna", size=(120, 36))
    code = await open_table(anna, Game="Golden Zero", Seats="2", Hands="2")
    ben = await come_in(written.person(), "ben", "join", code, size=(120, 36))
    watcher = written.guest().open("watch", code, size=(120, 36))
    await anna.wait_for("1 watching")
    anna.type("s")
    assert await play(anna, ben, keys=call, until="ben wins"), anna.text
    await watcher.wait_for(lambda text: text.count("spare card") == 2)
    assert "10+7 = 17, Garde 9" in anna.text, "her own"
    assert "Nobody else sees your Garde." in anna.text
    for terminal in (watcher, ben):
        cards = re.search(r"(?m)^ +■ anna *(?:.*\n){6}", terminal.text)
        lines = [line[:SEAT] for line in cards[0].splitlines()] if cards else [""]
        closed = max(len(re.findall(r"▒▒▒|\?\?", line)) for line in lines)
        assert closed == 1, "the card of anna's that does not count stays closed"
    await play(anna, ben, keys=call, until="hand 2 of 2")
    assert await play(anna, ben, keys=call, until="game over"), anna.text
    await read_card(anna)
    anna.type(TAB)  # from the result to the board and the log
    await anna.wait_for("the lower Garde (2) decides")
    (host,) = written.context.club.rooms
    assert host.room.state.stacks[0] < host.room.state.stacks[1]
