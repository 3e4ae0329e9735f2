"""What somebody asks about the puzzles of the day."""

from msgspec.structs import replace

from arcade.club.operations.operation import (
    ANY_GAME,
    JSON,
    Argument,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
    game_key,
)
from arcade.club.puzzles.views import PuzzleList
from arcade.engine.words import N_

_ANSWER_WORDS = 8
"""The most words of an answer."""


class PlayPuzzle(Operation[PuzzleList], frozen=True):
    """Return today's puzzles; with a game, go to its puzzle: the first action is the answer."""

    key = Key(
        "puzzles", ("p",), N_("puzzles"), N_("Find the best choice in a position, one a day.")
    )
    line = Line(
        "puzzle",
        N_("puzzle [GAME]: the puzzles of the day; with a game, find the best choice in it"),
    )
    api = "puzzle"
    command = Command(
        "puzzle",
        (ANY_GAME, Argument(N_("CHOICE"), optional=True, words=_ANSWER_WORDS), JSON),
        N_("today's puzzles; of a game the position and your choices; with one of them, answer"),
    )

    game: str = ""

    async def run(self, visitor: Visitor) -> PuzzleList:
        club, player = visitor.club, visitor.player
        listed = club.puzzles.of(player)
        if not self.game:
            club.puzzles.prepare()
            return listed
        visitor.go(await club.play_puzzle(player, game_key(self.game)))
        return replace(listed, puzzles=())
