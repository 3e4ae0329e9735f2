"""Trente: points lost are damage thrown and misses; chips stay; nobody avenges twice."""

from collections import Counter
from itertools import product

import pytest

from arcade.club.i18n.words import Words
from arcade.engine import options
from arcade.engine.bot import STRENGTHS, RandomBot, bot
from arcade.engine.chance import Replay, Stream
from arcade.engine.codec import action_from
from arcade.engine.errors import IllegalAction
from arcade.games.trente import GAME
from arcade.games.trente.rules.actions import Attack, Keep, Roll
from arcade.games.trente.rules.state import State
from arcade.games.trente.words import moment
from tests.scenarios.given import arrange

CHOICES = [
    {"preset": preset, "threshold": threshold, "target": target, "manches": manches, "ante": ante}
    for preset, threshold, target, (manches, ante) in product(
        ("maison", "trente-douze"),
        ("preset", "by-first-die"),
        ("preset", "parity", "by-manche", "next", "choice"),
        ((None, None), (1, 0), (4, 7)),
    )
]


def lost_points(before: State, action: object, after: State) -> dict[int, int]:
    """Say from the account of an action alone who lost how much."""
    if isinstance(action, Attack):
        strike = after.strike
        assert strike is not None
        hits = sum(throw.count(strike.level) for throw in strike.throws)
        assert strike.lost == hits * strike.level
        assert strike.level == before.attack
        assert strike.target in before.targets
        return {strike.target: strike.lost}
    if isinstance(action, Keep) and len(before.kept) + len(action.dice) == 6:
        assert after.hand is not None
        return {after.hand.seat: max(0, -after.hand.excess)}
    return {}


def check_state(state: State) -> None:
    seats = range(len(state.scores))
    assert sum(state.purse) + state.pot == 0
    assert state.dead == tuple(dict.fromkeys(state.dead))
    assert set(state.dead) == {seat for seat in seats if state.scores[seat] < 0}
    assert len(state.dice) + len(state.kept) in (0, 6)
    assert state.news
    if state.turn is None:
        assert state.winners
        return
    assert state.avenging in (None, state.turn)
    assert (state.turn in state.dead) == (state.avenging is not None)
    assert state.turn not in state.targets
    assert (state.attack is not None) == bool(state.targets)
    if state.avenging is None:
        assert state.turn == state.origin
        assert not set(state.targets) & set(state.dead)
        assert len(seats) - len(state.dead) > 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_points_lost_are_damage_and_misses(seats: int) -> None:
    for number, choice in enumerate(CHOICES):
        chance = Stream(b"trente", f"{seats} {number}")
        state = GAME.setup(options.read(GAME, choice), seats, chance)
        avengers: Counter[tuple[int, int]] = Counter()
        while state.turn is not None:
            check_state(state)
            action = RandomBot().choose(None, GAME.legal(state, state.turn), chance)
            after = GAME.apply(state, state.turn, action, chance)
            losses = lost_points(state, action, after)
            scores = [score - losses.get(seat, 0) for seat, score in enumerate(state.scores)]
            over = after.turn is None or after.manche > state.manche
            if over:
                sums = zip(state.totals, scores, strict=True)
                assert after.totals == tuple(total + score for total, score in sums)
            if after.manche == state.manche:
                assert list(after.scores) == scores
            if after.avenging is not None and after.avenging != state.avenging:
                avengers[state.manche, after.avenging] += 1
            state = after
        check_state(state)
        assert not avengers or max(avengers.values()) == 1
        assert state.manche == state.rules.manches


@pytest.mark.parametrize(
    ("fields", "plain", "code", "paragraph"),
    [
        ({"scores": [30, -1]}, {"do": "roll"}, "over", 8),
        ({"turn": 1}, {"do": "roll"}, "not-your-turn", 2),
        ({}, {"do": "keep", "dice": [6]}, "throw-first", 2),
        ({}, {"do": "attack"}, "no-attack", 4),
        ({"dice": [6, 6, 6, 2, 2, 2]}, {"do": "roll"}, "keep-first", 2),
        ({"dice": [6, 6, 6, 2, 2, 2]}, {"do": "attack"}, "no-attack", 4),
        ({"dice": [6, 6, 6, 2, 2, 2]}, {"do": "keep", "dice": []}, "keep-one", 2),
        ({"dice": [6, 6, 6, 2, 2, 2]}, {"do": "keep", "dice": [2] * 4}, "not-thrown", 2),
        ({"dice": [6, 6, 6, 2, 2, 2]}, {"do": "keep", "dice": [6, 2]}, "name-first", 3),
        (
            {"dice": [6, 6, 6, 2, 2, 2]},
            {"do": "keep", "dice": [6, 2], "first": 4},
            "first-not-kept",
            3,
        ),
        (
            {"dice": [6, 6, 6, 2, 2, 2]},
            {"do": "keep", "dice": [6], "first": 6},
            "nothing-to-decide",
            3,
        ),
        ({"attack": 2}, {"do": "roll"}, "attack-first", 4),
        ({"attack": 2}, {"do": "attack", "target": 0}, "not-a-target", 5),
        ({"attack": 2, "targets": [0, 1]}, {"do": "attack"}, "name-target", 5),
    ],
)
def test_a_refusal_names_its_rule(
    fields: dict[str, object], plain: dict[str, object], code: str, paragraph: int
) -> None:
    rules = {"threshold": "by-first-die"}
    state = GAME.setup(options.read(GAME, rules), 2, Replay((0,)))
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(arrange(GAME, state, fields), 0, action_from(GAME, plain), Replay(()))
    assert (refused.value.code, refused.value.paragraph) == (code, paragraph)


