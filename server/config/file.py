"""The configuration file: the options of `arcade serve`, and the tables [limits] and [tables]."""

import os
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from server.config.environment import CommandError

MAX_NUMBER = 2**31 - 1
"""The largest number the system understands."""
TRIAL = "ARCADE_TRIAL"
"""The variable with which measurements and tests of a whole server set constants as well."""


def read_config(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Take the options of a TOML file as defaults; the command line and the environment win."""
    if path is None:
        return
    try:
        configuration = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"Cannot read the configuration {path}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"The configuration {path} is not TOML: {error}.") from error
    context.obj = _tables(path, configuration)
    options = {
        option.name.replace("_", "-"): option
        for option in context.command.params
        if option.name and option.envvar and option.name != "config"
    }
    if unknown := sorted(set(configuration) - set(options)):
        raise CommandError(
            f"The configuration {path} sets unknown options: {', '.join(unknown)}. "
            f"Choose from: {', '.join(options)}, and the tables [limits] and [tables]."
        )
    for name in configuration:
        value = configuration[name] = _value(
            options[name], f"The configuration {path}: {name}", configuration[name]
        )
        try:
            options[name].process_value(context, value)
        except click.BadParameter as error:
            raise CommandError(f"The configuration {path}: {name}: {error.message}") from error
    context.default_map = {str(options[name].name): value for name, value in configuration.items()}


def _value(option: click.Parameter, name: str, value: Any) -> Any:
    """Return what a configuration gives for an option, as the command line would."""
    if getattr(option, "is_flag", False):
        if not isinstance(value, bool):
            raise CommandError(f"{name} must be true or false.")
        return value
    if several := getattr(option, "multiple", False):
        value = value if isinstance(value, list) else [value]
    for item in value if several else [value]:
        if isinstance(item, bool) or not isinstance(item, str | int | float):
            raise CommandError(f"{name} must be text or a number.")
        if isinstance(item, str) and not item.isprintable():
            raise CommandError(f"{name} must contain only printable characters.")
    return [str(item) for item in value] if several else str(value)


def _tables(path: Path, configuration: dict[str, Any]) -> dict[str, Any]:
    """Take the tables out of a configuration: [limits], and [tables] (how long they wait)."""
    import msgspec

    from arcade.rooms.timers import RoomSettings as Tables
    from server.config.settings import SETTABLE, Limits, of_host

    kinds: dict[str, type[msgspec.Struct]] = {"limits": Limits, "tables": Tables}
    read: dict[str, Any] = {}
    for name, kind in kinds.items():
        given = configuration.pop(name, {})
        where = f"The configuration {path}, in [{name}],"
        if not isinstance(given, dict):
            raise CommandError(f"The configuration {path}: {name} is a table; write [{name}].")
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        for setting, value in given.items():
            if setting not in types:
                near = _nearest(setting, SETTABLE[name])
                raise CommandError(f"{where} sets the unknown {setting}{near}")
            if setting not in SETTABLE[name] and TRIAL not in os.environ:
                known = ", ".join(SETTABLE[name])
                raise CommandError(
                    f"{where} sets {setting}, which is a constant: take it out. "
                    f"What can be set: {known}."
                )
            # Below this, most limits would let nobody in.
            low = 0 if name == "tables" else 1 if types[setting] is int else 0.001
            if isinstance(value, int | float) and not low <= value <= MAX_NUMBER:
                raise CommandError(
                    f"{where} sets {setting} to {value}; it can be from {low:g} to {MAX_NUMBER}."
                )
        try:
            read[name] = msgspec.convert(given, kind)
        except msgspec.ValidationError as error:
            raise CommandError(f"{where} is wrong: {error}.") from error
    if "limits" in read:
        read["limits"] = of_host(read["limits"])
    return read


def _nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the setting that may have been meant."""
    near = get_close_matches(name, known)
    return (
        f". Did you mean {' or '.join(near)}?"
        if near
        else "; see docs/security.md and docs/hosting.md."
    )
