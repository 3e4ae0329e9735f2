"""Time zones by their names (IANA's), found by what people type; days and hours there."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from arcade.engine.words import folded
from arcade.players.text import clean
from arcade.rooms.errors import refused

UTC = "UTC"
MAX_LENGTH = 40


@cache
def _by_name() -> Mapping[str, str]:
    """Return all zones by the ways to write them: the whole name, or its last part alone."""
    names = (files("tzdata") / "zones").read_text(encoding="ascii").split()
    places = {_plain(name.rpartition("/")[2]): name for name in reversed(names)}
    return places | {_plain(name): name for name in names}


def _plain(name: str) -> str:
    return folded(name).replace("_", " ").replace("-", " ").strip()


def zone_named(name: str) -> str:
    """Return the time zone with this name, "Europe/Paris", or "paris"; raises `Refused`."""
    zone = _by_name().get(_plain(name.removeprefix(":")))
    if zone is None:
        raise refused(
            "There is no time zone {name}. Write the nearest large city, such as Paris.",
            name=clean(name, MAX_LENGTH),
        )
    return zone


def known(name: str) -> str:
    """Return the time zone that a client's TZ names; "" for none."""
    return _by_name().get(_plain(name.removeprefix(":")), "") if "/" in name else ""


def at_zone(at: int, zone: str) -> datetime:
    """Return a time in ms since 1970 in a time zone ("": UTC)."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone or UTC))


def day_number(at: int, zone: str) -> int:
    """Return the number of the day (1: 1 January of year 1) in a time zone."""
    return at_zone(at, zone).toordinal()


def hour(at: int, zone: str) -> str:
    """Return the time of day, "01:00"."""
    return f"{at_zone(at, zone):%H:%M}"
