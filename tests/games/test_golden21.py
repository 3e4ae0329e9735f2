"""The Golden 21: dice caps, the balance formula, accounts, debts as written, and the end."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from arcade.club.i18n.words import Words
from arcade.engine import options
from arcade.engine.bot import RandomBot, bot
from arcade.engine.chance import Replay, Stream
from arcade.engine.codec import action_from
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.offers import choose
from arcade.games.golden21 import GAME
from arcade.games.golden21.bots.good import PERFECT, _best_total
from arcade.games.golden21.rules.actions import Announce, End, Give, Spend, Throw
from arcade.games.golden21.rules.debts import Effect, effect
from arcade.games.golden21.rules.dice import (
    band,
    bonus,
    distribution,
    gifts_of,
    golden_of,
    mean,
    run_of,
    ways,
)
from arcade.games.golden21.rules.state import LIMIT, State
from arcade.games.golden21.words import moment
from tests.scenarios.given import arrange

VARIANTS: list[dict[str, Any]] = [
    {"variant": "original", "years": 2},
    {"variant": "original", "years": 3, "expert": True},
    {"variant": "killer", "kills_to_win": 1},
    {"variant": "survivor"},
]
FIRST_TABLES: list[dict[str, Any]] = [
    {"variant": "original", "specific_rules": False, "years": 2},
    {
        "variant": "original",
        "specific_rules": False,
        "years": 2,
        "teams": True,
        "free_throw": True,
        "forfeits": True,
    },
]
SPICE = ("exposed_21", "teams", "collection", "free_throw", "forfeits", "slippery")
CHOICES = [
    {**variant, **dict.fromkeys(spice, True)}
    for variant, spice in product(VARIANTS, [(), *((spice_name,) for spice_name in SPICE), SPICE])
] + FIRST_TABLES


def check_state(state: State) -> None:
    """Check what holds between any two actions."""
    assert 2 <= state.golden <= 5
    assert min(state.crisis) >= 0
    assert min(state.accounts) >= 0
    assert state.bonus >= 0 <= state.gifts
    assert sorted(state.order) == list(range(len(state.debts)))
    assert [len(years) for years in state.twentyone_years] == list(state.twentyones)
    assert len(state.sheet) == state.year
    assert state.news
    check_sheet(state)
    if state.phase == "over":
        assert state.winners
        assert len(state.balance) == len(state.debts)
        return
    check_standing(state)


def check_standing(state: State) -> None:
    """While the game runs: statuses tell debts, two trade at least, and one can act."""
    assert state.status.count("in") >= 2
    for debt, status in zip(state.debts, state.status, strict=True):
        if status != "dead":
            assert status == ("in" if debt < LIMIT else "21" if debt == LIMIT else "out")
    status = state.status[state.turn]
    if state.phase == "announce":
        assert status == "in"
        assert state.bonus == state.gifts == 0
    else:
        assert status in ("in", "21")
        unspent = state.accounts[state.turn] > 0 and not state.spent
        assert state.bonus or state.gifts or unspent


def check_sheet(state: State) -> None:
    """The last debt written is the debt, and every bonus made stands beside an exact throw."""
    assert len(state.sheet) == len(state.exponents)
    debts, raised = state.sheet[-1], state.exponents[-1]
    assert [len(column) for column in debts] == [len(column) for column in raised]
    if state.phase != "over":
        for seat, column in enumerate(state.sheet[-1]):
            if column:
                assert column[-1] == state.debts[seat]


def check_step(before: State, action: object, after: State) -> None:
    """Check that an action moved what it may move, and no more; years past stay as written."""
    past = before.year - 1
    assert (after.sheet[:past], after.exponents[:past]) == (
        before.sheet[:-1],
        before.exponents[:-1],
    )
    if after.phase == "over" or after.year != before.year:
        check_balance(before, after)
        return
    moved = [seat for seat, debt in enumerate(before.debts) if debt != after.debts[seat]]
    match action:
        case Announce():
            assert len(after.dice) == before.golden + before.crisis[before.turn]
            assert after.crisis == before.crisis
            assert after.accounts == before.accounts
            assert after.kills == before.kills
            assert set(moved) <= {before.turn, action.aim}
            assert all(after.debts[seat] > before.debts[seat] for seat in moved)
        case Throw():
            assert moved == [before.turn]
            assert 1 <= after.debts[before.turn] - before.debts[before.turn] <= 6
        case Give():
            own = min(before.crisis[before.turn], len(action.to))
            assert sum(after.crisis) == sum(before.crisis) + len(action.to) - own
            assert not moved
        case Spend():
            check_spend(before, action, after)
        case End():
            assert after.debts == before.debts
            assert after.accounts == before.accounts
        case _:
            raise AssertionError(action)


def check_spend(before: State, action: Spend, after: State) -> None:
    seat = before.turn
    points = before.bonus if action.package == "bonus" else before.accounts[seat]
    sentence = effect(before, seat, action)
    if action.to == "debt":
        assert sentence.before == before.debts[action.seat]
        assert sentence.after == after.debts[action.seat] == sentence.before + action.sign * points
        assert sum(after.debts) - sum(before.debts) == action.sign * points
        killed = sum(after.kills) - sum(before.kills)
        assert killed == (sentence.fate == "kill")
    else:
        assert after.debts == before.debts
        assert sentence.after == after.accounts[action.seat]
        assert sum(after.accounts) <= sum(before.accounts) + points


def check_balance(before: State, after: State) -> None:
    """A new year: at most one trader starts off 0, and never above it; the 21 has all accounts."""
    if after.phase == "over" and after.options.variant != "original":
        return
    starts = after.debts
    assert sum(start != 0 for start in starts) <= 1
    assert max(starts) <= 0
    if after.phase == "over":
        honours = (
            [sum(years) for years in after.twentyone_years]
            if after.options.expert
            else [count * after.years for count in after.twentyones]
        )
        if not after.options.specific_rules:
            assert not any((*after.kills, *after.accounts, *after.crisis, after.bonus))
            honours = [0] * len(starts)
        for seat, final in enumerate(after.balance):
            assert final == starts[seat] - after.kills[seat] * len(starts) - honours[seat]
        return
    assert after.year == before.year + 1
    assert (after.golden, sum(after.crisis)) == (2, 0)
    assert after.keeper == after.turn
    written = [column[-1] if column else None for column in after.sheet[-2]]
    check_start(after, written)


def check_start(after: State, written: list[int | None]) -> None:
    """The balance formula, from the sheet alone: H at minus all distances, or the survivor."""
    ahead = [seat for seat, start in enumerate(after.debts) if start]
    distances = sum(abs(LIMIT - debt) for debt in written if debt is not None)
    below = [debt for debt in written if debt is not None and debt < LIMIT]
    if LIMIT in written:
        assert written[ahead[0]] == LIMIT
        assert after.debts[ahead[0]] == -distances
        assert not [
            points for seat, points in enumerate(after.accounts) if points and seat not in ahead
        ]
    else:
        assert [after.debts[seat] for seat in ahead] == [debt - LIMIT for debt in below]


def play(seats: int, chosen: dict[str, Any], key: str) -> tuple[State, int]:
    """Play a random game, checking every step; return its end and its length."""
    chance, whims = Stream(key.encode(), "draws"), Stream(key.encode(), "whims")
    state = GAME.setup(options.read(GAME, chosen), seats, chance)
    check_state(state)
    count = 0
    while seats_to_act := GAME.to_act(state):
        (seat,) = seats_to_act
        offers = GAME.legal(state, seat)
        action = choose(offers[whims.pick(len(offers))], whims.pick)
        after = GAME.apply(state, seat, action, chance)
        check_step(state, action, after)
        check_state(after)
        GAME.check(state, seat, GAME.default(state, seat))
        state, count = after, count + 1
    return state, count


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_random_games_keep_the_laws(chosen: dict[str, Any]) -> None:
    for seats in (4,) if chosen["variant"] in ("killer", "survivor") else (4, 10):
        state, _ = play(seats, chosen, f"law {chosen} {seats}")
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.winners == state.winners
        if chosen.get("collection"):
            assert set(state.stakes) <= set(state.winners)


@pytest.mark.parametrize("chosen", [{}, {"forfeits": True}, {"slippery": True, "free_throw": True}])
def test_clocks_that_run_out_end_the_game(chosen: dict[str, Any]) -> None:
    chance = Stream(b"clock", "draws")
    state = GAME.setup(options.read(GAME, chosen), 5, chance)
    count = 0
    while seats := GAME.to_act(state):
        state = GAME.apply(state, seats[0], GAME.default(state, seats[0]), chance)
        count += 1
    assert count < GAME.meta.length


def test_the_bot_beats_chance_in_a_killer() -> None:
    won = 0.0
    for number in range(30):
        chance = Stream(b"match%d" % number, "draws")
        state = GAME.setup(options.read(GAME, {"variant": "killer"}), 4, chance)
        table = [bot(GAME), RandomBot()] * 2
        while seats := GAME.to_act(state):
            seat = seats[0]
            view, offers = GAME.view(state, seat), GAME.legal(state, seat)
            state = GAME.apply(state, seat, table[seat].choose(view, offers, chance), chance)
        won += sum(seat % 2 == 0 for seat in state.winners)
    assert won >= 27


def test_the_bot_announces_the_mean_unless_a_kill_is_near() -> None:
    assert _best_total(2, 0, 100, PERFECT)[0] in (6, 7, 8)
    assert bonus(2, _best_total(2, 0, 4, PERFECT)[0]) >= 4
    assert _best_total(2, 0, None, PERFECT)[0] == 7  # where hits earn nothing


@pytest.mark.parametrize(
    ("n", "total", "points"),
    [
        (n, total, n * number)
        for n, low, high in [
            (2, 7, 7),
            (3, 10, 11),
            (4, 14, 14),
            (5, 17, 18),
            (6, 21, 21),
            (7, 24, 25),
            (8, 28, 28),
            (9, 31, 32),
            (10, 35, 35),
            (11, 38, 39),
        ]
        for number in range(3)
        for total in (low - number, high + number)
    ],
)
def test_the_table_of_the_source(n: int, total: int, points: int) -> None:
    assert bonus(n, total) == points
    assert (total in mean(n)) == (points == 0)
    assert band(n, total) * n == points


@pytest.mark.parametrize(
    ("dice", "gifts"),
    [
        ((4, 4), 1),
        ((4, 4, 4), 2),
        ((1, 1, 4, 4), 2),
        ((3, 3, 3, 3), 3),
        ((2, 2, 2, 5, 5), 3),
        ((1, 2, 3, 4, 5, 6, 6), 1),
        ((1, 2), 0),
    ],
)
def test_gifts(dice: tuple[int, ...], gifts: int) -> None:
    assert gifts_of(dice) == gifts


@pytest.mark.parametrize(
    ("dice", "run", "golden"),
    [
        ((1, 2), 2, 0),
        ((5, 3, 4), 3, 1),
        ((1, 2, 4, 5), 2, 0),
        ((6, 5, 4, 3, 3), 4, 2),
        ((1, 2, 3, 4, 5), 5, 3),
        ((1, 2, 3, 4, 5, 6), 6, 3),
        ((6, 6, 1), 1, 0),
    ],
)
def test_runs(dice: tuple[int, ...], run: int, golden: int) -> None:
    assert run_of(dice) == run
    assert golden_of(dice) == golden


def test_the_distribution_is_exact() -> None:
    assert ways(2) == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    for n in range(1, 15):
        assert sum(ways(n)) == 6**n
        assert ways(n) == ways(n)[::-1]
        assert list(distribution(n)) == list(range(n, 6 * n + 1))
        assert sum(distribution(n).values()) == pytest.approx(1)
    assert distribution(2)[7] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("chosen", "seats", "message"),
    [
        ({"teams": True}, 5, "even number"),
        ({"expert": True, "variant": "killer"}, 4, "variant is original"),
        ({"specific_rules": False, "variant": "killer"}, 4, "variant is original"),
        ({"specific_rules": False, "variant": "survivor"}, 4, "variant is original"),
        ({"specific_rules": False, "expert": True}, 4, "specific_rules is true"),
        ({"specific_rules": False, "collection": True}, 4, "specific_rules is true"),
    ],
)
def test_options_that_do_not_go_together(chosen: dict[str, Any], seats: int, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        GAME.setup(options.read(GAME, chosen), seats, Stream(b"", ""))


def fresh(fields: dict[str, Any], **chosen: Any) -> State:
    state = GAME.setup(options.read(GAME, chosen), 3, Replay((1, 3, 5)))
    return arrange(GAME, state, fields)


@pytest.mark.parametrize(
    ("fields", "chosen", "action", "code", "paragraph"),
    [
        ({}, {}, {"do": "announce", "total": 1}, "total", 3),
        ({}, {}, {"do": "announce", "total": 7, "aim": 1}, "no-aim", 16),
        ({}, {"free_throw": True}, {"do": "announce", "total": 7, "aim": 0}, "aim", 16),
        ({}, {}, {"do": "throw"}, "announce-first", 3),
        ({}, {}, {"do": "end"}, "announce-first", 3),
        ({"bonus": 2}, {}, {"do": "end"}, "bonus-waits", 5),
        ({"bonus": 2}, {}, {"do": "announce", "total": 7}, "thrown", 3),
        ({"debts": [21, 0, 0], "accounts": [1, 0, 0]}, {}, {"do": "throw"}, "at-21", 4),
        ({"gifts": 1}, {}, {"do": "give", "to": [0]}, "to-oneself", 9),
        ({"gifts": 1}, {}, {"do": "give", "to": [1, 2]}, "too-many-gifts", 9),
        ({"gifts": 1}, {}, {"do": "give", "to": [7]}, "not-active", 9),
        ({}, {}, {"do": "give", "to": [1]}, "no-gifts", 9),
    ],
)
def test_reasons(
    fields: dict[str, Any],
    chosen: dict[str, Any],
    action: dict[str, Any],
    code: str,
    paragraph: int,
) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.check(fresh(fields, **chosen), 0, action_from(GAME, action))
    assert (refused.value.code, refused.value.paragraph) == (code, paragraph)


@pytest.mark.parametrize(
    ("fields", "chosen", "spend", "code", "paragraph"),
    [
        ({}, {}, ("bonus", "debt", 1, 1), "no-bonus", 5),
        ({}, {}, ("account", "debt", 1, 1), "empty-account", 7),
        ({"accounts": [1, 0, 0], "spent": True}, {}, ("account", "debt", 1, 1), "spent", 7),
        ({"accounts": [1, 0, 0]}, {}, ("account", "account", 0, 1), "to-itself", 7),
        ({"accounts": [1, 0, 0], "bonus": 2}, {}, ("bonus", "account", 0, 1), "account-full", 7),
        ({"bonus": 2}, {}, ("bonus", "debt", 3, 1), "no-seat", 6),
        ({"bonus": 2, "debts": [0, 22, 0]}, {}, ("bonus", "debt", 1, 1), "insolvent", 6),
        ({"bonus": 2, "debts": [0, 21, 0]}, {}, ("bonus", "debt", 1, 1), "immune", 8),
        (
            {"bonus": 2, "debts": [0, 21, 0]},
            {"exposed_21": True},
            ("bonus", "debt", 1, -1),
            "exposed",
            8,
        ),
        (
            {"bonus": 2, "status": ["in", "dead", "in"]},
            {"variant": "survivor"},
            ("bonus", "account", 1, 1),
            "dead",
            14,
        ),
    ],
)
def test_reasons_for_points(
    fields: dict[str, Any],
    chosen: dict[str, Any],
    spend: tuple[Any, Any, int, Any],
    code: str,
    paragraph: int,
) -> None:
    with pytest.raises(IllegalAction) as refused:
        GAME.check(fresh(fields, **chosen), 0, Spend(*spend))
    assert (refused.value.code, refused.value.paragraph) == (code, paragraph)


def test_what_a_spending_would_do() -> None:
    state = fresh({"bonus": 4, "debts": [17, 18, 0], "accounts": [0, 3, 0]})
    view = GAME.view(state, 0)
    assert effect(view, 0, Spend("bonus", "debt", 0, 1)) == Effect(17, 21, "21")
    assert effect(view, 0, Spend("bonus", "debt", 1, 1)) == Effect(18, 22, "kill")
    assert effect(view, 0, Spend("bonus", "debt", 2, -1)) == Effect(0, -4)
    assert effect(view, 0, Spend("bonus", "account", 1, -1)) == Effect(3, 0)
    own = replace(view, accounts=(9, 0, 0))
    assert effect(own, 0, Spend("account", "debt", 0, 1)) == Effect(17, 26, "out")
    assert effect(own, 0, Spend("account", "account", 0, -1)) == Effect(9, 0)


def test_the_clock_pays_one_forfeit_then_announces_the_mean() -> None:
    state = fresh({}, forfeits=True)
    assert GAME.default(state, 0) == Throw()
    state = GAME.apply(state, 0, Throw(), Replay((4,)))
    assert GAME.default(state, 0) == Announce(7)


def test_the_clock_banks_a_bonus_or_lowers_the_debt() -> None:
    assert GAME.default(fresh({"bonus": 2}), 0) == Spend("bonus", "account", 0, 1)
    full = fresh({"bonus": 2, "accounts": [4, 0, 0]})
    assert GAME.default(full, 0) == Spend("bonus", "debt", 0, -1)
    spent = GAME.apply(full, 0, Spend("account", "debt", 1, 1), Replay(()))
    assert spent.accounts[0] == 0
    assert GAME.default(spent, 0) == Spend("bonus", "debt", 0, -1)
    at_21 = fresh({"bonus": 2, "accounts": [4, 0, 0], "debts": [21, 0, 0]})
    assert GAME.default(at_21, 0) == Spend("bonus", "account", 0, -1)
    assert GAME.default(fresh({"gifts": 1}), 0) == End()


def test_a_year_closed_by_the_forfeit_of_an_exact_throw_loses_the_bonus() -> None:
    state = fresh({"debts": [17, 25, 3]}, free_throw=True)
    after = GAME.apply(state, 0, Announce(6, aim=2), Replay((2, 4, 1, 4)))
    assert (after.year, after.debts, after.bonus) == (2, (-22, 0, 0), 0)


def test_a_small_survivor_is_advised_against() -> None:
    state = GAME.setup(options.read(GAME, {"variant": "survivor"}), 3, Replay((1, 3, 5)))
    texts = [news.text for news in GAME.news(state)]
    assert "A Survivor is best with five traders or more." in texts


def test_points_that_were_spent_are_told_with_whom_they_met() -> None:
    view = GAME.view(fresh({"bonus": 2, "accounts": [4, 0, 0]}), 0)
    for action, sentence in (
        (Spend("account", "debt", 1, 1), "You put 4 points on Ben's debt"),
        (Spend("bonus", "account", 0, -1), "You took 2 points from your account"),
    ):
        news = moment(view, 0, action)
        assert news is not None
        assert Words(you="Anna").say(news, ("Anna", "Ben", "Cleo")) == sentence
