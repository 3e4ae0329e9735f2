"""The card at a game's end, composed in rows: the same order at every size."""

from collections.abc import Sequence

from textual.geometry import Size

from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Highlights
from arcade.club.speech.ending import STORY_LINES, Ending, ending
from arcade.club.views import LogLine, TableView
from screens.games import view_class
from screens.games.view import Finale
from screens.table.result.blocks import APART, Blocks, abreast, flat, half, last_of
from screens.table.result.course import Chances
from screens.table.result.headline import headline, stands_beside
from screens.table.result.ranking import brief_ranking, ranking
from screens.table.result.telling import Telling
from screens.terminal.rows import EMPTY, Row, beside, blocks_apart, placed, row_width
from screens.widgets.lines import Lines

_AROUND, _HALVES = 158, 130
"""Cells of a card around a board at most, and of one from which moves and story are side by side.
"""
_TALK = 4
"""How many lines of talk after the game are shown."""
_LONGER = 6
"""Lines by which a story may grow."""
_TALL = 36
"""Rows of a card in which what is said stands beside a board, not below it."""
_BOARD = 110
"""Cells of a card that has room for a board."""
_AIRY = 18
"""Rows from which what has no row of air above it is left out."""
_FINALES = (3, 5, 7)
"""Rows of what won: of dice with numbers, and of those with pips."""
_CURVES = ((3, 0), (4, 0), *((rows, 1) for rows in (4, 5, 7, 9, 11, 13, 15, 17)))
"""Rows of the curve, and of the air above it."""
_TOLD = 1
"""Rows of what the coach will have to tell."""


