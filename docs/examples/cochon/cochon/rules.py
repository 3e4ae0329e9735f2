"""The rules of Cochon. Source: a folk game, first printed by John Scarne in 1945 (as Pig).

Paragraph numbers are those of our own rules text, `rules.en.md`.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import (
    N_,
    Chance,
    Game,
    IllegalAction,
    Meta,
    News,
    Offer,
    Option,
    check_seats,
    counted,
    phrase,
)

META = Meta(
    key="cochon",
    name="Cochon",
    seats=(2, 6),
    best_seats=3,
    length=1500,
    version=1,
    blurb=N_("One die, as often as you dare: a 1, and the turn has brought nothing."),
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How the table plays."""

    goal: int = 100
    dice: Literal[1, 2] = 1


OPTION_LIST = (
    Option("goal", N_("Points to win"), N_("How many points win the game."), low=20, high=500),
    Option("dice", N_("Dice"), N_("With how many dice: with two, a double 1 is cruel."), (1, 2)),
)


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """Throw, once more."""


class Stop(Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Write down what the turn has brought."""


Action = Roll | Stop


class View(Struct, frozen=True):
    """What everybody sees: `sum` is what the turn has brought, `dice` what its last throw shows.

    `turn` is None when it is over; `last` is whose throw `dice` are.
    """

    options: Options
    scores: tuple[int, ...]
    turn: int | None
    sum: int = 0
    throws: int = 0
    dice: tuple[int, ...] = ()
    last: int | None = None
    winners: tuple[int, ...] = ()


class State(View, frozen=True):
    """A table of Cochon: what everybody sees, and what has just happened."""

    news: tuple[News, ...] = ()


class Cochon(Game):
    """The rules as pure functions over `State`."""

    meta = META
    options = Options
    option_list = OPTION_LIST
    state = State
    action = Action

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Draw who begins; raises `BadOptions` for a number of seats that cannot play."""
        check_seats(META, seats)
        first = chance.pick(seats)
        return State(
            options, (0,) * seats, first, news=(phrase("{seat:seat} has the die.", seat=first),)
        )

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        """Offer a throw, and stopping once there was one."""
        if seat != state.turn:
            return ()
        return (Offer(Roll()), Offer(Stop())) if state.throws else (Offer(Roll()),)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        if state.turn is None:
            raise IllegalAction("over", "The game is over.", 4)
        if seat != state.turn:
            raise IllegalAction(
                "not-your-turn", "It is the turn of {seat:seat}.", 2, seat=state.turn
            )
        if isinstance(action, Stop) and not state.throws:
            raise IllegalAction("throw-first", "Throw once at least.", 2)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Throw, or write down."""
        self.check(state, seat, action)
        return _throw(state, seat, chance) if isinstance(action, Roll) else _write(state, seat)

    def default(self, state: State, _seat: int) -> Action:
        """Throw once and stop."""
        return Stop() if state.throws else Roll()


def _throw(state: State, seat: int, chance: Chance) -> State:
    dice = tuple(chance.die() for _ in range(state.options.dice))
    state = replace(state, dice=dice, last=seat)
    if dice == (1, 1):
        gone = phrase("{seat:seat} throws a double 1: back to nothing.", seat=seat)
        return _pass(state, seat, 0, gone)
    if 1 in dice:
        lost = counted(
            "{seat:seat} throws {dice:dice}: cochon! {n} point is lost.",
            "{seat:seat} throws {dice:dice}: cochon! {n} points are lost.",
            state.sum,
            seat=seat,
            dice=dice,
        )
        return _pass(state, seat, state.scores[seat], lost)
    thrown = phrase(
        "{seat:seat} throws {dice:dice}: {sum} this turn.",
        seat=seat,
        dice=dice,
        sum=state.sum + sum(dice),
    )
    return replace(state, sum=state.sum + sum(dice), throws=state.throws + 1, news=(thrown,))


def _write(state: State, seat: int) -> State:
    score = state.scores[seat] + state.sum
    written = phrase("{seat:seat} stops at {score}.", seat=seat, score=score)
    state = _pass(state, seat, score, written)
    if score < state.options.goal:
        return state
    wins = phrase("{seat:seat} wins the game.", seat=seat)
    return replace(state, turn=None, winners=(seat,), news=(*state.news, wins))


def _pass(state: State, seat: int, score: int, why: News) -> State:
    """End a turn with that score: the next seat has the die."""
    scores = (*state.scores[:seat], score, *state.scores[seat + 1 :])
    turn = (seat + 1) % len(scores)
    return replace(state, scores=scores, turn=turn, sum=0, throws=0, news=(why,))


GAME = Cochon()
