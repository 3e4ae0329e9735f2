"""The identity of a person."""

from msgspec import Struct


class Player(Struct, frozen=True):
    """A person: `id` is a key's fingerprint ("SHA256:…"), "guest:…" or "local:1".

    `name` is shown to others; it is "" until a key-holder has chosen one.
    """

    id: str
    name: str
    guest: bool = False


ORGANISER = Player("house", "the house")
"""Who opens the tables of tournaments; nobody else can be called so, for a name has no blank."""
