"""A game of 421 that goes to la belle, through real `ssh`; the dice are the test's."""

from contextlib import suppress

from tests.ssh.inside import Inside
from tests.ssh.seats import come_in, may_act, open_table
from tests.ssh.terminal import ENTER
from tests.waiting import until

DICE = (
    *(6, 1),  # Anna leads
    *(4, 2, 1, 3, 3, 1),  # ten tokens for Ben
    *(6, 5, 4, 2, 2, 1),  # Ben leads; Anna's nénette takes the last one of 11
    *(4, 2, 1, 6, 6, 5),  # Ben, who leads the décharge, gives his ten to Anna: one all
    *(6, 6, 5, 3, 2, 1),  # Ben leads la belle, and Anna wins it
)


async def test_a_game_goes_to_the_belle(written: Inside) -> None:
    anna = await come_in(written.person(), "anna", size=(100, 30))
    code = await open_table(anna, Game="Le 421", Seats="2", Pot="11")
    ben = await come_in(written.person(), "ben", "join", code, size=(80, 24))
    await anna.wait_for("ben sits down.")
    anna.type("s")

    (host,) = written.context.club.rooms
    await until(lambda: host.room.phase == "playing")
    while host.room.phase == "playing":
        before, state = host.room.version, host.room.state
        terminal = (anna, ben)[state.turn]
        if state.phase == "belle":
            await anna.wait_for("LA BELLE")
            await ben.wait_for("la belle decides")
        await terminal.wait_for(lambda _, terminal=terminal: may_act(terminal))
        while host.room.version == before:  # the first Enter may only end what still moves
            terminal.type("s" if state.throws else ENTER)
            with suppress(TimeoutError):
                await until(lambda before=before: host.room.version > before, 5)
    await anna.wait_for("You win!")
    await ben.wait_for("wins la belle")
    told = await written.guest().run("record", code)
    assert sum('"acted"' in line for line in told.out.splitlines()) == 12, told.out
    assert (host.room.state.winners, host.room.state.manches_won) == ((0,), (2, 1))
