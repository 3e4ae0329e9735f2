"""What is no action is refused as one, and every refusal cites a paragraph of the rules."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from arcade.engine import options
from arcade.engine.chance import Stream
from arcade.engine.codec import action_from, plain
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Game
from tests.laws.rulepages import literal_paragraphs, numbers
from tests.laws.tables import Table, tables, trace
from tests.playthrough import sentence

WRONG: tuple[Any, ...] = ("x", 1.5, {"a": 1}, [["x"]], [None], True)
"""Values that no field of an action takes; those that one does take are passed over."""


@pytest.mark.parametrize("nothing", [{}, {"do": "no-such-action"}, {"do": 3}, {"do": None}])
def test_no_action_at_all(game: Game, nothing: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match="not an action"):
        action_from(game, nothing)


def test_a_field_too_many(game: Game) -> None:
    for action in _known(game):
        with pytest.raises(IllegalAction):
            action_from(game, {**action, "nonsense": 1})


def test_a_value_of_another_kind(game: Game) -> None:
    for action in _known(game):
        for field in action.keys() - {"do"}:
            refused = 0
            for value in WRONG:
                try:
                    read = action_from(game, {**action, field: value})
                except IllegalAction:
                    refused += 1
                else:
                    assert plain(read)[field] == value
            assert refused >= len(WRONG) - 1, (action, field)


def test_refusals_have_codes_and_words_and_cite_paragraphs_of_the_rules(game: Game) -> None:
    """Only what no rules page speaks of, such as a seat that is not there, cites none: 0."""
    known = set(numbers(game.meta.key, "en"))
    assert literal_paragraphs(game) <= known | {0}
    cited = set()
    for error in _refusals(game):
        cited.add(error.paragraph)
        assert error.code == error.code.lower().strip()
        assert " " not in error.code
        assert sentence(error.news)
        assert str(error)
    assert cited
    assert cited <= known


def test_seats_and_options_that_a_game_does_not_have(game: Game) -> None:
    low, high = game.meta.seats
    for seats in (low - 1, high + 1):
        with pytest.raises(BadOptions, match=f"{low} to {high}"):
            game.setup(options.read(game, {}), seats, Stream(b"seats"))
    with pytest.raises(BadOptions, match="no-such-option"):
        options.read(game, {"no-such-option": 1})
    for option in game.option_list:
        for value in ("no-such-value", option.low - 1, option.high + 1, 1.5):
            if value not in option.values:
                with pytest.raises(BadOptions, match=option.name):
                    options.read(game, {option.name: value})


def _known(game: Game) -> list[dict[str, Any]]:
    """Return one action of each kind that was done at the default tables, plain."""
    kinds: dict[str, dict[str, Any]] = {}
    for table in _default_tables(game):
        for step in trace(table).steps:
            action = plain(step.action)
            kinds.setdefault(f"{action['do']} {sorted(action)}", action)
    return list(kinds.values())


def _default_tables(game: Game) -> list[Table]:
    return [table for table in tables() if table.key == game.meta.key and not table.name]


def _refusals(game: Game) -> Iterator[IllegalAction]:
    """Provoke refusals: actions of one moment in others, by every seat, and with odd values."""
    for table in _default_tables(game):
        played = trace(table)
        actions = [_odd(game, action) for action in _known(game)]
        for state in played.sample(20):
            for seat in range(table.seats):
                for action in (refusal for odd in actions for refusal in odd):
                    try:
                        game.check(state, seat, action)
                    except IllegalAction as error:
                        yield error


def _odd(game: Game, action: dict[str, Any]) -> list[Any]:
    """Return an action as it is and, for each of its fields, with odd values of the right kind."""
    odd = [msgspec.convert(action, game.action)]
    for field in action.keys() - {"do"}:
        for value in (-1, 0, 10**9, [], [0], [-1, 99], [1] * 50, "", "Z99", None):
            try:
                odd.append(action_from(game, {**action, field: value}))
            except IllegalAction:
                continue
    return odd
