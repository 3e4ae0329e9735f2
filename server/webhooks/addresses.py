"""Which addresses of the network a webhook may reach."""

import ipaddress
import socket
from typing import Any

_ODD = tuple(
    map(
        ipaddress.ip_network,
        # Networks that lead to other addresses or to the machine's own cloud, though called public.
        ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "168.63.129.16/32"),
    )
)


class Forbidden(OSError):
    """The address is not a public one."""


def is_public(text: str) -> bool:
    """Return whether an address is one of the public network, and no way to another one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        address = mapped
    odd = any(address in network for network in _ODD if network.version == address.version)
    return address.is_global and not address.is_multicast and not odd


def public_socket(info: tuple[Any, ...]) -> socket.socket:
    """Make the socket for a connection; raises `Forbidden` unless the address is public.

    It is asked for the address that is connected to: a name may lead elsewhere a moment later.
    """
    family, kind, protocol, _, address = info
    if not is_public(address[0]):
        raise Forbidden("not a public address")
    return socket.socket(family, kind, protocol)
