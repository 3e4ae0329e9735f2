"""The program that makes one recording: reads an order and facts, writes the cast."""

import asyncio
import os
import sys

import msgspec
from textual.geometry import Size

from arcade.club.replays.replay import ReplayBuilder
from arcade.rooms import facts
from screens.replay.cast import cast
from server.text.cast_renderer import Order

KINDNESS = 10
"""Its niceness: the server process comes first."""


def main() -> None:
    """Record; exit with another code than 0 if that fails."""
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
