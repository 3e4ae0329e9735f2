"""The view of 21: its keys, the board, the square under the cursor, the hands."""

from collections.abc import Mapping
from functools import partialmethod

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.board import (
    COLOURS,
    COLUMNS,
    MARKED,
    MARKS,
    NAMES,
    OWN,
    PLAIN,
    rows,
)
from arcade.games.vingt_et_un.rules.state import OpenView, SeatView, View
from screens.games.view import GameView
from screens.games.vingt_et_un.squares import STAR, Aim, Cell, cell_for, empty, into, inviting
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, beside, fit, legend, pad, placed, row, row_width

_FLASH = 3
"""Frames a tile that was just laid stands out."""


_COLOUR_NAMES: Mapping[str, str] = {
    "b": N_("blue"),
    "p": N_("pink"),
    "g": N_("green"),
    "y": N_("yellow"),
}


class View21(GameView[View]):
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
    def _own(self) -> SeatView | None:
        view = self.game
        return view if isinstance(view, SeatView) else None

    @property
    def _hand(self) -> tuple[int | str, ...]:
        return self._own.hand if self._own is not None else ()

    def _fits(self, tile: int | str) -> bool:
        return self._own is not None and bool(self._own.playable.get(str(tile)))

    @property
    def chosen(self) -> int | str | None:
        return self._hand[self._tile] if self._tile < len(self._hand) else None

    @property
    def square(self) -> str:
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
        if name in {"up", "down", "left", "right"}:
            return True
        if not self.mine:
            return False
        if name in {"more", "less"}:
            return self.chosen == STAR and bool(self._legal)
        if name in {"mulligan", "pass"}:
            return super().able(name)
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

    def do_tile(self, at: int) -> None:
        self._tile = at
        self._declared = 0
        self._to_first_legal()

    def do_next(self) -> None:
        """Go to the next legal square, scoring ones first."""
        if aim := self._aimed():
            order = sorted(aim.squares, key=lambda square: -aim.points(square))
            at = order.index(self.square) + 1 if self.square in order else 0
            self._go(order[at % len(order)])

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

    def changed(self, before: View) -> None:
        """Keep the cursor, begin one's turn on a legal square, and highlight a new tile."""
        self._tile = min(self._tile, max(0, len(self._hand) - 1))
        self._declared = 0
        if self.game.last and before.last != self.game.last:
            self.play_frames(_FLASH)
        self._begin_turn()

    def _declare(self, step: int) -> None:
        aim = self._aimed()
        choices = aim.declarations(self.square) if aim else []
        if aim and choices:
            at = choices.index(aim.value(self.square)) + step
            self._declared = choices[max(0, min(at, len(choices) - 1))]

    def _move(self, down: int, right: int) -> None:
        self._row = max(0, min(self._row + down, self._height - 1))
        self._column = max(0, min(self._column + right, len(COLUMNS) - 1))

    do_more = partialmethod(_declare, 1)
    do_less = partialmethod(_declare, -1)
    do_up = partialmethod(_move, -1, 0)
    do_down = partialmethod(_move, 1, 0)
    do_left = partialmethod(_move, 0, -1)
    do_right = partialmethod(_move, 0, 1)

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
        return self.words.t("round {n}", n=self.game.round)

    def hint(self) -> str:
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
        seats = len(self.game.scores)
        cell = cell_for(width, height, self._height, seats)
        cells = cell.across * len(COLUMNS) + 3
        aim = self._aimed()
        letters = "".join(pad(letter, cell.across, "center") for letter in COLUMNS)
        lines = [row(("   " + letters, "dim"))]
        bright = self._bright(aim)
        for number in range(self._height):
            lines += self._board_row(number, cell, aim, bright)
        spare = height - len(lines) - 2 - (seats + 1) // 2
        gap = [EMPTY] if spare > 2 else []
        lines += [*gap, fit(self._about(aim), cells), *gap, fit(self._hand_row(), cells), *gap]
        lines += self._seats(cells, height - len(lines))
        lines += legend(self._rules(), cells, height - len(lines))
        return placed(lines, cells, width, height)

    def _board_row(self, number: int, cell: Cell, aim: Aim | None, bright: set[str]) -> list[Row]:
        """Draw a row of the board at the height of its cells."""
        drawn: list[list[Row]] = [[row((f"{number + 1:>2} ", "dim"))]]
        drawn += [[row("   ")] for _ in range(cell.down - 1)]
        for column in range(len(COLUMNS)):
            square = NAMES[number][column]
            text, tone = self._mark(square, aim, bright)
            click = f"at {square}"
            drawn[0].append(row((into(text, cell.across), tone, click)))
            for line in drawn[1:]:
                below = tone if tone.startswith(("tile", "cursor")) else ""
                line.append(row((" " * cell.across, below, click)))
        return [tuple(piece for part in line for piece in part) for line in drawn]

    def _bright(self, aim: Aim | None) -> set[str]:
        """Return the highlighted tiles: those the chosen one makes 21 with, and the newest."""
        last = self.game.last
        bright = {last} if last is not None and self.frame % 2 else set()
        if aim and self.square in aim.squares:
            bright.update(one for line in aim.lines(self.square) for one in line)
        return bright

    def _mark(self, square: str, aim: Aim | None, bright: set[str]) -> tuple[str, str]:
        if square in self.game.board:
            text, tone = self._lying(square)
        elif aim and square in aim.squares:
            text, tone = inviting(square, scores=aim.points(square) > 0)
        else:
            text, tone = empty(square)
        return text, "cursor" if square == self.square or square in bright else tone

    def _lying(self, square: str) -> tuple[str, str]:
        tile = self.game.board[square]
        letter = COLOURS[tile.seat]
        if not tile.face_up:
            return f"▒{letter}▒", "tile-dim"
        tone = "tile-held" if tile.seat == self.table.seat else "tile"
        return f"{'★' if tile.star else letter}{tile.value:>2}", tone

    def _about(self, aim: Aim | None) -> Row:
        """Describe the effect of the chosen tile on the cursor's square, or what lies there."""
        t, square = self.words.t, self.square
        if aim and square in aim.squares:
            return self._outlook(aim, square)
        if square in self.game.board:
            tile = self.game.board[square]
            face = "" if tile.face_up else t(", face down")
            return row((f"{square}: {tile.value}, {self.name_of(tile.seat)}{face}", "dim"))
        why = self._why_not(square) if aim else ""
        if why:
            return row((f"{square}: ", "dim"), (why, "alert"))
        return row((f"{square}: {self._worth_text(square)}", "dim"))

    def _outlook(self, aim: Aim, square: str) -> Row:
        t, laid = self.words.t, aim.value(square)
        name = t("star as {n}", n=laid) if self.chosen == STAR else str(laid)
        said = row((t("{tile} on {at}", tile=name, at=square), "strong"))
        if points := aim.points(square):
            return said + row((" ◎ " + t("makes 21: {n} points", n=points), "gold"))
        if aim.lines(square):
            return said + row((" · " + t("makes 21, but nothing scores before round 4"), "dim"))
        sums = ", ".join(str(total) for total in aim.sums(square))
        more = t("lines of {sums}", sums=sums) if sums else self._worth_text(square)
        return said + row((f" · {more}", "dim"))

    def _worth_text(self, square: str) -> str:
        t, mark = self.words.t, MARKS[square]
        if mark in MARKED:
            return t("a square of {n} points", n=MARKED[mark])
        if mark.lower() in _COLOUR_NAMES:
            return t("a {colour} square", colour=t(_COLOUR_NAMES[mark.lower()]))
        return t("a plain square, {n} points", n=PLAIN)

    def _why_not(self, square: str) -> str:
        """Return why the chosen tile cannot lie on an empty square."""
        t, board = self.words.t, self.game.board
        if self.offered("swap") or self.offered("pass"):
            return ""
        if self.game.round == 1:
            return t("the first tile, 9 or less, goes on your start square")
        if not placing.touches(board, square):
            return t("it must touch a tile")
        if placing.beside_face_down(board, square):
            return t("beside a face-down tile")
        return t("a line would be above 21")

    def _rules(self) -> tuple[str, ...]:
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
