"""The costliest choices of a finished game, as the coach weighs them."""

import re
from asyncio import Task, get_running_loop
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct
from rich.cells import cell_len
from textual.geometry import Size
from textual.message import Message

from arcade.club.replays.review import Remark, Review
from arcade.club.speech.actions import label
from arcade.club.speech.ending import CHANCES, Prices, prices, worth_heading
from arcade.engine.coach import Advice
from arcade.engine.words import N_
from screens import keys
from screens.games import view_class
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    centred,
    choice,
    columns,
    fine_bar,
    fit,
    flow,
    indented,
    outdented,
    pad,
    plain,
    row,
    row_width,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets.sheet import MARGIN

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Go to that turn."))
_AGAIN = Action(
    "again",
    ("b",),
    "b",
    N_("play it again"),
    N_("Play on from that choice, alone with bots; it counts for nothing."),
)
_WHOSE = Action(
    "whose", ("tab",), "Tab", N_("yours / everybody's"), N_("Your own choices, or everybody's.")
)
_MARGIN, _GAP = 5, 2
"""Cells before what belongs to a choice, and between its columns."""
_LIT = 2
"""Cells of the sign before a line that can be chosen."""
_LEAST = 8
"""Cells of a bar, at least."""
_SENTENCE = re.compile(r"(?<=\.) ")
"""What is between two sentences."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?(?:[ \u00a0\u202f]?%)?")
"""A figure in a sentence, with its sign."""
_ALL = 9
_DETAIL = (
    *((True, 2, _ALL), (True, 0, _ALL), (False, 2, _ALL), (False, 1, _ALL)),
    *((False, 1, 1), (False, 0, 1), (False, 0, 0)),
)
"""In how much detail a choice is drawn: dice in frames, rows of air, sentences of the reason."""
_READ = 60
"""Cells of a sentence that stands alone in the middle of the page."""


class MoreWeighed(Message, bubble=False):
    """The coach has weighed one more choice."""


class Sought(Struct, frozen=True):
    """The step that a choice led to, and whether to make that choice again."""

    step: int
    again: bool = False


class _Line(Struct, frozen=True):
    """One way to choose: what it is called, its dice or cards, its worth and how it is written."""

    name: str
    what: str
    drawn: Row
    worth: float
    figure: str


class Costliest(Listing[Sought]):
    """Lists the three costliest choices; returns the one to look at, or to make again.

    The coach weighs one choice after the other while the page is open, and continues when it is
    opened again.
    """

    TITLE = N_("The costliest choices")

    def __init__(self, review: Review, *, again: bool = False) -> None:
        """`again` says whether a game can be played on from here."""
        super().__init__()
        self._review = review
        self._again = again
        own = review.replay.own
        self._own = own if own is not None and review.decisions(own) else None
        self.seat = self._own
        self._weighing: Task[None] | None = None
        self._gone = False

    def count(self) -> int:
        return len(self.remarks)

    def on_mount(self) -> None:
        self._weighing = get_running_loop().create_task(self._weigh())

    def on_unmount(self) -> None:
        self._gone = True

    async def _weigh(self) -> None:
        """Weigh one's own choices first, then everybody's."""
        review = self._review
        own = review.decisions(self._own) if self._own is not None else ()
        for step in dict.fromkeys((*own, *review.decisions())):
            if self._gone:
                return
            if review.wants(step):
                await review.remark(step)
                self.post_message(MoreWeighed())
        self.post_message(MoreWeighed())

    def on_more_weighed(self) -> None:
        self.list.redraw()
        self.renew()

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return self._review.costliest(self.seat)

    @property
    def left(self) -> int:
        """The number of choices not yet weighed."""
        return sum(self._review.wants(step) for step in self._review.decisions(self.seat))

    def actions(self) -> list[Action]:
        again = [_AGAIN] if self._again else []
        actions = [_LOOK, *again, *MOVES] if self.remarks else []
        if self._own is not None:
            actions.append(_WHOSE)
        return [*actions, keys.MENU, keys.BACK, keys.QUIT]

    def do_look(self) -> None:
        if self.remarks:
            self.dismiss(Sought(self.remarks[self._here].step))

    def do_again(self) -> None:
        if self.remarks:
            self.dismiss(Sought(self.remarks[self._here].step, again=True))

    def do_whose(self) -> None:
        self.seat = None if self.seat is not None else self._own
        self.choose(0)

    @property
    def _here(self) -> int:
        return min(self.at, len(self.remarks) - 1)

    # What it shows

    def draw(self, size: Size) -> list[Row]:
        """Draw each choice with the best one below it, in as much detail as there is room for."""
        width, height = size
        remarks = self.remarks
        if not remarks:
            return self._nothing(size)
        about = wrap(row((self._about(remarks[0].unit), "dim")), width - MARGIN)
        head = [*indented(about, MARGIN), EMPTY]
        pairs = [self._lines(remark) for remark in remarks]
        for boxed, apart, reasons in _DETAIL:
            blocks = self._blocks(remarks, pairs, width, boxed, apart, reasons)
            between = [EMPTY] * (1 + (boxed and apart > 1))
            rows = [*head, *(line for block in blocks for line in (*block, *between))]
            if len(rows) <= height + len(between):
                break
        return [*[EMPTY] * (max(0, height - len(rows)) // 4), *rows]

    def _about(self, unit: str) -> str:
        t, left = self.words.t, self.left
        if left:
            return self.words.nt("{n} choice to weigh yet …", "{n} choices to weigh yet …", left)
        if unit in CHANCES:
            return t("The chance to win after each choice, as the coach sees it.")
        return t("After each choice: {worth}.", worth=worth_heading(self.words, unit))

    def _nothing(self, size: Size) -> list[Row]:
        """Say in the middle why there is no choice here, and what to do next."""
        t, left = self.words.t, self.left
        if left:
            text = self.words.nt("{n} choice to weigh yet …", "{n} choices to weigh yet …", left)
        elif not self._review.decisions(self.seat):
            text = t("Nobody but bots chose anything in this game.")
        else:
            text = t("Nothing was given away, as far as the coach can tell.")
        cells = min(_READ, size.width)
        rows = [*balanced(row((text, "strong")), cells)]
        if not left and not self.arcade.touch:
            whose = t("Tab: everybody's choices. Esc: back to the game.")
            back = t("Esc: back to the game.")
            rows += [EMPTY, row((back if self._own is None else whose, "dim"))]
        above = max(0, size.height - len(rows)) // 3
        across = self.app.size.width - 2 * self.list.region.x  # in the middle of the terminal
        return [*[EMPTY] * above, *(centred(line, across) for line in rows)]

    def _blocks(
        self,
        remarks: Sequence[Remark],
        pairs: Sequence[tuple[_Line, _Line]],
        cells: int,
        boxed: bool,
        apart: int,
        reasons: int,
    ) -> list[list[Row]]:
        every = [line for pair in pairs for line in pair]
        drawn = max(row_width(_tiles(line.drawn, boxed)[0]) for line in every)
        named = max(cell_len(line.name) for line in every)
        figures = max(cell_len(line.figure) for line in every)
        room = cells - _MARGIN - named - drawn - figures - 4 * _GAP - 1
        labelled = min(max(cell_len(line.what) for line in every), room - _LEAST)
        worths = [line.worth for line in every]
        least, most = min(0, *worths), max(0, *worths)
        turns = max(cell_len(self._turn(remark)) for remark in remarks)
        blocks = []
        for number, (remark, pair) in enumerate(zip(remarks, pairs, strict=True)):
            block = [self._head(number, remark, cells, turns), *[EMPTY] * (apart > 0)]
            shares = [(line.worth - least) / (most - least or 1) for line in pair]
            bars = _bars(shares[0], shares[1], room - labelled)
            for line, bar, tone in zip(pair, bars, ("alert", "good"), strict=True):
                figure = (pad(line.figure, figures, "right") + " ", tone)
                end = row(pad(line.what, labelled + _GAP), figure) + bar
                name = row((pad(line.name, named + _GAP), "dim"))
                tiles = _tiles(line.drawn, boxed)
                block += [EMPTY] * (apart > 1 and line is pair[1])
                shown = [fit(tile, drawn) + row("  " if drawn else "") for tile in tiles]
                for at, tile in enumerate(shown):
                    amid = at == len(shown) // 2
                    block.append(
                        row(" " * _MARGIN)
                        + (name if amid else fit(EMPTY, named + _GAP))
                        + tile
                        + (end if amid else EMPTY)
                    )
            if reasons or number == self._here:
                why = self._why(remark, max(1, reasons), cells, named + _GAP)
                block += [*[EMPTY] * (apart > 1), *why]
            if number == self._here:
                block[1:] = [row(("▌", "accent")) + outdented(line, 1) for line in block[1:]]
            blocks.append(block)
        return blocks

    def _turn(self, remark: Remark) -> str:
        return self.words.t("Turn {n}", n=remark.turn)

    def _head(self, number: int, remark: Remark, cells: int, turns: int) -> Row:
        """Draw the line of a choice: when, whose, and what it cost, where the bars end."""
        replay, t = self._review.replay, self.words.t
        name = t("you") if remark.seat == replay.own else replay.room.names[remark.seat]
        mark = seat_mark(remark.seat)
        left = row(
            (f"{number + 1}  ", "dim"),
            (pad(self._turn(remark), turns), "strong"),
            (f"  {mark.shape} {name}", mark.tone),
        )
        cost = row((self._prices(remark).cost, "alert"))
        here = number == self._here
        return choice(spread(left, cost, cells - _GAP - _LIT), cells, here, str(number))

    def _prices(self, remark: Remark) -> Prices:
        return prices(self.words, remark)

    def _lines(self, remark: Remark) -> tuple[_Line, _Line]:
        written, t = self._prices(remark), self.words.t
        return (
            self._line(t("played"), remark, remark.chosen, written.chosen),
            self._line(t("better"), remark, remark.best, written.best),
        )

    def _line(self, name: str, remark: Remark, advice: Advice, figure: str) -> _Line:
        replay = self._review.replay
        room = replay.steps[remark.step - 1].room
        view = room.rules.view(room.state, remark.seat)
        drawn = view_class(room.game).decision(view, advice.action)
        words = self.words.to("" if replay.own is None else room.names[replay.own])
        what = label(words, room.game, advice.action, room.names)
        return _Line(name, what, drawn, advice.worth, figure)

    def _why(self, remark: Remark, most: int, cells: int, named: int) -> list[Row]:
        """Say in so many sentences what decides for the best choice, under it."""
        replay = self._review.replay
        names = replay.room.names
        words = self.words.to("" if replay.own is None else names[replay.own])
        why, played = words.say(remark.best.why, names), words.say(remark.chosen.why, names)
        indent = _MARGIN + named
        room = cells - indent
        ours, theirs = _SENTENCE.split(why)[:most], _SENTENCE.split(played)[:most]
        pairs = zip_longest(ours, theirs, fillvalue="")
        sentences = [row(self._compared(better, other)) for better, other in pairs if better]
        lines = flow((line for part in sentences for line in balanced(part, room)), room, row(" "))
        label = row(" " * _MARGIN, (pad(self.words.t("why"), named), "dim"))
        return [label + lines[0], *indented(lines[1:], indent)]

    def _compared(self, better: str, played: str) -> str:
        """Add to a sentence its figure for what was played, where that is all that differs."""
        ours, theirs = _FIGURE.findall(better), _FIGURE.findall(played)
        alike = _FIGURE.sub("", better) == _FIGURE.sub("", played)
        differing = [figure for figure, own in zip(theirs, ours, strict=False) if figure != own]
        if not alike or len(differing) != 1:
            return better
        of = {"sentence": better.removesuffix("."), "value": differing[0]}
        return self.words.t("{sentence} (as played: {value}).", **of)


def _bars(played: float, better: float, cells: int) -> tuple[Row, Row]:
    """Draw the worth of a choice and that of a better one, lit in the latter what it has more."""
    whole, chosen = plain(fine_bar(better, cells)), fine_bar(played, cells, "alert")
    common = plain(chosen).count("▄")
    return chosen, row((whole[:common], "rule"), (whole[common:], "good"))


def _tiles(drawn: Row, boxed: bool) -> list[Row]:
    """Draw dice, cards or a tile in three rows with frames, or in one."""
    framed = [_framed(tile.text, tile.tone) if boxed else [(tile,)] for tile in drawn]
    return columns(framed, 1) or [EMPTY]


def _framed(text: str, tone: str) -> list[Row]:
    across = "─" * len(text)
    edges = f"╭{across}╮", f"│{text}│", f"╰{across}╯"
    return [row((edge, tone)) for edge in edges]
