"""Several processes on one port: started, restarted when they die or hang, ended together.

The parent holds the port and, where none is given, runs the NATS server; it serves nobody itself.
"""

import asyncio
import contextlib
import ctypes
import os
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path

import msgspec
import structlog
from msgspec.structs import replace

from arcade.club.limits.machine_use import make_table
from server.cluster.nats import DEATH_SIGNAL, NatsServer
from server.config.addresses import bound_to, written
from server.config.environment import NATS, CannotDo, forget_terminal
from server.config.settings import NATS as NATS_URL
from server.config.settings import Settings
from server.doors.sockets import BACKLOG
from server.hosting import run
from server.hosting.run import Ending, ServerInfo, stop_signal
from server.monitoring import health, logs
from server.monitoring.heartbeat import Heartbeat, Systemd
from server.ssh import host_key
from server.ssh.listener import endpoint
from server.web import address

PROGRAM = "from server.cluster.workers import main; main()"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before a dead process is restarted, doubled each time."""
LONG_ENOUGH = 30.0
"""After this many seconds of life the pause is the first one again."""
CHECK_EVERY = 3.0
"""Seconds between two checks of the log's health."""
GOODBYE = 15.0
"""Seconds a process has to end after SIGTERM."""
SLOW_START = 4
"""How many times longer a worker may be silent while it starts: it loads and reads the log."""
LAST_WORDS = 1.0
"""Seconds a hanging worker has to log where it hangs."""
UNHEALTHY_AFTER = 3.0
"""Seconds of silence after which a worker counts as unhealthy."""
LEAD_AWAY_FACTOR = 3
"""Newcomers leave a silent worker this many times sooner than it is killed."""

CANNOT_START = 2
"""The exit code of a worker that cannot start."""
SENT_AWAY = 3
"""The exit code of a worker ended by a signal that its parent did not send: it is restarted."""
DRAINED = b"drained"
"""The line by which a worker tells its parent that its machine admits nobody any more."""
ORPHAN_GOODBYE = 10.0
"""Seconds for an orderly end of a worker whose parent is gone."""

log = structlog.get_logger()

Process = asyncio.subprocess.Process


def serve(settings: Settings, opened: Callable[[ServerInfo], None]) -> str:
    """Serve with `settings.workers` processes until SIGTERM or SIGINT; raises `CannotDo`.

    Returns the source of the shutdown: a signal's name, or `run.DRAIN`.
    """
    with asyncio.Runner() as runner:
        return runner.run(_serve(settings, opened))


async def _serve(settings: Settings, opened: Callable[[ServerInfo], None]) -> str:
    systemd = Systemd()
    key = host_key.load_or_make(settings.host_key)  # once, before all of them look for it
    announced = host_key.load_next(settings.next_host_key)
    async with contextlib.AsyncExitStack() as closing:
        closing.callback(asyncio.create_task(systemd.heartbeat.beat()).cancel)
        settings, listens = await _bind(settings, closing)
        ended = stop_signal()
        asked = settings.log
        if not settings.shared:
            settings = replace(settings, log=await _start_nats(settings, closing))

        def drain() -> None:
            for process in supervised:
                process.last.set()

        workers = [Worker(settings, n, drain) for n in range(settings.workers)]
        supervised = [
            SupervisedProcess(worker.name, worker.start, signal.SIGINT) for worker in workers
        ]
        closing.push_async_callback(_end_all, supervised)
        if settings.watchdog:
            closing.callback(asyncio.create_task(watch(workers, settings.watchdog)).cancel)
        if not await _start(supervised, ended):
            log.info("ended", asked_by=ended.asked_by)
            return ended.asked_by
        own = None if asked.startswith(NATS_URL) else settings.data / NATS
        measured, close = await _measure(settings, workers, own)
        closing.callback(close)
        asked_for = replace(settings, log=asked)
        keys = tuple(map(host_key.public, (key, *announced)))
        fingerprint = key.get_fingerprint()
        web = address.origins(settings)[0] if settings.web else ""
        opened(ServerInfo(asked_for, settings.port, fingerprint, measured, listens, keys, web))
        systemd.ready()
        # A worker that ends on its own has been drained: all end with it.
        dead = asyncio.gather(*(process.dead.wait() for process in supervised))
        await _first(ended.wait(), *(process.ended.wait() for process in supervised), dead)
        asked_by = ended.asked_by or run.DRAIN
        log.info("ended", asked_by=asked_by)
        systemd.stopping()
        return asked_by


