"""What standing on a hand is worth in this round of Le 421, against the hands still to come.

The hands on the table are known; those to come are independent, each with the odds of a player who
minds only the order of the hands and has as many throws. Best and worst of them are followed
together: P(all m to come lie in a … b) = (F(b) − F(a − 1))^m, and differences of it. Of several
hands to come that tie with one on the table, or are nénettes, one counts: exact for one hand to
come, nearly so for more.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby

from msgspec import Struct
from msgspec.structs import astuple, replace

from arcade.games.le421.bots.odds import PLACES, final_odds
from arcade.games.le421.bots.values import Halves, share
from arcade.games.le421.rules.hands import NENETTE, ORDER, Due, dues, move, rank, transfers, worth
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import Phase, View

LAST = rank(NENETTE)

COMING = -1
"""Stands for one of the seats still to come, any of them alike."""

WORTHS = tuple(worth(one) for one in ORDER)

Span = tuple[int, int]
"""The places from … to."""

Seats = tuple[int, ...]
Dues = tuple[Due, ...]

Outcome = tuple[float, float, float]
"""What a round comes to: the share of the game after it, and the tokens taken and given."""


class Verdict(Struct, frozen=True):
    """What a hand comes to at the end of its round: shares and chances, 0 to 1.

    `share` of the game, the chances to be the best and the worst of the round, and the tokens that
    one takes and the others take on average, in the décharge those that one gives.
    """

    share: float = 0.0
    best: float = 0.0
    worst: float = 0.0
    taken: float = 0.0
    given: float = 0.0

    def plus(self, other: "Verdict", likely: float) -> "Verdict":
        """Add what comes with this chance."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Verdict(*(one + likely * more for one, more in pairs))


class Outlook:
    """One seat's view of a round: what it has of any hand it may stand on."""

    def __init__(self, view: View, halves: Halves) -> None:
        self._view = view
        self._halves = halves
        self._me = view.turn or 0
        self._known = [(seat, one) for seat, one in enumerate(view.ranks) if one is not None]
        done = {self._me, *view.out, *(seat for seat, _ in self._known)}
        self._coming = [seat for seat in range(len(view.tokens)) if seat not in done]
        self._verdicts: dict[tuple[int, int, Seats, Seats, int], Verdict] = {}
        self._outcomes: dict[tuple[int, Dues], Outcome] = {}

    def stand(self, place: int, made: int) -> Verdict:
        """Judge a hand on which the seat stands after so many throws."""
        hands = [*self._known, (self._me, place)]
        top, bottom = min(one for _, one in hands), max(one for _, one in hands)
        tops = tuple(seat for seat, one in hands if one == top)
        bottoms = tuple(seat for seat, one in hands if one == bottom)
        key = (top, bottom, tops, bottoms, self._view.limit or made)
        if key not in self._verdicts:
            self._verdicts[key] = self._judge(*key)
        return self._verdicts[key]

    def _judge(self, top: int, bottom: int, tops: Seats, bottoms: Seats, throws: int) -> Verdict:
        me, view = self._me, self._view
        coming = Coming(throws, len(self._coming), view.options.throws == "at-most")
        share = best = worst = taken = given = 0.0
        for likely, i, j, due in events(
            End(top, tops), End(bottom, bottoms), coming, view.options, view.phase
        ):
            one, mine, others = self._outcome(i, due)
            share += likely * one
            best += likely * (i == me)
            worst += likely * (j == me)
            taken += likely * mine
            given += likely * others
        return Verdict(share, best, worst, taken, given)

    def _outcome(self, best: int, due: Dues) -> Outcome:
        if self._view.phase == "charge":
            best = self._me  # who is best pays nothing there, and takes nothing
        key = (best, due)
        if key not in self._outcomes:
            self._outcomes[key] = (self._share(best, due), *self._tokens(best, due))
        return self._outcomes[key]

    def _tokens(self, best: int, due: Dues) -> tuple[float, float]:
        """Return how many tokens one takes, and how many the others take or one gives them."""
        view, me = self._view, self._me
        if view.phase in ("manche", "belle"):
            return 0, 0
        charge = view.phase == "charge"
        stock = view.pot if charge else view.tokens[best] if best != COMING else max(view.tokens)
        paid = transfers(due, None if charge else best, stock)
        taken = sum(one.tokens for one in paid if one.seat == me)
        others = sum(one.tokens for one in paid if one.seat != me)
        return taken, others if charge or best == me else 0

    def _share(self, best: int, due: Dues) -> float:
        """Return the share of the game after a round, on average over the seats to come."""
        takes = any(one.seat == COMING for one in due)
        found = [
            self._after(
                one,
                [replace(paid, seat=other) if paid.seat == COMING else paid for paid in due],
            )
            for one in (self._coming if best == COMING else [best])
            for other in (self._coming if takes else [one + 1])
            if one != other or len(self._coming) == 1 or self._view.phase == "charge"
        ]
        return sum(found) / len(found)

    def _after(self, best: int, due: Sequence[Due]) -> float:
        view, me = self._view, self._me
        if view.phase in ("manche", "belle"):
            return float(best == me)
        charge = view.phase == "charge"
        paid = transfers(due, None if charge else best, view.pot if charge else view.tokens[best])
        pot, tokens = move(view.pot, view.tokens, paid)
        others = tuple(held for seat, held in enumerate(tokens) if seat != me)
        if charge:
            return self._halves.in_charge(pot, tokens[me], tuple(sorted(others)))
        won = tuple(map(bool, view.manches_won))
        if not tokens[best] and view.options.end == "first-out":
            return share(me, best, won, loses=False)
        return self._halves.in_decharge(
            (tokens[me], *others), (won[me], *(had for seat, had in enumerate(won) if seat != me))
        )


