"""Everything stored about one person, for themselves."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.deals.facts import Began, Finished
from arcade.club.duels import duels
from arcade.club.duels import facts as duel_facts
from arcade.club.people import accounts, moderation, social
from arcade.club.puzzles import facts as puzzles
from arcade.club.tournaments import facts as tournaments
from arcade.club.tournaments.tournaments import STREAM as TOURNAMENTS
from arcade.engine.codec import Stored, plain
from arcade.eventlog.log import Entry, EventLog
from arcade.players import conduct, roster
from arcade.players.player import Player
from arcade.players.results import Result
from arcade.rooms import facts
from arcade.rooms.host import stream


class Kept(Struct, frozen=True):
    """One stored fact about a person, and the stream that has it."""

    stream: str
    fact: object


async def own_data(
    events: EventLog,
    player: Player,
    keys: Iterable[str],
    played: Iterable[Began | Finished | Result],
    tables: Iterable[str],
    entries: Callable[[str], Awaitable[list[Entry]]],
) -> AsyncIterator[bytes]:
    """Yield what is stored about a person, each as a line of JSON.

    That is the account, talk in the lobby and at tables, their seats, what they `played` (daily
    deals too) at which `tables`, their duels, puzzles and tournaments, reports they made, and what
    the host decided about them. What others store about somebody, such as whom they ignore, is
    theirs.
    """
    own = {player.id, *keys}
    chats = [name for name in await events.streams() if name.startswith(social.STREAMS)]
    for name in (accounts.STREAM, moderation.STREAM, *chats):
        for entry in _mentioning(await events.read(name), own):
            if (fact := _own(name, entry.data, own)) is not None:
                yield _line(name, fact, own)
    for name, decode in (
        (duels.STREAM, duel_facts.decode),
        (puzzles.STREAM, puzzles.decode),
        (TOURNAMENTS, tournaments.decode),
    ):
        for entry in _mentioning(await events.read(name), own):
            yield _line(name, _without_seeds(decode(entry.data)), own)
    for result in played:
        yield _line("results" if isinstance(result, Result) else "daily", result, own)
    for code in tables:
        for entry in _mentioning(await entries(code), own):
            stored = facts.decode(entry.data)
            if facts.person_of(stored.fact) in own:
                yield _line(stream(code), stored, own)


def _own(name: str, data: bytes, own: set[str]) -> object:
    """Return a fact of the roster, the house or the lobby if it is about a person, else None."""
    if name == accounts.STREAM:
        stored = roster.decode(data)
        return stored if roster.person_of(stored.fact) in own else None
    if name == moderation.STREAM:
        decided = conduct.decode(data)
        return decided if _concerns(decided.fact, own) else None
    spoken = social.codec.decode(data)
    return spoken if spoken.id in own else None


def _without_seeds(
    stored: Stored[duel_facts.Fact] | Stored[puzzles.Fact] | Stored[tournaments.Fact],
) -> object:
    """Leave out the seeds of a duel's deals: until both have played them they are secret."""
    if not isinstance(stored.fact, duel_facts.Challenged):
        return stored
    deals = tuple(replace(deal, seed="") for deal in stored.fact.deals)
    return replace(stored, fact=replace(stored.fact, deals=deals))


def _concerns(fact: conduct.Fact, own: set[str]) -> bool:
    match fact:
        case conduct.Banned(whom) | conduct.Unbanned(whom):
            return whom in own
        case conduct.Muted(who) | conduct.Unmuted(who):
            return who in own
        case conduct.Reported(by):
            return by in own
        case _:
            return False


def _mentioning(entries: Iterable[Entry], own: set[str]) -> list[Entry]:
    return [entry for entry in entries if any(who.encode() in entry.data for who in own)]


def _line(name: str, fact: object, own: set[str]) -> bytes:
    return msgspec.json.encode(Kept(name, _without_others(plain(fact), own))) + b"\n"


def _without_others(value: object, own: set[str]) -> object:
    """Leave out other people's ids: who has which key is private."""
    if isinstance(value, dict):
        return {name: _without_others(part, own) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_others(part, own) for part in value]
    named = isinstance(value, str) and value.startswith(("SHA256:", roster.GUEST))
    return "" if named and value not in own else value
