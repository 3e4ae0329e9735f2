"""One's own hand, the ways to count it, the next card; the bids and the keys for them."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from arcade.engine.words import N_
from arcade.games.golden_zero.rules.actions import Action
from arcade.games.golden_zero.rules.hands import Reading, best
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.golden_zero.middle import names
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Row, beside, fit, flow, pad, row, row_width, spread, wrap
from screens.widgets import cards
from screens.widgets.cards import Card

_WAYS = 28
"""Cells for the ways to count a hand."""

HEADED = 60
"""Cells from which large cards have names above them."""

WIDE = 101
"""Cells from which the next cards stand beside one's own."""

NEXT = 54
"""Cells for the next cards."""

_MOST, _LESS, _FEW = 75, 50, 2
"""The most cells for the largest cards, and for them while there are only few open ones."""

_MEANINGS = {
    "★": N_("★ the target"),
    "×": N_("× burns"),
    "▒": N_("▒ over, unseen"),
}
"""What signs below the next cards mean."""

_LABEL = 10
"""Cells for the words before the next cards."""


def decision(view: View, _: Action, /) -> Row:
    """Draw the hand that a choice was made with, the closed cards as held."""
    if not isinstance(view, SeatView):
        return EMPTY
    hand = [(f"{value:^3}", "tile") for value in view.open[view.seat]]
    return row(*hand, *((f"{value:^3}", "tile-held") for value in view.closed))


