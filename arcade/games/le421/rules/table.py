"""The values of Le 421: options, state, actions, and what a spectator sees.

Source: the rules' page "421", *Options*, *Actions*, *View*.
"""

from typing import Literal

from msgspec import Struct

from arcade.engine.game import Option
from arcade.engine.news import News
from arcade.engine.words import N_

Phase = Literal["charge", "decharge", "manche", "belle", "over"]
Settles = Literal["worst", "best", "both"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How the table plays; the defaults follow the source."""

    mode: Literal["charge-decharge", "manche"] = "charge-decharge"
    pot: Literal[11, 21, 41] = 21
    throws: Literal["exact", "at-most"] = "exact"
    nenette: Literal["flat2", "plus2", "min2"] = "flat2"
    dry_charge: bool = False
    decharge_stock: Literal["carry", "equal"] = "carry"
    end: Literal["first-out", "last-loaded"] = "first-out"
    rampo: Literal["stake", "one"] = "stake"
    decider: Literal["belle", "share"] = "belle"


OPTION_LIST = (
    Option(
        "mode",
        N_("What is played"),
        N_("What is played: the two halves, or a single round."),
        ("charge-decharge", "manche"),
        value_help={
            "charge-decharge": N_("First the pot loads the losers, then everyone unloads."),
            "manche": N_("One round; the best hand wins. No tokens."),
        },
    ),
    Option(
        "pot",
        N_("Pot"),
        N_("How many tokens lie in the middle when the charge begins."),
        (21, 11, 41),
    ),
    Option(
        "throws",
        N_("Throws"),
        N_("How many throws the others make after the leader."),
        ("exact", "at-most"),
        value_help={
            "exact": N_("Exactly as many as the leader."),
            "at-most": N_("As many as the leader or fewer, never more."),
        },
    ),
    Option(
        "nenette",
        N_("Nénette"),
        N_("What 221, the lowest throw, costs."),
        ("flat2", "plus2", "min2"),
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
        (False, True),
        value_help={
            "False": N_("Up to three throws, as the leader decides."),
            "True": N_("One dry throw each in the charge."),
        },
    ),
    Option(
        "decharge_stock",
        N_("Tokens in the décharge"),
        N_("What everyone starts the décharge with."),
        ("carry", "equal"),
        value_help={
            "carry": N_("The tokens taken in the charge; who has none sits out."),
            "equal": N_("The pot shared out equally; all play, the rest is set aside."),
        },
    ),
    Option(
        "end",
        N_("End of the décharge"),
        N_("When the décharge is over."),
        ("first-out", "last-loaded"),
        value_help={
            "first-out": N_("As soon as somebody is rid of the last token: that seat wins it."),
            "last-loaded": N_("When one seat holds every token: it loses, all others win."),
        },
    ),
    Option(
        "rampo",
        N_("Rampo"),
        N_("What a round is worth once a tie had to be thrown off."),
        ("stake", "one"),
        value_help={
            "stake": N_("What the best hand of the round was worth."),
            "one": N_("A single token."),
        },
    ),
    Option(
        "decider",
        N_("At one all"),
        N_("What decides where several have won most halves."),
        ("belle", "share"),
        value_help={
            "belle": N_("La belle: one round more between them; its best hand wins the game."),
            "share": N_("Nothing: they share the game."),
        },
        before={2: "share"},
    ),
)


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """Throw: without `keep` the first throw of a turn, with it all dice but the faces kept."""

    keep: tuple[int, ...] | None = None


class Stop(Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Stand on what lies."""


Action = Roll | Stop


class Throw(Struct, frozen=True):
    """The last throw made at the table in a turn: the last `fresh` of its `dice` were thrown."""

    seat: int
    dice: tuple[int, ...]
    fresh: int


class Rampo(Struct, frozen=True):
    """One throw-off: the tied seats in the order they threw, and their throws as hands."""

    settles: Settles
    seats: tuple[int, ...]
    hands: tuple[int, ...]


class Transfer(Struct, frozen=True):
    """Tokens that moved: to `seat`, from the seat `source` or (None) from the pot."""

    source: int | None
    seat: int
    tokens: int


class Round(Struct, frozen=True):
    """A finished round. `best` is None where several share the best hand and it does not matter.

    `hands` are per seat, None for a seat that sat out; `stake` is what the best hand was worth,
    or what the rampo made of it, before the nénette.
    """

    phase: Phase
    leader: int
    hands: tuple[int | None, ...]
    rampos: tuple[Rampo, ...]
    best: int | None
    worst: int
    stake: int
    transfers: tuple[Transfer, ...]


class State(Struct, frozen=True):
    """A table of Le 421. Fields are named as in the view; `turn` is None when it is over."""

    options: Options
    phase: Phase
    pot: int
    tokens: tuple[int, ...]
    leader: int
    turn: int | None
    hands: tuple[int | None, ...]
    manches_won: tuple[int, ...]
    throws: int = 0
    limit: int | None = None
    dice: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    last_throw: Throw | None = None
    last_round: Round | None = None
    news: tuple[News, ...] = ()


class View(Struct, frozen=True):
    """What everybody sees; the game has no secrets.

    Beyond the page's names: the `options` in force; `score` per seat; `most` throws the seat whose
    turn it is may make; `out` the seats that sit out; of the dice that lie `hand`, `rank` (0 best
    … 55) and `worth`; `ranks` and `worths` per seat; `best` and `worst` the seats with the best and
    the worst hand of the round so far, `stake` what that best hand is worth; `last_throw` and
    `last_round`.
    """

    options: Options
    phase: Phase
    pot: int
    tokens: tuple[int, ...]
    leader: int
    turn: int | None
    throws: int
    limit: int | None
    dice: tuple[int, ...]
    hands: tuple[int | None, ...]
    manches_won: tuple[int, ...]
    winners: tuple[int, ...]
    score: tuple[int, ...]
    most: int
    out: tuple[int, ...]
    hand: int | None
    rank: int | None
    worth: int | None
    ranks: tuple[int | None, ...]
    worths: tuple[int | None, ...]
    best: tuple[int, ...]
    worst: tuple[int, ...]
    stake: int
    last_throw: Throw | None
    last_round: Round | None


def playing(state: State) -> tuple[int, ...]:
    """Name the seats that play the round, clockwise from the leader."""
    seats = len(state.tokens)
    order = (seat % seats for seat in range(state.leader, state.leader + seats))
    match state.phase:
        case "decharge":
            return tuple(seat for seat in order if state.tokens[seat])
        case "belle":
            top = max(state.manches_won)
            return tuple(seat for seat in order if state.manches_won[seat] == top)
        case _:
            return tuple(order)


def most(state: State) -> int:
    """Give how many throws the seat whose turn it is may make."""
    if state.limit is not None:
        return state.limit
    return 1 if state.options.dry_charge and state.phase == "charge" else 3
