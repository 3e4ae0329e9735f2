"""Everybody at the table: cards, stack, bet, and what became of them, in words."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from arcade.games.golden_zero.rules.view import View
from screens.games.view import GameView, seat_row
from screens.terminal.rows import EMPTY, Row, beside, fit, pad, row
from screens.widgets import cards
from screens.widgets.cards import Card

Turns = Mapping[tuple[int, int], int]
"""Frames until a card is seen, by seat and place; −2 stands for the closed cards."""

_LEFT = 24
"""Cells for name and chips beside boxed cards."""

_SUM = 9

_NARROW = 60
"""Below so many cells boxed cards are small, and only few open ones of a seat have room."""

_FEW = 3


class Plan(Struct, frozen=True):
    """How seats are drawn: the size of their cards ("" as lines of text), empty rows between."""

    size: str
    gap: int

    def rows(self, seats: int) -> int:
        if not self.size:
            return seats + 1
        return seats * (cards.SIZES[self.size][1] + self.gap) - self.gap


def plan(pane: GameView[View], cells: int, height: int) -> Plan:
    seats = len(pane.game.stacks)
    narrow = cells < _NARROW
    if narrow and max(map(len, pane.game.open)) > _FEW:
        return Plan("", 0)
    sizes = ("small",) if narrow else ("big", "small")
    plans = [Plan(size, gap) for size in sizes for gap in (1, 0)]
    return next((one for one in plans if one.rows(seats) <= height), Plan("", 0))


def everybody(pane: GameView[View], how: Plan, cells: int, turns: Turns) -> list[Row]:
    if not how.size:
        return _Lines(pane, cells).draw(turns)
    done: list[Row] = []
    for seat in range(len(pane.game.stacks)):
        done += [EMPTY] * (how.gap if seat else 0)
        done += _block(pane, seat, cells, how.size, turns)
    return done


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
    """Return a seat's closed cards (backs, unless shown to all) and its open ones."""
    view = pane.game
    opened = [
        Card(value, "tile", turns.get((seat, at), 0)) for at, value in enumerate(view.open[seat])
    ]
    shown = view.shown[seat]
    if shown is None:
        return [Card(None, "tile-dim")] * view.closed_count[seat], opened
    turn = turns.get((seat, -2), 0)
    used = list(shown.closed)
    garde: list[int] = []
    if shown.garde is not None:
        used.remove(shown.garde)
        garde = [shown.garde]
    tones = [(value, "tile-held") for value in used] + [(value, "tile-dim") for value in garde]
    return [Card(value, tone, turn) for value, tone in tones], opened


