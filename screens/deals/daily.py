"""The daily deals: five games, one's own attempts, the results of today and yesterday."""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import COUNTED_DAYS, League
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
    squares,
    state_text,
    streak_text,
)
from arcade.engine import registry
from arcade.engine.words import N_, folded
from screens import keys
from screens.deals import days
from screens.deals.duels import DuelsScreen
from screens.deals.league import ABOUT, BRIEFLY, LeaguePage
from screens.deals.puzzles import PuzzlesScreen
from screens.deals.zone import ZONE, AsksZone
from screens.games.view import PLACARD
from screens.keys import Action
from screens.lobby.cards import clickable, drawn_game, edged, picture
from screens.pages.listing import MOVES, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    beside,
    blocks_apart,
    choice,
    columns,
    fit,
    flow,
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
from screens.widgets.sheet import GAP, MARGIN, headed

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
_COPY = Action("copy", ("c",), "c", N_("copy"), keys.COPY_RESULTS)
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
_FRAMED = 10
"""Rows of a large picture in its frame."""
_LEAST = 6
"""The fewest rows of results with their heads."""
_BAR, _FRACTION = 10, 10
"""Cells of a bar, and of the fraction beside it."""
_WITH_BARS, _LONGEST = 40, 20
"""Cells of a result that has a bar; of the longest bar of the best."""
_STATE, _PLACED = 12, 23
"""Cells of a state where nothing is played yet, and of a score with its place."""
_WEEK, _MONTH = 7, 21
"""How many days of the person's own results are shown."""
_TWO_WEEKS = 72
"""The fewest cells in which two weeks of days are shown."""
_ACROSS, _CARDED, _LARGE = 3, (100, 30), 27
"""Games' cards beside each other, the size of a terminal in which they stand, and the rows below
its title in which their pictures are large."""


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
        self._airy = self._carded = False
        """Whether the games stand apart, and whether they are cards instead of a list."""
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
        """Give the games their rows: apart in a tall terminal, unless many results stand below."""
        size, many = self.app.size, len(self.today)
        most = max((len(table.rows) for table in (*self.today, *self.yesterday)), default=0)
        self._carded = size.width >= _CARDED[0] and size.height >= _CARDED[1] and not self._begun
        self._airy = size.height >= _AIRY and size.width >= _ALL and most <= many
        self.list.styles.height = 5 + many * (2 if self._airy else 1)
        if not self._begun:
            self.list.styles.height = 3 if self._carded else 3 + many

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
        self.tell(self.arcade.copy_results())

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
        if own := days.own_place(self.words, self.today):
            rows = [own, row(ends)]
        else:
            about, room = row((text, "dim")), width - MARGIN
            rows = flow((about, row(ends)), room, row(" "))
            if row_width(about) > room:
                rows = [*wrap(row(*about, f" {ends}"), room)][:2]
        rows = indented(rows, MARGIN)
        if not self._begun:
            return [*rows, *[EMPTY] * (3 - len(rows)), *self._newly(width)]
        rows += [EMPTY] * (4 - len(rows))
        wide = width >= _SIDE_BY_SIDE
        heads = pad(t("score"), 8, "right") + "  " + pad(t("place"), 11)
        heads += "" if wide else t("others beaten")
        state = self._state_cells(width)
        first = row((" " * (_NAME + 2) + pad(heads if self._played else t("state"), state), "dim"))
        cells = width - row_width(first) - MARGIN
        ever = self._ever
        if ever:
            end = row((t("today"), "gold"), (" ▾", "gold"))
            rows[-1] = spread(rows[-1], end, width - MARGIN)
        lines = [first + (self._weekdays(cells) if ever else EMPTY)]
        for number, table in enumerate(self.today):
            line = row((pad(table.name, _NAME), "strong")) + self._state(table, state)
            line += self._days(table, cells) if ever else EMPTY
            here = number == self.at
            lines += [*[EMPTY] * self._airy, choice(line, width, here, str(number))]
        return [*rows, *lines]

    def _newly(self, width: int) -> list[Row]:
        """List the games of which nothing was played, with what each is, unless they are cards."""
        games = [registry.find(table.game).meta for table in self.today]
        blurbs, fitting = [self.words.t(game.blurb) for game in games], self._says_what(width)
        names = [row((pad(game.name, _NAME), "strong")) for game in games]
        lines = [
            choice(name + row((blurb * fitting, "dim")), width, number == self.at, str(number))
            for number, (name, blurb) in enumerate(zip(names, blurbs, strict=True))
        ]
        return [] if self._carded else lines

    def _says_what(self, width: int) -> bool:
        """Whether each game's line has room to say what it is."""
        games = (registry.find(table.game).meta for table in self.today)
        most = max((cell_len(self.words.t(game.blurb)) for game in games), default=0)
        return most + _NAME + 2 * MARGIN <= width

    @property
    def _begun(self) -> bool:
        """Whether somebody has a result, or the person a game or days to show."""
        rows = any(table.rows for table in (*self.today, *self.yesterday))
        return rows or self._ever or any(table.state != "new" for table in self.today)

    def _state_cells(self, width: int) -> int:
        """Count the cells of a state: it has a bar where results are not drawn side by side."""
        if not self._played:
            return _STATE
        return _PLACED if width >= _SIDE_BY_SIDE else _PLACED + _BAR + _FRACTION

    def _state(self, table: DailyTable, cells: int) -> Row:
        """Draw one's own attempt: its state, or its place and, with room, how many it beats."""
        own = next((result for result in table.rows if result.yours), None)
        if own is None:
            tone = "gold" if table.state in ("new", "begun") else "dim"
            before = " " * (10 * self._played)
            return row((pad(before + state_text(self.words, table), cells), tone))
        many = table.people
        placing = place_text(self.words, own.position, many)
        line = row(pad(minus(own.score), 8, "right"), ("  " + pad(placing, 11), "good"))
        if many > 1 and cells > _PLACED:
            ahead = own.beaten
            beaten = self.words.t("{n} of {many}", n=ahead, many=many - 1)
            line += bar(ahead / (many - 1), _BAR) + row(f" {beaten}")
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
    def _ever(self) -> bool:
        """Whether there is a day to show: weeks without one tell a newcomer nothing."""
        return any(any(ranks) for ranks in self.ranks.values())

    @property
    def _shown(self) -> int:
        """The days shown: three weeks in a wide terminal, two where no results need the room."""
        if (width := self.list.size.width) >= _SIDE_BY_SIDE:
            return _MONTH
        return _WEEK if self._played or width < _TWO_WEEKS else 2 * _WEEK

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
        signs = t("Your last days: ★ won, ● finished, ○ still to play, · not played.")
        wide = width >= _SIDE_BY_SIDE
        listed = any(table.rows for table in (*self.today, *self.yesterday))
        share = self._share(width, wide)
        meant = wrap(row((signs, "dim")), width) if self._ever else ()
        foot = [*[row((how, "dim"))] * (listed and wide), *meant, *share]
        room = height - len(foot)
        nobody = t("Nobody has finished it yet."), t("Nobody finished it.")
        if not listed:
            shown = self._unplayed(width, room)
        elif wide:
            shown = [*[EMPTY] * 3, *self._compared(width, room - 4)]
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

    def _unplayed(self, width: int, room: int) -> list[Row]:
        """Draw the games before anybody has finished a deal."""
        first = self.words.t("Nobody has finished a deal yet: be the first.")
        if not self._carded:
            return [EMPTY, *self._picture_of(width, room - 1, first)]
        about = row((self.words.t(ABOUT, n=COUNTED_DAYS), "dim"))
        large = room >= _LARGE and width // _ACROSS >= PLACARD + 5
        if not large:
            about = row((self.words.t(BRIEFLY, n=COUNTED_DAYS), "dim"))
        led = bool(self._week_lines())
        pictures = self._cards(width, row((first, "strong")), EMPTY if led else about, large)
        return stacked([pictures, self._week(width, room - len(pictures) - 2)], room, 2)

    def _compared(self, width: int, room: int) -> list[Row]:
        """Draw who is ahead today, game by game; yesterday and the week beside each other below."""
        words, t = self.words, self.words.t
        today, before = (days.day_lines(words, tables) for tables in (self.today, self.yesterday))
        most = max(1, (room - 2 * days.FRAME - 4) // 2)
        nobody = row((t("Nobody has finished a deal yet."), "dim"))
        first = headed(t("Today"), [EMPTY, nobody], width)
        if today:
            first = days.day_rows(words, self.today, today, width, most)
        half = (width - GAP) // 2
        beaten, none = t("others beaten"), row((t("Nobody finished a deal."), "dim"))
        left = headed(t("Yesterday"), [EMPTY, none], half)
        if before:
            left = days.brief_rows(t("Yesterday"), before, half, most, beaten)
        right = self._week(half, most)
        below = beside(left, right, half, GAP) if right else left
        return stacked([first, below], room, 3)

    def _picture_of(self, width: int, room: int, first: str) -> list[Row]:
        """Draw the chosen game as a card: what is said `first`, what the list leaves out."""
        t, game = self.words.t, registry.find(self.today[self.at].game).meta
        text = [row((first, "strong"))]
        if self._says_what(self.list.size.width):
            week = row((t(BRIEFLY, n=COUNTED_DAYS), "dim"))
            text += [EMPTY, row(t("The week")), week]
        else:
            text.insert(0, row((t(game.blurb), "dim")))
        drawn = picture(game, text, width - 4, large=room >= _FRAMED)
        head = row((f"{game.name} ", "strong"))
        return edged(head, EMPTY, drawn, width, len(drawn) + 3, False)

    def _cards(self, width: int, first: Row, week: Row, large: bool) -> list[Row]:
        """Draw the games as cards to choose from; what is said `first` is in the free cell.

        What is said of the week makes it a card, too.
        """
        games = [registry.find(table.game).meta for table in self.today]
        cells = (width + 1) // _ACROSS - 1
        abouts = [balanced(row((self.words.t(game.blurb), "dim")), cells - 4) for game in games]
        high = max(map(len, abouts))
        blocks = list[list[Row]]()
        for number, (game, about) in enumerate(zip(games, abouts, strict=True)):
            text = [EMPTY, *about, *[EMPTY] * (high - len(about) + large)]
            lines = [*[EMPTY] * large, *drawn_game(game.key, large), *text]
            name, here = row((f"{game.name} ", "strong")), number == self.at
            drawn = edged(name, EMPTY, lines, cells, len(lines) + 3, here)
            blocks.append(clickable(drawn, str(number)))
        free = [EMPTY, *balanced(first, cells - 4)]
        if week:
            head, down = row((f"{self.words.t('The week')} ", "strong")), len(blocks[0])
            free += [EMPTY, *balanced(week, cells - 4)]
            free += [EMPTY] * (down - 3 - len(free))
            blocks.append(edged(head, EMPTY, free, cells, down, here=False))
        else:
            blocks.append([EMPTY, *indented(free, 2)])
        gap = (width - _ACROSS * cells) // (_ACROSS - 1)
        stripes = [columns(blocks[at : at + _ACROSS], gap) for at in range(0, len(blocks), _ACROSS)]
        return blocks_apart(stripes, 2)

    def _picture(self, width: int) -> list[Row]:
        """Draw the chosen game beside what it is."""
        game = registry.find(self.today[self.at].game).meta
        drawn = [fit(line, _COLUMN) for line in drawn_game(game.key, large=False)]
        about = balanced(row((self.words.t(game.blurb), "dim")), max(1, width // 2 - _COLUMN))
        name = row((game.name, "strong"))
        return [fit(line, width) for line in columns([drawn, [name, *about]], 4)]

    def _week_lines(self) -> list[days.Line]:
        """Rank who has points in the week's leagues."""
        if not self._leagues:
            daily, player, high = self.arcade.club.daily, self.arcade.player, self.app.size.height
            listed = (daily.league(table.game, player, most=high) for table in self.today)
            self._leagues = tuple(listed)
        return days.week_lines(self._leagues)

    def _week(self, width: int, most: int) -> list[Row]:
        """Draw who leads the week's leagues; nothing before anybody does."""
        t, lines = self.words.t, self._week_lines()
        return days.brief_rows(t("The week"), lines, width, most, t("points")) if lines else []

    def _share(self, cells: int, wide: bool) -> list[Row]:
        """Draw what bots made of the chosen deal, the streak, and what one may tell others."""
        club, chosen, t = self.arcade.club, self.today[self.at], self.words.t
        lines: list[Row] = []
        if chosen.state in ("done", "out"):
            bots = bots_text(self.words, club.daily.compared(chosen.day, chosen.game))
            lines += wrap(row(bots), cells) if bots else []
        own = [(table, result) for table in self.today for result in table.rows if result.yours]
        what = t("Your results to copy: ")
        if wide:
            what = t("Your results to copy, filled by the share of the others you beat: ")
        shared = row(what)
        for table, result in own:
            star = "★ " if result.rank == 1 else ""
            shared += row(f"{table.name} ", (star, "gold"))
            shared += row((squares(table, result, "■", "□"), "good"), "  ")
        return [*lines, *wrap(shared, cells)] if own else lines


def _results(
    words: Words, table: DailyTable, title: str, nobody: str, cells: int, most: int
) -> list[Row]:
    t = words.t
    day = dates.short(words, date.fromisoformat(table.day))
    head = row((f"{table.name} · {title}", "strong"))
    rows = [EMPTY, head + row((f"  {day}", "dim"))]
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
    tone = "gold" if result.yours else ""
    placed = (f"{rank:<4}", "gold" if result.rank == 1 else tone or "dim")
    end = row((f"{minus(result.score):>6}  ", tone), placed)
    long = cells - row_width(end) - 21 if most > 0 and cells >= _WITH_BARS else 0
    name = pad(f"{result.position:>2}  {result.name}", cells - row_width(end) - long)
    drawn = bar(max(0, result.score) / most, long) if long else EMPTY
    return (*row((name, tone)), *drawn, *end)


def _spaced(signs: Sequence[tuple[str, str]], cells: int) -> Row:
    """Draw a sign for each day at the end of the cells, weeks further apart than days."""
    many = len(signs)
    gaps = many - 1 + (many - 1) // _WEEK
    gap = " " * max(1, (cells - many) // gaps if many > _WEEK else 1)
    pieces = [(" " * max(0, cells - many - gaps * len(gap)), "")]
    for number, (sign, tone) in enumerate(signs, 1):
        between = gap + gap * (number % _WEEK == 0)
        pieces.append((sign + between * (number < many), tone))
    return row(*pieces)
