"""Time in words: the clock of a decision, and a table's rules in a line."""

import time
from typing import Any

from arcade.club.i18n.words import Words
from arcade.club.views import TableRules, TableView
from arcade.engine.words import N_

MINUTE, HOUR, DAY = 60, 3_600, 86_400

HURRY = 10.0
"""Seconds before the end in which every second is shown."""


def seconds_left(deadline: int) -> float:
    """Count the seconds until a time in ms since 1970; not below 0."""
    return max(0.0, deadline / 1000 - time.time())


def chosen_clock(table: TableView) -> int | None:
    """Choose the seat whose clock is shown: one's own, else the one that runs out first."""
    running = [seat for seat, deadline in enumerate(table.clocks) if deadline is not None]
    if table.seat in running:
        return table.seat
    return min(running, key=lambda seat: table.clocks[seat] or 0, default=None)


def clock_text(words: Words, table: TableView, seat: int) -> tuple[str, bool]:
    """Return the time a seat has left, and whether it is short.

    "0:40 + 3:00" is the turn and the reserve after it, in tens of seconds until it runs short, so
    that the text seldom changes.
    """
    left = seconds_left(table.clocks[seat] or 0)
    if table.table.days:
        return long_text(words, left), left < HOUR
    reserve = table.reserves[seat]
    turn = left - reserve
    if not reserve:
        return short_text(left), left <= HURRY
    if turn > 0:
        return f"{short_text(turn)} + {short_text(reserve)}", False
    return words.t("reserve {time}", time=short_text(left)), left <= HURRY


def told_clock(words: Words, table: TableView) -> str:
    """Return one's own remaining time as a sentence; "" if no such clock runs."""
    seat = table.seat
    if seat is None or seat >= len(table.clocks) or table.clocks[seat] is None:
        return ""
    left, reserve = seconds_left(table.clocks[seat] or 0), table.reserves[seat]
    if table.table.days:
        return words.t("You have {time}.", time=long_text(words, left))
    if reserve and left > reserve:
        turn = int(left - reserve)
        return words.t("{turn} seconds, and {reserve} in reserve.", turn=turn, reserve=reserve)
    return words.nt("{n} second left.", "{n} seconds left.", int(left))


def short_text(seconds: float) -> str:
    """Return minutes and seconds, "1:20": exact when short, else in tens of seconds."""
    whole = -(-int(seconds * 1000) // 1000)
    if whole > HURRY:
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
    reserve = table.reserves[seat]
    part = left - reserve if left > reserve else left
    if part <= 0:
        return HURRY
    step = 1.0 if part <= HURRY else 10.0
    return (part % step or step) + 0.01


def rule_value_text(words: Words, name: str, value: Any) -> str:
    """Return the value of one of a table's rules as text."""
    t = words.t
    match name, value:
        case "turn", 0:
            return t("no clock")
        case "reserve", 0:
            return t("none")
        case (("turn" | "reserve"), _):
            return minutes_text(value)
        case "days", 0:
            return t("all together, now")
        case "days", _:
            return words.nt("{n} day for a move", "{n} days for a move", value)
        case (("late_join" | "coach"), _):
            return t("yes") if value else t("no")
        case _:
            return t(
                {"live": N_("live"), "late": N_("late"), "hands": N_("hands")}.get(value, value)
            )


def rules_text(words: Words, rules: TableRules) -> str:
    """Return a table's rules in a line: time to think, what spectators see."""
    t = words.t
    parts = []
    if rules.days:
        parts.append(words.nt("{n} day for a move", "{n} days for a move", rules.days))
    elif rules.turn:
        turn, reserve = minutes_text(rules.turn), minutes_text(rules.reserve)
        parts.append(
            t("{turn} for a turn + {reserve} reserve", turn=turn, reserve=reserve)
            if rules.reserve
            else t("{turn} for a turn", turn=turn)
        )
    else:
        parts.append(t("no clock"))
    parts.append(t("bots: {strength}", strength=t(rules.bots)))
    parts.append(watching_text(words, rules))
    if not rules.late_join:
        parts.append(t("nobody joins late"))
    if rules.coach:
        parts.append(t("with the coach"))
    return " · ".join(parts)


def watching_mark(words: Words, rules: TableRules) -> str:
    """Return in two or three words what spectators see; "" for the default."""
    match rules.watching:
        case "late":
            return words.t("◉ 3 moves late")
        case "hands":
            return words.t("◉ hands afterwards")
        case _:
            return ""


def watching_text(words: Words, rules: TableRules) -> str:
    """Return what spectators of a table see."""
    t = words.t
    match rules.watching:
        case "late":
            return t("watchers 3 moves late")
        case "hands":
            return t("watchers see hands afterwards")
        case _:
            return t("watchers see it live")
