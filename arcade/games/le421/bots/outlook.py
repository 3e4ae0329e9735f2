"""The worth of standing on a hand in this round of Le 421, against the hands still to come.

The hands on the table are known; those to come are independent, each with the odds of a player who
minds only the order of the hands and has as many throws. Their best and worst are computed
together: P(all m to come lie in a … b) = (F(b) − F(a − 1))^m, and differences of it. If several
hands to come tie with one on the table, or are nénettes, only one counts: exact for one hand to
come, nearly so for more. Where fewer throws win a tie, a hand to come has the throws that such
a player takes for it.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby

from msgspec import Struct
from msgspec.structs import astuple, replace

from arcade.games.le421.bots.odds import PLACES, Ways, final_odds, pace, ways_to_come
from arcade.games.le421.bots.values import Halves, paid, share, worths
from arcade.games.le421.rules.hands import Due, Standing, dues, move, transfers
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import Phase, View

LAST = len(PLACES) - 1
"""The place of the nénette."""

COMING = -1
"""Stands for one of the seats still to come, any of them alike."""

Span = tuple[int, int]
"""The places from … to."""

Seats = tuple[int, ...]


class Reckoning(Struct, frozen=True):
    """The terms of a round's payment: the worst seat, the nénettes, and the stake (see `paid`)."""

    worst: int
    nenettes: Seats
    stake: int


Outcome = tuple[float, float, float]
"""The result of a round: the share of the game after it, and the tokens taken and given."""


class Verdict(Struct, frozen=True):
    """The prospects of a hand at the end of its round: shares and chances, 0 to 1.

    `share` of the game, the chances to be the best and the worst of the round, and the tokens that
    one takes and the others take on average, in the décharge those that one gives.
    """

    share: float = 0.0
    best: float = 0.0
    worst: float = 0.0
    taken: float = 0.0
    given: float = 0.0

    def plus(self, other: "Verdict", likely: float) -> "Verdict":
        """Add another verdict, weighted by its chance."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Verdict(*(value + likely * more for value, more in pairs))


class Outlook:
    """One seat's view of a round: the prospects of every hand it may stand on."""

    def __init__(self, view: View, halves: Halves) -> None:
        self._view = view
        self._halves = halves
        self._me = view.turn or 0
        self._known = list(view.standings.items())
        settled = {self._me, *view.out, *view.standings}
        self._coming = [seat for seat in range(len(view.tokens)) if seat not in settled]
        self._verdicts: dict[tuple[Standing, Standing, Seats, Seats, Seats, int], Verdict] = {}
        self._outcomes: dict[tuple[int, Reckoning], Outcome] = {}

    def stand(self, hand_rank: int, made: int) -> Verdict:
        """Judge a hand on which the seat stands after this many throws."""
        by_throws = self._view.options.ties == "fewer-throws"
        hands = [*self._known, (self._me, (hand_rank, made if by_throws else 0))]
        top, bottom = min(standing for _, standing in hands), max(standing for _, standing in hands)
        tops = tuple(seat for seat, standing in hands if standing == top)
        bottoms = tuple(seat for seat, standing in hands if standing == bottom)
        nenettes = tuple(seat for seat, (known, _) in hands if known == LAST)
        key = (top, bottom, tops, bottoms, nenettes, self._view.limit or made)
        if key not in self._verdicts:
            ends = End(*top, tops), End(*bottom, bottoms)
            self._verdicts[key] = self._judge(*ends, nenettes, self._view.limit or made)
        return self._verdicts[key]

    def _judge(self, top: "End", bottom: "End", nenettes: Seats, throws: int) -> Verdict:
        me, view = self._me, self._view
        coming = Coming(throws, len(self._coming), ways_to_come(view.options))
        share = best = worst = taken = given = 0.0
        for likely, i, asked in events(top, bottom, nenettes, coming, view.options, view.phase):
            game_share, mine, others = self._outcome(i, asked)
            share += likely * game_share
            best += likely * (i == me)
            worst += likely * (asked.worst == me)
            taken += likely * mine
            given += likely * others
        return Verdict(share, best, worst, taken, given)

    def _outcome(self, best: int, asked: Reckoning) -> Outcome:
        if self._view.phase == "charge":
            best = self._me  # who is best pays nothing there, and takes nothing
        key = (best, asked)
        if key not in self._outcomes:
            self._outcomes[key] = (self._share(best, asked), *self._tokens(best, asked))
        return self._outcomes[key]

    def _due(self, asked: Reckoning, stock: int) -> tuple[Due, ...]:
        stake = paid(asked.stake, stock) if not asked.stake else asked.stake
        return dues(self._view.options, asked.worst, asked.nenettes, stake)

    def _tokens(self, best: int, asked: Reckoning) -> tuple[float, float]:
        """Return the tokens the seat takes, and those the others take or it gives them."""
        view, me = self._view, self._me
        if view.phase in ("manche", "belle"):
            return 0, 0
        charge = view.phase == "charge"
        stock = view.pot if charge else view.tokens[best] if best != COMING else max(view.tokens)
        moved = transfers(self._due(asked, stock), None if charge else best, stock)
        taken = sum(transfer.tokens for transfer in moved if transfer.seat == me)
        others = sum(transfer.tokens for transfer in moved if transfer.seat != me)
        return taken, others if charge or best == me else 0

    def _share(self, best: int, asked: Reckoning) -> float:
        """Return the share of the game after a round, on average over the seats to come."""
        flat = asked.nenettes and self._view.options.nenette == "flat2"
        takes = COMING in (asked.nenettes if flat else (asked.worst,))
        shares = [
            self._after(winner, asked, other)
            for winner in (self._coming if best == COMING else [best])
            for other in (self._coming if takes else [winner + 1])
            if winner != other or len(self._coming) == 1 or self._view.phase == "charge"
        ]
        return sum(shares) / len(shares)

    def _after(self, best: int, asked: Reckoning, other: int) -> float:
        """Return the share if `other` is the seat to come that takes the tokens."""
        view, me = self._view, self._me
        if view.phase in ("manche", "belle"):
            return float(best == me)
        charge = view.phase == "charge"
        stock = view.pot if charge else view.tokens[best]
        due = [
            replace(owed, seat=other) if owed.seat == COMING else owed
            for owed in self._due(asked, stock)
        ]
        moved = transfers(due, None if charge else best, stock)
        pot, tokens = move(view.pot, view.tokens, moved)
        others = tuple(holding for seat, holding in enumerate(tokens) if seat != me)
        if charge:
            return self._halves.in_charge(pot, tokens[me], tuple(sorted(others)))
        won = tuple(map(bool, view.manches_won))
        if not tokens[best] and view.options.end == "first-out":
            return share(me, best, won, loses=False)
        return self._halves.in_decharge(
            (tokens[me], *others), (won[me], *(had for seat, had in enumerate(won) if seat != me))
        )


