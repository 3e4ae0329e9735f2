"""A private NATS server, from its wheel, for several workers on one machine."""

import asyncio
import ctypes
import json
import os
import re
import secrets
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from arcade.eventlog import copies
from arcade.eventlog.file import Lock
from arcade.eventlog.log import CannotOpen
from arcade.eventlog.owner import as_owner, chown_all_to_owner, refuse_links
from server.config.addresses import LOOPBACK
from server.config.environment import CannotDo
from server.config.installation import MODULE, how_to_install
from server.monitoring import health

# By default NATS may use three quarters of what is free when it starts: a log that is larger than
# that could not grow, however much is free.
CONFIG = """\
listen: 127.0.0.1:{port}
http: 127.0.0.1:-1
authorization {{ token: "{token}" }}
max_payload: 8MB
ports_file_dir: "{ports}"
log_file: "{folder}/nats.log"
logfile_size_limit: 8MB
logfile_max_num: 4
jetstream {{ store_dir: "{folder}/store", sync_interval: always, max_file_store: 100TB }}
"""
TOKEN = re.compile(r'token: "(\w+)"')
PATIENCE = 30.0
"""Seconds it may take to start."""
MIN_SPACE = 1 << 20
"""Bytes that must be free again."""
DEATH_SIGNAL = 1
"""Linux' PR_SET_PDEATHSIG: which signal a process gets when its parent dies."""
LIBC = ctypes.CDLL(None)
"""Opened before any fork: a child must not wait for a lock of the linker."""


class NatsServer:
    """One nats-server on the loopback interface, with its data in a folder; `url` has its token.

    It keeps its port and its token from one start to the next.
    """

    def __init__(self, folder: Path) -> None:
        """Take the folder; raises `CannotDo` where it cannot be written or another has it."""
        self._folder = folder
        self._port = -1
        self._health = 0
        self._token = secrets.token_hex(16)
        try:
            for path in (folder.parent, folder):  # the mode is for the last of them only
                path.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Inherited by the server: it holds even where that outlives this process.
            self._lock = Lock(folder / "store")
        except CannotOpen as error:
            raise CannotDo(f"Cannot keep data in {folder}: {error}.") from error
        except OSError as error:
            raise CannotDo(
                f"Cannot keep data in {folder}: {error.strerror} ({error.filename}). "
                "Choose another folder with --data."
            ) from error

    @property
    def url(self) -> str:
        return f"nats://{self._token}@127.0.0.1:{self._port}"

    async def start(self) -> asyncio.subprocess.Process:
        """Start it and wait until it listens; raise `CannotDo` if it does not."""
        program = find()
        if program is None:
            raise CannotDo(f"There is no nats-server. {how_to_install(MODULE)} Or give --log.")
        ports = self._folder / "ports"
        try:
            process = await asyncio.create_subprocess_exec(
                *(program, "-c", str(self._configure(ports))),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl+C is for the parent, which ends it last
                pass_fds=(self._lock.number,),
                preexec_fn=partial(_end_with, os.getpid()) if sys.platform == "linux" else None,
                user=os.geteuid(),  # for good: root that works as an owner could become root again
                group=os.getegid(),
            )
        except OSError as error:
            raise CannotDo(f"nats-server does not start: {error}.") from error
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found_ports := [*ports.glob("*.ports")]) or not (
                    text := found_ports[0].read_text()
                ):
                    if process.returncode is not None:
                        raise CannotDo(f"nats-server does not start: see {self._folder}/nats.log.")
                    await asyncio.sleep(0.02)
        except TimeoutError as error:
            process.kill()
            raise CannotDo(f"nats-server does not start: see {self._folder}/nats.log.") from error
        listening = json.loads(text)
        self._port = int(listening["nats"][0].rsplit(":", 1)[1])
        self._health = int(listening["monitoring"][0].rsplit(":", 1)[1])
        return process

    def _configure(self, ports: Path) -> Path:
        shutil.rmtree(ports, ignore_errors=True)
        ports.mkdir()
        config = self._folder / "nats.conf"
        config.unlink(missing_ok=True)
        with os.fdopen(os.open(config, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(
                CONFIG.format(port=self._port, token=self._token, ports=ports, folder=self._folder)
            )
        return config

    async def stuck(self) -> str:
        """Return why it gave up storing, once there is space again; "" if it did not.

        Raises TimeoutError where it does not answer. After one failed write NATS tries no other
        until it is restarted; without space it must not be started at all.
        """
        try:
            await asyncio.to_thread(health.ask, LOOPBACK, self._health, health.LOG_TIMEOUT)
        except CannotDo as error:
            if isinstance(error.__cause__, TimeoutError):
                raise TimeoutError from error
            if "write error" in str(error) and await asyncio.to_thread(_has_space, self._folder):
                return str(error)
        return ""

    def let_go(self) -> None:
        self._lock.release()


@asynccontextmanager
async def running_nats(folder: Path, alone: bool = False) -> AsyncIterator[str]:
    """Yield the address of the folder's server, starting one meanwhile if none runs.

    Raises `CannotDo`; `alone`: also if one runs already.
    """
    data = folder.parent
    try:
        with as_owner(data):
            nats = _taken(folder)
    except CannotDo:
        with as_owner(data):
            url = "" if alone else _running(folder)
        if not url:
            raise
        yield url
        return
    try:
        with as_owner(data):
            process = await nats.start()
        try:
            yield nats.url
        finally:
            process.terminate()
            await process.wait()
    finally:
        nats.let_go()
        with as_owner(data):
            chown_all_to_owner(folder)


def set_aside(folder: Path) -> None:
    """Rename the store of a folder's server to store.damaged; raises `CannotDo` while it runs."""
    with as_owner(folder.parent):
        nats = _taken(folder)
        try:
            if (folder / "store").exists():
                copies.set_aside(folder / "store")
        finally:
            nats.let_go()


def _taken(folder: Path) -> NatsServer:
    refuse_links(folder.parent, folder, *folder.rglob("*"))
    return NatsServer(folder)


def _running(folder: Path) -> str:
    """Return the address of the server that runs there; "" if none does."""
    try:
        token = TOKEN.findall((folder / "nats.conf").read_text())[0]
        listening = json.loads(next((folder / "ports").glob("*.ports")).read_text())
        return f"nats://{token}@{listening['nats'][0].rpartition('/')[2]}"
    except (OSError, LookupError, StopIteration, ValueError):
        return ""


def find() -> str | None:
    """Find the nats-server program: the wheel's, else the system's."""
    beside = shutil.which("nats-server", path=str(Path(sys.executable).parent))
    return beside or shutil.which("nats-server")


def _has_space(folder: Path) -> bool:
    probe = folder / "space"
    try:
        probe.write_bytes(bytes(MIN_SPACE))
    except OSError:
        return False
    finally:
        probe.unlink(missing_ok=True)
    return True


def _end_with(parent: int) -> None:
    """Ask the kernel to end this process when its parent dies, even by kill -9.

    The signal is SIGKILL: a stopped process (SIGSTOP) takes no other. Everything it has reported as
    stored is on disk (`sync_interval`).
    """
    LIBC.prctl(DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:  # it has died already; in a container process 1 may be alive
        os._exit(1)
