"""A game: a few pure functions over frozen values."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from arcade.engine.chance import Chance
from arcade.engine.errors import IllegalAction
from arcade.engine.news import News
from arcade.engine.offers import Offer, covers


class Meta(Struct, frozen=True):
    """The facts the lobby shows about a game.

    `length` bounds the number of actions of any game with the default options played by choosing
    uniformly among the offers. `version` counts changes of rules or state: a log says under which
    version it was played. `plays_on` is the oldest version whose games these rules follow (0: only
    this one); older running games end without a result. `secrets` is whether it has hidden
    hands. `aliases` are what people call the game besides its key and its name.
    """

    key: str
    name: str
    seats: tuple[int, int]
    best_seats: int
    length: int
    version: int
    blurb: str
    """One English sentence for the lobby; a literal, marked for translation."""
    steps: tuple[str, ...] = ()
    """The usual game in a few such sentences, for who waits for it to begin."""
    secrets: bool = False
    plays_on: int = 0
    aliases: tuple[str, ...] = ()
    daily_seats: int = 0
    """Seats of the daily deal, which should take five to ten minutes; 0: the best number."""
    daily_options: Mapping[str, object] = {}
    first: bool = False
    """Whether newcomers are led to this game."""


class Option(Struct, frozen=True):
    """One option of a game, as the new-table form shows it."""

    name: str
    label: str
    help: str
    values: tuple[object, ...] = ()
    """Allowed values, the default first; empty where it is a whole number in `low` … `high`."""
    low: int = 0
    high: int = 0
    step: int = 1
    """The step by which the arrows of a form change the number."""
    nullable: bool = False
    """Whether the number may also be null (none)."""
    names: Mapping[object, str] = {}
    """Words for people, by values whose own word is for programs; null is "none" unless named."""
    value_help: Mapping[str, str] = {}
    """A sentence for each value, by `str(value)`."""
    only: Mapping[str, tuple[object, ...]] = {}
    """The values of other options, or of `seats`, with which it matters; empty: always."""


Better = Literal["more", "less", "none"]
SIGN: Mapping[Better, int] = {"more": -1, "less": 1, "none": 0}
"""What to multiply scores by so that the best is the least."""


class Outcome(Struct, frozen=True):
    """How a finished game ended: the winning seats, and every seat's final score.

    - `better`: which scores are better, also among those who have not won; "none": the scores do
      not tell, and all who have not won are level.
    - `sides`: the side of each seat where partners win together, else empty.
    - `stakes`: for each seat, the seat that ends up with its stake, else empty.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    better: Better = "more"
    sides: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()


def ranks(outcome: Outcome) -> tuple[int, ...]:
    """Return every seat's rank: 1 for winners; equal seats share one (1, 2, 2, 4).

    Partners have the rank of their side, which goes by the sum of its scores.
    """
    sides = outcome.sides or tuple(range(len(outcome.scores)))
    sign = SIGN[outcome.better]

    def sort_key(side: int) -> tuple[bool, int]:
        seats = [seat for seat, seat_side in enumerate(sides) if seat_side == side]
        if seats[0] in outcome.winners:
            return False, 0  # winners are level, whatever their scores
        return True, sign * sum(outcome.scores[seat] for seat in seats)

    sort_keys = [sort_key(side) for side in sides]
    return tuple(1 + sum(other < own for other in sort_keys) for own in sort_keys)


