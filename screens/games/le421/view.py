"""The view of Le 421: its keys, and its picture with the order of the throws if it fits."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.le421.rules.actions import Roll, Stop
from arcade.games.le421.rules.hands import move
from arcade.games.le421.rules.state import View
from screens.games.le421 import column, seats, small, worth
from screens.games.le421.broad import BROAD, HIGH, composed
from screens.games.le421.choice import kept_by, may_be_421
from screens.games.le421.ladder import by_worth, ladder
from screens.games.le421.last_round import brought
from screens.games.le421.placard import finale, placard, poster, thumbnail
from screens.games.playback import Moment
from screens.games.seat_cards import fitting_cards
from screens.games.view import GameView, Panel
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    beside,
    clip,
    fit,
    pad,
    placed,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import SeatMark, seat_mark
from screens.widgets import dice

_GAP = Piece("  ")
_TOLD = 2
"""Rows for what the last round brought, which the log tells too."""
_HUGE, _CROWDED = 18, 9
"""Rows that a picture needs above the seats for huge dice, and around dice and seats for air."""
_PILE, _POT = 14, 8
"""The most cells of a row of the pot's tokens, and the fewest in which the pot is written."""
_FIRST, _WIDER, _AMPLE = (2, 1, 3, 0, 4), (3, 4), 8
"""Which parts of the picture have a row of air above them first, which have two, and the rows that
are free then."""
_HANDS = N_("hands")

_PHASES: Mapping[str, str] = {
    "charge": N_("charge"),
    "decharge": N_("décharge"),
    "manche": N_("single round"),
    "belle": N_("la belle"),
    "over": N_("game over"),
}

_AIMS: Mapping[str, str] = {
    "charge": N_("Charge: the worst hand takes tokens from the pot."),
    "decharge": N_("Décharge: the best hand gives tokens to the worst."),
    "belle": N_("La belle: one round, and its best hand wins."),
}


