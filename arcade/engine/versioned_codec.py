"""The JSON of what is stored, and up to which schema it is read."""

from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct


class UnknownSchema(ValueError):
    """Something stored is of a newer schema than this program knows."""


class Versioned(Protocol):
    """What is stored says under which schema, in `v`."""

    @property
    def v(self) -> int:
        """The schema's number."""
        ...


Value = TypeVar("Value", bound=Versioned)


class _Version(Struct, frozen=True):
    v: int


class VersionedCodec(Generic[Value]):
    """Writes values of one kind as lines of JSON and reads them, old ones too."""

    def __init__(self, kind: type[Value], schema: int) -> None:
        self._schema = schema
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(kind)
        self._version = msgspec.json.Decoder(_Version)

    def encode(self, value: Value) -> bytes:
        """Write a value as one line."""
        return self._encoder.encode(value)

    def decode(self, data: bytes) -> Value:
        """Read a value; raises `UnknownSchema`, or `msgspec.DecodeError` if it is none."""
        version = self._version.decode(data).v
        if version > self._schema:
            raise UnknownSchema(
                f"something of schema {version}; this program reads up to {self._schema}: "
                "use a newer one"
            )
        return self._decoder.decode(data)