async def _bind(
    settings: Settings, closing: contextlib.AsyncExitStack
) -> tuple[Settings, tuple[str, ...]]:
    """Bind the ports for all workers; return settings with the ports, and what is listened on."""
    # Bound alone first: a program that shares its port could otherwise share ours.
    bound = await endpoint(settings).bind()
    settings = replace(settings, port=int(bound[0].getsockname()[1]))
    if settings.web:
        browsers = address.endpoint(settings)
        bound += await browsers.bind()
        port = int(bound[-1].getsockname()[1])
        settings = replace(settings, web=written(browsers.host, port))
    for sock in bound:
        sock.close()
    table = make_table(settings.workers)
    closing.callback(os.close, table)
    settings = replace(settings, share_port=True, machine=secrets.token_hex(8), limits_table=table)
    bound = await endpoint(settings).bind()
    listens = bound_to(bound)
    if settings.web:
        bound += await address.endpoint(settings).bind()
    for sock in bound:
        closing.callback(sock.close)
    return settings, listens


async def _start_nats(settings: Settings, closing: contextlib.AsyncExitStack) -> str:
    """Start a NATS server of this installation's own, and watch it; return its URL."""
    nats = NatsServer(settings.data / NATS)
    closing.callback(nats.let_go)
    process = SupervisedProcess("nats-server", nats.start, meant=())
    await process.start()
    closing.push_async_callback(process.end)
    closing.callback(asyncio.create_task(look_after(nats, process, settings.watchdog)).cancel)
    return nats.url


async def _measure(
    settings: Settings, workers: "Sequence[Worker]", log_folder: Path | None
) -> tuple[int, Callable[[], None]]:
    """Serve the metrics of all workers, if they are wanted.

    Return the port, 0 for none, and a function that stops it.
    """
    if not settings.metrics:
        return 0, lambda: None
    from server.monitoring.metrics import SupervisorMetrics

    host, port = health.address(settings.metrics)

    damage: set[str] = set()

    async def ill() -> str:
        damage.clear()
        faults = await asyncio.gather(*(worker.ill(damage) for worker in workers))
        return "; ".join(filter(None, faults))

    def silent() -> dict[str, float]:
        return {worker.name.split()[1]: worker.silent for worker in workers if worker.runs}

    metrics = SupervisorMetrics(silent, log_folder)
    server = health.HealthServer(metrics.text, ill, lambda: tuple(sorted(damage)))
    port = await server.open(host, port)
    return port, server.close


