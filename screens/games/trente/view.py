"""The view of Trente: its keys, its layout, and the current move.

The move is the throw, the attack to be thrown, or the damage as it falls.
"""

from collections.abc import Mapping
from functools import partialmethod

from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.trente.rules.options import HIGH, LOW, is_low
from arcade.games.trente.rules.state import View, lower
from arcade.games.trente.rules.turn import find_targets
from screens.games.playback import Moment
from screens.games.trente import losses, seats
from screens.games.trente.line import line, outlook, poster, thumbnail
from screens.games.trente.standing import (
    Choice,
    Standing,
    fallen,
    falls,
    last_loss,
    lost_now,
    manche_begins,
    missed_now,
    standing,
    struck_now,
)
from screens.games.view import CANCEL, CONFIRM, GameView, Panel
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Piece,
    Row,
    beside,
    columns,
    fit,
    indented,
    minus,
    pad,
    placed,
    row,
    row_width,
    wrap,
)
from screens.widgets import dice

_ATTACKS = 70
"""Cells from which the last attack stands below the seats, where there are rows for it."""
_WIDE: Mapping[str, int] = {"medium": 50, "big": 63, "huge": 92}
"""Cells needed for six dice of each size."""
_GAPS, _GAPS_OWN, _GAPS_AFTER = (0, 1, 4, 3, 2), (0, 1, 2, 3, 4), (0, 3, 4, 1, 2)
"""How many rows must be free beside it for the row above each part, from the caption down; while
one chooses, with numbers under the dice; where the turn before stands small above the next."""
_SCALED = 3
"""How many rows must be free for the thresholds under the line, which the rules tell too."""


