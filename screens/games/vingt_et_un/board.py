"""The board: a field with a faint dot in each square, which a tile fills with its seat's colour.

A premium square has its points in a tone of their own, one of a seat's colour the seat's shape.
Where the chosen tile may lie is lit, by `○` or by what it would score there, `+15`. Without colours
a tile has the shape of its seat too, and one turned face down is hatched.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

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
)
from arcade.games.vingt_et_un.rules.placing import rows as size
from arcade.games.vingt_et_un.rules.state import View
from screens.games.view import Finale
from screens.games.vingt_et_un.aim import STAR, Aim
from screens.games.vingt_et_un.squares import (
    BARS,
    EDGE,
    PRICE,
    Cell,
    Ground,
    Inks,
    Pieces,
    blank,
    filled,
    inks,
)
from screens.terminal.rows import (
    EMPTY,
    PieceLike,
    Row,
    around,
    columns,
    pad,
    row,
)
from screens.terminal.seats import seat_mark
from screens.widgets import cards

_MIDDLE = "H8"
"""The square around which an empty board is seen in the lobby."""
_BESIDE, _AROUND = 29, 5
"""Cells beside a board at the end, and rows around its squares: those of a card's head too."""
_APART = 4
"""The cells of a square from which the sign of where a tile may lie stands apart from a number."""
NARROW = 60
"""The cells below which a board is an upright phone's."""


class Board:
    """Draws the board of one moment, with the cursor `at` a square, and some tiles `lit`.

    The `last` tile stands between brackets, or bars. `scored`: only tiles that scored have their
    colours, and squares show nothing, as after a game. `seats` play; squares of an `own` colour
    where the tile may lie have their points.
    """

    def __init__(
        self,
        tiles: Mapping[str, Tile],
        seats: int,
        cell: Cell,
        ink: Inks,
        *,
        at: str,
        own: int | None = None,
        aim: Aim | None = None,
        lit: AbstractSet[str] = frozenset(),
        last: str = "",
        scored: bool = False,
    ) -> None:
        self._tiles = tiles
        self._seats = seats
        self._cell = cell
        self._ink = ink
        self._at = at
        self._own = own
        self._last = last
        self._scored = scored
        self._aim = aim if aim and at in aim.squares else None
        made = self._aim.made(at) if self._aim else []
        self._lit = lit | {square for line in made for square in line.squares}
        self._open = {square: aim.points(square) for square in aim.squares} if aim else {}
        self.scoring = any(self._open.values())

    def rows(self, count: int, margins: int = 0) -> list[Row]:
        """Draw so many rows of the board under the letters of its columns.

        `margins`: 1 for a margin of the field below them, 2 for one above them too.
        """
        cell = self._cell
        gap = row(" " * cell.edge) + row((" " * (cell.width - cell.edge), "field"))
        squares = [line for names in NAMES[:count] for line in self._row(names)]
        named = "".join(map(cell.label, COLUMNS))
        letters = row(" " * (cell.edge + cell.margin), (named, "dim"))
        if cell.down == 1:
            squares = [*[gap] * (margins > 1), *squares]
        return [letters, *squares[cell.down == 2 and margins < 2 :], *[gap] * (margins > 0)]

    def part(self, left: int, top: int) -> list[Row]:
        """Draw seven squares of three rows, from a place on."""
        return [
            line for squares in NAMES[top : top + 3] for line in self._row(squares[left : left + 7])
        ]

    def _row(self, squares: Sequence[str]) -> list[Row]:
        """Draw a row of squares, as high as a cell."""
        cell = self._cell
        looks = [self._square(square) for square in squares]
        clicks = [f"at {square}" for square in squares]
        name = squares[0][1:]
        margin = (" " * cell.margin, "field")
        if cell.over:
            *others, last = looks
            looks = [*others, tuple((*line[:-1], (line[-1][0][:-1], line[-1][1])) for line in last)]
        starts: list[list[PieceLike]] = [[" " * cell.edge, margin] for _ in range(cell.down)]
        starts[cell.middle] = [(f"{name:>{cell.edge - 1}}", "dim"), " ", margin]
        return [
            row(
                *start,
                *[  # a list: these are five hundred pieces
                    (text, tone, click)
                    for drawn, click in zip(looks, clicks, strict=True)
                    for text, tone in drawn[at]
                ],
            )
            for at, start in enumerate(starts)
        ]

    def _square(self, square: str) -> tuple[Pieces, ...]:
        tile, here, cell, ink = self._tiles.get(square), square == self._at, self._cell, self._ink
        if tile is not None:
            return self._tile(tile, square)
        if self._aim and here:
            number = f"{self._aim.value(square)}{'★' * (self._aim.tile == STAR)}"
            return filled(cell, ink, number, _CHOSEN, large=True)
        text, tone = self._empty(square)
        return blank(cell, text, tone, here)

    def _tile(self, tile: Tile, square: str) -> tuple[Pieces, ...]:
        """Draw a tile: between bars the last one and a lit one, between marks one at the cursor."""
        mark, cell, ink = seat_mark(tile.seat), self._cell, self._ink
        shaped, hatched, _ = ink
        ends, marks = ("", ""), ""
        if square == self._at:
            ends, marks = ("▸", "◂"), "cursor"
        elif square in self._lit:
            ends, marks = BARS, "field-accent"
        elif square == self._last:
            ends, marks = cell.last, "field-strong"
        number = f"{tile.value}{'★' * tile.star}"
        if self._scored:
            lit = square in self._lit
            if tile.face_up and not lit:
                return blank(cell, str(tile.value), "field-dim", marked=False)
            ends, marks = (BARS, "field-strong") if lit else (("", ""), "")
        elif not tile.face_up:
            if hatched and not marks:
                ends, marks = ("░", "░"), "field-dim"
            rim = "" if hatched else "field-turned"
            tone = "turned-last" if square == self._last and not hatched else "tile-turned"
            return filled(cell, ink, str(tile.value), Ground(tone, rim, ends, marks), large=True)
        if shaped:
            ends = (mark.shape, ends[1])
        below = self._tiles.get(f"{square[0]}{int(square[1:]) + 1}")
        alike = below is not None and below.face_up and below.seat == tile.seat
        touches = cell.down == 1 and alike and not (marks or self._scored)
        tone, rim = f"lined-{tile.seat}" if touches else mark.tile, f"field-{tile.seat % 10}"
        return filled(cell, ink, number, Ground(tone, rim, ends, marks), large=True)

    def _empty(self, square: str) -> tuple[str, str]:
        """Return what an empty square shows, and its tone."""
        if self._scored:
            return "·", "field-rule"
        mark, owner = MARKS[square], self._owner(square)
        worth = str(MARKED[mark]) if mark in MARKED else ""
        if square in self._open:
            if points := self._open[square]:
                return f"+{points}", "field-strong"
            own = owner is not None and owner == self._own
            worth = worth or (str(OWN) if own else "")
            apart = " " * (bool(worth) and self._cell.across >= _APART)
            return f"○{apart}{worth}", "field-strong"
        if worth:
            return worth, PRICE
        if owner is None or owner >= self._seats:
            return "·", "field-rule"
        return seat_mark(owner).shape, f"field-{owner}"

    def _owner(self, square: str) -> int | None:
        """Return whose colour a square has; perhaps nobody's who plays."""
        at = COLOURS.find(MARKS[square].lower())
        return at if at >= 0 else None


