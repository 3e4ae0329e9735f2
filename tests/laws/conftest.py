"""Gives `table` every table, a game's after each other, and `game` every registered game."""

import pytest

from tests.laws.tables import by_game, playable
from tests.registered import registered


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Name the cases by the game's key first, so that `-k <key>` selects a game."""
    if "table" in metafunc.fixturenames:
        # Game after game, so that a worker plays at the tables of a few games, not of all.
        tables = by_game(playable())
        metafunc.parametrize("table", tables.values(), ids=tables, scope="session")
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", registered().values(), ids=registered())


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Try a test at each table of a game, and name those at which it fails.

    Two thousand tests of a millisecond each would cost several times that.
    """
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    tables = given.get("table")
    if not isinstance(tables, tuple):
        return None
    failures = []
    for table in tables:
        try:
            pyfuncitem.obj(**{**given, "table": table})
        except Exception as error:
            error.add_note(f"at {table}")
            failures.append(error)
    if failures:
        raise ExceptionGroup(f"at {len(failures)} of {len(tables)} tables", failures)
    return True
