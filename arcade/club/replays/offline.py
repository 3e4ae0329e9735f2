"""Reads a record, the output of `record CODE`, into a replay."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from arcade.club.replays.record import RecordLine
from arcade.club.replays.replay import Replay, ReplayBuilder
from arcade.engine import registry
from arcade.engine.chance import NoDraw
from arcade.engine.codec import UnknownSchema
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Veils
from arcade.engine.options import check_seats
from arcade.engine.registry import NoSuchGame
from arcade.players.text import clean
from arcade.rooms import facts
from arcade.rooms.facts import Acted, Created, Sealed, Started, Stored

MAX_TEXT = 1000
"""The longest text of a record, in terminal cells."""
MOST_BYTES, MOST_LINE, MOST_FACTS, MOST_VALUES = 16 * 2**20, 2 * 2**20, 20_000, 20_000
"""How long a record, one of its lines, may be; how many facts it has, and values in one of them."""
_PERSONS: Mapping[str, str] = {"created": "by"}
"""The field with a person, for facts where it is not `player`."""


class BadRecord(Exception):
    """The text is no record, or has no such finished game; the message says which."""


def read_record(lines: Iterable[str], number: int = 0) -> Replay:
    """Return a finished game of a record (0: the last), all seats open; raises `BadRecord`."""
    created, stored = _stored(lines)
    reel = _folded(created, stored, number)
    if not number and reel.finished and reel.opened() is None:
        reel = _folded(created, stored, reel.finished)  # the last one begun is not over
    replay = reel.opened()
    if replay is None and reel.outdated:
        raise BadRecord(_older(created))
    if replay is None and number:
        raise BadRecord(f"this record has no finished game {number}.")
    if replay is None:
        raise BadRecord("no game of this record was played to its end.")
    return replay


def _stored(lines: Iterable[str]) -> tuple[Created, list[Stored]]:
    """Read the facts up to where a running game's secrets are left out."""
    bounded: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        bounded.append(line)
        if len(line) > MOST_LINE or size > MOST_BYTES or len(bounded) > MOST_FACTS:
            raise BadRecord(f"it is too long for a record (line {len(bounded)}).")
    created: Created | None = None
    stored: list[Stored] = []
    for count, line in enumerate(bounded, 1):
        if not line.strip():
            continue
        try:
            plain: RecordLine = _cleaned(msgspec.json.decode(line), [MOST_VALUES])
            if plain["fact"]["fact"] == "started" and "draws" not in plain["fact"]:
                break  # what follows is not public yet
            stored.append(facts.decode(msgspec.json.encode(_with_persons(plain))))
        except UnknownSchema as error:
            raise BadRecord(f"line {count} is {error}.") from error
        except RecursionError as error:
            raise BadRecord(f"line {count} is no fact of a record: it is too deep.") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadRecord(f"line {count} is no fact of a record ({error}).") from error
        created = created or _created(stored[0])
    if created is None:
        raise BadRecord("this is no record: there is nothing in it.")
    return created, stored


def _created(first: Stored) -> Created:
    created = first.fact
    if not isinstance(created, Created):
        raise BadRecord("this is no record: it does not begin with a table being opened.")
    try:
        rules = registry.find(created.game)
    except NoSuchGame as error:
        raise BadRecord(str(error)) from error
    if isinstance(rules, Veils):
        raise BadRecord(
            f"in {rules.meta.name} hands that were not shown stay hidden, so a record does not "
            "tell the cards: look at the game on its server instead."
        )
    try:
        check_seats(rules.meta, created.seats)
    except BadOptions as error:
        raise BadRecord(str(error)) from error
    return created


def _cleaned(value: Any, left: list[int]) -> Any:
    """Sanitize every text: a file may come from anybody; `left` counts values down."""
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("it has too many values")
    if isinstance(value, str):
        return clean(value[: 4 * MAX_TEXT], MAX_TEXT)
    if isinstance(value, list):
        return [_cleaned(item, left) for item in value]
    if isinstance(value, dict):
        return {_cleaned(key, left): _cleaned(item, left) for key, item in value.items()}
    return value


def _with_persons(plain: RecordLine) -> RecordLine:
    """Turn names into persons, and add the seed that a public seal lacks."""
    fact = plain["fact"]
    key = _PERSONS.get(str(fact["fact"]), "player")
    if isinstance(name := fact.get(key), str):
        fact[key] = {"id": name, "name": name}
    if fact["fact"] == Sealed.__struct_config__.tag:
        fact.setdefault("seed", "")
    return plain


def _folded(created: Created, stored: list[Stored], number: int) -> ReplayBuilder:
    reel = ReplayBuilder(number)
    for stored_fact in stored:
        try:
            reel.add(stored_fact)
        except (NoDraw, IllegalAction, BadOptions, ValueError) as error:
            if isinstance(stored_fact.fact, Started | Acted) and reel.finished and not number:
                break  # finished games remain
            raise BadRecord(_wrong(created, stored_fact, error)) from error
    return reel


def _wrong(created: Created, stored_fact: Stored, error: Exception) -> str:
    if created.game_version != registry.find(created.game).meta.version:
        return _older(created)
    return f"fact {stored_fact.n} does not follow from those before it ({error})."


def _older(created: Created) -> str:
    meta = registry.find(created.game).meta
    return (
        f"it was played by version {created.game_version} of the rules of {meta.name}; "
        f"this program plays version {meta.version}."
    )
