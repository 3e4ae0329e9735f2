"""Standing: a person's profile, the leaderboards, past games, and rivals."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from textual.app import ComposeResult
from textual.geometry import Size

from arcade.club.errors import Refused
from arcade.club.puzzles.wording import solved_of
from arcade.club.speech.daily import podiums_of
from arcade.club.standings.views import PastGame, Profile, owner
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys
from screens.keys import Action
from screens.pages import standing_rows
from screens.pages.listing import FINDING, LONG, Listing
from screens.pages.past_games import past_rows
from screens.pages.rules_page import KeysPage
from screens.terminal.rows import Row, fit, row, spread
from screens.widgets.lines import Lines
from screens.widgets.past_curves import PastCurves
from screens.widgets.sheet import TALL

PAGES = (N_("profile"), N_("leaderboards"), N_("past games"), N_("rivals"))
PROFILE, BOARDS, PAST, RIVALS = range(4)
_ROOMY = 23
"""Rows of a terminal above which a row is free over the tabs."""
_TALL = 24
"""Rows of a profile that shows the last games."""

_NEXT = Action("next", ("tab",), "Tab", N_("next page"), N_("Go to the next page."))
_BEFORE = Action("before", ("shift+tab",), "⇧Tab", "", N_("Go to the page before."))
_LEFT = Action("left", ("left", "h"), "←", "", N_("The game before."))
_RIGHT = Action("right", ("right", "l"), "←→", N_("game"), N_("The next game."))
_BOARD = Action("open", ("enter",), "Enter", N_("leaderboard"), N_("Show its leaderboard."))
_WHO = Action("open", ("enter",), "Enter", N_("profile"), N_("Show that profile."))
_REPLAY = Action("open", ("enter",), "Enter", N_("look back"), N_("See that game again."))
_PLAY = Action("open", ("enter",), "Enter", N_("play it"), N_("Play this game now."))
_MINE = Action("mine", ("s",), "s", "", N_("Go back to your own profile."))


def _signs() -> list[str]:
    """Return the sentences of games with personal dice about somebody's sign."""
    signs = (
        getattr(registry.part(game, "words"), "SIGN", "") for game in registry.games().values()
    )
    return [text for text in signs if text]


