"""Copies every stream of one log into another, of whatever kind."""

from collections.abc import Iterator, Sequence

from arcade.eventlog.log import Damaged, Entry, EventLog, Token

FACTS, BYTES = 256, 1 << 20
"""Limits of one append; the last fact may exceed the bytes."""


async def copy(
    source: EventLog, target: EventLog, without: str = "", until: Token = 0
) -> tuple[str, ...]:
    """Copy all streams except those whose name begins with `without`; `target` must be empty.

    `until`: copy nothing after that place, in a log whose places increase over all its streams.
    Returns the names of damaged streams, which are left out; raises what the two logs raise.
    """
    damaged = []
    for stream in await source.streams():
        if without and stream.startswith(without):
            continue
        try:
            found = await source.read(stream)
        except Damaged:
            damaged.append(stream)
            continue
        entries = [entry for entry in found if not until or entry.token <= until]
        end: Token = 0
        for some in _portions(entries):
            end = await target.append(stream, some, end)
    return tuple(damaged)


def _portions(entries: Sequence[Entry]) -> Iterator[list[bytes]]:
    some: list[bytes] = []
    for entry in entries:
        some.append(entry.data)
        if len(some) == FACTS or sum(map(len, some)) > BYTES:
            yield some
            some = []
    if some:
        yield some
