"""How many days in a row somebody has finished a deal."""

from collections.abc import Iterable

from arcade.club.i18n import zones
from arcade.rooms.clocks import now

GRACE = 7
"""Days within which one missed day is forgiven."""


def streak_of(times: Iterable[int], zone: str) -> int:
    """Count the days of a streak up to now, from times (ms since 1970), the latest first.

    The days are those of a time zone.
    """
    return streak((zones.day_number(at, zone) for at in times), zones.day_number(now(), zone))


def streak(days: Iterable[int], today: int) -> int:
    """Count the days of a streak, from the numbers of the days, the latest first.

    Today is not missed yet. A missed day ends it, unless it is the only one in `GRACE` days.
    """
    count, last, forgiven = 0, today + 1, today + 1 + GRACE
    for day in days:
        if day >= last:
            continue  # another deal of the same day
        missed = last - day - 1 - (last > today > day)
        if missed > 1 or (missed and forgiven - (day + 1) < GRACE):
            break
        forgiven = day + 1 if missed else forgiven
        count, last = count + 1, day
    return count
