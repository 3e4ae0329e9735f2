"""What hangs is noticed by the house: stopped workers, a stuck loop, a stopped log and parent."""

import asyncio
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path

import msgspec
import pytest

from server.cluster import workers
from server.cluster.workers import SupervisedProcess, Worker, watch
from server.config.addresses import LOOPBACK
from server.config.environment import CannotDo
from server.config.settings import Settings
from server.doors.sockets import Endpoint
from server.hosting import doctor
from server.hosting.run import Ending, ServerInfo
from server.monitoring import health
from server.monitoring.heartbeat import Systemd
from tests.cluster.test_serve import children
from tests.processes import runs, state
from tests.ssh.conftest import made as made
from tests.ssh.process import Server, admin
from tests.ssh.seats import come_in, facts, open_table
from tests.waiting import PATIENCE, until


def logged(server: Server, event: str) -> list[dict[str, object]]:
    """Read what the server logged of one kind."""
    lines = [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


def pids(server: Server) -> dict[int, int]:
    """Return the process of each worker, by its number, as the log tells it."""
    return {line["worker"]: line["pid"] for line in logged(server, "worker listens")}  # type: ignore[misc]


def health_ports(server: Server) -> list[int]:
    """Return the ports of /healthz: the workers', and last the parent's."""
    return [int(str(entry["metrics"]).split(":")[2][:-8]) for entry in logged(server, "measured")]


async def asked(server: Server) -> str:
    """Ask the parent's /healthz what is wrong.

    It names what hangs only where it answers before the watchdog has ended that.
    """
    try:
        return await asyncio.to_thread(health.ask, LOOPBACK, health_ports(server)[-1], PATIENCE)
    except CannotDo as error:
        return str(error)


async def well(server: Server) -> None:
    """Wait until /healthz finds nothing wrong."""
    async with asyncio.timeout(PATIENCE):
        while await asked(server) != "ok":
            await asyncio.sleep(0.1)


async def served(server: Server) -> None:
    """Wait until who comes is served: on a busy machine the other worker may be late, too."""
    async with asyncio.timeout(PATIENCE):
        while (await server.guest().run("rooms")).code:
            await asyncio.sleep(0.1)


async def test_a_folder_of_the_working_directory_is_not_the_program(made) -> None:
    server = made()
    planted = server.folder / "server"
    planted.mkdir()
    (planted / "__init__.py").write_text("raise SystemExit('not the program')")
    await server.start("--workers", "2")
    assert len(pids(server)) == 2


async def test_a_worker_that_hangs_is_ended_and_its_people_go_on_elsewhere(made) -> None:
    server = made()
    await server.start("--workers", "2", "--watchdog", "8", "--metrics", "0")
    await well(server)
    anna = server.person()
    first = await come_in(anna, "anna")
    code = await open_table(first, Seats="2")
    known = await facts(server, code)
    here = "127.0.0.1" in (await admin(server.data, "who")).out  # worker 0 knows only its own
    number = 0 if here else 1
    stopped = pids(server)[number]
    os.kill(stopped, signal.SIGSTOP)
    assert f"worker {number} (process {stopped})" in await asked(server)
    await first.ended()
    back = anna.open("join", code, size=(80, 24))
    await back.wait_for("anna")
    after = await facts(server, code)
    assert after[: len(known)] == known
    assert "sat" not in {line["fact"]["fact"] for line in after[len(known) :]}  # the seat was kept
    (line,) = logged(server, "worker hangs")
    assert (line["worker"], line["pid"]) == (number, stopped)
    await until(lambda: pids(server)[number] != stopped)
    await well(server)
    for _ in range(4):
        assert (await server.guest().run("rooms")).code == 0


async def test_the_doctor_tells_a_worker_that_hangs_where_nobody_watches(made) -> None:
    server = made()
    await server.start("--workers", "2", "--watchdog", "0")
    os.kill(pids(server)[1], signal.SIGSTOP)
    beside = Settings(server.data, server.data, port=server.port, workers=2)
    text = ""
    async with asyncio.timeout(PATIENCE):
        while "a worker hangs" not in text:  # on a busy machine the other may be late, too
            findings = await asyncio.to_thread(doctor.examine, beside, True)
            text = "".join(entry.result for entry in findings if entry.what == "port")


async def test_who_comes_to_a_worker_that_hangs_is_led_to_the_others_before_it_is_ended(
    made,
) -> None:
    server = made()
    await server.start("--workers", "2", "--watchdog", "15")
    before = pids(server)
    loop = asyncio.get_running_loop()
    with ExitStack() as closing:
        os.kill(before[0], signal.SIGSTOP)
        # The system gives each to one or the other.
        waiting = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
        for task in waiting:
            closing.enter_context(task).setblocking(False)
        answers = await asyncio.gather(
            *(loop.sock_recv(sock, 64) for sock in waiting), return_exceptions=True
        )
        assert not logged(server, "worker hangs")
        kinds = {type(answer) for answer in answers}
        assert ConnectionResetError in kinds and kinds <= {bytes, ConnectionResetError}
    await served(server)

    # It is heard again, and serves while the other hangs.
    os.kill(before[0], signal.SIGCONT)
    os.kill(before[1], signal.SIGSTOP)
    await until(lambda: {line["worker"] for line in logged(server, "worker silent")} == {0, 1})
    await served(server)
    os.kill(before[1], signal.SIGCONT)
    assert pids(server) == before


async def test_a_log_that_hangs_is_told_and_started_anew(made) -> None:
    server = made()
    await server.start("--workers", "2", "--watchdog", "8", "--metrics", "0")
    await well(server)
    (nats,) = [pid for pid, line in children(server.pid).items() if "nats" in line]
    os.kill(nats, signal.SIGSTOP)
    while "the log has not answered" not in await asked(server):  # one may ask too late
        assert not logged(server, "log started anew")
    await until(lambda: logged(server, "log started anew"))
    await well(server)
    assert len(pids(server)) == 2 and not logged(server, "worker hangs")
    code = await open_table(await come_in(server.person(), "anna"), Seats="2")
    assert await facts(server, code)


async def test_a_parent_that_hangs_is_told_by_its_silence_and_its_workers_serve(made) -> None:
    server = made()
    await server.start("--workers", "2", "--metrics", "0")
    await well(server)
    *others, own = health_ports(server)
    os.kill(server.pid, signal.SIGSTOP)
    try:
        with pytest.raises(CannotDo, match="Nothing answers"):
            await asyncio.to_thread(health.ask, LOOPBACK, own, 1)
        assert len(others) == 2
        for port in others:
            assert await asyncio.to_thread(health.ask, LOOPBACK, port, PATIENCE) == "ok"
        assert (await server.guest().run("rooms")).code == 0
    finally:
        os.kill(server.pid, signal.SIGCONT)
    await well(server)
    assert not logged(server, "worker hangs")


async def test_a_stopped_worker_does_not_outlive_its_parent(made) -> None:
    server = made()
    await server.start("--workers", "2")
    crew = set(children(server.pid))
    os.kill(pids(server)[1], signal.SIGSTOP)
    await server.kill()
    await until(lambda: not any(map(runs, crew)))


async def test_a_stopped_log_does_not_outlive_its_parent_nor_keep_the_data(made) -> None:
    server = made()
    await server.start("--workers", "2")
    code = await open_table(await come_in(server.person(), "anna"), Seats="2")
    known = await facts(server, code)
    (nats,) = [pid for pid, line in children(server.pid).items() if "nats" in line]
    os.kill(nats, signal.SIGSTOP)
    await until(lambda: state(nats) == "T")
    try:
        await server.kill()
        await until(lambda: not runs(nats))
    finally:
        with suppress(ProcessLookupError):
            os.kill(nats, signal.SIGKILL)
    await server.start("--workers", "2")
    await served(server)
    assert (await facts(server, code))[: len(known)] == known


# The parent's half, with programs that take no time to start

OPEN = msgspec.json.encode(ServerInfo(Settings(Path(), Path()), 1, ""), enc_hook=str) + b"\n"
STUCK = 120
"""Seconds, longer than any of these tests."""
PROGRAM = f"""
import faulthandler, sys, time
faulthandler.enable()
sys.stdin.readline()
sys.stdout.buffer.write({OPEN!r})
def stuck_here():
    # not for ever: nobody ends what outlives a test run that was cut off
    while time.monotonic() < {STUCK!r} + began:
        pass
began = time.monotonic()
for _ in range(BEATS):
    time.sleep(0.05)
    print(flush=True)
stuck_here()
"""

Starting = Callable[[int, float], "asyncio.Future[Worker]"]


@pytest.fixture
async def starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Starting]:
    """Starts a worker that says this many times that it lives, and watches it."""
    async with AsyncExitStack() as closing:

        async def start(beats: int, patience: float) -> Worker:
            monkeypatch.setattr(workers, "PROGRAM", PROGRAM.replace("BEATS", str(beats)))
            monkeypatch.setattr(workers, "LAST_WORDS", 0.3)
            worker = Worker(Settings(data=tmp_path, host_key=tmp_path, port=0), 7)
            kept = SupervisedProcess(worker.name, worker.start)
            await kept.start()
            closing.push_async_callback(kept.end)
            closing.callback(asyncio.create_task(watch([worker], patience)).cancel)
            return worker

        yield start  # type: ignore[misc]