class Worker:
    """One worker as its parent sees it: started, and listened to.

    `drained` is called when it says that its machine takes in nobody any more.
    """

    def __init__(
        self, settings: Settings, number: int, drained: Callable[[], None] = lambda: None
    ) -> None:
        self.name = f"worker {number}"
        self.silent = 0.0
        """Seconds since it was last heard, as far as the parent has noticed."""
        self._settings = replace(settings, worker=number)
        self._drained = drained
        self._process: Process | None = None
        self._open: ServerInfo | None = None
        self._sockets: list[socket.socket] = []
        self._is_shut = False
        self._ears: set[asyncio.Task[None]] = set()

    async def start(self) -> Process:
        """Start it and wait until it listens; raise `CannotDo` if it does not."""
        self.silent, self._open, self._is_shut = 0.0, None, False
        by_ssh = await endpoint(self._settings).bind()
        by_web = await address.endpoint(self._settings).bind() if self._settings.web else []
        self._sockets = sockets = [*by_ssh, *by_web]
        numbers, of_web = (tuple(sock.fileno() for sock in part) for part in (by_ssh, by_web))
        try:
            self._process = process = await self._run_program((*numbers, *of_web))
        except BaseException:
            _close(sockets)
            raise
        assert process.stdin is not None and process.stdout is not None
        opened: asyncio.Future[ServerInfo] = asyncio.get_running_loop().create_future()
        ear = asyncio.create_task(self._listen(process.stdout, opened, sockets))
        self._ears.add(ear)
        ear.add_done_callback(self._ears.discard)
        ear.add_done_callback(lambda _: _close(sockets))
        settings = replace(self._settings, sockets=numbers, web_sockets=of_web)
        process.stdin.write(msgspec.json.encode(settings, enc_hook=str) + b"\n")
        try:
            with contextlib.suppress(ConnectionError):
                await process.stdin.drain()
            await asyncio.wait((ear, opened), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # told to end before it serves anybody
            process.kill()
            await process.wait()
            raise
        if not opened.done():
            raise CannotDo(f"{self.name.capitalize()} {not_started(await process.wait())}.")
        self._open = opened.result()
        self._settings = replace(self._settings, again=True)
        log.info("worker listens", worker=self._settings.worker, pid=process.pid)
        return process

    async def _run_program(self, sockets: tuple[int, ...]) -> Process:
        table = self._settings.limits_table
        return await asyncio.create_subprocess_exec(
            # -P: never import from the working directory
            *(sys.executable, "-P", "-c", PROGRAM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the parent, which passes it on
            pass_fds=(*sockets, table) if table >= 0 else sockets,
        )

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def ill(self, damage: set[str]) -> str:
        """Return its problem, "" if it is healthy; add the damage it has found."""
        if not self.runs or self._open is None:
            return f"{self.name} is being started"
        if self.silent > UNHEALTHY_AFTER:
            return f"{self._called} hangs: silent for {self.silent:.0f} s"
        host, _ = health.address(self._settings.metrics)
        try:
            wrong, damaged = await health.asked(host, self._open.metrics)
            damage.update(damaged)
        except CannotDo as error:
            wrong = str(error)
        return f"{self._called}: {wrong}" if wrong else ""

    def is_late(self, patience: float) -> bool:
        """Whether it runs and has been silent for too long."""
        return self.runs and self.silent > patience * (1 if self._open else SLOW_START)

    def lead_away(self) -> None:
        """Send newcomers to the other workers, including those not accepted yet."""
        if not self.runs or self._open is None or self._is_shut:
            return
        self._is_shut = True
        log.warning(
            "worker silent",
            worker=self._settings.worker,
            silent=round(self.silent, 1),
            does="newcomers go to the others until it is heard",
        )
        _shut_down(self._sockets)

    async def end_hung(self) -> None:
        """Kill it, after it had a moment to log where it hangs."""
        process = self._process
        assert process is not None
        log.error(
            "worker hangs",
            worker=self._settings.worker,
            pid=process.pid,
            silent=round(self.silent, 1),
            does="it is ended, and started anew",
        )
        self.silent = 0.0
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGABRT)
            await asyncio.sleep(LAST_WORDS)
            process.kill()

    @property
    def _called(self) -> str:
        return f"{self.name} (process {self._process.pid if self._process else '?'})"

    async def _listen(
        self,
        output: asyncio.StreamReader,
        opened: asyncio.Future[ServerInfo],
        sockets: list[socket.socket],
    ) -> None:
        drained = False
        async for line in output:
            self.silent = 0.0
            if line.strip() == DRAINED:
                drained = True
                _shut_down(sockets)  # in case this process has just listened again
                self._drained()
            elif line.strip():
                opened.set_result(msgspec.json.decode(line, type=ServerInfo, dec_hook=_to_path))
            if self._is_shut and not drained:
                self._is_shut = False
                for sock in sockets:
                    with contextlib.suppress(OSError):
                        sock.listen(BACKLOG)


def _close(sockets: Sequence[socket.socket]) -> None:
    """Close the sockets of a dead worker: nobody accepts their connections."""
    _shut_down(sockets)
    for sock in sockets:
        sock.close()


def _shut_down(sockets: Sequence[socket.socket]) -> None:
    """Reset connections that have not been accepted, and let the system lead others elsewhere."""
    for sock in sockets:
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)


def not_started(code: int) -> str:
    """Explain why a worker that ended with this exit code does not listen."""
    if code >= 0:
        return "does not start; why, it has said above"
    try:
        name = signal.Signals(-code).name
    except ValueError:  # a real-time signal has none
        name = f"signal {-code}"
    return f"was ended by {name} before it listened"


async def watch(workers: Sequence[Worker], patience: float) -> None:
    """End workers that hang. Time in which the parent itself stood still does not count."""
    loop = asyncio.get_running_loop()
    interval = heartbeat_interval(patience)
    while True:
        before = loop.time()
        await asyncio.sleep(interval)
        for worker in workers:
            worker.silent += min(loop.time() - before, 2 * interval)
            if worker.silent > patience / LEAD_AWAY_FACTOR:
                worker.lead_away()
        await asyncio.gather(*(worker.end_hung() for worker in workers if worker.is_late(patience)))


