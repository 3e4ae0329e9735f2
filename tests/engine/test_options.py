"""Options from plain values, and messages that say what is allowed."""

from typing import Any, Literal

import pytest
from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.errors import BadOptions
from arcade.engine.game import Option
from arcade.engine.options import check_seats, option_list, read
from tests.engine.toy import TOY, Options, Toy


class Loose(Toy):
    option_list: tuple[Option, ...] = (
        Option("goal", "Goal", "How far.", low=5, high=50, nullable=True),
        Option("pace", "Pace", "How fast.", (True, False)),
    )


def test_defaults_and_values() -> None:
    assert read(TOY, {}) == Options()
    assert read(TOY, {"goal": 50, "pace": "fast"}) == Options(50, "fast")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"gaol": 5}, "Toy has no option 'gaol'; it has: goal, pace."),
        ({"goal": 4}, "goal cannot be 4; it can be a whole number from 5 to 50."),
        ({"goal": 51}, "goal cannot be 51"),
        ({"goal": True}, "goal cannot be True"),
        ({"goal": 5.0}, "goal cannot be 5.0"),
        ({"goal": None}, "goal cannot be None"),
        ({"goal": "9"}, "goal cannot be '9'"),
        ({"pace": "slowly"}, "pace cannot be 'slowly'; it can be slow, fast."),
        ({"pace": ["slow"]}, r"pace cannot be \['slow'\]"),
    ],
)
def test_what_is_not_allowed(values: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        read(TOY, values)


@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_true_is_neither_one_nor_a_word(value: Any) -> None:
    with pytest.raises(BadOptions, match="it can be true, false"):
        read(Loose(), {"pace": value})


def test_a_value_the_form_allows_but_the_struct_does_not() -> None:
    with pytest.raises(BadOptions, match="Expected `int`, got `null`"):
        read(Loose(), {"goal": None})


def test_a_game_for_one_number_of_seats_names_it_once() -> None:
    pair = replace(TOY.meta, seats=(2, 2))
    check_seats(pair, 2)
    with pytest.raises(BadOptions, match=r"Toy is played by exactly 2\."):
        check_seats(pair, 3)


class Chosen(Struct, frozen=True):
    pace: Literal["slow", "fast"] = "fast"
    teams: bool = False
    goal: int = 20
    most: int | None = None


def test_values_of_an_option_are_those_of_its_type_the_default_first() -> None:
    rows = option_list(
        Chosen,
        Option("pace", "", ""),
        Option("teams", "", ""),
        Option("goal", "", "", low=5, high=50),
        Option("most", "", "", low=1, high=9, nullable=True),
    )
    assert [row.values for row in rows] == [("fast", "slow"), (False, True), (), ()]
