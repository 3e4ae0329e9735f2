"""The rules run once for an accepted action: the decision's state is the fold's."""

import secrets
from collections import Counter

import pytest

from arcade.engine import registry
from arcade.engine.codec import plain
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide, facts, fairness
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.evolve import fold
from arcade.rooms.host import Host, stream
from arcade.rooms.presence import Peers
from arcade.rooms.snapshots import Folded
from arcade.rooms.timers import RoomSettings
from tests.people import ANNA, BEN, CLEO
from tests.registered import registered


@pytest.fixture(params=registered())
async def process(request: pytest.FixtureRequest) -> tuple[MemoryLog, Host]:
    """A log and a process with one room in it, with a person on every seat."""
    log, seats = MemoryLog(), registry.find(request.param).meta.seats[0]
    made = decide.create("KAFEL", ANNA, request.param, {}, seats, private=False)
    stored, room = fairness.extend(None, made, 0, secrets.token_bytes)
    token = await log.append(
        stream("KAFEL"), [facts.encode(stored_fact) for stored_fact in stored], 0
    )
    host = Host(log, Folded(room, token), RoomSettings(), BotPool(), Peers())
    for person in (ANNA, BEN, CLEO)[:seats]:
        await host.do(lambda room, _, person=person: decide.sit(room, person, None))
    return log, host


async def test_the_rules_run_once_whoever_chose_and_once_where_another_process_reads_it(
    process: tuple[MemoryLog, Host], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, host = process
    other = Host(log, host.folded, RoomSettings(), BotPool(), Peers("other"))
    ran = _count(monkeypatch, type(host.room.rules))
    await host.do(lambda room, chance: decide.start(room, ANNA, chance))
    assert ran == {"setup": 1}
    for choose in (_person, _bot, _clock, _bot_at_a_loss):
        ran.clear()
        await choose(host)
        assert ran == {"apply": 1}, choose
    ran.clear()
    await other.catch_up()
    assert ran == {"setup": 1, "apply": 4}
    stored = [facts.decode(entry.data) for entry in await log.read(stream("KAFEL"))]
    assert host.room == other.room == fold(stored)
    for each in (host, other):
        await each.finish()


def _count(monkeypatch: pytest.MonkeyPatch, game: type) -> Counter[str]:
    """Count how often the set-up and the rules of a game run."""
    ran: Counter[str] = Counter()
    for name in ("setup", "apply"):
        kept = getattr(game, name)

        def counted(self, *args, name=name, kept=kept):
            ran[name] += 1
            return kept(self, *args)

        monkeypatch.setattr(game, name, counted)
    return ran


async def _person(host: Host) -> None:
    seat, player = _next(host)
    default = plain(host.room.rules.default(host.room.state, seat))
    await host.do(lambda room, chance: decide.act(room, player, default, None, chance))


async def _bot(host: Host) -> None:
    seat, _ = _next(host)
    await _act_as_bot(host, plain(host.room.rules.default(host.room.state, seat)))


async def _bot_at_a_loss(host: Host) -> None:
    await _act_as_bot(host, {"do": "nonsense"})


async def _act_as_bot(host: Host, action: object) -> None:
    seat, player = _next(host)
    await host.do(lambda room, _: decide.hold(room, seat))
    due = host.room.due[seat]
    await host.do(lambda room, chance: decide.act_as_bot(room, seat, action, due, chance))
    await host.do(lambda room, _: decide.come_back(room, player))


async def _clock(host: Host) -> None:
    seat, _ = _next(host)
    since = host.room.clocks.since[seat]
    await host.do(lambda room, chance: decide.expire(room, seat, since, chance))


def _next(host: Host) -> tuple[int, Player]:
    """Return the seat and the person the game waits for."""
    seat = host.room.to_act()[0]
    player = host.room.chairs[seat].player
    assert player is not None
    return seat, player
