"""The table of Trente, and its view: the game has no secrets."""

from enum import StrEnum, auto
from typing import ClassVar

from msgspec import Struct

from arcade.engine import News, TellsNews, put
from arcade.games.trente.rules.options import Rules

POINTS = 30
"""Every seat's score at the start of a manche."""


class Kind(StrEnum):
    """The kinds of news that the story, the brief or the lobby ask for."""

    TURN_BEGINS = auto()
    ROLLED = auto()
    KEPT = auto()
    EXACT = auto()
    MISSED = auto()
    DIED = auto()
    DIED_OF_MISS = auto()
    ATTACKS = auto()
    TARGETS = auto()
    STRIKES = auto()
    DAMAGE = auto()
    STRIKE_MISSED = auto()
    HIT = auto()
    DEAD_HIT = auto()
    KILLED = auto()
    REVENGE = auto()
    MANCHE_WON = auto()
    MANCHE_BEGINS = auto()


class Hand(Struct, frozen=True):
    """Six dice that were kept; `excess` is how far they beat the threshold, negative for a miss."""

    seat: int
    dice: tuple[int, ...]
    threshold: int
    excess: int


class Strike(Struct, frozen=True):
    seat: int
    target: int
    level: int
    throws: tuple[tuple[int, ...], ...]
    lost: int


class View(Struct, frozen=True, gc=False):
    """Everybody's view: seats are numbers, scores points, `purse` and `pot` chips."""

    rules: Rules
    scores: tuple[int, ...]
    turn: int | None
    """The seat to act; None when the game is over."""
    origin: int
    """The seat whose normal turn it is: vengeance comes in between, then play goes on after it."""
    totals: tuple[int, ...]
    """Sums of the scores of the manches that are over."""
    manches_won: tuple[int, ...]
    purse: tuple[int, ...]
    """Each seat's chips won in this game, negative while its ante is in the pot."""
    pot: int
    threshold: int | None
    """30 or 12; None until the first die is kept, where that decides."""
    manche: int = 1
    dice: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    attack: int | None = None
    targets: tuple[int, ...] = ()
    avenging: int | None = None
    dead: tuple[int, ...] = ()
    """In the order in which they died."""
    winners: tuple[int, ...] = ()
    hand: Hand | None = None
    """The last six dice that were kept."""
    strike: Strike | None = None
    """The last attack that was thrown."""

    json_fields: ClassVar = (
        *("rules", "manche", "scores", "turn", "dice", "kept", "sum", "need", "threshold"),
        *("attack", "targets", "avenging", "origin", "dead", "manches_won", "totals", "purse"),
        *("pot", "winners", "hand", "strike"),
    )

    @property
    def sum(self) -> int:
        return sum(self.kept)

    @property
    def need(self) -> int | None:
        """Points from the sum to the threshold, negative beyond it; None while it is open."""
        return None if self.threshold is None else self.threshold - self.sum


class State(View, TellsNews, frozen=True):
    """A table of Trente: the view, and fields for the rules alone."""

    left_over: int = 0
    """Chips of the pot that an earlier game at this table left there."""
    news: tuple[News, ...] = ()


def actor(state: State) -> int:
    return state.origin if state.turn is None else state.turn


def lower(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    return put(scores, seat, scores[seat] - points)
