"""Simulated games: the count is right, the seed decides, and what goes wrong is told."""

from collections.abc import Sequence
from typing import Any

import pytest

from arcade.bots.bot import RandomBot
from arcade.bots.simulation import Stuck, simulate
from arcade.engine.chance import Chance
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.offers import Offer
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


def test_a_shared_win_counts_in_fractions() -> None:
    class Shared(Toy):
        def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
            new = super().apply(state, seat, action, chance)
            return State(new.goal, 0, new.places, new.cards, new.board, (0, 1))

    report = simulate(Shared(), Options(), 2, (STRIDER, PLODDER), 1, 1)
    assert list(report.wins_by_seat) == [0.5, 0.5]
    assert report.wins_by_bot == {"strider": 0.5, "plodder": 0.5}


def test_the_seed_decides() -> None:
    one, same, other = (simulate(TOY, Options(50), 2, (RandomBot(),), 9, n) for n in (1, 1, 2))
    assert one == same
    assert one.actions != other.actions


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


def test_a_game_without_end_is_told() -> None:
    class Endless(Toy):
        def to_act(self, state: State) -> tuple[int, ...]:
            return (state.turn,)

    with pytest.raises(Stuck, match="game 1 of seed 7: not over after 4000 actions"):
        simulate(Endless(), Options(), 2, (PLODDER,), 1, 7)
