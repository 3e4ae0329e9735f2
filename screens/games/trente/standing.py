"""Whose six dice the picture is about: a turn that is being played, or the one just over."""

from msgspec import Struct

from arcade.games.trente.rules.options import HIGH, LOW, excess
from arcade.games.trente.rules.state import POINTS, Hand, Strike, View
from screens.games.trente.choice import Choice


class Standing(Struct, frozen=True):
    """How far six dice have come: kept, about to be kept, and how many remain to be thrown.

    `live` is whether the turn is being played; else it is the one that ended last.
    """

    seat: int
    kept: tuple[int, ...]
    chosen: tuple[int, ...]
    threshold: int | None
    live: bool

    @property
    def left(self) -> int:
        """Count the dice that are neither kept nor chosen."""
        return 6 - len(self.kept) - len(self.chosen)

    @property
    def total(self) -> int:
        """Add the kept and the chosen dice."""
        return sum(self.kept) + sum(self.chosen)

    @property
    def low(self) -> int:
        """Give the smallest sum that can still come out."""
        return self.total + self.left

    @property
    def high(self) -> int:
        """Give the greatest sum that can still come out."""
        return self.total + 6 * self.left

    def margins(self) -> tuple[int, int]:
        """Give the worst and the best that can come out, in points beyond the threshold."""
        ends = [excess(total, self.threshold or HIGH) for total in (self.low, self.high)]
        return min(ends), max(ends)

    def need(self) -> int:
        """Give the points still missing, or with 12 the room that is left."""
        margin = excess(self.total, self.threshold or HIGH)
        return margin if self.threshold == LOW else -margin


def standing(view: View, choice: Choice) -> Standing:
    """Find out what is to be shown: the turn being played once it has begun, else the last one."""
    if view.turn is not None and (view.dice or view.kept):
        return Standing(view.turn, view.kept, choice.faces, choice.decides(), True)
    if view.hand is not None:
        return Standing(view.hand.seat, view.hand.dice, (), view.hand.threshold, False)
    return Standing(view.origin, (), (), view.threshold, True)


def struck_now(view: View) -> Strike | None:
    """Give the attack that is the last thing that happened, nothing thrown since; else None."""
    if view.attack is not None or view.dice or view.hand is None or view.hand.excess <= 0:
        return None
    return view.strike


def missed_now(view: View) -> Hand | None:
    """Give the hand without an attack that is the last thing that happened; else None."""
    if view.kept or view.dice or view.hand is None or view.hand.excess > 0:
        return None
    return view.hand


def same_manche(view: View, seat: int, lost: int) -> bool:
    """Say whether a seat's score is still that of the manche in which it lost these points."""
    return view.scores[seat] + lost <= POINTS


def _last_loss(view: View) -> tuple[int, int] | None:
    """Give who lost how many points by the last thing that happened, if it is a turn's end."""
    if (strike := struck_now(view)) is not None:
        return strike.target, strike.lost
    if (hand := missed_now(view)) is not None:
        return hand.seat, -hand.excess
    return None


def lost_now(view: View) -> tuple[int, int] | None:
    """Give who lost how many points by the last thing that happened, in this manche."""
    loss = _last_loss(view)
    return loss if loss is not None and same_manche(view, *loss) else None


def manche_begins(view: View) -> bool:
    """Say whether the last loss ended a manche, and everybody has all points again."""
    loss = _last_loss(view)
    return loss is not None and loss[1] > 0 and not same_manche(view, *loss)
