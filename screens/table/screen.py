"""A table on the screen: top line, game, log, chat, footer.

The view comes from `TableSession.table()`; every request goes to the table session, which refuses
with a sentence. Several table sessions are several people at this keyboard: the screen then shows
the view of the person whose turn it is.
"""

from asyncio import Task, get_running_loop
from collections.abc import Callable, Mapping
from functools import cached_property
from time import monotonic

from msgspec.structs import replace
from textual.events import Key
from textual.geometry import Region, Size
from textual.timer import Timer

from arcade.club.errors import Refused
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import (
    ComeBack,
    Hurry,
    Leave,
    MakeGesture,
    Say,
    SealWords,
    SeeEnd,
)
from arcade.club.speech.read_aloud import back
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.rooms.facts import EMOTES
from screens import keys
from screens.games import view_class
from screens.games.view import Act, Settled
from screens.keys import Action
from screens.table.actions import TableActions, seat_actions
from screens.table.bars import StatusLine, TopLine
from screens.table.coach import ODDS_OFF, offered
from screens.table.gestures import GESTURES, NONE
from screens.table.layout import TableLayout, middle, result_layout, table_layout
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.table.seats import PausedCard, SeatStrip
from screens.table.side import SIDE, SidePanels
from screens.table.waiting_room import WaitingRoom
from screens.terminal.paint import Pane
from screens.widgets.log import LogPane
from screens.widgets.prompt import Prompt

SHARE_AFTER = 2.0
"""Seconds after which an idle spectator returns to the shared broadcast."""


WEIGH_AFTER = 1.5
"""Seconds after which the coach analyses a finished game, if its card is still open."""


CALM = 1.0
"""Seconds in which a new card takes no key of its own: it was pressed for the game."""

SHORTEST_READ, LETTERS_A_SECOND = 3.0, 15
"""Seconds a sentence stands in the status line at least, and how fast a slow reader reads."""

_REVIEW = keys.LOOK_BACK.labelled(
    N_("look back"), N_("Look back at the game, and what the coach says.")
)

_AT_THE_END = {"again", "another", "board", "recording", "look_back", "leave"}
"""The actions of the card, and one that asks no question any more."""


