"""The lobby: play now, the tables, who is here."""

from contextlib import suppress
from functools import cached_property
from math import inf
from time import monotonic

from textual.app import ComposeResult
from textual.geometry import Size
from textual.timer import Timer

from arcade.club.errors import Refused
from arcade.club.i18n.words import languages
from arcade.club.operations.account import ChooseLanguage
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.lobby import NextTurn, TakeSeat
from arcade.club.operations.people import SeePeople
from arcade.club.operations.results import ListPastGames, PlayDaily, ReadLeaderboards, ReadRules
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.speech.daily import yesterday_text
from arcade.club.speech.lobby import lobby_text
from arcade.club.standings.views import Profile
from arcade.club.views import LogLine, SeatOffer, TableRow, TableView
from arcade.engine.words import N_
from arcade.players.names import is_code
from arcade.rooms.clocks import now
from arcade.rooms.errors import no_table
from screens import keys
from screens.base import Bar, BaseScreen, Status
from screens.deals.daily import DailyScreen
from screens.deals.duels import DuelsScreen
from screens.keys import Action
from screens.lessons.tour import Tour
from screens.lobby.cards import state_rows
from screens.lobby.choices import first_actions, in_panels, moves
from screens.lobby.game_list import GameList
from screens.lobby.how_to import how_to
from screens.lobby.new_table import NewTable
from screens.lobby.panels import ChatPane, CompanyPanel, WhoIsHere, most_named
from screens.lobby.reminders import Reminders
from screens.lobby.table_list import TableList
from screens.lobby.table_rows import SEATS, sits
from screens.pages.ask import Ask
from screens.pages.past_games import PastGames
from screens.pages.people import People
from screens.pages.rules_page import KeysPage, RulesPage
from screens.pages.settings import SettingsScreen
from screens.pages.standing import StandingScreen
from screens.pages.tournament import TournamentPage
from screens.terminal.rows import Row, row, spread, warning
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, TERMINAL

JUST_LEFT = 10.0
"""Seconds after leaving a table in which the key that ends the visit may be a mistake."""

PAGE = 10
"""Entries that a page up or down moves."""

TICK = 5.0
"""Seconds between updates of what changes with time: seats to take, games."""


def _lively(table: TableRow) -> bool:
    """Return whether a seat at this table may still be offered."""
    return table.phase == "playing" and bool(table.open) and not table.asleep


