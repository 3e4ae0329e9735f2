"""A table on the screen: top line, game, log, chat, footer.

The view comes from `TableSession.table()`; every request goes to the table session, which refuses
with a sentence.
"""

from asyncio import Task, create_task
from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace
from textual.events import Key
from textual.geometry import Offset, Region, Size
from textual.timer import Timer

from arcade.club.errors import Refused
from arcade.club.operations.operation import TableOperation
from arcade.club.operations.table import ComeBack, GoOn, Hurry, SeeEnd, ShowLink, VoteEnd
from arcade.club.replays.practice import ALONE
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.rooms.facts import EMOTES
from screens import keys
from screens.aloud import keys_text, table_text
from screens.deals.puzzles import JudgementPage
from screens.games.messages import Act, Settled
from screens.keys import Action
from screens.lobby.new_table import NewTable
from screens.pages.ask import confirm
from screens.pages.fairness import FairPage
from screens.pages.people import People
from screens.pages.rules_page import RulesPage
from screens.pages.settings import SettingsScreen
from screens.pages.tournament import TournamentPage
from screens.table import keys as table_keys
from screens.table.bars import TopLine, silent, window_title
from screens.table.gestures import GESTURES, NONE, SENT
from screens.table.layout import GameScreen, TablePanes
from screens.table.pass_the_keyboard import PassTheKeyboard
from screens.table.questions import ask_to_leave, ending, going_on
from screens.table.result.card import AT_THE_END, WEIGH_AFTER
from screens.table.seated import be_ready, playing, whose_turn
from screens.table.side import LOG, SIDE
from screens.terminal.paint import Pane
from screens.terminal.rows import EMPTY, Row, row
from screens.widgets.prompt import Prompt

SHARE_AFTER = 2.0
"""Seconds after which an idle spectator returns to the shared broadcast."""
SHORTEST_READ, LETTERS_A_SECOND = 3.0, 15
"""Seconds a sentence stands in the status line at least, and how fast a slow reader reads."""
_LEARNT = 3
"""Games of one kind after which a person needs no legend."""


