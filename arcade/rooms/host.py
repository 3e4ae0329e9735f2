"""One room in one process: decides, stores, and calls the subscribers.

Append, then evolve, then publish: nobody sees what is not stored.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextvars import Context
from typing import Any, Literal

from arcade.engine.fence import Fault, GameBroken
from arcade.eventlog.log import Conflict, EventLog, NotStored, Token
from arcade.players.player import Player
from arcade.rooms import decide, facts, fairness
from arcade.rooms.bots.pool import BotPool
from arcade.rooms.clocks import SECOND, now
from arcade.rooms.decide import Decide
from arcade.rooms.errors import Refused
from arcade.rooms.evolve import follow, without_game
from arcade.rooms.facts import Decision
from arcade.rooms.presence import Peers
from arcade.rooms.room import Room
from arcade.rooms.snapshots import Apart, Folded
from arcade.rooms.timers import RoomSettings, RoomTimers
from arcade.tasks import Tasks, retrieve, shielded

FOLD_SLICE = 64
"""Facts that are folded again at a time."""
RETRY_PAUSES = (0.0, 0.02, 0.1, 0.5, 2.0)
"""Seconds between attempts to read the facts that an append conflicts with."""

Concern = Literal["seats", "room", "presence"]
"""What a subscriber hears of: who sits here, and who may not; every change of the room; also who
comes and goes."""


class Host:
    """Keeps one room: its newest state, who is present, and the subscribers."""

    def __init__(
        self,
        events: EventLog,
        folded: Folded,
        settings: RoomSettings,
        bots: BotPool,
        peers: Peers,
        failed: Callable[[str, Fault], None] = lambda *_: None,
    ) -> None:
        self.room, self.token, self.names_gone = folded
        """The room, up to where in its stream it is current, and how many of those who were
        forgotten, the first ones, it does not name."""
        self.revision = 0
        self._shared: tuple[int, dict[object, Any]] = (0, {})
        self.last: tuple[Room, facts.Acted] | None = None
        """The room before the last action this process has seen, and that action."""
        self._events = events
        self._subscribers: dict[object, tuple[Callable[[], None], Concern]] = {}
        self._published = self.room
        self._peers = peers
        self.failed = failed
        """Called with the room's code and what went wrong in its game."""
        self._lock = asyncio.Lock()
        self._present: Counter[str] = Counter()  # their terminals, players' and spectators', by id
        self._watchers: Counter[str] = Counter()
        self._by_link = 0
        self._empty: int | None = None
        """Since when nobody is at the table, in ms since 1970; None if this process cannot know."""
        self._attended = False
        self._tasks = Tasks()
        self._timers = RoomTimers(self, settings, bots, peers)
        self._timers.update()

    @property
    def folded(self) -> Folded:
        return Folded(self.room, self.token, self.names_gone)

    @property
    def shared(self) -> dict[object, Any]:
        """Renderings of the current revision, made once for all viewers who see the same."""
        if self._shared[0] != self.revision:
            self._shared = self.revision, {}
        return self._shared[1]

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of the spectators, in order of arrival."""
        elsewhere = self._peers.watchers(self.room.code)
        return tuple(dict.fromkeys((*self._watchers, *elsewhere)))

    @property
    def by_link(self) -> int:
        """The number of those who watch by a link: they have no name, and wake no table."""
        return self._by_link + self._peers.by_link(self.room.code)

    @property
    def anybody(self) -> bool:
        """Whether any person is at the table, playing or watching with a name."""
        return bool(self._present or self._peers.at(self.room.code))

    @property
    def asleep(self) -> float:
        """The seconds for which nobody has been at the table, as far as this process knows."""
        return 0.0 if self._empty is None else (now() - self._empty) / SECOND

    def is_present(self, player: Player) -> bool:
        """Return whether this person is at the table now, to play or to watch, in any process.

        Whoever has just sat down still counts as a spectator when the first viewers see the seat.
        """
        return player.id in self._present or self._peers.visits(self.room.code, player.id)

    @property
    def takeovers(self) -> Mapping[int, int]:
        """When a bot takes over from an absent person, by seat, in ms since 1970."""
        return self._timers.takeovers

    async def do(self, what: Decide) -> None:
        """Decide, store, evolve and publish; raises `Refused` or `NotStored`, with nothing changed.

        Runs to its end even if the caller is cancelled: a stored fact is always shown.
        """
        await shielded(self.begin(what))

    def begin(self, what: Decide) -> asyncio.Task[None]:
        """Do it in a task of its own."""
        return self._spawn(self._do(what))

    def _spawn(self, work: Coroutine[object, None, None]) -> asyncio.Task[None]:
        task = self._tasks.begin(work)
        task.add_done_callback(retrieve)  # even if the caller has gone
        return task

    def arrive(self, player: Player, seated: bool) -> None:
        """Note that a person has come to the table, to play or to watch."""
        if not self.anybody and not self.room.table.days:
            self.resume(self._empty)
        self._present[player.id] += 1
        if not seated:
            self._watchers[player.name] += 1
        self.publish()

    def depart(self, player: Player, seated: bool) -> None:
        """Note that a person (or one of several terminals of a person) has gone."""
        _release(self._present, player.id)
        if not seated:
            _release(self._watchers, player.name)
        self.publish()

    def count_by_link(self, change: int) -> None:
        """Note that some have begun or ceased to watch by a link."""
        self._by_link += change
        self.publish()

    def resume(self, empty: int | None = None) -> None:
        """Restart clocks that stood still since `empty`; None: the server was down meanwhile."""
        if self.room.counting() or (empty is not None and not self.room.table.timed):
            self._timers.do(lambda room, _: decide.resume(room, now(), empty))

    def _note_attendance(self) -> None:
        if self.anybody:
            self._attended, self._empty = True, None
        elif self._attended and self._empty is None:
            self._empty = now()

    def break_down(self, error: GameBroken) -> None:
        """Go on without the game, whose program has failed; it ends without a result."""
        self.failed(self.room.code, error.fault)
        if not self.room.broken:
            self.room = without_game(self.room, error)
            if self.room.phase == "playing":
                self._timers.do(lambda room, _: decide.end_unfollowed(room))
            asyncio.get_running_loop().call_soon(self.publish, context=Context())

    def hurry(self) -> None:
        self._timers.hurry()

    def stop(self) -> None:
        self._timers.stop()

    async def finish(self) -> None:
        """Stop the timers and wait for pending appends."""
        self.stop()
        await self._tasks.finish()

    async def _do(self, what: Decide) -> None:
        async with self._lock:
            before = self.room
            try:
                await self._decide(what)
            except GameBroken as error:
                if before.phase == "playing":
                    self.break_down(error)
                else:
                    self.failed(before.code, error.fault)
                raise Refused(error.news) from error
            except NotStored:
                self._timers.read_soon()
                raise
            finally:
                # Also after a refusal: facts of other processes may have been read.
                if self.room is not before:
                    self.publish()

    async def _decide(self, what: Decide) -> None:
        waits = iter(RETRY_PAUSES)
        while new := what(self.room, fairness.chance(self.room, secrets.token_bytes)):
            try:
                await self._append(new)
                break
            except Conflict:
                if not await self._catch_up():
                    # The server that answers lags behind.
                    if (wait := next(waits, None)) is None:
                        raise NotStored("the log does not tell what it holds") from None
                    await asyncio.sleep(wait)

    async def _append(self, new: Decision) -> None:
        stored, room = fairness.extend(self.room, new, now(), secrets.token_bytes)
        data = [facts.encode(item) for item in stored]
        self.token = await self._events.append(stream(self.room.code), data, self.token)
        acted = next((item.fact for item in stored if isinstance(item.fact, facts.Acted)), None)
        if acted is not None:
            self.last = self.room, acted
        self.room = room

    async def catch_up(self, end: Token = 0) -> Token:
        """Read what other processes stored, unless it is known up to `end`.

        Return the token known afterwards, which is before `end` if the log does not have that yet.
        """
        async with self._lock:
            new = not (end and end <= self.token) and await self._catch_up()
        if new:
            self.publish()
        return self.token

    async def fold_anew(self, mentioned: bytes, number: int, apart: Apart) -> bool:
        """Fold a record that mentions somebody again, with `apart` entries; return whether it does.

        The person is the `number`th of those who were forgotten. Raises `NotStored` and `Damaged`.
        """
        async with self._lock:  # nothing is stored meanwhile that the fold would lack
            entries = await self._events.read(stream(self.room.code))
            if not any(mentioned in entry.data for entry in entries):
                if self.names_gone == number - 1:  # else somebody before is still to be looked for
                    self.names_gone = number
                return False
            room: Room | None = None
            nameless, names_gone = apart(entries)
            for n, entry in enumerate(nameless):
                room = follow(room, facts.decode(entry.data))
                if not n % FOLD_SLICE:
                    await asyncio.sleep(0)  # keys at other tables come between
            assert room is not None
            self.room, self.token, self.last = room, entries[-1].token, None
            self.names_gone = names_gone
        self.publish()
        return True

    def read_again(self) -> None:
        """Read the log after an append whose answer was lost, until it answers."""
        self._spawn(self._read_again())

    async def _read_again(self) -> None:
        try:
            await self.catch_up()
        except NotStored:
            self._timers.read_soon()
        else:
            self._timers.update()

    def update_timers(self) -> None:
        """Set any timer that is missing."""
        if self.anybody or self.room.table.days:
            self._timers.update()

    async def _catch_up(self) -> bool:
        entries = await self._events.read(stream(self.room.code), self.token)
        for entry in entries:
            stored = facts.decode(entry.data)
            if isinstance(stored.fact, facts.Acted):
                self.last = self.room, stored.fact
            self.room = follow(self.room, stored)
            self.token = entry.token
        return bool(entries)

    def subscribe(
        self, changed: Callable[[], None], concern: Concern = "presence"
    ) -> Callable[[], None]:
        """Call `changed` after every change of what concerns it; return what ends that.

        It is called on the loop in an empty context, in the order of subscription, and must not
        block or raise.
        """
        key = object()
        self._subscribers[key] = changed, concern

        def unsubscribe() -> None:
            self._subscribers.pop(key, None)

        return unsubscribe

    def publish(self) -> None:
        """Call the subscribers; everything they see is stored."""
        self.revision += 1
        self._note_attendance()
        self._timers.update()
        # An empty context: a subscriber of another session must not see this session's variables.
        Context().run(self._call_subscribers)

    def _call_subscribers(self) -> None:
        before, self._published = self._published, self.room
        concerns: set[Concern] = {"presence"}
        if self.room is not before:
            concerns.add("room")
        if self.room.chairs is not before.chairs or self.room.barred is not before.barred:
            concerns.add("seats")
        for key, (subscriber, concern) in tuple(self._subscribers.items()):
            if concern in concerns and key in self._subscribers:
                try:
                    subscriber()
                except GameBroken as error:
                    self.break_down(error)


def _release(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


def stream(code: str) -> str:
    return f"room.{code}"
