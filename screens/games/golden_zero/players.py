"""Everybody at the table, each in a block: name, chips and bet, cards, and their fate in words."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from rich.cells import cell_len

from arcade.games.golden_zero.rules.view import View
from screens.games.golden_zero import middle
from screens.games.golden_zero.hand import Turns
from screens.games.seat_rows import seat_row, state_word
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    beside,
    fit,
    flow,
    indented,
    row,
    row_width,
    spread,
    unindented,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards
from screens.widgets.cards import Card

_APART, _LEAST = 2, 18
"""Cells between blocks beside each other, and the fewest of one."""
_BACKS = 7
"""Cells of two closed cards that nobody sees."""
_OPEN = 3
"""Open cards that stand beside each other; of more, each covers a part of the one before."""
_CHIPS = 11
"""Cells of a name's sign and of the chips behind a name."""
_TOTAL, _GARDE = 5, 10
"""Cells beside a hand for what it counts, and for what is said of its Garde."""
FRAME = 4
"""Cells of a frame and of what parts it from what is inside."""
_EDGES = 5
"""Cells of the upper edge of a frame beside what stands in it."""
_WIDEST = 52
"""The most cells of a block."""
_BACK, _BACKS_IN_TEXT = "▒▒", "▒▒ ▒▒"
"""A closed card in a line of text, and two."""


class Seating(Struct, frozen=True):
    """How seats are drawn: the size of their cards, whether in frames, and the blank rows between.

    `size` is "" for cards as text in a row of their own, "tight" for text beside the chips. `airy`:
    in a frame the cards stand apart from the chips.
    """

    size: str
    gap: int = 1
    framed: bool = False
    airy: bool = False

    @property
    def apart(self) -> int:
        """The cells between blocks beside each other."""
        return 1 if self.framed else _APART

    @property
    def rows(self) -> int:
        """The rows of a block."""
        down = {"": 1, "tight": 0}.get(self.size)
        named = 1 if self.size == "slim" else 2
        down = cards.SIZES[self.size][1] if down is None else down
        return named + down + self.framed + self.airy


def others_of(pane: GameView[View]) -> list[int]:
    """List the seats from the one left of the reader on, without one's own."""
    count, front = len(pane.game.stacks), pane.table.seat
    first, least = (0, 0) if front is None else (front + 1, 1)
    return [(first + at) % count for at in range(count - least)]


def fate(pane: GameView[View], seat: int) -> str:
    view, t = pane.game, pane.words.t
    if not view.paid[seat] and view.out[seat]:
        return t("out")
    if view.folded[seat]:
        return t("folded")
    if view.burned[seat]:
        return t("burned")
    if view.out[seat]:
        return t("out")
    return ""


def _fate_tone(pane: GameView[View], seat: int) -> str:
    """Return the tone of a seat's fate: a burned hand was lost, a folded one given up."""
    burned = pane.game.burned[seat] and not pane.game.folded[seat]
    return "alert" if burned and pane.game.paid[seat] else "dim"


def all_in(pane: GameView[View], seat: int) -> bool:
    view = pane.game
    return (
        not view.stacks[seat] and view.phase in ("levee", "choix", "reine") and not fate(pane, seat)
    )


def hand_of(pane: GameView[View], seat: int, turns: Turns) -> tuple[list[Card], list[Card]]:
    """Return another seat's closed cards (backs, unless laid open) and its open ones."""
    view = pane.game
    shown = view.shown[seat]
    tone = "tile" if shown is None else seat_mark(seat).tile
    opened = [
        Card(value, tone, turns.get((seat, at), 0)) for at, value in enumerate(view.open[seat])
    ]
    if shown is None:
        return [Card(None, "tile-dim")] * view.closed_count[seat], opened
    turn = turns.get((seat, -2), 0)
    closed = [Card(value, tone, turn) for value in shown.closed]
    if len(closed) == 1:  # a Garde that nobody had to turn up is a back
        closed.append(Card(shown.garde, "tile-dim", turn if shown.garde is not None else 0))
    return closed, opened


def _sum(pane: GameView[View], seat: int) -> int | None:
    shown = pane.game.shown[seat]
    if shown is not None:
        return shown.value
    return sum(pane.game.open[seat]) if pane.game.open[seat] else None


def _tone(pane: GameView[View], seat: int) -> str:
    return seat_mark(seat).tone if pane.game.won[seat] else "strong"


