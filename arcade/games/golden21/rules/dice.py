"""The arithmetic of dice: sums and their chances, bands and bonus, gifts and runs.

Screens and bots use these too.
"""

from collections.abc import Sequence
from functools import lru_cache

MOST_GOLDEN = 5
FIRST_GOLDEN = 2


@lru_cache(maxsize=256)
def ways(n: int) -> tuple[int, ...]:
    """Count the throws of `n` dice by sum: entry i counts those with the sum n + i."""
    if n == 0:
        return (1,)
    fewer = ways(n - 1)
    return tuple(sum(fewer[max(0, i - 5) : i + 1]) for i in range(5 * n + 1))


@lru_cache(maxsize=256)
def distribution(n: int) -> dict[int, float]:
    """Return the chance of every sum of `n` dice, n to 6n; the chances add up to one."""
    return {n + i: count / 6**n for i, count in enumerate(ways(n))}


def mean(n: int) -> tuple[int, ...]:
    """Return the sums that earn nothing: one for an even number of dice, two for an odd one."""
    return (7 * n // 2,) if n % 2 == 0 else (7 * n // 2, 7 * n // 2 + 1)


def band(n: int, announced: int) -> int:
    """Return an announcement's band: ⌊|2·announced − 7n| / 2⌋, 0 at the mean (page, *Bonus*)."""
    return abs(2 * announced - 7 * n) // 2


def bonus(n: int, announced: int) -> int:
    """Return the points for hitting an announcement with `n` dice: n × its band."""
    return n * band(n, announced)


def gifts_of(dice: Sequence[int]) -> int:
    """Count the crisis dice a throw lets one give: dice less distinct faces."""
    return len(dice) - len(set(dice))


def run_of(dice: Sequence[int]) -> int:
    """Return the length of the longest run of faces in a throw: 1-3-4-5-5 has one of three."""
    return _longest(frozenset(dice))


def golden_of(dice: Sequence[int]) -> int:
    """Count the golden dice a throw adds: a run of 3 → 1, 4 → 2, 5 or 6 → 3."""
    return _ADDED[run_of(dice)]


_ADDED = (0, 0, 0, 1, 2, 3, 3)
"""The golden dice added by the length of a run."""


@lru_cache(maxsize=64)
def _longest(faces: frozenset[int]) -> int:
    longest = length = 0
    for face in range(1, 7):
        length = length + 1 if face in faces else 0
        longest = max(longest, length)
    return longest
