"""Where people come from: what counts as one address, and the network it is one of many in.

Must not know: what is counted.
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

NETWORK = 4
"""How many times as much as one address the 65,536 of an IPv6 /48 have together."""


def neighbourhood(address: str) -> str:
    """Return what counts as one address: for IPv6 the /64, which one host has to itself."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return f"{IPv6Address(int(read) >> 64 << 64)}/64"
    return str(read)


@lru_cache(4096)
def network(place: str) -> str:
    """Return the network of an address: for IPv6 the /48, which some people have as easily."""
    try:
        return f"{IPv6Address(int(IPv6Address(place.removesuffix('/64'))) >> 80 << 80)}/48"
    except ValueError:
        return f"of {place}"


def counted(place: str) -> Sequence[tuple[str, int]]:
    """Return what is counted for an address, the widest first, each with its share of the limit."""
    wide = network(place)
    return ((wide, NETWORK), (place, 1)) if wide.endswith("/48") else ((place, 1),)
