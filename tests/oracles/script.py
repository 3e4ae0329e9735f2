"""What the second models share: a script of a game that is played by actions and their draws."""

from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

Move = tuple[int, dict[str, Any]]
"""A seat and what it does, plain."""

Script = Generator[None, Move, None]


class Model:
    """A game: `facts` are the public fields of its page, `may` what each seat may do now.

    Some actions stand in `may` as ranges: (do, field, low, high).
    """

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.options = options
        self.draws: deque[Any] = deque()
        self._script = self.play()

    def begin(self, draws: Iterable[Any]) -> None:
        self.draws.extend(draws)
        next(self._script, None)

    def act(self, seat: int, action: dict[str, Any], draws: Iterable[Any]) -> None:
        self.draws.extend(draws)
        with suppress(StopIteration):
            self._script.send((seat, action))

    def play(self) -> Script:
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        raise NotImplementedError

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        """Return what a seat may do; dice and seats sorted."""
        raise NotImplementedError

    def draw(self) -> Any:
        return self.draws.popleft()

    def order_after(self, seat: int) -> Sequence[int]:
        """Return all seats clockwise, from the left of a seat; itself last."""
        return [(seat + away) % self.seats for away in range(1, self.seats + 1)]
