"""One's own hand: what counts of it, its sum against the target, and what a next card makes."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from arcade.engine.words import N_
from arcade.games.golden_zero.rules.actions import Action
from arcade.games.golden_zero.rules.hands import Reading, best
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.golden_zero import middle
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fit,
    flow,
    pad,
    row,
    row_width,
    spread,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards, dice
from screens.widgets.cards import Card

Turns = Mapping[tuple[int, int], int]
"""Frames until a card is seen, by seat and place; −2 stands for the closed cards."""

BROAD = 72
"""Cells from which the pot stands beside one's cards, and one's name in the rule above."""
_HAND, _COLUMNS = 33, 3
"""Cells of one's cards there, and the columns beside them."""
_BESIDE = 2
"""Cells between one's cards and their sum at most."""
_FIGURED, _SLENDER = 48, 10
"""Cells from which sum and target stand beside one's cards as large figures, and those of one."""
_PARTED = 2
"""Cells between closed and open cards."""
_BOX, _STEP, _STARRED = 5, 8, 4
"""Cells of a next card as a card, of it with what parts it from the next at most, and of it from
which there is a star beside the target."""


def decision(view: View, _: Action, /) -> Row:
    """Draw the hand that a choice was made with, the closed cards as held."""
    if not isinstance(view, SeatView):
        return EMPTY
    hand = [(f"{value:^3}", "tile") for value in view.open[view.seat]]
    return row(*hand, *((f"{value:^3}", "tile-held") for value in view.closed))


def reading_of(view: SeatView) -> Reading | None:
    """Return the best way to count the reader's hand; None for a burned one."""
    return best(view.open[view.seat], view.closed, view.target)


def below_seats(
    pane: GameView[View],
    head: Row,
    cells: int,
    size: str,
    turns: Turns,
    counted: bool,
) -> list[Row]:
    """Draw one's own cards, their sum and the target in one line, `head` above them.

    Below are words for the cards, with the best way to count them; `counted`: below that, all ways.
    """
    room = room_for_cards(cells)
    each = (cells - room) // 2
    drawn, caption = own_cards(pane, room, size, turns)
    readings = ways(pane)
    below = flow(readings, cells)[:1] or [EMPTY]
    if readings and not counted:
        best_way = row((readings[0][0].text[2:], "dim"))
        caption = (
            spread(caption, best_way, room - 1)
            if row_width(caption) + row_width(best_way) + 2 < room
            else caption
        )
    target, down = pane.game.target, len(drawn)
    fact, tone, value = compared(pane)
    hidden = _turning(pane, turns)
    if not each:
        end = row((f"{value} · ", tone), (fact, "dim")) if value is not None and not hidden else ()
        goal = row((pane.words.t("TARGET"), "strong"), " ", (str(target), "strong"))
        return [head, *drawn, fit(goal + row("  ") + end, cells)]
    own: list[Row] = [EMPTY] * (down + 2)
    if value is not None:
        sums = [EMPTY] * down if hidden else middle.figures(pane, value, tone, down, "=")
        words = EMPTY if hidden else _under(fact, tone, each)
        own = [_under(pane.words.t("your best"), "dim", each), *sums, words]
    turn = turns.get((-1, -1), 0)
    goals = [EMPTY] * down if turn else middle.figures(pane, target, "strong", down, "→")
    made = EMPTY if turn else _under("+".join(map(str, pane.game.target_cards)), "dim", each)
    aim = [_under(pane.words.t("TARGET"), "strong", each), *goals, made]
    left = [fit(head, room), *drawn, caption]
    return [
        *beside(beside(left, own, room, 1), [fit(line, each) for line in aim], room + 1 + each, 0),
        *below[:counted],
    ]


def beside_target(
    pane: GameView[View],
    cells: int,
    size: str,
    turns: Turns,
    facts: Sequence[Row],
    counted: bool,
) -> list[Row]:
    """Draw one's own cards, their sum, the target and the pot in columns: names above the figures.

    `counted`: below that, all ways to count the cards.
    """
    room = _HAND + (cells - BROAD) // 4
    drawn, caption = own_cards(pane, room - 1, size, turns)
    if caption:
        room = min(room, max(map(row_width, (*drawn, caption))) + _BESIDE)
    each = (cells - room) // _COLUMNS
    down, target_cards = len(drawn), pane.game.target_cards
    fact, tone, value = compared(pane)
    high = min(middle.FIGURE, down - 1)
    own: list[Row] = []
    if value is not None and not _turning(pane, turns):
        sums = middle.figures(pane, value, tone, high, "=")
        named = _under(pane.words.t("your best"), "dim", each)
        own = [named, *sums, _under(fact, tone, each)]
    aim = [_under(pane.words.t("TARGET"), "strong", each)]
    if not turns.get((-1, -1), 0):
        goals = middle.figures(pane, pane.game.target, "strong", high, " ")
        made = row(" " * middle.SIGN) + dice.faces(target_cards)
        if row_width(made) >= each:
            made = _under("+".join(map(str, target_cards)), "dim", each - 1)
        aim += [*goals, made]
    words = [line for at, line in enumerate(facts) if not at or row_width(line) <= each]
    pot = [EMPTY, *words, *[EMPTY] * down][:down]
    pot.append(row((middle.number_of_hand(pane), "dim")))
    rows = [*drawn, caption]
    for at, block in enumerate((own, aim, pot)):
        rows = beside(rows, block, room + at * each, 0)
    rows = [fit(line, cells) for line in rows]
    named = row((pane.words.t("ways to count"), "dim"))
    return [*rows, *flow([named, *ways(pane)], cells)[:counted]]


