"""A puzzle at a table of one's own: the first action is the answer, then the game goes on."""

from collections.abc import Mapping

from msgspec import ValidationError

from arcade.club.coaching import PUZZLE, Judgement, unanswered
from arcade.club.puzzles.facts import Posed
from arcade.club.puzzles.finding import position
from arcade.club.puzzles.puzzles import Puzzles
from arcade.club.replays.practice import PracticeSession, alone
from arcade.club.table_session import TableServices
from arcade.engine.news import phrase
from arcade.players.player import Player
from arcade.rooms.clocks import now
from arcade.rooms.errors import refused
from arcade.rooms.room import LogLine, Room
from arcade.rooms.seats import BOT_NAMES, Chair

ASKED = phrase("The puzzle of the day: which choice is the best?")


class PuzzleSession(PracticeSession):
    """A person's handle on a puzzle; playing on after the answer counts for nothing."""

    def __init__(
        self, services: TableServices, player: Player, posed: Posed, puzzles: Puzzles
    ) -> None:
        """Seat a person in a puzzle, at a table that nobody else sees; raises `Refused`."""
        super().__init__(services, _room(posed, player), player)
        self._posed = posed
        self._puzzles = puzzles
        self.greeting = ASKED

    async def act(
        self, action: Mapping[str, object], version: int | None = None
    ) -> Judgement | None:
        answers = unanswered(self.host.room)
        await super().act(action, version)
        return await self._puzzles.judge(self._posed, self.player, action) if answers else None


def _room(posed: Posed, player: Player) -> Room:
    try:
        at = position(posed)
    except ValidationError:
        raise refused("The rules of this game have changed since: wait for tomorrow's.") from None
    names = BOT_NAMES[: posed.seats]
    chairs = tuple(Chair(bot="expert", bot_name=name) for name in names)
    line = LogLine(1, now(), "table", ASKED, names)
    room = Room(
        code=PUZZLE,
        game=posed.game,
        options=posed.options,
        by=player,
        private=True,
        chairs=chairs,
        phase="playing",
        state=at.state,
        lines=(line,),
    )
    return alone(room, player, posed.seat)
