"""What this server does not do (security.md, rows 10, 12 and 14)."""

import asyncio
import socket
import time
from pathlib import Path
from typing import ClassVar

import asyncssh
import pytest

from arcade.club.operations.operation import Command
from server.config.settings import Limits
from server.limits.cost_meter import sampling
from server.ssh.connection import NO_FORWARDING
from server.text.commands import catalogue
from server.text.commands.call import Call, ExecCommand
from tests.ssh.client import Nobody, connect
from tests.ssh.inside import Inside, start_inside
from tests.waiting import PATIENCE


async def test_a_connection_accepted_as_the_server_closes_is_not_left_open(inside: Inside) -> None:
    loop = asyncio.get_running_loop()
    with socket.create_connection(("127.0.0.1", inside.port)) as client:
        client.setblocking(False)
        # The loop accepts it in its next round, and closes at the beginning of the one after.
        loop.call_soon(loop.call_soon, inside.listener.close)
        async with asyncio.timeout(PATIENCE):
            assert await loop.sock_recv(client, 1) == b""


@pytest.mark.parametrize(
    "command", ["mosh-server new -s -c 256", "scp -t /tmp", "rsync --server .", "git-upload-pack x"]
)
async def test_a_program_that_needs_a_shell_reads_how_to_play(inside: Inside, command: str) -> None:
    answer = await inside.guest().run(command)
    unknown, how = answer.err.splitlines()
    assert unknown == f"Unknown command: {command.split()[0]}. Try: help"
    assert how.startswith("There is no shell and no file here. To play: ssh ")
    assert answer.code == 2


async def test_a_guest_with_another_key_reads_how_to_use_it(inside: Inside) -> None:
    new = inside.person()
    for command in ("profile", "plain"):
        answer = await new.run(command, given=b"")
        assert "ssh -i KEY -o IdentitiesOnly=yes" in answer.out + answer.err
    assert "IdentitiesOnly" not in (await inside.guest().run("profile")).err, "there is no key"


class Listening(Nobody):
    """Keeps what the server says beside its answers."""

    messages: ClassVar[list[str]] = []

    def debug_msg_received(self, msg: str, lang: str, always_display: bool) -> None:
        assert always_display
        self.messages.append(msg)


@pytest.mark.attack(14, "forwarding")
async def test_forwarding_is_refused(inside: Inside) -> None:
    async with await connect(inside.port, client_factory=Listening) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", inside.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("", 0, "127.0.0.1", 22)
        assert Listening.messages == [NO_FORWARDING]
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/no")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_tun(0)


@pytest.mark.attack(14, "forwarding with the OpenSSH client")
async def test_local_forwarding_with_the_real_client(inside: Inside) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    terminal = inside.guest().open(options=["-L", f"{port}:127.0.0.1:{inside.port}"])
    await terminal.wait_for("who=guest")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await asyncio.wait_for(reader.read(100), 10) == b""
    writer.close()
    await writer.wait_closed()


@pytest.mark.attack(14, "sftp and scp with the OpenSSH client")
async def test_file_transfer_is_refused(inside: Inside) -> None:
    for words, options in ((["sftp"], ["-s"]), (["scp", "-t", "/tmp"], [])):
        answer = await inside.guest().run(*words, options=options)
        assert answer.code == 2 and answer.out == ""
        assert f"Unknown command: {words[0]}" in answer.err


@pytest.mark.attack(14, "X11")
async def test_agent_and_x11_are_refused(inside: Inside) -> None:
    async with await connect(inside.port) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm", x11_forwarding=True)
    answer = await inside.guest().run("help", options=["-A"])
    assert answer.code == 0


@pytest.mark.attack(12, "sessions without end")
async def test_one_session_too_many(inside: Inside) -> None:
    async with await connect(inside.port) as connection:
        for _ in range(inside.context.limits.sessions_per_connection):
            await connection.create_process(term_type="xterm", encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError, match="Too many sessions"):
            await connection.create_process("help", encoding=None)
        assert inside.listener.limiter.refused["sessions"] == 1


@pytest.mark.attack(10, "packets below 1,024 bytes")
async def test_tiny_packets_are_refused(inside: Inside) -> None:
    async with await connect(inside.port) as connection:
        result = await connection.run("help", max_pktsize=1023)
        assert result.exit_status is None
        assert not result.stdout
        result = await connection.run("help", max_pktsize=1024)
        assert result.exit_status == 0


async def test_a_full_house_has_no_session_for_another(tmp_path: Path) -> None:
    full = await start_inside(tmp_path, Limits(connections=2))
    async with await connect(full.port) as connection:
        first = await connection.create_process(term_type="xterm", encoding=None)
        await connection.create_process(term_type="xterm", encoding=None)
        async with asyncio.timeout(PATIENCE):
            while len(full.sessions) < 2:
                await asyncio.sleep(0.01)
        with pytest.raises(asyncssh.ChannelOpenError, match="The server is full"):
            await connection.run("help", check=True)
        assert full.listener.limiter.refused["full"] == 1
        first.close()
        async with asyncio.timeout(PATIENCE):
            while len(full.sessions) > 1:
                await asyncio.sleep(0.01)
        assert (await connection.run("help")).exit_status == 0
    await full.close()


async def test_what_a_command_costs_is_its_address_own(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def burn(_: Call) -> int:
        for _ in range(2):
            until = time.thread_time() + 0.13
            while time.thread_time() < until:
                pass
            await asyncio.sleep(0)
        return 0

    known = {**catalogue.COMMANDS, "burn": ExecCommand(Command("burn", (), ""), burn)}
    monkeypatch.setattr(catalogue, "COMMANDS", known)
    async with await connect(inside.port) as connection:
        cost_meter = inside.listener.limiter._use_of("127.0.0.1").cost_meter
        cost_meter.seconds._rate = 0.0
        before = cost_meter.seconds.left
        with sampling():
            assert (await connection.run("burn")).exit_status == 0
        assert not cost_meter.spent  # what was sampled is charged when somebody asks
        assert before - cost_meter.seconds.left > 0.02  # a stolen processor leaves ticks out
