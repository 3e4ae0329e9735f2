"""One process among the others of the same log: leases, presence, drains."""

import asyncio
import os
from collections.abc import Callable

import structlog

from arcade.club.people.social import Community
from arcade.club.presence import ClubPresence
from arcade.club.streams.following import StreamFollower
from arcade.club.streams.inbox import Inbox
from arcade.club.streams.messenger import Draining, DrainingMachine, Message, Messenger, Present
from arcade.club.views import Notice
from arcade.engine.news import phrase
from arcade.eventlog.log import ClusterBus, Disconnected, NotStored
from arcade.rooms.directory import Directory
from arcade.rooms.host import stream
from arcade.tasks import Tasks

BEATS = 4
"""Renewals within the time of a lease."""
LOST_LEASES = 2
"""Lease times without a renewal after which everybody here gets a notice."""
RESEND_EVERY = 2.0
"""Seconds after which presence is sent again, for processes that missed it."""
JOIN_TIME = 8.0
"""Seconds to wait for the first lease: a new cluster elects its leader first."""
NOTICE_TIME = 4.0
"""Seconds for which a notice about the connection is shown."""
RECONCILE_EVERY = 10.0
"""Seconds between comparisons with the log."""

log = structlog.get_logger()


class Workers:
    """The processes of one club; without a bus this one is alone, and nothing here runs.

    Calls `drained` when the host ends all processes, or (`here`) those of this `machine`, and
    `swept` when bans may be new.
    """

    def __init__(
        self,
        following: StreamFollower,
        messenger: Messenger,
        inbox: Inbox,
        presence: ClubPresence,
        community: Community,
        rooms: Directory,
    ) -> None:
        self.peers = presence.peers
        self.cut_off = False
        self.machine = ""
        self.drained: Callable[[str, float, bool], None] = lambda _text, _minutes, _here: None
        self.swept: Callable[[], object] = lambda: None
        self._bus = messenger.bus
        self._messenger = messenger
        self._inbox = inbox
        self._presence = presence
        presence.came_or_went = self._check
        self._community = community
        self._rooms = rooms
        self._following = following
        self._whole = following.parts.keys() - {"room", "lobby"}
        """The streams that are one each; a table and a day's talk have streams of their own."""
        self._tasks = Tasks()

    async def listen(self) -> None:
        """Join the others and listen; raises `Disconnected`."""
        if self._bus is None:
            return
        await self._messenger.listen(self._heard)
        self.peers.set_workers(await _join(self._bus) | {self.peers.me})
        self._tell_live()
        await self._following.listen()

    def open(self) -> None:
        """Start processing other processes' facts and messages; everything older has been read."""
        if self._bus is not None:
            self._following.open()
            self._tasks.begin(self._beat(self._bus))
            self._tasks.begin(self._reconcile())

    async def close(self) -> None:
        self._presence.stop()
        if self._bus is None:
            return
        await self._tasks.cancel()
        await self._messenger.close()
        await self._following.close()
        await self._bus.close()

    # Messages

    def drain(self, text: str, minutes: float, here: bool) -> None:
        """End all other processes, or those of this machine."""
        if not here:
            self._messenger.send(Draining(text, minutes))
        elif self.machine:
            self._messenger.send(DrainingMachine(text, minutes, self.machine))

    def _heard(self, worker: str, message: Message) -> None:
        match message:
            case Present(here):
                self._check(self.peers.update(worker, here))
            case Draining(text, minutes):
                self.drained(text, minutes, False)
            case DrainingMachine(text, minutes, machine):
                if machine == self.machine:
                    self.drained(text, minutes, True)
            case _:
                self._inbox.take(worker, message)

    def _check(self, codes: frozenset[str] = frozenset()) -> None:
        """Publish these tables, and those that say where an absent person is."""
        for host in self._rooms:
            if host.room.code in codes or host.takeovers:
                host.publish()
        self._presence.lobby_changed()

    # Reconciling

    async def _reconcile(self) -> None:
        """Compare with the log regularly, so that no table stands still for long."""
        while True:
            await asyncio.sleep(RECONCILE_EVERY)
            try:
                await self._following.reconcile(self._going_on())
                for host in self._rooms:
                    host.update_timers()
            except NotStored:
                continue  # the log is away
            except Exception:
                log.exception("not reconciled")

    def _going_on(self) -> frozenset[str]:
        """Return the streams that all share, and those of tables where something may happen."""
        hosts = (host for host in self._rooms if host.anybody or host.room.table.days)
        codes = {host.room.code for host in hosts} | {at.code for at in self.peers.locations}
        return frozenset((*self._whole, self._community.stream, *map(stream, codes)))

    # Leases

    async def _beat(self, bus: ClusterBus) -> None:
        loop = asyncio.get_running_loop()
        renewed = shown = sent = loop.time()
        while True:
            try:
                live = await bus.renew()
            except Disconnected as error:
                now = loop.time()
                if (
                    now - renewed > LOST_LEASES * bus.lease
                    and now - shown > LOST_LEASES * bus.lease
                ):
                    shown = now
                    self._cut_off(str(error))
            else:
                # Others took this process for dead: it announces its visitors again.
                lapsed = loop.time() - renewed > bus.lease
                renewed = loop.time()
                new = self._renewed(live) or lapsed
                if new or renewed - sent > RESEND_EVERY:
                    sent = renewed
                    self._presence.send_presence()
                if new:
                    self._inbox.repeat_codes()
            await asyncio.sleep(bus.lease / BEATS)

    def _cut_off(self, why: str) -> None:
        if not self.cut_off:
            log.error("cut off", why=why)
        self.cut_off = True
        news = phrase("No connection to the log: nothing can be stored; your seat is kept.")
        self._presence.notify(Notice(news, NOTICE_TIME))

    def _renewed(self, live: frozenset[str]) -> bool:
        """Set the live workers; return whether they have changed."""
        if self.cut_off:
            log.warning("no longer cut off")
            self.cut_off = False
            self._presence.notify(Notice(phrase("The log is there again: play on."), NOTICE_TIME))
        before = self.peers.workers
        codes = self.peers.set_workers(live)
        if before != live:
            self._tell_live()
            codes = frozenset(host.room.code for host in self._rooms)  # others may drive them
        if codes:
            self._check(codes)
        return before != live

    def _tell_live(self) -> None:
        log.info("workers", me=self.peers.me, pid=os.getpid(), live=sorted(self.peers.workers))


async def _join(bus: ClusterBus) -> frozenset[str]:
    """Take the first lease; raises `Disconnected` after `JOIN_TIME` seconds."""
    loop = asyncio.get_running_loop()
    until = loop.time() + JOIN_TIME
    while True:
        try:
            return await bus.renew()
        except Disconnected:
            if loop.time() > until:
                raise
            await asyncio.sleep(0.1)
