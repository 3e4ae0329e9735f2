"""The options of Trente, and the presets."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from arcade.engine import N_, Option, option_list

# Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A preset, and what departs from it: "preset" and None stand for what the preset says."""

    preset: Literal["maison", "trente-douze"] = "maison"
    threshold: Literal["preset", "thirty", "by-first-die"] = "preset"
    target: Literal["preset", "parity", "by-manche", "next", "choice"] = "preset"
    manches: int | None = None
    ante: int | None = None


class Rules(Struct, frozen=True):
    """The options in force, with the preset filled in; `ante` in chips a seat."""

    threshold: Literal["thirty", "by-first-die"]
    target: Literal["parity", "by-manche", "next", "choice"]
    manches: int
    ante: int


PRESETS: Mapping[str, Rules] = {
    "maison": Rules("thirty", "parity", 1, 1),
    "trente-douze": Rules("by-first-die", "by-manche", 3, 0),
}

STYLES: Mapping[str, Mapping[str, object]] = {"spicy": {"preset": "trente-douze"}}

OPTION_LIST = option_list(
    Options,
    Option(
        "preset",
        N_("Rules"),
        N_("Which rules are played; the options below may differ from them."),
        names={"maison": N_("house rules"), "trente-douze": N_("Trente-douze")},
        value_help={
            "maison": N_("Always 30; even strikes right, odd left; one manche for one chip."),
            "trente-douze": N_("30 or 12 by the first die; three manches, each with its target."),
        },
    ),
    Option(
        "threshold",
        N_("Threshold"),
        N_("What the six dice have to reach."),
        names={
            "preset": N_("as the rules say"),
            "thirty": N_("always 30"),
            "by-first-die": N_("by the first die"),
        },
        value_help={
            "preset": N_("As the rules chosen above say."),
            "thirty": N_("Always 30 or more."),
            "by-first-die": N_("First die kept 1 to 3: 12 or less; 4 to 6: 30 or more."),
        },
    ),
    Option(
        "target",
        N_("Target"),
        N_("Whom an attack strikes."),
        names={
            "preset": N_("as the rules say"),
            "parity": N_("by odd and even"),
            "by-manche": N_("by manche"),
            "next": N_("the next player"),
            "choice": N_("the attacker's choice"),
        },
        value_help={
            "preset": N_("As the rules chosen above say."),
            "parity": N_("An even level strikes the right neighbour, an odd one the left."),
            "by-manche": N_(
                "Manche 1: the next player; 2: the previous one; later, and the last: your choice."
            ),
            "next": N_("Always the next living player, to the left."),
            "choice": N_("Always a living player of the attacker's choice."),
        },
    ),
    Option(
        "manches",
        N_("Manches"),
        N_("How many manches make up a game."),
        low=1,
        high=9,
        nullable=True,
        names={None: N_("as the rules say")},
    ),
    Option(
        "ante",
        N_("Ante"),
        N_("Chips each player puts in the pot."),
        low=0,
        high=100,
        nullable=True,
        names={None: N_("as the rules say")},
    ),
)


def rules_of(options: Options) -> Rules:
    """Fill in the preset's value wherever an option leaves it to the preset."""
    preset = PRESETS[options.preset]
    return Rules(
        preset.threshold if options.threshold == "preset" else options.threshold,
        preset.target if options.target == "preset" else options.target,
        preset.manches if options.manches is None else options.manches,
        preset.ante if options.ante is None else options.ante,
    )


LOW, HIGH = 12, 30
"""Reach 12 or less, or 30 or more."""


def opening(rules: Rules) -> int | None:
    """Return the threshold before any die is kept."""
    return HIGH if rules.threshold == "thirty" else None


def is_low(die: int) -> bool:
    """Return whether a first die set aside makes the threshold 12."""
    return die <= 3


def excess(total: int, threshold: int) -> int:
    """Return by how many points a sum beats the threshold; below zero it misses it."""
    return total - threshold if threshold == HIGH else threshold - total