class StandingScreen(Listing[None]):
    """Shows a person's standing, by default one's own; Enter on a name opens theirs."""

    def __init__(self, who: Player | str) -> None:
        super().__init__()
        self._who = who
        self.page = PROFILE
        self.games = tuple(registry.games())
        self.game = 0
        self.tabs = Lines(id="tabs")

    @cached_property
    def curves(self) -> PastCurves:
        """The curves of the last games."""
        return PastCurves(self.arcade.club, self.arcade.player, self.list.redraw)

    def on_unmount(self) -> None:
        self.curves.close()

    def compose(self) -> ComposeResult:
        yield self.tabs
        yield from super().compose()

    def heading(self) -> str:
        return owner(self.words, self.profile.name, self.profile.bot)

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.set_class(size.height > _ROOMY, "-tall")

    def on_mount(self) -> None:
        self._load()

    def on_screen_resume(self) -> None:
        self._load()

    def on_resize(self) -> None:
        self.head()

    def _load(self) -> None:
        standing, me = self.arcade.club.standings, self.arcade.player
        self.profile = standing.profile(self._who, me)
        self.past = standing.history(self._who, me)
        self.boards = [standing.leaderboard(game, me) for game in self.games]
        self.choose(self.at)
        self.head()

    def head(self) -> None:
        t, profile = self.words.t, self.profile
        guest = t("a guest: not rated")
        about = guest if profile.guest else t("Standing")
        left = row((f" {self.heading()} ", "bar-gold"), (about, "bar-dim"))
        alone = self.page == PROFILE and not profile.dice  # else it stands with those collected
        dice = row((self._sign() if alone else "", "bar-dim"))
        self.top.put([spread(left, dice, self.across, "bar")])
        tabs: list[tuple[str, str, str]] = []
        for number, title in enumerate(PAGES):
            tone = "cursor" if number == self.page else "dim"
            before = " " * (number > 0 or number == self.page)  # else at the page's edge
            tabs += [(f"{before}{t(title)} ", tone, f"page {number}"), ("  ", "", "")]
        self.tabs.put([fit(row("  ", *tabs), self.tabs.size.width or self.size.width)])

    def _sign(self) -> str:
        """Say which signs are this person's, in games with dice of one's own."""
        words, profile = self.words.to(self.arcade.player.name), self.profile
        signs = (words.t(text, name=profile.name, sign=profile.sign) for text in _signs())
        return "".join(signs)

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        words, profile = self.words, self.profile
        if self.empty:
            games = [registry.find(key).meta for key in self.games]
            return standing_rows.empty_rows(words, games, self.page, self.at, width)
        if self.page == PROFILE:
            yours = profile.name == self.arcade.player.name
            around = words, self.arcade.club, profile.name
            honours = podiums_of(*around), solved_of(*around)
            if height >= _TALL:
                self.curves.want(self.past[: height // 2])
            shown = profile, self.past, self.at, width, height, yours, honours, self.curves.known
            return standing_rows.profile_rows(words, *shown, self._sign())
        if self.page == BOARDS:
            shown_boards = self.boards, self.game, self.at, width, height, self._chosen_profile()
            touch = self.arcade.touch
            return standing_rows.board_rows(words, *shown_boards, keys=not touch)
        if self.page == PAST:
            if height >= TALL:
                self.curves.want([self.past[self.at]])
            return past_rows(words, self.past, self.at, width, height, self.curves.known)
        past: Sequence[PastGame] = ()
        if profile.opponents:
            rival = profile.opponents[self.at].name
            past = self.arcade.club.standings.between(self._who, rival, self.arcade.player).past
        return standing_rows.rival_rows(words, profile.opponents, past, self.at, width, height)

    def _chosen_profile(self) -> Profile | None:
        """Return the profile of the chosen person of a leaderboard; None if they have no name."""
        rows = self.boards[self.game].rows
        if self.at >= len(rows):
            return None
        with suppress(Refused):  # whoever was forgotten has a pseudonym, and no profile
            return self.arcade.club.standings.profile(rows[self.at].name, self.arcade.player)
        return None

    # Keys

    def actions(self) -> list[Action]:
        if self.finder.typing:
            return [*FINDING]
        actions: list[Action] = [_PLAY] if self.empty else []
        if self.count() and not self.empty:
            actions.append((_BOARD, _WHO, _REPLAY, _WHO)[self.page])
        actions.append(_NEXT)
        if self.page == BOARDS:
            actions += [_RIGHT, _LEFT]
        actions += [_BEFORE, *LONG]
        if self.profile.name != self.arcade.player.name:
            actions.append(_MINE)
        if not self.arcade.local:
            actions.append(keys.MOUSE)
        return [*actions, keys.MENU, keys.QUIT, keys.BACK, keys.HELP]

    async def clicked(self, what: str) -> None:
        if what.startswith("page "):
            self._turn(int(what.removeprefix("page ")))
        else:
            await super().clicked(what)

    def do_next(self) -> None:
        self._turn((self.page + 1) % len(PAGES))

    def do_before(self) -> None:
        self._turn((self.page - 1) % len(PAGES))

    def do_left(self) -> None:
        self._show_game((self.game - 1) % len(self.games))

    def do_right(self) -> None:
        self._show_game((self.game + 1) % len(self.games))

    async def do_open(self) -> None:
        """Open the chosen game's leaderboard, the person's profile, or the replay."""
        if not self.count():
            return
        if self.empty:
            await self.arcade.navigator.play_from_lobby(self.games[self.at])
        elif self.page == PROFILE:
            game = self.games.index(self.profile.lines[self.at].game)
            self._turn(BOARDS)
            self._show_game(game)
        elif self.page == BOARDS:
            self._show_person(self.boards[self.game].rows[self.at].name)
        elif self.page == PAST:
            await self._replay(self.past[self.at])
        else:
            self._show_person(self.profile.opponents[self.at].name)

    def do_mine(self) -> None:
        self._show_person(self.arcade.player)

    def do_help(self) -> None:
        t = self.words.t
        text = t(standing_rows.RATING)
        self.app.push_screen(KeysPage(self.words, t("Standing"), text, self.explained()))

    def _show_person(self, who: Player | str) -> None:
        self._who = who
        self.page, self.at = PROFILE, 0
        self._load()

    async def _replay(self, past: PastGame) -> None:
        if past.code:
            await self.arcade.navigator.show_replay(past.code, past.number)
        else:
            self.tell(self.words.t("That was a private table: only its players can see it again."))

    def _turn(self, page: int) -> None:
        self.page, self.at = page, 0
        if page == BOARDS and self.profile.favourite in self.games:
            self.game = self.games.index(self.profile.favourite)
        self.choose(self._own_line())
        self.head()

    def _show_game(self, game: int) -> None:
        self.game = game
        self.choose(self._own_line())

    def _own_line(self) -> int:
        if self.page != BOARDS:
            return 0
        rows = self.boards[self.game].rows
        return next((n for n, entry in enumerate(rows) if entry.name == self.profile.name), 0)

    @property
    def empty(self) -> bool:
        """Whether the page has nothing to show yet, and offers the games instead."""
        return self.page != BOARDS and not self.profile.games

    def count(self) -> int:
        if self.empty:
            return len(self.games)
        return (
            len(self.profile.lines),
            len(self.boards[self.game].rows),
            len(self.past),
            len(self.profile.opponents),
        )[self.page]
