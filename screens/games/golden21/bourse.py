"""The Bourse and the end: the debts year by year, everybody's final result, who wins and why."""

from collections.abc import Sequence

from rich.cells import cell_len

from arcade.games.golden21.rules.state import LIMIT, View
from screens.games.golden21.traders import bar, debt_tone
from screens.games.view import GameView
from screens.terminal.rows import PieceLike, Row, fit, minus, pad, row, row_width, wrap
from screens.terminal.seats import seat_mark

_LABEL, _WIDEST = 8, 12
_HEAD = 4
"""Rows that stay: title, names, kills, 21s."""
_SHARED = 66
"""Cells for name and bar at the end of a year, at most."""
LEAST = 9
"""Rows below which the sheet is not worth drawing beside the table."""
_NARROW = 4
"""Cells of a column below which only this year is shown, in rows."""


def bourse(pane: GameView[View], width: int, rows: int, back: int = 0) -> list[Row]:
    """Draw the sheet in `rows` rows: its end, or `back` rows before it."""
    cells = min(_WIDEST, (width - _LABEL) // len(pane.shown.order))
    lines = [line for year in range(len(pane.shown.sheet)) for line in _year(pane, year, cells)]
    room = max(1, rows - _HEAD)
    last = len(lines) - max(0, min(back, len(lines) - room))
    head = _head(pane, cells, width, earlier=max(0, last - room))
    return [fit(line, width) for line in (*head, *lines[max(0, last - room) : last])]


def beside(pane: GameView[View], width: int, rows: int) -> list[Row]:
    """Draw the end of the sheet at the side; where it is narrow everybody's debts of this year."""
    view = pane.shown
    cells, longest = (width - _LABEL) // len(view.order), max(map(cell_len, _names(pane)))
    if cells >= _NARROW + 2 and longest < cells:
        return bourse(pane, width, rows + 1)[1:]
    named = min(longest, width - 3 * _NARROW)
    text = pane.words.t("Debts in year {n}, roll by roll", n=len(view.sheet))
    lines = [row((text, "dim"))]
    rolled = [seat for seat in view.order if len(view.sheet[-1][seat]) > 1]
    if not rolled:  # what everybody starts with stands beside it
        lines.append(row((pane.words.t("Nobody has rolled yet."), "dim")))
    for seat in rolled:
        entries = _column(pane, len(view.sheet) - 1, seat, 0)[-((width - named) // _NARROW) :]
        figures = [(pad(text, _NARROW, "right"), tone) for text, tone in entries]
        lines.append(row((pad(pane.name_of(seat), named), seat_mark(seat).tone), *figures))
    return lines[:rows]


def _names(pane: GameView[View]) -> list[str]:
    return [pane.name_of(seat) for seat in pane.shown.order]


def most_back(pane: GameView[View], rows: int) -> int:
    """Return how far a pane of `rows` rows can scroll back in the sheet."""
    total = sum(len(_year(pane, year, 4)) for year in range(len(pane.shown.sheet)))
    return max(0, total - (rows - _HEAD))


def _head(pane: GameView[View], cells: int, across: int, earlier: int) -> list[Row]:
    view, t = pane.shown, pane.words.t
    title: list[PieceLike] = [" " * _LABEL, (t("THE BOURSE"), "gold")]
    kept = ("  " + t("kept by {name}", name=pane.name_of(view.keeper)), "dim")
    before = ("  " + t("↑ earlier years") if earlier else "", "dim")
    if not earlier or row_width(row(*title, kept, before)) <= across:
        title.append(kept)
    title.append(before)
    counted = ("  " + t("debts, roll by roll"), "dim")
    if row_width(row(*title, counted)) <= across:
        title.append(counted)
    names: list[PieceLike] = [pad("", _LABEL)]
    names += [
        (pad(pane.name_of(seat), cells - 1) + " ", seat_mark(seat).tone) for seat in view.order
    ]
    kills = _values(t("kills"), [str(view.kills[seat]) for seat in view.order], cells, "dim")
    ends = [str(view.twentyones[seat]) for seat in view.order]
    twentyones = _values(t("21s"), ends, cells, "dim")
    return [row(*title), row(*names), kills, twentyones]


def _values(label: str, values: list[str], cells: int, tone: str) -> Row:
    pieces: list[PieceLike] = [(pad(label, _LABEL), "dim")]
    pieces += [(pad(value, cells - 1) + " ", tone) for value in values]
    return row(*pieces)


def _year(pane: GameView[View], year: int, cells: int) -> list[Row]:
    """Draw the debts of a year, its eliminated traders, and its balance once it is over."""
    view, t = pane.shown, pane.words.t
    columns = [_column(pane, year, seat, cells - 1) for seat in view.order]
    rolled, down = (max(map(len, each)) for each in (view.sheet[year], columns))
    lines = []
    for at in range(down):
        label = (t("turn {n}", n=at), "dim") if at < rolled else ("", "")
        text, tone = label if at else (t("year {n}", n=year + 1), "gold")
        pieces: list[PieceLike] = [(pad(text, _LABEL), tone)]
        for column in columns:
            text, tone = column[at] if at < len(column) else ("", "")
            pieces.append((pad(text, cells - 1) + " ", tone))
        lines.append(row(*pieces))
    starts = _starts(pane, year)
    if starts:
        rule = row(("─" * (_LABEL - 1 + cells * len(columns)), "rule"))
        figures = [minus(start) if start is not None else "" for start in starts]
        balance = _values(t("start"), figures, cells, "strong")
        lines += [rule, balance, rule]
    return lines


def _column(pane: GameView[View], year: int, seat: int, room: int) -> list[tuple[str, str]]:
    """List the entries of a trader in a year, with the bonus earned beside them if it fits."""
    view, t = pane.shown, pane.words.t
    debts, earned = view.sheet[year][seat], view.exponents[year][seat]
    cells = [
        (
            _with_bonus(minus(debt), more, room),
            "gold" if debt == LIMIT else "alert" if debt > LIMIT else "",
        )
        for debt, more in zip(debts, earned, strict=True)
    ]
    if not debts:
        return [("†" if view.status[seat] == "dead" else "", "dim")]
    if debts[-1] > LIMIT:
        dead = view.status[seat] == "dead" and not any(
            columns[seat] for columns in view.sheet[year + 1 :]
        )
        gone = t("OUT")
        cells.append(("†", "dim") if dead else (gone if len(gone) <= room else "✗", "alert"))
    return cells


def _with_bonus(debt: str, bonus: int, room: int) -> str:
    """Write `10 +12`, or as much of it as fits."""
    tries = (f"{debt} +{bonus}", f"{debt}+{bonus}", f"{debt}+", debt) if bonus else (debt,)
    return next((text for text in tries if len(text) <= room), debt)


def _starts(pane: GameView[View], year: int) -> list[int | None]:
    """Return the balance of a finished year, with which everybody starts the next."""
    view = pane.shown
    if year + 1 < len(view.sheet):
        after = view.sheet[year + 1]
        return [after[seat][0] if after[seat] else None for seat in view.order]
    if view.phase == "over" and view.options.variant == "original":
        return [pane.game.debts[seat] for seat in view.order]
    return []


# The end of a year, and of the game


def year_end(pane: GameView[View], before: View, width: int, throw: Sequence[Row]) -> list[Row]:
    """Draw everybody's debt, account and kills at the end of a year, then where the next starts.

    `before` is the view before the action that ended it.
    """
    view, t = pane.shown, pane.words.t
    starts = dict(zip(view.order, _starts(pane, before.year - 1), strict=False))
    text = t("Year {n} is over", n=before.year)
    lines = [fit(row((f"  {text}", "bar-gold")), width, "bar-gold"), *throw, ()]
    room = min(_SHARED, width - 27)
    name = min(24, max(14, room // 2))
    cells = max(5, min(42, room - name))
    specific = pane.game.options.specific_rules
    titles = (t("bank"), t("kills"), t("start")) if specific else (t("start"),)
    heading = " " * name + pad(t("debt"), 5, "right") + " " * (cells + 3)
    lines.append(row((heading + "".join(pad(title, 6, "right") for title in titles), "dim")))
    for seat in before.order:
        debt = view.debts[seat]
        mark = ("★", "gold") if debt == LIMIT else ("✗", "alert") if debt > LIMIT else (" ", "")
        killed = view.kills[seat] > before.kills[seat]
        start = starts.get(seat)
        points = (
            (f"{_moved(before.accounts[seat], view.accounts[seat]):>7}", "strong"),
            (f"{view.kills[seat]:>6}", "bar-alert" if killed else "strong"),
        )
        lines.append(
            row(
                *pane.seat_row(seat, name),
                (f"{minus(debt):>4} ", debt_tone(debt)),
                *bar(seat, debt, cells),
                mark,
                *(points if specific else ()),
                (f"{'' if start is None else minus(start):>6}", "gold" if start else "dim"),
            )
        )
    return [fit(line, width) for line in lines]


def _moved(before: int, after: int) -> str:
    return str(before) if before == after else f"{before}▸{after}"


def ending(pane: GameView[View], width: int, throw: Sequence[Row]) -> list[Row]:
    """Draw the winner and the reason, the last throw, and a row for each trader, best first."""
    view, t, nt = pane.game, pane.words.t, pane.words.nt
    original = view.options.variant == "original"
    names = ", ".join(pane.name_of(seat) for seat in view.winners)
    text = nt("★ {names} wins", "★ {names} win", len(view.winners), names=names)
    lines = [fit(row((f"  {text}", "bar-gold")), width, "bar-gold")]
    lines += [fit(row("  ") + line, width) for line in wrap(_why(pane), width - 4)]
    specific = view.options.specific_rules
    if original and specific:
        if view.options.expert:
            text = t("balance − {traders} per kill − its year per 21", traders=len(view.order))
        else:
            text = t(
                "balance − {traders} per kill − {n} per 21", traders=len(view.order), n=view.years
            )
        lines.append(fit(row("  ", (text, "dim")), width))
    cells = min(30, width - 4 * 9 - 1)
    columns = [t("balance") if original else t("debt"), t("kills"), t("★21")]
    columns += [t("final")] if original else []
    if not specific:
        columns = [t("final")]
    heading = " " * cells + "".join(pad(name, 9, "right") for name in columns)
    lines += [*throw, fit(row((heading, "dim")), width)]
    values = view.balance if original else tuple(-kills for kills in view.kills)
    best = sorted(view.order, key=lambda seat: (seat not in view.winners, values[seat]))
    return [*lines, *(_result(pane, seat, cells, width) for seat in best)]


def _why(pane: GameView[View]) -> Row:
    view, t = pane.game, pane.words.t
    if view.options.variant == "killer":
        n = view.options.kills_to_win
        text = pane.words.nt("First to {n} kill", "First to {n} kills", n)
    elif view.options.variant == "survivor":
        text = t("The last one alive")
    elif view.teams:
        text = t("The team with the lowest final debt together")
    else:
        text = pane.words.nt(
            "The lowest final debt after {n} year",
            "The lowest final debt after {n} years",
            view.years,
        )
    return row((text, "strong"))


def _result(pane: GameView[View], seat: int, cells: int, width: int) -> Row:
    """Draw one trader's result: last balance − kills × traders − 21s."""
    view, t = pane.game, pane.words.t
    won, kills, balance = seat in view.winners, view.kills[seat], view.balance[seat]
    values, final = [minus(view.debts[seat]), str(kills), str(view.twentyones[seat])], ""
    if view.options.variant == "original":
        killed = kills * len(view.order)
        less = (killed, view.debts[seat] - killed - balance)
        values[1:] = [f"−{points}" if points else "·" for points in less]
        final = pad("= " + minus(balance), 9, "right")
    elif view.status[seat] == "dead":
        lived = [year for year, columns in enumerate(view.sheet, 1) if columns[seat]]
        values[0] = t("† year {n}", n=max(lived, default=1))
    if not view.options.specific_rules:
        values, final = [], pad(minus(balance), 9, "right")
    numbers = "".join(pad(value, 9, "right") for value in values)
    tail = row((numbers, ""), (final, "gold" if won else "strong"))
    star = row(("★ " if won else "  ", "gold"))
    return fit((*star, *pane.seat_row(seat, cells - 2), *tail), width)