class End(Struct, frozen=True):
    """The best or the worst hand on the table: its standing, and the seats that have it."""

    rank: int
    throws: int
    seats: Seats


class Coming(Struct, frozen=True):
    """The hands to come: their throws, their number, and the possible ends of their turns."""

    throws: int
    count: int
    ways: Ways


Event = tuple[float, int, Reckoning]
"""One possible end of a round: its chance, the best seat, and its payment."""


@lru_cache(maxsize=5_000)
def events(
    top: End, bottom: End, nenettes: Seats, coming: Coming, rules: Options, phase: Phase
) -> tuple[Event, ...]:
    """List the possible ends of a round, given best, worst and nénettes on the table."""
    odds: dict[tuple[int, Seats, int, int], float] = {}
    stakes = worths(rules.order, rules.worth_421)
    sides: dict[tuple[int, int], list[Sides]] = {}
    for likely, first, last in cells(top.rank, bottom.rank, coming, rules):
        stake = stakes[min(first, top.rank)]
        thrown = (*nenettes, COMING) if last == LAST else nenettes
        compared = _compare(first, top.rank), _compare(last, bottom.rank)
        if compared not in sides:
            sides[compared] = _sides(top, bottom, *compared, coming)
        for split, tied_top, tied_bottom, pairs in sides[compared]:
            tied = tied_bottom or (tied_top and phase != "charge")
            moves = 1 if tied and rules.rampo == "one" else stake
            each = likely * split / len(pairs) if pairs else 0.0
            for i, j in pairs:
                event = (i, thrown, j, moves)
                odds[event] = odds.get(event, 0.0) + each
    return tuple(
        (likely, i, Reckoning(j, thrown, moves)) for (i, thrown, j, moves), likely in odds.items()
    )


