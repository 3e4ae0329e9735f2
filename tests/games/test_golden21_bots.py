"""The bots of The Golden 21: odds and worths against brute force, choices, strengths, advice."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from arcade.engine import options
from arcade.engine.bot import bot
from arcade.engine.chance import Replay, Stream
from arcade.engine.coach import coach
from arcade.engine.offers import covers
from arcade.engine.simulation import simulate
from arcade.games.golden21 import GAME
from arcade.games.golden21.bots import COACH
from arcade.games.golden21.bots.first_table import Year, leaves
from arcade.games.golden21.bots.good import Good
from arcade.games.golden21.bots.odds import announcement, announcements, landing, life
from arcade.games.golden21.bots.position import Position
from arcade.games.golden21.bots.weighing import weigh
from arcade.games.golden21.rules.actions import Action, Announce, End, Give, Spend, Throw
from arcade.games.golden21.rules.state import LIMIT, State
from tests.bots.advice import advised
from tests.scenarios.given import arrange

EXPERT = bot(GAME, "expert")
CHANCE = Stream(b"", "")


def throws(dice: int) -> Counter[int]:
    """Count all throws of this many dice by their sum, one by one."""
    return Counter(map(sum, product(range(1, 7), repeat=dice)))


def gaps(dice: int, total: int) -> dict[int, float]:
    """Return the chance of every difference from a total."""
    counts: Counter[int] = Counter()
    for made, count in throws(dice).items():
        counts[abs(made - total)] += count
    return {gap: count / 6**dice for gap, count in counts.items()}


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_odds_of_every_total_are_those_of_all_throws(dice: int) -> None:
    for total in range(dice, 6 * dice + 1):
        announced, all_of_them = announcement(dice, total), gaps(dice, total)
        assert announced.hit == pytest.approx(all_of_them.get(0, 0))
        for gap, chance in enumerate(announced.misses, 1):
            assert chance == pytest.approx(all_of_them.get(gap, 0))
    upper = announcements(dice)
    assert [announced.total for announced in upper] == list(
        range((7 * dice + 1) // 2, 6 * dice + 1)
    )
    for announced in upper:
        other = announcement(dice, 7 * dice - announced.total)
        assert (other.hit, other.bonus) == (pytest.approx(announced.hit), announced.bonus)


@pytest.mark.parametrize("dice", [2, 3])
@pytest.mark.parametrize("debt", [0, 12, 19, 20])
def test_life_and_landing_are_those_of_the_walk(dice: int, debt: int) -> None:
    """Walk the whole distribution of debts round after round until nothing is left of it."""
    steps = gaps(dice, 7 * dice // 2)
    points, hazard = 5, 0.2
    rounds, met = 0.0, 0.0
    walking, unmet = {debt: 1.0}, {debt: 1.0}
    for _ in range(600):
        rounds += sum(walking.values())
        walking = walked(walking, steps)
        unmet = walked(unmet, steps)
        met += sum(chance for at, chance in unmet.items() if at > LIMIT - points)
        unmet = {at: chance * (1 - hazard) for at, chance in unmet.items() if at <= LIMIT - points}
    assert life(dice, debt) == pytest.approx(rounds)
    assert landing(dice, debt, points, hazard) == pytest.approx(met)


@pytest.mark.parametrize("variant", ["original", "killer"])
def test_a_debt_far_below_0_is_thought_through(variant: str) -> None:
    """Ten traders reach hundreds below 0: the last at 21 begins ahead by what all others miss."""
    deep = -1500
    life.cache_clear()
    landing.cache_clear()
    assert life(2, deep) > life(2, deep + 1)
    assert 0 < landing(2, deep, 12, 0.1) < 1
    state = GAME.setup(options.read(GAME, {"variant": variant}), 10, Stream(b"deep", ""))
    state = arrange(GAME, state, {"debts": [deep] * 10, "accounts": [12] * 10})
    seat = GAME.to_act(state)[0]
    offers = GAME.legal(state, seat)
    action = EXPERT.choose(GAME.view(state, seat), offers, CHANCE)
    assert any(covers(offer, action) for offer in offers)


def walked(debts: dict[int, float], steps: dict[int, float]) -> dict[int, float]:
    after: dict[int, float] = {}
    for (debt, chance), (gap, p) in product(debts.items(), steps.items()):
        if debt + gap < LIMIT:
            after[debt + gap] = after.get(debt + gap, 0.0) + chance * p
    return after


@pytest.mark.parametrize("variant", ["original", "killer", "survivor"])
@pytest.mark.parametrize("debt", [0, 12, 19])
def test_a_total_is_worth_the_mean_of_all_its_throws(variant: str, debt: int) -> None:
    """Where no bonus reaches anybody, what a hit earns goes to the account or off the debt."""
    state = table({"debts": [debt, 0, 0]}, variant=variant)
    position = Position(GAME.view(state, 0))
    for choice in weigh(position, GAME.legal(state, 0)):
        assert isinstance(choice.action, Announce)
        announced = announcement(2, choice.action.total)
        worths = {gap: position.after(debt + gap) for gap in range(11)}
        if announced.bonus:
            uses = [
                position.after(debt - announced.bonus),
                worths[0] + position.hoard(announced.bonus),
            ]
            uses += [position.after(LIMIT)] * (debt + announced.bonus == LIMIT)
            worths[0] = max(worths[0], *uses)
        mean = sum(chance * worths[gap] for gap, chance in gaps(2, announced.total).items())
        assert choice.worth == pytest.approx(mean)


def test_the_nearer_the_win_the_more_an_account_is_worth() -> None:
    worths = [
        Position(GAME.view(table({"kills": [kills, 0, 0]}, variant="killer"), 0)).hoard(8)
        for kills in range(3)
    ]
    assert 0 < worths[0] < worths[1] < worths[2]


def test_the_good_trader_pays_its_debt_where_it_cannot_kill() -> None:
    """The expert banks the same six points: they reach whoever comes above 15."""
    state = table({"debts": [5, 3, 4], "bonus": 6}, variant="killer")
    action = Good().choose(GAME.view(state, 0), GAME.legal(state, 0), CHANCE)
    assert action == Spend("bonus", "debt", 0, -1)
    state = table({"debts": [5, 3, 18], "bonus": 6}, variant="killer")
    action = Good().choose(GAME.view(state, 0), GAME.legal(state, 0), CHANCE)
    assert action == Spend("bonus", "debt", 2, 1)


def chosen(fields: dict[str, Any], seats: int = 3, **values: Any) -> Action:
    """Return what the expert does there."""
    state = table(fields, seats, **values)
    seat = state.turn
    action: Action = EXPERT.choose(GAME.view(state, seat), GAME.legal(state, seat), CHANCE)
    return action


def table(fields: dict[str, Any], seats: int = 3, **values: Any) -> State:
    dice = Replay(tuple(range(1, seats + 1)))
    return arrange(GAME, GAME.setup(options.read(GAME, values), seats, dice), fields)


def test_the_expert_makes_the_kill_that_wins() -> None:
    fields = {"debts": [5, 18, 9], "accounts": [4, 0, 0], "kills": [2, 0, 0]}
    assert chosen(fields, variant="killer") == Spend("account", "debt", 1, 1)


def test_the_expert_makes_its_21_of_points() -> None:
    fields = {"debts": [17, 2, 3], "accounts": [4, 0, 0]}
    assert chosen(fields) == Spend("account", "debt", 0, 1)


def test_the_expert_looks_for_the_throw_that_makes_21() -> None:
    """At 20 a miss by one makes the 21: with two dice 7 and 8 miss by it in 10 throws of 36."""
    action = chosen({"debts": [20, 3, 2]})
    assert isinstance(action, Announce)
    assert announcement(2, action.total).misses[0] == pytest.approx(10 / 36)


def test_the_expert_banks_what_will_kill() -> None:
    fields = {"debts": [5, 3, 4], "bonus": 6}
    assert chosen(fields, variant="survivor") == Spend("bonus", "account", 0, 1)


def test_the_expert_helps_no_rival() -> None:
    """With points that reach nobody it neither lowers a rival's debt nor fills an account."""
    action = chosen({"debts": [5, 3, 4], "accounts": [3, 0, 0], "bonus": 2})
    assert isinstance(action, Spend)
    assert action.seat == 0 or action.sign == (1 if action.to == "debt" else -1)


