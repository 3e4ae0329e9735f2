"""The tiles of 21, the table, and its views."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum, auto
from typing import ClassVar

from msgspec import Struct

from arcade.engine import N_, Card, News, Option, TellsNews, option_list
from arcade.games.vingt_et_un.rules.placing import GOAL, LOW, NO_ROOM, Rooms, Spots, Square, Tile


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    teams: bool = False


OPTION_LIST = option_list(
    Options,
    Option(
        "teams",
        N_("Teams"),
        N_("Four players in two teams: first and third against second and fourth."),
        only={"seats": (4,)},
    ),
)

STAR = "*"

TILES: tuple[Card, ...] = (
    *(number for number in range(1, 10) for _ in range(2)),
    *range(10, 18),
    STAR,
    STAR,
    STAR,
)
"""The 29 tiles of a colour, in the order in which a `pick` names them."""

HAND = 3


class Kind(StrEnum):
    """The kinds of news that the story or the brief ask for."""

    SCORING_BEGINS = auto()
    TILE_LAID = auto()
    STAR_LAID = auto()
    LINE_MADE = auto()
    LONE_STAR = auto()
    SCORED = auto()
    TURNED_DOWN = auto()
    NOTHING_LAID = auto()
    LAST_TILE = auto()
    LOST = auto()


class Public(Struct, frozen=True, kw_only=True):
    """The state's public fields; a face-down tile's value stays public.

    `passes` counts the seats that have passed in succession: when all have, the game ends.
    """

    round: int
    turn: int | None
    first: int
    board: Mapping[Square, Tile]
    scores: tuple[int, ...]
    passes: int = 0
    last: Square | None = None
    lines: tuple[tuple[Square, ...], ...] = ()
    winners: tuple[int, ...] = ()


class State(Public, TellsNews, frozen=True, kw_only=True):
    """A game with its secrets; `spots` and `rooms` are those of the whole board.

    They are kept from turn to turn, since a placement changes few of them.
    """

    options: Options
    hands: tuple[tuple[Card, ...], ...]
    series: tuple[tuple[Card, ...], ...]
    spots: Spots = {}
    rooms: Rooms = NO_ROOM
    news: tuple[News, ...] = ()


class View(Public, frozen=True, kw_only=True):
    teams: bool
    hand_counts: tuple[int, ...]
    series_counts: tuple[int, ...]

    json_fields: ClassVar[tuple[str, ...]] = (
        *("round", "turn", "first", "teams", "board", "scores", "hand_counts", "series_counts"),
        *("passes", "last", "lines", "winners"),
    )


class OpenView(View, frozen=True, kw_only=True):
    """A watcher's view of a finished game: also the tiles left in every hand."""

    hands: tuple[tuple[Card, ...], ...] = ()

    json_fields = (*View.json_fields, "hands")


class SeatView(View, frozen=True, kw_only=True):
    """A seat's view: also its hand, and the squares open to each of its tiles.

    `playable` goes from a tile ("*" a star) to squares; `stars` from a square to the highest value
    below 21 a star may be declared there (0: only 21).
    """

    hand: tuple[Card, ...] = ()
    playable: Mapping[str, tuple[Square, ...]] = {}
    stars: Mapping[Square, int] = {}

    json_fields = (*View.json_fields, "hand", "playable", "stars")


def value(tile: Card) -> int:
    return tile if isinstance(tile, int) else GOAL


def is_low(tile: Card) -> bool:
    return isinstance(tile, int) and tile <= LOW


def unlaid(view: Public, seat: int) -> Counter[Card]:
    """Return the tiles that a seat has not laid yet, in its hand or still to draw."""
    own = (tile for tile in view.board.values() if tile.seat == seat)
    return Counter(TILES) - Counter(STAR if tile.star else tile.value for tile in own)
