"""The current move: what was rolled, what is announced, the chances, what a choice would do."""

from collections.abc import Sequence

from arcade.engine.words import N_
from arcade.games.golden21.rules.state import View
from screens.games.golden21.chart import Plot, chart, fates_of, outlook
from screens.games.golden21.choice import Choice
from screens.games.golden21.question import own_account
from screens.games.golden21.throw import blocks, inline, largest, outcome, to_throw
from screens.games.seat_rows import with_names
from screens.games.view import GameView
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    fit,
    indented,
    minus,
    row,
    row_width,
    stacked,
    wrap,
)
from screens.widgets import dice

_BURDEN = N_("A crisis die is one more die to roll: more dice, bigger misses.")
_MOST_CHART, _ROOMY, _FAIR, _WHOLE, _LOW, _FLAT = 17, 14, 9, 5, 4, 3
"""Rows of a chart: at most, beside large and beside small dice of the roll before, with bonuses
below it, at least, and while the dice are large."""
_MOST_SMALL = 10
"""Rows of a chart in a small picture, at most: a higher one would cost a line too much."""
_LARGE, _SMALL = 5, 3
"""Rows of dice."""
_BESIDE, _BARS = 4, 42
"""Cells between dice and the chances beside them, and the fewest that these have."""

Part = Sequence[Row] | None
"""A part of the move; None is the chart, which takes the rows that are left."""


