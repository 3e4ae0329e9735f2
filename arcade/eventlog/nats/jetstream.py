"""The log of many processes: one NATS JetStream stream, with a subject for each of ours.

An append is one message with all its facts, so that it is stored whole or not at all; the server
checks that the subject ends where the writer expects (expected last sequence per subject). If the
answer to a publish is lost, it is sent again with the same message id, which the server stores
once; if it reports a wrong place instead (it checks that first), we compare the message there.
"""

import asyncio
import base64
import contextlib
import json
import uuid
from collections.abc import Callable, Collection, Sequence
from typing import Any
from urllib.parse import quote, unquote

import msgspec
import nats.errors
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext, api
from nats.js.errors import APIError, NotFoundError, ServerError, ServiceUnavailableError
from nats.js.errors import Error as JetStreamError

from arcade.eventlog.log import (
    CannotOpen,
    Conflict,
    Damaged,
    Entry,
    GrowingLog,
    NotStored,
    Token,
    check_append,
)
from arcade.eventlog.nats.nodes import Nodes, answers
from arcade.tasks import Tasks, await_or_cancel

Json = dict[str, Any]

STREAM = "ARCADE"
TIMEOUT = 2.0
"""Timeout of one attempt, in seconds."""
PATIENCE = 8.0
"""Seconds of attempts before a request fails."""
NOT_FOUND, OWN_FAULT = 404, 500
"""The server's error codes for missing things, and (from 500 on) for its own failures."""
BATCH = 256
"""Messages in one request."""

NO_ANSWER = (
    nats.errors.TimeoutError,
    nats.errors.NoRespondersError,
    nats.errors.ConnectionClosedError,
)
"""Raised without an answer: the request or the answer was lost."""


class NoLog(CannotOpen):
    """There is no log on these servers."""


class Requests:
    """Repeats each request until it is answered; raises NotStored if it is not, or once closed."""

    def __init__(self, client: Client, closed: Callable[[], bool]) -> None:
        self._client = client
        self._closed = closed

    async def last(self, subject: str) -> int:
        """Return the sequence of a subject's last message, from the leader; 0 if there is none."""
        reply = await self._ask(f"STREAM.MSG.GET.{STREAM}", {"last_by_subj": subject})
        return int(reply["message"]["seq"]) if reply else 0

    async def message(self, subject: str, sequence: int) -> Json | None:
        """Return a subject's first message from a sequence on, from the leader."""
        wish = {"seq": sequence, "next_by_subj": subject}
        reply = await self._ask(f"STREAM.MSG.GET.{STREAM}", wish)
        return reply["message"] if reply else None

    async def subjects(self, under: str, offset: int) -> tuple[list[str], int]:
        """Return a page of the subjects that match a pattern, and their total number."""
        wish = {"subjects_filter": under, "offset": offset}
        reply = await self._ask(f"STREAM.INFO.{STREAM}", wish) or {}
        return list(reply.get("state", {}).get("subjects") or {}), int(reply.get("total", 0))

    async def newest(self) -> int:
        """Return the sequence of the stream's last message, from the leader; 0 if there is none."""
        reply = await self._ask(f"STREAM.INFO.{STREAM}", {}) or {}
        return int(reply.get("state", {}).get("last_seq", 0))

    async def batch(self, wish: Json) -> list[Msg]:
        """Ask a replica for several messages at once (NATS ADR-31); may return fewer."""
        messages: list[Msg] = []
        # What arrives is in order: the caller asks for the rest, also for what a replica lacks yet.
        with contextlib.suppress(nats.errors.Error):
            async for message in answers(self._client, f"DIRECT.GET.{STREAM}", wish):
                messages.append(message)  # noqa: PERF401  an error must not lose those before it
        return messages

    async def _ask(self, what: str, wish: Json) -> Json | None:
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

    async def _request(self, what: str, wish: Json) -> Json:
        try:
            payload = json.dumps(wish).encode()
            asked = self._client.request(f"$JS.API.{what}", payload, timeout=TIMEOUT)
            answer = await await_or_cancel(asked)
        except (nats.errors.Error, OSError) as error:
            return {"error": {"code": OWN_FAULT, "description": str(error) or "no answer"}}
        reply: Json = json.loads(answer.data)
        return reply


