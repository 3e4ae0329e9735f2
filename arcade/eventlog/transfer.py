"""From one log into another, whatever each is: every stream, fact by fact, in its order."""

from collections.abc import Iterator, Sequence

from arcade.eventlog.log import Damaged, Entry, EventLog, Token

FACTS, BYTES = 256, 1 << 20
"""So many facts, or a little more than so many bytes, are appended at once."""


async def copy(
    source: EventLog, target: EventLog, without: str = "", until: Token = 0
) -> tuple[str, ...]:
    """Copy all streams but those whose name begins with `without`; `target` must be empty.

    `until`: nothing is taken that lies behind that place, in a log whose places grow over all its
    streams. Gives the names of damaged streams, which are left out; raises whatever else the two
    logs raise.
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
        entries = [one for one in found if not until or one.token <= until]
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
