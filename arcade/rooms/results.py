"""The results of a room's finished games, from the room or from its record."""

from collections.abc import Iterable, Iterator
from typing import Any

from arcade.engine import codec, options
from arcade.engine.game import ranks
from arcade.players.player import Player
from arcade.players.results import Result, Seat
from arcade.rooms.facts import Stored
from arcade.rooms.room import Room, follow
from arcade.rooms.seats import NOBODY, Begun, Chair


def result(room: Room) -> Result | None:
    """Return the result of the room's last game; None while it runs, or if it has none."""
    outcome, course = room.outcome, room.course
    if outcome is None or course is None:
        return None
    seats = tuple(map(_seat, course.seats, room.played))
    return Result(
        code=room.code,
        number=course.number,
        game=room.game,
        began=course.began,
        at=course.at,
        seats=seats,
        ranks=ranks(outcome),
        scores=outcome.scores,
        length=sum(seat.moves for seat in seats),
        options=_unusual(room),
        better=outcome.better,
        sides=outcome.sides,
        stakes=outcome.stakes,
        private=room.private,
    )


def results(stored: Iterable[Stored]) -> Iterator[Result | None]:
    """Return for each fact of a room's record the result that it makes known, None for most."""
    room: Room | None = None
    known = 0
    for item in stored:
        room = follow(room, item)
        if room.course and room.course.number > known and (game_result := result(room)):
            known = game_result.number
            yield game_result
        else:
            yield None


def _seat(begun: Begun, chair: Chair) -> Seat:
    total = sum(begun.moves.values())
    if begun.player is not None:  # also where they gave it up and somebody else plays on
        return _person(begun.player, begun)
    successor = chair.player
    if successor is not None and 2 * begun.moves.get(successor.id, 0) >= max(1, total):
        return _person(successor, begun)
    own = begun.moves.get(NOBODY, 0)
    return Seat(begun.bot_name, bot=begun.bot, moves=total, own=own)


def _person(player: Player, begun: Begun) -> Seat:
    total, own = sum(begun.moves.values()), begun.moves.get(player.id, 0)
    return Seat(player.name, player.id, player.guest, moves=total, own=own)


def _unusual(room: Room) -> dict[str, Any]:
    usual = codec.plain(options.read(room.rules, {}))
    return {name: value for name, value in room.options.items() if value != usual[name]}
