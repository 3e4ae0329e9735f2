"""The registered games, and where their recorded examples lie.

Only those that load: one that is broken must not hide the others from their tests.

`tests/laws/test_registry.py` holds that none is missing here.
"""

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from arcade.engine.game import Game
from arcade.engine.plugins import folder

TESTS = Path(__file__).parent


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


def scenarios(game: Game) -> Path:
    """Give the folder of a game's scenario files; a game from elsewhere has it beside its rules."""
    own = folder(game)
    return Path(str(own)) / "scenarios" if own else TESTS / "scenarios" / game.meta.key


def playthrough(game: Game) -> Path:
    """Give the file of a game's playthrough; a game from elsewhere has it beside its rules."""
    own = folder(game)
    key = game.meta.key
    return Path(str(own)) / "playthrough.txt" if own else TESTS / "playthroughs" / f"{key}.txt"
