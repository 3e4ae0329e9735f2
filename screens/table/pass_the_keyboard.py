"""What all may see of a table, between two people with hidden hands at one keyboard."""

from collections.abc import Mapping

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Region, Size, Spacing

from arcade.club.views import TableView
from arcade.engine.words import N_
from screens import keys
from screens.games import view_class
from screens.keys import Action
from screens.table.bars import TopLine
from screens.table.layout import COMPOSED, GameScreen, table_layout
from screens.table.seats import SeatStrip
from screens.terminal.paint import Pane
from screens.terminal.rows import Row, pad, row
from screens.terminal.seats import seat_mark
from screens.widgets.banner import banner, high_banner
from screens.widgets.lines import Lines
from screens.widgets.log import LogPane

_HERE = Action("here", ("enter",), "Enter", N_("I am here"), N_("Show the table."))
_CARD, _LOW, _SMALL = 9, 8, 28
"""The fewest rows of the card, those of a small terminal, and the rows below which that is one."""
_HIGH, _HIGHER = 8, 18
"""Rows of a card from which the name has large letters, and letters twice as large."""


class PassTheKeyboard(GameScreen[None]):
    """Shows the table without a hand until the next person is at the keyboard.

    `table` is what spectators see, `seat` the next person's.
    """

    def __init__(self, table: TableView, seat: int) -> None:
        super().__init__()
        self._table, self._seat = table, seat
        self.top: TopLine = TopLine(replace(table, seat=seat))  # nobody only watches here
        self.game = view_class(table.game)(table)
        self.game.shared = True
        self.seats = SeatStrip(table)
        self.log_pane = LogPane()
        self.card = Lines(self._card)

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Put game and log side by side, and the card across all rows below what the game draws."""
        card = _CARD if size.height >= _SMALL else _LOW
        above = Size(size.width, size.height - card)
        seats = 0 if self.game.SHOWS_SEATS else len(self._table.seats)
        at = table_layout(above, 0, seats, alone=size.width < COMPOSED)
        if at.picture.height and not at.seats:
            self.game.draw_for(at.picture.size)
            free = max(0, at.picture.height - self.game.filled.stop - 1)
            less, card = Spacing(0, 0, free, 0), card + free
            at = at._replace(divider=at.divider.shrink(less), side=at.side.shrink(less))
        at = at._replace(side=at.side.shrink(Spacing(0, 0, 1, 0)))
        self.divider = at.divider
        return {
            self.game: at.picture,
            **({self.seats: at.seats} if at.seats else {}),
            **({self.log_pane: at.side} if at.side else {}),
            self.card: Region(0, size.height - 1 - card, size.width, card),
        }

    def on_mount(self) -> None:
        self.top.show(replace(self._table, seat=self._seat), self.game.phase_text())
        self.log_pane.show(self._table)
        self.renew()

    def _card(self, size: Size) -> list[Row]:
        """Name the next person, on a ground of their colour."""
        name, mark = self._table.seats[self._seat].name, seat_mark(self._seat)
        text = self.words.t("Pass the keyboard to {name}, press Enter.", name=name)
        if self.arcade.touch:
            text = self.words.t("Pass this screen to {name}.", name=name)
        large = high_banner(name, size.width - 4) if size.height >= _HIGHER else []
        large = large or (banner(name, size.width - 4) if size.height >= _HIGH else [])
        apart = " ".join(name.upper())
        narrow = all(cell_len(letter) == 1 for letter in name)
        name = apart if narrow and cell_len(apart) < size.width // 2 else name
        head = large or [f"{mark.shape}   {name}   {mark.shape}"]
        lines = [*head, *[""] * (1 if large else size.height >= _CARD), text]
        above = [""] * -(-(size.height - len(lines)) // 2)
        lines = [*above, *lines, *[""] * (size.height - len(above) - len(lines))]
        return [row((pad(line, size.width, "center"), mark.tile)) for line in lines]

    def actions(self) -> list[Action]:
        return [_HERE, keys.QUIT]

    def do_here(self) -> None:
        self.dismiss()
