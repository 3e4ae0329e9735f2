"""What the lobby's list says of a table, in a line."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.club.operations.lobby import OpenTable
from arcade.club.views import TableRow
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.session import SessionApp
from screens.terminal.rows import (
    Row,
    chip,
    clip,
    flow,
    indented,
    keyed,
    pad,
    row,
    spread,
    wrap,
)
from screens.widgets.sheet import headed

SEATS: Mapping[str, str] = MappingProxyType(
    {"●": N_("person"), "◍": N_("bot"), "○": N_("free"), "◉": N_("watching")}
)
"""The signs of the seats at a table, and what they mean."""

WAITING, _OPEN, _PLAYED, FOLDED = range(4)
"""The groups of tables: where one's own game waits, one can sit down, watch; those in one line."""

_READABLE = 76
"""Cells of a sentence, at most."""
_SEATS, _SIDE = 4, 52
"""Cells of a count of seats; of a table's line besides its people and spectators."""


def finished(table: TableRow) -> bool:
    """Return whether a table's game is over and no other is about to begin."""
    return table.phase == "over" and not table.begins


def sits(table: TableRow) -> bool:
    """Return whether Enter sits down there: before a game, and where a seat is free."""
    return bool(table.open) and table.phase != "playing" and not finished(table)


def group(table: TableRow) -> int:
    """Return in which of four groups the list has a table: they stand below each other."""
    if table.yours and not finished(table):
        return WAITING
    if finished(table) or table.asleep:
        return FOLDED
    return _OPEN if sits(table) else _PLAYED


def entering(table: TableRow) -> Action:
    """Return what Enter does at a table of the list."""
    if table.yours:
        return keys.ENTER.labelled(N_("to your seat"), N_("Play on where your game waits."))
    if finished(table):
        return keys.ENTER.labelled(N_("see the result"), N_("See how it ended."))
    if sits(table):
        return keys.ENTER.labelled(N_("sit down"), N_("Sit down at that table."))
    return keys.ENTER.labelled(N_("watch"), N_("Watch the chosen table."))


def named(words: Words, people: Sequence[str], cells: int) -> str:
    """Name as many people as fit, and count the others."""
    for known in range(len(people), 0, -1):
        others = len(people) - known
        more = words.nt(" and {n} more", " and {n} more", others) if others else ""
        if cell_len(text := ", ".join(people[:known]) + more) <= cells:
            return text
    if cell_len(text := f"{people[0]} +{len(people) - 1}" if people else "–") <= cells:
        return text
    return clip(", ".join(people) or "–", cells)


def heading(words: Words, cells: int) -> Row:
    """Name the list of tables; over its column of seats, explain as many of their signs as fit."""
    t = words.t
    (named,) = headed(t("Tables"), (), 23)
    head = row("  ", *named, "  ", (t("seats"), "dim"))
    meant = [row((f"{sign} {t(meaning)}", "dim")) for sign, meaning in SEATS.items()]
    line, *_ = flow([head, *meant], cells, row("   "))
    return line


def table_line(words: Words, table: TableRow, cells: int, here: bool, touch: bool) -> Row:
    """Draw the line of a table; that of the chosen one ends with what Enter does there."""
    t = words.t
    watching = f"  ◉ {table.watchers}" if table.watchers else ""
    if table.days:
        days = words.nt("{n} day per move", "{n} days per move", table.days)
        watching += f"  · {days}"
    end = f" {t('Enter')} {t(entering(table).label)} " if here and not touch else ""
    room = max(8, cells - _SIDE - cell_len(watching) - cell_len(end))
    code = f"{table.code:6}"  # a long one takes its room from the name, which needs less
    joins = sits(table)
    mine = joins or table.turn or table.yours
    line = row(
        (f"{code} ", "strong" if mine else ""),
        (f"{pad(table.name, 23 - len(code))} ", "strong" if mine else ""),
        _seats("●", table.taken),
        (_seats("◍", table.bots), "dim"),
        (_seats("○", table.open if joins else 0), "good"),
        (f"{pad(phase_text(words, table), 12)} ", "good" if mine else "dim"),
        named(words, table.people, room),
        (watching, "dim"),
    )
    return spread(line, row((end, "strong")), cells - 2)


def _seats(sign: str, count: int) -> str:
    """Count the seats of a kind in a column of their own: a row of ten signs is not counted."""
    return f"{sign}{count}".ljust(_SEATS) if count else " " * _SEATS


def phase_text(words: Words, table: TableRow) -> str:
    t = words.t
    if table.turn:
        return "▶ " + t("your turn")
    if table.begins:
        return t("next game")
    if table.asleep and not table.yours and table.phase != "over":
        return t("asleep")
    return {
        "waiting": t("waiting") if table.open or table.yours else t("full"),
        "playing": t("playing"),
        "over": t("game over"),
        "closed": t("closed"),
    }[table.phase]


def counted(words: Words, folded: Sequence[TableRow]) -> str:
    """Count the tables that one line stands for: finished ones, and those asleep."""
    over, nt = sum(map(finished, folded)), words.nt
    parts = [nt("{n} finished table", "{n} finished tables", over)] * bool(over)
    if asleep := len(folded) - over:
        parts.append(nt("{n} table asleep", "{n} tables asleep", asleep))
    return ", ".join(parts)


def no_tables(app: SessionApp, cells: int) -> list[Row]:
    """Say that there is no table, and how one begins, with the keys for that."""
    t, shown = app.words.t, app.keyboard.shown
    new, code = chip(shown(keys.of(OpenTable))), chip(shown(keys.FIND))
    text = t(
        "Play now begins one with bots; anyone can take a bot's seat. "
        "{new} opens a table for friends: they type {find} and its code.",
        new=new,
        find=code,
    )
    if app.touch:
        text = t("Play now begins one with bots; anyone can take a bot's seat.")
    if app.local:
        text = t(
            "Play now begins one with bots. Or press {new} and choose a game: before it begins, "
            "{seat} seats another person at this keyboard.",
            new=new,
            seat=chip(shown(keys.PERSON)),
        )
    text = text.replace(f"{new} ", f"{new}\xa0")  # no line ends between the key and its verb
    paragraph = row((t("No games yet."), "strong"), " ") + keyed(text, "dim")
    return indented(wrap(paragraph, min(cells - 4, _READABLE)), 2)
