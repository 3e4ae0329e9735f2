"""A table's facts for the outside: plain values, without what is still secret."""

import asyncio
from collections.abc import Container, Generator, Iterable, Sequence
from typing import Any, TypeVar

from arcade.club.replays.hidden_decks import hide_decks
from arcade.engine import codec
from arcade.engine.game import Veils
from arcade.rooms.facts import Acted, Contributed, Emoted, Said, Sealed, Started, Stored
from arcade.rooms.room import Room, evolve
from arcade.rooms.table_rules import LATE, Watching

Lines = list[dict[str, Any]]

SLICE = 0.004
"""Seconds of long work after which other tasks run."""

Made = TypeVar("Made")


async def run_in_slices(work: Generator[None, None, Made]) -> Made:
    """Run interruptible work to its end, letting other tasks run, and return its result."""
    loop = asyncio.get_running_loop()
    while True:
        until = loop.time() + SLICE
        while loop.time() < until:
            try:
                next(work)
            except StopIteration as done:
                made: Made = done.value
                return made
        await asyncio.sleep(0)


def redact(
    stored: Iterable[Stored], over: Container[str] = ()
) -> Generator[None, None, tuple[Room, Lines]]:
    """Return the room that facts make, and the facts as plain dicts; persons by name only.

    A running game with hidden hands comes without draws, and actions have only their `do`; every
    running game comes without spectators' chat and, if spectators are delayed, without what they
    have not seen. Once the game is over all of it is there, except in games whose hands stay hidden
    (`arcade.club.replays.hidden_decks`). `Revealed` tells a seed, a daily deal's only if its day
    (ISO) is in `over`; `Started` tells the seats' words. It may be long: yields often.
    """
    facts = []
    for one in stored:
        facts.append(one)
        yield
    room, running = yield from _unfinished(facts)
    hidden = running if room.rules.meta.secrets else len(facts) + 1
    lines = []
    for one in facts:
        lines.append(_plain(one, () if isinstance(room.rules, Veils) else over))
        yield
    yield from hide_decks(room.rules, facts, lines)
    told = []
    seen = _seen_until(facts, running, room.table.watching)
    for one, line in zip(facts[:seen], lines, strict=False):
        fact = line["fact"]
        if one.n >= hidden and isinstance(one.fact, Started | Acted):
            fact.pop("draws", None)
            if "action" in fact:
                fact["action"] = {"do": fact["action"]["do"]}
        if one.n >= running and isinstance(one.fact, Said) and one.fact.watcher:
            continue
        told.append(line)
    return room, told


def _plain(stored: Stored, over: Container[str]) -> dict[str, Any]:
    line: dict[str, Any] = codec.plain(stored)
    fact = line["fact"]
    if isinstance(stored.fact, Said | Emoted):
        fact.pop("id", None)
    for key in ("player", "by"):
        if isinstance(fact.get(key), dict):
            fact[key] = fact[key]["name"]
    if isinstance(stored.fact, Sealed) and stored.fact.day not in over:
        del fact["seed"]
    if isinstance(stored.fact, Contributed):
        del fact["words"]
    return line


def _unfinished(stored: Sequence[Stored]) -> Generator[None, None, tuple[Room, int]]:
    """Return the room, and the number of the fact that began its unfinished game.

    Where there is none, that number is beyond the last.
    """
    room = evolve(None, stored[0])
    never = begun = len(stored) + 1
    for one in stored[1:]:
        room = evolve(room, one)
        if isinstance(one.fact, Started):
            begun = one.n
        if room.phase == "over":
            begun = never
        yield
    return room, begun


def _seen_until(stored: Sequence[Stored], running: int, watching: Watching) -> int:
    """Return how many facts the spectators of a running game have seen."""
    if watching != "late":
        return len(stored)
    acts = [at for at, one in enumerate(stored) if isinstance(one.fact, Acted) and one.n > running]
    return acts[-LATE:][0] if acts else len(stored)
