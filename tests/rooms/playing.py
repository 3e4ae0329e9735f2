"""Rooms for tests: a running game, facts with times."""

from collections.abc import Iterable
from typing import Any

from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.players.player import Player
from arcade.rooms import clocks, decide
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Fact, Stored
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules

NOON = 1_700_000_000_000
"""When what happens in a test begins, in ms since 1970."""


def draws(room: Room) -> Stream:
    """Return what a room draws next: the same whatever was drawn elsewhere."""
    return Stream(b"a key for tests", str(room.version))


def after(room: Room | None, new: Iterable[Fact], at: int = NOON) -> Room:
    """Add facts, all of one time."""
    for fact in new:
        room = evolve(room, Stored(room.version + 1 if room else 1, at, fact))
    assert room is not None
    return room


def table(
    *people: Player,
    game: str = "421",
    seats: int = 2,
    options: dict[str, Any] | None = None,
    **rules: Any,
) -> Room:
    """A running game: people on the first seats, bots on the others."""
    made = decide.create("KAFEL", people[0], game, options or {}, seats, False, TableRules(**rules))
    room = after(None, made)
    for person in people:
        room = after(room, decide.sit(room, person, None))
    return after(room, decide.start(room, people[0], Stream(b"start", game)))


def act_as_bot(room: Room, at: int = NOON) -> Room:
    """Let a bot make the default move of the first seat to act."""
    seat = room.to_act()[0]
    default = plain(room.rules.default(room.state, seat))
    return after(room, decide.act_as_bot(room, seat, default, room.due[seat], draws(room)), at)


def deadline(room: Room, seat: int) -> int:
    return clocks.deadline(room.clocks, room.table, seat)


def act(room: Room, seat: int, at: int = NOON) -> Room:
    """Let a person make the default move."""
    player = room.chairs[seat].player
    assert player is not None
    default = plain(room.rules.default(room.state, seat))
    return after(room, decide.act(room, player, default, room.version, draws(room)), at)
