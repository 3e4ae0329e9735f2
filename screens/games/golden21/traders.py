"""Who trades: debts on the way to 21, accounts, crisis dice; and what points could do to whom."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, compress

from msgspec import Struct
from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from arcade.games.golden21.rules.actions import Spend
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.state import LIMIT, View
from screens.games.golden21.choice import Choice
from screens.games.golden21.question import own_account, question
from screens.games.seat_cards import SeatCard
from screens.games.seat_rows import in_two_columns, seat_cells
from screens.games.view import THUMBNAIL, GameView
from screens.terminal.rows import (
    EMPTY,
    PieceLike,
    Row,
    beside,
    filled,
    fit,
    flow,
    minus,
    pad,
    row,
    row_width,
    rows_apart,
)
from screens.terminal.seats import seat_mark
from screens.widgets.dice import faces

_GROWING = " ▁▂▃▄▅▆▇█"
_FATES: Mapping[str, tuple[str, str]] = {
    "21": (N_("★21"), "gold"),
    "kill": (N_("KILL"), "alert"),
    "out": (N_("OUT"), "alert"),
    "partner": (N_("OUT"), "alert"),
}
_LARGE = 96
"""Cells from which the columns have whole words."""
_COLUMN, _NAMES = 48, 25
"""Cells below which a trader's row is one of two columns: debts alone, and the most of its name."""
_STEP = 11
"""Cells by which what stands beside the bars grows, so that these seldom change."""
_WORDED = 72
"""Cells from which each number of a row has its name beside it."""
_DIGITS = 4
"""Cells of a number with a blank, or of the 21 at the end of a bar."""
_SHORTEST, _LONGEST = 9, 72
"""Cells a bar keeps beside long names, and has at most."""
_BRIEF = 10
"""Cells from which a short row has a bar."""
_ENDED = "21", "out", "dead"
"""The states in which nothing more is owed this year."""
_HALF, _NEAR = 10, 16
"""Debts from which the number has another tone."""


class Widths(Struct, frozen=True):
    """Cells of the columns: name with marks, the bar to 21, and each of the numbers after it."""

    name: int
    bar: int
    numbers: tuple[int, ...]
    names: tuple[str, ...]


