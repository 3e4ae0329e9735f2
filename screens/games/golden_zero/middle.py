"""The middle of the table: the course of a hand, the target, the pots, and who takes them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.views import LogLine
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.showdown import verdict
from arcade.games.golden_zero.rules.state import Award
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.view import Finale, GameView
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fit,
    flow,
    plain,
    row,
    row_width,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards
from screens.widgets.cards import Card
from screens.widgets.log import brief, page, sentence

PHASES: Mapping[str, str] = {
    "levee": N_("Levée"),
    "choix": N_("Choix"),
    "reine": N_("Reine"),
    "result": N_("result"),
    "over": N_("game over"),
}

_PURPOSE: Mapping[str, str] = {
    "levee": N_("First bidding. Nobody may check."),
    "choix": N_("Take open cards one at a time, or stand."),
    "reine": N_("Last bidding, then cards are shown."),
    "result": N_("Closest to the target without going over wins."),
    "over": N_("Most chips win."),
}

_FACTS = 20
"""Cells beside the target."""


def ribbon(pane: GameView[View], cells: int) -> Row:
    """Draw the parts of a hand with the current one highlighted, and the hand's number."""
    view, t = pane.game, pane.words.t
    now = "result" if view.phase == "over" else view.phase
    pieces: list[tuple[str, str]] = []
    for phase in ("levee", "choix", "reine", "result"):
        name = t(PHASES[phase])
        here = (f"▸{name.upper()}◂", "gold") if phase == now else (name, "dim")
        pieces += [(" › ", "rule"), here] if pieces else [here]
    most = view.options.hands
    which = t("hand {n} of {most}", n=view.hand, most=most) if most else t("hand {n}", n=view.hand)
    left, last = row(*pieces), _last(pane)
    right = row((which, "dim"), (f" · {last}" if last else "", "alert"))
    fits = row_width(left) + row_width(right) <= cells
    return spread(left, right if fits else row((last or which, "alert")), cells)


def _last(pane: GameView[View]) -> str:
    view, t = pane.game, pane.words.t
    if not view.last_hand or view.phase == "over":
        return ""
    return t("last hand") if view.hand == view.final else t("the next hand is the last")


def purpose(pane: GameView[View], cells: int) -> Row:
    """Describe this part of a hand in a sentence, and how many raises remain."""
    view = pane.game
    sentence = row((pane.words.t(_PURPOSE[view.phase]), "dim"))
    if view.phase not in ("levee", "reine") or not any(view.bets) or view.min_to is None:
        return fit(sentence, cells)
    left = view.options.max_raises - view.raises
    raises = pane.words.nt("{n} raise left", "{n} raises left", left)
    return spread(sentence, row((f" {raises}", "dim")), cells)


