"""The bars of a replay: game and eyes, position, coach's remark."""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.replays.replay import Replay
from arcade.club.replays.review import MIN_GIVEN, Remark
from arcade.club.speech import read_aloud
from arcade.club.speech.actions import explained
from arcade.club.speech.curve import in_100
from arcade.club.speech.ending import figure, given_text
from arcade.club.views import LogLine
from arcade.engine import registry
from screens.base import Bar
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    indented,
    pad,
    row,
    row_width,
    spread,
    unindented,
    warning,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets.curve import BEST, HERE, WORST, areas, chart, scale, signs, slider, upwards
from screens.widgets.lines import Lines
from screens.widgets.log import LogPane

_MOST = 90
"""The most cells of the line that shows how far one is, and of a curve."""


_NAME, _WIDE = 16, 120
"""The most cells of a name, and of a curve, in the pane of everybody's curves."""
_FIGURE, _AXIS, _LEAST = 6, 4, 5
"""Cells of a chance and of the scale, and the fewest rows of everybody's areas."""


_INDENT, _SENTENCE = 3, re.compile(r"(?<=\.) ")
"""Cells before the later rows of a remark, and what is between two sentences of it."""


class Standing(Struct, frozen=True):
    """The position in a replay.

    `speed` is the label of the automatic replay's speed, "" if it is off; `mine` says that the
    running game waits for this person.
    """

    replay: Replay
    at: int
    viewpoint: int | None
    live: bool = False
    mine: bool = False
    speed: str = ""
    curve: Curve | None = None
    whole: bool = False
    """Whether everybody's curve is drawn, so that the line needs none."""

    @property
    def turn(self) -> int:
        """The last turn that is over at this step; 0 at the beginning."""
        steps, turn = self.replay.steps, self.replay.steps[self.at].turn
        over = self.at + 1 == len(steps) or steps[self.at + 1].turn > turn
        return turn if over and self.at else turn - 1

    @property
    def seat(self) -> int:
        """The seat whose chances matter most: the viewer's, else the winner's."""
        if self.viewpoint is not None:
            return self.viewpoint
        return self.curve.winners[0] if self.curve and self.curve.winners else 0


def eyes_text(words: Words, standing: Standing) -> str:
    """Return whose eyes the replay uses."""
    if standing.viewpoint is None:
        return words.t("as spectators saw it")
    name = standing.replay.room.names[standing.viewpoint]
    if standing.viewpoint == standing.replay.own:
        return words.t("as you saw it")
    return words.t("as {name} saw it", name=name)


