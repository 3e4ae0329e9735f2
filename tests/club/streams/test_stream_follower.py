"""What others store is taken in up to where it was told of, whatever is missed on the way."""

import asyncio
from collections.abc import AsyncIterator, Collection

import pytest
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.streams import following
from arcade.club.streams.following import StreamFollower
from arcade.club.table_session import TableSession
from arcade.eventlog.log import Entry, Token
from arcade.eventlog.memory import MemoryLog
from arcade.rooms.timers import RoomSettings
from tests.club.streams.test_workers import LONG
from tests.eventlog.full import FullLog
from tests.people import act, begin, named
from tests.waiting import PATIENCE, until


class Alone:
    """A line to processes that are joined to the same log, and say nothing."""

    me = "one"
    lease = 1.0

    async def subscribe(self, heard) -> None:
        return

    async def publish(self, data: bytes) -> None:
        return

    async def renew(self) -> frozenset[str]:
        return frozenset((self.me,))

    async def close(self) -> None:
        return


class Behind(MemoryLog):
    """A log whose server is `behind` by this many facts of a room, and may be heard no more."""

    club: Club
    """That of the process whose log it is."""

    def __init__(self, kept: dict[str, list[bytes]]) -> None:
        super().__init__(kept)
        self.behind = 0
        self.deaf = False

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        entries = await super().read(stream, after)
        left_out = self.behind if stream.startswith("room.") else 0
        return entries[: len(entries) - left_out]

    def tell(self, stream: str, end: Token) -> None:
        """Have this process hear that another one has stored something."""
        if not self.deaf:
            self.report(stream, end)


class Other(MemoryLog):
    """Another process's log, whose appends the first hears of."""

    def __init__(self, kept: dict[str, list[bytes]], first: Behind) -> None:
        super().__init__(kept)
        self._first = first

    async def append(self, stream: str, data, expected: Token) -> Token:
        end = await super().append(stream, data, expected)
        self._first.tell(stream, end)
        return end


@pytest.fixture
async def pair(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[Behind, TableSession, TableSession]]:
    """Anna by one process, which drives the table, and Ben by another; with a bot."""
    kept: dict[str, list[bytes]] = {}
    first = Behind(kept)
    quick = RoomSettings(bot_pause=0.01, linger=0.05)
    club = first.club = await Club.open(first, quick, Alone())
    two = await Club.open(Other(kept, first), RoomSettings(bot_pause=1000, linger=1000))
    anna, ben = await named(club, "anna"), None
    code = await club.create(anna, "421", LONG, 3)
    table_session = await club.join(anna, code)
    await two.rooms.catch_up(f"room.{code}")
    await two.accounts.cursor.read_on()
    ben = await named(two, "ben")
    other = await two.join(ben, code)
    await until(lambda: table_session.host.room.version == other.host.room.version)
    yield first, table_session, other
    await club.close()
    await two.close()


async def play_to_a_bot(table_session: TableSession, other: TableSession) -> None:
    """Play until Ben's move is the next, and a bot's comes after it."""
    await table_session.start()
    async with asyncio.timeout(PATIENCE):
        while True:
            await other.host.catch_up()
            room = table_session.host.room
            (seat,) = room.to_act() or (None,)
            if seat == other.table().seat:
                return
            if seat == table_session.table().seat:
                await act(table_session)
            await asyncio.sleep(0.005)


async def test_a_server_that_is_behind_is_asked_again(pair) -> None:
    log, table_session, other = pair
    await play_to_a_bot(table_session, other)
    log.behind = 1
    seat = other.table().seat
    while seat in other.host.room.to_act():
        await act(other)
    await until(lambda: table_session.host.room.version == other.host.room.version - 1)
    for _ in range(20):
        await asyncio.sleep(0)
    log.behind = 0
    await until(
        lambda: table_session.host.room.version > other.host.room.version
    )  # a bot has moved


async def test_what_was_never_heard_of_is_found_by_comparing(
    pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, table_session, other = pair
    await play_to_a_bot(table_session, other)
    monkeypatch.setattr(following, "REPORT_TIME", 0.01)
    log.deaf = True
    seat = other.table().seat
    while seat in other.host.room.to_act():
        await act(other)
    known = table_session.host.room.version
    for _ in range(100):
        await asyncio.sleep(0)
    assert table_session.host.room.version == known < other.host.room.version
    workers = log.club.workers
    await workers._following.reconcile(workers._going_on())
    await until(lambda: table_session.host.room.version > other.host.room.version)


async def test_a_timer_that_is_lost_is_set_again(pair) -> None:
    _, table_session, other = pair
    await play_to_a_bot(table_session, other)
    seat = other.table().seat
    while seat in other.host.room.to_act():
        await act(other)
    timers = table_session.host._timers
    await until(lambda: "bot" in timers._handles)
    timers._handles.pop("bot").cancel()
    version = table_session.host.room.version
    table_session.host.update_timers()
    await until(lambda: table_session.host.room.version > version)


async def test_tables_where_nothing_happens_are_not_compared() -> None:
    asked: list[Collection[str]] = []

    class Asked(MemoryLog):
        async def ends(self, streams=None):
            asked.append(streams)
            return await super().ends(streams)

    log = Asked()
    club = await Club.open(log, RoomSettings(), Alone())
    anna = await named(club, "anna")
    codes = [await club.create(anna, "421") for _ in range(5)]
    table_session = await club.join(anna, codes[0])
    following = club.workers._following
    asked.clear()
    await following.reconcile(club.workers._going_on())
    assert [name for name in asked[0] if name.startswith("room.")] == [f"room.{codes[0]}"]
    assert {"players", "results", "duels", "tournaments"} <= set(asked[0])
    table_session.detach()
    await club.close()


async def test_a_stream_that_cannot_be_read_is_tried_again_and_keeps_no_other_waiting() -> None:
    log = MemoryLog()
    taken: list[str] = []

    async def take(stream: str, end: Token) -> Token:
        taken.append(stream)
        return 0 if stream == "a.slow" and taken.count(stream) < 4 else end

    follower = StreamFollower(log, {"a": take})
    await follower.listen()
    follower.open()
    await log.append("a.slow", [b"x"], 0)
    await log.append("a.quick", [b"x"], 0)
    await until(lambda: taken.count("a.slow") == 4)
    assert taken.index("a.quick") < 3
    await follower.close()


@pytest.mark.virtual
async def test_a_bot_that_could_not_move_tries_again_when_there_is_space() -> None:
    log = FullLog()
    club = await Club.open(log, RoomSettings(bot_pause=0.01, linger=0.01))
    anna = await named(club, "anna")
    (table_session,) = await begin(club, anna, options=LONG, seats=2)
    async with asyncio.timeout(PATIENCE):
        while table_session.table().seat in table_session.host.room.to_act():
            await act(table_session)
    log.full = True
    version = table_session.host.room.version
    with capture_logs() as entries:
        await asyncio.sleep(100)
    assert table_session.host.room.version == version
    assert [entry["event"] for entry in entries] == ["room task failed"]
    log.full = False
    await asyncio.sleep(2.5)
    assert table_session.host.room.version > version
    table_session.detach()
    await club.close()
