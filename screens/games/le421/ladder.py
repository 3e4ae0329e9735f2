"""The hands of 421 by what they are worth, as a panel or below the picture."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal

from rich.cells import cell_len

from arcade.club.i18n.words import Words
from arcade.games.le421.rules.hands import NENETTE, ORDERS, worth
from arcade.games.le421.rules.options import Options
from arcade.games.le421.rules.state import View
from screens.terminal.rows import EMPTY, PieceLike, Row, row, row_width, wrap
from screens.terminal.seats import seat_mark

_Rolled = Sequence[tuple[int, int]]
"""Seats and the hands they rolled."""


def ladder(
    words: Words,
    view: View,
    cells: int,
    on_table: int | None,
    with_tokens: bool,
    who: Callable[[int], str],
) -> list[Row]:
    """Draw the hands by worth, marking the one `on_table` and those of this round."""
    t = words.t
    best, unit = t("The hands, best first"), f" · {t('tokens')}" if with_tokens else ""
    head = best + (unit if cell_len(best + unit) <= cells else "")
    rows: list[Row] = [EMPTY, *wrap(row((head, "dim")), cells)]
    seat = view.leader if view.turn is None else view.turn
    tone = seat_mark(seat).tone
    for tokens, hands in by_worth(view.options.order):
        now = worth(view.options, hands[0], view.stock(seat))
        start = row((f"{now:>4} " if with_tokens else "  ", "strong"))
        rolled = [(at, hand) for at, hand in enumerate(view.hands) if hand in hands]
        named = ", ".join(f"{who(at)}\xa0{hand}" for at, hand in rolled) if rolled else ""
        lasts: tuple[str, ...] = ("",)
        if tokens == 1:
            lasts = (t(" all others, {last} last", last=NENETTE), t(" all others"))
        for last in lasts:
            line = start + row(*_listed(hands, on_table, tone))
            if tokens == 1:
                line = start + row((last, "dim"))
                line += row("   ", (f"▸{on_table}", tone)) if on_table in hands else EMPTY
            if named and row_width(line) + 3 + cell_len(named) <= cells:
                line += row(" " if row_width(line) + 5 + cell_len(named) > cells else "   ")
                line += row("◂") + _named(rolled, who)
            elif named and tokens > 1:
                line = start + row(*_listed(hands, on_table, tone, rolled))
            elif named:
                line += row(" ", *_marked(rolled))
            if tokens > 1 or row_width(line) <= cells:
                break
        rows += wrap(line, cells, 5)
    return rows


def _named(rolled: _Rolled, who: Callable[[int], str]) -> Row:
    """Write the hands of seats after their names, in the seats' colours."""
    pieces: list[PieceLike] = []
    for at, hand in rolled:
        pieces += [", " if pieces else "\xa0", (f"{who(at)}\xa0{hand}", seat_mark(at).tone)]
    return row(*pieces)


def _listed(
    hands: Sequence[int], on_table: int | None, tone: str, rolled: _Rolled = ()
) -> list[PieceLike]:
    """List hands with the signs of the seats that have them, the one on the table in that tone."""
    pieces: list[PieceLike] = []
    of_seats = {hand for _, hand in rolled} if rolled else ()
    for hand in hands:
        if hand == on_table:
            pieces.append((f"▸{hand}", tone))
        elif hand in of_seats:
            pieces += _marked([pair for pair in rolled if pair[1] == hand])
        else:
            pieces.append(f" {hand}")
    return pieces


def _marked(rolled: _Rolled) -> list[PieceLike]:
    """Write the hands of seats, each with the seat's sign in its colour."""
    return [(f" {seat_mark(at).shape}{hand}", seat_mark(at).tone) for at, hand in rolled]


@lru_cache(2)
def by_worth(order: Literal["source", "aces-first"]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the hands in their order, grouped by the tokens each is worth by the usual rules."""
    usual = Options(order=order)
    groups = groupby(ORDERS[order], lambda hand: worth(usual, hand, None))
    return tuple((tokens, tuple(hands)) for tokens, hands in groups)
