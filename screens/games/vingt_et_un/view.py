"""The view of 21: its keys, the board, the square under the cursor, the hands."""

from functools import partial, partialmethod

from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.vingt_et_un.rules.actions import Place
from arcade.games.vingt_et_un.rules.placing import COLUMNS, NAMES, rows
from arcade.games.vingt_et_un.rules.state import SeatView, View
from screens.games.view import GameView, Panel
from screens.games.vingt_et_un import legend, squares
from screens.games.vingt_et_un.aim import STAR, Aim
from screens.games.vingt_et_un.board import (
    NARROW,
    Board,
    finale,
    laid,
    last_board,
    line_rules,
    poster,
    thumbnail,
)
from screens.games.vingt_et_un.column import column, notes, panel
from screens.games.vingt_et_un.effect import sums
from screens.games.vingt_et_un.hand import HAND, LARGE, MEDIUM, hand_column, hand_rows, unfit
from screens.games.vingt_et_un.news import NEWS, history, lately, latest_talk
from screens.games.vingt_et_un.placard import placard
from screens.games.vingt_et_un.scores import (
    APART,
    CARD,
    HIGH,
    MOST,
    card_rows,
    close_card,
    named,
    score_cards,
)
from screens.games.vingt_et_un.seats import gained, in_a_line, not_laid, seats_below, seats_beside
from screens.games.vingt_et_un.squares import EDGE, Cell, inks
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    flow,
    indented,
    minus,
    placed,
    plain,
    row,
    row_width,
    spread,
)

_FLASH = 3
"""Frames a tile that was just laid stands out."""
_COLUMN, _LETTERS = 15, 3
"""Cells beside the board for hand and seats; rows around its squares: letters, margins, air."""
_BROAD = 105
"""The cells from which the seats stand below the board beside one's hand."""
_TIGHT = 24
"""Rows of a picture below which what a tile makes stands in the prompt, signs below the hand."""
_PROMPT = 16
"""Cells of the prompt before its sentence, and a margin."""
_AROUND = 4
"""Rows of air and of letters around a board and the cards of its seats."""
_NOTES = 24
"""The cells beside cards from which something is said there."""
_LOW_SQUARE = 6
"""The most cells of a square without a large number: then the rows' numbers have a margin."""
_SQUARES = {4: 8, 2: 4}
"""Rows of a square, and those that it needs above and below the board."""


