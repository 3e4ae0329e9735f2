"""Everybody at the table: cards, stack, bet, and their fate in words."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs
from rich.cells import cell_len

from arcade.games.golden_zero.rules.state import Shown
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.seat_rows import seat_row, state_word
from screens.games.view import GameView
from screens.terminal.rows import EMPTY, Piece, Row, beside, fit, pad, plain, row, row_width
from screens.terminal.seats import seat_mark
from screens.widgets import cards
from screens.widgets.cards import Card

Turns = Mapping[tuple[int, int], int]
"""Frames until a card is seen, by seat and place; −2 stands for the closed cards."""

NARROW = 60
"""The cells below which boxed cards are small."""

_BACKS: Mapping[str, int] = {"big": 11, "tall": 7, "small": 7}
"""Cells of two closed cards that nobody sees, whole ones and narrow, by the size of the others."""

_BUTTON = 4
"""Cells for the sign of the button."""

_NAMED = 13
"""The fewest cells for a name with its signs."""

_WHOLE = 22
"""The most cells for which a name is whole whatever its cards are."""

_AIR = 3
"""Rows that are free around the seats before there are some between seats of a row each."""

_BACK = "??"
"""A closed card in a line of text; shaded ones would be a single block down all lines."""

_HELD = 11
"""The fewest cells for the cards of a seat in a line of text."""


_CAPTION = 13
"""Cells for what is said of a seat's cards, where they need fewer; their sum stands beside them."""


class Plan(Struct, frozen=True):
    """How seats are drawn: the size of their cards ("" as text), and the blank rows between.

    `even`: a seat without cards has as many rows as the others.
    """

    size: str
    gap: int
    even: bool = False

    def boxed(self, view: View, seats: Sequence[int]) -> bool:
        """Whether any of these seats has cards in boxes."""
        return bool(self.size) and any(view.closed_count[seat] for seat in seats)

    def rows(self, view: View, seats: Sequence[int]) -> int:
        """Return the rows of these seats below their heading."""
        down = cards.SIZES[self.size][1] if self.size else 1
        air = _AIR if self.gap and not self.boxed(view, seats) else 0
        return (
            air
            + sum(
                self.gap + (down if view.closed_count[seat] else 1 + sum(self.around(seat, seats)))
                for seat in seats
            )
            - self.gap
        )

    def around(self, seat: int, seats: Sequence[int]) -> tuple[int, int]:
        """Return the free rows above and below a seat without cards, which is one of `seats`."""
        free = cards.SIZES[self.size][1] // 2 if self.size and self.even else 0
        return free * (seat != seats[0]), free * (seat != seats[-1])


def plan(pane: GameView[View], height: int, plans: Sequence[Plan], cells: int) -> Plan:
    """Choose the first of the plans that fits in so many rows under a heading, else the last.

    No card is so large that names are cut for it.
    """
    others = others_of(pane)
    own = len(pane.game.stacks) - len(others)
    return next(
        (
            how
            for how in plans
            if how.rows(pane.game, others) + own * (1 + how.gap) < height
            and not (how.size and _Bands(pane, cells, how).cuts)
        ),
        plans[-1],
    )


def clockwise(pane: GameView[View]) -> list[int]:
    """List the seats from the one left of the reader on, whose own is the last."""
    count, front = len(pane.game.stacks), pane.table.seat
    first = 0 if front is None else front + 1
    return [(first + at) % count for at in range(count)]


def others_of(pane: GameView[View]) -> list[int]:
    """List the seats whose cards are not one's own hand below."""
    return [seat for seat in clockwise(pane) if not below(pane, seat)]


def below(pane: GameView[View], seat: int) -> bool:
    """Whether a seat's cards are drawn as one's own hand, below the others'."""
    view = pane.game
    own = isinstance(view, SeatView) and view.seat == seat and bool(view.closed)
    return own and view.phase not in ("result", "over")


def everybody(pane: GameView[View], how: Plan, cells: int, turns: Turns) -> list[Row]:
    """Draw a band for each seat under the names of the columns; one's own is the last."""
    bands = _Bands(pane, cells, how)
    rows = [bands.heading()]
    for at, seat in enumerate(clockwise(pane)):
        rows += [EMPTY] * (how.gap if at else 0)
        rows += bands.band(seat, turns)
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


