"""Chance by injection: in a test, whatever the program draws at random follows from a seed.

`pytest --dice SEED` tries another one. The program has no switch that makes dice predictable.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace

from arcade.club import coaching, daily
from arcade.club.people import accounts, devices
from arcade.rooms import directory, host, timers

DRAWING = (coaching, daily, devices, directory, host, accounts, timers)
"""The modules that draw."""


@contextmanager
def fixed(seed: str) -> Iterator[None]:
    """Let the draws of each module follow from a seed, whatever the others draw meanwhile."""
    real = [vars(module)["secrets"] for module in DRAWING]
    for module in DRAWING:
        source = Random(f"{seed} {module.__name__}")
        drawn = SimpleNamespace(token_bytes=source.randbytes, randbelow=source.randrange)
        vars(module)["secrets"] = drawn
    try:
        yield
    finally:
        for module, kept in zip(DRAWING, real, strict=True):
            vars(module)["secrets"] = kept
