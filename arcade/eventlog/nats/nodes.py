"""Whether each NATS node that keeps the log still has all of it.

Nothing is ever deleted from the stream, so its messages are numbered without a gap. A node whose
file was flipped or cut leaves messages out, does not fetch them from the others, and may be elected
to lead: then tables and their ends are missing. So each process that shares the log checks whether
the leader has everything, and if not, lets another node lead.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import nats.errors
import structlog
from msgspec import Struct
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import api

from arcade.eventlog.log import NotStored
from arcade.tasks import await_or_cancel

TIMEOUT = 2.0
"""Timeout of one request, in seconds."""
BATCH = 1000
"""Messages in one request of a walk; only their headers are sent."""
BATCH_PAUSE = 0.02
"""Seconds between two of them, so that a walk disturbs nobody."""
LEADER_CHANGES = 4
"""How many times in a row another node is made the leader."""
CONSUMER_TRIES = 8
"""Consumers that are made for each node: the cluster chooses where each one is."""
EMPTY_ANSWERS = 4
"""Answers without a message before a node counts as having no more."""
CHECK_EVERY = 60.0
"""Seconds between two checks of a node that is known to be damaged."""
REMEDY_ALONE = "arcade doctor says which streams; restore a backup: arcade restore --replace"
"""The remedy without another node."""
CONSUMER_TIMEOUT = 10_000_000_000
"""Nanoseconds after which NATS deletes a consumer that nobody uses."""

log = structlog.get_logger()


async def answers(
    client: Client, what: str, wish: Mapping[str, object]
) -> AsyncGenerator[Msg, None]:
    """Ask a server, and yield the messages of its answer up to the one that ends it, if any."""
    inbox = await client.subscribe(client.new_inbox())
    try:
        await client.publish(f"$JS.API.{what}", json.dumps(wish).encode(), reply=inbox.subject)
        while True:
            message = await await_or_cancel(inbox.next_msg(timeout=TIMEOUT))
            if (message.headers or {}).get(api.Header.STATUS):
                return
            yield message
    finally:
        with contextlib.suppress(nats.errors.Error):
            await inbox.unsubscribe()


class Node(Struct, frozen=True):
    """One node's share of the stream; `lacks` counts its missing messages."""

    name: str
    last: int
    lacks: int


