"""Records without the names of people who asked to be forgotten.

The stored facts stay as they are, with their chain; whoever reads them is given these.
"""

from collections.abc import Mapping

from msgspec import DecodeError
from msgspec.structs import replace

from arcade.engine.codec import UnknownSchema
from arcade.players.player import Player
from arcade.rooms import facts
from arcade.rooms.facts import Created, Emoted, Fact, Hushed, Said, Sat, SentAway

UNSAID = "…"
"""Stands for what somebody said who was forgotten."""


def without_names(data: bytes, forgotten: Mapping[str, str]) -> bytes:
    """Return a stored fact with the pseudonyms of forgotten people (by id) for their names."""
    if not any(player_id.encode() in data for player_id in forgotten):
        return data
    try:
        stored = facts.decode(data)
    except (DecodeError, UnknownSchema):
        return data  # whoever reads it says so
    return facts.encode(replace(stored, fact=_apart(stored.fact, forgotten)))


def _apart(fact: Fact, forgotten: Mapping[str, str]) -> Fact:
    match fact:
        case Created(by=Player() as player):
            return replace(fact, by=_pseudonym(player, forgotten))
        case Sat(player=player) | Hushed(player=player) | SentAway(player=player):
            return replace(fact, player=_pseudonym(player, forgotten))
        case Said(id=who) if who in forgotten:
            return replace(fact, who=forgotten[who], text=UNSAID)
        case Emoted(id=who) if who in forgotten:
            return replace(fact, who=forgotten[who])
        case _:
            return fact


def _pseudonym(player: Player, forgotten: Mapping[str, str]) -> Player:
    return replace(player, name=forgotten.get(player.id, player.name))
