"""The peer: OpenSSH's own server, which starts a process of the same app for every session."""

import asyncio
import getpass
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

from tools.bench.people import Person
from tools.bench.running import ARCADE, SERVERS, Extent, Figures, Running, pin, quantiles

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
RUN = Path("/run/sshd")
"""Where sshd's child without rights lives; the service makes it, and nobody does in a container."""
MISSING = "sshd is not installed (Debian, Ubuntu: apt-get install openssh-server): no peer"
START = 20.0
"""Seconds in which it must listen."""
CONFIG = """
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/peer_host
AuthorizedKeysFile {folder}/peer_key.pub
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
MaxStartups 1000
MaxSessions 1000
ForceCommand cd {here} && XDG_DATA_HOME=$(mktemp -d {folder}/XXXXXX) exec {arcade} play
"""


async def peer(folder: Path, extent: Extent) -> Figures:
    """Memory, first picture and keys of the same app under sshd, a process for each session."""
    if SSHD is None:
        sys.stdout.write(f"  {MISSING}\n")
        return {}
    if os.geteuid() == 0 and not RUN.exists():
        sys.stdout.write(f"  {RUN} is missing: made\n")
        RUN.mkdir(mode=0o755)
    figures: Figures = {}
    number = max(4, extent.sessions // 6)
    async with _sshd(folder) as (running, key):
        people = [await _come(running.port, key)]
        before, spent = running.memory, running.cpu
        people += [await _come(running.port, key) for _ in range(number)]
        figures["first frame p50 ms"] = quantiles([person.first for person in people[1:]])[0]
        figures["CPU ms"] = (running.cpu - spent) / number * 1000
        await asyncio.sleep(1)
        figures["KiB"] = (running.memory - before) / number
        waits = []
        for turn in range(40):
            waits.append(await people[0].key((b"x", b"\x7f")[turn % 2]))
            await asyncio.sleep(0.05)
        figures["key p50 ms"], figures["key p99 ms"] = quantiles(waits)
        for person in people:
            person.line.abort()
    return figures


async def _come(port: int, key: asyncssh.SSHKey) -> Person:
    return await Person.come(port, getpass.getuser(), b"name", key)


@asynccontextmanager
async def _sshd(folder: Path) -> AsyncIterator[tuple[Running, asyncssh.SSHKey]]:
    assert SSHD is not None
    host, key = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    host.write_private_key(folder / "peer_host")
    (folder / "peer_host").chmod(0o600)
    key.write_public_key(folder / "peer_key.pub")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "sshd_config"
    config.write_text(CONFIG.format(port=port, folder=folder, here=Path.cwd(), arcade=ARCADE))
    log_file = folder / "sshd.log"
    with log_file.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(SSHD, "-D", "-e", "-f", str(config)), stderr=log
        )
    pin(process.pid, SERVERS)
    running = Running(process, port)
    try:
        async with asyncio.timeout(START):
            while b"Server listening" not in log_file.read_bytes():
                if process.returncode is not None:
                    raise RuntimeError(f"sshd did not start: {log_file.read_text().strip()}")
                await asyncio.sleep(0.05)
        yield running, key
    finally:
        await running.end()