class Nodes:
    """The nodes that keep a stream, and which of them are known to be damaged."""

    def __init__(self, client: Client, stream: str) -> None:
        self._client = client
        self._stream = stream
        self._walking: asyncio.Task[None] | None = None
        self._surveyed = 0.0
        self.lacking: dict[str, int] = {}
        """How many messages each damaged node lacks; "" is one whose name is not known yet."""

    @property
    def damaged(self) -> tuple[str, ...]:
        return tuple(f"node.{name or 'unknown'}" for name in sorted(self.lacking))

    async def lead_by_a_whole_one(self) -> None:
        """Check that the leader has everything; if not, let another node lead.

        Raises `NotStored` without an answer.
        """
        for _ in range(LEADER_CHANGES):
            info = await self._ask(f"STREAM.INFO.{self._stream}", {})
            state, cluster = info.get("state", {}), info.get("cluster") or {}
            leader = str(cluster.get("leader", ""))
            lacks = int(state.get("last_seq", 0)) - int(state.get("messages", 0))
            if not lacks:
                return
            self._note(leader, lacks)
            others = [
                node["name"]
                for node in cluster.get("replicas") or ()
                if node.get("current") and node["name"] not in self.lacking
            ]
            if not leader or not others:
                return
            log.error("log led by another node", damaged=leader, leads=min(others))
            wish = {"placement": {"preferred": min(others)}}
            await self._ask(f"STREAM.LEADER.STEPDOWN.{self._stream}", wish)
            await asyncio.sleep(TIMEOUT / 4)

    async def look_again(self) -> None:
        """Check now and then whether a damaged node has been mended; raises `NotStored`."""
        now = asyncio.get_running_loop().time()
        if self.lacking and now - self._surveyed > CHECK_EVERY:
            await self.survey()

    def doubt(self, stream: str) -> None:
        """Note that a node left something out, and find out which one that is."""
        if self._walking is None or (self._walking.done() and not self.lacking):
            log.error("log damaged at a node", stream=stream, does="another node is read")
            self.lacking.setdefault("", 0)
            self._walking = asyncio.get_running_loop().create_task(self._find())

    async def close(self) -> None:
        if self._walking is not None:
            self._walking.cancel()
            await asyncio.gather(self._walking, return_exceptions=True)

    async def _find(self) -> None:
        with contextlib.suppress(NotStored):
            await self.survey()
        if len(self.lacking) > 1:  # that one has a name now
            self.lacking.pop("", None)

    async def survey(self) -> list[Node]:
        """Read all messages' headers at every node; raises `NotStored` without an answer.

        A node that does not answer is left out.
        """
        self._surveyed = asyncio.get_running_loop().time()
        info = await self._ask(f"STREAM.INFO.{self._stream}", {})
        cluster = info.get("cluster") or {}
        others = cluster.get("replicas") or ()
        wanted = 1 + sum(not node.get("offline") for node in others)
        newest = int(info.get("state", {}).get("last_seq", 0))
        lagging = {node["name"] for node in others if node.get("lag") or not node.get("current")}
        nodes: dict[str, Node] = {}
        for _ in range(CONSUMER_TRIES * wanted):
            with contextlib.suppress(NotStored):  # one that has just gone away
                consumer, name, pending = await self._consumer()
                if name not in nodes:
                    last, has = await self._walk(consumer, pending)
                    last = last if name in lagging else max(last, newest)
                    nodes[name] = Node(name, last, last - has)
                await self._ask(f"CONSUMER.DELETE.{self._stream}.{consumer}", {})
            if len(nodes) == wanted:
                break
        for node in nodes.values():
            if node.lacks > 0:
                self._note(node.name, node.lacks)
            elif self.lacking.pop(node.name, 0):
                log.info("log node whole again", node=node.name)
        return sorted(nodes.values(), key=lambda node: node.name)

    async def _consumer(self) -> tuple[str, str, int]:
        """Make a consumer, which reads at one node; return its name, the node's, and how many
        messages it will give.
        """
        config = {
            "deliver_policy": "all",
            "ack_policy": "none",
            "headers_only": True,
            "mem_storage": True,
            "num_replicas": 1,
            "inactive_threshold": CONSUMER_TIMEOUT,
        }
        wish = {"stream_name": self._stream, "config": config}
        answer = await self._ask(f"CONSUMER.CREATE.{self._stream}", wish)
        if "error" in answer:
            raise NotStored(str(answer["error"].get("description")))
        node = str((answer.get("cluster") or {}).get("leader", ""))
        return answer["name"], node, int(answer.get("num_pending", 0))

    async def _walk(self, consumer: str, pending: int) -> tuple[int, int]:
        """Return the number of a node's last message, and how many it has."""
        last = has = tries = 0
        while has < pending and tries < EMPTY_ANSWERS:
            if batch := await self._batch(consumer):
                last, has, tries = batch[-1].metadata.sequence.stream, has + len(batch), 0
                await asyncio.sleep(BATCH_PAUSE)
            else:  # a consumer that has just been made may not know yet what there is
                tries += 1
                await asyncio.sleep(TIMEOUT / 4)
        return last, has

    async def _batch(self, consumer: str) -> list[Msg]:
        to, wish = f"CONSUMER.MSG.NEXT.{self._stream}.{consumer}", {"batch": BATCH, "no_wait": True}
        messages: list[Msg] = []
        try:
            async with contextlib.aclosing(answers(self._client, to, wish)) as batch:
                async for message in batch:
                    messages.append(message)
                    if len(messages) == BATCH:
                        break
        except (nats.errors.Error, OSError) as error:
            raise NotStored(str(error) or "no answer") from error
        return messages

    async def _ask(self, what: str, wish: Mapping[str, object]) -> dict[str, Any]:
        try:
            asked = self._client.request(
                f"$JS.API.{what}", json.dumps(wish).encode(), timeout=TIMEOUT
            )
            answer: dict[str, Any] = json.loads((await await_or_cancel(asked)).data)
        except (nats.errors.Error, OSError) as error:
            raise NotStored(str(error) or "no answer") from error
        return answer

    def _note(self, name: str, lacks: int) -> None:
        if name not in self.lacking:
            # A single node has no name, and no other node to fetch everything from.
            do = (
                "stop it, empty its store folder, start it: docs/cluster.md"
                if name
                else REMEDY_ALONE
            )
            log.error("log node damaged", node=name or "the only one", lacks=lacks, do=do)
        self.lacking[name] = lacks
