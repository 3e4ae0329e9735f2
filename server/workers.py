"""Several processes on one port: started, started anew when they die, ended together.

The parent holds the port and, where none is given, runs the NATS server; it serves nobody itself.
"""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable

import msgspec
import structlog
from msgspec.structs import replace

from server import keys, worker
from server.config import Settings
from server.errors import CannotDo
from server.folder import NATS
from server.listener import bind
from server.nats import Nats
from server.run import Open, described, ending

PROGRAM = "from server.worker import main; main()"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before what died is started anew: doubled each time, from the first on."""
LONG_ENOUGH = 30.0
"""After so many seconds of life the pause is the first one again."""
LOOK = 5.0
"""Seconds between two looks at the log's health."""
GOODBYE = 15.0
"""Seconds a process has to end when it is told to."""

log = structlog.get_logger()

Process = asyncio.subprocess.Process


def serve(settings: Settings, opened: Callable[[Open], None]) -> None:
    """Serve with `settings.workers` processes until SIGTERM or SIGINT; raises `CannotDo`."""
    with asyncio.Runner() as runner:
        runner.run(_serve(settings, opened))


async def _serve(settings: Settings, opened: Callable[[Open], None]) -> None:
    key = keys.load_or_make(settings.host_key)  # once, before all of them look for it
    async with contextlib.AsyncExitStack() as closing:
        # Where another program shares its port, it would share ours: asked for alone at first.
        for one in await bind(settings):
            settings = replace(settings, port=int(one.getsockname()[1]))
            one.close()
        settings = replace(settings, share_port=True)
        for one in await bind(settings):
            closing.callback(one.close)
        ended = ending()
        asked = settings.log
        if not settings.shared:
            nats = Nats(settings.data / NATS)
            closing.callback(nats.let_go)
            kept = Kept("nats-server", nats.start)
            await kept.start()
            closing.push_async_callback(kept.end)
            closing.callback(asyncio.create_task(look_after(nats, kept)).cancel)
            settings = replace(settings, log=nats.url)
        crew = [Kept(f"worker {n}", _starter(settings, n)) for n in range(settings.workers)]
        closing.push_async_callback(_end_all, crew)
        await asyncio.gather(*(one.start() for one in crew))
        opened(described(replace(settings, log=asked), settings.port, key))
        await _first(ended.wait(), _all_ended(crew))


def _starter(settings: Settings, number: int) -> Callable[[], Awaitable[Process]]:
    """Give what starts a worker, and waits until it listens; it raises `CannotDo`."""

    async def start() -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for the parent, which passes it on
        )
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(worker.encode(replace(settings, worker=number)))
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            await process.wait()
            raise CannotDo(f"Worker {number} does not start; why, it has said above.")
        msgspec.json.decode(line)
        return process

    return start


class Kept:
    """A process that is started anew when it dies. Exit code 0 is an end that was meant."""

    def __init__(self, name: str, start: Callable[[], Awaitable[Process]]) -> None:
        self._name = name
        self._start = start
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None
        self.ended = asyncio.Event()

    async def start(self) -> None:
        """Start it for the first time; raises `CannotDo`."""
        self._process = await self._start()
        self._keeping = asyncio.create_task(self._keep(self._process))

    def start_anew(self) -> None:
        """Kill it: what dies is started again."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def end(self) -> None:
        """Tell it to end, and wait; kill it where that takes too long."""
        if self._keeping is not None:
            self._keeping.cancel()
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
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
            if code == 0:
                self.ended.set()
                return
            pause = FIRST_PAUSE if loop.time() - began > LONG_ENOUGH else pause
            log.error("died", what=self._name, code=code, pause=pause)
            while True:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                try:
                    process = self._process = await self._start()
                    break
                except CannotDo as error:
                    log.error("does not start", what=self._name, why=str(error), pause=pause)


async def look_after(nats: Nats, kept: Kept) -> None:
    """Start a log anew that a full disk has made give up, when there is space again."""
    while True:
        await asyncio.sleep(LOOK)
        if why := await nats.stuck():
            log.error("log started anew", why=why)
            kept.start_anew()


async def _end_all(crew: list[Kept]) -> None:
    await asyncio.gather(*(one.end() for one in crew))


async def _all_ended(crew: list[Kept]) -> None:
    for one in crew:
        await one.ended.wait()


async def _first(*waited: Awaitable[object]) -> None:
    tasks = [asyncio.ensure_future(one) for one in waited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
