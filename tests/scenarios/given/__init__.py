"""States in the middle of a game, for scenario files and tests."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from arcade.engine.game import Game
from arcade.engine.registry import built_in, package, part
from tests.scenarios.given.fields import with_plain


def arrange(game: Game, state: Any, fields: Mapping[str, Any]) -> Any:
    """Replace fields of a fresh state by plain JSON values, and derive those that follow.

    A game that derives any has a function `build(state, fields)` in a module of this package, or,
    if it comes from another distribution, in its own part `given`. Raises
    `msgspec.ValidationError`.
    """
    if built_in(game):
        return import_module(f"{__name__}.{package(game).rpartition('.')[2]}").build(state, fields)
    module = part(game, "given")
    return with_plain(state, fields) if module is None else module.build(state, fields)
