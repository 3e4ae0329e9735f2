"""A table's facts for the outside: plain values, without what is still secret."""

from collections.abc import Sequence
from typing import Any

from arcade.engine import codec, registry
from arcade.rooms.facts import Acted, Created, Started, Stored
from arcade.rooms.room import evolve


def redact(stored: Sequence[Stored]) -> list[dict[str, Any]]:
    """Turn facts into plain dicts; persons by name only.

    Of a running game with hidden hands the draws are left out, and of each action all but its
    `do`: they are there once the game is over.
    """
    hidden = _hidden_from(stored)
    lines = []
    for one in stored:
        line: dict[str, Any] = codec.plain(one)
        fact = line["fact"]
        for key in ("player", "by"):
            if isinstance(fact.get(key), dict):
                fact[key] = fact[key]["name"]
        if one.n >= hidden and isinstance(one.fact, Started | Acted):
            fact.pop("draws", None)
            if "action" in fact:
                fact["action"] = {"do": fact["action"]["do"]}
        lines.append(line)
    return lines


def _hidden_from(stored: Sequence[Stored]) -> int:
    """Give the number of the fact from which on a running game's secrets begin."""
    never = len(stored) + 1
    first = stored[0].fact
    if not isinstance(first, Created) or not registry.find(first.game).meta.secrets:
        return never
    room = None
    begun = never
    for one in stored:
        room = evolve(room, one)
        if isinstance(one.fact, Started):
            begun = one.n
        if room.phase == "over":
            begun = never
    return begun
