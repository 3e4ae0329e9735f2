"""Values by seat, and seats round a table."""

from functools import cache
from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the values with one seat's replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Return all seats, from the one left of `after` to `after` itself."""
    return (*range(after + 1, seats), *range(after + 1))
