"""A year without the specific rules: how likely a trader comes out of it ahead.

The year is won by the last trader to come to exactly 21, or by the survivor where nobody did. Each
rival still in it leaves the year in a round with the same chance, the mean of what debts of theirs
lead to where the mean is announced; one of `EXACT` of them does so at 21. Against that the
trader's own announcements are the best there are, over all throws to come. It ignores the order of
turns, how far ahead the next year begins, and that rivals hunt for 21 too.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from arcade.games.golden21.bots.odds import announcements, life
from arcade.games.golden21.rules.state import LIMIT

EXACT = 0.3
"""The share of traders leaving a year who do so at 21."""

LOWEST = -30
"""Debts below this one count as this one."""


def leaves(dice: int, debts: Sequence[int]) -> float:
    """Return the chance that a rival leaves the year in a round, in steps of a fiftieth."""
    lives = [1 / life(dice, debt) for debt in debts]
    return round(50 * sum(lives) / len(lives)) / 50 if lives else 0.0


class Year:
    """The year as it lies before a trader: `dice` thrown by each, `leaves` as above."""

    def __init__(self, dice: int, leaves: float) -> None:
        self._announcements = announcements(dice)
        self._leaves = leaves
        self._throws: dict[tuple[int, int, bool], float] = {}

    def at_21(self, rivals: int) -> float:
        """Return the chance that nobody reaches 21 after a trader who is there."""
        return (1 - EXACT) ** max(0, rivals - 1)

    def after(self, debt: int, rivals: int, reached: bool) -> float:
        """Return the chance at the end of a turn; `reached`: a rival is at 21."""
        if debt >= LIMIT:
            return self.at_21(rivals) if debt == LIMIT else 0.0
        return sum(
            likely * self._before(debt, left, then)
            for likely, left, then in self._round(rivals, reached)
        )

    def _round(self, rivals: int, reached: bool) -> Iterator[tuple[float, int, bool]]:
        """List what a round of the rivals may bring: its chance, who is left, whether one is at 21.

        That nobody leaves comes first.
        """
        for gone in range(rivals + 1):
            stay = (1 - self._leaves) ** (rivals - gone)
            likely = comb(rivals, gone) * self._leaves**gone * stay
            bare = 1.0 if reached else (1 - EXACT) ** gone
            yield likely * bare, rivals - gone, reached
            if bare < 1:
                yield likely * (1 - bare), rivals - gone, True

    def _before(self, debt: int, rivals: int, reached: bool) -> float:
        """Return the chance before a throw."""
        if not rivals:
            return 0.0 if reached else 1.0
        key = max(debt, LOWEST), rivals, reached
        if key not in self._throws:
            self._throws[key] = self._best(*key)
        return self._throws[key]

    def _best(self, debt: int, rivals: int, reached: bool) -> float:
        """Solve v = max over totals of hit · (stays · v + rest) + Σ p(miss k) · after(debt + k)."""
        (stays, _, _), *others = self._round(rivals, reached)
        rest = sum(likely * self._before(debt, left, then) for likely, left, then in others)
        afters = [self.after(debt + gap, rivals, reached) for gap in range(1, LIMIT - debt + 1)]
        return max(
            (
                announcement.hit * rest
                + sum(p * worth for p, worth in zip(announcement.misses, afters, strict=False))
            )
            / (1 - announcement.hit * stays)
            for announcement in self._announcements
        )


@lru_cache(maxsize=64)
def year(dice: int, leaves: float) -> Year:
    return Year(dice, leaves)
