"""Requests to a JetStream server about the messages of its stream."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import api

from arcade.eventlog.log import NotStored
from arcade.eventlog.nats.answers import await_or_cancel

STREAM = "ARCADE"
TRY = 2.0
"""Timeout of one attempt, in seconds."""
PATIENCE = 8.0
"""Seconds of attempts before a request fails."""
NOT_FOUND, OWN_FAULT = 404, 500
"""The server's error codes for what does not exist, and (from 500 on) for its own failures."""
BATCH = 256
"""Messages in one request."""

LOST = (nats.errors.TimeoutError, nats.errors.NoRespondersError, nats.errors.ConnectionClosedError)
"""Raised without an answer: the request or the answer was lost."""


class Requests:
    """Repeats each request until it is answered; raises NotStored if it is not, or once closed."""

    def __init__(self, client: Client, closed: Callable[[], bool]) -> None:
        self._client = client
        self._closed = closed

    async def last(self, subject: str) -> int:
        """Return the sequence of a subject's last message, from the leader; 0 if there is none."""
        found = await self._ask(f"STREAM.MSG.GET.{STREAM}", {"last_by_subj": subject})
        return int(found["message"]["seq"]) if found else 0

    async def message(self, subject: str, sequence: int) -> dict[str, Any] | None:
        """Return a subject's first message from a sequence on, from the leader."""
        wish = {"seq": sequence, "next_by_subj": subject}
        found = await self._ask(f"STREAM.MSG.GET.{STREAM}", wish)
        return found["message"] if found else None

    async def subjects(self, under: str, offset: int) -> tuple[list[str], int]:
        """Return a page of the subjects that match a pattern, and their total number."""
        wish = {"subjects_filter": under, "offset": offset}
        found = await self._ask(f"STREAM.INFO.{STREAM}", wish) or {}
        return list(found.get("state", {}).get("subjects") or {}), int(found.get("total", 0))

    async def newest(self) -> int:
        """Return the sequence of the stream's last message, from the leader; 0 if there is none."""
        found = await self._ask(f"STREAM.INFO.{STREAM}", {}) or {}
        return int(found.get("state", {}).get("last_seq", 0))

    async def batch(self, wish: dict[str, Any]) -> list[Msg]:
        """Ask a replica for several messages at once (NATS ADR-31); may return fewer."""
        inbox = self._client.new_inbox()
        answers = await self._client.subscribe(inbox)
        found: list[Msg] = []
        try:
            await self._client.publish(
                f"$JS.API.DIRECT.GET.{STREAM}", json.dumps(wish).encode(), reply=inbox
            )
            while True:
                answer = await await_or_cancel(answers.next_msg(timeout=TRY))
                if (answer.headers or {}).get(api.Header.STATUS):
                    break  # the end of the batch, or nothing (yet, on a replica)
                found.append(answer)
        except (*LOST, nats.errors.Error):
            pass  # what arrived is in order; the caller asks for the rest
        finally:
            with contextlib.suppress(nats.errors.Error):
                await answers.unsubscribe()
        return found

    async def _ask(self, what: str, wish: dict[str, Any]) -> dict[str, Any] | None:
        """Ask the server; None if it does not exist. Raises NotStored without an answer."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            answer = await self._request(what, wish)
            fault = answer.get("error")
            if fault is None:
                return answer
            if fault.get("code") == NOT_FOUND:
                return None
            if loop.time() > until or self._closed():
                raise NotStored(str(fault.get("description")))
            await asyncio.sleep(0.05)  # no leader yet, or no answer

    async def _request(self, what: str, wish: dict[str, Any]) -> dict[str, Any]:
        """Ask once; a lost request is returned as an error of the server."""
        try:
            payload = json.dumps(wish).encode()
            asked = self._client.request(f"$JS.API.{what}", payload, timeout=TRY)
            answer = await await_or_cancel(asked)
        except (nats.errors.Error, OSError) as error:
            return {"error": {"code": OWN_FAULT, "description": str(error) or "no answer"}}
        found: dict[str, Any] = json.loads(answer.data)
        return found
