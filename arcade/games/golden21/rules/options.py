"""The options of The Golden 21: a variant, its length, and the spice rules."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from arcade.engine import N_, Option, option_list

Variant = Literal["original", "killer", "survivor"]


class Options(Struct, frozen=True):
    """The page's options; every spice rule is off by default.

    The page gives no default for `years` and `kills_to_win`: five years is the source's example
    of a contract, three kills is ours.
    """

    variant: Variant = "original"
    years: int = 5
    specific_rules: bool = True
    expert: bool = False
    kills_to_win: int = 3
    exposed_21: bool = False
    teams: bool = False
    collection: bool = False
    free_throw: bool = False
    forfeits: bool = False
    slippery: bool = False


_ORIGINAL = {"variant": ("original",)}
_SPECIFIC = {"specific_rules": (True,)}

STYLES: Mapping[str, Mapping[str, object]] = {
    "quick": {"years": 2, "specific_rules": False},
    "spicy": {"exposed_21": True, "free_throw": True, "forfeits": True, "slippery": True},
}

OPTION_LIST = option_list(
    Options,
    Option(
        "variant",
        N_("Variant"),
        N_("What the traders play for."),
        names={"original": N_("Original"), "killer": N_("Killer"), "survivor": N_("Survivor")},
        value_help={
            "original": N_("A contract of some years; the lowest final debt wins."),
            "killer": N_("The first trader with enough kills wins at once."),
            "survivor": N_("A killed trader is out for good; best with five or more traders."),
        },
    ),
    Option("years", N_("Years"), N_("Length of the contract."), low=1, high=20, only=_ORIGINAL),
    Option(
        "specific_rules",
        N_("Specific rules"),
        N_("What a roll may bring besides debt."),
        value_help={
            "True": N_("Bonus points, accounts, kills, crisis dice and golden dice, 21s."),
            "False": N_("Nothing: announce, roll, add the difference. The table to learn at."),
        },
        only=_ORIGINAL,
    ),
    Option(
        "expert",
        N_("Expert"),
        N_("At the end a 21 counts the number of its year, not the length of the contract."),
        only={**_ORIGINAL, **_SPECIFIC},
    ),
    Option(
        "kills_to_win",
        N_("Kills to win"),
        N_("Kills that win the game."),
        low=1,
        high=10,
        only={"variant": ("killer",)},
    ),
    Option(
        "exposed_21",
        N_("Exposed 21"),
        N_("Points can push a trader who stands at 21 over it; otherwise that trader is immune."),
        only=_SPECIFIC,
    ),
    Option(
        "teams",
        N_("Teams"),
        N_("Two teams on alternate seats; what partners score is added up."),
        only={"seats": (4, 6, 8, 10)},
    ),
    Option(
        "collection",
        N_("Collection"),
        N_("Each trader stakes a crisis die of their own design; the winner collects them."),
        only=_SPECIFIC,
    ),
    Option(
        "free_throw",
        N_("Free throw"),
        N_("A roll may be aimed at another trader's die: a hit puts the miss on their debt."),
    ),
    Option(
        "forfeits",
        N_("Forfeits"),
        N_("Rolling without an announcement, or running out of time, costs one die of debt."),
    ),
    Option(
        "slippery",
        N_("Slippery table"),
        N_(
            "One roll in twenty falls off the table: one die of debt, and everything is rolled "
            "again."
        ),
    ),
)
