"""Standing: somebody's profile, the leaderboards, past games, and who was met how often."""

from collections.abc import Callable, Mapping, Sequence

from textual.geometry import Region, Size
from textual.widget import Widget

from arcade.club.standingviews import PastGame, owner
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys, standingrows
from screens.frame import Bar, Frame
from screens.keys import Action
from screens.lines import Clicked, Lines
from screens.page import Page
from screens.rows import Row, fit, row, spread
from screens.rules import keys_page

PAGES = (N_("profile"), N_("leaderboards"), N_("past games"), N_("rivals"))
PROFILE, BOARDS, PAST, RIVALS = range(4)

_NEXT = Action("next", ("tab",), "Tab", N_("next page"), N_("Go to the next page."))
_BEFORE = Action("before", ("shift+tab",), "⇧Tab", "", N_("Go to the page before."))
_LEFT = Action("left", ("left", "h"), "←", "", N_("The game before."))
_RIGHT = Action("right", ("right", "l"), "←→", N_("game"), N_("The next game."))
_BOARD = Action("open", ("enter",), "Enter", N_("leaderboard"), N_("Show its leaderboard."))
_WHO = Action("open", ("enter",), "Enter", N_("profile"), N_("Show that profile."))
_REPLAY = Action("open", ("enter",), "Enter", N_("replay"), N_("See that game again."))
_MINE = Action("mine", ("s",), "s", "", N_("Go back to your own profile."))


