"""Panels beside the picture, above the log where both have room, else in its place.

A game's view offers panels, the table adds the seats; Tab swaps them.
"""

from collections.abc import Sequence

from textual.geometry import Size

from arcade.engine.words import N_
from screens.games.seat_rows import state_word
from screens.games.view import AnyView, Panel
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, fit, row, row_width, spread, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines

SIDE = Action("side", ("tab",), "Tab", "", N_("Swap what is beside the game: log, seats and more."))
LOG, SEATS = N_("log"), N_("seats")


class SidePanels(Lines):
    """The chosen panel, below the names of all."""

    def __init__(self, game: AnyView) -> None:
        super().__init__()
        self._game = game
        self._at = -1
        self.tabbed = False
        """Whether they share a place with the log, below their names."""
        self.above = False
        """Whether they stand above the log, which is then none of them."""
        self.shuts = False
        """Whether the picture needs all columns, so that only Tab shows log and panels."""
        self.most = 0
        """The most rows for a panel above the log that begins where it ends."""

    @property
    def shut(self) -> bool:
        """Whether neither log nor panel is shown."""
        return self.shuts and self._at < 0

    @property
    def swapped(self) -> bool:
        """Whether something else is shown than at first."""
        return self._at > 0 or (self.shuts and self._at == 0)

    @property
    def panels(self) -> list[Panel]:
        return [*self._game.panels(), Panel(SEATS, self._seats)]

    @property
    def chosen(self) -> bool:
        """Whether a panel is chosen, not the log."""
        return self.above or self._at > 0

    def swap(self) -> None:
        """Choose the next panel, or after the last the first view again."""
        first = -1 if self.shuts else 0
        self._at = max(self._at, first) + 1
        if self._at > len(self.panels) - self.above:
            self._at = first
        self.redraw()

    @property
    def _number(self) -> int:
        """The number of the chosen panel."""
        return min(max(0, self._at - (not self.above)), len(self.panels) - 1)

    def tabs(self, width: int) -> Row:
        """List the names of log and panels, with the chosen one marked."""
        t = self.words.t
        names = [panel.name for panel in self.panels]
        chosen = self._number
        if not self.above:
            names, chosen = [LOG, *names], max(self._at, 0)
        line: Row = ()
        for at, name in enumerate(names):
            here = at == chosen
            line += row(" " if line else "", (t(name), "strong" if here else "dim", "side"))
        if self.arcade.touch:
            return line
        tab = row(("Tab", "gold", "side"))
        if row_width(line) + 5 > width and len(names) > 1:  # then only what comes next
            line = row((t(names[chosen]), "strong", "side"))
            tab += row((f" {t(names[(chosen + 1) % len(names)])}", "dim", "side"))
        return spread(line, tab, width)

    def rows(self, width: int, most: int) -> int:
        """Return the rows of the chosen panel, below the names, of so many at most."""
        self.most = most
        return min(most, 1 + len(self._panel(width, most - 1)))

    def _panel(self, width: int, height: int) -> list[Row]:
        """Draw the chosen panel, and in rows of its own what is too wide for one."""
        drawn = self.panels[self._number].draw(width, height)
        parts = (wrap(line, width, 2) if row_width(line) > width else (line,) for line in drawn)
        return [line for rows in parts for line in rows]

    @property
    def outgrown(self) -> bool:
        """Whether the chosen panel has become longer, and may have more rows."""
        width, height = self.size
        return self.above and height < self.most and self.rows(width, self.most) > height

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        if not self.chosen:
            return []
        return [self.tabs(width), *self._panel(width, height - 1)]

    def _seats(self, width: int, height: int) -> Sequence[Row]:
        """Draw everybody's whole name, and with it, or below it, what the game says of the seat."""
        table = self._game.table
        blocks, brief = [], []
        for seat in table.seats:
            name = seat.name or self.words.t("free")
            leaves = self.words.t("often leaves") if seat.number in table.leavers else ""
            program = self.words.t("program") if seat.number in table.programs else ""
            about = self._game.about(seat.number)
            state = (state_word(self, seat), program, leaves, about)
            text = " · ".join(filter(None, state))
            to_act = seat.number in self._game.acting
            shape, tone, _ = seat_mark(seat.number)
            if not seat.name:
                shape, tone = "○", "dim"
            head = row(("▶" if to_act else " ", "strong"), (f"{shape} ", tone), (name, tone))
            blocks.append([fit(head, width), *wrap(row((f" {text}", "dim")), width, 1)])
            brief.append([spread(head, row((about, "dim")), width)])
        if sum(map(len, blocks)) > height:
            blocks = brief
        apart = sum(map(len, blocks)) + len(blocks) <= height
        return [line for block in blocks for line in (*block, *([EMPTY] if apart else []))]
