"""Calls and tournaments of two processes over one log: each happens once, whoever ends."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.tournaments import tournaments
from arcade.club.tournaments.facts import decode
from arcade.club.webhooks.webhooks import Message
from arcade.players.player import Player
from arcade.rooms import clocks
from arcade.rooms.clocks import now
from tests.club.streams import colleague as colleagues
from tests.club.streams.colleague import HOUR
from tests.club.streams.test_workers import Opening
from tests.club.streams.test_workers import opening as opening
from tests.club.streams.test_workers import server as server
from tests.nats import NatsServer
from tests.people import act, named, sit_down
from tests.ssh.warm import run_forked
from tests.waiting import PATIENCE, until

Hiring = Callable[[Club], Awaitable[asyncio.subprocess.Process]]
BUSY = 5 * PATIENCE
"""Seconds in which bots play a round of nine seats on a machine that does other work."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "CHECK_EVERY", 0.05)


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
    (first,) = await sit_down(here, anna, options={"pot": 41}, seats=2)
    await until(lambda: any(host.room.seat_of(anna) is not None for host in there.rooms))
    second = await there.join(ben, first.code)
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
    assert calls["duel-challenged", duel.code] == calls["joined", first.code] == 1
    assert all(times == 1 for (kind, _), times in calls.items() if kind == "round")


@pytest.fixture
async def colleague(server: NatsServer) -> AsyncIterator[Hiring]:
    """Starts a process that runs the tournaments of a club in its place."""
    async with AsyncExitStack() as ending:

        async def hire(club: Club) -> asyncio.subprocess.Process:
            main = partial(colleagues.main, server.url, club.presence.peers.me)
            process = await asyncio.create_subprocess_exec(
                "a colleague",
                preexec_fn=partial(run_forked, (), main),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            ending.push_async_callback(_kill, process)
            assert process.stdout is not None
            async with asyncio.timeout(PATIENCE):
                while (line := await process.stdout.readline()) != b"ready\n":
                    assert line, "it has ended"
            await until(lambda: len(club.presence.peers.workers) == 2)
            return process

        yield hire


async def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.communicate()


async def test_another_process_goes_on_with_a_tournament_when_one_is_killed(
    opening: Opening, colleague: Hiring, an_hour_passes: Callable[[], None]
) -> None:
    other = await opening()
    runs = await colleague(other)
    assert not other.presence.peers.drives(tournaments.STREAM)
    people = [await named(other, name) for name in ("anna", "ben")]
    for player in people:
        other.presence.enter(player, lambda _: None)
    await other.tournaments.schedule("421", now() + HOUR)
    for player in people:
        await other.tournaments.enter(player, True)
    assert runs.stdin is not None
    runs.stdin.write(b"%d\n" % len(people))
    an_hour_passes()
    await play_round(other, people, 1)
    await _kill(runs)
    for number in (2, 3):
        await play_round(other, people, number)
    await until(lambda: other.tournaments.tonight(people[0]).last is not None, BUSY)
    last = other.tournaments.tonight(people[0]).last
    assert last is not None
    assert (last.round, len(last.rows)) == (3, 9)
    facts = [decode(entry.data).fact for entry in await other._events.read(tournaments.STREAM)]
    assert Counter(type(fact).__name__ for fact in facts) == {
        "Scheduled": 1,
        "Entered": 2,
        "RoundBegan": 3,
        "MatchEnded": 9,
    }


async def test_who_entered_through_another_process_plays_though_nothing_was_heard_of_it(
    opening: Opening, an_hour_passes: Callable[[], None]
) -> None:
    clubs = [await opening(), await opening()]
    await until(lambda: sum(club.presence.peers.drives(tournaments.STREAM) for club in clubs) == 1)
    runs, other = sorted(clubs, key=lambda club: not club.presence.peers.drives(tournaments.STREAM))
    await runs.tournaments.schedule("421", now() + HOUR)
    await until(lambda: other.tournaments.upcoming())
    await runs.workers._following.close()
    people = [await named(other, name) for name in ("anna", "ben")]
    for player in people:
        await other.tournaments.enter(player, True)
    an_hour_passes()
    await until(lambda: (running := other.tournaments.near(people[0])) and running.round, BUSY)
    running = other.tournaments.near(people[0])
    assert running is not None
    assert {row.name for row in running.rows if not row.bot} == {"anna", "ben"}


async def play_round(club: Club, people: list[Player], number: int) -> None:
    """Play everybody's game of a round with the default moves."""

    def code(player: Player) -> str:
        running = club.tournaments.tonight(player).next
        return running.table if running is not None and running.round == number else ""

    await until(lambda: all(map(code, people)), BUSY)
    seats = [await club.join(player, code(player)) for player in people]
    while any(seat.table().phase in ("waiting", "playing") for seat in seats):
        for seat in seats:
            if seat.table().my_turn:
                await act(seat)
        await asyncio.sleep(0.01)
    for seat in seats:
        seat.detach()
