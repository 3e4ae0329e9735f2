"""The options of Golden Zero, with their texts for the new-table form."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from arcade.engine import N_, Option, option_list


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    droit: int = 5
    stack: int = 500
    max_raises: int = 3
    reprise: bool = True
    all_burned: Literal["split", "carry"] = "split"
    hands: int | None = None
    burn_each: bool = False

    @property
    def levee(self) -> int:
        return 2 * self.droit

    @property
    def reine(self) -> int:
        return 4 * self.droit


STYLES: Mapping[str, Mapping[str, object]] = {
    "quick": {"stack": 200, "hands": 5},
    "spicy": {"stack": 1000, "max_raises": 10, "all_burned": "carry"},
}

OPTION_LIST = option_list(
    Options,
    Option(
        "droit",
        N_("Ante (Droit)"),
        N_("The ante of every hand; the Levée opens at twice, the Reine at four times as much."),
        low=1,
        high=10_000,
        step=5,
    ),
    Option(
        "stack",
        N_("Stack"),
        N_("The chips each player starts with: play money, without value."),
        low=1,
        high=1_000_000,
        step=50,
    ),
    Option(
        "max_raises",
        N_("Raises"),
        N_("How many raises a round of bidding takes at most; the opening is not one."),
        low=0,
        high=20,
    ),
    Option(
        "reprise",
        N_("Bidding again"),
        N_("Whether one may still raise when all bets are equal."),
        value_help={
            "True": N_("Equal bets: each in turn may raise again or stand."),
            "False": N_("Equal bets end the round of bidding."),
        },
    ),
    Option(
        "all_burned",
        N_("Pot of burned hands"),
        N_("What becomes of a pot when every hand that could win it has burned."),
        names={"split": N_("shared"), "carry": N_("kept")},
        value_help={
            "split": N_("Those who contested it share it."),
            "carry": N_("It stays on the table for the next hand."),
        },
    ),
    Option(
        "hands",
        N_("Hands"),
        N_("After how many hands the game ends; else when one has all the chips."),
        low=1,
        high=100,
        nullable=True,
        names={None: N_("no limit")},
    ),
    Option(
        "burn_each",
        N_("Burn each time"),
        N_("How many cards the dealer puts aside during the Choix."),
        value_help={
            "False": N_("One, before the first player chooses."),
            "True": N_("One before every card that is given."),
        },
    ),
)
