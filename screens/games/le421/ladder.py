"""The throws of 421 by worth, with who has thrown them this round."""

from itertools import groupby
from typing import TYPE_CHECKING

from arcade.games.le421.rules.hands import NENETTE, ORDER, worth
from screens.terminal.rows import EMPTY, Loose, Row, fit, row

if TYPE_CHECKING:
    from screens.games.le421.view import View421

ROWS = 10
"""How many rows it takes."""


def ladder(pane: "View421", cells: int, with_tokens: bool) -> list[Row]:
    """Draw the ladder in `cells` cells, marking the throw on the table and this round's hands."""
    t = pane.words.t
    head = t("The throws, best first") + (" · " + t("tokens") if with_tokens else "")
    done: list[Row] = [EMPTY, row((head, "dim"))]
    for tokens, group in groupby(ORDER, worth):
        hands = tuple(group)
        pieces: list[Loose] = [(f"{tokens:>4}  " if with_tokens else "  ", "strong")]
        if tokens > 1:
            pieces += [_named(pane, hand) for hand in hands]
        else:
            pieces.append((t(" all others, the highest first; {last} last", last=NENETTE), "dim"))
            pieces.append(" ")
            pieces += [_named(pane, hand) for hand in hands if hand == pane.game.hand]
        thrown = [
            f"{pane.name_of(seat)} {hand}"
            for seat, hand in enumerate(pane.game.hands)
            if hand in hands
        ]
        pieces.append(("   ◂ " + ", ".join(thrown) if thrown else "", "accent"))
        done.append(fit(row(*pieces), cells))
    return done


def _named(pane: "View421", hand: int) -> tuple[str, str]:
    """Draw one hand; the one on the table is marked."""
    lies = hand == pane.game.hand
    return f"{'▸' if lies else ' '}{hand} ", "gold" if lies else ""
