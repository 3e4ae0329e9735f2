"""The bids: what one may answer, the amounts, and the keys for them; and what follows a hand."""

from msgspec import Struct

from arcade.games.golden_zero.rules.view import View
from screens.games.golden_zero.middle import in_pots, names
from screens.games.view import GameView
from screens.terminal.rows import Row, columns, flow, indented, row, row_width, wrap

_BROAD, _INSIDE = 90, 2
"""Cells from which answers stand in frames, and those before what is in one."""


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
            pot = max(view.bets) + in_pots(view) + view.to_call
            low, high = offer.low, offer.high
            step = 2 * view.options.droit
            return Wager(do, offer.field, low, high, step, max(low, min(pot, high)))
    return None


def chips(pane: GameView[View]) -> int:
    return 0 if pane.table.seat is None else pane.game.stacks[pane.table.seat]


def call_takes_all(pane: GameView[View]) -> bool:
    return bool(pane.offered("call")) and pane.game.to_call >= chips(pane)


def bids(pane: GameView[View], amount: int, typed: str, cells: int, room: int) -> list[Row]:
    """Draw the bids: the answers in the first row, the amount in the second and third.

    In a broad picture with more of `room` than they need the answers stand in frames.
    """
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
    boxes = columns(map(_framed, answers)) if cells >= _BROAD else []
    if boxes and room > len(boxes) + len(more) and row_width(boxes[0]) <= cells:
        return [*boxes, *indented(more, _INSIDE)]
    return [*flow(answers, cells), *more]


def _framed(drawn: Row) -> list[Row]:
    """Put an answer into a frame, which is as much of a button as itself."""
    edge, click = "─" * (row_width(drawn) + 2), drawn[0].click
    return [
        row((f"╭{edge}╮", "accent", click)),
        row(("│ ", "accent", click)) + drawn + row((" │", "accent", click)),
        row((f"╰{edge}╯", "accent", click)),
    ]


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
