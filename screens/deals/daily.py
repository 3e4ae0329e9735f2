"""The daily deals: five games, one's own attempts, the results of today and yesterday."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import League
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.operations.deals import ReadLeague
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.puzzles import PlayPuzzle
from arcade.club.speech.daily import (
    bots_text,
    day_ends_text,
    ordinal,
    place_text,
    share_text,
    squares,
    state_text,
    streak_text,
)
from arcade.engine import registry
from arcade.engine.words import N_, folded
from screens import keys
from screens.deals.duels import DuelsScreen
from screens.deals.league import LeaguePage
from screens.deals.puzzles import PuzzlesScreen
from screens.deals.zone import ZONE, AsksZone
from screens.games import view_class
from screens.keys import Action
from screens.pages.listing import MOVES, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    beside,
    choice,
    columns,
    fit,
    indented,
    minus,
    pad,
    row,
    row_width,
    spread,
    wrap,
)
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import headed

_PLAY = Action(
    "play",
    ("enter", "space"),
    "Enter",
    N_("play it"),
    N_("Play the chosen game's deal."),
)
_GO_ON = replace(
    _PLAY, label=N_("continue it"), what=N_("Go on with your game of the chosen deal.")
)
_COPY = Action(
    "copy", ("c",), "c", N_("copy"), N_("Copy your results of today, to paste anywhere.")
)
_DUEL = keys.of(ListDuels).labelled("", N_("Duel who is next to you in this deal, or anybody."))
_LEAGUE, _PUZZLES = keys.of(ReadLeague), keys.of(PlayPuzzle)
_LOOK = Action(
    "look", ("enter", "space"), "Enter", N_("look back"), N_("Look back at your own game.")
)
_ALL = 140
"""Cells needed for the results of all games side by side."""
_SIDE_BY_SIDE = _ALL - 4
_MAIN = 100
"""Cells of the list when the best players stand beside it."""
_COLUMN = 26
_NAME, _APART = 16, 3
"""Cells of a name in a list; cells between the list and the best players."""
_AIRY = 40
"""Rows of a terminal in which the games stand apart."""
_LEAST = 6
"""Cells of a game's column; the fewest rows of a block of them."""
_BAR, _FRACTION = 10, 7
"""Cells of a bar, and of the fraction beside it."""
_WITH_BARS, _LONGEST = 40, 20
"""Cells of a result that has a bar; of the longest bar of the best."""
_NOTHING = row(("–", "dim"))
_WEEK, _MONTH = 7, 21
"""How many days of the person's own results are shown."""