def test_the_expert_spares_its_partner() -> None:
    fields = {"debts": [5, 6, 18, 17], "bonus": 6}
    assert chosen(fields, 4, teams=True) == Spend("bonus", "debt", 3, 1)


SPICE = ("exposed_21", "teams", "free_throw", "forfeits", "slippery")
TABLES: list[dict[str, Any]] = [
    {"variant": variant, **dict.fromkeys(spice, True)}
    for variant, spice in product(("original", "killer", "survivor"), ((), SPICE))
] + [{"specific_rules": False, **dict.fromkeys(spice, True)} for spice in ((), SPICE)]


@pytest.mark.parametrize("values", TABLES, ids=lambda values: "-".join(map(str, values)))
def test_advice_is_legal_sorted_and_what_the_expert_does(values: dict[str, Any]) -> None:
    chance = Stream(f"advice {values}".encode(), "draws")
    state = GAME.setup(options.read(GAME, values), 4, chance)
    for _ in range(60):
        if not GAME.to_act(state):
            break
        seat = state.turn
        advice = advised(GAME, state, seat, chance)
        action = EXPERT.choose(GAME.view(state, seat), GAME.legal(state, seat), chance)
        assert advice[0].action == action
        state = GAME.apply(state, seat, action, chance)


@pytest.mark.parametrize("reached", [False, True])
@pytest.mark.parametrize(("debt", "rivals"), [(3, 3), (16, 1), (20, 2), (-5, 1)])
def test_a_year_of_a_first_table_is_worth_its_best_total(
    debt: int, rivals: int, reached: bool
) -> None:
    """Every total and every throw of two dice, and what the rivals do then."""
    year = Year(2, 0.1)

    def throw(total: int) -> float:
        ends = [debt + abs(sum(dice) - total) for dice in product(range(1, 7), repeat=2)]
        return sum(year.after(end, rivals, reached) for end in ends) / len(ends)

    best = max(map(throw, range(2, 13)))
    assert year._before(debt, rivals, reached) == pytest.approx(best)


