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

_TAG, _BROAD, _WORDED = 12, 60, 22
"""Cells of what threatens a seat beside a bar that needs the others, cells from which words say
what it is, and its cells then."""
_NAME = 24
"""The most cells of a name with marks."""
_THROWS = 5
"""The most throws of an attack that stand below each other."""
_DANGER = 10
"""Points down to which their number has another colour."""
_HALF, _STATE = 40, 8
"""Cells below which a row of seats is one of two columns, without bars, and those of a state there.
"""
_ARROW = "◀ "
"""Points from a bar's right at whose it is."""
_LEAST = 4
"""Cells below which there is no bar."""
_ALL = [1, 2, 3, 4, 5, 6]


class Columns(Struct, frozen=True):
    """Cells of the columns: name with marks, points, their bar, what threatens, manches, chips."""

    name: int
    points: int
    bar: int
    tag: int
    won: int
    chips: int


def columns_for(pane: GameView[View], width: int) -> Columns:
    if width < _HALF:
        return Columns(width - 4 - _STATE, 4, 0, _STATE, 0, 0)
    rules = pane.game.rules
    won = (9 if width >= 60 else 8) if rules.manches > 1 else 0
    differ = len({*pane.shown.purse}) > 1  # all have paid as much before anybody has won
    chips = 1 + max(5, cell_len(pane.words.t("chips"))) if rules.ante and differ else 0
    named = min(_NAME, seat_cells(pane, pane.table) + 1)
    name = min(17, named) if won and width < _BROAD else named
    points = 6 + cell_len(_unit(pane, POINTS)) if width >= _BROAD else 5
    rest = width - name - points - won - chips - 2
    bar = rest - (_TAG if width < _BROAD else _WORDED)
    bar = bar if bar >= _LEAST else 0
    return Columns(name, points, bar, min(_WORDED, rest - bar), won, chips)


def _unit(pane: GameView[View], score: int) -> str:
    """Return what stands beside the number of a score."""
    made = pane.words.nt("{made} point", "{made} points", abs(score), made=minus(score))
    return made.removeprefix(minus(score)).strip()


def heading(pane: GameView[View], width: int) -> Row:
    """Name the columns whose numbers have no names beside them; nothing where all have."""
    t, columns = pane.words.t, columns_for(pane, width)
    if width >= _BROAD and not columns.won and not columns.chips:
        return EMPTY
    text = pad("", columns.name + columns.points + columns.bar + 1)
    if width < _BROAD:
        text = pad(t("points"), columns.name + 3, "right") + " "
        text = pad(text, columns.name + columns.points + columns.bar + bool(columns.bar))
        threatened = any(_threat(pane, seat) for seat in range(len(pane.shown.scores)))
        room = width - cell_len(text) - columns.won - columns.chips
        named = t("target if") if cell_len(t("target if")) <= room else t("target")
        text += named if threatened else ""
    text = pad(text, width - columns.won - columns.chips)
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
    unit = _unit(pane, score) if width >= _BROAD else ""
    pieces: list[PieceLike] = [
        (f"{minus(score):>3} ", _tone(score, dead)),
        (pad(unit, columns.points - 4), "dim"),
        ("▅" * full, seat_mark(number).tone, click),
        ("·" * (columns.bar - full), "rule", click),
        " " * (columns.bar > 0),
    ]
    named = pane.seat_row(number, columns.name)
    clickable = tuple(piece._replace(click=click) for piece in named)
    tag = fit(_tag(pane, number, dead, target, to_fall, columns.tag), columns.tag)
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
    state = _tag(pane, number, dead, target, to_fall, cells)
    state = tuple(piece._replace(text=piece.text.removeprefix(_ARROW)) for piece in state)
    if number == view.turn and not row_width(state):
        state = _risk(pane, number)
    lines = [state]
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
) -> Row:
    """Return a seat's state: avenging, aimed at, dead, struck, or what would strike it."""
    view, t = pane.shown, pane.words.t
    if number in view.winners:
        return row((t("★ WINNER"), seat_mark(number).tone))
    pieces: list[PieceLike] = []
    lost = lost_now(view)
    if lost is not None and lost[0] == number and lost[1]:
        now = lost[1] - to_fall
        pieces.append((f"−{now} " if now else "", "alert"))
    if number in view.targets and view.attack is not None:
        pieces.append(_target_tag(pane, number, target, cells > _STATE))
    elif number == view.avenging:
        pieces.append((t("AVENGES"), "alert"))
    if dead and number != view.avenging:
        pieces.append((t("† dead") if cell_len(t("† dead")) <= cells else "†", "dim"))
    elif not pieces:
        return _threatened(pane, number, cells)
    whole = row(*pieces)
    return whole if row_width(whole) <= cells else row(pieces[-1])


def _target_tag(pane: GameView[View], number: int, target: int | None, asks: bool) -> PieceLike:
    t = pane.words.t
    if number == target:
        return (_ARROW + t("TARGET"), "cursor" if len(pane.shown.targets) > 1 else "alert")
    key = f"{number + 1} " if pane.mine else ""
    return (key + (t("target?") if asks else t("target")), "gold")


def _threatened(pane: GameView[View], number: int, cells: int) -> Row:
    """Say with which sums, or levels, an attack of this turn would strike a seat."""
    t, sums = pane.words.t, _threat(pane, number)
    if not sums:
        return EMPTY
    names = [t("target if"), ""]
    if pane.shown.threshold is None:
        names = [t("target if level"), t("level"), ""]
    lines = (row((f"{name} " if name else "", "dim"), sums) for name in names)
    return next(line for line in lines if row_width(line) <= cells or line[0].text == sums)


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
