"""The registered games, and where their recorded examples lie.

Only those that load: one that is broken must not hide the others from their tests.

`tests/laws/test_registry.py` holds that none is missing here.
"""

from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from arcade.engine.game import Game
from arcade.engine.registry import built_in, folder

TESTS = Path(__file__).parent


@cache
def registered() -> dict[str, Game]:
    """Return every registered game whose module can be imported, by key."""
    games: dict[str, Game] = {}
    for point in entry_points(group="arcade.games"):
        try:
            games[point.name] = point.load()
        except ImportError:
            continue
    return games


def scenarios(game: Game) -> Path:
    """Return the folder of a game's scenarios; a game from elsewhere has it beside its rules."""
    own = TESTS / "scenarios" / game.meta.key
    return own if built_in(game) else Path(str(folder(game))) / "scenarios"


def playthrough(game: Game) -> Path:
    """Return the file of a game's playthrough; a game from elsewhere has it beside its rules."""
    own = TESTS / "playthroughs" / f"{game.meta.key}.txt"
    return own if built_in(game) else Path(str(folder(game))) / "playthrough.txt"
