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
from arcade.club.speech.curve import decisive_text
from arcade.club.speech.daily import bots_text, day_text, dealt_text, ordinal
from arcade.club.speech.ending import (
    STORY_LINES,
    Ending,
    ResultLine,
    costliest_text,
    ending,
    finest_text,
)
from arcade.club.standings.views import signed
from arcade.club.table_session import TableSession
from arcade.club.views import LogLine, TableView
from arcade.engine.words import N_
from screens.games import view_class
from screens.games.seat_rows import state_word
from screens.terminal.rows import (
    EMPTY,
    Row,
    bar,
    beside,
    clip,
    fit,
    indented,
    pad,
    placed,
    row,
    row_width,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets.curve import BEST, WORST, blocks, chart, numbers, scale, signs
from screens.widgets.lines import Lines
from screens.widgets.log import sentence

_CELLS, _BAR, _NAME = 104, 30, 20
"""Cells of the card, of its longest bar and of a name, at most."""
_TALK = 2
"""How many lines of talk after the game are shown."""
_SENTENCES = 8
"""Rows that are left for sentences before the hand that won is drawn, three rows high."""
_LONGER, _FREE = 6, 5
"""Lines by which a story may grow, and rows it leaves free: the coach may have a word yet."""
AT_THE_END = {"again", "another", "board", "recording", "look_back", "leave"}
"""The actions of the card, and one that asks no question any more."""
WEIGH_AFTER = 1.5
"""Seconds after which the coach analyses a finished game, if its card is still open."""
CALM = 1.0
"""Seconds in which a new card takes no key of its own: it was pressed for the game."""
_LABELS = (
    *(N_("The story"), N_("Today"), N_("Best move"), N_("Worst move")),
    *(N_("Chances"), N_("to win, %")),
)
_TALL = 24
"""Rows of a card from which each seat's curve has a row of its own; in fewer it is in place of the
bar."""
_CURVE, _STEPS = 72, 3
"""The most cells of a curve, and the rows of each seat's curve where there is room."""
_WHOLE = 20
"""The most rows of what won: a board is drawn whole."""
_AIRY, _HIGH = 18, 36
"""Rows from which what has no row of air above it is left out, and from which nothing gives way."""
_PIPS = 5
"""Rows from which dice have pips."""
_PARTS, _TOLD, _LOW_STORY = 4, 3, 2
"""Rows that part the blocks; rows of what the coach will have to tell, and of the least story."""
_APART, _HIGH_BOARD = 3, 24
"""Cells between a board and what stands beside it, and rows from which that has air."""
_ORPHAN = 12
"""Cells of a last line below which a sentence is broken a little sooner."""


class Result(Lines):
    """The rows of the card."""

    def __init__(self) -> None:
        super().__init__()
        self._table: TableView | None = None
        self._highlights: Highlights | None = None
        self._curve: Curve | None = None
        self._talk: tuple[LogLine, ...] = ()

    def show(self, table: TableView) -> None:
        """Take the table after a game."""
        if self._table is not None and self._table.games_played != table.games_played:
            self._highlights = self._curve = None
        self._table = table.as_played()
        ends = [at for at, line in enumerate(table.lines, 1) if line.kind == "game"]
        self._talk = table.lines[ends[-1] if ends else 0 :][-_TALK:]
        self.redraw()

    def tell(self, highlights: Highlights) -> None:
        self._highlights = highlights
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
        head = self._head(table, end, cells)
        card, last_board = Size(cells, height), view_class(table.game).last_board
        if board := last_board(self.words, table.view, card, self.appearance):
            return self._around(board, table, end, size)
        results = self._result_rows(end.results, cells, None if height >= _TALL else self._curve)
        parts: list[list[Row]] = [head, results]
        story, *others = self._more(table, end, cells)
        beyond = sum(1 + _rows(block) for block in others if block)
        sentences = 1 + _rows(story) + max(_FREE, beyond)
        small = height - len(head) - len(results) - _SENTENCES
        chances = len(results) + 3 if height >= _TALL else 1
        large = height - _PARTS - len(head) - len(results) - chances
        large -= min(_rows(story), STORY_LINES if height >= _HIGH else _LOW_STORY)
        if height < _TALL and large - max(_TOLD, beyond) < _PIPS:
            others[-1] = others[-1][-1:]  # the talk gives way to the dice, but for its last line
            beyond = sum(1 + _rows(block) for block in others if block)
        large -= max(_TOLD, beyond)
        if finale := self._finale(table, cells, small, large):
            parts.insert(1, finale)
        if self._curve is not None and height >= _TALL:
            spare = height - sum(1 + len(part) for part in parts) - sentences
            parts.append(self._curve_rows(self._curve, end.results, cells, spare))
        caption = self._caption(results) if height < _TALL else EMPTY
        aside = row_width((finale or head)[-1]) + 2 <= row_width(caption[:1])
        room = height - sum(map(len, parts)) - bool(caption and not aside)
        spare = room - sentences + _rows(story) - len(parts)
        for longer in (self._story(texts, cells) for texts in end.stories[:0:-1]):
            if _rows(longer) <= spare:
                story = longer
                break
        recounted: list[Row] = []
        ahead = beyond if _AIRY <= height < _TALL else 0
        for block in (story, *others):
            air = len(parts) + (block is not others[-1]) if height >= _AIRY else 0
            kept = _last_of(block, room - air - ahead)
            ahead = 0
            room -= len(kept)
            parts += [kept] if kept else []
            recounted = kept if block is story else recounted
        if room == len(parts) - 1 and height >= _AIRY and len(recounted) > _LOW_STORY:
            shorter = _last_of(story, len(recounted) - 1)
            parts[parts.index(recounted)] = shorter
            room += len(recounted) - len(shorter)  # the heading has a row of air above it
        free = aside and room > len(parts)
        if caption and (free or not aside or room >= len(parts) - 1):
            results[:0] = [caption]
            room -= free
        above = room >= len(parts)
        rows: list[Row] = [EMPTY] if above else []
        wide = 1 + (room - above >= 2 * len(parts))
        for number, part in enumerate(parts):
            shared = part is results and caption and aside and not free  # it is the row of air
            apart = number and room - above >= number and not shared
            rows += [*([EMPTY] * wide if apart else []), *part]
        return placed(rows, cells, width, height)

    def _around(self, board: Sequence[Row], table: TableView, end: Ending, size: Size) -> list[Row]:
        """Draw a board as it was at the end, ranks and story beside it, the curves below."""
        cells, across = min(size.width - 2, _CELLS), row_width(board[0])
        head, most = self._head(table, end, cells), size.height - len(board) - 2
        head = head if len(head) <= most else [*filter(None, head)][:most]
        column = self._beside_board(table, end, cells - across - _APART, len(board))
        rows = [EMPTY, *head, EMPTY, *beside(board, column, across, _APART)]
        if self._curve is not None:
            curves = self._curve_rows(self._curve, end.results, cells, 0)
            rows += [EMPTY, *curves] if len(rows) + len(curves) < size.height else []
        return placed(rows, cells, size.width, size.height)

    def _beside_board(self, table: TableView, end: Ending, cells: int, room: int) -> list[Row]:
        """Put ranks, story and talk below each other; the story has what rows the others leave."""
        column = self._ranks(end.results, cells, room)
        story, *others = self._more(table, end, cells, above=True)
        lines = [[line for sentence in block for line in sentence] for block in others if block]
        while lines and len(column) + sum(1 + len(block) for block in lines) > room:
            lines.pop()
        left = room - len(column) - sum(1 + len(block) for block in lines) - 1
        longer = (self._block(_LABELS[0], texts, cells, above=True) for texts in end.stories[::-1])
        story = next((block for block in longer if _rows(block) <= left), story)
        if _rows(story) > left and others[0]:  # the moves give way to what happened
            left += 1 + _rows(others[0])
            del lines[:1]
        last = _last_of(story[1:], left - 1)
        sentences = [*story[0], *last] if last else []
        return [
            *column,
            *(line for block in (sentences, *lines) if block for line in (EMPTY, *block)),
        ]

    def _ranks(self, results: Sequence[ResultLine], cells: int, room: int) -> list[Row]:
        """Draw the seats, best first, with their points, below them what these change."""
        rows: list[Row] = []
        apart = room >= _HIGH_BOARD
        for result in results:
            mark, digits = seat_mark(result.seat.number), 0
            tone = "gold" if result.rank == 1 else "strong" if result.seat.yours else ""
            points = row((result.points, tone))
            start = row((f"{result.rank}  ", tone), (f"{mark.shape} ", mark.tone))
            rows += [EMPTY] * (apart and bool(rows))
            who = start + self._who(result)
            fitting = row_width(who) + 1 + row_width(points) <= cells
            lines = [spread(who, points, cells)] if fitting else [who, spread(EMPTY, points, cells)]
            rows += lines
            about = "  ".join(filter(None, (self._rated(result, digits), result.note)))
            about = about if apart or result.seat.yours else ""
            rows += indented(wrap(row((about, "dim")), cells - 3), 3) if about else []
            if apart and result.share is not None:
                rows += indented([bar(result.share, cells - 3, mark.tone)], 3)
        return rows

    def _head(self, table: TableView, end: Ending, cells: int) -> list[Row]:
        """Say who won, why, and which turn decided it."""
        names, words = tuple(seat.name for seat in table.seats), self.words.to(table.you)
        why = row((end.why, "strong")) if end.why else EMPTY
        decisive = row(decisive_text(words, self._curve, names)) if self._curve else EMPTY
        joined = why + row(("  ·  ", "dim")) + decisive if why and decisive else why + decisive
        below = [joined] if row_width(joined) <= cells else [why, *wrap(decisive, cells)]
        headline = row((_spaced(end.winner, cells), "gold"))
        own = self._own_place(end)
        return [
            *wrap(headline, cells),
            *filter(None, below),
            *([EMPTY, *wrap(own, cells, 3)] if own else []),
        ]

    def _own_place(self, end: Ending) -> Row:
        """Say which place one has, unless one wins."""
        own = next((result for result in end.results if result.seat.yours), None)
        if own is None or own.rank == 1:
            return EMPTY
        rank, count = ordinal(self.words, own.rank), len(end.results)
        mark, t = seat_mark(own.seat.number), self.words.t
        text = t("You are {place} of {count}.", place=rank, count=count)
        others = [each.seat for each in end.results if each.rank == own.rank and each is not own]
        if others:
            text = self.words.nt(
                "You are {place} of {count}, level with {name}.",
                "You are {place} of {count}, level with {n} others.",
                len(others),
                place=rank,
                count=count,
                name=others[0].name,
            )
        return row((f" {mark.shape} {text}\xa0", mark.tile))

    def _finale(self, table: TableView, cells: int, small: int, large: int) -> list[Row]:
        """Draw the hand that won in at most `large` rows; in three where `small` has so many."""
        winners = table.outcome.winners if table.outcome else ()
        if len(winners) != 1:
            return []
        game = view_class(table.game)
        plain = self.appearance.endswith("ascii")
        for most in (3,) if plain else (min(large, _WHOLE), 5, 3):
            if not 3 <= most <= max(large, min(small, 3)):
                continue
            drawn = list(game.finale(self.words, table.view, winners[0], most))
            if drawn and max(map(row_width, drawn)) <= cells:
                return drawn
        return []

    def _curve_rows(
        self, curve: Curve, results: Sequence[ResultLine], cells: int, spare: int
    ) -> list[Row]:
        """Draw everybody's chances, turn by turn, the best seat first; signs under the moves.

        Each seat has more than one row if all fit in `spare` rows.
        """
        named = min(_NAME, max(cell_len(result.seat.name) for result in results))
        high = _STEPS if len(results) * (_STEPS + 1) + 1 < spare else 1
        axis = scale(high) or [""]
        before = self._indent + 2 + named + 1
        room = min(_CURVE, cells - before - len(axis[0]))
        labels = [self.words.t("Chances"), self.words.t("to win, %")]
        rows: list[Row] = []
        for number, result in enumerate(results):
            mark = seat_mark(result.seat.number)
            who = row((f"{mark.shape} ", mark.tone), (pad(result.seat.name, named + 1), mark.tone))
            drawn = chart(curve, result.seat.number, room, high)
            for at, (percent, line) in enumerate(zip(axis, drawn, strict=True)):
                text = labels.pop(0) if labels and at >= high // 2 else ""
                label = row((pad(text, self._indent), "dim"))
                named_seat = who if at == high // 2 else row(" " * (before - self._indent))
                rows.append(label + named_seat + row((percent, "dim")) + line)
            if high > 1 and number < len(results) - 1:
                rows.append(EMPTY)
        moves = self._moves()
        at_turn = {remark.turn: sign for sign, remark in moves.items()}
        tones = {sign: seat_mark(remark.seat).tone for sign, remark in moves.items()}
        under = row(" " * (before + len(axis[0])))
        turn = row((pad(self.words.t("turn"), before + len(axis[0]) - 1, "right") + " ", "dim"))
        numbered = turn + row((numbers(curve, room), "dim"))
        return [*rows, *([under + signs(curve, room, at_turn, tones)] if moves else []), numbered]

    def _caption(self, results: Sequence[Row]) -> Row:
        """Say over the strips of curves what they show, if there are any."""
        before = 0
        for piece in results[0]:
            if piece.click:
                return row(" " * before, (self.words.t("chances to win, turn by turn"), "dim"))
            before += cell_len(piece.text)
        return EMPTY

    def _moves(self) -> dict[str, Remark]:
        """Return the best and the worst move by their signs under a curve."""
        highlights = self._highlights or Highlights("", ())
        moves = {BEST: highlights.finest, WORST: highlights.costliest}
        return {sign: remark for sign, remark in moves.items() if remark is not None}

    def _result_rows(
        self, results: Sequence[ResultLine], cells: int, curve: Curve | None
    ) -> list[Row]:
        """Draw the seats, best first, with bars of their scores or with their curves."""
        noted = max(cell_len(result.note) for result in results)
        notes = [pad(result.note, noted) for result in results]
        digits = max(
            (len(str(result.rating.after)) for result in results if result.rating), default=0
        )
        rated = [self._rated(result, digits) for result in results]
        wide = max(map(cell_len, rated))
        columns = zip([pad(two, wide) for two in rated], notes, strict=True)
        tails = [f"{two}  {note}" if wide and noted else two or note for two, note in columns]
        names = [self._who(result) for result in results]
        named = max(map(row_width, names))
        made = max(cell_len(result.points) for result in results)
        changed = max(cell_len(result.change) for result in results)
        side = max(map(cell_len, tails))
        ranks = len(str(max(result.rank for result in results)))
        long = min(_BAR, cells - 6 - named - 2 - made - 2 - changed - 2 - side - 2)
        shares = [result.share or 0 for result in results]
        ends = min(0, *shares), max(0, *shares)
        if curve is None and (self._curve is not None or sum(map(bool, shares)) < 2):
            long = 0  # the curves stand below, or a single bar compares nothing
        apart = "    " if curve is None and self._curve is not None else "  "
        rows = []
        for result, name, tail in zip(results, names, tails, strict=True):
            mark = seat_mark(result.seat.number)
            tone = "gold" if result.rank == 1 else "strong" if result.seat.yours else ""
            line = row(
                (f"{result.rank:>{ranks}}  ", tone),
                (f"{mark.shape} ", mark.tone),
                *fit(name, named),
                (apart + pad(result.points, made, "right"), tone),
                *(_gauge(result, long, curve, ends) if long > 3 else EMPTY),
                (apart + pad(result.change, changed, "right") if changed else "", ""),
                (f"{apart}{tail}", "" if result.seat.yours else "dim"),
            )
            rows.append(fit(line, cells))
        return rows

    def _who(self, result: ResultLine) -> Row:
        """Name a seat, with its state beside the name."""
        tone = "gold" if result.rank == 1 else "strong" if result.seat.yours else ""
        state = state_word(self, result.seat)
        return row((clip(result.seat.name, _NAME), tone), (f"  {state}" if state else "", "dim"))

    def _rated(self, result: ResultLine, digits: int) -> str:
        if result.rating is None:
            return ""
        after, change = result.rating.after, result.rating.after - result.rating.before
        arrow = f"▲{change}" if change > 0 else f"▼{-change}" if change else signed(0)
        return self.words.t("rating {n}", n=str(after).rjust(digits)) + f" {arrow}"

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
        finest = [text for text in (finest_text(words, highlights),) if text]
        costliest = [text for text in (costliest_text(words, highlights),) if text]
        names = tuple(seat.name for seat in table.seats)
        talk = [list(wrap(sentence(self.words, line, names), cells, 2)) for line in self._talk]
        block = partial(self._block, cells=cells, above=above)
        return [
            block(_LABELS[0], end.stories[0]),
            [*block(best, finest, sign=BEST), *block(worst, costliest, sign=WORST)],
            block(day, [*filter(None, today)]),
            talk,
        ]

    def _story(self, sentences: Sequence[str], cells: int) -> list[list[Row]]:
        return self._block(_LABELS[0], sentences, cells)

    def _block(
        self,
        label: str,
        sentences: Sequence[str],
        cells: int,
        sign: str = "",
        above: bool = False,
    ) -> list[list[Row]]:
        """Write sentences beside or below their label, with the sign they have under the curves."""
        indent, lines = self._indent, []
        remark = self._moves().get(sign)
        tone = "dim" if remark is None else seat_mark(remark.seat).tone
        if above:
            lines = [[*wrap(row(text), cells, 2)] for text in sentences]
            tone = {BEST: "good", WORST: "alert"}.get(sign, "dim")
            head = row((self.words.t(label), "dim"), (f" {sign}" if sign else "", tone))
            return [[head], *lines] if lines else []
        for number, text in enumerate(sentences):
            head = row((pad("" if number else self.words.t(label), indent - 2), "dim"))
            head += row((pad(sign, 2), tone))
            room = cells - indent
            first, *others = wrap(row(text), room, 2)
            while others and row_width(others[-1]) < _ORPHAN < room:
                room -= 1
                first, *others = wrap(row(text), room, 2)
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
        number, game = self._game, session.table().game
        find = partial(club.replay, session.code, number, session.player)
        curve = await club.curves.of(session.code, number, find)
        if curve is not None and number == self._game and self.pane.is_attached:
            self.pane.trace(curve)
        highlights = await club.highlights.of(session.code, number, game, session.player)
        if highlights is not None and number == self._game and self.pane.is_attached:
            self.pane.tell(highlights)


def _gauge(result: ResultLine, cells: int, curve: Curve | None, shares: tuple[float, float]) -> Row:
    """Draw how far a seat came: the course of its chances, else a bar of its score.

    `shares` are the least and the most of any seat: where some are below zero, there is an axis.
    """
    seat = result.seat.number
    tone, share, (lowest, highest) = seat_mark(seat).tone, result.share or 0, shares
    if curve is not None:
        drawn = fit(blocks(curve, seat, cells), cells)
    elif lowest < 0:
        below = round((cells - 1) * lowest / (lowest - highest))
        left = "▆" * round(below * min(0, share) / lowest)
        right = bar(max(0, share) / (highest or 1), cells - below - 1, tone)
        drawn = row((left.rjust(below), tone), ("│", "rule")) + right
    else:
        drawn = bar(share, cells, tone)
    return (*row("  "), *drawn)


def _spaced(text: str, cells: int) -> str:
    """Return a headline with its letters apart, if there is room."""
    apart = " ".join(text.upper())
    plain = all(cell_len(letter) == 1 for letter in text)
    whole = f"★   {apart}   ★"
    return whole if plain and cell_len(whole) <= cells else f"★  {text}  ★"


def _rows(block: Sequence[list[Row]]) -> int:
    return sum(map(len, block))


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
