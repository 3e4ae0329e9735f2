"""Known by its key: what `serve` prints of it, and how it is changed without an alarm."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_REQUEST_SUCCESS
from asyncssh.packet import String

from server.ssh import host_key
from tests.ssh.client import Client, connect, run
from tests.ssh.forks import arcade
from tests.ssh.inside import Inside
from tests.ssh.process import Server
from tests.waiting import PATIENCE, until

LEARN = ("-o", "StrictHostKeyChecking=yes", "-o", "UpdateHostKeys=yes", "-o", "LogLevel=INFO")


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path)
    yield server
    await server.kill()


def blobs(known_hosts: Path) -> set[str]:
    return {line.split()[2] for line in known_hosts.read_text().splitlines()}


async def visit(client: Client, knows: set[str]) -> str:
    """Log in until the client knows these keys; return all it said."""
    terminal = client.open(user="guest", options=LEARN)
    await until(lambda: blobs(client.home / "known_hosts") == knows)
    terminal.type("\x11")
    await terminal.ended()
    return terminal.output


@pytest.mark.parametrize("kind", ["ssh-ed25519", "ssh-rsa"])
async def test_a_host_key_is_changed_without_an_alarm(made: Server, kind: str) -> None:
    path = made.folder / "next"
    asyncssh.generate_private_key(kind).write_private_key(path)
    path.chmod(0o600)
    await made.start("--next-host-key", str(path))
    await until(lambda: printed(made).count("known_hosts:") == 2)
    first, second = re.findall(r"^known_hosts: (.+)$", printed(made), re.MULTILINE)
    old, new = first.split()[2], second.split()[2]
    assert new == host_key.public(asyncssh.read_private_key(path)).split()[1]

    # What it prints is what a careful newcomer needs: no question, no alarm.
    client = made.guest()
    known = client.home / "known_hosts"
    known.write_text(first.replace("[localhost]", "[127.0.0.1]") + "\n")
    await visit(client, {old, new})

    await made.stop()
    await made.start("--host-key", str(path))
    answer = await visit(client, {new})
    assert "CHANGED" not in answer and "authenticity" not in answer
    # Somebody who was not here meanwhile is warned, as they must be.
    known.write_text(first.replace("[localhost]", "[127.0.0.1]") + "\n")
    reply = await client.run("rooms", options=LEARN)
    assert reply.code == 255 and "verification failed" in reply.err


def printed(server: Server) -> str:
    return (server.folder / "announced.txt").read_text()


async def test_the_dns_record_is_that_of_ssh_keygen(tmp_path: Path) -> None:
    for kind in ("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"):
        key = asyncssh.generate_private_key(kind)
        key.write_public_key(tmp_path / "key.pub")
        answer = await run("ssh-keygen", "-r", "your.host.", "-f", str(tmp_path / "key.pub"))
        record = host_key.sshfp(host_key.public(key), "your.host:2222")
        assert record in answer.out.splitlines()


@pytest.mark.parametrize(
    ("address", "host", "name"),
    [
        ("your.host", "your.host", "your.host. "),
        ("your.host:22", "your.host", "your.host. "),
        ("your.host:2222", "[your.host]:2222", "your.host. "),
        ("[2001:db8::1]:2222", "[2001:db8::1]:2222", ""),
        ("192.0.2.1", "192.0.2.1", ""),
        ("localhost:2222", "[localhost]:2222", ""),
    ],
)
def test_lines_for_an_address(address: str, host: str, name: str) -> None:
    key = host_key.public(asyncssh.generate_private_key("ssh-ed25519"))
    assert host_key.known_hosts(key, address) == f"{host} {key}"
    assert host_key.sshfp(key, address).startswith(f"{name}IN SSHFP 4 2 ")


async def test_a_key_is_proved_once(inside: Inside) -> None:
    """A signature is work: nobody may ask for many."""

    async def ask(*keys: bytes) -> bool:
        asked = b"hostkeys-prove-00@openssh.com"
        async with asyncio.timeout(PATIENCE):
            kind, _ = await connection._make_global_request(asked, *map(String, keys))
        return bool(kind == MSG_REQUEST_SUCCESS)

    async with await connect(inside.port) as connection:
        (door,) = inside.context.connections
        (announced,) = door._connection._all_server_host_keys  # type: ignore[attr-defined]
        assert not await ask(*[announced] * 600)
        assert await ask(announced)
        assert not await ask(announced)
        assert (await connection.run("rooms")).exit_status == 0


def test_a_next_key_that_is_missing(tmp_path: Path) -> None:
    words = ("--data", tmp_path, "--port", "0", "--next-host-key", tmp_path / "none")
    result = arcade("serve", *words, folder=tmp_path)
    assert result.returncode == 2 and f"arcade keygen {tmp_path / 'none'}" in result.stderr
    result = arcade("doctor", "--quick", *words, folder=tmp_path)
    assert result.returncode == 1 and "arcade keygen" in result.stdout