Sides = tuple[float, bool, bool, list[tuple[int, int]]]
"""A chance, whether several share the best and the worst hand, and the pairs of best and worst."""


def _compare(hand_rank: int, other: int) -> int:
    """Return −1, 0 or 1, as a hand is before another, the same, or behind it."""
    return (hand_rank > other) - (hand_rank < other)


def _sides(top: End, bottom: End, first: int, last: int, coming: Coming) -> list[Sides]:
    """List the possible best and worst seats: seats on the table, one to come, or both by a tie.

    `first` and `last` say how the best and the worst to come compare with those on the table.
    """
    sides: list[Sides] = []
    for likely, leaders, losers in _leaders_and_losers(top, bottom, first, last, coming):
        pairs = [
            (i, j) for i in leaders for j in losers if i != j or (i == COMING and coming.count > 1)
        ]
        sides.append((likely, len(leaders) > 1, len(losers) > 1, pairs))
    return sides


def _leaders_and_losers(
    top: End, bottom: End, first: int, last: int, coming: Coming
) -> list[tuple[float, Seats, Seats]]:
    leaders: list[tuple[float, Seats]] = [(1.0, top.seats if first > 0 else (COMING,))]
    losers: list[tuple[float, Seats]] = [(1.0, bottom.seats if last < 0 else (COMING,))]
    if not first:
        sooner, level, later = _throws_of_a_tie(top, coming)
        leaders = [(sooner, (COMING,)), (level, (*top.seats, COMING)), (later, top.seats)]
    if not last:
        sooner, level, later = _throws_of_a_tie(bottom, coming)
        losers = [(sooner, bottom.seats), (level, (*bottom.seats, COMING)), (later, (COMING,))]
    if len(leaders) == len(losers) == 3 and coming.count == 1:  # all have that hand
        both = zip(leaders, losers, strict=True)
        return [(likely, some, others) for (likely, some), (_, others) in both if likely]
    return [
        (likely * other, some, others)
        for likely, some in leaders
        for other, others in losers
        if likely * other
    ]


def _throws_of_a_tie(end: End, coming: Coming) -> tuple[float, float, float]:
    """Return how likely an equal hand to come takes fewer throws, as many, or more."""
    if not end.throws:
        return 0.0, 1.0, 0.0
    law = pace(coming.throws, coming.ways)[end.rank]
    total = sum(law)
    if not total:
        return 0.0, 1.0, 0.0
    before, level = sum(law[: end.throws - 1]), sum(law[end.throws - 1 : end.throws])
    return before / total, level / total, (total - before - level) / total


@lru_cache(maxsize=5_000)
def cells(
    top: int, bottom: int, coming: Coming, rules: Options
) -> tuple[tuple[float, int, int], ...]:
    """List the possible best and worst of the hands to come: (chance, best, worst).

    Each stands for all of a span that comes to the same: better places of one worth, a tie with
    the top or the bottom, behind the top, before the bottom, behind the bottom, the nénette.
    """
    count = coming.count
    if not count:
        return ((1.0, LAST + 1, -1),)
    upto = _upto(coming.throws, coming.ways)
    lasts = [(0, bottom - 1), (bottom, bottom), (bottom + 1, LAST - 1), (LAST, LAST)]

    def within(low: int, high: int) -> float:
        return float((upto[high + 1] - upto[low]) ** count) if low <= high else 0.0

    weighted = []
    for a, b in _firsts(top, worths(rules.order, rules.worth_421)):
        for c, d in lasts[: 2 if bottom == LAST else 4]:
            likely = within(a, d) - within(b + 1, d) - within(a, c - 1) + within(b + 1, c - 1)
            if c <= d and likely > 1e-9:
                weighted.append((likely, a, c))
    total = sum(likely for likely, _, _ in weighted)
    return tuple((likely / total, first, last) for likely, first, last in weighted)


@cache
def _firsts(top: int, stakes: Sequence[int]) -> tuple[Span, ...]:
    """Split the places by their meaning as the best hand to come: by worth, a tie, or behind."""
    better = [tuple(group) for _, group in groupby(range(top), key=stakes.__getitem__)]
    spans = [(group[0], group[-1]) for group in better]
    return (*spans, (top, top), (top + 1, LAST))


@cache
def _upto(throws: int, ways: Ways) -> tuple[float, ...]:
    return (0.0, *accumulate(final_odds(throws, ways)))
