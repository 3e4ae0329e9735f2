"""What asyncssh would spend on each packet and on each connection, and we do not."""

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE

from server.doors.context import arcade_app
from server.ssh.transport import OPTIONS
from server.terminal.driver import ENTER
from tests.ssh.inside import Inside
from tests.waiting import PATIENCE, until
from tools.soak.guests import Guest


async def test_nothing_is_sent_to_be_ignored(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: list[type] = []
    handlers = asyncssh.SSHClientConnection._packet_handlers  # the server's side has the same
    monkeypatch.setitem(
        handlers, MSG_IGNORE, lambda connection, *_: ignored.append(type(connection))
    )
    async with await Guest.enter(inside.port) as guest:
        await guest.see(b"size=")
        guest.type(b"x")
        await guest.some()
    assert asyncssh.SSHClientConnection not in ignored
    assert ignored, "the client sends them, or this test would count nothing"


class Packets(Guest):
    """Notes what came in each packet."""

    def __init__(self) -> None:
        super().__init__()
        self.packets: list[bytes] = []

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.packets.append(data)
        super().data_received(data, datatype)


async def test_the_first_picture_is_one_packet_with_what_takes_the_terminal(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "server.terminal.driver.BESIDE_WAIT", PATIENCE
    )  # on a busy machine it comes later
    inside.context.make_app = arcade_app
    async with await Packets.enter(inside.port) as guest:
        await guest.see(b"new table")
        (first, *_) = guest.packets
        assert first.startswith(ENTER.encode()) and b"new table" in first


def test_what_they_would_guard_is_not_offered() -> None:
    """They stand against guessing the next initial vector of a cipher in CBC mode."""
    assert not [name for name in OPTIONS["encryption_algs"] if "cbc" in name]


async def test_connections_share_their_options_and_forget_a_key_exchange(inside: Inside) -> None:
    async with await Guest.enter(inside.port) as guest, await Guest.enter(inside.port, "other"):
        await guest.see(b"size=")
        kept = [connection._connection for connection in inside.context.connections]
        assert len({id(entry._options) for entry in kept}) == 1
        exchanges: list[bytes] = []
        ours = next(entry for entry in kept if entry.get_extra_info("username") == "play")
        ours.send_newkeys, send = (
            lambda *of: (send(*of), exchanges.append(of[1])),
            ours.send_newkeys,
        )
        guest.line._send_kexinit()  # one more, in an open session
        guest.line._kexinit_sent = True
        await until(lambda: exchanges)
        guest.type(b"x")
        await guest.see(b"keys=x")
        assert [entry._client_kexinit + entry._server_kexinit for entry in kept] == [b"", b""]
