"""The view of 21: its keys, the board, the square under the cursor, the hands."""

from collections.abc import Sequence
from functools import partialmethod

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Place
from arcade.games.vingt_et_un.rules.placing import (
    COLUMNS,
    NAMES,
    rows,
)
from arcade.games.vingt_et_un.rules.state import SeatView, View
from screens.games.view import GameView, Panel
from screens.games.vingt_et_un.aim import STAR, Aim, Sum, way
from screens.games.vingt_et_un.board import (
    EDGE,
    NARROW,
    Board,
    Cell,
    finale,
    laid,
    line_rules,
    poster,
    thumbnail,
)
from screens.games.vingt_et_un.hand import MEDIUM, about, hand_column, hand_rows, unfit
from screens.games.vingt_et_un.news import NEWS, history, lately, worth_text
from screens.games.vingt_et_un.seats import (
    gained,
    letter,
    not_laid,
    pays,
    seat_blocks,
    seats_abreast,
    seats_below,
    signs,
)
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fit,
    flow,
    indented,
    minus,
    pad,
    placed,
    plain,
    row,
    row_width,
    spread,
    unindented,
    wrap,
)

_FLASH = 3
"""Frames a tile that was just laid stands out."""
_COLUMN = 12
"""Cells beside the board for one's own tiles below each other."""
_BEST = 3
"""How many of the squares that score are listed."""
_HIGH = {4: 8, 2: 4}
"""Rows of a square, and those that it needs above and below the board."""
_EXPLAINED = 4
"""Rows for what the signs mean that long names of seats leave."""
_ROOMY = 6
"""Rows below the board, beside those of the seats, from which what is there stands apart."""
_INDENT = 6
"""Cells before what is said of a square, below its name and the sum."""
_WAYS = {"─": N_("row"), "│": N_("column"), "╲": N_("diagonal"), "╱": N_("diagonal")}


