"""A game's options in words."""

from collections.abc import Mapping
from typing import Any

from arcade.club.words import Words
from arcade.engine.game import Game, Option


def value_text(words: Words, value: Any) -> str:
    """Write an option's value: yes, no, none, a number or its own word."""
    match value:
        case True:
            return words.t("yes")
        case False:
            return words.t("no")
        case None:
            return words.t("none")
        case _:
            return str(value)


def default(game: Game, option: Option) -> Any:
    """Give an option's default value."""
    return getattr(game.options(), option.name)


def chosen(words: Words, game: Game, values: Mapping[str, Any]) -> str:
    """Write the options that differ from the defaults, "Pot 11 · Throws at-most"; "" if none."""
    parts = [
        f"{words.t(option.label)} {value_text(words, values[option.name])}"
        for option in game.option_list
        if option.name in values and values[option.name] != default(game, option)
    ]
    return " · ".join(parts)
