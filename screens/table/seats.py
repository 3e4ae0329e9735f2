"""The seat strip under a game's picture, and the card above it during a pause."""

from textual.geometry import Size

from arcade.club.operations.table import GoOn
from arcade.club.views import TableView
from screens import keys
from screens.games.seat_rows import seat_row
from screens.terminal.rows import EMPTY, Row, chip, fit, keyed, row, row_width, wrap
from screens.widgets.lines import Lines


class TablePane(Lines):
    """A pane that shows the last view of a table."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table

    def show(self, table: TableView) -> None:
        self._table = table
        self.redraw()


def starter(table: TableView) -> str:
    """Return the other person who opened the table and sits at it, who starts it; "" if none."""
    sits = any(seat.name == table.opener and seat.kind == "person" for seat in table.seats)
    return "" if table.host or not sits else table.opener


class SeatStrip(TablePane):
    """The seats and the turn, in one to three rows."""

    @staticmethod
    def rows_for(seats: int, cells: int) -> int:
        """Return how many rows `seats` seats need in `cells` cells."""
        return -(-seats // max(1, cells // 22))

    def draw(self, size: Size) -> list[Row]:
        """Draw the seats from left to right, in as many rows as they need."""
        width = size.width
        in_row = max(1, width // 22)
        cells = width // in_row
        seats = [seat_row(self, self._table, seat, cells - 1) for seat in self._table.seats]
        gap = row(" ")
        return [
            tuple(piece for seat in seats[first : first + in_row] for piece in (*seat, *gap))
            for first in range(0, len(seats), in_row)
        ]


class PausedCard(TablePane):
    """A card above a paused game: who may end the pause, and how."""

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        lines = self.lines(width)
        above = max(0, height - len(lines)) // 2
        lines = [*[EMPTY] * above, *lines, *[EMPTY] * height][:height]
        inside = max(0, width - 2)  # from edge to edge of the picture below it
        return [row(" ") + fit(row((" ", "cursor")) + line, inside, "cursor") for line in lines]

    def lines(self, width: int) -> list[Row]:
        t, table = self.words.t, self._table
        how = []
        mine = table.seat is not None and table.seats[table.seat].kind == "person"
        if mine and not self.arcade.touch:
            key = chip(self.arcade.keyboard.shown(keys.of(GoOn)))
            how.append(t("Press {key} to go on.", key=key))
        if names := table.company:
            others = self.words.listed(names)
            also = self.words.nt("{names} can too.", "{names} can too.", len(names), names=others)
            alone = self.words.nt(
                "{names} can go on.", "{names} can go on.", len(names), names=others
            )
            how.append(also if how else alone)
        head = row(("‖  " + t("PAUSED") + "  ‖", "cursor"))
        whole = head + row(("   ", "cursor")) + keyed(" ".join(how), "cursor")
        if row_width(whole) + 4 <= width:
            return [whole]
        return [head, *wrap(keyed(" ".join(how), "cursor"), max(20, width - 4))]
