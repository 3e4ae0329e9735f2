"""What one key calls, from the wire to its frame."""

from collections.abc import Mapping
from statistics import median

import pytest

from arcade.engine import registry
from tools.key_path import CallCounter, act, press, press_arrows

MOST = 1950
"""The plan's bound: docs/decisions/0060-key-path.md."""
ARROW = {
    ("", (80, 24)): 620,
    ("", (100, 30)): 600,
    ("", (160, 45)): 800,
    ("n", (80, 24)): 215,
    ("n", (100, 30)): 220,
    ("n", (160, 45)): 370,
}
"""Of an arrow in the lobby, and in the form of a new table: a tenth more than was measured."""
LARGE = {"421": 1820, "trente": 3190, "golden21": 4160, "golden-zero": 2710, "vingt-et-un": 3600}
SMALL = {"421": 1100, "trente": 1530, "golden21": 1800, "golden-zero": 1710, "vingt-et-un": 2620}
"""Of the screens for the median action at 160×45, at 80×24: a tenth more than was measured."""


async def test_a_key_calls_no_more_than_it_may() -> None:
    counters: list[CallCounter] = []
    while len(counters) < 3 and all(counter.calls.total() > MOST for counter in counters):
        counters.append(CallCounter())
        await press(counters[-1])
    # A timer of the house may fall due meanwhile, which is no part of a key.
    least = min(counters, key=lambda counter: counter.calls.total())
    assert least.calls.total() <= MOST, least.calls.most_common(20)


@pytest.mark.parametrize(("opens", "size"), ARROW)
async def test_an_arrow_calls_no_more_than_it_may(opens: str, size: tuple[int, int]) -> None:
    counters = [CallCounter() for _ in range(4)]
    await press_arrows(counters, opens.encode(), size)
    # Others may change the lobby meanwhile, which is no part of a key.
    least = min(counters, key=lambda counter: counter.calls.total())
    assert least.calls.total() <= ARROW[opens, size], least.calls.most_common(20)


@pytest.mark.parametrize(("most", "size"), [(LARGE, (160, 45)), (SMALL, (80, 24))])
@pytest.mark.parametrize("game", registry.games())
async def test_an_action_is_drawn_with_no_more_calls_than_it_may(
    game: str, most: Mapping[str, int], size: tuple[int, int]
) -> None:
    counters = [CallCounter() for _ in range(9)]
    await act(counters, game, size)
    drawn = [
        sum(calls for (file, _), calls in counter.calls.items() if file.startswith("screens/"))
        for counter in counters
    ]
    assert median(drawn) <= most[game], drawn
