"""A new table from one typed line: `GAME 3 goal=40 bots=expert private`.

Must not know: what an option means.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from arcade.club.i18n.words import Words
from arcade.club.operations import OPERATIONS
from arcade.club.views import TABLE_OPTIONS, USUAL
from arcade.engine import registry
from arcade.engine.options import allowed
from arcade.engine.registry import NoSuchGame
from arcade.rooms.errors import Refused, refused

_PLAIN: Mapping[str, Any] = {"true": True, "yes": True, "false": False, "no": False, "none": None}


def split_game(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the key of the game that words begin with, and the other words; raises `Refused`."""
    try:
        game, rest = registry.leading(words)
    except NoSuchGame as error:
        raise Refused(error.news) from None
    return game.meta.key, rest


def read(line: str) -> Struct:
    """Read a line; raises `Refused`."""
    game, rest = split_game(line.split())
    seats, private = 0, False
    options: dict[str, Any] = {}
    rules: dict[str, Any] = {"pace": USUAL.pace}
    own = {option.name: option.values for option in registry.find(game).option_list}
    allowed_words = own | {option.name: option.values for option in TABLE_OPTIONS}
    for word in rest:
        name, equals, value = word.partition("=")
        if equals:
            literal = value in allowed_words.get(name, ())
            (options if name in own else rules)[name] = value if literal else _value(value)
        elif word.isdecimal() and len(word) < 3:
            seats = int(word)
        elif word == "private":
            private = True
        else:
            raise refused("Write {word}=value, a number of seats, or private.", word=word)
    return OPERATIONS["create"].arguments(game, options, seats, private, rules)


def options_text(words: Words, line: str) -> str:
    """Return every option of the game a line begins with and of a table, with its values."""
    game, _ = split_game([word for word in line.split() if word != "?"])
    return "\n".join(
        words.t("{name}: {choice}", name=option.name, choice=words.t(option.help))
        + " "
        + words.t("Choices: {known}.", known=words.say(allowed(option)))
        for option in (*registry.find(game).option_list, *TABLE_OPTIONS)
    )


def _value(text: str) -> Any:
    if text.lower() in _PLAIN:
        return _PLAIN[text.lower()]
    return int(text) if text.isdecimal() and len(text) < 7 else text
