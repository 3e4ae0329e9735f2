"""No empty message goes before each packet: it would cost as much as the frame itself."""

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE

from server.ssh.transport import OPTIONS
from tests.ssh.inside import Inside
from tools.soak.guests import Guest


async def test_nothing_is_sent_to_be_ignored(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: list[type] = []
    handlers = asyncssh.SSHClientConnection._packet_handlers  # the server's side has the same
    monkeypatch.setitem(handlers, MSG_IGNORE, lambda one, *_: ignored.append(type(one)))
    async with await Guest.enter(inside.port) as guest:
        await guest.see(b"size=")
        guest.type(b"x")
        await guest.some()
    assert asyncssh.SSHClientConnection not in ignored
    assert ignored, "the client sends them, or this test would count nothing"


def test_what_they_would_guard_is_not_offered() -> None:
    """They stand against guessing the next initial vector of a cipher in CBC mode."""
    assert not [name for name in OPTIONS["encryption_algs"] if "cbc" in name]
