"""A turn of 21 without a place for any tile, through real `ssh`; the deal is the test's."""

import pytest

from arcade.engine.chance import Stream
from arcade.rooms import fairness
from tests.people import BEN, act
from tests.ssh.inside import Inside
from tests.ssh.text.test_plain import Pipe

DICE = ()
SEED = Stream(b"s", "25")
"""Who begins can place nothing after 46 moves, where both always make the default one."""


async def test_who_can_place_nothing_may_pass_instead_of_exchanging(
    written: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "chance", lambda *_: SEED)
    guest = await Pipe.open(written.guest(), "plain")
    guest.type("new vingt-et-un 2")
    code = (await guest.until("^Table ")).split()[1].rstrip(",")
    club = written.context.club
    (host,) = club.rooms
    table_sessions = [await club.join(who, code) for who in (host.room.chairs[0].player, BEN)]
    guest.type("start")
    await guest.until("It is your turn")
    for _ in range(46):
        await act(table_sessions[host.room.to_act()[0]])
    before = host.room.state
    choice = await guest.until(r"^\d+\. pass$")
    await guest.until(r"^\d+\. exchange 15$")
    guest.type(choice.partition(".")[0])
    await guest.until("can place nothing, exchange")
    assert host.room.state.hands == before.hands
    assert (host.room.state.passes, host.room.to_act()) == (1, (1,))
    guest.type("quit")
    assert await guest.end() == 0
