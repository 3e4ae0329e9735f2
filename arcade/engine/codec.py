"""Plain values in and out: actions, views and states as JSON builtins."""

from collections.abc import Mapping
from typing import Any

import msgspec

from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game
from arcade.engine.words import N_


def action_from(game: Game, plain: Mapping[str, Any]) -> Any:
    """Read an action such as `{"do": "roll"}`; raises `IllegalAction` where it is none."""
    try:
        return msgspec.convert(dict(plain), game.action)
    except msgspec.ValidationError as error:
        raise IllegalAction(
            "no-such-action", N_("That is not an action of this game: {why}"), 0, why=str(error)
        ) from error


def plain(value: object) -> Any:
    """Turn a struct into builtins ready for JSON: string keys; tuples stay tuples."""
    return msgspec.to_builtins(value, str_keys=True)


def unordered(action: object) -> dict[str, Any]:
    """Turn an action into builtins that are the same for every order of its dice or seats."""
    return {
        name: sorted(value) if isinstance(value, list | tuple) else value
        for name, value in plain(action).items()
    }


def replace(state: Any, fields: Mapping[str, Any]) -> Any:
    """Replace fields of a frozen state by plain values, converted to the fields' types.

    Raises `msgspec.ValidationError` for a field the state lacks or a value of another type.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(type(state))}
    unknown = sorted(set(fields) - set(types))
    if unknown:
        raise msgspec.ValidationError(f"the state has no field {', '.join(unknown)}")
    new = {name: msgspec.convert(value, types[name]) for name, value in fields.items()}
    return msgspec.structs.replace(state, **new)
