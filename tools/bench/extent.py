"""How much is measured, and how figures are named."""

from collections.abc import Sequence

from msgspec import Struct

Figures = dict[str, float]


class Extent(Struct, frozen=True):
    """How much is measured: numbers of sessions, and seconds of looking."""

    sessions: int
    keys: tuple[int, ...]
    watchers: tuple[int, ...]
    tables: int
    players: int
    looking: int
    idle: int
    storm: int
    seconds: float
    house: float = 0.0
    """Seconds of a full house; 0: as long as the rest."""


QUICK = Extent(100, (1, 40), (10, 100), 3, 4, 40, 20, 20, 3.0)
FULL = Extent(200, (1, 50, 200, 300), (10, 100, 1000, 3000), 50, 6, 2000, 500, 200, 20.0)


def quantiles(seconds: Sequence[float], shares: Sequence[float] = (0.5, 0.99)) -> tuple[float, ...]:
    """Return quantiles in milliseconds: the median and the 99th percentile."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return tuple(ordered[min(last, int(len(ordered) * share))] * 1000 for share in shares)
