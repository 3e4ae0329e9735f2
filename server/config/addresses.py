"""Where a server listens: the addresses that `--host` names, and their families.

Must not know: what is said there.
"""

import contextlib
import errno
import re
import socket
from collections.abc import Iterable

from msgspec import Struct

from server.config.environment import CannotDo

EVERY, LOCAL = "*", "localhost"
"""Every address of the machine, and every one that only the machine itself reaches."""
LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "::1")
_WILDCARD = "0.0.0.0"  # noqa: S104
_BOTH = {EVERY: (_WILDCARD, "::"), LOCAL: LOOPBACKS}
_EVERY_OF_A_FAMILY = {_WILDCARD: LOOPBACK, "::": "::1"}
"""Wildcard addresses, and where this machine reaches a server bound to them."""
FAMILIES = {socket.AF_INET: "IPv4", socket.AF_INET6: "IPv6"}
_NO_FAMILY = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)
ANY_PORT_TRIES = 20
"""Attempts to find a port that is free on all addresses."""


class BindAddress(Struct, frozen=True):
    """One address to listen on; `needed`: not only where the machine has its family."""

    family: socket.AddressFamily
    host: str
    rest: tuple[int, ...] = ()
    needed: bool = True

    @property
    def reached_at(self) -> str:
        return reached_at(self.host)

    def bind(self, port: int, share: bool = False) -> socket.socket:
        """Return a socket bound to a port; raises OSError, which names the address."""
        bound = None
        try:
            bound = socket.socket(self.family, socket.SOCK_STREAM)
            bound.setblocking(False)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if share:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if self.family == socket.AF_INET6:
                bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            bound.bind((self.host, port, *self.rest))
        except OSError as error:
            if bound is not None:
                bound.close()
            error.filename = self.host
            raise
        return bound


def reached_at(host: str) -> str:
    """Return the address at which this machine reaches a server bound to `host`."""
    return _EVERY_OF_A_FAMILY.get(host, host)


def names(host: str) -> tuple[str, ...]:
    """Return the addresses that `--host` names, separated by commas or blanks."""
    return tuple(name.strip("[]") for name in re.split(r"[,\s]+", host.strip()))


def is_every(host: str) -> bool:
    """Whether any of these addresses is a wildcard."""
    return any(name in _EVERY_OF_A_FAMILY or name == EVERY for name in names(host))


def resolve(host: str) -> list[BindAddress]:
    """Return what to bind, each address once; raises OSError for a name that is none."""
    by_host: dict[str, BindAddress] = {}
    for name in names(host):
        for target in _BOTH.get(name, (name,)):
            for address in _looked_up(target, needed=name not in _BOTH):
                by_host.setdefault(address.host, address)
    return list(by_host.values())


def _looked_up(name: str, needed: bool) -> Iterable[BindAddress]:
    try:
        infos = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        error.filename = name
        raise
    for family, _, _, _, (host, _, *rest) in infos:
        if family in FAMILIES:
            yield BindAddress(family, str(host), tuple(rest), needed)


def bind(host: str, port: int, share: bool = False) -> list[socket.socket]:
    """Bind one port on all these addresses, any port for 0; raises OSError.

    A family that the machine lacks is left out of `*` and `localhost`.
    """
    addresses = resolve(host)
    for tries_left in reversed(range(ANY_PORT_TRIES)):
        try:
            return _bind(addresses, port, share)
        except OSError as error:
            if port or error.errno != errno.EADDRINUSE or not tries_left:
                raise
    raise AssertionError


def _bind(addresses: Iterable[BindAddress], port: int, share: bool) -> list[socket.socket]:
    with contextlib.ExitStack() as closing:
        bound: list[socket.socket] = []
        lacking: OSError | None = None
        for address in addresses:
            try:
                bound.append(closing.enter_context(address.bind(port, share)))
            except OSError as error:
                if address.needed or error.errno not in _NO_FAMILY:
                    raise
                lacking = error
            else:
                port = port or int(bound[-1].getsockname()[1])
        if lacking and not bound:
            raise lacking
        closing.pop_all()
    return bound


def bound_to(sockets: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return the addresses that sockets are bound to."""
    return tuple(str(sock.getsockname()[0]) for sock in sockets)


def host_and_port(text: str, option: str) -> tuple[str, int]:
    """Read PORT or ADDRESS:PORT; without an address it is the machine itself.

    Raises `CannotDo`, which names the option.
    """
    host, _, port = text.rpartition(":")
    if port.isascii() and port.isdecimal() and int(port) <= 65535:
        return host.strip("[]") or LOCAL, int(port)
    raise CannotDo(
        f"{option} {text!r} is no port. Write a port (8080), or an address and a port "
        "(10.0.0.5:8080)."
    )


def written(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def families(hosts: Iterable[str]) -> str:
    """Return the families of numeric addresses, in words: "IPv4 and IPv6"."""
    versions = {"IPv6" if ":" in host else "IPv4" for host in hosts}
    return " and ".join(sorted(versions))


def listening_text(host: str, hosts: Iterable[str], port: int) -> str:
    """Return where a server listens that was given `host` and has bound `hosts`."""
    bound = tuple(hosts)
    known = families(bound)
    lacks = {"IPv4": "IPv6", "IPv6": "IPv4"}.get(known)
    if lacks and any(name in _BOTH for name in names(host)):
        known += f"; this machine has no {lacks}"
    return f"{' and '.join(bound)} port {port} ({known})"
