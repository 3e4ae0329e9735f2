"""Simulated games: the count is right, the seed decides, and what goes wrong is told."""

from collections.abc import Sequence
from typing import Any

import pytest

from arcade.engine.bot import RandomBot
from arcade.engine.chance import Chance
from arcade.engine.coach import Advice
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.news import phrase
from arcade.engine.offers import Offer
from arcade.engine.simulation import Stuck, explain, simulate
from tests.engine.toy import TOY, Action, Options, Roll, State, Step, Toy


class Always:
    """Does the same whatever happens."""

    def __init__(self, name: str, action: Any) -> None:
        self.name = name
        self._action = action

    def choose(self, view: Any, offers: Sequence[Offer], chance: Chance) -> Any:
        return self._action


STRIDER, PLODDER = Always("strider", Step(3)), Always("plodder", Step(1))


def test_the_count_is_right() -> None:
    report = simulate(TOY, Options(9), 2, (STRIDER, PLODDER), 4, 1)
    assert report.wins_by_bot == {"strider": 4, "plodder": 0}
    assert list(report.wins_by_seat) == [2, 2]
    assert (report.games, report.seats, report.game, report.seed) == (4, 2, "toy", 1)
    assert (report.actions, report.mean_length, report.longest) == (22, 5.5, 6)
    assert (report.draws, report.illegal) == (4, 0)


def test_two_seats_with_one_bot_are_one_line() -> None:
    report = simulate(TOY, Options(), 3, (RandomBot(),), 5, 1)
    assert report.wins_by_bot == {"random": 5}
    assert sum(report.wins_by_seat) == 5


def test_the_company_is_mixed() -> None:
    """A bot sits alone among others as well as beside its double."""
    tables: set[tuple[str, ...]] = set()

    class Listening(Always):
        def choose(self, view: Any, offers: Sequence[Offer], chance: Chance) -> Any:
            tables.add((*seen[-1], self.name))
            seen.append((*seen[-1], self.name))
            return self._action

    for seed in range(20):
        seen: list[tuple[str, ...]] = [()]
        simulate(Four(), Options(4), 4, (Listening("a", Step(1)), Listening("b", Step(1))), 1, seed)
    whole = {"".join(table) for table in tables if len(table) == 4}
    assert {text.count("a") for text in whole} == {1, 2, 3}


class Four(Toy):
    """Over as soon as four seats have acted."""

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.winners else (sum(map(bool, state.places)) % 4,)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        index = tuple(index + (at == seat) for at, index in enumerate(state.places))
        return State(4, 0, index, state.cards, state.board, (seat,) if all(index) else ())


class Quick(Toy):
    """The first action wins: what a bot gets is decided by its seat alone."""

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        first = state.cards.index(max(state.cards))
        return State(state.goal, 0, state.places, state.cards, state.board, (first,))


def test_a_deal_gives_every_bot_every_seat_with_the_same_luck() -> None:
    """Who wins is dealt to the seats: after each whole deal every bot has won alike."""
    lazy = Always("lazy", Step(2))
    for bots, seats in (((STRIDER, PLODDER), 3), ((STRIDER, PLODDER, lazy), 4)):
        report = simulate(Quick(), Options(), seats, bots, 7 * len(bots), 1)
        assert list(report.wins_by_bot.values()) == pytest.approx([7] * len(bots))
        for strength in report.strengths:
            assert (strength.expected, strength.difference) == pytest.approx((1 / len(bots), 0))
            assert not strength.clear
    assert report.deals == 7


def test_luck_belongs_to_a_seat_and_its_turn() -> None:
    """A seat's dice are the same whatever another seat did with its own turn."""
    thrown: list[list[tuple[int, ...]]] = []

    class Watched(Toy):
        def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
            new = super().apply(state, seat, action, chance)
            if seat == 1:
                thrown[-1].append((new.places[1] - state.places[1], *state.cards))
            return new

    roller = Always("roller", Roll())
    for other in (roller, PLODDER):
        thrown.append([])
        simulate(Watched(), Options(30), 2, (roller, other), 1, 3)
    length = min(map(len, thrown))
    assert length > 3
    assert thrown[0][:length] == thrown[1][:length]


