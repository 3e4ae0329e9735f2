"""Values by seat, and seats round a table."""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Give the values, one a seat, with that of one seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Give all seats in order, the one on the left of `after` first, `after` itself last."""
    return tuple((after + step) % seats for step in range(1, seats + 1))
