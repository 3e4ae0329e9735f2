"""The scenario runner finds what does not hold, and says where."""

import json
from typing import Any

import pytest
from msgspec import structs

from arcade.engine.chance import Chance
from arcade.engine.errors import IllegalAction
from arcade.engine.offers import Offer
from tests.engine.toy import TOY, Action, State, Step, Toy
from tests.scenarios.runner import TARGET, Failure, read, run, subset

ROLL = {"seat": 0, "do": "roll"}
GOOD: dict[str, Any] = {
    "title": "a step and a throw",
    "game": "toy",
    "seats": 2,
    "options": {"goal": 12},
    "draws": [{"shuffle": [2]}, 5],
    "given": {"places": [3, 0]},
    "moves": [
        {"seat": 1, "do": "roll", "reject": True},
        {"seat": 0, "do": "step", "by": 4, "reject": True},
        {"seat": 0, "do": "somersault", "reject": True},
        {"seat": 0, "do": "step", "by": 2, "then": {"places": [5, 0], "turn": 1}},
        {"seat": 1, "do": "roll"},
        {"seat": 0, "do": "mark", "squares": [3, 2]},
    ],
    "expect": {"places": [5, 5], "board": {"2": {"marked": True}}, "over": False, "cards": [2, 1]},
    "legal": {
        "seat": 1,
        "has": [{"do": "step", "by": 3}, {"do": "mark", "squares": [2, 1]}],
        "lacks": [{"do": "step", "by": 4}, {"do": "mark", "squares": []}, {"do": "fly"}],
    },
    "seat_views": {"0": {"card": 2}, "1": {"card": 1, "turn": 1}},
    "draws_left": 0,
}


def play(rules: Toy = TOY, **changes: Any) -> None:
    run(read(json.dumps({**GOOD, **changes}).encode()), {"toy": rules})


def moves(*made: dict[str, Any], **changes: Any) -> None:
    """Play only these moves, with nothing else expected but what `changes` says."""
    bare: dict[str, Any] = {"expect": {}, "legal": None, "seat_views": {}, "given": {}}
    play(moves=list(made), **{**bare, **changes})


def test_a_scenario_that_holds() -> None:
    play()


def test_only_title_game_and_seats_are_needed() -> None:
    scenario = {"title": "t", "game": "toy", "seats": 3, "draws": [{"shuffle": []}]}
    run(read(json.dumps(scenario).encode()), {"toy": TOY})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"expect": {"places": [5, 6]}}, r"expect:\s+places: expected \[5,6\], found \[5,5\]"),
        ({"expect": {"places": [5]}}, "places: expected"),
        ({"expect": {"board": {"2": {"marked": False}}}}, "board.2.marked: expected false"),
        ({"expect": {"board": {"9": {}}}}, "board.9: expected {}, found no such field"),
        ({"expect": {"board": {"2": {"times": True}}}}, "board.2.times: expected true, found 1"),
        ({"expect": {"over": 0}}, "over: expected 0, found false"),
        ({"expect": {"turn": {}}}, "turn: expected an object {}, found 1"),
        ({"expect": {"score": 1}}, "score: expected 1, found no such field"),
        ({"expect": {"card": 2}}, "card: expected 2, found no such field"),
        ({"seat_views": {"1": {"card": 2}}}, "seat_views of 1:\\s+card: expected 2, found 1"),
        ({"seat_views": {"0": {"cards": [2, 1]}}}, "seat_views of 0:\\s+cards: expected"),
        ({"seat_views": {"2": {}}}, "seat_views of 2: there are only 2 seats"),
        ({"draws": [{"shuffle": [2]}]}, "move 5 .*no draw is left"),
        ({"draws": []}, "set-up: .*no draw is left"),
        ({"draws": [5, 5]}, "set-up: .*not a shuffle"),
        ({"draws": [{"shuffle": [77]}, 5]}, "set-up: .*not .*among the cards"),
        ({"draws": [{"shuffle": [2]}, 7]}, "move 5 .*7 is not a die"),
        ({"draws": [{"shuffle": [2]}, 5, 5]}, "draws_left: expected 0, found 1"),
        ({"draws_left": 1}, "draws_left: expected 1, found 0"),
        ({"options": {"goal": 4}}, "set-up: goal cannot be 4"),
        ({"options": {"gaol": 4}}, "set-up: .*no option 'gaol'"),
        ({"seats": 5}, "set-up: 2 to 4 seats"),
        ({"given": {"place": [1, 1]}}, "given: the state has no field place"),
        ({"given": {"places": "far"}}, "given: Expected `array`"),
        ({"game": "tou"}, "no game 'tou' is registered; known: toy"),
    ],
)
def test_a_wrong_expectation_is_reported(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Failure, match=message) as failure:
        play(**changes)
    assert str(failure.value).startswith("a step and a throw: ")


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ({**ROLL, "reject": True}, r"move 1 \(seat 0, roll\): .*but it was accepted"),
        ({"seat": 1, "do": "roll"}, r"move 1 \(seat 1, roll\): refused \(turn\)"),
        ({"seat": 0, "do": "fly"}, r"move 1 \(seat 0, fly\): refused \(no-such-action\)"),
        ({**ROLL, "by": 1}, r"refused \(no-such-action\)"),
        ({**ROLL, "then": {"turn": 0}}, r"move 1 \(seat 0, roll\): then:\s+turn: expected 0"),
    ],
)
def test_a_move_with_another_result_is_reported(move: dict[str, Any], message: str) -> None:
    with pytest.raises(Failure, match=message):
        moves(move)


