"""A client that guesses the key exchange: a wrong guess is passed over (RFC 4253, 7)."""

import os

import asyncssh
import pytest
from asyncssh.constants import MSG_KEXINIT
from asyncssh.packet import Byte, String

from tests.ssh.client import Nobody, connect
from tests.ssh.inside import Inside

GUESS = 30
"""The first message of every Diffie-Hellman: what is in it does not matter here."""


class Guessing(Nobody):
    """Says that a guess follows, sends one that is nonsense, and then what was agreed on."""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        send = conn.send_packet

        def send_and_guess(kind: int, *parts: bytes, **how: object) -> None:
            if kind == MSG_KEXINIT:
                body = b"".join(parts)
                follows = body[:-5] + b"\1" + body[-4:]
                conn._client_kexinit = Byte(MSG_KEXINIT) + follows
                send(kind, follows)
                send(GUESS, String(os.urandom(32)))
            else:
                send(kind, *parts, **how)

        conn.send_packet = send_and_guess  # type: ignore[method-assign, assignment]


@pytest.mark.parametrize(
    "first",
    [
        {"kex_algs": ["mlkem768x25519-sha256", "curve25519-sha256"]},
        {"kex_algs": ["curve25519-sha256@libssh.org", "curve25519-sha256"]},
        {
            "kex_algs": ["curve25519-sha256"],
            "server_host_key_algs": ["rsa-sha2-512", "ssh-ed25519"],
        },
    ],
    ids=["another exchange", "another name", "another host key"],
)
async def test_a_wrong_guess_is_passed_over(inside: Inside, first: dict[str, list[str]]) -> None:
    async with await connect(inside.port, client_factory=Guessing, **first) as connection:
        assert (await connection.run("rooms")).exit_status == 0