def _who(pane: GameView[View], seat: int, cells: int, brief: bool = False) -> Row:
    """Draw a seat's name and marks; between hands anybody may deal, so nobody is marked."""
    turn = pane.game.turn
    marks = () if turn is None else (turn,)
    return seat_row(pane, pane.table, pane.table.seats[seat], cells, marks, brief)


class _Bands:
    """Seats as bands in the same columns: name, button, chips, bet, cards, and their sum."""

    def __init__(self, pane: GameView[View], cells: int, how: Plan) -> None:
        self.pane, self.how = pane, how
        view, t = pane.game, pane.words.t
        self.ended = view.phase in ("result", "over")
        bet = t("won") if self.ended else t("bet") if any(view.bets) else ""
        self.titles = (t("stack"), bet, t("sum"))
        stack = t("all-in") if any(all_in(pane, seat) for seat in range(len(view.out))) else ""
        amounts = (max(view.stacks), max(view.bets + view.won) * 10, 99)
        widest = (stack, "", "")
        self.sizes = [
            max(len(title), len(word), len(str(amount)), 3) + 1
            for title, word, amount in zip(self.titles, widest, amounts, strict=True)
        ]
        room = cells - sum(self.sizes) - _BUTTON - 2
        longest = max(
            4 + cell_len(f"{seat.name} {state_word(pane, seat)}".rstrip())
            for seat in pane.table.seats
        )
        needed = max(_HELD, self._needed)
        if not how.size and room - needed > longest:  # no name is cut for it
            self.sizes[1] += 1
            room -= 1
        elif not bet and room - needed < longest:  # there is nothing in its column
            room += self.sizes[1] - 1
            self.sizes[1] = 1
        self.name = max(min(longest, _NAMED), min(max(longest, _NAMED), room - needed))
        self.brief = longest > self.name
        """Whether what somebody is becomes a sign, in all rows alike."""
        signed = max(
            4 + cell_len(f"{seat.name} {state_word(pane, seat, brief=True)}".rstrip())
            for seat in pane.table.seats
        )
        if self.brief and not how.size and self.name > signed:
            self.name, self.sizes[1], room = self.name - 1, self.sizes[1] + 1, room - 1
        self.cards = min(room - self.name, max(needed, _CAPTION))
        self.cuts = self.name < min(longest, _WHOLE)
        """Whether a name is not whole."""

    def heading(self) -> Row:
        t = self.pane.words.t
        caption = t("cards (Garde)") if any(self._laid()) and not self.how.size else t("cards")
        caption = caption if cell_len(caption) <= self.cards else t("cards")
        stack, bet, total = (
            pad(title, size, "right") for title, size in zip(self.titles, self.sizes, strict=True)
        )
        who = pad(t("button"), self.name + _BUTTON - 1, "right") + " "
        return row((f"{who}{stack}{bet}  {pad(caption, self.cards)}{total}", "dim"))

    def band(self, seat: int, turns: Turns) -> list[Row]:
        """Draw a seat in a row, or in as many as its cards have, beside the one in the middle."""
        view = self.pane.game
        drawn = [self._line(seat, turns)]
        if self.how.size and view.closed_count[seat] and not below(self.pane, seat):
            drawn = self._boxes(seat, turns)
        elif not below(self.pane, seat):
            above, under = self.how.around(seat, others_of(self.pane))
            drawn = [*[EMPTY] * above, *drawn, *[EMPTY] * under]
        counted = _sum(self.pane, seat)
        total = pad("" if counted is None else str(counted), self.sizes[2], "right")
        money = self._money(seat)
        left = row_width(money)
        middle = len(drawn) // 2
        if not view.closed_count[seat]:
            middle = next(y for y, line in enumerate(drawn) if line)
        return [
            (
                *(money if y == middle else row(" " * left)),
                *fit(line, self.cards),
                *row((total if y == middle else "", _tone(self.pane, seat))),
            )
            for y, line in enumerate(drawn)
        ]

    def _money(self, seat: int) -> Row:
        view, t = self.pane.game, self.pane.words.t
        chips = t("all-in") if all_in(self.pane, seat) else str(stack(self.pane, seat))
        last = f"+{view.won[seat]}" if view.won[seat] else ""
        if not self.ended:
            last = str(view.bets[seat] or "")
        stacks, bets, _ = self.sizes
        line = self.pane.table.seats[seat]
        named = 4 + cell_len(f"{line.name} {state_word(self.pane, line)}".rstrip())
        spread = seat != view.button and named > self.name  # the button's cells are free
        button = " (B)" if seat == view.button else "" if spread else " " * _BUTTON
        return (
            *_who(self.pane, seat, self.name + _BUTTON * spread, self.brief),
            *row((button, "accent")),
            *row(
                (pad(chips, stacks, "right"), ""),
                (pad(last, bets, "right"), "gold" if self.ended else "strong"),
                "  ",
            ),
        )

    @property
    def _needed(self) -> int:
        """The cells that the cards of all seats need in this size."""
        most = max(map(len, self.pane.game.open))
        if not self.how.size:
            return 3 * most + (4 + self._spare if self._laid() else 3)
        across = cards.SIZES[self.how.size][0] + 1
        return across * most + max(map(self._shut, range(len(self.pane.game.stacks))))

    def _shut(self, seat: int) -> int:
        """Return the cells of a seat's closed cards: those nobody sees lie on each other."""
        across = cards.SIZES[self.how.size][0]
        if self.how.size == "slim" or laid(self.pane.game, seat) is not None:
            return 2 * across + 2
        return _BACKS[self.how.size] + 1

    def _boxes(self, seat: int, turns: Turns) -> list[Row]:
        closed, opened = hand_of(self.pane, seat, turns)
        size, shut = self.how.size, self._shut(seat)
        hidden = _shut(closed, shut - 1, size)
        return beside(hidden, cards.fan(opened, self.cards - shut, size), shut - 1, 1)

    def _line(self, seat: int, turns: Turns) -> Row:
        closed, opened = hand_of(self.pane, seat, turns)
        word = fate(self.pane, seat)
        if below(self.pane, seat):
            return row((self.pane.words.t("your hand ▼"), "dim"))
        if not closed and not opened:
            return row((word, _fate_tone(self.pane, seat)))
        if not self.how.gap:  # in rows without a blank between, cards would be one white block
            closed, opened = ([_plain(card) for card in hand] for hand in (closed, opened))
        if closed[0].value is None:
            return row((_BACK, "dim"), " ") + cards.tiles(opened, self.cards - 3)
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
            return row((_BACK, "tile-dim"), " " * (2 + self._spare))
        first = row((f"{used.value:>2}", used.tone), " ")
        if other.value is None:
            return first + row((_BACK, "tile-dim"), " " * (self._spare - 1))
        if other.tone not in ("tile-dim", "dim"):
            return first + row((f"{other.value:>2}", other.tone), " " * (self._spare - 1))
        return first + row((pad(f"({other.value})", self._spare + 1), "dim"))


