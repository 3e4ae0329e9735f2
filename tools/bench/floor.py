"""The floor: an asyncssh server that echoes keys, and copies what follows a "!" to everybody.

    python -m tools.bench.floor [--ticking]

With `--ticking` each session has a timer of the loop that comes round once a second.

It has the arcade's own options of asyncssh; whatever the arcade needs beyond it is the arcade's.
"""

import asyncio
import sys

import asyncssh

from server.config.settings import Limits
from server.monitoring.garbage import Garbage
from server.ssh.listener import ASKED_BY_SSH
from server.ssh.transport import OPTIONS

GREETING = b"floor"


class Door(asyncssh.SSHServer):
    """Lets everybody in."""

    def begin_auth(self, username: str) -> bool:
        return False


class Echo(asyncssh.SSHServerSession[bytes]):
    """One session."""

    everybody: "set[Echo]" = set()
    ticking = False

    _channel: "asyncssh.SSHServerChannel[bytes]"

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan

    def pty_requested(self, *_: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self.everybody.add(self)
        self._channel.write(GREETING)
        if self.ticking:
            self._tick()

    def _tick(self) -> None:
        if self in self.everybody:
            asyncio.get_running_loop().call_later(1, self._tick)

    def connection_lost(self, exc: Exception | None) -> None:
        self.everybody.discard(self)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if data.startswith(b"!"):
            for echo in self.everybody:
                echo._channel.write(data)
        else:
            self._channel.write(data)


class Sessions(Door):
    """A door that opens sessions."""

    def session_requested(self) -> Echo:
        return Echo()


async def main() -> None:
    Echo.ticking = "--ticking" in sys.argv
    listener = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        server_factory=Sessions,
        **{**OPTIONS, "encoding": None},
        keepalive_interval=ASKED_BY_SSH * Limits().keepalive,
    )
    sys.stdout.write(f"ssh -p {listener.get_port()} play@localhost\n")
    sys.stdout.flush()
    Garbage(lambda: 0).settle()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
