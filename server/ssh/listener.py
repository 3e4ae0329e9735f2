"""The SSH listener: how many log in at once, and the options of their connections."""

import asyncio
import socket
from collections.abc import Sequence
from contextvars import Context

import asyncssh

from arcade.club.limits.rate_limiter import TokenBucket, network
from arcade.tasks import WorkSlots
from server.config.settings import Settings
from server.doors.context import ServerContext
from server.doors.listener import Listener
from server.doors.sockets import Endpoint
from server.limits.connection_limiter import ConnectionSlot
from server.limits.cost_meter import PAYER
from server.ssh import transport
from server.ssh.connection import SSHConnection

REKEYS, REKEY_EVERY = 6, 10.0
"""Key exchanges of one connection at once, and the seconds after which one more may be."""
EXCHANGE_PAUSE = 0.01
"""Seconds between the key exchanges of two new connections."""
LOG_INS, LOG_IN = 8, 0.25
"""New connections that log in at once, and seconds after which the next may begin although one of
them is not done: it waits for its client."""
ASKED_BY_SSH = 3
"""SSH probes a silent client this many times less often than TCP does: a probe takes half a
millisecond. It finds clients that hang although their system still answers."""


class SSHListener(Listener):
    """Speaks SSH with the clients that come."""

    def __init__(
        self,
        sockets: list[socket.socket],
        context: ServerContext,
        options: asyncssh.SSHServerConnectionOptions,
        trusted: Sequence[str],
    ) -> None:
        super().__init__(sockets, context, trusted)
        self._options = options
        self._log_ins = WorkSlots(LOG_INS)
        self._key_exchanges = WorkSlots(1)

    async def _connect(self, opened: socket.socket, address: str, slot: ConnectionSlot) -> None:
        def protocol(_: object) -> asyncio.Protocol:
            return transport.connection(
                self._options,
                lambda: SSHConnection(self._context, slot, address),
                TokenBucket(1 / REKEY_EVERY, REKEYS).take,
            )

        PAYER.set(slot.cost_meter)  # this task's context is the connection's
        slot.logged_in = await self._log_ins.take(network(slot.origin))
        loop = asyncio.get_running_loop()
        loop.call_later(LOG_IN, slot.logged_in, context=Context())
        async with self._key_exchanges.slot(network(slot.origin)):
            await asyncio.sleep(EXCHANGE_PAUSE)
        if not slot.inside:  # sent away meanwhile
            slot.logged_in()
            opened.close()
            return
        await self._throttle(opened, slot, protocol)


def endpoint(settings: Settings) -> Endpoint:
    return Endpoint(settings.host, settings.port, settings.share_port, settings.sockets)


async def listen(
    settings: Settings,
    key: asyncssh.SSHKey,
    context: ServerContext,
    announced: Sequence[asyncssh.SSHKey] = (),
) -> Listener:
    """Listen; raises `CannotDo` when the address or the port cannot be had.

    The `announced` keys are sent to clients, but not used.
    """
    limits = settings.limits
    options = await asyncssh.SSHServerConnectionOptions.construct(
        server_host_keys=[key, *announced],
        login_timeout=limits.login_time,
        keepalive_interval=ASKED_BY_SSH * limits.keepalive,
        **(transport.strict() if settings.strict else transport.OPTIONS),
    )
    transport.use_first_host_key(options)
    sockets = await endpoint(settings).listen()
    return SSHListener(sockets, context, options, settings.proxies)