def _shut(closed: Sequence[Card], cells: int, size: str) -> list[Row]:
    """Draw closed cards: those that nobody sees are narrow, so that both are whole."""
    if size == "slim" or any(card.value is not None for card in closed):
        return cards.fan(closed, cells, size)
    return cards.backs(len(closed), cells, cards.SIZES[size][1])


_PLAIN: Mapping[str, str] = {"tile": "strong", "tile-held": "gold", "tile-dim": "dim"}


def _plain(card: Card) -> Card:
    """Return a card as a number on paper."""
    return structs.replace(card, tone=_PLAIN[card.tone])


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
    """Return the sum of the open cards, or the count of a hand laid down and its Garde."""
    view, t = pane.game, pane.words.t
    counted, shown = _sum(pane, seat), laid(view, seat)
    if counted is None:
        return []
    if shown is None:
        return [row(("= ", "dim"), (str(counted), "strong"))]
    garde = t("no Garde") if len(shown.closed) > 1 else t("Garde kept")
    garde = garde if shown.garde is None else t("Garde {n}", n=shown.garde)
    return [row(("= ", "dim"), (str(counted), _tone(pane, seat))), row((garde, "dim"))]


# The round table

_NAME = 25
"""The most cells for a name with its marks there."""
_PILE = 10
"""Dots that all chips of the table make."""
_TOTAL, _GARDE = 5, 10
"""Cells beside a hand for what it counts, and for what is said of its Garde."""


