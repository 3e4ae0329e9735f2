"""The puzzles of a day as a person may see them."""

from typing import Literal

from msgspec import Struct

State = Literal["unknown", "new", "solved", "missed"]
"""Unknown: it is being found, or there is none."""


class PuzzleView(Struct, frozen=True):
    """A game's puzzle, the viewer's own answer, and how many have answered and found it.

    `bots`: the position is from a game of bots.
    """

    game: str
    name: str
    state: State
    answers: int
    right: int
    bots: bool


class PuzzleList(Struct, frozen=True):
    """A day's puzzles; on how many days in a row the viewer solved one, and how many in all."""

    day: str
    puzzles: tuple[PuzzleView, ...]
    streak: int
    solved: int
