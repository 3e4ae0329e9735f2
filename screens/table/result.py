"""The card at a game's end: the winner and the reason, everybody's rank, and the story."""

from asyncio import Task, create_task, wait
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from time import monotonic

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.deals.daily import Daily
from arcade.club.replays.curve import Curve
from arcade.club.replays.review import Highlights, Remark
from arcade.club.speech.daily import bots_text, day_text, dealt_text
from arcade.club.speech.ending import (
    STORY_LINES,
    Ending,
    ResultLine,
    best_text,
    ending,
    worst_text,
)
from arcade.club.standings.views import signed
from arcade.club.table_session import TableSession
from arcade.club.views import LogLine, TableView
from arcade.engine.words import N_
from screens.games import view_class
from screens.games.seat_rows import state_word
from screens.table.course import APART, LEAST, courses, own_course
from screens.table.headline import headline
from screens.terminal.rows import (
    EMPTY,
    Row,
    bar,
    beside,
    blocks_apart,
    clip,
    fit,
    indented,
    pad,
    placed,
    row,
    row_width,
    rows_apart,
    spread,
    wrap,
    wrap_whole,
)
from screens.terminal.seats import seat_mark
from screens.widgets.curve import BEST, WORST
from screens.widgets.lines import Lines
from screens.widgets.log import sentence

_CELLS, _BAR, _NAME = 104, 30, 20
"""Cells of the card, of its longest bar and of a name, at most."""
_TALK = 2
"""How many lines of talk after the game are shown."""
_LONGER = 6
"""Lines by which a story may grow."""
AT_THE_END = {"again", "another", "board", "recording", "look_back", "leave"}
"""The actions of the card, and one that asks no question any more."""
WEIGH_AFTER = 1.5
"""Seconds after which the coach analyses a finished game, if its card is still open."""
CALM = 1.0
"""Seconds in which a new card takes no key of its own: it was pressed for the game."""
_LABELS = (
    N_("The story"),
    N_("Today"),
    N_("Best move"),
    N_("Worst move"),
)
_TALL = 36
"""Rows of a card from which every seat has its curve; in fewer there is one beside."""
_CURVES = (3, 4, 5, 7)
"""Rows of every seat's curve."""
_SEAT = 44
"""The most cells of what is said of a seat beside its curve."""
_WHOLE = 20
"""The most rows of what won: a board is drawn whole."""
_AIRY = 18
"""Rows from which what has no row of air above it is left out."""
_FINALES = (3, 5)
"""Rows of what won: of dice with numbers, and of those with pips."""
_TOLD, _LOW_STORY = 2, 2
"""Rows of what the coach will have to tell, and of the least story."""
_HIGH_BOARD = 24
"""Rows from which what stands beside a board has air."""
_CHART = 5
"""The part of a card that the chances need beside dice with pips."""
_ROOMY = 90
"""Cells of a card from which its columns stand well apart."""
_COURSES = (5, 6, 8, 10)
"""Rows of a curve beside a board, with its title and its foot."""


