"""Bidding: the amount being chosen, and the rows that say which key does what."""

from typing import TYPE_CHECKING

from msgspec import Struct

from screens.games.golden_zero.middle import short_name
from screens.terminal.rows import EMPTY, Row, flow, row, wrap

if TYPE_CHECKING:
    from screens.games.golden_zero.view import GoldenZeroView


class Wager(Struct, frozen=True):
    """The possible amounts of a bid: an opening, or the total of a raise.

    `step` is what − and + change, `pot` the amount that bets as much as lies in the pot.
    """

    do: str
    field: str
    low: int
    high: int
    step: int
    pot: int

    def within(self, amount: int) -> int:
        """Return the nearest allowed amount."""
        return max(self.low, min(amount, self.high))


def wager_of(pane: "GoldenZeroView") -> Wager | None:
    """Return the possible bids; None if the seat can neither open nor raise."""
    view = pane.game
    for do in ("open", "raise"):
        for offer in pane.offered(do):
            total = sum(pot.amount for pot in view.pots)
            pot = max(view.bets) + total + view.to_call
            low, high = offer.low, offer.high
            step = 2 * view.options.droit
            return Wager(do, offer.field, low, high, step, max(low, min(pot, high)))
    return None


def call_takes_all(pane: "GoldenZeroView") -> bool:
    """Return whether calling takes the last chip."""
    return bool(pane.offered("call")) and pane.game.to_call >= pane.chips


def rows(pane: "GoldenZeroView", amount: int, typed: str, cells: int) -> list[Row]:
    """Draw the bids: the answers in the first row, the amount in the second and third."""
    view, t = pane.game, pane.words.t
    wager = wager_of(pane)
    answers: list[Row] = []
    if pane.offered("call"):
        said = t("call {n}", n=min(view.to_call, pane.chips))
        said += " (" + t("all-in") + ")" if call_takes_all(pane) else ""
        answers.append(answer("c", said, "call"))
    if pane.offered("stand"):
        answers.append(answer("s", t("stand"), "stand"))
    if wager is not None:
        answers.append(_bet(pane, wager, amount, typed))
    if pane.offered("fold"):
        answers.append(answer("f", t("fold"), "fold"))
    more = _amounts(pane, wager, cells) if wager is not None else []
    return [*flow(answers, cells), *more]


def answer(letter: str, label: str, name: str) -> Row:
    """Draw a key with its action."""
    return row((f" {letter} ", "cursor", name), (f" {label}", "strong", name))


def _bet(pane: "GoldenZeroView", wager: Wager, amount: int, typed: str) -> Row:
    """Draw the key that bets, with the current amount."""
    t = pane.words.t
    opens = wager.do == "open"
    head = answer("o" if opens else "r", t("open for") if opens else t("raise to"), wager.do)
    if wager.low == wager.high:
        return head + row((f" {amount} (" + t("all-in") + ")", "gold", wager.do))
    shown = f"{typed}▁" if typed else str(amount)
    return head + row(
        (" ‹", "accent", "less"), (f" {shown} ", "gold", wager.do), ("›", "accent", "more")
    )


def _amounts(pane: "GoldenZeroView", wager: Wager, cells: int) -> list[Row]:
    """Draw the keys that change the amount."""
    t = pane.words.t
    if wager.low == wager.high:
        return []
    parts = [
        row(("− +", "accent"), (" " + t("by") + f" {wager.step}", "dim")),
        *(
            row((letter, "accent", name), (f" {label} {amount}", "dim", name))
            for letter, label, amount, name in (
                ("m", t("min"), wager.low, "least"),
                ("p", t("pot"), wager.pot, "pot"),
                ("a", t("all-in"), wager.high, "allin"),
            )
        ),
        row(("0-9", "accent"), (" " + t("type it"), "dim")),
    ]
    return flow(parts, cells)


def question(pane: "GoldenZeroView", asked: str, cells: int) -> list[Row]:
    """Return the question before an action that cannot be undone."""
    t = pane.words.t
    answers = [answer(t("Enter"), t("yes"), "confirm"), answer(t("Esc"), t("no"), "cancel")]
    return [*wrap(row((asked, "alert")), cells), *flow(answers, cells)]


def waiting(pane: "GoldenZeroView") -> Row:
    """Describe whose turn it is to bid or choose, and what that seat faces."""
    view, t = pane.game, pane.words.t
    if view.turn is None:
        return EMPTY
    name = short_name(pane, view.turn)
    if view.phase == "choix":
        said = t("{name}: another card, or stay?", name=name)
    elif view.to_call:
        said = t("{name}: call {n}, raise or fold?", name=name, n=view.to_call)
    elif view.standing:
        said = t("{name}: stand, or raise again?", name=name)
    elif view.phase == "levee":
        said = t("{name} must open for {n} or more.", name=name, n=view.min_to)
    else:
        said = t("{name}: open for {n} or more, or fold?", name=name, n=view.min_to)
    return row(("▶ ", "accent"), (said, ""))