class Result(Lines):
    """The rows of the card."""

    def __init__(self) -> None:
        super().__init__()
        self._table: TableView | None = None
        self._highlights: Highlights | None = None
        self._curve: Curve | None = None
        self._talk: tuple[LogLine, ...] = ()
        self._lent = False

    def show(self, table: TableView) -> None:
        """Take the table after a game."""
        if self._table is not None and self._table.games_played != table.games_played:
            self._highlights = self._curve = None
            self._lent = False
        self._table = table.as_played()
        ends = [at for at, line in enumerate(table.lines, 1) if line.kind == "game"]
        self._talk = table.lines[ends[-1] if ends else 0 :][-_TALK:]
        self.redraw()

    def tell(self, highlights: Highlights) -> None:
        self._highlights = highlights
        self.redraw()

    def lend(self, lent: bool) -> None:
        """Take whether a bot made most of the reader's moves."""
        if lent != self._lent:
            self._lent = lent
            self.redraw()

    def trace(self, curve: Curve) -> None:
        """Take the game's curve."""
        self._curve = curve
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        table = self._table
        end = ending(self.words, table, STORY_LINES + _LONGER) if table is not None else None
        if table is None or end is None:
            return []
        card = Size(min(size.width - 2, _AROUND), size.height)
        if card.width >= _BOARD:
            last_board = view_class(table.game).last_board
            board = last_board(self.words, table.view, card, self.appearance)
            if board:
                rows = self._around(board, table, end, card)
                return placed(rows, card.width, *size)
        cells = size.width - 2  # from edge to edge, as what is above and below it
        telling = Telling(self, table, end, self._highlights, cells)
        parts = self._parts(telling, size.height)
        return placed(_spaced(parts, size.height), cells, *size)

    def _parts(self, telling: Telling, height: int) -> list[list[Row]]:
        """Return the blocks of the card, each as large as all of them have room.

        What matters most comes first: what decided, the day's deal, the reader's moves, what won,
        and the last that was said.
        """
        end, cells, chances = telling.end, telling.cells, self._chances(telling)
        halves = half(cells) if cells >= _HALVES else 0
        blocks = Blocks(height, int(height >= _AIRY), halves=halves)
        waiting = [EMPTY] * _TOLD if self._highlights is None else []  # for the coach's word
        large = self._large(telling, height)
        head = headline(self.words, end, cells, large=large)
        blocks.put(head=head, ranking=ranking(self, end.results, cells))
        blocks.put(lent=telling.lent() if self._lent else [], course=chances.decided(cells))
        blocks.put(moves=waiting, day=[], story=[], talk=[])
        whole, telling = telling, telling.within(halves or cells)
        grow, story, talk = blocks.grow, telling.stories(), telling.talk(self._talk)
        grow("day", flat(whole.day()))
        moves = telling.own_moves()
        grow("moves", flat(moves[:1]) or waiting)
        chances.grow(blocks, cells, _CURVES[:2])
        self._enlarge(blocks, whole, _FINALES[:1], large=large)
        grow("talk", flat(talk[-1:]))
        grow("moves", flat(moves))
        chances.grow(blocks, cells, _CURVES[2:3])
        if self._curve is None:
            grow("story", last_of(story[0], 1))
        grow("moves", flat(telling.moves()) or waiting)
        self._enlarge(blocks, whole, _FINALES[1:2], large=large)
        if self._curve is None:
            grow("story", flat(story[0]))
        for lines in (1, 2):
            grow("story", last_of(story[0], lines))
        chances.grow(blocks, cells, _CURVES[3:5])
        self._enlarge(blocks, whole, _FINALES[2:], large=large)
        grow("story", abreast(story[0], halves))
        chances.grow(blocks, cells, _CURVES[5:7])
        for longer in story[1:]:
            grow("story", abreast(longer, halves))
        chances.grow(blocks, cells, _CURVES[7:])
        grow("talk", flat(talk))
        if waiting and blocks.rows["moves"] is waiting:
            blocks.rows["moves"] = []
        return blocks.filled

    def _chances(self, telling: Telling) -> Chances:
        return Chances(telling.own_words, self._curve, telling.end.results, telling.moves_by_sign)

    def _large(self, telling: Telling, height: int) -> bool:
        """Return whether the card has room for large letters beside what won, or alone."""
        if telling.cells < _HALVES or height < _TALL:
            return False
        won = self._won(telling.table)
        return won is None or stands_beside(telling.end, telling.cells, won, large=True)

    def _enlarge(
        self, blocks: Blocks, telling: Telling, sizes: Sequence[int], *, large: bool
    ) -> None:
        """Draw what won in the head, as large as there is room for.

        Where there is a curve, right of the letters goes before being larger below them.
        """
        least = self._won(telling.table)
        low = least is not None and stands_beside(telling.end, telling.cells, least, large=large)
        low = low and self._curve is not None
        for rows in sizes:
            finale = self._won(telling.table, rows)
            if finale is None or max(map(row_width, finale.drawn)) > telling.cells:
                continue
            if not low or stands_beside(telling.end, telling.cells, finale, large=large):
                head = headline(self.words, telling.end, telling.cells, finale, large=large)
                blocks.grow("head", head)

    def _won(self, table: TableView, rows: int = _FINALES[0]) -> Finale | None:
        """Return what won in so many rows, where a single seat has won and that can be drawn."""
        winners = table.outcome.winners if table.outcome else ()
        if len(winners) != 1 or (rows > _FINALES[0] and self.appearance.endswith("ascii")):
            return None
        return view_class(table.game).finale(self.words, table.view, winners[0], rows)

    def _around(self, board: Sequence[Row], table: TableView, end: Ending, card: Size) -> list[Row]:
        """Draw a board as it was at the end, places and chances beside it, what is told below.

        On a high card that stands beside it, too.
        """
        cells, across = card.width, row_width(board[0])
        tall, room = card.height >= _TALL, card.height - len(board) - 2
        won = self._won(table) if tall else None
        ways = ((True, won), (False, won), (False, None)) if tall else ((False, None),)
        for large, shown in ways:
            head = headline(self.words, end, cells, shown, large=large)
            if len(head) <= room:
                break
        else:
            head = [*filter(None, head)][:room]
        rows = [EMPTY, *head, EMPTY]
        right = cells - across - APART
        column = Blocks((card.height - len(rows) if tall else len(board)) + 1, 1)
        telling = Telling(self, table, end, self._highlights, right, above=True)
        chances = self._chances(telling)
        column.put(ranking=brief_ranking(self, end.results, right))
        column.put(lent=telling.lent() if self._lent else [])
        column.put(course=chances.decided(right) if tall else [])
        chances.grow(column, right, _CURVES[3:7], decided=tall)
        if tall:
            self._say(column, telling)
        column.grow("ranking", brief_ranking(self, end.results, right, bars=True))
        rows += beside(board, blocks_apart(column.filled), across, APART)
        if not tall:
            below = Blocks(card.height - len(rows), 1)
            below.put(course=chances.decided(cells))
            self._say(below, telling.within(cells))
            rows += [line for block in below.filled for line in (EMPTY, *block)]
        return rows

    def _say(self, blocks: Blocks, telling: Telling) -> None:
        """Tell in what rows there are the moves, the day, the story and what was said."""
        blocks.put(moves=[], day=[], story=[], talk=[])
        stories, talk = telling.stories(), telling.talk(self._talk)
        blocks.grow("day", flat(telling.day()))
        blocks.grow("moves", flat(telling.own_moves()))
        for lines in (1, 2, 3):
            blocks.grow("story", last_of(stories[0], lines))
        blocks.grow("talk", flat(talk[-1:]))
        for story in stories:
            blocks.grow("story", flat(story))
        blocks.grow("moves", flat(telling.moves()))
        blocks.grow("talk", flat(talk))


def _spaced(parts: Sequence[list[Row]], height: int) -> list[Row]:
    """Put blocks below each other, a row of air above each, two where there are many to spare."""
    room = height - sum(map(len, parts))
    above = room >= len(parts)
    wide = 1 + (room - above >= 2 * len(parts))
    rows: list[Row] = [EMPTY] if above else []
    for number, part in enumerate(parts):
        apart = number and room - above >= number
        rows += [*([EMPTY] * wide if apart else []), *part]
    return rows
