"""The view of 21: its keys and its layout."""

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules.board import COLOURS, COLUMNS, NAMES, OWN, PLAIN, rows
from arcade.games.vingt_et_un.rules.state import OpenView, SeatView, View
from screens.games.view import GameView
from screens.games.vingt_et_un.about import about
from screens.games.vingt_et_un.aim import STAR, Aim
from screens.games.vingt_et_un.board import board_row, letters
from screens.games.vingt_et_un.squares import cell_for
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, beside, fit, legend, placed, row, row_width

_FLASH = 3
"""Frames a tile that was just laid stands out."""


class View21(GameView):
    """A table of 21, with a cursor on the board and a chosen tile."""

    SHOWS_SEATS = True
    KEYS = (
        Action("lay", ("enter",), "Enter", N_("lay it"), N_("Lay the chosen tile on the square.")),
        Action("tile_0", ("1",), "1-3", N_("tile"), N_("Choose a tile of your hand.")),
        Action("tile_1", ("2",), "2", "", N_("The second tile.")),
        Action("tile_2", ("3",), "3", "", N_("The third tile.")),
        Action("next", ("space",), "Space", N_("next square"), N_("Go to the next legal square.")),
        Action("more", ("plus", "equals_sign"), "+", N_("star ±"), N_("Declare the star higher.")),
        Action("less", ("minus",), "-", "", N_("Declare the star lower.")),
        Action("mulligan", ("m",), "m", N_("new hand"), N_("Exchange a first hand with no 1-9.")),
        Action("pass", ("p",), "p", N_("pass"), N_("Lose the turn without an exchange.")),
        Action("up", ("up", "k"), "↑", "", N_("Move up.")),
        Action("down", ("down", "j"), "↓", "", N_("Move down.")),
        Action("left", ("left", "h"), "←", "", N_("Move left.")),
        Action("right", ("right", "l"), "→", "", N_("Move right.")),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._row, self._column = 6, 6
        self._tile = 0
        self._declared = 0
        self._begin_turn()

    # Choice

    @property
    def game(self) -> View:
        """The game's view."""
        view: View = super().game
        return view

    @property
    def _own(self) -> SeatView | None:
        """The seat's view; None for a spectator."""
        view = self.game
        return view if isinstance(view, SeatView) else None

    @property
    def _hand(self) -> tuple[int | str, ...]:
        return self._own.hand if self._own is not None else ()

    def _fits(self, tile: int | str) -> bool:
        """Whether any tile of one's hand can be laid."""
        return self._own is not None and bool(self._own.playable.get(str(tile)))

    @property
    def chosen(self) -> int | str | None:
        """The chosen tile; None without a hand."""
        return self._hand[self._tile] if self._tile < len(self._hand) else None

    @property
    def square(self) -> str:
        """The square under the cursor."""
        return NAMES[self._row][self._column]

    @property
    def _height(self) -> int:
        return rows(len(self.game.scores))

    def _aimed(self) -> Aim | None:
        """Return the chosen tile with its effects; None if no tile can be laid."""
        seat, tile, own = self.table.seat, self.chosen, self._own
        if not self.mine or seat is None or tile is None or own is None:
            return None
        return Aim(own, seat, self.offered("place"), tile, self._declared)

    @property
    def _legal(self) -> tuple[str, ...]:
        aim = self._aimed()
        return aim.squares if aim else ()

    # Keys

    def able(self, name: str) -> bool:
        """Enable moving always, other actions if offered."""
        if name in {"up", "down", "left", "right"}:
            return True
        if not self.mine:
            return False
        if name in {"more", "less"}:
            return self.chosen == STAR and bool(self._legal)
        if name in {"mulligan", "pass"}:
            return bool(self.offered(name))
        if name == "next":
            return bool(self._legal)
        return not name.startswith("tile_") or int(name[-1]) < len(self._hand)

    def do_lay(self) -> None:
        """Lay the tile; if none can be laid, exchange it or pass."""
        if self.offered("swap"):
            self.act("swap", tile=self.chosen)
        elif self.offered("pass"):
            self.act("pass")
        elif self.chosen == STAR and (aim := self._aimed()):
            self.act("place", tile=STAR, at=self.square, **{"as": aim.value(self.square) or 21})
        else:
            self.act("place", tile=self.chosen, at=self.square)

    def do_tile_0(self) -> None:
        """Choose the first tile."""
        self._choose(0)

    def do_tile_1(self) -> None:
        """Choose the second tile."""
        self._choose(1)

    def do_tile_2(self) -> None:
        """Choose the third tile."""
        self._choose(2)

    def do_next(self) -> None:
        """Go to the next legal square, scoring ones first."""
        if aim := self._aimed():
            order = sorted(aim.squares, key=lambda square: -aim.points(square))
            at = order.index(self.square) + 1 if self.square in order else 0
            self._go(order[at % len(order)])
            self.redraw()

    def do_more(self) -> None:
        """Declare the star higher."""
        self._declare(1)

    def do_less(self) -> None:
        """Declare the star lower."""
        self._declare(-1)

    def do_pass(self) -> None:
        """Pass the turn without an exchange."""
        self.act("pass")

    def do_mulligan(self) -> None:
        """Exchange the first hand."""
        self.act("mulligan")

    def do_up(self) -> None:
        """Move up."""
        self._move(-1, 0)

    def do_down(self) -> None:
        """Move down."""
        self._move(1, 0)

    def do_left(self) -> None:
        """Move left."""
        self._move(0, -1)

    def do_right(self) -> None:
        """Move right."""
        self._move(0, 1)

    def clicked(self, what: str) -> None:
        """Go to a clicked square, lay there with a second click; or choose a clicked tile."""
        kind, _, square = what.partition(" ")
        if kind != "at":
            super().clicked(what)
        elif square == self.square and square in self._legal:
            self.do_lay()
        else:
            self._go(square)
            self.redraw()

    def show(self, table: TableView) -> None:
        """Take a new table view; the first of a game begins like every turn."""
        before = self.table
        super().show(table)
        if before.view is None:
            self._begin_turn()
            self.redraw()

    def changed(self, before: TableView) -> None:
        """Keep the cursor, begin one's turn on a legal square, and highlight a new tile."""
        self._tile = min(self._tile, max(0, len(self._hand) - 1))
        self._declared = 0
        if before.view is not None and before.view.last != self.game.last and self.game.last:
            self.play_frames(_FLASH)
        self._begin_turn()

    def _choose(self, at: int) -> None:
        self._tile = at
        self._declared = 0
        self._to_first_legal()
        self.redraw()

    def _declare(self, step: int) -> None:
        aim = self._aimed()
        choices = aim.declarations(self.square) if aim else []
        if aim and choices:
            at = choices.index(aim.value(self.square)) + step
            self._declared = choices[max(0, min(at, len(choices) - 1))]
            self.redraw()

    def _move(self, down: int, right: int) -> None:
        self._row = max(0, min(self._row + down, self._height - 1))
        self._column = max(0, min(self._column + right, len(COLUMNS) - 1))
        self.redraw()

    def _go(self, square: str) -> None:
        self._row, self._column = int(square[1:]) - 1, COLUMNS.index(square[0])

    def _begin_turn(self) -> None:
        """On one's own turn choose a tile that fits, and a square for it."""
        if self.mine:
            self._to_first_tile()
            self._to_first_legal()

    def _to_first_legal(self) -> None:
        """Go where the chosen tile scores most, unless it can be laid at the cursor."""
        aim = self._aimed()
        if aim and aim.squares:
            best = max(aim.squares, key=aim.points)
            if self.square not in aim.squares or aim.points(best):
                self._go(best)

    def _to_first_tile(self) -> None:
        """Choose a tile that fits, if the chosen one does not."""
        fitting = [at for at, tile in enumerate(self._hand) if self._fits(tile)]
        if fitting and self._tile not in fitting:
            self._tile = fitting[0]

    # Picture

    def phase_text(self) -> str:
        """Return the round for the top line."""
        return self.words.t("round {n}", n=self.game.round)

    def hint(self) -> str:
        """Return what to do on one's turn."""
        t = self.words.t
        ends = self.game.passes + 1 == len(self.game.scores)
        if self.offered("swap"):
            if ends:
                return t("Nothing fits: Enter exchanges the tile; p passes and ends the game.")
            return t("Nothing fits: 1-3 choose a tile, Enter exchanges it, p passes.")
        if self.offered("pass"):
            if ends:
                return t("Nothing fits: Enter passes, and the game ends.")
            return t("Nothing fits: Enter passes.")
        return t("1-3 choose a tile, arrows or Space a square, Enter lays it.")

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the board, the cursor's square, the hand, and everybody's score."""
        seats = len(self.game.scores)
        cell = cell_for(width, height, self._height, seats)
        cells = cell.across * len(COLUMNS) + 3
        aim = self._aimed()
        lines = [letters(cell)]
        for number in range(self._height):
            lines += board_row(self, number, cell, aim)
        spare = height - len(lines) - 2 - (seats + 1) // 2
        gap = [EMPTY] if spare > 2 else []
        lines += [*gap, fit(about(self, aim), cells), *gap, fit(self._hand_row(), cells), *gap]
        lines += self._seats(cells, height - len(lines))
        lines += legend(self._rules(), cells, height - len(lines))
        return placed(lines, cells, width, height)

    def _rules(self) -> tuple[str, ...]:
        """Explain the game in a few sentences, for newcomers."""
        t = self.words.t
        return (
            t(
                "A straight line of tiles that makes 21 scores {n}, or what the new square says.",
                n=PLAIN,
            ),
            t("○ where the tile may go · on one's own colour: {n} points · ▯ tiles left", n=OWN),
            t("A tile that scored is turned over: it counts no more."),
        )

    def _hand_row(self) -> Row:
        """Draw one's own hand with the chosen tile highlighted; nothing for others."""
        t = self.words.t
        if self.table.seat is None or not self._hand:
            return EMPTY
        done = row((t("Your tiles") + " ", "dim"))
        for at, tile in enumerate(self._hand):
            chosen = at == self._tile
            face = "★" if tile == STAR else str(tile)
            fits = self._fits(tile)
            mark = "" if fits or not self.mine else "×"
            text = f"▸{face}◂" if chosen else f" {face} "
            tone = "tile-held" if chosen else "tile" if fits or not self.mine else "tile-dim"
            done += row(f" {at + 1}", (text + mark, tone, f"tile_{at}"), " ")
        left = self.game.series_counts[self.table.seat]
        return done + row((self.words.nt("{n} more to draw", "{n} more to draw", left), "dim"))

    def _seats(self, cells: int, left: int) -> list[Row]:
        """Draw everybody's score, one or two in a row."""
        count = len(self.game.scores)
        if left >= count:
            return [self._seat(seat, cells) for seat in range(count)]
        half = (cells - 1) // 2
        drawn = [self._seat(seat, half) for seat in range(count)]
        drawn += [EMPTY] * (count % 2)
        return [
            beside([one], [other], half, 1)[0]
            for one, other in zip(drawn[::2], drawn[1::2], strict=True)
        ]

    def _seat(self, seat: int, cells: int) -> Row:
        view = self.game
        tiles = view.hand_counts[seat] + view.series_counts[seat]
        won = "★" if seat in view.winners else ""
        tail = row(
            (f" {COLOURS[seat]} ", "cool"),
            (f"{view.scores[seat]:>4}", "strong"),
            (f" ▯{tiles:<2}{won}", "dim"),
            (self._open_hand(seat), "tile-dim"),
        )
        room = cells - row_width(tail)
        return fit((*self.seat_row(seat, max(8, min(40, room))), *tail), cells)

    def _open_hand(self, seat: int) -> str:
        """Return a hand that spectators may see; "" for a hidden one."""
        view = self.game
        if not isinstance(view, OpenView) or not view.hands or not view.hands[seat]:
            return ""
        faces = ("★" if tile == STAR else str(tile) for tile in view.hands[seat])
        return f" {' '.join(faces)} "


VIEW = View21