class TrenteView(GameView[View]):
    """A table of Trente. Kept dice go to the tray; the others are thrown again."""

    SIGNS = {
        "▲": N_("a die you keep, the 12 or 30 to reach, or a rating that rose"),
        "▼": N_("a rating that fell"),
        "█▒": N_("what the kept dice make, and what the others may add"),
        "▸": N_("before and after"),
        "◀": N_("whom an attack strikes"),
        "†": N_("dead"),
        "★": N_("a manche won, or the winner"),
    }
    SHOWS_SEATS = True
    MOST = 94
    COLUMNS = 50
    KEYS = (
        CONFIRM,
        CANCEL,
        Action("roll", ("enter", "r"), "Enter", N_("roll"), N_("Roll the six dice.")),
        Action(
            "forgo",
            ("f",),
            "f",
            N_("forgo"),
            N_("Forgo your revenge; asks first."),
            N_("forgo: f"),
        ),
        Action(
            "keep",
            ("enter",),
            "Enter",
            N_("keep, roll the rest"),
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
            by_keys = t("Choose at least one die: 1-6, or ←→ and Space.")
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
    thumbnail = staticmethod(thumbnail)

    @staticmethod
    def finale(words: Words, view: View, seat: int, rows: int, /) -> list[Row]:
        """Draw the dice of the last attack that hit, or the last six dice, if the winner's."""
        hand, strike = view.hand, view.strike
        if strike is not None and strike.seat == seat and strike.lost:
            hits = strike.lost // strike.level
            text = words.t("the attack that won: {n} × {level}", n=hits, level=strike.level)
            return dice.hand([strike.level] * hits, rows, "tile-held", row((f"   {text}", "dim")))
        if hand is None or hand.seat != seat:
            return []
        text = words.t("the winner's last dice")
        total = row(("  = ", "dim"), (str(sum(hand.dice)), "gold"), (f"   {text}", "dim"))
        return dice.hand(hand.dice, rows, end=total)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("attacks"), lambda width, _: seats.attacks(self, width)),)

    def about(self, seat: int) -> str:
        score = self.shown.scores[seat]
        return self.words.nt("{made} point", "{made} points", abs(score), made=minus(score))

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        cells = min(width, self.MOST)
        return placed(self._drawn(cells, height), cells, width, height)

    def _drawn(self, width: int, height: int) -> list[Row]:
        count, view = len(self.shown.scores), self.shown
        across = width - 2 + (view.rules.manches > 1)  # apart from the log where there is room
        size, kept, spare = _sizes(width, height - 6 - count)
        stand = standing(view, self.choice)
        last = self._last(kept, width) if self._begins and self.mine else []
        if last and view.turn is not None:  # whoever is to roll has the large dice
            stand = Standing(view.turn, (), (), view.threshold, True)
        caption, stage = [self._caption(width)], self._stage(size, width, not last)
        tray = last or self._tray(stand, kept, width)
        if self._begins and not last and (hand := missed_now(view)) is not None:
            # Whose dice these are stands above them, and whose turn it is below.
            outcome = (
                [self._missed(width)] if self._missed(width) else losses.missed(self, hand, width)
            )
            stage[-1] = fit(row(" ") + outcome[1], width) if len(outcome) > 1 else EMPTY
            below = [*[EMPTY] * (len(tray) > 1), *caption, *[EMPTY] * len(tray)][: len(tray)]
            caption, tray = [fit(row(" ") + outcome[0], width)], below
        reached = line(self.words, stand, width)
        if spare < _SCALED and stand.threshold is not None:
            reached, spare = reached[:1], spare + 1
        blocks = [
            caption,
            stage[: -1 if last else None],
            tray,
            [*reached, self._outlook(stand, width)],
            indented([seats.heading(self, across)], 1),
        ]
        lines: list[Row] = []
        gaps = _GAPS_AFTER if last else _GAPS_OWN if self.mine else _GAPS
        for needed, block in zip(gaps, blocks, strict=True):
            if spare > needed:
                lines.append(EMPTY)
            lines += block
        spare = max(0, spare - len(blocks))
        rules = self._rules()
        drawn = [
            seats.seat(self, number, across, self.target, self._to_fall(number))
            for number in range(count)
        ]
        lines += indented(drawn, 1)
        attacks = [EMPTY, *seats.attacks(self, width - 4)]
        if not self.panelled and width >= _ATTACKS and len(attacks) <= spare:
            lines += indented(attacks, 1)
            spare -= len(attacks)
        rest = self.legend(rules, width - 4, spare - 1)
        return [*lines, *[EMPTY] * bool(rest and rest[0]), *indented(rest, 1)]

    def _outlook(self, stand: Standing, width: int) -> Row:
        if self._begins:
            return EMPTY
        if self._chooses:  # the caption says it
            return EMPTY
        return fit(row(" ") + outlook(self.words, stand), width)

    def _goals(self) -> str:
        return self.words.t("First die 1-3: stay at 12 or less; 4-6: reach 30.")

    @property
    def _chooses(self) -> bool:
        return self.mine and bool(self.shown.dice) and not self.moment.tumbling

    def _caption(self, width: int) -> Row:
        """Describe the current move; vengeance takes the whole width."""
        view, t = self.shown, self.words.t
        if self.step is not None and (strike := view.strike) is not None:
            text = t(
                "{name:@ strikes|You strike} {target:@|you}.",
                name=self.name_of(strike.seat),
                target=self.name_of(strike.target),
            )
            return fit(row(" ", (text, "alert")), width)
        if self.moment.ended is not None:
            return self._ends(self.moment.ended, width)
        if view.turn is None:
            return fit(row(" ", (t("The game is over."), "gold")), width)
        name = self.name_of(view.turn)
        if view.avenging is not None:
            text = t("† {name:@'s|YOUR} REVENGE: any target †", name=name)
            return fit(row((f" {text}", "cursor")), width, "cursor")
        if view.attack is not None:
            text = self._about_to(name)
        elif self._chooses:
            asked = t("Small first: 12 or less. Large first: 30 or more.")
            sentence = outlook(self.words, standing(view, self.choice))
            sentence = row((asked, "gold")) if self.choice.asking else sentence
            sentence = sentence or row((t("Choose the dice to keep."), "strong"))
            return fit(row(" ") + sentence, width)
        elif view.dice:
            text = t("{name:@ chooses|You choose} dice to keep.", name=name)
        elif manche_begins(view):
            text = t("Manche {n} begins: {name:@ leads|you lead}.", n=view.manche, name=name)
        elif self.mine:
            return fit(row(" ", (self._goals(), "gold")), width)
        else:
            text = t("{name:@ is|You are} about to roll six dice.", name=name)
        return fit(row(" ", (text, "strong")), width)

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

    def _stage(self, size: str, width: int, tells: bool) -> list[Row]:
        """Draw the current move, in one row more than a die of that size has.

        `tells`: before a turn it tells the one before.
        """
        view = self.shown
        step = self.step
        if step is not None and view.strike is not None:
            rows = losses.falling(self, view.strike, step, size, width)
        elif view.attack is not None and view.turn is not None:
            rows = self._attack(view.turn, view.attack, size, width)
        elif view.dice:
            rows = self._throw(size)
        elif tells and (strike := struck_now(view)) is not None:
            rows = losses.struck(self, strike, dice.SIZES[size][1], width)
        elif tells and (hand := missed_now(view)) is not None:
            rows = losses.dice_row(hand.dice, ["tile-dim"] * 6, size, [""] * 6)
            rows.append(self._missed(width) or losses.missed(self, hand, width)[0])
        else:
            rows = self._unthrown(size)
        down = dice.SIZES[size][1]
        return [fit(row(" ") + line, width) for line in rows[: down + 1]] + [EMPTY] * (
            down + 1 - len(rows)
        )

    def _unthrown(self, size: str) -> list[Row]:
        """Draw the six dice of whoever is to roll; one's own with the key inside."""
        if not self.mine or not self.offered("roll"):
            return losses.dice_row((0,) * 6, ["rule"] * 6, size, [""] * 6)
        key = "" if self.touch else self.key_of("roll")
        drawn = [dice.unthrown(key if at == 2 else "", size, "roll") for at in range(6)]
        return columns(drawn, 2 if size == "huge" else 1)

    def _missed(self, width: int) -> Row:
        """Say in one row what came of the last hand; nothing where that is too long."""
        hand = missed_now(self.shown)
        if hand is None:
            return EMPTY
        parts = [part for line in losses.missed(self, hand, width) for part in (*line, Piece("  "))]
        return tuple(parts[:-1]) if row_width(tuple(parts)) < width else EMPTY

    def _throw(self, size: str) -> list[Row]:
        """Draw the dice just thrown: they land one by one; chosen ones have a heavy frame."""
        choice, thrown = self.choice, self.game.dice
        landed, number = len(thrown) - self.moment.tumbling, self.moment.number
        faces = [
            face if at < landed else dice.tumbling(number, at, self.table.version)
            for at, face in enumerate(thrown)
        ]
        tones = [
            "tile-dim" if at >= landed else "tile-held" if at in choice.places else "tile"
            for at in range(len(thrown))
        ]
        clicks = [f"pick_{at}" for at in range(len(thrown))]
        lines = losses.dice_row(faces, tones, size, clicks)
        if self.offered("keep"):
            across = dice.SIZES[size][0] + (2 if size == "huge" else 1)
            labels = [self._label(at, across) for at in range(len(thrown))]
            lines.append(tuple(piece for label in labels for piece in label))
        return lines

    def _label(self, at: int, across: int) -> Row:
        choice, keep = self.choice, self.words.t("keep")
        chosen = at in choice.places
        if choice.asking:
            goal = LOW if is_low(choice.dice[at]) else HIGH
            text = f" {at + 1}▸{goal} " if chosen else ""
        else:
            text = f" ▲{at + 1} {keep} " if chosen else f" {at + 1} "
            if len(text) > across:
                text = f" ▲{at + 1} "
        tone = "cursor" if at == choice.cursor and text else "gold" if chosen else "dim"
        left = (across - 1 - len(text)) // 2
        return row(" " * left, (text, tone, f"pick_{at}"), " " * (across - left - len(text)))

    def _attack(self, seat: int, level: int, size: str, width: int) -> list[Row]:
        view, t = self.shown, self.words.t
        target = self.target
        whom = "?" if target is None else self.who(target)
        left = "" if target is None else f"  ({minus(view.scores[target])})"
        across, down = dice.SIZES[size]
        why = self.say(find_targets(view, seat, level)[1])
        cells = width - across - 5
        text: list[Row] = [
            *[EMPTY] * ((down - 5) // 2),
            row((t("ATTACK AT LEVEL {level}", level=level), "alert")),
            row(
                (f"{self.who(seat, True)} ", "strong"),
                ("━━▶ ", "alert"),
                (whom, "alert"),
                (left, "dim"),
            ),
            *wrap(row(why), cells)[:2],
        ]
        cost = self.words.nt(
            "Each {level} rolled costs {n} point; a roll without one ends it.",
            "Each {level} rolled costs {n} points; a roll without one ends it.",
            level,
            level=level,
        )
        costs = wrap(row((cost, "dim")), cells)
        text += costs if len(text) + len(costs) <= down else ()
        text = [fit(line, cells) for line in text[:down]]
        return beside(dice.die(level, "tile-held", size), text, across, 3)

    def _last(self, size: str, width: int) -> list[Row]:
        """Tell the turn before in the rows of the tray, and one more below the dice.

        Nothing if it needs more rows, which the large dice can leave it.
        """
        view = self.shown
        high = (1 if size == "line" else dice.SIZES[size][1]) + 1
        strike, hand = struck_now(view), missed_now(view)
        if strike is not None:
            rows = list(filter(None, losses.struck(self, strike, 2 * high + 9, width - 1)))
            if len(rows) > high and size != "line":
                return []
            rows = rows[-high:]
        elif hand is None:
            rows = []
        elif high > 2 and width >= _ATTACKS:
            drawn = columns([dice.die(face, "tile-dim", "small") for face in hand.dice], 1)
            rows = beside(drawn, losses.missed(self, hand, width - 39), 35, 2)
        elif high > 2:
            rows = losses.missed(self, hand, width - 1)
            thrown = row("  ") + dice.faces(hand.dice, "tile-dim")
            beside_it = row_width(rows[0]) + row_width(thrown) < width
            rows = [rows[0] + thrown, *rows[1:]] if beside_it else [thrown[1:], *rows]
        else:
            rows = [self._missed(width) or losses.missed(self, hand, width)[0]]
        above = [EMPTY] * ((high - len(rows) + 1) // 2)
        rows = [*above, *rows, *[EMPTY] * high][:high]
        return [fit(row(" ") + line, width) for line in rows]

    def _tray(self, stand: Standing, size: str, width: int) -> list[Row]:
        """Draw the kept dice in order, then the chosen ones, then empty places."""
        t = self.words.t
        hand = None if stand.live else missed_now(self.shown)
        if hand is not None and self._missed(width):
            stand = replace(stand, kept=(), chosen=(), live=True)
        elif hand is not None:
            after = indented(losses.missed(self, hand, width)[1:], 1)
            high = 1 if size == "line" else dice.SIZES[size][1]
            return [*after, *[EMPTY] * high][:high]
        label = pad(t("Kept") if stand.live else t("Last"), 8)
        parts = [str(sum(part)) for part in (stand.kept, stand.chosen) if part]
        total = row((" = " + "+".join(parts) if parts else "", "strong"))
        if size == "line":
            pieces: list[tuple[str, str]] = []
            tone = "tile" if stand.live else "tile-dim"
            for face in stand.kept:
                pieces += [(f" {face} ", tone), (" ", "")]
            for face in stand.chosen:
                pieces += [(f"▲{face} ", "tile-held"), (" ", "")]
            pieces += [(" ·  ", "rule")] * stand.left
            return [fit(row(f" {label}", *pieces) + total, width)]
        faces = [*stand.kept, *stand.chosen, *[0] * stand.left]
        tones = ["tile" if stand.live else "tile-dim"] * len(stand.kept)
        tones += ["tile-held"] * len(stand.chosen) + ["rule"] * stand.left
        lines = losses.dice_row(faces, tones, size, [""] * 6)
        middle = len(lines) // 2
        if not any(faces) and hand is None:
            return [EMPTY] * len(lines)  # the six of the stage are enough
        return [
            fit(
                row(f" {label}" if at == middle else " " * 9)
                + line
                + (total if at == middle else EMPTY),
                width,
            )
            for at, line in enumerate(lines)
        ]


def _sizes(width: int, rows: int) -> tuple[str, str, int]:
    """Choose the largest dice for the stage and the tray; return the rows left over."""
    for size, kept in (("huge", "big"), ("big", "small"), ("medium", "small")):
        used = dice.SIZES[size][1] + 1 + dice.SIZES[kept][1]
        if width >= _WIDE[size] and used <= rows:
            return size, kept, rows - used
    size = "medium" if rows > dice.SIZES["medium"][1] + 3 else "small"  # else the rows touch
    return size, "line", max(0, rows - dice.SIZES[size][1] - 2)


VIEW = TrenteView
