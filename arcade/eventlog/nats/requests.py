"""What a JetStream server is asked about the messages of its stream, beside storing them."""

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
"""Seconds to wait for the answer to one request."""
PATIENCE = 8.0
"""Seconds in which a request is sent again before it is given up."""
NOT_FOUND, OWN_FAULT = 404, 500
"""The server's answers to what there is not, and (from this on) to what it cannot do now."""
BATCH = 256
"""Messages asked for at once."""

LOST = (nats.errors.TimeoutError, nats.errors.NoRespondersError, nats.errors.ConnectionClosedError)
"""What is raised where no answer came: it may have been lost on either way."""


class Requests:
    """Asks until there is an answer; raises NotStored without one, or once `closed` says so."""

    def __init__(self, client: Client, closed: Callable[[], bool]) -> None:
        self._client = client
        self._closed = closed

    async def last(self, subject: str) -> int:
        """Give the sequence of a subject's last message, as the stream's leader knows it; or 0."""
        found = await self._ask(f"STREAM.MSG.GET.{STREAM}", {"last_by_subj": subject})
        return int(found["message"]["seq"]) if found else 0

    async def message(self, subject: str, sequence: int) -> dict[str, Any] | None:
        """Give a subject's first message from a sequence on, as the leader has it."""
        wish = {"seq": sequence, "next_by_subj": subject}
        found = await self._ask(f"STREAM.MSG.GET.{STREAM}", wish)
        return found["message"] if found else None

    async def subjects(self, under: str, offset: int) -> tuple[list[str], int]:
        """Name some of the subjects under a pattern from one on; give how many there are, too."""
        wish = {"subjects_filter": under, "offset": offset}
        found = await self._ask(f"STREAM.INFO.{STREAM}", wish) or {}
        return list(found.get("state", {}).get("subjects") or {}), int(found.get("total", 0))

    async def newest(self) -> int:
        """Give the sequence of the last message of all, as the stream's leader knows it; or 0."""
        found = await self._ask(f"STREAM.INFO.{STREAM}", {}) or {}
        return int(found.get("state", {}).get("last_seq", 0))

    async def batch(self, wish: dict[str, Any]) -> list[Msg]:
        """Ask a replica for several messages at once (ADR-31 of NATS); may give fewer."""
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
                    break  # the end of the batch, or nothing (yet, at a replica)
                found.append(answer)
        except (*LOST, nats.errors.Error):
            pass  # what came so far is in order; the rest is asked for again
        finally:
            with contextlib.suppress(nats.errors.Error):
                await answers.unsubscribe()
        return found

    async def _ask(self, what: str, wish: dict[str, Any]) -> dict[str, Any] | None:
        """Ask the server; None where there is no such thing. Raises NotStored without answer."""
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
            await asyncio.sleep(0.05)  # there is no leader yet, or no answer

    async def _request(self, what: str, wish: dict[str, Any]) -> dict[str, Any]:
        """Ask once; what keeps the server from answering is put as its own errors are."""
        try:
            payload = json.dumps(wish).encode()
            asked = self._client.request(f"$JS.API.{what}", payload, timeout=TRY)
            answer = await await_or_cancel(asked)
        except (nats.errors.Error, OSError) as error:
            return {"error": {"code": OWN_FAULT, "description": str(error) or "no answer"}}
        found: dict[str, Any] = json.loads(answer.data)
        return found
