"""The clocks of a table's seats: arithmetic over the times of facts, in milliseconds since 1970.

A decision has its turn, then what is left of the seat's reserve. A clock that begins to run (a
decision comes up, somebody is back, a pause is over, the house opens again) has a whole turn: no
time is lost that a person could not use.
"""

import time
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.seats import put
from arcade.rooms.table_rules import TableRules

SECOND = 1_000
DAY = 86_400 * SECOND

GRACE = DAY // 4
"""What is left at least of a move by correspondence when the house opens again."""

MISSES = 2
"""How many times in a row a seat's time may run out before a bot sits in."""


def now() -> int:
    """Return the time that facts carry: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Clocks(Struct, frozen=True):
    """One entry a seat: when its decision's clock began, its reserve left, its misses in a row."""

    since: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()


def start(rules: TableRules, seats: int) -> Clocks:
    """Give the clocks of a new game."""
    return Clocks((0,) * seats, (rules.reserve * SECOND,) * seats, (0,) * seats)


def deadline(clocks: Clocks, rules: TableRules, seat: int) -> int:
    """Say when a running clock is over."""
    if rules.days:
        return clocks.since[seat] + rules.days * DAY
    return clocks.since[seat] + rules.turn * SECOND + clocks.reserves[seat]


def begin(clocks: Clocks, seats: Iterable[int], at: int) -> Clocks:
    """Let the clocks of these seats begin now."""
    since = clocks.since
    for seat in seats:
        since = put(since, seat, at)
    return replace(clocks, since=since)


def begin_anew(clocks: Clocks, rules: TableRules, seats: Iterable[int], at: int) -> Clocks:
    """Let running clocks begin again after a time in which nobody could play.

    A move by correspondence only gets its grace: days go by also while the house is closed.
    """
    if not rules.days:
        return begin(clocks, seats, at)
    for seat in seats:
        late = at - rules.days * DAY + GRACE
        clocks = begin(clocks, (seat,), max(clocks.since[seat], late))
    return clocks


def charge(clocks: Clocks, rules: TableRules, seat: int, at: int) -> Clocks:
    """Take from a seat's reserve what its decision took beyond the turn."""
    over = at - clocks.since[seat] - rules.turn * SECOND
    left = clocks.reserves[seat] - max(0, over)
    return replace(clocks, reserves=put(clocks.reserves, seat, max(0, left)))


def miss(clocks: Clocks, seat: int) -> Clocks:
    """Count that a seat's time ran out."""
    return replace(clocks, missed=put(clocks.missed, seat, clocks.missed[seat] + 1))


def forgive(clocks: Clocks, seat: int) -> Clocks:
    """Count anew: the person of this seat is there."""
    return replace(clocks, missed=put(clocks.missed, seat, 0)) if clocks.missed else clocks
