"""The list of the lobby: play now, and the tables."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from arcade.club.views import LobbyView, TableRow
from arcade.engine import registry
from arcade.engine.game import Meta
from screens.lobby.today import notes
from screens.terminal.rows import EMPTY, Row, around, clip, fit, indented, pad, row, wrap
from screens.widgets.lines import Lines


class TableList(Lines):
    """Play now, and the tables: one's own first."""

    def __init__(self) -> None:
        super().__init__()
        self.view = LobbyView((), ())
        self.at = 0
        self._moved = False
        self._welcome = False
        self._notes: Mapping[str, str] | None = None

    def forget(self) -> None:
        """Fetch again what the games offer this person."""
        self._notes = None

    def welcome(self, on: bool) -> None:
        """Offer the tour to a newcomer, or stop offering it."""
        if on != self._welcome:
            self._welcome = on
            self.redraw()

    @property
    def chosen(self) -> TableRow | None:
        """The chosen table; None for the button."""
        return self.view.tables[self.at - 1] if self.at else None

    def show(self, view: LobbyView) -> None:
        """Take a new view; the chosen table stays chosen."""
        chosen = self.chosen
        before = chosen.code if chosen else None
        self.view = view
        codes = [table.code for table in view.tables]
        if before in codes:
            self.at = codes.index(before) + 1
        elif not self._moved and view.tables and _waits(view.tables[0]):
            self.at = 1
        else:
            self.at = 0
        self.redraw()

    def choose(self, number: int) -> None:
        """Choose an entry."""
        self._moved = True
        self.at = max(0, min(number, len(self.view.tables)))
        self.redraw()

    def find(self, wanted: str) -> bool:
        """Choose the first table with all these words: code, game, people."""
        words = wanted.casefold().split()
        for number, one in enumerate(self.view.tables if words else (), 1):
            said = " ".join((one.code, one.name, *one.people)).casefold()
            if all(word in said for word in words):
                self.choose(number)
                return True
        return False

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw the button and as many tables as fit."""
        done = [EMPTY, *self._button(width), *self._offer(), EMPTY]
        tables = self.view.tables
        if not tables:
            return done + self._empty(width, height - len(done))
        # Only what is seen is drawn: there may be hundreds of tables.
        lines: list[int | Row] = []
        for number, table in enumerate(tables, 1):
            if number == 1 or tables[number - 2].yours != table.yours:
                lines += [EMPTY] * bool(lines) + [self._heading(table)]
            lines.append(number)
        lines += [EMPTY, self._legend()]
        room = max(1, height - len(done))
        if len(lines) + 2 < room:
            free = room - len(lines) - 3
            games = [EMPTY, EMPTY, *indented(self._games(width - 4, free), 2)]
            lines += games if len(lines) + len(games) < room else []
        first = around(lines.index(self.at) if self.at else 0, len(lines), room)
        seen = lines[first : first + room]
        rows = [self._line(one, width) if isinstance(one, int) else one for one in seen]
        self._cut(rows, 0, "▲ {n} more", lines[:first], seen[0])
        self._cut(rows, -1, "▼ {n} more", lines[first + room :], seen[-1])
        return done + rows

    def _cut(
        self,
        rows: list[Row],
        at: int,
        said: str,
        hidden: Sequence[int | Row],
        under: int | Row,
    ) -> None:
        """Show in the row `at` how many tables are hidden, including the one `under` it."""
        more = sum(isinstance(one, int) for one in hidden)
        if more:
            more += isinstance(under, int)
            rows[at] = row((f"    {self.words.t(said, n=more)}", "accent"))

    def _line(self, number: int, cells: int) -> Row:
        table, here = self.view.tables[number - 1], number == self.at
        return self.again((number, table, here), lambda: self._table(number, table, here, cells))

    def _button(self, cells: int) -> list[Row]:
        t = self.words.t
        here = self.at == 0
        tone = "cursor" if here else "accent"
        label = "▶  " + t("Play now")
        about = t("with people who wait, or at once with bots")
        if self.arcade.local:
            about = t("at once, against bots")
        enter = t("Enter")
        key = pad(enter if here else "p", cell_len(enter), "right") + "  "
        text = f"   {label}   {about}   "
        inner = min(cells - 6, max(60, cell_len(text) + cell_len(key)))
        text = pad(text, inner - cell_len(key)) + key
        return [
            row("  ", ("╭" + "─" * inner + "╮", tone, "row 0")),
            row("  ", ("│" + text + "│", tone, "row 0")),
            row("  ", ("╰" + "─" * inner + "╯", tone, "row 0")),
        ]

    def _offer(self) -> list[Row]:
        """Draw the offer to newcomers."""
        if not self._welcome:
            return []
        t = self.words.t
        offered = (("h", t("a short tour"), "tour"), ("L", t("learn a game"), "lesson"))
        pieces = [
            piece
            for key, what, does in (*offered, (t("Esc"), t("hide this"), "no_tour"))
            for piece in ((f"   {key}", "gold", does), (f" {what}", "", does))
        ]
        return [row(("  " + t("First time here?"), "accent"), *pieces)]

    def _empty(self, cells: int, rows: int) -> list[Row]:
        t = self.words.t
        said = t(
            "Play now seats bots; whoever comes in can take a bot's seat. n opens a table: a "
            "friend types its code after /. Alone? d is the deal of the day, r any game, L a "
            "lesson."
        )
        if self.arcade.local:
            said = t(
                "Play now seats bots at once. Or press n and choose a game: before it begins, + "
                "seats another person at this keyboard."
            )
        block = [row((t("The tables are free."), "strong"))]
        block += wrap(row((said, "dim")), min(cells - 4, 70))
        games = self._games(cells - 4, rows - len(block) - 1)
        return indented([*block, EMPTY, *games], 2)

    def _games(self, cells: int, rows: int) -> list[Row]:
        """Draw the games; if there is room, with what they offer this person."""
        metas = [game.meta for game in registry.games().values()]
        if rows < 3 * len(metas):
            lines = [row((pad(one.name, 16), "accent"), (self._about(one), "dim")) for one in metas]
            return [fit(line, cells) for line in lines]
        if self._notes is None:
            self._notes = notes(self.words, self.arcade.club, self.arcade.player)
        done: list[Row] = []
        for one in metas:
            name, note = (pad(one.name, 16), "accent"), (self._notes[one.key], "dim")
            done += [fit(row(name, self._about(one)), cells), row(" " * 16, note), EMPTY]
        return done[:-1]

    def _about(self, game: Meta) -> str:
        return self.words.t(game.blurb)

    def _heading(self, first: TableRow) -> Row:
        """Draw the heading of one's own tables, or of the others."""
        t = self.words.t
        title = t("Your tables") if first.yours else t("Open tables")
        if any(map(_waits, self.view.tables)) and first.yours:
            title = t("Your seat is waiting")
        seats, state, people = t("seats"), t("state"), t("people")
        heads = f"{pad(seats, 11)} {pad(state, 12)} {people}"
        return row("  ", (pad(title, 25), "gold"), (heads, "dim"))

    def _legend(self) -> Row:
        t = self.words.t
        person, bot, free, watchers = t("person"), t("bot"), t("free"), t("watching")
        return row("  ", (f"● {person}   ◍ {bot}   ○ {free}   ◉ {watchers}", "dim"))

    def _table(self, number: int, table: TableRow, here: bool, cells: int) -> Row:
        free = max(0, table.seats - table.taken - table.bots)
        seats = "●" * table.taken + "◍" * table.bots + "○" * free
        people = clip(", ".join(table.people) or "–", max(8, cells - 60))
        watching = f"  ◉ {table.watchers}" if table.watchers else ""
        if table.days:
            days = self.words.nt("{n} day a move", "{n} days a move", table.days)
            watching += f"  · {days}"
        code = f"{table.code:6}"  # a long one takes its room from the name, which needs less
        text = (
            f" {code} {pad(table.name, 22 - len(code))} {pad(seats, 11)} "
            f"{pad(self._phase(table), 12)} {people}{watching}"
        )
        return row(
            (" ▶" if here else "  ", "gold"),
            (pad(text, cells - 4), "cursor" if here else "", f"row {number}"),
        )

    def _phase(self, table: TableRow) -> str:
        t = self.words.t
        if table.turn:
            return "▶ " + t("your turn")
        if table.asleep and not table.yours and table.phase != "over":
            return t("asleep")
        return {
            "waiting": t("waiting"),
            "playing": t("playing"),
            "over": t("game over"),
            "closed": t("closed"),
        }[table.phase]


def _waits(table: TableRow) -> bool:
    """Return whether there is a seat in an unfinished game to return to."""
    return table.yours and table.phase != "over"
