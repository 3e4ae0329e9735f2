"""The world of one seed: a disk, processes that come and go, people, and the host of faults.

The processes of an even seed are joined by a line, as those over NATS are; those of an odd seed
meet in the log alone.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import structlog
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.deals import daily
from arcade.club.errors import NotStored, Refused
from arcade.club.people import accounts
from arcade.club.streams.following import REPORT_TIME
from arcade.club.streams.workers import RECONCILE_EVERY
from arcade.club.table_session import TableSession
from arcade.engine import registry
from arcade.engine.codec import plain
from arcade.eventlog.log import Disconnected
from arcade.players.player import Player
from arcade.rooms import clocks, decide, directory, host, snapshots, timers
from arcade.rooms.bots.pool import NoAnswer
from arcade.rooms.room import Room
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from tests.people import named
from tests.simulation.disk import Broken, Disk
from tests.simulation.exchange import Exchange
from tests.simulation.loop import VirtualLoop
from tests.simulation.network import Line, Weather
from tests.simulation.person import Person
from tests.simulation.process import SOON, Process
from tests.simulation.promises import Promises

NOON = 1_700_000_000.0
STORM = 40.0
"""Seconds of virtual time in which things go wrong; longer than it takes to hold a seat."""
LULL = 20.0
"""Seconds for which quiet people then play on: no end of a fault tells them what they miss."""
NAMES = ("anna", "ben", "cleo")
WATCHERS = ("dora", "emil")
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("421", 2, {"pot": 11}),
    ("421", 3, {}),
    ("trente", 3, {}),
    ("golden21", 3, {}),
    ("golden-zero", 3, {"hands": 2}),
    ("vingt-et-un", 2, {}),
)
COUNTED = (
    *("tried", "acknowledged", "lost", "said", "kills", "full", "parted", "deaf"),
    *("gone", "named", "stayed", "games", "hung", "nodes", "parents", "unheard"),
    "again",
)
STILL = 15.0
"""Seconds in which a bot moves at the latest, where somebody is there and it can be stored."""
WATCHDOG = 15.0
"""Seconds after which a process that stands still is ended."""
SETTINGS = RoomSettings(
    bot_pause=0.3, linger=2.0, away_after=4.0, free_after=15.0, close_after=300.0
)
ENDLESS = 20_000
"""Steps in which every game must come to its end when the weather is good again."""


class World:
    """Everything of one seed. `count` says what happened; `trace` in words, in order."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.disk = Disk()
        self.weather = Weather()
        self.processes: list[Process] = []
        self._lines: list[Line] = []
        self.exchange = (
            Exchange(self.weather, Random(f"exchange {seed}")) if seed % 2 == 0 else None
        )
        self.codes: list[str] = []
        self.trace: list[str] = []
        self.skew = 0.0
        self.count = dict.fromkeys(COUNTED, 0)
        self.storm = True
        self.quiet = False
        """Whether people stay long and do little but play: nothing they do wakes a table."""
        self.parent = True
        """Whether somebody starts anew what dies."""
        self.staying: list[tuple[Process, TableSession]] = []
        """Where people stay when the storm is over."""
        self.promises = Promises()
        self.errors: list[str] = []
        self.standing = ""
        """Which table has stood still for too long."""

    def note(self, *words: object) -> None:
        """Write a line of the trace."""
        loop = asyncio.get_running_loop()
        self.trace.append(f"{loop.time():8.3f}  " + " ".join(map(str, words)))

    def time_ns(self) -> int:
        """Tell the time as the machine's clock has it, right or wrong."""
        return int((NOON + asyncio.get_running_loop().time() + self.skew) * 1e9)

    # The course of things

    async def run(self) -> None:
        """Let people play in the storm, then in good weather to the end; raises `Broken`."""
        asyncio.get_running_loop().set_exception_handler(self._failed)
        await self._open()
        await self._begin()
        if self.exchange or self.chance.random() < 0.4:  # alone, nobody needs the line
            await self._open()
        self.weather.delayed = self.chance.choice((0.0, 0.3, 0.9))
        self.weather.lost = self.chance.choice((0.0, 0.0, 0.1))
        if self.exchange:
            self.quiet = self.chance.random() < 0.5
            self.weather.stale = self.chance.choice((0.0, 0.3, 0.9))
            self.weather.missed = self.chance.choice((0.0, 0.0, 0.3))
        watching = asyncio.ensure_future(self._watch_tables())
        crowd = [Person(self, name) for name in NAMES]
        work = [asyncio.ensure_future(person.live()) for person in crowd]
        work += [asyncio.ensure_future(Person(self, name).look_on()) for name in WATCHERS]
        work.append(asyncio.ensure_future(self._disturb()))
        await asyncio.gather(*work)
        await self._calm(crowd)
        watching.cancel()
        if self.standing:
            raise Broken(self.standing)
        self.promises.check(self.disk.streams)
        if self.errors:
            raise Broken("; ".join(self.errors))
        self.count["deaf"] = self.weather.deaf

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.errors.append(f"{context['message']}: {context.get('exception')!r}")

    async def _open(self) -> None:
        if not self.exchange:  # a file: what is on a dead process's way is there by now, or never
            for dead in self._lines:
                dead.ended = dead.dead.is_set()
        line, club = None, None
        while club is None:
            if line is None or self.exchange:  # what has begun to hear others is not used again
                line = Line(self.disk, self.weather, Random(self.chance.random()))
                self._lines.append(line)
            wire = self.exchange.wire(line) if self.exchange else None
            try:
                club = await Club.open(line, SETTINGS, wire)
            except (NotStored, Disconnected):
                if wire:
                    line.dead.set()
                await asyncio.sleep(0.5)
        assert line is not None
        club.bot_pool.choose = no_answer  # type: ignore[method-assign, assignment]  # quick bots instead
        self.processes.append(Process(line, club, wire))
        for process in self.processes:
            process.alone &= len(self.processes) == 1
        self.note("process opens;", len(self.processes), "live")

    async def _begin(self) -> None:
        club = self.processes[0].club
        for name in (*NAMES, *WATCHERS):
            await named(club, name)
        for _ in range(self.chance.choice((1, 1, 2))):
            game, seats, options = self.chance.choice(TABLES)
            rules = TableRules(
                bots="simple",
                turn=self.chance.choice((0, 5, 60)),
                reserve=self.chance.choice((0, 5)),
                watching=self.chance.choice(
                    ("live", "late", "hands") if game == "golden-zero" else ("live", "late")
                ),
                late_join=self.chance.random() < 0.8,
            )
            opener = club.accounts.known("SHA256:anna")
            code = await club.create(opener, game, options, seats, table=rules)
            self.codes.append(code)
            self.note("table", code, game, seats, rules)

    async def _disturb(self) -> None:
        loop, lasting = asyncio.get_running_loop(), list[asyncio.Task[None]]()
        while loop.time() < STORM:
            await asyncio.sleep(self.chance.expovariate(1 / 3))
            faults = [self._kill, self._kill, self._fill, self._part, self._turn_clock]
            faults += [self._restart]
            long = [self._hang]
            if self.exchange:
                faults += [self._stop_parent]
                long += [self._hang_node, self._deafen]
            fault = self.chance.choice((*faults, *long))
            if fault in long:
                lasting.append(asyncio.ensure_future(fault()))
            else:
                await fault()
        for task in lasting:
            task.cancel()
        for process in self.processes:
            process.go_on()
            process.line.joined_again()
        if self.quiet:
            await asyncio.sleep(LULL)
        self.storm = False

    async def _kill(self) -> None:
        if not self.processes:
            return
        victim = self.processes.pop(self.chance.randrange(len(self.processes)))
        victim.kill()
        self.count["kills"] += 1
        self.note("kill -9")
        await asyncio.sleep(self.chance.random())
        if self.parent and (not self.processes or self.chance.random() < 0.7):
            await self._open()

    async def _hang(self) -> None:
        """Stop a process; it goes on after a while, or is ended for it."""
        if not self.processes:
            return
        process = self.chance.choice(self.processes)
        self.count["hung"] += 1
        self.note("hangs")
        process.stand_still()
        long = self.chance.random() * 1.2 * WATCHDOG
        await asyncio.sleep(min(long, WATCHDOG))
        if long <= WATCHDOG or process not in self.processes:
            process.go_on()
            return
        self.note("is ended for it")
        self.processes.remove(process)
        process.kill()
        await self._open()

    async def _hang_node(self) -> None:
        """Stop a server of the log, and so all who are joined to it."""
        joined = [process for process in self.processes if self.chance.random() < 0.5]
        self.count["nodes"] += 1
        self.note("a node hangs;", len(joined), "with it")
        for process in joined:
            process.stand_still()
        await asyncio.sleep(self.chance.random() * 6)
        for process in joined:
            process.go_on()

    async def _stop_parent(self) -> None:
        """Stop who starts anew what dies, and have something die."""
        self.parent = False
        self.count["parents"] += 1
        self.note("the parent stops")
        await self._kill()
        await asyncio.sleep(self.chance.random() * 5)
        self.parent = True
        await self._open()

    async def _deafen(self) -> None:
        """Let a process hear no more of what is stored; its log finds out by and by."""
        if not self.processes:
            return
        process = self.chance.choice(self.processes)
        process.line.deaf = True
        self.count["unheard"] += 1
        self.note("hears nothing")
        await asyncio.sleep(self.chance.random() * 30)
        process.line.joined_again()

    async def _watch_tables(self) -> None:
        """Hold that no bot stands still for long where somebody is there and it could move."""
        loop, since = asyncio.get_running_loop(), dict[str, float]()
        while not self.standing:
            await asyncio.sleep(1)
            well = [
                process
                for process in self.processes
                if not process.line.parted and process.line.awake.is_set()
            ]
            joined = self.exchange or all(process.alone for process in self.processes)
            able = well and not self.weather.full and joined
            there = {
                location.code for process in well for location in process.club.presence.locations
            }
            for code, history in self.disk.rooms.items():
                room = history[-1]
                bots = any(room.chairs[seat].bot for seat in room.to_act())
                if not (able and code in there and bots) or room.paused:
                    since.pop(code, None)
                    continue
                began = max(since.setdefault(code, loop.time()), self.disk.last(f"room.{code}"))
                if loop.time() - began > STILL:
                    self.standing = f"{code}: stands still since {began:.1f}"
                    self.note(self.standing)

    async def _restart(self) -> None:
        if len(self.processes) == 1:
            old = self.processes.pop()
            self.note("closes")
            await old.club.close()
            old.kill()
            await self._open()

    async def _fill(self) -> None:
        self.weather.full = True
        self.count["full"] += 1
        self.note("disk full")
        await asyncio.sleep(self.chance.random() * 3)
        self.weather.full = False

    async def _part(self) -> None:
        if not self.processes:
            return
        process = self.chance.choice(self.processes)
        process.line.parted = True
        self.count["parted"] += 1
        self.note("parted")
        await asyncio.sleep(self.chance.random() * 5)
        process.line.joined_again()

    async def _turn_clock(self) -> None:
        self.skew += self.chance.uniform(-30, 30)
        self.note("clock turned by", self.skew)

    async def _calm(self, crowd: list[Person]) -> None:
        """Every room goes on: whatever happened, its game can be played to its end."""
        self.weather.delayed = self.weather.lost = self.weather.stale = self.weather.missed = 0.0
        self.weather.full = False
        await self._stand_by()
        await self._miss()
        for each_process in self.processes:
            each_process.kill()
        self.processes.clear()
        for _ in range(2 if self.exchange else 1):
            await self._open()
        self.note("calm")
        for code in sorted(self.disk.rooms):
            await self._finish(crowd, code)
        if self.exchange:
            await self._agree(crowd)
        for process in self.processes:
            await process.club.close()
            for room in process.club.rooms:
                self.same(room.room)

    async def _stand_by(self) -> None:
        """Hold that nobody who stays waits for a bot, in the very processes the storm has left.

        Processes that are not joined need not know of each other's moves.
        """
        hosts = {
            table_session.host
            for process, table_session in self.staying
            if process in self.processes
        }
        if not hosts or not (self.exchange or len(self.processes) == 1):
            return
        for _ in range(3):
            before = {table_host: table_host.room for table_host in hosts}
            await asyncio.sleep(SETTINGS.linger + SETTINGS.away_after)
            stored = {
                table_host: len(self.disk.rooms[table_host.room.code]) for table_host in hosts
            }
            await asyncio.sleep(SOON)
            for table_host, room in before.items():
                if self.exchange and table_host.room.version < stored[table_host]:
                    raise Broken(f"{room.code}: {table_host.room.version} is not the newest fact")
                bots = [seat for seat in room.to_act() if room.chairs[seat].bot]
                if table_host.room is room and bots and not room.paused:
                    raise Broken(f"{room.code}: the bot on seat {bots[0]} does not move")
        self.count["stayed"] += len(hosts)

    async def _miss(self) -> None:
        """Hold that joined processes find out what they were never told: comparing is enough."""
        going_on = [code for code in self.codes if self.disk.rooms[code][-1].phase != "closed"]
        if not self.exchange or not going_on:
            return
        while len(self.processes) < 2:
            await self._open()
        code, players = going_on[0], [Player(f"SHA256:{name}", name) for name in WATCHERS]
        club, other = self.processes[0].club, self.processes[1].club
        there, here = await club.watch(players[0], code), await other.watch(players[1], code)
        await asyncio.sleep(SOON)
        self.weather.missed = 1.0
        await there.say("does anybody hear this?")
        await club.community.say(players[0], "and this?")
        stored = len(self.disk.rooms[code])
        await asyncio.sleep(RECONCILE_EVERY + REPORT_TIME + SOON)
        if here.host.room.version < stored:
            raise Broken(f"{code}: {here.host.room.version} is not the newest fact, {stored} is")
        if other.lobby().lines[-1:] != club.lobby().lines[-1:]:
            raise Broken("not the newest words in the lobby")
        self.weather.missed = 0.0
        there.detach()
        here.detach()

    async def _agree(self, crowd: list[Person]) -> None:
        """Hold that joined processes soon know the same, and that nobody is in two of them."""
        first, second = (process.club for process in self.processes)
        visits = []
        for club in (first, second):
            visits += [club.presence.enter(person.player, lambda _why: None) for person in crowd]
            await asyncio.sleep(SOON)
        if (
            first.presence.visits
            or len(second.presence.visits) != len(crowd)
            or first.presence.here != second.presence.here
        ):
            raise Broken(f"who is where? {first.presence.here} {second.presence.here}")
        if first.workers.peers.workers != second.workers.peers.workers or first.workers.cut_off:
            raise Broken(f"who lives? {first.workers.peers.workers} {second.workers.peers.workers}")
        for club in (first, second):
            versions = {host.room.code: host.room.version for host in club.rooms}
            stored = {code: len(kept) for code, kept in self.disk.rooms.items() if code in versions}
            if versions != stored or len(versions) != len([*second.rooms]):
                raise Broken(f"not followed: {versions} of {stored}")
            if club.lobby().lines[-1:] != second.lobby().lines[-1:]:
                raise Broken("not heard in the lobby")

    async def _finish(self, crowd: list[Person], code: str) -> None:
        known = self.disk.rooms[code][-1]
        if known.phase == "closed" or (known.daily and known.phase == "over"):
            return
        table_sessions = []
        for number, person in enumerate(crowd):
            club = self.processes[number % len(self.processes)].club
            with suppress(Refused):
                table_sessions.append(await club.join(person.player, code))
        if known.daily and not table_sessions and not self._attempted(code):
            return  # cut off before the attempt was stored: nobody's, and closed to everybody
        for table_session in table_sessions:
            with suppress(Refused):  # it runs already
                await table_session.start()
        if table_sessions[0].table().paused:
            await table_sessions[0].do(decide.unpause)
        for _ in range(ENDLESS):
            if table_sessions[0].table().phase != "playing":
                break
            for table_session in table_sessions:
                if table_session.table().offers:
                    await self._default(table_session)
            await asyncio.sleep(0.3)
        else:
            raise Broken(f"{code}: the game does not come to its end")
        self.count["games"] += 1
        for table_session in table_sessions:
            table_session.detach()

    def _attempted(self, code: str) -> bool:
        """Return whether a daily table is somebody's attempt, by what every process has read."""
        began = (club.daily._deals.began for club in (process.club for process in self.processes))
        return any(
            attempt.code == code
            for deals in began
            for attempts in deals.values()
            for attempt in attempts.values()
        )

    async def _default(self, table_session: TableSession) -> None:
        table = table_session.table()
        if table.seat is not None and table.seat in table.to_act:
            action = registry.find(table.game).default(table_session.host.room.state, table.seat)
            with suppress(Refused):  # a bot or the clock was quicker
                await table_session.act(plain(action), table.version)

    # What must be so

    def same(self, room: Room) -> None:
        """Hold that a process has the very room the disk has at that fact: stored before shown."""
        history = self.disk.rooms[room.code]
        if room.version > len(history):
            raise Broken(f"{room.code}: fact {room.version} is shown and not stored")
        if room != history[room.version - 1]:
            raise Broken(f"{room.code}: another room than the log's at fact {room.version}")


