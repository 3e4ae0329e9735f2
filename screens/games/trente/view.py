"""The view of Trente: its keys and its layout."""

from collections.abc import Mapping

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.trente.rules.state import View
from screens.games.trente import seats
from screens.games.trente.choice import Choice
from screens.games.trente.line import line, outlook
from screens.games.trente.stage import falls, stage, tray
from screens.games.trente.standing import Standing, manche_begins, standing
from screens.games.view import GameView, Pending
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, fit, indented, legend, placed, row
from screens.widgets import dice

_WIDE: Mapping[str, int] = {"medium": 50, "big": 63, "huge": 92}
"""Cells that six dice of a size need."""
_MOST = 94
"""Cells beyond which the picture does not grow."""


class TrenteView(GameView):
    """A table of Trente. Kept dice go to the tray; the others are thrown again."""

    SHOWS_SEATS = True
    KEYS = (
        Action("confirm", ("enter", "y"), "Enter", N_("yes"), N_("Do what was asked about.")),
        Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it.")),
        Action("roll", ("enter", "r"), "Enter", N_("throw"), N_("Throw the six dice.")),
        Action("forgo", ("f",), "f", N_("forgo"), N_("Forgo your vengeance; asks first.")),
        Action(
            "keep",
            ("enter",),
            "Enter",
            N_("keep, throw the rest"),
            N_("Keep the chosen dice and throw the others."),
        ),
        Action(
            "first", ("enter", "space"), "Enter", N_("this one first"), N_("Name the first die.")
        ),
        Action(
            "attack",
            ("enter", "space"),
            "Enter",
            N_("throw the damage"),
            N_("Throw the damage of the attack."),
        ),
        Action("mark", ("space",), "Space", N_("choose"), N_("Choose the die under the cursor.")),
        Action(
            "pick_0", ("1",), "1-6", "", N_("Choose a die to keep, or a target, by its number.")
        ),
        *(Action(f"pick_{n}", (str(n + 1),), str(n + 1), "", N_("The same.")) for n in range(1, 8)),
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
        self._pending: Pending | None = None

    # State

    @property
    def game(self) -> View:
        """The game's view."""
        view: View = super().game
        return view

    @property
    def choice(self) -> Choice:
        """The choice on the current throw."""
        view = self.game
        thrown = (view.manche, view.turn, view.kept, view.dice, view.scores)
        if thrown != self._thrown:
            self._thrown = thrown
            self._pending = None
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
        at = len(self._falls) - self.frame
        return self._falls[at] if self.frame and 0 <= at < len(self._falls) else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(self.name_of(seat) for seat in range(len(self.table.seats)))

    # Keys

    def able(self, name: str) -> bool:
        """Enable each key whose action is offered."""
        keeping, asking = bool(self.offered("keep")), self.choice.asking
        striking = bool(self.offered("attack"))
        many = striking and len(self.game.targets) > 1
        match name:
            case "roll" | "forgo":
                return bool(self.offered(name))
            case "confirm" | "cancel":
                return self._pending is not None
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
        at = int(name.removeprefix("pick_"))
        return (keeping and at < len(self.game.dice)) or (many and at in self.game.targets)

    def perform(self, name: str) -> None:
        """Perform an action; any but the answer drops an open question.

        The numbered ones choose a die or a target.
        """
        pending, self._pending = self._pending, None
        if name == "confirm" and pending is not None:
            self.act(pending.do, **pending.fields)
        elif name.startswith("pick_"):
            self._pick(int(name.removeprefix("pick_")))
        else:
            super().perform(name)
        self.redraw()

    def do_cancel(self) -> None:
        """Drop the question."""

    def do_roll(self) -> None:
        """Throw."""
        self.act("roll")

    def do_forgo(self) -> None:
        """Ask whether to forgo the vengeance."""
        question = self.words.t("Forgo your vengeance? Enter: yes. Esc: no.")
        self._pending = Pending(question, "forgo", {})

    def do_keep(self) -> None:
        """Keep the chosen dice; ask for the first die if that decides."""
        if not self.choice.places:
            self.arcade.tell(self.words.t("Choose at least one die: 1-6, or ←→ and Space."))
        elif self.choice.undecided:
            self.choice.ask_first()
            self.redraw()
        else:
            self._keep()

    def do_first(self) -> None:
        """Name the die under the cursor as the first one, and keep."""
        self._keep(first=self.choice.dice[self.choice.cursor])

    def _keep(self, **first: int) -> None:
        """Keep the chosen dice; ask first if the best face would be thrown again."""
        kept = {"dice": list(self.choice.faces), **first}
        best = self.choice.gives_up(**first)
        if best is None:
            self.act("keep", **kept)
        else:
            question = self.words.t("Throw a {die} again? Enter: yes. Esc: no.", die=best)
            self._pending = Pending(question, "keep", kept)

    def do_attack(self) -> None:
        """Throw the damage at the chosen target."""
        self.act("attack", target=self.target)

    def do_mark(self) -> None:
        """Choose or release the die under the cursor."""
        self._pick(self.choice.cursor)

    def do_all(self) -> None:
        """Choose all dice, or none."""
        self.choice.toggle_all()
        self.redraw()

    def do_back(self) -> None:
        """Move the cursor left."""
        self.choice.move(-1)
        self.redraw()

    def do_on(self) -> None:
        """Move the cursor right."""
        self.choice.move(1)
        self.redraw()

    def do_up(self) -> None:
        """Aim at the target above."""
        self._aim(-1)

    def do_down(self) -> None:
        """Aim at the target below."""
        self._aim(1)

    def _aim(self, step: int) -> None:
        targets = sorted(self.game.targets)
        here = targets.index(self.target) if self.target in targets else 0
        self._target = targets[(here + step) % len(targets)]
        self.redraw()

    def _pick(self, at: int) -> None:
        if self.offered("attack"):
            self._target = at
        elif self.choice.asking and at in self.choice.places:
            self.choice.cursor = at
            self.do_first()
        else:
            self.choice.toggle(at)
        self.redraw()

    def changed(self, before: TableView) -> None:
        """Animate new dice and attacks, an attack to its end unless the person must choose."""
        view, old = self.game, before.view
        self._pending = None
        if old is None:
            return
        fallen = view.strike != old.strike or (old.attack is not None and view.attack is None)
        thrown = (view.turn, view.kept, view.dice) != (old.turn, old.kept, old.dice)
        if view.strike is not None and fallen:
            self._falls = falls(view.strike)
            self.play_frames(len(self._falls))
        elif view.dice and thrown and (self.step is None or self.offered("keep")):
            self._falls = ()
            self.play_frames(len(view.dice))

    # Picture

    def phase_text(self) -> str:
        """Return the manche and the pot for the top line."""
        view, t = self.game, self.words.t
        parts = []
        if view.rules.manches > 1:
            parts.append(t("manche {n} of {all}", n=view.manche, all=view.rules.manches))
        if view.pot:
            parts.append(t("pot {n}", n=view.pot))
        return " · ".join(parts)

    def apart(self, seat: int) -> str:
        """Return why a dead seat does not play."""
        dead = seat in self.game.dead and self.game.scores[seat] < 0
        return self.words.t("You are dead.") if dead else ""

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw throw, tray, line of points and seats, centred if there is room."""
        cells = min(width, _MOST)
        return placed(self._drawn(cells, height), cells, width, height)

    def _drawn(self, width: int, height: int) -> list[Row]:
        count = len(self.game.scores)
        size, kept, spare = _sizes(width, height - 5 - count)
        stand = standing(self.game, self.choice)
        blocks = [
            [self._caption(width)],
            stage(self, size, width),
            tray(self, stand, kept, width),
            [*line(self.words, stand, width), self._outlook(stand, width)],
            [seats.heading(self, width)],
        ]
        lines: list[Row] = []
        for number, block in enumerate(blocks):
            if number and spare >= len(blocks) - number:
                lines.append(EMPTY)
                spare -= 1
            lines += block
        said = self._rules()
        apart = spare >= len(legend(said, width - 4, spare)) + count
        for number in range(count):
            lines += [seats.seat(self, number, width), *[EMPTY] * apart]
        spare -= count * apart
        return [*lines, *indented(legend(said, width - 4, spare), 2)]

    def _outlook(self, stand: Standing, width: int) -> Row:
        said = outlook(self.words, stand)
        if self.choice.asking:
            said = row((self.words.t("Small first: 12 or less. Large first: 30 or more."), "gold"))
        return fit(row("  ") + said, width)

    def _caption(self, width: int) -> Row:
        """Describe the current move; vengeance takes the whole width."""
        view, t = self.game, self.words.t
        if self.step is not None and (strike := view.strike) is not None:
            name, target = self.name_of(strike.seat), self.name_of(strike.target)
            said = t("{name} strikes {target}.", name=name, target=target)
            return fit(row("  ", (said, "alert")), width)
        if view.turn is None:
            return fit(row("  ", (t("The game is over."), "gold")), width)
        name = self.name_of(view.turn)
        if view.avenging is not None:
            said = t("† VENGEANCE of {name}: any target †", name=name)
            return fit(row((f"  {said}", "cursor")), width, "cursor")
        if said := self._asked():
            tone = "gold" if self._pending is None else "cursor"
            return fit(row("  ", (said, tone)), width, "" if tone == "gold" else tone)
        if view.attack is not None:
            said = t("{name} attacks.", name=name)
        elif view.dice:
            said = t("{name} chooses dice to keep.", name=name)
        elif manche_begins(view):
            said = t("Manche {n} begins: {name} leads.", n=view.manche, name=name)
        elif view.turn == self.table.seat:
            said = t("It is your turn.")
        else:
            said = t("It is {name}'s turn.", name=name)
        return fit(row("  ", (said, "strong")), width)

    def _asked(self) -> str:
        """Return the question to a seat that avenges or chooses dice."""
        t = self.words.t
        if self._pending is not None:
            return self._pending.question
        if self.offered("forgo"):
            return t("Enter throws, f forgoes your vengeance.")
        if self.choice.asking:
            return t("Which die is first? ←→ and Enter, or its number.")
        keeps = bool(self.offered("keep"))
        return t("Keep at least one die: 1-6 or ←→ Space, then Enter.") if keeps else ""

    def hint(self) -> str:
        """Return what to do on one's turn, if vengeance has taken the caption."""
        return self._asked() if self.game.avenging is not None else ""

    def _rules(self) -> tuple[str, ...]:
        """Explain the game in a few sentences, for newcomers."""
        t = self.words.t
        return (
            t("Below the threshold you lose what is missing; beyond it you attack at that level."),
            t("An attack goes on while dice show its level; each of them costs that many points."),
            t("Below zero is dead. Whoever is killed by an attack may avenge it with one turn."),
        )


def _sizes(width: int, rows: int) -> tuple[str, str, int]:
    """Choose the largest dice for the stage and the tray; return the rows left over."""
    for size, kept in (("huge", "big"), ("big", "small"), ("medium", "small")):
        used = dice.SIZES[size][1] + 1 + dice.SIZES[kept][1]
        if width >= _WIDE[size] and used <= rows:
            return size, kept, rows - used
    return "medium", "line", max(0, rows - dice.SIZES["medium"][1] - 2)


VIEW = TrenteView
