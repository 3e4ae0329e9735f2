"""A record signed with the host key: the page's own commands, with stock OpenSSH."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.hosting import verify
from tests.ssh.fair.fairpage import Reader
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table


async def test_the_commands_of_the_page(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await come_in(server.person(), "anna")
    code = await open_table(anna, Game="Le 421", Seats="2")
    signed = (await server.guest().run("record", code, "--signed")).out
    (tmp_path / "signed").write_text(signed)
    reader = Reader(server, tmp_path)
    host, run, commands = reader.host, reader.run, reader.commands("-Y", 1)
    completed = run(commands)
    assert completed.returncode == 0, completed.stderr
    assert 'Good "record@ssh-arcade" signature for arcade' in completed.stdout
    (tmp_path / "record.jsonl").write_text((tmp_path / "record.jsonl").read_text() + "\n")
    assert run(commands.splitlines()[-1]).returncode != 0
    good = signed.splitlines(keepends=True)
    lines: list[str] = []
    assert verify.verify(good, lines.append) == 2
    assert any("--host" in line for line in lines)
    monkeypatch.setattr(verify, "KNOWN_HOSTS", reader.known_hosts)
    assert verify.verify(good, lines.append, host) == 2  # no game is over
    assert any(line.startswith("signed by the key of") for line in lines)
    bad = signed.replace("anna", "eve").splitlines(keepends=True)
    assert verify.verify(bad, lines.append, host) == 1
    assert verify.verify(good, lines.append, "elsewhere") == 2
    environment = {**os.environ, "PATH": "/nowhere"}
    alone = [sys.executable, "-I", verify.__file__, "--host", host, "signed"]
    none = subprocess.run(
        alone, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (none.returncode, "no ssh-keygen" in none.stdout) == (2, True)
