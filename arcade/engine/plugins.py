"""Where a game's parts lie that are not its rules: bots, lesson, picture, sentences, French.

A game of the house has each where its kind lives, in a module named like its own. A game of any
other package has them all beside its rules (docs/adding-a-game.md).
"""

from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType

from arcade.engine.game import Game

HOUSE = "arcade.games."


def part(game: Game, home: str, name: str) -> ModuleType | None:
    """Import a part of a game, None where it has none.

    It is the module of package `home` that is named like the game's own, or, of a game that came
    from elsewhere, the module `name` of that game's package.
    """
    own = type(game).__module__
    if own.startswith(HOUSE):
        found = f"{home}.{own.removeprefix(HOUSE).split('.')[0]}"
    else:
        package = _package(game)
        found = f"{package}.{name}" if package else ""
    return import_module(found) if found and find_spec(found) else None


def folder(game: Game) -> Traversable | None:
    """Give the folder of a game that came from elsewhere; None of one of the house."""
    package = "" if type(game).__module__.startswith(HOUSE) else _package(game)
    return files(package) if package else None


def _package(game: Game) -> str:
    """Name the package a game's class is defined in; "" where it is a module by itself."""
    return import_module(type(game).__module__).__package__ or ""
