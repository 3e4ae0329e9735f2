"""The address to which somebody is called, as they write it, and which addresses may be called."""

import ipaddress
from functools import lru_cache
from typing import Literal, cast, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from msgspec import Struct

from arcade.engine import registry
from arcade.engine.registry import NoSuchGame
from arcade.rooms.errors import Refused, refused

Form = Literal["json", "ntfy", "discord", "matrix", "plain"]
MAX_LENGTH = 500
"""The most letters of an address."""

_PUBLIC_V6 = ipaddress.ip_network("2000::/3")
"""All that is given out so far; the rest of IPv6 leads to IPv4, to the site, or nowhere."""
_ODD = tuple(
    map(
        ipaddress.ip_network,
        # Networks that lead to other addresses or to the machine's own cloud, though called public.
        ("2002::/16", "2001::/32", "192.88.99.0/24", "168.63.129.16/32"),
    )
)


class Target(Struct, frozen=True):
    """Where calls are sent, in which form, and for which game people who wait call too."""

    url: str
    form: Form = "json"
    game: str = ""


def is_public(text: str) -> bool:
    """Return whether an address is one of the public network, and no way to another one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        address = mapped
    if address.version == 6 and address not in _PUBLIC_V6:
        return False
    odd = any(address in network for network in _ODD if network.version == address.version)
    return address.is_global and not address.is_multicast and not odd


@lru_cache(maxsize=1000)
def read(text: str, private: bool = False) -> Target:
    """Read an address: `as` and `game` in its query are for us; raises `Refused`.

    `private`: whether it may be in the host's own network, and without encryption. A name is looked
    up only when it is called.
    """
    try:
        parts = urlsplit(text)
        good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or len(text) > MAX_LENGTH or not text.isprintable() or " " in text:
        raise refused("That is no address: write https://HOST/PATH, or off, or test.")
    if parts.scheme not in ("https", *(["http"] if private else [])):
        raise refused("The address has to begin with https://.")
    if not private and _is_own(parts.hostname or ""):
        raise refused("Only public addresses are called.")
    query = parse_qsl(parts.query, keep_blank_values=True)
    own = {name: value for name, value in query if name in ("as", "game")}
    form = own.get("as", "json")
    if form not in get_args(Form):
        raise refused("Choose one of: {known}", known=", ".join(get_args(Form)))
    try:
        game = registry.named(own["game"]).meta.key if own.get("game") else ""
    except NoSuchGame as error:
        raise Refused(error.news) from None
    rest = urlencode([(name, value) for name, value in query if name not in own])
    url = urlunsplit((parts.scheme, parts.netloc, parts.path, rest, ""))
    return Target(url, cast(Form, form), game)


def _is_own(host: str) -> bool:
    """Return whether a host, as it is written, is an address of a network that is not public."""
    try:
        return not is_public(host)
    except ValueError:  # a name
        return f".{host}".rstrip(".").endswith(".localhost")
