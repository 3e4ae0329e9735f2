"""What no option of asyncssh covers: the only file that touches its private parts.

docs/decisions/0007-private-parts.md says more.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

import asyncssh
from asyncssh.constants import MSG_IGNORE
from asyncssh.kex import get_kex_algs
from asyncssh.packet import SSHPacket, SSHPacketLogger

from server.hosting.environment import CannotDo

PRIVATE: Mapping[type, tuple[str, ...]] = {
    asyncssh.SSHServerConnection: (
        "_transport",
        "_deferred_packets",
        "_protocol_factory",
        "_send_kexinit",
        "_client_kexinit",
        "_server_kexinit",
        "send_userauth_failure",
    ),
    asyncssh.SSHServerChannel: ("_env", "_send_pktsize", "_process_env_request"),
}
"""The names used here, by the class whose instances have them; a test holds them."""

STRICT = "mlkem768x25519-sha256"
"""The key exchange that withstands quantum computers; OpenSSH has it from 9.9 on."""

OPTIONS: Mapping[str, Any] = {
    # Post-quantum where the machine's OpenSSL has it; the others are cheap enough for everybody.
    "kex_algs": [
        name
        for name in (
            STRICT,
            "curve25519-sha256",
            "curve25519-sha256@libssh.org",
        )
        if name.encode() in get_kex_algs()
    ],
    "encryption_algs": ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr"],
    "mac_algs": ["hmac-sha2-512-etm@openssh.com", "hmac-sha2-256-etm@openssh.com"],
    "compression_algs": None,
    "gss_host": None,
    "x509_trusted_certs": None,
    "host_based_auth": False,
    "password_auth": False,
    "kbdint_auth": True,
    "public_key_auth": True,
    "agent_forwarding": False,
    "x11_forwarding": False,
    "allow_scp": False,
    "line_editor": False,
    "encoding": None,
    "keepalive_count_max": 3,
    "window": 65536,
    "max_pktsize": 32768,
    "rdns_lookup": False,
}
"""Options of `asyncssh.listen` (security.md, "Options found to give this")."""


def strict() -> dict[str, Any]:
    """Return the options of a server that accepts no other key exchange than `STRICT`.

    Raises `CannotDo` where this machine's OpenSSL does not have it.
    """
    if STRICT not in OPTIONS["kex_algs"]:
        raise CannotDo(f"--strict needs {STRICT}: upgrade the package cryptography.")
    return {**OPTIONS, "kex_algs": [STRICT]}


class _Connection(asyncssh.SSHServerConnection):
    """The server's side of a connection, without an empty message before each packet.

    asyncssh sends one before every packet, against an attack on CBC; there is no CBC in
    `OPTIONS`. It is a cipher operation and 32 bytes for each frame and each client.
    """

    async def reload_config(self) -> None:
        """Keep the options that all connections share: no file has others for some users.

        asyncssh would make a copy for each connection, in a thread: 5 KiB.
        """

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """End a key exchange, and forget what both sides offered: 2 KiB that are read no more."""
        super().send_newkeys(k, h)
        self._client_kexinit = self._server_kexinit = b""

    def send_packet(
        self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None
    ) -> None:
        """Send a packet, but no MSG_IGNORE: nothing else of asyncssh sends one."""
        if pkttype != MSG_IGNORE:
            super().send_packet(pkttype, *args, handler=handler)


def connection(
    options: asyncssh.SSHServerConnectionOptions,
    make_server: Callable[[], asyncssh.SSHServer],
    may_exchange: Callable[[], bool],
) -> asyncio.Protocol:
    """Make the server's side of one SSH connection, with a server object of its own.

    It ends when `may_exchange` says that there were too many key exchanges.
    """
    made = _Connection(asyncio.get_running_loop(), options)
    made._protocol_factory = make_server
    send = made._send_kexinit

    def exchange() -> None:
        if not may_exchange():
            raise asyncssh.ProtocolError("Too many key exchanges")
        send()

    setattr(made, "_send_kexinit", exchange)  # noqa: B010  mypy knows it as a method
    return cast(asyncio.Protocol, made)


def limit_environment(
    channel: "asyncssh.SSHServerChannel[bytes]", names: Collection[str], most: int
) -> None:
    """Keep only these variables of a client, each of at most `most` bytes."""
    keep = channel._process_env_request
    wanted = {name.encode() for name in names}

    def process(packet: SSHPacket) -> bool:
        kept = keep(packet)
        for name, value in tuple(channel._env.items()):
            if name not in wanted or len(value) > most:
                del channel._env[name]
        return kept

    setattr(channel, "_process_env_request", process)  # noqa: B010  mypy knows it as a method


def outstanding(channel: "asyncssh.SSHServerChannel[bytes]") -> int:
    """Count the bytes that wait for a client: in the channel, behind a rekey, in the transport.

    asyncssh puts no bound on any of the three, and `drain` waits for the first only.
    """
    connection = channel.get_connection()
    waiting = channel.get_write_buffer_size()
    transport = connection._transport
    if transport is not None:
        waiting += transport.get_write_buffer_size()
    for _, parts in connection._deferred_packets:
        waiting += sum(map(len, parts))
    return waiting


def packet_size(channel: "asyncssh.SSHServerChannel[bytes]") -> int:
    """Return the largest packet the client accepts on this channel, in bytes."""
    return channel._send_pktsize


def refuse_sha1(key: asyncssh.SSHKey, refused: Callable[[], object]) -> None:
    """Refuse a key's SHA-1 signatures, and call `refused` for each."""
    verify = key.verify

    def checked(data: bytes, sig: bytes) -> bool:
        if SSHPacket(sig).get_string() == b"ssh-rsa":
            refused()
            return False
        return verify(data, sig)

    setattr(key, "verify", checked)  # noqa: B010  mypy knows it as a method


def count_failures(connection: asyncssh.SSHServerConnection, failed: Callable[[], object]) -> None:
    """Call `failed` for every authentication request that is refused."""
    send = connection.send_userauth_failure

    def counted(partial_success: bool) -> None:
        failed()
        send(partial_success)

    setattr(connection, "send_userauth_failure", counted)  # noqa: B010  mypy knows it as a method
