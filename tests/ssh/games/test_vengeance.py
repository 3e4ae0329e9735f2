"""A vengeance of Trente that is forgone, through real `ssh`; the dice are the test's."""

from tests.screens.headlines import in_large
from tests.ssh.inside import Inside
from tests.ssh.seats import come_in, open_table, read_card
from tests.ssh.terminal import ENTER

DICE = (*[6] * 6, *[6] * 6, *[1] * 6)
"""36 attacks at level 6, a main pleine takes 36 points, and the next throw has no 6."""


async def test_who_was_killed_forgoes_the_vengeance(written: Inside) -> None:
    anna = await come_in(written.person(), "anna", size=(100, 30))
    code = await open_table(anna, Game="Trente", Seats="2")
    ben = await come_in(written.person(), "ben", "join", code, size=(80, 24))
    await anna.wait_for("ben sits down.")
    anna.type("s")
    await anna.wait_for("rolls the six dice")
    anna.type(ENTER)
    await anna.wait_for("Keep at least one die")
    anna.type("a" + ENTER)
    await anna.wait_for("roll the damage")
    anna.type(ENTER)
    await ben.wait_for("f forgoes your")
    ben.type("f")
    await ben.wait_for("Forgo your revenge? Enter: yes. Esc: no.")
    ben.type(ENTER)
    await anna.wait_for(in_large("You win"))
    await ben.wait_for("The story")
    await read_card(ben)
    ben.type("\t")  # from the result to the board
    await ben.wait_for("The game is over.")
    ben.type("\t")  # and to the whole log beside it
    await ben.wait_for("You forgo revenge.")
    answer = await written.guest().run("record", code)
    assert '"do":"forgo"' in answer.out.replace(" ", "")
    (host,) = written.context.club.rooms
    assert (host.room.state.winners, host.room.state.scores) == ((0,), (30, -6))
