"""One room in one process: stores what is decided, tells who looks, plays the bots.

Append, then evolve, then publish: nobody is shown what is not stored.
"""

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from typing import Any

import structlog

from arcade.bots.bot import Bot, quick
from arcade.bots.bot import bot as find_bot
from arcade.engine.chance import Chance, Stream
from arcade.eventlog.log import Conflict, EventLog, NotStored, Token
from arcade.players.player import Player
from arcade.rooms import clocks, decide, facts, fairness, votes
from arcade.rooms.facts import Fact
from arcade.rooms.peers import Peers
from arcade.rooms.room import Room, evolve
from arcade.rooms.settings import Settings
from arcade.rooms.thinking import NoAnswer, Thinkers

Decide = Callable[[Room, Chance], tuple[Fact, ...]]

log = structlog.get_logger()


class Host:
    """Keeps one room: its newest state, who is present, its timers.

    `changed` is called with the host, on the loop and in an empty context, after every change of
    what may be seen; it must not block or raise.
    """

    def __init__(
        self,
        events: EventLog,
        room: Room,
        token: Token,
        settings: Settings,
        changed: Callable[["Host"], None],
        thinkers: Thinkers,
        peers: Peers,
    ) -> None:
        self.room = room
        self.revision = 0
        self.last: tuple[Room, facts.Acted] | None = None
        """The room before the last action heard of in this process, and that action."""
        self._events = events
        self._token = token
        self._settings = settings
        self._changed = changed
        self._thinkers = thinkers
        self._peers = peers
        self._lock = asyncio.Lock()
        self._present: Counter[str] = Counter()
        self._watchers: Counter[str] = Counter()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._bot_decision: tuple[int, int] | None = None
        self._thought: asyncio.Task[None] | None = None
        self._clocks: dict[str, int] = {}
        self._stopped = False
        self._tend()

    @property
    def token(self) -> Token:
        """The place in the stream up to which `room` is known."""
        return self._token

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of those who watch, in the order of their coming."""
        elsewhere = self._peers.watchers(self.room.code)
        return tuple(dict.fromkeys((*self._watchers, *elsewhere)))

    @property
    def anybody(self) -> bool:
        """Whether a person is at the table, playing or watching."""
        return bool(self._present or self._watchers or self._peers.at(self.room.code))

    def is_present(self, player: Player) -> bool:
        """Whether this person is at the table now, in this process or another."""
        return player.id in self._present or self._peers.plays(self.room.code, player.id)

    async def do(self, what: Decide) -> None:
        """Decide, store, evolve, tell; raises `Refused` or `NotStored`, and nothing has changed.

        Goes on to its end even when the caller is cancelled: a stored fact is always shown.
        """
        await asyncio.shield(self._spawn(what))

    def arrive(self, player: Player, seated: bool) -> None:
        """Note that a person has come to the table, to play or to watch."""
        if not self.anybody:
            self.resume()
        if seated:
            self._present[player.id] += 1
        else:
            self._watchers[player.name] += 1
        self._publish()

    def depart(self, player: Player, seated: bool) -> None:
        """Note that a person (or one of several terminals of a person) has gone."""
        counter = self._present if seated else self._watchers
        key = player.id if seated else player.name
        counter[key] -= 1
        if counter[key] <= 0:
            del counter[key]
        self._publish()

    def resume(self) -> None:
        """Let clocks begin anew that stood still, or went on while the house was closed."""
        if self.room.running():
            self._background(lambda room, _: decide.resume(room, now()))

    def stop(self) -> None:
        """Let nothing more happen by itself; what is stored stays."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._thought is not None:
            self._thought.cancel()

    async def finish(self) -> None:
        """Stop, and wait for what is being stored."""
        self.stop()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, what: Decide) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._do(what), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also where the one who asked has gone

    async def _do(self, what: Decide) -> None:
        async with self._lock:
            before = self.room
            try:
                await self._decide(what)
            finally:
                # Also where it came to nothing: what others stored meanwhile is taken in then.
                if self.room is not before:
                    self._publish()

    async def _decide(self, what: Decide) -> None:
        while new := what(self.room, fairness.chance(self.room, secrets.token_bytes)):
            try:
                await self._append(new)
            except Conflict:
                await self._catch_up()
                continue
            return

    async def _append(self, new: tuple[Fact, ...]) -> None:
        stored, room = fairness.extend(self.room, new, now(), secrets.token_bytes)
        data = [facts.encode(one) for one in stored]
        self._token = await self._events.append(stream(self.room.code), data, self._token)
        acted = next((one.fact for one in stored if isinstance(one.fact, facts.Acted)), None)
        if acted is not None:
            self.last = self.room, acted
        self.room = room

    async def catch_up(self, end: Token = 0) -> None:
        """Take in what other processes stored, unless it is known up to `end` already."""
        async with self._lock:
            if (end and end <= self._token) or not await self._catch_up():
                return
        self._publish()

    async def _catch_up(self) -> bool:
        entries = await self._events.read(stream(self.room.code), self._token)
        for entry in entries:
            stored = facts.decode(entry.data)
            if isinstance(stored.fact, facts.Acted):
                self.last = self.room, stored.fact
            self.room = evolve(self.room, stored)
            self._token = entry.token
        return bool(entries)

    def look_around(self) -> None:
        """Note that other processes have come or gone, or who is there."""
        self._publish()

    def _publish(self) -> None:
        self.revision += 1
        self._tend()
        # An empty context: a listener of another session must not see this session's variables.
        Context().run(self._changed, self)

    # What happens when nobody does anything: bots, held seats, the end of an empty table.

    def _tend(self) -> None:
        if self.room.phase == "closed":
            self.stop()
        if self._stopped:
            return
        if not self._peers.drives(self.room.code):
            self._rest()
            return
        self._tend_bot()
        for seat in range(len(self.room.chairs)):
            self._tend_seat(seat)
        self._tend_clocks()
        self._tend_votes()
        self._tend_table()

    def _rest(self) -> None:
        """Leave it to the process that drives this room."""
        for key in tuple(self._timers):
            self._cancel(key)
        self._bot_decision = None
        self._clocks.clear()

    @property
    def _goes_on(self) -> bool:
        """Whether the game goes on by itself: somebody is there, or days go by."""
        return (self.anybody or bool(self.room.table.days)) and not self.room.paused

    def _tend_bot(self) -> None:
        waiting = self.room.to_act()
        seats = [seat for seat in waiting if self.room.chairs[seat].bot]
        decision = (seats[0], self.room.due[seats[0]]) if seats and self._goes_on else None
        if decision != self._bot_decision:
            self._cancel("bot")
        self._bot_decision = decision
        if decision and "bot" not in self._timers and self._thought is None:
            others = any(self._attended(seat) for seat in waiting)
            pause = self._settings.linger if others else self._settings.bot_pause
            self._later("bot", pause, self._play_bot, *decision)

    def _play_bot(self, seat: int, due: int) -> None:
        room = self.room
        if not decide.bot_decides(self.room, seat, due):
            return
        chooser = find_bot(room.rules, decide.strength(room.rules, room.chairs[seat].bot))
        if chooser.slow:
            loop = asyncio.get_running_loop()
            self._thought = loop.create_task(self._think(seat, due, chooser), context=Context())
        else:
            self._move_bot(seat, due, chooser)

    def _move_bot(self, seat: int, due: int, chooser: Bot) -> None:
        room, rules = self.room, self.room.rules
        try:
            view, offers = rules.view(room.state, seat), rules.legal(room.state, seat)
            whim = Stream(fairness.whim(room, seat, secrets.token_bytes))
            action = chooser.choose(view, offers, whim)
        except Exception:
            # A chooser's fault must not stop the table: the default move is made instead.
            log.exception("bot failed", room=room.code, game=room.game, seat=seat)
            action = rules.default(room.state, seat)
        self._act_as_bot(seat, due, action)

    async def _think(self, seat: int, due: int, chooser: Bot) -> None:
        """Let a slow bot choose, elsewhere; a quick one where it does not."""
        room, rules = self.room, self.room.rules
        action: Any = None
        try:
            view, offers = rules.view(room.state, seat), rules.legal(room.state, seat)
            seed = fairness.whim(room, seat, secrets.token_bytes)
            action = await self._thinkers.choose(room.game, chooser.name, view, offers, seed)
        except NoAnswer as none:
            log.warning("quick bot instead", room=room.code, game=room.game, why=str(none))
        except Exception:
            log.exception("bot failed", room=room.code, game=room.game, seat=seat)
        self._thought = None
        if self._stopped:
            return
        if not decide.bot_decides(self.room, seat, due):
            self._tend()  # somebody was quicker; another seat may wait for its bot
        elif action is None:
            self._move_bot(seat, due, quick(rules))
        else:
            self._act_as_bot(seat, due, action)

    def _act_as_bot(self, seat: int, due: int, action: Any) -> None:
        self._background(lambda room, draws: decide.act_as_bot(room, seat, action, due, draws))

    def _tend_seat(self, seat: int) -> None:
        playing = self.room.phase == "playing"
        key = f"{'hold' if playing else 'free'} {seat}"
        self._cancel(f"{'free' if playing else 'hold'} {seat}")
        if self.room.table.days or not self.anybody or self.room.paused or not self._lost(seat):
            self._cancel(key)
        elif key not in self._timers:
            wait = self._settings.away_after if playing else self._settings.free_after
            self._later(key, wait, self._give_up_seat, seat)

    def _lost(self, seat: int) -> bool:
        """Whether a seat waits for a person who is not there; in a game, with no bot on it."""
        chair = self.room.chairs[seat]
        if chair.player is None or chair.gone or self.is_present(chair.player):
            return False
        return self.room.phase != "playing" or not chair.bot

    def _give_up_seat(self, seat: int) -> None:
        player = self.room.chairs[seat].player
        if player is None or not self._lost(seat):
            return
        if self.room.phase == "playing":
            self._background(lambda room, _: decide.hold(room, seat))
        else:
            self._background(lambda room, _: decide.stand(room, player))

    def _tend_clocks(self) -> None:
        running = self.room.running() if self._goes_on else ()
        wanted = {f"clock {seat}": (seat, self.room.clocks.since[seat]) for seat in running}
        for key, since in tuple(self._clocks.items()):
            if key not in wanted or wanted[key][1] != since:
                self._cancel(key)
                del self._clocks[key]
        for key, (seat, since) in wanted.items():
            if key not in self._timers:
                self._clocks[key] = since
                # Counted from here by the loop's own clock: nobody loses time when the wall
                # clock is set.
                over = clocks.deadline(self.room.clocks, self.room.table, seat)
                self._later(key, max(0.0, (over - now()) / 1000), self._expire, seat, since)

    def _expire(self, seat: int, since: int) -> None:
        if self._goes_on:
            self._background(lambda room, draws: decide.expire(room, seat, since, draws))

    def _tend_votes(self) -> None:
        if votes.settle(self.room):
            self._background(lambda room, _: votes.settle(room))
        paused = self.room.paused
        if not paused:
            self._cancel("wake")
        elif "wake" not in self._timers:
            left = self._settings.longest_pause - (now() - paused) / 1000
            self._later("wake", max(0.0, left), self._wake, paused)

    def _wake(self, paused: int) -> None:
        self._background(lambda room, _: votes.wake(room, paused))

    def _tend_table(self) -> None:
        playing = self.room.phase == "playing"
        if self.anybody or (self.room.table.days and playing):
            self._cancel("close")
        elif "close" not in self._timers:
            long = playing or self.room.table.days
            wait = self._settings.forget_after if long else self._settings.close_after
            self._later("close", wait, self._close)

    def _close(self) -> None:
        if not self.anybody:
            self._background(lambda room, _: decide.close(room))

    def _attended(self, seat: int) -> bool:
        chair = self.room.chairs[seat]
        return chair.player is not None and not chair.bot and self.is_present(chair.player)

    def _later(self, key: str, wait: float, call: Callable[..., None], *args: object) -> None:
        def due() -> None:
            self._timers.pop(key, None)
            call(*args)

        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(wait, due, context=Context())

    def _cancel(self, key: str) -> None:
        timer = self._timers.pop(key, None)
        if timer:
            timer.cancel()

    def _background(self, what: Decide) -> None:
        self._spawn(what).add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or (error := task.exception()) is None:
            return
        log.error("room task failed", room=self.room.code, error=repr(error))
        if isinstance(error, NotStored):
            # The move was not made: try again when there may be space.
            self._later("retry", self._settings.away_after, self._publish)


def stream(code: str) -> str:
    """Name the stream of a room in the log."""
    return f"room.{code}"


def now() -> int:
    """Give the time as facts carry it: milliseconds since 1970."""
    return time.time_ns() // 1_000_000
