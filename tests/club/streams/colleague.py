"""Another process over the log of a test: it runs the tournaments, until it is killed.

It says "ready". A number that it reads lets an hour pass, once it sees this many people.
"""

import asyncio
import sys
import time
import uuid
from types import SimpleNamespace

from arcade.club.club import Club
from arcade.club.tournaments import tournaments
from arcade.eventlog.nats.bus import NatsBus
from arcade.eventlog.nats.jetstream import JetStreamLog
from arcade.rooms import clocks
from arcade.rooms.presence import Peers
from tests.club.streams.test_workers import LEASE, QUICK
from tests.waiting import until

HOUR = 3_600_000


def main(url: str, peer: str) -> None:
    """Be that process, in a fork: the test is the process called `peer`."""
    asyncio.run(_work(url, peer))


async def _work(url: str, peer: str) -> None:
    events = await JetStreamLog.open(url)
    bus = NatsBus(events.client, lease=LEASE)
    while not _would_run(bus.me, peer):
        bus.me = uuid.uuid4().hex[:12]
    tournaments.CHECK_EVERY = 0.05
    club = await Club.open(events, QUICK, bus)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    people = int(await asyncio.to_thread(sys.stdin.readline))
    await until(lambda: len(club.presence.here.values()) == people)
    later = SimpleNamespace(time_ns=lambda: time.time_ns() + HOUR * 10**6)
    vars(clocks)["time"] = later
    await asyncio.Event().wait()


def _would_run(me: str, peer: str) -> bool:
    peers = Peers(me)
    peers.set_workers(frozenset((me, peer)))
    return peers.drives(tournaments.STREAM)
