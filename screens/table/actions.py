"""The actions of a table: an operation, a page or a question."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property

from msgspec.structs import replace

from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.operations.operation import TableOperation
from arcade.club.operations.table import (
    ComeBack,
    Decline,
    GiveUpSeat,
    GoOn,
    Pause,
    PlayAgain,
    SeatBot,
    SeeEnd,
    SetDoor,
    Sit,
    Start,
    UnseatBot,
    VoteEnd,
)
from arcade.club.speech.absence import others_stay, seat_kept_text
from arcade.club.speech.clock import told_clock
from arcade.club.speech.read_aloud import paragraph
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.table_session import TableSession
from arcade.club.views import TableView
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.aloud import keys_text
from screens.keys import Action
from screens.lobby.new_table import NewTable
from screens.pages.ask import Ask
from screens.pages.daily import DailyScreen
from screens.pages.fairness import FairPage
from screens.pages.people import People
from screens.pages.rules_page import RulesPage
from screens.pages.settings import SettingsScreen
from screens.table.coach import CoachPane
from screens.table.gestures import GESTURES, Gestures
from screens.table.layout import GameScreen
from screens.table.result import Result
from screens.table.seats import starter
from screens.table.side import SidePanels
from screens.widgets.log import LogPane
from screens.widgets.prompt import Prompt

REQUESTS = {
    operation.key.name: operation
    for operation in OPERATIONS
    if operation.key.name and issubclass(operation, TableOperation)
}
"""The operations that keys of a table ask for, by the key's name."""


class TableActions(GameScreen[None]):
    """The keys of a table; the screen shows the table.

    `table_session` is the session of the person whose turn it is at this keyboard, `seated` are
    those of everybody who shares it, `table` is the view shown.
    """

    table_session: TableSession
    seated: list[TableSession]
    table: TableView
    prompt: Prompt
    log_pane: LogPane
    side: SidePanels
    cited = 0
    """The paragraph of the rules named by the last refusal."""

    @cached_property
    def result(self) -> Result:
        """The card at a game's end, created at the first end."""
        return Result()

    @property
    def ended(self) -> bool:
        return "result" in vars(self) and self.result.shown

    @cached_property
    def coach(self) -> CoachPane:
        """The coach's pane, created on first use."""
        return CoachPane()

    @property
    def coached(self) -> bool:
        return "coach" in vars(self) and self.coach.open

    @cached_property
    def gestures(self) -> Gestures:
        """The list of gestures, created on first use."""
        return Gestures()

    @property
    def gesturing(self) -> bool:
        return "gestures" in vars(self) and self.gestures.open

    @property
    @abstractmethod
    def seen(self) -> TableView:
        """The last table of which everything was visible."""

    @abstractmethod
    def bars(self) -> None:
        """Refresh the bars."""

    def do(self, name: str) -> object:
        """Perform the operation of a key, unless a method does more for that key."""
        operation = REQUESTS.get(name)
        if operation is None or hasattr(self, f"do_{name}"):
            return super().do(name)
        return self.ask(operation())

    async def ask(self, operation: TableOperation[object]) -> None:
        for session in self._players() if operation.by_each else (self.table_session,):
            await operation.do(session)

    async def do_again(self) -> None:
        """Be ready for the next game, with everybody at this keyboard."""
        for session in self.seated:
            table = session.table()
            if table.seat is not None and table.phase == "over":
                await session.start()

    def do_next_deal(self) -> None:
        """Leave a daily deal for the page of all deals."""
        app = self.app
        self.arcade.navigator.leave_table(self.seated)
        if not isinstance(app.screen, DailyScreen):  # one comes from there as a rule
            app.push_screen(DailyScreen())

    async def do_another(self) -> None:
        """Choose another game; let bots who play alone finish this one."""
        if self.table.decided:
            await self.ask(SeeEnd())
        self.app.push_screen(NewTable(self.seated))

    def do_board(self) -> None:
        """Show the board, then the panels, then the result card again."""
        if self.result.board:
            self.side.swap()
        self.result.board = not self.result.board or self.side.swapped
        self.rearrange()

    def do_recording(self) -> None:
        how = by_ssh("play", self.arcade.club.address)
        command = f"{how} cast {self.table.code} {self.table.games_played}"
        self.tell(self.words.t("The game as a recording: {command}", command=command))

    def do_to_table(self) -> None:
        """Leave the result card for the running game."""
        self.result.open = False
        self.rearrange()

    def do_go_on(self) -> None:
        """End the pause, once it is confirmed: others may not be back yet."""
        t = self.words.t
        asked = Ask(
            t("Go on with the game?"),
            t("The pause is over for everybody then, and the clocks run."),
            [("go_on", "y", t("go on")), ("", "n", t("stay paused"))],
        )
        self.app.push_screen(asked, self._gone_on)

    async def _gone_on(self, answer: str | None) -> None:
        with self.report_refusals():
            if answer:
                await self.ask(GoOn())

    async def do_vote_end(self) -> None:
        """Ask to end the game, or withdraw the request; confirm first if nobody else has a say."""
        t, here = self.words.t, {session.table().seat for session in self._players()}
        persons = {seat.number for seat in self.table.seats if seat.kind in ("person", "absent")}
        if persons - here:
            await self.ask(VoteEnd())
            return
        self.app.push_screen(
            Ask(
                t("End the game?"),
                t("It is then over, without a result."),
                [("end", "y", t("end it")), ("", "n", t("play on"))],
            ),
            self._end,
        )

    async def _end(self, answer: str | None) -> None:
        with self.report_refusals():
            if answer:
                await self.ask(VoteEnd())

    def _players(self) -> list[TableSession]:
        """Return the table sessions at this keyboard whose people are not replaced by a bot."""
        seats = [(session, session.table()) for session in self.seated]
        return [
            session
            for session, table in seats
            if table.seat is not None and table.seats[table.seat].kind == "person"
        ]

    async def do_look_back(self) -> None:
        """Look back in the running game, unless that shows hidden hands to a neighbour."""
        running = self.table.phase == "playing"
        if running and len(self.seated) > 1 and registry.find(self.table.game).meta.secrets:
            self.tell(self.words.t("Not at a shared keyboard while hands are hidden."))
        else:
            await self.arcade.navigator.show_live(self.table_session)

    def do_odds(self) -> None:
        """Show the odds in place of the log, or the log again."""
        self.coach.switch(self.table_session)
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
        self.gestures.open = True
        self.rearrange()

    def do_no_gesture(self) -> None:
        self.gestures.open = False
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
        self.log_pane.scroll_rows(-1)

    def do_page_down(self) -> None:
        self.log_pane.scroll_rows(1)

    def do_fair(self) -> None:
        self.app.push_screen(FairPage(self.table_session, self.words.t("Dice that can be checked")))

    def do_settings(self) -> None:
        """Open the settings; the table then uses the chosen language."""
        self.app.push_screen(SettingsScreen(), lambda _: self.bars())

    def do_aloud(self) -> None:
        if self.gesturing:
            listed = [replace(gesture, label=gesture.what) for gesture in GESTURES]
            self.arcade.navigator.show_aloud(keys_text(self.words, listed))
            return
        table = self.seen
        text = " ".join((paragraph(self.words, table), told_clock(self.words, table))).rstrip()
        self.arcade.navigator.show_aloud(text)

    def do_help(self) -> None:
        """Show the rules, at the paragraph of the last refusal if any."""
        at, self.cited = self.cited, 0
        self.app.push_screen(RulesPage(self.words, self.table.game, self.bound(), paragraph=at))

    @property
    def plays(self) -> bool:
        return self.table.phase == "playing" and self.table.seat is not None

    @property
    def plays_with_others(self) -> bool:
        """Whether others would wait for this person."""
        alone = self.arcade.local or bool(self.table.table.days)
        return self.plays and others_stay(self.table) and not alone

    def do_leave(self) -> None:
        """Return to the lobby; ask first if a game is running."""
        if self.plays:
            self.ask_to_leave(lambda: self.arcade.navigator.leave_table(self.seated))
        else:
            self.arcade.navigator.leave_table(self.seated)

    def ask_to_leave(self, leave: Callable[[], None]) -> None:
        """Ask what becomes of the seat, then call `leave`."""
        t, table = self.words.t, self.table
        others = others_stay(table) and not self.arcade.local

        async def answered(answer: str | None) -> None:
            with self.report_refusals():
                for session in self.seated if answer == "give_up" else ():
                    if session.table().seat is not None:
                        await GiveUpSeat().do(session)
                if answer:
                    leave()

        self.app.push_screen(
            Ask(
                t("Leave the table?"),
                seat_kept_text(self.words, table.table.days, others),
                [
                    ("leave", "y", t("leave, and come back later")),
                    ("give_up", "g", t("give the seat up for good")),
                    ("", "n", t("stay")),
                ],
            ),
            answered,
        )


