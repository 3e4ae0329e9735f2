"""What lies on the table at Trente: options, state, actions and the view."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.game import Meta, Option
from arcade.engine.news import News
from arcade.engine.seats import put
from arcade.engine.words import N_

META = Meta(
    key="trente",
    name="Trente",
    seats=(2, 8),
    best_seats=4,
    length=1500,
    version=3,
    plays_on=2,
    aliases=("30", "trente-douze", "thirty"),
    blurb=N_("Six dice for 30: fall short and pay, go beyond and strike."),
)

POINTS = 30
"""What every seat starts a manche with."""


# Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A preset, and what departs from it: "preset" and None stand for what the preset says."""

    preset: Literal["maison", "trente-douze"] = "maison"
    threshold: Literal["preset", "thirty", "by-first-die"] = "preset"
    target: Literal["preset", "parity", "by-manche"] = "preset"
    manches: int | None = None
    ante: int | None = None


class Rules(Struct, frozen=True):
    """The options in force, with the preset filled in; `ante` in chips a seat."""

    threshold: Literal["thirty", "by-first-die"]
    target: Literal["parity", "by-manche"]
    manches: int
    ante: int


PRESETS: Mapping[str, Rules] = {
    "maison": Rules("thirty", "parity", 1, 1),
    "trente-douze": Rules("by-first-die", "by-manche", 3, 0),
}

OPTION_LIST: tuple[Option, ...] = (
    Option(
        "preset",
        N_("Rules"),
        N_("Which table's rules are played; the options below may depart from them."),
        values=("maison", "trente-douze"),
        value_help={
            "maison": N_("Always 30; even strikes right, odd left; one manche for one chip."),
            "trente-douze": N_("30 or 12 by the first die; three manches, each with its target."),
        },
    ),
    Option(
        "threshold",
        N_("Threshold"),
        N_("What the six dice have to reach."),
        values=("preset", "thirty", "by-first-die"),
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
        values=("preset", "parity", "by-manche"),
        value_help={
            "preset": N_("As the rules chosen above say."),
            "parity": N_("An even level strikes the right neighbour, an odd one the left."),
            "by-manche": N_(
                "Manche 1: the next player; manche 2: the previous one; later: one's choice."
            ),
        },
    ),
    Option(
        "manches",
        N_("Manches"),
        N_("How many manches make a game."),
        low=1,
        high=9,
        nullable=True,
        without=N_("as the rules say"),
    ),
    Option(
        "ante",
        N_("Ante"),
        N_("Chips each player puts in the pot."),
        low=0,
        high=100,
        nullable=True,
        without=N_("as the rules say"),
    ),
)


def rules_of(options: Options) -> Rules:
    """Fill in what the preset says wherever an option does not say otherwise."""
    preset = PRESETS[options.preset]
    return Rules(
        preset.threshold if options.threshold == "preset" else options.threshold,
        preset.target if options.target == "preset" else options.target,
        preset.manches if options.manches is None else options.manches,
        preset.ante if options.ante is None else options.ante,
    )


# State


class Hand(Struct, frozen=True):
    """Six dice that were kept; `excess` is how far they beat the threshold, negative for a miss."""

    seat: int
    dice: tuple[int, ...]
    threshold: int
    excess: int


class Strike(Struct, frozen=True):
    """An attack as it fell: every throw of dice in order, and the points lost."""

    seat: int
    target: int
    level: int
    throws: tuple[tuple[int, ...], ...]
    lost: int


class State(Struct, frozen=True):
    """A table of Trente; seats are numbers, scores points, `purse` and `pot` chips."""

    rules: Rules
    scores: tuple[int, ...]
    turn: int | None
    """The seat to act; None when the game is over."""
    origin: int
    """The seat whose normal turn it is: vengeance comes in between, then play goes on after it."""
    totals: tuple[int, ...]
    """Sums of the scores of the manches that are over."""
    manches_won: tuple[int, ...]
    purse: tuple[int, ...]
    """What each seat is up or down in this game: below zero while its ante lies in the pot."""
    pot: int
    threshold: int | None
    """30 or 12; None until the first die is kept, where that decides."""
    left_over: int = 0
    """Chips of the pot that an earlier game at this table left there."""
    manche: int = 1
    dice: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    attack: int | None = None
    targets: tuple[int, ...] = ()
    avenging: int | None = None
    dead: tuple[int, ...] = ()
    """In the order in which they died."""
    winners: tuple[int, ...] = ()
    hand: Hand | None = None
    """The last six dice that were kept."""
    strike: Strike | None = None
    """The last attack that was thrown."""
    news: tuple[News, ...] = ()


# Action


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """Throw the dice."""


class Forgo(Struct, frozen=True, tag_field="do", tag="forgo", forbid_unknown_fields=True):
    """Forgo a vengeance instead of its first throw."""


class Keep(Struct, frozen=True, eq=False, tag_field="do", tag="keep", forbid_unknown_fields=True):
    """Set dice of this throw aside; `first` names the first of them where that decides.

    The order of `dice` is shown and decides nothing: two orders are the same action.
    """

    dice: tuple[int, ...]
    first: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keep) and self._choice() == other._choice()

    def __hash__(self) -> int:
        return hash(self._choice())

    def _choice(self) -> tuple[tuple[int, ...], int | None]:
        return tuple(sorted(self.dice)), self.first


class Attack(Struct, frozen=True, tag_field="do", tag="attack", forbid_unknown_fields=True):
    """Throw the damage; `target` is needed where more than one seat may be struck."""

    target: int | None = None


Action = Roll | Forgo | Keep | Attack


# View


class View(Struct, frozen=True):
    """What everybody sees, which at this game is everything."""

    rules: Rules
    manche: int
    scores: tuple[int, ...]
    turn: int | None
    dice: tuple[int, ...]
    kept: tuple[int, ...]
    sum: int
    """Of the dice kept."""
    need: int | None
    """Points from the sum to the threshold, below zero beyond it; None while it is not decided."""
    threshold: int | None
    attack: int | None
    targets: tuple[int, ...]
    avenging: int | None
    origin: int
    dead: tuple[int, ...]
    manches_won: tuple[int, ...]
    totals: tuple[int, ...]
    purse: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]
    hand: Hand | None
    strike: Strike | None


# What every part of the rules asks of it


def actor(state: State) -> int:
    """Name the seat that acts."""
    return state.origin if state.turn is None else state.turn


def may_forgo(table: State | View) -> bool:
    """Say whether the seat to act avenges and has thrown nothing yet."""
    begun = table.dice or table.kept or table.attack is not None
    return table.avenging is not None and not begun


def tell(state: State, *news: News) -> State:
    """Add to what this action has brought."""
    return replace(state, news=state.news + news)


def throw(count: int, chance: Chance) -> tuple[int, ...]:
    """Throw so many dice."""
    return tuple([chance.die() for _ in range(count)])


def lower(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """Take points off a seat's score."""
    return put(scores, seat, scores[seat] - points)
