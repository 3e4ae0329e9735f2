"""Who plays a game: who sat where when it began, and who has moved how often for each seat."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.seats import put
from arcade.players.player import Player

NOBODY = ""
"""Who moved where it was no person: a bot, or the clock."""


class Begun(Struct, frozen=True):
    """One seat since the game began; `player` is None where a bot began, also for somebody away.

    `moves` counts actions by the person's id, or `NOBODY`.
    """

    player: Player | None
    bot: str = ""
    bot_name: str = ""
    moves: Mapping[str, int] = {}


class Course(Struct, frozen=True):
    """The course of the running or the last game, the table's `number`th to begin; times in ms."""

    number: int
    began: int
    at: int
    seats: tuple[Begun, ...]


def moved(course: Course, seat: int, who: str, at: int) -> Course:
    """Count one action of a seat, made by the person with this id, or by `NOBODY`."""
    begun = course.seats[seat]
    counted = replace(begun, moves={**begun.moves, who: begun.moves.get(who, 0) + 1})
    return replace(course, at=at, seats=put(course.seats, seat, counted))