class StandingScreen(Frame[None]):
    """Shows somebody's standing, by default one's own; Enter on a name shows that one's."""

    def __init__(self, who: Player | str) -> None:
        super().__init__()
        self._who = who
        self.page = PROFILE
        self.at = 0
        self.games = tuple(registry.games())
        self.game = 0
        self.top = Bar()
        self.tabs = Lines()
        self.list = StandingLines(self.draw)
        self.status = Lines()

    def compose(self) -> list[Widget]:
        """Give the panes."""
        return [self.top, self.tabs, self.list, self.status, self.footer]

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Put the page in the middle of wide screens."""
        cells = min(150, size.width - 2)
        left, bottom = (size.width - cells) // 2, size.height - 2
        return {
            self.top: Region(0, 0, size.width, 1),
            self.tabs: Region(left, 1, cells, 1),
            self.list: Region(left, 3, cells, max(0, bottom - 3)),
            self.status: Region(0, bottom, size.width, 1),
            self.footer: Region(0, size.height - 1, size.width, 1),
        }

    def on_mount(self) -> None:
        """Show what there is."""
        self._load()

    def on_screen_resume(self) -> None:
        """Come back: games may have been finished meanwhile."""
        self._load()

    def on_resize(self) -> None:
        """Show the bars in the new width."""
        self._bars()

    def _load(self) -> None:
        """Take the newest pictures from the club."""
        standing, me = self.arcade.club.standing, self.arcade.player
        self.profile = standing.profile(self._who)
        self.past = standing.history(self._who, me)
        self.boards = [standing.leaderboard(game, me) for game in self.games]
        self._choose(self.at)
        self._bars()

    def _bars(self) -> None:
        t, profile = self.words.t, self.profile
        name = owner(self.words, profile.name, profile.bot)
        guest = t("a guest: not rated")
        left = row((f" {name} ", "bar-gold"), (guest if profile.guest else "", "bar-dim"))
        self.top.put([spread(left, row((f"{profile.sign} ", "bar-gold")), self.size.width, "bar")])
        tabs: list[tuple[str, str, str]] = []
        for number, title in enumerate(PAGES):
            tone = "cursor" if number == self.page else "dim"
            tabs += [(f" {t(title)} ", tone, f"page {number}"), ("  ", "", "")]
        self.tabs.put([fit(row("  ", *tabs), self.tabs.size.width or self.size.width)])

    def draw(self, cells: int, height: int) -> list[Row]:
        """Draw the page."""
        words, profile = self.words, self.profile
        match self.page:
            case 0:
                return standingrows.profile_rows(words, profile, self.at, cells, height)
            case 1:
                board = self.boards[self.game]
                return standingrows.board_rows(words, board, self.at, cells, height)
            case 2:
                return standingrows.history_rows(words, self.past, self.at, cells, height)
        past: Sequence[PastGame] = ()
        if profile.opponents:
            rival = profile.opponents[self.at].name
            past = self.arcade.club.standing.between(self._who, rival, self.arcade.player).past
        return standingrows.rival_rows(words, profile.opponents, past, self.at, cells, height)

    # Keys

    def actions(self) -> list[Action]:
        """List what works on this page."""
        done: list[Action] = []
        if self._count():
            done.append((_BOARD, _WHO, _REPLAY, _WHO)[self.page])
        done.append(_NEXT)
        if self.page == BOARDS:
            done += [_RIGHT, _LEFT]
        done += [_BEFORE, keys.UP, keys.DOWN, keys.FIRST, keys.LAST]
        if self.profile.name != self.arcade.player.name:
            done.append(_MINE)
        if not self.arcade.local:
            done.append(keys.MOUSE)
        return [*done, keys.MENU, keys.QUIT, keys.BACK, keys.HELP]

    def tell(self, sentence: str) -> None:
        """Show a sentence above the footer."""
        self.status.put([row((f" ! {sentence}" if sentence else "", "alert"))])

    async def on_clicked(self, event: Clicked) -> None:
        """Choose a line by a click, a second click opens it; or a page."""
        what, _, number = event.what.partition(" ")
        if what == "page":
            self._turn(int(number))
            self.renew()
        elif what == "row" and int(number) == self.at:
            await self.perform("open")
        elif what == "row":
            self._choose(int(number))
        else:
            await super().on_clicked(event)

    def do_next(self) -> None:
        """Show the next page."""
        self._turn((self.page + 1) % len(PAGES))

    def do_before(self) -> None:
        """Show the page before."""
        self._turn((self.page - 1) % len(PAGES))

    def do_left(self) -> None:
        """Show the leaderboard of the game before."""
        self._show_game((self.game - 1) % len(self.games))

    def do_right(self) -> None:
        """Show the leaderboard of the next game."""
        self._show_game((self.game + 1) % len(self.games))

    def do_up(self) -> None:
        """Choose the line above."""
        self._choose(self.at - 1)

    def do_down(self) -> None:
        """Choose the line below."""
        self._choose(self.at + 1)

    def do_first(self) -> None:
        """Choose the first line."""
        self._choose(0)

    def do_last(self) -> None:
        """Choose the last line."""
        self._choose(self._count() - 1)

    async def do_open(self) -> None:
        """Show the chosen game's leaderboard, that person's profile, or that game once more."""
        if not self._count():
            return
        match self.page:
            case 0:
                game = self.games.index(self.profile.lines[self.at].game)
                self._turn(BOARDS)
                self._show_game(game)
            case 1:
                self._show_person(self.boards[self.game].rows[self.at].name)
            case 2:
                await self._replay(self.past[self.at])
            case _:
                self._show_person(self.profile.opponents[self.at].name)

    def do_mine(self) -> None:
        """Show one's own profile."""
        self._show_person(self.arcade.player)

    def do_back(self) -> None:
        """Go back."""
        self.dismiss()

    def do_help(self) -> None:
        """Say what the numbers mean, and the keys."""
        t = self.words.t
        text = t(
            "A rating says how well somebody plays one game, by who won against whom: it begins at "
            "1000, and rises when you do better than was to be expected. Bots are rated too. A "
            "question mark is a first impression. Guests have a history, and no rating. What a bot "
            "wins in your seat is not yours; what it loses after you have left is."
        )
        self.app.push_screen(Page(*keys_page(self.words, t("Standing"), text, self.actions())))

    def _show_person(self, who: Player | str) -> None:
        self._who = who
        self.page, self.at = PROFILE, 0
        self._load()

    async def _replay(self, past: PastGame) -> None:
        if past.code:
            await self.arcade.show_replay(past.code, past.number)
        else:
            self.tell(
                self.words.t("That was a private table: only who played there sees it again.")
            )

    def _turn(self, page: int) -> None:
        self.page, self.at = page, 0
        if page == BOARDS and self.profile.favourite in self.games:
            self.game = self.games.index(self.profile.favourite)
        self._choose(self._own_line())
        self._bars()

    def _show_game(self, game: int) -> None:
        self.game = game
        self._choose(self._own_line())

    def _own_line(self) -> int:
        if self.page != BOARDS:
            return 0
        rows = self.boards[self.game].rows
        return next((n for n, one in enumerate(rows) if one.name == self.profile.name), 0)

    def _choose(self, number: int) -> None:
        self.at = max(0, min(number, self._count() - 1))
        self.list.redraw()

    def _count(self) -> int:
        """Count the lines one can choose from."""
        return (
            len(self.profile.lines),
            len(self.boards[self.game].rows),
            len(self.past),
            len(self.profile.opponents),
        )[self.page]


class StandingLines(Lines):
    """The page."""

    def __init__(self, draw: Callable[[int, int], list[Row]]) -> None:
        super().__init__()
        self._draw = draw

    def draw(self, width: int, height: int) -> list[Row]:
        """Draw it."""
        return self._draw(width, height)
