"""The installed games, and the parts of each.

A game is whatever is installed under the entry-point group `arcade.games`. Its parts (words, bots,
lesson, rules pages, catalogues) lie beside its rules, in modules and files of the same names
for every game: docs/adding-a-game.md.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType

from arcade.engine.errors import in_english
from arcade.engine.game import Game
from arcade.engine.news import told

LONGEST = 5
"""The most words of a game's name that are looked at."""


class NoSuchGame(Exception):
    """No game has this name; `news` lists those there are."""

    def __init__(self, name: str) -> None:
        shown = "".join(letter if letter.isprintable() else "?" for letter in name[:40])
        self.news = told(
            "There is no game {name}; there are: {known}", name=shown, known=", ".join(games())
        )
        super().__init__(name)

    def __str__(self) -> str:
        return in_english(self.news)


@cache
def games() -> dict[str, Game]:
    """Return all games by key, sorted by name."""
    found: list[Game] = [point.load() for point in entry_points(group="arcade.games")]
    return {game.meta.key: game for game in sorted(found, key=lambda game: game.meta.name)}


def first() -> Game:
    every = list(games().values())
    return next((game for game in every if game.meta.first), every[0])


def find(key: str) -> Game:
    """Return the game with this key; raises `NoSuchGame`."""
    try:
        return games()[key]
    except KeyError:
        raise NoSuchGame(key) from None


def named(text: str) -> Game:
    """Return the game with this key, name or alias; raises `NoSuchGame`.

    Capitals, accents, blanks, hyphens and an article in front do not matter.
    """
    game = _by_word().get(_plain(text))
    return find(text) if game is None else game


def leading(words: Sequence[str]) -> tuple[Game, Sequence[str]]:
    """Return the game that a line begins with, by its longest name, and the words after it.

    Raises `NoSuchGame`, which quotes the first word.
    """
    for count in range(min(len(words), LONGEST), 1, -1):
        game = _by_word().get(_plain(" ".join(words[:count])))
        if game is not None:
            return game, words[count:]
    return named(words[0] if words else ""), words[1:]


@cache
def _by_word() -> dict[str, Game]:
    """Return games by what people may type: keys come before names, names before aliases."""
    found: dict[str, Game] = {}
    for game in reversed(games().values()):
        found |= dict.fromkeys(map(_plain, game.meta.aliases), game)
    for game in reversed(games().values()):
        found[_plain(game.meta.name)] = game
    for key, game in games().items():
        found[_plain(key)] = game
    return found


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    words = re.sub(r"^\s*(?:the|le)\b", "", letters)
    return "".join(letter for letter in words if letter.isalnum())


def package(game: Game) -> str:
    """Return the name of the package a game's parts lie in; "" for a game of a single module."""
    module = type(game).__module__
    home, rules, _ = module.partition(".rules")
    return home if rules else import_module(module).__package__ or ""


def built_in(game: Game) -> bool:
    """Return whether a game comes with this program, not from another package."""
    return package(game).startswith("arcade.games.")


def part(game: Game, name: str) -> ModuleType | None:
    """Import a part of a game, such as "bots"; None if the game has none."""
    home = package(game)
    return _module(f"{home}.{name}") if home else None


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


def folder(game: Game) -> Traversable | None:
    """Return the folder of a game's pages and catalogues; None for a game of a single module."""
    home = package(game)
    return files(home) if home else None
