"""The installed games, and the parts of each.

A game is whatever is installed under the entry-point group `arcade.games`. Its parts (words, bots,
lesson, rules pages, catalogues) lie beside its rules, in modules and files of the same names
for every game: docs/adding-a-game.md.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar

from msgspec import Struct

from arcade.engine.errors import in_english
from arcade.engine.fence import GameBroken, Refusals, fence, guarded, tell
from arcade.engine.game import Game, Meta
from arcade.engine.news import phrase

Value = TypeVar("Value")

LONGEST = 5
"""The most words of a game's name that are looked at."""

IMPORT = "import"
"""How the import of a game, or of a part of one, is called among the calls into it."""


def printable(typed: str) -> str:
    """Return the beginning of what somebody has typed, without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in typed[:40])


class NoSuchGame(Exception):
    """No game has this name; `news` lists those there are."""

    def __init__(self, name: str) -> None:
        known = ", ".join(games())
        self.news = phrase(
            "There is no game {name}; there are: {known}", name=printable(name), known=known
        )
        super().__init__(name)

    def __str__(self) -> str:
        return in_english(self.news)


class LeftOut(Struct, frozen=True):
    """A game, or a part of one, that could not be imported: its entry point or module, and why."""

    name: str
    why: str
    traceback: str


_left_out: dict[str, LeftOut] = {}
_withdrawn: set[str] = set()


@cache
def installed() -> dict[str, Game]:
    """Return all games by key, sorted by name; one that cannot be imported is left out."""
    by_key: dict[str, Game] = {}
    for point in entry_points(group="arcade.games"):
        try:
            game: Game = guarded(point.name, IMPORT, point.load)
            guarded(point.name, IMPORT, _take, game, by_key)
            by_key[game.meta.key] = game
        except GameBroken as broken:
            _leave_out(point.value, broken)
    return dict(sorted(by_key.items(), key=lambda item: item[1].meta.name))


def _take(game: Game, known: Mapping[str, Game]) -> None:
    """Put a fence round a game; raises whatever shows that it is none."""
    if not isinstance(game.meta, Meta):
        raise TypeError(f"`meta` of {game!r} is no Meta")
    if missing := [name for name in _NEEDED if not hasattr(game, name)]:
        raise TypeError(f"{type(game).__name__} has no {', '.join(missing)}")
    if game.meta.key in known:
        raise ValueError(f"there are two games {game.meta.key!r}")
    fence(game, strict=not built_in(game))


_NEEDED = ("options", "state", "action", "setup", "to_act", "legal", "apply", "default", "view")


def _leave_out(name: str, broken: GameBroken) -> None:
    fault = broken.fault
    _left_out[name] = LeftOut(name, f"{fault.why} ({fault.where})", fault.traceback)


def left_out() -> tuple[LeftOut, ...]:
    """Return the parts that could not be imported, among those tried so far."""
    installed()
    return tuple(_left_out.values())


def games() -> dict[str, Game]:
    """Return the games that can be played, by key, sorted by name."""
    if not _withdrawn:
        return installed()
    return {key: game for key, game in installed().items() if key not in _withdrawn}


def withdraw(keys: Iterable[str]) -> None:
    """Begin no more games of these kinds, and of these alone; open tables go on."""
    _withdrawn.clear()
    _withdrawn.update(keys)


def first() -> Game:
    every = list(games().values()) or list(installed().values())
    return next((game for game in every if game.meta.first), every[0])


def find(key: str) -> Game:
    """Return the game with this key, also one that is withdrawn; raises `NoSuchGame`."""
    try:
        return installed()[key]
    except KeyError:
        raise NoSuchGame(key) from None


def named(text: str) -> Game:
    """Return the game with this key, name or alias, also a withdrawn one; raises `NoSuchGame`.

    Capitals, accents, blanks, hyphens and an article in front do not matter.
    """
    game = _by_word().get(_plain(text))
    return find(text) if game is None else game


def knows(text: str) -> bool:
    """Return whether a game has this key, name or alias."""
    try:
        return bool(named(text))
    except NoSuchGame:
        return False


def title(key: str) -> str:
    """Return a game's name; its key if the game is not here, or out of the lobby."""
    return games()[key].meta.name if key in games() else key


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
    """Return games by the words people type for them: keys before names before aliases."""
    by_word: dict[str, Game] = {}
    every = installed()
    for game in reversed(every.values()):
        by_word |= dict.fromkeys(map(_plain, game.meta.aliases), game)
    for game in reversed(every.values()):
        by_word[_plain(game.meta.name)] = game
    for key, game in every.items():
        by_word[_plain(key)] = game
    return by_word


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).casefold()
    words = re.sub(r"^\s*(?:the|le)\b", "", letters)
    return "".join(letter for letter in words if letter.isalnum())


def package(game: Game) -> str:
    """Return the name of the package of a game's parts; "" for a game of a single module."""
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


def function(game: Game, of: str, name: str, instead: Callable[..., Value]) -> Callable[..., Value]:
    """Return a function of a game's part; where it has none, or that fails, `instead` answers."""
    own: Callable[..., Value] | None = getattr(part(game, of), name, None)
    return instead if own is None else fail_safe(game, f"{of}.{name}", own, instead)


def fail_safe(
    game: Game,
    call: str,
    own: Callable[..., Value],
    instead: Callable[..., Value],
    says: Refusals = (),
) -> Callable[..., Value]:
    """Return a function that does without its own part where that fails."""

    def safe(*given: object) -> Value:
        try:
            return guarded(game.meta.key, call, own, *given, says=says)
        except GameBroken as broken:
            tell(broken.fault)
            return instead(*given)

    return safe


@cache
def _module(name: str) -> ModuleType | None:
    """Import a module; None if there is none, or it fails, which `left_out` then tells."""

    def module() -> ModuleType | None:
        return import_module(name) if find_spec(name) else None

    try:
        return guarded(name, IMPORT, module)
    except GameBroken as broken:
        _leave_out(name, broken)
        return None


def folder(game: Game) -> Traversable | None:
    """Return the folder of a game's pages and catalogues; None for a game of a single module."""
    home = package(game)
    return files(home) if home else None
