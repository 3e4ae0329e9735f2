"""The call into a game that runs: whoever asks finds it from any frame of it."""

from inspect import currentframe
from types import FrameType

import pytest

from arcade.engine import registry
from arcade.engine.fence import GameBroken, fence, guarded, running


def here() -> FrameType | None:
    return running(currentframe())


def test_a_call_within_a_call_is_part_of_it() -> None:
    def outer() -> list[FrameType | None]:
        return [here(), guarded("toy", "inner", here), here()]

    first, *others = guarded("toy", "outer", outer)
    assert first is not None
    assert (first.f_locals["game"], first.f_locals["call"]) == ("toy", "outer")
    assert others == [first, first]
    assert here() is None


def test_two_calls_are_two() -> None:
    assert guarded("toy", "call", here) is not guarded("toy", "call", here)


@pytest.mark.usefixtures("rogue")
def test_a_fault_names_the_call_from_outside() -> None:
    game = registry.find("rogue")
    state = game.state("legal", moves=1)
    with pytest.raises(GameBroken) as broken:
        game.default(state, 0)  # asks `legal`, which fails
    fault = broken.value.fault
    assert (fault.call, fault.why) == ("default", "RuntimeError: legal on purpose")


def test_no_call_runs_any_more_while_its_fault_is_described() -> None:
    seen: list[FrameType | None] = []

    class Slow(Exception):
        def __str__(self) -> str:
            seen.append(here())
            return "described slowly"

    def fail() -> None:
        raise Slow

    with pytest.raises(GameBroken):
        guarded("toy", "call", fail)
    assert seen and not any(seen)


def test_a_game_that_is_looked_for_again_gets_no_second_fence() -> None:
    game = registry.find("421")
    kind = type(game)
    fence(game, strict=False)
    assert type(game) is kind