def test_a_refused_target_is_told_whom_the_attack_can_strike() -> None:
    state = GAME.setup(GAME.options(), 4, Replay((0,)))
    state = arrange(GAME, state, {"attack": 2, "dead": [3]})
    names = ("anna", "ben", "carol", "dan")
    with pytest.raises(IllegalAction) as refused:
        GAME.check(state, 0, Attack(target=1))
    assert Words().say(refused.value.news, names) == "This attack can strike carol only."


@pytest.mark.parametrize(
    ("fields", "derived"),
    [
        ({"scores": [30, -2, 30, 9], "turn": 1}, {"dead": (1,), "turn": 2, "origin": 2}),
        ({"dead": [2, 1]}, {"dead": (2, 1), "scores": (30, -1, -1, 30)}),
        ({"avenging": 1, "turn": 2, "dead": [1]}, {"turn": 1, "origin": 2}),
        ({"kept": [2]}, {"threshold": 12}),
        ({"kept": [2], "threshold": 30}, {"threshold": 30}),
        ({"kept": [6] * 6}, {"attack": 6, "targets": (1,)}),
        ({"kept": [6, 1, 1, 1, 1, 1]}, {"scores": (11, 30, 30, 30), "turn": 1}),
        ({"attack": 1, "manche": 2}, {"targets": (3,)}),
        ({"winners": [1, 2]}, {"turn": None}),
    ],
)
def test_what_is_given_is_derived_from(
    fields: dict[str, object], derived: dict[str, object]
) -> None:
    choice = options.read(GAME, {"preset": "trente-douze"})
    state = arrange(GAME, GAME.setup(choice, 4, Replay((0,))), fields)
    assert {name: getattr(state, name) for name in derived} == derived


def test_the_order_of_kept_dice_is_no_choice() -> None:
    assert Keep((6, 5)) == Keep((5, 6))
    assert hash(Keep((6, 5))) == hash(Keep((5, 6)))
    assert Keep((6, 5)) != Keep((6, 6))
    assert Keep((6, 2), 6) != Keep((6, 2), 2)
    assert Keep((6,)) != Roll()


def test_the_account_of_a_strike() -> None:
    state = GAME.setup(GAME.options(), 3, Replay((0,)))
    state = arrange(GAME, state, {"attack": 1, "scores": [30, 5, 30]})
    draws = (1, 1, 1, 1, 1, 2, 1, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6)
    state = GAME.apply(state, 0, Attack(), Replay(draws))
    assert [sentence.text for sentence in state.news] == [
        "{seat:@ strikes|You strike} {target:@|you} at level {level}.",
        "Damage {dice:dice}: {n} die shows {level}.",
        "Damage {dice:dice}: {n} die shows {level}.",
        "Main pleine (full hand)! All six dice are rolled again.",
        "Damage {dice:dice}: {n} die shows {level}.",
        "Damage {dice:dice}: no {level}, so it ends.",
        "{seat:@ hits|You hit} {target:@|you} for {n}: {score}, dead.",
        "{seat:@ is|You are} below zero: dead until the end of the manche.",
        "Revenge! {seat:@|You} may play one turn at once.",
    ]
    assert state.scores == (30, -2, 30)


# The bots


def test_the_bot_strikes_the_living_seat_nearest_to_death() -> None:
    state = GAME.setup(options.read(GAME, {"target": "by-manche"}), 4, Replay((0,)))
    state = arrange(GAME, state, {"manche": 3, "attack": 4, "scores": [30, 9, 3, -1]})
    for name in STRENGTHS[:2]:
        chooser = bot(GAME, name)
        view, offers = GAME.view(state, 0), GAME.legal(state, 0)
        assert chooser.choose(view, offers, Stream(b"")) == Attack(2), name


def test_a_move_that_kept_all_dice_names_them_once() -> None:
    state = GAME.setup(options.read(GAME, {}), 2, Replay((0,)))
    view = GAME.view(arrange(GAME, state, {"dice": [4, 3, 2, 1]}), 0)
    for kept, sentence in (
        ((4, 3), "You kept 4-3 from 4-3-2-1"),
        ((4, 3, 2, 1), "You kept all of 4-3-2-1"),
    ):
        news = moment(view, 0, Keep(kept))
        assert news is not None
        assert Words(you="Anna").say(news, ("Anna", "Ben")) == sentence
