"""The Bourse and the end: the debts year by year, everybody's final result, who wins and why."""

from arcade.games.golden21.rules.state import LIMIT, View
from screens.games.view import GameView
from screens.terminal.rows import Loose, Row, fit, minus, pad, row, row_width, wrap

_LABEL, _WIDEST = 8, 12
_HEAD = 4
"""Rows that stay: title, names, kills, 21s."""
LEAST = 9
"""Rows below which the sheet is not worth drawing beside the table."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def bourse(pane: GameView[View], width: int, rows: int, back: int = 0) -> list[Row]:
    """Draw the sheet in `rows` rows: its end, or `back` rows before it."""
    cells = min(_WIDEST, (width - _LABEL) // len(pane.game.order))
    lines = [line for year in range(len(pane.game.sheet)) for line in _year(pane, year, cells)]
    room = max(1, rows - _HEAD)
    last = len(lines) - max(0, min(back, len(lines) - room))
    head = _head(pane, cells, width, earlier=max(0, last - room))
    return [fit(line, width) for line in (*head, *lines[max(0, last - room) : last])]


def most_back(pane: GameView[View], rows: int) -> int:
    """Return how far a pane of `rows` rows can scroll back in the sheet."""
    total = sum(len(_year(pane, year, 4)) for year in range(len(pane.game.sheet)))
    return max(0, total - (rows - _HEAD))


def _head(pane: GameView[View], cells: int, across: int, earlier: int) -> list[Row]:
    view, t = pane.game, pane.words.t
    title: list[Loose] = [" " * _LABEL, (t("THE BOURSE"), "gold")]
    kept = ("  " + t("kept by {name}", name=pane.name_of(view.keeper)), "dim")
    before = ("  " + t("↑ earlier years") if earlier else "", "dim")
    if not earlier or row_width(row(*title, kept, before)) <= across:
        title.append(kept)
    title.append(before)
    names: list[Loose] = [pad("", _LABEL)]
    for seat in view.order:
        yours = seat == pane.table.seat
        tone = "gold" if seat == view.turn else "strong" if yours else ""
        names.append((pad(pane.name_of(seat), cells - 1) + " ", tone))
    kills = _values("", [f"K={view.kills[seat]}" for seat in view.order], cells, "dim")
    twentyones = _values("", [f"21={view.twentyones[seat]}" for seat in view.order], cells, "dim")
    return [row(*title), row(*names), kills, twentyones]


def _values(label: str, values: list[str], cells: int, tone: str) -> Row:
    pieces: list[Loose] = [(pad(label, _LABEL), "dim")]
    pieces += [(pad(value, cells - 1) + " ", tone) for value in values]
    return row(*pieces)


def _year(pane: GameView[View], year: int, cells: int) -> list[Row]:
    """Draw the debts of a year, its eliminated traders, and its balance once it is over."""
    view, t = pane.game, pane.words.t
    columns = [_column(pane, year, seat) for seat in view.order]
    down = max(len(column) for column in columns)
    lines = []
    for at in range(down):
        pieces: list[Loose] = [(pad(t("year {n}", n=year + 1) if not at else "", _LABEL), "gold")]
        for column in columns:
            text, tone = column[at] if at < len(column) else ("", "")
            pieces.append((pad(text, cells - 1) + " ", tone))
        lines.append(row(*pieces))
    starts = _starts(pane, year)
    if starts:
        rule = row(("─" * (_LABEL - 1 + cells * len(columns)), "rule"))
        said = [minus(start) if start is not None else "" for start in starts]
        balance = _values(t("start"), said, cells, "strong")
        lines += [rule, balance, rule]
    return lines


def _column(pane: GameView[View], year: int, seat: int) -> list[tuple[str, str]]:
    """List the entries of a trader in a year, with bonus points raised beside them."""
    view, t = pane.game, pane.words.t
    debts, raised = view.sheet[year][seat], view.exponents[year][seat]
    cells = [
        (
            minus(debt) + (str(more).translate(_RAISED) if more else ""),
            "gold" if debt == LIMIT else "alert" if debt > LIMIT else "",
        )
        for debt, more in zip(debts, raised, strict=True)
    ]
    if not debts:
        return [("†" if view.status[seat] == "dead" else "", "dim")]
    if debts[-1] > LIMIT:
        dead = view.status[seat] == "dead" and not any(one[seat] for one in view.sheet[year + 1 :])
        cells.append(("†", "dim") if dead else (t("OUT"), "alert"))
    return cells


def _starts(pane: GameView[View], year: int) -> list[int | None]:
    """Return the balance of a finished year, with which everybody starts the next."""
    view = pane.game
    if year + 1 < len(view.sheet):
        after = view.sheet[year + 1]
        return [after[seat][0] if after[seat] else None for seat in view.order]
    if view.phase == "over" and view.options.variant == "original":
        return [view.debts[seat] for seat in view.order]
    return []


# The end


def ending(pane: GameView[View], width: int, throw: Row) -> list[Row]:
    """Draw who wins and why, the last throw, and a row for each trader, the best first."""
    view, t, nt = pane.game, pane.words.t, pane.words.nt
    original = view.options.variant == "original"
    names = ", ".join(pane.name_of(seat) for seat in view.winners)
    said = nt("★ {names} wins", "★ {names} win", len(view.winners), names=names)
    lines = [fit(row((f"  {said}", "bar-gold")), width, "bar-gold")]
    lines += [fit(row("  ") + line, width) for line in wrap(_why(pane), width - 4)]
    if original:
        if view.options.expert:
            said = t("balance − {traders} × K − the years of the 21s", traders=len(view.order))
        else:
            said = t("balance − {traders} × K − {n} × 21s", traders=len(view.order), n=view.years)
        lines.append(fit(row("  ", (said, "dim")), width))
    cells = min(30, width - 4 * 9 - 1)
    columns = [t("balance") if original else t("debt"), t("kills"), "21"]
    columns += [t("final")] if original else []
    heading = " " * cells + "".join(pad(name, 9, "right") for name in columns)
    lines += [throw, fit(row((heading, "dim")), width)]
    values = view.balance if original else tuple(-kills for kills in view.kills)
    best = sorted(view.order, key=lambda seat: (seat not in view.winners, values[seat]))
    return [*lines, *(_result(pane, seat, cells, width) for seat in best)]


def _why(pane: GameView[View]) -> Row:
    view, t = pane.game, pane.words.t
    if view.options.variant == "killer":
        said = t("First to {n} kills.", n=view.options.kills_to_win)
    elif view.options.variant == "survivor":
        said = t("The last never to be killed.")
    elif view.teams:
        said = t("The team with the lowest final debt together.")
    else:
        said = pane.words.nt(
            "The lowest final debt after {n} year.",
            "The lowest final debt after {n} years.",
            view.years,
        )
    return row((said, "strong"))


def _result(pane: GameView[View], seat: int, cells: int, width: int) -> Row:
    """Draw one trader's result: last balance − kills × traders − 21s."""
    view = pane.game
    won, kills, balance = seat in view.winners, view.kills[seat], view.balance[seat]
    values, final = [minus(view.debts[seat]), str(kills), str(view.twentyones[seat])], ""
    if view.options.variant == "original":
        killed = kills * len(view.order)
        less = (killed, view.debts[seat] - killed - balance)
        values[1:] = [f"−{points}" if points else "·" for points in less]
        final = pad("= " + minus(balance), 9, "right")
    numbers = "".join(pad(value, 9, "right") for value in values)
    tail = row((numbers, ""), (final, "gold" if won else "strong"))
    star = row(("★ " if won else "  ", "gold"))
    return fit((*star, *pane.seat_row(seat, cells - 2), *tail), width)