def test_a_year_of_a_first_table_knows_what_decides_it() -> None:
    year = Year(2, 0.1)
    assert year.after(21, 1, reached=True) == year.after(5, 0, reached=False) == 1
    assert year.after(22, 3, reached=False) == year.after(5, 0, reached=True) == 0
    assert year.after(21, 4, reached=False) < year.after(21, 2, reached=False)
    assert year.after(9, 2, reached=True) < year.after(9, 2, reached=False)
    assert leaves(2, [20, 20]) > leaves(2, [3, 20]) > leaves(2, [3, 3]) > 0


def why(fields: dict[str, Any], action: Action, **values: Any) -> tuple[str, dict[str, Any]]:
    """Return the coach's reason for one of the choices."""
    state = table(fields, **values)
    advice = COACH.advise(GAME.view(state, state.turn), GAME.legal(state, state.turn), CHANCE)
    (choice,) = [choice for choice in advice if choice.action == action]
    return choice.why.text, dict(choice.why.data)


def test_the_coach_tells_the_odds_of_a_total() -> None:
    text, data = why({"debts": [18, 20, 3]}, Announce(12))
    assert "kills" in text
    assert data == {"exact": 3, "perfect": 11, "above": 72, "bonus": 10, "seat": 1}
    text, data = why({"debts": [0, 0, 0]}, Announce(7))
    assert text == "{exact}% of rolls are exact, no bonus."
    assert data == {"exact": 17}, "neither 21 nor more is possible: not a word of it"
    text, data = why({"debts": [0, 0, 0]}, Announce(9))
    assert (text, data) == (
        "{exact}% of rolls are exact: bonus {bonus}.",
        {"exact": 11, "bonus": 4},
    )
    text, data = why({"debts": [0, 20, 0]}, Announce(9))
    assert (text, data["seat"]) == (
        "{exact}% of rolls are exact: a bonus of {bonus} that kills {seat:@|you}.",
        1,
    )


