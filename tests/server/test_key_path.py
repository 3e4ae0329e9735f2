"""What one key calls, from the wire to its frame."""

from tools.key_path import CallCounter, press

MOST = 1950
"""The plan's bound: docs/decisions/0060-key-path.md."""


async def test_a_key_calls_no_more_than_it_may() -> None:
    counter = CallCounter()
    await press(counter)
    assert counter.calls.total() <= MOST, counter.calls.most_common(20)
