"""What lies on the table of Le 421, and what everybody sees of it: this game has no secrets."""

from typing import Literal

from msgspec import Struct

from arcade.engine.news import News
from arcade.games.le421.rules.hands import Rampo, Transfer
from arcade.games.le421.rules.options import Options

Phase = Literal["charge", "decharge", "manche", "belle", "over"]


class Throw(Struct, frozen=True):
    """The last throw made at the table in a turn: the last `fresh` of its `dice` were thrown."""

    seat: int
    dice: tuple[int, ...]
    fresh: int


class Round(Struct, frozen=True):
    """A finished round. `best` is None where several share the best hand and it does not matter.

    `hands` are per seat, None for a seat that sat out; `stake` is what the best hand was worth,
    or what the rampo made of it, before the nénette.
    """

    phase: Phase
    leader: int
    hands: tuple[int | None, ...]
    rampos: tuple[Rampo, ...]
    best: int | None
    worst: int
    stake: int
    transfers: tuple[Transfer, ...]


class State(Struct, frozen=True):
    """A table of Le 421. Fields are named as in the view; `turn` is None when it is over."""

    options: Options
    phase: Phase
    pot: int
    tokens: tuple[int, ...]
    leader: int
    turn: int | None
    hands: tuple[int | None, ...]
    manches_won: tuple[int, ...]
    throws: int = 0
    limit: int | None = None
    dice: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    last_throw: Throw | None = None
    last_round: Round | None = None
    news: tuple[News, ...] = ()


class View(Struct, frozen=True):
    """What everybody sees; the game has no secrets.

    Beyond the page's names: the `options` in force; `score` per seat; `most` throws the seat whose
    turn it is may make; `out` the seats that sit out; of the dice that lie `hand`, `rank` (0 best
    … 55) and `worth`; `ranks` and `worths` per seat; `best` and `worst` the seats with the best and
    the worst hand of the round so far, `stake` what that best hand is worth; `last_throw` and
    `last_round`.
    """

    options: Options
    phase: Phase
    pot: int
    tokens: tuple[int, ...]
    leader: int
    turn: int | None
    throws: int
    limit: int | None
    dice: tuple[int, ...]
    hands: tuple[int | None, ...]
    manches_won: tuple[int, ...]
    winners: tuple[int, ...]
    score: tuple[int, ...]
    most: int
    out: tuple[int, ...]
    hand: int | None
    rank: int | None
    worth: int | None
    ranks: tuple[int | None, ...]
    worths: tuple[int | None, ...]
    best: tuple[int, ...]
    worst: tuple[int, ...]
    stake: int
    last_throw: Throw | None
    last_round: Round | None


def playing(state: State) -> tuple[int, ...]:
    """Name the seats that play the round, clockwise from the leader."""
    seats = len(state.tokens)
    order = (seat % seats for seat in range(state.leader, state.leader + seats))
    match state.phase:
        case "decharge":
            return tuple(seat for seat in order if state.tokens[seat])
        case "belle":
            top = max(state.manches_won)
            return tuple(seat for seat in order if state.manches_won[seat] == top)
        case _:
            return tuple(order)


def most(state: State) -> int:
    """Give how many throws the seat whose turn it is may make."""
    if state.limit is not None:
        return state.limit
    return 1 if state.options.dry_charge and state.phase == "charge" else 3
