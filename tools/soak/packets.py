"""What sending a frame costs, as asyncssh does it and without its empty message before each.

    PYTHONPATH=. python -m tools.soak.packets

CPU time of the sending side alone, in one process with the client, which reads.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import asyncssh
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from server.ssh import transport
from tests.ssh.inside import Inside, start_inside
from tools.soak.guests import Guest

FRAMES = 3000
SIZES = (100, 600, 4000)


async def cost(inside: Inside, size: int) -> tuple[float, float]:
    """Return microseconds and bytes on the line of one frame."""
    async with await Guest.enter(inside.port) as guest:
        await guest.see(b"size=")
        (session,) = inside.sessions
        channel = session.channel.line._channel.get_connection()._transport
        sent, write = [0], channel.write
        channel.write = lambda data: (sent.__setitem__(0, sent[0] + len(data)), write(data))
        spent, frame, start = 0.0, b"x" * size, guest.received
        for number in range(1, FRAMES + 1):
            before = time.thread_time()
            session.channel.line._channel.write(frame)
            spent += time.thread_time() - before
            while guest.received < start + number * size:
                await asyncio.sleep(0)
    while inside.sessions:
        await asyncio.sleep(0.01)
    return spent / FRAMES * 1e6, sent[0] / FRAMES


async def floor(inside: Inside, size: int) -> tuple[float, float, float]:
    """Return microseconds of a frame's parts: cipher, asyncssh without socket, our outlet."""
    cipher, nonce, frame = AESGCM(os.urandom(32)), bytes(12), b"x" * size
    async with await Guest.enter(inside.port) as guest:
        await guest.see(b"size=")
        (session,) = inside.sessions
        session.channel.line._channel._send_window = 1 << 40
        session.channel.line._channel.get_connection()._send = lambda _: None
        parts = (
            lambda: cipher.encrypt(nonce, frame, b"size"),
            lambda: session.channel.line._channel.write(frame),
            lambda: session.channel.outlet.send(frame),
        )
        best = [min(_lasts(part) for _ in range(5)) for part in parts]
    while inside.sessions:
        await asyncio.sleep(0.01)
    return best[0], best[1], best[2]


def _lasts(part: Callable[[], object]) -> float:
    before = time.thread_time()
    for _ in range(FRAMES):
        part()
    return (time.thread_time() - before) / FRAMES * 1e6


async def measure() -> None:
    ours = transport._Connection.send_packet
    with tempfile.TemporaryDirectory() as folder:
        inside = await start_inside(Path(folder))
        for size in SIZES:
            heard = []
            for name, send in (
                ("asyncssh's", asyncssh.SSHServerConnection.send_packet),
                ("ours", ours),
            ):
                transport._Connection.send_packet = send  # type: ignore[method-assign]
                best = min([await cost(inside, size) for _ in range(3)])
                heard.append(f"{name} {best[0]:.1f} µs, {best[1]:.0f} bytes on the line")
            sys.stdout.write(f"a frame of {size} bytes: {'; '.join(heard)}\n")
            cipher, channel, outlet = await floor(inside, size)
            sys.stdout.write(
                f"  of these without the socket {channel:.1f} µs (the cipher alone {cipher:.1f}), "
                f"with the outlet {outlet:.1f}\n"
            )
        await inside.close()


if __name__ == "__main__":
    asyncio.run(measure())
