"""The clocks of a table's seats: arithmetic over the times of facts, in milliseconds since 1970.

A decision may take one turn, then what is left of the seat's reserve. A clock that starts (a
decision begins, somebody is back, the server restarts) has a full turn: nobody loses time they
could not use. A pause stops a clock, which then goes on from where it was.
"""

import time
from collections.abc import Collection, Iterable

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.seats import put
from arcade.players.results import DAY as DAY
from arcade.rooms.table_rules import TableRules

SECOND = 1_000

GRACE = DAY // 4
"""Least time left for a move by correspondence after the server restarts."""

MISSES = 2
"""A bot takes over after a seat's time has run out this often in a row."""


def now() -> int:
    """Return the time that facts carry: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clocks(Struct, frozen=True):
    """For each seat: when its clock started, the reserve left, and the misses in a row.

    During a pause `since` is how long ago the clock had started then, as a negative number.
    """

    since: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()


def start(rules: TableRules, seats: int) -> Clocks:
    return Clocks((0,) * seats, (rules.reserve * SECOND,) * seats, (0,) * seats)


def deadline(clocks: Clocks, rules: TableRules, seat: int) -> int:
    if rules.days:
        return clocks.since[seat] + rules.days * DAY
    return clocks.since[seat] + rules.turn * SECOND + clocks.reserves[seat]


def begin(clocks: Clocks, seats: Iterable[int], at: int) -> Clocks:
    since = clocks.since
    for seat in seats:
        since = put(since, seat, at)
    return replace(clocks, since=since)


def begin_anew(clocks: Clocks, rules: TableRules, seats: Iterable[int], at: int) -> Clocks:
    """Restart running clocks after a time when nobody could play.

    A move by correspondence only gets its grace period: days count while the server is down too.
    """
    if not rules.days:
        return begin(clocks, seats, at)
    for seat in seats:
        late = at - rules.days * DAY + GRACE
        clocks = begin(clocks, (seat,), max(clocks.since[seat], late))
    return clocks


def stop(clocks: Clocks, running: Collection[int], at: int) -> Clocks:
    since = enumerate(clocks.since)
    return replace(clocks, since=tuple(one - at if seat in running else 0 for seat, one in since))


def go_on(clocks: Clocks, seats: Iterable[int], at: int) -> Clocks:
    for seat in seats:
        clocks = begin(clocks, (seat,), at + clocks.since[seat])
    return clocks


def charge(clocks: Clocks, rules: TableRules, seat: int, at: int) -> Clocks:
    """Subtract what a decision took beyond the turn from the seat's reserve."""
    over = at - clocks.since[seat] - rules.turn * SECOND
    left = clocks.reserves[seat] - max(0, over)
    return replace(clocks, reserves=put(clocks.reserves, seat, max(0, left)))


def miss(clocks: Clocks, seat: int) -> Clocks:
    return replace(clocks, missed=put(clocks.missed, seat, clocks.missed[seat] + 1))


def forgive(clocks: Clocks, seat: int) -> Clocks:
    """Reset the misses of a seat whose person is there."""
    return replace(clocks, missed=put(clocks.missed, seat, 0)) if clocks.missed else clocks
