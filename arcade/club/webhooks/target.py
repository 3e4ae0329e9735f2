"""The address to which somebody is called, as they write it."""

from functools import lru_cache
from typing import Literal, cast, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from msgspec import Struct

from arcade.engine import registry
from arcade.engine.registry import NoSuchGame
from arcade.rooms.errors import Refused, refused

Form = Literal["json", "ntfy", "discord", "matrix", "plain"]
LONGEST = 500
"""The most letters of an address."""


class Target(Struct, frozen=True):
    """Where calls are sent, in which form, and for which game people who wait call too."""

    url: str
    form: Form = "json"
    game: str = ""


@lru_cache(maxsize=1000)
def read(text: str, http: bool = False) -> Target:
    """Read an address: `as` and `game` in its query are for us; raises `Refused`.

    `http`: whether it may be without encryption.
    """
    try:
        parts = urlsplit(text)
        good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or len(text) > LONGEST or not text.isprintable() or " " in text:
        raise refused("That is no address: write https://HOST/PATH, or off, or test.")
    if parts.scheme not in ("https", *(["http"] if http else [])):
        raise refused("The address has to begin with https://.")
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