class _Blocks:
    """Blocks of a card below each other, which grow as long as all of them have room."""

    def __init__(self, room: int, air: int) -> None:
        """Take the rows there are, and how many stand above each block, none empty."""
        self.rows: dict[str, list[Row]] = {}
        self._room, self._air = room, air

    def put(self, **blocks: list[Row]) -> None:
        """Put blocks below the others, whether or not there is room."""
        self.rows |= blocks

    def grow(self, name: str, block: list[Row]) -> None:
        """Put a block in place of the one of this name, if there is room for it."""
        grown = self.rows | {name: block}
        if block and sum(self._air + len(rows) for rows in grown.values() if rows) <= self._room:
            self.rows[name] = block

    @property
    def filled(self) -> list[list[Row]]:
        return [rows for rows in self.rows.values() if rows]


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
        width, height = size
        table = self._table
        end = ending(self.words, table, STORY_LINES + _LONGER) if table is not None else None
        if table is None or end is None:
            return []
        cells = min(width - 2, _CELLS)
        large = height >= _TALL and not self.appearance.endswith("ascii")
        card, last_board = Size(cells, height), view_class(table.game).last_board
        board = last_board(self.words, table.view, card, self.appearance)
        most = height - len(board) - 2
        head = headline(self.words, table, end, self._curve, cells, most, large=large)
        if board:
            return self._around(head, board, table, end, size)
        parts = self._filled(head, table, end, card)
        room = height - sum(map(len, parts))
        above = room >= len(parts)
        rows: list[Row] = [EMPTY] if above else []
        wide = 1 + (room - above >= 2 * len(parts))
        for number, part in enumerate(parts):
            apart = number and room - above >= number
            rows += [*([EMPTY] * wide if apart else []), *part]
        return placed(rows, cells, width, height)

    def _filled(
        self, head: list[Row], table: TableView, end: Ending, card: Size
    ) -> list[list[Row]]:
        """Return the blocks of the card, each as large as all of them have room.

        What matters most comes first: the day's deal, the reader's moves, what won, the story.
        """
        cells, height = card
        results = self._result_rows(end.results, cells)
        story, moves, day, talk = self._more(table, end, cells)
        curves = self._courses(end.results, cells) if height >= _TALL else []
        waiting = [EMPTY] * _TOLD if self._highlights is None else []  # for the coach's word
        blocks = _Blocks(height, int(height >= _AIRY))
        blocks.put(head=head, finale=[], results=results, lent=self._lent_rows(end, cells))
        blocks.put(story=[], moves=waiting, day=[], talk=[])
        chosen, grow = blocks.rows, blocks.grow
        for rows in curves[:1]:
            grow("results", rows)
        grow("day", _flat(day))
        own = [part for part, mine in zip(moves, self._mine(moves), strict=True) if mine]
        grow("moves", _flat(own) or waiting)
        grow("story", _last_of(story, _LOW_STORY))
        grow("finale", self._finale(table, cells, _FINALES[0]))
        grow("talk", _flat(talk[-1:]))
        pips = self._finale(table, cells, _FINALES[1])
        narrow = cells - max(map(row_width, pips), default=0) - APART < cells // _CHART
        for rows in curves[1:]:
            grow("results", rows)
        if height >= _TALL or self._curve is None or not narrow:
            grow("finale", pips)
        grow("story", _flat(story))
        grow("moves", _flat(moves) or waiting)
        grow("talk", _flat(talk))
        if height < _TALL and self._curve is not None:  # it is as high as the places
            grow("results", rows_apart(results))
        for texts in end.stories[1:]:
            grow("story", _flat(self._block(_LABELS[0], texts, cells)))
        if not chosen["finale"]:
            grow("finale", self._finale(table, cells, _WHOLE))
        if waiting and chosen["moves"] is waiting:
            chosen["moves"] = []
        if height < _TALL:
            picture, ranks = chosen.pop("finale"), chosen["results"]
            chosen["results"] = self._beside_course(picture, ranks, end.results, cells)
        return blocks.filled

    def _lent_rows(self, end: Ending, cells: int) -> list[Row]:
        """Say why a win of the reader's is not rated, if a bot played most of it."""
        won = any(result.seat.yours and result.rank == 1 for result in end.results)
        if not won or not self._lent:
            return []
        text = self.words.t("A bot played most of your moves: this win changes no rating.")
        return [*wrap(row((text, "strong")), cells)]

    def _mine(self, moves: Sequence[object]) -> list[bool]:
        """Return which of the moves told come first: the reader's own, or else anybody's."""
        first = [True, False]
        best, worst = (len(remarks) for remarks in self._remarks())
        return [*first[:best], *first[:worst]][: len(moves)]

    def _beside_course(
        self, picture: list[Row], ranks: list[Row], results: Sequence[ResultLine], cells: int
    ) -> list[Row]:
        """Draw the chances of the reader beside what won and the places, if there is room."""
        left = blocks_apart(filter(None, (picture, ranks)))
        across, curve = max(map(row_width, left)), self._curve
        if curve is None:
            return left
        room, rows = cells - across - APART, len(left)
        course = own_course(self.words, curve, results, self._moves(), room, rows)
        return beside(left, course, across, APART) if course else left

    def _courses(self, results: Sequence[ResultLine], cells: int) -> list[list[Row]]:
        """Draw all seats with their chances beside them, low, then ever higher."""
        curve = self._curve
        if curve is None:
            return []
        across = min(_SEAT, max(map(self._across, results)))
        seats = [self._rank(result, across) for result in results]
        moves = self._moves()
        return [courses(self.words, curve, results, moves, seats, cells, rows) for rows in _CURVES]

    def _around(
        self, head: list[Row], board: Sequence[Row], table: TableView, end: Ending, size: Size
    ) -> list[Row]:
        """Draw a board as it was at the end, ranks, chances and story beside it."""
        cells, across = min(size.width - 2, _CELLS), row_width(board[0])
        most = size.height - len(board) - 2
        head = head if len(head) <= most else [*filter(None, head)][:most]
        rows = [EMPTY, *head, EMPTY]
        column = self._beside_board(table, end, cells - across - APART, size.height - len(rows))
        rows += beside(board, column, across, APART)
        return placed(rows, cells, size.width, size.height)

    def _beside_board(self, table: TableView, end: Ending, cells: int, room: int) -> list[Row]:
        """Put ranks, chances, moves, story and talk below each other, as far as rows go."""
        story, moves, day, talk = self._more(table, end, cells, above=True)
        blocks = _Blocks(room + 1, 1)
        ranks = self._ranks(end.results, cells, brief=True)
        blocks.put(ranks=ranks, lent=self._lent_rows(end, cells), course=[], story=[])
        blocks.put(moves=[], day=[], talk=[])
        grow, curve, results = blocks.grow, self._curve, end.results
        drawn = [
            own_course(self.words, curve, results, {}, cells, rows) for rows in _COURSES if curve
        ]
        for rows in drawn[:1]:
            grow("course", rows)
        grow("moves", _flat(moves[:1]))  # the finest, or the own worst
        grow("day", _flat(day))
        for lines in (3, 4):
            grow("story", _last_of(story[1:], lines))
        for rows in drawn[1:2]:
            grow("course", rows)
        for lines in (5, 6):
            grow("story", _last_of(story[1:], lines))
        for rows in drawn[2:]:
            grow("course", rows)
        grow("talk", _flat(talk[-1:]))
        grow("ranks", self._ranks(results, cells))
        for texts in end.stories:
            grow("story", _flat(self._block(_LABELS[0], texts, cells, above=True)))
        grow("moves", _flat(moves))
        grow("ranks", self._ranks(results, cells, apart=room >= _HIGH_BOARD))
        grow("talk", _flat(talk))
        return blocks_apart(blocks.filled)

    def _ranks(
        self, results: Sequence[ResultLine], cells: int, *, apart: bool = False, brief: bool = False
    ) -> list[Row]:
        """Draw the seats, best first, with their points, below them what these change.

        `brief`: that stands below the reader alone; `apart`: with bars, and air between them.
        """
        rows: list[Row] = []
        for result in results:
            rows += [EMPTY] * (apart and bool(rows))
            rows += self._rank(result, cells, brief=brief and not result.seat.yours)
            if apart and result.share is not None:
                tone = seat_mark(result.seat.number).tone
                rows += indented([bar(result.share, cells - 3, tone)], 3)
        return rows

    def _rank(self, result: ResultLine, cells: int, *, brief: bool = False) -> list[Row]:
        """Draw a seat with its points, and unless `brief` what these change below it."""
        who, points = self._seat(result), row((result.points, _tone(result)))
        fitting = row_width(who) + 1 + row_width(points) <= cells
        lines = [spread(who, points, cells)] if fitting else [who, spread(EMPTY, points, cells)]
        about = "" if brief else self._about(result)
        return lines + indented(wrap(row((about, "dim")), cells - 3), 3) if about else lines

    def _seat(self, result: ResultLine) -> Row:
        mark = seat_mark(result.seat.number)
        rank = row((f"{result.rank}  ", _tone(result)), (f"{mark.shape} ", mark.tone))
        return rank + self._who(result)

    def _about(self, result: ResultLine) -> str:
        """Return what a game changes for a seat."""
        return "  ".join(filter(None, (result.change, self._rated(result, 0), result.note)))

    def _across(self, result: ResultLine) -> int:
        """Count the cells that a seat, its points and what they change need."""
        points = row_width(self._seat(result)) + 2 + cell_len(result.points)
        return max(points, 3 + cell_len(self._about(result)))

    def _finale(self, table: TableView, cells: int, rows: int) -> list[Row]:
        """Draw the hand that won in at most so many rows."""
        winners = table.outcome.winners if table.outcome else ()
        if len(winners) != 1 or (rows > _FINALES[0] and self.appearance.endswith("ascii")):
            return []
        finale = view_class(table.game).finale
        drawn = list(finale(self.words, table.view, winners[0], rows))
        return drawn if drawn and max(map(row_width, drawn)) <= cells else []

    def _remarks(self) -> tuple[tuple[Remark, ...], tuple[Remark, ...]]:
        """Return the best and the worst moves, the reader's own first.

        Who played is told of no worst move but the own one.
        """
        highlights, table = self._highlights, self._table
        if highlights is None or table is None:
            return (), ()
        best, worst, seat = highlights.best(table.seat), highlights.worst(table.seat), table.seat
        return best, tuple(move for move in worst if seat in (None, move.seat))

    def _moves(self) -> dict[str, Remark]:
        """Return the best and the worst move by their signs under a curve."""
        moves = zip((BEST, WORST), self._remarks(), strict=True)
        return {sign: remarks[0] for sign, remarks in moves if remarks}

    def _result_rows(self, results: Sequence[ResultLine], cells: int) -> list[Row]:
        """Draw the seats, best first, with bars of their scores while there is no curve."""
        noted = max(cell_len(result.note) for result in results)
        digits = max(
            (len(str(result.rating.after)) for result in results if result.rating), default=0
        )
        rated = [self._rated(result, digits) for result in results]
        names = [self._who(result) for result in results]
        named = max(map(row_width, names))
        made = max(cell_len(result.points) for result in results)
        changed = max(cell_len(result.change) for result in results)
        ranks = len(str(max(result.rank for result in results)))
        shares = [result.share or 0 for result in results]
        ends = min(0, *shares), max(0, *shares)
        apart = "    " if self._curve is not None and cells >= _ROOMY else "  "
        start = ranks + 4 + named + len(apart) + made + (changed + len(apart) if changed else 0)
        wide = max(map(cell_len, rated))
        with_notes = start + 2 * len(apart) + wide + noted + APART + LEAST + 4 <= cells
        notes = [pad(result.note if with_notes else "", noted * with_notes) for result in results]
        columns = zip([pad(two, wide) for two in rated], notes, strict=True)
        tails = [f"{two}  {note}" if wide and note else two or note for two, note in columns]
        long = min(_BAR, cells - start - len(apart) - max(map(cell_len, tails)) - 4)
        if self._curve is not None or sum(map(bool, shares)) < 2:
            long = 0  # the curves stand beside or below, or a single bar compares nothing
        rows = []
        for result, name, tail in zip(results, names, tails, strict=True):
            mark, tone = seat_mark(result.seat.number), _tone(result)
            line = row(
                (f"{result.rank:>{ranks}}  ", tone),
                (f"{mark.shape} ", mark.tone),
                *fit(name, named),
                (apart + pad(result.points, made, "right"), tone),
                *(_gauge(result, long, ends) if long > 3 else EMPTY),
                (apart + pad(result.change, changed, "right") if changed else "", ""),
                (f"{apart}{tail}", "" if result.seat.yours else "dim"),
            )
            rows.append(fit(line, min(cells, row_width(line))))
        return rows

    def _who(self, result: ResultLine) -> Row:
        """Name a seat, with its state beside the name."""
        state = state_word(self, result.seat)
        return row(
            (clip(result.seat.name, _NAME), _tone(result)), (f"  {state}" if state else "", "dim")
        )

    def _rated(self, result: ResultLine, digits: int) -> str:
        if result.rating is None:
            return ""
        after, change = result.rating.after, result.rating.after - result.rating.before
        return self.words.t("rating {n}", n=str(after).rjust(digits)) + f" ({signed(change)})"

    def _more(
        self, table: TableView, end: Ending, cells: int, above: bool = False
    ) -> list[list[list[Row]]]:
        """Return what follows in blocks of sentences, each as its rows, labels perhaps `above`."""
        _, day, best, worst, *_ = _LABELS
        club, player, mine = self.arcade.club, self.arcade.player, table.seat is not None
        dealt = dealt_text(self.words, club, player, table.code) if mine and table.daily else ""
        compared = club.daily.compared(club.daily.today, table.game) if dealt else ()
        bots, so_far = bots_text(self.words, compared), day_text(self.words, club, player)
        today = [dealt, bots, so_far] if dealt else []
        highlights, words = self._highlights or Highlights(table.game, ()), self.words.to(table.you)
        names = tuple(seat.name for seat in table.seats)
        talk = [
            list(wrap_whole(sentence(self.words, line, names), cells, 2)) for line in self._talk
        ]
        block = partial(self._block, cells=cells, above=above)
        finest, costliest = self._remarks()
        return [
            block(_LABELS[0], end.stories[0]),
            [
                *block(best, [best_text(words, highlights, each) for each in finest], of=finest),
                *block(
                    worst, [worst_text(words, highlights, each) for each in costliest], of=costliest
                ),
            ],
            block(day, [*filter(None, today)]),
            talk,
        ]

    def _block(
        self,
        label: str,
        sentences: Sequence[str],
        cells: int,
        of: Sequence[Remark] = (),
        above: bool = False,
    ) -> list[list[Row]]:
        """Write sentences beside or below their label, moves with the sign under the curves."""
        indent, lines = self._indent, []
        sign = {_LABELS[2]: BEST, _LABELS[3]: WORST}.get(label, "")
        tones = [seat_mark(remark.seat).tone for remark in of] or ["dim"] * len(sentences)
        if above:
            lines = [[*wrap_whole(row(text), cells, 2)] for text in sentences]
            tone = {BEST: "good", WORST: "alert"}.get(sign, "dim")
            head = row((self.words.t(label), "dim"), (f" {sign}" if sign else "", tone))
            if not lines or sign:  # a move is told with its label
                return [[head, *line] for line in lines[:1]] + lines[1:]
            return [[head], *lines]
        for number, (text, tone) in enumerate(zip(sentences, tones, strict=True)):
            head = row((pad("" if number else self.words.t(label), indent - 2), "dim"))
            head += row((pad(sign, 2), tone))
            first, *others = wrap_whole(row(text), cells - indent, 2)
            lines.append([head + first, *indented(others, indent)])
        return lines

    @property
    def _indent(self) -> int:
        return max(cell_len(self.words.t(title)) for title in _LABELS) + 3


