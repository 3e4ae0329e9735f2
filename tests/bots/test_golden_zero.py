"""The expert of Golden Zero: its odds against the rules and plain counting, and its reading."""

import re
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec import structs

from arcade.club.i18n.words import Words
from arcade.engine import options
from arcade.engine.chance import Stream
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.bots import ends
from arcade.games.golden_zero.bots.expert import COACH, Expert, tried
from arcade.games.golden_zero.bots.ranges import pairs_of
from arcade.games.golden_zero.rules.actions import Call, Card, Fold, Open, Raise, Stand, Stay
from arcade.games.golden_zero.rules.hands import best, rank
from arcade.games.golden_zero.rules.state import State

NOBODY = Stream(b"nobody draws")
PAIRS = [(first, second) for first in range(11) for second in range(first, 11)]


def reine(**fields: Any) -> State:
    """Return a Reine of two with a target of 17: seat 0 has spoken, seat 1 is to answer."""
    state = GAME.setup(options.read(GAME, {}), 2, Stream(b"reine"))
    given = {
        "phase": "reine",
        "button": 1,
        "turn": 1,
        "target_cards": (8, 9),
        "target": 17,
        "open": ((4, 8), (5, 4)),
        "closed": ((1, 10), (7, 2)),
        "discards": (),
        "deck": tuple(value for value in range(11) for _ in range(3)),
        "stacks": (400, 440),
        "bets": (40, 0),
        "paid": (100, 60),
        "increase": 40,
        "aggressor": 0,
        "answered": (True, False),
    }
    return structs.replace(state, **{**given, **fields})


def test_ends_are_in_the_order_of_the_rules() -> None:
    room = 12
    hands = [(pair, best((), pair, room)) for pair in PAIRS]
    ranked = [(ends.end(room, *pair), rank(hand)) for pair, hand in hands if hand is not None]
    ranked.sort()
    assert len(ranked) > 50
    for (first, better), (second, worse) in pairwise(ranked):
        assert (first == second) == (better == worse)
        assert better >= worse
    assert all(ends.end(room, *pair) == ends.BURNED for pair, hand in hands if hand is None)


@pytest.mark.parametrize("room", [0, 7, 15, 24])
def test_every_hand_ends_somewhere(room: int) -> None:
    for pair in PAIRS:
        assert sum(chance for _, chance in ends.ends(room, *pair)) == pytest.approx(1)


def test_a_call_is_weighed_as_the_rules_pay_it_against_every_pair() -> None:
    """Fill in each pair the rival may hold, and let the rules say who wins what."""
    state = reine()
    view = GAME.view(state, 1)
    likely = [pair.likely for pair in pairs_of(view, 0)]
    chips = 0.0
    for pair, share in zip(_unseen_pairs(view), likely, strict=True):
        called = structs.replace(state, closed=(pair, (7, 2)))
        after = GAME.apply(called, 1, Call(), NOBODY)
        while after.turn is not None:
            after = GAME.apply(after, after.turn, Stand(), NOBODY)
        chips += share * (after.stacks[1] - state.stacks[1])
    call = next(choice for choice in tried(view, GAME.legal(state, 1)) if choice.action == Call())
    # An odd chip of a shared pot cannot be halved.
    assert call.worth == pytest.approx(chips, abs=1)


def test_who_bets_much_is_taken_to_hold_more_and_a_poor_hand_folds_to_it() -> None:
    poor = {"closed": ((1, 10), (4, 0))}
    small = GAME.view(reine(bets=(20, 0), paid=(80, 60), **poor), 1)
    state = reine(bets=(200, 0), paid=(260, 60), stacks=(240, 440), **poor)
    large = GAME.view(state, 1)
    hopes = [sum(pair.likely * pair.hope for pair in pairs_of(view, 0)) for view in (small, large)]
    assert hopes[1] > hopes[0] + 0.1
    assert Expert().choose(large, GAME.legal(state, 1), NOBODY) == Fold()


def test_who_took_a_card_is_taken_to_have_wanted_one() -> None:
    view = GAME.view(reine(bets=(0, 0), paid=(60, 60), aggressor=None), 1)
    likely = dict(
        zip(_unseen_pairs(view), (pair.likely for pair in pairs_of(view, 0)), strict=True)
    )
    # With 4 open, 3 and 10 made the target of 17 at once: nobody takes a card then.
    assert likely[3, 10] < likely[1, 5] / 5


def test_the_best_hand_there_is_bets_and_never_folds() -> None:
    state = reine(closed=((1, 10), (0, 8)))
    best_choice = tried(GAME.view(state, 1), GAME.legal(state, 1))[0]
    assert isinstance(best_choice.action, Raise)
    opening = reine(
        closed=((1, 10), (0, 8)), bets=(0, 0), paid=(60, 60), aggressor=None, increase=0
    )
    assert isinstance(tried(GAME.view(opening, 1), GAME.legal(opening, 1))[0].action, Open)


def test_the_coach_advises_as_a_person_would() -> None:
    texts = advice_on(reine(closed=((1, 10), (4, 0))))
    assert texts[Fold] == "What you have paid is lost, but no more."
    assert re.fullmatch(
        r"It costs 40 to win 160: that pays if you win 20 in 100, and you win about \d+\.",
        texts[Call],
    )
    for bet in (reine(closed=((1, 10), (0, 8))), reine(closed=((1, 10), (4, 0)))):
        assert re.search(
            r"fold in about \d+ of 100 cases; if|likely to (call|fold)", advice_on(bet)[Raise]
        )
    choosing = {"phase": "choix", "bets": (0, 0), "paid": (60, 60), "aggressor": None}
    on_target = advice_on(reine(closed=((1, 10), (0, 8)), **choosing))
    assert on_target[Stay].startswith("You are exactly on the target, and win about")
    assert on_target[Card].startswith("It burns openly ")
    short = advice_on(reine(closed=((1, 10), (4, 0)), **choosing))
    assert short[Stay].startswith("You are 4 short of the target, and win about")
    burned = advice_on(reine(closed=((1, 10), (9, 10)), **choosing))
    assert burned[Stay] == "Burned unseen: you win only if all others fold."


def test_more_fold_to_a_higher_raise_and_that_is_no_win_of_the_cards() -> None:
    weighed = tried(GAME.view(state := reine(closed=((1, 10), (4, 0))), 1), GAME.legal(state, 1))
    raised = sorted((item.action.to, item) for item in weighed if isinstance(item.action, Raise))
    folds = [raise_.folds for _, raise_ in raised]
    assert folds == sorted(folds) and folds[-1] > folds[0]
    assert all(0 <= raise_.folds <= raise_.wins for _, raise_ in raised)


def advice_on(state: State) -> dict[type[Any], str]:
    """Return what the coach says of the actions of seat 1, the best of each kind."""
    texts: dict[type[Any], str] = {}
    for advice in COACH.advise(GAME.view(state, 1), GAME.legal(state, 1), NOBODY):
        texts.setdefault(type(advice.action), Words().say(advice.why))
    return texts


def _unseen_pairs(view: Any) -> list[tuple[int, int]]:
    """List the pairs of values that unseen cards make, counted card by card."""
    seen = [*view.closed, *view.target_cards, *(card for hand in view.open for card in hand)]
    cards = [value for value in range(11) for _ in range(5 - seen.count(value))]
    return sorted(set(combinations(cards, 2)))
