"""The day's checkpoint: the page's own commands, with stock OpenSSH, and who tampers with it."""

import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arcade.eventlog.sqlite import SQLiteLog
from arcade.rooms import facts
from arcade.rooms.host import stream
from server.hosting import verify
from server.hosting.environment import LOG
from tests.fair.tables import Played, daily, evening
from tests.ssh.process import Server

PAGE = Path(__file__).parents[2] / "docs" / "fair-dice.md"


async def store(events: Any, *tables: Played) -> None:
    for table in tables:
        assert table.room is not None
        data = [facts.encode(one) for one in table.stored]
        await events.append(stream(table.room.code), data, 0)


async def test_the_commands_of_the_page(
    made: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = made()
    server.data.mkdir()
    events = await SQLiteLog.open(server.data / LOG)
    await store(
        events, evening("421", "KAFEL"), evening("golden-zero", "BANOR"), daily("trente", "DIMUS")
    )
    await events.close()
    await server.start()
    given = {}
    for code in ("KAFEL", "BANOR"):
        given[code] = (await server.guest().run("checkpoint", code)).out
    (tmp_path / "checkpoint").write_text(given["KAFEL"])
    record = (await server.guest().run("record", "KAFEL")).out
    (tmp_path / "record.jsonl").write_text(record)
    home = tmp_path / ".ssh"
    home.mkdir()
    host = f"[127.0.0.1]:{server.port}"
    key = next(server.folder.rglob("*host*key*.pub"))
    (home / "known_hosts").write_text(f"{host} {key.read_text()}")
    monkeypatch.setattr(verify, "KNOWN_HOSTS", ["-f", str(home / "known_hosts")])
    block = next(
        one
        for one in re.findall(r"```\n(.*?)```", PAGE.read_text(), re.DOTALL)
        if "checkpoint@" in one
    )
    commands = block.split("\n", 2)[2].replace("-F host", f"-F '{host}' -f .ssh/known_hosts")

    def run(script: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    done = run(commands)
    assert done.returncode == 0, done.stderr
    assert 'Good "checkpoint@ssh-arcade" signature for arcade' in done.stdout
    wrong = commands.replace("checkpoint@ssh", "record@ssh")
    assert run(wrong).returncode != 0  # no record can pass for a checkpoint, nor the reverse

    def check(record: str, checkpoint: str, where: str = host) -> tuple[int, str]:
        said: list[str] = []
        lines = checkpoint.splitlines(keepends=True)
        code = verify.verify(record.splitlines(), said.append, where, lines)
        return code, "\n".join(said)

    good = given["KAFEL"]
    sure, said = check(record, good)
    assert (sure, "7 seals and ends of games are in the signed checkpoint" in said) == (0, True)
    other = (await server.guest().run("record", "BANOR")).out
    assert check(other, given["BANOR"])[0] == 0
    assert check(other, good)[0] == 1
    assert check(record, good, "")[0] == 2
    # Signed in the same words: every leaf stays in the tree, and the same root is told for ever.
    signed = good.splitlines()[0]
    assert given["BANOR"].splitlines()[0] == signed
    assert (await server.guest().run("checkpoint")).out.splitlines()[0] == signed
    await server.restart()
    assert (await server.guest().run("checkpoint", "kafel")).out == good
    refused = await server.guest().run("checkpoint", "NOONE")
    assert (refused.code, refused.out) == (1, "")

    told = json.loads(signed)
    for field, value in (("leaves", told["leaves"] + 1), ("root", "0" * 64)):
        lied = json.dumps({**told, field: value}, separators=(",", ":"))
        sure, said = check(record, good.replace(signed, lied))
        assert (sure, "has not signed this checkpoint" in said) == (1, True)
    proofs = [
        json.loads(one) for one in good.split("-----END SSH SIGNATURE-----\n")[1].splitlines()
    ]
    assert len(proofs) == 7
    for one in proofs:
        line = json.dumps(one, separators=(",", ":"))
        assert check(record, good.replace(line + "\n", ""))[0] == 1
        moved = json.dumps({**one, "index": one["index"] ^ 1})
        assert check(record, good.replace(line, moved))[0] == 1
        leaf = json.dumps({**one, "leaf": hashlib.sha256(b"").hexdigest()})
        assert check(record, good.replace(line, leaf))[0] == 1
    # Another story of the same games, however sound by itself.
    story = [json.loads(line) for line in record.splitlines()]
    for line in story:
        if line["fact"]["fact"] == "sealed":
            line["at"] -= 1
            break
    assert check("\n".join(map(json.dumps, story)), good)[0] == 1
    assert check(record, signed + "\n")[0] == 1  # not signed at all
    for junk in ("", "{}", "[" * 100_000, signed * 2, good + "{}\n"):
        assert check(record, junk)[0] == 2
