"""Gives `table` every table, and `game` every registered game."""

import pytest

from tests.laws.tables import playable
from tests.registered import registered


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Name the cases by the game's key first, so that `-k <key>` selects a game."""
    if "table" in metafunc.fixturenames:
        # Table after table, so that a worker plays the games of a few tables, not of all.
        metafunc.parametrize("table", playable(), ids=str, scope="session")
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", registered().values(), ids=registered())
