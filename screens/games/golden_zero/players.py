"""Everybody at the table: cards, stack, bet, and their fate in words."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from rich.cells import cell_len

from arcade.games.golden_zero.rules.state import Shown
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.view import GameView, seat_row, state_word
from screens.terminal.rows import EMPTY, Piece, Row, beside, fit, indented, pad, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets import cards
from screens.widgets.cards import Card

Turns = Mapping[tuple[int, int], int]
"""Frames until a card is seen, by seat and place; −2 stands for the closed cards."""

_LEFT = 24
"""Cells for name and chips beside boxed cards."""

_SUM = 9

NARROW = 60
"""The cells below which boxed cards are small, with room for only a few open cards of a seat."""

_FEW = 3

_HELD = 12
"""The fewest cells for the cards of a seat in a line of text."""


class Plan(Struct, frozen=True):
    """How seats are drawn: the size of their cards ("" as lines of text), empty rows between."""

    size: str
    gap: int

    def rows(self, view: View, seats: Sequence[int]) -> int:
        """Return the rows of these seats: without cards a seat has one."""
        down = cards.SIZES[self.size][1]
        return sum(self.gap + (down if view.closed_count[seat] else 1) for seat in seats) - self.gap


def plan(pane: GameView[View], cells: int, height: int, sizes: Sequence[str]) -> Plan:
    """Choose boxed cards if those of one of the `sizes`, the largest first, fit."""
    seats = _boxed(pane)
    narrow = cells < NARROW
    if narrow and max(map(len, pane.game.open)) > _FEW:
        return Plan("", 0)
    plans = [Plan(size, gap) for size in sizes for gap in (1, 0)]
    return next((plan for plan in plans if plan.rows(pane.game, seats) <= height), Plan("", 0))


def _boxed(pane: GameView[View]) -> list[int]:
    """List the seats whose cards are not one's own hand below."""
    return [seat for seat in range(len(pane.game.stacks)) if not below(pane, seat)]


def below(pane: GameView[View], seat: int) -> bool:
    """Whether a seat's cards are drawn as one's own hand, below the others'."""
    view = pane.game
    own = isinstance(view, SeatView) and view.seat == seat and bool(view.closed)
    return own and view.phase not in ("result", "over")


def everybody(pane: GameView[View], how: Plan, cells: int, turns: Turns) -> list[Row]:
    if not how.size:
        return _Lines(pane, cells).draw(turns)
    rows: list[Row] = []
    for seat in _boxed(pane):
        rows += [EMPTY] * (how.gap if rows else 0)
        rows += _block(pane, seat, cells, how.size, turns)
    return rows


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


def all_in(pane: GameView[View], seat: int) -> bool:
    view = pane.game
    return (
        not view.stacks[seat] and view.phase in ("levee", "choix", "reine") and not fate(pane, seat)
    )


def hand_of(pane: GameView[View], seat: int, turns: Turns) -> tuple[list[Card], list[Card]]:
    """Return a seat's closed cards (backs, unless one may see them) and its open ones."""
    view = pane.game
    opened = [
        Card(value, "tile", turns.get((seat, at), 0)) for at, value in enumerate(view.open[seat])
    ]
    own = isinstance(view, SeatView) and view.seat == seat
    shown = laid(view, seat)
    if shown is None:
        closed = view.closed if isinstance(view, SeatView) and own else ()
        backs = [Card(None, "tile-dim")] * view.closed_count[seat]
        return [Card(value) for value in closed] or backs, opened
    turn = 0 if own else turns.get((seat, -2), 0)
    cards = [Card(value, "tile-held", turn) for value in shown.closed]
    if len(cards) == 1:  # a Garde that nobody had to turn up is a back
        cards.append(Card(shown.garde, "tile-dim", turn if shown.garde is not None else 0))
    return cards, opened


def laid(view: View, seat: int) -> Shown | None:
    """Return an open hand; at a hand's end each player also sees their own."""
    if isinstance(view, SeatView) and view.seat == seat and view.phase in ("result", "over"):
        if view.value is None or not view.closed:
            return None
        used = list(view.closed)
        if view.garde is not None:
            used.remove(view.garde)
        return Shown(tuple(used), view.value, view.garde)
    return view.shown[seat]