class Traders:
    """The traders as rows, `width` cells wide, as they stand in `view`.

    The kills of `flash` stand out.
    """

    def __init__(
        self,
        pane: GameView[View],
        choice: Choice,
        width: int,
        view: View,
        tumbling: bool,
        flash: frozenset[int],
    ) -> None:
        self._pane, self._view, self._words = pane, view, pane.words
        self._choice, self._width = choice, width
        self._tumbling, self._flash = tumbling, flash
        used, named = [any(column) for column in self._columns()], seat_cells(pane, pane.table)
        name = min(named + 1, _NAMES)
        self._widths, self._besides = Widths(name, 0, (), ()), list[Row]()
        if width >= _WORDED:
            parts = map(self._parts, range(len(view.debts)))
            self._besides = [row(*chain(*_joined(each))) for each in parts]
            least = 6 + cell_len(pane.words.t("debt")) + 2 * _DIGITS
            longest = max(map(row_width, self._besides))
            room = width - name - least - -(-longest // _STEP) * _STEP  # seldom another
            self._widths = Widths(name, min(_LONGEST, room), (), ())
        if width >= _COLUMN and self._widths.bar < _SHORTEST:
            self._widths = _widths(self._words, width - 1, used, named)

    def rows(self) -> list[Row]:
        """Draw everybody in the order of play, below the question which of them to choose."""
        return [*self._asked(self._width), *self._seats(), *self._teams(self._width)]

    def in_halves(self, cells: int) -> list[Row]:
        """Draw the same in two columns of this width, in so many cells."""
        seats = [self._brief(at, seat) for at, seat in enumerate(self._view.order)]
        columns = in_two_columns(EMPTY, seats, cells)[1:]
        return [*self._asked(cells), *columns, *self._teams(cells)]

    def _asked(self, cells: int) -> list[Row]:
        return question(self._pane, self._choice, cells) if self.choosing else []

    def _seats(self) -> list[Row]:
        order = list(enumerate(self._view.order))
        if self._choice.mode in ("bonus", "account") and not self._tumbling:
            return [self._spending_heading(), *(self._spending(at, seat) for at, seat in order)]
        heading = [self._heading()] if self._widths.names else []
        return [*heading, *(self._standing(at, seat) for at, seat in order)]

    @property
    def choosing(self) -> bool:
        """Whether somebody chooses among the traders."""
        return bool(self._choice.rows) and self._choice.mode != "announce" and not self._tumbling

    def cards(self) -> list[SeatCard]:
        """Return what the traders' cards show, in the order of play."""
        view = self._view
        return [
            SeatCard(
                seat,
                minus(view.debts[seat]),
                self._words.t("debt"),
                self._tone(seat),
                partial(self._way, seat),
                partial(self._holdings, seat),
                f"row_{at}",
            )
            for at, seat in enumerate(view.order)
        ]

    def _tone(self, seat: int) -> str:
        if self._view.status[seat] in ("out", "dead"):
            return "dim"
        debt = self._view.debts[seat]
        return "alert" if debt >= _NEAR else "good" if debt < 0 else "strong"

    def _way(self, seat: int, cells: int) -> list[Row]:
        return [row(*self._bar(seat, cells - 1))]

    def _holdings(self, seat: int, cells: int, _size: str) -> list[Row]:
        """Name what a trader has besides debt, in as many rows as whoever has the most needs."""
        aimed = row((f"◎ {self._words.t('aimed at')}", "gold"))
        drawn = [
            [*flow([aimed] * (self._choice.aim == each) + self._parts(each), cells)]
            for each in self._view.order
        ]
        rows = max(1, *map(len, drawn))
        shown = drawn[self._view.order.index(seat)]
        return [*shown, *[EMPTY] * (rows - len(shown))][:rows]

    def _parts(self, seat: int) -> list[Row]:
        columns, t = self._columns(), self._words.t
        names = (t("account"), t("crisis"), t("kills"), t("exact 21s"))[-len(columns) :]
        return [
            row((f"{name} ", "dim"), (str(column[seat]), self._tone_of(column, seat)))
            for name, column in zip(names, columns, strict=True)
            if column[seat]
        ]

    def _name(self, seat: int, cells: int) -> Row:
        apart = 1 if self._view.teams else 0
        return self._pane.seat_row(seat, cells - apart) + row(" " * apart)

    def _key(self, at: int, click: str = "") -> list[PieceLike]:
        """Draw the team's letter, the aim, and the number that chooses a trader like a key."""
        teams, seat = self._view.teams, self._view.order[at]
        team = "AB"[teams[seat]] if teams else ""
        number = (at + 1) % 10
        if self._choice.aim == seat:
            return [(f"{team or ' '}{number}◎", "gold", click)]
        if at not in self._choice.rows or self._tumbling:
            return [(f"{team or ' '}{number if self.choosing else ' '} ", "dim", click)]
        tone = "cursor" if self._choice.row == at else "bar-gold"
        return [(team, "dim", click), (f" {number} "[bool(team) :], tone, click)]

    def _heading(self) -> Row:
        """Name the columns of a narrow picture."""
        t, wide = self._words.t, self._widths
        text = " " * (wide.name + 2) + pad(t("debt"), 5, "right") + " "
        text += pad(f"→ {LIMIT}", wide.bar + 1, "right")  # above the end of the bars
        columns = zip(wide.names, wide.numbers, self._columns(), strict=True)
        named = [(name, cells) for name, cells, column in columns if any(column)]
        right = "".join(pad(name, cells, "right") for name, cells in named)
        text = pad(text, wide.name + wide.bar + 10)
        return fit(row((text + right, "dim")), self._width)

    def _columns(self) -> list[Sequence[int]]:
        """List what each column of numbers says of the seats; one that is empty has no name."""
        view = self._view
        if self._width < _COLUMN:
            return []
        if not view.options.specific_rules:
            return [view.twentyones]
        return [view.accounts, view.crisis, view.kills, view.twentyones]

    def _standing(self, at: int, seat: int) -> Row:
        """Draw one trader: name, debt as number and bar, account, crisis dice, kills, 21s."""
        (_, number), drawn = self._debt(seat), self._bar(seat, self._widths.bar)
        line = row(*self._key(at), " ")
        if self._widths.names:
            line += row(number, *drawn, " ", *self._counted(seat))
        else:
            limit = "" if self._view.status[seat] in _ENDED else str(LIMIT)
            line += row(*self._debt(seat), *drawn, (pad(limit, _DIGITS), "dim"))
            line += self._besides[seat]
        whole = fit(self._name(seat, self._widths.name) + line, self._width)
        return tuple(piece._replace(click=f"row_{at}") for piece in whole)

    def _counted(self, seat: int) -> list[PieceLike]:
        """Count what a trader has besides debt, below the headings of a narrow picture."""
        wide, columns = self._widths, self._columns()
        return [
            (f"{column[seat] or '·':>{cells}}", self._tone_of(column, seat))
            for cells, column in zip(wide.numbers, columns, strict=True)
            if any(column)
        ]

    def _tone_of(self, column: Sequence[int], seat: int) -> str:
        if column is self._view.kills and seat in self._flash:
            return "bar-alert"
        return "strong" if column[seat] else "rule"

    def _brief(self, at: int, seat: int) -> Row:
        """Draw one trader in a short row: name, debt and what the last throw added, or its end.

        The debt has a bar where there is room.
        """
        keyed = self.choosing or self._view.teams
        line = self._name(seat, self._widths.name) + row(*(self._key(at) if keyed else " "))
        room = self._width - row_width(line) - 1
        if self._view.status[seat] in _ENDED:
            line += row(*self._bar(seat, room))
        else:
            debt, growth = self._debt(seat), self._growth(seat)
            grown = f"+{growth}" if growth and not keyed else ""
            room -= row_width(debt)
            if room >= _BRIEF:
                line += debt + row(*self._bar(seat, room - 2), (str(LIMIT), "dim"))
            else:
                debt, last = debt[:-1], debt[-1]
                close = len(grown) > room + 1
                line += row(
                    *debt, last._replace(text=last.text[: -close or None]), (grown, "alert")
                )
        whole = fit(line, self._width)
        return tuple(piece._replace(click=f"row_{at}") for piece in whole)

    def _debt(self, seat: int) -> Row:
        """Write a debt as a number."""
        debt, gone = self._view.debts[seat], self._view.status[seat] in ("out", "dead")
        tone = "dim" if gone else debt_tone(debt)
        return row((f"{self._words.t('debt')} ", "dim"), (f"{minus(debt):>3} ", tone))

    def _bar(self, seat: int, cells: int) -> list[PieceLike]:
        """Draw a debt on its way to 21, or its end."""
        view, t = self._view, self._words.t
        ending = {
            "21": ((t("★ at exactly 21"), "★21"), "gold"),
            "out": ((t("✗ insolvent"), t("✗ insolvent")[2:], "✗ " + t("OUT"), "✗"), "alert"),
            "dead": ((t("† killed"), "†"), "dim"),
        }.get(view.status[seat])
        if ending:
            wordings, tone = ending
            fitting = next(
                (wording for wording in wordings if len(wording) <= cells + 1), wordings[-1]
            )
            return [(pad(fitting, cells + 1), tone)]
        debt = view.debts[seat]
        if debt < 0:
            ahead = t("in credit")
            return [(pad(ahead if len(ahead) <= cells else "", cells), "good"), ("┃", "dim")]
        return bar(seat, debt, cells, self._growth(seat))

    def _growth(self, seat: int) -> int:
        """Return the debt that the last throw added."""
        view = self._view
        column = view.sheet[-1][seat]
        if (
            self._tumbling
            or seat != view.thrower
            or len(column) < 2
            or column[-1] != view.debts[seat]
        ):
            return 0
        return max(0, column[-1] - max(0, column[-2]))

    def _teams(self, cells: int) -> list[Row]:
        view, t = self._view, self._words.t
        if not view.teams:
            return []
        sums = [
            (
                sum(
                    debt
                    for debt, seat_team in zip(view.debts, view.teams, strict=True)
                    if seat_team == team
                ),
                sum(
                    kills
                    for kills, seat_team in zip(view.kills, view.teams, strict=True)
                    if seat_team == team
                ),
            )
            for team in (0, 1)
        ]
        text = "  ".join(
            t(
                "{team}: debt {debt}, kills {kills}",
                team="AB"[n],
                debt=minus(debt),
                kills=kills,
            )
            for n, (debt, kills) in enumerate(sums)
        )
        return [fit(row("  ", (text, "dim")), cells)]

    def _spending_heading(self) -> Row:
        t, choice = self._words.t, self._choice
        name, ways = _grid(self._width)
        points = self._view.bonus if choice.mode == "bonus" else own_account(self._pane)
        pieces: list[PieceLike] = [
            (pad("  " + self._words.nt("{n} point", "{n} points", points), name + 2), "gold"),
            (pad(t("debt"), 5, "right"), "dim"),
        ]
        debt = t("debt")
        account = t("account") if self._width >= _LARGE else t("acct")
        for column, title in enumerate((debt, debt, account, account)):
            key = self._pane.key_of(f"way_{column}")
            here = choice.column == column and choice.row is not None
            sign = "" if column < 2 else "+−"[column % 2]
            pieces.append((f" {key} ".replace("-", "−"), "gold"))
            pieces.append((pad(sign + title, ways[column] - 3), "strong" if here else "dim"))
        return fit(row(*pieces), self._width)

    def _spending(self, at: int, seat: int) -> Row:
        """Draw one trader with the debt and account that each way to spend would leave."""
        choice, view = self._choice, self._view
        name, ways = _grid(self._width)
        pieces: list[PieceLike] = [
            *self._key(at, f"row_{at}"),
            (f"{minus(view.debts[seat]):>4}", "strong"),
        ]
        for column in range(4):
            spend = choice.spending(seat, column)
            pieces.append(self._cell(at, column, spend, ways[column]))
        named = self._name(seat, name)
        return fit((*named, *row(*pieces)), self._width)

    def _cell(self, at: int, column: int, spend: Spend | None, cells: int) -> PieceLike:
        """Draw one result: `▸23 KILL`."""
        if spend is None or self._pane.table.seat is None:
            return (pad(" ·", cells), "rule")
        change = effect(self._view, self._pane.table.seat, spend)
        before = str(change.before) if spend.to == "account" else ""
        text, tone = f"{before}▸{minus(change.after)}", ""
        if change.fate:
            word, tone = _FATES[change.fate]
            text += f" {self._words.t(word)}"
        here = self._choice.row == at and self._choice.column == column
        return (pad(f" {text}", cells), "cursor" if here else tone, f"cell_{at}_{column}")


def poster() -> list[Row]:
    """Draw what two dice make how often, and the sum that was announced."""
    return [
        row("      ", ("▃▃", "dim"), " ", ("██", "gold"), " ", ("▃▃", "dim")),
        row(("▁▁ ▅▅ ██ ", "dim"), ("██", "gold"), (" ██ ▅▅ ▁▁", "dim")),
        row((" 4  5  6 ", "dim"), (" 7", "gold"), ("  8  9 10", "dim")),
    ]


def thumbnail(view: View) -> list[Row]:
    """Draw everybody's debt as a column that is full at 21, and the last throw."""
    step = 3 if len(view.debts) <= 5 else 2
    rows: list[list[PieceLike]] = [[], [], []]
    for seat, debt in enumerate(view.debts):
        mark, level = seat_mark(seat), max(0, min(16, -(-16 * debt // LIMIT)))
        tone = "alert" if debt > LIMIT else mark.tone
        for at, eighths in enumerate((level - 8, level)):
            rows[at] += [(pad(_GROWING[max(0, min(8, eighths))] * (step - 1), step), tone)]
        rows[2].append((pad(mark.shape, step), mark.tone))
    cells = step * len(view.debts)
    most = max(1, (THUMBNAIL - cells) // 4)
    dice = [faces(view.dice[at : at + most]) for at in range(0, len(view.dice), most)]
    thrown = rows_apart(dice) if len(dice) == 2 else dice
    return beside([row(*pieces) for pieces in rows], thrown if len(dice) <= 3 else [], cells, 1)


def _joined(parts: Sequence[Row]) -> list[Row]:
    """Put what a trader has besides debt in one row."""
    return [row("  " * bool(at)) + part for at, part in enumerate(parts)]


def _widths(words: Words, width: int, used: Sequence[bool], named: int) -> Widths:
    """Divide a row; columns that are not used yet take no cells, `named` are those of a name."""
    t, specific = words.t, len(used) > 1
    account = t("account")
    names: tuple[str, ...] = (account, t("crisis"), t("kills"), t("21s"))
    short, room = (t("bank"), *names[1:]), width - 11 - _SHORTEST - named
    long = (account, t("crisis dice"), t("kills"), t("exact 21s"))
    tries = ((long, 2), (names, 2), (short, 2), (names, 1), (short, 1))
    names, apart = next(
        (
            (titles, gap)
            for titles, gap in tries
            if sum(compress((len(title) + gap for title in titles), used)) <= room
        ),
        tries[-1],
    )
    numbers = tuple(len(name) + apart for name in names)
    if not specific:
        names, numbers = names[-1:], numbers[-1:]
    across = sum(compress(numbers, used))
    name = min(30, named + 1, max(13, width - across - 10 - _SHORTEST))
    return Widths(name, max(6, min(_LONGEST, width - name - 10 - across)), numbers, names)


def _grid(width: int) -> tuple[int, tuple[int, ...]]:
    name = min(30, max(11, width - 51))
    more = min(4, max(0, width - name - 7 - 34) // 4)
    return name, (9 + more, 9 + more, 8 + more, 8 + more)


def debt_tone(debt: int) -> str:
    return "alert" if debt >= _NEAR else "accent" if debt >= _HALF else "strong"


def bar(seat: int, debt: int, cells: int, growth: int = 0) -> list[PieceLike]:
    """Draw a seat's debt on its way to 21, and what it grew by."""
    line = "▆" * filled(max(0, debt), LIMIT, cells)
    grown = f" +{growth} " if growth else ""
    grown = grown if len(line) + len(grown) <= cells else ""
    blank = ("·" * (cells - len(line) - len(grown)), "rule")
    return [(line, seat_mark(seat).tone), (grown, "alert"), blank, ("┃", "dim")]
