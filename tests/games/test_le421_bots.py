"""The bots of Le 421: their exact parts against brute force through the rules, and their order."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from arcade.engine import options
from arcade.engine.bot import bot
from arcade.engine.chance import Replay, Stream
from arcade.engine.coach import Advice, coach
from arcade.engine.simulation import simulate
from arcade.games.le421.bots.odds import (
    PLACES,
    Plan,
    Rethrow,
    Stops,
    Ways,
    behind,
    final_odds,
    keeps_of,
    odds,
    pace,
)
from arcade.games.le421.bots.outlook import Outlook
from arcade.games.le421.bots.values import Halves, Tariff, decharge, parts, race
from arcade.games.le421.rules.actions import Roll, Stop
from arcade.games.le421.rules.game import GAME
from arcade.games.le421.rules.hands import ORDERS, Order, hand
from arcade.games.le421.rules.hands import rank as rank_in
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import State
from tests.bots.advice import advised
from tests.scenarios.given import arrange


def table(seats: int, fields: dict[str, Any], **chosen: Any) -> State:
    state = GAME.setup(options.read(GAME, chosen), seats, Stream(b"table"))
    return arrange(GAME, state, fields)


def halves(state: State) -> Halves:
    return halves_of(state.options, len(state.tokens))


@cache
def halves_of(chosen: Options, seats: int) -> Halves:
    return Halves(chosen, seats)


EXACT = Ways("source", "never")


def rank(figure: int, order: Order = "source") -> int:
    return rank_in(figure, order)


# One turn


@pytest.mark.parametrize("throws", [1, 2, 3])
def test_odds_are_odds(throws: int) -> None:
    for ways in (EXACT, Ways("source", "when-content"), Ways("aces-first", "by-announcing")):
        assert sum(final_odds(throws, ways)) == pytest.approx(1)
        assert sum(law[throws - 1] for law in pace(throws, ways)) > 0
    assert final_odds(1, EXACT)[0] == pytest.approx(1 / 36)
    called = final_odds(throws, Ways("source", "by-announcing"))[0]
    assert final_odds(throws, Ways("source", "when-content"))[0] >= called - 1e-12
    assert called >= final_odds(throws, EXACT)[0] - 1e-12


@pytest.mark.parametrize("stops", ["never", "when-content", "by-announcing"])
def test_a_plan_is_the_best_of_all_plans(stops: Stops) -> None:
    """Against enumeration of every keep and every throw of two throws to come."""

    def worth(index: int, made: int) -> float:
        return behind(2, EXACT)[index] ** 2 - 0.01 * made

    @cache
    def best(dice: tuple[int, ...], made: int) -> float:
        ends = stops == "when-content" or made == 3
        standing = [worth(rank(hand(dice)), made)] if ends else []
        going_on = [follow(keep, made, bon) for keep in keeps(dice) for bon in calls(made)]
        return max(standing + going_on)

    def calls(made: int) -> tuple[bool, ...]:
        return () if made == 3 else (False, True) if stops == "by-announcing" else (False,)

    @cache
    def follow(keep: tuple[int, ...], made: int, bon: bool) -> float:
        thrown = list(product(range(1, 7), repeat=3 - len(keep)))
        hands = (tuple(sorted((*keep, *dice))) for dice in thrown)
        if bon:
            return sum(worth(rank(hand(dice)), made + 1) for dice in hands) / len(thrown)
        return sum(best(dice, made + 1) for dice in hands) / len(thrown)

    def keeps(dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for chosen in product((False, True), repeat=3):
            if not all(chosen):
                yield tuple(die for die, kept in zip(dice, chosen, strict=True) if kept)

    plan = Plan(worth, 3, Ways("source", stops), 1)
    called = 0
    for hand_number in (421, 331, 665, 221, 444, 543):
        dice = tuple(sorted(int(digit) for digit in str(hand_number)))
        choice = plan.choice(rank(hand_number), 1)
        value = (
            worth(rank(hand_number), 1) if choice is None else follow(choice.kept, 1, choice.bon)
        )
        assert value == pytest.approx(best(dice, 1))
        called += choice is not None and choice.bon
    assert bool(called) == (stops == "by-announcing")
    assert sum(likely for _, _, likely in plan.ends(Rethrow((2, 4)), 1)) == pytest.approx(1)


# One round


ROUNDS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"phase": "charge", "tokens": [4, 6], "pot": 11}, {}),
    ({"phase": "charge", "tokens": [4, 6], "pot": 11}, {"nenette": "plus2", "rampo": "one"}),
    ({"phase": "charge", "tokens": [9, 9], "pot": 3}, {"nenette": "min2"}),
    ({"phase": "decharge", "tokens": [9, 12], "manches_won": [1, 0]}, {}),
    ({"phase": "decharge", "tokens": [3, 18], "manches_won": [0, 1]}, {"end": "last-loaded"}),
    ({"phase": "decharge", "tokens": [2, 19], "manches_won": [1, 0]}, {"nenette": "min2"}),
    ({"phase": "belle", "manches_won": [1, 1]}, {"nenette": "plus2", "rampo": "one"}),
    ({"phase": "charge", "tokens": [4, 6], "pot": 11}, {"order": "aces-first", "worth_421": 8}),
    ({"phase": "charge", "tokens": [4, 6], "pot": 11}, {"worth_421": "all-but-one"}),
    (
        {"phase": "decharge", "tokens": [12, 9], "manches_won": [1, 0]},
        {"worth_421": "all-but-one", "nenette": "plus2"},
    ),
]


@pytest.mark.parametrize(("fields", "chosen"), ROUNDS)
def test_a_hand_is_worth_what_the_rules_make_of_it(
    fields: dict[str, Any], chosen: dict[str, Any]
) -> None:
    """The leader stands after one throw; all 216 answers and both ends of a rampo are played."""
    start = table(2, {**fields, "leader": 0, "turn": 0}, **chosen)
    for hand_number in (421, 666, 543, 632, 331, 221):
        outlook = Outlook(GAME.view(start, 0), halves(start))
        verdict = outlook.stand(rank(hand_number, start.options.order), 1)
        share = best = worst = 0.0
        for dice in product(range(1, 7), repeat=3):
            ends = list(answered(start, hand_number, dice))
            for state in ends:
                last_round = state.last_round
                assert last_round is not None
                part = 1 / 216 / len(ends)
                share += part * worth_of(state)
                worst += part * (last_round.worst == 0)
                order = start.options.order
                best += part * (rank(hand_number, order) < rank(hand(dice), order))
                best += part * (hand_number == hand(dice)) * (last_round.worst == 1)
        assert verdict.worst == pytest.approx(worst)
        assert verdict.best == pytest.approx(best)
        assert verdict.share == pytest.approx(share, abs=1e-6)


def answered(start: State, hand_number: int, dice: tuple[int, ...]) -> Iterator[State]:
    """Play the second seat's only throw; a tie is thrown off either way."""
    state = structs.replace(start, hands=(hand_number, None), made=(1, 0), turn=1, limit=1)
    tie = hand_number == hand(dice)
    for off in ((4, 2, 1, 3, 3, 1), (3, 3, 1, 4, 2, 1)) if tie else ((),):
        yield GAME.apply(state, 1, Roll(), Replay((*dice, *off)))


