"""The middle of the table: the course of a hand, the target with its cards, the pots."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from arcade.engine.words import N_
from screens.terminal.rows import EMPTY, Row, beside, clip, fit, flow, row, row_width, spread
from screens.widgets import cards
from screens.widgets.cards import Card

if TYPE_CHECKING:
    from screens.games.golden_zero.view import GoldenZeroView

PHASES: Mapping[str, str] = {
    "levee": N_("Levée"),
    "choix": N_("Choix"),
    "reine": N_("Reine"),
    "result": N_("result"),
    "over": N_("game over"),
}

_PURPOSE: Mapping[str, str] = {
    "levee": N_("First bidding. Nobody may check."),
    "choix": N_("Take open cards one at a time, or stay."),
    "reine": N_("Last bidding, then cards are shown."),
    "result": N_("Nearest to the target, not above it, takes the pot."),
    "over": N_("Most chips win."),
}

_FACTS = 20
"""Cells for what stands beside the target."""


def ribbon(pane: "GoldenZeroView", cells: int) -> Row:
    """Draw the parts of a hand with the current one highlighted, and the hand's number."""
    view, t = pane.game, pane.words.t
    now = "result" if view.phase == "over" else view.phase
    pieces: list[tuple[str, str]] = []
    for phase in ("levee", "choix", "reine", "result"):
        name = t(PHASES[phase])
        here = (f"▸{name.upper()}◂", "cursor") if phase == now else (f" {name} ", "dim")
        pieces += [("›", "rule"), here] if pieces else [here]
    most = view.options.hands
    which = t("hand {n} of {most}", n=view.hand, most=most) if most else t("hand {n}", n=view.hand)
    left, last = row(*pieces), _last(pane)
    right = row((f"{last} · " if last else "", "alert"), (which, "dim"))
    fits = row_width(left) + row_width(right) <= cells
    return spread(left, right if fits else row((last or which, "alert")), cells)


def _last(pane: "GoldenZeroView") -> str:
    """Return that the last hand was announced: this one or the next."""
    view, t = pane.game, pane.words.t
    if not view.last_hand or view.phase == "over":
        return ""
    return t("last") if view.hand == view.final else t("the next is the last")


def purpose(pane: "GoldenZeroView", cells: int) -> Row:
    """Describe this part of a hand in a sentence, and how many raises remain."""
    view = pane.game
    said = row((pane.words.t(_PURPOSE[view.phase]), "dim"))
    if view.phase not in ("levee", "reine") or not any(view.bets):
        return fit(said, cells)
    left = view.options.max_raises - view.raises
    raises = pane.words.nt("{n} raise left", "{n} raises left", left)
    return spread(said, row((f" {raises}", "dim")), cells)


def target(pane: "GoldenZeroView", cells: int, size: str, turn: int) -> list[Row]:
    """Draw the target's cards and their sum, with the pot and the cost of a bid beside them."""
    view, t = pane.game, pane.words.t
    room = min(cells - _FACTS - 2, 52)
    down = cards.SIZES[size][1]
    label = [EMPTY] * down
    middle = down // 2
    label[middle - 1] = row((t("TARGET"), "dim"))
    label[middle] = row(("= ", "dim"), (str(view.target), "gold"))
    held = [Card(value, "tile", turn) for value in view.target_cards]
    drawn = cards.fan(held, room - 9, size)
    lines = beside(drawn, label, max(map(row_width, drawn)), 2)
    return beside(lines, _facts(pane, middle - 1), room, 2)


def _facts(pane: "GoldenZeroView", above: int) -> list[Row]:
    """Describe the pot, the amount to call, and the cost of a raise."""
    view, t = pane.game, pane.words.t
    total = sum(pot.amount for pot in view.pots)
    if view.phase in ("result", "over"):
        total = sum(award.amount for award in view.awards)
    facts = [_fact(t("pot"), total, "gold")] if total else []
    if view.phase in ("levee", "reine") and view.turn is not None:
        facts += _bids(pane)
    elif view.phase == "choix":
        facts.append(row((t("{n} cards left", n=view.deck_count), "dim")))
    elif view.carry:
        facts.append(_fact(t("stays on"), view.carry, "strong"))
    return [*[EMPTY] * above, *(fit(line, _FACTS) for line in facts)]


def _bids(pane: "GoldenZeroView") -> list[Row]:
    view, t = pane.game, pane.words.t
    facts: list[Row] = []
    if view.to_call:
        facts.append(_fact(t("to call"), view.to_call, "strong"))
    elif view.standing:
        facts.append(row((t("bets are equal"), "dim")))
    if view.min_to is None:
        facts.append(row((t("no raise possible"), "dim")))
    elif any(view.bets):
        facts.append(_fact(t("raise to"), view.min_to, "strong", "+"))
    else:
        facts.append(_fact(t("open for"), view.min_to, "strong", "+"))
    return facts


def _fact(label: str, amount: int, tone: str, more: str = "") -> Row:
    return row((label, "dim"), " ", ("● ", "accent"), (f"{amount}{more}", tone))


def pots(pane: "GoldenZeroView", cells: int) -> list[Row]:
    """Draw the main and side pots with their contestants; nothing for a single pot."""
    view = pane.game
    if len(view.pots) < 2:
        return []
    contests = [pot.seats for pot in view.pots]
    parts = [
        row(*pot_name(pane, number, pot.amount), f" ({contested(pane, pot.seats, contests)})")
        for number, pot in enumerate(view.pots)
    ]
    return [fit(line, cells) for line in flow(parts, cells)[:3]]


def contested(pane: "GoldenZeroView", seats: Sequence[int], pots: Iterable[Sequence[int]]) -> str:
    """Return in few words who contests a pot."""
    everybody = sorted({seat for pot in pots for seat in pot})
    missing = [seat for seat in everybody if seat not in seats]
    if not missing:
        return pane.words.t("everybody")
    if len(missing) < len(seats):
        return pane.words.t("all but {names}", names=names(pane, missing))
    return names(pane, seats)


def pot_name(pane: "GoldenZeroView", number: int, amount: int) -> tuple[tuple[str, str], ...]:
    """Return a pot's name with its chips: the main one, or a side pot by number."""
    t = pane.words.t
    name = t("Side pot {number}", number=number) if number else t("Main pot")
    return ((f"{name} ", "dim"), ("● ", "accent"), (str(amount), "strong"))


def names(pane: "GoldenZeroView", seats: Sequence[int]) -> str:
    """Return the names of seats as a list."""
    return ", ".join(short_name(pane, seat) for seat in seats)


def short_name(pane: "GoldenZeroView", seat: int) -> str:
    """Return a name short enough for a sentence; oneself is "you"."""
    if seat == pane.table.seat:
        return pane.words.t("you")
    return clip(pane.name_of(seat), 12)
