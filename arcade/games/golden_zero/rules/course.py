"""The course of a game: from one phase to the next, from hand to hand, and from the first deal."""

from msgspec import structs

from arcade.engine.chance import Chance
from arcade.engine.news import News
from arcade.engine.seats import clockwise
from arcade.games.golden_zero.rules import betting, choice
from arcade.games.golden_zero.rules.dealing import deal, draw_button
from arcade.games.golden_zero.rules.options import Options
from arcade.games.golden_zero.rules.showdown import settle
from arcade.games.golden_zero.rules.state import State, alive, none_yet


def begin(options: Options, seats: int, chance: Chance) -> State:
    """Find the button and deal the first hand: two shuffles, one more for each tie of the deck."""
    button, news = draw_button(seats, chance)
    return _play_hand(_table(options, seats, button, news), chance)


def next_hand(state: State, chance: Chance) -> State:
    """Pass the button to the next seat still in the game, and deal: one shuffle."""
    button = next(seat for seat in clockwise(state.seats, state.button) if not state.out[seat])
    state = structs.replace(state, hand=state.hand + 1, button=button)
    return _play_hand(state, chance)


def go_on(state: State, chance: Chance) -> State:
    """Move on while nobody is in turn: Levée, Choix, Reine, result."""
    while state.turn is None and state.phase in ("levee", "choix", "reine"):
        if state.phase == "levee" and len(alive(state)) > 1:
            state = choice.start(state, chance)
        elif state.phase == "choix" and len(alive(state)) > 1:
            state = betting.start(state, "reine")
        else:
            state = settle(state)
    return state


def _play_hand(state: State, chance: Chance) -> State:
    return go_on(betting.start(deal(state, chance), "levee"), chance)


def _table(options: Options, seats: int, button: int, news: tuple[News, ...]) -> State:
    nobody, nothing = none_yet(seats), (0,) * seats
    return State(
        options=options,
        hand=1,
        phase="levee",
        button=button,
        turn=None,
        deck=(),
        discards=(),
        target_cards=(),
        target=0,
        open=((),) * seats,
        closed=((),) * seats,
        stacks=(options.stack,) * seats,
        bets=nothing,
        paid=nothing,
        raises=0,
        increase=0,
        aggressor=None,
        answered=nobody,
        stood=nobody,
        raiser=None,
        spoke=None,
        folded=nobody,
        burned=nobody,
        out=nobody,
        carry=0,
        last_hand=False,
        final=options.hands,
        shown=(None,) * seats,
        won=nothing,
        awards=(),
        winners=(),
        news=news,
    )