def seat_actions(table: TableView, local: bool) -> list[Action]:
    """List the keys that work now; `local` if several people may share this keyboard."""
    if table.next_seat is not None:
        return []
    if table.seat is None:
        shut = table.phase == "playing" and not table.table.late_join
        free = any(seat.kind in ("open", "bot") for seat in table.seats)
        return [keys.of(Sit)] if free and not shut else []
    match table.phase:
        case "playing":
            return [*_consent(table, table.seat), *_door(table, local)]
        case "waiting":
            return _waiting(table, local)
        case "over" if table.daily:
            return [keys.NEXT_DEAL]
        case "over" if table.seat not in table.asked.get("again", ()):
            again = keys.of(PlayAgain)
            if table.as_played().seat is None:
                again = again.labelled(
                    N_("play the next game"), N_("Be ready for the next game here.")
                )
            return [again]
        case _:
            return []


def _consent(table: TableView, own: int) -> list[Action]:
    """List the keys of requests that everybody has to agree to; none while a bot plays."""
    if table.bot_plays:
        return [keys.of(ComeBack)]
    asked = {what for what, seats in table.asked.items() if seats and own not in seats}
    end = keys.of(VoteEnd).labelled(N_("end too") if "end" in asked else "")
    declining = [keys.of(Decline)] if asked else []
    if table.paused:
        return [keys.of(GoOn), end, *declining]
    pause = keys.of(Pause).labelled(N_("pause too") if "pause" in asked else "")
    return [end, *declining] if table.table.days else [pause, end, *declining]


def _door(table: TableView, local: bool) -> list[Action]:
    """List the key that opens or shuts the door of a game against bots."""
    bots = all(seat.kind == "bot" and not seat.after for seat in table.seats if not seat.yours)
    dealt = table.fair.now is not None and bool(table.fair.now.day)
    if local or not bots or dealt or table.table.days:
        return []
    door = keys.of(SetDoor)
    return [door if table.table.late_join else door.labelled(N_("open the door"))]


def _waiting(table: TableView, local: bool) -> list[Action]:
    kinds = [seat.kind for seat in table.seats]
    start = keys.of(Start)
    actions = [start.labelled("") if starter(table) else start]
    if "open" in kinds:
        actions.append(keys.of(SeatBot))
        if local:
            actions.append(keys.PERSON)
    if "bot" in kinds:
        actions.append(keys.of(UnseatBot))
    return actions
