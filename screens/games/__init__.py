"""One view per game: a picture of its table, keys and mouse to act.

Must not know: another game, or what is legal beyond the offers of the view.
"""

from arcade.engine import registry
from arcade.engine.plugins import part
from screens.games import generic
from screens.games.view import GameView


def view_class(key: str) -> type[GameView]:
    """Give the view of a game: `VIEW` of its part `screen`, the module here named like its own.

    A game without one is played through the generic text view. Raises `NoSuchGame`.
    """
    found: type[GameView] = (part(registry.find(key), __name__, "screen") or generic).VIEW
    return found