class View21(GameView[View]):
    """A table of 21, with a cursor on the board and a chosen tile."""

    SIGNS = {
        "○": N_("where the tile may go, or a free seat"),
        "◎": N_("where it makes 21"),
        "░": N_("a turned tile"),
        "●": N_("a tile in a hand"),
        "★": N_("a star, or the winner"),
        "▸◂": N_("the square or the tile you chose"),
    }
    SHOWS_SEATS = True
    COLUMNS = 48
    WIDE = 80
    KEYS = (
        Action("lay", ("enter",), "Enter", N_("lay it"), N_("Lay the chosen tile on the square.")),
        Action("tile_0", ("1",), "1-3", N_("tile"), N_("Choose a tile from your hand.")),
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
        self._moved = False
        self._spare_star()
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
    def _points(self) -> bool:
        """Whether there is a cursor: who only watches has one once they move it."""
        return self._moved or self.table.seat is not None

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

    def is_enabled(self, name: str) -> bool:
        if name in {"up", "down", "left", "right"}:
            return True
        if not self.mine:
            return False
        if name in {"more", "less"}:
            return self.chosen == STAR and bool(self._legal)
        if name in {"mulligan", "pass"}:
            return super().is_enabled(name)
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
        if aim := self._aimed():
            order = aim.best()
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
            self._moved = True
            self._go(square)
            self.redraw()

    def show(self, table: TableView) -> None:
        """Take a new table view; the first of a game begins like every turn."""
        before = self.table
        super().show(table)
        lost = before.offers != self.table.offers and self.square not in self._legal
        if before.view is None or lost:
            self._begin_turn()
            self.redraw()

    def changed(self, before: View) -> None:
        """Keep the cursor, begin one's turn on a legal square, and highlight a new tile."""
        self._tile = min(self._tile, max(0, len(self._hand) - 1))
        self._declared = 0
        if self.game.last and before.last != self.game.last:
            self.play_frames(len(self._made) or _FLASH)
            self._spare_star()
        self._begin_turn()

    def _declare(self, step: int) -> None:
        aim = self._aimed()
        choices = aim.declarations(self.square) if aim else []
        if aim and choices:
            at = choices.index(aim.value(self.square)) + step
            self._declared = choices[max(0, min(at, len(choices) - 1))]

    def _move(self, down: int, right: int) -> None:
        self._moved = True
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

    def recommend(self, action: object) -> None:
        """Go to the square and the tile that the coach chooses."""
        if isinstance(action, Place):
            self._go(action.at)
            if action.tile in self._hand:
                self._tile = list(self._hand).index(action.tile)
            self.redraw()

    def _begin_turn(self) -> None:
        """On one's own turn choose a tile that fits, and a square for it."""
        if self.mine:
            self._to_first_tile()
            self._to_first_legal()

    def _to_first_legal(self) -> None:
        """Go where the chosen tile scores most, unless it can be laid at the cursor."""
        aim = self._aimed()
        if aim and aim.squares:
            best = aim.best()[0]
            if self.square not in aim.squares or aim.points(best):
                self._go(best)

    def _to_first_tile(self) -> None:
        """Choose a tile that fits, if the chosen one does not."""
        fitting = [at for at, tile in enumerate(self._hand) if self._fits(tile)]
        if fitting and self._tile not in fitting:
            self._tile = fitting[0]

    def _spare_star(self) -> None:
        """Choose a number that fits, if a star was chosen: it may lie almost anywhere."""
        numbers = [at for at, tile in enumerate(self._hand) if tile != STAR and self._fits(tile)]
        if numbers and self.chosen == STAR:
            self._tile = numbers[0]

    # Picture

    def phase_text(self) -> str:
        return self.words.t("round {n}", n=self.game.round)

    def hint(self) -> str:
        t = self.words.t
        ends = self.game.passes + 1 == len(self.game.scores)
        if self.offered("swap"):
            if ends:
                return t(
                    "Nothing fits: Enter exchanges the tile; {key} passes and ends the game.",
                    key=self.key_of("pass"),
                )
            return t(
                "Nothing fits: 1-3 choose a tile, Enter exchanges it, {key} passes.",
                key=self.key_of("pass"),
            )
        if self.offered("pass"):
            if ends:
                return t("Nothing fits: Enter passes, and the game ends.")
            return t("Nothing fits: Enter passes.")
        return t("1-3 choose a tile, arrows or Space a square, Enter lays it.")

    def touch_hint(self) -> str:
        t = self.words.t
        if self.offered("swap"):
            return t("Nothing fits: tap the tile to exchange.")
        if not self.offered("pass"):
            return t("Tap a tile, then a square.")
        ends = self.game.passes + 1 == len(self.game.scores)
        return t("Nothing fits: a pass ends the game.") if ends else t("Nothing fits.")

    poster = staticmethod(poster)
    thumbnail = staticmethod(thumbnail)
    finale = staticmethod(finale)
    decision = staticmethod(laid)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("tiles"), lambda width, _: not_laid(self, width)),)

    def about(self, seat: int) -> str:
        made = self.game.scores[seat] - gained(self, seat)
        return self.words.nt("{made} point", "{made} points", abs(made), made=minus(made))

    def draw(self, size: Size) -> list[Row]:
        """Draw the board with the seats at its right, or narrow with the seats below it."""
        width, height = size
        cell = self._cell(width, height)
        aim = self._aimed() if self.moment.ended is None else None
        board = self._board(cell, aim).rows(self._height)
        if width < self.WIDE:
            return self._narrow(cell, board, aim, size)
        if self.alone:
            return self._whole(board, aim, size)
        gap = 1 if width == self.WIDE else 3
        panel = width - cell.width - gap - (gap > 1)
        explains = panel < NEWS
        below = self._below(aim, width - 2, height - len(board), explains)
        spare = height - len(board) - len(below)
        if spare > 1:
            board = [EMPTY, *board]
        side = self._panel(panel, len(board) - (spare > 1))
        lines = beside(board, [EMPTY, *side] if spare > 1 else side, cell.width, gap)
        return [*lines, *([EMPTY] if spare else []), *below]

    def _narrow(self, cell: Cell, board: list[Row], aim: Aim | None, size: Size) -> list[Row]:
        """Draw hand and seats below the board, as on an upright phone."""
        width, height = size
        sums = self._sums(aim, cell.width - 1, 1 if height < len(board) + 7 else 3)
        lines = [*board, *indented(sums, 1)]
        seats = seats_below(self, cell.width)
        room = height - len(lines) - len(seats)
        lines += [*self._hand_rows(cell.width, room), *seats]
        lines += self._rules(cell.width, height - len(lines))
        return placed(lines, cell.width, width, height)

    def _whole(self, board: list[Row], aim: Aim | None, size: Size) -> list[Row]:
        """Draw the board with one's own hand beside it; seats and sentences stand below."""
        cells, own = size.width - 2, self._own
        seats = indented(seats_abreast(self, cells), 1)
        room = size.height - len(board)
        tight = room < len(seats) + _ROOMY
        effect = [] if own is not None or not self._points else self._sums(aim, cells, 1)
        if own is not None and own.hand:
            across = row_width(board[1])
            fitting = [self._fits(tile) or not self.mine for tile in own.hand]
            hand = hand_column(self, own, self._tile, fitting, len(board))
            board = beside(board, hand, across, (cells - across) // 3)
            effect = self._effects(own, aim, fitting, tight, cells)
        meant = self._meant(cells, 1 if tight else 2)
        room -= len(effect) + len(seats) + len(meant) + 4 + (own is None)
        more = self._rules(cells, room) if own is not None else history(self, cells, max(1, room))
        last = [[*meant, *more]] if own is not None else [more, meant]
        blocks = [indented(effect, 1), seats, *last]
        upper = [*[EMPTY] * (not tight), *board]
        spare = size.height - len(upper) - sum(map(len, blocks))
        for block in filter(None, blocks):
            upper += [*[EMPTY] * (spare > 0), *block]
            spare -= 1
        return upper

    def _meant(self, cells: int, rows: int) -> list[Row]:
        """Explain the signs in so many rows, and name the key that shows the log."""
        log = row(("Tab", "gold"), (" " + self.words.t("log"), "dim")) if self.has_log else EMPTY
        scoring = [piece for line in self._scoring()[:_BEST] for piece in line]
        parts = signs(self, [tuple(scoring)] if scoring else [], True)
        meant = flow(map(unindented, parts), cells - row_width(log) - 3)[:rows] or [EMPTY]
        return indented([spread(meant[0], log, cells), *meant[1:]], 1)

    def _effects(
        self, own: SeatView, aim: Aim | None, fitting: list[bool], tight: bool, cells: int
    ) -> list[Row]:
        """Say what the tile makes, which tiles fit nowhere, or what another seat laid last."""
        none = unfit(self, own, fitting)
        latest = row(none) if none else lately(self, cells)
        if not tight:
            return [*self._sums(aim, cells, 2), latest]
        effect = self._sums(aim, cells - row_width(latest) - 3, 1)[0]
        if ", " in plain(effect) or not aim or not aim.sums(self.square):
            return [spread(effect, latest, cells)]
        return self._sums(aim, cells, 1)

    def _below(self, aim: Aim | None, cells: int, room: int, explains: bool) -> list[Row]:
        """Draw one's own hand and what it makes; for who only watches what happened."""
        below = self._hand_rows(cells, room, aim)
        if not below:
            below = indented(self._sums(aim, cells - 1, 2), 1)
            below += [EMPTY] * (room - 2 - len(below))  # the board stays where it is
        rules = self._rules(cells, room - len(below) - 2) if explains else []
        return [*below, *([EMPTY] if rules and rules[0] else []), *rules][:room]

    def _hand_rows(self, cells: int, room: int, aim: Aim | None = None) -> list[Row]:
        """Draw one's own hand, beside it where there is room what it makes; nothing for others."""
        if (own := self._own) is None or not own.hand:
            return []
        fitting = [self._fits(tile) or not self.mine for tile in own.hand]
        drawn = hand_rows(self, own, self._tile, fitting, cells, room)
        across = max(map(row_width, drawn)) + 3
        if len(drawn) < MEDIUM or cells < NARROW:
            return drawn
        rest = cells - across
        lines = self._sums(aim, rest, len(drawn) - 1)
        lines += [EMPTY] * (len(drawn) - 1 - len(lines))
        left, latest = row((about(self, own, fitting, rest), "dim")), lately(self, rest)
        if len(drawn) > MEDIUM and not lines[-1]:
            lines[-1], latest = latest, EMPTY
        room = row_width(left) + row_width(latest) + 3 <= rest
        lines.append(spread(left, latest, rest) if room else left)
        return beside(drawn, lines, across - 3, 3)

    def _panel(self, cells: int, height: int) -> list[Row]:
        """Draw the seats, and below them what signs and squares mean."""
        scoring = self._scoring()[:_BEST]
        payments = pays(self, cells) if cells >= NEWS else []
        explained = [*signs(self, scoring, not payments), *payments]
        rows = seat_blocks(self, cells, height - min(len(explained), _EXPLAINED) - 1)
        if len(rows) + len(explained) >= height:
            explained = signs(self, scoring, True)
        return [*rows, *[EMPTY, *explained][: max(0, height - len(rows))]]

    def _scoring(self) -> list[Row]:
        """List the squares where the chosen tile makes 21, those first that score most."""
        aim = self._aimed() if self.moment.ended is None else None
        squares = [(square, aim.points(square)) for square in aim.best()] if aim else []
        return [
            row((f" {' ' if number else '◎'}  {pad(square, 3)} +{points}", "gold", f"at {square}"))
            for number, (square, points) in enumerate(squares)
            if points
        ]

    @property
    def _letters(self) -> list[str]:
        return [letter(self.words, seat) for seat in range(len(self.game.scores))]

    def _rules(self, cells: int, rows: int) -> list[Row]:
        rules = line_rules(self.words, self.table.seat is not None)
        return indented(self.legend(rules, cells - 1, rows), 1)

    def _board(self, cell: Cell, aim: Aim | None) -> Board:
        """Return the board; a line just made lights up tile by tile until the game goes on."""
        tiles, last, frame = dict(self.game.board), self.game.last, self.moment.frame
        lit = set(self._made[: len(self._made) + 1 - frame] if frame else ())
        if self.moment.ended is None or last is None:
            lit |= {last} if last and frame % 2 else set()
            at = self.square if self._points else ""
            return Board(tiles, self._letters, cell, at=at, aim=aim, lit=lit, last=last or "")
        tiles[last] = replace(tiles[last], face_up=True)
        return Board(tiles, self._letters, cell, at="", lit=lit if frame else {last, *self._made})

    @property
    def _made(self) -> list[str]:
        """The squares of the lines that have just been made, each once."""
        return [*dict.fromkeys(square for line in self.game.lines for square in line)]

    def _cell(self, width: int, height: int) -> Cell:
        """Choose the size of the squares."""
        if width < self.WIDE:
            return Cell(max(3, min(4, (width - EDGE) // len(COLUMNS))), 1)
        down = next((n for n, rows in _HIGH.items() if self._height * n + rows <= height), 1)
        panel = 15
        if self.alone:
            panel = _COLUMN if self.table.seat is not None else 0
        across = (width - EDGE - 2 - panel) // len(COLUMNS)
        return Cell(max(4, min(6, across)), down, EDGE + 1)

    def _sums(self, aim: Aim | None, cells: int, rows: int) -> list[Row]:
        """Write out what the tile makes on the cursor's square, in so many rows."""
        at = self.game.last if self.moment.ended is not None else None
        head, more = self._finished(at) if at else self._about(aim)
        if rows > 1:
            about = more
            while len(wrap(about, cells, _INDENT - 1)) >= rows and ", " in plain(about):
                about = row((plain(about).rpartition(", ")[0], "dim"))
            return [fit(line, cells) for line in (head, *wrap(about, cells, _INDENT - 1))]
        words = plain(more).strip()
        while words and row_width(head) + cell_len(words) + 3 > cells:
            words = words.rpartition(", ")[0]
        return [fit(head + row((f"   {words}" if words else "", "dim")), cells)]

    def _about(self, aim: Aim | None) -> tuple[Row, Row]:
        """Describe the effect of the chosen tile on the cursor's square, or what lies there."""
        t, square = self.words.t, self.square
        if not self._points:
            return EMPTY, EMPTY
        if aim and square in aim.squares:
            return self._outlook(aim, square)
        if square in self.game.board:
            tile = self.game.board[square]
            of = {"at": square, "n": tile.value, "name": self.name_of(tile.seat)}
            if tile.face_up:
                return row((t("{at}: {n}, {name:@|yours}", **of), "dim")), EMPTY
            return row((t("{at}: {n}, {name:@|yours}, face down", **of), "dim")), EMPTY
        if why := self._why_not(square) if aim else "":
            return row((t("{at}: ", at=square), "dim"), (why, "alert")), EMPTY
        return row((t("{at}: ", at=square) + worth_text(self, square), "dim")), EMPTY

    def _outlook(self, aim: Aim, square: str) -> tuple[Row, Row]:
        """Write out what the tile makes on a square where it may lie."""
        t, points, made = self.words.t, aim.points(square), aim.made(square)
        laid = f"★{aim.value(square)}" if aim.tile == STAR else str(aim.value(square))
        parts = [worth_text(self, square)]
        if points:
            parts.append(t("your tile will be turned"))
        elif made:
            parts = [t("nothing scores before round {n}", n=placing.SCORING_ROUND)]
        else:
            parts.append(t("no 21 yet"))
        alone = aim.tile == STAR and aim.value(square) == placing.GOAL
        sums = [] if alone else aim.sums(square)[:2]
        if not (points or made or sums):
            laid, parts = t("{n} makes no 21 yet", n=laid), parts[:1]
        return self._written(square, made or sums, laid, points, parts)

    def _finished(self, at: str) -> tuple[Row, Row]:
        """Write out what the tile that has just been laid has made."""
        view, tile = self.game, self.game.board[at]
        lines = [
            Sum(
                way(*line), line, " + ".join(str(view.board[at].value) for at in line), placing.GOAL
            )
            for line in view.lines
        ]
        laid = f"★{tile.value}" if tile.star else str(tile.value)
        name = self.words.t("{name:@ makes|you make} 21", name=self.name_of(tile.seat))
        made = [name] if not tile.face_up else []  # the game may also end without
        return self._written(at, lines, laid, gained(self, tile.seat), made)

    def _written(
        self, square: str, sums: Sequence[Sum], laid: str, points: int, parts: Sequence[str]
    ) -> tuple[Row, Row]:
        """Write "E5   4 + 8 + 9 = 21    +15", and below it the directions and more."""
        gold = "gold" if points or any(line.total == placing.GOAL for line in sums) else "strong"
        total = " · ".join(f"{line.numbers} = {line.total}" for line in sums) or laid
        head = row(
            (pad(square, _INDENT - 1), "strong"),
            (total, gold),
            (f"    +{points}" if points else "", gold),
        )
        where = self.words.listed([self.words.t(_WAYS[line.way]) for line in sums]) if sums else ""
        more = ", ".join(filter(None, (where, *parts)))
        return head, row((" " * (_INDENT - 1) + more, "dim"))

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


VIEW = View21
