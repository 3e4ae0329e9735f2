"""Bots of games with hidden hands: no secret moves them, and each strength beats the one below."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from arcade.engine import options, registry
from arcade.engine.bot import STRENGTHS, Sampler, bot
from arcade.engine.chance import Stream
from arcade.engine.offers import choose
from arcade.engine.simulation import simulate
from arcade.games.vingt_et_un.bots import worlds
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.state import TILES
from tests.bots.advice import advised

HIDDEN = ("golden-zero", "vingt-et-un")


def midway(key: str, actions: int, seed: str) -> Any:
    """Play this many actions of good bots."""
    return list(islice(course(key, seed), actions + 1))[-1]


def course(key: str, seed: str, seats: int = 0) -> Iterator[Any]:
    """Yield every state of a game of good bots, the first as well."""
    game, good = registry.find(key), bot(registry.find(key), "good")
    chance = Stream(seed.encode())
    state = game.setup(options.read(game, {}), seats or game.meta.best_seats, chance)
    yield state
    while waiting := game.to_act(state):
        seat = waiting[0]
        action = good.choose(game.view(state, seat), game.legal(state, seat), chance)
        state = game.apply(state, seat, action, chance)
        yield state


def wander(key: str, seed: str) -> Iterator[Any]:
    """Yield every state of a game of chance, where hands are not laid down."""
    game, picks = registry.find(key), Stream(seed.encode())
    state = game.setup(options.read(game, {}), game.meta.best_seats, picks)
    while waiting := game.to_act(state):
        if getattr(state, "phase", "") != "result":
            yield state
        offers = game.legal(state, waiting[0])
        state = game.apply(
            state, waiting[0], choose(offers[picks.pick(len(offers))], picks.pick), picks
        )


def with_other_secrets(key: str, state: Any, seat: int, chance: Stream) -> Any:
    """Deal everything anew that the seat does not see."""
    if key == "golden-zero":
        others = [
            number for number in range(state.seats) if number != seat and state.closed[number]
        ]
        hidden = [*state.deck, *state.discards]
        hidden += [card for other in others for card in state.closed[other]]
        order = [int(card) for card in chance.shuffle(hidden)]
        closed = list(state.closed)
        for other in others:
            closed[other], order = tuple(order[:2]), order[2:]
        deck = len(state.deck)
        return structs.replace(
            state, closed=tuple(closed), deck=tuple(order[:deck]), discards=tuple(order[deck:])
        )
    hands, series = list(state.hands), list(state.series)
    for other in range(len(hands)):
        if other != seat:
            order = chance.shuffle((*hands[other], *series[other]))
            hands[other], series[other] = order[: len(hands[other])], order[len(hands[other]) :]
        else:
            series[other] = chance.shuffle(series[other])
    return structs.replace(state, hands=tuple(hands), series=tuple(series))


@pytest.mark.parametrize("key", HIDDEN)
def test_views_offers_and_news_tell_no_secret_at_any_moment(key: str) -> None:
    game = registry.find(key)
    for number, state in enumerate(islice(wander(key, "any moment"), 60)):
        for seat in range(state.seats if key == "golden-zero" else len(state.hands)):
            other = with_other_secrets(key, state, seat, Stream(b"%d" % number))
            for viewer in (None, seat):
                assert game.view(state, viewer) == game.view(other, viewer), (number, seat)
            assert game.legal(state, seat) == game.legal(other, seat), (number, seat)
            assert game.news(state) == game.news(other)
            assert game.to_act(state) == game.to_act(other)
            if seat in game.to_act(state):
                assert game.default(state, seat) == game.default(other, seat)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("key", HIDDEN)
def test_two_states_that_differ_in_secrets_alone_give_the_same_choice(
    key: str, strength: str
) -> None:
    game = registry.find(key)
    chooser = bot(game, strength)
    chooser = chooser.lighter(3) if isinstance(chooser, Sampler) else chooser
    for actions in range(3, 40, 4):
        state = midway(key, actions, "secrets")
        seat = game.to_act(state)[0]
        other = with_other_secrets(key, state, seat, Stream(b"other"))
        assert other != state
        choices = [
            chooser.choose(game.view(variant, seat), game.legal(variant, seat), Stream(b"whim"))
            for variant in (state, other)
        ]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_dealt_world_looks_the_same_from_the_seat_and_has_all_tiles(seats: int) -> None:
    key = "vingt-et-un"
    game = registry.find(key)
    for state in islice(course(key, "worlds", seats), 0, 60, 3):
        for seat in game.to_act(state)[:1]:
            view = game.view(state, seat)
            dealt = worlds.world(view, placing.spots(view.board), Stream(b"world"))
            for number in range(seats):
                laid = [tile for tile in view.board.values() if tile.seat == number]
                tiles = [*dealt.hands[number], *dealt.series[number]]
                tiles += ["*" if tile.star else tile.value for tile in laid]
                assert Counter(tiles) == Counter(TILES)
            assert game.view(dealt, seat) == view
            assert game.legal(dealt, seat) == game.legal(state, seat)


@pytest.mark.parametrize("key", HIDDEN)
def test_the_coach_weighs_different_legal_choices_best_first_and_moves_the_expert(key: str) -> None:
    game = registry.find(key)
    expert = bot(game, "expert")
    for actions in (5, 14, 23):
        state = midway(key, actions, "coach")
        seat = game.to_act(state)[0]
        view, offers = game.view(state, seat), game.legal(state, seat)
        advice = advised(game, state, seat, Stream(b"whim"))
        assert advice[0].action == expert.choose(view, offers, Stream(b"whim"))


@pytest.mark.parametrize(
    ("key", "strong", "weak", "games", "seed"),
    [
        ("golden-zero", "good", "simple", 8, 3),
        ("golden-zero", "expert", "good", 12, 1),
        ("vingt-et-un", "good", "simple", 6, 5),
        ("vingt-et-un", "expert:2", "good", 4, 5),
    ],
)
def test_each_strength_beats_the_one_below(
    key: str, strong: str, weak: str, games: int, seed: int
) -> None:
    """A short match whose margin is large; hundreds of games stand in docs/bots.md."""
    game = registry.find(key)
    values = {"hands": 6} if key == "golden-zero" else {}
    pair = [bot(game, strong), bot(game, weak)]
    report = simulate(game, options.read(game, values), 2, pair, games, seed)
    assert report.strengths[0].difference > 0.2


def test_fewer_samples_are_asked_for_by_name() -> None:
    game = registry.find("vingt-et-un")
    assert bot(game, "expert:2").name == "expert"
    for wrong in ("expert:", "expert:0", "expert:x", "good:2"):
        with pytest.raises(KeyError):
            bot(game, wrong)