log = structlog.get_logger()

ROOT = "arcade.log."
DUPLICATE_WINDOW = 120.0
"""Seconds the server remembers a message id; longer than `PATIENCE`."""
WRONG_PLACE = (10071, 10164)
"""The server's error codes for a wrong expected sequence."""
NO_CLUSTER = 10074
"""The server's error code for replicas where it is alone."""
NO_PEERS = 10005
"""The server's error code for fewer nodes than replicas: the others may not have come yet."""
IN_PROCESS = 10158
"""The server's error code for a repeated message that is not yet stored everywhere."""
ELECTION = 60.0
"""Seconds in which servers that answer must have a leader, when a log is opened."""
LOG_EVERY = 4.0
"""Seconds between two log lines while there is none yet."""
HEARTBEAT = 1.0
"""Seconds between heartbeats of the server; after two missed ones the client asks another server.
Until then it does not learn what is stored."""
CHECK_EVERY = 10.0
"""Seconds between checks that no notice of something stored was lost."""
ELECTED = f"$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.{STREAM}"
"""Where NATS says that another node leads the stream."""
TRIES = 24
"""How often other nodes are asked for a gap: each time the servers choose one."""
STEP = 1 << 16
"""Tokens per message: an entry's token is its message's sequence × STEP − entries after it."""
PROBES = "health"
"""The stream that has one entry more after each time in which nothing could be stored."""


