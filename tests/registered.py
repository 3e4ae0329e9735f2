"""The registered games that load: one that is broken must not hide the others from their tests.

`tests/laws/test_registry.py` holds that none is missing here.
"""

from functools import cache
from importlib.metadata import entry_points

from arcade.engine.game import Game


@cache
def registered() -> dict[str, Game]:
    """Give every registered game whose module can be imported, by key."""
    found: dict[str, Game] = {}
    for point in entry_points(group="arcade.games"):
        try:
            found[point.name] = point.load()
        except ImportError:
            continue
    return found
