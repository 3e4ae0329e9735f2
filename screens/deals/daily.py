"""The daily deals: five games, one's own attempts, the results of today and yesterday."""

from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.deals.daily import DailyRow, DailyTable
from arcade.club.deals.league import COUNTED_DAYS, League
from arcade.club.operations.deals import ReadLeague
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.puzzles import PlayPuzzle
from arcade.club.speech.daily import bots_text, day_ends_text, streak_text
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.deals import days
from screens.deals.deal_cards import WEEK, Deal, chosen_card, deal_cards, signs, state_row
from screens.deals.duels import DuelsScreen
from screens.deals.league import ABOUT, BRIEFLY, LeaguePage
from screens.deals.puzzles import PuzzlesScreen
from screens.deals.zone import ZONE, AsksZone
from screens.games.view import PLACARD
from screens.keys import Action
from screens.lobby.cards import ACROSS, drawn_game, edged, grid, grid_cells, picture
from screens.pages.listing import MOVES, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    choice,
    clickable,
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
from screens.widgets.sheet import MARGIN

_PLAY = Action(
    "play", ("enter", "space"), "Enter", N_("play it"), N_("Play the chosen game's deal.")
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
"""Cells needed for large pictures."""
_NAME = 16
"""Cells of a name in a list."""
_AIRY = 40
"""Rows of a terminal in which cards have large pictures."""
_FRAMED = 10
"""Rows of a large picture in its frame."""
_BAR = 12
"""Cells of a bar."""
_SCORE, _PLACE = 8, 14
"""Cells of a score, and of a place or another state."""
_CARDED, _LARGE = (100, 30), 27
"""The size of a terminal in which the games are cards, and the rows below its title in which the
pictures of cards are large."""
_MOST = 3, 6
"""The most results that a card of such a terminal lists, and a card with a large picture."""
_TALL, _FOOT = 32, 2
"""Rows of high cards, and below them."""


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
        self._carded = False
        """Whether the games are cards instead of a list."""
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
        self.ranks = {table.game: daily.ranks(player, table.game, WEEK) for table in self.today}
        if first:
            open_ = (n for n, table in enumerate(self.today) if table.state in ("new", "begun"))
            self.at = next(open_, 0)
        self._make_room()
        self.head()
        self.choose(self.at)

    def _make_room(self) -> None:
        """Make the games cards in a large terminal, unless more have played than a card lists."""
        size, many = self.app.size, len(self.today)
        most = max((len(table.rows) for table in self.today), default=0)
        large = size.width >= _ALL and size.height >= _AIRY
        self._carded = size.width >= _CARDED[0] and size.height >= _CARDED[1]
        self._carded &= not self._begun or most <= _MOST[large]
        self.list.styles.height = 3 if self._carded else 3 + many + self._begun

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
                rows = [*balanced(row(*about, f" {ends}"), room)][:2]
        rows = indented(rows, MARGIN)
        if not self._begun:
            return [*rows, *[EMPTY] * (3 - len(rows)), *self._newly(width)]
        rows += [EMPTY] * (3 - len(rows))
        if self._carded:
            (meant, *_) = signs(self.words, width)
            if self._ever and self.app.size.height < _AIRY:
                upcoming = rows[1] or rows[0]
                if row_width(upcoming) + row_width(meant) + MARGIN <= width:
                    rows[1 if rows[1] else 0] = spread(upcoming, meant, width - MARGIN)
            return rows
        heads = pad(t("score"), _SCORE, "right") + "  " + pad(t("place"), _PLACE)
        heads += t("others beaten")
        lines = [row((" " * (_NAME + 2) + (heads if self._played else t("state")), "dim"))]
        for number, table in enumerate(self.today):
            line = row((pad(table.name, _NAME), "strong")) + self._state(number)
            lines.append(choice(line, width, number == self.at, str(number)))
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

    def _state(self, number: int) -> Row:
        """Draw one's own attempt: its state, or score, place and how many it beats."""
        deal, before = self._deal(number), EMPTY
        if self._played:
            score = minus(deal.own.score) if deal.own is not None else ""
            before = row(pad(score, _SCORE, "right"), "  ")
        placed = before + fit(state_row(self.words, deal), _PLACE)
        if deal.own is None or (others := deal.today.people - 1) < 1:
            return placed
        beaten = self.words.t("{n} of {many}", n=deal.own.beaten, many=others)
        return placed + bar(deal.own.beaten / others, _BAR) + row(f" {beaten}")

    def _deal(self, number: int) -> Deal:
        today = self.today[number]
        ranks = self.ranks[today.game][-WEEK:] if self._ever else ()
        return Deal(today, self.yesterday[number], ranks)

    @property
    def _ever(self) -> bool:
        """Whether there is a day to show: weeks without one tell a newcomer nothing."""
        return any(any(ranks) for ranks in self.ranks.values())

    def draw_results(self, size: Size) -> list[Row]:
        """Draw the deals as cards, or the chosen one where they are a list."""
        width, height = size.width - MARGIN, size.height
        if not self.today:
            return []
        if not any(table.rows for table in (*self.today, *self.yesterday)) and not self._ever:
            shown = self._unplayed(width, height)
        elif self._carded:
            shown = self._results(width, height)
        else:
            deal, room = self._deal(self.at), height - 1
            bots = self._bots(width)
            card = chosen_card(self.words, deal, (width, room - len(bots)))
            shown = [EMPTY, *card, *bots]
        return indented([fit(line, width) for line in shown[:height]], MARGIN)

    def _bots(self, cells: int) -> list[Row]:
        """Say what bots made of the chosen deal, once one has played it."""
        chosen, daily = self.today[self.at], self.arcade.club.daily
        if chosen.state not in ("done", "out"):
            return []
        bots = bots_text(self.words, daily.compared(chosen.day, chosen.game))
        return [*wrap(row((bots, "dim")), cells)] if bots else []

    def _results(self, width: int, height: int) -> list[Row]:
        """Draw all deals as cards, with who is ahead today, was yesterday and is in the week."""
        t, daily = self.words.t, (self.today, self.yesterday)
        today, before = (days.day_lines(tables) for tables in daily)
        beaten = t("others beaten")
        nobody = t("Nobody finished a deal.")
        ranked = [
            days.Ranked(t("Today"), today, beaten),
            days.Ranked(t("Yesterday"), before, beaten, nobody),
        ]
        tall = height >= _TALL
        if tall:
            ranked.append(days.Ranked(t("The week"), self._week_lines(), t("points")))
        deals = [self._deal(number) for number in range(len(self.today))]
        room = height - (1 + _FOOT) * tall
        cards = deal_cards(self.words, deals, self.at, (width, room), ranked)
        how = t("Winners first, then the rank at the table, then the score; ties share.")
        foot = [*signs(self.words, width), *(self._bots(width) or [row((how, "dim"))])]
        return [*cards, *[EMPTY, *foot[:_FOOT]] * tall]

    def _unplayed(self, width: int, room: int) -> list[Row]:
        """Draw the games before anybody has finished a deal."""
        first = self.words.t("Nobody has finished a deal yet: be the first.")
        if not self._carded:
            return [EMPTY, *self._picture_of(width, room - 1, first)]
        about = row((self.words.t(ABOUT, n=COUNTED_DAYS), "dim"))
        large = room >= _LARGE and width // ACROSS >= PLACARD + 5
        if not large:
            about = row((self.words.t(BRIEFLY, n=COUNTED_DAYS), "dim"))
        led = bool(self._week_lines())
        pictures = self._cards(width, row((first, "strong")), EMPTY if led else about, large)
        return stacked([pictures, self._week(width, room - len(pictures) - 2)], room, 2)

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
        state = row(" ") + state_row(self.words, self._deal(self.at)) + row(" ")
        return edged(head, state, drawn, width, len(drawn) + 3, False)

    def _cards(self, width: int, first: Row, week: Row, large: bool) -> list[Row]:
        """Draw the games as cards to choose from; what is said `first` is in the free cell.

        What is said of the week makes it a card, too.
        """
        games = [registry.find(table.game).meta for table in self.today]
        cells = grid_cells(width)
        abouts = [balanced(row((self.words.t(game.blurb), "dim")), cells - 4) for game in games]
        high = max(map(len, abouts))
        blocks = list[list[Row]]()
        for number, (game, about) in enumerate(zip(games, abouts, strict=True)):
            text = [EMPTY, *about, *[EMPTY] * (high - len(about) + large)]
            lines = [*[EMPTY] * large, *drawn_game(game.key, large), *text]
            name, here = row((f"{game.name} ", "strong")), number == self.at
            state = row(" ") + state_row(self.words, self._deal(number)) + row(" ")
            drawn = edged(name, state, lines, cells, len(lines) + 3, here)
            blocks.append(clickable(drawn, str(number)))
        free = [EMPTY, *balanced(first, cells - 4)]
        if week:
            head, down = row((f"{self.words.t('The week')} ", "strong")), len(blocks[0])
            free += [EMPTY, *balanced(week, cells - 4)]
            blocks.append(edged(head, EMPTY, free, cells, down, here=False))
        else:
            blocks.append([EMPTY, *indented(free, 2)])
        return grid(blocks, width, 2)

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
        return days.brief_rows(days.Ranked(t("The week"), lines, t("points")), width, most)