class ReplayTop(Bar):
    """The game, its table and number, and whose eyes the replay uses."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self._standing = standing

    def show(self, standing: Standing) -> None:
        self._standing = standing
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        replay, t = self._standing.replay, self.words.t
        name = registry.find(replay.room.game).meta.name
        code = t("table {code}, game {n}", code=replay.room.code, n=replay.number)
        what = t("looking back") if self._standing.live else t("replay")
        left = row((f" {name} ", "bar-gold"), (code, "bar"), (f" · {what}", "bar"))
        right = row((f"{eyes_text(self.words, self._standing)} ", "bar-gold"))
        return [spread(left, right, size.width, "bar")]


class PositionLine(Lines):
    """The current turn and step, the progress, and a note."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self._standing = standing
        self._message = ""

    def show(self, standing: Standing, message: str) -> None:
        """Take the position; `message` goes first."""
        self._standing, self._message = standing, message
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        width = size.width
        if self._message:
            return [warning(self._message)]
        where = self._where()
        end = self._end()
        room = width - row_width(where) - row_width(end) - 4
        line = self._line(room) if room >= 10 else EMPTY
        return [spread((*where, *row("  "), *line), end, width)]

    def _where(self) -> Row:
        now, t = self._standing, self.words.t
        step, last = now.replay.steps[now.at], len(now.replay.steps) - 1
        text = t("turn {n} of {last}", n=step.turn, last=now.replay.turns)
        steps = t("step {n} of {last}", n=now.at, last=last)
        auto = row((f" ▶ {now.speed}", "accent")) if now.speed else EMPTY
        return (*row((f" {text}", "gold"), (f" · {steps}", "dim")), *auto)

    def _end(self) -> Row:
        now, t = self._standing, self.words.t
        if now.live and now.mine:
            text = t("▶ Your turn now: Esc returns")
            if self.arcade.touch:
                text = "▶ " + t("Your turn.")
            return row((f" {text} ", "turn"), " ")
        last = now.at == len(now.replay.steps) - 1
        if now.live:
            leaves = "" if self.arcade.touch else t("Esc returns")
            text = t("this is now") if last and not now.replay.over else leaves
            return row((text, "dim"), " ")
        if last:
            return row((self._result(), "gold"), " ")
        return row((t("the beginning") if now.at == 0 else "", "dim"), " ")

    def _result(self) -> str:
        room, t = self._standing.replay.room, self.words.t
        outcome = room.rules.outcome(room.state)
        names = [room.names[seat] for seat in outcome.winners] if outcome else []
        if not names:
            return t("the end")
        return t("the end: {said}", said=read_aloud.winners(self.words, names))

    def _line(self, room: int) -> Row:
        """Draw the curve of the seat that looks with a knob on it, else a plain slider."""
        now = self._standing
        if now.whole:
            t = self.words.t
            text = t("chances to win, turn by turn")
            here = row("  ", (HERE, "gold"), " ", (t("the turn shown"), "dim"))
            legends = (row((text, "dim")) + here, row((text, "dim")))
            return next((legend for legend in legends if row_width(legend) <= room), EMPTY)
        if now.curve is not None:
            mark, chance = seat_mark(now.seat), now.curve.points[min(now.turn, now.curve.turns)]
            percent = self.words.t("{n}% to win", n=in_100(chance[now.seat]))
            whose = row((f"{mark.shape} {percent} ", mark.tone))
            room -= row_width(whose)
            return whose + slider(now.curve, now.seat, min(_MOST, room), now.turn)
        cells = min(_MOST, room)
        last = max(1, len(self._standing.replay.steps) - 1)
        filled = round((cells - 1) * self._standing.at / last)
        return row(("━" * filled, "accent"), ("●", "gold"), ("─" * (cells - 1 - filled), "rule"))