_CHOSEN = Ground("cursor", "field-accent", ("▸", "◂"), "cursor")
"""The ground of the chosen tile on the cursor's square."""


def line_rules(words: Words, plays: bool) -> tuple[str, ...]:
    """Say what a line scores, and to who plays what the signs on the squares mean."""
    t = words.t
    rules = (
        t(
            "A straight line of tiles that makes 21 scores {n}, or what the new square says.",
            n=PLAIN,
        ),
        t(
            "○ where the tile may go, +{plain} where it makes 21; on your own colour {n} points.",
            n=OWN,
            plain=PLAIN,
        ),
        t("A tile that scored is turned over: it counts no more."),
    )
    return rules if plays else rules[::2]


def poster() -> list[Row]:
    """Draw a line of tiles that makes 21."""
    dots = ("  ·  ", "dim")
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
    at = view.last or _MIDDLE
    return Board(
        view.board, len(view.scores), cell, Inks(shaped=True, hatched=True), at="", lit={at}
    )


def _corner(view: View) -> tuple[int, int]:
    """Return the column and the row from which the last tile is seen."""
    last = view.last or _MIDDLE
    left = around(COLUMNS.index(last[0]), len(COLUMNS), 7)
    return left, around(int(last[1:]) - 1, size(len(view.scores)), 3)


def last_board(words: Words, view: View, room: Size, appearance: str, /) -> list[Row]:
    """Draw all of the board at the end: what scored, and lit the last tile and its line."""
    last, count, (width, height) = view.last, size(len(view.scores)), room
    fitting = (Cell(n, 1) for n in (6, 5, 4, 3))
    across = next((cell.across for cell in fitting if width - cell.width >= _BESIDE), 0)
    down = next((n for n in (4, 2, 1) if n * count + _AROUND <= height), 0)
    if last is None or not across or not down:
        return []
    lit = {last, *(square for line in view.lines for square in line)}
    closed = down > 1 and down * count + _AROUND + 3 <= height
    cell, ink = Cell(across, down), inks(appearance)
    drawn = Board(view.board, len(view.scores), cell, ink, at="", lit=lit, scored=True)
    board = drawn.rows(count, 2 * closed)
    tile, free = view.board[last], height - len(board) - _AROUND + 1
    texts = words.t("the last tile, on {at}", at=last), words.t("coloured: scored")
    number = f" {'★' * tile.star}{tile.value} "
    caption = row(
        " " * EDGE, (number, seat_mark(tile.seat).tile), ("  " + "   ".join(texts), "dim")
    )
    return [*board, EMPTY, caption] if free > 1 else board


def finale(words: Words, view: View, seat: int, _rows: int, /) -> Finale | None:
    """Draw the line with which the winner ended, if it was one."""
    last = view.last
    if last is None or not view.lines or view.board[last].seat != seat:
        return None
    line, text = view.lines[0], words.t("the line of the last tile")
    drawn = columns([_small(view.board[square]) for square in line], 1)
    return Finale(drawn, row(("= ", "dim"), ("21", "strong"), (f"   {text}", "dim")))


def _small(tile: Tile) -> list[Row]:
    """Draw a tile as on a page, with half a row free above and below it."""
    number = pad(f"{tile.value}{'★' * tile.star}", 5, "center")
    return cards.frameless([number], seat_mark(tile.seat).tile)


def laid(_: View, action: Action, /) -> Row:
    """Draw the tile of a choice, if it has one."""
    tile = getattr(action, "tile", None)
    return EMPTY if tile is None else row((f"{'★' if tile == STAR else tile:^3}", "tile-held"))