async def no_answer(*_: object) -> Any:
    """Think for ever, as far as one can wait."""
    raise NoAnswer("nobody thinks here")


@contextmanager
def seeded(world: World) -> Iterator[None]:
    """Let the program's clock and its secrets come from the world."""
    source = Random(world.chance.random())
    drawn = SimpleNamespace(token_bytes=source.randbytes, randbelow=source.randrange)
    clock = SimpleNamespace(time_ns=world.time_ns)
    drawing = {
        module: vars(module)["secrets"] for module in (host, timers, directory, accounts, daily)
    }
    kept = clocks.time  # type: ignore[attr-defined]
    clocks.time = clock  # type: ignore[attr-defined, assignment]
    for module in drawing:
        module.secrets = drawn  # type: ignore[attr-defined]
    often, snapshots.SNAPSHOT_EVERY = (
        snapshots.SNAPSHOT_EVERY,
        24,
    )  # so that rooms come back from snapshots
    try:
        yield
    finally:
        clocks.time = kept  # type: ignore[attr-defined]
        snapshots.SNAPSHOT_EVERY = often
        for module, real in drawing.items():
            module.secrets = real  # type: ignore[attr-defined]


def simulate(seed: int) -> World:
    """Run the world of a seed to its end; raises `Broken`, told with the seed."""
    world = World(seed)
    registry.games()
    try:
        with (
            seeded(world),
            capture_logs() as entries,
            asyncio.Runner(loop_factory=VirtualLoop) as runner,
        ):
            runner.run(world.run())
    except Exception as error:
        error.add_note(f"seed {seed}")
        error.world = world  # type: ignore[attr-defined]
        raise
    finally:
        structlog.reset_defaults()
    wrong = [sentence for sentence in entries if sentence["event"] not in EXPECTED]
    wrong += [
        sentence
        for sentence in entries
        if sentence["event"] == "room task failed" and not sentence["error"].startswith("NotStored")
    ]
    if wrong:
        raise Broken(f"seed {seed}: {wrong[:3]}")
    return world


EXPECTED = (
    "room task failed",
    "results not stored",
    "quick bot instead",
    "daily result not stored",
    "workers",
    "missed",
    "cut off",
    "no longer cut off",
)
"""What the program may say to its host in such weather."""