def worth_of(state: State) -> float:
    """Value what a round left with the tables, or with the outcome where the game is over."""
    if state.phase == "over":
        return (0 in state.winners) / len(state.winners)
    if state.phase == "belle":
        return (0 not in GAME.view(state, 0).out) / len(state.playing)
    if state.phase == "charge":
        return halves(state).in_charge(state.pot, state.tokens[0], state.tokens[1:])
    return halves(state).in_decharge(state.tokens, tuple(map(bool, state.manches_won)))


@pytest.mark.parametrize("phase", ["charge", "decharge"])
def test_two_hands_to_come_are_nearly_exact(phase: str) -> None:
    fields = {"phase": phase, "tokens": [7, 7, 7], "pot": 0, "leader": 0, "turn": 0}
    if phase == "charge":
        fields |= {"tokens": [3, 4, 2], "pot": 12}
    start = table(3, fields)
    outlook = Outlook(GAME.view(start, 0), halves(start))
    law = final_odds(1, EXACT)
    for figure in (421, 555, 432, 641, 331):
        best = worst = 0.0
        mine = rank(figure)
        for (first, p), (second, q) in product(enumerate(law), repeat=2):
            others = (first, second)
            tops, bottoms = others.count(mine) + 1, others.count(mine) + 1
            best += p * q * (mine <= min(others)) / tops
            worst += p * q * (mine >= max(others)) / bottoms
        verdict = outlook.stand(mine, 1)
        assert verdict.best == pytest.approx(best, abs=0.004)
        assert verdict.worst == pytest.approx(worst, abs=0.004)


# The game


@pytest.mark.parametrize("worth_421", [10, "all-but-one"])
@pytest.mark.parametrize("last_loaded", [False, True])
def test_the_decharge_is_solved(last_loaded: bool, worth_421: Any) -> None:
    tariff = Tariff("source", worth_421, flat=True)
    table = decharge(9, 3, last_loaded, tariff)
    for tokens in parts(9, 3):
        chances = [
            table[count, tuple(sorted(tokens[:seat] + tokens[seat + 1 :]))]
            for seat, count in enumerate(tokens)
        ]
        assert sum(chances) == pytest.approx(1, abs=1e-3)
        assert chances == sorted(chances, reverse=not last_loaded)
        assert race(tokens, last_loaded, tariff) == pytest.approx(chances, abs=0.1)


@pytest.mark.parametrize("chosen", [{}, {"end": "last-loaded"}, {"decharge_stock": "equal"}])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_shares_of_a_table_make_one_game(seats: int, chosen: dict[str, Any]) -> None:
    values = halves(table(seats, {}, pot=11, **chosen))
    tokens = (0, 3, 1, 2, 0)[:seats]
    shares = [
        values.in_charge(11 - sum(tokens), count, tuple(sorted(tokens[:seat] + tokens[seat + 1 :])))
        for seat, count in enumerate(tokens)
    ]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    assert shares[1] == min(shares)


