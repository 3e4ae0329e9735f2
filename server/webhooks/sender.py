"""Sends calls, a few at a time, and tries again with growing pauses; no table waits for it."""

import asyncio
import secrets
import time
from collections import Counter
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Self

import structlog

from arcade.club.webhooks.webhooks import Message
from arcade.tasks import NoSlot, Tasks, WorkSlots
from server.webhooks.bodies import body, headers

if TYPE_CHECKING:
    from server.webhooks.client import Client

TIMEOUT = 10.0
"""The longest that a request may take."""
PAUSES = (5.0, 30.0, 180.0, 900.0)
"""Seconds before each further try."""
SLOTS, WAITING, WAITING_PER_PERSON = 8, 1000, 10
"""Requests at once, calls that wait for a try in all, and of one person."""

log = structlog.get_logger()


class Sender:
    """Sends the messages of one process; opened and closed as a context."""

    def __init__(self, private: bool = False, pauses: tuple[float, ...] = PAUSES) -> None:
        """`private`: addresses of the host's own network may be called, too."""
        self._private = private
        self._pauses = pauses
        self._slots = WorkSlots(SLOTS, each=1, queue=WAITING)
        self._waiting: Counter[str] = Counter()
        self._tasks = Tasks()
        self._client: asyncio.Task[Client] | None = None
        self.dropped = 0
        """Messages that found the queue full."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._tasks.cancel()
        if self._client is not None:
            await (await self._client).close()

    def send(self, message: Message) -> None:
        """Send a message soon; it is dropped where too many wait."""
        if self._waiting[message.owner] >= WAITING_PER_PERSON or self._waiting.total() >= WAITING:
            self.dropped += 1
            return
        self._waiting[message.owner] += 1
        self._tasks.begin(self._deliver(message))

    async def attempt(self, message: Message, key: str = "") -> str:
        """Send a message once; return "HTTP 200" or what went wrong, in a few words."""
        data, kind = body(message)
        signed = headers(message, key or _key(), int(time.time()), data, kind)
        if self._client is None:
            self._client = asyncio.create_task(_make_client(self._private))
        return await (await asyncio.shield(self._client)).post(message, data, signed)

    async def _deliver(self, message: Message) -> None:
        key = _key()
        try:
            for pause in (0.0, *self._pauses):
                await asyncio.sleep(pause)
                async with self._slots.slot(message.owner):
                    answer = await self.attempt(message, key)
                if not _is_to_be_tried_again(answer):
                    break
            if not answer.startswith("HTTP 2"):
                log.info("webhook failed", answer=answer)
        except NoSlot:
            self.dropped += 1
        finally:
            self._waiting -= Counter((message.owner,))


async def _make_client(private: bool) -> "Client":
    """Load the library at the first call: few hosts and people need it."""
    module = await asyncio.to_thread(import_module, "server.webhooks.client")
    client: Client = module.Client(private, TIMEOUT)
    return client


def _key() -> str:
    return f"msg_{secrets.token_hex(12)}"


def _is_to_be_tried_again(answer: str) -> bool:
    """Return whether a later try may succeed: not where the address refuses, or is none."""
    if answer.startswith("HTTP "):
        return answer[5:] == "429" or answer[5] == "5"
    return answer != "not a public address"