class GameAction(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base of a game's actions; the tag `do` names each.

    Rules that run in every action ask for `type(action)`: as the metaclass of a `Struct` is not
    `type`, an `isinstance` or a `case` that is false takes 110 ns, and this one 20.
    """


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


AnyOptions: TypeAlias = Any
AnyState: TypeAlias = Any
AnyAction: TypeAlias = Any
AnyView: TypeAlias = Any
"""A game's own types: its methods name them, and whoever plays any game cannot."""


class Game(Protocol):
    """One game's rules, without state of its own.

    States and actions are frozen `msgspec.Struct`s; actions are a union tagged by `do`. Every
    method is pure; only `setup` and `apply` draw, from the chance they are given.

    A game that derives from this class must write `setup`, `legal` and `apply`. The other methods
    suit a game without secrets whose state has the fields `turn` (None when it is over), `news`,
    `scores` and `winners`. The view is then the part of the state that its base class has, if any.
    """

    meta: Meta
    options: type[AnyOptions] = NoOptions
    """The Options struct; `engine.options.read` builds one from plain values."""
    option_list: tuple[Option, ...] = ()
    styles: Mapping[str, Mapping[str, object]] = {}
    """Options that go well together: "quick", "spicy", "belge", beside the defaults."""
    state: type[AnyState]
    action: AnyAction
    """The union of the action structs, for decoding."""

    def setup(self, options: AnyOptions, seats: int, chance: Chance) -> AnyState:
        """Build the first state; raises `BadOptions` if options and seats do not fit."""

    def to_act(self, state: AnyState) -> tuple[int, ...]:
        """Return the seats the game waits for; empty when it is over."""
        turn = state.turn  # for some a property
        return () if turn is None else (turn,)

    def legal(self, state: AnyState, seat: int) -> tuple[Offer, ...]:
        """List or describe every legal action of a seat, also of one the game does not wait for."""

    def check(self, state: AnyState, seat: int, action: AnyAction) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        waits_for = self.to_act(state)
        if not waits_for:
            raise IllegalAction("over", "The game is over.", 0)
        if seat not in waits_for:
            raise IllegalAction(
                "not-your-turn", "It is the turn of {seat:seat}.", 0, seat=waits_for[0]
            )
        if not any(covers(offer, action) for offer in self.legal(state, seat)):
            raise IllegalAction("not-now", "That cannot be done now.", 0)

    def apply(self, state: AnyState, seat: int, action: AnyAction, chance: Chance) -> AnyState:
        """Apply an action; raises only `IllegalAction`, and then nothing has changed."""

    def default(self, state: AnyState, seat: int) -> AnyAction:
        """Return the move for a seat whose clock ran out: always legal, never daring."""
        return self.legal(state, seat)[-1].action

    def view(self, state: AnyState, seat: int | None) -> AnyView:  # noqa: ARG002
        """Return the view of a seat (None: a spectator), a struct without secrets."""
        if self.meta.secrets:
            raise NotImplementedError(f"{self.meta.key} has secrets and must build its views")
        view: AnyView = type(state).__base__
        if view is Struct:
            return state
        return view(*[getattr(state, name) for name in view.__struct_fields__])

    def news(self, state: AnyState) -> Sequence[News]:
        """Return the news of the last action (or of the set-up), in order."""
        news: tuple[News, ...] = state.news
        return news

    def outcome(self, state: AnyState) -> Outcome | None:
        """Return how it ended; None until then."""
        return None if self.to_act(state) else Outcome(state.winners, state.scores)


@runtime_checkable
class Follows(Protocol):
    """Implemented by games where something stays on the table for the next game."""

    def follow(self, state: AnyState, before: AnyState) -> AnyState:
        """Add to a fresh state the stakes left by the game before, finished or not. Pure."""


@runtime_checkable
class PlaysRounds(Protocol):
    """Implemented by games with rounds: players see how one ended before the next begins."""

    def round_ended(self, before: AnyState, after: AnyState) -> bool:
        """Return whether the action that led from `before` to `after` ended a round. Pure."""


@runtime_checkable
class HoldsSeats(Protocol):
    """Implemented by games where a player who joins mid-game takes over the seat's holdings."""

    def holding(self, state: AnyState, seat: int) -> News:
        """Return a seat's holdings, in a sentence. Pure."""


@runtime_checkable
class PutsOut(Protocol):
    """Implemented by games whose seats may have nothing left to do long before the end."""

    def out(self, state: AnyState) -> tuple[int, ...]:
        """Return the seats without a part until the end of the round at least. Pure."""


@runtime_checkable
class OpensHands(Protocol):
    """Implemented by games with secrets whose hands end during the game."""

    def open_view(self, state: AnyState) -> AnyView | None:
        """Return the spectators' view with every hand open; None during a hand."""


@runtime_checkable
class Veils(Protocol):
    """Implemented by games whose unshown hands stay hidden even after the game."""

    whole: int
    """How many cards a whole deck has."""

    def uncovered(
        self, before: AnyState | None, action: AnyAction | None, after: AnyState, size: int
    ) -> tuple[int, ...]:
        """Return the cards everybody saw by this action (None: the set-up).

        Each is a place, from 0, in the last whole deck that was shuffled; `size` is the number of
        cards shuffled last, which need not be all.
        """