def test_the_last_token_is_worth_more_than_the_first() -> None:
    values = halves(table(3, {}))
    rid = [
        values.in_decharge((count, 10, 11 - count), (False, True, False)) for count in (1, 2, 5, 6)
    ]
    assert rid[0] - rid[1] > rid[2] - rid[3] > 0


# Coach and strength


def test_the_coach_weighs_every_choice() -> None:
    expert, chance = bot(GAME, "expert"), Stream(b"coach")
    for chosen in (
        {},
        {"throws": "at-most", "ties": "fewer-throws"},
        {"mode": "manche"},
        {"throws": "le-bon", "worth_421": "all-but-one", "order": "aces-first"},
        {"throws": "le-bon", "ties": "fewer-throws", "mode": "manche"},
    ):
        state = GAME.setup(options.read(GAME, chosen), 3, chance)
        for _ in range(25):
            if state.turn is None:
                break
            view, offers = GAME.view(state, state.turn), GAME.legal(state, state.turn)
            advice = advised(GAME, state, state.turn, chance)
            assert {choice.action for choice in advice} == {offer.action for offer in offers}
            action = expert.choose(view, offers, chance)
            played = next(choice for choice in advice if choice.action == action)
            assert played.worth == pytest.approx(advice[0].worth, abs=0.01)
            state = GAME.apply(state, state.turn, action, chance)


def test_the_coach_tells_the_odds() -> None:
    """Second of two with one more throw, against 666: only a 1 makes 421, any other die loses."""
    state = table(
        2,
        {
            "phase": "manche",
            "hands": [666, None],
            "turn": 1,
            "dice": [4, 2, 2],
            "throws": 1,
            "limit": 2,
        },
        mode="manche",
    )
    advice = advised(GAME, state, 1)
    kept = next(choice for choice in advice if choice.action == Roll((4, 2)))
    assert kept.worth == pytest.approx(100 / 6)
    assert kept.why.data == {"seat": 1, "best": 17}


def test_the_coach_counts_the_tokens_that_are_given_and_taken() -> None:
    """Second of two with one more throw, against 666: a 421 gives its 10, all else takes 6."""
    fields = {"tokens": [11, 10], "hands": [666, None], "turn": 1, "dice": [4, 2, 2], "throws": 1}
    state = table(2, {"phase": "decharge", "limit": 2, **fields})
    advice = advised(GAME, state, 1)
    kept = next(choice for choice in advice if choice.action == Roll((4, 2)))
    assert kept.why.data == {"seat": 1, "best": 17, "worst": 83, "given": 17, "taken": 50}


def test_standing_is_weighed_too() -> None:
    state = table(2, {"phase": "manche", "turn": 0, "dice": [4, 2, 1], "throws": 1}, mode="manche")
    advice = advised(GAME, state, 0)
    assert advice[0].action == Stop()
    assert advice[0].worth > 98


def test_every_keep_leads_somewhere() -> None:
    for keep in PLACES:
        for kept in keeps_of(keep, "source"):
            assert sum(likely for _, likely in odds(kept, "source")) == pytest.approx(1)
    assert len(ORDERS["source"]) == 56


@pytest.mark.parametrize(
    ("weaker", "stronger", "games", "seed"), [("simple", "good", 60, 3), ("good", "expert", 20, 6)]
)
def test_the_stronger_bot_wins_more(weaker: str, stronger: str, games: int, seed: int) -> None:
    """A short match whose margin is large; thousands of games stand in docs/bots.md."""
    players = (bot(GAME, weaker), bot(GAME, stronger))
    report = simulate(GAME, options.read(GAME, {}), 2, players, games, seed)
    assert report.strengths[1].difference > 0.05


def _looks_better(first: Advice, other: Advice) -> bool:
    """Whether all the figures of a reason are at least as good as those of another."""
    a, b = first.why.data, other.why.data
    more = all(a.get(name, 0) >= b.get(name, 0) for name in ("best", "given"))
    return a != b and more and all(a.get(name, 0) <= b.get(name, 0) for name in ("worst", "taken"))


def test_the_figures_of_a_reason_seldom_contradict_the_advice() -> None:
    """Best and worst alone did in 3 of 10 decisions: they say nothing of how many tokens move."""
    weigher, good = coach(GAME), bot(GAME, "good")
    assert weigher is not None
    decisions = contradicted = 0
    for number in range(6):
        seed = Stream(b"reasons", str(number))
        state = GAME.setup(options.read(GAME, {}), 2 + number % 3, seed)
        while waiting := GAME.to_act(state):
            view, offers = GAME.view(state, waiting[0]), GAME.legal(state, waiting[0])
            if view.throws and len(offers) > 1:
                first, *others = weigher.advise(view, offers, seed)
                decisions += 1
                contradicted += any(
                    first.worth - other.worth >= 1 and _looks_better(other, first)
                    for other in others
                )
            state = GAME.apply(state, waiting[0], good.choose(view, offers, seed), seed)
    assert decisions > 100
    assert contradicted <= decisions * 0.04, f"{contradicted} of {decisions}"
