"""The worth of tokens at Le 421: a seat's share of the game from the tokens on the table.

All players are assumed equal in the rounds to come: each is equally likely to be best and
to be worst, and the stake is that of the best of their hands after two throws. The rest is
exact: the charge is a finite recursion; the décharge, where tokens go back and forth, a system of
equations over the ways to share the tokens out, solved by iteration. Where these are too many
(many seats, or 41 tokens) the charge moves the mean stake every round, and the décharge is a race
of independent seats.

"Best two halves of two": those who won most of charge and décharge have equal shares of the game,
whether they share the win or play la belle.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate, permutations
from math import prod
from typing import Literal, NamedTuple

from arcade.engine import put
from arcade.games.le421.bots.odds import PLACES, Ways, final_odds
from arcade.games.le421.rules.hands import ORDERS, Order, worth
from arcade.games.le421.rules.options import Options

Tokens = tuple[int, ...]


class Tariff(NamedTuple):
    """The rules that turn hands into tokens: the order, the worth of 421, the nénette."""

    order: Order
    worth_421: int | Literal["all-but-one"]
    flat: bool
    """Whether a nénette moves two tokens, whatever the best hand is."""


ALL_BUT_ONE = 0
"""Stands for a stake of all but one of a stock's tokens."""


def paid(stake: int, stock: int) -> int:
    """Return how many tokens really move out of a stock."""
    return min(stake or max(1, stock - 1), stock)


EXACT = 3
"""The most holders for which the décharge is solved exactly."""

SWEEPS = 25
"""Enough for the chances of the décharge to be right to a thousandth."""

ROUNDS = 40
"""The longest race that is computed; all but a few games in a thousand end sooner."""

MOST = 10
"""The value of "all but one" where only the mean stake is computed."""

FINE = 82
"""The most seats times tokens for which the charge is computed stake by stake."""


class Halves:
    """The two halves of one table's game, and the worths of its tokens."""

    def __init__(self, options: Options, seats: int) -> None:
        self._seats = seats
        self._stock = options.pot
        self._last_loaded = options.end == "last-loaded"
        self._equal = options.decharge_stock == "equal"
        self._tariff = Tariff(options.order, options.worth_421, options.nenette == "flat2")
        law = stakes(seats, self._tariff)
        fine = seats * self._stock <= FINE
        mean = round(sum((stake or MOST) * likely for stake, likely in law))
        self._steps = law if fine else ((mean, 1.0),)
        self._charge: dict[tuple[int, int, Tokens], float] = {}

    def in_charge(self, pot: int, own: int, others: Tokens) -> float:
        """Return the share of the game of a seat with `own` tokens; `others` ascending."""
        known = self._charge.get((pot, own, others))
        if known is not None:
            return known
        if not pot:
            value = self._after_charge(own, others)
        else:
            value = 0.0
            for stake, likely in self._steps:
                taken = paid(stake, pot)
                left = pot - taken
                value += likely * self.in_charge(left, own + taken, others)
                for index, holding in enumerate(others):
                    if not index or holding != others[index - 1]:  # else it is as for that one
                        then = self.in_charge(left, own, add(others, index, taken))
                    value += likely * then
            value /= self._seats
        self._charge[pot, own, others] = value
        return value

    def _after_charge(self, own: int, others: Tokens) -> float:
        fewest = min(own, *others)
        won = tuple(holding == fewest for holding in (own, *others))
        if self._equal:
            own = self._stock // self._seats
            others = (own,) * (self._seats - 1)
        return self.in_decharge((own, *others), won)

    def in_decharge(self, tokens: Tokens, won: tuple[bool, ...]) -> float:
        """Return the first seat's share of the game; `won` says who has won the charge."""
        first, *rest = zip(tokens, won, strict=True)
        ordered = (first, *sorted(rest))
        return self._in_decharge(
            tuple(holding for holding, _ in ordered), tuple(manche for _, manche in ordered)
        )

    @lru_cache(maxsize=10_000)  # noqa: B019  one table's values live as long as it
    def _in_decharge(self, tokens: Tokens, won: tuple[bool, ...]) -> float:
        holders = [seat for seat, holding in enumerate(tokens) if holding]
        chances = self.chances(tuple(tokens[seat] for seat in holders))
        return sum(
            chance * share(0, seat, won, self._last_loaded)
            for seat, chance in zip(holders, chances, strict=True)
        )

    def chances(self, tokens: Tokens) -> list[float]:
        """Return each holder's chance to be first rid of all tokens, or else last to hold any."""
        stock, count = sum(tokens), len(tokens)
        tariff = self._tariff._replace(flat=True)
        if count > EXACT:
            return race(tokens, self._last_loaded, tariff)
        table = decharge(stock, count, self._last_loaded, tariff)
        return [
            table[holding, tuple(sorted(tokens[:seat] + tokens[seat + 1 :]))]
            for seat, holding in enumerate(tokens)
        ]


def share(me: int, other: int, won: tuple[bool, ...], loses: bool) -> float:
    """Return a seat's share of a game whose décharge `other` won alone, or (`loses`) lost alone."""
    halves = [had + ((seat == other) != loses) for seat, had in enumerate(won)]
    top = max(halves)
    return (halves[me] == top) / halves.count(top)