class TableScreen(GameScreen[None]):
    """A table for one person, or for several at one keyboard.

    `seated` are the sessions of everybody at this keyboard, `table_session` that of the person
    whose turn it is, `table` the view shown, which is theirs.
    """

    def __init__(self, sessions: list[TableSession]) -> None:
        super().__init__()
        self.seated = sessions
        self.table_session = sessions[0]
        self.table = table = self.table_session.table()
        self.top: TopLine = TopLine(table)
        self.panes = TablePanes(table)
        self.game = self.panes.game
        self.side, self.log_pane = self.panes.side, self.panes.log_pane
        self.status, self.prompt = self.panes.status, self.panes.prompt
        self.result = self.panes.result
        self._message = ""
        self._fading: Timer | None = None
        self._stored: Task[None] | None = None
        self._acted = False
        """Whether this person has moved, and needs no first hint any more."""
        self._was_mine = False
        self._curtain = False
        self._sharing: Timer | None = None
        self._watches_on = -1
        """After how many games they chose to watch one to its end."""
        self._game_keys: frozenset[str] = frozenset()
        """Which actions of the key table are the game's."""
        self._cited = 0
        """The paragraph of the rules named by the last refusal."""

    def regions(self, size: Size) -> Mapping[Pane, Region]:
        regions = self.panes.regions(size)
        self.divider = self.panes.divider
        return regions

    def on_rule(self) -> Row:
        """Name the key that shows all of the log, where only its last lines have room."""
        if self.panes.gesturing:
            gestures = self.panes.gestures
            return EMPTY if gestures.headed else gestures.on_rule(self.divider.width)
        if self.arcade.touch or not self.side.shut or self.prompt.typing:
            return EMPTY
        return row(" ", (SIDE.shown, "gold"), (f" {self.words.t(LOG)}", "dim"))

    def rearrange(self) -> None:
        super().rearrange()
        self.log_pane.redraw()  # with the names above it, or without

    # Pictures

    def on_mount(self) -> None:
        self.listen_to(*self.seated)
        played = self.arcade.club.standings.games(self.arcade.player, self.table.game)
        self.game.learnt = self.table.seat is not None and played >= _LEARNT
        self.game.lowered = self.result.pane.lowered = self.rearrange
        self._show(self.table_session.table())

    def on_resize(self) -> None:
        self.bars()

    def on_unmount(self) -> None:
        self.status.stop()
        self.panes.untie(self)

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
        watches = self.arcade.sharing and not self.table_session.seated
        if watches and self.bare and not self._sharing:
            self._sharing = self.set_timer(SHARE_AFTER, self._share)

    def _share(self) -> None:
        self._sharing = None
        self.arcade.navigator.share()

    @property
    def bare(self) -> bool:
        """Whether it shows nothing but the table: no input, nothing scrolled, no message."""
        own = self.prompt.typing or self.panes.gesturing or self._message or self.result.board
        return not (own or self.panes.coached or self.side.swapped or self.log_pane.scrolled)

    def changed(self) -> None:
        table = self.table_session.table()
        if table.sent_away:
            self.arcade.navigator.evict(self, self.seated)
            return
        if table.rushed and table.decided and table.seat is not None:
            return  # the end is wanted, not the way there
        if len(self.seated) > 1 and not self._curtain and self.game.playback.settled:
            self._pass_keyboard()
            table = self.table_session.table()
        if not self._curtain:
            self._show(table)

    def _pass_keyboard(self) -> None:
        """Show the view of whose turn it is at this keyboard; a hand only once they confirm."""
        session = whose_turn(self.table_session, self.seated)
        if session is not self.table_session:
            self.table_session = session
            if registry.find(self.table.game).meta.secrets:
                self._curtain = True
                table, seat = session.open_table(), session.table().seat
                self.app.push_screen(PassTheKeyboard(table, seat or 0), self._uncovered)

    def _uncovered(self, _: None) -> None:
        self._curtain = False
        self._show(self.table_session.table())

    def add_session(self, session: TableSession) -> None:
        """Seat another person at this keyboard."""
        self.seated.append(session)
        self.listen_to(session)
        self.changed()

    def _show(self, table: TableView) -> None:
        began = (self.table.view is None) != (table.view is None)
        began = began or self.table.paused != table.paused
        began = began or silent(self.table) != silent(table)
        moved_on = (self.table.phase, self.table.to_act) != (table.phase, table.to_act)
        if moved_on or (self._was_mine and self.table.view != table.view):
            self._message = ""
        self.table = self.panes.table = table
        self.game.shared = len(self.seated) > 1
        if table.view is None:
            self.panes.waiting.show(table)
        else:
            self.game.show(table)
            if table.paused:
                self.panes.paused.show(table)
        if began:
            self.rearrange()
            if table.view is not None:
                self.panes.drop_waiting()
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
        self.panes.put_in_words(seen, self.table_session, shared=len(self.seated) > 1)
        if self.side not in self.placed:
            self.side.drop_rows()  # a larger window shows it as it is by then
        elif self.game.playback.landed:
            self.side.redraw()
            if self.side.outgrown:
                self.rearrange()
        if seen.phase == "over" and seen.as_played().seat is not None:
            self.arcade.newcomer = False  # a game to its end is no first visit any more
        if seen.my_turn and not self._was_mine:
            self.arcade.attention.call(window_title(self.words, seen))
        self._was_mine = seen.my_turn
        card = self.result.shown
        if self.result.follow(seen, self.game.playback.settled, self.table):
            self.set_timer(WEIGH_AFTER, self._weigh)
        if self.result.shown != card:
            self.rearrange()
        self.bars()
        self.renew()

    def _weigh(self) -> None:
        """Have the coach analyse the game, if its card is still open."""
        if self.result.shown and self.seen.phase == "over":
            self.result.weigh(self.arcade.club, self.table_session)
            if self.table.duel:
                self._stored = create_task(self._tell_duel())

    async def _tell_duel(self) -> None:
        """Say how the duel stands as soon as its result is stored."""
        await self.arcade.club.duels.settle()
        if self.is_attached:
            self.bars()

    def bars(self) -> None:
        table = self.seen
        playing = table.phase == "playing" and table.view is not None
        if self.game.playback.settled:
            self.top.show(table, self.game.phase_text() if playing else "")
        name = self.table_session.player.name if len(self.seated) > 1 else ""
        message = self._message or (self.game.question if playing else "")
        typing = self.prompt.typing
        elsewhere = typing or self.panes.gesturing
        awaited = playing and not elsewhere and self.game.playback.settled
        if self.status.elsewhere != elsewhere:  # then the rule names other keys
            self.refresh(self.divider + Offset(0, self.lowered))
        self.game.hush(elsewhere or table.paused)
        hint = self.status.advice(self.game, self.table, self.sees_end) if awaited else ""
        over = self.game.moment.ended is not None
        new = not self._acted
        newcomer = new and self.arcade.newcomer and table.seat is not None
        self.status.show(
            *(table, message, name, hint),
            round_over=over,
            elsewhere=elsewhere,
            newcomer=newcomer,
            card=self.result.shown and table.outcome is not None,
        )
        self.arcade.attention.title(window_title(self.words, table))
        self.prompt.say(table, self.status, name, self.result.shown, new)
        kept = self.panes.talks and table.phase == "playing"  # so that nothing jumps
        kept = kept and not (self.panes.airy and self.panes.below)  # there only the log would jump
        talks = kept or typing or bool(self.status.second())
        airy = (kept and self.panes.airy) or typing or bool(self.status.asked())
        if (talks, airy, typing) != (self.panes.talks, self.panes.airy, self.panes.typed):
            self.panes.talks, self.panes.airy, self.panes.typed = talks, airy, typing
            self.rearrange()
            self.status.redraw()  # with the edge of a field, or without

    # Keys

    def line(self) -> Prompt:
        return self.prompt

    def actions(self) -> list[Action]:
        """List the keys that work now: the game's first, then the table's."""
        self._game_keys = frozenset()
        if self.prompt.typing:
            return [*self.prompt.actions(), keys.PAGE_UP, keys.PAGE_DOWN]
        if self.panes.gesturing:
            return [SENT, *GESTURES[1:], NONE, keys.PAGE_UP, keys.PAGE_DOWN]
        table, local = self.seen, self.arcade.local
        actions = []
        if self.sees_end:
            actions += [keys.of(SeeEnd), keys.WATCH_ON, keys.ANOTHER]
        elif self.game.playback.settled and table_keys.only_bots_wait(table):
            actions.append(keys.of(Hurry))
        actions += self._game_actions(table)
        if self.result.shown and table.phase == "playing":
            actions.append(keys.TO_TABLE)
        actions += [
            *table_keys.seat_actions(table, local),
            *table_keys.end_actions(table, self.result, local),
        ]
        actions += table_keys.coach_actions(table, self.panes.coached)
        if (self.side.tabbed or self.side.shut) and not self.result.covers(table):
            actions.append(SIDE)
        if self.arcade.club.watch_links.site:
            actions.append(keys.of(ShowLink))
        return [*actions, *table_keys.always(self.table, local)]

    def _game_actions(self, table: TableView) -> list[Action]:
        if table.view is None or self.result.shown:
            return []
        if self.sees_end and self.game.moment.ended is not None:
            return []  # Enter shows how the game ends, not only the last move
        games = table_keys.game_actions(table, self.game)
        self._game_keys = frozenset([action.name for action in games])
        return games

    @property
    def sees_end(self) -> bool:
        """Whether one may see at once how the game ends, and does not watch on."""
        table = self.table
        return table_keys.may_see_end(table) and self._watches_on != table.games_played

    async def take_key(self, event: Key) -> bool:
        """Perform a key's action; any other closes a card, or takes the seat back from a bot."""
        if self.sees_end and event.key == "enter" and self.is_active and not self.prompt.typing:
            self.game.playback.finish()  # it does not only show the last move
        if self.result.hasty and self._hasty(keys.pressed(event, self.bound())):
            return True
        if await super().take_key(event) or self.panes.gesturing:
            return True
        playing = self.table.phase == "playing"
        if self.result.shown and playing:
            await self.perform("to_table")
            return True
        if playing and self.table.bot_plays:
            await self.perform(ComeBack.key.name)
            return True
        return False

    async def press(self, name: str) -> None:
        if not self._hasty(next((each for each in self.bound() if each.name == name), None)):
            await super().press(name)

    def _hasty(self, action: Action | None) -> bool:
        """Refuse an action of the card that has just come: it was meant for what was there."""
        hasty = self.result.hasty and self.is_active and not self.prompt.typing
        hasty = hasty and action is not None and action.name in AT_THE_END
        if hasty:
            self.tell(self.words.t("You had not seen it all: now press it again."))
        return hasty

    @property
    def main(self) -> str:
        """While nobody plays, what a seat does first: start, go on, play again."""
        if (self.seen.phase == "playing" and not self.seen.paused) or self.prompt.typing:
            return super().main
        seat = table_keys.seat_actions(self.seen, self.arcade.local)[:1]
        return next((action.name for action in seat if action.label), "")

    async def perform(self, name: str) -> None:
        """Perform an action of the game, else one of the table."""
        if self.panes.gesturing and name in EMOTES:
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
        self._cited = refusal.paragraph
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
                judgement = await self.table_session.act(act.action, table.version)
                if judgement is not None:
                    self.app.push_screen(JudgementPage(self.words, table, judgement))
                return True
        return False

    # What the keys do

    def do(self, name: str) -> object:
        """Perform the operation of a key, unless a method does more for that key."""
        operation = table_keys.REQUESTS.get(name)
        if operation is None or hasattr(self, f"do_{name}"):
            return super().do(name)
        return self.ask(operation())

    async def ask(self, operation: TableOperation[object]) -> None:
        for session in playing(self.seated) if operation.by_each else (self.table_session,):
            await operation.do(session)

    async def do_again(self) -> None:
        """Be ready for the next game, with everybody at this keyboard."""
        await be_ready(self.seated)

    def do_duels(self) -> None:
        """Challenge somebody to the game that was just played, or see how a duel stands."""
        self.arcade.navigator.show_duels(self.table.game, self.seated if self.table.duel else ())

    async def do_next_deal(self) -> None:
        await self.arcade.navigator.go_to_next_deal(self.seated)

    def do_tournament(self) -> None:
        self.app.push_screen(TournamentPage(self.words.t("Tournament")))

    async def do_another(self) -> None:
        """Choose another game; let bots who play alone finish this one."""
        if self.table.decided:
            await self.ask(SeeEnd())
        self.app.push_screen(NewTable(self.seated))

    def do_board(self) -> None:
        """Show the board, then the panels, then the result card again."""
        card = self.result
        if card.board:
            self.side.swap()
        card.board = not card.board or self.side.swapped
        self.rearrange()

    def do_recording(self) -> None:
        if self.table.daily and (sentence := self.arcade.copy_results()):
            self.tell(sentence)
            return
        game = f"{self.table.code} {self.table.games_played}"
        command = f"{by_ssh('play', self.arcade.club.address)} cast {game}"
        self.tell(self.words.t("The game as a recording: {command}", command=command))

    def do_link(self) -> None:
        link = self.table_session.watch_link()
        self.tell(self.words.t("Anybody watches at {link}", link=link))

    def do_to_table(self) -> None:
        """Leave the result card for the running game."""
        self.result.open = False
        self.rearrange()

    def do_go_on(self) -> None:
        """End the pause, once it is confirmed: others may not be back yet."""
        confirm(self, going_on(self.words), lambda _: self.ask(GoOn()))

    async def do_vote_end(self) -> None:
        """Ask to end the game, or withdraw the request; confirm first if nobody else has a say."""
        here = {session.table().seat for session in playing(self.seated)}
        persons = {seat.number for seat in self.table.seats if seat.kind in ("person", "absent")}
        if persons - here:
            await self.ask(VoteEnd())
        else:
            confirm(self, ending(self.words), lambda _: self.ask(VoteEnd()))

    async def do_look_back(self) -> None:
        """Look back in the running game, unless that shows hidden hands to a neighbour."""
        running = self.table.phase == "playing"
        if running and len(self.seated) > 1 and registry.find(self.table.game).meta.secrets:
            self.tell(self.words.t("Not at a shared keyboard while hands are hidden."))
        else:
            await self.arcade.navigator.show_live(self.table_session)

    def do_side(self) -> None:
        self.side.swap()
        self.rearrange()

    def do_odds(self) -> None:
        """Show the odds in place of the log, or the log again."""
        self.panes.coach.switch(self.table_session, self.rearrange)
        self.rearrange()

    def draft(self) -> tuple[str, str] | None:
        return (self.table.code, self.prompt.text) if self.prompt.typing else None

    def do_talk(self) -> None:
        """Begin a line, or continue the draft of a broken connection."""
        self.prompt.open(self.arcade.club.drafts.take(self.arcade.player, self.table.code))
        self.bars()

    async def do_send(self) -> None:
        """Send the typed line and begin another; keep it if it cannot be sent."""
        await self.table_session.say(self.prompt.text)
        self.prompt.open()
        self.bars()

    def do_emote(self) -> None:
        """List the gestures under the table, until the next key."""
        self.panes.gestures.open = True
        self.bars()
        self.rearrange()

    def do_no_gesture(self) -> None:
        self.panes.gestures.open = False
        self.bars()
        self.rearrange()

    async def emote(self, which: str) -> None:
        self.do_no_gesture()
        with self.report_refusals():
            await self.table_session.emote(which)
        self.renew()

    def do_who(self) -> None:
        self.app.push_screen(People(self.table_session))

    def do_stop_typing(self) -> None:
        self.prompt.close()
        self.bars()

    def do_page_up(self) -> None:
        """Scroll back in the log; first show it."""
        if self.side.shut:
            self.do_side()
        self.log_pane.scroll_rows(-1)

    def do_page_down(self) -> None:
        self.log_pane.scroll_rows(1)

    def do_fair(self) -> None:
        self.app.push_screen(FairPage(self.table_session, self.words.t("Dice that can be checked")))

    def do_settings(self) -> None:
        """Open the settings; the table then uses the chosen language."""
        plays = self.seen.phase == "playing" and not self.seen.paused
        game = registry.find(self.table.game).meta.name if plays else ""
        self.app.push_screen(SettingsScreen(game), lambda _: self.bars())

    def do_aloud(self) -> None:
        if self.panes.gesturing:
            listed = [replace(gesture, label=gesture.what) for gesture in GESTURES]
            self.arcade.navigator.show_aloud(keys_text(self.words, listed))
            return
        of_game = {action.name for action in self.game.KEYS if self.game.mine}
        named = [action for action in self.bound() if action.label or action.name in of_game]
        actions = [] if self.arcade.touch else named
        self.arcade.navigator.show_aloud(table_text(self.words, self.seen, actions))

    def do_help(self) -> None:
        """Show the rules, at the paragraph of the last refusal if any."""
        at, self._cited = self._cited, 0
        self.app.push_screen(RulesPage(self.words, self.table.game, self.explained(), paragraph=at))

    @property
    def plays(self) -> bool:
        return self.table.phase == "playing" and self.table.seat is not None

    @property
    def plays_with_others(self) -> bool:
        """Whether others play or watch, also while their line is broken."""
        alone = self.arcade.local or bool(self.table.table.days)
        others = self.table_session.plays_with_others or bool(self.table.watchers)
        return self.plays and others and not alone

    def do_leave(self) -> None:
        """Return to the lobby; ask first if a game is running."""
        leave = partial(self.arcade.navigator.leave_table, self.seated)
        if self.plays and self.table_session.code not in ALONE:
            ask_to_leave(self, self.table, self.seated, leave)
        else:
            leave()
