"""Every entry point of the group `arcade.games` gives a game, under that game's key."""

from importlib.metadata import EntryPoint, entry_points

import pytest

from arcade.engine.game import Game
from arcade.engine.registry import NoSuchGame, games, leading, named


@pytest.mark.parametrize("point", entry_points(group="arcade.games"), ids=lambda point: point.name)
def test_an_entry_point_gives_the_game_of_its_name(point: EntryPoint) -> None:
    game: Game = point.load()
    assert game.meta.key == point.name
    assert games()[point.name] is game


def test_a_game_is_found_by_key_name_and_alias_and_by_nothing_of_another(game: Game) -> None:
    meta = game.meta
    for text in (meta.key, meta.name, meta.name.upper(), *meta.aliases):
        assert named(text) is game
        assert leading((*text.split(), "4")) == (game, ("4",))


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("21", "vingt-et-un"),
        ("Vingt et un", "vingt-et-un"),
        ("vingt-et-un", "vingt-et-un"),
        ("golden zero", "golden-zero"),
        ("Golden-Zero", "golden-zero"),
        ("goldenzero", "golden-zero"),
        ("golden zero classique", "golden-zero"),
        ("golden 21", "golden21"),
        ("the golden 21", "golden21"),
        ("Golden21", "golden21"),
        ("le 421", "421"),
        ("4-2-1", "421"),
        ("Trente", "trente"),
        ("30", "trente"),
        ("trente douze", "trente"),
    ],
)
def test_a_game_is_found_by_what_a_person_types(typed: str, key: str) -> None:
    assert named(typed).meta.key == key


@pytest.mark.parametrize("typed", ["", "golden", "chess", "the", "42", "\x1b[2J", "21" * 500])
def test_an_unknown_game_is_refused_with_the_list_of_games(typed: str) -> None:
    with pytest.raises(NoSuchGame, match=r"there are: .*421"):
        named(typed)
