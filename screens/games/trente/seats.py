"""The seats of Trente: points as number and bar, targets, the dead; whom attacks strike."""

from collections.abc import Callable
from functools import partial

from msgspec import Struct
from rich.cells import cell_len

from arcade.games.trente.rules.options import LOW
from arcade.games.trente.rules.state import POINTS, Strike, View
from arcade.games.trente.words import aims
from screens.games.seat_cards import SeatCard
from screens.games.seat_rows import seat_cells
from screens.games.trente.standing import Standing, lost_now
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    PieceLike,
    Row,
    filled,
    fit,
    flow,
    minus,
    pad,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import seat_mark

_TAG = 12
"""Cells of what threatens a seat, beside a bar that needs the others."""
_BROAD, _HEAD = 60, 19
"""Cells from which the heading of that column is whole, and its cells then."""
_THROWS = 5
"""The most throws of an attack that stand below each other."""
_DANGER = 10
"""Points down to which their number has another colour."""
_HALF, _STATE = 40, 10
"""Cells below which a row of seats is one of two columns, without bars, and those of a state there.
"""
_FEW = 5
"""The most seats whose cards have two rows for what threatens them."""
_LEAST = 4
"""Cells below which there is no bar."""
_ALL = [1, 2, 3, 4, 5, 6]


class Columns(Struct, frozen=True):
    """Cells of the columns: name with marks, bar of points, what threatens, manches, chips."""

    name: int
    bar: int
    tag: int
    won: int
    chips: int


def columns_for(pane: GameView[View], width: int) -> Columns:
    if width < _HALF:
        return Columns(width - 5 - _STATE, 0, _STATE, 0, 0)
    rules = pane.game.rules
    won = (9 if width >= 60 else 8) if rules.manches > 1 else 0
    differ = len({*pane.shown.purse}) > 1  # all have paid as much before anybody has won
    chips = 1 + max(5, cell_len(pane.words.t("chips"))) if rules.ante and differ else 0
    named = 17 if won else min(23, seat_cells(pane, pane.table) + 1)
    name = 24 if width >= 60 else named
    rest = width - name - 7 - won - chips
    bar = rest - (_TAG if width < _BROAD else _HEAD)
    bar = bar if bar >= _LEAST else 0
    return Columns(name, bar, min(20, rest - bar), won, chips)


def heading(pane: GameView[View], width: int) -> Row:
    t, columns = pane.words.t, columns_for(pane, width)
    text = pad("", columns.name + 2) + pad(t("points"), columns.bar + 4)
    if not columns.bar:
        text = pad(t("points"), columns.name + 3, "right") + "  "
    text += pad(_strikes(pane, columns.tag + 1), columns.tag + 1)
    if columns.won:
        text += pad("★", columns.won - 6, "right") + pad(t("sum"), 6, "right")
    if columns.chips:
        text += pad(t("chips"), columns.chips, "right")
    return fit(row((text.rstrip(), "dim")), width)


def seat(pane: GameView[View], number: int, width: int, target: int | None, to_fall: int) -> Row:
    """Draw a seat; `target` is the seat that an attack will strike.

    `to_fall` are the points it has yet to lose in the animation of an attack.
    """
    view, columns = pane.shown, columns_for(pane, width)
    score = view.scores[number] + to_fall
    dead = number in view.dead and score < 0
    full = filled(score, POINTS, columns.bar)
    click = f"pick_{number}"
    pieces: list[PieceLike] = [
        (f"{minus(score):>4} " if columns.bar else f"{minus(score):>3}  ", _tone(score, dead)),
        ("▅" * full, seat_mark(number).tone, click),
        ("·" * (columns.bar - full), "rule", click),
        " " * (columns.bar > 0),
    ]
    named = pane.seat_row(number, columns.name)
    clickable = tuple(piece._replace(click=click) for piece in named)
    tag = fit(
        _tag(pane, number, dead, target, to_fall, columns.tag, _threat(pane, number)), columns.tag
    )
    return fit((*clickable, *row(*pieces), *tag, *row(" ", *_extras(pane, number, columns))), width)


