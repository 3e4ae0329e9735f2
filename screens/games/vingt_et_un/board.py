"""The board: squares of four columns or more, three of which show what lies there.

Everything can be read without colour: tiles and coloured squares carry the letter of their seat;
`░9░` is a tile turned face down, `○` a square where the chosen tile may lie, `◎` one where it would
score. What the cursor and the line that would be made say stands in the gaps between the squares.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.games.vingt_et_un.rules.actions import Action
from arcade.games.vingt_et_un.rules.placing import (
    COLOURS,
    COLUMNS,
    MARKED,
    MARKS,
    NAMES,
    OWN,
    PLAIN,
    Tile,
    touches,
)
from arcade.games.vingt_et_un.rules.placing import rows as size
from arcade.games.vingt_et_un.rules.state import View
from screens.games.vingt_et_un.aim import STAR, Aim
from screens.terminal.rows import (
    EMPTY,
    PieceLike,
    Row,
    around,
    beside,
    pad,
    row,
    row_width,
)
from screens.terminal.seats import SeatMark, seat_mark
from screens.widgets.cards import Card, fan

_MIDDLE = "H8"
"""The square around which an empty board is seen in the lobby."""
EDGE = 3
"""Cells left of the first column at least: a row's number, and a gap."""
_FEW = 6
"""Tiles of a board below which all coloured squares have their colours."""
_BESIDE, _AROUND = 29, 5
"""Cells beside a board at the end, and rows around its squares: those of a card's head too."""
NARROW = 60
"""The cells below which a board is an upright phone's."""


class Cell(NamedTuple):
    """The size of a square, with the gap after it, and the line below it if it has more rows.

    `edge` are the cells before the first.
    """

    across: int
    down: int
    edge: int = EDGE

    @property
    def width(self) -> int:
        return self.edge + self.across * len(COLUMNS)

    @property
    def lined(self) -> bool:
        """Whether lines part the squares, so that a plain one is an empty box."""
        return self.across > 3


class Look(NamedTuple):
    """What a square shows, in which tone, and whether a tile fills the square."""

    text: str
    tone: str
    filled: bool = False


