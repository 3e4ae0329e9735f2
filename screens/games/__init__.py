"""One view per game: it draws the table and turns keys and clicks into actions.

Must not know: another game, or what is legal beyond the offers of the view.
"""

from functools import cache
from importlib import import_module
from types import ModuleType

from arcade.engine import registry
from screens.games.fence import fenced
from screens.games.generic import GenericView
from screens.games.view import THUMBNAIL, AnyView
from screens.terminal.rows import Row, fit


def view_class(key: str) -> type[AnyView]:
    """Return the view of a game: `VIEW` of its part `screen`, or of the package of its name here.

    A game without one, or whose own cannot be imported, is played through the generic text view.
    Raises `NoSuchGame`.
    """
    game = registry.find(key)
    module: ModuleType | None
    if registry.built_in(game):
        module = import_module(f"{__name__}.{registry.package(game).rpartition('.')[2]}")
    else:
        module = registry.part(game, "screen")
    game_view: type[AnyView] = getattr(module, "VIEW", GenericView)
    return fenced(game_view)


@cache
def small_picture(key: str) -> tuple[Row, ...]:
    """Draw what a game is about in three rows, each as broad as the largest of such pictures."""
    return tuple([fit(line, THUMBNAIL) for line in view_class(key).poster()])
