"""One square: its size, its look in three characters, and the effect of a tile before it is laid.

Everything can be read without colour: tiles carry the letter of their seat, coloured squares its
capital, marked squares `+15`; `○` a legal square, `◎` one that would score, `▒b▒` a face-down tile.
"""

from collections.abc import Iterable
from typing import NamedTuple

from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.board import COLUMNS, MARKED, MARKS, worth
from arcade.games.vingt_et_un.rules.state import SeatView
from screens.terminal.rows import pad

STAR = "*"


class Aim:
    """One seat's chosen tile, with its effect on each square.

    `view` is the seat's view, `offers` its offers of `place`, `tile` the chosen tile; `declared`
    is what the person wants a star to be (0: propose something).
    """

    def __init__(
        self, view: SeatView, seat: int, offers: Iterable[Offer], tile: int | str, declared: int
    ) -> None:
        self._view = view
        self._seat = seat
        self._tile = tile
        self._declared = declared
        self._as_21 = {
            offer.action.at
            for offer in offers
            if offer.action.tile == STAR and offer.action.as_ == placing.GOAL
        }

    @property
    def squares(self) -> tuple[str, ...]:
        return self._view.playable.get(str(self._tile), ())

    def declarations(self, square: str) -> list[int]:
        """List the possible declarations of the star on a square."""
        if square not in self._view.stars:
            return []
        whole = [placing.GOAL] if square in self._as_21 else []
        return [*range(1, self._view.stars[square] + 1), *whole]

    def value(self, square: str) -> int:
        """Return the tile's value on a square: a star's is as declared."""
        if self._tile != STAR:
            return int(self._tile)
        choices = self.declarations(square)
        return self._declared if self._declared in choices else self._proposed(square, choices)

    def lines(self, square: str) -> list[tuple[str, ...]]:
        goal = placing.GOAL - self.value(square)
        return [
            others for others, total in placing.lines(self._view.board, square) if total == goal
        ]

    def sums(self, square: str) -> list[int]:
        laid = self.value(square)
        return sorted({total + laid for _, total in placing.lines(self._view.board, square)})

    def points(self, square: str) -> int:
        if self._view.round < placing.SCORING_ROUND:
            return 0
        alone = self._tile == STAR and self.value(square) == placing.GOAL
        return worth(square, self._seat) if alone or self.lines(square) else 0

    def _proposed(self, square: str, choices: list[int]) -> int:
        """Propose a star's value: 21 with a line, else 21 by itself, else the highest."""
        wanted = [placing.GOAL - total for _, total in placing.lines(self._view.board, square)]
        return next((one for one in wanted if one in choices), choices[-1] if choices else 0)


class Cell(NamedTuple):
    """The size of a square."""

    across: int
    down: int


def cell_for(width: int, height: int, board: int, seats: int) -> Cell:
    down = 2 if board * 2 + seats + 6 <= height else 1
    return Cell(max(3, min(6 if down == 2 else 5, (width - 3) // len(COLUMNS))), down)


def into(text: str, cells: int) -> str:
    return pad(text, cells, "center") if cells > 3 else text


def inviting(square: str, scores: bool) -> tuple[str, str]:
    ring, tone = ("◎", "gold") if scores else ("○", "good")
    mark = MARKS[square]
    if mark in MARKED:
        return f"{ring}{MARKED[mark]}", tone
    return (f"{ring}{mark} " if mark.isalpha() else f" {ring} "), tone


def empty(square: str) -> tuple[str, str]:
    mark = MARKS[square]
    if mark in MARKED:
        return f"+{MARKED[mark]}", "accent"
    if mark.islower():
        return f"({mark})", "cool"
    return (f" {mark} ", "cool") if mark.isalpha() else (" · ", "rule")
