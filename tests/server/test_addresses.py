"""Where a server listens: one address, several, both families."""

import errno
import socket
from pathlib import Path

import pytest

from server.config import addresses
from server.config.settings import Settings
from server.hosting import doctor
from tests.ssh.client import run
from tests.ssh.forks import arcade
from tests.ssh.process import Server
from tests.waiting import PATIENCE


@pytest.mark.parametrize(
    ("host", "bound"),
    [
        ("127.0.0.1", ["127.0.0.1"]),
        ("0.0.0.0", ["0.0.0.0"]),
        ("::", ["::"]),
        ("*", ["0.0.0.0", "::"]),
        ("", ["0.0.0.0", "::"]),
        ("localhost", ["127.0.0.1", "::1"]),
        ("[::1], 127.0.0.1", ["::1", "127.0.0.1"]),
        ("0.0.0.0 *", ["0.0.0.0", "::"]),
    ],
)
def test_what_a_host_names(host: str, bound: list[str]) -> None:
    sockets = addresses.bind(host, 0)
    assert list(addresses.bound_to(sockets)) == bound
    (port,) = {socket.getsockname()[1] for socket in sockets}
    for sock in sockets:
        sock.listen()
    for address in addresses.resolve(host):
        socket.create_connection((address.reached_at, port), 5).close()
    families = "IPv4 and IPv6" if len(bound) == 2 else "IPv6" if ":" in bound[0] else "IPv4"
    text = addresses.listening_text(host, bound, port)
    assert text == f"{' and '.join(bound)} port {port} ({families})"
    for sock in sockets:
        sock.close()


def test_a_machine_without_ipv6(monkeypatch: pytest.MonkeyPatch) -> None:
    class OldKernel(socket.socket):
        def __init__(self, family: int = socket.AF_INET, *rest: int) -> None:
            if family == socket.AF_INET6:
                raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
            super().__init__(family, *rest)

    monkeypatch.setattr(socket, "socket", OldKernel)
    for host, bound in (("*", "0.0.0.0"), ("localhost", "127.0.0.1")):
        (sock,) = addresses.bind(host, 0)
        assert sock.getsockname()[0] == bound
        sock.close()
        text = addresses.listening_text(host, [bound], 22)
        assert text == f"{bound} port 22 (IPv4; this machine has no IPv6)"
    with pytest.raises(OSError, match="not supported") as refused:
        addresses.bind("127.0.0.1,::", 0)
    assert refused.value.filename == "::"


async def test_a_server_on_two_addresses(made: Server) -> None:
    await made.start("--host", "127.0.0.1", "--host", "::1")
    assert f"Listening:   127.0.0.1 and ::1 port {made.port} (IPv4 and IPv6);" in made.announced
    command = made.guest().command("rooms")
    for host in ("127.0.0.1", "::1"):
        answer = await run(*(f"play@{host}" if "@" in word else word for word in command))
        assert answer.code == 0, answer
    given = Settings(data=made.data, host_key=made.data / "key", host="*", port=made.port)
    port = doctor._port(given, doctor._beside(given, PATIENCE))
    assert port.verdict == "ok" and "answers on IPv4 and IPv6" in port.result, port


async def test_a_doctor_names_the_family_that_does_not_answer(made: Server) -> None:
    await made.start("--host", "0.0.0.0")
    assert f"0.0.0.0 port {made.port} (IPv4);" in made.announced
    given = Settings(data=made.data, host_key=made.data / "key", host="*", port=made.port)
    port = doctor._port(given, doctor._beside(given, PATIENCE))
    assert port.verdict == "warn" and port.result.endswith("answers on IPv4, not on IPv6")
    assert "'*'" in port.do


@pytest.mark.parametrize(
    ("host", "address", "verdict", "expected"),
    [
        ("127.0.0.1", "127.0.0.1:2222", "ok", "127.0.0.1 (IPv4)"),
        ("*", "[::1]:2222", "ok", "::1 (IPv6)"),
        (
            "0.0.0.0",
            "[::1]:2222",
            "warn",
            "::1 has an IPv6 address, and the server listens to IPv4",
        ),
        (
            "::",
            "127.0.0.1",
            "warn",
            "127.0.0.1 has an IPv4 address, and the server listens to IPv6",
        ),
        ("*", "no.such.host.invalid", "warn", "no.such.host.invalid has no address"),
    ],
)
def test_the_name_that_people_type(
    tmp_path: Path, host: str, address: str, verdict: str, expected: str
) -> None:
    (finding,) = doctor._address(Settings(tmp_path, tmp_path, host, address=address))
    assert (finding.verdict, finding.result) == (verdict, expected)
    assert (finding.do == "") == (verdict == "ok")


@pytest.fixture
async def made(tmp_path: Path):
    server = Server(tmp_path)
    yield server
    await server.kill()


@pytest.mark.parametrize(
    ("config", "listens"),
    [
        ('host = "0.0.0.0"', "0.0.0.0 port 0 (IPv4)"),
        ('host = ["127.0.0.1", "::1"]', "127.0.0.1 and ::1 port 0 (IPv4 and IPv6)"),
        ('host = "*"', "0.0.0.0 and :: port 0 (IPv4 and IPv6)"),
        ("", "127.0.0.1 and ::1 port 0 (IPv4 and IPv6)"),
    ],
)
def test_the_doctor_reads_the_hosts_of_a_file(tmp_path: Path, config: str, listens: str) -> None:
    path = tmp_path / "arcade.toml"
    path.write_text(config + "\nport = 0\n")
    words = ("doctor", "--quick", "--config", path, "--data", tmp_path / "data")
    result = arcade(*words, folder=tmp_path)
    assert f"{listens} is free" in result.stdout, result


def test_hosts_from_elsewhere(tmp_path: Path) -> None:
    words = ("doctor", "--quick", "--port", "0", "--data", tmp_path / "data")
    environment = {"ARCADE_HOST": "127.0.0.1 ::1"}
    result = arcade(*words, folder=tmp_path, environment=environment)
    assert "127.0.0.1 and ::1 port 0" in result.stdout
    (tmp_path / "LICENSE").touch()
    result = arcade(*words, "--host", "LICENSE", "README", folder=tmp_path)
    assert result.returncode == 2 and "--host '*'" in result.stderr, (
        "as the shell makes of a bare star"
    )
    path = tmp_path / "wrong.toml"
    path.write_text("host = [1, true]")
    result = arcade(*words, "--config", path, folder=tmp_path)
    assert result.returncode == 2 and "host must be text" in result.stderr
