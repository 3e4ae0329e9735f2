"""Conversations in lines, without a channel."""

from asyncio import timeout

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech import actions
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import LogLine, TableView
from arcade.players.player import Player
from server.terminal.line_input import LineInput
from server.text.conversation import Conversation
from server.text.line_mode import TYPED
from server.text.line_session import LineSession
from tests.waiting import PATIENCE


class Talk:
    """A conversation in lines with a club of its own, without a channel."""

    def __init__(self, club: Club, language: str = "en", person: Player | None = None) -> None:
        self.output = ""
        player, code = (person, None) if person else club.accounts.guest()
        lines = LineInput(None, lambda _: None)
        self.session = LineSession(club, player, code, lines, self._write)
        self._talk = Conversation(self.session, Words(language), TYPED)

    async def _write(self, text: str) -> None:
        self.output += text

    async def welcome(self) -> str:
        """Return what is said to who comes in."""
        self.output = ""
        await self._talk.welcome()
        return self.output

    async def answer(self, line: str) -> str:
        """Write a line; return all that is said then, on one line."""
        self.output = ""
        if line:
            await self._talk.guarded(self._talk.answer, line)
        await self._talk.tell_news()
        return " ".join(self.output.split())

    async def name(self, line: str) -> str:
        """Write a line where a name is asked for; return all that is said then, on one line."""
        self.output = ""
        await self._talk.guarded(self._talk.name, line, Start("lobby"))
        return " ".join(self.output.split())

    def sentence(self, line: LogLine) -> str:
        return self._talk.narrator.sentence(line)

    def choices(self, table: TableView) -> list[actions.Choice]:
        return self._talk.narrator.choices(table)

    async def on_turn(self) -> str:
        """Wait for the first seat's turn; return what is said of it."""
        async with timeout(PATIENCE):
            while (
                self.table_session.table().phase == "playing"
                and 0 not in self.table_session.table().to_act
            ):
                await self.session.turn(lines=False)
        return await self.answer("who")

    @property
    def table_session(self) -> TableSession:
        """The table where one sits."""
        assert self.session.table_session is not None
        return self.session.table_session
