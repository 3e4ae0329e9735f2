"""Which six dice are shown: those of the current turn, or of the last one."""

from msgspec import Struct

from arcade.games.trente.rules.options import HIGH, LOW, excess
from arcade.games.trente.rules.state import POINTS, Hand, Strike, View
from screens.games.trente.choice import Choice


class Standing(Struct, frozen=True):
    """The state of six dice: kept, chosen, and how many remain to be thrown.

    `live` says that the turn is being played; otherwise it is the last one that ended.
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
        """Return the smallest possible sum."""
        return self.total + self.left

    @property
    def high(self) -> int:
        """Return the greatest possible sum."""
        return self.total + 6 * self.left

    def margins(self) -> tuple[int, int]:
        """Return the worst and best possible result, in points beyond the threshold."""
        ends = [excess(total, self.threshold or HIGH) for total in (self.low, self.high)]
        return min(ends), max(ends)

    def need(self) -> int:
        """Return the points still needed, or with 12 the points to spare."""
        margin = excess(self.total, self.threshold or HIGH)
        return margin if self.threshold == LOW else -margin


def standing(view: View, choice: Choice) -> Standing:
    """Return the dice to show: those of the current turn once it has begun, else of the last."""
    if view.turn is not None and (view.dice or view.kept):
        return Standing(view.turn, view.kept, choice.faces, choice.decides(), True)
    if view.hand is not None:
        return Standing(view.hand.seat, view.hand.dice, (), view.hand.threshold, False)
    return Standing(view.origin, (), (), view.threshold, True)


def struck_now(view: View) -> Strike | None:
    """Return the attack if it is the last event; else None."""
    if view.attack is not None or view.dice or view.hand is None or view.hand.excess <= 0:
        return None
    return view.strike


def missed_now(view: View) -> Hand | None:
    """Return the hand without an attack if it is the last event; else None."""
    if view.kept or view.dice or view.hand is None or view.hand.excess > 0:
        return None
    return view.hand


def same_manche(view: View, seat: int, lost: int) -> bool:
    """Return whether a seat's score is still that of the manche in which it lost these points."""
    return view.scores[seat] + lost <= POINTS


def _last_loss(view: View) -> tuple[int, int] | None:
    """Return who lost how many points by the last event, if it ended a turn."""
    if (strike := struck_now(view)) is not None:
        return strike.target, strike.lost
    if (hand := missed_now(view)) is not None:
        return hand.seat, -hand.excess
    return None


def lost_now(view: View) -> tuple[int, int] | None:
    """Return who lost how many points by the last event, in this manche."""
    loss = _last_loss(view)
    return loss if loss is not None and same_manche(view, *loss) else None


def manche_begins(view: View) -> bool:
    """Return whether the last loss ended a manche, so that everybody has all points again."""
    loss = _last_loss(view)
    return loss is not None and loss[1] > 0 and not same_manche(view, *loss)
