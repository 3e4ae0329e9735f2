"""Behaviour that asyncssh has no option for: the only file that uses its private parts.

docs/decisions/0007-private-parts.md says more.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, cast
from weakref import proxy

import asyncssh
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT, MSG_SERVICE_REQUEST
from asyncssh.kex import get_kex_algs
from asyncssh.packet import SSHPacket, SSHPacketLogger, String

from server.config.environment import CannotDo

PRIVATE: Mapping[type, tuple[str, ...]] = {
    asyncssh.SSHServerConnection: (
        "_transport",
        "_deferred_packets",
        "_protocol_factory",
        "_send_kexinit",
        "_client_kexinit",
        "_server_kexinit",
        "_ignore_first_kex",
        "_next_service",
        "_auth_in_progress",
        "_finish_userauth",
        "_cleanup",
        "_recv_handler",
        "_all_server_host_keys",
        "_process_hostkeys_prove_00_at_openssh_dot_com_global_request",
        "_report_global_response",
        "send_userauth_failure",
        "_make_global_request",
    ),
    asyncssh.SSHServerChannel: ("_env", "_send_pktsize", "_process_env_request"),
}
"""The names used here, by the class whose instances have them; a test holds them."""

STRICT = "mlkem768x25519-sha256"
"""The key exchange that withstands quantum computers; OpenSSH has it from 9.9 on."""

STRICT_MACS = ("hmac-sha2-512-etm@openssh.com", "hmac-sha2-256-etm@openssh.com")

USERAUTH = b"ssh-userauth"

OPTIONS: Mapping[str, Any] = {
    # Post-quantum where the machine's OpenSSL has it; the others are cheap enough for everybody.
    # The client's order decides; ours only says whether a client that guesses was right, and
    # Dropbear guesses curve25519.
    "kex_algs": [
        name
        for name in ("curve25519-sha256", "curve25519-sha256@libssh.org", STRICT)
        if name.encode() in get_kex_algs()
    ],
    "encryption_algs": ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr"],
    # The plain ones are for Dropbear and apps on phones, which know no other.
    "mac_algs": [*STRICT_MACS, "hmac-sha2-512", "hmac-sha2-256"],
    # Told to clients, each once: asyncssh's own list has names twice, and SHA-1, which is refused.
    "signature_algs": [
        "ssh-ed25519",
        "sk-ssh-ed25519@openssh.com",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
        "sk-ecdsa-sha2-nistp256@openssh.com",
        "rsa-sha2-512",
        "rsa-sha2-256",
    ],
    "server_version": "arcade",
    "compression_algs": None,
    # Clients learn all keys of a host at each visit, a new one before it is used.
    "send_server_host_keys": True,
    "gss_host": None,
    "x509_trusted_certs": None,
    "host_based_auth": False,
    "password_auth": True,
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


def use_first_host_key(options: asyncssh.SSHServerConnectionOptions) -> None:
    """Let the other host keys only be announced: asyncssh would use those of other kinds.

    An RSA key that is proved must not sign with SHA-1, as it would: OpenSSH disregards that.
    """
    for pair in options.all_server_host_keys.values():
        if pair.algorithm == b"ssh-rsa":
            pair.set_sig_algorithm(b"rsa-sha2-512")
    first = next(iter(options.all_server_host_keys))
    options.server_host_keys = OrderedDict(
        (name, pair) for name, pair in options.server_host_keys.items() if pair.public_data == first
    )


def strict() -> dict[str, Any]:
    """Return the options of a server that accepts no other key exchange than `STRICT`.

    Raises `CannotDo` where this machine's OpenSSL does not have it.
    """
    if STRICT not in OPTIONS["kex_algs"]:
        raise CannotDo(f"--strict needs {STRICT}: upgrade the package cryptography.")
    return {**OPTIONS, "kex_algs": [STRICT], "mac_algs": list(STRICT_MACS)}


class _Connection(asyncssh.SSHServerConnection):
    """The server's side of a connection, without an empty message before each packet.

    asyncssh sends one before every packet, against an attack on CBC; there is no CBC in
    `OPTIONS`. It is a cipher operation and 32 bytes for each frame and each client.
    """

    on_refusal: Callable[[], bool] = staticmethod(lambda: False)
    """Called for each authentication request that is refused, or that asks for authentication
    anew; returns whether the client shall offer its keys again, from the first."""
    _refused = False
    """Whether an authentication request was refused."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: asyncssh.SSHServerConnectionOptions,
        may_exchange: Callable[[], bool],
    ) -> None:
        super().__init__(loop, options)
        self._may_exchange = may_exchange

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Process a packet: the request for authentication as often as it comes, as paramiko sends
        it for each try, and a guess at the key exchange as RFC 4253, 7 says.
        """
        if pkttype == MSG_SERVICE_REQUEST and self._auth_in_progress:
            self.on_refusal()
            self._next_service = USERAUTH
        result = super().process_packet(pkttype, pktid, packet)
        if pkttype == MSG_KEXINIT and not isinstance(result, bool):
            return self._judge_guess(result)
        return result

    async def _judge_guess(self, agreeing: Awaitable[None]) -> None:
        """Ignore a guessed packet where the first names of key exchange or host key differ.

        asyncssh compares with what was agreed on.
        """
        await agreeing
        theirs, guessed = _proposal(self._client_kexinit)
        ours, _ = _proposal(self._server_kexinit)
        self._ignore_first_kex = guessed and theirs != ours

    async def _finish_userauth(self, begin_auth: bool, method: bytes, packet: SSHPacket) -> None:
        """Take a password, and a second request without any method, for an answer to a question
        without prompts. The typed password is never read.
        """
        if method == b"password" or (method == b"none" and self._refused):
            method, packet = b"keyboard-interactive", SSHPacket(String("") + String(""))
        await super()._finish_userauth(begin_auth, method, packet)

    def _process_hostkeys_prove_00_at_openssh_dot_com_global_request(
        self, packet: SSHPacket
    ) -> None:
        """Prove the announced keys, each once for a connection: to sign is work."""
        announced = sum(4 + len(key) for key in self._all_server_host_keys)
        if len(packet.get_remaining_payload()) > announced:
            self._report_global_response(False)
            return
        super()._process_hostkeys_prove_00_at_openssh_dot_com_global_request(packet)
        self._all_server_host_keys = OrderedDict()

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Refuse a request. OpenSSH begins with its first key again where it was a partial
        success: docs/decisions/0036-clients.md.
        """
        self._refused = True
        super().send_userauth_failure(self.on_refusal() or partial_success)

    async def reload_config(self) -> None:
        """Keep the options that all connections share: no file has others for some users.

        asyncssh would make a copy for each connection, in a thread: 5 KiB.
        """

    def _send_kexinit(self) -> None:
        if not self._may_exchange():
            raise asyncssh.ProtocolError("Too many key exchanges")
        super()._send_kexinit()

    def _cleanup(self, exc: Exception | None) -> None:
        """Let go of itself too: a connection that has ended needs no collection of garbage."""
        super()._cleanup(exc)
        self._recv_handler = _receive_nothing

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