class Board:
    """Draws the board of one moment, with the cursor `at` a square, and some tiles `lit`.

    The `last` tile stands between marks. `letters` are those of the seats' colours.
    """

    def __init__(
        self,
        tiles: Mapping[str, Tile],
        letters: Sequence[str],
        cell: Cell,
        *,
        at: str,
        aim: Aim | None = None,
        lit: AbstractSet[str] = frozenset(),
        last: str = "",
    ) -> None:
        self._tiles = tiles
        self._letters = letters
        self._cell = cell
        self._at = at
        self._last = last
        self._aim = aim if aim and at in aim.squares else None
        made = self._aim.made(at) if self._aim else []
        self._lit = lit | {square for line in made for square in line.squares}
        self._open = {square: aim.points(square) > 0 for square in aim.squares} if aim else {}

    def rows(self, count: int, closed: bool = False) -> list[Row]:
        """Draw so many rows of the board under the letters of its columns; `closed` by lines."""
        across = self._cell.across
        named = [
            (f"{pad(letter, across - 1, 'center')} ", self._named(letter)) for letter in COLUMNS
        ]
        rows = [row(" " * self._cell.edge, *named)]
        line = [self._line()] if self._cell.down > 1 else []
        for at, squares in enumerate(NAMES[:count]):
            rows += [*(line if at else ()), *self._row(squares)]
        return [rows[0], self._line("┬"), *rows[1:], self._line("┴")] if closed else rows

    def part(self, left: int, top: int) -> list[Row]:
        """Draw seven squares of three rows, from a place on."""
        return [
            line for squares in NAMES[top : top + 3] for line in self._row(squares[left : left + 7])
        ]

    def _row(self, squares: Sequence[str]) -> list[Row]:
        """Draw a row of squares, as high as a cell."""
        inner, down = self._cell.across - 1, self._cell.down
        looks = [(self._cell_look(square, inner), f"at {square}") for square in squares]
        gaps = self._gaps(squares)
        number = f"{squares[0][1:]:>{self._cell.edge - 1}}"
        pieces: list[PieceLike] = [(number, self._named(squares[0][1:])), gaps[0]]
        for (face, click), gap in zip(looks, gaps[1:], strict=True):
            pieces += (face.text, face.tone, click), (*gap, click)
        edge = [self._edge(looks, gaps)] * ((down - 2) // 2)
        return [*edge, row(*pieces), *edge]

    def _named(self, name: str) -> str:
        """Return the tone of a column's letter or a row's number: the cursor's stands out."""
        return "gold" if name and name in (self._at[:1], self._at[1:]) else "dim"

    def _edge(self, looks: Sequence[tuple[Look, str]], gaps: Sequence[tuple[str, str]]) -> Row:
        """Draw what a row of squares has above and below its text: tiles fill their squares."""
        inner = self._cell.across - 1
        blank = [(" ", "") if sign in "▸◂" else (sign, tone) for sign, tone in gaps]
        pieces: list[PieceLike] = [" " * (self._cell.edge - 1), blank[0]]
        for (square, click), gap in zip(looks, blank[1:], strict=True):
            pieces += (" " * inner, square.tone if square.filled else "", click), (*gap, click)
        return row(*pieces)

    def _line(self, cross: str = "┼") -> Row:
        """Draw a line above, between or below rows of squares."""
        inner = self._cell.across - 1
        return row(" " * self._cell.edge, (cross.join(["─" * inner] * len(COLUMNS)), "rule"))

    @property
    def _side(self) -> tuple[str, str]:
        """Return what parts two squares of a row."""
        return ("│", "rule") if self._cell.lined else (" ", "")

    def _gaps(self, squares: Sequence[str]) -> list[tuple[str, str]]:
        """Return what stands before, between and after the squares of a row."""
        gaps = [(" ", ""), *[self._side] * (len(squares) - 1), (" ", "")]
        if self._last in squares:
            at = squares.index(self._last)
            gaps[at : at + 2] = [("▐", "strong"), ("▌", "strong")]
        for at, square in enumerate(squares, 1):
            if sign := self._beside(square):
                mark = seat_mark(self._tiles[square].seat)
                gaps[at] = (sign, mark.tile if self._tiles[square].face_up else "dim")
        for at, square in enumerate(squares):
            if square in self._lit:
                gaps[at] = ("█" if gaps[at][0] == "▌" else "▐", "accent")
                gaps[at + 1] = ("▌", "accent")
        if self._at in squares:
            at = squares.index(self._at)
            gaps[at : at + 2] = [("▸", "gold"), ("◂", "gold")]  # unfilled: no neighbour runs in
        return gaps

    def _beside(self, square: str) -> str:
        """Return what finds no room on a tile: that it is a star; of a narrow one its seat."""
        tile, across = self._tiles.get(square), self._cell.across
        if tile is None or across > 4:
            return ""
        if across == 4:
            return "★" if tile.star and tile.face_up and tile.value >= 10 else ""
        letter = self._letters[tile.seat]
        return "" if tile.value < 10 or not letter else letter if tile.face_up else "░"

    def _cell_look(self, square: str, cells: int) -> Look:
        if square in self._tiles:
            tile = self._tiles[square]
            mark = seat_mark(tile.seat)
            if not tile.face_up and not self._letters[tile.seat]:
                return Look(pad(str(tile.value), cells, "right"), "tile-dim", filled=True)
            if not tile.face_up:
                turned = f"░{tile.value}░"[:cells] if cells > 2 else f"░{tile.value}"[-2:]
                return Look(pad(turned, cells, "center"), "dim")
            text = self._tile(tile.seat, tile.value, tile.star, cells)
            if square in self._lit:
                return Look(text, "tile-held", filled=True)
            return Look(text, mark.tile, filled=True)
        if self._aim and square == self._at:
            text = self._tile(
                self._aim.seat, self._aim.value(square), self._aim.tile == STAR, cells
            )
            return Look(text, "cursor", filled=True)
        if square in self._open:
            ring, tone = ("◎", "gold") if self._open[square] else ("○", "good")
            label = ring + (self._worth(square) if cells > 2 else "")
            return Look(pad(label, cells, "center"), tone)
        return self._empty(square, cells)

    def _tile(self, seat: int, value: int, star: bool, cells: int) -> str:
        number = f"{value}★" if star and (cells > 3 or value < 10) else str(value)
        label = f"{self._letters[seat]}{number:>{min(2, cells - 1)}}"
        return f"{label:^{cells}}"[-cells:]

    def _worth(self, square: str) -> str:
        """Return the sign of an empty square where the tile may lie, without a frame."""
        mark = MARKS[square]
        if mark in MARKED:
            return str(MARKED[mark])
        owner = self._owner(square)
        return "" if owner is None or owner >= len(self._letters) else self._letters[owner]

    def _empty(self, square: str, cells: int) -> Look:
        """Show what an empty square is worth: quietly where no tile can lie yet."""
        mark, owner = MARKS[square], self._owner(square)
        near = touches(self._tiles, square) or mark.islower()
        if mark in MARKED:
            return Look(pad(str(MARKED[mark]), cells, "center"), "" if near else "dim")
        if owner is None or owner >= len(self._letters):
            sign = "" if self._cell.lined else "·"
            return Look(pad(sign, cells, "center"), "dim" if near else "rule")
        frame = "·{}" if cells < 3 else "({})" if mark.islower() else "[{}]"
        tone = seat_mark(owner).tone if near or len(self._tiles) < _FEW else "dim"
        return Look(pad(frame.format(self._letters[owner]), cells, "center"), tone)

    def _owner(self, square: str) -> int | None:
        """Return whose colour a square has; perhaps nobody's who plays."""
        at = COLOURS.find(MARKS[square].lower())
        return at if at >= 0 else None


def line_rules(words: Words, plays: bool) -> tuple[str, ...]:
    """Say what a line scores, and to who plays what the signs on the squares mean."""
    t = words.t
    rules = (
        t(
            "A straight line of tiles that makes 21 scores {n}, or what the new square says.",
            n=PLAIN,
        ),
        t(
            "○ where the tile may go, ◎ where it makes 21; on your own colour {n} points.",
            n=OWN,
        ),
        t("A tile that scored is turned over: it counts no more."),
    )
    return rules if plays else rules[::2]


def poster() -> list[Row]:
    """Draw a line of tiles that makes 21."""
    dots = ("  ·  ", "rule")
    four, eight, nine = (
        (pad(number, 5, "center"), seat_mark(seat).tile)
        for seat, number in enumerate(("4", "8", "9"))
    )
    return [
        row(four, dots, dots),
        row(dots, eight, dots),
        row(dots, dots, nine, ("  = ", "dim"), ("21", "gold")),
    ]


def thumbnail(view: View) -> list[Row]:
    """Draw the squares around the last tile; each tile with the shape of its seat."""
    return _around_last(view, Cell(3, 1)).part(*_corner(view))


def _around_last(view: View, cell: Cell) -> Board:
    letters = [seat_mark(seat).shape for seat in range(len(view.scores))]
    return Board(view.board, letters, cell, at="", lit={view.last or _MIDDLE})


def _corner(view: View) -> tuple[int, int]:
    """Return the column and the row from which the last tile is seen."""
    last = view.last or _MIDDLE
    left = around(COLUMNS.index(last[0]), len(COLUMNS), 7)
    return left, around(int(last[1:]) - 1, size(len(view.scores)), 3)


def last_board(words: Words, view: View, room: Size, /) -> list[Row]:
    """Draw all of the board at the end, the last tile and its line lit, and say where it lies.

    Narrow squares have no room for the letter of a tile's seat: its colour says whose it is.
    """
    last, count, (width, height) = view.last, size(len(view.scores)), room
    across = next((n for n in (4, 3) if width - EDGE - n * len(COLUMNS) >= _BESIDE), 0)
    down = next((n for n in (4, 2, 1) if n * count + _AROUND <= height), 0)
    if last is None or not across or not down:
        return []
    named = (words.t(seat_mark(number).colour)[0] for number in range(len(view.scores)))
    letters = [letter if across > 3 else "" for letter in named]
    lit = {last, *(square for line in view.lines for square in line)}
    closed = down > 1 and down * count + _AROUND + 3 <= height
    board = Board(view.board, letters, Cell(across, down), at="", lit=lit).rows(count, closed)
    tile, free = view.board[last], height - len(board) - _AROUND + 1
    text = words.t("the last tile, on {at}", at=last)
    number = f" {'★' * tile.star}{tile.value} "
    caption = row(" " * EDGE, (number, "tile-held"), (f"  {text}", "dim"))
    return [*board, *[EMPTY] * (free > 1), caption] if free > 0 else board


def finale(words: Words, view: View, seat: int, _rows: int, /) -> list[Row]:
    """Draw the line with which the winner ended."""
    last, t = view.last, words.t
    if last is None or not view.lines or view.board[last].seat != seat:
        return []
    tiles = [view.board[square] for square in view.lines[0]]
    drawn = fan([Card(tile.value, seat_mark(tile.seat).tone) for tile in tiles], 50)
    return beside(drawn, _with_sum(t("the line of the last tile")), row_width(drawn[0]), 1)


def _with_sum(text: str) -> list[Row]:
    return [EMPTY, row(("= ", "dim"), ("21", "gold"), (f"   {text}", "dim"))]


def laid(_: View, action: Action, /) -> Row:
    """Draw the tile of a choice, if it has one."""
    tile = getattr(action, "tile", None)
    return EMPTY if tile is None else row((f"{'★' if tile == STAR else tile:^3}", "tile-held"))


def chip(mark: SeatMark, letter: str) -> Row:
    return row((f" {letter} ", mark.tile))
