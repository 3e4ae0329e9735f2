"""Lets a webhook reach public addresses alone."""

import socket
from typing import Any

from arcade.club.webhooks.target import is_public


class Forbidden(OSError):
    """The address is not a public one."""


def public_socket(info: tuple[Any, ...]) -> socket.socket:
    """Make the socket for a connection; raises `Forbidden` unless the address is public.

    It is asked for the address that is connected to: a name may lead elsewhere a moment later.
    """
    family, kind, protocol, _, address = info
    if not is_public(address[0]):
        raise Forbidden("not a public address")
    return socket.socket(family, kind, protocol)