def test_the_interval_is_that_of_the_mean_of_deals() -> None:
    report = simulate(TOY, Options(9), 2, (STRIDER, PLODDER), 40, 1)
    strider, plodder = report.strengths
    assert (strider.share, strider.difference, strider.clear) == (1, 0.5, True)
    assert (strider.low, strider.high, plodder.low) == (0.5, 0.5, -0.5)
    even = simulate(TOY, Options(30), 2, (RandomBot(), Always("roller", Roll())), 60, 1)
    shares = even.strengths[0]
    assert shares.low is not None and shares.high is not None
    assert shares.low < shares.difference < shares.high
    assert shares.high - shares.low < 2 * 1.96 * 0.5 / 30**0.5
    assert simulate(TOY, Options(9), 2, (STRIDER, PLODDER), 3, 1).strengths[0].low is None


def test_a_game_is_explained_decision_by_decision() -> None:
    class Teacher:
        unit = "steps"

        def advise(self, view: Any, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
            return tuple(Advice(Step(n), n, phrase("Step {n}.", n=n)) for n in (3, 2, 1))

    decisions = explain(TOY, Options(9), 2, (STRIDER, PLODDER), 1, Teacher())
    assert [(decision.seat, decision.bot) for decision in decisions[:2]] == [
        (0, "plodder"),
        (1, "strider"),
    ]
    assert len(decisions) == simulate(TOY, Options(9), 2, (STRIDER, PLODDER), 1, 1).actions
    assert decisions[0].action == Step(1)
    assert decisions[0].advice[0].action == Step(3)


def test_a_shared_win_counts_in_fractions() -> None:
    class Shared(Toy):
        def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
            new = super().apply(state, seat, action, chance)
            return State(new.goal, 0, new.places, new.cards, new.board, (0, 1))

    report = simulate(Shared(), Options(), 2, (STRIDER, PLODDER), 1, 1)
    assert list(report.wins_by_seat) == [0.5, 0.5]
    assert report.wins_by_bot == {"strider": 0.5, "plodder": 0.5}


def test_the_seed_decides() -> None:
    first, same, other = (simulate(TOY, Options(50), 2, (RandomBot(),), 9, n) for n in (1, 1, 2))
    assert first == same
    assert first.actions != other.actions


@pytest.mark.parametrize(("bots", "games"), [((), 1), ((STRIDER,), 0)])
def test_nothing_to_play(bots: tuple[Always, ...], games: int) -> None:
    with pytest.raises(ValueError, match="at least one bot and one game"):
        simulate(TOY, Options(), 2, bots, games, 1)


def test_options_that_do_not_go_with_the_seats() -> None:
    with pytest.raises(BadOptions):
        simulate(TOY, Options(), 9, (STRIDER,), 1, 1)


class Forgetful(Toy):
    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        return ()


class Contrary(Toy):
    def check(self, state: State, seat: int, action: Action) -> None:
        if isinstance(action, Roll):
            raise IllegalAction("no", "No throwing", 1)


class Unwon(Toy):
    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.places[0] else (0,)


@pytest.mark.parametrize(
    ("game", "bot", "message"),
    [
        (TOY, Always("cheat", Step(4)), r"action 1: cheat on seat 0 .*4.*, which was not offered"),
        (TOY, Always("idler", Step(0)), r"idler on seat 0 .*which was not offered"),
        (Forgetful(), STRIDER, "seat 0 is to act, but may do nothing"),
        (Contrary(), Always("roller", Roll()), "which was offered but refused: No throwing"),
        (Unwon(), STRIDER, "nobody is to act after 1 actions, but nobody has won"),
    ],
)
def test_what_goes_wrong_is_told(game: Toy, bot: Always, message: str) -> None:
    with pytest.raises(Stuck, match=f"game 1 of seed 7.*{message}"):
        simulate(game, Options(), 2, (bot,), 3, 7)


def test_a_game_without_end_is_reported() -> None:
    class Endless(Toy):
        def to_act(self, state: State) -> tuple[int, ...]:
            return (state.turn,)

    with pytest.raises(Stuck, match="game 1 of seed 7: not over after 4000 actions"):
        simulate(Endless(), Options(), 2, (PLODDER,), 1, 7)
