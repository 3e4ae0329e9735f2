"""Chance by injection: in a test, whatever the program draws at random follows from a seed.

`pytest --dice SEED` tries another one. The program has no switch that makes dice predictable.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from random import Random

from arcade.club import coaching
from arcade.club.deals import daily
from arcade.club.duels import duels
from arcade.club.people import accounts, devices
from arcade.rooms import directory, host, timers

DRAWING = (coaching, daily, devices, directory, duels, host, accounts, timers)
"""The modules that draw."""


class _Secrets:
    """What a module asks of `secrets`, from a seed; most tests never ask."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    @cached_property
    def _source(self) -> Random:
        return Random(self._seed)

    def token_bytes(self, number: int) -> bytes:
        return self._source.randbytes(number)

    def randbelow(self, bound: int) -> int:
        return self._source.randrange(bound)


@contextmanager
def fixed(seed: str) -> Iterator[None]:
    """Let the draws of each module follow from a seed, whatever the others draw meanwhile."""
    real = [vars(module)["secrets"] for module in DRAWING]
    for module in DRAWING:
        vars(module)["secrets"] = _Secrets(f"{seed} {module.__name__}")
    try:
        yield
    finally:
        for module, kept in zip(DRAWING, real, strict=True):
            vars(module)["secrets"] = kept


def unfix() -> None:
    """Draw at random in this process: several that were forked of one must not draw the same."""
    for module in DRAWING:
        vars(module)["secrets"] = secrets