class Lobby(BaseScreen[None]):
    """The screen on which a session begins, and to which it returns."""

    HORIZONTAL_BREAKPOINTS = [(TERMINAL, "-wide"), (BROAD, "-broad")]

    def __init__(self) -> None:
        super().__init__()
        self.top = Bar()
        self.list = TableList(self._glimpse, self._seat_offer)
        self.here = WhoIsHere()
        self._talk_lines: tuple[LogLine, ...] = ()
        self._finding = False
        self._code = ""
        """The code being typed, of a table in the list or of a private one."""
        self._entered = False
        self.reminders = Reminders(self.arcade)
        self._ticking: Timer | None = None
        self._profile: Profile | None = None
        self._glances: dict[str, tuple[TableView, int]] = {}
        """The tables with the games that were last drawn."""
        self._drawn_for: Size | None = None
        """The screen's size when the bars were last written."""
        self._waiting = ""
        """The code of the table whose waiting seat the sentence above the footer tells of."""
        self.list.view = self.arcade.club.lobby(self.arcade.player)  # else styled twice
        self._classify(update=False)

    @cached_property
    def company(self) -> CompanyPanel:
        """What is on, who is here and what they say, made where there is room."""
        return CompanyPanel()

    @cached_property
    def chat(self) -> ChatPane:
        """The chat, made when somebody has said something."""
        return ChatPane()

    @cached_property
    def status(self) -> Status:
        """A sentence above the footer, made with the first."""
        return Status()

    @cached_property
    def prompt(self) -> Prompt:
        """The input line, made when somebody types."""
        return Prompt()

    @property
    def typing(self) -> bool:
        return "prompt" in vars(self) and self.prompt.typing

    @property
    def wide(self) -> bool:
        """Whether talk and people stand beside the list."""
        return self.app.size.width >= TERMINAL

    @property
    def broad(self) -> bool:
        """Whether the daily deal and the ways to play with friends stand there, too."""
        return self.app.size.width >= BROAD

    def compose(self) -> ComposeResult:
        yield self.list
        yield self.here
        yield from super().compose()

    def fit(self, size: Size) -> None:
        """Show panels beside the list if there is room, else the chat below."""
        super().fit(size)
        local, wide, broad = self.arcade.local, size.width >= TERMINAL, size.width >= BROAD
        self._classify()
        beside = broad if local else wide
        if beside or "company" in vars(self):
            self.show_pane(self.company, beside)
        if self._talk_lines or "chat" in vars(self):
            self.show_pane(self.chat, bool(self._talk_lines) and not wide, before=self.here)

    def _classify(self, update: bool = True) -> None:
        self.set_class(self.arcade.resume_code is not None, "-guest", update=update)
        self.set_class(self.arcade.local, "-local", update=update)
        named = bool(self.list.view.lines) or self.list.view.number < 2
        self.set_class(named, "-named", update=update)

    def on_mount(self) -> None:
        self.call_next(self.listen)

    def listen(self) -> None:
        came_in = self.arcade.visit is not None and not self._entered
        if self.arcade.visit is not None and came_in:
            self._entered = True
            self.listen_to(self.arcade.visit)
            self._recognise()
            self.reminders.catch_up()
        self._show()
        if came_in:
            self._greet()

    def _recognise(self) -> None:
        """Find out whether this is a newcomer: no tour and no game so far."""
        offered = self.arcade.preference("tour") == "offered"
        standing = self.arcade.club.standings
        self.arcade.newcomer = offered and not standing.profile(self.arcade.player).games

    def _greet(self) -> None:
        """Choose the row of a seat that waits for the person who has just logged in."""
        table = self.list.chosen
        if table is not None:
            t, names = self.words.t, {"code": table.code, "game": table.name}
            by_keys = t("Your seat waits at table {code}, {game}: Enter takes you back.", **names)
            by_touch = t("Your seat waits at table {code}, {game}.", **names)
            text = by_touch if self.arcade.touch else by_keys
            self._tell(row((f" ▶ {text}", "gold")))
            self._waiting = table.code

    def on_screen_suspend(self) -> None:
        self.stop_listening()
        if self._ticking is not None:
            self._ticking.pause()

    def on_screen_resume(self) -> None:
        if self._entered and self.arcade.visit is not None and self.placed:
            self.stop_listening()
            self.listen_to(self.arcade.visit)
            self._recognise()
            self.list.forget()
            self._profile = None
            self.reminders.forget()
            self._show()

    def on_resize(self) -> None:
        """Redraw the bars at the new width, and what there is room for now."""
        if self._drawn_for != self.app.size:
            if self._entered:
                self._panels()
            self._bars()
            self.renew()

    def renew(self) -> None:
        """Show the keys that work after a change, once there is something to choose."""
        if self._drawn_for is None:
            return
        chosen = self.list.chosen
        if self._waiting and not (chosen and chosen.yours and chosen.code == self._waiting):
            self.tell("")  # Enter does something else now
        super().renew()

    def changed(self) -> None:
        """Take the newest view, unless another screen has just come in front."""
        if self.is_active:
            self._show()

    def _show(self) -> None:
        view = self.arcade.club.lobby(self.arcade.player)
        here = {table.code for table in view.tables}
        self._glances = {code: glance for code, glance in self._glances.items() if code in here}
        self._talk_lines = tuple(view.lines)
        self.reminders.renew_deals()
        self.list.show(view)
        self.list.welcome(self.arcade.newcomer and not any(table.yours for table in view.tables))
        self.fit(self.app.size)
        if self._talk_lines:
            self.chat.show(view.lines, view.people, view.unnamed)
        self._panels()
        self.arcade.attention.title("ssh-arcade")
        self._bars()
        self.renew()

    def _panels(self) -> None:
        """Show the panels beside the list, and keep them current while they are visible."""
        self.list.widen(self.wide)
        reminders = self.reminders.rows(self.broad, quiet=not self.list.view.tables)
        self.list.under_button = tuple(reminders)
        self.list.redraw()
        lively = self.wide or any(_lively(row) for row in self.list.view.tables)
        self._keep_current(lively and not self.arcade.local)
        if not self.wide:
            return
        club, player = self.arcade.club, self.arcade.player
        if self._profile is None:
            self._profile = club.standings.profile(player)
        if self.broad:
            deals, streak = self.reminders.deals, self.reminders.streak
            yesterday = yesterday_text(self.words, club)
            self.company.remind(deals, streak, yesterday, self._profile)
        if not self.arcade.local:
            most = most_named(self.app.size.height)
            self.company.show(self.list.view, club.community.people(player, most))

    def _keep_current(self, on: bool) -> None:
        """Update every few seconds what changes with time; without it, a lobby costs nothing."""
        if on and self._ticking is None:
            self._ticking = self.set_interval(TICK, self._tick)
        elif self._ticking is not None:
            (self._ticking.resume if on else self._ticking.pause)()

    def _tick(self) -> None:
        """Look at the games of the listed tables, and at the clock."""
        view, tables = self.list.view, self.arcade.club.tables
        if tables.seat_offer(self.arcade.player) != view.seat:
            self._show()
        elif self.wide or view.seat is not None:
            self.list.redraw()
        if self.wide:
            self.company.redraw()

    def _seat_offer(self, code: str) -> SeatOffer | None:
        return self.arcade.club.tables.seat_offer(self.arcade.player, code)

    def _glimpse(self, table: TableRow, cells: int) -> list[Row]:
        """Draw the state of a game; while a finished round is shown, the state before its end."""
        if table.phase == "waiting":
            return []
        with suppress(Refused):
            today = now()
            glance = self.arcade.club.tables.glance(table.code, self.arcade.player)
            if glance[0].shown_until > today:
                glance = self._glances.get(table.code, glance)
            self._glances[table.code] = glance
            seen, at = glance
            return state_rows(self.words, seen, today - at if at else 0, cells)
        return []

    def _bars(self) -> None:
        t, player = self.words.t, self.arcade.player
        view = self.list.view
        here = self.words.nt("{n} person here", "{n} people here", view.number)
        guest = t("guest")
        name = f"{player.name} ({guest})" if player.guest else player.name
        left = row((" ssh-arcade ", "bar-gold"), (t("French café games"), "bar-dim"))
        right = row((here, "bar-dim"), ("  ", "bar"), (f"{name} ", "bar-gold"))
        if self.arcade.local:
            right = row((f"{name} ", "bar-gold"))
        self._drawn_for = self.app.size
        self.top.put([spread(left, right, self._drawn_for.width, "bar")])
        self.here.show(*((), 0) if self._talk_lines else (view.people, view.unnamed))

    def heard(self) -> str:
        return lobby_text(self.words, self.list.view, self.list.chosen_text)

    # Keys

    def line(self) -> Prompt | None:
        return self.prompt if self.typing else None

    def actions(self) -> list[Action]:
        if self.typing:
            if not self._finding:
                return self.prompt.actions()
            if not self._code:
                return [keys.FOUND]
            return [keys.TO_CODE if is_code(self._code) else keys.TO_CODE.labelled(""), keys.FOUND]
        offer, take = self.list.offer, keys.of(TakeSeat)
        actions = first_actions(self.list)
        if self.arcade.club.tables.turns(self.arcade.player):
            actions.insert(1, keys.of(NextTurn))
        if self.arcade.club.duels.waiting(self.arcade.player):
            actions.insert(1, keys.of(ListDuels))
        if offer is not None and take not in actions:
            actions.append(take.labelled(""))
        if self.list.view.joins or self.list.view.games:
            actions.append(keys.BOTS)
        if not self.arcade.local:
            actions += [keys.TALK_ALL, keys.of(SeePeople), keys.MOUSE]
        if self.list.welcomes:
            actions.append(keys.NO_TOUR)
        elif self.reminders.happened:
            actions.append(keys.SEEN)
        pages = map(keys.of, (PlayDaily, ListDuels, ReadRules, ReadLeaderboards, ListPastGames))
        actions += [
            keys.TOUR,
            keys.LESSON,
            *self._tournament(),
            *(page for page in pages if page not in actions),
            keys.SETTINGS,
            keys.of(ChooseLanguage),
            keys.MOTION,
            keys.FIND.labelled("", N_("Find a table, or go to a private one by its code.")),
            *moves(),
        ]
        actions = in_panels(actions) if self.broad else actions
        return [*actions, keys.MENU, keys.LEAVE_HOUSE, keys.HELP]

    def _tournament(self) -> list[Action]:
        """Return the key of the tournaments, if any are held, named where one is near."""
        tournaments = self.arcade.club.tournaments
        if self.arcade.local or not tournaments.any_known:
            return []
        key, view = keys.of(SeeTournament), tournaments.near(self.arcade.player)
        return [key.labelled(N_("tournament") if view is not None else "")]

    async def clicked(self, what: str) -> None:
        """Choose a table by a click; a second click sits down there."""
        if what.startswith("row "):
            number = int(what.removeprefix("row "))
            if number == self.list.at:
                await self.perform("enter")
            else:
                self.list.choose(number)
                self.renew()
        elif what.startswith("watch "):
            with self.report_refusals():
                await self.arcade.navigator.watch(what.removeprefix("watch "))
        else:
            await super().clicked(what)

    def tell(self, sentence: str) -> None:
        """Show a sentence above the footer, in place of the chat line."""
        if sentence and self.typing:
            self.prompt.label(f" ! {sentence} › ")
            return
        if sentence or "status" in vars(self):
            self._tell(warning(sentence))

    def _tell(self, line: Row) -> None:
        self._waiting = ""
        self.status.put([line])
        self.show_pane(self.status)

    async def perform(self, name: str) -> None:
        """Perform an action; ask whether a second q, right after a table, was meant.

        A digit begins the game of that number, as Enter does once it is chosen.
        """
        if name != "quit":
            self.arcade.left_table = -inf
        if name.startswith("digit_"):
            self.list.choose_game(int(name.removeprefix("digit_")))
            name = "enter"
        await super().perform(name)

    def do_quit(self) -> None:
        """Go home; ask first if the key may have been meant for the table just left."""
        if monotonic() > self.arcade.left_table + JUST_LEFT:
            self.arcade.navigator.quit()
            return
        self.arcade.left_table = -inf
        t = self.words.t
        asked = Ask(
            t("Leave the arcade?"),
            t("You have just left a table; this ends your visit."),
            [("quit", "y", t("go home")), ("", "n", t("stay"))],
        )
        self.app.push_screen(asked, lambda answer: self.arcade.navigator.quit() if answer else None)

    def do_up(self) -> None:
        self.list.choose(self.list.at - 1, wrapping=True)

    def do_down(self) -> None:
        self.list.choose(self.list.at + 1, wrapping=True)

    def do_page_up(self) -> None:
        self.list.choose(self.list.at - PAGE)

    def do_page_down(self) -> None:
        self.list.choose(self.list.at + PAGE)

    async def do_enter(self) -> None:
        """Do the chosen line: play, sit down, watch, or open the folded tables."""
        chosen = self.list.chosen
        ending = self.list.ending
        if self.list.folding:
            self.list.fold()
        elif ending is not None:
            await self.arcade.navigator.show_replay(ending.code, ending.number)
        elif chosen is None:
            game, view = self.list.game, self.list.view
            to = view.games.get(game, "") if game else view.joins
            await self.arcade.navigator.play_from_lobby(game or None, to)
        elif chosen.yours or sits(chosen):
            await self.arcade.navigator.go_to_table(
                await self.arcade.club.come(self.arcade.player, chosen.code)
            )
        else:
            await self.do_watch()

    async def do_play(self) -> None:
        await self.arcade.navigator.play_from_lobby(to=self.list.view.joins)

    async def do_bots(self) -> None:
        """Play alone, the chosen game if it is one."""
        await self.arcade.navigator.play_from_lobby(self.list.game or None, to="")

    async def do_next_game(self) -> None:
        """Go to the next table where it is the person's turn."""
        club, player = self.arcade.club, self.arcade.player
        self.arcade.turn_at = club.tables.next_turn(player, self.arcade.turn_at)
        await self.arcade.navigator.go_to_table(await club.join(player, self.arcade.turn_at))

    def do_seen(self) -> None:
        self.reminders.forget()
        self._show()

    async def do_take(self) -> None:
        """Take the seat of a running game that is offered."""
        offer = self.list.offer
        if offer is not None:
            club, player = self.arcade.club, self.arcade.player
            await self.arcade.navigator.go_to_table(await club.take_seat(player, offer.code))

    async def do_watch(self) -> None:
        chosen = self.list.chosen
        if chosen is not None:
            await self.arcade.navigator.watch(chosen.code)

    def do_find(self) -> None:
        self._finding = True
        self.prompt.open()
        self.typed()
        self.show_pane(self.prompt)

    def typed(self) -> None:
        """Choose the table with the typed words, if it is in the list."""
        if not self._finding:
            self.renew()
            return
        t, wanted = self.words.t, self.prompt.text.strip()
        matched = self.list.find(wanted)
        code, chosen = wanted.upper(), self.list.chosen
        whole = is_code(code) if not matched else chosen is not None and chosen.code == code
        missing = bool(wanted) and not matched and not whole
        self._code = code if whole or missing else ""
        self.prompt.label(" " + (t("not here: ") if missing else t("find, or a table's code: ")))
        self.renew()

    async def do_to_code(self) -> None:
        """Sit down at the table with the typed code, or watch if no seat is free."""
        club, player = self.arcade.club, self.arcade.player
        if not is_code(self._code):
            raise no_table(self._code)
        with club.allowance.guess(club.allowance.origin(player)):
            await club.rooms.load_if_new(self._code)
            table = club.tables.row(self._code)
        self.do_stop_typing()
        await self.arcade.navigator.come_by_code(table.code)

    def do_found(self) -> None:
        self.do_stop_typing()

    def draft(self) -> tuple[str, str] | None:
        talks = self.prompt.typing and not self._finding
        return ("", self.prompt.text) if talks else None

    def do_talk(self) -> None:
        """Begin a line, or continue the one that a lost connection interrupted."""
        self.prompt.label(" " + self.words.t("say") + " › ")
        self.prompt.open(self.arcade.club.drafts.take(self.arcade.player, ""))
        self.show_pane(self.prompt)

    async def do_send(self) -> None:
        """Send the typed line and begin another; it stays there if it cannot be sent."""
        await self.arcade.club.community.say(self.arcade.player, self.prompt.text)
        self.do_talk()

    def do_stop_typing(self) -> None:
        self._finding, self._code = False, ""
        self.prompt.close()
        self.show_pane(self.prompt, False)

    def do_who(self) -> None:
        self.app.push_screen(People())

    def do_new(self) -> None:
        self.app.push_screen(NewTable())

    def do_past(self) -> None:
        self.app.push_screen(PastGames())

    def do_duels(self) -> None:
        self.app.push_screen(DuelsScreen())

    def do_daily(self) -> None:
        self.app.push_screen(DailyScreen())

    def do_rules(self) -> None:
        """Show the rules of the chosen game or table, or the list of games."""
        if self.list.game:
            self.app.push_screen(RulesPage(self.words, self.list.game))
        else:
            self.app.push_screen(GameList())

    def do_lesson(self) -> None:
        self.app.push_screen(GameList(learning=True, game=self.list.game))

    async def do_tour(self) -> None:
        """Start the tour; the lobby stops offering it."""
        await self.do_no_tour()
        self.app.push_screen(Tour(), self._toured)

    async def _toured(self, name: str | None) -> None:
        """Perform the key tried out at the end of the tour."""
        if name:
            await self.perform(name)

    async def do_no_tour(self) -> None:
        if self.arcade.newcomer:
            await self.arcade.prefer("tour", "seen")
            self._recognise()
            self._show()

    def do_tournament(self) -> None:
        self.app.push_screen(TournamentPage(self.words.t("Tournament")))

    def do_standing(self) -> None:
        self.app.push_screen(StandingScreen(self.arcade.player))

    async def do_motion(self) -> None:
        t = self.words.t
        await self.arcade.prefer("motion", "off" if self.arcade.moving else "on")
        if self.arcade.moving:
            self.tell(t("Dice tumble and cards turn for a moment."))
        else:
            self.tell(t("Nothing moves by itself any more."))

    def do_settings(self) -> None:
        self.app.push_screen(SettingsScreen())

    async def do_language(self) -> None:
        known = languages()
        after = known[(known.index(self.words.language) + 1) % len(known)]
        await self.arcade.change_language(after)
        self.list.forget()
        self._show()
        self.list.redraw()

    def do_help(self) -> None:
        arcade = self.arcade
        how = how_to(self.words, arcade.local, arcade.in_browser)
        page = KeysPage(
            self.words, self.words.t("Help"), how.about, self.explained(), how.mends, SEATS
        )
        self.app.push_screen(page)