class DailyScreen(Listing[None], AsksZone):
    """Lists the games' deals of today; Enter plays the chosen one."""

    TITLE = N_("The daily deal")

    HORIZONTAL_BREAKPOINTS = [(_ALL, "-wide")]

    def __init__(self) -> None:
        super().__init__()
        self.results = Lines(self.draw_results, id="results")
        self.today: tuple[DailyTable, ...] = ()
        self.yesterday: tuple[DailyTable, ...] = ()
        self.streak = 0
        self.ranks: dict[str, tuple[int, ...]] = {}
        self._airy = False
        """Whether the games stand apart."""
        self._leagues: tuple[League, ...] = ()
        """As they stood when the page was opened: ranking a large house takes a while."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.results

    def count(self) -> int:
        return len(self.today)

    def on_mount(self) -> None:
        self.listen_to(self.arcade.visit)
        self._show()

    def on_screen_resume(self) -> None:
        self._leagues = ()
        self._show()

    def changed(self) -> None:
        if self.is_active:
            self._show()

    def _show(self) -> None:
        daily, player = self.arcade.club.daily, self.arcade.player
        first, before = not self.today, self.today[:1]
        self.today = daily.all(player)
        if before and before[0].day != self.today[0].day:
            self._leagues = ()
        self.yesterday = daily.all(player, daily.yesterday)
        self.streak = daily.streak(player)
        self.ranks = {table.game: daily.ranks(player, table.game, _MONTH) for table in self.today}
        if first:
            open_ = (n for n, table in enumerate(self.today) if table.state in ("new", "begun"))
            self.at = next(open_, 0)
        self._make_room()
        self.head()
        self.choose(self.at)

    def _make_room(self) -> None:
        """Give the games their rows: apart in a tall terminal, until there are results below."""
        size, many = self.app.size, len(self.today)
        listed = any(table.rows for table in (*self.today, *self.yesterday))
        self._airy = size.height >= _AIRY and size.width >= _ALL and not listed
        self.list.styles.height = 5 + many * (2 if self._airy else 1)

    def head(self) -> None:
        """Show the title, and for how many days in a row a deal was finished."""
        days = row((f"{streak_text(self.words, self.streak)} ", "bar-gold"))
        title = row(" ", (self.heading(), "bar-gold"))
        self.top.put([spread(title, days, self.across, "bar")])

    def on_resize(self) -> None:
        self._make_room()
        self.head()

    def choose(self, number: int) -> None:
        super().choose(number)
        self.results.redraw()

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING]
        copy = [_COPY, ZONE.labelled("")] if self._played else [ZONE]  # a short line of keys
        rival = self.today[self.at].rival if self.today else ""
        duel = _DUEL.labelled(self.words.t("duel {name}", name=rival) if rival else "")
        actions = [duel, _PUZZLES, _LEAGUE, *copy, *MOVES, keys.MENU, keys.BACK, keys.QUIT]
        if self.today and (state := self.today[self.at].state) in ("new", "begun"):
            return [_PLAY if state == "new" else _GO_ON, *actions]
        return [_LOOK, *actions] if self._own() is not None else actions

    @property
    def _played(self) -> bool:
        """Whether this person has a result today."""
        return any(result.yours for table in self.today for result in table.rows)

    def _own(self) -> DailyRow | None:
        return next((result for result in self.today[self.at].rows if result.yours), None)

    def do_copy(self) -> None:
        """Put the person's results of today into their terminal's clipboard."""
        club = self.arcade.club
        way = club.watch_links.site if self.arcade.in_browser else ""
        text = share_text(self.words, club, self.arcade.player, way)
        self.app.copy_to_clipboard(text)
        self.tell(self.words.t("Copied, if your terminal lets programs copy: paste it anywhere."))

    async def do_duels(self) -> None:
        """Challenge who is next in the chosen deal, once; show the duels."""
        table, duels, player = self.today[self.at], self.arcade.club.duels, self.arcade.player
        running = [(duel.opponent, duel.game) for duel in duels.of(player) if duel.running]
        challenged = table.rival and (table.rival, table.game) not in running
        if challenged:
            await duels.challenge(player, table.rival, table.game)
        screen = DuelsScreen(table.game)
        await self.app.push_screen(screen)
        if challenged:
            screen.tell(self.words.t("{name} finds your challenge here.", name=table.rival))

    def do_puzzles(self) -> None:
        self.app.push_screen(PuzzlesScreen())

    def do_league(self) -> None:
        self.app.push_screen(LeaguePage(self.words, self.arcade.club, self.arcade.player))

    def line(self) -> Prompt:
        return self.prompt

    def zone_chosen(self) -> None:
        self._show()

    async def do_look(self) -> None:
        """Look back at one's own game of the chosen deal."""
        own = self._own()
        if own is not None:
            await self.arcade.navigator.show_replay(own.code)

    async def do_play(self) -> None:
        arcade = self.arcade
        session = await arcade.club.play_daily(arcade.player, self.today[self.at].game)
        await arcade.navigator.go_to_table(session)

    def draw(self, size: Size) -> list[Row]:
        width = size.width
        t = self.words.t
        text = t(
            "The same rolls and deals for everybody, against the same bots; one attempt a day."
        )
        club, player = self.arcade.club, self.arcade.player
        ends = day_ends_text(self.words, club, player)
        rows = [*wrap(row((text, "dim"), f" {ends}"), width - self._indent)][:2]
        rows = indented(rows, self._indent)
        rows += [EMPTY] * (4 - len(rows))
        wide = width >= _SIDE_BY_SIDE
        best = self._best(width - _MAIN - _APART) if wide else []
        main = min(_MAIN, width) if best else width
        apart = row(" " * max(0, main - _MAIN))
        heads = pad(t("score"), 8, "right") + "  " + pad(t("place"), 11)
        heads += pad(t("ahead of"), _BAR + _FRACTION)
        if not self._played:
            heads = pad(" " * 10 + t("state"), cell_len(heads))
        lines = [row((" " * (_NAME + 2) + heads, "dim"), *apart, *self._weekdays())]
        last = row_width(lines[0]) - 1
        rows[-1] = spread(rows[-1], row((t("today"), "gold"), (" ▾", "gold")), last)
        for number, table in enumerate(self.today):
            here = number == self.at
            state = *self._state(table), *apart, *self._days(table)
            line = row((pad(table.name, _NAME), "strong"), *state)
            lines += [*[EMPTY] * self._airy, choice(line, main, here, str(number))]
        return [*rows, *(beside(lines, best, main, _APART) if best else lines)]

    @property
    def _indent(self) -> int:
        """The cells before a text: in a broad terminal all begin below the title."""
        return 2 * (self.edge(self.app.size.width) > 1)

    def _state(self, table: DailyTable) -> Row:
        """Draw one's own attempt: its state, or its place and how many it beats."""
        own = next((result for result in table.rows if result.yours), None)
        cells = 21 + _BAR + _FRACTION
        if own is None:
            tone = "gold" if table.state == "begun" else "dim"
            return row((pad(" " * 10 + state_text(self.words, table), cells), tone))
        many = table.people
        placing = place_text(self.words, own.position, many)
        line = row(pad(minus(own.score), 8, "right"), ("  " + pad(placing, 11), "good"))
        if many > 1:
            ahead = own.beaten
            line += bar(ahead / (many - 1), _BAR) + row((f" {ahead}/{many - 1}", "dim"))
        return fit(line, cells)

    def _weekdays(self) -> Row:
        """Return the weekdays of the last days as letters, today last."""
        letters = self.words.t("M T W T F S S").split()
        today = date.fromisoformat(self.today[0].day).weekday()
        last = range(today - self._shown + 1, today + 1)
        return _spaced([(letters[day % 7], "dim") for day in last])

    def _days(self, table: DailyTable) -> Row:
        """Draw one's own results of the last days: ★ won, ● finished, and whether today is open."""
        ranks = self.ranks[table.game][-self._shown :]
        signs = [
            ("★", "gold") if rank == 1 else ("●", "") if rank else ("·", "dim") for rank in ranks
        ]
        if table.state in ("new", "begun"):
            signs[-1] = "○", "accent"
        return _spaced(signs)

    @property
    def _shown(self) -> int:
        return _MONTH if self.list.size.width >= _SIDE_BY_SIDE else _WEEK

    def _best(self, cells: int) -> list[Row]:
        """Draw the players who beat the most others in today's deals of all games."""
        ahead, won, yours = Counter[str](), Counter[str](), set[str]()
        for table in self.today:
            ahead.update({result.name: result.beaten for result in table.rows})
            won.update(result.name for result in table.rows if result.rank == 1)
            yours |= {result.name for result in table.rows if result.yours}
        best = sorted(ahead, key=lambda name: (-ahead[name], -won[name], folded(name)))[
            : len(self.today)
        ]
        most = max(ahead.values(), default=0)
        if not most:
            return []
        title = self.words.t("Today's best: ahead of how many, in all games")
        lines = [
            row(
                (pad(name, _NAME), "gold" if name in yours else ""),
                (pad("★" * won[name], 6), "gold"),
            )
            + bar(ahead[name] / most, min(_LONGEST, cells - _NAME - 11))
            + row((f"{ahead[name]:>4}", "dim"))
            for name in best
        ]
        return [row((title, "dim")), *lines]

    def draw_results(self, size: Size) -> list[Row]:
        """Draw today's results and yesterday's, and a line to share with others."""
        width, height = size.width - self._indent, size.height
        t = self.words.t
        if not self.today:
            return []
        how = t("Winners first, then the rank at the table, then the score; ties share.")
        signs = t("Your last days: ★ won, ● finished, ○ still to play.")
        wide = width >= _SIDE_BY_SIDE
        listed = any(table.rows for table in (*self.today, *self.yesterday))
        foot = [*[row((how, "dim"))] * listed, row((signs, "dim")), *self._share(width)]
        room = height - len(foot)
        nobody = t("Nobody has finished it yet."), t("Nobody finished it.")
        none = t("Nobody has finished a deal yet."), t("Nobody finished a deal.")
        if wide and not listed:
            first = t("Nobody has finished a deal yet: be the first.")
            apart = [EMPTY] * (2 if self._airy else 1)
            shown = [*apart, row((first, "strong")), *apart, *self._pictures(width)]
            week = self._week(room - len(shown), width)
            shown += week if any(league.rows for league in self._leagues) else []
        elif wide:
            shown = self._side_by_side(self.today, t("Today"), none[0], room // 3, width)
            shown += self._side_by_side(self.yesterday, t("Yesterday"), none[1], room // 3, width)
            shown += self._week(room - len(shown), width)
        else:
            cells = width // 2 - 2
            today, before = self.today[self.at], self.yesterday[self.at]
            left = _results(self.words, today, t("Today"), nobody[0], cells, room)
            right = _results(self.words, before, t("Yesterday"), nobody[1], cells, room)
            shown = beside(left, right, cells)
            for more in (self._best(width), self._picture(width)):
                shown += [EMPTY, *more] if more and len(shown) + 2 + len(more) <= room else []
        apart = [EMPTY] * min(room - len(shown), 2 if self._airy else 1)
        drawn = [fit(line, width) for line in (*shown[:room], *apart, *foot)]
        return indented(drawn, self._indent)

    def _pictures(self, width: int) -> list[Row]:
        """Draw the games of the deals in the columns of their results to come."""
        blocks = list[list[Row]]()
        for table in self.today:
            game = registry.find(table.game).meta
            drawn = view_class(game.key).poster()
            about = balanced(row((self.words.t(game.blurb), "dim")), _COLUMN)
            lines = [row((game.name, "strong")), EMPTY, *drawn, EMPTY, *about]
            blocks.append([fit(line, _COLUMN) for line in lines])
        return [fit(line, width) for line in columns(blocks, _apart(width, len(blocks)))]

    def _picture(self, width: int) -> list[Row]:
        """Draw the chosen game beside what it is."""
        game = registry.find(self.today[self.at].game).meta
        drawn = [fit(line, _COLUMN) for line in view_class(game.key).poster()]
        about = balanced(row((self.words.t(game.blurb), "dim")), max(1, width // 2 - _COLUMN))
        name = row((game.name, "strong"))
        return [fit(line, width) for line in columns([drawn, [name, *about]], 4)]

    def _side_by_side(
        self, tables: Sequence[DailyTable], title: str, nobody: str, rows: int, width: int
    ) -> list[Row]:
        """Draw a day's results of all games in columns."""
        blocks: list[list[Row]] = []
        for table in tables:
            lines = [_line(self.words, result, 25) for result in table.rows[: rows - 5]]
            head = spread(row((table.name, "strong")), row((_heads(self.words), "dim")), 25)
            blocks.append([head, *lines] if lines else [row((table.name, "strong")), _NOTHING])
        day = dates.written(self.words, date.fromisoformat(tables[0].day))
        if not any(table.rows for table in tables):
            return [EMPTY, *headed(title, (EMPTY, row((nobody, "dim"))), width, day)]
        return _in_columns(title, blocks, width, day)

    def _week(self, rows: int, width: int) -> list[Row]:
        """Draw who leads the week's leagues, in the same columns."""
        if rows <= _LEAST:
            return []
        t, blocks = self.words.t, list[list[Row]]()
        if not self._leagues:
            daily, player, most = self.arcade.club.daily, self.arcade.player, self.app.size.height
            listed = (daily.league(table.game, player, most=most) for table in self.today)
            self._leagues = tuple(listed)
        for league in self._leagues:
            lines = [
                row(
                    (pad(f"{own.position:>2}  {own.name}", 19), "gold" if own.yours else ""),
                    (f"{own.points:>6}", "gold" if own.yours else "dim"),
                )
                for own in league.rows[: rows - 5]
            ]
            head = spread(row((league.name, "strong")), row((t("points"), "dim")), 25)
            blocks.append([head, *lines] if lines else [row((league.name, "strong")), _NOTHING])
        if not any(league.rows for league in self._leagues):
            nobody = row((t("Nobody has a result yet."), "dim"))
            return [EMPTY, *headed(t("The week"), (EMPTY, nobody), width)]
        return _in_columns(t("The week"), blocks, width)

    def _share(self, cells: int) -> list[Row]:
        """Draw what bots made of the chosen deal, the streak, and what one may tell others."""
        club, chosen = self.arcade.club, self.today[self.at]
        lines: list[Row] = []
        if chosen.state in ("done", "out"):
            bots = bots_text(self.words, club.daily.compared(chosen.day, chosen.game))
            lines += wrap(row(bots), cells) if bots else []
        own = [(table, result) for table in self.today for result in table.rows if result.yours]
        shared = row((self.words.t("To copy: "), "dim"))
        for table, result in own:
            star = "★ " if result.rank == 1 else ""
            shared += row((f"{table.name} ", "dim"), (star, "gold"))
            shared += row((squares(table, result, "■", "□"), "good"), "  ")
        return [*lines, *wrap(shared, cells)] if own else lines


def _apart(width: int, many: int) -> int:
    """Return the cells between the columns of so many games."""
    return max(1, min(5, (width - many * _COLUMN) // max(1, many - 1)))


def _in_columns(
    title: str, blocks: Sequence[Sequence[Row]], width: int, note: str = ""
) -> list[Row]:
    """Draw a title over a column for each game."""
    shaped = [[fit(line, _COLUMN) for line in block] for block in blocks]
    return [
        EMPTY,
        *headed(title, (EMPTY, *columns(shaped, _apart(width, len(shaped)))), width, note),
    ]


def _results(
    words: Words, table: DailyTable, title: str, nobody: str, cells: int, most: int
) -> list[Row]:
    t = words.t
    day = dates.written(words, date.fromisoformat(table.day))
    head = row((f"{table.name} · {title}", "gold"))
    when = row((f"  {day}", "dim"))
    rows = [EMPTY, head + when if row_width(head + when) <= cells else head]
    if not table.rows:
        rows.append(row((nobody, "dim")))
    elif most > _LEAST:
        rows.append(row((pad(_heads(words), cells, "right"), "dim")))
    notes: list[Row] = []
    if table.playing:
        still = words.nt(
            "{n} person is still playing it.", "{n} people are still playing it.", table.playing
        )
        notes.append(row((still, "dim")))
    if table.seed:
        notes.append(row((t("its seed: {digits}", digits=f"{table.seed[:16]}…"), "dim")))
    elif table.commitment:
        notes.append(row((t("sealed by {digits}", digits=f"{table.commitment[:16]}…"), "dim")))
    high = max((result.score for result in table.rows), default=0)
    seen = table.rows[: max(1, most - len(rows) - len(notes))]
    return [*rows, *(_line(words, result, cells, high) for result in seen), *notes]


def _heads(words: Words) -> str:
    """Name the numbers of a result, above them."""
    return pad(words.t("score"), 6, "right") + "  " + pad(words.t("rank"), 4)


def _line(words: Words, result: DailyRow, cells: int, most: int = 0) -> Row:
    """Draw a result: place, name, score (with a bar, `most` filling it), rank (★ won)."""
    rank = "★" if result.rank == 1 else ordinal(words, result.rank)
    end = f"{minus(result.score):>6}  {rank:<4}"
    long = cells - len(end) - 21 if most > 0 and cells >= _WITH_BARS else 0
    name = pad(f"{result.position:>2}  {result.name}", cells - len(end) - long)
    tone = "gold" if result.yours else ""
    drawn = bar(max(0, result.score) / most, long) if long else EMPTY
    return (*row((name, tone)), *drawn, *row((end, tone or "dim")))


def _spaced(signs: Sequence[tuple[str, str]]) -> Row:
    """Draw a sign for each day, with blanks between days, or between weeks if there are many."""
    return row(
        *(
            (sign + " " * (1 + (number % _WEEK == 0 < len(signs) - number)), tone)
            for number, (sign, tone) in enumerate(signs, 1)
        )
    )
