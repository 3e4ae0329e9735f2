"""What 21 is made of: options, state, actions, and what is seen of it."""

from collections.abc import Mapping

from msgspec import Struct, field

from arcade.engine.chance import Card
from arcade.engine.game import Meta, Option
from arcade.engine.news import News
from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules.board import Square
from arcade.games.vingt_et_un.rules.placing import GOAL, LOW, Spot, Tile

META = Meta(
    key="vingt-et-un",
    name="21",
    seats=(2, 4),
    best_seats=2,
    length=600,
    version=2,
    plays_on=1,
    aliases=("twenty-one",),
    blurb=N_("Lay tiles so that straight lines make 21. Of 1965."),
    secrets=True,
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


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays."""

    teams: bool = False


OPTION_LIST: tuple[Option, ...] = (
    Option(
        "teams",
        N_("Teams"),
        N_("Four players in two teams: first and third against second and fourth."),
        values=(False, True),
    ),
)


class State(Struct, frozen=True):
    """A game; hands and series are secret, everything on the board is public.

    `spots` are those of the board, of all its rows, kept from turn to turn; `passes` counts the
    seats that have passed in succession.
    """

    options: Options
    round: int
    first: int
    turn: int | None
    board: Mapping[Square, Tile]
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    series: tuple[tuple[Card, ...], ...]
    spots: Mapping[Square, Spot] = {}
    passes: int = 0
    last: Square | None = None
    lines: tuple[tuple[Square, ...], ...] = ()
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()


class _Action(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of the actions."""


class Place(_Action, frozen=True, tag="place"):
    """Lay a tile ("*" a star, declared `as` 1 to 21) on a square."""

    tile: int | str
    at: str
    as_: int | None = field(default=None, name="as")


class Swap(_Action, frozen=True, tag="swap"):
    """Exchange a tile that cannot be placed, and lose the turn."""

    tile: int | str


class Pass(_Action, frozen=True, tag="pass"):
    """Lose the turn, where nothing can be placed and nothing is exchanged."""


class Mulligan(_Action, frozen=True, tag="mulligan"):
    """Exchange a first hand that has a star but no low tile."""


Action = Place | Swap | Pass | Mulligan


class View(Struct, frozen=True):
    """What everybody sees; a face-down tile's value stays public.

    `passes` counts the seats that have passed in succession: when all have, the game ends.
    """

    round: int
    turn: int | None
    first: int
    teams: bool
    board: Mapping[Square, Tile]
    scores: tuple[int, ...]
    hand_counts: tuple[int, ...]
    series_counts: tuple[int, ...]
    passes: int
    last: Square | None
    lines: tuple[tuple[Square, ...], ...]
    winners: tuple[int, ...]


class OpenView(View, frozen=True):
    """What watchers may see besides when the game is over: what is left in every hand."""

    hands: tuple[tuple[Card, ...], ...] = ()


class SeatView(View, frozen=True):
    """What a seat sees besides: its hand, and where each of its tiles may lie.

    `playable` goes from a tile ("*" a star) to squares; `stars` from a square to the highest value
    below 21 a star may be declared there (0: only 21).
    """

    hand: tuple[Card, ...] = ()
    playable: Mapping[str, tuple[Square, ...]] = {}
    stars: Mapping[Square, int] = {}


def value(tile: Card) -> int:
    """Give what a tile counts for when it is turned over or left unplayed: a star is 21."""
    return tile if isinstance(tile, int) else GOAL


def is_low(tile: Card) -> bool:
    """Whether a tile may be played as it is in the first round."""
    return isinstance(tile, int) and tile <= LOW