class Stage:
    """Draws the move in `width` cells, its parts with a free row between.

    `golden` are how many dice of the last throw are golden.
    """

    def __init__(self, pane: GameView[View], choice: Choice, golden: int, width: int) -> None:
        self._pane, self._choice, self._golden = pane, choice, golden
        self._width, self._cells = width, width - 2

    def rows(self, rows: int) -> list[Row]:
        """Draw the move in at most so many rows."""
        game = self._pane.game
        if game.phase != "announce" or self._pane.moment.frame:
            return self._thrown(rows)
        plot = self._plot()
        rolled = bool(outcome(self._pane, self._pane.moment.tumbling))
        balance = self._last_balance() if rolled else []
        if self._pane.mine:
            return self._announcing(plot, balance, rows)
        if not rolled:
            return self._arranged(plot, rows, ([self._caption(), None], _FLAT))
        end: list[Part] = [self._caption(), balance, None]
        *drawn, (_, text) = self._last_rolls()
        # Whose chances these are matters more than how large the dice of the roll before are.
        ways: list[tuple[Sequence[Part], int]] = [
            ([sentence, faces, *end], _LOW) for faces, sentence in drawn
        ]
        ways += [([text, *end], _LOW), ([text, None], _LOW)]
        return self._arranged(plot, rows, *ways)

    def small(self, rows: int) -> list[Row]:
        """Draw the move in so many rows: what is to do, the last roll, then the chances or dice.

        The first two have their rows always, so that nothing jumps.
        """
        pane = self._pane
        announces = pane.game.phase == "announce" and not pane.moment.frame
        rolled = outcome(pane, pane.moment.tumbling)
        last = [rolled]
        if announces and rolled:
            last = self._last_balance() or self._in_text()
        head = [*(self._caption() or [EMPTY])[:1], *last[:2], *[EMPTY] * (2 - len(last))]
        below = self._below()
        if announces:
            left = rows - len(head)
            below = below[: 1 if self._choice.aim is None else 2]
            below = [EMPTY] * (len(below) > 0 and left - len(below) >= _WHOLE) + below
            high = min(_MOST_SMALL, left - len(below))
            drawn = chart(pane.words, self._plot(), self._width, high)
            lines = [*indented(head, 1), *drawn, *indented(below, 1)]
        else:
            left = rows - len(head) - len(below)
            large = self._rolled(left) if rolled else []
            large += self._kinds(large) if len(large) + 1 < left else []
            apart = [EMPTY] * (len(large) < left)
            drawn = [*large, *apart, *below] if below else self._amid(large, left)
            lines = indented([*head, *drawn], 1)
        lines = [fit(line, self._width) for line in lines[:rows]]
        return [*lines, *[EMPTY] * (rows - len(lines))]

    def _amid(self, large: list[Row], rows: int) -> list[Row]:
        """Put the dice of somebody else in the middle, and what they may give below them."""
        free = max(0, rows - len(large))
        gives = self._pane.game.gifts and not self._pane.moment.tumbling
        burden = row((self._pane.words.t(_BURDEN), "dim"))
        below = [EMPTY, burden] * bool(gives and free > 2)
        return [*[EMPTY] * ((free - len(below)) // 2), *large, *below]

    def _rolled(self, rows: int) -> list[Row]:
        """Draw the dice of the last throw in so many rows, larger where somebody else threw them.

        Their size tells nothing of the last one while it rolls. A replay has the chances of its
        sums beside them; at a table each throw would draw them.
        """
        pane = self._pane
        own = pane.game.thrower == pane.table.seat
        drawn = self._dice(min(rows, _LARGE)) if own or pane.replayed else []
        room = self._cells - row_width(drawn[0]) - _BESIDE if drawn else 0
        if pane.replayed and room >= _BARS:
            plot = self._outcome_plot()
            chances = chart(pane.words, plot, room, min(rows, _MOST_CHART))
            return beside(drawn, chances, row_width(drawn[0]), _BESIDE)
        larger = [] if own else self._dice(rows)
        return larger or drawn or list(wrap(inline(*self.faces(), pane.appearance), self._cells))

    def _kinds(self, drawn: Sequence[Row]) -> list[Row]:
        """Name below large dice those that are crisis dice, if any are."""
        golden, crisis = map(len, self.faces())
        if len(drawn) < _SMALL or not crisis or self._pane.replayed:
            return []
        start = golden * row_width(drawn[0]) // (golden + crisis) + 1
        named = self._pane.words.nt("{n} crisis die", "{n} crisis dice", crisis)
        return [row(" " * start, (named, "dim"))]

    def _outcome_plot(self) -> Plot:
        """Return the chances that the last throw had, and what came of it once it lies."""
        game = self._pane.game
        thrown = None if self._pane.moment.tumbling else sum(game.dice)
        return Plot(len(game.dice), game.announced, thrown, earns=game.options.specific_rules)

    def _plot(self) -> Plot:
        """Return the chances of what is to be announced."""
        game, choice = self._pane.game, self._choice
        mine = choice.mode == "announce"
        fates = fates_of(game, choice.total) if mine and choice.valid else ()
        total = choice.total if fates else None
        return Plot(game.throws, total, None, fates, mine, game.options.specific_rules)

    def _announcing(self, plot: Plot, balance: list[Row], rows: int) -> list[Row]:
        """Draw the chances of one's own roll, below the roll before."""
        caption, below = self._caption(), self._below()
        brief = below[: 1 if self._choice.aim is None else 2]
        end: list[Part] = [caption, balance, None, below]
        sentence = outcome(self._pane, self._pane.moment.tumbling)
        lines = self._in_text() if sentence else []
        ways: list[tuple[Sequence[Part], int]] = [
            ([self._last_roll(sentence, _LARGE), *end], _ROOMY),
            ([self._last_roll(sentence, _SMALL), *end], _FAIR),
            ([lines, *end], _WHOLE),
            ([lines, caption, balance, None, brief], _WHOLE),
            ([lines, caption, balance, None, brief], _LOW),
            ([lines, caption, None, brief], _LOW),
        ]
        if self._choice.mode == "announce":
            ways += [([lines, None, brief], _LOW), ([caption, None, brief], _WHOLE)]
            return self._arranged(plot, rows, *ways, ([brief, None], _FLAT))
        return self._arranged(plot, rows, *ways, ([caption, None, below], _FLAT))

    def _last_roll(self, sentence: Row, rows: int) -> list[Row]:
        """Draw the roll before, small, and tell it beside the dice or above them."""
        if not sentence or not (drawn := self._dice(rows)):
            return []
        cells = row_width(drawn[0])
        if cells + 3 + row_width(sentence) <= self._cells:
            return beside(drawn, [*[EMPTY] * (len(drawn) // 2), sentence], cells, 3)
        return [*wrap(sentence, self._cells), EMPTY, *drawn]

    def _thrown(self, rows: int) -> list[Row]:
        """Draw the throw: its dice, and the announced against the thrown sum."""
        caption, below = self._caption(), self._below()
        if not outcome(self._pane, self._pane.moment.tumbling):
            return stacked([caption, below], rows)
        plot = self._outcome_plot()
        *drawn, (_, text) = self._last_rolls()
        ways: list[tuple[Sequence[Part], int]] = []
        for faces, sentence in drawn:
            least = _FLAT if len(faces) == _LARGE else _LOW
            ways.append(([caption, faces, sentence, None, below], least))
        ways += [([caption, *parts, below], 0) for parts in drawn]
        ways += [([caption, text, None, below], _LOW), ([caption, text, below], 0)]
        return self._arranged(plot, rows, *ways)

    def _last_rolls(self) -> list[tuple[list[Row], list[Row]]]:
        """Tell the last roll in three ways: with large dice, small ones, and dice as text."""
        sentence = outcome(self._pane, self._pane.moment.tumbling)
        lines = list(wrap(sentence, self._cells))
        drawn = ((self._dice(rows), lines) for rows in (_LARGE, _SMALL))
        return [*(way for way in drawn if way[0]), ([], self._in_text())]

    def _in_text(self) -> list[Row]:
        """Tell the last roll with its dice as text, in place of their sum if that saves a row."""
        tumbling = self._pane.moment.tumbling
        faces = inline(*self.faces(), self._pane.appearance)
        apart = outcome(self._pane, tumbling)
        long = wrap(apart + row("  ") + faces, self._cells)
        short = wrap(outcome(self._pane, tumbling, faces), self._cells)
        if len(long) == 1 or len(short) == 1:
            return list(long if len(long) == 1 else short)
        if max(row_width(apart), row_width(faces)) <= self._cells:
            return [apart, faces]
        return list(long if len(long) < len(short) else short)

    def _arranged(self, plot: Plot, rows: int, *ways: tuple[Sequence[Part], int]) -> list[Row]:
        """Draw the first way that leaves the chart the rows it needs; the last one without it."""
        parts: list[Part] = []
        left = 0
        for way, least in ways:
            parts = [part for part in way if part is None or part]
            used = sum(len(part) for part in parts if part) + len(parts) - 1
            left = rows - used
            if left >= least:
                break
        cells = self._width
        drawn = (
            chart(self._pane.words, plot, cells, min(left, _MOST_CHART)) if left >= _FLAT else []
        )
        lines = [drawn if part is None else indented(part, 1) for part in parts]
        return [fit(line, cells) for line in stacked(lines, rows)[:rows]]

    # The dice

    def in_words(self, rows: int) -> list[Row]:
        """Draw the last throw in `rows` rows: dice and sentence, or all dice in the sentence."""
        sentence = outcome(self._pane, self._pane.moment.tumbling)
        wrapped = wrap(sentence, self._cells)
        faces = inline(*self.faces(), self._pane.appearance)
        if drawn := self._dice(rows - len(wrapped)):
            lines = [*drawn, *wrapped]
        else:
            lines = [*wrap(sentence + row("  ") + faces, self._cells)]
        return [fit(row(" ") + line, self._width) for line in lines]

    def _dice(self, rows: int) -> list[Row]:
        """Draw the dice of the last throw in so many rows; nothing where they do not fit."""
        size = largest(len(self._pane.game.dice), self._cells, rows)
        return blocks(*self.faces(), size) if size else []

    def faces(self) -> tuple[Sequence[int], Sequence[int]]:
        """Return the golden and the crisis dice of the last throw, as they are seen now."""
        moment, faces = self._pane.moment, self._pane.game.dice
        landed = len(faces) - moment.tumbling
        faces = tuple(
            face if at < landed else dice.tumbling(moment.number, at, self._pane.table.version)
            for at, face in enumerate(faces)
        )
        return faces[: self._golden], faces[self._golden :]

    # In words

    def _caption(self) -> list[Row]:
        view, t, choice = self._pane.game, self._pane.words.t, self._choice
        seat = view.thrower if self._pane.moment.frame else view.turn
        if seat is None:
            return []
        if self._pane.mine and seat == view.turn and not self._pane.moment.tumbling:
            text = {
                "announce": t("Announce the sum"),
                "bonus": t("Spend your bonus of {n}", n=view.bonus),
                "account": t("Spend your account of {n}", n=own_account(self._pane)),
                "give": t("Give crisis dice: {n} left", n=view.gifts),
            }.get(choice.mode, self._ending())
        else:
            text = self._doing(seat)
        line = with_names(self._pane.table, text, "strong")
        if view.phase == "announce" and not self._pane.moment.frame:
            dice_to_throw = row("   ") + to_throw(self._pane)
            line += dice_to_throw if row_width(line + dice_to_throw) <= self._cells else EMPTY
        return [line]

    def _ending(self) -> str:
        if self._pane.touch:
            return ""
        return self._pane.words.t("{key} ends your turn", key=self._pane.key_of("end"))

    def _doing(self, seat: int) -> str:
        view, t = self._pane.game, self._pane.words.t
        name = self._pane.name_of(seat)
        if self._pane.moment.frame:
            return t("{name:@ rolls|You roll}", name=name)
        if view.phase == "announce":
            return t("{name:@ is|You are} to announce the sum", name=name)
        if view.bonus:
            return t("{name:@ has|You have} a bonus of {n} to spend", name=name, n=view.bonus)
        if view.gifts:
            return self._pane.words.nt(
                "{name:@|You} may give {n} crisis die",
                "{name:@|You} may give {n} crisis dice",
                view.gifts,
                name=name,
            )
        return t("{name:@ may spend the|You may spend your} account", name=name)

    def _last_balance(self) -> list[Row]:
        """Describe the balance of the last year until the first throw of the next."""
        view, t = self._pane.game, self._pane.words.t
        if view.year < 2 or any(len(column) > 1 for column in view.sheet[-1]):
            return []
        starts = [
            t(
                "{name:@ starts|you start} at {start}",
                name=self._pane.name_of(seat),
                start=minus(column[0]),
            )
            for seat, column in enumerate(view.sheet[-1])
            if column and column[0]
        ]
        who = "; ".join(starts) or t("everybody starts at 0")
        text = t("Year {n}: {who} (b: Bourse)", n=view.year - 1, who=who)
        lines = wrap(row((text, "strong")), self._cells)
        if len(lines) > 2:
            text = t("Year {n}: the balance is in the Bourse (b)", n=view.year - 1)
            lines = (row((text, "strong")),)
        return list(lines)

    def _below(self) -> list[Row]:
        """Describe in three rows what was announced, or what a gift does."""
        if not self._pane.mine or self._pane.moment.tumbling:
            return []
        lines = self._promise() if self._choice.mode == "announce" else []
        if self._choice.mode == "give":
            lines = [row((self._pane.words.t(_BURDEN), "dim"))]
        return [part for line in lines for part in wrap(line, self._cells)][:3]

    def _promise(self) -> list[Row]:
        view, t, choice = self._pane.game, self._pane.words.t, self._choice
        if not choice.valid:
            low, high = view.throws, 6 * view.throws
            text = t("from {low} to {high}", low=low, high=high)
            return [row((f" ‹ {choice.typed} › ", "cursor"), (f" {text}", "alert"))]
        fates = fates_of(view, choice.total)
        plot = Plot(view.throws, choice.total, None, fates, earns=view.options.specific_rules)
        lines = outlook(self._pane.words, plot)
        if choice.aim is not None:
            name = self._pane.name_of(choice.aim)
            text = t("Aim at {name}: 1/6 hits, 1/6 costs you a die", name=name)
            lines.insert(1, row((f"◎ {text}", "accent")))
        return lines