def test_seats_are_listed_or_marked_and_nothing_is_null_or_an_empty_list() -> None:
    for first, other in (([0, 2], [True, False, True]), ([], [False, False]), (None, [])):
        assert not [*subset({"field": first}, {"field": other}, "")]
        assert not [*subset({"field": other}, {"field": first}, "")]
    for first, other in (([1], [True]), ([1, 0], [True, True]), (None, [False, True]), (None, 0)):
        assert [*subset({"field": first}, {"field": other}, "")]


def test_then_is_checked_after_a_refusal_too() -> None:
    with pytest.raises(Failure, match=r"then:\s+turn: expected 1, found 0"):
        moves({"seat": 1, "do": "roll", "reject": True, "then": {"turn": 1}}, draws_left=1)


@pytest.mark.parametrize(
    ("legal", "message"),
    [
        ({"seat": 0, "has": [{"do": "roll"}]}, r"seat 0 has .*refused \(turn\)"),
        ({"seat": 1, "has": [{"do": "step", "by": 4}]}, r"has .*refused \(step\)"),
        ({"seat": 1, "has": [{"do": "fly"}]}, r"has .*refused \(no-such-action\)"),
        ({"seat": 1, "lacks": [{"do": "roll"}]}, "lacks .*expected no offer of it"),
        ({"seat": 1, "lacks": [{"do": "step", "by": 2}]}, "lacks .*expected no offer of it"),
    ],
)
def test_wrong_legal_actions_are_reported(legal: dict[str, Any], message: str) -> None:
    with pytest.raises(Failure, match=message):
        play(legal=legal)


class Grudging(Toy):
    """Accepts a throw, but does not offer it."""

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        return super().legal(state, seat)[1:]


class Wasteful(Toy):
    """Draws before it refuses."""

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        if isinstance(action, Step):
            chance.die()
        return super().apply(state, seat, action, chance)


class Changing(Toy):
    """Changes the state when it refuses: a dict is no tuple."""

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        if isinstance(action, Step):
            state.board["1"] = structs.replace(state.board["1"], times=9)
        return super().apply(state, seat, action, chance)


class Broken(Toy):
    """Breaks instead of refusing."""

    def check(self, state: State, seat: int, action: Action) -> None:
        try:
            super().check(state, seat, action)
        except IllegalAction as error:
            raise ZeroDivisionError("oops") from error


REJECT = {"seat": 0, "do": "step", "by": 9, "reject": True}


def test_legal_has_needs_an_offer_and_lacks_a_refusal() -> None:
    legal: dict[str, Any] = {"seat": 0, "has": [{"do": "roll"}]}
    with pytest.raises(Failure, match=r"has .*expected an offer of it"):
        moves(rules=Grudging(), legal=legal, draws_left=1)
    legal = {"seat": 0, "lacks": [{"do": "roll"}]}
    with pytest.raises(Failure, match=r"lacks .*would be accepted"):
        moves(rules=Grudging(), legal=legal, draws_left=1)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Wasteful(), "refused, but 1 draws were used up"),
        (Changing(), "refused, but the state has changed"),
        (Broken(), "expected a refusal, found ZeroDivisionError: oops"),
    ],
)
def test_a_refusal_leaves_everything_as_it_was(game: Toy, message: str) -> None:
    with pytest.raises(Failure, match=message):
        moves(REJECT, rules=game, draws_left=1)


def test_a_game_that_breaks_is_reported() -> None:
    with pytest.raises(Failure, match=r"move 1 \(seat 1, roll\): the game broke: ZeroDivision"):
        moves({"seat": 1, "do": "roll"}, rules=Broken())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"title": "t", "game": "toy"}',
        b'{"title": "t", "game": "toy", "seats": 2, "expects": {}}',
        b'{"title": "t", "game": "toy", "seats": "2"}',
        b'{"title": "t", "game": "toy", "seats": 2, "draws": [true]}',
        b'{"title": "t", "game": "toy", "seats": 2, "draws": [{"mix": []}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "moves": [{"do": "roll"}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "moves": [{"seat": true, "do": "roll"}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "moves": [{"seat": 0}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "moves": [{"seat": 0, "do": "", "reject": 1}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "moves": [{"seat": 0, "do": "a", "then": []}]}',
        b'{"title": "t", "game": "toy", "seats": 2, "seat_views": {"x": {}}}',
        b'{"title": "t", "game": "toy", "seats": 2, "legal": {"has": []}}',
    ],
)
def test_a_malformed_scenario_is_told(data: bytes) -> None:
    with pytest.raises(Failure, match="malformed scenario"):
        read(data)


def test_a_move_may_name_a_target_beside_the_mover() -> None:
    moves = b'[{"seat": 0, "do": "hit", "seat": 1}, {"seat": 2, "do": "hit"}]'
    scenario = read(b'{"title": "t", "game": "toy", "seats": 2, "moves": ' + moves + b"}")
    assert scenario.moves[0] == {"seat": 0, "do": "hit", TARGET: 1}
    assert scenario.moves[1] == {"seat": 2, "do": "hit"}


def test_objects_within_lists_are_compared_whole() -> None:
    assert not list(subset({"a": [{"b": 1}]}, {"a": [{"b": 1}], "c": 2}, ""))
    assert list(subset({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}]}, ""))
    assert list(subset([True], [1], "here"))