@cache
def stakes(seats: int, tariff: Tariff) -> tuple[tuple[int, float], ...]:
    """Return the possible stakes of a round, the worth of the best of `seats` hands, with chances.

    With `flat`, two tokens whenever a nénette is among them.
    """
    law = final_odds(2, Ways(tariff.order, "never"))
    upto = (0.0, *accumulate(law))
    calm = (1 - law[-1]) ** seats if tariff.flat else 1.0
    odds: dict[int, float] = {2: 1 - calm}
    for stake, hand_rank in zip(worths(tariff.order, tariff.worth_421), PLACES, strict=True):
        best = (1 - upto[hand_rank]) ** seats - max(0.0, 1 - upto[hand_rank + 1]) ** seats
        odds[stake] = odds.get(stake, 0.0) + best * calm
    return tuple(odds.items())


@cache
def worths(order: Order, worth_421: int | Literal["all-but-one"]) -> tuple[int, ...]:
    """Return the worth of each hand by its place, `ALL_BUT_ONE` where its stock decides."""
    of_421 = ALL_BUT_ONE if worth_421 == "all-but-one" else worth_421
    return tuple(of_421 if hand == 421 else worth(Options(), hand, None) for hand in ORDERS[order])


@cache
def decharge(
    stock: int, seats: int, last_loaded: bool, tariff: Tariff
) -> dict[tuple[int, Tokens], float]:
    """Solve the décharge for a number of holders, for every way to share the stock out.

    By what a seat holds and what the others hold, ascending: its chance to be the first rid of
    everything, or with `last_loaded` to end with everything.
    """
    if seats == 1:
        return {(stock, ()): 1.0}
    fewer = decharge(stock, seats - 1, last_loaded, tariff) if last_loaded else {}
    shared = [
        (own, rest) for own in range(1, stock - seats + 2) for rest in parts(stock - own, seats - 1)
    ]
    index = {state: number for number, state in enumerate(shared)}
    values = [1 / seats] * len(shared)
    moves: list[list[tuple[float, int]]] = []
    """Of each state, the chance of each move and the index of the value it leads to."""
    for state in shared:
        after: list[tuple[float, int]] = []
        for likely, own, rest in _moves(*state, tariff):
            then = (own, rest)
            if then not in index:  # somebody is rid of everything: its value is known
                index[then] = len(values)
                if last_loaded:
                    values.append(fewer[own, rest[1:]] if own else 0.0)
                else:
                    values.append(0.0 if own else 1.0)
            after.append((likely, index[then]))
        moves.append(after)
    for _ in range(SWEEPS):
        for number, after in enumerate(moves):
            value = 0.0
            for likely, to in after:
                value += likely * values[to]
            values[number] = value
    return {state: values[number] for number, state in enumerate(shared)}


def _moves(own: int, rest: Tokens, tariff: Tariff) -> Iterator[tuple[float, int, Tokens]]:
    """List the holdings after one round with their chances: any seat may give to any other."""
    tokens = (own, *rest)
    for giver, taker in permutations(range(len(tokens)), 2):
        for stake, likely in stakes(len(tokens), tariff):
            after = list(tokens)
            given = paid(stake, after[giver])
            after[giver] -= given
            after[taker] += given
            chance = likely / len(tokens) / (len(tokens) - 1)
            yield chance, after[0], tuple(sorted(after[1:]))


def race(tokens: Tokens, last_loaded: bool, tariff: Tariff) -> list[float]:
    """Return what `Halves.chances` gives, with every seat on its own: best, worst or neither.

    P(i first) ∝ Σ over rounds t of P(i is rid of its tokens in t) · Π P(j still holds some after t)
    over the others, and the same with "rid before t" for the last; in sum 1.
    """
    exits = _exits(len(tokens), sum(tokens), tariff)
    rid = [list(accumulate(exits[holding])) for holding in tokens]
    chances = []
    for seat, holding in enumerate(tokens):
        others = [upto for other, upto in enumerate(rid) if other != seat]
        chances.append(
            sum(
                likely * prod(upto[t] if last_loaded else 1 - upto[t] for upto in others)
                for t, likely in enumerate(exits[holding])
            )
        )
    total = sum(chances)
    return [chance / total for chance in chances]


@cache
def _exits(seats: int, stock: int, tariff: Tariff) -> list[list[float]]:
    """Return, by tokens held, the chance that a seat is rid of them in round 0, 1, 2 …

    Whoever takes all but one of another's tokens takes a fair share of the stock.
    """
    law = stakes(seats, tariff)
    fair = max(1, stock // seats)
    exits = [[0.0] * ROUNDS for _ in range(stock + 1)]
    exits[0][0] = 1.0
    for t in range(1, ROUNDS):
        for holding in range(1, stock + 1):
            stays = (1 - 2 / seats) * exits[holding][t - 1]
            moves = sum(
                likely
                * (
                    exits[holding - paid(n, holding)][t - 1]
                    + exits[min(holding + (n or fair), stock)][t - 1]
                )
                for n, likely in law
            )
            exits[holding][t] = stays + moves / seats
    return exits


def parts(total: int, count: int, least: int = 1) -> Iterator[Tokens]:
    """List the ways to share `total` tokens among `count` holders, ascending."""
    if count <= 1:
        if (count == 1 and total >= least) or count == total == 0:
            yield (total,) * count
        return
    for first in range(least, total // count + 1):
        for rest in parts(total - first, count - 1, first):
            yield (first, *rest)


def add(tokens: Tokens, index: int, more: int) -> Tokens:
    """Return the tokens, ascending, after the seat at that place has taken some more."""
    return tuple(sorted(put(tokens, index, tokens[index] + more)))