class View21(GameView[View]):
    """A table of 21, with a cursor on the board and a chosen tile."""

    SIGNS = {
        "○": N_("where the tile may go, or a free seat"),
        "+5": N_("where it makes 21, and its points"),
        "░": N_("a turned tile"),
        "★": N_("a star, or the winner"),
        "▸◂": N_("the square or the tile you chose"),
    }
    SHOWS_SEATS = True
    COLUMNS = 48
    WIDE = 80
    TELLS = True
    PICTURED = N_("a line of 21 scores")
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
        self._scoring = False  # whether the board that is drawn has a square that scores
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
        """Choose a tile that fits, if the chosen one does not; a number that scores if one does."""
        fitting = [at for at, tile in enumerate(self._hand) if self._fits(tile)]
        if fitting and self._tile not in fitting:
            self._tile = fitting[0]
        numbers = [at for at in fitting if self._hand[at] != STAR]
        earns = {at: self._most(at) for at in numbers}
        best = max(numbers, key=earns.__getitem__, default=self._tile)
        if self.chosen != STAR and earns.get(best, 0) > earns.get(self._tile, 0):
            self._tile = best

    def _most(self, at: int) -> int:
        """Return what a tile of the hand can score at most."""
        own, seat = self._own, self.table.seat
        if own is None or seat is None:
            return 0
        aim = Aim(own, seat, self.table.offers, self._hand[at], 0)
        return max(map(aim.points, aim.squares), default=0)

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
            text = N_("Nothing fits: 1-3 choose a tile, Enter exchanges it, {key} passes.")
            if ends:
                text = N_("Nothing fits: Enter exchanges the tile; {key} passes and ends the game.")
            return t(text, key=self.key_of("pass"))
        if self.offered("pass"):
            last = t("Nothing fits: Enter passes, and the game ends.")
            return last if ends else t("Nothing fits: Enter passes.")
        if self.game.round == 1:
            return t("The first tile goes on your start square; it must be 9 or less.")
        return self._outlook() or t("1-3 choose a tile, arrows or Space a square, Enter lays it.")

    def touch_hint(self) -> str:
        t = self.words.t
        if self.offered("swap"):
            return t("Nothing fits: tap the tile to exchange.")
        if not self.offered("pass"):
            return (self._outlook() if self._moved else "") or t("Tap a tile, then a square.")
        ends = self.game.passes + 1 == len(self.game.scores)
        return t("Nothing fits: a pass ends the game.") if ends else t("Nothing fits.")

    def _outlook(self) -> str:
        """Say in the prompt what the tile makes, where that does not stand beside the hand."""
        width = self.app.size.width if self.alone else self.size.width
        aim = self._aimed() if self.alone or width >= _BROAD else None
        return plain(self._sums(aim, width - _PROMPT, 1)[0]).strip() if aim else ""

    poster = staticmethod(poster)
    placard = staticmethod(placard)
    thumbnail = staticmethod(thumbnail)
    finale = staticmethod(finale)
    last_board = staticmethod(last_board)
    decision = staticmethod(laid)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("tiles"), partial(not_laid, self)),)

    def about(self, seat: int) -> str:
        made = self.game.scores[seat] - gained(self, seat)
        return self.words.nt("{made} point", "{made} points", abs(made), made=minus(made))

    def draw(self, size: Size) -> list[Row]:
        """Draw the board with the seats at its right, or narrow with the seats below it."""
        width, height = size
        cell = self._cell(width, height)
        aim = self._aimed() if self.moment.ended is None else None
        margins = self._margins(cell, size)
        drawn = self._board(cell, aim)
        self._scoring = drawn.scoring
        board = drawn.rows(self._height, margins)
        if self._in_column(cell, size):
            return self._beside_board(board, size)
        if width < self.WIDE:
            return self._narrow(cell, board, aim, size)
        if self.alone:
            return self._whole(board, size)
        if width >= _BROAD:
            return self._broad(cell, board, size)
        gap = 1 if width == self.WIDE else 3
        beside_it = width - cell.width - gap - (gap > 1)
        explains = beside_it < NEWS
        below = self._below(aim, width - 2, height - len(board), explains)
        spare = height - len(board) - len(below)
        above = [EMPTY] * (spare > 1)
        side = panel(self, self._scoring, beside_it, len(board))
        lines = beside([*above, *board], [*above, *side], cell.width, gap)
        return [*lines, *([EMPTY] if spare else []), *below]

    def _margins(self, cell: Cell, size: Size) -> int:
        """Return how many margins of the field there are rows for: one below the board, both."""
        width, height = size
        free = height - self._height * cell.down - (cell.down == 1)
        if self._in_column(cell, size):
            return 1 if height < _TIGHT else 2  # the prompt stands apart from the keys
        if width < self.WIDE or (self.alone and height < _TIGHT):
            return 0
        room = free - _AROUND - card_rows(self)
        if self.alone:
            return int(room >= 0)
        return 2 * (width >= _BROAD and cell.down == 2 and room > 0)

    def _in_column(self, cell: Cell, size: Size) -> bool:
        """Return whether the seats stand below the hand, at the right of the board."""
        column, rows = size.width - cell.width - 1, self._height * cell.down + (cell.down == 1)
        wide = self.alone and named(self, column)
        return wide and size.height >= rows + _LETTERS and column >= _COLUMN

    def _beside_hand(self, cells: int) -> int:
        """Return the cells of seats that stand beside the hand; 0 where nothing does."""
        return cells - len(self._hand) * (HAND + 1) - 2 if self._hand and not self.alone else 0

    def _narrow(self, cell: Cell, board: list[Row], aim: Aim | None, size: Size) -> list[Row]:
        """Draw hand and seats below the board, as on an upright phone."""
        width, height = size
        sums = self._sums(aim, cell.width - 1, 1 if height < len(board) + 7 else 3)
        lines = [*board, *indented(sums, 1)]
        seats = seats_below(self, cell.width)
        if self.alone and height < len(lines) + 1 + len(seats):  # the prompt says the sum
            lines, seats = board, [seats_beside(self, EMPTY, cell.width)]
        room = height - len(lines) - len(seats)
        lines += [*self._hand_rows(cell.width, room), *seats]
        lines += indented(self._rules(cell.width, height - len(lines)), 1)
        return placed(lines, cell.width, width, height)

    def _broad(self, cell: Cell, board: list[Row], size: Size) -> list[Row]:
        """Draw the board; below it stand one's own hand, what signs mean, and the seats."""
        cells, own = size.width - 2, self._own
        count = len(self.game.scores)
        board = indented(board, (size.width - cell.width) // 2)
        if own is None or not own.hand:
            below = indented(self._cards(cells, HIGH), 1)
        else:
            hand = hand_rows(self, own, self._tile, self._fitting(own), cells, LARGE)
            across = row_width(hand[0]) + 3
            if count == 2:
                seats = 2 * CARD + APART
                rest = cells - across - seats - APART
                right = beside(self._explained(rest), score_cards(self, seats), rest, APART)
            else:
                seats = count * (close_card(self, self._beside_hand(cells)) + 2) - 2
                right, room = score_cards(self, seats, 2), cells - across
                apart = size.height > len(board) + 2 + LARGE + 1
                right += [*[EMPTY] * apart, *self._explained(room)[:1]]
            below = beside(hand, right, across, 0)
        lines = [*board, EMPTY, *below]
        return [*[EMPTY] * max(1, (size.height - len(lines)) // 2), *lines]

    def _cards(self, cells: int, room: int) -> list[Row]:
        """Draw the seats side by side, and what the signs mean: beside them, or else below.

        In a row below them stands what was made, or what lies at the cursor.
        """
        count, brief = len(self.game.scores), self._tells_of_a_square
        across = min(MOST, (cells - _NOTES) // count - APART)
        if across >= CARD:
            seats = count * (across + APART)
            cards = score_cards(self, seats - APART)
            cards = beside(cards, self._meant(cells - seats, HIGH), seats, 0)
            below = self._sums(None, cells, 1) if brief else self._rules(cells, room - HIGH - 2)
        else:
            cards = score_cards(self, cells)
            below = self._sums(None, cells, 1) if brief else self._meant(cells, 1)
        return [*cards, *[EMPTY] * any(below[:1]), *below]

    @property
    def _tells_of_a_square(self) -> bool:
        """Whether it is said what was made, or what lies at the cursor."""
        return self.moment.ended is not None or (self._moved and not self._legal)

    def _meant(self, cells: int, rows: int) -> list[Row]:
        return legend.meant(self, self._scoring, self._unfit, cells, rows)

    @property
    def _unfit(self) -> str:
        own = self._own
        first = self.game.round == 1  # the prompt says why
        return "" if own is None or first else unfit(self, own, self._fitting(own))

    def _fitting(self, own: SeatView) -> list[bool]:
        return [self._fits(tile) or not self.mine for tile in own.hand]

    def _latest(self, cells: int) -> Row:
        """Say which tiles fit nowhere, or what another seat laid last."""
        none = self._unfit
        return row(none) if cell_len(none) in range(1, cells + 1) else lately(self, cells)

    def _whole(self, board: list[Row], size: Size) -> list[Row]:
        """Draw the board with one's own hand beside it; the seats stand below."""
        cells, own, tight = size.width - 2, self._own, size.height < _TIGHT
        across = row_width(board[1])
        if own is not None and tight:
            room = len(board) - 4  # above what the signs mean
            hand = hand_column(self, own, self._tile, self._fitting(own), room)
            hand += [EMPTY] * bool(hand)
            hand += notes(self, self._scoring, cells - across - 1, len(board) - len(hand))
            board = beside(board, hand, across, 2)
        elif own is not None and own.hand:
            room = len(board) - 1  # apart from the seats
            hand = hand_column(self, own, self._tile, self._fitting(own), room)
            board = beside(board, hand, across, (cells - across - row_width(hand[-1])) // 2)
        if tight:
            effect = self._sums(None, cells, 1) if self._points else []
            below = [in_a_line(self, self._unfit, effect, cells)]
        else:
            below = self._cards(cells, size.height - len(board) - 2)
        return [EMPTY, *board, EMPTY, *indented(below, 1)]

    def _beside_board(self, board: list[Row], size: Size) -> list[Row]:
        """Draw at the right of the board hand and seats, and below it what happened."""
        across, own = row_width(board[1]), self._own
        rows = max(len(board), size.height - 3)  # air above, and around the bars below
        below = rows - len(board) - 1
        hand = partial(hand_column, self, own, self._tile, self._fitting(own)) if own else None
        seats = column(self, hand, size.width - across - 2, rows)
        remark = self._remark(across - 1)
        if below > 0:
            remark = remark or self._explained(across - 1)[:2]
            board = [*board, EMPTY, *indented(remark, 1), *[EMPTY] * bool(remark)]
            board += history(self, across, rows - len(board))
        else:
            board += indented(remark[:1] or [self._strip(across - 3)], 1)
        return [EMPTY, *beside(board, seats, across, 1)]

    def _strip(self, cells: int) -> Row:
        """Say what was laid last, and at the right what the signs mean until that is learnt."""
        news = self._latest(cells)
        meant = legend.brief(self, self._scoring, cells - row_width(news) - APART * bool(news))
        return spread(news, meant, cells) if news else meant

    def _explained(self, cells: int) -> list[Row]:
        return flow(legend.explained(self, self._scoring, self._unfit, cells), cells)

    def _remark(self, cells: int) -> list[Row]:
        """Say what was made, or what lies at the cursor; or what was talked of since."""
        effect = self._sums(None, cells, 1) if self._tells_of_a_square else []
        return effect or [*filter(None, [latest_talk(self, cells)])]

    def _below(self, aim: Aim | None, cells: int, room: int, explains: bool) -> list[Row]:
        """Draw one's own hand and what it makes; for who only watches what happened."""
        below = self._hand_rows(cells, room, aim)
        if not below:
            below = indented(self._sums(aim, cells - 1, 2), 1)
            below += [EMPTY] * (room - 2 - len(below))  # the board stays where it is
        rules = indented(self._rules(cells, room - len(below) - 2), 1) if explains else []
        return [*below, *([EMPTY] if rules and rules[0] else []), *rules][:room]

    def _hand_rows(self, cells: int, room: int, aim: Aim | None = None) -> list[Row]:
        """Draw one's own hand, beside it where there is room what it makes; nothing for others."""
        if (own := self._own) is None or not own.hand:
            return []
        drawn = hand_rows(self, own, self._tile, self._fitting(own), cells, room)
        across = max(map(row_width, drawn)) + 3
        if len(drawn) < MEDIUM or cells < NARROW:
            return drawn
        rest = cells - across
        lines = self._sums(aim, rest, len(drawn) - 1)
        lines += [EMPTY] * (len(drawn) - 1 - len(lines))
        lines.append(self._latest(rest))
        return beside(drawn, lines, across - 3, 3)

    def _rules(self, cells: int, rows: int) -> list[Row]:
        rules = line_rules(self.words, self.table.seat is not None)
        return self.legend(rules, cells - 1, rows)

    def _board(self, cell: Cell, aim: Aim | None) -> Board:
        """Return the board; a line just made lights up tile by tile until the game goes on."""
        tiles, last, frame = dict(self.game.board), self.game.last, self.moment.frame
        lit = set(self._made[: len(self._made) + 1 - frame] if frame else ())
        at, ended = self.square if self._points else "", self.moment.ended is not None
        if ended and last is not None:
            tiles[last] = replace(tiles[last], face_up=True)
            at, aim, lit = "", None, lit if frame else {last, *self._made}
        else:
            lit |= {last} if last and frame % 2 else set()
        return Board(
            tiles,
            len(self.game.scores),
            cell,
            inks(self.appearance),
            at=at,
            own=self.table.seat,
            aim=aim,
            lit=lit,
            last=last or "",
        )

    @property
    def _made(self) -> list[str]:
        """The squares of the lines that have just been made, each once."""
        return [*dict.fromkeys(square for line in self.game.lines for square in line)]

    def _cell(self, width: int, height: int) -> Cell:
        """Choose the size of the squares."""
        if width < self.WIDE:
            small = Cell(3, 1)
            beside_it = self._in_column(small, Size(width, height))
            return small if beside_it else Cell(max(3, min(4, (width - EDGE) // len(COLUMNS))), 1)
        down = next((n for n, rows in _SQUARES.items() if self._height * n + rows <= height), 1)
        if width >= _BROAD and not self.alone:
            across = (width - EDGE + 1) // len(COLUMNS)
            return Cell(min(across, _LOW_SQUARE) if down < squares.HIGH else across, down, EDGE)
        across = (width - EDGE - 2 - _COLUMN) // len(COLUMNS)
        return Cell(max(4, min(6, across)), down, EDGE + (not self.alone or self._height > 9))

    def _sums(self, aim: Aim | None, cells: int, rows: int) -> list[Row]:
        """Write out what the tile makes on the cursor's square, in so many rows."""
        return sums(self, aim, self.square if self._points else "", cells, rows)


VIEW = View21
