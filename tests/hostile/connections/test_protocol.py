"""Rows 9 and 13 to 16: offers that are refused, audits, and bytes that are no SSH."""

import asyncio
import contextlib
import json
import random
import struct
import sys
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from tests.hostile.conftest import Made, Tell
from tests.hostile.people import WORST, Attacker, Person, closed
from tests.ssh.process import Server
from tests.waiting import PATIENCE

HELLO = b"SSH-2.0-OpenSSH_9.9\r\n"


@pytest.mark.attack(9, "an expensive key exchange")
@pytest.mark.parametrize("name", ["rsa2048-sha256", "diffie-hellman-group18-sha512"])
async def test_expensive(server: Server, attacker: Attacker, name: str) -> None:
    with pytest.raises(asyncssh.Error):  # whose word comes first is chance
        await attacker.connect(server, kex_algs=[name])


@pytest.mark.attack(13, "compression")
@pytest.mark.parametrize("name", ["zlib", "zlib@openssh.com"])
async def test_compression(server: Server, attacker: Attacker, name: str) -> None:
    with pytest.raises(asyncssh.Error):  # whose word comes first is chance
        await attacker.connect(server, compression_algs=[name])


@pytest.mark.attack(14, "forwarding, tunnels, file transfer")
async def test_what_is_refused(server: Server, attacker: Attacker) -> None:
    connection = await attacker.connect(server)
    sentences = []
    for opening in (
        lambda: connection.open_connection("127.0.0.1", server.port),
        lambda: connection.open_unix_connection("/tmp/no"),
        lambda: connection.open_tun(0),
        lambda: connection.open_tap(0),
        lambda: connection.create_process(term_type="xterm", x11_forwarding=True),
    ):
        with pytest.raises(asyncssh.ChannelOpenError) as refused:
            await opening()
        sentences.append(refused.value.reason)
    assert all(sentences), sentences
    for listening in (
        lambda: connection.forward_remote_port("", 0, "127.0.0.1", 22),
        lambda: connection.forward_remote_path("/tmp/no", "/tmp/no"),
    ):
        with pytest.raises(asyncssh.ChannelListenError):
            await listening()
    answer = await connection.run(subsystem="sftp")
    assert answer.exit_status == 2 and "Unknown command: sftp" in str(answer.stderr)
    answer = await connection.run("scp -t /tmp")
    assert answer.exit_status == 2 and "Unknown command: scp" in answer.stderr


@pytest.mark.attack(14, "the agent of a visitor")
async def test_agent(server: Server, attacker: Attacker) -> None:
    connection = await attacker.connect(server, agent_forwarding=True, agent_path="/tmp/no")
    assert (await connection.run("help")).exit_status == 0


