"""Plain values in and out: actions and views as JSON builtins, and the JSON of stored values."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game


def action_from(game: Game, plain: Mapping[str, object]) -> Any:
    """Read an action such as `{"do": "roll"}`; raises `IllegalAction` if it is invalid."""
    try:
        return msgspec.convert(dict(plain), game.action)
    except msgspec.ValidationError as error:
        raise IllegalAction(
            "no-such-action", "That is not an action of this game: {why}", 0, why=str(error)
        ) from error


def plain(value: object) -> Any:
    """Return a struct as builtins ready for JSON: string keys; tuples stay tuples.

    Of a view whose class lists `json_fields` these, in this order, computed properties included.
    """
    names: Sequence[str] = getattr(value, "json_fields", ())
    fields = {name: getattr(value, name) for name in names}
    return msgspec.to_builtins(fields or value, str_keys=True)


def unordered(action: object) -> dict[str, object]:
    """Return an action as builtins, with dice and seats sorted."""
    return {
        name: sorted(value) if isinstance(value, list | tuple) else value
        for name, value in plain(action).items()
    }


class UnknownSchema(ValueError):
    """Stored data has a newer schema than this program knows."""


class Versioned(Protocol):
    """A stored value with the number of its schema."""

    @property
    def v(self) -> int: ...


Value = TypeVar("Value", bound=Versioned)


class _Version(Struct, frozen=True):
    v: int


class VersionedCodec(Generic[Value]):
    """Encodes values of one type as lines of JSON, and decodes them, old ones too."""

    def __init__(self, kind: type[Value], schema: int) -> None:
        self.kind = kind
        self.schema = schema
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(kind)
        self._version = msgspec.json.Decoder(_Version)

    def encode(self, value: Value) -> bytes:
        return self._encoder.encode(value)

    def decode(self, data: bytes) -> Value:
        """Decode a value; raises `UnknownSchema`, or `msgspec.DecodeError` if it is invalid."""
        version = self._version.decode(data).v
        if version > self.schema:
            raise UnknownSchema(
                f"something of schema {version}; this program reads up to {self.schema}: "
                "use a newer one"
            )
        return self._decoder.decode(data)


Fact = TypeVar("Fact")


class Stored(Struct, Generic[Fact], frozen=True):
    """A fact with its time (ms since 1970) and schema version."""

    at: int
    fact: Fact
    v: int = 1
