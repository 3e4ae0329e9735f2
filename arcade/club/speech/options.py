"""A game's options in words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from arcade.club.i18n.words import Words
from arcade.engine import registry
from arcade.engine.game import Game, Option
from arcade.engine.words import N_

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "aces-first": N_("aces first"),
        "all-but-one": N_("all but one"),
        "at-most": N_("at most as many"),
        "belle": N_("la belle"),
        "by-first-die": N_("by the first die"),
        "by-manche": N_("by manche"),
        "carry": N_("carried over"),
        "charge-decharge": N_("charge, then décharge"),
        "choice": N_("the attacker's choice"),
        "equal": N_("shared out equally"),
        "exact": N_("as many as the leader"),
        "fewer-throws": N_("fewer rolls win"),
        "first-out": N_("when somebody has none left"),
        "flat2": N_("two tokens"),
        "le-bon": N_("le bon"),
        "last-loaded": N_("when somebody holds them all"),
        "killer": N_("Killer"),
        "manche": N_("a single round"),
        "min2": N_("two at least"),
        "next": N_("the next player"),
        "one": N_("one token"),
        "original": N_("Original"),
        "parity": N_("by odd and even"),
        "plus2": N_("two more"),
        "preset": N_("as the rules say"),
        "share": N_("shared"),
        "source": N_("the usual"),
        "split": N_("shared"),
        "survivor": N_("Survivor"),
        "stake": N_("what the round is worth"),
        "thirty": N_("always 30"),
        "maison": N_("house rules"),
    }
)
"""The values whose own word is for programs; the others speak for themselves, or are a game's
own and in the `VALUES` of its words."""


def value_text(words: Words, value: Any) -> str:
    """Return an option's value as text: yes, no, none, a number, its name or its own word."""
    match value:
        case True:
            return words.t("yes")
        case False:
            return words.t("no")
        case None:
            return words.t("none")
        case _:
            return words.t(NAMES.get(value) or _own_name(value))


def _own_name(value: Any) -> str:
    """Return what the one game that has this value calls it; by default, the value itself."""
    for game in registry.games().values():
        own: Mapping[Any, str] = getattr(registry.part(game, "words"), "VALUES", {})
        if value in own:
            return own[value]
    return str(value)


def filled(game: Game, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what options that leave it to others come to, where the game's words tell."""
    nothing: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda _: {}  # noqa: E731
    meant = registry.function(game, "words", "filled", nothing)(values)
    return {
        option.name: meant[option.name]
        for option in game.option_list
        if option.name in meant and values[option.name] == default(game, option)
    }


def default(game: Game, option: Option) -> Any:
    return getattr(game.options(), option.name)


def matters(option: Option, values: Mapping[str, Any]) -> bool:
    """Return whether an option changes anything at a table with these options and `seats`."""
    return all(values[name] in some for name, some in option.only.items())


def chosen(words: Words, game: Game, values: Mapping[str, Any]) -> str:
    """Return the options that differ from the defaults, "Pot 11 · Throws at-most"; "" if none."""
    parts = [
        f"{words.t(option.label)} {value_text(words, values[option.name])}"
        for option in game.option_list
        if option.name in values and values[option.name] != default(game, option)
    ]
    return " · ".join(parts)


class Setting(NamedTuple):
    """An option of a table in words, and whether its value differs from the default."""

    label: str
    value: str
    differs: bool


def settings(words: Words, game: Game, values: Mapping[str, Any], seats: int) -> list[Setting]:
    """List the options that matter at a table of so many seats."""
    usual = {option.name: default(game, option) for option in game.option_list}
    known = {**usual, **values, "seats": seats}
    shown = {**known, **filled(game, known)}
    return [
        Setting(
            words.t(option.label),
            value_text(words, shown[option.name]),
            known[option.name] != usual[option.name],
        )
        for option in game.option_list
        if matters(option, known)
    ]