def _proposal(kexinit: bytes) -> tuple[list[bytes], bool]:
    """Read a key exchange's first message: the first names of key exchange and host key, and
    whether a guess at the exchange follows it.
    """
    packet = SSHPacket(kexinit)
    packet.get_bytes(1 + 16)
    names = [packet.get_namelist() for _ in range(10)]
    return [choices[0] for choices in names[:2]], packet.get_boolean()


def _receive_nothing() -> bool:
    return False


def connection(
    options: asyncssh.SSHServerConnectionOptions,
    make_server: Callable[[], asyncssh.SSHServer],
    may_exchange: Callable[[], bool],
) -> asyncio.Protocol:
    """Make the server's side of one SSH connection, with a server object of its own.

    It ends when `may_exchange` says that there were too many key exchanges.
    """
    server_side = _Connection(asyncio.get_running_loop(), options, may_exchange)
    server_side._protocol_factory = make_server
    return cast(asyncio.Protocol, server_side)


def limit_environment(
    channel: "asyncssh.SSHServerChannel[bytes]", names: Collection[str], most: int
) -> None:
    """Keep only these variables of a client, each of at most `most` bytes."""
    wanted = {name.encode() for name in names}
    of_class, this = type(channel)._process_env_request, proxy(channel)  # which keeps `process`

    def process(packet: SSHPacket) -> bool:
        processed = of_class(this, packet)
        for name, value in tuple(this._env.items()):
            if name not in wanted or len(value) > most:
                del this._env[name]
        return bool(processed)

    setattr(channel, "_process_env_request", process)  # noqa: B010  mypy knows it as a method


async def answer(connection: asyncssh.connection.SSHConnection) -> None:
    """Wait until the client answers whether it is there, as every client must."""
    await connection._make_global_request(b"keepalive@openssh.com")


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


def on_refusal(connection: asyncssh.SSHServerConnection, refused: Callable[[], bool]) -> None:
    """Call `refused` for every authentication request that is refused, or begun again; where it
    returns True, the client shall offer its keys again.
    """
    cast(_Connection, connection).on_refusal = refused
