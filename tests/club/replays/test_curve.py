"""The curve of a game: chances from what everybody saw, the turn that decided, in words."""

import asyncio
from typing import Any

import pytest
from msgspec import structs

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.operations.learning import ReviewGame
from arcade.club.replays.curve import Curve, curve_of
from arcade.club.speech.curve import curve_texts, decisive_text
from arcade.engine import registry
from arcade.engine.bot import bot
from arcade.engine.chance import Stream
from arcade.engine.coach import chances, race
from arcade.engine.game import Game
from tests.club.replays.test_replay import KEYS, play, sat_down
from tests.people import ANNA, DORA
from tests.registered import registered

TABLES: dict[str, dict[str, Any]] = {
    "421": {},
    "golden21": {"variant": "killer"},
    "golden-zero": {"stack": 60},
    "trente": {},
    "vingt-et-un": {},
}


@pytest.mark.parametrize("key", KEYS)
async def test_a_finished_game_has_a_curve_that_ends_with_its_winners(club: Club, key: str) -> None:
    places = await sat_down(club, key)
    await play(places)
    replay = await club.replay(places[0].code, 1, ANNA)
    curve = await curve_of(replay, club.bot_pool.chances)
    assert curve is not None and curve.turns == replay.turns
    outcome = replay.room.rules.outcome(replay.room.state)
    assert outcome is not None and curve.winners == outcome.winners
    for point in curve.points:
        assert sum(point) == pytest.approx(1) and min(point) >= 0
    assert {seat for seat, chance in enumerate(curve.points[-1]) if chance} == {*curve.winners}


@pytest.mark.parametrize("key", TABLES)
def test_chances_tell_more_than_that_all_are_even(key: str) -> None:
    """Compare squared errors (Brier scores) over the second half of some games of bots."""
    game = registry.find(key)
    known = even = 0.0
    for number in range(8):
        views, winners = bots_game(game, TABLES[key], number)
        for view in views[len(views) // 2 :: max(1, len(views) // 20)]:
            point = chances(game, view)
            for seat, chance in enumerate(point):
                won = (seat in winners) / len(winners)
                known += (chance - won) ** 2
                even += (1 / len(point) - won) ** 2
    assert known < even


def bots_game(game: Game, options: dict[str, Any], number: int) -> tuple[list[Any], Any]:
    """Play a game of simple bots; return what everybody saw, and who won."""
    chance, mind, player = Stream(b"curve", str(number)), Stream(b"mind"), bot(game, "simple")
    state, views = game.setup(game.options(**options), game.meta.best_seats, chance), []
    while waiting := game.to_act(state):
        seat = waiting[0]
        views.append(game.view(state, None))
        action = player.choose(game.view(state, seat), game.legal(state, seat), mind)
        state = game.apply(state, seat, action, chance)
    outcome = game.outcome(state)
    assert outcome is not None
    return views, outcome.winners


@pytest.mark.parametrize("key", registered())
def test_every_game_tells_its_chances_at_its_beginning(key: str) -> None:
    game = registered()[key]
    state = game.setup(game.options(), game.meta.best_seats, Stream(b"first"))
    point = chances(game, game.view(state, None))
    assert len(point) == game.meta.best_seats and sum(point) == pytest.approx(1)


def test_a_race_is_even_between_equals_and_sure_without_luck() -> None:
    assert race((3.0, 3.0, 3.0), 2.0) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert race((3.0, 1.0, 3.0), 0) == (0.5, 0, 0.5)
    assert race((4.0, 0.0), 2.0)[0] == pytest.approx(0.921, abs=0.002)  # Φ(2 / √2)
    assert race((4.0, 0.0, 0.0, 4.0), 3.0, teams=True) == pytest.approx((0.5,) * 4)


def test_the_turn_that_decided_is_told_in_chances() -> None:
    curve = Curve(((0.5, 0.5), (0.3, 0.7), (0.8, 0.2), (1.0, 0.0)), (0, 1, 0), (0,))
    assert curve.decisive is not None and curve.decisive.turn == 2
    english, names = Words("en").to("Ben"), ("Anna", "Ben")
    assert decisive_text(english, curve, names) == (
        "Turn 2, by you, decided it: Anna's chances went from 30% to 80%."
    )
    assert decisive_text(english, structs.replace(curve, winners=(0, 1)), names) == ""
    assert curve_texts(english, curve, names)[:2] == [
        "Chances to win, in 100. At first: Anna 50 and you 50.",
        "After turn 1 (Anna): Anna 30 and you 70.",
    ]


async def test_a_review_in_figures_is_the_same_for_all_who_ask_at_once(club: Club) -> None:
    places = await sat_down(club, "421")
    await play(places)

    class Guest:
        """Somebody in the lobby."""

    visitor: Any = Guest()
    visitor.club, visitor.player = club, DORA
    first, *others = await asyncio.gather(
        *(ReviewGame(places[0].code).run(visitor) for _ in range(3))
    )
    assert others == [first, first]
    assert first.number == 1 and all(sum(point) in range(98, 103) for point in first.chances)
    assert first.costliest is None or first.costliest.given > 0
