"""A game of 421 that goes to la belle, through real `ssh`; the dice are the test's."""

from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from arcade.club.club import Club
from arcade.eventlog.memory import MemoryLog
from arcade.rooms import fairness
from server.config import Limits, Settings
from server.house import House, arcade_app
from server.listener import listen
from tests.ssh.inside import AT_ONCE, Inside
from tests.ssh.seats import come_in, open_table
from tests.ssh.terminal import ENTER
from tests.waiting import until

DICE = (
    *((6,), (1,)),  # Anna leads
    *((4, 2, 1), (3, 3, 1)),  # ten tokens for Ben
    *((6, 5, 4), (2, 2, 1)),  # Ben leads; Anna's nénette takes the last one of 11
    *((4, 2, 1), (6, 6, 5)),  # Ben, who leads the décharge, gives his ten to Anna: one all
    *((6, 6, 5), (3, 2, 1)),  # Ben leads la belle, and Anna wins it
)


class Written:
    """The chance of one decision: what it draws, and is stored, is not drawn again."""

    def __init__(self, left: deque[int]) -> None:
        self._left = left

    def die(self) -> int:
        return self._left.popleft()


@pytest.fixture
async def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    """A server whose dice are written down."""
    left = deque(die for throw in DICE for die in throw)
    monkeypatch.setattr(fairness, "chance", lambda *_: Written(left))
    house = House(await Club.open(MemoryLog(), AT_ONCE), Limits(), arcade_app)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=Limits())
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(tmp_path, house, await listen(settings, key, house))
    yield inside
    assert not left
    await inside.close()


async def test_a_game_goes_to_the_belle(written: Inside) -> None:
    anna = await come_in(written.person(), "anna", size=(100, 30))
    code = await open_table(anna, Game="Le 421", Seats="2", Pot="11")
    ben = await come_in(written.person(), "ben", "join", code, size=(80, 24))
    await anna.wait_for("ben sits down.")
    anna.type("s")

    (host,) = written.house.club.hosts
    await until(lambda: host.room.phase == "playing")
    while host.room.phase == "playing":
        before, state = host.room.version, host.room.state
        terminal = (anna, ben)[state.turn]
        if state.phase == "belle":
            await anna.wait_for("LA BELLE")
            await ben.wait_for("la belle decides")
        await terminal.wait_for("s stops." if state.throws else "Enter throws.")
        terminal.type("s" if state.throws else ENTER)
        await until(lambda before=before: host.room.version > before)
    await anna.wait_for("You win!")
    await ben.wait_for("wins la belle")
    told = await written.guest().run("record", code)
    assert sum('"acted"' in line for line in told.out.splitlines()) == 12, told.out
    assert (host.room.state.winners, host.room.state.manches_won) == ((0,), (2, 1))
