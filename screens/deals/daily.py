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
from screens.deals import days
from screens.deals.duels import DuelsScreen
from screens.deals.league import LeaguePage
from screens.deals.puzzles import PuzzlesScreen
from screens.deals.zone import ZONE, AsksZone
from screens.games import view_class
from screens.keys import Action
from screens.lobby.cards import clickable, edged
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
    stacked,
    wrap,
)
from screens.widgets.lines import Lines
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import MARGIN

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
_COLUMN = 26
_CARD = 28
"""Cells of a game's card."""
_NAME = 16
"""Cells of a name in a list."""
_AIRY = 40
"""Rows of a terminal in which the games stand apart."""
_LEAST = 6
"""The fewest rows of results with their heads."""
_BAR, _FRACTION = 10, 7
"""Cells of a bar, and of the fraction beside it."""
_WITH_BARS, _LONGEST = 40, 20
"""Cells of a result that has a bar; of the longest bar of the best."""
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
        rows = [*wrap(row((text, "dim"), f" {ends}"), width - MARGIN)][:2]
        rows = indented(rows, MARGIN)
        rows += [EMPTY] * (4 - len(rows))
        wide = width >= _SIDE_BY_SIDE
        heads = pad(t("score"), 8, "right") + "  " + pad(t("place"), 11)
        heads += pad("" if wide else t("ahead of"), _BAR + _FRACTION)
        if not self._played:
            heads = pad(" " * 10 + t("state"), cell_len(heads))
        first = row((" " * (_NAME + 2) + heads, "dim"))
        lines = [first + self._weekdays(width - row_width(first))]
        last = row_width(lines[0])
        rows[-1] = spread(rows[-1], row((t("today"), "gold"), (" ▾", "gold")), last)
        for number, table in enumerate(self.today):
            here = number == self.at
            line = row((pad(table.name, _NAME), "strong")) + self._state(table, wide)
            line += self._days(table, width - row_width(first))
            lines += [*[EMPTY] * self._airy, choice(line, width, here, str(number))]
        return [*rows, *lines]

    def _state(self, table: DailyTable, wide: bool) -> Row:
        """Draw one's own attempt: its state, or its place and how many it beats.

        A wide page counts those in all games together.
        """
        own = next((result for result in table.rows if result.yours), None)
        cells = 21 + _BAR + _FRACTION
        if own is None:
            tone = "gold" if table.state == "begun" else "dim"
            return row((pad(" " * 10 + state_text(self.words, table), cells), tone))
        many = table.people
        placing = place_text(self.words, own.position, many)
        line = row(pad(minus(own.score), 8, "right"), ("  " + pad(placing, 11), "good"))
        if many > 1 and not wide:
            ahead = own.beaten
            line += bar(ahead / (many - 1), _BAR) + row((f" {ahead}/{many - 1}", "dim"))
        return fit(line, cells)

    def _weekdays(self, cells: int) -> Row:
        """Return the weekdays of the last days as letters, today last."""
        letters = self.words.t("M T W T F S S").split()
        today = date.fromisoformat(self.today[0].day).weekday()
        last = range(today - self._shown + 1, today + 1)
        return _spaced([(letters[day % 7], "dim") for day in last], cells)

    def _days(self, table: DailyTable, cells: int) -> Row:
        """Draw one's own results of the last days: ★ won, ● finished, and whether today is open."""
        ranks = self.ranks[table.game][-self._shown :]
        signs = [
            ("★", "gold") if rank == 1 else ("●", "") if rank else ("·", "dim") for rank in ranks
        ]
        if table.state in ("new", "begun"):
            signs[-1] = "○", "accent"
        return _spaced(signs, cells)

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
        width, height = size.width - MARGIN, size.height
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
            week = self._week(room // 3, width)
            blocks = [[row((first, "strong"))], self._pictures(width)]
            blocks += [week] if any(league.rows for league in self._leagues) else []
            shown = [EMPTY, EMPTY, *stacked(blocks, room - 3)]
        elif wide:
            most = max(1, room // 3 - days.FRAME - 1)
            blocks = [
                days.day_rows(self.words, self.today, t("Today"), none[0], width, most),
                days.day_rows(self.words, self.yesterday, t("Yesterday"), none[1], width, most),
                self._week(most, width),
            ]
            shown = [EMPTY, *stacked(blocks, room - 2, 3)]
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
        return indented(drawn, MARGIN)

    def _pictures(self, width: int) -> list[Row]:
        """Draw the games of the deals as cards in a line, the chosen one lit."""
        many = len(self.today)
        cells = min(_CARD, (width + 1) // many - 1)
        games = [registry.find(table.game).meta for table in self.today]
        abouts = [balanced(row((self.words.t(game.blurb), "dim")), cells - 4) for game in games]
        high = max(map(len, abouts))
        blocks = list[list[Row]]()
        for number, (game, about) in enumerate(zip(games, abouts, strict=True)):
            text = [*about, *[EMPTY] * (high - len(about))]
            lines = [*view_class(game.key).poster(), EMPTY, *text]
            name, here = row((f"{game.name} ", "strong")), number == self.at
            drawn = edged(name, EMPTY, lines, cells, len(lines) + 3, here)
            blocks.append(clickable(drawn, str(number)))
        return columns(blocks, (width - many * cells) // max(1, many - 1))

    def _picture(self, width: int) -> list[Row]:
        """Draw the chosen game beside what it is."""
        game = registry.find(self.today[self.at].game).meta
        drawn = [fit(line, _COLUMN) for line in view_class(game.key).poster()]
        about = balanced(row((self.words.t(game.blurb), "dim")), max(1, width // 2 - _COLUMN))
        name = row((game.name, "strong"))
        return [fit(line, width) for line in columns([drawn, [name, *about]], 4)]

    def _week(self, most: int, width: int) -> list[Row]:
        """Draw who leads the week's leagues."""
        if not self._leagues:
            daily, player, high = self.arcade.club.daily, self.arcade.player, self.app.size.height
            listed = (daily.league(table.game, player, most=high) for table in self.today)
            self._leagues = tuple(listed)
        return days.week_rows(self.words, self._leagues, width, most)

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


def _spaced(signs: Sequence[tuple[str, str]], cells: int) -> Row:
    """Draw a sign for each day across the cells, weeks further apart than days."""
    many = len(signs)
    gaps = many - 1 + (many - 1) // _WEEK
    gap = " " * max(1, (cells - many) // gaps if many > _WEEK else 1)
    pieces = list[tuple[str, str]]()
    for number, (sign, tone) in enumerate(signs, 1):
        between = gap + gap * (number % _WEEK == 0)
        pieces.append((sign + between * (number < many), tone))
    return row(*pieces)
