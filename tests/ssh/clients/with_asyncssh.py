"""A client made with asyncssh; a guest has a password."""

import asyncio
import os
import sys
import tty

import asyncssh

from tests.ssh.clients import bridge


async def main() -> int:
    wish = bridge.wish()
    connected = await asyncssh.connect(
        "127.0.0.1",
        wish.port,
        username=wish.user,
        client_keys=[wish.key] if wish.key else None,
        password=None if wish.key else "whatever",
        known_hosts=None,
        config=None,
        agent_path=None,
    )
    terminal = None if wish.command else bridge.TYPE
    async with connected as connection:
        process = await connection.create_process(
            wish.command or None,
            term_type=terminal,
            term_size=(bridge.COLUMNS, bridge.ROWS),
            encoding=None,
        )
        if sys.stdin.isatty():
            tty.setraw(0)
            loop = asyncio.get_running_loop()
            loop.add_reader(0, lambda: process.stdin.write(os.read(0, 4096)))
        while some := await process.stdout.read(65536):
            os.write(1, some)
        await process.wait_closed()
    return process.exit_status or 0


sys.exit(asyncio.run(main()))
