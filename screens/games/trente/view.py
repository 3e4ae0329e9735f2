"""The view of Trente: its keys, its layout, and the current move.

The move is the throw, the attack to be thrown, or the damage as it falls.
"""

from collections.abc import Sequence
from functools import partial, partialmethod
from itertools import tee

from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.trente.rules.options import LOW
from arcade.games.trente.rules.state import View, lower
from screens.games.playback import Moment
from screens.games.seat_cards import fitting_cards
from screens.games.seat_rows import half, in_two_columns, with_names
from screens.games.trente import hand, losses, seats
from screens.games.trente.line import (
    WHOLE,
    brief_line,
    line,
    outlook,
    poster,
    reach,
    thumbnail,
    way,
)
from screens.games.trente.placard import finale, placard
from screens.games.trente.sizing import (
    BROAD,
    WHOLE_SIZINGS,
    Sizing,
    close,
    first_that_fits,
    fitted,
)
from screens.games.trente.standing import (
    Choice,
    Standing,
    fallen,
    falls,
    last_loss,
    lost_now,
    manche_begins,
    standing,
    struck_now,
)
from screens.games.view import CANCEL, CONFIRM, GameView, Panel
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, fit, indented, minus, placed, row, rows_apart

_MOST_ROWS = 14
"""The most rows of the move in it."""
_TALL = 28
"""Rows of a picture that has all columns from which its dice are large: a throw in a lower one
would cost a line too much."""
_LARGER = 20
"""Rows from which the lowest stays free."""
_ATTACKS = 70
"""Cells from which the last attack stands below the seats, where there are rows for it."""
_FREE, _HIGH = 3, 36
"""Rows that stay free, one above and two below, and rows of a pane that has more of them."""
_CARDS, _EDGES = 90, 4
"""Cells from which the seats are cards in a high pane, and the rows that stay free then."""
_TOLD = 13
"""Rows from which there is room for an attack on somebody below their own dice, large."""