class JetStreamLog(GrowingLog):
    """An `EventLog` shared by processes, on one machine or many."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self._client = client
        self._context = client.jetstream(timeout=TIMEOUT)
        self._requests = Requests(client, lambda: self.closed)
        self.nodes = Nodes(client, STREAM)
        self._replicas = 1
        self._watch: JetStreamContext.PushSubscription | None = None
        self._newest = 0
        self._looking: asyncio.Task[None] | None = None
        self._storing = Tasks()
        self._electing: asyncio.Task[None] | None = None
        self._out_of_reach: set[str] = set()

    @classmethod
    async def open(cls, url: str, replicas: int = 1) -> "JetStreamLog":
        """Open the log on the servers of `url` (nats://host:port, more with commas between).

        The stream is made on `replicas` servers if there is none; 0: it is not made, and `NoLog` is
        raised. Raises CannotOpen.
        """
        client = Client()
        opened = cls(client)
        try:
            async with asyncio.timeout(PATIENCE):  # the client alone would try for ever
                await client.connect(
                    url.split(","),
                    name="ssh-arcade",
                    connect_timeout=2,
                    reconnect_time_wait=0.2,  # type: ignore[arg-type]  # it is slept
                    max_reconnect_attempts=-1,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    error_cb=opened._note,
                    reconnected_cb=opened._reconnected,
                )
            await opened._take_part(replicas)
            await client.subscribe(ELECTED, cb=opened._elected)
        except CannotOpen:
            await client.close()
            raise
        except (nats.errors.Error, JetStreamError, NotStored, OSError, ValueError) as error:
            await client.close()
            why = str(error) or "no answer, or a wrong token"
            raise CannotOpen(
                f"no JetStream at {_shown(url)} ({why}): start nats-server with -js there, "
                "or give another address with --log"
            ) from error
        opened._looking = asyncio.create_task(opened._check())
        return opened

    @property
    def client(self) -> Client:
        return self._client

    @property
    def damaged(self) -> tuple[str, ...]:
        return self.nodes.damaged

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        """Store all of `data` after `expected`, or nothing; see `EventLog`.

        After `NotStored` for lack of an answer it may have been stored all the same; the next
        append to the stream then raises `Conflict`.
        """
        check_append(stream, data)
        if len(data) >= STEP:
            raise ValueError(f"{len(data)} facts at once")
        if self.closed:
            raise NotStored("the log is closed")
        if expected % STEP:
            raise Conflict(stream, expected)  # there are entries after that one in its message
        headers = {
            api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value: str(expected // STEP),
            api.Header.MSG_ID.value: uuid.uuid4().hex,
        }
        payload = msgspec.msgpack.encode(list(data))
        sequence = await self._storing.begin(self._publish(stream, payload, headers, expected))
        self.report(stream, sequence * STEP)
        return sequence * STEP

    async def can_store(self) -> bool:
        """Store something to find out: no request tells that a server has failed to write."""
        try:
            await self.append(PROBES, [b""], await self._last(PROBES) * STEP)
        except Conflict:
            return True  # another process has just found out
        except (NotStored, Damaged):
            return False
        return True

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        """Return the entries after a position; see `EventLog`."""
        self._check_open()
        return await self._read(stream, after, await self._last(stream))

    async def between(self, stream: str, after: Token, until: Token) -> list[Entry]:
        self._check_open()
        last = min(await self._last(stream), -(-until // STEP))
        entries = await self._read(stream, after, last)
        return [entry for entry in entries if entry.token <= until]

    async def _read(self, stream: str, after: Token, last: int) -> list[Entry]:
        """Return the entries after a position, up to the message with the sequence `last`.

        Each message names its predecessor, which reveals any that a node leaves out because of a
        wrong checksum; another node may have it. Raises NotStored if no server can be reached.
        """
        before = after // STEP
        entries: list[Entry] = []
        gaps = 0
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while before < last:
            messages = await self._fetch(stream, before + 1)
            if messages:
                until = loop.time() + PATIENCE
            elif loop.time() > until:
                raise NotStored(f"no server gives what follows {before} of {stream}")
            for message in messages:
                # Reading from within a message, we do not know its predecessor.
                if (entries or after % STEP == 0) and _expected(message) not in (before, None):
                    gaps += 1
                    if gaps > TRIES or self._replicas == 1:
                        raise Damaged(stream, len(entries) + 1)
                    break
                before = _sequence(message)
                entries += _entries(stream, before, message.data, after)
        if gaps:
            self.nodes.doubt(stream)
        return entries

    async def _last(self, stream: str) -> int:
        """Return the sequence of a stream's last message, or 0; raises `Damaged` if it is lost."""
        subject = _subject(stream)
        last = await self._requests.last(subject)
        if last or not (await self._requests.subjects(subject, 0))[0]:
            return last
        last = await self._requests.last(subject)  # stored between the two requests?
        if not last:
            raise Damaged(stream, 1)
        return last

    async def streams(self) -> list[str]:
        self._check_open()
        names: list[str] = []
        total = 1
        while len(names) < total:
            subjects, total = await self._requests.subjects(f"{ROOT}>", len(names))
            if not subjects:
                break
            names += map(_stream, subjects)
        return sorted(names)

    async def moment(self) -> Token:
        """Return the place after everything stored now; places increase over all streams."""
        return STEP * await self._requests.newest()

    async def check(self, stream: str) -> None:
        """Read the stream: a message dropped for a wrong checksum is revealed by its successor."""
        await self.read(stream)

    async def ends(self, streams: Collection[str] | None = None) -> dict[str, Entry]:
        """Return the last entry of every stream, as one replica knows it; see `EventLog`."""
        names = await self.streams() if streams is None else list(streams)
        ends: dict[str, Entry] = {}
        for first in range(0, len(names), BATCH):
            subjects = [_subject(name) for name in names[first : first + BATCH]]
            for answer in await self._requests.batch({"multi_last": subjects, "batch": BATCH}):
                stream = _stream((answer.headers or {})["Nats-Subject"])
                ends[stream] = _entries(stream, _sequence(answer), answer.data, 0)[-1]
        return ends

    async def close(self) -> None:
        if self.closed:
            return
        self.stop_growing()
        for task in filter(None, (self._looking, self._electing)):
            task.cancel()
        await self.nodes.close()
        await self._storing.settle()
        # Without a server the client cannot flush its buffer: it fails, or waits. The transport of
        # Python 3.12 on raises `TypeError` where lines are written once it is closed.
        with contextlib.suppress(nats.errors.Error, OSError, TimeoutError, TypeError):
            async with asyncio.timeout(TIMEOUT):
                await self._client.close()

    async def _take_part(self, replicas: int) -> None:
        """Find or create the stream and listen; retry while the cluster is not complete."""
        loop = asyncio.get_running_loop()
        began = warned = loop.time()
        while True:
            try:
                await self._find_or_make_stream(replicas)
                await self.nodes.lead_by_a_whole_one()
                return await self._watch_all()
            except (nats.errors.TimeoutError, APIError, NotStored) as e:
                if isinstance(e, APIError) and e.err_code == NO_CLUSTER:
                    raise CannotOpen(
                        f"one NATS server alone cannot keep {replicas} copies: begin its cluster, "
                        "or take --replicas 1"
                    ) from e
                if isinstance(e, APIError) and not _passes(e):
                    raise
                waited = loop.time() - began
                # Without a code nobody received the question: no server has JetStream.
                deaf = isinstance(e, ServiceUnavailableError) and e.err_code is None
                if waited > (PATIENCE if deaf else ELECTION):
                    raise
                if loop.time() - warned >= LOG_EVERY:
                    warned = loop.time()
                    why = str(e) or "no answer"
                    log.warning("log has no leader yet", why=why, waited=round(waited))
                await asyncio.sleep(0.2)

    async def _find_or_make_stream(self, replicas: int) -> None:
        try:
            info = await self._context.stream_info(STREAM)
            self._replicas = info.config.num_replicas or 1
        except NotFoundError:
            if not replicas:
                raise NoLog(f"{STREAM} is not there") from None
            self._replicas = replicas
            await self._context.add_stream(
                name=STREAM,
                subjects=[f"{ROOT}>"],
                storage=api.StorageType.FILE,
                num_replicas=replicas,
                duplicate_window=DUPLICATE_WINDOW,
                deny_delete=True,
                deny_purge=True,
                allow_direct=True,
            )

    async def _publish(
        self, stream: str, payload: bytes, headers: dict[str, str], expected: Token
    ) -> int:
        """Send until stored or refused; return the sequence of the message."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        lost = False
        while True:
            try:
                if not self._client.is_connected:
                    # The client would buffer it, and send it after we report it as not stored.
                    raise nats.errors.ConnectionClosedError
                ack = await await_or_cancel(
                    self._context.publish(_subject(stream), payload, headers=headers)
                )
                return ack.seq
            except APIError as error:
                if error.err_code in WRONG_PLACE:
                    sequence = await self._landed(stream, headers, expected) if lost else 0
                    if sequence:
                        return sequence
                    raise Conflict(stream, expected) from None
                why = str(error)
                own_fault = error.code is not None and error.code >= OWN_FAULT
                if not own_fault and error.err_code != IN_PROCESS:
                    raise NotStored(why) from error
            except (*NO_ANSWER, JetStreamError) as error:
                why = str(error) or type(error).__name__
            except (nats.errors.Error, OSError) as error:
                raise NotStored(str(error)) from error
            if loop.time() > until or self.closed:
                raise NotStored(why)
            lost = True
            await asyncio.sleep(0.05)

    async def _landed(self, stream: str, headers: dict[str, str], expected: Token) -> int:
        """Return the sequence after the expected place, if our own message is there, or else 0."""
        message = await self._requests.message(_subject(stream), expected // STEP + 1)
        if not message:
            return 0
        stored = base64.b64decode(message.get("hdrs", ""))
        own = headers[api.Header.MSG_ID.value].encode()
        return int(message["seq"]) if own in stored else 0

    async def _fetch(self, stream: str, first: int) -> list[Msg]:
        """Return messages of a subject from a sequence on, in one request."""
        wish = {"seq": first, "next_by_subj": _subject(stream), "batch": BATCH}
        messages = await self._requests.batch(wish)
        if not messages:
            self._check_open()
            await asyncio.sleep(0.02)
        return messages

    async def _watch_all(self) -> None:
        """Subscribe to the headers of everything stored from now on."""
        before, self._watch = self._watch, None
        if before is not None:
            with contextlib.suppress(nats.errors.Error, JetStreamError):
                await before.unsubscribe()
        # Ask the leader: the server that sends the messages may lag behind.
        self._newest = newest = await self._requests.newest()
        self._watch = await self._context.subscribe(
            f"{ROOT}>",
            stream=STREAM,
            cb=self._heard,
            ordered_consumer=True,
            headers_only=True,
            idle_heartbeat=HEARTBEAT,
            config=api.ConsumerConfig(
                deliver_policy=api.DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=newest + 1
            ),
        )
        # A client that has heard nothing yet would resubscribe to all that was ever stored.
        if (state := self._watch._sub._jsi) is not None:
            state._sseq = newest

    async def _heard(self, message: Msg) -> None:
        sequence = message.metadata.sequence.stream
        self._newest = max(self._newest, sequence)
        self.report(_stream(message.subject), sequence * STEP)

    async def _elected(self, _: Msg) -> None:
        """Check at once for gaps in the elected node."""
        if self._electing is None or self._electing.done():
            self._electing = asyncio.create_task(self._check_leader())

    async def _check_leader(self) -> None:
        with contextlib.suppress(NotStored):
            await self.nodes.lead_by_a_whole_one()
            await self.nodes.look_again()

    async def _check(self) -> None:
        """Subscribe again if no notice came of something stored `CHECK_EVERY` seconds ago."""
        while not self.closed:
            newest = 0
            with contextlib.suppress(NotStored):
                newest = await self._requests.newest()
            await asyncio.sleep(CHECK_EVERY)
            await self._check_leader()
            if self._newest < newest:
                log.warning("log not heard", known=self._newest, newest=newest)
                await self._reconnected()

    async def _note(self, error: Exception) -> None:
        """Log what the client reports; once that a server is out of reach, which it tries often."""
        if repr(error) not in self._out_of_reach:
            log.warning("nats", error=repr(error))
        if isinstance(error, OSError):
            self._out_of_reach.add(repr(error))

    async def _reconnected(self) -> None:
        """Subscribe again, and report that any stream may have grown meanwhile."""
        self._out_of_reach.clear()
        while not self.closed:
            try:
                await self._watch_all()
                break
            except (nats.errors.Error, JetStreamError, NotStored, OSError):
                await asyncio.sleep(0.1)
        self.report("", 0)


def _passes(error: APIError) -> bool:
    """Return whether a cluster that is still starting gives such an answer."""
    starting = isinstance(error, ServerError | ServiceUnavailableError)
    return starting or error.err_code == NO_PEERS


def _expected(message: Msg) -> int | None:
    """Return the sequence of a message's predecessor, if it names one."""
    predecessor = (message.headers or {}).get(api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)
    return int(predecessor) if predecessor else None


def _sequence(message: Msg) -> int:
    return int((message.headers or {})["Nats-Sequence"])


def _shown(url: str) -> str:
    """Return an address without its credentials."""
    return ",".join(server.rpartition("@")[2] for server in url.split(","))


def _entries(stream: str, sequence: int, payload: bytes, after: Token) -> list[Entry]:
    facts = msgspec.msgpack.decode(payload, type=list[bytes])
    end = sequence * STEP
    tokens = range(end - len(facts) + 1, end + 1)
    return [
        Entry(stream, token, fact)
        for token, fact in zip(tokens, facts, strict=True)
        if token > after
    ]


def _subject(stream: str) -> str:
    """Return the subject of a stream: dots separate tokens, anything unusual is percent-encoded."""
    parts = [quote(part, safe="") for part in stream.split(".")]
    return ROOT + (".".join(parts) if all(parts) else "%2E".join(parts))


def _stream(subject: str) -> str:
    return unquote(subject.removeprefix(ROOT))
