"""Who trades: debts on the way to 21, accounts, crisis dice; and what points could do to whom."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from arcade.engine.words import N_
from arcade.games.golden21.rules.actions import Spend
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.state import LIMIT
from screens.terminal.rows import Loose, Row, fit, minus, pad, row

if TYPE_CHECKING:
    from screens.games.golden21.view import Golden21View

_PARTS = " ▏▎▍▌▋▊▉"
_FATES: Mapping[str, tuple[str, str]] = {
    "21": (N_("★21"), "gold"),
    "kill": (N_("KILL"), "alert"),
    "out": (N_("OUT"), "alert"),
    "partner": (N_("OUT"), "alert"),
}
_HALF, _NEAR = 10, 16
"""Debts from which the bar has another tone."""
WAYS = ("+", "-", "a", "r")
"""The keys of the columns: debt up and down, account up and down."""


class Widths(Struct, frozen=True):
    """Cells of the columns: name with marks, the bar to 21, and each of the numbers after it."""

    name: int
    bar: int
    numbers: tuple[int, int, int, int]


def traders(pane: "Golden21View", width: int) -> list[Row]:
    """Draw a heading and a row for everybody in the order of play, with what can be done there."""
    mode = pane.choice.mode
    spends = mode in ("bonus", "account") and not pane.tumbling  # what it brings is not seen yet
    draw = _spending if spends else _standing
    lines = [_spending_heading(pane, width) if draw is _spending else _heading(pane, width)]
    lines += [draw(pane, at, seat, width) for at, seat in enumerate(pane.game.order)]
    return [*lines, *_teams(pane, width)]


def _widths(width: int) -> Widths:
    numbers = (9, 8, 4, 4) if width >= 100 else (6, 7, 4, 4) if width >= 60 else (4, 4, 3, 3)
    name = min(30, max(16, (width - sum(numbers)) // 3))
    return Widths(name, max(8, min(42, width - name - 10 - sum(numbers))), numbers)


def _name(pane: "Golden21View", seat: int, cells: int) -> Row:
    apart = 1 if pane.game.teams else 0
    return pane.seat_row(seat, cells - apart) + row(" " * apart)


def _key(pane: "Golden21View", at: int) -> str:
    """Write the number that chooses a trader, after the letter of the team; and the aim."""
    teams = pane.game.teams
    team = "AB"[teams[pane.game.order[at]]] if teams else " "
    mark = "◎" if pane.choice.aim == pane.game.order[at] else " "
    return f"{team}{(at + 1) % 10}{mark}"


def _free_tone(pane: "Golden21View", at: int) -> str:
    return "gold" if at in pane.choice.rows else "dim"


def _heading(pane: "Golden21View", width: int) -> Row:
    t, wide = pane.words.t, _widths(width)
    large = wide.numbers[0] > 4  # else there is no room for words
    names = (t("account") if width >= 100 else t("acct"), t("crisis"), "K", "21")
    names = names if large else (t("acc"), "[·]", *names[2:])
    numbers = "".join(
        pad(" " + name, cells, "right") for name, cells in zip(names, wide.numbers, strict=True)
    )
    debt = pad(t("debt"), 5, "right")
    bar = pad(t("up to 21"), wide.bar + 1)
    return fit(row((" " * (wide.name + 2) + debt + " " + bar + " " + numbers, "dim")), width)


def _standing(pane: "Golden21View", at: int, seat: int, width: int) -> Row:
    """Draw one trader: name, debt as number and bar, account, crisis dice, kills, 21s."""
    view, wide, choice = pane.game, _widths(width), pane.choice
    chosen = choice.mode == "give" and choice.row == at
    open_now = choice.mode == "give" and at in choice.rows
    click = f"row_{at}"
    name = _name(pane, seat, wide.name)
    key = (_key(pane, at), "cursor" if chosen else "gold" if open_now else "dim")
    gone = view.status[seat] in ("out", "dead")
    numbers = (view.accounts[seat], view.crisis[seat], view.kills[seat], view.twentyones[seat])
    line = row(
        key,
        (f"{minus(pane.debt(seat)):>4} ", "dim" if gone else "strong"),
        *_bar(pane, seat, wide.bar),
        " ",
        *(
            (f"{one or '·':>{cells}}", "strong" if one else "rule")
            for one, cells in zip(numbers, wide.numbers, strict=True)
        ),
    )
    return tuple(piece._replace(click=click) for piece in fit((*name, *line), width))


def _bar(pane: "Golden21View", seat: int, cells: int) -> list[Loose]:
    """Draw a debt on its way to 21, or its end."""
    view, t = pane.game, pane.words.t
    status = view.status[seat] if not pane.tumbling else "in"
    said = {
        "21": (t("★ stands at 21"), "gold"),
        "out": (t("✗ insolvent"), "alert"),
        "dead": (t("† killed"), "dim"),
    }.get(status)
    if said:
        return [(pad(said[0], cells + 1), said[1])]
    debt = max(0, min(pane.debt(seat), LIMIT))
    eighths = round(debt * cells * 8 / LIMIT)
    full, part = divmod(eighths, 8)
    grown = min(full, -(-_growth(pane, seat) * cells // LIMIT))
    tone = "alert" if debt >= _NEAR else "accent" if debt >= _HALF else "good"
    line = "█" * (full - grown) + "▓" * grown + (_PARTS[part] if part else "")
    return [(line, tone), ("·" * (cells - len(line)), "rule"), ("┃", "dim")]


def _growth(pane: "Golden21View", seat: int) -> int:
    """Return the debt that the last throw added."""
    view = pane.game
    column = view.sheet[-1][seat]
    if pane.tumbling or seat != view.thrower or len(column) < 2 or column[-1] != view.debts[seat]:
        return 0
    return max(0, column[-1] - max(0, column[-2]))


def _teams(pane: "Golden21View", width: int) -> list[Row]:
    """Draw the sums of two teams."""
    view, t = pane.game, pane.words.t
    if not view.teams:
        return []
    sums = [
        (
            sum(debt for debt, one in zip(view.debts, view.teams, strict=True) if one == team),
            sum(kills for kills, one in zip(view.kills, view.teams, strict=True) if one == team),
        )
        for team in (0, 1)
    ]
    said = "  ".join(
        t("Team {team}: debt {debt}, K={kills}", team="AB"[n], debt=minus(debt), kills=kills)
        for n, (debt, kills) in enumerate(sums)
    )
    return [fit(row("  ", (said, "dim")), width)]


# What a package could do


def _grid(width: int) -> tuple[int, tuple[int, ...]]:
    """Divide the width between the name and the ways to spend."""
    name = min(30, max(12, width - 50))
    more = min(4, max(0, width - name - 7 - 34) // 4)
    return name, (9 + more, 9 + more, 8 + more, 8 + more)


def _spending_heading(pane: "Golden21View", width: int) -> Row:
    t, choice = pane.words.t, pane.choice
    name, ways = _grid(width)
    points = pane.game.bonus if choice.mode == "bonus" else pane.own_account
    pieces: list[Loose] = [
        (pad("  " + pane.words.nt("{n} point", "{n} points", points), name + 2), "gold"),
        (pad(t("debt"), 5, "right"), "dim"),
    ]
    debt, account = t("debt"), t("acct")
    for column, (key, said) in enumerate(zip(WAYS, (debt, debt, account, account), strict=True)):
        here = choice.column == column and choice.row is not None
        sign = "" if column < 2 else "+−"[column % 2]
        pieces.append((f" {key} ".replace("-", "−"), "gold"))
        pieces.append((pad(sign + said, ways[column] - 3), "strong" if here else "dim"))
    return fit(row(*pieces), width)


def _spending(pane: "Golden21View", at: int, seat: int, width: int) -> Row:
    """Draw one trader with the debt and account that each way to spend would leave."""
    choice, view = pane.choice, pane.game
    name, ways = _grid(width)
    chosen = choice.row == at
    pieces: list[Loose] = [
        (_key(pane, at), "cursor" if chosen else _free_tone(pane, at), f"row_{at}"),
        (f"{minus(view.debts[seat]):>4}", "strong"),
    ]
    for column in range(4):
        spend = choice.spending(seat, column)
        pieces.append(_cell(pane, at, column, spend, ways[column]))
    named = _name(pane, seat, name)
    return fit((*named, *row(*pieces)), width)


def _cell(pane: "Golden21View", at: int, column: int, spend: Spend | None, cells: int) -> Loose:
    """Draw one result: `▸23 KILL`."""
    if spend is None or pane.table.seat is None:
        return (pad(" ·", cells), "rule")
    found = effect(pane.game, pane.table.seat, spend)
    before = str(found.before) if spend.to == "account" else ""
    text, tone = f"{before}▸{minus(found.after)}", ""
    if found.fate:
        word, tone = _FATES[found.fate]
        text += f" {pane.words.t(word)}"
    here = pane.choice.row == at and pane.choice.column == column
    return (pad(f" {text}", cells), "cursor" if here else tone, f"cell_{at}_{column}")
