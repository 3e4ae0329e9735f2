"""Metrics and health: what is counted is what happened, asked for over HTTP while people play."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.eventlog.log import NotStored
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import decide
from arcade.rooms.timers import RoomSettings
from server.cluster import workers
from server.cluster.workers import Worker
from server.config.environment import CannotDo
from server.config.settings import Limits, Settings
from server.doors.context import ServerContext, arcade_app
from server.hosting import run
from server.hosting.run import ServerInfo
from server.limits.connection_limiter import ConnectionLimiter
from server.monitoring import logs, storage
from server.monitoring.health import LOG_TIMEOUT, HealthServer, address, ask, greeting
from server.monitoring.metrics import Metrics
from tests.eventlog.full import FullLog
from tests.people import begin
from tests.ssh.process import Server, ran
from tests.virtual import NOON
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.usefixtures("own_logging")


def read(text: bytes) -> dict[str, float]:
    """Read figures as Prometheus does, by name and labels."""
    return {
        sample.name + "".join(f" {key}={value}" for key, value in sorted(sample.labels.items())): (
            sample.value
        )
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("9222", ("127.0.0.1", 9222)),
        ("10.0.0.5:9222", ("10.0.0.5", 9222)),
        ("[::1]:9222", ("::1", 9222)),
    ],
)
def test_never_another_address_unless_named(text: str, where: tuple[str, int]) -> None:
    assert address(text) == where


@pytest.mark.parametrize("text", ["", "host:1", "70000", "1.2.3.4:", ":x", "²"])
def test_no_address(text: str) -> None:
    with pytest.raises(CannotDo, match="no place for metrics"):
        address(text)


async def test_a_changed_clock_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """With clocks that stand still: a busy machine may pause between a look at each of the two."""
    ahead = 0.0
    clocks = SimpleNamespace(time=lambda: NOON + ahead, monotonic=lambda: 0.0)
    monkeypatch.setattr(run, "time", clocks)
    with capture_logs() as entries:
        telling = asyncio.create_task(run.tell_jumps(0.01))
        for ahead in (1.0, 86_400.0, -7200.0):
            before = len(entries)
            await asyncio.sleep(0.05) if ahead == 1.0 else await until(
                lambda before=before: len(entries) > before
            )
        telling.cancel()
    assert [entry["seconds"] for entry in entries] == [86_399, -93_600]


@pytest.fixture
async def events() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
async def context(events: MemoryLog) -> AsyncIterator[ServerContext]:
    club = await Club.open(events)
    yield ServerContext(club, Limits(), arcade_app)
    await club.close()


async def test_what_is_counted(context: ServerContext, events: MemoryLog) -> None:
    limiter = context.limiter = ConnectionLimiter(Limits(connections=1))
    metrics = Metrics(context, events)
    slot = limiter.admit("192.0.2.1")
    assert slot is not None and limiter.admit("192.0.2.1") is None
    player, _ = context.club.accounts.guest()
    visit = context.club.presence.enter(player, lambda _: None)
    code = await context.club.create(player, "421")
    before = read(metrics.text())["arcade_append_seconds_count"]
    table_session = await context.club.join(player, code)
    watcher, _ = context.club.accounts.guest()
    looking = await context.club.watch(watcher, code)
    context.counters.sent(100)
    context.counters.skipped(50)
    context.web_traffic.responses["403"] += 1
    context.web_traffic.closed["policy_violation"] += 1
    slot.cost_meter.use(60)
    slot.cost_meter.ask(lambda: None)
    with pytest.raises(Refused):
        for _ in range(10):
            context.club.allowance.talk(player)
    samples = read(metrics.text())
    assert samples["arcade_append_seconds_count"] > before > 0
    assert samples[f"arcade_info version={version('ssh-arcade')}"] == 1
    assert samples["process_resident_memory_bytes"] > 0 < samples["process_open_fds"]
    assert samples["arcade_games_finished_total game=421"] == 0 <= samples["arcade_errors_total"]
    assert not [name for name in samples if "_created" in name]
    assert samples["arcade_connections"] == 1
    assert samples["arcade_refused_total reason=full"] == 1
    assert samples["arcade_web_responses_total status=403"] == 1
    assert samples["arcade_web_closed_total reason=policy_violation"] == 1
    for limit, reason in (("connect", "full"), ("send", "skipped")):
        assert samples[f"arcade_limited_total limit={limit} reason={reason}"] == 1
    for limit, reason in (("cost", "processor"), ("keep", "talk")):
        assert samples[f"arcade_limited_total limit={limit} reason={reason}"] == 1
    assert samples["arcade_people by=guest"] == 1 and samples["arcade_people by=key"] == 0
    assert samples["arcade_tables game=421 phase=waiting"] == 1
    assert samples["arcade_watchers game=421"] == 1
    assert (samples["arcade_frames_total"], samples["arcade_bytes_total"]) == (1, 100)
    assert (samples["arcade_skipped_frames_total"], samples["arcade_skipped_bytes_total"]) == (
        1,
        50,
    )
    looking.detach()
    table_session.detach()
    visit.leave()
    metrics.close()


async def test_finished_games_errors_and_the_size_of_the_log(tmp_path: Path) -> None:
    events = await SQLiteLog.open(tmp_path / "log")
    club = await Club.open(events, RoomSettings(bot_pause=0, linger=0))
    metrics = Metrics(ServerContext(club, Limits(), arcade_app), events, tmp_path / "log")
    before = read(metrics.text())
    player, _ = club.accounts.guest()
    (table_session,) = await begin(club, player, seats=0)
    await table_session.do(decide.leave_seat)  # bots play it to its end
    await until(lambda: read(metrics.text())["arcade_games_finished_total game=421"])
    logs.configure("error", io.StringIO())
    structlog.get_logger().error("something went wrong")
    samples = read(metrics.text())
    assert samples["arcade_games_finished_total game=421"] == 1
    assert samples["arcade_errors_total"] == before["arcade_errors_total"] + 1
    assert samples["arcade_log_bytes"] > before["arcade_log_bytes"] > 0
    metrics.close()
    await club.close()
    await events.close()


async def test_refusals_are_logged_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    logs.configure("info", stream)
    monkeypatch.setattr(run, "log", structlog.get_logger())  # the old one may remember another
    limiter = ConnectionLimiter(Limits(connections_per_minute=1))
    telling = asyncio.create_task(run.tell_refused(limiter, 0.05))
    slot = limiter.admit("192.0.2.1")
    for _ in range(100):
        assert limiter.admit("192.0.2.1") is None
    assert slot is not None
    slot.fail()
    await until(stream.getvalue)
    (line,) = map(json.loads, stream.getvalue().splitlines())
    assert (line["event"], line["rate"], line["login"]) == ("refused", 100, 1)
    telling.cancel()


async def test_a_log_that_stores_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    logs.configure("info", stream)
    monkeypatch.setattr(storage, "log", structlog.get_logger())
    events = FullLog()
    watched = storage.Storage(events)
    events.full = True
    for _ in range(2):
        with pytest.raises(NotStored):
            await events.append("x", [b"1"], 0)
    assert await watched.fault() == "nothing can be stored: see the log"
    events.full = False
    await events.append("x", [b"1"], 0)
    assert watched.working
    events.full = True
    with pytest.raises(NotStored):
        await events.append("x", [b"2"], 1)
    events.full = False
    assert not await watched.fault(), "nobody has to move first"
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["event"], line.get("why")) for line in lines] == [
        ("nothing stored", "no space"),
        ("stored again", None),
    ] * 2, "each change is told once"


async def test_a_log_that_gives_no_answer_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck(MemoryLog):
        async def append(self, *_: object) -> int:
            raise NotStored("nats: timeout")

        async def can_store(self) -> bool:
            await asyncio.Event().wait()
            return False

    monkeypatch.setattr(storage, "TRIAL", 0.05)
    events = Stuck()
    watched = storage.Storage(events)
    with pytest.raises(NotStored):
        await events.append("x", [b"1"], 0)
    async with asyncio.timeout(PATIENCE):
        assert await watched.fault() == storage.NOTHING_STORED
    assert storage.TRIAL < LOG_TIMEOUT, "who asks for the health reads this"


async def test_a_log_that_was_removed_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    logs.configure("info", stream)
    monkeypatch.setattr(storage, "log", structlog.get_logger())
    file, moved = tmp_path / "log", tmp_path / "moved"
    file.touch()
    watched = storage.Storage(MemoryLog(), file)
    assert not await watched.fault()
    file.rename(moved)
    assert "was moved or removed" in await watched.fault()
    file.touch()
    assert "was moved or removed" in await watched.fault(), "another file is there"
    moved.rename(file)
    assert not await watched.fault()

    def events() -> list[str]:
        return [json.loads(line)["event"] for line in stream.getvalue().splitlines()]

    assert events() == ["log removed", "log is back"]
    monkeypatch.setattr(storage, "CHECK_EVERY", 0.01)
    watching = asyncio.create_task(watched.watch())
    file.rename(moved)
    await until(lambda: events()[2:] == ["log removed"])  # nobody asks for the health
    watching.cancel()


async def test_the_parent_reports_damage_that_workers_found(tmp_path: Path) -> None:
    async def well() -> str:
        return ""

    ports, servers = [], []
    for damage in (("room.A", "node.n1"), ("room.B",)):
        servers.append(HealthServer(lambda: b"", well, lambda damage=damage: damage))
        ports.append(await servers[-1].open("127.0.0.1", 0))
    settings = Settings(tmp_path, tmp_path, metrics="127.0.0.1:0")
    crew = []
    for number, port in enumerate(ports):
        crew.append(Worker(settings, number))
        crew[-1]._open = ServerInfo(settings, 1, "", port)
        crew[-1]._process = await asyncio.create_subprocess_exec("sleep", str(PATIENCE))
    parent, close = await workers._measure(settings, crew, None)
    try:
        answer = await asyncio.to_thread(ask, "127.0.0.1", parent)
        assert answer == "ok, but damaged: node.n1, room.A, room.B"
    finally:
        close()
        for server, worker in zip(servers, crew, strict=True):
            server.close()
            worker._process.kill()  # type: ignore[union-attr]
            await worker._process.wait()  # type: ignore[union-attr]


async def test_answers() -> None:
    wrong = ["", "nothing can be stored"]

    async def ill() -> str:
        return wrong.pop(0)

    server = HealthServer(lambda: b"arcade_x 1\n", ill)
    port = await server.open("127.0.0.1", 0)
    try:
        assert await asyncio.to_thread(ask, "127.0.0.1", port) == "ok"
        with pytest.raises(CannotDo, match="nothing can be stored"):
            await asyncio.to_thread(ask, "127.0.0.1", port)
        for request, status in (
            (b"GET /metrics HTTP/1.1\r\n\r\n", b"200"),
            (b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9464\r\n\r\n", b"200"),
            (b"GET /metrics HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n", b"200"),
            (b"GET /metrics HTTP/1.1\r\nHost: arcade:9464\r\n\r\n", b"200"),
            (b"GET /metrics HTTP/1.1\r\nhost: evil.example:9464\r\n\r\n", b"421"),
            (b"GET /else HTTP/1.1\r\n\r\n", b"404"),
            (b"POST /metrics HTTP/1.1\r\n\r\n", b"405"),
            (b"x" * 20_000, b""),
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            async with asyncio.timeout(PATIENCE):
                answer = await reader.read()
            assert answer.split(b" ")[1:2] == ([status] if status else [])
            writer.close()
    finally:
        server.close()


async def test_a_server_that_people_play_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    port = 0

    try:
        await server.start("--metrics", "0")
        while not port:
            await asyncio.sleep(0.05)
            port = int((server.log.partition("http://127.0.0.1:")[2] or "0/").partition("/")[0])
        terminal = server.guest().open()
        await terminal.wait_for("Enter", timeout=60)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
        samples = read((await reader.read()).partition(b"\r\n\r\n")[2])
        writer.close()
        terminal.close()
        assert samples["arcade_sessions"] == samples["arcade_people by=guest"] == 1
        assert samples["arcade_frames_total"] >= 1 <= samples["arcade_frame_seconds_count"]
        assert samples["arcade_loop_lag_seconds_count"] >= 0
        assert (await asyncio.to_thread(greeting, "127.0.0.1", server.port)).startswith("SSH-2.0")
        for more in ((), ("--metrics", str(port))):
            assert (await ran("health", "--port", server.port, *more)).code == 0
        assert await server.stop() == 0
        for more in ((), ("--metrics", str(port))):
            result = await ran("health", "--port", server.port, *more)
            assert result.code == 1 and "Nothing answers" in result.err
    finally:
        await server.kill()
