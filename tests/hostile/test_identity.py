"""Rows 1 to 5: who somebody is. A look inside takes tests/ssh/connections/test_login.py."""

import asyncio
import contextlib
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from tests.hostile.conftest import Tell
from tests.hostile.people import Attacker, connect
from tests.ssh.client import Nobody
from tests.ssh.connections.test_login import forged
from tests.ssh.process import Server
from tests.ssh.seats import come_in


@pytest.mark.attack(1, "somebody's public key shown, then in without it")
async def test_shown_key(server: Server, attacker: Attacker) -> None:
    victim = server.person()
    there = await come_in(victim, "victim")
    await there.wait_for("Play now")
    assert "victim" in (await victim.run("profile")).out
    assert victim.key is not None
    shown = forged(asyncssh.read_private_key(victim.key))
    connection = await attacker.connect(server, client_keys=[shown])
    for command in ("profile", "link"):
        asked = await connection.run(command)
        assert asked.exit_status == 1 and asked.stdout == ""


@pytest.mark.attack(2, "endless authentication tries")
@pytest.mark.parametrize("method", ["publickey", "hostbased", "x" * 1000, "a service"])
async def test_tries(server: Server, attacker: Attacker, figures: Tell, method: str) -> None:
    tried = 0

    class Stubborn(Nobody):
        def public_key_auth_requested(self) -> Any:
            return None

        def kbdint_auth_requested(self) -> None:  # type: ignore[override]
            asyncio.get_running_loop().create_task(insist())
            return asyncio.get_running_loop().create_future()  # type: ignore[return-value]

        def connection_made(self, conn: Any) -> None:
            self.connection = conn
            made.append(conn)

    made: list[Any] = []

    async def insist() -> None:
        nonlocal tried
        connection = made[0]
        connection._packet_handlers = {
            **connection._packet_handlers,
            6: lambda *_: True,
            51: lambda *_: True,
        }
        while not connection.is_closed() and tried < 1000:
            if method == "a service":
                connection.send_packet(5, String("ssh-userauth"))
            else:
                connection.send_packet(50, String("play"), String("ssh-connection"), String(method))
            tried += 1
            await asyncio.sleep(0.005)

    with pytest.raises((asyncssh.Error, OSError)):
        await attacker.connect(server, client_factory=Stubborn)
    assert tried < 1000
    figures("closed")


NAMES = {
    "10 kB": "x" * 10_000,
    "900 bytes": "x" * 900,
    "escape sequences": "\x1b]52;c;aGk=\x07\x1b[2J",
    "lines": 'a\r\n{"event": "forged"}\n',
    "bidi": "\u202eyalp\u2066",
    "a path": "../../../etc/passwd",
    "nul": "play\x00root",
    "markup": "[@click=app.quit]play",
    "a look-alike": "рlаy",
    "a shell": "$(reboot);`reboot`|reboot",
    "a format": "{0.__class__}%s%n",
}


@pytest.mark.attack(3, "user names that are no names")
@pytest.mark.parametrize("name", NAMES)
async def test_user_names(
    server: Server, attacker: Attacker, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda text: text)
    before = len(server.log)
    with contextlib.suppress(asyncssh.Error, OSError, ValueError):
        connection = await attacker.connect(server, username=NAMES[name])
        result = await connection.run("rooms")
        assert result.exit_status == 0
    added = server.log[before:]
    assert "forged" not in added and "\x1b" not in added
    (await connect(server)).abort()


@pytest.mark.attack(3, "names that pass for another's")
async def test_look_alikes(server: Server) -> None:
    first = await come_in(server.person(), "mallory")
    await first.wait_for("Play now")
    for name in ("Mallory", "ma11ory", "mall0ry", "malIory", "mal-lory"):
        other = await come_in(server.person(), name)
        await other.wait_for("is taken, or too much like")
        assert "Play now" not in other.text
        other.kill()


@pytest.mark.attack(5, "the same key twice")
async def test_same_key_twice(server: Server) -> None:
    person = server.person()
    first = await come_in(person, "twice")
    await first.wait_for("Play now")
    second = person.open()
    await second.wait_for("Play now")
    await first.ended()
    second.type("n")
    await second.wait_for("Seats")


WEAK = {
    "RSA of 1024 bits": ("ssh-rsa", {"key_size": 1024}),
    "DSA": ("ssh-dss", {}),
    "SHA-1": ("ssh-rsa", {"key_size": 2048}),
}


@pytest.mark.attack(3, "a key that can be forged: RSA of 1,024 bits, DSA, signatures with SHA-1")
@pytest.mark.parametrize("weak", [*WEAK, ""])
async def test_weak_keys(server: Server, attacker: Attacker, weak: str) -> None:
    algorithm, size = WEAK.get(weak, ("ssh-rsa", {"key_size": 2048}))
    key = asyncssh.generate_private_key(algorithm, **size)
    heard: list[str] = []

    class Reader(Nobody):
        def auth_banner_received(self, msg: str, lang: str) -> None:
            heard.append(msg)

    connection = await attacker.connect(
        server,
        client_factory=Reader,
        client_keys=[signing(key) if weak == "SHA-1" else key],
        signature_algs=["ssh-dss", "rsa-sha2-256", "ssh-rsa"],
    )
    guest = "This needs an SSH key" in (await connection.run("link")).stderr
    assert guest == bool(weak)
    if weak:
        (banner,) = heard
        assert weak in banner and "ssh-keygen -t ed25519" in banner and "trop faible" in banner
    else:
        assert not heard


def signing(key: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Sign with SHA-1, whatever the server says it takes."""
    (pair,) = asyncssh.load_keypairs([key])
    pair.sig_algorithms = (b"ssh-rsa",)
    return pair