class ResultCard:
    """When the card of a game's end is shown: from the end that was seen until a key.

    It stays when the next game begins, for whoever is not ready for that.
    """

    def __init__(self) -> None:
        self.open = False
        self.board = False
        """Whether the board is shown meanwhile."""
        self._game = -1
        self._since = 0.0
        self._weighing: Task[None] | None = None
        self._comparing: Task[None] | None = None
        self.clock: Callable[[], float] = monotonic

    @cached_property
    def pane(self) -> Result:
        """The card itself, created at the first end."""
        return Result()

    @property
    def shown(self) -> bool:
        return self.open and not self.board

    def covers(self, table: TableView) -> bool:
        """Return whether the game that is over there has a result, and its card has come."""
        return table.phase == "over" and table.outcome is not None and self._game >= 0

    @property
    def hasty(self) -> bool:
        """Whether it has just come: a key was pressed for the game."""
        return self.shown and self.clock() < self._since + CALM

    def follow(self, seen: TableView, settled: bool, table: TableView) -> bool:
        """Open at the end of a game, close when one goes on without it; return whether it is new.

        `seen` is what was shown of the `table`, `settled` whether that is all.
        """
        if seen.phase == "over" and seen.outcome is not None and settled:
            new = self._game != seen.games_played
            if new:
                self._game, self.open, self.board = seen.games_played, True, False
                self._since = self.clock()
            self.pane.show(seen)
            return new
        if table.phase == "playing":
            self.open = self.shown and table.bot_plays
        return False

    def weigh(self, club: Club, session: TableSession) -> None:
        """Have the coach analyse the game; the card says what it finds."""
        self._weighing = create_task(self._tell_highlights(club, session))

    def compare(self, daily: Daily, game: str) -> None:
        """Have bots play the daily deal that is over; the card says how they fare."""
        self._comparing = create_task(self._tell_bots(daily, game))

    async def _tell_bots(self, daily: Daily, game: str) -> None:
        await daily.settle()
        playing = daily.compare(daily.today, game)
        if playing is not None:
            await wait([playing])
        if self.pane.is_attached:
            self.pane.redraw()

    async def _tell_highlights(self, club: Club, session: TableSession) -> None:
        self.pane.lend(session.lent)
        number, game = self._game, session.table().game
        find = partial(club.replay, session.code, number, session.player)
        curve = await club.curves.of(session.code, number, find)
        if curve is not None and number == self._game and self.pane.is_attached:
            self.pane.trace(curve)
        highlights = await club.highlights.of(session.code, number, game, session.player)
        if highlights is not None and number == self._game and self.pane.is_attached:
            self.pane.tell(highlights)