def grid(pane: GameView[View], seating: Seating, cells: int, cut: bool) -> list[list[int]]:
    """Divide the seats into rows: as few as names have room for, equally filled.

    `cut`: as few as cards have room for.
    """
    seats = others_of(pane)
    more = FRAME * seating.framed + (_CHIPS if seating.size == "slim" else 4)
    longest = max(more + cell_len(line.name) for line in pane.table.seats)
    needed = max(_LEAST, _needed(seating), 0 if cut else longest)
    across = max(1, min(3, (cells + seating.apart) // (needed + seating.apart)))
    if len(seats) == 4:
        across = min(across, 2)
    return [seats[at : at + across] for at in range(0, len(seats), across)]


def _needed(seating: Seating) -> int:
    """Return the cells that the cards of a hand need."""
    if seating.size not in cards.SIZES:
        return 0
    across = cards.SIZES[seating.size][0] + 1
    return _BACKS + _OPEN * across + _TOTAL + FRAME * seating.framed


def height(seating: Seating, rows: int) -> int:
    """Return the rows of so many rows of seats."""
    return max(0, rows * (seating.rows + seating.gap) - seating.gap)


def seats(
    pane: GameView[View], seating: Seating, rows: Sequence[Sequence[int]], cells: int, turns: Turns
) -> list[Row]:
    """Draw the seats in rows of blocks that are equally wide in all rows."""
    across = max(map(len, rows), default=1)
    each = min(_WIDEST, (cells + seating.apart) // across - seating.apart)
    indent = (cells - across * (each + seating.apart) + seating.apart) // 2 if seating.framed else 0
    titles = _titles(pane, rows, each) if seating.framed else {}
    drawn: list[Row] = []
    for line in rows:
        block: list[Row] = []
        for at, seat in enumerate(line):
            spot = _spot(pane, seat, each, seating, turns, titles.get(seat, EMPTY))
            width = at * (each + seating.apart) - seating.apart
            block = beside(block, spot, width, seating.apart) if at else spot
        drawn += [*[EMPTY] * (seating.gap if drawn else 0), *indented(block, indent)]
    return drawn


def in_front(pane: GameView[View], cells: int) -> Row:
    """Draw one's own name, chips and bet in a row."""
    seat = pane.table.seat or 0
    line = pane.table.seats[seat]
    room = max(12, cells - row_width(_money(pane, seat, 0)) - 2)
    needed = 6 + cell_len(f"{line.name} {state_word(pane, line)}")
    name = unindented(seat_row(pane, pane.table, line, min(needed, room), apart=False))
    return name + row("  ") + _money(pane, seat, cells - row_width(name) - 2)


def _spot(
    pane: GameView[View], seat: int, cells: int, seating: Seating, turns: Turns, title: Row
) -> list[Row]:
    """Draw a seat: its name, its chips, its cards and what they count.

    `title`: its name and chips, where they stand in the edge of a frame.
    """
    if seating.size == "slim":
        return _slim(pane, seat, cells, turns)
    inside = cells - FRAME * seating.framed
    if seating.size == "tight":
        return _tight(pane, seat, inside, turns)
    indent = 0 if seating.framed else 2
    room = inside - indent
    if seating.size in cards.SIZES:
        drawn = indented(_boxes(pane, seat, room, seating.size, turns), indent)
    else:
        drawn = [row("  ") + _hand(pane, seat, room, turns)]
    tone = seat_mark(seat).tone if seat == pane.game.turn else "rule"
    air = [EMPTY] * seating.airy
    if title:
        return framed(title, [EMPTY, *drawn, *air], cells, tone)
    name, money = _name(pane, seat, inside), _money(pane, seat, inside - 2)
    if seating.framed:
        return framed(name, [money, *air, *drawn], cells, tone)
    return [name, row("  ") + money, *drawn]


def _tight(pane: GameView[View], seat: int, cells: int, turns: Turns) -> list[Row]:
    """Draw a seat in two rows: its name, its chips and its cards as text.

    Where the button leaves no room for closed cards it stands behind the name.
    """
    ended = pane.game.phase in ("result", "over")
    closed = bool(pane.game.closed_count[seat]) and not ended
    money = row("  ") + _money(pane, seat, 0)
    hand = _hand(pane, seat, cells - row_width(money) - 2, turns, backs=ended)
    room = cells - row_width(hand) - len(_BACKS_IN_TEXT) - 2
    button = EMPTY
    if closed and seat == pane.game.button and row_width(money) > room:
        button, money = row("  ", ("(B)", "dim")), row("  ") + flow(_sums(pane, seat), 1_000)[0]
    if closed and row_width(money) <= room:
        hand = row((_BACKS_IN_TEXT, "tile-dim"), " ") + hand
    name = _name(pane, seat, cells - row_width(button)) + button
    return [name, spread(money, hand, cells)]


def _titles(pane: GameView[View], rows: Sequence[Sequence[int]], cells: int) -> Mapping[int, Row]:
    """Draw what stands in the edges of the seats' frames if all have room for chips; else none."""
    titles = {
        seat: unindented(_name(pane, seat, cells)) + row("  ") + _money(pane, seat, cells)
        for line in rows
        for seat in line
    }
    return titles if max(map(row_width, titles.values()), default=0) <= cells - _EDGES else {}


def _slim(pane: GameView[View], seat: int, cells: int, turns: Turns) -> list[Row]:
    """Draw a seat in four rows: its name and chips, its cards, and beside these its bet."""
    view, (chips, *more) = pane.game, _sums(pane, seat)
    head = _name(pane, seat, cells - row_width(chips) - 2) + row("  ") + chips
    button = row("  ", ("(B)", "dim")) if seat == view.button else EMPTY
    aside = row_width(head + button) > cells
    head += EMPTY if aside else button
    closed, opened = hand_of(pane, seat, turns)
    if not closed and not opened:
        return [head, *indented(_without_cards(pane, seat), 2)]
    alone = len(opened) == 1 and pane.game.shown[seat] is None  # then the card says it
    fact = EMPTY if alone else (_count(pane, seat)[:1] or [EMPTY])[0]
    room, needed = cells - 2 - _BACKS - 2, len(opened) * (cards.SIZES["slim"][0] + 1) - 1
    facts = [*filter(None, (fact, *more))]
    abreast = (flow(facts or [EMPTY], 1_000, row(" " * gap))[0] for gap in (3, 2))
    whole = next((each for each in abreast if row_width(each) <= room - needed), EMPTY)
    if more and not whole and row_width(head + more[0]) + 2 <= cells:
        head, more, whole = head + row("  ") + more[0], [], fact
    count = [*([EMPTY, whole] if whole else [*(more or [EMPTY]), fact]), button[1:] * aside]
    shown = max(0, min(room - max(map(row_width, count)), needed))
    drawn = beside(cards.fan(closed, _BACKS, "slim"), cards.fan(opened, shown, "slim"), _BACKS, 1)
    return [head, *indented(beside(drawn, count, _BACKS + 1 + shown, 1), 2)]


def _name(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's name and state; between hands anybody may deal, so nobody is marked."""
    turn = pane.game.turn
    marks = () if turn is None else (turn,)
    drawn = seat_row(pane, pane.table, pane.table.seats[seat], cells, marks, apart=False)
    if seat != turn:
        return drawn
    mark = seat_mark(seat)
    here = [at for at, each in enumerate(drawn) if each.tone == mark.tone]
    lit = [each._replace(tone=mark.tile) if at in here else each for at, each in enumerate(drawn)]
    return (*lit[: here[-1] + 1], Piece(" ", mark.tile), *lit[here[-1] + 1 :])


def framed(
    name: Row, inside: Sequence[Row], cells: int, tone: str, below: Row = EMPTY
) -> list[Row]:
    """Put a block into a frame with the name in its upper edge, and words `below` in the lower."""
    name = unindented(name)
    name = _on_edge(fit(name, min(row_width(name), cells - _EDGES)), tone)
    rest = "─" * (cells - _EDGES - row_width(name))
    edge = row(("│ ", tone))
    words = _on_edge(below, tone)
    start = row(("╰ ", tone)) + words + row((" ", tone)) if words else row(("╰", tone))
    return [
        row(("╭─ ", tone)) + name + row((f" {rest}╮", tone)),
        *(edge + fit(line, cells - FRAME) + row((" │", tone)) for line in inside),
        start + row((f"{'─' * (cells - 1 - row_width(start))}╯", tone)),
    ]


def _on_edge(words: Row, tone: str) -> Row:
    """Draw the edge of a frame through what parts words."""
    parts = ((piece, each) for piece in words for each in re.split("( {3,})", piece.text))
    return row(
        *(
            (f" {'─' * (len(each) - 2)} ", tone) if each.isspace() else (each, piece.tone)
            for piece, each in parts
        )
    )


def _boxes(pane: GameView[View], seat: int, cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw a seat's cards in boxes, what they count beside them; else its fate."""
    closed, opened = hand_of(pane, seat, turns)
    width, down = cards.SIZES[size]
    if not closed and not opened:
        return middle.in_middle(_without_cards(pane, seat), down)
    shut, most = 2 * width + 1, max(map(len, pane.game.open))
    if not pane.game.shown[seat] and shut + most * (width + 1) + _TOTAL > cells:
        shut = _BACKS
    count = _count(pane, seat)
    room, needed = cells - shut - 2 - _TOTAL, len(opened) * (width + 1) - 1
    if room - _GARDE + _TOTAL < needed:  # the cards say it too
        count = count[:1]
    most = max(0, min(room, needed))
    hand = beside(_shut(closed, shut, size), cards.fan(opened, most, size), shut, 1)
    return beside(hand, [*[EMPTY] * (down // 2), *count], shut + 1 + most, 1)


def _without_cards(pane: GameView[View], seat: int) -> list[Row]:
    """Draw the fate of a seat that has no cards where they were: turned, or lost."""
    text, tone = f" {fate(pane, seat)} ", _fate_tone(pane, seat)
    if tone == "alert" or not text.strip():
        return [EMPTY, row((text.strip(), tone)), EMPTY]
    return cards.frameless([text], "tile-turned")


def _shut(closed: Sequence[Card], cells: int, size: str) -> list[Row]:
    """Draw closed cards: those that nobody sees are narrow, so that both are whole."""
    if cells > _BACKS or any(card.value is not None for card in closed):
        return cards.fan(closed, cells, size)
    return cards.backs(len(closed), cells, cards.SIZES[size][1])


def _hand(pane: GameView[View], seat: int, cells: int, turns: Turns, backs: bool = True) -> Row:
    """Draw a seat's cards as text with what they count, as far as there is room; else its fate.

    `backs`: also those that nobody sees.
    """
    closed, opened = hand_of(pane, seat, turns)
    if not closed and not opened:
        return row((fate(pane, seat), _fate_tone(pane, seat)))
    shown, total = pane.game.shown[seat], _sum(pane, seat)
    end = row(("= ", "dim"), (str(total), _tone(pane, seat))) if total is not None else EMPTY
    parts: list[Row] = []
    if shown is not None and len(shown.closed) == 1:
        garde = _BACK if closed[1].value is None else f"({closed[1].value})"
        parts.append(cards.tiles(closed[:1], 2) + row(" ", (garde, "dim")))
    elif shown is not None or backs:
        parts.append(cards.tiles(closed, 5))
    parts.append(cards.tiles(opened, 3 * len(opened)))
    if len(opened) > 1 or shown is not None or backs:
        parts.append(end)
    whole = flow(parts, cells, row(" "))
    return whole[0] if len(whole) == 1 else fit(end, min(cells, row_width(end)))


def _money(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's chips, its bet or what it wins, and the button, its sign if room lacks."""
    view, t = pane.game, pane.words.t
    parts = flow(_sums(pane, seat), 1_000)[0]
    if seat == view.button:
        word = t("button") if row_width(parts) + cell_len(t("button")) + 2 <= cells else "(B)"
        parts += row("  ", (word, "dim"))
    return parts


def _sums(pane: GameView[View], seat: int) -> list[Row]:
    """Return a seat's chips, and its bet or what it wins."""
    view, t = pane.game, pane.words.t
    chips = row(("● ", "cool"), (str(stack(pane, seat)), ""))
    sums = [row((t("all-in"), "alert")) if all_in(pane, seat) else chips]
    if view.won[seat]:
        sums.append(row((t("wins {n}", n=view.won[seat]), seat_mark(seat).tone)))
    elif view.bets[seat]:
        word, number, _ = t("bet {n}", n=view.bets[seat]).partition(str(view.bets[seat]))
        sums.append(row((word, "dim"), (number, "strong")))
    return sums


def stack(pane: GameView[View], seat: int) -> int:
    """Return a seat's chips; its winnings stay in the pot until the finished hand is counted."""
    waits = pane.moment.ended is not None and not pane.moment.counting
    return pane.game.stacks[seat] - (pane.game.won[seat] if waits else 0)


def _count(pane: GameView[View], seat: int) -> list[Row]:
    """Return the sum of the open cards, or the count of a hand laid down and its Garde."""
    t = pane.words.t
    counted, shown = _sum(pane, seat), pane.game.shown[seat]
    if counted is None:
        return []
    if shown is None:
        return [row(("= ", "dim"), (str(counted), "strong"))]
    garde = t("no Garde") if len(shown.closed) > 1 else t("Garde kept")
    garde = garde if shown.garde is None else t("Garde {n}", n=shown.garde)
    return [row(("= ", "dim"), (str(counted), _tone(pane, seat))), row((garde, "dim"))]
