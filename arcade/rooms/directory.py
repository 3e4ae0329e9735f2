"""All rooms of one process: loads them from the log, opens new ones, finds them by code."""

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial

import structlog
from msgspec import DecodeError
from msgspec.structs import replace

from arcade.engine.codec import UnknownSchema
from arcade.engine.fence import Fault, GameBroken
from arcade.engine.registry import NoSuchGame
from arcade.eventlog.log import Conflict, Damaged, Entry, EventLog, NotStored, Token
from arcade.players import names
from arcade.rooms import decide, facts, fairness, snapshots
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.clocks import now
from arcade.rooms.errors import Refused, broken_down, no_table, refused
from arcade.rooms.facts import Closed
from arcade.rooms.host import RETRY_PAUSES, Host, stream
from arcade.rooms.presence import Peers
from arcade.rooms.snapshots import Folded, Snapshots
from arcade.rooms.timers import RoomSettings

TRIES = 3
"""How many codes in a row may be taken before longer ones are drawn."""

log = structlog.get_logger()


class Directory:
    """The open rooms by code; closed ones are only read."""

    def __init__(
        self, events: EventLog, settings: RoomSettings, bots: BotPool, peers: Peers
    ) -> None:
        self._events = events
        self._settings = settings
        self._subscribers: list[Callable[[Host], None]] = [self._room_changed]
        self._bots = bots
        self._peers = peers
        self._snapshots = Snapshots(events, self._apart)
        self._hosts: dict[str, Host] = {}
        self._damaged: set[str] = set()
        self._unread: set[str] = set()
        """Rooms whose damage was found on reading the record, not on opening."""
        self._missing: dict[str, str] = {}
        """The games that are not installed, by the code of a table that has one."""
        self.failed: Callable[[str, Fault], None] = lambda *_: None
        """Called with a room's code and what went wrong in its game."""
        self._closed: set[str] = set()
        self.forgotten: Callable[[], Mapping[str, str]] = dict
        """Returns the pseudonyms of people whose names no reader is given, by id, in the order in
        which they were forgotten.
        """

    def subscribe(self, changed: Callable[[Host], None]) -> None:
        self._subscribers.append(changed)

    @property
    def damaged(self) -> tuple[str, ...]:
        """The codes of the rooms whose record is damaged; most stay closed for it."""
        return tuple(sorted(self._damaged | self._unread))

    async def load(self) -> None:
        """Open every room that was not closed; a damaged one stays shut and is named in the log.

        Only the end of a closed record is read: their number keeps growing.
        """
        ends = await self._events.ends()
        for name in await self._events.streams():
            code = name.removeprefix(stream(""))
            if code == name:
                continue
            if name in ends and _closes(ends[name]):
                self._closed.add(code)
                continue
            try:
                await self._load_soon(code, ends.get(name), ends.get(snapshots.stream(code)))
            except NotStored as error:  # the first visitor opens it
                log.error("room not read", room=code, error=str(error))
            except NoSuchGame as error:  # its record is whole, and opens once the game is back
                self._missing[code] = str(error.args[0])
                log.error("room without its game", room=code, game=self._missing[code])
            except Exception as error:  # whatever it is: one room's damage must not stop the others
                self._damaged.add(code)
                log.error("room not opened", room=code, error=repr(error))

    async def _load_soon(self, code: str, end: Entry | None, snapshot: Entry | None) -> None:
        """Load a room; retry while the log server that answers does not know it yet."""
        for wait in RETRY_PAUSES:
            with suppress(NotStored):
                await self._load(code, end, snapshot)
                return
            await asyncio.sleep(wait)
        await self._load(code, end, snapshot)

    async def _load(
        self, code: str, end: Entry | None = None, snapshot: Entry | None = None
    ) -> Host | None:
        folded = await self._snapshots.open(code, end, snapshot)
        if folded.room.phase == "closed":
            self._closed.add(code)
            return None
        host = self._open(folded)
        if host.room.table.days:
            host.resume()
        return host

    async def catch_up(self, name: str, end: Token = 0) -> Token:
        """Read what other processes stored in a room's stream, unless it is known up to `end`."""
        code = name.removeprefix(stream(""))
        if code in self._closed or code in self._damaged:
            return end
        if (host := self._hosts.get(code)) is not None:
            return await host.catch_up(end)
        if (opened := await self._load(code)) is None:
            return end  # closed meanwhile
        opened.publish()
        return opened.token

    async def create(self, opening: Callable[[str], facts.Facts]) -> Host:
        """Open a new room with the facts for a new code; raises `Refused` if `opening` does.

        Its first game is sealed by a new seal unless the facts have one.
        """
        taken = 0
        while True:
            code = names.code(secrets.randbelow, min(2 + taken // TRIES, 4))
            names_gone = len(self.forgotten())
            try:
                stored, room = fairness.extend(None, opening(code), now(), secrets.token_bytes)
            except GameBroken as error:
                raise broken_down(error) from error
            try:
                token = await self._events.append(stream(code), list(map(facts.encode, stored)), 0)
            except Conflict:
                taken += 1  # closed tables keep their codes: the short ones run out some day
                continue
            return self._open(Folded(room, token, names_gone))

    async def load_if_new(self, code: str) -> None:
        """Load a room that another process may have just opened."""
        code = code.upper()
        if not self._peers.me or not names.is_code(code):
            return
        if code in self._hosts or code in self._closed or code in self._damaged:
            return
        with suppress(Damaged, NotStored):
            if await self._events.read(stream(code)):
                await self.catch_up(stream(code))

    def find(self, code: str) -> Host:
        """Return the open room with this code, in upper or lower case; raises `Refused`."""
        code = code.upper()
        if code in self._damaged:
            raise _unreadable(code)
        if code in self._missing:
            raise refused(
                "The game of table {code}, {game}, is not installed here now; the table is kept.",
                code=code,
                game=self._missing[code],
            )
        try:
            return self._hosts[code]
        except KeyError:
            raise no_table(code) from None

    def knows(self, code: str) -> bool:
        """Return whether an open room has this code, in upper or lower case."""
        return code.upper() in self._hosts

    def __iter__(self) -> Iterator[Host]:
        return iter(tuple(self._hosts.values()))

    async def entries(self, code: str, after: Token = 0) -> list[Entry]:
        """Read the stored facts of an open or closed room after a place; raises `Refused`."""
        try:
            entries = await self._events.read(stream(code.upper()), after)
        except Damaged as error:
            code = code.upper()
            self.note_damage(code, str(error))
            if code in self._hosts:
                raise refused(
                    "The record of table {code} is damaged; the host was told.", code=code
                ) from error
            raise _unreadable(code) from error
        if not entries and not after:
            raise no_table(code)
        return self._apart(entries)[0]

    def _apart(self, entries: list[Entry]) -> tuple[list[Entry], int]:
        """Return entries with pseudonyms for people who were forgotten, and how many those are."""
        if not (forgotten := self.forgotten()):
            return entries, 0
        apart = [
            replace(entry, data=facts.without_names(entry.data, forgotten)) for entry in entries
        ]
        return apart, len(forgotten)

    async def forget(self, player_id: str) -> None:
        """Take the name of a person who was forgotten from every open room."""
        number = 1 + list(self.forgotten()).index(player_id)
        for host in self:
            with suppress(NotStored, Damaged):  # the next start reads it
                changed = await host.fold_anew(player_id.encode(), number, self._apart)
                if changed and self._peers.drives(host.room.code):
                    self._snapshots.store(host.folded)

    def note_damage(self, code: str, error: str) -> None:
        """Note that a room's record cannot be read; a running game goes on, and its log says so."""
        if code not in self._unread and code not in self._damaged:
            self._unread.add(code)
            log.error("record damaged", room=code, error=error)
        host = self._hosts.get(code)
        if host is not None and not host.room.damaged:
            host.begin(lambda room, _: decide.tell_damage(room))

    async def close(self) -> None:
        """Stop every room, wait for pending appends, and store snapshots."""
        await asyncio.gather(*(host.finish() for host in self._hosts.values()))
        own = [host for host in self if self._peers.drives(host.room.code)]
        await self._snapshots.close(host.folded for host in own)

    def _open(self, folded: Folded) -> Host:
        """Open a room unless it is open already."""
        room = folded.room
        if room.code not in self._hosts:
            host = self._hosts[room.code] = Host(
                self._events, folded, self._settings, self._bots, self._peers, self._failed
            )
            if room.broken:
                log.error("game failed", game=room.game, room=room.code, why=room.broken)
            for subscriber in self._subscribers:
                host.subscribe(partial(subscriber, host))
        return self._hosts[room.code]

    def _failed(self, code: str, fault: Fault) -> None:
        self.failed(code, fault)

    def _room_changed(self, host: Host) -> None:
        if host.room.phase == "closed":
            self._hosts.pop(host.room.code, None)
            self._closed.add(host.room.code)
            self._snapshots.forget(host.room.code)
        elif self._peers.drives(host.room.code):
            self._snapshots.store_if_due(host.folded)


def _closes(entry: Entry) -> bool:
    """Return whether the last entry closes a room; if unreadable, the whole record is read."""
    try:
        return isinstance(facts.decode(entry.data).fact, Closed)
    except (DecodeError, UnknownSchema):
        return False


def _unreadable(code: str) -> Refused:
    return refused("Table {code} is damaged and stays shut; the host was told.", code=code)
