"""The 56 throws of three dice: their order, what they are worth, and what a round makes of them.

A hand is a throw's digits in descending order, as a number: 4, 1, 2 is 421 and 1, 1, 6 is 611; the
nénette is 221. Source: the rules' page "421", *Order of the combinations* and *A round*.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Literal

from msgspec import Struct

from arcade.engine import Chance
from arcade.games.le421.rules.options import Options

NENETTE = 221

_NAMED = (421, 111, 611, 666, 511, 555, 411, 444, 311, 333, 211, 222, 654, 543, 432, 321)

_WORTH = dict(zip(_NAMED, (10, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2), strict=True))

_ACES_FIRST = (421, 111, 611, 511, 411, 311, 211, 666, 555, 444, 333, 222, 654, 543, 432, 321)


@cache
def hand(dice: tuple[int, ...]) -> int:
    """Read three dice as a hand, whatever order they lie in."""
    low, middle, high = sorted(dice)
    return 100 * high + 10 * middle + low


_THROWS = frozenset(map(hand, combinations_with_replacement(range(1, 7), 3)))

Order = Literal["source", "aces-first"]

_REST = (*sorted(_THROWS - {*_NAMED, NENETTE}, reverse=True), NENETTE)

ORDERS: Mapping[Order, tuple[int, ...]] = {
    "source": (*_NAMED, *_REST),
    "aces-first": (*_ACES_FIRST, *_REST),
}
"""All 56 hands, best first, by the option `order`."""

_RANKS: Mapping[Order, Mapping[int, int]] = {
    order: {hand: rank for rank, hand in enumerate(hands)} for order, hands in ORDERS.items()
}


def rank(hand: int, order: Order) -> int:
    """Return a hand's place in the order: 0 for 421 … 55 for the nénette."""
    return _RANKS[order][hand]


Standing = tuple[int, int]
"""Orders hands, the lower the better: by rank, then by throws where they count."""


def standing(options: Options, hand: int, throws: int) -> Standing:
    return _RANKS[options.order][hand], throws if options.ties == "fewer-throws" else 0


def standings(
    options: Options, seats: Iterable[int], hands: Sequence[int | None], made: Sequence[int]
) -> dict[int, Standing]:
    """Return how the hands of those seats compare; `hands` and `made` are those of every seat."""
    ranks, counted = _RANKS[options.order], options.ties == "fewer-throws"
    return {
        seat: (ranks[hand], made[seat] if counted else 0)
        for seat in seats
        if (hand := hands[seat]) is not None
    }


def worth(options: Options, hand: int, stock: int | None) -> int:
    """Return how many tokens a round moves when this is the best hand.

    `stock` is what they come from, the pot or the best seat's own; None where no tokens move.
    """
    if hand != 421:
        return _WORTH.get(hand, 1)
    if options.worth_421 != "all-but-one":
        return options.worth_421
    return _WORTH[hand] if stock is None else max(1, stock - 1)


