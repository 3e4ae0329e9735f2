"""The program that makes one recording: an order and facts on its input, the cast on its output."""

import asyncio
import os
import sys

import msgspec
from textual.geometry import Size

from arcade.club.replays.replay import ReplayBuilder
from arcade.rooms import facts
from screens.cast import cast
from server.text.cast_renderer import Order

KINDNESS = 10
"""By how much it gives way to the process that everybody's keys go to."""


def main() -> None:
    """Record; the exit code is not 0 where that fails."""
    os.nice(KINDNESS)
    head, *lines = sys.stdin.buffer.read().split(b"\n")
    order = msgspec.json.decode(head, type=Order)
    reel = ReplayBuilder(order.number)
    for line in lines:
        reel.add(facts.decode(line))
    asyncio.run(_write(reel, order))


async def _write(reel: ReplayBuilder, order: Order) -> None:
    replay = reel.opened()
    if replay is None:
        sys.exit(1)
    for line in cast(replay, order.language, Size(order.columns, order.rows)):
        sys.stdout.buffer.write(line.encode())


if __name__ == "__main__":
    main()
