"""A program refuses a log that a newer one has written, by all that is stored."""

import importlib
import pkgutil
from enum import Enum
from typing import Any, Literal, NamedTuple

import msgspec
import pytest
from msgspec import inspect
from structlog.testing import capture_logs

import arcade
from arcade.club.club import Club
from arcade.club.streams import mark
from arcade.engine.codec import VersionedCodec
from arcade.eventlog.log import NewerLog
from arcade.eventlog.memory import MemoryLog


def test_all_that_is_stored_is_in_the_mark() -> None:
    described = {
        f"{module.name}.{name}"
        for module in pkgutil.walk_packages(arcade.__path__, "arcade.")
        for name, value in vars(importlib.import_module(module.name)).items()
        if isinstance(value, VersionedCodec) and value not in mark.FORMS.values()
    }
    assert not described, "add them to FORMS"
    words = mark.known()
    assert {"room acted.seat", "room ended.broken", "players named.name"} <= words
    assert "room 'pause'" in words and "room Player.guest" in words


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (NamedTuple("Pair", [("a", int)]), TypeError),
        (Enum("Colour", "red"), TypeError),
        (dict[str, tuple[Literal["x", "y"], ...]], {"'x'", "'y'"}),
    ],
)
def test_a_type_is_described_or_refused(kind: Any, expected: Any) -> None:
    if expected is TypeError:
        with pytest.raises(TypeError, match="store a struct"):
            list(mark._words(inspect.type_info(kind)))
    else:
        assert set(mark._words(inspect.type_info(kind))) == expected


@pytest.mark.parametrize(
    "new", ["results v2", "room day-over.why", "room revoked", "house 'maybe'", "room emote wink"]
)
async def test_an_older_program_refuses_a_newer_log(new: str) -> None:
    log = MemoryLog()
    newer = msgspec.json.encode(sorted({*mark.known(), new}))
    await log.append(mark.STREAM, [newer], 0)
    before = await log.streams()
    with pytest.raises(NewerLog, match=new.split(" ", 1)[1]):
        await Club.open(log)
    assert await log.streams() == before, "and writes nothing"
    with capture_logs() as entries:
        await (await Club.open(log, downgrade=True)).close()
    assert [entry["unknown"] for entry in entries if entry["event"] == "newer log"] == [[new]]
    with pytest.raises(NewerLog, match="--allow-downgrade"):
        await Club.open(log)


async def test_a_newer_program_marks_an_older_log_once() -> None:
    log = MemoryLog()
    await log.append(mark.STREAM, [msgspec.json.encode(sorted(mark.known())[:50])], 0)
    for _ in range(2):
        await (await Club.open(log)).close()
    assert len(await log.read(mark.STREAM)) == 2
