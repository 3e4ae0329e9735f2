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
    one, two = await opening(), await opening()
    await until(lambda: all(len(club.presence.peers.workers) == 2 for club in (one, two)))
    sent = listen(one, two)
    anna, ben = await named(one, "anna"), await named(two, "ben")
    await one.webhooks.choose(anna, "https://example.org/")
    await until(lambda: two.webhooks.address(anna))
    duel = await two.duels.challenge(ben, "anna", "421")
    code = await one.create(anna, "421", {"pot": 41}, 2)
    first = await one.join(anna, code)
    await until(lambda: any(host.room.seat_of(anna) is not None for host in two.rooms))
    second = await two.join(ben, code)
    await until(lambda: "joined" in [each.occasion.kind for each in sent])
    await second.start()
    first.detach()
    while not second.table().to_act or second.table().my_turn:
        await act(second)
    await until(lambda: any(each.occasion.kind == "turn" for each in sent))
    await one.tournaments.schedule("421", now() + HOUR)
    await until(lambda: two.tournaments.upcoming())
    await two.tournaments.enter(ben, True)
    await one.tournaments.enter(anna, True)
    an_hour_passes()
    await until(lambda: [each.occasion.kind for each in sent].count("round") == 3, BUSY)
    calls = Counter((each.occasion.kind, each.occasion.code) for each in sent)
    assert calls["duel-challenged", duel.code] == calls["joined", code] == 1
    assert all(times == 1 for (kind, _), times in calls.items() if kind == "round")
