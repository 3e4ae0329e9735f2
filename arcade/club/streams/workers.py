"""One process among the others of the same log: who is here, who lives, what is passed on."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING

import msgspec
import structlog
from msgspec import Struct

from arcade.club.streams.following import CatchUp, StreamFollower
from arcade.club.views import Notice
from arcade.engine.news import told
from arcade.eventlog.bus import ClusterBus, Disconnected
from arcade.eventlog.log import EventLog, NotStored, Token
from arcade.players.player import Player
from arcade.rooms.host import stream
from arcade.rooms.presence import Location, Peers, Presence

if TYPE_CHECKING:
    from arcade.club.club import Club

BEATS = 4
"""How often a lease is renewed in its time."""
LOST = 2
"""After how many times of a lease without a renewal everybody here is told."""
AGAIN = 2.0
"""Seconds after which it is said again who is here, for those who did not hear it."""
GATHER = 0.05
"""Seconds in which changes of who is here are gathered."""
JOINING = 8.0
"""Seconds in which the first lease must be had: a new cluster chooses first who leads it."""
SHOWN = 4.0
"""Seconds for which it is shown that there is no connection, or again one."""
RECONCILE = 10.0
"""Seconds between two comparisons of what is known here with the log."""
YOUNG = 2.0
"""Seconds in which two visits of a person count as begun at the same time."""

log = structlog.get_logger()


class _Message(Struct, frozen=True, tag_field="say"):
    """Base of what processes say to each other."""


class Present(_Message, frozen=True, tag="here"):
    """Who is in the process that says it."""

    here: Presence


class Entered(_Message, frozen=True, tag="entered"):
    """A person has just come in, and is nowhere else any more.

    `after` says that it was known there that the person was elsewhere; without it, two processes
    may say so of each other.
    """

    id: str
    after: bool


class Invited(_Message, frozen=True, tag="invited"):
    """A person is asked to a table by somebody with the id `by`."""

    id: str
    by: str
    notice: Notice


class Draining(_Message, frozen=True, tag="draining"):
    """The host ends all processes in so many minutes."""

    text: str
    minutes: float


class DrainingMachine(_Message, frozen=True, tag="draining-machine"):
    """The host ends the processes of one machine; the others go on."""

    text: str
    minutes: float
    machine: str


Message = Present | Entered | Invited | Draining | DrainingMachine
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class Workers:
    """The processes of one club. Without a bus this one is alone, and nothing of it runs.

    `drained` is called where the host ends all processes, or (`here`) those of this `machine`;
    `swept` when bans may be new.
    """

    def __init__(
        self,
        club: "Club",
        events: EventLog,
        bus: ClusterBus | None,
        peers: Peers,
        parts: Mapping[str, CatchUp],
    ) -> None:
        self.peers = peers
        self.cut_off = False
        self.machine = ""
        self.drained: Callable[[str, float, bool], None] = lambda _text, _minutes, _here: None
        self.swept: Callable[[], None] = lambda: None
        self._club = club
        self._bus = bus
        own = {"players": self._people, "house": self._house}
        self._following = StreamFollower(events, {**parts, **own})
        self._said = Presence()
        self._telling: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Take part, and hear of what is stored from now on; raises `Disconnected`."""
        if self._bus is None:
            return
        await self._bus.listen(self._heard)
        self.peers.set_workers(await _join(self._bus) | {self.peers.me})
        log.info("workers", me=self.peers.me, live=sorted(self.peers.workers))
        await self._following.listen()

    def open(self) -> None:
        """Go on with what others store and say, now that everything before it is read."""
        if self._bus is not None:
            self._following.open()
            self._spawn(self._beat(self._bus))
            self._spawn(self._reconcile())

    async def close(self) -> None:
        """Leave the others."""
        if self._bus is None:
            return
        if self._telling is not None:
            self._telling.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._following.close()
        await self._bus.close()

    # What is said

    def changed(self) -> None:
        """Note that somebody may have come or gone here."""
        if self._bus is not None and self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(GATHER, self._tell)

    def entered(self, player: Player) -> None:
        """End a person's visits in other processes."""
        after = any(one.id == player.id for one in self.peers.visitors)
        self._say(Entered(player.id, after))

    def invite(self, player_id: str, by: str, notice: Notice) -> None:
        """Ask a person who is in another process to a table."""
        self._say(Invited(player_id, by, notice))

    def drain(self, text: str, minutes: float, here: bool) -> None:
        """Have all other processes end, or those of this machine."""
        if not here:
            self._say(Draining(text, minutes))
        elif self.machine:
            self._say(DrainingMachine(text, minutes, self.machine))

    def _tell(self) -> None:
        self._telling = None
        if self._here() != self._said:
            self._say_here()

    def _say_here(self) -> None:
        self._said = self._here()
        self._say(Present(self._said))

    def _here(self) -> Presence:
        visitors = tuple(visit.player for visit in self._club.visits if visit.player.name)
        places = (Location(one.code, one.player, one.seated) for one in self._club.places)
        return Presence(visitors, tuple(dict.fromkeys(places)))

    def _say(self, message: Message) -> None:
        if self._bus is not None:
            self._spawn(self._bus.say(_encoder.encode(message)))

    # What is heard

    def _heard(self, worker: str, data: bytes) -> None:
        match _decoder.decode(data):
            case Present(here):
                self._look(self.peers.update(worker, here))
            case Entered(player_id, after):
                later = after or worker > self.peers.me
                self._club.entered_elsewhere(player_id, 0.0 if later else YOUNG)
            case Invited(player_id, by, notice):
                self._club.community.invited(player_id, by, notice)
            case Draining(text, minutes):
                self.drained(text, minutes, False)
            case DrainingMachine(text, minutes, machine):
                if machine == self.machine:
                    self.drained(text, minutes, True)

    def _look(self, codes: frozenset[str]) -> None:
        for host in self._club.hosts:
            if host.room.code in codes:
                host.publish()
        self._club.lobby_changed()

    async def _people(self, _: str, end: Token) -> Token:
        if await self._club.accounts.load(end):
            self.swept()  # a key may be another player's now
            self._club.lobby_changed()
        return self._club.accounts.token

    async def _house(self, _: str, end: Token) -> Token:
        if await self._club.moderation.load(end):
            self.swept()
        return self._club.moderation.token

    # What may have been missed

    async def _reconcile(self) -> None:
        """Now and then compare everything that goes on with the log, and see that it goes on.

        Whatever was missed, and why ever: no table stands still for long.
        """
        while True:
            await asyncio.sleep(RECONCILE)
            try:
                await self._following.reconcile(self._going_on())
                for host in self._club.hosts:
                    host.update_timers()
            except NotStored:
                continue  # the log is away
            except Exception:
                log.exception("not reconciled")

    def _going_on(self) -> frozenset[str]:
        """Name the streams of what all share, and of the tables where something may happen."""
        hosts = (host for host in self._club.hosts if host.anybody or host.room.table.days)
        codes = {host.room.code for host in hosts} | {at.code for at in self.peers.places}
        shared = ("players", "house", "results", "daily", self._club.community.stream)
        return frozenset((*shared, *map(stream, codes)))

    # Who lives

    async def _beat(self, bus: ClusterBus) -> None:
        loop = asyncio.get_running_loop()
        renewed = shown = said = loop.time()
        while True:
            try:
                live = await bus.renew()
            except Disconnected as error:
                now = loop.time()
                if now - renewed > LOST * bus.lease and now - shown > LOST * bus.lease:
                    shown = now
                    self._cut_off(str(error))
            else:
                # Who was thought dead for a moment is anew to the others, and says who is here.
                late = loop.time() - renewed > bus.lease
                renewed = loop.time()
                if self._renewed(live) or late or renewed - said > AGAIN:
                    said = renewed
                    self._say_here()
            await asyncio.sleep(bus.lease / BEATS)

    def _cut_off(self, why: str) -> None:
        if not self.cut_off:
            log.error("cut off", why=why)
        self.cut_off = True
        news = told("No connection to the log: nothing can be stored; your seat is kept.")
        self._club.community.notify(Notice(news, SHOWN))

    def _renewed(self, live: frozenset[str]) -> bool:
        """Take in who lives; give whether that is not who lived before."""
        if self.cut_off:
            log.warning("no longer cut off")
            self.cut_off = False
            self._club.community.notify(Notice(told("The log is there again: play on."), SHOWN))
        before = self.peers.workers
        codes = self.peers.set_workers(live)
        if before != live:
            log.info("workers", me=self.peers.me, live=sorted(live))
            codes = frozenset(host.room.code for host in self._club.hosts)  # others may drive them
        if codes:
            self._look(codes)
        return before != live

    def _spawn(self, what: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _join(bus: ClusterBus) -> frozenset[str]:
    """Take the first lease; raises `Disconnected` where it cannot be had for a while."""
    loop = asyncio.get_running_loop()
    until = loop.time() + JOINING
    while True:
        try:
            return await bus.renew()
        except Disconnected:
            if loop.time() > until:
                raise
            await asyncio.sleep(0.1)