class TableScreen(TableActions):
    """A table for one person, or for several at one keyboard."""

    def __init__(self, sessions: list[TableSession]) -> None:
        super().__init__()
        self.seated = sessions
        self.table_session = sessions[0]
        table = self.table_session.table()
        self.table = table
        self.top: TopLine = TopLine(table)
        self.game = view_class(table.game)(table)
        self.side = SidePanels(self.game)
        self.log_pane = LogPane(self.side.tabs)
        self.status = StatusLine(table)
        self.prompt = Prompt()
        self._message = ""
        self._fading: Timer | None = None
        self._acted = False
        """Whether this person has moved, and needs no first hint any more."""
        self._was_mine = False
        self._curtain = False
        self._sharing: Timer | None = None
        self._card_of = -1
        self._watches_on = -1
        """After how many games they chose to watch one to its end."""
        self.clock: Callable[[], float] = monotonic
        self._card_since = 0.0
        self._game_keys: frozenset[str] = frozenset()
        """Which actions of the key table are the game's."""
        self._weighing: Task[None] | None = None

    @cached_property
    def waiting(self) -> WaitingRoom:
        """What is shown before the first game."""
        return WaitingRoom(self.table)

    @cached_property
    def paused(self) -> PausedCard:
        """The card across the game during a pause."""
        return PausedCard(self.table)

    @cached_property
    def seats(self) -> SeatStrip:
        """The seats, for views that do not show them."""
        return SeatStrip(self.table)

    def _pause(self, picture: Region) -> Mapping[Pane, Region]:
        """Put the card of a pause across the picture."""
        if not self.table.paused:
            return {}
        return {self.paused: middle(picture, len(self.paused.lines(picture.width)))}

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        """Put the game left and the log right, bars above and below, gestures over both."""
        regions = self._with_result(size) if self.ended else self._with_game(size)
        if self.gesturing:
            rows = len(self.gestures.lines(size.width))
            # Above the status line: one's clock and others' requests stay visible.
            regions[self.gestures] = Region(0, regions[self.status].y - rows, size.width, rows)
        return regions

    def _with_game(self, size: Size) -> dict[Pane, Region]:
        waiting = self.table.view is None
        seats = 0 if waiting or self.game.SHOWS_SEATS else len(self.table.seats)
        self.side.shuts = not table_layout(size, 3, wide=self.game.WIDE).side
        shut = self.side.shut and not waiting and not self.coached
        at = table_layout(
            *(size, 3, seats),
            panels=not waiting and bool(self.game.panels()),
            wide=self.game.WIDE if shut else 0,
            high=bool(self.game.WIDE),
        )
        self.divider = at.divider
        self.game.panelled = at.log != at.side
        self.game.alone = shut
        return {
            self.waiting if waiting else self.game: at.picture,
            **({} if waiting else self._pause(at.picture)),
            **({self.seats: at.seats} if at.seats else {}),
            **self._beside(at, waiting),
            self.status: Region(0, at.status, min(at.log.right, size.width), 1),
            self.prompt: Region(0, at.bottom + 1, size.width, 1),
        }

    def _beside(self, at: TableLayout, waiting: bool) -> dict[Pane, Region]:
        """Put log, coach and panels beside the game; all of them if the log is below it."""
        x, y, cells, rows = at.side
        panelled, shared = self.game.panelled, bool(at.side) and not waiting and not self.coached
        self._tab(shared and not panelled)
        if panelled:
            half = rows // 2 if self.coached else 0
            regions: dict[Pane, Region] = {
                self.log_pane: at.log,
                self.side: Region(x, y, cells, rows - half),
            }
            return (
                {**regions, self.coach: Region(x, y + rows - half, cells, half)}
                if half
                else regions
            )
        if self.coached:
            return {self.coach: at.side}
        return {self.side if self.side.tabbed and self.side.chosen else self.log_pane: at.side}

    def _tab(self, shared: bool) -> None:
        """Put the names of log and panels above them, where they share a place, or remove them."""
        self.side.tabbed = self.log_pane.headed = shared

    def rearrange(self) -> None:
        super().rearrange()
        self.log_pane.redraw()  # with the names above it, or without

    def _with_result(self, size: Size) -> dict[Pane, Region]:
        """Put the card over the table; beside the board where there is room for both."""
        seats = 0 if self.game.SHOWS_SEATS else len(self.table.seats)
        at = result_layout(size, seats)
        self.divider, self.game.panelled = at.divider, False
        self._tab(False)
        beside: dict[Pane, Region] = {}
        if at.picture:
            beside = {self.game: at.picture, self.log_pane: at.log}
        return {
            **beside,
            **({self.seats: at.seats} if at.seats else {}),
            self.result: at.side,
            self.status: Region(0, at.status, size.width, 1),
            self.prompt: Region(0, at.bottom + 1, size.width, 1),
        }

    # Pictures

    def on_mount(self) -> None:
        self.listen_to(*self.seated)
        self._show(self.table_session.table())

    def on_resize(self) -> None:
        self.bars()

    def on_unmount(self) -> None:
        self.status.stop()

    def on_screen_resume(self) -> None:
        self._share_soon()

    def renew(self) -> None:
        """Show the keys that work; a spectator may see nothing but the table again."""
        if self.game.playback.landed:
            super().renew()
        else:  # while dice roll, the bottom line stays
            self.rebind()
        self._share_soon()

    def _share_soon(self) -> None:
        if (
            self.arcade.sharing
            and not self.table_session.seated
            and self.bare
            and not self._sharing
        ):
            self._sharing = self.set_timer(SHARE_AFTER, self._share)

    def _share(self) -> None:
        self._sharing = None
        self.arcade.navigator.share()

    @property
    def bare(self) -> bool:
        """Whether it shows nothing but the table: no input, nothing scrolled, no message."""
        beside = self.coached or self.side.swapped or self.log_pane.scrolled
        beside = beside or ("result" in vars(self) and self.result.board)
        return not (self.prompt.typing or self.gesturing or self._message or beside)

    def changed(self) -> None:
        table = self.table_session.table()
        if table.sent_away:
            self._sent_away()
            return
        if table.rushed and table.decided and table.seat is not None:
            return  # the end is wanted, not the way there
        if len(self.seated) > 1 and not self._curtain and self.game.playback.settled:
            self.choose_place()
            table = self.table_session.table()
        if not self._curtain:
            self._show(table)

    def choose_place(self) -> None:
        """Act for the person at this keyboard whose turn it is."""
        for session in (self.table_session, *self.seated):
            table = session.table()
            if table.my_turn:
                self._pass_keyboard(session)
                return

    def _pass_keyboard(self, session: TableSession) -> None:
        """Show another person's view of the table; hidden hands only once they confirm."""
        if session is self.table_session:
            return
        self.table_session = session
        if registry.find(self.table.game).meta.secrets:
            self._curtain = True
            table, seat = session.open_table(), session.table().seat
            self.app.push_screen(PassTheKeyboard(table, seat or 0), self._uncovered)

    def _uncovered(self, _: None) -> None:
        self._curtain = False
        self._show(self.table_session.table())

    def add_place(self, session: TableSession) -> None:
        """Seat another person at this keyboard."""
        self.seated.append(session)
        self.listen_to(session)
        self.changed()

    def _sent_away(self) -> None:
        """Leave at the request of whoever opened the table, whatever screen is in front."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.arcade.navigator.leave_table(self.seated)
        self.arcade.navigator.tell(self.words.t("You have been sent away from that table."))

    def _show(self, table: TableView) -> None:
        began = (self.table.view is None) != (table.view is None)
        began = began or self.table.paused != table.paused
        moved_on = (self.table.phase, self.table.to_act) != (table.phase, table.to_act)
        if moved_on or (self._was_mine and self.table.view != table.view):
            self._message = ""
        self.table = table
        self.game.shared = len(self.seated) > 1
        if table.view is None:
            self.waiting.show(table)
        else:
            self.game.show(table)
            if table.paused:
                self.paused.show(table)
        if began:
            self.rearrange()
            if table.view is not None and "waiting" in vars(self):
                vars(self).pop("waiting").remove()
        self._tell()

    def on_settled(self, _: Settled) -> None:
        """Show in words what has become visible; it may now be the next person's turn."""
        self._tell()
        if len(self.seated) > 1:
            self.changed()

    @property
    def seen(self) -> TableView:
        """The last table that was shown completely; all words are about this one."""
        return self.table if self.table.view is None else self.game.playback.last_visible

    def _tell(self) -> None:
        """Show in words what is visible, and no more."""
        seen = self.seen
        if seen.view is not None and not self.game.SHOWS_SEATS:
            self.seats.show(replace(seen, to_act=tuple(self.game.acting)))
        last = seen.lines[-1].number if seen.lines else 0
        talk = [line for line in self.table.lines if line.number > last and line.kind == "chat"]
        lines, absent = (*seen.lines, *talk), self.table.absent
        log = replace(seen, lines=lines, absent=absent) if talk or absent else seen
        self.log_pane.show(log, "" if len(self.seated) > 1 else seen.you)
        self._show_panels()
        if self.coached:
            self.coach.show(self.table_session, seen)
        if seen.phase == "over" and seen.as_played().seat is not None:
            self.arcade.newcomer = False  # a game to its end is no first visit any more
        if seen.my_turn and not self._was_mine:
            self.arcade.attention.call(self.window_title())
        self._was_mine = seen.my_turn
        if self._show_result():
            self.rearrange()
        self.bars()
        self.renew()

    def _show_result(self) -> bool:
        """Show the card once a game's end was seen, until the next one; return whether it moved.

        Who is not ready for the next game keeps it until a key.
        """
        seen, shown = self.seen, self.ended
        if seen.phase == "over" and seen.outcome is not None and self.game.playback.settled:
            if self._card_of != seen.games_played:
                self._card_of, self.result.open, self.result.board = seen.games_played, True, False
                self._card_since = self.clock()
                self.set_timer(WEIGH_AFTER, self._weigh)
            self.result.show(seen)
        elif self.table.phase == "playing" and "result" in vars(self):
            self.result.open = shown and self.table.bot_plays
        return self.ended != shown

    def _weigh(self) -> None:
        """Have the coach analyse the game, if its card is still open."""
        if self.ended and self.seen.phase == "over" and self.table_session.player.id:
            weighing = self._tell_highlights(self._card_of)
            self._weighing = get_running_loop().create_task(weighing)

    async def _tell_highlights(self, number: int) -> None:
        who, game = self.table_session.player, self.table.game
        highlights = await self.arcade.club.highlights.of(
            self.table_session.code, number, game, who
        )
        if highlights is not None and number == self._card_of and self.is_attached:
            self.result.tell(highlights)

    def _show_panels(self) -> None:
        """Refresh the panels beside the game once the dice have landed."""
        if self.game.playback.landed and self.side in self.placed:
            self.side.redraw()

    def do_page_up(self) -> None:
        """Scroll back in the log; first show it."""
        if self.side.shut:
            self.do_side()
        super().do_page_up()

    def do_side(self) -> None:
        self.side.swap()
        self.rearrange()

    def bars(self) -> None:
        table, t = self.seen, self.words.t
        playing = table.phase == "playing" and table.view is not None
        if self.game.playback.settled:
            self.top.show(table, self.game.phase_text() if playing else "")
        name = self.table_session.player.name if len(self.seated) > 1 else ""
        message = self._message or (self.game.question if playing else "")
        typing = self.prompt.typing
        hint = self._hint() if playing and not typing else ""
        self.status.show(
            table, message, name, hint, round_over=self.game.moment.ended is not None, typing=typing
        )
        self.arcade.attention.title(self.window_title())
        if self.prompt.typing:
            who = name or t("say")
            self.prompt.label(f" {who} › ")
        elif rest := self.status.rest():
            self.prompt.label(f"   {rest}")
        elif asked := self.status.asked():
            self.prompt.label(f" ? {asked}", tone="gold")
        else:
            new = self.arcade.newcomer and table.seat is not None and not self._acted
            hint = "" if self.arcade.local else t("t to talk to the table, E for a gesture")
            if hint and self.ended and table.phase == "over":
                hint = t("t to talk to the table, c to show the game to others")
            if table.seat is None and table.phase == "playing" and hint:
                hint = t("t to talk to those who watch; the players read it after the game")
            if new:
                hint = t("New here? Press ? for the rules, and there L to learn it in two minutes.")
            self.prompt.label(" › " if hint else "", hint)

    def _hint(self) -> str:
        if not self.game.playback.settled:
            return ""
        if self.table.my_turn:
            return self.game.hint()
        if self.table.seat is None:
            return ""
        why = self.game.why_not_playing(self.table.seat)
        if not self.sees_end:
            return why
        t, when = self.words.t, back(self.words, self.table)
        ends = t("Enter goes there at once.") if when else t("Enter shows how it ends.")
        return " ".join(filter(None, (why, when, ends)))

    def window_title(self) -> str:
        """Return whose turn it is, for the window's title and notifications."""
        t, table = self.words.t, self.seen
        where = f"{registry.find(table.game).meta.name} {table.code}"
        if table.phase != "playing" or not table.to_act:
            return where
        if table.my_turn:
            return t("Your turn – {where}", where=where)
        names = ", ".join(table.seats[seat].name for seat in table.to_act)
        return t("{names} – {where}", names=names, where=where)

    # Keys

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        """List the keys that work now: the game's first, then the table's."""
        self._game_keys = frozenset()
        if self.prompt.typing:
            return [*self.prompt.actions(), keys.PAGE_UP, keys.PAGE_DOWN]
        if self.gesturing:
            return [*GESTURES, NONE, keys.PAGE_UP, keys.PAGE_DOWN]
        table = self.seen
        actions = self._bots_actions(table)
        if table.view is not None and not self.ended:
            plays = table.phase == "playing" and not table.paused
            plays = plays and table.seat is not None and not table.bot_plays
            games = self.game.actions()
            games = games if plays else [each for each in games if each.name in self.game.LOOKS]
            self._game_keys = frozenset([action.name for action in games])
            actions += games
        if self.ended and table.phase == "playing":
            actions.append(keys.TO_TABLE)
        actions += seat_actions(table, self.arcade.local)
        over = table.phase == "over"
        result = over and table.outcome is not None and "result" in vars(self)
        if result or (over and table.ended):
            actions.append(keys.ANOTHER)
        if result:
            actions.append(keys.BOARD if self.ended else keys.BOARD.labelled(N_("result")))
            actions += [] if self.arcade.local else [keys.RECORDING]
        if table.view is not None:
            actions.append(keys.LOOK_BACK if table.phase == "playing" else _REVIEW)
        if self.coached:
            actions.append(ODDS_OFF)
        elif table.phase == "playing" and table.seat is not None:
            actions.append(offered(table))
        if (self.side.tabbed or self.game.alone) and not result:
            actions.append(SIDE)
        actions += [keys.of(SealWords), keys.ALOUD, keys.SETTINGS_TABLE, *self._company_actions()]
        return [*actions, keys.MENU, keys.of(Leave), keys.QUIT, keys.HELP]

    def _bots_actions(self, table: TableView) -> list[Action]:
        """List the actions that work while only bots play."""
        if self.sees_end:
            return [keys.of(SeeEnd), keys.WATCH_ON, keys.ANOTHER]
        return [keys.of(Hurry)] if self._follows(table) else []

    @property
    def sees_end(self) -> bool:
        """Whether one may see at once how the game ends, and does not watch on."""
        table = self.table
        asked = table.seat in table.asked.get("rush", ())
        offered = table.decided and table.seat is not None and not table.rushed and not asked
        return offered and not table.bot_plays and self._watches_on != table.games_played

    def _follows(self, table: TableView) -> bool:
        """Whether a bot has the turn, and only waits so that this one person can follow."""
        persons = [seat.number for seat in table.seats if seat.kind in ("person", "absent")]
        playing = table.phase == "playing" and not table.paused and self.game.playback.settled
        return playing and persons == [table.seat] and not table.my_turn

    def _company_actions(self) -> list[Action]:
        if self.arcade.local:
            return [keys.PAGE_UP, keys.PAGE_DOWN]  # all are in one room
        actions = [keys.of(Say), keys.of(MakeGesture), keys.PAGE_UP, keys.PAGE_DOWN]
        waits = self.table.phase == "waiting" and self.table.seat is not None
        invite = N_("invite") if waits else ""
        return [*actions, keys.of(SeePeople).labelled(invite, keys.COMPANY), keys.MOUSE]

    async def take_key(self, event: Key) -> bool:
        """Perform a key's action; any other closes a card, or takes the seat back from a bot."""
        if self.sees_end and event.key == "enter" and self.is_active and not self.prompt.typing:
            self.game.playback.finish()  # it does not only show the last move
        if self._hasty(event):
            self.tell(self.words.t("You had not seen it all: now press it again."))
            return True
        if await super().take_key(event) or self.gesturing:
            return True
        playing = self.table.phase == "playing"
        if self.ended and playing:
            await self.perform("to_table")
            return True
        if playing and self.table.bot_plays:
            await self.perform(ComeBack.key.name)
            return True
        return False

    def _hasty(self, event: Key) -> bool:
        """Whether a key means something else than when it was pressed: the card has just come."""
        if not (self.ended and self.clock() < self._card_since + CALM and self.is_active):
            return False
        action = None if self.prompt.typing else keys.pressed(event, self.bound())
        return action is not None and action.name in _AT_THE_END

    async def perform(self, name: str) -> None:
        """Perform an action of the game, else one of the table."""
        if self.gesturing and name in EMOTES:
            await self.emote(name)
            return
        self.bound()
        if name in self._game_keys and self.is_active:
            self.tell("")
            self.game.perform(name)
            await self.play()
        else:
            await super().perform(name)

    def tell(self, sentence: str) -> None:
        """Say something in the status line; during a game the prompt comes back by itself."""
        if self._fading is not None:
            self._fading.stop()
            self._fading = None
        if sentence and self.table.phase == "playing":
            seconds = max(SHORTEST_READ, len(sentence) / LETTERS_A_SECOND)
            self._fading = self.set_timer(seconds, lambda: self.tell(""))
        if sentence != self._message:
            self._message = sentence
            self.bars()

    def refused(self, refusal: Refused) -> None:
        """Show why not, with the paragraph of the rules."""
        text = self.words.say(refusal.why, tuple(seat.name for seat in self.table.seats))
        self.cited = refusal.paragraph
        t, n = self.words.t, refusal.paragraph
        self.tell(t("{said} (rules, §{n}: ?)", n=n, said=text) if n else text)

    def do_watch_on(self) -> None:
        self._watches_on = self.table.games_played
        self.bars()

    def do_person(self) -> None:
        self.arcade.navigator.add_person()

    async def submit(self, act: Act) -> bool:
        """Submit the view's action; drop one for dice that are gone, or if the game is over."""
        table = self.table
        if table.phase == "playing" and (not act.offers or act.offers == table.offers):
            self._acted = True
            self.log_pane.follow()
            with self.report_refusals():
                await self.table_session.act(act.action, table.version)
                return True
        return False
