"""Fields of a state from plain values."""

from collections.abc import Mapping
from typing import Any

import msgspec


def with_plain(state: Any, fields: Mapping[str, Any]) -> Any:
    """Replace fields of a frozen state by plain values, converted to the fields' types.

    Raises `msgspec.ValidationError` for a field the state lacks or a value of another type.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(type(state))}
    unknown = sorted(set(fields) - set(types))
    if unknown:
        raise msgspec.ValidationError(f"the state has no field {', '.join(unknown)}")
    new = {name: msgspec.convert(value, types[name]) for name, value in fields.items()}
    return msgspec.structs.replace(state, **new)