async def test_a_loop_that_is_stuck_is_ended_and_says_where(
    starting: Starting, capfd: pytest.CaptureFixture[str]
) -> None:
    worker = await starting(1, 0.5)
    first = worker._process
    assert first is not None
    await until(lambda: first.returncode is not None)
    await until(lambda: worker._process is not first)
    printed = capfd.readouterr()
    assert (
        "worker hangs" in printed.out + printed.err and str(first.pid) in printed.out + printed.err
    )
    assert "stuck_here" in printed.err


async def test_time_in_which_the_parent_stood_still_is_nobodys_silence(
    starting: Starting, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    loop, stood = asyncio.get_running_loop(), 0.0
    await starting(10_000, PATIENCE)
    await asyncio.sleep(0)  # the watch begins
    time_of_loop = loop.time
    monkeypatch.setattr(loop, "time", lambda: time_of_loop() + stood)
    for stood in (10 * PATIENCE, 20 * PATIENCE):  # noqa: B007
        for _ in range(10):  # it looks
            await asyncio.sleep(0)
    printed = capfd.readouterr()
    assert "worker hangs" not in printed.out + printed.err


async def test_a_worker_that_is_killed_before_it_listens_is_told_by_its_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PROGRAM", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(CannotDo, match="Worker 7 was ended by SIGKILL before it listened"):
        await Worker(Settings(data=tmp_path, host_key=tmp_path, port=0), 7).start()
    monkeypatch.setattr(workers, "PROGRAM", "raise SystemExit(2)")
    with pytest.raises(CannotDo, match="said above"):
        await Worker(Settings(data=tmp_path, host_key=tmp_path, port=0), 7).start()


@pytest.mark.parametrize("program", ["", "raise SystemExit(2)", None])
async def test_a_worker_that_does_not_start_leaves_no_socket_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    """Also where it is told to end before there is a process (""), or there can be none (None)."""
    bound, real = list[socket.socket](), Endpoint.bind

    async def bind(endpoint: Endpoint) -> list[socket.socket]:
        bound.extend(await real(endpoint))
        if program == "":
            starting.cancel()
        return bound

    monkeypatch.setattr(Endpoint, "bind", bind)
    monkeypatch.setattr(workers, "PROGRAM", program or "")
    if program is None:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    worker = Worker(Settings(data=tmp_path, host_key=tmp_path, port=0), 7)
    starting = asyncio.create_task(worker.start())
    with pytest.raises((CannotDo, FileNotFoundError, asyncio.CancelledError)):
        await starting
    await until(lambda: not worker._ears)
    assert [sock.fileno() for sock in bound] == [-1]


# systemd


class Ear:
    """What systemd would hear, and when."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.sentences: list[tuple[float, str]] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def count(self, what: str) -> int:
        return sum(sentence.startswith(what) for _, sentence in self.sentences)

    async def all_said(self) -> int:
        """Wait until all that was sent is heard; return how much that is."""
        before = self.count("mark")
        self._socket.sendto(b"mark", self.path)
        await until(lambda: self.count("mark") > before)
        return sum(sentence != "mark" for _, sentence in self.sentences)

    def close(self) -> None:
        self._socket.sendto(b"", self.path)
        self._thread.join()
        self._socket.close()

    def _listen(self) -> None:
        while data := self._socket.recv(100):
            self.sentences.append((time.monotonic(), data.decode()))


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Ear]:
    ear = Ear(tmp_path / "notify")
    yield ear
    ear.close()


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
async def test_systemd_is_told(made, systemd: Ear, options: tuple[str, ...]) -> None:
    server = made({"NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "300000"})
    server.typed = False
    await server.start(*options)
    await until(lambda: systemd.count("WATCHDOG=1") > 2)
    kinds = list(dict.fromkeys(sentence for _, sentence in systemd.sentences))
    assert kinds == ["EXTEND_TIMEOUT_USEC=90000000", "READY=1", "WATCHDOG=1"]
    os.kill(server.pid, signal.SIGSTOP)
    await until(lambda: state(server.pid) == "T")
    before = await systemd.all_said()
    os.kill(server.pid, signal.SIGCONT)
    await until(lambda: len(systemd.sentences) > before + systemd.count("mark"))
    assert await server.stop() == 0
    assert systemd.count("STOPPING=1") == systemd.count("READY=1") == 1


async def test_a_stuck_loop_says_nothing_to_systemd(
    systemd: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.path)
    monkeypatch.setenv("WATCHDOG_USEC", "60000")
    listener = Systemd()
    assert "NOTIFY_SOCKET" not in os.environ and "WATCHDOG_USEC" not in os.environ
    listener.ready()
    beating = asyncio.create_task(listener.heartbeat.beat())
    await until(lambda: systemd.count("WATCHDOG=1") > 2)
    before = systemd.count("WATCHDOG=1")
    time.sleep(0.5)  # longer than systemd would wait
    assert systemd.count("WATCHDOG=1") <= before + 1, "but for what was on its way"
    await until(lambda: systemd.count("WATCHDOG=1") > before + 1)
    beating.cancel()


def test_without_systemd_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert Systemd().heartbeat.every == 0


async def test_who_ends_a_house_that_is_still_starting_is_heard() -> None:
    stopped = asyncio.Event()

    async def wait_for_a_log_that_is_full() -> workers.Process:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        raise AssertionError

    async def fail() -> workers.Process:
        raise CannotDo("It does not start.")

    async with asyncio.timeout(PATIENCE):
        ended = Ending()
        asyncio.get_running_loop().call_later(0.05, ended.end, "SIGTERM")
        starting = [SupervisedProcess("worker 0", wait_for_a_log_that_is_full)]
        assert not await workers._start(starting, ended)
        assert stopped.is_set()
        with pytest.raises(CannotDo):
            await workers._start([SupervisedProcess("worker 1", fail)], Ending())
