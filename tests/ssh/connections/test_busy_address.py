"""An address that has used up its share: what it asks for waits, and is answered."""

import asyncio

import pytest

from server.ssh import connection
from tests.ssh.client import connect
from tests.ssh.inside import Inside
from tests.waiting import PATIENCE, until


async def test_a_request_that_waits_for_its_turn_is_no_silence(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "IDLE_TIME", 0.1)
    looks = 0
    check = connection.SSHConnection._check

    def counted(self: connection.SSHConnection) -> None:
        nonlocal looks
        looks += 1
        check(self)

    async with await connect(inside.port) as client:
        (server,) = inside.context.connections
        assert isinstance(server, connection.SSHConnection)
        meter = server._slot.cost_meter
        meter.use(600)
        monkeypatch.setattr(connection.SSHConnection, "_check", counted)
        asking = asyncio.ensure_future(client.create_process(term_type="xterm", encoding=None))
        await until(lambda: looks > 3 or asking.done())
        assert not asking.done(), asking.exception()
        meter.use(-600)
        async with asyncio.timeout(PATIENCE):
            process = await asking
            await process.stdout.read(10)
