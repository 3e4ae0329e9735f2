"""Whole games played by bots under people's names, the same every time: to look back at."""

from collections.abc import Sequence
from functools import cache

from msgspec import structs

from arcade.club.replays.replay import Replay, ReplayBuilder
from arcade.club.views import TableView
from arcade.engine import codec, registry
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.offers import Offer, choose
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Fact, Said, Stored
from arcade.rooms.room import Room

BEGAN = 1_800_000_000_000
SECOND = 1000
PEOPLE = ("Anna", "Ben", "Chloé", "Dora", "Émile", "Farid", "Gwen", "Hugo", "Inès", "Jo")


@cache
def played(
    key: str, names: tuple[str, ...] = PEOPLE[:3], most: int = 1000, careless: int = 0
) -> Replay:
    """Play a game, or `most` actions of it, a second for each; who is named first looks back.

    With `careless`, one choice in this many is made at random, as people make mistakes.
    """
    course = _course(key, len(names), careless)
    people = [Player(f"SHA256:{seat}", name) for seat, name in enumerate(names)]
    reel, room = ReplayBuilder(), None

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
    for number in range(most):
        if not (waiting := table.to_act()):
            break
        seat = waiting[0]
        action = course.action(number, table, seat)
        chance = Stream(b"snapshots", f"{key} {table.version}")
        table = add(*decide.act(table, people[seat], action, None, chance))
    replay = reel.running(0, people[0].id) if table.to_act() else reel.opened(people[0])
    assert replay is not None
    return replay


class _Course:
    """The choices of a game, under whatever names it is played: made once, as far as is asked."""

    def __init__(self, key: str, careless: int) -> None:
        self._game, self._careless = registry.find(key), careless
        self._picks = Stream(b"snapshots", "picks")
        self._actions: list[dict[str, object]] = []

    def action(self, number: int, room: Room, seat: int) -> dict[str, object]:
        """Return the action of this number; the room is where those before it lead."""
        if number == len(self._actions):
            offers = self._game.legal(room.state, seat)
            self._actions.append(self._choice(room, seat, offers))
        return self._actions[number]

    def _choice(self, room: Room, seat: int, offers: Sequence[Offer]) -> dict[str, object]:
        picks = self._picks
        if self._careless and not picks.pick(self._careless):
            return dict(codec.plain(choose(offers[picks.pick(len(offers))], picks.pick)))
        view = self._game.view(room.state, seat)
        return dict(codec.plain(quick(self._game).choose(view, offers, picks)))


@cache
def _course(key: str, _seats: int, careless: int) -> _Course:
    return _Course(key, careless)


def table_of(replay: Replay, number: int) -> TableView:
    """Return the table after a step as the first seat saw it, with what it might do then."""
    room = replay.steps[number].room
    table = replay.view(number, 0)
    offers = room.rules.legal(room.state, 0) if 0 in room.to_act() else ()
    return structs.replace(table, offers=offers)