async def audit(server: Server) -> dict[str, Any]:
    """Run ssh-audit; return what it says of each algorithm."""
    tool = str(Path(sys.executable).with_name("ssh-audit"))
    process = await asyncio.create_subprocess_exec(
        *(tool, "--json", "--skip-rate-test", "--timeout=20", "-p", str(server.port), "127.0.0.1"),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    audit: dict[str, Any] = json.loads(out)
    return audit


def notes(audit: dict[str, Any], kind: str) -> list[str]:
    """List what was failed or warned of."""
    return [
        f"{item['algorithm']}: {note}"
        for group in ("kex", "key", "enc", "mac")
        for item in audit[group]
        for note in item.get("notes", {}).get(kind, ())
    ]


@pytest.mark.attack(15, "ssh-audit")
async def test_audit(server: Server, figures: Tell) -> None:
    report = await audit(server)
    assert notes(report, "fail") == []
    warned = notes(report, "warn")
    older = ("curve25519-sha256", "hmac-sha2-256: ", "hmac-sha2-512: ")
    assert all(warning.startswith(older) for warning in warned), (
        "for clients that know nothing better"
    )
    assert not any(report["cves"])
    figures(f"0 fails, {len(warned)} warnings, of curve25519 and plain HMACs")


@pytest.mark.attack(15, "ssh-audit, arcade serve --strict")
async def test_strict_audit(made: Made, figures: Tell) -> None:
    server = await made("--strict")
    report = await audit(server)
    offered = {item["algorithm"] for item in report["kex"]}
    assert offered - {"ext-info-s", "kex-strict-s-v00@openssh.com"} == {"mlkem768x25519-sha256"}
    assert notes(report, "fail") == notes(report, "warn") == []
    figures("0 fails, 0 warnings")
    # Who notices first that nothing is agreed on, closes the line.
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await Attacker("127.0.0.3").connect(server, kex_algs=["curve25519-sha256"])


def packet(body: bytes, padding: int = 8) -> bytes:
    """Wrap a message for before the keys are there."""
    return struct.pack("!IB", len(body) + padding + 1, padding) + body + bytes(padding)


JUNK = {
    "no version": b"GET / HTTP/1.1\r\nHost: arcade\r\n\r\n",
    "an old version": b"SSH-1.5-old\r\n",
    "a long version": b"SSH-2.0-" + b"x" * 9000 + b"\r\n",
    "a version that is no ASCII": b"SSH-2.0-\xff\xfe\x80\r\n",
    "no end of line": b"x" * 20_000,
    "a huge packet": HELLO + struct.pack("!IB", 0xFFFFFFFF, 4) + b"\x14" * 100,
    "an empty packet": HELLO + struct.pack("!IB", 0, 0) + bytes(64),
    "a packet of one byte": HELLO + struct.pack("!IB", 1, 0) + bytes(64),
    "padding longer than the packet": HELLO + packet(b"\x14", 255)[:40] + bytes(400),
    "no key exchange": HELLO + packet(b"\x05" + bytes(20)),
    "a broken key exchange": HELLO + packet(b"\x14" + b"\xff" * 40),
    "an unknown message": HELLO + packet(b"\xc8" + bytes(20)) * 3,
    "new keys at once": HELLO + packet(b"\x15"),
    "a channel before logging in": HELLO + packet(b"\x5a" + bytes(30)),
    "Telnet": b"\xff\xfd\x18\xff\xfb\x1f\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + bytes(200),
}


@pytest.mark.attack(16, "bytes that are no SSH")
async def test_junk(made: Made, attacker: Attacker, figures: Tell) -> None:
    server = await made(login_time=3, connections_per_minute=1000, unauthenticated_per_address=1000)
    watching = await Person.come(server)
    chance = random.Random(16)
    tried = [*JUNK.values()]
    tried += [HELLO + chance.randbytes(chance.randrange(1, 400)) for _ in range(60)]
    tried += [chance.randbytes(chance.randrange(1, 400)) + b"\n" for _ in range(20)]

    async def attack() -> None:
        opened = []
        for sent in tried:
            with contextlib.suppress(OSError):
                opened.append(attacker.raw(server, sent))
            await asyncio.sleep(0.005)
        await asyncio.gather(*(closed(item, 15) for item in opened))

    waits = await watching.react_while(attack())
    await watching.leave()
    figures(f"{len(tried)} ways; {waits}")
    assert waits.worst_ratio < WORST


BROKEN = {
    "invalid UTF-8 in a command": (98, [b"exec", b"\xff\xfe\x80"]),
    "invalid UTF-8 in a variable": (98, [b"env", b"\xff", b"\xfe"]),
    "a terminal that is no text": (98, [b"pty-req", b"\xff" * 40]),
    "a signal that is none": (98, [b"signal", b"\xff\x00\x1b"]),
    "a request without a name": (98, [b""]),
    "a subsystem that is no text": (98, [b"subsystem", b"\x80"]),
}


@pytest.mark.attack(16, "messages that are no messages, after logging in")
@pytest.mark.parametrize("name", BROKEN)
async def test_broken_messages(server: Server, attacker: Attacker, name: str) -> None:
    watching = await Person.come(server)
    connection = await attacker.connect(server)
    process = await connection.create_process(term_type="xterm", encoding=None)
    await process.stdout.read(100)
    kind, (request, *rest) = BROKEN[name]
    channel = process.channel._send_chan
    connection.send_packet(
        kind, UInt32(channel), String(request), Boolean(True), *map(String, rest)
    )
    connection.send_packet(kind, UInt32(channel), String(request), Boolean(True))
    connection.send_packet(94, UInt32(channel))
    connection.send_packet(94, UInt32(4_000_000_000), String(b"x"))
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()
    await watching.react_often(2)
    await watching.leave()


@pytest.mark.attack(16, "a packet whose code is wrong")
async def test_wrong_code(server: Server, attacker: Attacker) -> None:
    connection = await attacker.connect(server)
    connection._transport.write(b"\0\0\0\x20" + bytes(range(256)))
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()


@pytest.mark.attack(16, "keys that are no UTF-8")
async def test_keys(server: Server, attacker: Attacker) -> None:
    connection = await attacker.connect(server)
    process = await connection.create_process(term_type="xterm-256color", encoding=None)
    person = Person(server, connection, process)
    await person.wait_for(b"Play now")
    process.stdin.write(b"\xff\xfe\x80\xc3@" * 50)
    process.stdin.write(b"n")
    await person.wait_for(b"Seats")
