"""The middle of the table: the course of a hand, the target, the pots, and who takes them."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from arcade.club.i18n.words import Words
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
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards
from screens.widgets.cards import Card

PHASES: Mapping[str, str] = {
    "levee": N_("Levée"),
    "choix": N_("Choix"),
    "reine": N_("Reine"),
    "result": N_("result"),
    "over": N_("game over"),
}

FIGURE, SIGN = 3, 3
"""Rows of a large figure, and cells of the sign before it."""


def rule(pane: GameView[View], cells: int, facts: Sequence[Row], lead: Row = EMPTY) -> Row:
    """Draw a rule with the parts of a hand, these facts, and the hand's number.

    What does not fit gives way: the number, the other parts of a hand, what a bid costs. What
    leads it stands at its left end, all else at the right one.
    """
    view, t = pane.game, pane.words.t
    now = "result" if view.phase == "over" else view.phase
    pieces: list[tuple[str, str]] = []
    for phase in ("levee", "choix", "reine", "result"):
        name = t(PHASES[phase])
        here = (f"▸{name.upper()}◂", "strong") if phase == now else (name, "dim")
        pieces += [(" › ", "rule"), here] if pieces else [here]
    whole, short = row(*pieces), row((f"▸{t(PHASES[now]).upper()}◂", "strong"))
    last = _last(pane)
    least = row((last, "alert"))
    if lead:
        return _led(lead, (whole, short), least, cells)
    full = row((number_of_hand(pane), "dim"), (f" · {last}" if last else "", "alert"))
    two, pot = facts[:2], facts[:1]
    tried = (
        (whole, facts, full),
        *((left, two, end) for left in (whole, short) for end in (full, least)),
        *((left, pot, end) for left in (whole, short) for end in (full, least)),
        (short, pot, row((_last(pane, brief=True), "alert"))),
    )
    left, facts, ending = next((each for each in tried if _ruled(*each) <= cells), tried[-1])
    words = tuple(piece for at, part in enumerate(facts) for piece in (*_DOT * bool(at), *part))
    parts = [part for part in (left, words) if part]
    tail = ending + row((" ─", "rule")) if ending else EMPTY
    free = cells - 2 - row_width(left) - row_width(words) - row_width(tail)
    line = row(("─ ", "rule"))
    for at, part in enumerate(parts):
        stretch = free // (len(parts) - at)
        free -= stretch
        line += part + row((f" {'─' * (stretch - 2)} ", "rule"))
    return fit(line + tail, cells)


def _led(lead: Row, parts: Sequence[Row], last: Row, cells: int) -> Row:
    """Draw a rule that begins with one's own name, with the first parts of a hand that fit."""
    end = row(" ") + last if last else EMPTY
    free = cells - row_width(lead) - 6
    tried = [part + end for part in parts] + [last, *parts]
    fitting = next((part for part in tried if row_width(part) < free), EMPTY)
    lines = "─" * (free - row_width(fitting))
    line = row(("─ ", "rule")) + lead + row((f" {lines} ", "rule")) + fitting
    return fit(line + row((" ─", "rule")), cells)


_DOT = row((" · ", "dim"))


def number_of_hand(pane: GameView[View]) -> str:
    view, t = pane.game, pane.words.t
    most = view.options.hands
    return t("hand {n} of {most}", n=view.hand, most=most) if most else t("hand {n}", n=view.hand)


def _ruled(left: Row, facts: Sequence[Row], right: Row) -> int:
    """Return the cells of a rule with these words in it."""
    between = sum(map(row_width, facts)) + 3 * max(0, len(facts) - 1)
    return row_width(left) + between + row_width(right) + 10


def _last(pane: GameView[View], brief: bool = False) -> str:
    view, t = pane.game, pane.words.t
    if not view.last_hand or view.phase == "over":
        return ""
    if view.hand == view.final:
        return t("last hand")
    return t("last hand next") if brief else t("the next hand is the last")


def figures(
    pane: GameView[View], value: int, tone: str, down: int, sign: str, doubled: bool = False
) -> list[Row]:
    """Draw a sum after its sign as large as a card's figure, in the middle of so many rows."""
    if cards.large(pane.appearance) == "small":
        lines = [str(value)]
    else:
        lines = cards.doubled(value) if doubled else cards.number(value)
    drawn = [
        row((f"{sign if y == len(lines) // 2 else ' '}  ", "dim"), (line, tone))
        for y, line in enumerate(lines)
    ]
    return in_middle(drawn, down)


def target_cards(pane: GameView[View], size: str, turn: int, room: int) -> list[Row]:
    """Draw the target's cards in so many cells, small ones beside its name."""
    title = row((pane.words.t("TARGET"), "strong")) if size == "small" else EMPTY
    room -= row_width(title) + bool(title)
    made_of = [Card(value, "tile", turn) for value in pane.game.target_cards]
    fitting = cards.apart(len(made_of), room, size)
    drawn = cards.fan(made_of, room, fitting)
    if len(made_of) * (cards.SIZES[fitting][0] + 1) > room + 1:  # touching cards look like one
        drawn = [cards.tiles(made_of, room)]
    drawn = in_middle(drawn, cards.SIZES[size][1])
    return beside([EMPTY, title], drawn, row_width(title), 1) if title else drawn


