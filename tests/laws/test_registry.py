"""Every entry point of the group `arcade.games` gives a game, under that game's key."""

from importlib.metadata import EntryPoint, entry_points

import pytest

from arcade.engine.game import Game
from arcade.engine.registry import games


@pytest.mark.parametrize("point", entry_points(group="arcade.games"), ids=lambda point: point.name)
def test_an_entry_point_gives_the_game_of_its_name(point: EntryPoint) -> None:
    game: Game = point.load()
    assert game.meta.key == point.name
    assert games()[point.name] is game
