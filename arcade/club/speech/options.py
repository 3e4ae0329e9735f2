"""The options of a game, and the rules of a table, in words."""

from collections.abc import Mapping

from arcade.club.i18n.words import Words
from arcade.club.speech.clock import minutes_text
from arcade.club.views import TABLE_OPTIONS, TableOption, TableRules
from arcade.engine import registry
from arcade.engine.game import Game, Option


def value_text(words: Words, option: Option, value: object) -> str:
    """Return an option's value as text: its name, yes, no, none, a time, a number, its own word."""
    if name := option.names.get(value):
        return words.t(name)
    unit = option.unit if isinstance(option, TableOption) else ""
    match value, unit:
        case True, _:
            return words.t("yes")
        case False, _:
            return words.t("no")
        case None, _:
            return words.t("none")
        case int(), "seconds":
            return minutes_text(value)
        case int(), "days":
            return words.nt("{n} day per move", "{n} days per move", value)
        case _:
            return words.t(str(value))


def filled(game: Game, values: Mapping[str, object]) -> Mapping[str, object]:
    """Return the values of options that others decide, where the game's words say so."""
    meant = registry.function(game, "words", "filled", _nothing)(values)
    return {
        option.name: meant[option.name]
        for option in game.option_list
        if option.name in meant and values[option.name] == default(game, option)
    }


def _nothing(_: Mapping[str, object]) -> Mapping[str, object]:
    return {}


def default(game: Game, option: Option) -> object:
    return getattr(game.options(), option.name)


def matters(option: Option, values: Mapping[str, object]) -> bool:
    """Return whether an option changes anything at a table with these options and `seats`."""
    return all(values[name] in allowed for name, allowed in option.only.items())


def chosen(words: Words, game: Game, values: Mapping[str, object]) -> str:
    """Return the options that differ from the defaults, "Pot 11 · Throws at-most"; "" if none."""
    parts = [
        f"{words.t(option.label)} {value_text(words, option, values[option.name])}"
        for option in game.option_list
        if option.name in values and values[option.name] != default(game, option)
    ]
    return " · ".join(parts)


def rules_text(words: Words, rules: TableRules, local: bool = False) -> str:
    """Return a table's rules in a line: time to think, then what the other rules mention."""
    parts = [_time_text(words, rules)]
    for option in TABLE_OPTIONS:
        value = getattr(rules, option.name)
        if value in option.mentions and not (local and option.among_strangers):
            mention = option.mentions[value]
            parts.append(words.t(mention, value=value_text(words, option, value)))
    return " · ".join(parts)


def _time_text(words: Words, rules: TableRules) -> str:
    t = words.t
    if rules.days:
        return words.nt("{n} day per move", "{n} days per move", rules.days)
    if not rules.turn:
        return t("no clock")
    turn, reserve = minutes_text(rules.turn), minutes_text(rules.reserve)
    if rules.reserve:
        return t("{turn} per turn + {reserve} reserve", turn=turn, reserve=reserve)
    return t("{turn} per turn", turn=turn)


def watching_mark(words: Words, rules: TableRules) -> str:
    """Return in two or three words what spectators see; "" for the default."""
    match rules.watching:
        case "late":
            return words.t("◉ 3 moves late")
        case "hands":
            return words.t("◉ hands afterwards")
        case _:
            return ""