def _turning(pane: GameView[View], turns: Turns) -> bool:
    """Return whether cards of the reader's own are not seen yet."""
    return any(seat == pane.table.seat for seat, _ in turns)


def _under(text: str, tone: str, cells: int) -> Row:
    """Write something below a figure, or above it, as far to the left as it needs."""
    if cell_len(text) > cells:
        text = text.removeprefix("★ ")
    indent = max(0, min(middle.SIGN, cells - cell_len(text)))
    return fit(row(" " * indent, (text, tone)), cells)


def room_for_cards(cells: int) -> int:
    """Return the cells for one's cards where sum and target stand beside them."""
    each = 0 if cells < _FIGURED else _SLENDER
    return cells - 2 * each - bool(each)


def below_target(
    pane: GameView[View],
    head: Row,
    shown: tuple[Sequence[Row], Row],
    turns: Turns,
    columns: tuple[int, int],
) -> list[Row]:
    """Draw one's own cards below the target's: their sum, and the ways to count them, in columns.

    `shown`: the cards, and words for them; `columns`: where sums and words begin.
    """
    room, (drawn, caption) = columns[0] - 2, shown
    fact, tone, value = compared(pane)
    down = len(drawn)
    rows = [*drawn]
    if value is not None and not _turning(pane, turns):
        sums = middle.figures(pane, value, tone, down, "=", doubled=True)
        rows = beside(rows, sums, room)
        words = [row((fact, tone)), *[EMPTY] * (down > cards.SIZES["big"][1]), *ways(pane)]
        rows = beside(rows, [EMPTY, *words][:down], columns[1] - 2)
    return [head, *rows, caption]


def compared(pane: GameView[View]) -> tuple[str, str, int | None]:
    """Compare one's hand with the target: in words, with a tone, and its value; None for none.

    A hand over the target has the value that is the least above it.
    """
    view, t = pane.game, pane.words.t
    if not isinstance(view, SeatView) or not view.closed:
        return "", "", None
    top = reading_of(view)
    if top is None:
        over = min(view.readings, key=lambda reading: reading.value)
        return t("{n} over", n=-over.short), "alert", over.value
    fact = t("{n} short", n=top.short) if top.short else "★ " + t("exact!")
    return fact, seat_mark(view.seat).tone, top.value


def ways(pane: GameView[View]) -> list[Row]:
    """Write the ways to count one's hand, the best first; the others are dim."""
    view, t = pane.game, pane.words.t
    if not isinstance(view, SeatView) or not view.closed:
        return []
    top, opened = reading_of(view), sum(view.open[view.seat])
    readings = dict.fromkeys(view.readings)  # two closed cards may be equal
    written: list[Row] = []
    for reading in sorted(readings, key=lambda each: (each != top, each.value * (top is None))):
        sign = "× " if reading.short < 0 else "  "
        count = "+".join(map(str, (opened, *reading.used)))
        garde = t("Garde {n}", n=reading.garde)
        more = reading.garde is not None and reading.short >= 0
        tone = "" if reading == top else "dim"
        written.append(
            row((f"{sign}{count} = {reading.value}" + (f", {garde}" if more else ""), tone))
        )
    return written


def own_cards(pane: GameView[View], room: int, size: str, turns: Turns) -> tuple[list[Row], Row]:
    """Draw closed and open cards, those that count in the seat's colour, and words for them.

    Without a hand there is the reason for it in their place.
    """
    view, t = pane.game, pane.words.t
    down = cards.SIZES[size][1]
    if not isinstance(view, SeatView) or not view.closed:
        why = pane.why_not_playing(pane.table.seat or 0)
        return middle.in_middle([row((why, "dim"))], down), EMPTY
    seat, top = view.seat, reading_of(view)
    used, counting = (top.used, seat_mark(seat).tile) if top else ((), "tile")
    closed = [
        Card(value, counting if value in used else "tile", turns.get((seat, -2), 0))
        for value in view.closed
    ]
    if len(set(view.closed)) == 1 and len(used) == 1:
        closed[1] = Card(view.closed[1], "tile", closed[1].turn)
    opened = [
        Card(value, counting, turns.get((seat, at), 0)) for at, value in enumerate(view.open[seat])
    ]
    sizes = _SAME.get(size, (size,))
    size = next((each for each in sizes if _across(each, opened) <= room), sizes[-1])
    across = cards.SIZES[size][0] * 2 + 1
    drawn = beside(
        cards.fan(closed, across, size),
        cards.fan(opened, room - across - _PARTED, size),
        across,
        _PARTED,
    )
    drawn = middle.in_middle(drawn, down)
    shut = pad(t("Closed"), across + _PARTED)
    return drawn, row((shut + t("Open: {n}", n=sum(view.open[seat])), "dim"))


