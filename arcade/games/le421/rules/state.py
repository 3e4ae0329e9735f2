"""The table of Le 421, and its view: the game has no secrets."""

from collections.abc import Callable, Iterable
from enum import StrEnum, auto
from typing import ClassVar, Literal

from msgspec import Struct

from arcade.engine import News, TellsNews, clockwise
from arcade.games.le421.rules import hands
from arcade.games.le421.rules.hands import Rampo, Standing, Transfer
from arcade.games.le421.rules.options import Options

Phase = Literal["charge", "decharge", "manche", "belle", "over"]


class Kind(StrEnum):
    """The kinds of news that the story or the brief ask for."""

    TIED_FOR_LEAD = auto()
    ROLLED = auto()
    BON_CALLED = auto()
    STOOD = auto()
    ROLLS_LIMITED = auto()
    RAMPO = auto()
    TAKEN = auto()
    GIVEN = auto()
    TOO_FEW_TOKENS = auto()
    ROUND_LOST = auto()
    CHARGE_OVER = auto()
    CHARGE_WON = auto()
    EVERY_TOKEN = auto()
    DECHARGE_WON = auto()
    BELLE_WON = auto()
    GAME_WON = auto()


class Throw(Struct, frozen=True, gc=False):
    """The last throw made at the table in a turn: the last `fresh` of its `dice` were thrown."""

    seat: int
    dice: tuple[int, ...]
    fresh: int
    bon: bool = False


class Round(Struct, frozen=True):
    """A finished round. `best` is None where several share the best hand and it does not matter.

    `hands` are per seat, None for a seat that sat out, and `made` the throws they took; `stake` is
    what the best hand was worth, or what the rampo made of it, before the nénette.
    """

    phase: Phase
    leader: int
    hands: tuple[int | None, ...]
    rampos: tuple[Rampo, ...]
    best: int | None
    worst: int
    stake: int
    transfers: tuple[Transfer, ...]
    made: tuple[int, ...] = ()


class View(Struct, frozen=True, gc=False):
    options: Options
    phase: Phase
    pot: int
    tokens: tuple[int, ...]
    leader: int
    turn: int | None
    hands: tuple[int | None, ...]
    manches_won: tuple[int, ...]
    made: tuple[int, ...]
    """How many throws each hand took, 0 where there is none yet."""
    throws: int = 0
    limit: int | None = None
    dice: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    last_throw: Throw | None = None
    last_round: Round | None = None

    json_fields: ClassVar = (
        *("options", "phase", "pot", "tokens", "leader", "turn", "throws", "limit", "dice"),
        *(
            "hands",
            "made",
            "manches_won",
            "winners",
            "score",
            "most",
            "out",
            "hand",
            "rank",
            "worth",
        ),
        *("ranks", "worths", "best", "worst", "stake", "last_throw", "last_round"),
    )

    @property
    def score(self) -> tuple[int, ...]:
        """How many of charge, décharge and belle each seat has won."""
        return self.manches_won

    @property
    def most(self) -> int:
        """The number of throws the seat to act may make."""
        if self.limit is not None:
            return self.limit
        return 1 if self.options.dry_charge and self.phase == "charge" else 3

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play the round, clockwise from the leader."""
        order = clockwise(len(self.tokens), self.leader - 1)
        match self.phase:
            case "decharge":
                return tuple([seat for seat in order if self.tokens[seat]])
            case "belle":
                top = max(self.manches_won)
                return tuple([seat for seat in order if self.manches_won[seat] == top])
            case _:
                return order

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that sit the round out."""
        return tuple(sorted(set(range(len(self.tokens))) - set(self.playing)))

    @property
    def hand(self) -> int | None:
        return hands.hand(self.dice) if self.dice else None

    @property
    def rank(self) -> int | None:
        """The rank of the dice on the table: 0 best … 55."""
        return None if self.hand is None else hands.rank(self.hand, self.options.order)

    @property
    def worth(self) -> int | None:
        if self.hand is None:
            return None
        seat = self.leader if self.turn is None else self.turn
        return hands.worth(self.options, self.hand, self.stock(seat))

    @property
    def ranks(self) -> tuple[int | None, ...]:
        order = self.options.order
        return tuple(None if hand is None else hands.rank(hand, order) for hand in self.hands)

    @property
    def worths(self) -> tuple[int | None, ...]:
        return tuple(
            None if hand is None else hands.worth(self.options, hand, self.stock(seat))
            for seat, hand in enumerate(self.hands)
        )

    @property
    def standings(self) -> dict[int, Standing]:
        """How the hands thrown so far compare, by seat."""
        return hands.standings(self.options, range(len(self.hands)), self.hands, self.made)

    @property
    def best(self) -> tuple[int, ...]:
        return self._seats_with(min)

    @property
    def worst(self) -> tuple[int, ...]:
        return self._seats_with(max)

    @property
    def stake(self) -> int:
        """The worth of the best hand so far; 0 before the first."""
        best = self.best
        return 0 if not best else self.worths[best[0]] or 0

    def stock(self, seat: int) -> int | None:
        """Return the tokens to move if that seat is the best; None where none move."""
        match self.phase:
            case "charge":
                return self.pot
            case "decharge":
                return self.tokens[seat]
            case _:
                return None

    def _seats_with(self, extreme: Callable[[Iterable[Standing]], Standing]) -> tuple[int, ...]:
        standings = self.standings
        return tuple(seat for seat, own in standings.items() if own == extreme(standings.values()))


class State(View, TellsNews, frozen=True):
    news: tuple[News, ...] = ()
