"""What a table of Le 421 can choose."""

from typing import Literal

from msgspec import Struct

from arcade.engine.game import Option
from arcade.engine.options import option_list
from arcade.engine.words import N_


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    mode: Literal["charge-decharge", "manche"] = "charge-decharge"
    pot: Literal[11, 21, 41] = 21
    throws: Literal["exact", "at-most"] = "exact"
    nenette: Literal["flat2", "plus2", "min2"] = "flat2"
    dry_charge: bool = False
    decharge_stock: Literal["carry", "equal"] = "carry"
    end: Literal["first-out", "last-loaded"] = "first-out"
    rampo: Literal["stake", "one"] = "stake"
    decider: Literal["belle", "share"] = "belle"


OPTION_LIST = option_list(
    Options,
    Option(
        "mode",
        N_("What is played"),
        N_("What is played: the two halves, or a single round."),
        value_help={
            "charge-decharge": N_("First the pot loads the losers, then everyone unloads."),
            "manche": N_("One round; the best hand wins. No tokens."),
        },
    ),
    Option("pot", N_("Pot"), N_("How many tokens lie in the middle when the charge begins.")),
    Option(
        "throws",
        N_("Throws"),
        N_("How many throws the others make after the leader."),
        value_help={
            "exact": N_("Exactly as many as the leader."),
            "at-most": N_("As many as the leader or fewer, never more."),
        },
    ),
    Option(
        "nenette",
        N_("Nénette"),
        N_("What 221, the lowest throw, costs."),
        value_help={
            "flat2": N_("Two tokens to each who threw it, in place of the best hand's worth."),
            "plus2": N_("What the best hand is worth, and two more."),
            "min2": N_("What the best hand is worth, but at least two."),
        },
    ),
    Option(
        "dry_charge",
        N_("Dry charge"),
        N_("Whether there is only one throw each in the charge."),
        value_help={
            "False": N_("Up to three throws, as the leader decides."),
            "True": N_("One dry throw each in the charge."),
        },
    ),
    Option(
        "decharge_stock",
        N_("Tokens in the décharge"),
        N_("What everyone starts the décharge with."),
        value_help={
            "carry": N_("The tokens taken in the charge; who has none sits out."),
            "equal": N_("The pot shared out equally; all play, the rest is set aside."),
        },
    ),
    Option(
        "end",
        N_("End of the décharge"),
        N_("When the décharge is over."),
        value_help={
            "first-out": N_("As soon as somebody is rid of the last token: that seat wins it."),
            "last-loaded": N_("When one seat holds every token: it loses, all others win."),
        },
    ),
    Option(
        "rampo",
        N_("Rampo"),
        N_("What a round is worth once a tie had to be thrown off."),
        value_help={
            "stake": N_("What the best hand of the round was worth."),
            "one": N_("A single token."),
        },
    ),
    Option(
        "decider",
        N_("At one all"),
        N_("What decides where several have won most halves."),
        value_help={
            "belle": N_("La belle: one round more between them; its best hand wins the game."),
            "share": N_("Nothing: they share the game."),
        },
        before={2: "share"},
    ),
)
