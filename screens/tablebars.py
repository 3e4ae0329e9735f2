"""The bars of a table: the line above it, and the line that says the one thing to know now."""

from arcade.club.standingviews import signed
from arcade.club.views import TableView
from arcade.engine import registry
from screens.frame import Bar
from screens.lines import Lines
from screens.rows import EMPTY, Loose, Row, plain, row, spread, wrap


class TopLine(Bar):
    """The game, its code, its state; who watches, and how to invite."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table
        self._phase = ""

    def show(self, table: TableView, phase: str) -> None:
        """Take a new picture; `phase` is the game's own word for where it stands."""
        self._table, self._phase = table, phase
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw the line."""
        table, t = self._table, self.words.t
        name = registry.find(table.game).meta.name
        code, phase = t("table {code}", code=table.code), self._phase_text()
        left = row((f" {name} ", "bar-gold"), (code, "bar"), (f" · {phase}", "bar"))
        right: list[Loose] = []
        watched = len(table.watchers)
        if watched:
            said = self.words.nt("◉ {n} watching  ", "◉ {n} watching  ", watched)
            right.append((said, "bar"))
        if not self.arcade.local:
            right += [(t("invite: "), "bar-dim"), (f"ssh -t … join {table.code} ", "bar")]
        return [spread(left, row(*right), width, "bar")]

    def _phase_text(self) -> str:
        t = self.words.t
        match self._table.phase:
            case "waiting":
                return t("waiting for people")
            case "playing":
                return self._phase or t("playing")
            case "over":
                return t("game over")
            case _:
                return t("closed")


class StatusLine(Lines):
    """Why not, how it ended, or whose turn it is: in one line, `rest` where that is too short."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table
        self._told = ""
        self._whose = ""
        self._hint = ""

    def show(self, table: TableView, told: str, name: str = "", hint: str = "") -> None:
        """Take what there is to say: `told` (a refusal) comes first.

        `name` is whose turn it is where several share the keyboard; `hint` what to do on it.
        """
        self._table, self._told, self._whose, self._hint = table, told, name, hint
        self.redraw()

    def rest(self) -> str:
        """Give what did not fit in the line, which is as wide as the terminal.

        The pane's own width is not known before its first layout, and old after a resize.
        """
        return " ".join(plain(line).strip() for line in self._lines(self.app.size.width)[1:])

    def draw(self, width: int, height: int) -> list[Row]:  # noqa: ARG002
        """Draw the line."""
        return list(self._lines(width)[:1])

    def _lines(self, width: int) -> tuple[Row, ...]:
        said = self._said()
        return wrap(said, max(20, width - 1), 3) if said else ()

    def _said(self) -> Row:
        t, table = self.words.t, self._table
        if self._told:
            return row((" ! " + self._told, "alert"))
        if table.phase == "over":
            return row((" ★ " + self._result(), "gold"), "  ", (self._rated(), "accent"))
        if table.phase != "playing":
            watching = table.phase == "waiting" and table.seat is None
            return row((" ◉ " + t("You are watching."), "accent")) if watching else EMPTY
        if table.seat is not None and table.seat in table.to_act:
            yours = t("{name}, it is your turn.", name=self._whose) if self._whose else ""
            return row((" ▶ " + (yours or t("Your turn.")), "gold"), f" {self._hint}")
        names = ", ".join(table.seats[seat].name for seat in table.to_act)
        waits = t("Waiting for {names}.", names=names) if names else ""
        if table.seat is None:
            return row((" ◉ " + t("You are watching."), "accent"), " ", (waits, "dim"))
        return row(("   " + waits, "dim"))

    def _rated(self) -> str:
        """Say what the game did to one's own rating."""
        for one in self._table.changes:
            if one.seat == self._table.seat and not one.bot:
                change = signed(one.after - one.before)
                return self.words.t("Your rating: {n} ({change}).", n=one.after, change=change)
        return ""

    def _result(self) -> str:
        t, table = self.words.t, self._table
        winners = getattr(table.view, "winners", None) or ()
        names = [table.seats[seat].name for seat in winners]
        if not names:
            return t("The game is over.")
        if table.seat in winners and len(names) == 1:
            return t("You win!")
        return self.words.nt("{names} wins.", "{names} win.", len(names), names=", ".join(names))