class SupervisedProcess:
    """A process that is restarted when it ends, unless its exit code says that it was `meant` to.

    `stop` is the signal by which the parent ends it; another one is somebody else's.
    """

    def __init__(
        self,
        name: str,
        start: Callable[[], Awaitable[Process]],
        stop: signal.Signals = signal.SIGTERM,
        meant: Collection[int] = (0,),
    ) -> None:
        self._name = name
        self._start = start
        self._stop = stop
        self._meant = meant
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.last = asyncio.Event()
        """Set once a dead process is no longer restarted, because the machine is being drained."""
        self.ended = asyncio.Event()
        self.dead = asyncio.Event()

    async def start(self) -> None:
        """Start it for the first time; raise `CannotDo` if that fails."""
        self._process = await self._start()
        self._keeping = asyncio.create_task(self._keep(self._process))

    def start_anew(self) -> None:
        """Kill it; the supervisor starts it again."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def end(self) -> None:
        """Terminate it and wait; kill it if that takes too long."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(self._stop)
        try:
            async with asyncio.timeout(GOODBYE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _keep(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        while True:
            began = loop.time()
            code = await process.wait()
            if code in self._meant:
                self.ended.set()
                return
            pause = FIRST_PAUSE if loop.time() - began > LONG_ENOUGH else pause
            if code == SENT_AWAY:
                log.warning("was ended", what=self._name, does="it is started anew")
            else:
                log.error("died", what=self._name, code=code, pause=pause)
            while True:
                await asyncio.sleep(pause)
                if self.last.is_set():
                    self.dead.set()
                    return
                pause = min(2 * pause, LONGEST_PAUSE)
                try:
                    process = self._process = await self._start()
                    if self.last.is_set():  # it has not heard of it
                        process.kill()
                    break
                except CannotDo as error:
                    log.error("does not start", what=self._name, why=str(error), pause=pause)


async def look_after(nats: NatsServer, process: SupervisedProcess, patience: float = 0.0) -> None:
    """Restart a log that hangs, or that gave up on a full disk once there is space again."""
    silent = 0.0
    while True:
        await asyncio.sleep(CHECK_EVERY)
        try:
            why, silent = await nats.stuck(), 0.0
        except TimeoutError:
            silent += CHECK_EVERY + health.LOG_TIMEOUT
            why = f"no answer for {silent:.0f} s" if 0 < patience <= silent else ""
        if why:
            log.error("log started anew", why=why)
            process.start_anew()
            silent = 0.0


async def _start(supervised: Sequence[SupervisedProcess], ended: Ending) -> bool:
    """Start processes; return whether they have, before somebody asked for the end.

    Raises `CannotDo`.
    """
    starting = asyncio.create_task(_start_all(supervised))
    await _first(ended.wait(), starting)
    if starting.cancelled():
        return False
    starting.result()
    return True


async def _start_all(supervised: Sequence[SupervisedProcess]) -> None:
    await asyncio.gather(*(process.start() for process in supervised))


async def _end_all(supervised: list[SupervisedProcess]) -> None:
    await asyncio.gather(*(process.end() for process in supervised))


async def _first(*waited: Awaitable[object]) -> None:
    tasks = [asyncio.ensure_future(awaitable) for awaitable in waited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# The worker's side


def main() -> None:
    """Serve as a worker.

    The first line of the input has the settings. One line of the output says where the worker
    listens; blank lines are heartbeats, `DRAINED` means that its machine is being drained. The
    worker ends with its input, as its parent is gone then.
    """
    forget_terminal(os.environ)
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=Settings, dec_hook=_to_path)
    logs.configure(settings.log_level)
    if sys.platform == "linux":  # one that is stopped (SIGSTOP) must not outlive its parent
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGCONT)
    os.set_blocking(sys.stdout.fileno(), False)  # a parent that hangs must not hang its workers
    threading.Thread(target=_watch_parent, daemon=True).start()
    try:
        heartbeat = Heartbeat(partial(_say, b""), heartbeat_interval(settings.watchdog))
        asked_by = run.serve(settings, _opened, heartbeat, partial(_say, DRAINED))
        sys.exit(0 if asked_by == run.DRAIN else SENT_AWAY)
    except CannotDo as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(CANNOT_START)


def heartbeat_interval(patience: float) -> float:
    """Return the seconds between signs of life of a worker that is ended after so much silence."""
    return min(1.0, patience / 5)


def _say(what: bytes) -> None:
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), what + b"\n")


def _to_path(kind: type, value: str) -> Path:
    if kind is not Path:
        raise NotImplementedError(kind)
    return Path(value)


def _opened(opened: ServerInfo) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened, enc_hook=str) + b"\n")
    sys.stdout.flush()


def _watch_parent() -> None:
    """End this process when its parent is gone, in good order if there is time."""
    while os.read(sys.stdin.fileno(), 4096):
        continue
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(ORPHAN_GOODBYE)
    os._exit(1)
