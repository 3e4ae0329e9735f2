"""A new table from one typed line: `GAME 3 goal=40 bots=expert private`.

Options and values are read as the form of the screens names them, in the reader's language and in
English.

Must not know: what an option means.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from arcade.club.i18n.words import SOURCE, Words
from arcade.club.operations.lobby import OpenTable
from arcade.club.speech.options import value_text
from arcade.club.views import TABLE_OPTIONS
from arcade.engine import registry
from arcade.engine.game import Game, Option
from arcade.engine.registry import NoSuchGame
from arcade.engine.words import N_, folded
from arcade.rooms.errors import Refused, refused

Item = TypeVar("Item")

_PRIVATE = N_("private")
_TYPED: Mapping[str, object] = {
    "true": True,
    "yes": True,
    "false": False,
    "no": False,
    "none": None,
}
_ENGLISH = Words(SOURCE)


def split_game(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the key of the game that the words begin with, and the rest; raises `Refused`."""
    try:
        game, rest = registry.leading(words)
    except NoSuchGame as error:
        raise Refused(error.news) from None
    return game.meta.key, rest


def read(words: Words, line: str) -> OpenTable:
    """Read a line; raises `Refused`."""
    key, rest = split_game(line.split())
    game = registry.find(key)
    seats, private = 0, False
    options: dict[str, object] = {}
    rules: dict[str, object] = {}
    for word in rest:
        name, equals, typed = word.partition("=")
        if equals:
            option = _named(words, game, name)
            chosen = options if option in game.option_list else rules
            chosen[option.name] = _value(words, option, name, typed)
        elif word.isdecimal() and len(word) < 3:
            seats = int(word)
        elif folded(word) in (_PRIVATE, folded(words.t(_PRIVATE))):
            private = True
        else:
            raise refused(
                "Write {word}=value, a number of seats, or {private}.",
                word=word,
                private=words.t(_PRIVATE),
            )
    return OpenTable(key, options, seats, private, rules)


def options_text(words: Words, line: str) -> str:
    """Return every option of the named game and of a table, with its values."""
    key, _ = split_game([word for word in line.split() if word != "?"])
    options = (*registry.find(key).option_list, *TABLE_OPTIONS)
    return "\n".join(
        words.t(
            "{name}: {choice}", name=_dashed(words.t(option.label)), choice=words.t(option.help)
        )
        + " "
        + words.t("Choices: {known}.", known=_allowed(words, option))
        for option in options
    )


def _named(words: Words, game: Game, typed: str) -> Option:
    """Return the option with this name, or this label in either language; raises `Refused`."""
    every = (*game.option_list, *TABLE_OPTIONS)
    called = [
        (option, _forms([option.name, _ENGLISH.t(option.label), words.t(option.label)]))
        for option in every
    ]
    option: Option | None = _meant(typed, called) or _with_word(typed, called)
    if option is None:
        raise refused(
            "{game} has no option {name}; it has: {known}.",
            game=game.meta.name,
            name=words.t("“{word}”", word=typed),
            known=", ".join(_dashed(words.t(option.label)) for option in every),
        )
    return option


def _with_word(typed: str, called: Sequence[tuple[Option, Collection[str]]]) -> Option | None:
    """Return the only option with this word in its name, as `robots` in `force-des-robots`."""
    word = folded(typed)
    meant = [
        option
        for option, names in called
        if any(word in re.split(r"[-_ ]", name) for name in names)
    ]
    return meant[0] if len(meant) == 1 else None


def _value(words: Words, option: Option, name: str, typed: str) -> object:
    """Return the typed value of an option; raises `Refused`."""
    values: Iterable[object] = option.values or ((None,) if option.nullable else ())
    called = [
        (
            (value,),
            _forms(
                [
                    str(value),
                    *(word for word, meant in _TYPED.items() if meant is value),
                    *(value_text(language, option, value) for language in (_ENGLISH, words)),
                ]
            ),
        )
        for value in values
    ]
    number = int(typed) if typed.isdecimal() and len(typed) < 10 else None
    if (chosen := _meant(typed, called)) is not None:
        return chosen[0]
    if number is not None and not option.values and option.low <= number <= option.high:
        return number
    raise refused(
        "{name} cannot be {value}; it can be {known}.",
        name=name,
        value=typed,
        known=_allowed(words, option),
    )


def _meant(typed: str, called: Sequence[tuple[Item, Sequence[str]]]) -> Item | None:
    """Return the item with this name, or the only one whose name begins with it; else None."""
    wanted = _dashed(folded(typed))
    for what, forms in called:
        if wanted in forms:
            return what
    begun = [what for what, forms in called if any(form.startswith(wanted) for form in forms)]
    return begun[0] if len(begun) == 1 and wanted else None


def _forms(names: Iterable[str]) -> list[str]:
    return [_dashed(folded(name)) for name in names]


def _dashed(text: str) -> str:
    """Return a text as one word that can be typed."""
    return re.sub(r"[^\w%+]+", "-", text.lower().replace("_", "-")).strip("-")


def _allowed(words: Words, option: Option) -> str:
    if option.values:
        return ", ".join(_dashed(value_text(words, option, value)) for value in option.values)
    span = {"low": option.low, "high": option.high}
    if not option.nullable:
        return words.t("a whole number from {low} to {high}", **span)
    none = _dashed(value_text(words, option, None))
    return words.t("a whole number from {low} to {high}, or {none}", none=none, **span)
