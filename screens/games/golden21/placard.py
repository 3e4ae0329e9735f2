"""The large picture of the game on a page: how often two dice make each sum."""

from screens.terminal.rows import Row, pad, row

_SUMS = range(4, 11)
_AIM = 7
_COLUMN = 6
_ROWS = 6
_SHARES = " ▁▂▃▄▅▆▇█"


def placard() -> list[Row]:
    """Draw a column for each sum, as high as it is frequent; the announced one is lit."""
    rows = [
        row(
            *(
                (pad(_SHARES[_eighths(made, below)] * (_COLUMN - 1), _COLUMN), _tone(made))
                for made in _SUMS
            )
        )
        for below in reversed(range(_ROWS))
    ]
    names = (
        (pad(str(made), _COLUMN - 1, "center") + " ", "gold" if made == _AIM else "dim")
        for made in _SUMS
    )
    return [*rows, row(*names)]


def _eighths(made: int, below: int) -> int:
    """Return how much of a row is filled that has `below` rows under it."""
    ways = 6 - abs(made - _AIM)
    return max(0, min(8, 8 * (ways - below)))


def _tone(made: int) -> str:
    return "gold" if made == _AIM else "dim"