def _sum(pane: GameView[View], seat: int) -> int | None:
    shown = laid(pane.game, seat)
    if shown is not None:
        return shown.value
    return sum(pane.game.open[seat]) if pane.game.open[seat] else None


def _tone(pane: GameView[View], seat: int) -> str:
    return "gold" if pane.game.won[seat] else "strong"


def _who(pane: GameView[View], seat: int, cells: int) -> Row:
    """Draw a seat's name and marks; between hands anybody may deal, so nobody is marked."""
    turn = pane.game.turn
    marks = () if turn is None else (turn,)
    return seat_row(pane, pane.table, pane.table.seats[seat], cells, marks)


class _Lines:
    """Seats as lines of a list."""

    def __init__(self, pane: GameView[View], cells: int) -> None:
        self.pane = pane
        view, t = pane.game, pane.words.t
        self.ended = view.phase in ("result", "over")
        self.titles = (t("sum"), t("stack"), t("won") if self.ended else t("bet"))
        stack = t("all-in") if any(all_in(pane, seat) for seat in range(len(view.out))) else ""
        amounts = (99, max(view.stacks), max(view.bets + view.won) * 10)
        widest = ("", stack, "")
        self.sizes = [
            max(len(title), len(word), len(str(amount)), 3) + 1
            for title, word, amount in zip(self.titles, widest, amounts, strict=True)
        ]
        room = cells - sum(self.sizes) - 5
        longest = max(cell_len(seat.name + state_word(pane, seat)) + 5 for seat in pane.table.seats)
        needed = 3 * max(map(len, view.open)) + (4 + self._spare if self._laid() else 3)
        self.name = max(min(longest, 15), min(max(longest, 15), room - max(_HELD, needed)))
        self.cards = room - self.name

    def draw(self, turns: Turns) -> list[Row]:
        seats = range(len(self.pane.game.stacks))
        return [self._heading(), *(self._seat(seat, turns) for seat in seats)]

    def _heading(self) -> Row:
        t = self.pane.words.t
        caption = t("cards (Garde)") if any(self._laid()) else t("cards")
        caption = caption if cell_len(caption) <= self.cards else t("cards")
        text = pad("   " + t("(B) button"), self.name + 5) + pad(caption, self.cards)
        for title, size in zip(self.titles, self.sizes, strict=True):
            text += pad(title, size, "right")
        return row((text, "dim"))

    def _seat(self, seat: int, turns: Turns) -> Row:
        view, t = self.pane.game, self.pane.words.t
        counted = _sum(self.pane, seat)
        chips = t("all-in") if all_in(self.pane, seat) else str(stack(self.pane, seat))
        last = f"+{view.won[seat]}" if view.won[seat] else ""
        if not self.ended:
            last = str(view.bets[seat] or "")
        sums, stacks, bets = self.sizes
        return (
            *_who(self.pane, seat, self.name),
            *row((" (B) " if seat == view.button else "     ", "accent")),
            *fit(self._cards(seat, turns), self.cards),
            *row(
                (
                    pad("" if counted is None else str(counted), sums, "right"),
                    _tone(self.pane, seat),
                ),
                (pad(chips, stacks, "right"), ""),
                (pad(last, bets, "right"), "gold" if self.ended else "strong"),
            ),
        )

    def _cards(self, seat: int, turns: Turns) -> Row:
        closed, opened = hand_of(self.pane, seat, turns)
        word = fate(self.pane, seat)
        if below(self.pane, seat):
            return row((self.pane.words.t("your hand ▼"), "dim"))
        if not closed and not opened:
            return row((word, "dim"))
        if closed[0].value is None:
            return row(("▒▒", "tile-dim"), " ") + cards.tiles(opened, self.cards - 3)
        return self._laid_down(closed) + cards.tiles(opened, self.cards - 4 - self._spare)

    def _laid(self) -> list[Shown]:
        """Return the open hands."""
        view = self.pane.game
        return [shown for seat in range(len(view.out)) if (shown := laid(view, seat))]

    @property
    def _spare(self) -> int:
        """Cells for the second closed card of a hand laid down: a Garde stands in brackets."""
        gardes = (shown.garde for shown in self._laid())
        return max((len(str(garde)) + 2 for garde in gardes if garde is not None), default=2)

    def _laid_down(self, closed: Sequence[Card]) -> Row:
        used, other = closed
        if used.turn:
            return row(("▒▒", "tile-dim"), " " * (2 + self._spare))
        first = row((f"{used.value:>2}", used.tone), " ")
        if other.value is None:
            return first + row(("▒▒", "tile-dim"), " " * (self._spare - 1))
        if other.tone != "tile-dim":
            return first + row((f"{other.value:>2}", other.tone), " " * (self._spare - 1))
        return first + row((pad(f"({other.value})", self._spare + 1), "dim"))