def target(
    pane: GameView[View],
    drawn: Sequence[Row],
    turn: int,
    uncounted: int,
    columns: tuple[int, int, int],
    titled: bool,
) -> list[Row]:
    """Draw beside the target's cards what they make, and the pot with what a bid costs.

    `columns`: where the sum and the pot begin, and where the latter ends; `titled`: names stand in
    a row of their own above them.
    """
    across, beyond, end = columns
    title, down = row((pane.words.t("TARGET"), "strong")), len(drawn)
    doubled = titled and beyond - across > _DOUBLED
    sums = [] if turn else figures(pane, pane.game.target, "strong", down, "=", doubled)
    words = [fact for fact in facts(pane, uncounted) if row_width(fact) <= end - beyond]
    if down == cards.SIZES["small"][1]:
        return beside(beside(drawn, sums, across - 2), words[:down], beyond - 2)
    pot = _pot(pane, words, down, uncounted, titled)
    if titled:
        return beside([title, *beside(drawn, sums, across - 2)], pot, beyond - 2)
    named = [row(" " * SIGN) + title, *sums[1:]]
    return beside(beside(drawn, named, across - 2), pot, beyond - 2)


def in_middle(drawn: Sequence[Row], down: int) -> list[Row]:
    """Put rows in the middle of so many, a half row lower where there is none."""
    above = (max(0, down - len(drawn)) + 1) // 2
    return [*[EMPTY] * above, *drawn, *[EMPTY] * (down - len(drawn) - above)]


def _pot(
    pane: GameView[View], words: Sequence[Row], down: int, uncounted: int, titled: bool
) -> list[Row]:
    """Draw the pot below its name, as a large figure where so many rows have room for it."""
    total = _total(pane, uncounted)
    if down < FIGURE + 2 or cards.large(pane.appearance) == "small" or not total:
        return [*[EMPTY] * titled, *words]
    lines = [row((line, "strong")) for line in cards.number(total)]
    if not titled:
        return [words[0][:1], *lines, *words[1:2]]
    more = words[1 : 1 + (down - FIGURE) // 2]
    return [words[0][:1], EMPTY, *lines, *[EMPTY] * (down > FIGURE + 2), *more]


_DOUBLED = 18
"""Cells for a sum of twice the size with its sign."""


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
    count = "+".join(map(str, (*view.open[seat], *shown.closed)))
    size = next(name for name in ("huge", "big", "small") if cards.SIZES[name][1] <= rows)
    drawn = cards.fan(hand, len(hand) * (cards.SIZES[size][0] + 1), size)
    what, target = words.t("won with"), words.t("target {n}", n=view.target)
    total = row(f"{what} {count} = ", (str(shown.value), "strong"), (f"   {target}", "dim"))
    return Finale(drawn, total)


def in_pots(view: View) -> int:
    return sum(pot.amount for pot in view.pots)


def _total(pane: GameView[View], uncounted: int) -> int:
    """Return the chips in the pots; once a hand has ended, those that were paid."""
    view = pane.game
    if view.phase in ("result", "over"):
        return sum(award.amount for award in view.awards)
    return in_pots(view) - uncounted


def facts(pane: GameView[View], uncounted: int) -> list[Row]:
    """Return the pot, what a bid costs, and how many cards are left, each as words."""
    view, t = pane.game, pane.words.t
    total, paid = _total(pane, uncounted), False
    if view.phase in ("result", "over"):
        paid = pane.moment.ended is None or pane.moment.counting
    words = []
    if total:
        words.append(_fact(t("paid") if paid else t("pot"), total, "dim" if paid else "strong"))
    if view.phase in ("levee", "reine") and view.turn is not None:
        words += _bids(pane)
    elif view.phase == "choix":
        left = pane.words.nt("{n} card left", "{n} cards left", view.deck_count)
        words.append(row((left, "dim")))
    elif view.carry:
        words.append(_fact(t("stays on"), view.carry, "strong"))
    return words


def _bids(pane: GameView[View]) -> list[Row]:
    """Say what a bid costs whoever is in turn, unless the reader's buttons do, and what is left."""
    view, t = pane.game, pane.words.t
    facts: list[Row] = []
    if view.to_call and view.turn is not None and not pane.mine:
        owed = min(view.to_call, view.stacks[view.turn])
        facts.append(_fact(t("to call"), owed, "strong"))
    elif view.standing:
        facts.append(row((t("bets are equal"), "dim")))
    if view.min_to is None:
        facts.append(row((t("no raise possible"), "dim")))
    elif any(view.bets):
        left = view.options.max_raises - view.raises
        facts.append(row((pane.words.nt("{n} raise left", "{n} raises left", left), "dim")))
    elif not pane.mine:
        facts.append(_fact(t("open for"), view.min_to, "strong", "+"))
    return facts


def _fact(label: str, amount: int, tone: str, more: str = "") -> Row:
    return row((label, "dim"), " ", ("● ", "cool"), (f"{amount}{more}", tone))


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
    return ((f"{name} ", "dim"), ("● ", "cool"), (str(amount), "strong"))


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
        star = seat_mark(whole.winners[0]).tone if len(whole.winners) == 1 else "strong"
        line = (
            row(("★ ", star))
            + heading
            + arrow
            + row((pane.say(verdict(pane.game, whole)), "strong"))
        )
        rows += wrap(line, cells, 2)
    return rows
