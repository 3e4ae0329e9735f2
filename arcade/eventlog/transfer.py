"""From one log into another, whatever each is: every stream, fact by fact, in its order."""

from collections.abc import Iterator, Sequence

from arcade.eventlog.log import Entry, EventLog, Token

FACTS, BYTES = 256, 1 << 20
"""So many facts, or a little more than so many bytes, are appended at once."""


async def copy(source: EventLog, target: EventLog, without: str = "", until: Token = 0) -> None:
    """Copy all streams but those whose name begins with `without`; `target` must be empty.

    `until`: nothing is taken that lies behind that place, in a log whose places grow over all its
    streams. Raises whatever the two logs raise.
    """
    for stream in await source.streams():
        if without and stream.startswith(without):
            continue
        entries = [one for one in await source.read(stream) if not until or one.token <= until]
        end: Token = 0
        for some in _portions(entries):
            end = await target.append(stream, some, end)


def _portions(entries: Sequence[Entry]) -> Iterator[list[bytes]]:
    some: list[bytes] = []
    for entry in entries:
        some.append(entry.data)
        if len(some) == FACTS or sum(map(len, some)) > BYTES:
            yield some
            some = []
    if some:
        yield some
