"""Time in words: the clock of a decision."""

import time

from arcade.club.i18n.words import Words
from arcade.club.views import TableView

MINUTE, HOUR, DAY = 60, 3_600, 86_400

HURRY = 10.0
"""Seconds before the end that are shown one by one; on the reader's own clock, the last
`MINUTE`."""
ROOMY = 90
"""Cells of a line that has room for a clock in full words."""


def seconds_left(deadline: int) -> float:
    """Count the seconds until a time in ms since 1970; not below 0."""
    return max(0.0, deadline / 1000 - time.time())


def chosen_clock(table: TableView) -> int | None:
    """Choose the seat whose clock is shown: the reader's, else the one that runs out first."""
    running = [seat for seat, deadline in enumerate(table.clocks) if deadline is not None]
    if table.seat in running:
        return table.seat
    return min(running, key=lambda seat: table.clocks[seat] or 0, default=None)


def seconds_until_begin(table: TableView, seat: int) -> float:
    """Count the seconds until a clock that begins later is shown; 0 if it has begun."""
    if table.table.days:
        return 0.0
    left = seconds_left(table.clocks[seat] or 0) - table.reserves[seat]
    return max(0.0, left - table.table.turn - 1)  # reserves come in whole seconds


def clock_text(words: Words, table: TableView, seat: int, cells: int = 80) -> tuple[str, bool]:
    """Return the time a seat has left, and whether it is short; in full words if `cells` allow.

    Below 0 `cells` the turn's time stands alone.

    The time is rounded to tens of seconds until it runs short, so that the text seldom changes.
    """
    left = seconds_left(table.clocks[seat] or 0)
    if table.table.days:
        return long_text(words, left), left < HOUR
    reserve = table.reserves[seat]
    turn, exact = min(left - reserve, table.table.turn), exact_below(table, seat)
    if not reserve:
        return short_text(left, exact), left <= HURRY
    if turn <= 0:
        return words.t("reserve {time}", time=short_text(left, exact)), left <= HURRY
    now, then = short_text(turn, exact), short_text(reserve)
    if cells < 0:
        return now, False
    if cells >= ROOMY:
        text = words.t("{turn} for this turn, then {reserve} in reserve", turn=now, reserve=then)
    elif seat == table.seat:
        text = words.t("{turn}, then {reserve} in reserve", turn=now, reserve=then)
    else:
        text = words.t("{turn}, then {reserve}", turn=now, reserve=then)
    return text, False


def exact_below(table: TableView, seat: int) -> float:
    """Return the number of seconds below which each one is shown."""
    return MINUTE if seat == table.seat else HURRY


def clock_sentence(words: Words, table: TableView) -> str:
    """Return the reader's remaining time as a sentence; "" if no such clock runs."""
    seat = table.seat
    if seat is None or seat >= len(table.clocks) or table.clocks[seat] is None:
        return ""
    if seconds_until_begin(table, seat):
        return ""
    left, reserve = seconds_left(table.clocks[seat] or 0), table.reserves[seat]
    if table.table.days:
        return words.t("You have {time}.", time=long_text(words, left))
    if reserve and left > reserve:
        return words.nt(
            "{n} second, and {reserve} in reserve.",
            "{n} seconds, and {reserve} in reserve.",
            int(left - reserve),
            reserve=reserve,
        )
    return words.nt("{n} second left.", "{n} seconds left.", int(left))


def short_text(seconds: float, exact: float = HURRY) -> str:
    """Return minutes and seconds, "1:20": exact when short, else in tens of seconds."""
    whole = -(-int(seconds * 1000) // 1000)
    if whole > exact:
        whole = -(-whole // 10) * 10
    return minutes_text(whole)


def minutes_text(seconds: int) -> str:
    """Return whole seconds as minutes and seconds, "0:45"."""
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def long_text(words: Words, seconds: float) -> str:
    """Return days and hours, or hours and minutes."""
    minutes = int(seconds) // MINUTE
    if seconds >= DAY:
        return words.t("{days} d {hours} h", days=minutes // 1440, hours=minutes // 60 % 24)
    return words.t("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)


def pause_until_change(table: TableView, seat: int) -> float:
    """Return the seconds until the text of a running clock changes."""
    left = seconds_left(table.clocks[seat] or 0)
    if table.table.days:
        return left % MINUTE + 0.05
    if wait := seconds_until_begin(table, seat):
        return wait + 0.01
    reserve = table.reserves[seat]
    part = left - reserve if left > reserve else left
    if part <= 0:
        return HURRY
    more = max(0.0, part - table.table.turn) if left > reserve > 0 else 0.0
    part -= more  # never more than a turn has
    step = 1.0 if part <= exact_below(table, seat) else 10.0
    return more + (part % step or step) + 0.01
