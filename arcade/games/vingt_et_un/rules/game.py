"""21 as a `Game`: set-up, actions, views."""

from typing import Any

from msgspec.structs import replace

from arcade.engine import N_, BadOptions, Chance, Game, Meta, News, Outcome, check_seats, counted
from arcade.games.vingt_et_un.rules import actions, turn
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.state import (
    OPTION_LIST,
    STAR,
    OpenView,
    Options,
    Public,
    SeatView,
    State,
    View,
    value,
)
from arcade.games.vingt_et_un.rules.turn import deal, turn_over

META = Meta(
    key="vingt-et-un",
    name="21",
    seats=(2, 4),
    best_seats=2,
    length=600,
    version=2,
    aliases=("twenty-one",),
    blurb=N_("Lay tiles in lines that add up to 21. A game from 1965."),
    steps=(
        N_("Lay one of your three tiles so that it touches another, then draw one."),
        N_("Complete a straight line of exactly 21: its square pays 5 to 30 points."),
        N_("The last tile ends the game; numbers not placed come off your score."),
    ),
    secrets=True,
)


class VingtEtUn(Game):
    meta = META
    options = Options
    option_list = OPTION_LIST
    state = State
    action = Action
    legal = staticmethod(actions.offers)
    check = staticmethod(actions.check)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Turn over for the first turn, then deal each seat its hand and series."""
        check_seats(META, seats)
        if options.teams and seats != META.seats[1]:
            raise BadOptions(
                "teams can only be true with {most} seats, not {seats}.",
                most=META.seats[1],
                seats=seats,
            )
        first, first_news = turn_over(seats, chance)
        dealt = [deal(seat, chance) for seat in range(seats)]
        return State(
            options=options,
            round=1,
            first=first,
            turn=first,
            board={},
            scores=(0,) * seats,
            hands=tuple(hand for hand, _, _ in dealt),
            series=tuple(series for _, series, _ in dealt),
            news=(*first_news, *(news for _, _, dealing_news in dealt for news in dealing_news)),
        )

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        actions.check(state, seat, action)
        state = replace(state, news=())
        match action:
            case Place():
                return turn.place(state, seat, action)
            case Swap(tile):
                return turn.swap(state, seat, tile, chance)
            case Pass():
                return turn.lose_turn(state, seat)
            case Mulligan():
                return turn.exchange_first_hand(state, seat, chance)

    def default(self, state: State, seat: int) -> Action:
        """Place the first tile that fits, stars last; else exchange the highest number, or pass."""
        choices: list[Action] = [offer.action for offer in actions.offers(state, seat)]
        return min(choices, key=_reluctance)

    def view(self, state: State, seat: int | None) -> View:
        if seat is None:
            return View(**_public(state))
        squares, stars = actions.playable(state, seat)
        return SeatView(**_public(state), hand=state.hands[seat], playable=squares, stars=stars)

    def holding(self, state: State, seat: int) -> News:
        n = state.scores[seat]
        return counted("The seat has {n} point.", "The seat has {n} points.", n)

    def round_ended(self, before: State, after: State) -> bool:
        laid = len(after.board) > len(before.board)
        return laid and (bool(after.lines) or after.scores != before.scores)

    def open_view(self, state: State) -> OpenView | None:
        return OpenView(**_public(state), hands=state.hands) if state.winners else None

    def outcome(self, state: State) -> Outcome | None:
        if not state.winners:
            return None
        sides = tuple(seat % 2 for seat in range(len(state.scores)))
        return Outcome(state.winners, state.scores, sides=sides if state.options.teams else ())


def _public(state: State) -> dict[str, Any]:
    return {
        **{name: getattr(state, name) for name in Public.__struct_fields__},
        "teams": state.options.teams,
        "hand_counts": tuple(map(len, state.hands)),
        "series_counts": tuple(map(len, state.series)),
    }


def _reluctance(action: Action) -> int:
    match action:
        case Place(tile):
            return 1 if tile == STAR else 0
        case Swap(tile):
            return 60 if tile == STAR else 20 - value(tile)
        case Pass() | Mulligan():
            return 50


GAME = VingtEtUn()