def own(
    pane: GameView[View],
    view: SeatView,
    cells: int,
    size: str,
    turns: dict[tuple[int, int], int],
    more: Sequence[Row],
    headed: bool = False,
) -> list[Row]:
    """Draw closed and open cards with each way to count them, the best in gold, and `more` below.

    In a wide pane `more` stands beside the cards, below the ways. `headed`: there is a row for what
    the cards are.
    """
    t = pane.words.t
    top = best(view.open[view.seat], view.closed, view.target)
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
    most = _MOST if len(view.open[seat]) > _FEW else _LESS
    room = min(cells - _WAYS - gap, most if size == "huge" else 46)
    across = cards.SIZES[size][0] * 2 + 1
    left = beside(
        cards.fan(closed, across, size), cards.fan(opened, room - across - gap, size), across, gap
    )
    shut, lying = t("Closed"), t("Open: {n}", n=sum(view.open[seat]))
    heading = row((f"{pad(shut, across + gap)}{lying}", "dim"))
    caption = row((t("ways to count"), "dim"))
    if not top:
        caption = row((t("You are over {target}.", target=view.target), "alert"))
    for garde in (t("Garde (spare)"), t("Garde")):
        if row_width(caption) + cell_len(garde) + 2 <= _WAYS:
            caption = spread(caption, row((garde, "dim")), _WAYS)
            break
    readings = dict.fromkeys(view.readings)  # two closed cards may be equal
    ways = [_way(pane, reading, reading == top) for reading in readings]
    head = fit(fit(heading, room + gap) + caption, cells)
    if size == "huge":
        below = [EMPTY, *more] if more else []
        return [head, *beside(left, [EMPTY, *ways], room, gap), *below]
    if cells >= WIDE:
        return [head, *beside(left, [*ways, *more], room, gap)]
    fits = headed and row_width(heading) <= room
    if len(left) > 3 and cells < HEADED and not fits:  # a gap parts what the cards are
        return [*beside(left, [caption, *ways], room, gap), *more]
    above = [EMPTY] * ((len(left) - 3) // 2)
    return [head, *beside(left, [*above, *ways], room, gap), *more]


def worth(view: SeatView) -> int:
    """Return the value of the hand; if it burned unseen, the value that others see."""
    return sum(view.open[view.seat]) if view.value is None else view.value


def _way(pane: GameView[View], reading: Reading, top: bool) -> Row:
    """Describe a way to count: closed cards counted, sum, distance, Garde."""
    t = pane.words.t
    if reading.short > 0:
        gap = t("{n} short", n=reading.short)
    elif reading.short < 0:
        gap = t("{n} over", n=-reading.short)
    else:
        gap = t("exact!")
    tone = "gold" if top else "dim" if reading.short < 0 else ""
    used = "+".join(str(value) for value in reading.used)
    mark = "▸" if top else "×" if reading.short < 0 else " "
    left = f"{mark} {pad('+' + used, 6)}= {reading.value:>2}  {gap}"
    garde = "—" if reading.garde is None else str(reading.garde)
    return fit(spread(row((left, tone)), row((garde, tone)), _WAYS), _WAYS)


def verdict(pane: GameView[View], view: SeatView) -> str:
    t, n, target = pane.words.t, view.value, view.target
    if n is None:
        return t("Nobody else knows: you win only if all others fold.")
    if n == target:
        return t("You are exactly on {target}.", target=target)
    of = {"n": n, "short": target - n, "target": target}
    if pane.offered("card") and pane.alone and not pane.touch:  # no keys stand above it
        return t("Take a card, or stand on {n}: {short} short of {target}.", **of)
    return t("Your best: {n}, {short} short of {target}.", **of)


def next_cards(pane: GameView[View], view: SeatView, cells: int) -> list[Row]:
    """Draw the value of the reader's hand with each next card from 0 to 10."""
    t = pane.words.t
    each = 4 if cells >= _LABEL + 44 else 3
    values, gives = row((pad(t("next card"), _LABEL), "dim")), row((pad(t("makes"), _LABEL), "dim"))
    marks = _marks(view)
    for value, (mark, tone) in enumerate(marks):
        values += row((pad(str(value), each, "right"), "strong"))
        gives += row((pad(mark, each, "right"), tone))
    meanings = pane.legend((" · ".join(meant(pane, view)),), cells - _LABEL - 2, 2)
    return [values, gives, *(row(" " * (_LABEL + 2)) + line for line in meanings)]


def meant(pane: GameView[View], view: SeatView) -> list[str]:
    """Say what the signs below the next cards mean; nothing once that is learnt."""
    marks = {mark for mark, _ in _marks(view)}
    return (
        []
        if pane.learnt
        else [pane.words.t(_MEANINGS[mark]) for mark in _MEANINGS if mark in marks]
    )


def _marks(view: SeatView) -> list[tuple[str, str]]:
    """Return what each next card from 0 to 10 makes of the reader's hand, and its tone."""
    opened, marks = view.open[view.seat], list[tuple[str, str]]()
    for value in range(11):
        reached = best((*opened, value), view.closed, view.target)
        if sum(opened) + value > view.target:
            marks.append(("×", "dim"))
        elif reached is None:
            marks.append(("▒", "dim"))
        else:
            exact = reached.value == view.target
            marks.append(("★", "gold") if exact else (str(reached.value), ""))
    return marks


# Bids


class Wager(Struct, frozen=True):
    """The possible amounts of a bid: an opening, or the total of a raise.

    `step` is the change of − and +, `pot` the amount that bets the whole pot.
    """

    do: str
    field: str
    low: int
    high: int
    step: int
    pot: int

    def within(self, amount: int) -> int:
        return max(self.low, min(amount, self.high))


def wager_of(pane: GameView[View]) -> Wager | None:
    view = pane.game
    for do in ("open", "raise"):
        for offer in pane.offered(do):
            total = sum(pot.amount for pot in view.pots)
            pot = max(view.bets) + total + view.to_call
            low, high = offer.low, offer.high
            step = 2 * view.options.droit
            return Wager(do, offer.field, low, high, step, max(low, min(pot, high)))
    return None


def chips(pane: GameView[View]) -> int:
    return 0 if pane.table.seat is None else pane.game.stacks[pane.table.seat]


def call_takes_all(pane: GameView[View]) -> bool:
    return bool(pane.offered("call")) and pane.game.to_call >= chips(pane)


def bids(pane: GameView[View], amount: int, typed: str, cells: int) -> list[Row]:
    """Draw the bids: the answers in the first row, the amount in the second and third."""
    view, t = pane.game, pane.words.t
    wager = wager_of(pane)
    answers: list[Row] = []
    if pane.offered("call"):
        text = t("call {n}", n=min(view.to_call, chips(pane)))
        text += " (" + t("all-in") + ")" if call_takes_all(pane) else ""
        answers.append(answer(pane, pane.key_of("call"), text, "call"))
    if pane.offered("stand"):
        answers.append(answer(pane, pane.key_of("stand"), t("stand, no raise"), "stand"))
    if wager is not None:
        answers.append(_bet(pane, wager, amount, typed))
    if pane.offered("fold"):
        answers.append(answer(pane, pane.key_of("fold"), t("fold"), "fold"))
    more = _amounts(pane, wager, cells) if wager is not None else []
    return [*flow(answers, cells), *more]


def answer(pane: GameView[View], letter: str, label: str, name: str) -> Row:
    """Draw what can be answered; on a touch screen it is a button."""
    if pane.touch:
        return row((f" {label} ", "cursor", name))
    return row((f" {letter} ", "cursor", name), (f" {label}", "strong", name))


def _bet(pane: GameView[View], wager: Wager, amount: int, typed: str) -> Row:
    t = pane.words.t
    opens = wager.do == "open"
    if wager.low == wager.high:
        return answer(pane, pane.key_of(wager.do), t("all-in ({n})", n=amount), wager.do)
    head = answer(pane, pane.key_of(wager.do), t("open for") if opens else t("raise to"), wager.do)
    shown = f"{typed}▁" if typed else str(amount)
    return head + row(
        (" ‹", "accent", "less"), (f" {shown} ", "gold", wager.do), ("›", "accent", "more")
    )


def _amounts(pane: GameView[View], wager: Wager, cells: int) -> list[Row]:
    t = pane.words.t
    if wager.low == wager.high:
        return []
    parts = [
        *(
            []
            if pane.touch
            else [row(("− +", "accent"), (" " + t("by") + f" {wager.step}", "dim"))]
        ),
        *(
            row((f" {label} ", "accent", name))
            if pane.touch
            else row((pane.key_of(name), "accent", name), (f" {label}", "dim", name))
            for label, name in (
                (t("min {n}", n=wager.low), "least"),
                (t("pot: {n}", n=wager.pot), "pot"),
                (t("all-in ({n})", n=wager.high), "allin"),
            )
        ),
        row((t("or type it"), "dim")),
    ]
    rows = flow(parts, cells)
    return rows if len(rows) == 1 else flow(parts[:-1], cells)


def afterwards(pane: GameView[View], cells: int) -> list[Row]:
    view, t = pane.game, pane.words.t
    if view.phase == "over":
        most = max(view.stacks)
        text = pane.words.nt(
            "Game over: {names}, {n} chip.",
            "Game over: {names}, {n} chips.",
            most,
            names=names(pane, view.winners),
        )
        return list(wrap(row((text, "gold")), cells))
    if not pane.mine:
        return [row((t("The next hand is about to be dealt."), "dim"))]
    parts = [answer(pane, t("Enter"), t("deal the next hand"), "deal")]
    if pane.offered("last-hand"):
        parts.append(answer(pane, pane.key_of("last"), t("make it the last"), "last"))
    return flow(parts, cells)
