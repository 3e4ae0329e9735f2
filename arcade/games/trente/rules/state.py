"""What lies on the table at Trente, and what everybody sees of it: this game has no secrets."""

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.news import News
from arcade.engine.seats import put
from arcade.games.trente.rules.options import Rules

POINTS = 30
"""What every seat starts a manche with."""


# State


class Hand(Struct, frozen=True):
    """Six dice that were kept; `excess` is how far they beat the threshold, negative for a miss."""

    seat: int
    dice: tuple[int, ...]
    threshold: int
    excess: int


class Strike(Struct, frozen=True):
    """An attack as it fell: every throw of dice in order, and the points lost."""

    seat: int
    target: int
    level: int
    throws: tuple[tuple[int, ...], ...]
    lost: int


class State(Struct, frozen=True):
    """A table of Trente; seats are numbers, scores points, `purse` and `pot` chips."""

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
    """What each seat is up or down in this game: below zero while its ante lies in the pot."""
    pot: int
    threshold: int | None
    """30 or 12; None until the first die is kept, where that decides."""
    left_over: int = 0
    """Chips of the pot that an earlier game at this table left there."""
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
    news: tuple[News, ...] = ()


# View


class View(Struct, frozen=True):
    """What everybody sees, which at this game is everything."""

    rules: Rules
    manche: int
    scores: tuple[int, ...]
    turn: int | None
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    sum: int
    """Of the dice kept."""
    need: int | None
    """Points from the sum to the threshold, below zero beyond it; None while it is not decided."""
    threshold: int | None
    attack: int | None
    targets: tuple[int, ...]
    avenging: int | None
    origin: int
    dead: tuple[int, ...]
    manches_won: tuple[int, ...]
    totals: tuple[int, ...]
    purse: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]
    hand: Hand | None
    strike: Strike | None


# What every part of the rules asks of it


def actor(state: State) -> int:
    """Name the seat that acts."""
    return state.origin if state.turn is None else state.turn


def tell(state: State, *news: News) -> State:
    """Add to what this action has brought."""
    return replace(state, news=state.news + news)


def throw(count: int, chance: Chance) -> tuple[int, ...]:
    """Throw so many dice."""
    return tuple([chance.die() for _ in range(count)])


def lower(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """Take points off a seat's score."""
    return put(scores, seat, scores[seat] - points)