def target(pane: GameView[View], cells: int, size: str, turn: int, uncounted: int) -> list[Row]:
    """Draw the target's cards and their sum, with the pot and the cost of a bid beside them."""
    view = pane.game
    facts = [_target(pane), *_facts(pane, uncounted)]
    room = min(cells - max(_FACTS, *map(row_width, facts)) - 2, 52)
    size = cards.apart(len(view.target_cards), room, size)  # touching cards look like one
    if size != "big":
        facts[:2] = flow(facts[:2], cells)
    target_cards = [Card(value, "tile", turn) for value in view.target_cards]
    drawn = cards.fan(target_cards, room, size)
    above = [EMPTY] * ((len(drawn) - 3) // 2)
    return beside(drawn, [*above, *facts], max(map(row_width, drawn)), 2)


_BELOW = 2
"""Rows below what happened last: the prompt stands there, with one free around it."""


def aside(
    pane: GameView[View], size: Size, turn: int, uncounted: int, meanings: Sequence[str], at: int
) -> list[Row]:
    """Draw the target in a column, below it what signs mean and, the log having made way, the news.

    Of a long talk there is only its beginning. The signs are explained beside the row `at`, if the
    news leave room above it.
    """
    cells, height = size
    values = pane.game.target_cards
    drawn = [Card(value, "tile", turn) for value in values]
    if cards.large(pane.appearance) == "small":
        card_size = cards.apart(len(values), cells, "small")
        apart = len(values) * (cards.SIZES[card_size][0] + 1) <= cells + 1
        fan = cards.fan(drawn, cells, card_size) if apart else [cards.tiles(drawn, cells)]
        rows = [_target(pane), *fan, EMPTY, *_facts(pane, uncounted)]
    else:
        title = row((pane.words.t("TARGET"), "strong"))
        rows = [title, *_total(pane, cells, turn), EMPTY, *_facts(pane, uncounted)]
    legend = [EMPTY, *(row((text, "dim")) for text in meanings)] if meanings else []
    room, names = height - len(rows) - 2 - _BELOW, [seat.name for seat in pane.table.seats]
    if not pane.has_log or room < 1:
        return rows

    def news(line: LogLine) -> Sequence[Row]:
        written = wrap(sentence(pane.words, line, names), cells, 2)
        return brief(written, cells) if line.kind == "chat" else written

    newest = len(news(pane.table.lines[-1])) if pane.table.lines else 0
    if legend and newest <= at - len(rows) - 3:  # with the heading, and a free row around it
        room = at - len(rows) - 2 + len(legend) - 1
    legend = legend if newest + len(legend) <= room else []  # what happened matters more
    room -= len(legend)
    head = spread(row((pane.words.t("log"), "strong")), row(("Tab", "gold")), cells)
    lines = page(pane.table.lines, room + _BELOW * (not legend), news)
    if len(lines) > room:  # whole ones, but of a single one its end
        lines = lines[-room:]
        whole = (at for at, line in enumerate(lines) if not plain(line).startswith("  "))
        lines = lines[next(whole, 0) :]
    return [*rows, EMPTY, head, *lines, *[EMPTY] * (room - len(lines)), *legend]


def _total(pane: GameView[View], cells: int, turn: int) -> list[Row]:
    """Draw the target as large as a card's figure, and beside it the cards that make it."""
    view = pane.game
    if turn:
        return [EMPTY] * 3
    sums = [row((line, "gold")) for line in cards.number(view.target)]
    across = max(map(row_width, sums))
    made = "+".join(map(str, view.target_cards))
    parts = [EMPTY, *wrap(row((f"= {made}", "dim")), cells - across - 2, 2)]
    return beside(sums, parts[: len(sums)], across, 2)


def latest(pane: GameView[View], cells: int, height: int) -> list[Row]:
    """Draw what happened last in so many rows, where there is no log."""
    names = [seat.name for seat in pane.table.seats]
    lines = page(
        pane.table.lines, height, lambda line: wrap(sentence(pane.words, line, names), cells, 2)
    )
    return lines[-height:]


def centre(pane: GameView[View], cells: int, size: str, turn: int, uncounted: int) -> list[Row]:
    """Draw the target in a frame in the middle of the table, with the pot and the cost of a bid."""
    view, t = pane.game, pane.words.t
    target_cards = [Card(value, "tile", turn) for value in view.target_cards]
    facts = _facts(pane, uncounted)
    right = max(map(row_width, facts), default=0)
    room = cells - right - 10
    drawn = cards.fan(target_cards, room, cards.apart(len(target_cards), room, size))
    above = [EMPTY] * ((len(drawn) - len(facts)) // 2)
    title = row(" ") + _target(pane) + row(" ")
    if cards.large(pane.appearance) != "small" and len(drawn) > 3:
        drawn, title = _counted(drawn, view.target), row(" ", (t("TARGET"), "strong"), " ")
        above = [EMPTY] * ((len(drawn) - len(facts)) // 2)
    inside = beside(drawn, [*above, *facts], max(map(row_width, drawn)), 4)
    width = max(map(row_width, drawn)) + 4 + right
    nearest = t("Nearest to {target} wins; above it a hand burns.", target=view.target)
    if not pane.panelled and cells - width - 12 >= cell_len(nearest):
        above = [EMPTY] * ((len(inside) - 1) // 2)
        inside = beside(inside, [*above, row((nearest, "dim"))], width, 6)
    rule = cells - 3 - row_width(title)
    edge = row(("│", "rule"))
    return [
        row(("╭─", "rule")) + title + row(("─" * rule + "╮", "rule")),
        *(edge + fit(row("  ") + line, cells - 2) + edge for line in inside),
        row(("╰" + "─" * (cells - 2) + "╯", "rule")),
    ]


def _counted(drawn: Sequence[Row], target: int) -> list[Row]:
    """Draw beside the target's cards what they make, as large as a card's figure."""
    sign = ["   ", " = ", "   "]
    sums = [
        row((f"{left} ", "dim"), (figure, "gold"))
        for left, figure in zip(sign, cards.number(target), strict=True)
    ]
    above = [EMPTY] * ((len(drawn) - len(sums)) // 2)
    return beside(drawn, [*above, *sums], max(map(row_width, drawn)), 1)


def poster() -> list[Row]:
    """Draw a hand that hits its target."""
    drawn = cards.fan([Card(9), Card(5), Card(4)], 17)
    return beside(drawn, [EMPTY, row(("= ", "dim"), ("18", "gold"))], 17, 1)


def thumbnail(view: View) -> list[Row]:
    """Draw the cards of the target with their sum, and the pot."""
    target_cards = [Card(value) for value in view.target_cards]
    drawn = cards.fan(target_cards, 17, cards.apart(len(target_cards), 17, "small"))
    if len(target_cards) > 3:
        drawn = [EMPTY, cards.tiles(target_cards, 17), EMPTY]
    total = sum(award.amount for award in view.awards) or in_pots(view)
    facts = [row(("= ", "dim"), (str(view.target), "gold")), EMPTY]
    return beside(drawn, [*facts, row(("● ", "accent"), str(total))], max(map(row_width, drawn)), 1)


def finale(words: Words, view: View, seat: int, rows: int, /) -> Finale | None:
    """Draw the winner's open cards and those that were shown, with what they make."""
    shown = view.shown[seat]
    if shown is None:
        return None
    own = seat_mark(seat).tile
    hand = [*map(Card, view.open[seat]), *(Card(value, own) for value in shown.closed)]
    size = next(name for name in ("huge", "big", "small") if cards.SIZES[name][1] <= rows)
    drawn = cards.fan(hand, len(hand) * (cards.SIZES[size][0] + 1), size)
    what, target = words.t("The hand that won"), words.t("target {n}", n=view.target)
    total = row(f"{what} = ", (str(shown.value), "strong"), (f"   {target}", "dim"))
    return Finale(drawn, total)


def _target(pane: GameView[View]) -> Row:
    return row((pane.words.t("TARGET"), "strong"), " ", (str(pane.game.target), "gold"))


def in_pots(view: View) -> int:
    return sum(pot.amount for pot in view.pots)


def _facts(pane: GameView[View], uncounted: int) -> list[Row]:
    view, t = pane.game, pane.words.t
    total, paid = in_pots(view) - uncounted, False
    if view.phase in ("result", "over"):
        total = sum(award.amount for award in view.awards)
        paid = pane.moment.ended is None or pane.moment.counting
    facts = []
    if total:
        facts.append(_fact(t("paid") if paid else t("pot"), total, "dim" if paid else "gold"))
    if view.phase in ("levee", "reine") and view.turn is not None:
        facts += _bids(pane)[: None if pane.table.seat is not None else 1]
    elif view.phase == "choix":
        left = pane.words.nt("{n} card left", "{n} cards left", view.deck_count)
        facts.append(row((left, "dim")))
    elif view.carry:
        facts.append(_fact(t("stays on"), view.carry, "strong"))
    return facts


def _bids(pane: GameView[View]) -> list[Row]:
    view, t = pane.game, pane.words.t
    facts: list[Row] = []
    if view.to_call and view.turn is not None:
        owed = min(view.to_call, view.stacks[view.turn])
        facts.append(_fact(t("to call"), owed, "strong"))
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


def pots(pane: GameView[View], cells: int) -> list[Row]:
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


def contested(pane: GameView[View], seats: Sequence[int], pots: Iterable[Sequence[int]]) -> str:
    everybody = sorted({seat for pot in pots for seat in pot})
    missing = [seat for seat in everybody if seat not in seats]
    if not missing:
        return pane.words.t("all still in")
    if len(missing) < len(seats):
        return pane.words.t("all but {names}", names=names(pane, missing))
    return names(pane, seats)


def pot_name(pane: GameView[View], number: int, amount: int) -> tuple[tuple[str, str], ...]:
    """Return a pot's name with its chips: the main one, or a side pot by number."""
    t = pane.words.t
    name = t("Side pot {number}", number=number) if number else t("Main pot")
    return ((f"{name} ", "dim"), ("● ", "accent"), (str(amount), "strong"))


def names(pane: GameView[View], seats: Sequence[int]) -> str:
    return ", ".join(short_name(pane, seat) for seat in seats)


def short_name(pane: GameView[View], seat: int) -> str:
    """Return a name for the middle of a sentence; oneself is "you"."""
    if seat == pane.table.seat:
        return pane.words.t("you")
    return pane.name_of(seat)


# How a hand ended


def explained(pane: GameView[View], cells: int, height: int) -> list[Row]:
    """Explain who took each pot, in at most `height` rows; nothing before the result."""
    view = pane.game
    groups = [[award] for award in view.awards]
    rows = _explain(pane, groups, cells)
    if len(rows) > height:
        rows = _explain(pane, _alike(view.awards), cells)
    if isinstance(view, SeatView) and (text := _unseen(pane, view)):
        rows += wrap(row(("  ", ""), (text, "dim")), cells, 2)
    return rows if len(rows) <= height else [*rows[: max(0, height - 1)], row(("  …", "dim"))]


def _unseen(pane: GameView[View], own: SeatView) -> str:
    """Return the part of the reader's hand that stays hidden from others; "" if all is open."""
    t, shown = pane.words.t, own.shown[own.seat]
    if not own.closed:
        return ""
    if own.value is None:
        return t("Your own hand was burned; nobody gets to see it.")
    if shown is None:
        return t("Nobody else sees your closed cards.")
    if own.garde is not None and shown.garde is None:
        return t("Nobody else sees your Garde.")
    return ""


def _alike(awards: Sequence[Award]) -> list[list[Award]]:
    """Group the pots with the same winner and reason."""
    groups: list[list[Award]] = []
    for award in awards:
        last = groups[-1][-1] if groups else None
        same = last is not None and (last.winners, last.reason) == (award.winners, award.reason)
        if same and len(award.winners) == 1:
            groups[-1].append(award)
        else:
            groups.append([award])
    return groups


def _explain(pane: GameView[View], groups: Sequence[Sequence[Award]], cells: int) -> list[Row]:
    rows: list[Row] = []
    contests = [award.seats for award in pane.game.awards]
    number = 0
    for group in groups:
        heading: Row = ()
        for award in group if len(contests) > 1 else ():
            who = f" ({contested(pane, award.seats, contests)})" if len(group) == 1 else ""
            plus = " + " if heading else ""
            heading += row((plus, "dim"), *pot_name(pane, number, award.amount), (who, "dim"))
            number += 1
        whole = structs.replace(group[-1], amount=sum(award.amount for award in group))
        arrow = row((" → ", "dim")) if heading else ()
        line = (
            row(("★ ", "gold"))
            + heading
            + arrow
            + row((pane.say(verdict(pane.game, whole)), "strong"))
        )
        rows += wrap(line, cells, 2)
    return rows