class End(Struct, frozen=True):
    """The best or the worst hand on the table: its place, and the seats that have it."""

    place: int
    seats: Seats


class Coming(Struct, frozen=True):
    """The hands to come: how many throws they have, how many they are, whether they may stop."""

    throws: int
    count: int
    may_stop: bool


Event = tuple[float, int, int, Dues]
"""How a round may end: its chance, the best seat, the worst, who is due how many tokens."""


@lru_cache(maxsize=5_000)
def events(
    top: End, bottom: End, coming: Coming, rules: Options, phase: Phase
) -> tuple[Event, ...]:
    """List how a round may end, given the ends of what lies on the table."""
    found: dict[tuple[int, int, Dues], float] = {}
    for likely, first, last in cells(top.place, bottom.place, coming):
        leaders = _side(top.seats, first > top.place, first == top.place)
        losers = _side(bottom.seats, last < bottom.place, last == bottom.place)
        pairs = [
            (i, j) for i in leaders for j in losers if i != j or (i == COMING and coming.count > 1)
        ]
        tied = len(losers) > 1 or (len(leaders) > 1 and phase != "charge")
        stake = 1 if tied and rules.rampo == "one" else WORTHS[min(first, top.place)]
        lying = bottom.seats if bottom.place == LAST else ()
        nenettes = _side(lying, last != LAST, last == LAST)
        for i, j in pairs:
            event = (i, j, dues(rules, j, nenettes, stake))
            found[event] = found.get(event, 0.0) + likely / len(pairs)
    return tuple((likely, *event) for event, likely in found.items())


def _side(known: Seats, alone: bool, tie: bool) -> Seats:
    """Return who is at one end: seats on the table, one to come, or both by a tie."""
    return known if alone else (*known, COMING) if tie else (COMING,)


@lru_cache(maxsize=5_000)
def cells(top: int, bottom: int, coming: Coming) -> tuple[tuple[float, int, int], ...]:
    """List what best and worst of the hands to come may be: (chance, best, worst).

    Each stands for all of a span that comes to the same: better places of one worth, a tie with
    the top or the bottom, behind the top, before the bottom, behind the bottom, the nénette.
    """
    count = coming.count
    if not count:
        return ((1.0, LAST + 1, -1),)
    upto = _upto(coming.throws, coming.may_stop)
    lasts = [(0, bottom - 1), (bottom, bottom), (bottom + 1, LAST - 1), (LAST, LAST)]

    def within(low: int, high: int) -> float:
        return float((upto[high + 1] - upto[low]) ** count) if low <= high else 0.0

    found = []
    for a, b in _firsts(top):
        for c, d in lasts[: 2 if bottom == LAST else 4]:
            likely = within(a, d) - within(b + 1, d) - within(a, c - 1) + within(b + 1, c - 1)
            if c <= d and likely > 1e-9:
                found.append((likely, a, c))
    total = sum(likely for likely, _, _ in found)
    return tuple((likely / total, first, last) for likely, first, last in found)


@cache
def _firsts(top: int) -> tuple[Span, ...]:
    """Split the places by what they are as the best hand to come: by worth, a tie, and behind."""
    better = [tuple(group) for _, group in groupby(range(top), key=WORTHS.__getitem__)]
    spans = [(group[0], group[-1]) for group in better]
    return (*spans, (top, top), (top + 1, LAST))


@cache
def _upto(throws: int, may_stop: bool) -> tuple[float, ...]:
    return (0.0, *accumulate(final_odds(throws, may_stop)[place] for place in PLACES))
