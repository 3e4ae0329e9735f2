"""The configuration file: the options of `arcade serve`, and the tables [limits] and [tables]."""

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from server.hosting.environment import CommandError

if TYPE_CHECKING:
    pass

MOST = 2**31 - 1
"""The largest number the system understands."""


def read_config(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Take the options of a TOML file as defaults: what is typed or in the environment wins."""
    if path is None:
        return
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"Cannot read the configuration {path}: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"The configuration {path} is not TOML: {error}.") from error
    context.obj = _tables(path, found)
    known = {
        parameter.name.replace("_", "-"): parameter.name
        for parameter in context.command.params
        if parameter.name and parameter.envvar and parameter.name != "config"
    }
    unknown = sorted(set(found) - set(known))
    if unknown:
        raise CommandError(
            f"The configuration {path} sets {', '.join(unknown)}, which there is not; "
            f"there are: {', '.join(known)}, and the tables [limits] and [tables]."
        )
    flags = {one.name for one in context.command.params if getattr(one, "is_flag", False)}
    for name, value in found.items():
        if known[name] in flags:
            if not isinstance(value, bool):
                raise CommandError(
                    f"The configuration {path} sets {name} to neither true nor false."
                )
        elif not isinstance(value, str | int | float) or isinstance(value, bool):
            raise CommandError(
                f"The configuration {path} sets {name} to what is no text and no number."
            )
        elif isinstance(value, str) and not value.isprintable():
            raise CommandError(f"The configuration {path} sets {name} to what cannot be printed.")
    context.default_map = {known[name]: value for name, value in found.items()}


def _tables(path: Path, found: dict[str, Any]) -> dict[str, Any]:
    """Take the tables out of a configuration: [limits], and [tables] (how long they wait)."""
    import msgspec

    from arcade.rooms.timers import RoomSettings as Tables
    from server.hosting.config import Limits, renamed

    kinds: dict[str, type[msgspec.Struct]] = {"limits": Limits, "tables": Tables}
    read: dict[str, Any] = {}
    for name, kind in kinds.items():
        given = found.pop(name, {})
        where = f"The configuration {path}, in [{name}],"
        if not isinstance(given, dict):
            raise CommandError(
                f"The configuration {path} sets {name}, which is a table: write [{name}]."
            )
        if name == "limits":
            given, old = renamed(given)
            read["old_limits"] = tuple(old.items())
        types = {one.name: one.type for one in msgspec.structs.fields(kind)}
        for one, value in given.items():
            if one not in types:
                raise CommandError(f"{where} sets {one}, which there is not{_nearest(one, types)}.")
            low = 0 if name == "tables" else _least(one, whole=types[one] is int)
            if isinstance(value, int | float) and not low <= value <= MOST:
                raise CommandError(
                    f"{where} sets {one} to {value}; it can be from {low:g} to {MOST}."
                )
        try:
            read[name] = msgspec.convert(given, kind)
        except msgspec.ValidationError as error:
            raise CommandError(f"{where} is wrong: {error}.") from error
    return read


def _least(limit: str, whole: bool) -> float:
    """Return the least value of a limit: with less of most of them, nobody could come in."""
    if limit.endswith("_pause"):
        return 0
    return 1 if whole else 0.001


def _nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the setting that may have been meant."""
    near = get_close_matches(name, known)
    return f"; is {' or '.join(near)} meant?" if near else " (docs/security.md and docs/hosting.md)"