def keeps(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """List the ways to keep some of three dice and throw at least one again.

    Most kept first, each set of faces once, its faces in the order they lie.
    """
    distinct: dict[tuple[int, ...], tuple[int, ...]] = {}
    for count in (2, 1, 0):
        for faces in combinations(dice, count):
            distinct.setdefault(tuple(sorted(faces)), faces)
    return tuple(distinct.values())


Settles = Literal["worst", "best", "both"]


class Rampo(Struct, frozen=True):
    settles: Settles
    seats: tuple[int, ...]
    hands: tuple[int, ...]


class Transfer(Struct, frozen=True):
    """Tokens that moved: to `seat`, from the seat `source` or (None) from the pot."""

    source: int | None
    seat: int
    tokens: int


class Settled(Struct, frozen=True):
    """The best and the worst of a round; `best` is None where a tie for it does not matter."""

    best: int | None
    worst: int
    rampos: tuple[Rampo, ...]


class Due(Struct, frozen=True):
    """The tokens a seat should get, whether or not there are enough."""

    seat: int
    tokens: int
    nenette: bool


def settle(
    options: Options, standings: Mapping[int, Standing], needs_best: bool, chance: Chance
) -> Settled:
    """Find best and worst; `standings` are by seat, in order from the leader.

    "Worst ties are always played off; best ties only where it matters": the page names the worst
    first, so its rampo is thrown first. Where everybody ties, also within such a rampo, one rampo
    of all serves for both.
    """
    order = sorted(standings, key=standings.__getitem__)
    if standings[order[0]] < standings[order[1]] and standings[order[-2]] < standings[order[-1]]:
        return Settled(order[0], order[-1], ())  # no tie for the best, nor for the worst
    worst, best = _tied(standings, max), _tied(standings, min)
    rampos: list[Rampo] = []

    def play_off(settles: Settles, seats: tuple[int, ...]) -> Mapping[int, Standing]:
        hands = tuple(hand(chance.dice(3)) for _ in seats)
        rampos.append(Rampo(settles, seats, hands))
        return {
            seat: (rank(thrown, options.order), 0)
            for seat, thrown in zip(seats, hands, strict=True)
        }

    while worst == best:
        standings = play_off("both", tuple(standings))
        worst, best = _tied(standings, max), _tied(standings, min)
    while len(worst) > 1:
        worst = _tied(play_off("worst", worst), max)
    while needs_best and len(best) > 1:
        best = _tied(play_off("best", best), min)
    return Settled(best[0] if len(best) == 1 else None, worst[0], tuple(rampos))


def best_of(options: Options, standings: Mapping[int, Standing]) -> int:
    hand_rank, _ = min(standings.values())
    return ORDERS[options.order][hand_rank]


def stake(options: Options, best: int, rampos: Sequence[Rampo], stock: int | None) -> int:
    """Return the tokens a round moves: the original best hand's worth, or 1 by `rampo: "one"`.

    Any tie that was played off makes it 1, the best's as well as the worst's.
    """
    if rampos and options.rampo == "one":
        return 1
    return worth(options, best, stock)


def dues(options: Options, worst: int, nenettes: Sequence[int], stake: int) -> tuple[Due, ...]:
    """Return the dues; `nenettes` are the seats that threw one, in order from the leader.

    Only hands of the round count as nénette, never a rampo's throw. `flat2` gives to each seat
    that threw it; `plus2` and `min2` change the one normal transfer, which goes to the worst.
    """
    if not nenettes:
        return (Due(worst, stake, nenette=False),)
    if options.nenette == "flat2":
        return tuple(Due(seat, 2, nenette=True) for seat in nenettes)
    tokens = stake + 2 if options.nenette == "plus2" else max(stake, 2)
    return (Due(worst, tokens, nenette=True),)


def transfers(dues: Sequence[Due], source: int | None, stock: int) -> tuple[Transfer, ...]:
    """Pay the dues from a stock, in order, as far as it goes; nobody pays themselves."""
    paid: list[Transfer] = []
    for due in dues:
        if due.seat != source:
            paid.append(Transfer(source, due.seat, min(due.tokens, stock)))
            stock -= paid[-1].tokens
    return tuple(paid)


def move(pot: int, tokens: Sequence[int], paid: Sequence[Transfer]) -> tuple[int, tuple[int, ...]]:
    holdings = list(tokens)
    for transfer in paid:
        holdings[transfer.seat] += transfer.tokens
        if transfer.source is None:
            pot -= transfer.tokens
        else:
            holdings[transfer.source] -= transfer.tokens
    return pot, tuple(holdings)


def _tied(
    standings: Mapping[int, Standing], extreme: Callable[[Iterable[Standing]], Standing]
) -> tuple[int, ...]:
    wanted = extreme(standings.values())
    return tuple([seat for seat, own in standings.items() if own == wanted])
