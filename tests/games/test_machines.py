"""Every game as a state machine: hypothesis plays, tries what is not allowed, and counts the goods.

A legal action leads to a legal state; an illegal one changes nothing; what must stay, stays.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from arcade.engine import options
from arcade.engine.chance import Recorder, Replay, Stream
from arcade.engine.codec import action_from, plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game
from arcade.engine.offers import choose
from arcade.games.golden_zero.rules.state import pots
from arcade.games.vingt_et_un.rules.state import TILES
from tests.registered import registered

KEYS = tuple(registered())
STEPS = 40


def kept_421(state: Any) -> object:
    """All tokens are in the pot or in front of somebody."""
    return state.pot + sum(state.tokens)


def kept_trente(state: Any) -> object:
    """What lies in the pot came from the purses, and goes back there."""
    return state.pot + sum(state.purse)


def kept_golden21(state: Any) -> object:
    """Everybody has a place in the order, and nobody two."""
    assert min(state.accounts) >= 0 and min(state.crisis) >= 0 and min(state.kills) >= 0
    return sorted(state.order)


def kept_golden_zero(state: Any) -> object:
    """Every chip is on a stack or in a pot, every card somewhere, once."""
    chips = sum(state.stacks) + sum(pot.amount for pot in pots(state))
    hands = sum(state.open, ()) + sum(state.closed, ())
    return chips, sorted(state.deck + state.discards + state.target_cards + hands)


def kept_vingt_et_un(state: Any) -> object:
    """Everybody's tiles are in the hand, in the series or on the board."""
    own = [Counter(hand + series) for hand, series in zip(state.hands, state.series, strict=True)]
    for tile in state.board.values():
        own[tile.seat]["*" if tile.star else tile.value] += 1
    assert all(file == Counter(TILES) for file in own)
    return None


KEPT: dict[str, Callable[[Any], object]] = {
    "421": kept_421,
    "trente": kept_trente,
    "golden21": kept_golden21,
    "golden-zero": kept_golden_zero,
    "vingt-et-un": kept_vingt_et_un,
}


class Machine(RuleBasedStateMachine):
    """One game at one table."""

    game: Game
    kept: Callable[[Any], object]

    @initialize(data=st.data(), seed=st.binary(min_size=4, max_size=4))
    def begin(self, data: st.DataObject, seed: bytes) -> None:
        low, high = self.game.meta.seats
        self.seats = data.draw(st.integers(low, min(high, 4)), "seats")
        self.chance = Stream(seed)
        self.state = self.game.setup(options.read(self.game, {}), self.seats, self.chance)
        self.goods = type(self).kept(self.state)
        self.known = [self.state]

    @precondition(lambda self: self.game.to_act(self.state))
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Do one of the things offered, in turn or out of it."""
        ready = [seat for seat in range(self.seats) if self.game.legal(self.state, seat)]
        seat = data.draw(st.sampled_from(ready), "seat")
        offer = data.draw(st.sampled_from(self.game.legal(self.state, seat)), "offer")
        action = choose(offer, lambda n: data.draw(st.integers(0, n - 1), "pick"))
        self.game.check(self.state, seat, action)
        drawn = Recorder(self.chance)
        before, self.state = self.state, self.game.apply(self.state, seat, action, drawn)
        again = self.game.apply(
            before, seat, action_from(self.game, plain(action)), Replay(drawn.draws)
        )
        assert again == self.state
        self.known.append(action)

    @rule(data=st.data())
    def try_it_anyway(self, data: st.DataObject) -> None:
        """Do again, as anybody, what was possible at some other time: refused, or legal."""
        known_left = self.known[1:]
        if not known_left:
            return
        action = data.draw(st.sampled_from(known_left), "action")
        seat = data.draw(st.integers(-1, self.seats), "seat")
        before = msgspec.json.encode(self.state)
        try:
            self.game.check(self.state, seat, action)
        except IllegalAction:
            with pytest.raises(IllegalAction):
                self.game.apply(self.state, seat, action, Replay(()))
        assert msgspec.json.encode(self.state) == before

    @precondition(lambda self: self.game.to_act(self.state))
    @rule()
    def be_late(self) -> None:
        """Let the clock run out."""
        seat = self.game.to_act(self.state)[0]
        self.state = self.game.apply(
            self.state, seat, self.game.default(self.state, seat), self.chance
        )

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "state"):
            assert type(self).kept(self.state) == self.goods

    @invariant()
    def it_goes_on_or_is_over(self) -> None:
        if not hasattr(self, "state"):
            return
        waiting, outcome = self.game.to_act(self.state), self.game.outcome(self.state)
        assert bool(waiting) is (outcome is None)
        for seat in waiting:
            self.game.check(self.state, seat, self.game.default(self.state, seat))
        stored = msgspec.json.encode(self.state)
        assert msgspec.json.decode(stored, type=self.game.state) == self.state


@pytest.mark.parametrize("key", KEYS)
def test_whatever_is_done_the_rules_hold(key: str) -> None:
    machine = type(f"Machine {key}", (Machine,), {"game": registered()[key], "kept": KEPT[key]})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
