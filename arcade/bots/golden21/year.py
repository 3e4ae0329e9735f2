"""What the rest of a year is worth to one trader, by the debt: dynamic programming over debts."""

from functools import lru_cache
from operator import mul

from msgspec import Struct

from arcade.bots.golden21.odds import announcements, surest
from arcade.games.golden21.state import LIMIT

EAGER = 0.6
"""How often a rival announces what would kill, rather than what is cheap."""


class Terms(Struct, frozen=True):
    """What a trader's year depends on besides the debt; worths are in points.

    - `dice`: how many are thrown, taken to stay so. `hazard`: the chance that the year ends
      between two turns.
    - `threats`: the rivals' accounts, greatest first; `aimed`: how likely one that reaches is
      spent here. `hunters`: the rivals who throw, and `hunters_dice` how many dice each.
    - `at_21`, `killed`: the worth of standing at 21, and the cost of being killed; to be
      insolvent is worth 0. `survival`: the worth of each point below 21 at the year's end.
    - `bank`: the worth of a bonus of so many points.
    - `account`, `account_worth`: the points on one's own account, and what they are worth kept.
    """

    dice: int
    hazard: float
    threats: tuple[int, ...]
    aimed: float
    hunters: int
    hunters_dice: int
    at_21: float
    killed: float
    survival: float
    bank: tuple[float, ...]
    account: int = 0
    account_worth: float = 0.0


class Year:
    """The worth of every debt below 21, reckoned from 20 downwards, as far as it is asked for.

    Q(d) is the worth after one's own turn, T(d) before it:
    Q(d) = safe·((1 − hazard)·T(d) + hazard·survival·(21 − d)) − (1 − safe)·killed, and
    T(d) = max over announcements of Σ p(miss k)·Q(d + k) + p(hit)·(Q(d) + bank(bonus)),
    where Q(21) = at_21, and Q above 21 is 0. A hit leaves the debt, so Q(d) stands on both sides
    and is solved for.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._after: tuple[float, ...] = (terms.at_21,)
        self._before: list[float] = []

    def after(self, debt: int) -> float:
        """Give Q(debt): the worth once the own turn is over."""
        if debt > LIMIT:
            return 0.0
        while len(self._after) <= LIMIT - debt:
            self._reckon(LIMIT - len(self._after))
        return self._after[len(self._after) - 1 - (LIMIT - debt)]

    def afters(self, debt: int) -> tuple[float, ...]:
        """Give Q(debt), Q(debt + 1), … Q(21)."""
        self.after(debt)
        return self._after[len(self._after) - 1 - (LIMIT - debt) :]

    def before(self, debt: int) -> float:
        """Give T(debt): the worth when about to announce; from 21 on as `after`."""
        if debt >= LIMIT:
            return self.after(debt)
        self.after(debt)
        return self._before[LIMIT - 1 - debt]

    def _reckon(self, debt: int) -> None:
        terms = self._terms
        safe = _safety(terms, LIMIT + 1 - debt)
        again = safe * (1 - terms.hazard)
        fixed = safe * terms.hazard * terms.survival * (LIMIT - debt)
        fixed -= (1 - safe) * terms.killed
        before = self._best(debt, again, fixed)
        after = again * before + fixed
        if terms.account and debt + terms.account == LIMIT:
            cashed = terms.at_21 - terms.account_worth
            before, after = max(before, cashed), max(after, cashed)
        self._before.append(before)
        self._after = (after, *self._after)

    def _best(self, debt: int, again: float, fixed: float) -> float:
        """Give T(d) where Q(d) = again·T(d) + fixed."""
        bank, values = self._terms.bank, self._after
        most = len(bank) - 1
        best = -float("inf")
        for one in announcements(self._terms.dice):
            bonus, hit = one.bonus, one.hit
            missed: float = sum(map(mul, one.misses, values))
            kept = fixed + bank[min(most, bonus)]
            worth = (missed + hit * kept) / (1 - hit * again)
            if worth > best:
                best = worth
            if bonus and debt + bonus == LIMIT:
                best = max(best, missed + hit * self._terms.at_21)
        return best


@lru_cache(maxsize=32768)
def year(terms: Terms) -> Year:
    """Give the year under these terms; it is kept, and grows as it is asked."""
    return Year(terms)


def _safety(terms: Terms, needed: int) -> float:
    """Give the chance that a round passes without a kill that takes `needed` points."""
    reach = sum(points >= needed for points in terms.threats)
    lucky = EAGER * surest(terms.hunters_dice, needed) if terms.hunters else 0.0
    return float((1 - terms.aimed) ** reach * (1 - lucky) ** terms.hunters)
