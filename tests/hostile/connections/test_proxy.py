"""Row 6, behind a proxy that says whom it brings (HAProxy's PROXY protocol, versions 1 and 2)."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Callable

import pytest

from tests.hostile.conftest import PROXIES, Made, Tell
from tests.hostile.people import Attacker, closed
from tests.ssh.process import Server, admin, ran
from tests.waiting import PATIENCE

PROXY = PROXIES.replace("0.0/16", "0.1")
SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"


def text(address: str) -> bytes:
    """Write a header of version 1."""
    family = "TCP6" if ":" in address else "TCP4"
    to = "::1" if ":" in address else "127.0.0.1"
    return f"PROXY {family} {address} {to} 4711 22\r\n".encode()


def binary(address: str) -> bytes:
    """Write a header of version 2."""
    family, kind = (socket.AF_INET6, 0x21) if ":" in address else (socket.AF_INET, 0x11)
    to = "::1" if ":" in address else "127.0.0.1"
    body = socket.inet_pton(family, address) + socket.inet_pton(family, to)
    body += struct.pack("!HH", 4711, 22)
    return SIGNATURE + struct.pack("!BBH", 0x21, kind, len(body)) + body


@pytest.fixture
def proxy(attacker: Attacker) -> Attacker:
    """The proxy: what it opens is closed after the test."""
    attacker.address = PROXY
    return attacker


async def hear(opened: socket.socket) -> bytes:
    """Return what the server says first."""
    opened.setblocking(False)
    async with asyncio.timeout(PATIENCE):
        return await asyncio.get_running_loop().sock_recv(opened, 255)


@pytest.mark.attack(6, "many from one address behind a proxy")
@pytest.mark.parametrize("header", [text, binary])
@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7"])
async def test_limits_count_the_clients_behind_the_proxy(
    tight: Server, proxy: Attacker, header: Callable[[str], bytes], address: str
) -> None:
    other = address.replace("2.7", "2.8").replace("db8::", "db9::")
    if header is binary:  # the limit on arrivals remembers an address
        address, other = (
            text.replace(".2.", ".3.").replace("::", ":9::") for text in (address, other)
        )
    for _ in range(4):
        assert (await hear(proxy.raw(tight, header(address)))).startswith(b"SSH-2.0-")
    same_network = address.replace("::7", "::8:1")
    assert await closed(proxy.raw(tight, header(same_network))) == b""
    assert (await hear(proxy.raw(tight, header(other)))).startswith(b"SSH-2.0-")


WRONG = {
    "none": b"SSH-2.0-OpenSSH_9.9\r\n",
    "no address": b"PROXY TCP4 nonsense 127.0.0.1 1 2\r\n",
    "too long": b"PROXY TCP4 " + b"1" * 4000 + b"\r\n",
    "version 3": SIGNATURE + b"\x31\x11\x00\x0c" + bytes(12),
    "too short for its family": SIGNATURE + b"\x21\x11\x00\x02" + bytes(2),
    "a huge length": SIGNATURE + b"\x21\x11\xff\xff" + bytes(100),
    "half": b"PROXY TCP4 192.0",
    "nothing": b"",
    "bytes": bytes(range(256)),
}


@pytest.mark.attack(6, "a wrong, overlong, slow or missing PROXY header")
async def test_wrong_headers(tight: Server, proxy: Attacker, figures: Tell) -> None:
    before = time.monotonic()
    opened = [proxy.raw(tight, sent) for sent in WRONG.values()]
    answers = await asyncio.gather(*(closed(item) for item in opened))
    assert [sentence[:8] for sentence in answers] == [b""] * len(WRONG)
    figures(f"{len(WRONG)} ways, closed after {time.monotonic() - before:.1f} s of 5")


@pytest.mark.attack(6, "a PROXY header from an address that is no proxy")
@pytest.mark.parametrize("header", [text, binary])
async def test_strangers_cannot_choose_an_address(
    tight: Server, attacker: Attacker, header: Callable[[str], bytes]
) -> None:
    answer = await closed(attacker.raw(tight, header("192.0.2.99")))
    assert b"SSH-2.0-" in answer[:20]  # what came was read as a version of SSH, and closed
    assert not await spoken_of(tight, "192.0.2.99")


@pytest.mark.attack(6, "a proxy's own question whether anybody is here")
async def test_local(tight: Server, proxy: Attacker) -> None:
    for header in (b"PROXY UNKNOWN\r\n", SIGNATURE + b"\x20\x00\x00\x00"):
        assert (await hear(proxy.raw(tight, header))).startswith(b"SSH-2.0-")


@pytest.mark.attack(6, "banned behind a proxy")
async def test_bans_count_the_clients_behind_the_proxy(
    tight: Server, proxy: Attacker, attacker: Attacker
) -> None:
    assert (await admin(tight.data, "ban", "198.51.100.7")).code == 0
    banned = await rooms(tight, proxy, text("198.51.100.7"))
    assert banned[0] == 1 and "banned" in banned[1]
    assert (await rooms(tight, proxy, text("198.51.100.8")))[0] == 0


async def rooms(server: Server, proxy: Attacker, header: bytes) -> tuple[int, str]:
    """Ask for the tables through the proxy."""
    opened = proxy.raw(server, header)
    opened.setblocking(False)
    connection = await proxy.connect(server, sock=opened, local_addr=None)
    result = await connection.run("rooms")
    return result.exit_status, str(result.stderr)


async def spoken_of(server: Server, address: str) -> bool:
    """Whether the server takes anybody to be at that address."""
    who = (await admin(server.data, "who")).out
    logged = [json.loads(line) for line in server.log.splitlines()]
    return address in who or any(address in str(entry) for entry in logged)


async def test_the_host_asks_as_the_proxy_would(made: Made) -> None:
    here = ("--proxy", "127.0.0.0/8")
    server = await made(*here, "--web", "0")
    options = (*here, "--data", server.data, "--port", server.port, "--web", server.web_port)
    assert (await ran("health", *options)).code == 0
    report = json.loads((await ran("doctor", "--quick", "--json", *options)).out)
    verdicts = {finding["what"]: finding["verdict"] for finding in report["findings"]}
    assert (verdicts["port"], verdicts["web"]) == ("ok", "ok")
    health = await ran("health", *options[:-1], server.port)
    assert (health.code, "get no page" in health.err) == (1, True)
