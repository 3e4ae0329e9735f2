"""A person's only attempt at a deal, at a table of their own, and what they made of it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from arcade.club.limits.capacity import Capacity
from arcade.club.streams.following import StreamCursor
from arcade.engine.game import Better, ranks
from arcade.players.player import Player
from arcade.rooms import decide
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, no_table
from arcade.rooms.facts import Sealed
from arcade.rooms.host import stream
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules

RULES = TableRules(bots="good", turn=0, reserve=0, late_join=False, pace="normal")
"""The rules of the tables at which deals are played."""


class Attempt(NamedTuple):
    """The result of the person's seat; `rank` 0 unless it is their own doing throughout."""

    rank: int
    score: int
    better: Better
    moves: int


async def open_table(
    capacity: Capacity,
    player: Player,
    asked: tuple[str, Mapping[str, object], int],
    seal: Sealed,
    begin: Callable[[str], Awaitable[str]],
) -> str:
    """Open a table for an attempt at a sealed deal; `asked` are game, options and seats.

    `begin` stores an attempt at this table unless there is one, and returns the table of the one
    that counts ("": it is too late); so does this function.
    """
    host = await capacity.open(
        player, lambda code: (*decide.create(code, player, *asked, True, RULES), seal)
    )
    table = await begin(host.room.code)
    if table != host.room.code:
        await host.do(lambda room, _: decide.close(room))
    return table


async def must_be_attempt(
    room: Room, is_attempt: Callable[[Room], bool], cursor: StreamCursor[Any]
) -> None:
    """Raise `Refused` for a deal's table that is nobody's attempt.

    Its process died, or the log failed, before the attempt was stored; the person gets another
    table.
    """
    if not is_attempt(room):
        await cursor.read_on()
    if not is_attempt(room):
        raise no_table(room.code)


async def end_in_time(rooms: Directory, code: str) -> Room | None:
    """End an attempt whose time is over; None if nobody plays at its table any more.

    Raises `NotStored`.
    """
    await rooms.catch_up(stream(code))  # also one that another process has opened
    try:
        host = rooms.find(code)
    except Refused:
        return None  # closed, or damaged
    await host.do(lambda room, _: decide.end_day(room))
    return host.room


def attempt(room: Room) -> Attempt:
    """Return the result of a deal whose game is over, or whose table is closed."""
    moves = room.course.seats[0].moves if room.course else {}
    outcome = room.outcome
    own = outcome is not None and set(moves) <= {room.by.id}
    return Attempt(
        ranks(outcome)[0] if outcome and own else 0,
        outcome.scores[0] if outcome and own else 0,
        outcome.better if outcome else "more",
        sum(moves.values()),
    )
