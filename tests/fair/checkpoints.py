"""A signed checkpoint over tables, and changes of it or of a record beside it.

`ssh-keygen` itself judges the signatures, each text once.
"""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh
import msgspec

from arcade.club.replays.checkpoint import PUBLISH_AFTER, Checkpoints
from arcade.eventlog.memory import MemoryLog
from arcade.players.results import DAY
from arcade.rooms import facts
from arcade.rooms.host import stream
from server.hosting import verify
from server.ssh import host_key
from server.text.commands.records import CHECKPOINT
from tests.fair.mutations import Path as Way
from tests.fair.mutations import Record, _paths, _put, _values, mutations
from tests.fair.tables import HIDES, SHORT, Played, daily, evening

HOST = "arcade.example"
HOLDS = "are in the signed checkpoint"


class Signed:
    """Tables of a log, their records, and the checkpoint that is told with proofs of each."""

    def __init__(self, folder: Path) -> None:
        key = asyncssh.generate_private_key("ssh-ed25519")
        public = key.export_public_key().decode()
        (folder / "known_hosts").write_text(f"{HOST} {public}")
        self.known_hosts = ["-f", str(folder / "known_hosts")]
        self._sign = host_key.signer(key)
        self.tables = {
            f"{game}, {make.__name__}": make(game, f"{letter}{number}FEL")
            for number, game in enumerate(SHORT)
            for letter, make in (("K", evening), ("D", daily))
        }

    async def proofs(self) -> dict[str, tuple[Record, list[str]]]:
        """Return each table's record, and the lines of its checkpoint."""
        events = MemoryLog()
        for table in self.tables.values():
            assert table.room is not None
            data = [facts.encode(stored_fact) for stored_fact in table.stored]
            await events.append(stream(table.room.code), data, 0)
        house = Checkpoints(events, lambda: 3 * DAY + PUBLISH_AFTER)
        return {name: await self._proof(house, table) for name, table in self.tables.items()}

    async def _proof(self, house: Checkpoints, table: Played) -> tuple[Record, list[str]]:
        checkpoint, proofs = await house.newest(table.stored)
        first = msgspec.json.encode(checkpoint).decode() + "\n"
        signature = self._sign(first.encode(), CHECKPOINT).decode()
        lines = [
            *signature.splitlines(),
            *(msgspec.json.encode(proof).decode() for proof in proofs),
        ]
        return table.record(("1970-01-02",)), [first, *(f"{line}\n" for line in lines)]


@cache
def _judged(host: str, signed: str, signature: str, namespace: str) -> tuple[int, str]:
    return _ask(host, [signed], [signature], namespace)


_ask = verify.check_signature


def asked_once(
    host: str, signed: list[str], signature: list[str], namespace: str = verify.RECORD
) -> tuple[int, str]:
    """Ask ssh-keygen, unless it has been asked the same before."""
    return _judged(host, "".join(signed), "".join(signature), namespace)


def check(record: list[str], checkpoint: list[str]) -> tuple[int, str]:
    """Return the verifier's exit code and words."""
    lines: list[str] = []
    code = verify.verify(record, lines.append, HOST, checkpoint, HIDES)
    return code, "\n".join(lines)


def changed(checkpoint: list[str], other: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Change every value of a checkpoint and its proofs, and leave out or exchange each line."""
    chance = random.Random(3)
    for at, line in enumerate(checkpoint):
        yield f"line {at} left out", checkpoint[:at] + checkpoint[at + 1 :]
        if at < len(other) and other[at] != line:
            yield f"line {at} of another's", [*checkpoint[:at], other[at], *checkpoint[at + 1 :]]
        if not line.startswith("{"):
            index = chance.randrange(len(line) - 1)
            bad = line[:index] + ("A" if line[index] != "A" else "B") + line[index + 1 :]
            yield f"line {at}, a letter", [*checkpoint[:at], bad, *checkpoint[at + 1 :]]
            continue
        answer = [json.loads(line)]
        for path, value in _paths(answer[0]):
            for what, new in _values(value):
                lied: list[Any] = list(answer)
                way: Way = path
                _put(lied, 0, way, new)
                if lied != answer or type(new) is not type(value):
                    lines = [*checkpoint[:at], json.dumps(lied[0]) + "\n", *checkpoint[at + 1 :]]
                    yield f"line {at}, {path}: {what}", lines


def silent(heard: dict[str, tuple[Record, list[str]]], every: int) -> tuple[int, list[str]]:
    """Try one change in `every`; return how many, and what was accepted that must not be."""
    tried, accepted = 0, []
    names = list(heard)
    for name, (record, checkpoint) in heard.items():
        other_record, other = heard[names[(names.index(name) + 2) % len(names)]]
        lines = [json.dumps(line) for line in record]
        for what, lied in list(changed(checkpoint, other))[::every]:
            code, report = check(lines, lied)
            tried += 1
            if code == 0 or HOLDS in report:
                accepted.append(f"{name}: checkpoint: {what}: {report[-200:]}")
        for mutation in mutations(record, other_record, 1, seed=5, every=every):
            verdict, report = mutation.judge(HOST, checkpoint)
            tried += 1
            bound = "daily" in name and mutation.kind == "acted" and mutation.field in BOUND
            if verdict == "ACCEPTED" or (bound and HOLDS in report):
                accepted.append(
                    f"{name}: {mutation.kind}: {mutation.what} {mutation.field}: {report[-200:]}"
                )
    return tried, accepted


BOUND = ("seat", "action", "by")
"""What an end in the tree binds of each move, where no record proves it by itself."""