@pytest.mark.parametrize(
    ("fields", "values", "action", "sentence"),
    [
        ({"debts": [5, 20, 3], "bonus": 4}, {}, Spend("bonus", "debt", 1, 1), "a kill"),
        ({"debts": [5, 17, 3], "bonus": 4}, {}, Spend("bonus", "debt", 1, 1), "That gives"),
        ({"debts": [5, 7, 3], "bonus": 4}, {}, Spend("bonus", "debt", 1, -1), " debt goes"),
        ({"debts": [17, 7, 3], "bonus": 4}, {}, Spend("bonus", "debt", 0, 1), "exactly 21"),
        ({"debts": [19, 7, 3], "bonus": 4}, {}, Spend("bonus", "debt", 0, 1), "insolvent"),
        ({"debts": [19, 7, 3], "bonus": 4}, {}, Spend("bonus", "debt", 0, -1), "Your debt goes"),
        ({"debts": [9, 7, 3], "bonus": 4}, {}, Spend("bonus", "account", 0, 1), "is a kill: "),
        ({"debts": [9, 7, 3], "bonus": 4}, {}, Spend("bonus", "account", 0, -1), "Your account"),
        ({"debts": [9, 7, 3], "bonus": 4}, {}, Spend("bonus", "account", 1, 1), " account goes"),
        ({"debts": [9, 7, 3], "gifts": 2}, {}, Give((1, 1)), "then rolls"),
        ({"debts": [9, 7, 3], "gifts": 2}, {}, End(), "More dice"),
        ({"debts": [9, 7, 3], "gifts": 1, "accounts": [4, 0, 0]}, {}, End(), "is a kill: "),
        ({"debts": [18, 7, 3]}, {"forfeits": True}, Throw(), "a die goes on your debt"),
    ],
)
def test_the_coach_gives_the_reason(
    fields: dict[str, Any], values: dict[str, Any], action: Action, sentence: str
) -> None:
    assert sentence in why(fields, action, **values)[0]


def test_the_coach_names_the_best_totals_the_mean_and_the_ends() -> None:
    state = table({"debts": [9, 7, 3], "golden": 5})
    advice = COACH.advise(GAME.view(state, 0), GAME.legal(state, 0), CHANCE)
    totals = [choice.action.total for choice in advice if isinstance(choice.action, Announce)]
    assert {5, 18, 30} <= set(totals)
    assert len(totals) in (6, 7)
    assert coach(GAME) is COACH


@pytest.mark.parametrize(
    ("stronger", "weaker", "variant", "seed"),
    [
        ("good", "simple", "original", 2),
        ("good", "simple", "killer", 3),
        ("good", "simple", "survivor", 4),
        ("expert", "good", "original", 4),
        ("expert", "good", "killer", 3),
        ("expert", "good", "survivor", 2),
    ],
)
def test_each_strength_beats_the_one_below(
    stronger: str, weaker: str, variant: str, seed: int
) -> None:
    """A short match whose margin is large; thousands of games stand in docs/bots.md."""
    pair: Sequence[Any] = (bot(GAME, stronger), bot(GAME, weaker))
    values = {"variant": variant, "kills_to_win": 2, "years": 2}
    report = simulate(GAME, options.read(GAME, values), 4, pair, 20, seed)
    assert report.strengths[0].difference > 0.1


@pytest.mark.parametrize(("seat", "struck"), [(0, 1), (1, 3), (3, 0)])
def test_simple_kills_the_next_of_several_round_the_table(seat: int, struck: int) -> None:
    state = table({"debts": [19, 20, 3, 20], "turn": seat, "bonus": 4}, 4, variant="killer")
    spend = bot(GAME, "simple").choose(GAME.view(state, seat), GAME.legal(state, seat), Stream(b""))
    assert spend == Spend("bonus", "debt", struck, 1)
