"""A table on the screen: top line, the game's picture, the log, the chat, the footer.

The picture comes from `Place.table()`; every request goes to the place, which says no in a
sentence. Several places are several people at this one keyboard: the screen then shows the table
as the one whose turn it is may see it.
"""

from collections.abc import Callable, Iterable, Mapping

from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from arcade.club.errors import Refused
from arcade.club.place import Place
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.rooms.emotes import EMOTES
from screens import keys, tablekeys
from screens.announcer import Announcer
from screens.ask import Ask
from screens.coach import ODDS, ODDS_OFF, CoachPane
from screens.curtain import Curtain
from screens.fairness import FairPage
from screens.frame import Frame
from screens.games import view_class
from screens.games.view import Act
from screens.keys import Action
from screens.lines import Lines
from screens.log import LogPane
from screens.page import Page
from screens.people import People
from screens.prompt import Prompt
from screens.rows import row
from screens.rules import rules_page
from screens.seats import SeatStrip, WaitingRoom
from screens.tablebars import StatusLine, TopLine


class TableChanged(Message, bubble=False):
    """The table has a new picture; which one is asked for when the message is taken."""


class TableScreen(Frame[None]):
    """One table for one person, or for several at one keyboard."""

    def __init__(self, places: list[Place]) -> None:
        super().__init__()
        self.seated = places
        self.place = places[0]
        table = self.place.table()
        self.table = table
        self.top = TopLine(table)
        self.game = view_class(table.game)(table)
        self.waiting = WaitingRoom(table)
        self.seats = SeatStrip(table)
        self.divider = Lines()
        self.log_pane = LogPane()
        self.coach = CoachPane()
        self.status = StatusLine(table)
        self.prompt = Prompt()
        self._stops: list[Callable[[], None]] = []
        self._told = ""
        self._paragraph = 0
        self._was_mine = False
        self._curtain = False

    def compose(self) -> Iterable[Widget]:
        """Give the panes."""
        yield self.top
        yield self.waiting
        yield self.game
        yield self.seats
        yield self.divider
        yield self.log_pane
        yield self.coach
        yield self.status
        yield self.prompt
        yield self.footer

    def places(self, size: Size) -> Mapping[Widget, Region]:
        """Put the game left and the log right, bars above and below."""
        cells, height = size
        side = 0 if cells < 60 else max(26, min(60, cells // 3))
        left = cells - side - (1 if side else 0)
        strip_rows = 0
        if self.table.view is not None and not self.game.SHOWS_SEATS:
            strip_rows = SeatStrip.rows_for(len(self.table.seats), left)
        bottom = height - 3
        picture = Region(0, 1, left, max(0, bottom - 1 - strip_rows))
        return {
            self.top: Region(0, 0, cells, 1),
            self.waiting if self.table.view is None else self.game: picture,
            self.seats: Region(0, bottom - strip_rows, left, strip_rows),
            self.divider: Region(left, 1, 1 if side else 0, bottom - 1),
            self.coach if self.coach.open else self.log_pane: Region(
                left + 1, 1, max(0, side), bottom - 1
            ),
            self.status: Region(0, bottom, cells, 1),
            self.prompt: Region(0, bottom + 1, cells, 1),
            self.footer: Region(0, bottom + 2, cells, 1),
        }

    # Pictures

    def on_mount(self) -> None:
        """Listen to the table, and show it."""
        self._changes = Announcer(lambda: self.post_message(TableChanged()))
        for place in self.seated:
            self._listen(place)
        self.divider.put([row(("│", "rule"))] * 200)
        self._show(self.place.table())

    def on_resize(self) -> None:
        """Show the bars in the new width."""
        self._bars()

    def on_unmount(self) -> None:
        """Stop listening."""
        for stop in self._stops:
            stop()
        self._stops.clear()

    def on_table_changed(self) -> None:
        """Take the newest picture."""
        self._changes.taken()
        if self.place.table().sent_away:
            self._sent_away()
            return
        if not self._curtain:
            self.choose_place()
        if not self._curtain:
            self._show(self.place.table())

    def choose_place(self) -> None:
        """Among several people at this keyboard, act for the one whose turn it is."""
        for place in (self.place, *self.seated):
            table = place.table()
            if table.seat is not None and table.seat in table.to_act:
                self._pass_keyboard(place)
                return

    def _pass_keyboard(self, place: Place) -> None:
        """Show the table as another person sees it; hidden hands only once that person is there."""
        if place is self.place:
            return
        self.place = place
        if registry.find(self.table.game).meta.secrets:
            self._curtain = True
            self.app.push_screen(Curtain(place.player.name), self._uncovered)

    def _uncovered(self, _: None) -> None:
        self._curtain = False
        self._show(self.place.table())

    def add_place(self, place: Place) -> None:
        """Seat another person at this keyboard."""
        self.seated.append(place)
        self._listen(place)
        self.on_table_changed()

    def _listen(self, place: Place) -> None:
        self._stops.append(place.listen(self._changes))

    def _sent_away(self) -> None:
        """Go, as who opened the table has asked, whatever is in front."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.arcade.leave_table(self.seated)
        self.arcade.tell(self.words.t("You have been sent away from that table."))

    def _show(self, table: TableView) -> None:
        began = (self.table.view is None) != (table.view is None)
        moved_on = (self.table.phase, self.table.to_act) != (table.phase, table.to_act)
        if moved_on or (self._was_mine and self.table.view != table.view):
            self._told = ""
        self.table = table
        if table.view is None:
            self.waiting.show(table)
        else:
            self.game.show(table)
            self.seats.show(table)
        self.log_pane.show(table)
        self.coach.show(self.place, table)
        if began:
            self.footer.refresh(layout=True)  # of a pane: that is what has the screen arranged anew
        mine = self._my_turn()
        if mine and not self._was_mine:
            self.app.bell()
        self._was_mine = mine
        self._bars()
        self.renew()

    def _bars(self) -> None:
        table, t = self.table, self.words.t
        playing = table.phase == "playing" and table.view is not None
        self.top.show(table, self.game.phase_text() if playing else "")
        name = self.place.player.name if len(self.seated) > 1 else ""
        hint = self.game.hint() if playing and self._my_turn() else ""
        self.status.show(table, self._told, name, hint)
        if self.prompt.typing:
            who = name or t("say")
            self.prompt.label(f" {who} › ")
        elif rest := self.status.rest():
            self.prompt.label(f"   {rest}")
        else:
            self.prompt.label(" › ", t("t to talk to the table"))

    def _my_turn(self) -> bool:
        return self.table.seat is not None and self.table.seat in self.table.to_act

    # Keys

    def line(self) -> Prompt:
        """Give the chat line."""
        return self.prompt

    def actions(self) -> list[Action]:
        """List what works now: the game's keys first, then the table's."""
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING, keys.PAGE_UP, keys.PAGE_DOWN]
        table = self.table
        done: list[Action] = []
        if table.view is not None:
            plays = table.phase == "playing" and table.seat is not None and not table.paused
            done += [one for one in self.game.actions() if plays or one.name in self.game.LOOKS]
        done += tablekeys.seat_actions(table, self.arcade.local)
        if table.view is not None:
            done.append(keys.LOOK_BACK if table.phase == "playing" else keys.REVIEW)
        if self.coach.open:
            done.append(ODDS_OFF)
        elif table.phase == "playing" and table.seat is not None:
            done.append(ODDS)
        done += [keys.FAIR, *self._company_actions()]
        return [*done, keys.MENU, keys.LEAVE, keys.QUIT, keys.HELP]

    def _company_actions(self) -> list[Action]:
        invited = self.arcade.notice is not None and self.arcade.notice.code
        done = [keys.COME] if invited else []
        done += [keys.TALK, keys.EMOTE, keys.PAGE_UP, keys.PAGE_DOWN]
        return done if self.arcade.local else [*done, keys.WHO_TABLE, keys.MOUSE]

    async def perform(self, name: str) -> None:
        """Do an action of the game's, else one of the table's."""
        games = any(one.name == name for one in self.game.actions())
        if games and self.is_current and not self.prompt.typing:
            self.tell("")
            self.game.perform(name)
            self._bars()  # the hint may have changed with the view's own state
            self.renew()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        """Show a sentence in the status line."""
        if sentence != self._told:
            self._told = sentence
            self._bars()

    def refused(self, refusal: Refused) -> None:
        """Tell why not, with the paragraph of the rules."""
        said = self.words.say(refusal.why, tuple(seat.name for seat in self.table.seats))
        self._paragraph = refusal.paragraph
        self.tell(f"§{refusal.paragraph}: {said}" if refusal.paragraph else said)

    async def on_act(self, event: Act) -> None:
        """Ask the table for what the game's view wants to do."""
        with self.no():
            await self.place.act(event.action, self.table.version)

    async def do_start(self) -> None:
        """Start the game."""
        await self.place.start()

    async def do_again(self) -> None:
        """Start the next game."""
        await self.place.again()

    async def do_pause(self) -> None:
        """Ask for a pause, or no longer, for everybody at this keyboard."""
        for place in self._voices():
            await place.pause()

    async def do_go_on(self) -> None:
        """End the pause."""
        await self.place.go_on()

    async def do_come_back(self) -> None:
        """Take the seat back from the bot that sits in."""
        await self.place.come_back()

    async def do_vote_end(self) -> None:
        """Ask to end the game, or no longer; who alone decides is asked whether that is meant."""
        t, here = self.words.t, {place.table().seat for place in self._voices()}
        persons = {seat.number for seat in self.table.seats if seat.kind in ("person", "absent")}
        if persons - here:
            for place in self._voices():
                await place.vote_end()
            return
        self.app.push_screen(
            Ask(
                t("End the game?"),
                t("It is over then, without a result."),
                [("end", "y", t("end it")), ("", "n", t("play on"))],
            ),
            self._end,
        )

    async def _end(self, answer: str | None) -> None:
        with self.no():
            for place in self._voices() if answer else ():
                await place.vote_end()

    def _voices(self) -> list[Place]:
        """Give the places of those at this keyboard who play, and no bot for them."""
        seats = [(place, place.table()) for place in self.seated]
        return [
            place
            for place, table in seats
            if table.seat is not None and table.seats[table.seat].kind == "person"
        ]

    async def do_bot(self) -> None:
        """Put a bot on the first empty seat."""
        await self.place.seat_bot(self._seats_of("open")[0])

    async def do_unbot(self) -> None:
        """Send the last bot away."""
        await self.place.unseat_bot(self._seats_of("bot")[-1])

    def do_person(self) -> None:
        """Seat another person at this keyboard."""
        self.arcade.add_person(self)

    async def do_sit(self) -> None:
        """Take a free seat."""
        await self.place.sit()

    async def do_look_back(self) -> None:
        """Look at earlier steps of the game; not where hands would be shown to a neighbour."""
        running = self.table.phase == "playing"
        if running and len(self.seated) > 1 and registry.find(self.table.game).meta.secrets:
            self.tell(self.words.t("Not at a shared keyboard while hands are hidden."))
        else:
            await self.arcade.look_back(self.place)

    def do_odds(self) -> None:
        """Show what each choice is worth, in the place of the log; or the log again."""
        self.coach.switch(self.place)
        self.footer.refresh(layout=True)  # of a pane: that is what has the screen arranged anew

    def do_talk(self) -> None:
        """Begin to type."""
        self.prompt.open()
        self._bars()

    async def do_send(self) -> None:
        """Say what was typed; it stays in the line where it cannot be said."""
        if self.prompt.text.strip():
            await self.place.say(self.prompt.text)
        self.prompt.close()
        self._bars()

    def do_emote(self) -> None:
        """Choose a gesture."""
        t = self.words.t
        answers = [
            (which, str(number), t(emote.label))
            for number, (which, emote) in enumerate(EMOTES.items(), 1)
        ]
        asked = Ask(
            t("A gesture"), t("Everybody at the table sees it."), [*answers, ("", "n", t("none"))]
        )
        self.app.push_screen(asked, self._emoted)

    async def _emoted(self, which: str | None) -> None:
        with self.no():
            if which:
                await self.place.emote(which)

    def do_who(self) -> None:
        """Show who is at the table."""
        self.app.push_screen(People(self.place))

    async def do_come(self) -> None:
        """Go to the table one is invited to."""
        await self.arcade.follow()

    def do_stop_typing(self) -> None:
        """Leave the line."""
        self.prompt.close()
        self._bars()

    def do_page_up(self) -> None:
        """Look back in the log."""
        self.log_pane.scroll_rows(-1)

    def do_page_down(self) -> None:
        """Look on in the log."""
        self.log_pane.scroll_rows(1)

    def do_fair(self) -> None:
        """Show how the dice are sealed."""
        self.app.push_screen(FairPage(self.place, self.words.t("Dice that can be checked")))

    def do_help(self) -> None:
        """Show the rules, at the paragraph of the last refusal if there was one."""
        at, self._paragraph = self._paragraph, 0
        self.app.push_screen(
            Page(*rules_page(self.words, self.table.game, self.actions()), paragraph=at)
        )

    def do_leave(self) -> None:
        """Go back to the lobby; ask first where a game runs."""
        if self.table.phase != "playing" or self.table.seat is None:
            self.arcade.leave_table(self.seated)
            return
        t = self.words.t
        self.app.push_screen(
            Ask(
                t("Leave the table?"),
                t("Your seat waits for you; a bot plays it while you are away."),
                [
                    ("leave", "y", t("leave, and come back later")),
                    ("give_up", "g", t("give the seat up for good")),
                    ("", "n", t("stay")),
                ],
            ),
            self._left,
        )

    async def _left(self, answer: str | None) -> None:
        with self.no():
            for place in self.seated if answer == "give_up" else ():
                if place.table().seat is not None:
                    await place.leave()
            if answer:
                self.arcade.leave_table(self.seated)

    def do_quit(self) -> None:
        """Leave the arcade from here; the seat is held."""
        self.arcade.go_home()

    def _seats_of(self, kind: str) -> list[int]:
        return [seat.number for seat in self.table.seats if seat.kind == kind]
