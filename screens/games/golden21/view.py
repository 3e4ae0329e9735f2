"""The view of The Golden 21: its keys and its layout."""

from msgspec import to_builtins

from arcade.club.views import TableView
from arcade.games.golden21.rules.state import View
from screens.games.golden21.bourse import LEAST, bourse, most_back
from screens.games.golden21.choice import WORKS, Choice, Mode
from screens.games.golden21.ending import ending
from screens.games.golden21.keys import KEYS, SHEET
from screens.games.golden21.stage import stage
from screens.games.golden21.throw import golden_in
from screens.games.golden21.traders import traders
from screens.games.golden21.warning import warning
from screens.games.view import GameView, Pending
from screens.terminal.rows import EMPTY, Row

_TUMBLE = 5
"""Frames that thrown dice tumble."""
_LIE, _LAST = 10, 30
"""Frames that they lie still and alone then, for who waits, and at the end; a key ends it."""
_PAGE = 4
"""Rows by which the Bourse is scrolled."""
_STAGE = 17
"""Rows above which the stage does not grow while the Bourse wants room."""


class Golden21View(GameView):
    """A table of The Golden 21: chances or dice above, traders below, the Bourse at a key."""

    SHOWS_SEATS = True
    KEYS = KEYS
    LOOKS = frozenset({"bourse", *SHEET})

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._choice = Choice()
        self._decision: object = None
        self._open = False
        self._back = 0
        self._before: View | None = None
        self._golden: int | None = None
        self._lie = 0

    # State

    @property
    def game(self) -> View:
        """The game's view."""
        view: View = super().game
        return view

    @property
    def choice(self) -> Choice:
        """The choice for the current decision."""
        decision = (self.game, self.table.offers)
        if decision != self._decision:
            before, self._choice = self._choice, Choice(self.game, self.table.offers)
            if self._decision is not None:
                self._choice.keep(before)
            self._decision = decision
        return self._choice

    @property
    def tumbling(self) -> int:
        """The number of frames the dice still tumble before they lie for a while."""
        return max(0, self.frame - self._lie)

    @property
    def settled(self) -> bool:
        """Whether the dice lie still."""
        return not (self.frame if self.table.phase == "over" else self.tumbling)

    @property
    def golden(self) -> int:
        """The number of golden dice in the last throw: as seen before it, or as the view shows."""
        return golden_in(self.game) if self._golden is None else self._golden

    @property
    def own_account(self) -> int:
        """The points on the account of the person at this screen."""
        return 0 if self.table.seat is None else self.game.accounts[self.table.seat]

    def debt(self, seat: int) -> int:
        """Return a debt as drawn: while dice tumble, the one before them."""
        view = self._before if self.tumbling and self._before is not None else self.game
        return view.debts[seat]

    # Keys

    def able(self, name: str) -> bool:
        """Enable each key whose action is offered; an open question or sheet goes first."""
        choice = self.choice
        if name in ("confirm", "cancel"):
            return choice.pending is not None
        if self._open or name in SHEET:
            return self._open and name in SHEET
        if name.startswith("digit_"):
            return choice.mode == "announce" or (int(name[-1]) - 1) % 10 in choice.rows
        if name in WORKS and choice.mode not in WORKS[name]:
            return False
        match name:
            case "erase":
                return bool(choice.typed)
            case "aim":
                return len(choice.aims) > 1
            case "points" | "gifts":
                wished = "account" if name == "points" else "give"
                return wished in choice.modes and len(choice.modes) > 1
            case "forfeit" | "end":
                return bool(self.offered("throw" if name == "forfeit" else "end"))
        return True

    def perform(self, name: str) -> None:
        """Perform an action; any but the answer drops an open question."""
        self.frame = 0
        pending, self.choice.pending = self.choice.pending, None
        if name == "confirm" and pending is not None:
            self.act(pending.do, **pending.fields)
        elif name.startswith("digit_"):
            self._digit(name[-1])
        elif name.startswith("way_"):
            self._way(int(name[-1]))
        else:
            super().perform(name)
        self.redraw()

    def clicked(self, what: str) -> None:
        """Handle clicks on totals, traders and ways to spend as well as keys."""
        kind, _, number = what.partition("_")
        choice = self.choice
        if kind == "total" and choice.mode == "announce":
            choice.typed, choice.total = "", int(number)
        elif kind == "row" and int(number) in choice.rows and choice.mode != "announce":
            choice.pick(int(number))
        elif kind == "cell":
            at, column = number.split("_")
            if choice.spending(choice.order[int(at)], int(column)):
                choice.row, choice.column = int(at), int(column)
        else:
            super().clicked(what)
            return
        self.redraw()

    def do_cancel(self) -> None:
        """Drop the question."""

    def do_close(self) -> None:
        """Close the Bourse."""
        self._open = False

    def do_bourse(self) -> None:
        """Open the Bourse."""
        self._open, self._back = True, 0

    def do_older(self) -> None:
        """Scroll to earlier rows."""
        self._back = min(self._back + _PAGE, most_back(self, self.size.height))

    def do_newer(self) -> None:
        """Scroll to later rows."""
        self._back = max(0, self._back - _PAGE)

    def do_throw(self) -> None:
        """Announce the chosen total and throw."""
        choice = self.choice
        if choice.aim is None:
            self.act("announce", total=choice.total)
        else:
            self.act("announce", total=choice.total, aim=choice.aim)

    def do_more(self) -> None:
        """Announce one more."""
        self.choice.step(1)

    def do_less(self) -> None:
        """Announce one less."""
        self.choice.step(-1)

    def do_erase(self) -> None:
        """Erase a digit."""
        self.choice.erase()

    def do_aim(self) -> None:
        """Aim at the next trader's die, or at nobody's again."""
        self.choice.aim_next()

    def do_forfeit(self) -> None:
        """Ask whether to pay a die for nothing."""
        question = self.words.t("Throw unannounced, for a die on your debt?")
        self.choice.pending = Pending(question, "throw", {})

    def do_spend(self) -> None:
        """Spend as the cursor says; ask first if that does harm."""
        spend = self.choice.spend
        if spend is None:
            self.arcade.tell(self.words.t("Choose a trader first: a number, or ↑↓."))
            return
        fields = to_builtins(spend)
        del fields["do"]
        question = warning(self, spend)
        if question:
            self.choice.pending = Pending(question, "spend", fields)
        else:
            self.act("spend", **fields)

    def do_give(self) -> None:
        """Give one crisis die to the trader under the cursor."""
        if self.choice.seat is None:
            self.arcade.tell(self.words.t("Choose a trader first: a number, or ↑↓."))
        else:
            self.act("give", to=[self.choice.seat])

    def do_up(self) -> None:
        """Move to the trader above."""
        self.choice.move(-1)

    def do_down(self) -> None:
        """Move to the trader below."""
        self.choice.move(1)

    def do_on(self) -> None:
        """Move to the next way to spend."""
        self.choice.slide(1)

    def do_back(self) -> None:
        """Move to the way to spend before."""
        self.choice.slide(-1)

    def do_points(self) -> None:
        """Turn to the account, or back to what comes first."""
        self._turn_to("account")

    def do_gifts(self) -> None:
        """Turn to the gifts, or back to what comes first."""
        self._turn_to("give")

    def do_end(self) -> None:
        """End the turn; ask first if crisis dice would be kept."""
        if self.game.gifts:
            question = self.words.nt(
                "End with {n} die not given?", "End with {n} dice not given?", self.game.gifts
            )
            self.choice.pending = Pending(question, "end", {})
        else:
            self.act("end")

    def _turn_to(self, mode: Mode) -> None:
        choice = self.choice
        choice.wish = "" if choice.mode == mode else mode
        choice.row = None

    def _digit(self, digit: str) -> None:
        choice = self.choice
        if choice.mode == "announce":
            choice.type(digit)
        elif choice.pick((int(digit) - 1) % 10) and choice.mode == "give":
            self.do_give()

    def _way(self, column: int) -> None:
        """Choose a way to spend; right after a trader's number, also spend."""
        choice = self.choice
        if choice.seat is None:
            self.do_spend()
        elif choice.spending(choice.seat, column) is not None:
            choice.column = column
            if choice.picked:
                self.do_spend()

    def changed(self, before: TableView) -> None:
        """Start the animation of new dice."""
        view, old = self.game, before.view
        if view is None or old is None:
            return
        thrown = (view.thrower, view.dice, view.announced, view.luck)
        if thrown != (old.thrower, old.dice, old.announced, old.luck):
            self._before, self._golden = old, min(old.golden, len(view.dice))
            # Who is to choose sees at once between what; how a game ends wants to be seen.
            self._lie = 0 if self.mine else _LAST if view.phase == "over" else _LIE
            self.play_frames(_TUMBLE + self._lie)

    # Picture

    def phase_text(self) -> str:
        """Return the year for the top line."""
        view, t = self.game, self.words.t
        if view.years:
            return t("year {n} of {all}", n=view.year, all=view.years)
        if view.options.variant == "killer":
            return t(
                "year {n}, first to {kills} kills", n=view.year, kills=view.options.kills_to_win
            )
        return t("year {n}, to the last alive", n=view.year)

    def hint(self) -> str:
        """Return what to do on one's turn."""
        t = self.words.t
        if self.choice.pending is not None:
            return ""
        match self.choice.mode:
            case "announce":
                return t("Type or ←→ a total, Enter throws.")
            case "bonus" | "account":
                return t("Number, then + − a r; or arrows, Enter.")
            case "give":
                return t("Number and Enter gives a die, e ends.")
            case _:
                return t("e ends the turn.")

    def apart(self, seat: int) -> str:
        """Return what became of this debt."""
        match self.game.status[seat]:
            case "out":
                return self.words.t("You are insolvent: out until next year.")
            case "dead":
                return self.words.t("You are out for good.")
            case "21":
                return self.words.t("You stand at 21 until the year ends.")
        return ""

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the stage, the traders, and the Bourse below if it fits."""
        if self._open:
            return bourse(self, width, height, self._back)
        over = self.game.phase == "over" and not self.frame
        lower = ending(self, width) if over else traders(self, width)
        room = height - len(lower)
        if over:
            sheet = bourse(self, width, room - 1) if room > LEAST else []
            return [*lower, EMPTY, *sheet]
        with_sheet = room >= _STAGE + 1 + LEAST
        upper = stage(self, width, _STAGE if with_sheet else room - (room > 12))
        if not with_sheet:
            return [*upper, *[EMPTY] * (room > 12), *lower]
        rest = height - len(upper) - len(lower) - 2
        return [*upper, EMPTY, *lower, EMPTY, *bourse(self, width, rest)]


VIEW = Golden21View
