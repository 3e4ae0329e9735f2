"""One view per game: a picture of its table, keys and mouse to act.

Must not know: another game, or what is legal beyond the offers of the view.
"""

from importlib import import_module
from importlib.util import find_spec

from arcade.engine import registry
from screens.games.view import GameView


def view_class(key: str) -> type[GameView]:
    """Give the view of a game: `VIEW` of the module here that is named like the game's own.

    A game without one is played through the generic text view. Raises `NoSuchGame`.
    """
    module = type(registry.find(key)).__module__.removeprefix("arcade.games.").split(".")[0]
    name = f"screens.games.{module}"
    found: type[GameView] = import_module(name if find_spec(name) else "screens.games.generic").VIEW
    return found
