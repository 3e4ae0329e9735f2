"""The envelope of facts about persons, moderation and daily deals."""

from typing import Generic, TypeVar

from msgspec import Struct

Fact = TypeVar("Fact")


class Stored(Struct, Generic[Fact], frozen=True):
    """A fact with its time (ms since 1970) and schema version."""

    at: int
    fact: Fact
    v: int = 1
