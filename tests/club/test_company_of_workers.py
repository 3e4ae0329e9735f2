"""Calls of two processes over one log: each happens once."""

import time
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.tournaments import tournaments
from arcade.club.webhooks.webhooks import Message
from arcade.rooms import clocks
from arcade.rooms.clocks import now
from tests.club.test_workers import Opening, named
from tests.club.test_workers import opening as opening
from tests.club.test_workers import server as server
from tests.people import act
from tests.waiting import PATIENCE, until

HOUR = 3_600_000
BUSY = 5 * PATIENCE
"""Seconds in which bots play a round of nine seats on a machine that does other work."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "LOOK", 0.05)


@pytest.fixture
def an_hour_passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    later = SimpleNamespace(time_ns=lambda: time.time_ns() + HOUR * 10**6)
    return lambda: monkeypatch.setattr(clocks, "time", later)


def listen(*clubs: Club) -> list[Message]:
    """Return what the webhooks of some processes send, all together."""
    sent = list[Message]()
    for club in clubs:
        club.webhooks.send = sent.append
    return sent


async def test_a_webhook_is_called_once_whichever_process_people_are_on(
    opening: Opening, an_hour_passes: Callable[[], None]
) -> None:
    here, there = await opening(), await opening()
    await until(lambda: all(len(club.presence.peers.workers) == 2 for club in (here, there)))
    sent = listen(here, there)
    anna, ben = await named(here, "anna"), await named(there, "ben")
    await here.webhooks.choose(anna, "https://example.org/")
    await until(lambda: there.webhooks.address(anna))
    duel = await there.duels.challenge(ben, "anna", "421")
    code = await here.create(anna, "421", {"pot": 41}, 2)
    first = await here.join(anna, code)
    await until(lambda: any(host.room.seat_of(anna) is not None for host in there.rooms))
    second = await there.join(ben, code)
    await until(lambda: "joined" in [each.occasion.kind for each in sent])
    await second.start()
    first.detach()
    while not second.table().to_act or second.table().my_turn:
        await act(second)
    await until(lambda: any(each.occasion.kind == "turn" for each in sent))
    await here.tournaments.schedule("421", now() + HOUR)
    await until(lambda: there.tournaments.upcoming())
    await there.tournaments.enter(ben, True)
    await here.tournaments.enter(anna, True)
    an_hour_passes()
    await until(lambda: [each.occasion.kind for each in sent].count("round") == 3, BUSY)
    calls = Counter((each.occasion.kind, each.occasion.code) for each in sent)
    assert calls["duel-challenged", duel.code] == calls["joined", code] == 1
    assert all(times == 1 for (kind, _), times in calls.items() if kind == "round")
