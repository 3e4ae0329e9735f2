"""The seat strip under a game's picture, and the waiting room before a game."""

from arcade.club.views import TableView
from arcade.club.words import Words
from arcade.engine import registry
from screens.clock import rules_text
from screens.fairness import sealed_line
from screens.games.view import seat_row
from screens.lines import Lines
from screens.optiontext import chosen
from screens.page import READABLE
from screens.rows import EMPTY, Row, placed, row, wrap


class TablePane(Lines):
    """A pane that shows a table, whichever picture of it came last."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table

    def show(self, table: TableView) -> None:
        """Take a new picture of the table."""
        self._table = table
        self.redraw()


def held_text(words: Words, table: TableView, alone: bool = False) -> str:
    """Say what becomes of one's seat in a game while one is away; `alone`: all go with one."""
    if table.table.days:
        return words.t("Your seat waits for you; nobody else plays it.")
    others = any(seat.kind == "person" and not seat.yours for seat in table.seats)
    if not alone and (others or table.watchers):
        return words.t("Your seat waits for you; a bot plays it while you are away.")
    return words.t("Nobody else is at the table: the game waits for you as it stands.")


class SeatStrip(TablePane):
    """Who sits where and whose turn it is, in one to three rows."""

    @staticmethod
    def rows_for(seats: int, cells: int) -> int:
        """Say how many rows so many seats need in so many cells."""
        return -(-seats // max(1, cells // 22))

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw the seats from left to right, in as many rows as they need."""
        in_row = max(1, width // 22)
        cells = width // in_row
        seats = [seat_row(self, self._table, seat, cells - 1) for seat in self._table.seats]
        gap = row(" ")
        return [
            tuple(piece for seat in seats[first : first + in_row] for piece in (*seat, *gap))
            for first in range(0, len(seats), in_row)
        ]


class WaitingRoom(TablePane):
    """The table before its first game: what is played, who sits, how to get people in."""

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the room in the middle of its pane."""
        cells = min(width, READABLE)
        return placed(self._room(cells), cells, width, height)

    def _room(self, width: int) -> list[Row]:
        """Draw the game and its options, the seats, and what can be done about empty ones."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        done: list[Row] = [
            EMPTY,
            row("  ", (game.meta.name, "gold")),
            *(row("  ") + line for line in wrap(row((t(game.meta.blurb), "dim")), width - 4)),
        ]
        options = chosen(self.words, game, table.options)
        if options:
            done += [row("  ") + line for line in wrap(row((options, "dim")), width - 4)]
        rules = row((rules_text(self.words, table.table), "dim"))
        done += [row("  ") + line for line in wrap(rules, width - 4)]
        if sealed := sealed_line(self.words, table):
            done += [
                row("  ") + line
                for line in wrap(row((sealed, "dim"), "  ", ("F", "gold")), width - 4)
            ]
        done.append(EMPTY)
        for seat in table.seats:
            dot = "○" if seat.kind == "open" else "●"
            done.append(
                row(f"   {dot} ") + seat_row(self, table, seat, min(width - 8, 34), marks=())
            )
        free = sum(1 for seat in table.seats if seat.kind == "open")
        done.append(EMPTY)
        if free and table.seat is not None:
            said = (
                t("Friends come with the code: / in the lobby, or ssh {code}@…", code=table.code)
                if table.private
                else t("Friends come from the lobby, or by ssh {code}@…", code=table.code)
            )
            if self.arcade.local:
                said = t("+ seats another person at this keyboard.")
            done += [row("  ") + line for line in wrap(row(said), width - 4)]
            if not self.arcade.local:
                said = t("W invites somebody who is here.")
                done += [row("  ") + line for line in wrap(row(said), width - 4)]
            said = t("Nobody coming? s starts now, with bots on the empty seats.")
            done += [row("  ") + line for line in wrap(row((said, "gold")), width - 4)]
        elif table.seat is not None:
            done.append(row("  ", (t("Everybody is here: s starts."), "gold")))
        return done
