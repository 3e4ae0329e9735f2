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
from screens.terminal.rows import EMPTY, PieceLike, Row, clip, row, row_width, wrap

_APART = "   ", " "
"""What is between hands and who rolled them: less where both fit only then."""


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
    for tokens, hands in by_worth(view.options.order):
        now = worth(view.options, hands[0], view.stock(seat))
        pieces: list[PieceLike] = [(f"{now:>4}  " if with_tokens else "  ", "strong")]
        if tokens > 1:
            pieces += [_named(hand, hand == on_table) for hand in hands]
        else:
            pieces.append((t(" all others, {last} last", last=NENETTE), "dim"))
            pieces += [(" ", "")] if on_table in hands else []
            pieces += [_named(hand, True) for hand in hands if hand == on_table]
        rolled = [f"{who(seat)}\xa0{hand}" for seat, hand in enumerate(view.hands) if hand in hands]
        rows += _with_who(row(*pieces), rolled, cells)
    return rows


def _with_who(hands: Row, rolled: Sequence[str], cells: int) -> list[Row]:
    """Put who rolled these hands beside them, or each in a row of its own."""
    if not rolled:
        return list(wrap(hands, cells, 6))
    for apart in _APART:
        line = hands + row(apart, ("◂\xa0" + ", ".join(rolled), "accent"))
        if row_width(line) <= cells:
            return [line]
    alone = [row("      ", (clip(f"◂\xa0{who}", cells - 6), "accent")) for who in rolled]
    return [*wrap(hands, cells, 6), *alone]


def _named(hand: int, on_table: bool) -> tuple[str, str]:
    return f"{'▸' if on_table else ' '}{hand}", "gold" if on_table else ""


@lru_cache(2)
def by_worth(order: Literal["source", "aces-first"]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the hands in their order, grouped by the tokens each is worth by the usual rules."""
    usual = Options(order=order)
    groups = groupby(ORDERS[order], lambda hand: worth(usual, hand, None))
    return tuple((tokens, tuple(hands)) for tokens, hands in groups)