def cards(
    pane: GameView[View], target: int | None, to_fall: Callable[[int], int]
) -> list[SeatCard]:
    """Return what the cards of the seats show: points, and what threatens whom."""
    view = pane.shown
    return [
        SeatCard(
            number,
            minus(score + to_fall(number)),
            pane.words.unit("points", score + to_fall(number)),
            _tone(score + to_fall(number), number in view.dead),
            partial(_points, number, score + to_fall(number)),
            partial(_state, pane, number, target, to_fall(number)),
            f"pick_{number}",
        )
        for number, score in enumerate(view.scores)
    ]


def _tone(score: int, dead: bool) -> str:
    return "dim" if dead else "strong" if score > _DANGER else "alert"


def _points(number: int, score: int, cells: int) -> list[Row]:
    full = filled(score, POINTS, cells)
    return [row(("▅" * full, seat_mark(number).tone), ("·" * (cells - full), "rule"))]


def _state(
    pane: GameView[View], number: int, target: int | None, to_fall: int, cells: int, _size: str
) -> list[Row]:
    """Say what threatens a seat, or what has become of it, and what it has won."""
    view = pane.shown
    dead = number in view.dead and view.scores[number] + to_fall < 0
    sums = _threat(pane, number)
    named = _strikes(pane, cells) if sums else ""
    state = _tag(pane, number, dead, target, to_fall, cells, named)
    threatened = bool(sums) and state == row((named, "dim"))
    if number == view.turn and not row_width(state):
        state = _risk(pane, number)
    lines = [state, row(sums) if threatened else EMPTY]
    if len(view.scores) > _FEW:
        lines = [row((f"{pane.words.t('struck by')} {sums}", "dim")) if threatened else state]
    differ = len({*view.purse}) > 1
    if view.rules.manches > 1 or differ:
        won, t = "★" * view.manches_won[number], pane.words.t
        pieces: list[PieceLike] = [(won + " " * bool(won), seat_mark(number).tone)]
        if view.rules.manches > 1:
            pieces += [(f"{t('sum')} ", "dim"), minus(view.totals[number])]
        if differ:
            pieces.append((f"  {t('chips')} ", "dim"))
            pieces.append(f"{view.purse[number]:+}".replace("-", "−"))
        lines.append(row(*pieces))
    return lines


def _risk(pane: GameView[View], number: int) -> Row:
    """Say what the turn of a seat may still cost it, once its dice have shown what to reach."""
    view = pane.shown
    worst = Standing(number, view.kept, (), view.threshold, True).margins()[0]
    if not view.kept or view.attack is not None or worst >= 0:
        return EMPTY
    deadly = view.scores[number] + worst < 0
    return row((pane.words.t("may lose {n}", n=-worst), "alert" if deadly else "dim"))


def _extras(pane: GameView[View], number: int, columns: Columns) -> list[PieceLike]:
    view = pane.shown
    pieces: list[PieceLike] = []
    if columns.won:
        won = "★" * view.manches_won[number]
        won = won if len(won) <= columns.won - 6 else f"★{len(won)}"
        pieces += [
            (pad(won, columns.won - 6, "right"), seat_mark(number).tone),
            f"{view.totals[number]:>6}".replace("-", "−"),
        ]
    if columns.chips:
        pieces.append((f"{view.purse[number]:>+{columns.chips}}".replace("-", "−"), ""))
    return pieces


def _tag(
    pane: GameView[View],
    number: int,
    dead: bool,
    target: int | None,
    to_fall: int,
    cells: int,
    threat: str,
) -> Row:
    """Return a seat's state: `threat`, or avenging, aimed at, dead, struck."""
    view, t = pane.shown, pane.words.t
    if number in view.winners:
        return row((t("★ WINNER"), seat_mark(number).tone))
    pieces: list[PieceLike] = []
    lost = lost_now(view)
    if lost is not None and lost[0] == number and lost[1]:
        now = lost[1] - to_fall
        pieces.append((f"−{now} " if now else "", "alert"))
    if number in view.targets and view.attack is not None:
        pieces.append(_target_tag(pane, number, target))
    elif number == view.avenging:
        pieces.append((t("AVENGES"), "alert"))
    if dead and number != view.avenging:
        pieces.append((t("† dead"), "dim"))
    elif not pieces:
        pieces.append((threat, "dim"))
    whole = row(*pieces)
    return whole if row_width(whole) <= cells else row(pieces[-1])


