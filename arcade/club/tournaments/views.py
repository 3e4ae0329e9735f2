"""Tournaments as one person sees them: names instead of ids."""

from msgspec import Struct


class TournamentRow(Struct, frozen=True):
    """Somebody's place and points; people who have not begun to play have none yet."""

    rank: int
    name: str
    bot: str
    points: int
    yours: bool = False
    program: bool = False


class TournamentView(Struct, frozen=True):
    """A tournament: the coming one, the running one, or the last.

    `begins` is in ms since 1970. `round` is 0 before it begins; `table` is the code of the viewer's
    table in this round, "" for none.
    """

    number: int
    game: str
    title: str
    begins: int
    people: int
    most: int
    entered: bool
    weekly: bool
    round: int
    rounds: int
    over: bool
    table: str
    rows: tuple[TournamentRow, ...]


class Honour(Struct, frozen=True):
    """Somebody's points in all tournaments of the season, and how many they won."""

    rank: int
    name: str
    points: int
    won: int


class Tonight(Struct, frozen=True):
    """The tournament that runs or comes next, the last one, and the season's table of honour."""

    next: TournamentView | None
    last: TournamentView | None
    honours: tuple[Honour, ...]