_SAME: Mapping[str, Sequence[str]] = {
    "huge": ("huge", "big", "tall"),
    "tall": ("big", "tall"),
    "flat": ("flat", "thin"),
}
"""Cards for so many rows, the broadest first."""


def _across(size: str, opened: Sequence[Card]) -> int:
    """Return the cells of two closed cards and the open ones beside each other."""
    each = cards.SIZES[size][0] + 1
    return 2 * each - 1 + _PARTED + each * len(opened) - 1


def worth(view: SeatView) -> int:
    """Return the value of the hand; if it burned unseen, the value that others see."""
    return sum(view.open[view.seat]) if view.value is None else view.value


def lesson(pane: GameView[View], view: SeatView) -> str:
    """Explain, until the game is learnt, what the phase is for and what a Garde is."""
    t, garde = pane.words.t, view.garde
    if view.value is None:
        return t("Over the target: you win only if all others fold.")
    if pane.learnt or view.phase not in _LESSONS:
        return ""
    phase = t(_LESSONS[view.phase])
    if garde is None or view.phase == "choix":
        return phase
    return f"{phase} " + t("The spare {n} (Garde) settles ties.", n=garde)


_LESSONS: Mapping[str, str] = {
    "levee": N_("Levée: first bets."),
    "choix": N_("Choix: take what you like; above the target you burn."),
    "reine": N_("Reine: last bets."),
}


def next_cards(pane: GameView[View], view: SeatView, cells: int, boxed: bool = False) -> list[Row]:
    """Draw the cards from 0 to 10, and below each what the reader's hand is worth with it.

    `boxed`: as cards of three rows. Those that go over the target share a word for it.
    """
    t = pane.words.t
    results, own = _results(view), seat_mark(view.seat)
    label = max(map(cell_len, (t("next card"), t("makes")))) + 2
    each = max(3, min(_STEP, (cells - label) // 11))
    faces: list[Row] = [EMPTY] * (3 if boxed and each > _BOX else 1)
    across = _BOX if len(faces) > 1 else each - 1
    made: Row = ()
    for value, result in enumerate(results):
        exact = result == view.target
        tone = own.tile if exact else "tile" if isinstance(result, int) else "tile-turned"
        drawn = [row((pad(str(value), across, "center"), tone))]
        if len(faces) > 1:
            drawn = cards.card(Card(value, tone))
        faces = [line + fit(part, each) for line, part in zip(faces, drawn, strict=True)]
        if isinstance(result, int):
            text = "★" if exact and each < _STARRED else f"{result}★" if exact else str(result)
            made += row((pad(pad(text, across, "center"), each), own.tone if exact else ""))
    for kind, words in _OVER.items():
        if count := results.count(kind):
            wide = (count - 1) * each + across
            word = next((t(word) for word in words if cell_len(t(word)) <= wide), "×")
            made += row((pad(_bracketed(word, wide), count * each), "dim"))
    above = [EMPTY] * (len(faces) // 2)
    named = [row((pad(t(text), label), "dim")) for text in ("next card", "makes")]
    return [*beside([*above, named[0]], faces, label, 0), named[1] + made]


def _bracketed(word: str, cells: int) -> str:
    """Write a word in a bracket below the cards it is about, by itself where it has no room."""
    free = cells - cell_len(word) - 4
    if free < 0:
        return pad(word, cells, "center")
    return f"╰{'─' * (free // 2)} {word} {'─' * (free - free // 2)}╯"


_OVER: Mapping[str, Sequence[str]] = {
    "over": (N_("over, unseen"), N_("too high")),
    "burns": (N_("burns"),),
}
"""Words for cards that carry a hand over the target, with a closed card or by themselves."""


def _results(view: SeatView) -> list[int | str]:
    """Return what each next card from 0 to 10 makes of the reader's hand: a value or its end."""
    opened, made = view.open[view.seat], list[int | str]()
    for value in range(11):
        reached = best((*opened, value), view.closed, view.target)
        burns = sum(opened) + value > view.target
        made.append("burns" if burns else reached.value if reached else "over")
    return made
