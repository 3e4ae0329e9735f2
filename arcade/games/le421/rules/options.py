"""The options of Le 421."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from arcade.engine import N_, Option, option_list

Throws = Literal["exact", "at-most", "le-bon"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    mode: Literal["charge-decharge", "manche"] = "charge-decharge"
    pot: Literal[11, 21, 41] = 21
    throws: Throws = "exact"
    worth_421: Literal[8, 10, 11, "all-but-one"] = 10
    order: Literal["source", "aces-first"] = "source"
    ties: Literal["rampo", "fewer-throws"] = "rampo"
    nenette: Literal["flat2", "plus2", "min2"] = "flat2"
    dry_charge: bool = False
    decharge_stock: Literal["carry", "equal"] = "carry"
    end: Literal["first-out", "last-loaded"] = "first-out"
    rampo: Literal["stake", "one"] = "stake"
    decider: Literal["belle", "share"] = "belle"


_TOKENS = {"mode": ("charge-decharge",)}

STYLES: Mapping[str, Mapping[str, object]] = {
    "quick": {"pot": 11},
    "spicy": {"pot": 41, "throws": "at-most", "nenette": "plus2"},
    "belge": {"order": "aces-first"},
}

OPTION_LIST = option_list(
    Options,
    Option(
        "mode",
        N_("What is played"),
        N_("What is played: the two halves, or a single round."),
        names={"charge-decharge": N_("charge, then décharge"), "manche": N_("a single round")},
        value_help={
            "charge-decharge": N_("First the pot loads the losers, then everyone unloads."),
            "manche": N_("One round; the best hand wins. No tokens."),
        },
    ),
    Option(
        "pot",
        N_("Pot"),
        N_("How many tokens lie in the middle when the charge begins."),
        only=_TOKENS,
    ),
    Option(
        "throws",
        N_("Rolls"),
        N_("How many rolls the others get after the leader."),
        names={
            "exact": N_("as many as the leader"),
            "at-most": N_("at most as many"),
            "le-bon": N_("le bon"),
        },
        value_help={
            "exact": N_('Exactly as many as the leader ("la Vache").'),
            "at-most": N_("As many as the leader or fewer, never more."),
            "le-bon": N_(
                'Fewer only if you call it before the roll: "le bon". That roll is your last.'
            ),
        },
    ),
    Option(
        "worth_421",
        N_("421 is worth"),
        N_("How many tokens 421 moves."),
        names={"all-but-one": N_("all but one")},
        value_help={
            "all-but-one": N_(
                "All but one token: of the pot in the charge, of its own in the décharge."
            )
        },
        only=_TOKENS,
    ),
    Option(
        "order",
        N_("Order of the hands"),
        N_("Which hand beats which; what each is worth stays the same."),
        names={"source": N_("the usual"), "aces-first": N_("aces first")},
        value_help={
            "source": N_("A pair of aces, then the three of a kind of the same face."),
            "aces-first": N_("All pairs of aces above all threes of a kind, as in Belgium."),
        },
    ),
    Option(
        "ties",
        N_("Equal hands"),
        N_("What decides between equal hands, where the numbers of rolls may differ."),
        names={"fewer-throws": N_("fewer rolls win")},
        value_help={
            "rampo": N_("A rampo: a roll-off between them."),
            "fewer-throws": N_("Fewer rolls win; a rampo only where these are equal too."),
        },
        only={"throws": ("at-most", "le-bon")},
    ),
    Option(
        "nenette",
        N_("Nénette"),
        N_("What 221, the lowest hand, costs."),
        names={"flat2": N_("two tokens"), "plus2": N_("two more"), "min2": N_("two at least")},
        value_help={
            "flat2": N_(
                "Two tokens to each who rolled it, instead of what the best hand is worth."
            ),
            "plus2": N_("What the best hand is worth, and two more."),
            "min2": N_("What the best hand is worth, but at least two."),
        },
        only=_TOKENS,
    ),
    Option(
        "dry_charge",
        N_("One-roll charge"),
        N_('Whether each player gets a single roll in the charge (a "dry" charge).'),
        value_help={
            "False": N_("Up to three rolls, as the leader decides."),
            "True": N_("One roll each in the charge."),
        },
        only=_TOKENS,
    ),
    Option(
        "decharge_stock",
        N_("Tokens in the décharge"),
        N_("What everyone starts the décharge with."),
        names={"carry": N_("carried over"), "equal": N_("shared out equally")},
        value_help={
            "carry": N_("The tokens taken in the charge; whoever has none sits out."),
            "equal": N_("The pot shared out equally; all play, the rest is set aside."),
        },
        only=_TOKENS,
    ),
    Option(
        "end",
        N_("End of the décharge"),
        N_("When the décharge is over."),
        names={
            "first-out": N_("when somebody has none left"),
            "last-loaded": N_("when somebody holds them all"),
        },
        value_help={
            "first-out": N_("As soon as somebody is rid of the last token: that seat wins it."),
            "last-loaded": N_("When one seat holds every token: it loses, all others win."),
        },
        only=_TOKENS,
    ),
    Option(
        "rampo",
        N_("Rampo"),
        N_("What a round is worth after a rampo: a roll-off between tied hands."),
        names={"stake": N_("what the round is worth"), "one": N_("one token")},
        value_help={
            "stake": N_("What the best hand of the round was worth."),
            "one": N_("A single token."),
        },
        only=_TOKENS,
    ),
    Option(
        "decider",
        N_("At one all"),
        N_("What decides where several have won most halves."),
        names={"belle": N_("la belle"), "share": N_("they share")},
        value_help={
            "belle": N_("La belle: one round more between them; its best hand wins the game."),
            "share": N_("Nothing: they share the game."),
        },
        only=_TOKENS,
    ),
)
