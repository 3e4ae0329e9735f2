"""Whole games played by bots under people's names, the same every time: to look back at."""

from functools import cache

from msgspec import structs

from arcade.club.replays.replay import Replay, ReplayBuilder
from arcade.club.views import TableView
from arcade.engine import codec, registry
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.game import Game
from arcade.engine.offers import choose
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Fact, Said, Stored
from arcade.rooms.room import Room

BEGAN = 1_800_000_000_000
SECOND = 1000
PEOPLE = ("Anna", "Ben", "Chloé", "Dora", "Émile")


@cache
def played(
    key: str, names: tuple[str, ...] = PEOPLE[:3], most: int = 1000, careless: int = 0
) -> Replay:
    """Play a game, or `most` actions of it, a second for each; who is named first looks back.

    With `careless`, one choice in so many is made at random, as people make mistakes.
    """
    people = [Player(f"SHA256:{seat}", name) for seat, name in enumerate(names)]
    reel, room = ReplayBuilder(), None
    game, picks = registry.find(key), Stream(b"snapshots", "picks")

    def add(*new: Fact) -> Room:
        nonlocal room
        for fact in new:
            number = room.version + 1 if room else 1
            stored = Stored(number, BEGAN + number * SECOND, fact)
            room = evolve(room, stored)
            reel.add(stored)
        assert room is not None
        return room

    table = add(*decide.create("KAFEL", people[0], key, {}, len(people), private=False))
    for person in people:
        table = add(*decide.sit(table, person, None))
    table = add(*decide.start(table, people[0], Stream(b"snapshots", f"{key} set-up")))
    table = add(Said(names[1], "Bonsoir !"))
    while (waiting := table.to_act()) and most > 0:
        most -= 1
        seat = waiting[0]
        rash = careless and not picks.pick(careless)
        action = _at_random(game, table, seat, picks) if rash else _choice(game, table, seat, picks)
        chance = Stream(b"snapshots", f"{key} {table.version}")
        table = add(*decide.act(table, people[seat], action, None, chance))
    replay = reel.running(0, people[0].id) if waiting else reel.opened(people[0])
    assert replay is not None
    return replay


def _choice(game: Game, room: Room, seat: int, picks: Stream) -> dict[str, object]:
    offers = game.legal(room.state, seat)
    chosen = quick(game).choose(game.view(room.state, seat), offers, picks)
    return dict(codec.plain(chosen))


def _at_random(game: Game, room: Room, seat: int, picks: Stream) -> dict[str, object]:
    offers = game.legal(room.state, seat)
    return dict(codec.plain(choose(offers[picks.pick(len(offers))], picks.pick)))


def table_of(replay: Replay, number: int) -> TableView:
    """Give the table after a step as the first seat saw it, with what it might do then."""
    room = replay.steps[number].room
    table = replay.view(number, 0)
    offers = room.rules.legal(room.state, 0) if 0 in room.to_act() else ()
    return structs.replace(table, offers=offers)