class TrenteView(GameView[View]):
    """A table of Trente. Kept dice go to the tray; the others are thrown again."""

    SIGNS = {
        "▲": N_("a die you keep, the 12 or 30 to reach, or the best move of a game"),
        "▼": N_("the worst move of a game"),
        "█▒": N_("what the kept dice make, and what the others may add"),
        "▸": N_("before and after"),
        "◀": N_("whom an attack strikes"),
        "†": N_("dead"),
        "★": N_("a manche won, or the winner"),
    }
    SHOWS_SEATS = True
    MOST = 104
    COLUMNS = 50
    PICTURED = N_("30: nothing lost")
    KEYS = (
        CONFIRM,
        CANCEL,
        Action("roll", ("enter", "r"), "Enter", N_("roll"), N_("Roll the six dice.")),
        Action(
            "forgo", ("f",), "f", N_("forgo"), N_("Forgo your revenge; asks first."), N_("forgo: f")
        ),
        Action(
            "keep",
            ("enter",),
            "Enter",
            N_("keep"),
            N_("Keep the chosen dice and roll the others."),
        ),
        Action(
            "first", ("enter", "space"), "Enter", N_("this one first"), N_("Name the first die.")
        ),
        Action(
            "attack",
            ("enter", "space"),
            "Enter",
            N_("roll the damage"),
            N_("Roll the damage of the attack."),
        ),
        Action("mark", ("space",), "Space", N_("choose"), N_("Choose the die under the cursor.")),
        Action(
            "pick_0", ("1",), "1-6", "", N_("Choose a die to keep, or a target, by its number.")
        ),
        *(Action(f"pick_{n}", (str(n + 1),), str(n + 1), "", "") for n in range(1, 8)),
        Action("back", ("left", "h"), "←→", "", N_("Move the cursor.")),
        Action("on", ("right", "l"), "→", "", N_("Move the cursor.")),
        Action("up", ("up", "k"), "↑↓", N_("target"), N_("Choose whom to strike.")),
        Action("down", ("down", "j"), "↓", "", N_("Choose whom to strike.")),
        Action("all", ("a",), "a", N_("all"), N_("Choose all dice, or none.")),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._choice = Choice()
        self._thrown: object = None
        self._target: int | None = None
        self._falls: tuple[tuple[int, int], ...] = ()
        self._before: View | None = None

    # State

    def game_at(self, moment: Moment[View]) -> View:
        """Return the game without the results of an attack, or of a manche that has ended."""
        view = self.game
        before = moment.ended or (self._before if self.step is not None else None)
        if before is None:
            return view
        shown = replace(view, turn=None, avenging=None, winners=())
        if view.manche == before.manche and view.turn is not None:
            return shown
        scores, dead = before.scores, before.dead
        if (loss := last_loss(view)) is not None:
            scores = lower(scores, *loss)
            dead += (loss[0],) if scores[loss[0]] < 0 and loss[0] not in dead else ()
        return replace(
            shown,
            manche=before.manche,
            scores=scores,
            dead=dead,
            manches_won=before.manches_won,
            totals=before.totals,
            purse=before.purse,
            pot=before.pot,
        )

    @property
    def choice(self) -> Choice:
        """The dice chosen on this throw; none while any tumbles: a choice would tell its face."""
        if self.moment.tumbling:
            return Choice()
        view = self.game
        thrown = (view.manche, view.turn, view.kept, view.dice, view.scores)
        if thrown != self._thrown:
            self._thrown = thrown
            self._choice = Choice(view.dice if self.offered("keep") else (), view.threshold)
        return self._choice

    @property
    def target(self) -> int | None:
        """The seat that an attack will strike: the only one, or the one under the cursor."""
        targets = self.game.targets
        if len(targets) == 1:
            return targets[0]
        if not self.mine or not targets:
            return None
        return self._target if self._target in targets else targets[0]

    @property
    def step(self) -> tuple[int, int] | None:
        """The step of a falling attack: which throw, and how many of its dice."""
        at = len(self._falls) - self.moment.frame
        return self._falls[at] if self.moment.frame and 0 <= at < len(self._falls) else None

    # Keys

    def is_enabled(self, name: str) -> bool:
        keeping, asking = bool(self.offered("keep")), self.choice.asking
        striking = bool(self.offered("attack"))
        many = striking and len(self.game.targets) > 1
        match name:
            case "keep" | "mark" | "all":
                return keeping and not asking
            case "first":
                return keeping and asking
            case "attack":
                return striking
            case "up" | "down":
                return many
            case "back" | "on":
                return keeping
        if not name.startswith("pick_"):
            return super().is_enabled(name)
        at = int(name[-1])
        return (keeping and at < len(self.game.dice)) or (many and at in self.game.targets)

    def do_keep(self) -> None:
        """Keep the chosen dice; ask for the first die if that decides."""
        if not self.choice.places:
            t = self.words.t
            by_keys = t("Choose at least one die: 1-{n}, or ←→ and Space.", n=len(self.game.dice))
            self.tell(t("Tap at least one die.") if self.touch else by_keys)
        elif self.choice.undecided:
            self.choice.ask_first()
        else:
            self.act("keep", dice=list(self.choice.faces))

    def do_first(self) -> None:
        first = self.choice.dice[self.choice.cursor]
        self.act("keep", dice=list(self.choice.faces), first=first)

    def do_attack(self) -> None:
        self.act("attack", target=self.target)

    def do_mark(self) -> None:
        self.do_pick(self.choice.cursor)

    def do_all(self) -> None:
        self.choice.toggle_all()

    def do_back(self) -> None:
        self.choice.move(-1)

    def do_on(self) -> None:
        self.choice.move(1)

    def _aim(self, step: int) -> None:
        targets = sorted(self.game.targets)
        here = targets.index(self.target) if self.target in targets else 0
        self._target = targets[(here + step) % len(targets)]

    do_up = partialmethod(_aim, -1)
    do_down = partialmethod(_aim, 1)

    def do_pick(self, at: int) -> None:
        if self.offered("attack"):
            self._target = at
        elif self.choice.asking and at in self.choice.places:
            self.choice.cursor = at
            self.do_first()
        else:
            self.choice.toggle(at)

    def changed(self, before: View) -> None:
        """Animate new dice and attacks, an attack to its end unless the person must choose."""
        view, self._before = self.game, before
        fallen = view.strike != before.strike or (before.attack is not None and view.attack is None)
        thrown = (view.turn, view.kept, view.dice) != (before.turn, before.kept, before.dice)
        if view.strike is not None and fallen:
            self._falls = falls(view.strike)
            self.play_frames(len(self._falls))
        elif view.dice and thrown and (self.step is None or self.offered("keep")):
            self._falls = ()
            self.roll(len(view.dice), matters=self._decides)

    @property
    def _decides(self) -> bool:
        """Whether the only die of a throw makes or misses the threshold."""
        view = self.game
        if len(view.dice) > 1 or view.threshold is None:
            return False
        need = view.threshold - sum(view.kept)
        return 1 <= need < 6 if view.threshold == LOW else 1 < need <= 6

    # Picture

    def phase_text(self) -> str:
        view, t = self.shown, self.words.t
        parts = []
        if view.rules.manches > 1:
            parts.append(t("manche {n} of {all}", n=view.manche, all=view.rules.manches))
        if view.pot:
            parts.append(t("pot {n}", n=view.pot))
        return " · ".join(parts)

    def why_not_playing(self, seat: int) -> str:
        dead = seat in self.game.dead and self.game.scores[seat] < 0
        return self.words.t("You are dead.") if dead else ""

    poster = staticmethod(poster)
    placard = staticmethod(placard)
    thumbnail = staticmethod(thumbnail)

    finale = staticmethod(finale)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("attacks"), lambda width, _: seats.attacks(self, width)),)

    def about(self, seat: int) -> str:
        score = self.shown.scores[seat]
        return self.words.nt("{made} point", "{made} points", abs(score), made=minus(score))

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        cells = min(width, self.MOST)
        if height >= _HIGH and cells >= _CARDS and (whole := self._composed(cells, height)):
            return placed(whole, cells, width, height)
        if width in WHOLE:
            return self._whole(width, height)
        drawn = self._drawn(cells, height)
        if height >= _HIGH:  # what is free stands between the parts
            return indented([EMPTY, *drawn], (width - cells) // 2)
        return placed(drawn, cells, width, height)

    def _composed(self, width: int, height: int) -> list[Row]:
        """Draw the move, the seats as cards, what explains the game; nothing without room."""
        room = height - _EDGES
        shown = seats.cards(self, self.target, self._to_fall)
        styles = tee(fitting_cards(self, shown, width - 2), len(BROAD))  # none is drawn twice
        ways = zip(BROAD, styles, strict=True)
        for sizing, cards in ((sizing, cards) for sizing, drawn in ways for _, cards in drawn):
            rows = room - len(cards)
            if sizing.fits(width, rows):
                rules = self.legend(self._rules(), width - 4, rows - sizing.high(rows) - 1)
                rest = [*[EMPTY] * bool(rules and rules[0]), *indented(rules, 1)]
                rows -= len(rest)
                move = sizing.placed(self._move(sizing, width, rows - 1), rows, self._lying)
                air = min(2, sizing.apart(rows)) if self._lying else sizing.apart(rows)
                return [*move, *[EMPTY] * air, *indented(cards, 1), *rest]
        return []

    def _whole(self, width: int, height: int) -> list[Row]:
        """Draw the move and the seats, many of these in two columns, from edge to edge."""
        cells = width - 2
        if len(self.shown.scores) < self.MANY:
            table = self._seats(cells)
        else:
            heading, *drawn = self._seats(half(cells))
            table = in_two_columns(heading, drawn, cells)
        rows = min(_MOST_ROWS, height - 2 - (height >= _LARGER) - len(table))
        sizing = fitted(width, rows, WHOLE_SIZINGS[height < _TALL :])
        rows -= rows + len(table) + 2 >= height  # one above the seats stays free
        move = self._move(sizing, width, rows)
        asked = self.mine and self.shown.attack is None
        lines = [EMPTY, *close(move, rows, asked), EMPTY, *indented(table, 1)]
        rules = self.legend(self._rules(), cells, height - len(lines) - 3)
        lines += [EMPTY] * bool(rules and rules[0])
        return placed([*lines, *indented(rules, 1)], width, width, height)

    def _drawn(self, width: int, height: int) -> list[Row]:
        """Draw the move, then the seats, then what explains the game: a free row above each."""
        view = self.shown
        across = width - 2 + (view.rules.manches > 1)  # apart from the log where there is room
        table = indented(self._seats(across), 1)
        rows = height - _FREE - len(table)
        sizing = fitted(width, rows)
        if not sizing.line:  # the dice take one of the free rows
            rows += 1
            sizing = fitted(width, rows)._replace(line=0)
        move = sizing.placed(self._move(sizing, width, rows - 1), rows, self._lying)
        above = [EMPTY] * (height < _HIGH)  # a higher pane has it in the middle
        lines = [*above, *move, *[EMPTY] * sizing.apart(rows), *table]
        spare = height - len(lines) - (_FREE - 1)
        attacks = [EMPTY, *seats.attacks(self, width - 4)]
        if not self.panelled and width >= _ATTACKS and len(attacks) <= spare:
            lines += indented(attacks, 1)
            spare -= len(attacks)
        rest = self.legend(self._rules(), width - 4, spare)
        rest = [*[EMPTY] * bool(rest and rest[0]), *indented(rest, 1)]
        seated = len(self.shown.scores)
        if seated - 1 <= spare - len(rest) and height >= _HIGH:
            at = len(move) + sizing.apart(rows) + len(table) - seated
            lines[at : at + seated] = rows_apart(table[-seated:])
        return [*lines, *rest]

    def _seats(self, cells: int) -> list[Row]:
        """Draw the heading of the seats, and all of them below each other."""
        numbers = range(len(self.shown.scores))
        seat = partial(seats.seat, self, width=cells, target=self.target)
        heading = seats.heading(self, cells)
        drawn = [seat(number, to_fall=self._to_fall(number)) for number in numbers]
        return [heading, *drawn] if heading else drawn

    def _move(self, sizing: Sizing, width: int, rows: int) -> list[Sequence[Row]]:
        """Draw the parts of the current move, which have so many rows."""
        view, size = self.shown, sizing.size
        caption = self._caption(width)
        if self.step is not None and view.strike is not None:
            fallen = losses.falling(self, view.strike, self.step, size, width - 1)
            return [caption, hand.set_in(fallen[:-1], width), hand.set_in(fallen[-1:], width)]
        if self._begins and self.mine:
            struck = struck_now(view)
            size = "small" if struck is not None and rows < _TOLD else size
            drawn = hand.set_in(hand.unthrown(self, size), width)
            used = len(caption) + len(drawn) + 2
            left, most = sizing.high(rows + 1) - used, rows - used
            before = hand.set_in(hand.turn_before(self, left, most, width - 1), width)
            stand = standing(view, self.choice)
            to_go = [] if view.hand else way(self.words, stand, width, sizing.line)
            return [caption, drawn, before, to_go[:left]]
        stand = standing(view, self.choice)
        if view.attack is not None and view.turn is not None:
            return self._attack(caption, stand, sizing, width, rows)
        if not view.dice:
            if self._begins:
                return hand.last_turn(self, caption, size, rows, width)
            return [caption, *hand.last_turn(self, [], size, rows - 2, width)]
        throw = hand.set_in(hand.thrown(self, self.choice, stand, sizing), width)
        if not sizing.line and self._chooses and (ahead := reach(self.words, stand, width)):
            caption = [ahead]
        return [caption, throw, self._way(stand, width, sizing.line)[: sizing.line]]

    def _attack(
        self, caption: list[Row], stand: Standing, sizing: Sizing, width: int, rows: int
    ) -> list[Sequence[Row]]:
        """Draw an attack to come, and the six dice that gave it."""
        view, level = self.shown, self.shown.attack or 0
        seat = stand.seat if view.turn is None else view.turn
        size = "big" if sizing.size == "huge" else sizing.size  # as the six dice below it
        drawn = hand.attack(self, seat, level, self.target, size, width - 1)
        verdict = hand.set_in([self._outlook(stand)], width)
        bar = [*line(self.words, stand, width)[:1], *verdict]
        kept, chips = (
            hand.set_in(hand.six(self, stand, size, width - 1), width)
            for size in (size if sizing.size == "huge" else "small", "line")
        )
        parts = [caption, hand.set_in(drawn, width)]
        ways = [*parts, kept, bar], [*parts, kept, verdict], [*parts, kept], [*parts, chips]
        return list(first_that_fits(rows, *ways))

    def _way(self, stand: Standing, width: int, rows: int) -> list[Row]:
        """Draw the way to the sum, and what it takes unless the caption says it."""
        if rows == 1 and width in WHOLE:
            return [brief_line(self.words, stand, width)]
        drawn = way(self.words, stand, width, rows)
        if self._chooses:
            return drawn
        return [*drawn[:-1], fit(row(" ") + self._outlook(stand), width)]

    def _outlook(self, stand: Standing) -> Row:
        return outlook(self.words, stand, self.name_of(stand.seat))

    def _goals(self) -> list[str]:
        """Say what the six dice have to make."""
        t = self.words.t
        if self.shown.threshold is not None:
            return [t("Make 30 or more with six dice.")]
        high = t("Keep a 4, 5 or 6 first, and you must reach 30.")
        return [high, t("Keep a 1, 2 or 3 first, and you must stay within 12.")]

    @property
    def _chooses(self) -> bool:
        return self.mine and bool(self.shown.dice) and not self.moment.tumbling

    def _caption(self, width: int) -> list[Row]:
        """Describe the current move; vengeance takes the whole width."""
        view, t = self.shown, self.words.t
        if self.step is not None and (strike := view.strike) is not None:
            text = t(
                "{name:@ strikes|You strike} {target:@|you}.",
                name=self.name_of(strike.seat),
                target=self.name_of(strike.target),
            )
            return hand.set_in([row((text, "alert"))], width)
        if self.moment.ended is not None:
            return [self._ends(self.moment.ended, width)]
        if view.turn is None:
            return hand.set_in([row((t("The game is over."), "strong"))], width)
        if view.avenging is not None:
            name = self.name_of(view.turn)
            text = t("† {name:@'s|YOUR} REVENGE: any target †", name=name)
            return [fit(row((f" {text}", "cursor")), width, "cursor")]
        if self._chooses:
            asked = t("Small first: 12 or less. Large first: 30 or more.")
            sentence = self._outlook(standing(view, self.choice))
            sentence = row((asked, "gold")) if self.choice.asking else sentence
            sentence = sentence or row((t("Choose the dice to keep."), "strong"))
            return hand.set_in([sentence], width)
        if self._begins and self.mine and not manche_begins(view):
            return hand.set_in([row((goal, "strong")) for goal in self._goals()], width)
        tone = "" if self.replayed else "strong"
        return hand.set_in([with_names(self.table, self._doing(view.turn), tone)], width)

    def _doing(self, seat: int) -> str:
        """Say what whoever has the turn does next."""
        view, t, name = self.shown, self.words.t, self.name_of(seat)
        if view.attack is not None:
            return self._about_to(name)
        if view.dice:
            return t("{name:@ chooses|You choose} dice to keep.", name=name)
        if manche_begins(view):
            return t("Manche {n} begins: {name:@ leads|you lead}.", n=view.manche, name=name)
        if self.replayed:  # the dice there are those of the turn before
            return t("{seat:@ is|You are} next.", seat=name)
        return t("{name:@ is|You are} about to roll six dice.", name=name)

    def _about_to(self, name: str) -> str:
        """Say what whoever attacks does next."""
        t = self.words.t
        if self.target is None:
            return t("{name:@ chooses|You choose} whom to strike.", name=name)
        return t("{name:@ is|You are} about to roll the damage.", name=name)

    @property
    def _begins(self) -> bool:
        """Whether somebody is about to roll the six dice of a turn."""
        view = self.shown
        thrown = view.kept or view.dice or view.attack is not None
        return view.turn is not None and self.moment.ended is None and not thrown

    @property
    def _lying(self) -> bool:
        """Whether a replay shows a turn that is over: no choice will need more rows."""
        return self.replayed and not self.shown.dice and self.shown.attack is None

    def _ends(self, before: View, width: int) -> Row:
        """Say across the whole width who is dead, then who has won the manche."""
        view, shown, t = self.game, self.shown, self.words.t
        over = view.turn is None or view.manche > before.manche
        if over and (self.moment.counting or len(shown.dead) == len(before.dead)):
            best = max(shown.scores)
            names = [self.who(n) for n, score in enumerate(shown.scores) if score == best]
            text = self.words.nt(
                "★ {names} with {n} point ★",
                "★ {names} with {n} points ★",
                best,
                names=", ".join(names),
            )
        else:
            text = t("† {name:@ is|you are} dead †", name=self.name_of(shown.dead[-1])).upper()
        return fit(row((f" {text}", "cursor")), width, "cursor")

    def hint(self) -> str:
        t, choice = self.words.t, self.choice
        if self.offered("forgo"):
            return t("Enter rolls, {key} forgoes your revenge.", key=self.key_of("forgo"))
        if self.offered("roll"):
            return t("Enter rolls the six dice.")
        if self.offered("attack"):
            if len(self.game.targets) == 1:
                return t("Enter rolls the damage.")
            return t("Choose whom to strike: ↑↓ or a number, then Enter.")
        if choice.asking:
            return t("Which die is first? ←→ and Enter, or its number.")
        if not choice.places:
            return t("Keep at least one die: 1-{n}, then Enter.", n=len(choice.dice))
        kept = "-".join(map(str, choice.faces))
        if len(choice.places) == len(choice.dice):
            return t("Enter keeps {dice}.", dice=kept)
        return t("Enter keeps {dice} and rolls the rest.", dice=kept)

    def touch_hint(self) -> str:
        t, choice = self.words.t, self.choice
        if self.offered("attack"):
            return t("Tap whom to strike.") if len(self.game.targets) > 1 else ""
        if choice.asking:
            return t("Tap the die that is first.")
        return t("Tap the dice to keep.") if self.offered("keep") else ""

    def _rules(self) -> tuple[str, ...]:
        t = self.words.t
        return (
            t("Below the threshold you lose what is missing; beyond it you attack at that level."),
            t("An attack goes on while dice show its level; each of them costs that many points."),
            t(
                "Below zero you are dead. Whoever is killed by an attack may take revenge with "
                "one turn."
            ),
        )

    # The current move

    def _to_fall(self, seat: int) -> int:
        """Return the points that a seat has yet to lose in the animation of an attack."""
        strike, step = self.game.strike, self.step
        if step is None or strike is None or seat != strike.target or lost_now(self.shown) is None:
            return 0
        return strike.lost - fallen(strike, step)


VIEW = TrenteView
