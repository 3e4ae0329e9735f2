"""Laws of play: replay, round trip, offers, defaults, the end."""

from functools import cache
from typing import Any

import msgspec
import pytest

from arcade.engine import options
from arcade.engine.chance import Replay, Stream
from arcade.engine.codec import action_from, plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game, PutsOut
from arcade.engine.offers import Offer, choose, covers
from arcade.rooms import decide, facts
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Stored
from tests.laws.tables import Table, trace
from tests.people import ANNA


def test_a_replay_of_the_recorded_draws_equals_the_game(table: Table) -> None:
    game, played = table.game, trace(table)
    chance = Replay(played.setup)
    first, *following = played.states
    assert game.setup(options.read(game, table.values), table.seats, chance) == first
    assert chance.left == 0
    for step, after in zip(played.steps, following, strict=True):
        chance = Replay(step.draws)
        assert game.apply(step.state, step.seat, step.action, chance) == after
        assert chance.left == 0


def test_a_seat_without_a_part_is_not_awaited(table: Table) -> None:
    game = table.game
    if isinstance(game, PutsOut):
        for state in trace(table).states[:-1]:
            assert not {*game.out(state)} & {*game.to_act(state)}


def test_the_state_a_decision_hands_to_the_fold_equals_the_replay_of_its_stored_fact(
    table: Table,
) -> None:
    picks = Stream(b"handed", str(table))
    made = decide.create("KAFEL", ANNA, table.key, table.values, table.seats, private=False)
    room = evolve(None, Stored(1, 0, made[0]))
    room = evolve(room, Stored(2, 0, facts.Sat(0, ANNA)))
    played = decide.start(room, ANNA, Stream(b"handed set-up", str(table)))
    for step in range(120):
        for fact in played:
            stored = Stored(room.version + 1, step, fact)
            handed = evolve(room, stored, played.state)
            assert handed == evolve(room, facts.decode(facts.encode(stored)))
            room = handed
        if not (waiting := room.to_act()):
            break
        seat, chance = waiting[0], Stream(b"handed", f"{table} {step}")
        offers = room.rules.legal(room.state, seat)
        action = choose(offers[picks.pick(len(offers))], picks.pick)
        if seat == 0:
            played = decide.act(room, ANNA, plain(action), None, chance)
        else:
            bot = decide.act_as_bot(room, seat, action, room.due[seat], chance)
            assert isinstance(bot, facts.Played)
            played = bot


def test_states_actions_and_views_survive_json(table: Table) -> None:
    game, played = table.game, trace(table)
    for state in played.sample(20):
        assert _again(state, game.state) == state
        for viewer in (None, *range(table.seats)):
            view = game.view(state, viewer)
            assert _again(view, type(view)) == view
    for action in {repr(step.action): step.action for step in played.steps}.values():
        assert _again(action, game.action) == action
        assert action_from(game, plain(action)) == action


def test_every_choice_offered_is_legal_and_applies(table: Table) -> None:
    game, picks = table.game, Stream(b"offered")
    for state in trace(table).sample(12):
        for seat in range(table.seats):
            for offer in _some(game.legal(state, seat), 25, picks):
                for action in (offer.action, *_extremes(offer), choose(offer, picks.pick)):
                    assert covers(offer, action), offer
                    game.check(state, seat, action)
                    game.apply(state, seat, action, Stream(b"offered", str(table)))


def test_every_legal_action_is_offered_and_no_other(table: Table) -> None:
    game, played, picks = table.game, trace(table), Stream(b"known")
    known = _some(tuple({repr(s.action): s.action for s in played.steps}.values()), 40, picks)
    for state in played.sample(15):
        for seat in range(table.seats):
            offers = game.legal(state, seat)
            in_order = {_in_order(offer.action) for offer in offers}
            for action in known:
                offered = _in_order(action) in in_order or any(
                    covers(offer, action) for offer in offers
                )
                assert _legal(game, state, seat, action) == offered, (seat, action)


def test_an_action_refused_changes_nothing_and_draws_nothing(table: Table) -> None:
    game, played, picks = table.game, trace(table), Stream(b"refused")
    known = _some(tuple({repr(s.action): s.action for s in played.steps}.values()), 12, picks)
    for state in played.sample(8):
        before = msgspec.json.encode(state)
        for seat in range(-1, table.seats + 1):
            for action in known:
                if not _legal(game, state, seat, action):
                    with pytest.raises(IllegalAction):
                        game.apply(state, seat, action, Replay(()))
        assert msgspec.json.encode(state) == before


def test_only_seats_to_act_may_act(table: Table) -> None:
    game, played = table.game, trace(table)
    for state in played.states:
        waiting = game.to_act(state)
        assert list(waiting) == sorted(set(waiting) & set(range(table.seats)))
        assert all(game.legal(state, seat) for seat in waiting)
    for seat in range(table.seats):
        assert game.legal(played.end, seat) == ()


def test_a_game_ends_within_its_bound_and_somebody_wins(table: Table) -> None:
    game, played = table.game, trace(table)
    assert len(played.steps) <= table.bound
    assert game.to_act(played.end) == ()
    for step in played.steps:
        assert game.outcome(step.state) is None
    outcome = game.outcome(played.end)
    assert outcome is not None
    assert outcome.winners
    assert list(outcome.winners) == sorted(set(outcome.winners) & set(range(table.seats)))
    assert len(outcome.scores) == table.seats


def test_the_default_is_legal_for_every_seat_to_act(table: Table) -> None:
    game = table.game
    for state in trace(table).sample(60):
        for seat in game.to_act(state):
            action = game.default(state, seat)
            game.check(state, seat, action)
            assert any(_covers(offer, action) for offer in game.legal(state, seat))


def test_a_game_of_defaults_never_sticks(table: Table) -> None:
    game, chance = table.game, Stream(b"defaults", str(table))
    state = game.setup(options.read(game, table.values), table.seats, chance)
    for _ in range(game.meta.length):
        waiting = game.to_act(state)
        if not waiting:
            break
        after = game.apply(state, waiting[0], game.default(state, waiting[0]), chance)
        assert after != state
        state = after


def _again(value: object, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def _some(items: tuple[Any, ...], count: int, picks: Stream) -> tuple[Any, ...]:
    """Return `count` of the items, or all where there are no more."""
    if len(items) <= count:
        return items
    return tuple(items[int(index)] for index in picks.shuffle(range(len(items)))[:count])


def _extremes(offer: Offer) -> list[Any]:
    """Return the outermost choices of an offer."""
    if not offer.field:
        return []
    if offer.most:
        values: list[Any] = [offer.among[-1:], offer.among[:1] * offer.most]
    else:
        values = [offer.low, offer.high]
    return [msgspec.structs.replace(offer.action, **{offer.field: value}) for value in values]


def _legal(game: Game, state: Any, seat: int, action: Any) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalAction:
        return False
    return True


def _covers(offer: Offer, action: Any) -> bool:
    """Say whether an offer covers an action, in any order of its dice or seats."""
    return covers(offer, action) or _in_order(offer.action) == _in_order(action)


@cache
def _in_order(action: Any) -> Any:
    lists = {
        name: tuple(sorted(value))
        for name in type(action).__struct_fields__
        if isinstance(value := getattr(action, name), tuple)
    }
    return msgspec.structs.replace(action, **lists)
