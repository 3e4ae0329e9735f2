"""The rules of 21 as the engine asks for them (page `vingt-et-un.md`)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from arcade.engine import codec
from arcade.engine.chance import Chance
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Outcome
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.games.vingt_et_un.legal import (
    check_place,
    check_stuck,
    mulligan_allowed,
    places,
    playable_for,
)
from arcade.games.vingt_et_un.moves import deal, pass_on, placed, swapped, turn_over, with_hand
from arcade.games.vingt_et_un.state import (
    META,
    OPTIONS,
    STAR,
    Action,
    Mulligan,
    Options,
    Pass,
    Place,
    SeatView,
    State,
    Swap,
    View,
    value,
)


class VingtEtUn:
    """21: the rules as pure functions."""

    meta = META
    options = Options
    option_list = OPTIONS
    state = State
    action = Action

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Turn over for the first turn, then deal each seat its hand and series."""
        if options.teams and seats != 4:
            raise BadOptions("teams needs four seats; this table has another number.")
        first = turn_over(seats, chance)
        dealt = [deal(chance) for _ in range(seats)]
        return State(
            options=options,
            round=1,
            first=first,
            turn=first,
            board={},
            scores=(0,) * seats,
            hands=tuple(hand for hand, _ in dealt),
            series=tuple(series for _, series in dealt),
            news=(told("{seat:seat} turned over the highest tile and begins.", seat=first),),
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        """Name the one seat whose turn it is."""
        return () if state.turn is None else (state.turn,)

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        """List placements; an exchange or a pass where there is none; a first hand's exchange."""
        if seat != state.turn:
            return ()
        offers = places(state, seat)
        if not offers:
            if not state.series[seat]:
                return (Offer(Pass()),)
            return tuple(Offer(Swap(tile)) for tile in dict.fromkeys(state.hands[seat]))
        return (*offers, Offer(Mulligan())) if mulligan_allowed(state, seat) else offers

    def check(self, state: State, seat: int, action: Action) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        if state.turn is None:
            raise IllegalAction("over", N_("The game is over."), 8)
        if seat != state.turn:
            raise IllegalAction("turn", N_("It is {seat:seat}'s turn."), 2, seat=state.turn)
        match action:
            case Place():
                check_place(state, seat, action)
            case Mulligan() if not mulligan_allowed(state, seat):
                raise IllegalAction(
                    "mulligan",
                    N_("Only a first hand with a star and no tile of 9 or less is exchanged."),
                    2,
                )
            case Swap() | Pass():
                check_stuck(state, seat, action)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Do it, go on to the next seat, and end the game where it ends."""
        self.check(state, seat, action)
        match action:
            case Mulligan():
                hand, series = deal(chance)
                news = told("{seat:seat} exchanges a first hand without a low tile.", seat=seat)
                return replace(with_hand(state, seat, hand, series), news=(news,))
            case Swap(tile):
                state = swapped(state, seat, tile, chance)
            case Pass():
                news = told("{seat:seat} can place nothing and passes.", seat=seat)
                state = replace(state, last=None, lines=(), news=(news,))
            case Place():
                state = placed(state, seat, action)
        return pass_on(state, seat)

    def default(self, state: State, seat: int) -> Action:
        """Place the first tile that fits, stars last; else exchange the highest, or pass."""
        offers = self.legal(state, seat)
        actions: list[Action] = [offer.action for offer in offers]
        if isinstance(actions[0], Swap):
            return max(actions, key=lambda one: value(one.tile) if isinstance(one, Swap) else 0)
        return min(actions, key=lambda one: isinstance(one, Place) and one.tile == STAR)

    def view(self, state: State, seat: int | None) -> View:
        """Build what a seat, or a spectator (None), may see."""
        public: dict[str, Any] = {
            "round": state.round,
            "turn": state.turn,
            "first": state.first,
            "teams": state.options.teams,
            "board": state.board,
            "scores": state.scores,
            "hand_counts": tuple(len(hand) for hand in state.hands),
            "series_counts": tuple(len(series) for series in state.series),
            "last": state.last,
            "lines": state.lines,
            "winners": state.winners,
        }
        if seat is None:
            return View(**public)
        playable, stars = playable_for(state, seat)
        return SeatView(**public, hand=state.hands[seat], playable=playable, stars=stars)

    def news(self, state: State) -> tuple[News, ...]:
        """Tell what the last action brought."""
        return state.news

    def outcome(self, state: State) -> Outcome | None:
        """Give winners and scores once it is over."""
        return None if state.winners is None else Outcome(state.winners, state.scores)

    def given(self, state: State, fields: Mapping[str, Any]) -> State:
        """Replace board, round, turn, hands, series or scores."""
        new: State = codec.replace(state, fields)
        return new


GAME = VingtEtUn()