def _gauge(result: ResultLine, cells: int, shares: tuple[float, float]) -> Row:
    """Draw a bar of a seat's score.

    `shares` are the least and the most of any seat: where some are below zero, there is an axis.
    """
    tone, share = seat_mark(result.seat.number).tone, result.share or 0
    lowest, highest = shares
    if lowest < 0:
        below = round((cells - 1) * lowest / (lowest - highest))
        left = "▆" * round(below * min(0, share) / lowest)
        right = bar(max(0, share) / (highest or 1), cells - below - 1, tone)
        drawn = row((left.rjust(below), tone), ("│", "rule")) + right
    else:
        drawn = bar(share, cells, tone)
    return (*row("  "), *drawn)


def _tone(result: ResultLine) -> str:
    """Return the tone of the winner, or of the reader."""
    return "gold" if result.rank == 1 else "strong" if result.seat.yours else ""


def _flat(block: Sequence[list[Row]]) -> list[Row]:
    return [line for sentence in block for line in sentence]


def _last_of(block: Sequence[list[Row]], room: int) -> list[Row]:
    """Return the last sentences that fit, in their order, the first of them beside their label."""
    kept: list[Row] = []
    for rows in reversed(block):
        if len(kept) + len(rows) > room:
            break
        kept = [*rows, *kept]
    if kept and not kept[0][0].text.strip():  # the label's sentence is left out
        kept[0] = block[0][0][:1] + kept[0][1:]
    return kept