class CurvePane(Lines):
    """Everybody's chances to win, turn by turn, over the line with the position."""

    def __init__(self) -> None:
        super().__init__()
        self._standing: Standing | None = None
        self._at: Mapping[int, str] = {}

    def show(self, standing: Standing, at: Mapping[int, str]) -> None:
        """Take the position, and the signs by turn."""
        self._standing, self._at = standing, {**at, standing.turn: HERE}
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        standing = self._standing
        if standing is None or standing.curve is None:
            return []
        curve, names = standing.curve, standing.replay.room.names
        named = min(_NAME, max(map(cell_len, names)))
        airy = size.height > len(names) * 2 + 1
        high = size.height - 1 - airy
        high = high if curve.divided and high >= max(_LEAST, 2 * len(names) - 1) else 1
        axis = [pad(label, _AXIS) for label in scale(high)] or [""]
        start = named + _FIGURE + 5
        cells = min(_WIDE, size.width - start - len(axis[0]) - 1)
        downwards = [*reversed(upwards(curve, standing.seat))] if high > 1 else range(len(names))
        whose = [self._whose(standing, curve, seat, named) for seat in downwards]
        turn = standing.turn
        if high > 1:
            at = {(2 * n + 1) * high // (2 * len(names)): who for n, who in enumerate(whose)}
            whose = [at.get(y, EMPTY) for y in range(high)]  # each beside its area, at first
            drawn = areas(curve, standing.seat, cells, high, here=turn)
        else:
            drawn = [
                line for seat in range(len(names)) for line in chart(curve, seat, cells, 1, turn)
            ]
            axis = [""] * len(names)
        labelled = [row((label, "dim")) + line for label, line in zip(axis, drawn, strict=True)]
        under = row(" " * (start + len(axis[0]))) + signs(curve, cells, self._at)
        text = self.words.t("{best} best move  {worst} worst move", best=BEST, worst=WORST)
        legend = row("  ", (text, "dim"))
        fits = row_width(under) + row_width(legend) < size.width
        rows = beside(whose, labelled, start, 0)
        return [*[EMPTY] * airy, *rows, under + legend if fits else under]

    def _whose(self, standing: Standing, curve: Curve, seat: int, named: int) -> Row:
        """Name a seat, with its chance at the turn shown."""
        name, mark = standing.replay.room.names[seat], seat_mark(seat)
        percent = in_100(curve.points[min(standing.turn, curve.turns)][seat])
        tone = "gold" if seat == standing.seat else "dim"
        figure = pad(self.words.t("{n}%", n=percent), _FIGURE, "right")
        return row((f" {mark.shape} {pad(name, named)}", mark.tone), (figure, tone))


class ReplayLog(LogPane):
    """The log up to the current step, as much of it as there is room for."""

    AT_ONCE = 1

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[int, Sequence[Row]] = {}
        self._kept_for = (0, 0, "")

    def _written(self, line: LogLine, width: int, room: int) -> Sequence[Row]:
        """Write each line once: a recording draws every step, and no line changes."""
        if self._kept_for != (width, room, self.words.language):
            self._kept_for = (width, room, self.words.language)
            self._kept.clear()
        if line.number not in self._kept:
            self._kept[line.number] = super()._written(line, width, room)
        return self._kept[line.number]


class RemarkLine(Lines):
    """The coach's remark on the current or next choice."""

    def __init__(self) -> None:
        super().__init__()
        self.line: Row = EMPTY
        self.beside = False
        """Whether it stands beside the game, under a rule."""

    def show(self, line: Row) -> None:
        self.line = line
        self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw the remark in as many rows as there are; beside a game, under a rule."""
        width, height = size
        if not self.line:
            return []
        if self.beside:
            return self.under_rule(width)[:height]
        return self.lines(width)[:height]

    def lines(self, width: int) -> list[Row]:
        """Draw the remark in as many rows as it needs, a sentence in each where that is as good."""
        if not self.line:
            return []
        cells = max(20, width - 1)
        wrapped, reason = wrap(self.line, cells, _INDENT), self.line[-1]
        first, *others = _SENTENCE.split(reason.text)
        rows = [
            (*self.line[:-1], reason._replace(text=first)),
            *indented(map(row, others), _INDENT),
        ]
        whole = max(map(row_width, rows)) <= cells and len(rows) <= len(wrapped) > 1
        return rows if whole else [*wrapped]

    def under_rule(self, width: int) -> list[Row]:
        """Draw the remark as it stands below the log, beside a game."""
        if not self.line:
            return []
        lines = wrap(unindented(self.line), max(20, width - 1))
        return [row(("─" * width, "rule")), EMPTY, *lines]


def remark_row(words: Words, game: str, remark: Remark, names: tuple[str, ...], made: bool) -> Row:
    """Return the cost of a choice, and why another is better; `made` is false right before it."""
    t = words.t
    why = words.say(remark.best.why, names)
    best = explained(words, game, remark.best.action, why, names)
    if remark.given < MIN_GIVEN:
        name = names[remark.seat]
        whose = (
            t("{name:@ made|You made} the best choice:", name=name)
            if made
            else t("{name:@ makes|You make} the best choice next:", name=name)
        )
        return row((f" ✓ {whose}", "good"), f" {best}")
    text = given_text(words, remark)
    if not made:
        worth = figure(words, remark.given, remark.unit)
        text = t("The next choice gives away {worth}.", worth=worth)
    return row((f" ☞ {text}", "alert"), " " + t("Better: {why}", why=best))
