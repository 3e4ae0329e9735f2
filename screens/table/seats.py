"""The seat strip under a game's picture, and the waiting room before a game."""

from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine import registry
from screens.games.view import seat_row
from screens.pages.fairness import sealed_line
from screens.pages.option_text import chosen
from screens.pages.page import READABLE
from screens.ssh_command import by_ssh
from screens.terminal.rows import EMPTY, Row, centred, fit, indented, placed, row, wrap
from screens.widgets.clock import rules_text
from screens.widgets.lines import Lines


class TablePane(Lines):
    """A pane that shows the last view of a table."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table

    def show(self, table: TableView) -> None:
        self._table = table
        self.redraw()


def others_stay(table: TableView) -> bool:
    others = any(seat.kind == "person" and not seat.yours for seat in table.seats)
    return others or bool(table.watchers)


def seat_kept_text(words: Words, days: int, others: bool) -> str:
    """Return what becomes of one's seat while one is away."""
    if days:
        return words.t("Your seat waits for you; nobody else plays it.")
    if others:
        return words.t("Your seat waits for you; a bot plays it while you are away.")
    return words.t("Nobody else is at the table: the game waits for you as it stands.")


class SeatStrip(TablePane):
    """The seats and whose turn it is, in one to three rows."""

    @staticmethod
    def rows_for(seats: int, cells: int) -> int:
        """Return how many rows `seats` seats need in `cells` cells."""
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


class PausedCard(TablePane):
    """Lies across a game that pauses: who may go on, and how."""

    TONE = "bar"

    def draw(self, width: int, height: int) -> list[Row]:
        lines = [*self.lines(width), *[EMPTY] * height][:height]
        return [fit(centred(line, width), width, "bar") for line in lines]

    def lines(self, width: int) -> list[Row]:
        t, table = self.words.t, self._table
        names = [seat.name for seat in table.seats if seat.kind == "person" and not seat.yours]
        how = []
        if table.seat is not None and table.seats[table.seat].kind == "person":
            how.append(t("P resumes the game for everyone (you confirm first)."))
        if names:
            others = self.words.listed(names)
            how.append(
                self.words.nt(
                    "{names} can resume the game.",
                    "{names} can resume the game.",
                    len(names),
                    names=others,
                )
            )
        head = row(("‖  " + t("P A U S E D") + "  ‖", "bar-gold"))
        return [head, *wrap(row((" ".join(how), "bar")), max(20, width - 4))]


class WaitingRoom(TablePane):
    """The table before its first game: game, seats, how to invite people."""

    def draw(self, width: int, height: int) -> list[Row]:
        cells = min(width, READABLE)
        return placed(self._room(cells), cells, width, height)

    def _room(self, width: int) -> list[Row]:
        """Draw the game and its options, the seats, and how to fill empty ones."""
        table = self._table
        seats = [seat_row(self, table, seat, min(width - 6, 36), marks=()) for seat in table.seats]
        above, below = self._game(width - 4), self._next(width - 4)
        return [EMPTY, *indented(above, 2), EMPTY, *indented(seats, 3), EMPTY, *indented(below, 2)]

    def _game(self, width: int) -> list[Row]:
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        said = [row((t(game.meta.blurb), "dim"))]
        if options := chosen(self.words, game, table.options):
            said.append(row((options, "dim")))
        rules = rules_text(self.words, table.table, self.arcade.local)
        said.append(row((rules, "dim")))
        if sealed := sealed_line(self.words, table):
            said.append(row((sealed, "dim"), "  ", ("F", "gold")))
        return [row((game.meta.name, "gold")), *_wrapped(said, width)]

    def _next(self, width: int) -> list[Row]:
        table, t = self._table, self.words.t
        if table.seat is None:
            return []
        if all(seat.kind != "open" for seat in table.seats):
            all_here = t("Everybody is here: s starts.")
            if not table.host and any(seat.name == table.opener for seat in table.seats):
                who = table.opener
                all_here = t("Everybody is here: {name}, who opened the table, starts.", name=who)
            return _wrapped([row((all_here, "gold"))], width)
        if self.arcade.local:
            said = [row(t("+ seats another person at this keyboard."))]
        else:
            how = by_ssh(table.code, self.arcade.club.address, width - 2)
            friends = (
                t("Friends type the code after / in the lobby, or come from home:")
                if table.private
                else t("Friends come from the lobby, or from home:")
            )
            said = [
                row(friends),
                row(("  " + how, "accent")),
                row(t("W invites somebody who is here.")),
            ]
        said.append(row((t("Nobody coming? s starts now, with bots on the empty seats."), "gold")))
        return _wrapped(said, width)


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for one in paragraphs for line in wrap(one, width)]
