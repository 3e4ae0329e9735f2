"""The table that quick play opened last, in any process: two at one instant meet there."""

import asyncio
from collections.abc import Container

import msgspec
from msgspec import Struct

from arcade.eventlog.log import Conflict, EventLog
from arcade.rooms.clocks import now

STREAM = "quick."
UNHEARD = 2000
"""Milliseconds in which another process may not have heard of a table and who is there."""


class Offer(Struct, frozen=True):
    """A table opened by quick play, and when, in ms since 1970."""

    code: str
    at: int


async def offer(
    events: EventLog, game: str, code: str, since: int, tried: Container[str]
) -> str | None:
    """Store that a table was opened, unless another was since a time: then return its code."""
    stream = STREAM + game
    while True:
        last = (await events.ends([stream])).get(stream)
        if last is not None:
            other = msgspec.json.decode(last.data, type=Offer)
            if other.at > since - UNHEARD and other.code not in tried:
                return other.code
        try:
            data = msgspec.json.encode(Offer(code, now()))
            await events.append(stream, [data], last.token if last is not None else 0)
        except Conflict:
            await asyncio.sleep(0.02)  # the server that answers may lag behind
        else:
            return None
