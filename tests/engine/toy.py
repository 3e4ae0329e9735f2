"""A toy game with every feature the tools must handle: a race to a goal, with a secret card each.

In turn, a seat throws a die and moves by it, or steps by one to three, or marks up to two of the
squares 1 to 3. Who reaches the goal first wins.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from arcade.engine.chance import Chance
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Meta, Option, Outcome
from arcade.engine.news import News, counted, phrase
from arcade.engine.offers import Offer
from arcade.engine.words import N_

SQUARES = (1, 2, 3)


class Options(Struct, frozen=True):
    goal: int = 10
    pace: str = "slow"


class Square(Struct, frozen=True):
    marked: bool
    times: int


class State(Struct, frozen=True):
    goal: int
    turn: int
    places: tuple[int, ...]
    cards: tuple[int, ...]
    board: dict[str, Square]
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()


class View(Struct, frozen=True):
    turn: int
    places: tuple[int, ...]
    board: dict[str, Square]
    over: bool


class SeatView(View, frozen=True, kw_only=True):
    card: int


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    pass


class Step(Struct, frozen=True, tag_field="do", tag="step", forbid_unknown_fields=True):
    by: int


class Mark(Struct, frozen=True, tag_field="do", tag="mark", forbid_unknown_fields=True):
    squares: tuple[int, ...]


Action = Roll | Step | Mark


class Toy:
    """The toy's rules."""

    meta = Meta("toy", "Toy", (2, 4), 2, 200, 1, "A race.", secrets=True)
    options: type[Any] = Options
    option_list: tuple[Option, ...] = (
        Option("goal", "Goal", "How far the race goes.", low=5, high=50),
        Option(
            "pace", "Pace", "How fast.", ("slow", "fast"), value_help={"slow": "S", "fast": "F"}
        ),
    )
    state: type[Any] = State
    action: Any = Action

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        if not 2 <= seats <= 4:
            raise BadOptions("2 to 4 seats")
        cards = tuple(int(card) for card in chance.shuffle(range(1, 10))[:seats])
        board = {str(square): Square(False, 0) for square in SQUARES}
        return State(options.goal, 0, (0,) * seats, cards, board, news=(phrase("Go."),))

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.winners else (state.turn,)

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        if seat not in self.to_act(state):
            return ()
        return (
            Offer(Roll()),
            Offer(Step(1), "by", low=1, high=3),
            Offer(Mark((1,)), "squares", among=SQUARES, most=2),
        )

    def check(self, state: State, seat: int, action: Action) -> None:
        if seat not in self.to_act(state):
            raise IllegalAction("turn", N_("It is the turn of {seat:seat}"), 1, seat=state.turn)
        if isinstance(action, Step) and not 1 <= action.by <= 3:
            raise IllegalAction("step", N_("A step is 1 to 3, not {by}"), 2, by=action.by)
        if isinstance(action, Mark) and not (
            1 <= len(action.squares) <= 2 and set(action.squares) <= set(SQUARES)
        ):
            raise IllegalAction("mark", N_("Mark one or two squares"), 3)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        self.check(state, seat, action)
        board, by = state.board, 0
        if isinstance(action, Mark):
            marks = {
                str(square): Square(True, board[str(square)].times + 1) for square in action.squares
            }
            board = {**board, **marks}
        else:
            by = chance.die() if isinstance(action, Roll) else action.by
        index = tuple(index + by * (seat == at) for at, index in enumerate(state.places))
        return structs.replace(
            state,
            places=index,
            board=board,
            turn=(seat + 1) % len(index),
            winners=(seat,) if index[seat] >= state.goal else (),
            news=(
                counted(N_("{seat:seat} moves one."), N_("{seat:seat} moves {n}."), by, seat=seat),
            ),
        )

    def default(self, state: State, seat: int) -> Action:
        return Step(1)

    def view(self, state: State, seat: int | None) -> View:
        public = (state.turn, state.places, state.board, bool(state.winners))
        return View(*public) if seat is None else SeatView(*public, card=state.cards[seat])

    def news(self, state: State) -> Sequence[News]:
        return state.news

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.winners, state.places) if state.winners else None


TOY = Toy()