class View421(GameView[View]):
    """A table of 421. Kept dice are marked and framed; the others are thrown again."""

    SIGNS = {
        "●": N_("a token"),
        "◉": N_("a token on its way, or who watches"),
        "▲": N_("a die you keep, the best hand, or the best move of a game"),
        "▼": N_("the worst hand, a die the coach keeps, or the worst move of a game"),
        "▸": N_("the hand on the table"),
        "◂": N_("who rolled it"),
    }
    SHOWS_SEATS = True
    MOST = 104
    PICTURED = N_("the best hand")
    KEYS = (
        Action("roll", ("enter", "r"), "Enter", N_("roll"), N_("Roll the dice you do not keep.")),
        Action(
            "keep", ("space",), "Space", N_("keep"), N_("Keep the die under the cursor, or not.")
        ),
        Action("keep_0", ("1",), "1-3", "", N_("Keep that die, or put it back.")),
        Action("keep_1", ("2",), "2", "", ""),
        Action("keep_2", ("3",), "3", "", ""),
        Action("left", ("left", "h"), "←→", "", N_("Move the cursor.")),
        Action("right", ("right", "l"), "→", "", ""),
        Action("again", ("y",), "y", N_("roll again"), N_("Roll a dear hand again."), N_("yes: y")),
        Action("stop", ("s",), "s", N_("stand"), N_("Keep this hand.")),
        Action(
            "bon",
            ("b",),
            "b",
            N_("le bon"),
            N_("Call le bon and roll: that roll is your last, whatever it brings."),
        ),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._kept: set[int] = set()
        self._cursor = 0
        self._asking = False
        self._before: View | None = None

    def game_at(self, moment: Moment[View]) -> View:
        """Return the game before its rolling dice, or with all hands of a finished round."""
        view, before, ended = self.game, self._before, moment.ended
        last, last_round = view.last_throw, view.last_round
        if moment.frame and before is not None and last is not None:
            throws = before.throws + 1 if before.turn == last.seat else 1
            return replace(before, turn=last.seat, dice=last.dice, throws=throws, last_throw=last)
        if ended is None or last_round is None:
            return view
        pot, tokens = ended.pot, ended.tokens
        if moment.counting:
            pot, tokens = move(pot, tokens, last_round.transfers)
        hands = {"hands": last_round.hands, "made": last_round.made, "last_throw": last}
        return replace(ended, turn=None, dice=(), pot=pot, tokens=tokens, **hands)

    # Keys

    def is_enabled(self, name: str) -> bool:
        if name == "again":
            return self._asking
        if name == "bon":
            return self._may_call and not self._all_kept
        if name in ("stop", "roll"):
            return super().is_enabled(name)
        return bool(self.offered("roll")) and bool(self.game.dice)

    def perform(self, name: str) -> None:
        """Perform an action; all but the answer and a held Enter drop an open question."""
        self._asking = self._asking and name in ("roll", "again")
        super().perform(name)

    def do_roll(self) -> None:
        """Throw, keeping the marked dice; with all three kept, stop."""
        if not self.game.dice:
            self.act("roll")
        elif self._all_kept and self.offered("stop"):
            self.act("stop")
        elif self.question_before(self._rest):
            self._asking = True
        else:
            self.do_again()

    def actions(self) -> list[Action]:
        """List the keys; with all dice kept, Enter says what it does then."""
        actions = super().actions()
        if not self._all_kept:
            return actions
        labels = {"roll": N_("stand") if self.offered("stop") else "", "stop": ""}
        return [each.labelled(labels.get(each.name, each.label)) for each in actions]

    @property
    def main(self) -> str:
        return "again" if self._asking else super().main

    @property
    def asked_about(self) -> str:
        return "roll" if self._asking else super().asked_about

    def do_again(self) -> None:
        """Throw again the dice that are not kept."""
        self._asking = False
        self.request(self._rest)

    @property
    def _rest(self) -> dict[str, object]:
        """The roll of all dice that are not kept."""
        return {"do": "roll", "keep": [self.game.dice[at] for at in sorted(self._kept)]}

    def do_bon(self) -> None:
        """Call le bon, and throw the dice that are not kept."""
        keep = [self.game.dice[at] for at in sorted(self._kept)]
        self.act("roll", **({"keep": keep} if self.game.dice else {}), bon=True)

    @property
    def _may_call(self) -> bool:
        return any(offer.action.bon for offer in self.offered("roll"))

    @property
    def _all_kept(self) -> bool:
        return bool(self.game.dice) and len(self._kept) == len(self.game.dice)

    def do_keep(self, at: int | None = None) -> None:
        """Keep or release a die: without a number the one under the cursor."""
        self._cursor = self._cursor if at is None else at
        self._kept ^= {self._cursor}

    def do_left(self) -> None:
        self._cursor = (self._cursor - 1) % 3

    def do_right(self) -> None:
        self._cursor = (self._cursor + 1) % 3

    def changed(self, before: View) -> None:
        """Start the animation of new dice; dice kept in the last throw stay kept."""
        last = self.game.last_throw
        self._asking, self._before = False, before
        if last is None:
            return
        if last != before.last_throw or self.game.throws > before.throws:
            self._kept = set(range(len(last.dice) - last.fresh))
            self._cursor = len(self._kept) % 3
            self.roll(last.fresh, matters=may_be_421(last.dice[:-1]))

    def recommend(self, action: Roll | Stop) -> None:
        """Mark the dice that the coach keeps."""
        self._kept = kept_by(action, self.game.dice)
        self.redraw()

    def _advised_dice(self, size: str) -> Row:
        """Mark above the dice those that the coach would keep; a blank row without its advice."""
        if not isinstance(self.advised, Roll | Stop) or not self.game.dice:
            return EMPTY
        kept, across = kept_by(self.advised, self.game.dice), dice.SIZES[size][0]
        mark = pad(f"▼ {self.words.t('keep')}", across, "center")
        signs = (mark if at in kept else " " * across for at in range(3))
        return row(("  ".join(signs), "good"))

    # Picture

    def phase_text(self) -> str:
        return self.words.t(_PHASES[self.shown.phase])

    def hint(self) -> str:
        t = self.words.t
        if not self.game.dice and self._may_call:
            return t("Enter rolls; {key} calls le bon: that roll counts.", key=self.key_of("bon"))
        if not self.game.dice and self.game.limit is not None:
            exactly = self.words.nt(
                "You have exactly {n} roll.", "You have exactly {n} rolls.", self.game.limit
            )
            return f"{t('Enter rolls.')} {exactly}"
        if not self.game.dice:
            return t("Enter rolls.")
        if not self.offered("roll"):
            return t("{key} stands on it.", key=self.key_of("stop"))
        if self._asking:
            answers = {"yes": self.key_of("again"), "key": self.key_of("stop")}
            question = self.question_before(self._rest)
            return t("{question} {yes} does, {key} stands.", question=question, **answers)
        if self.offered("stop"):
            if self._all_kept:
                return t("Enter stands on it.")
            return t(
                "Space or 1-3 keep, Enter rolls the rest, {key} stands.", key=self.key_of("stop")
            )
        if self._all_kept:
            left = self.game.most - self.game.throws
            return self.words.nt(
                "You owe {n} more roll: 1-3 let go of a die.",
                "You owe {n} more rolls: 1-3 let go of a die.",
                left,
            )
        if self._may_call:
            return t(
                "Space or 1-3 keep, Enter rolls the rest, {key} as le bon: your last.",
                key=self.key_of("bon"),
            )
        return t("Space or 1-3 keep, Enter rolls the rest.")

    def touch_hint(self) -> str:
        t = self.words.t
        if not self.game.dice:
            return t("With le bon, this roll counts.") if self._may_call else ""
        if self._asking:
            return self.question_before(self._rest)
        if not self.offered("roll"):
            return ""
        if not self._all_kept:
            return t("Tap the dice to keep.")
        return "" if self.offered("stop") else t("Roll again: tap a die to let go of it.")

    def why_not_playing(self, seat: int) -> str:
        if seat not in self.game.out:
            return ""
        if self.game.phase == "belle":
            return self.words.t("Others have won more: they play la belle.")
        return self.words.t("You hold no token: you sit out.")

    poster = staticmethod(poster)
    placard = staticmethod(placard)
    thumbnail = staticmethod(thumbnail)
    finale = staticmethod(finale)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(_HANDS, lambda width, _: self._ladder(width)[1:]),)

    def about(self, seat: int) -> str:
        tokens = self.shown.tokens[seat]
        return self.words.nt("{n} token", "{n} tokens", tokens) if worth.with_tokens(self) else ""

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        broad = min(width - 2, self.MOST)
        if broad > BROAD and height >= HIGH and (whole := self._composed(broad, height)):
            return placed(whole, broad, width, height)
        cells = width - 2
        if width >= small.WHOLE:
            return placed(self._small(cells, height), cells, width, height)
        lower, shown = seats.seat_rows(self, cells), self.shown
        belle = shown.phase == "belle"
        die_size = "huge" if width >= 66 and height >= _HUGE + len(lower) else "big"
        across, down = dice.SIZES[die_size][0] * 3 + 5, dice.SIZES[die_size][1]
        caption, value = self._title(cells), self._worth(cells)
        # With a row of air above each part, and below the last one.
        room = height - 5 - (down + 4) - len(lower)
        board, room = self._dice(die_size), cells - across - 3
        if room >= _POT:
            board = beside(board, self._pot(room), across, 3)
        parts = [[fit(caption, cells)], board, [fit(value, cells)], lower]
        if height < down + len(lower) + _CROWDED:  # else they touch the bars
            parts = [[self._in_one(caption, value, cells)], board, lower]
        below = _TOLD if self.alone else min(_TOLD, room - 2)  # the log beside it says it too
        if below > 0:  # always as many rows, so that nothing jumps
            last = self._last_round(cells)
            last = (last if len(last) <= below else []) or self._aim(cells)[:below]
            parts.append([*last, *[EMPTY] * (below - len(last))])
        airs = _airs(height - 1 - sum(map(len, parts)), len(parts))
        lines = [
            line for air, part in zip(airs, parts, strict=True) for line in (*[EMPTY] * air, *part)
        ]
        room, least = height - len(lines), 2 + len(by_worth(shown.options.order))
        hands = [] if self.panelled else self._ladder(cells)
        if room > least and room > len(hands):
            lines += hands
        # Below it are the prompt and a row of air; a change of the rules is news.
        room = height - 2 - len(lines) + belle
        if self.game.last_round is not None or belle:
            aims = self.legend(self._aims, cells, room)
            lines += aims if belle or not any(aims[:1]) else []
        return placed(lines, cells, width, height)

    def _composed(self, cells: int, height: int) -> list[Row]:
        """Draw large dice, beside them what they are worth and what is at stake, seats below.

        What the last round brought has its row before it is known, so that nothing jumps.
        """
        cards = fitting_cards(self, seats.cards(self), cells)
        last = self._last_round(cells) or [EMPTY]

        def above(size: str) -> list[Row]:
            title, before = self._title(cells), EMPTY
            if self._of_before:
                before = row("   ") + worth.hand_before(self, cells - row_width(title) - 3)
            return [title + before, self._advised_dice(size)]

        return composed(self._dice, self._at_stake, above, cards, last, cells, height)

    def _small(self, cells: int, height: int) -> list[Row]:
        """Draw the dice, what they are worth, and the seats: beside them, or below larger ones."""

        def about(room: int, rows: int) -> list[Row]:
            return small.beside_dice(self, self._worth_beside(room), room, rows)

        draw = self._dice, self._advised_dice, self._title(cells), about, cells, height
        beside = cells in column.WIDE and height < small.TALL
        return (column.composed(self, *draw) if beside else []) or small.composed(self, *draw)

    def _worth_beside(self, cells: int) -> list[Row]:
        """Say beside the dice what they are worth, or tell the roll before that no seat shows."""
        last = self.shown.last_throw
        if not self._to_throw or last is None:
            return worth.one_a_row(self._worth(BROAD), cells)
        if self.shown.hands[last.seat] is not None:
            return []
        return [worth.whose(self, last.seat), EMPTY, row(*dice.faces(last.dice, self.spent))]

    def _at_stake(self, cells: int, rows: int) -> list[Row]:
        """Say beside the dice what is at stake and what the phase is about.

        What the dice are worth says the card of whoever rolls them; a roll before is told here.
        """
        lines = self._pot(cells)
        says = self._about_phase(cells)
        lines += [EMPTY, *says] * (len(lines) + 1 + len(says) <= rows)
        value = self._worth_beside(cells) if self._to_throw else []
        return lines + [EMPTY, *value] * (len(lines) + 1 + len(value) <= rows)

    def _about_phase(self, cells: int) -> list[Row]:
        if self.learnt or not self._aims:
            return []
        return list(wrap(row((" ".join(self._aims), "dim")), cells))

    def _in_one(self, caption: Row, value: Row, cells: int) -> Row:
        """Say in one row whose dice these are and what they are worth, as far as both fit."""
        if value:
            value = self._worth(cells - row_width(caption) - 3)
        return fit(caption + row("   ") + value, cells)

    @property
    def _of_before(self) -> bool:
        """Whether the dice on the table are those of the turn before."""
        view = self.shown
        if view.hand is not None or view.last_throw is None or view.turn is None:
            return False
        resting = not self.moment.frame and self.moment.ended is None
        return resting and view.phase != "over" and not self._to_throw

    @property
    def acting(self) -> Sequence[int]:
        """Return the seats to act; in a replay whoever threw the dice that still lie there."""
        last = self.shown.last_throw
        if self.replayed and self._of_before and last is not None:
            return (last.seat,)
        return super().acting

    @property
    def _to_throw(self) -> bool:
        """Whether this person is about to throw all three dice."""
        resting = not self.moment.frame and self.moment.ended is None
        return resting and self.mine and not self.shown.dice

    @property
    def _aims(self) -> tuple[str, ...]:
        """What the phase is about, and what all of the game is."""
        aim, t = _AIMS.get(self.shown.phase), self.words.t
        if aim is None:
            return ()
        few = (t("Few tokens are good."),) if worth.with_tokens(self) else ()
        return t(aim), *few

    def _aim(self, cells: int) -> list[Row]:
        """Say in the first round what the game is about, where the last round will stand."""
        if self.learnt or self.shown.phase == "belle":
            return []
        if self.game.last_round is not None:
            return []
        return [line for text in self._aims for line in wrap(row((text, "dim")), cells)][:2]

    def _title(self, cells: int) -> Row:
        """Say above the dice whose turn it is, or whose dice of the turn before these are."""
        return self._before_this(cells) if self._of_before else self._caption()

    def _worth(self, cells: int) -> Row:
        """Say what the dice on the table are worth, or tell the roll before."""
        if self._of_before:
            return worth.hand_before(self, cells)
        return worth.worth(self, cells) or self._before_this(cells)

    def _before_this(self, cells: int) -> Row:
        """Say whose roll was the last, and before a throw its dice too."""
        last = self.shown.last_throw
        if last is None or self.moment.frame or self.shown.phase == "over":
            return EMPTY
        whose = worth.whose(self, last.seat)
        if not self._to_throw:
            return whose
        thrown = row("  ", *dice.faces(last.dice, self.spent))
        return whose + thrown if row_width(whose + thrown) <= cells else whose

    def _caption(self) -> Row:
        view, t = self.shown, self.words.t
        if self.moment.ended is not None and not self.moment.frame:
            return row((t("The round is over."), "strong"))
        if view.phase == "over" or view.turn is None:
            return EMPTY
        mine = view.turn == self.table.seat and (self.mine or self.moment.frame > 0)
        who = self.who(view.turn, begins=True) if mine else self.name_of(view.turn)
        tone = seat_mark(view.turn).tone
        made = t("roll {made} of {most}", made=max(view.throws, 1), most=view.most)
        if not view.throws:
            made = made if view.limit else t("to lead")
        elif view.limit is None and view.most > 1:
            made = t("roll {made} of up to {most}", made=view.throws, most=view.most)
        return row((who, tone), (f" · {made}", "dim"))

    def _dice(self, size: str) -> list[Row]:
        view = self.shown
        last = view.last_throw
        shown = view.dice or (last.dice if last else ())
        lines: list[Row] = [EMPTY] * (dice.SIZES[size][1] + 1)
        begins = not view.dice and self._to_throw
        for at in range(3):
            face = shown[at] if at < len(shown) else 0
            kept = bool(view.dice) and view.phase != "over" and at in self._kept
            block = self._unthrown(at, size) if begins else self._die(at, face, kept, size)
            block.append(self._label(at, kept, size))
            lines = [(*line, *part, _GAP) for line, part in zip(lines, block, strict=True)]
        return lines

    def _unthrown(self, at: int, size: str) -> list[Row]:
        """Draw a die of one's own turn that begins; the middle one says which key rolls."""
        label = self.key_of("roll") if at == 1 and not self.touch else ""
        return dice.unthrown(label, size, "roll")

    def _die(self, at: int, face: int, kept: bool, size: str) -> list[Row]:
        tumbles = at >= 3 - self.moment.tumbling
        if tumbles and face:
            face = dice.tumbling(self.moment.number, at, self.table.version)
        old = not (self.shown.dice or self.moment.frame or self.shown.phase == "over")
        old = old or self.table.paused
        if tumbles or old or not face:
            tone = self.spent if face and not tumbles else "tile-dim"
        else:
            tone = self._mark.tile if kept else "tile"
        return dice.die(face, tone, size, f"keep_{at}")

    @property
    def _mark(self) -> SeatMark:
        """The mark of whoever throws: the dice they keep have its colour."""
        return seat_mark(self.shown.turn or 0)

    def _label(self, at: int, kept: bool, size: str) -> Row:
        """Draw the label under a die: its key, whether it is kept, the cursor."""
        view, across = self.shown, dice.SIZES[size][0]
        if not view.dice or view.phase == "over":
            return row(" " * across)
        here = at == self._cursor and self.is_enabled("keep")
        named = self.mine and not (self.touch or self.quiet)
        key = str(at + 1) if named else ""
        word = self.words.t("kept") if kept else ""
        whole = self.words.t("key {n}", n=key) if key else ""
        text = f"▲ {word}" if kept else whole if len(whole) <= across else key
        tone = "cursor" if here else self._mark.tone if kept else "dim"
        text = f" {text} " if len(text) + 2 <= across else clip(text, across)
        label = row(" " * ((across - len(text)) // 2), (text, tone, f"keep_{at}"))
        return fit(label, across)

    def _pot(self, width: int) -> list[Row]:
        view, t = self.shown, self.words.t
        rows: list[Row] = []
        if view.phase in ("charge", "decharge", "belle"):
            rows.append(row((self.phase_text().upper(), "strong")))
        if view.phase == "charge":
            rows.append(row((t("Pot"), "dim"), " ", (str(view.pot), "strong")))
            lines = -(-2 * view.pot // max(8, min(width, _PILE))) or 1
            dots = seats.pot_dots(self)
            rows += wrap(dots, max(8, 2 * -(-view.pot // lines)))[:6]  # in even rows
        if view.phase == "over":
            rows += [row(("★ ", seat_mark(seat).tone), self.who(seat)) for seat in view.winners]
        rows += filter(None, [seats.at_stake(self)])
        if len(rows) == 1 and view.phase == "decharge":  # the title bar has the phase
            rows = [EMPTY, *wrap(row((self._aims[0], "dim")), width)]
            if self.learnt or self.panelled:  # a broader picture says it below
                rows = []
        return [fit(line, max(1, width)) for line in rows]

    def _last_round(self, width: int) -> list[Row]:
        rolls = self._before is not None and self.moment.frame
        last = self._before.last_round if rolls and self._before else self.game.last_round
        ends = self.moment.ended is not None and not self.moment.counting and not rolls
        return [] if last is None or ends else brought(self, last, width)

    def _ladder(self, cells: int) -> list[Row]:
        on_table = None if self.moment.frame else self.shown.hand
        return ladder(self.words, self.shown, cells, on_table, worth.with_tokens(self), self.who)


def _airs(spare: int, parts: int) -> list[int]:
    """Return the rows of air above each part, of so many spare ones."""
    first = [part for part in _FIRST if part < parts][: max(0, spare)]
    wider = _WIDER if spare >= parts + _AMPLE else ()
    return [first.count(part) + wider.count(part) for part in range(parts)]


VIEW = View421