def _sum(pane: GameView[View], seat: int) -> int | None:
    shown = pane.game.shown[seat]
    if shown is not None:
        return int(shown.value)
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
        room = cells - sum(self.sizes) - 4
        self.name = min(24, max(15, room - 18))
        self.cards = room - self.name

    def draw(self, turns: Turns) -> list[Row]:
        seats = range(len(self.pane.game.stacks))
        return [self._heading(), *(self._seat(seat, turns) for seat in seats)]

    def _heading(self) -> Row:
        t = self.pane.words.t
        held = t("cards, (Garde)") if any(self.pane.game.shown) else t("cards")
        text = pad("", self.name + 4) + pad(held, self.cards)
        for title, size in zip(self.titles, self.sizes, strict=True):
            text += pad(title, size, "right")
        return row((text, "dim"))

    def _seat(self, seat: int, turns: Turns) -> Row:
        view, t = self.pane.game, self.pane.words.t
        counted = _sum(self.pane, seat)
        stack = t("all-in") if all_in(self.pane, seat) else str(view.stacks[seat])
        last = f"+{view.won[seat]}" if view.won[seat] else ""
        if not self.ended:
            last = str(view.bets[seat] or "")
        sums, stacks, bets = self.sizes
        return (
            *_who(self.pane, seat, self.name),
            *row((" (B)" if seat == view.button else "    ", "accent")),
            *fit(self._cards(seat, turns), self.cards),
            *row(
                (
                    pad("" if counted is None else str(counted), sums, "right"),
                    _tone(self.pane, seat),
                ),
                (pad(stack, stacks, "right"), ""),
                (pad(last, bets, "right"), "gold" if self.ended else "strong"),
            ),
        )

    def _cards(self, seat: int, turns: Turns) -> Row:
        closed, opened = hand_of(self.pane, seat, turns)
        word = fate(self.pane, seat)
        if not closed and not opened:
            return row((word, "dim"))
        if self.pane.game.shown[seat] is None:
            return row(("▒▒", "tile-dim"), " ") + cards.tiles(opened, self.cards - 3)
        return self._laid_down(closed) + cards.tiles(opened, self.cards - 4 - self._spare)

    @property
    def _spare(self) -> int:
        """Cells for the second closed card of a hand laid down: a Garde stands in brackets."""
        shown = [one for one in self.pane.game.shown if one is not None]
        return max((len(str(one.garde)) + 2 for one in shown if one.garde is not None), default=2)

    def _laid_down(self, closed: Sequence[Card]) -> Row:
        used, other = closed
        if used.turn:
            return row(("▒▒", "tile-dim"), " " * (2 + self._spare))
        first = row((f"{used.value:>2}", used.tone), " ")
        if other.tone == "tile-held":
            return first + row((f"{other.value:>2}", other.tone), " " * (self._spare - 1))
        return first + row((pad(f"({other.value})", self._spare + 1), "dim"))


def _block(pane: GameView[View], seat: int, cells: int, size: str, turns: Turns) -> list[Row]:
    """Draw a seat with boxed cards: name and chips, cards, their sum."""
    cells = min(cells, 74)
    down = cards.SIZES[size][1]
    above = (down - 3) // 2
    closed, opened = hand_of(pane, seat, turns)
    beginning = _LEFT if cells >= _NARROW else _LEFT - 4
    room = cells - beginning - _SUM - 2
    drawn = [EMPTY] * down
    if closed or opened:
        shut = cards.SIZES[size][0] + 3
        drawn = beside(
            cards.fan(closed, shut, size), cards.fan(opened, room - shut - 1, size), shut, 1
        )
    else:
        drawn[down // 2] = row((fate(pane, seat), "dim"))
    left = [*[EMPTY] * above, *_chips(pane, seat, beginning)]
    right = [*[EMPTY] * above, *_count(pane, seat)]
    return beside(beside(left, drawn, beginning, 1), right, cells - _SUM - 1, 1)


def _chips(pane: GameView[View], seat: int, cells: int) -> list[Row]:
    view, t = pane.game, pane.words.t
    button = row((" (B)" if seat == view.button else "", "accent"))
    held = row("  ", ("● ", "accent"), (str(view.stacks[seat]), "strong"))
    if all_in(pane, seat):
        held = row("  ", (t("all-in"), "alert"))
    bet = row("  ", (t("bet {n}", n=view.bets[seat]), "") if view.bets[seat] else "")
    if view.won[seat]:
        bet = row("  ", (t("wins {n}", n=view.won[seat]), "gold"))
    return [fit(_who(pane, seat, cells - 4), cells - 4) + button, held, bet]


def _count(pane: GameView[View], seat: int) -> list[Row]:
    """Return the sum of the open cards, or the count of a hand laid down."""
    view, t = pane.game, pane.words.t
    counted, shown = _sum(pane, seat), view.shown[seat]
    if counted is None:
        return []
    if shown is None:
        return [EMPTY, row(("= ", "dim"), (str(counted), "strong"))]
    garde = t("no Garde") if shown.garde is None else t("Garde {n}", n=shown.garde)
    return [EMPTY, row(("= ", "dim"), (str(counted), _tone(pane, seat))), row((garde, "dim"))]
