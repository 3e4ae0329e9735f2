"""Which of several keys comes in, and who comes in without any."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_USERAUTH_FAILURE, MSG_USERAUTH_REQUEST, MSG_USERAUTH_SUCCESS
from asyncssh.packet import Boolean, SSHPacket, String

from server.ssh.identity import KeyChoice, fingerprint
from tests.ssh.client import Client, Nobody, Said, connect, make_key, name_owner
from tests.ssh.inside import Inside
from tests.waiting import PATIENCE

OPENSSH, PUTTY = "SSH-2.0-OpenSSH_9.2p1", "SSH-2.0-PuTTY_Release_0.78"


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[Path]:
    """An ssh-agent, which has no keys yet."""
    environment_lines = subprocess.run(
        ["ssh-agent", "-a", tmp_path / "agent"], capture_output=True, text=True, check=True
    )
    number = int(environment_lines.stdout.split("SSH_AGENT_PID=")[1].split(";")[0])
    yield tmp_path / "agent"
    os.kill(number, signal.SIGTERM)


def add(agent: Path, *keys: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "SSH_AUTH_SOCK": str(agent)}
    subprocess.run(["ssh-add", "-q", *keys], env=environment, check=True)


async def with_agent(person: Client, agent: Path, *words: str, options: Sequence[str] = ()) -> Said:
    use = ("-o", f"IdentityAgent={agent}", "-o", "IdentitiesOnly=no", *options)
    return await person.run(*words, options=use)


def keys(folder: Path, count: int) -> list[Path]:
    return [make_key(folder / f"agent_{number}") for number in range(count)]


async def test_of_many_keys_the_one_with_an_account_comes_in(inside: Inside, agent: Path) -> None:
    person = inside.person()
    assert person.key
    await name_owner(inside.context.club, person.key, "Noisette")
    add(agent, *keys(inside.folder, 20))
    answer = await with_agent(person, agent, "profile", options=["-o", "LogLevel=INFO"])
    assert "Noisette" in answer.out, answer
    assert "partial success" not in answer.err
    # The same where that key is in the agent, between others.
    add(agent, person.key, make_key(inside.folder / "last"))
    guest = inside.guest()
    assert "Noisette" in (await with_agent(guest, agent, "profile")).out


@pytest.mark.parametrize("batch", ["no", "yes"])
async def test_of_many_unknown_keys_the_first_comes_in_and_signs_once(
    inside: Inside, agent: Path, batch: str
) -> None:
    first, *others = keys(inside.folder, 5)
    add(agent, first, *others)
    options = ["-o", f"BatchMode={batch}", "-v"]
    answer = await with_agent(inside.guest(), agent, "link", options=options)
    assert "Choose a name first." in answer.err, "a key came in, not a guest"
    (accepted,) = [line for line in answer.err.splitlines() if "Server accepts key" in line]
    assert asyncssh.read_private_key(first).get_fingerprint() in accepted


async def test_a_newcomer_with_one_key_types_its_passphrase_once(inside: Inside) -> None:
    path = inside.folder / "locked"
    made = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "open sesame", "-f", path)
    subprocess.run(made, check=True)
    terminal = Client(inside.folder, inside.port, path).open()
    await terminal.wait_for("Enter passphrase")
    terminal.type("open sesame\r")
    await terminal.wait_for("who=SHA256:")
    assert terminal.output.count("Enter passphrase") == 1
    public = asyncssh.read_public_key(path.with_suffix(".pub"))
    assert public.get_fingerprint() in terminal.text


async def test_weak_keys_before_a_good_one(inside: Inside, agent: Path) -> None:
    weak = []
    for number in range(12):
        weak.append(inside.folder / f"weak_{number}")
        asyncssh.generate_private_key("ssh-rsa", key_size=1024).write_private_key(weak[-1])
        weak[-1].chmod(0o600)
    add(agent, *weak, *keys(inside.folder, 1))
    answer = await with_agent(inside.guest(), agent, "link")
    assert "Choose a name first." in answer.err, answer


def test_a_choice_of_keys() -> None:
    choice = KeyChoice(OPENSSH, {"known"}.__contains__)
    taken = [key for key in ("a", "b", "known") if choice.takes(key)]
    assert taken == ["known"]
    choice = KeyChoice(OPENSSH, {"known"}.__contains__)
    assert [choice.takes(key) for key in ("a", "b", "c", "b", "a")] == [False] * 4 + [True]
    assert KeyChoice(PUTTY, {"known"}.__contains__).takes("a"), "it would not show it again"


async def test_a_key_taken_off_its_account_is_passed_over(inside: Inside, agent: Path) -> None:
    person = inside.person()
    assert person.key
    await name_owner(inside.context.club, person.key, "Noisette")
    accounts = inside.context.club.accounts
    player = accounts.find("Noisette")
    assert player
    other = make_key(inside.folder / "other")
    await accounts.link(asyncssh.read_private_key(other).get_fingerprint(), player)
    await accounts.unlink(player, player.id)
    add(agent, person.key, other)
    assert "Noisette" in (await with_agent(inside.guest(), agent, "profile")).out
    alone = await person.run("profile")
    assert "taken off its account" in alone.err


@pytest.mark.attack(1, "a key shown twice, as OpenSSH shows it")
async def test_a_key_that_came_back_unsigned_is_nobody(inside: Inside) -> None:
    """What is accepted when it is shown again has still to be proved."""
    victim = asyncssh.generate_private_key("ssh-ed25519")
    shown = Boolean(False) + String("ssh-ed25519") + String(victim.public_data)
    forged = Boolean(True) + shown[1:] + String(String("ssh-ed25519") + String(bytes(64)))
    requests = [(b"publickey", key) for key in (shown, shown, forged)] + [(b"password", b"")]
    answers = await asking(inside, "play", *requests, version="OpenSSH_9.9")
    assert answers == [b"begin again", b"shown", b"refused", b"in as nobody"]


async def test_each_kind_of_signature_is_reported_once(inside: Inside) -> None:
    answer = await inside.guest().run("rooms", options=["-o", "LogLevel=DEBUG1"])
    (offered,) = [line for line in answer.err.splitlines() if "server-sig-algs" in line]
    names = offered.partition("<")[2].partition(">")[0].split(",")
    assert len(names) == len(set(names)) == 8 and not {"ssh-rsa", "ssh-dss"} & set(names)


# Without a key


SECRET = "correct horse battery staple"


@pytest.mark.attack(2, "a password")
async def test_a_password_is_not_needed_and_not_kept(
    inside: Inside, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    asyncssh.set_log_level(0)
    asyncssh.set_debug_level(2)
    try:
        async with await connect(
            inside.port,
            client_factory=asyncssh.SSHClient,
            password=SECRET,
            preferred_auth="password",
        ) as connection:
            answer = await connection.run("rooms")
            assert answer.exit_status == 0
            (visit,) = inside.context.connections
            kept = repr([vars(holder) for holder in (visit, visit._connection)])
    finally:
        asyncssh.set_log_level("NOTSET")
        asyncssh.set_debug_level(1)
    assert SECRET not in kept
    server_side = [record for record in caplog.records if "Accepted SSH" in record.getMessage()]
    assert server_side, "the server's side was not logged"
    assert SECRET not in caplog.text + "".join(capfd.readouterr())


@pytest.mark.parametrize(
    ("user", "given"),
    [("play", b"\xff\xfe\x80"), ("play", b""), ("play", b"x" * 30_000), ("resume-AAAA", b"\0")],
)
async def test_no_password_is_wrong(inside: Inside, user: str, given: bytes) -> None:
    raw = await asking(inside, user, (b"password", Boolean(False) + String(given)))
    assert raw == [b"in as nobody"]


async def test_none_is_refused_once_so_that_keys_are_shown(inside: Inside) -> None:
    assert await asking(inside, "play", (b"none", b""), (b"none", b"")) == [
        b"refused",
        b"in as nobody",
    ]
    assert await asking(inside, "guest", (b"none", b"")) == [b"in as nobody"]
    assert await asking(inside, "Guest", (b"none", b"")) == [b"in as nobody"]


async def asking(
    inside: Inside, user: str, *requests: tuple[bytes, bytes], version: str = "asking"
) -> list[bytes]:
    """Send authentication requests, each after the answer to the last; return the answers."""
    answers: list[bytes] = []
    left = list(requests)

    class Asking(Nobody):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            def ask() -> None:
                method, rest = left.pop(0)
                head = (String(user), String("ssh-connection"), String(method))
                conn.send_packet(MSG_USERAUTH_REQUEST, *head, rest)

            def answered(kind: int, _: int, packet: SSHPacket) -> bool:
                if kind == MSG_USERAUTH_SUCCESS:
                    (door,) = inside.context.connections
                    who = fingerprint(door._connection)  # type: ignore[attr-defined]
                    answers.append(b"in as " + (who.encode() or b"nobody"))
                elif kind == MSG_USERAUTH_FAILURE:
                    packet.get_namelist()
                    answers.append(b"begin again" if packet.get_boolean() else b"refused")
                else:
                    answers.append(b"shown")
                if left and kind != MSG_USERAUTH_SUCCESS:
                    ask()
                else:
                    conn.abort()
                return True

            class Ear:
                """Takes the place of asyncssh's own way to log in."""

                def log_received_packet(self, *_: object) -> None: ...

                def cancel(self) -> None: ...

                process_packet = staticmethod(answered)

            def begin(**_: object) -> None:
                conn._auth = Ear()  # type: ignore[assignment]
                ask()

            own = dict.fromkeys(
                (MSG_USERAUTH_FAILURE, MSG_USERAUTH_SUCCESS), lambda _, *given: answered(*given)
            )
            conn._packet_handlers = {**conn._packet_handlers, **own}
            conn.try_next_auth = begin  # type: ignore[method-assign]

    with contextlib.suppress(asyncssh.Error, OSError):
        async with asyncio.timeout(PATIENCE):
            how = {"client_factory": Asking, "username": user, "client_version": version}
            await connect(inside.port, **how)
    return answers


@pytest.mark.parametrize("method", ["none", "publickey"])
async def test_a_guest_by_name_needs_no_method(inside: Inside, method: str) -> None:
    options = ["-o", "BatchMode=yes", "-o", f"PreferredAuthentications={method}"]
    answer = await inside.guest().run("rooms", user="guest", options=options)
    assert answer.code == 0, answer


async def test_a_guest_by_name_is_one_with_a_key_too(inside: Inside) -> None:
    terminal = inside.person().open(user="guest")
    await terminal.wait_for("who=guest")
    assert "wish=lobby:" in terminal.text


async def test_a_password_is_asked_for_and_any_is_good(inside: Inside) -> None:
    options = ["-o", "PreferredAuthentications=password", "-o", "NumberOfPasswordPrompts=1"]
    terminal = inside.guest().open(options=options)
    await terminal.wait_for("password:")
    terminal.type("whatever\r")
    await terminal.wait_for("who=guest")
