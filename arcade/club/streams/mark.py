"""The mark of a log: every kind of fact, field and value that the programs which wrote it know.

A program that does not know all of them is older than the log. It must not open the log: it would
silently leave out what it does not know, and go on writing.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
import structlog
from msgspec import Struct, inspect

from arcade.club.deals import facts as deals
from arcade.club.duels import facts as duels
from arcade.club.people import social
from arcade.club.puzzles import facts as puzzles
from arcade.club.replays import checkpoint
from arcade.club.tournaments import facts as tournaments
from arcade.engine.codec import VersionedCodec
from arcade.eventlog.log import Conflict, EventLog, NewerLog
from arcade.players import conduct, results, roster
from arcade.rooms import facts

log = structlog.get_logger()

STREAM = "mark"
FORMS: Mapping[str, VersionedCodec[Any]] = {
    "room": facts.form,
    "players": roster.form,
    "house": conduct.form,
    "daily": deals.form,
    "duels": duels.form,
    "puzzles": puzzles.form,
    "results": results.form,
    "lobby": social.codec,
    "checkpoint": checkpoint.form,
    "tournaments": tournaments.form,
}
"""The codecs of all streams; a test finds any that is missing."""
UNTOLD = (
    *(inspect.DataclassType, inspect.NamedTupleType, inspect.TypedDictType),
    *(inspect.EnumType, inspect.CustomType),
)
"""Types whose fields and values `_words` would not name."""
RETIRED: frozenset[str] = frozenset()
"""Words of older programs that this one dropped on purpose."""


@cache
def known() -> frozenset[str]:
    """Return each stored schema, the name of each field of each stored struct, and of each value
    that a field may have.
    """
    schemas = (f"{name} v{form.schema}" for name, form in FORMS.items())
    words = (
        f"{name} {word}"
        for name, form in FORMS.items()
        for word in _words(inspect.type_info(form.kind))
    )
    emotes = (f"room emote {name}" for name in facts.EMOTES)
    return frozenset((*schemas, *words, *emotes))


def _words(kind: object) -> Iterator[str]:
    """Describe a type and the types in it; no stored type contains itself."""
    if isinstance(kind, UNTOLD):
        raise TypeError(f"the mark cannot describe {kind}: store a struct instead")
    if isinstance(kind, inspect.StructType):
        called = kind.tag or kind.cls.__name__
        yield str(called)
        for field in kind.fields:
            yield f"{called}.{field.encode_name}"
    if isinstance(kind, inspect.LiteralType):
        yield from map(repr, kind.values)
    if isinstance(kind, Struct):
        for name in kind.__struct_fields__:
            yield from _words(getattr(kind, name))
    if isinstance(kind, tuple):
        for part in kind:
            yield from _words(part)


def refuse_newer(written: bytes) -> None:
    """Raise `NewerLog` if a mark has words this program does not know."""
    if unknown := _unknown(written):
        raise NewerLog(
            f"the log was written by a newer ssh-arcade (it has {', '.join(unknown[:3])}): "
            "install that one again, or restore a backup made before; --allow-downgrade opens it "
            "without what this one does not know"
        )


def _unknown(written: bytes) -> list[str]:
    return sorted(set(msgspec.json.decode(written, type=list[str])) - known() - RETIRED)


async def put(events: EventLog, downgrade: bool = False) -> None:
    """Mark a log as written by this program; raises `NewerLog` if a newer one has marked it.

    `downgrade`: open it all the same; it stays marked.
    """
    while True:
        entries = await events.read(STREAM)
        written = entries[-1].data if entries else b"[]"
        if not downgrade:
            refuse_newer(written)
        elif unknown := _unknown(written):
            log.warning("newer log", unknown=unknown, does="it is opened without that")
        has = set(msgspec.json.decode(written, type=list[str]))
        if known() <= has:
            return
        data = msgspec.json.encode(sorted(known() | has))
        try:
            await events.append(STREAM, [data], entries[-1].token if entries else 0)
        except Conflict:
            continue  # another process has just marked it
        return
