"""A vengeance of Trente that is forgone, through real `ssh`; the dice are the test's."""

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

DICE = (*[6] * 6, *[6] * 6, *[1] * 6)
"""36 attacks at level 6, a main pleine takes 36 points, and the next throw has no 6."""


class Written:
    """The chance of one decision: what it draws, and is stored, is not drawn again."""

    def __init__(self, left: deque[int]) -> None:
        self._left = left

    def pick(self, _: int) -> int:
        return 0

    def die(self) -> int:
        return self._left.popleft()


@pytest.fixture
async def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inside]:
    """A server whose dice are written down."""
    left = deque(DICE)
    monkeypatch.setattr(fairness, "chance", lambda *_: Written(left))
    house = House(await Club.open(MemoryLog(), AT_ONCE), Limits(), arcade_app)
    settings = Settings(data=tmp_path, host_key=tmp_path / "host", port=0, limits=Limits())
    key = asyncssh.generate_private_key("ssh-ed25519")
    inside = Inside(tmp_path, house, await listen(settings, key, house))
    yield inside
    assert not left
    await inside.close()


async def test_who_was_killed_forgoes_the_vengeance(written: Inside) -> None:
    anna = await come_in(written.person(), "anna", size=(100, 30))
    code = await open_table(anna, Game="Trente", Seats="2")
    ben = await come_in(written.person(), "ben", "join", code, size=(80, 24))
    await anna.wait_for("ben sits down.")
    anna.type("s")
    await anna.wait_for("throw the six dice")
    anna.type(ENTER)
    await anna.wait_for("Keep at least one die")
    anna.type("a" + ENTER)
    await anna.wait_for("throw the damage")
    anna.type(ENTER)
    await ben.wait_for("f forgoes your vengeance.")
    ben.type("f")
    await ben.wait_for("Forgo your vengeance? Enter: yes. Esc: no.")
    ben.type(ENTER)
    await anna.wait_for("You win!")
    await ben.wait_for("ben forgoes the")
    told = await written.guest().run("record", code)
    assert '"do":"forgo"' in told.out.replace(" ", "")
    (host,) = written.house.club.hosts
    assert (host.room.state.winners, host.room.state.scores) == ((0,), (30, -6))
