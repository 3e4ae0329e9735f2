"""Every game is held by recorded examples: scenarios for each option and action, a playthrough."""

import msgspec
import pytest

from arcade.engine.game import Game
from tests.laws.tables import tables, trace
from tests.registered import playthrough, scenarios
from tests.scenarios.runner import Scenario, read


def test_a_game_has_a_playthrough(game: Game) -> None:
    assert playthrough(game).is_file()


def test_a_game_has_scenarios_for_each_option(game: Game) -> None:
    used = {name for scenario in _scenarios(game) for name in scenario.options}
    assert used >= {option.name for option in game.option_list}


def test_a_game_has_scenarios_for_each_value_in_words(game: Game) -> None:
    used = {
        (name, value) for scenario in _scenarios(game) for name, value in scenario.options.items()
    }
    for option in game.option_list:
        for value in option.values:
            if value != option.values[0]:
                assert (option.name, value) in used


def test_a_game_has_scenarios_for_each_action_done_and_refused(game: Game) -> None:
    moves = [move for scenario in _scenarios(game) for move in scenario.moves]
    actions_done = {move["do"] for move in moves if not move.get("reject", False)}
    refused = {move["do"] for move in moves if move.get("reject", False)}
    played = [trace(table) for table in tables() if table.key == game.meta.key and not table.name]
    kinds = {
        msgspec.to_builtins(step.action)["do"]
        for played_step in played
        for step in played_step.steps
    }
    assert actions_done >= kinds
    assert refused >= kinds


def _scenarios(game: Game) -> list[Scenario]:
    folder = scenarios(game)
    scenarios_found = [read(file.read_bytes()) for file in sorted(folder.rglob("*.json"))]
    if not scenarios_found:
        pytest.fail(f"no scenario file in {folder}", pytrace=False)
    assert {scenario.game for scenario in scenarios_found} == {game.meta.key}
    return scenarios_found
