"""Where a server listens: one address, several, both families, as far as this machine has them."""

import contextlib
import errno
import socket
from pathlib import Path

import pytest

from server.config import addresses
from server.config.settings import Settings
from server.hosting import doctor
from server.hosting.finding import Finding
from tests.ssh.client import run
from tests.ssh.forks import arcade
from tests.ssh.process import Server
from tests.waiting import PATIENCE


def has(address: str) -> bool:
    """Whether this machine has an address: many containers have no IPv6."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as trying:
            trying.bind((address, 0))
    except OSError:
        return False
    return True


OTHER = "::1" if has("::1") else "127.0.0.2"
"""Another address than 127.0.0.1, of the other family where there is one."""
FAMILIES = "IPv4 and IPv6" if has("::1") else "IPv4"


def listening(named: list[str], port: int) -> str:
    """Where a server listens that was given a host, in words; the machine may lack a family."""
    bound = [address for address in named if has(address)]
    families = "IPv4 and IPv6" if len(bound) == 2 else "IPv6" if ":" in bound[0] else "IPv4"
    lacks = "" if bound == named else "; this machine has no IPv6"
    return f"{' and '.join(bound)} port {port} ({families}{lacks})"


@pytest.mark.parametrize(
    ("host", "named"),
    [
        ("127.0.0.1", ["127.0.0.1"]),
        ("0.0.0.0", ["0.0.0.0"]),
        ("::", ["::"]),
        ("*", ["0.0.0.0", "::"]),
        ("localhost", ["127.0.0.1", "::1"]),
        ("[::1], 127.0.0.1", ["::1", "127.0.0.1"]),
        ("0.0.0.0 *", ["0.0.0.0", "::"]),
    ],
)
def test_what_a_host_names(host: str, named: list[str]) -> None:
    bound = [address for address in named if has(address)]
    if bound != named and any(address.needed for address in addresses.resolve(host)):
        with pytest.raises(OSError) as refused:
            addresses.bind(host, 0)
        assert refused.value.filename in set(named) - set(bound)
        return
    with contextlib.ExitStack() as closing:
        sockets = [closing.enter_context(sock) for sock in addresses.bind(host, 0)]
        assert list(addresses.bound_to(sockets)) == bound
        (port,) = {socket.getsockname()[1] for socket in sockets}
        for sock in sockets:
            sock.listen()
        for address in addresses.resolve(host):
            if has(address.reached_at):
                socket.create_connection((address.reached_at, port), 5).close()
    assert addresses.listening_text(host, bound, port) == listening(named, port)


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


def examined(server: Server) -> Finding:
    """Return what the doctor says of the port of a server that listens everywhere."""
    settings = Settings(data=server.data, host_key=server.data / "key", host="*", port=server.port)
    return doctor._port(settings, doctor._beside(settings, PATIENCE))


async def test_a_server_on_two_addresses(made: Server) -> None:
    await made.start("--host", "127.0.0.1", "--host", OTHER)
    where = f"127.0.0.1 and {OTHER} port {made.port} ({FAMILIES});"
    assert f"Listening:   {where}" in made.announced
    command = made.guest().command("rooms")
    for host in ("127.0.0.1", OTHER):
        answer = await run(*(f"play@{host}" if "@" in word else word for word in command))
        assert answer.code == 0, answer
    port = examined(made)
    assert port.verdict == "ok" and port.result.endswith(f"answers on {FAMILIES}"), port


async def test_a_doctor_names_the_family_that_does_not_answer(made: Server) -> None:
    await made.start("--host", "0.0.0.0")
    assert f"0.0.0.0 port {made.port} (IPv4);" in made.announced
    port = examined(made)
    if has("::1"):
        assert port.verdict == "warn" and port.result.endswith("answers on IPv4, not on IPv6")
        assert "'*'" in port.do
    else:
        assert port.verdict == "ok" and port.result.endswith("answers on IPv4"), port


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
        (f'host = ["127.0.0.1", "{OTHER}"]', f"127.0.0.1 and {OTHER} port 0 ({FAMILIES})"),
        ('host = "*"', listening(["0.0.0.0", "::"], 0)),
        ("", listening(["127.0.0.1", "::1"], 0)),
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
    environment = {"ARCADE_HOST": f"127.0.0.1 {OTHER}"}
    result = arcade(*words, folder=tmp_path, environment=environment)
    assert f"127.0.0.1 and {OTHER} port 0" in result.stdout
    (tmp_path / "LICENSE").touch()
    result = arcade(*words, "--host", "LICENSE", "README", folder=tmp_path)
    assert result.returncode == 2 and "--host '*'" in result.stderr, (
        "as the shell makes of a bare star"
    )
    path = tmp_path / "wrong.toml"
    path.write_text("host = [1, true]")
    result = arcade(*words, "--config", path, folder=tmp_path)
    assert result.returncode == 2 and "host must be text" in result.stderr
