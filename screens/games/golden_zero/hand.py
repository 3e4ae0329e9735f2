"""One's own hand: the cards, the ways to count them, the next card."""

from typing import TYPE_CHECKING

from arcade.games.golden_zero.rules.hands import Reading, best
from arcade.games.golden_zero.rules.view import SeatView
from screens.terminal.rows import Row, beside, clip, fit, pad, row
from screens.widgets import cards
from screens.widgets.cards import Card

if TYPE_CHECKING:
    from screens.games.golden_zero.view import GoldenZeroView

_WAYS = 31
"""Cells for the ways to count a hand."""

_LABEL = 10
"""Cells for the words before the next cards."""


def own(
    pane: "GoldenZeroView", view: SeatView, cells: int, size: str, turns: dict[tuple[int, int], int]
) -> list[Row]:
    """Draw closed and open cards with each way to count them, the best in gold."""
    t = pane.words.t
    top = _best(view)
    used = top.used if top else ()
    seat = view.seat
    closed = [
        Card(value, "tile-held" if value in used else "tile", turns.get((seat, -2), 0))
        for value in view.closed
    ]
    if len(set(view.closed)) == 1 and len(used) == 1:
        closed[1] = Card(view.closed[1], "tile", closed[1].turn)
    opened = [
        Card(value, "tile", turns.get((seat, at), 0)) for at, value in enumerate(view.open[seat])
    ]
    gap = 1 if cells < 60 else 3
    room = min(cells - _WAYS - gap, 40)
    across = cards.SIZES[size][0] * 2
    across = across if cells > 60 else across - 2
    left = beside(
        cards.fan(closed, across, size),
        cards.fan(opened, room - across - gap, size),
        across,
        gap,
    )
    shut, lying = t("closed:"), t("open: {n}", n=sum(view.open[seat]))
    heading = row((f"{pad(shut, across + gap)}{lying}", "dim"))
    told = row((t("what it can count"), "dim") if top else (t("BURNED UNSEEN"), "alert"))
    above = (len(left) - 3) // 2
    ways = [*[()] * above, *(_way(pane, one, one == top) for one in view.readings)]
    return [
        fit(fit(heading, room + gap) + told, cells),
        *beside(left, ways, room, gap),
    ]


def _best(view: SeatView) -> Reading | None:
    return best(view.open[view.seat], view.closed, view.target)


def _way(pane: "GoldenZeroView", one: Reading, top: bool) -> Row:
    """Describe a way to count: closed cards counted, sum, distance, Garde."""
    t = pane.words.t
    if one.short > 0:
        gap = t("{n} short", n=one.short)
    elif one.short < 0:
        gap = t("{n} over", n=-one.short)
    else:
        gap = t("exact!")
    garde = "" if one.garde is None else t("Garde {n}", n=one.garde)
    tone = "gold" if top else "dim" if one.short < 0 else ""
    used = "+".join(str(value) for value in one.used)
    mark = "▸" if top else "×" if one.short < 0 else " "
    text = f"{mark} {pad('+' + used, 6)}={one.value:>3} {pad(gap, 10)}{garde}"
    return row((clip(text, _WAYS), tone))


def verdict(pane: "GoldenZeroView", view: SeatView) -> Row:
    """Describe one's hand in a sentence."""
    t = pane.words.t
    top = _best(view)
    if top is None:
        said = t("Burned unseen: you win only if all others fold.")
        return row((said, "alert"))
    if not top.short:
        return row((t("You are exactly on {target}.", target=view.target), "gold"))
    return row(
        (
            t(
                "Best: {n}, {short} short of {target}.",
                n=top.value,
                short=top.short,
                target=view.target,
            ),
            "",
        )
    )


def next_cards(pane: "GoldenZeroView", view: SeatView, cells: int) -> list[Row]:
    """Draw what one's hand counts with each next card from 0 to 10."""
    t = pane.words.t
    each = 4 if cells >= _LABEL + 44 else 3
    values, gives = row((pad(t("next card"), _LABEL), "dim")), row((pad(t("makes"), _LABEL), "dim"))
    opened = view.open[view.seat]
    seen: set[str] = set()
    for value in range(11):
        reached = best((*opened, value), view.closed, view.target)
        if sum(opened) + value > view.target:
            mark, tone = "×", "dim"
        elif reached is None:
            mark, tone = "?", "dim"
        elif reached.value == view.target:
            mark, tone = "★", "gold"
        else:
            mark, tone = str(reached.value), ""
        seen.add(mark)
        values += row((pad(str(value), each, "right"), "strong"))
        gives += row((pad(mark, each, "right"), tone))
    legend = [
        said
        for mark, said in (
            ("★", t("★ the target")),
            ("×", t("× burns")),
            ("?", t("? burns unseen")),
        )
        if mark in seen
    ]
    return [values, gives, row((" " * _LABEL + "  " + " · ".join(legend), "dim"))]