def around(
    pane: GameView[View], cells: int, size: str, turns: Turns, centre: Sequence[Row], gap: int
) -> list[Row]:
    """Draw the seats in rows of two or three around the middle, without one's own in front."""
    plays = pane.table.seat is not None
    others = clockwise(pane)[: -1 if plays else None]
    across = {1: 1, 2: 2, 4: 2}.get(len(others), 3)
    rows = [
        _side_by_side(pane, others[at : at + across], (cells + 2) // across - 2, size, turns)
        for at in range(0, len(others), across)
    ]
    above = len(rows) if plays else (len(rows) + 1) // 2
    drawn = [*rows[:above], centre, *rows[above:]]
    return [line for block in drawn for line in (*block, *[EMPTY] * gap)][:-gap]


def fits(pane: GameView[View], cells: int, size: str) -> bool:
    """Whether all hands have room at the round table with cards of this size beside each other."""
    width, count = cards.SIZES[size][0], len(pane.game.open)
    across = (cells + 2) // {1: 1, 2: 2, 4: 2}.get(count, 3) - 2
    shut = max(2 * width + 1 if laid(pane.game, seat) else _BACKS[size] for seat in range(count))
    return max(map(len, pane.game.open)) * (width + 1) + shut + _TOTAL + 5 <= across


def _side_by_side(
    pane: GameView[View], seats: Sequence[int], across: int, size: str, turns: Turns
) -> list[Row]:
    spots = [_spot(pane, seat, across, size, turns) for seat in seats]
    rows = spots[0]
    for at, spot in enumerate(spots[1:], 1):
        rows = beside(rows, spot, at * (across + 2) - 2, 2)
    return rows


def front_spot(pane: GameView[View], cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw the seat in front of the round table as the others are drawn, with larger cards."""
    return _spot(pane, pane.table.seat or 0, cells, size, turns)


def in_front(pane: GameView[View], cells: int) -> Row:
    """Draw one's own name and chips in a row; the pile where there is room for it."""
    seat = pane.table.seat or 0
    chips, bet = _money(pane, seat)
    name = seat_row(pane, pane.table, pane.table.seats[seat], min(28, cells // 3))
    pile, button = _pile(pane, seat), _button(pane, seat)
    for parts in ((name, chips, pile, bet, button), (name, chips, bet, button)):
        line = tuple(piece for part in parts if part for piece in (*part, Piece("  ")))[:-1]
        line = _flush(line)
        if row_width(line) <= cells:
            break
    return line


def _flush(name: Row) -> Row:
    """Return a name without the cells for the sign of whose turn it is, where it has none."""
    if plain(name)[:2].strip():
        return name
    texts = [name[0].text[2:], name[1].text[max(0, 2 - len(name[0].text)) :]]
    return (name[0]._replace(text=texts[0]), name[1]._replace(text=texts[1]), *name[2:])


def _spot(pane: GameView[View], seat: int, cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw a seat at the round table: name, chips, cards and their value beside them."""
    chips, bet = _money(pane, seat)
    button = _button(pane, seat)
    name = _who(pane, seat, min(_NAME, cells - row_width(button) - 2)) + row("  ") + button
    name = _flush(name)
    money = chips + row("  ") + _pile(pane, seat) + row("  ") + bet
    closed, opened = hand_of(pane, seat, turns)
    if not closed and not opened:
        return [name, money, row((fate(pane, seat), _fate_tone(pane, seat)))]
    width, down = cards.SIZES[size]
    shut = 2 * width + 1 if laid(pane.game, seat) else _BACKS[size]
    count = _count(pane, seat)
    room, needed = cells - shut - 2 - _TOTAL, len(opened) * (width + 1) - 1
    if room - _GARDE + _TOTAL < needed:  # the cards say it too
        count = count[:1]
    most = min(room, needed)
    hand = beside(_shut(closed, shut, size), cards.fan(opened, most, size), shut, 1)
    drawn = beside(hand, [*[EMPTY] * (down // 2), *count], shut + 1 + max(0, most), 1)
    return [name, money, *drawn]


def _button(pane: GameView[View], seat: int) -> Row:
    here = seat == pane.game.button
    return row((pane.words.t("button") if here else "", "accent"))


def _pile(pane: GameView[View], seat: int) -> Row:
    """Draw a seat's share of all chips as dots."""
    view = pane.game
    everything = sum(view.stacks) + sum(pot.amount for pot in view.pots)
    share = -(-_PILE * stack(pane, seat) // max(1, everything))
    return row(("●" * share, seat_mark(seat).tone))
