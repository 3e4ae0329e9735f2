"""What the card at a game's end tells in sentences: the story, the moves, the day, and talk."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

from rich.cells import cell_len

from arcade.club.replays.review import Highlights, Remark
from arcade.club.speech.daily import bots_text, day_text, dealt_text
from arcade.club.speech.ending import Ending, best_text, tells, worst_text
from arcade.club.views import LogLine, TableView
from arcade.engine.words import N_
from screens.terminal.rows import Row, indented, pad, row, wrap, wrap_whole
from screens.terminal.seats import seat_mark
from screens.widgets.curve import BEST, WORST
from screens.widgets.lines import Lines
from screens.widgets.log import sentence

_STORY, _TODAY, _BEST, _WORST = (N_("The story"), N_("Today"), N_("Best move"), N_("Worst move"))
_SIGNS = {_BEST: BEST, _WORST: WORST}

Block = list[list[Row]]
"""Sentences, each as its rows."""


class Telling:
    """The sentences of a card, each block of them with its label beside it or `above`."""

    def __init__(
        self,
        pane: Lines,
        table: TableView,
        end: Ending,
        highlights: Highlights | None,
        cells: int,
        *,
        above: bool = False,
    ) -> None:
        self._pane, self.table, self.end, self.cells = pane, table, end, cells
        self._highlights, self._above = highlights, above
        self._words = pane.words
        self.own_words = pane.words.to(table.you)

    def within(self, cells: int) -> Self:
        """Return the same in so many cells, each label beside its sentences."""
        return type(self)(self._pane, self.table, self.end, self._highlights, cells)

    @cached_property
    def _remarks(self) -> tuple[tuple[Remark, ...], tuple[Remark, ...]]:
        """Return the best and the worst moves, the reader's own first.

        Who played is told of no worst move but the own one.
        """
        highlights, seat = self._highlights, self.table.seat
        if highlights is None:
            return (), ()
        worst = highlights.worst(seat)
        best = tuple(filter(tells, highlights.best(seat)))
        return best, tuple(move for move in worst if seat in (None, move.seat))

    @property
    def moves_by_sign(self) -> dict[str, Remark]:
        """Return the best and the worst move by their signs under a curve."""
        moves = zip((BEST, WORST), self._remarks, strict=True)
        return {sign: remarks[0] for sign, remarks in moves if remarks}

    def stories(self) -> list[Block]:
        """Return the story, each time in more sentences."""
        return [self._block(_STORY, sentences) for sentences in self.end.stories]

    def moves(self) -> Block:
        """Return the best and worst moves."""
        highlights = self._highlights
        if highlights is None:
            return []
        finest, costliest = self._remarks
        best = [best_text(self.own_words, highlights, each) for each in finest]
        worst = [worst_text(self.own_words, highlights, each) for each in costliest]
        return [*self._block(_BEST, best, finest), *self._block(_WORST, worst, costliest)]

    def own_moves(self) -> Block:
        """Return those of the moves that come first: the reader's own, or else anybody's."""
        first = [True, False]
        best, worst = map(len, self._remarks)
        mine = [*first[:best], *first[:worst]]
        return [move for move, first in zip(self.moves(), mine, strict=False) if first]

    def day(self) -> Block:
        """Return how the day's deal went, for those and for bots."""
        club, player, table = self._pane.arcade.club, self._pane.arcade.player, self.table
        if table.seat is None or not table.daily:
            return []
        dealt = dealt_text(self._words, club, player, table.code)
        if not dealt:
            return []
        bots = bots_text(self._words, club.daily.compared(club.daily.today, table.game))
        texts = dealt, bots, day_text(self._words, club, player)
        return self._block(_TODAY, [*filter(None, texts)])

    def talk(self, lines: Sequence[LogLine]) -> Block:
        """Return what was said after the game."""
        names = tuple(seat.name for seat in self.table.seats)
        rows = [sentence(self._words, line, names) for line in lines]
        return [list(wrap_whole(line, self.cells, 2)) for line in rows]

    def lent(self) -> list[Row]:
        """Say why a win of the reader's is not rated: a bot played most of it."""
        if not any(each.seat.yours and each.rank == 1 for each in self.end.results):
            return []
        text = self._words.t("A bot played most of your moves: this win changes no rating.")
        return [*wrap(row((text, "strong")), self.cells)]

    def _block(self, label: str, sentences: Sequence[str], of: Sequence[Remark] = ()) -> Block:
        """Write sentences beside or below their label, moves with the sign under the curves."""
        if self._above:
            return self._below(label, sentences, of)
        lines, cells = [], self.cells
        indent = max(cell_len(self._words.t(title)) for title in (_STORY, _TODAY, *_SIGNS)) + 3
        tones = [seat_mark(remark.seat).tone for remark in of] or ["dim"] * len(sentences)
        for number, (text, tone) in enumerate(zip(sentences, tones, strict=True)):
            head = row((pad("" if number else self._words.t(label), indent - 2), "dim"))
            head += row((pad(_SIGNS.get(label, ""), 2), tone))
            first, *others = wrap_whole(row(text), cells - indent, 2)
            lines.append([head + first, *indented(others, indent)])
        return lines

    def _below(self, label: str, sentences: Sequence[str], of: Sequence[Remark]) -> Block:
        sign, tone = _SIGNS.get(label, ""), seat_mark(of[0].seat).tone if of else "dim"
        lines: Block = [[*wrap_whole(row(text), self.cells, 2)] for text in sentences]
        head = row((self._words.t(label), "dim"), (f" {sign}" if sign else "", tone))
        if not lines or sign:  # a move is told with its label
            return [[head, *line] for line in lines[:1]] + lines[1:]
        return [[head], *lines]
