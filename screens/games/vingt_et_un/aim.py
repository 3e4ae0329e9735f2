"""The effect of the chosen tile on each square, before it is laid."""

from collections.abc import Iterable
from typing import NamedTuple

from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.placing import worth
from arcade.games.vingt_et_un.rules.state import SeatView

STAR = "*"


class Sum(NamedTuple):
    """A line with the tile in its place: direction (─ │ ╲ ╱), squares, "4 + 8 + 9", and 21."""

    way: str
    squares: tuple[str, ...]
    numbers: str
    total: int


class Aim:
    """One seat's chosen tile, with its effect on each square.

    `view` is the seat's view, `offers` its offers of `place`, `tile` the chosen tile; `declared`
    is what the person wants a star to be (0: propose something).
    """

    def __init__(
        self, view: SeatView, seat: int, offers: Iterable[Offer], tile: int | str, declared: int
    ) -> None:
        self._view = view
        self.seat = seat
        self.tile = tile
        self._declared = declared
        self._as_21 = {
            offer.action.at
            for offer in offers
            if offer.action.tile == STAR and offer.action.as_ == placing.GOAL
        }

    @property
    def squares(self) -> tuple[str, ...]:
        return self._view.playable.get(str(self.tile), ())

    def declarations(self, square: str) -> list[int]:
        """List the possible declarations of the star on a square."""
        if square not in self._view.stars:
            return []
        whole = [placing.GOAL] if square in self._as_21 else []
        return [*range(1, self._view.stars[square] + 1), *whole]

    def value(self, square: str) -> int:
        """Return the tile's value on a square: a star's is as declared."""
        if self.tile != STAR:
            return int(self.tile)
        choices = self.declarations(square)
        return self._declared if self._declared in choices else self._proposed(square, choices)

    def sums(self, square: str) -> list[Sum]:
        """Add up the lines that the tile would join, the longest sum first."""
        laid, sums = self.value(square), []
        for others, total in placing.lines(self._view.board, square):
            line = in_order((*others, square))
            numbers = [
                str(self._view.board[other].value)
                if other != square
                else f"★{laid}"
                if self.tile == STAR
                else str(laid)
                for other in line
            ]
            sums.append(Sum(way(*line), line, " + ".join(numbers), total + laid))
        return sorted(sums, key=lambda line: line.total, reverse=True)

    def made(self, square: str) -> list[Sum]:
        """Return the lines of 21 that the tile would make."""
        return [line for line in self.sums(square) if line.total == placing.GOAL]

    def points(self, square: str) -> int:
        if self._view.round < placing.SCORING_ROUND:
            return 0
        alone = self.tile == STAR and self.value(square) == placing.GOAL
        return worth(square, self.seat) if alone or self.made(square) else 0

    def best(self) -> list[str]:
        """List the squares where the tile may lie, those first that score most."""
        return sorted(self.squares, key=self.points, reverse=True)

    def _proposed(self, square: str, choices: list[int]) -> int:
        """Propose a star's value: 21 with a line, else 21 by itself, else the highest."""
        wanted = [placing.GOAL - total for _, total in placing.lines(self._view.board, square)]
        return next((value for value in wanted if value in choices), choices[-1] if choices else 0)


def in_order(squares: Iterable[str]) -> tuple[str, ...]:
    """Return the squares of a line from the left, or from above."""
    return tuple(sorted(squares, key=lambda name: (name[0], int(name[1:]))))


def way(first: str, other: str, *_more: str) -> str:
    """Return the direction of the squares of a line, the left or upper one first."""
    if first[0] == other[0]:
        return "│"
    down = int(other[1:]) - int(first[1:])
    return "─" if not down else "╲" if down > 0 else "╱"
