"""The effect of a tile on a square before it is laid."""

from collections.abc import Iterable

from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.board import worth
from arcade.games.vingt_et_un.rules.state import SeatView

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
        """The squares where the tile may lie."""
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
        """Return the other squares of the lines that the tile would bring to 21."""
        goal = placing.GOAL - self.value(square)
        return [
            others for others, total in placing.lines(self._view.board, square) if total == goal
        ]

    def sums(self, square: str) -> list[int]:
        """List the sums of the lines through the tile."""
        laid = self.value(square)
        return sorted({total + laid for _, total in placing.lines(self._view.board, square)})

    def points(self, square: str) -> int:
        """Return the tile's score on a legal square."""
        if self._view.round < placing.SCORING_ROUND:
            return 0
        alone = self._tile == STAR and self.value(square) == placing.GOAL
        return worth(square, self._seat) if alone or self.lines(square) else 0

    def _proposed(self, square: str, choices: list[int]) -> int:
        """Propose a star's value: 21 with a line, else 21 by itself, else the highest."""
        wanted = [placing.GOAL - total for _, total in placing.lines(self._view.board, square)]
        return next((one for one in wanted if one in choices), choices[-1] if choices else 0)
