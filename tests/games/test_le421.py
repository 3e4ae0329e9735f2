"""Le 421: the order of all throws, tokens stay, nobody pays what is not there, games end."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcade.engine import options
from arcade.engine.bot import RandomBot
from arcade.engine.chance import Replay, Stream
from arcade.engine.errors import IllegalAction
from arcade.games.le421 import GAME
from arcade.games.le421.rules.actions import Roll, Stop
from arcade.games.le421.rules.hands import ORDERS, Order, hand, keeps, rank, settle, standing, worth
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import State
from tests.scenarios.given import arrange

OPTIONS = st.fixed_dictionaries(
    {option.name: st.sampled_from(option.values) for option in GAME.option_list}
)

# The 56 throws as the page lists them, the faces of each in the page's own order.
PAGE: dict[Order, str] = {
    "source": "421 111 116 666 115 555 114 444 113 333 112 222 654 543 432 321 ",
    "aces-first": "421 111 116 115 114 113 112 666 555 444 333 222 654 543 432 321 ",
}
REST = (
    "665 664 663 662 661 655 653 652 651 644 643 642 641 633 632 631 622 621 "
    "554 553 552 551 544 542 541 533 532 531 522 521 "
    "443 442 441 433 431 422 332 331 322 221"
)
WORTH: dict[Order, list[int]] = {
    "source": [10, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2] + [1] * 40,
    "aces-first": [10, 7, 6, 5, 4, 3, 2, 6, 5, 4, 3, 2, 2, 2, 2, 2] + [1] * 40,
}


def random_game(values: dict[str, object], seats: int, seed: int) -> int:
    """Play to the end, checking every state; return the number of actions."""
    chance = Stream(seed.to_bytes(8, "big"))
    state = GAME.setup(options.read(GAME, values), seats, chance)
    player = RandomBot()
    actions = 0
    while GAME.to_act(state):
        check_state(state)
        seat = state.turn
        assert seat is not None
        action = player.choose(None, GAME.legal(state, seat), chance)
        state = GAME.apply(state, seat, action, chance)
        actions += 1
    check_end(state)
    return actions


def check_state(state: State) -> None:
    seats = len(state.tokens)
    assert min(state.tokens) >= 0
    assert state.pot >= 0
    assert state.news
    assert state.turn in state.playing
    assert len(state.playing) >= 2
    assert (state.limit is None) == (state.turn == state.leader)
    assert len(state.dice) == (3 if state.throws else 0)
    assert not state.winners
    assert GAME.outcome(state) is None
    if state.options.mode == "manche":
        assert (state.pot, sum(state.tokens)) == (0, 0)
    elif state.phase == "charge" or state.options.decharge_stock == "carry":
        assert state.pot + sum(state.tokens) == state.options.pot
    else:
        assert sum(state.tokens) == state.options.pot // seats * seats
        assert state.pot == 0
    if state.phase == "charge":
        assert state.pot > 0
        assert sum(state.manches_won) == 0


def check_end(state: State) -> None:
    assert state.phase == "over"
    assert state.turn is None
    top = max(state.manches_won)
    assert state.winners == tuple(s for s, won in enumerate(state.manches_won) if won == top)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == state.manches_won
    assert all(not GAME.legal(state, seat) for seat in range(len(state.tokens)))
    if state.options.mode == "manche":
        assert sum(state.manches_won) == 1
    elif state.options.end == "last-loaded":
        assert sum(map(bool, state.tokens)) == 1


@pytest.mark.parametrize("order", PAGE)
def test_the_order_is_the_page_s(order: Order) -> None:
    hands = tuple(hand(tuple(map(int, throw))) for throw in (PAGE[order] + REST).split())
    assert hands == ORDERS[order]
    assert [rank(hand, order) for hand in hands] == list(range(56))
    assert [worth(Options(order=order), hand, 21) for hand in hands] == WORTH[order]


def test_keeps_are_all_sets_but_all_three() -> None:
    assert keeps((4, 2, 1)) == ((4, 2), (4, 1), (2, 1), (4,), (2,), (1,), ())
    assert keeps((5, 3, 5)) == ((5, 3), (5, 5), (5,), (3,), ())
    assert keeps((6, 6, 6)) == ((6, 6), (6,), ())


@settings(max_examples=150, deadline=None)
@given(OPTIONS, st.integers(2, 8), st.integers(0, 2**32))
def test_tokens_stay_and_games_end(values: dict[str, object], seats: int, seed: int) -> None:
    random_game(values, seats, seed)


@given(
    st.lists(
        st.tuples(st.sampled_from(ORDERS["source"]), st.integers(1, 3)), min_size=2, max_size=8
    ),
    st.sampled_from(["source", "aces-first"]),
    st.sampled_from(["rampo", "fewer-throws"]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_a_rampo_never_overturns_the_hands(
    hands: list[tuple[int, int]], order: Any, ties: Any, needs: bool, seed: int
) -> None:
    chosen = Options(order=order, ties=ties)
    standings = {seat: standing(chosen, *seat_hand) for seat, seat_hand in enumerate(hands)}
    settled = settle(chosen, standings, needs, Stream(seed.to_bytes(8, "big")))
    assert standings[settled.worst] == max(standings.values())
    assert settled.best != settled.worst
    if settled.best is not None:
        assert standings[settled.best] == min(standings.values())
    assert settled.best is not None or not needs
    if len(set(standings.values())) == len(hands):
        assert not settled.rampos


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([Stop()], "throw-first"),
        ([Roll(())], "nothing-to-keep"),
        ([Roll(), Roll()], "say-what-is-kept"),
        ([Roll(), Roll((6, 6))], "not-on-the-table"),
        ([Roll(), Roll((3, 5, 6))], "throw-one"),
        ([Roll(), Roll((6, 5)), Stop(), Roll(), Stop()], "exact-throws"),
        ([Roll(), Roll((6, 5)), Stop(), Roll(bon=True)], "no-bon"),
    ],
)
def test_every_refusal_says_why(actions: list[Roll | Stop], code: str) -> None:
    refuse(actions, code, {})


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ([Roll(bon=True)], "leader-stops"),
        ([Roll(), Roll((6, 5), bon=True)], "leader-stops"),
        ([Roll(), Roll((6, 5)), Stop(), Roll(), Stop()], "not-announced"),
        ([Roll(), Roll((6, 5)), Stop(), Roll(), Roll((4, 2), bon=True)], "last-roll"),
        ([Roll(), Stop(), Roll(bon=True)], "last-roll"),
    ],
)
def test_every_refusal_of_le_bon_says_why(actions: list[Roll | Stop], code: str) -> None:
    assert refuse(actions, code, {"throws": "le-bon"}).paragraph == 9, "where le bon is explained"


def refuse(actions: list[Roll | Stop], code: str, chosen: dict[str, object]) -> IllegalAction:
    chance = Replay([6, 1, 6, 5, 3, 4, 4, 2, 1])
    state = GAME.setup(options.read(GAME, chosen), 2, chance)
    for action in actions[:-1]:
        assert state.turn is not None
        state = GAME.apply(state, state.turn, action, chance)
    assert state.turn is not None
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, state.turn, actions[-1], chance)
    assert refused.value.code == code
    with pytest.raises(IllegalAction) as not_yours:
        GAME.check(state, 1 - state.turn, Roll())
    assert not_yours.value.code == "not-your-turn"
    return refused.value


def test_the_clock_stands_where_it_may_and_risks_least_where_not() -> None:
    chance = Replay([6, 1, 6, 5, 3, 4, 4, 2, 1, 6])
    state = GAME.setup(options.read(GAME, {}), 2, chance)
    assert GAME.default(state, 0) == Roll()
    state = GAME.apply(state, 0, Roll(), chance)
    assert GAME.default(state, 0) == Stop()
    for seat, action in ((0, Roll((6, 5))), (0, Stop()), (1, Roll())):
        state = GAME.apply(state, seat, action, chance)
    assert GAME.default(state, 1) == Roll((2, 1))


def test_the_account_names_every_token() -> None:
    chance = Replay([6, 1, 4, 2, 1, 3, 3, 1])
    state = GAME.setup(options.read(GAME, {}), 2, chance)
    for seat, action in ((0, Roll()), (0, Stop()), (1, Roll())):
        state = GAME.apply(state, seat, action, chance)
    texts = [item.text for item in GAME.news(state)]
    assert texts == [
        "{seat:@ rolls|You roll} {dice:dice}.",
        "{seat:@ stands|You stand} on {hand:hand}, worth {n} token.",
        (
            "{best:hand} is the best hand; {seat:@ has the worst and takes|you have the worst and "
            "take} {n} token from the pot."
        ),
        "{seat:@ lost the round and leads|You lost the round and lead} the next one.",
    ]
    view = GAME.view(state, None)
    assert view.last_round is not None
    assert view.last_round.hands == (421, 331)
    assert view.last_throw is not None
    assert (view.last_throw.dice, view.last_throw.fresh) == ((3, 3, 1), 3)


def test_the_view_ranks_what_lies_there() -> None:
    chance = Replay([6, 1, 1, 6, 5, 4, 2, 2, 1])
    state = GAME.setup(options.read(GAME, {"mode": "manche"}), 3, chance)
    for seat, action in ((0, Roll()), (0, Stop())):
        state = GAME.apply(state, seat, action, chance)
    view = GAME.view(state, 1)
    assert (view.ranks, view.worths, view.stake) == ((12, None, None), (2, None, None), 2)
    assert (view.best, view.worst, view.most, view.hand) == ((0,), (0,), 1, None)
    state = GAME.apply(state, 1, Roll(), chance)
    view = GAME.view(state, None)
    assert (view.best, view.worst) == ((0,), (1,))


def test_given_fields_lead_to_the_rest() -> None:
    fresh = GAME.setup(options.read(GAME, {}), 3, Replay([6, 1, 1]))
    state = arrange(GAME, fresh, {"tokens": [3, 4, 0]})
    assert (state.pot, state.turn) == (14, 0)
    state = arrange(GAME, fresh, {"phase": "decharge", "tokens": [3, 9, 9]})
    assert (state.pot, state.leader, state.turn) == (0, 0, 0)
    state = arrange(GAME, fresh, {"phase": "decharge", "tokens": [0, 9, 12]})
    assert (state.leader, state.turn) == (1, 1)
    state = arrange(GAME, fresh, {"hands": [None, 421, None]})
    assert (state.leader, state.limit, state.turn) == (1, 1, 2)
    state = arrange(GAME, fresh, {"turn": 2, "dice": [6, 5, 3]})
    assert (state.leader, state.throws, state.limit) == (2, 1, None)
    state = arrange(GAME, fresh, {"phase": "decharge", "tokens": [0, 21, 0]})
    assert (state.phase, state.leader) == ("belle", 2)
    state = arrange(GAME, fresh, {"phase": "belle", "manches_won": [0, 1, 1]})
    assert (state.pot, state.leader, state.turn) == (0, 1, 1)
    with pytest.raises(msgspec.ValidationError, match="nobody else"):
        arrange(GAME, fresh, {"phase": "belle", "manches_won": [0, 2, 1]})
    with pytest.raises(msgspec.ValidationError, match="nobody holds"):
        arrange(GAME, fresh, {"phase": "decharge"})
