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
    marked, thrown = (f"▸{on_table}", "gold"), [*enumerate(view.hands)] if any(view.hands) else ()
    for tokens, hands in by_worth(view.options.order):
        now = worth(view.options, hands[0], view.stock(seat))
        pieces: list[PieceLike] = [(f"{now:>4}  " if with_tokens else "  ", "strong")]
        if tokens > 1:
            pieces += [marked if hand == on_table else (f" {hand}", "") for hand in hands]
        else:
            pieces.append((t(" all others, {last} last", last=NENETTE), "dim"))
            pieces += [" ", marked] if on_table in hands else []
        line = row(*pieces)
        if thrown and (rolled := [f"{who(at)}\xa0{hand}" for at, hand in thrown if hand in hands]):
            rows += _with_who(line, rolled, cells)
        else:
            rows += wrap(line, cells, 6)
    return rows


def _with_who(hands: Row, rolled: Sequence[str], cells: int) -> list[Row]:
    """Put who rolled these hands beside them, or each in a row of its own."""
    for apart in _APART:
        line = hands + row(apart, ("◂\xa0" + ", ".join(rolled), "accent"))
        if row_width(line) <= cells:
            return [line]
    alone = [row("      ", (clip(f"◂\xa0{who}", cells - 6), "accent")) for who in rolled]
    return [*wrap(hands, cells, 6), *alone]


@lru_cache(2)
def by_worth(order: Literal["source", "aces-first"]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the hands in their order, grouped by the tokens each is worth by the usual rules."""
    usual = Options(order=order)
    groups = groupby(ORDERS[order], lambda hand: worth(usual, hand, None))
    return tuple((tokens, tuple(hands)) for tokens, hands in groups)