def _target_tag(pane: GameView[View], number: int, target: int | None) -> PieceLike:
    t = pane.words.t
    if number == target:
        return (t("◀━ TARGET"), "cursor" if len(pane.shown.targets) > 1 else "alert")
    key = f"{number + 1} " if pane.mine else ""
    return (key + t("target?"), "gold")


def _strikes(pane: GameView[View], cells: int) -> str:
    """Head the column of the sums, or levels, with which an attack of this turn would strike."""
    t = pane.words.t
    if pane.shown.turn is None or pane.shown.attack is not None:
        return ""
    whole, brief = t("struck at level"), t("level")
    if pane.shown.threshold is not None:
        whole, brief = t("struck by a sum of"), t("struck by")
    return whole if cell_len(whole) <= cells else brief


def _threat(pane: GameView[View], number: int) -> str:
    """Return the sums of the current turn that would certainly strike this seat.

    They are levels as long as it is open which sum to reach.
    """
    view = pane.shown
    levels = None if view.attack is not None else aims(view).get((number,))
    if not levels:
        return ""
    beyond = -1 if view.threshold == LOW else 1
    sums = [str((view.threshold or 0) + beyond * level) for level in levels]
    return f"{sums[0]}–{sums[-1]}" if levels == _ALL else " ".join(sums)


def attacks(pane: GameView[View], width: int) -> list[Row]:
    """Draw whom an attack of this turn would strike, the last attack, and who is dead."""
    view, t = pane.shown, pane.words.t
    rows: list[Row] = []
    if view.turn is not None and (aimed := aims(view)):
        whose = t("{name:An attack by @|Your attack} at level", name=pane.name_of(view.turn))
        rows += wrap(row((whose, "dim")), width)
        for targets, levels in aimed.items():
            whom = ", ".join(map(pane.who, targets))
            line = row((f"  {' '.join(map(str, levels))}", "alert"), (" ━━▶ ", "rule"), whom)
            rows += wrap(line, width, 4)
    if (strike := view.strike) is not None:
        head = row((t("The last attack, at level {level}", level=strike.level), "dim"))
        struck = row(pane.who(strike.seat, True), (" ━━▶ ", "alert"), pane.who(strike.target))
        lost = pane.words.nt("{made} point", "{made} points", strike.lost, made=strike.lost)
        cost = row(
            f"  {strike.lost // strike.level} × ",
            (f"[{strike.level}]", seat_mark(strike.seat).tone),
        )
        cost += row(" = ", (lost, "strong"))
        rows += [*([EMPTY] if rows else []), head, row("  ") + struck]
        rows += [row("  ") + line for line in _fallen(strike, width - 2)] + [cost]
    if view.dead:
        names = ", ".join(map(pane.who, view.dead))
        rows += [EMPTY, *wrap(row((t("Out of the manche: {names}.", names=names), "dim")), width)]
    return rows or [row((t("Nobody has attacked yet."), "dim"))]


def damage(strike: Strike, cells: int) -> list[Row]:
    """Draw the throws of an attack one after the other, the hits in brackets."""
    return list(flow(_throws(strike), cells, row((" ▸ ", "rule"))))


def _fallen(strike: Strike, cells: int) -> list[Row]:
    """Draw the throws of an attack below each other if they are few, else one after the other."""
    return _throws(strike) if len(strike.throws) <= _THROWS else damage(strike, cells)


def _throws(strike: Strike) -> list[Row]:
    return [
        row(
            *(
                (f"[{face}]", seat_mark(strike.seat).tone)
                if face == strike.level
                else (f" {face} ", "dim")
                for face in throw
            )
        )
        for throw in strike.throws
    ]
