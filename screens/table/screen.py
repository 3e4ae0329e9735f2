"""A table on the screen: top line, game, log, chat, footer.

The view comes from `TableSession.table()`; every request goes to the table session, which refuses
with a sentence. Several table sessions are several people at this keyboard: the screen then shows
the view of the person whose turn it is.
"""

from collections.abc import Mapping
from functools import cached_property

from textual.geometry import Region, Size
from textual.timer import Timer

from arcade.club.errors import Refused
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine import registry
from screens import keys
from screens.announcer import Announcer
from screens.games import view_class
from screens.games.view import Act, Settled
from screens.keys import Action
from screens.table import keys as table_keys
from screens.table.actions import TableActions
from screens.table.bars import StatusLine, TopLine
from screens.table.coach import ODDS_OFF, offered
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.table.seats import SeatStrip, WaitingRoom
from screens.terminal.paint import Pane
from screens.widgets.log import LogPane
from screens.widgets.prompt import Prompt

SHARE_AFTER = 2.0
"""Seconds after which a table in front is shown to who only looks on as all watchers see it."""


class TableScreen(TableActions):
    """A table for one person, or for several at one keyboard."""

    def __init__(self, places: list[TableSession]) -> None:
        super().__init__()
        self.seated = places
        self.place = places[0]
        table = self.place.table()
        self.table = table
        self.top = TopLine(table)
        self.game = view_class(table.game)(table)
        self.log_pane = LogPane()
        self.status = StatusLine(table)
        self.prompt = Prompt()
        self._told = ""
        self._was_mine = False
        self._curtain = False
        self._sharing: Timer | None = None

    @cached_property
    def waiting(self) -> WaitingRoom:
        """What is shown before the first game."""
        return WaitingRoom(self.table)

    @cached_property
    def seats(self) -> SeatStrip:
        """The seats, for views that do not show them."""
        return SeatStrip(self.table)

    def places(self, size: Size) -> Mapping[Pane, Region]:
        """Put the game left and the log right, bars above and below."""
        waiting = self.table.view is None
        at = self.areas(size, 3, 0 if waiting or self.game.SHOWS_SEATS else len(self.table.seats))
        return {
            self.top: Region(0, 0, size.width, 1),
            self.waiting if waiting else self.game: at.picture,
            **({self.seats: at.seats} if at.seats else {}),
            self.coach if self.coached else self.log_pane: at.side,
            self.status: Region(0, at.bottom, size.width, 1),
            self.prompt: Region(0, at.bottom + 1, size.width, 1),
            self.footer: Region(0, at.bottom + 2, size.width, 1),
        }

    # Pictures

    def on_mount(self) -> None:
        """Listen to the table and show it."""
        self._changes = Announcer(self)
        for place in self.seated:
            self._changes.listen(place)
        self._show(self.place.table())

    def on_resize(self) -> None:
        """Redraw the bars at the new width."""
        self.bars()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._changes.stop()
        self.status.stop()

    def on_screen_resume(self) -> None:
        """Let a spectator return to the shared broadcast."""
        self._share_soon()

    def renew(self) -> None:
        """Show the keys that work; a spectator may see nothing but the table again."""
        super().renew()
        self._share_soon()

    def _share_soon(self) -> None:
        if self.arcade.sharing and not self.place.seated and self.bare and not self._sharing:
            self._sharing = self.set_timer(SHARE_AFTER, self._share)

    def _share(self) -> None:
        self._sharing = None
        self.arcade.share(self)

    @property
    def bare(self) -> bool:
        """Whether it shows nothing but the table: no input, nothing scrolled, no message."""
        return not (self.prompt.typing or self._told or self.coached or self.log_pane.scrolled)

    def on_changed(self) -> None:
        """Take the newest view."""
        self._changes.taken()
        self.look()

    def look(self) -> None:
        """Show the current table."""
        if self.place.table().sent_away:
            self._sent_away()
            return
        if not self._curtain:
            self.choose_place()
        if not self._curtain:
            self._show(self.place.table())

    def choose_place(self) -> None:
        """Act for the person at this keyboard whose turn it is."""
        for place in (self.place, *self.seated):
            table = place.table()
            if table.my_turn:
                self._pass_keyboard(place)
                return

    def _pass_keyboard(self, place: TableSession) -> None:
        """Show another person's view of the table; hidden hands only once they confirm."""
        if place is self.place:
            return
        self.place = place
        if registry.find(self.table.game).meta.secrets:
            self._curtain = True
            self.app.push_screen(PassTheKeyboard(place.player.name), self._uncovered)

    def _uncovered(self, _: None) -> None:
        self._curtain = False
        self._show(self.place.table())

    def add_place(self, place: TableSession) -> None:
        """Seat another person at this keyboard."""
        self.seated.append(place)
        self._changes.listen(place)
        self.look()

    def _sent_away(self) -> None:
        """Leave at the request of whoever opened the table, whatever screen is in front."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.arcade.leave_table(self.seated)
        self.arcade.tell(self.words.t("You have been sent away from that table."))

    def _show(self, table: TableView) -> None:
        began = (self.table.view is None) != (table.view is None)
        moved_on = (self.table.phase, self.table.to_act) != (table.phase, table.to_act)
        if moved_on or (self._was_mine and self.table.view != table.view):
            self._told = ""
        before, self.table = self.table, table
        if table.view is None:
            self.waiting.show(table)
        else:
            self.game.show(table)
            if not self.game.SHOWS_SEATS:
                self.seats.show(table)
        self.log_pane.show(table if self.game.settled else before)
        if self.coached:
            self.coach.show(self.place, table)
        if began:
            self.rearrange()
        if table.phase == "over":
            self.arcade.newcomer = False  # a game to its end is no first visit any more
        mine = self.table.my_turn
        if mine and not self._was_mine:
            self.arcade.attention.call(self.window_title())
        self._was_mine = mine
        self.bars()
        self.renew()

    def on_settled(self, _: Settled) -> None:
        """Show in words what happened, now that it is visible."""
        self.log_pane.show(self.table)
        self.bars()

    def bars(self) -> None:
        """Refresh the bars; they name the result only once it is visible."""
        table, t = self.table, self.words.t
        if table.phase == "over" and not self.game.settled:
            return
        playing = table.phase == "playing" and table.view is not None
        self.top.show(table, self.game.phase_text() if playing else "")
        name = self.place.player.name if len(self.seated) > 1 else ""
        self.status.show(table, self._told, name, self._hint() if playing else "")
        self.arcade.attention.title(self.window_title())
        if self.prompt.typing:
            who = name or t("say")
            self.prompt.label(f" {who} › ")
        elif rest := self.status.rest():
            self.prompt.label(f"   {rest}")
        else:
            new = self.arcade.newcomer and table.seat is not None
            hint = "" if self.arcade.local else t("t to talk to the table")
            if new:
                hint = t("New here? Press ? for the rules, and there L to learn it in two minutes.")
            self.prompt.label(" › " if hint else "", hint)

    def _hint(self) -> str:
        if self.table.my_turn:
            return self.game.hint()
        return "" if self.table.seat is None else self.game.apart(self.table.seat)

    def window_title(self) -> str:
        """Return whose turn it is, for the window's title and notifications."""
        t, table = self.words.t, self.table
        where = f"{registry.find(table.game).meta.name} {table.code}"
        if table.phase != "playing" or not table.to_act:
            return where
        if self.table.my_turn:
            return t("Your turn – {where}", where=where)
        names = ", ".join(table.seats[seat].name for seat in table.to_act)
        return t("{names} – {where}", names=names, where=where)

    # Keys

    def line(self) -> Prompt:
        """Return the chat line."""
        return self.prompt

    def actions(self) -> list[Action]:
        """List the keys that work now: the game's first, then the table's."""
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING, keys.PAGE_UP, keys.PAGE_DOWN]
        table = self.table
        done: list[Action] = []
        if table.view is not None:
            plays = table.phase == "playing" and not table.paused
            plays = plays and table.seat is not None and table.seats[table.seat].kind != "held"
            done += [one for one in self.game.actions() if plays or one.name in self.game.LOOKS]
        done += table_keys.seat_actions(table, self.arcade.local)
        if table.view is not None:
            done.append(keys.LOOK_BACK if table.phase == "playing" else keys.REVIEW)
        if self.coached:
            done.append(ODDS_OFF)
        elif table.phase == "playing" and table.seat is not None:
            done.append(offered(table))
        done += [keys.FAIR, keys.ALOUD, keys.SETTINGS_TABLE, *self._company_actions()]
        return [*done, keys.MENU, keys.LEAVE, keys.QUIT, keys.HELP]

    def _company_actions(self) -> list[Action]:
        invited = self.arcade.notice is not None and self.arcade.notice.code
        done = [keys.COME] if invited else []
        if self.arcade.local:
            return [*done, keys.PAGE_UP, keys.PAGE_DOWN]  # all are in one room
        done += [keys.TALK, keys.EMOTE, keys.PAGE_UP, keys.PAGE_DOWN]
        waits = self.table.phase == "waiting" and self.table.seat is not None
        return [*done, keys.WHO_INVITE if waits else keys.WHO_TABLE, keys.MOUSE]

    async def perform(self, name: str) -> None:
        """Perform an action of the game, else one of the table."""
        games = any(one.name == name for one in self.game.actions())
        if games and self.is_current and not self.prompt.typing:
            self.tell("")
            self.game.perform(name)
            self.bars()  # the hint may have changed with the view's own state
            self.renew()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        """Show a sentence in the status line."""
        if sentence != self._told:
            self._told = sentence
            self.bars()

    def refused(self, refusal: Refused) -> None:
        """Show why not, with the paragraph of the rules."""
        said = self.words.say(refusal.why, tuple(seat.name for seat in self.table.seats))
        self.cited = refusal.paragraph
        self.tell(f"§{refusal.paragraph}: {said}" if refusal.paragraph else said)

    def do_person(self) -> None:
        """Seat another person at this keyboard."""
        self.arcade.add_person(self)

    async def on_act(self, event: Act) -> None:
        """Submit the view's action; ignore it if the game is over."""
        if self.table.phase != "playing":
            return
        with self.no():
            await self.place.act(event.action, self.table.version)