def _block(pane: GameView[View], seat: int, cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw a seat with boxed cards: name and chips, cards, their sum; without cards in a row."""
    cells = min(cells, 74)
    down = cards.SIZES[size][1]
    above = (down - 3) // 2
    closed, opened = hand_of(pane, seat, turns)
    beginning = _LEFT if cells >= NARROW else _LEFT - 4
    room = cells - beginning - _SUM - 2
    if not closed and not opened:
        name, chips, _ = _chips(pane, seat, beginning)
        return [fit(name, beginning) + row(" ", (pad(fate(pane, seat), 10), "dim")) + chips]
    shut = cards.SIZES[size][0] * 2 + 1
    drawn = beside(cards.fan(closed, shut, size), cards.fan(opened, room - shut - 1, size), shut, 1)
    left = [*[EMPTY] * above, *_chips(pane, seat, beginning)]
    right = [*[EMPTY] * above, *_count(pane, seat)]
    return beside(beside(left, drawn, beginning, 1), right, cells - _SUM - 1, 1)


def _chips(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    button = row((" (B)" if seat == pane.game.button else "", "accent"))
    chips, bet = _money(pane, seat)
    return [
        fit(_who(pane, seat, cells - 4), cells - 4) + button,
        row("  ") + chips,
        row("  ") + bet,
    ]


def _money(pane: GameView[View], seat: int) -> tuple[Row, Row]:
    """Return a seat's chips, and its bet or what it wins."""
    view, t = pane.game, pane.words.t
    chips = row(("● ", "accent"), (str(stack(pane, seat)), "strong"))
    if all_in(pane, seat):
        chips = row((t("all-in"), "alert"))
    bet = row(t("bet {n}", n=view.bets[seat]) if view.bets[seat] else "")
    if view.won[seat]:
        bet = row((t("wins {n}", n=view.won[seat]), "gold"))
    return chips, bet


def stack(pane: GameView[View], seat: int) -> int:
    """Return a seat's chips; its winnings stay in the pot until the finished hand is counted."""
    waits = pane.moment.ended is not None and not pane.moment.counting
    return pane.game.stacks[seat] - (pane.game.won[seat] if waits else 0)


def _count(pane: GameView[View], seat: int) -> list[Row]:
    """Return the sum of the open cards, or the count of a hand laid down, in the middle row."""
    view, t = pane.game, pane.words.t
    counted, shown = _sum(pane, seat), laid(view, seat)
    if counted is None:
        return []
    if shown is None:
        return [EMPTY, row(("= ", "dim"), (str(counted), "strong"))]
    garde = t("no Garde") if len(shown.closed) > 1 else t("Garde kept")
    garde = garde if shown.garde is None else t("Garde {n}", n=shown.garde)
    return [EMPTY, row(("= ", "dim"), (str(counted), _tone(pane, seat))), row((garde, "dim"))]


# The round table

_AROUND = 3
"""Rows of a seat at the round table, beside its cards."""
_PLACES: Mapping[int, tuple[int, ...]] = {
    1: (1,),
    2: (3, 4),
    3: (3, 1, 4),
    4: (3, 0, 2, 4),
    5: (3, 0, 1, 2, 4),
}
"""Where the others sit, clockwise: 0 to 2 along the top, 3 at the left, 4 at the right."""
_NAME = 25
"""The most cells for a name with its marks there."""
_PILE = 10
"""Dots that all chips of the table make."""


def across(cells: int) -> int:
    """Return the cells of a seat at the round table, and of its middle."""
    return (cells - 4) // 3


def around(
    pane: GameView[View], cells: int, size: str, turns: Turns, centre: Sequence[Row]
) -> list[Row]:
    """Draw the others' seats around the target."""
    seats = len(pane.game.stacks)
    front = pane.table.seat or 0
    down = cards.SIZES[size][1] + _AROUND
    others = [(front + at) % seats for at in range(1, seats)]
    width = across(cells)
    spots: list[list[Row]] = [[], [], [], [], []]
    for at, seat in zip(_PLACES[len(others)], others, strict=True):
        spots[at] = _spot(pane, seat, width, size, turns)
    left, right = ([EMPTY, *spots[at]] for at in (3, 4))
    upper = _three(spots[0], spots[1], spots[2], width, down) if any(spots[:3]) else []
    return [*upper, *_three(left, list(centre), right, width, max(down + 1, len(centre)))]


def front_spot(pane: GameView[View], cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw the seat in front of the round table as the others are drawn."""
    width = across(cells)
    drawn = _spot(pane, pane.table.seat or 0, width, size, turns)
    return indented(drawn, width + 2)


def in_front(pane: GameView[View], cells: int) -> Row:
    """Draw one's own name and chips in a row; the pile where there is room for it."""
    seat = pane.table.seat or 0
    chips, bet = _money(pane, seat)
    name = seat_row(pane, pane.table, pane.table.seats[seat], min(28, cells // 3))
    pile, button = _pile(pane, seat), _button(pane, seat)
    for parts in ((name, chips, pile, bet, button), (name, chips, bet, button)):
        line = tuple(piece for part in parts if part for piece in (*part, Piece("  ")))[:-1]
        if row_width(line) <= cells:
            break
    return line


def _three(
    left: Sequence[Row], middle: Sequence[Row], right: Sequence[Row], across: int, rows: int
) -> list[Row]:
    blocks = ([*block, *[EMPTY] * (rows - len(block))] for block in (left, middle, right))
    first, two, three = blocks
    return beside(beside(first, two, across, 2), three, 2 * across + 2, 2)


def _spot(pane: GameView[View], seat: int, cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw a seat at the round table: name, pile of chips, cards and their value."""
    chips, bet = _money(pane, seat)
    button = _button(pane, seat)
    name = _who(pane, seat, min(_NAME, cells - row_width(button) - 2)) + row("  ") + button
    closed, opened = hand_of(pane, seat, turns)
    shut = cards.SIZES[size][0] * 2 + 1
    drawn: Sequence[Row] = [row("  ", (fate(pane, seat), "dim"))]
    if closed or opened:
        room = cells - shut - 2
        drawn = beside(cards.fan(closed, shut, size), cards.fan(opened, room, size), shut, 1)
        drawn = [row(" ") + line for line in drawn]
    counted = [part for line in _count(pane, seat)[1:] for part in (row(" "), line)]
    return [
        name,
        row(" ") + chips + row("  ") + _pile(pane, seat) + row("  ") + bet,
        *drawn,
        tuple(piece for part in counted for piece in part),
    ]


def _button(pane: GameView[View], seat: int) -> Row:
    here = seat == pane.game.button
    return row((pane.words.t("button") if here else "", "accent"))


def _pile(pane: GameView[View], seat: int) -> Row:
    """Draw a seat's share of all chips as dots."""
    view = pane.game
    everything = sum(view.stacks) + sum(pot.amount for pot in view.pots)
    share = -(-_PILE * stack(pane, seat) // max(1, everything))
    return row(("●" * share, seat_mark(seat).tone))
