"""Options of a game from plain values, with an error that names the allowed ones."""

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

import msgspec

from arcade.engine.errors import BadOptions
from arcade.engine.game import Game, Meta, Option
from arcade.engine.words import N_

_Row = TypeVar("_Row", bound=Option)


def option_list(options: type[msgspec.Struct], *rows: _Row) -> tuple[_Row, ...]:
    """Return the rows, with the values that the fields' types in `options` allow."""
    fields = {field.name: field for field in msgspec.structs.fields(options)}
    return tuple(_with_values(row, fields[row.name]) for row in rows)


def _with_values(row: _Row, field: msgspec.structs.FieldInfo) -> _Row:
    values = (True, False) if field.type is bool else get_args(field.type)
    if row.values or row.high or not values:
        return row
    default = field.default
    others = (value for value in values if value != default)
    return msgspec.structs.replace(row, values=(default, *others))


def read(game: Game, values: Mapping[str, object]) -> Any:
    """Build the game's Options from plain values; raises `BadOptions` naming the allowed ones."""
    known = {option.name: option for option in game.option_list}
    for name, value in values.items():
        if name not in known:
            raise BadOptions(
                "{game} has no option {name}; it has: {known}.",
                game=game.meta.name,
                name=repr(name),
                known=", ".join(sorted(known)),
            )
        if not allows(known[name], value):
            raise not_allowed(known[name], value)
    try:
        return msgspec.convert(dict(values), game.options)
    except msgspec.ValidationError as error:
        raise BadOptions("These options cannot be read: {error}", error=str(error)) from error


def check_seats(meta: Meta, seats: int) -> None:
    """Raise `BadOptions` if a game is not for this number of seats, naming the allowed ones."""
    low, high = meta.seats
    if not low <= seats <= high:
        text = N_("{game} is for {low} to {high} players.")
        if low == high:
            text = N_("{game} is played by exactly {low}.")
        raise BadOptions(text, game=meta.name, low=low, high=high)


def not_allowed(option: Option, value: object) -> BadOptions:
    """Return the refusal of a value, naming what the option accepts."""
    name, given = option.name, repr(value)
    if option.values:
        return BadOptions(
            "{name} cannot be {value}; it can be {known}.",
            name=name,
            value=given,
            known=", ".join(str(value).lower() for value in option.values),
        )
    text = N_("{name} cannot be {value}; it can be a whole number from {low} to {high}.")
    if option.nullable:
        text = N_(
            "{name} cannot be {value}; it can be a whole number from {low} to {high}, or none."
        )
    return BadOptions(text, name=name, value=given, low=option.low, high=option.high)


def allows(option: Option, value: object) -> bool:
    if option.values:
        return any(value == choice and type(value) is type(choice) for choice in option.values)
    if value is None:
        return option.nullable
    return type(value) is int and option.low <= value <= option.high
