"""The clocks of a table's seats: arithmetic over the times of facts, in milliseconds since 1970.

A decision may take one turn, then what is left of the seat's reserve. Its clock starts when the
decision begins and belongs to the decision, not to the person in the seat: giving a seat up and
taking it again changes nothing. The clock stands still in a pause, while nobody else plays, and
while nobody is at the table, and then goes on from where it was. It begins anew only after the
server was down: nobody loses time they could not use.
"""

import time
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.seats import put
from arcade.players.results import DAY
from arcade.rooms import facts
from arcade.rooms.facts import Stored
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

    While a clock stands still, `since` is the time it has run, as a negative number. `resumed` is
    when the clocks last went on after nobody was at the table.
    """

    since: tuple[int, ...] = ()
    reserves: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    resumed: int = 0


class Turns(Struct, frozen=True):
    """What a table's clocks depend on, at one moment.

    `awaited`: the seats the game waits for; `counting`: those of them whose decision takes time;
    `persons`: the seats that persons play themselves; `fresh`: those that nobody has had in this
    game; `starts`: when a decision begins at the earliest; `free`: what a new one has before that.
    """

    due: tuple[int, ...]
    awaited: tuple[int, ...]
    counting: tuple[int, ...]
    persons: tuple[int, ...]
    fresh: tuple[int, ...]
    starts: int
    free: int


def follow(
    clocks: Clocks, rules: TableRules, before: Turns, after: Turns, stored: Stored
) -> Clocks:
    """Update the clocks after a fact: start, stop and go on with them, charge the time used."""
    at = stored.at
    match stored.fact:
        case facts.Started():
            clocks = start(rules, len(after.due))
            return begin(clocks, after.counting, max(at, after.starts) + after.free)
        case facts.Acted(seat=seat, by=by):
            awaited = [other for other in before.awaited if other in before.persons]
            if awaited == [seat]:  # of several nobody in particular is late
                clocks = charge(clocks, rules, seat, at if seat in before.counting else 0)
                clocks = miss(clocks, seat) if by == "clock" else clocks
            clocks = forgive(clocks, seat) if by == "person" else clocks
        case facts.Returned(seat) | facts.Sat(seat):
            clocks = forgive(clocks, seat)
        case facts.Resumed(empty=None):
            running = (seat for seat in before.counting if seat in before.persons)
            clocks = begin_anew(clocks, rules, running, at)
        case facts.Resumed(empty=int(empty)) if not rules.days:
            clocks = leave_out(clocks, before.counting, empty, at)
        case _:
            pass
    for seat in after.awaited:
        clocks = _count_on(clocks, rules, before, after, stored, seat)
    return clocks


def _count_on(
    clocks: Clocks, rules: TableRules, before: Turns, after: Turns, stored: Stored, seat: int
) -> Clocks:
    """Begin the clock of a new decision; stop it if nobody waits for it any more, or go on."""
    at, starts = stored.at, max(stored.at, after.starts)
    sits = isinstance(stored.fact, facts.Sat)
    counted, counts = seat in before.counting, seat in after.counting
    if after.due[seat] != before.due[seat] or (seat in before.fresh and seat in after.persons):
        return begin(clocks, (seat,), starts + after.free if counts else 0)
    if counted and seat in before.persons and seat not in after.persons:
        # A bot sits in: the time beyond the turn is charged to the person who leaves the seat.
        alone = not any(other in before.persons for other in before.awaited if other != seat)
        clocks = settle(clocks, rules, seat, at) if alone else clocks
    if counted and not counts:
        return stop(clocks, seat, at)
    if counts and not counted:
        return go_on(clocks, seat, starts + (after.free if sits else 0))
    return clocks


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
        earliest = at - rules.days * DAY + GRACE
        clocks = begin(clocks, (seat,), max(clocks.since[seat], earliest))
    return clocks


def stop(clocks: Clocks, seat: int, at: int) -> Clocks:
    return begin(clocks, (seat,), min(0, clocks.since[seat] - at))


def go_on(clocks: Clocks, seat: int, at: int) -> Clocks:
    return begin(clocks, (seat,), at + min(0, clocks.since[seat]))


def leave_out(clocks: Clocks, seats: Iterable[int], empty: int, at: int) -> Clocks:
    """Take the time from `empty` to `at`, in which nobody was at the table, off running clocks.

    If two processes report overlapping times, each part counts once.
    """
    gap = max(0, at - max(empty, clocks.resumed))
    for seat in seats:
        clocks = begin(clocks, (seat,), min(at, clocks.since[seat] + gap))
    return replace(clocks, resumed=at)


def settle(clocks: Clocks, rules: TableRules, seat: int, at: int) -> Clocks:
    """Charge the reserve while the decision goes on: its deadline stays the same."""
    charged = charge(clocks, rules, seat, at)
    used = clocks.reserves[seat] - charged.reserves[seat]
    return clocks if rules.days else begin(charged, (seat,), clocks.since[seat] + used)


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
