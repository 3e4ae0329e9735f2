"""Every bot plays every game legally to its end, seeing its own view only."""

import pytest

from arcade.engine import options
from arcade.engine.bot import STRENGTHS, RandomBot, Sampler, bot, bots
from arcade.engine.coach import coach
from arcade.engine.game import Game
from arcade.engine.registry import built_in
from arcade.engine.simulation import simulate
from tests.laws.tables import Table


def test_bots_play_any_table_to_its_end(table: Table) -> None:
    game = table.game
    players = [bot.lighter(1) if isinstance(bot, Sampler) else bot for bot in bots(game)]
    report = simulate(game, options.read(game, table.values), table.seats, players, 1, 1)
    assert report.actions > 0


def test_bots_are_alike_for_the_same_seed(game: Game) -> None:
    seats = game.meta.best_seats
    first, same = (
        simulate(game, options.read(game, {}), seats, bots(game)[:1], 1, 5) for _ in "12"
    )
    assert first == same


def test_a_game_has_a_bot_of_its_own(game: Game) -> None:
    if built_in(game):
        assert bot(game).name != RandomBot.name
    assert [bot.name for bot in bots(game)][-1] == RandomBot.name
    assert bot(game, RandomBot.name).name == RandomBot.name
    with pytest.raises(KeyError, match=f"no bot 'nobody'; it has: {bot(game).name}"):
        bot(game, "nobody")


def test_a_built_in_game_has_bots_of_three_strengths_and_a_coach(game: Game) -> None:
    if built_in(game):
        assert {bot.name for bot in bots(game)} >= set(STRENGTHS)
        assert coach(game) is not None


def test_a_good_bot_beats_chance(game: Game) -> None:
    if built_in(game):
        players, seats = (bot(game, "good"), RandomBot()), game.meta.seats[0]
        report = simulate(game, options.read(game, {}), seats, players, 20, 1)
        assert report.strengths[0].difference > 0.05


def test_random_games_end_within_the_bound(game: Game) -> None:
    low, high = game.meta.seats
    for seats in range(low, high + 1):
        read = options.read(game, {})
        assert simulate(game, read, seats, (RandomBot(),), 5, 2).longest <= game.meta.length
