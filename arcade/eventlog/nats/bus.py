"""A `ClusterBus` over NATS: core messages, and one key for each process in a KV bucket.

A key expires with its lease unless renewed. The bucket is in memory: after a restart of the NATS
server every lease is new.
"""

import json
import uuid
from collections.abc import Callable

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext, api
from nats.js.errors import Error as JetStreamError

from arcade.eventlog.log import Disconnected
from arcade.tasks import await_or_cancel

BUCKET = "ARCADE_WORKERS"
STREAM = f"KV_{BUCKET}"
KEYS = f"$KV.{BUCKET}."
SUBJECT = "arcade.said."
LEASE = 1.0
"""Seconds a lease lasts: rooms of a killed process stand still for so long."""
TIMEOUT = 1.0
"""Timeout of a request, in seconds."""


class NatsBus:
    """A `ClusterBus` on a connection that the caller opens and closes."""

    def __init__(self, client: Client, replicas: int = 1, lease: float = LEASE) -> None:
        self.me = uuid.uuid4().hex[:12]
        self.lease = lease
        self._client = client
        self._context: JetStreamContext = client.jetstream(timeout=TIMEOUT)
        self._replicas = replicas

    async def subscribe(self, heard: Callable[[str, bytes], None]) -> None:
        async def hear(message: Msg) -> None:
            worker = message.subject.removeprefix(SUBJECT)
            if worker != self.me:
                heard(worker, message.data)

        try:
            await self._client.subscribe(f"{SUBJECT}*", cb=hear)
        except (nats.errors.Error, OSError) as error:
            raise Disconnected(str(error)) from error

    async def publish(self, data: bytes) -> None:
        if not self._client.is_connected:
            return  # the client would buffer it, and send it when it is no longer true
        try:
            await self._client.publish(SUBJECT + self.me, data)
        except (nats.errors.Error, OSError):
            return

    async def renew(self) -> frozenset[str]:
        if not self._client.is_connected:
            raise Disconnected("no connection")
        try:
            try:
                await await_or_cancel(self._context.publish(KEYS + self.me, b""))
            except JetStreamError:
                await self._make_bucket()
                await await_or_cancel(self._context.publish(KEYS + self.me, b""))
            return await self._holders()
        except (nats.errors.Error, JetStreamError, OSError, TimeoutError) as error:
            raise Disconnected(str(error) or type(error).__name__) from error

    async def close(self) -> None:
        wish = json.dumps({"filter": KEYS + self.me}).encode()
        try:
            await self._client.request(f"$JS.API.STREAM.PURGE.{STREAM}", wish, timeout=TIMEOUT)
        except (nats.errors.Error, OSError):
            return  # it expires by itself

    async def _make_bucket(self) -> None:
        await self._context.create_key_value(
            bucket=BUCKET, ttl=self.lease, storage=api.StorageType.MEMORY, replicas=self._replicas
        )

    async def _holders(self) -> frozenset[str]:
        wish = json.dumps({"subjects_filter": f"{KEYS}>"}).encode()
        asked = self._client.request(f"$JS.API.STREAM.INFO.{STREAM}", wish, timeout=TIMEOUT)
        answer = await await_or_cancel(asked)
        reply = json.loads(answer.data)
        if "error" in reply:
            raise Disconnected(str(reply["error"].get("description")))
        subjects = reply.get("state", {}).get("subjects") or {}
        return frozenset(subject.removeprefix(KEYS) for subject in subjects)
