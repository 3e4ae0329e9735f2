"""The day's checkpoint: the page's own commands, with stock OpenSSH, and who tampers with it."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from msgspec import Struct

from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import facts
from arcade.rooms.host import stream
from server.config.environment import LOG
from server.hosting import verify
from tests.fair.tables import HIDES, daily, evening
from tests.ssh.fair.fairpage import Reader
from tests.ssh.process import Server


class Given(Struct):
    """What a server with three finished tables gives of two of them."""

    server: Server
    reader: Reader
    record: str
    checkpoint: str
    other_record: str
    other_checkpoint: str

    @property
    def signed(self) -> str:
        """The line that is signed: the tree's size and root."""
        return self.checkpoint.splitlines()[0]

    def check(
        self, record: str | None = None, checkpoint: str | None = None, host: str | None = None
    ) -> tuple[int, str]:
        """Return the verifier's exit code and words, by default of the first table's."""
        report: list[str] = []
        lines = (self.record if record is None else record).splitlines()
        tree = (self.checkpoint if checkpoint is None else checkpoint).splitlines(keepends=True)
        host = self.reader.host if host is None else host
        code = verify.verify(lines, report.append, host, tree, HIDES)
        return code, "\n".join(report)


@pytest.fixture
async def given(
    made: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Given]:
    server = made()
    server.data.mkdir()
    events = await SQLiteLog.open(server.data / LOG)
    for table in (
        evening("421", "KAFEL"),
        evening("golden-zero", "BANOR"),
        daily("trente", "DIMUS"),
    ):
        assert table.room is not None
        await events.append(
            stream(table.room.code), [facts.encode(stored_fact) for stored_fact in table.stored], 0
        )
    await events.close()
    await server.start()
    reader = Reader(server, tmp_path)
    monkeypatch.setattr(verify, "KNOWN_HOSTS", reader.known_hosts)
    asked = [
        (await server.guest().run(command, code)).out
        for code in ("KAFEL", "BANOR")
        for command in ("record", "checkpoint")
    ]
    yield Given(server, reader, *asked)


def test_the_commands_of_the_page(given: Given) -> None:
    (given.reader.folder / "checkpoint").write_text(given.checkpoint)
    (given.reader.folder / "record.jsonl").write_text(given.record)
    commands = given.reader.commands("checkpoint@", 2)
    completed = given.reader.run(commands)
    assert completed.returncode == 0, completed.stderr
    assert 'Good "checkpoint@ssh-arcade" signature for arcade' in completed.stdout
    wrong = commands.replace("checkpoint@ssh", "record@ssh")
    assert given.reader.run(wrong).returncode != 0  # no record can pass for a checkpoint


def test_a_record_is_in_its_own_checkpoint_only(given: Given) -> None:
    code, report = given.check()
    assert (code, "7 seals and ends of games are in the signed checkpoint" in report) == (0, True)
    assert given.check(given.other_record, given.other_checkpoint)[0] == 0
    assert given.check(given.other_record)[0] == 1
    assert given.check(host="")[0] == 2


async def test_every_leaf_stays_in_the_tree_and_its_root_never_changes(given: Given) -> None:
    server = given.server
    assert given.other_checkpoint.splitlines()[0] == given.signed
    assert (await server.guest().run("checkpoint")).out.splitlines()[0] == given.signed
    await server.restart()
    assert (await server.guest().run("checkpoint", "kafel")).out == given.checkpoint
    refused = await server.guest().run("checkpoint", "NOONE")
    assert (refused.code, refused.out) == (1, "")


def test_another_root_is_not_signed(given: Given) -> None:
    answer = json.loads(given.signed)
    for field, value in (("leaves", answer["leaves"] + 1), ("root", "0" * 64)):
        lied = json.dumps({**answer, field: value}, separators=(",", ":"))
        code, report = given.check(checkpoint=given.checkpoint.replace(given.signed, lied))
        assert (code, "has not signed this checkpoint" in report) == (1, True)


def test_every_proof_is_needed_as_it_is(given: Given) -> None:
    lines = given.checkpoint.split("-----END SSH SIGNATURE-----\n")[1].splitlines()
    assert len(lines) == 7
    for line in lines:
        proof = json.loads(line)
        moved = json.dumps({**proof, "index": proof["index"] ^ 1})
        leaf = json.dumps({**proof, "leaf": hashlib.sha256(b"").hexdigest()})
        assert line == json.dumps(proof, separators=(",", ":"))
        assert given.check(checkpoint=given.checkpoint.replace(line + "\n", ""))[0] == 1
        assert given.check(checkpoint=given.checkpoint.replace(line, moved))[0] == 1
        assert given.check(checkpoint=given.checkpoint.replace(line, leaf))[0] == 1


def test_another_story_of_the_same_games_is_refused(given: Given) -> None:
    """However sound it is by itself."""
    story = [json.loads(line) for line in given.record.splitlines()]
    sealed = next(line for line in story if line["fact"]["fact"] == "sealed")
    sealed["at"] -= 1
    assert given.check("\n".join(map(json.dumps, story)))[0] == 1


def test_what_is_no_signed_checkpoint(given: Given) -> None:
    assert given.check(checkpoint=given.signed + "\n")[0] == 1  # not signed at all
    for junk in ("", "{}", "[" * 100_000, given.signed * 2, given.checkpoint + "{}\n"):
        assert given.check(checkpoint=junk)[0] == 2
