"""A new table from one typed line: `421 3 pot=11 bots=expert private`.

Must not know: what an option means.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from arcade.club.i18n.words import Words
from arcade.club.views import TABLE_OPTIONS, TableRules
from arcade.engine import registry
from arcade.engine.options import allowed
from arcade.engine.registry import NoSuchGame
from arcade.rooms import table_rules
from arcade.rooms.errors import Refused, refused

_PLAIN: Mapping[str, Any] = {"true": True, "yes": True, "false": False, "no": False, "none": None}


class Wish(Struct, frozen=True):
    """The table somebody wishes; `asked` is whether they only ask what could be chosen."""

    game: str
    seats: int = 0
    options: Mapping[str, Any] = {}
    table: TableRules = TableRules()
    private: bool = False
    asked: bool = False


def game_key(word: str) -> str:
    """Give the key of a game from what somebody calls it; raises `Refused`."""
    key, _ = split_game(word.split(), whole=True)
    return key


def split_game(words: Sequence[str], whole: bool = False) -> tuple[str, Sequence[str]]:
    """Give the key of the game that words begin with (`whole`: are), and the others.

    Raises `Refused`.
    """
    try:
        game, rest = (registry.named(" ".join(words)), ()) if whole else registry.leading(words)
    except NoSuchGame as error:
        raise Refused(error.news) from None
    return game.meta.key, rest


def read(line: str) -> Wish:
    """Read a line; raises `Refused`, or `BadOptions` naming what is allowed."""
    words = line.split()
    asked = "?" in words
    game, rest = split_game([word for word in words if word != "?"])
    seats, private = 0, False
    options: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    own = {option.name for option in registry.find(game).option_list}
    for word in rest:
        name, equals, value = word.partition("=")
        if equals:
            (options if name in own else rules)[name] = _value(value)
        elif word.isdecimal() and len(word) < 3:
            seats = int(word)
        elif word == "private":
            private = True
        else:
            raise refused("Write {word}=value, a number of seats, or private.", word=word)
    return Wish(game, seats, options, table_rules.read(rules), private, asked)


def options_text(words: Words, game: str) -> Iterator[str]:
    """Tell every option of a game and of a table, with what it may be."""
    for option in (*registry.find(game).option_list, *TABLE_OPTIONS):
        yield f"{option.name}: {words.t(option.help)} [{words.say(allowed(option))}]"


def _value(text: str) -> Any:
    if text.lower() in _PLAIN:
        return _PLAIN[text.lower()]
    return int(text) if text.isdecimal() and len(text) < 7 else text
