"""Which dice are shown: those chosen on a throw, the six of a turn, an attack as it falls."""

from msgspec import Struct

from arcade.games.trente.rules.options import HIGH, LOW, excess, is_low
from arcade.games.trente.rules.state import POINTS, Hand, Strike, View
from screens.terminal.seats import SeatMark, seat_mark

_SLOW, _MOST_FRAMES = 2, 45
"""Frames for which a throw lies before the next, and the most for an attack."""


class Choice:
    """The chosen dice, by their places in the throw, in the order of choosing.

    The cursor begins at the best die; a last die is chosen already, because it must be kept.
    """

    def __init__(self, dice: tuple[int, ...] = (), threshold: int | None = None) -> None:
        self.dice = dice
        self.threshold = threshold
        self.places: list[int] = [0] if len(dice) == 1 else []
        best = min if threshold == LOW else max
        self.cursor = dice.index(best(dice)) if dice else 0
        self.asking = False

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(self.dice[at] for at in self.places)

    @property
    def undecided(self) -> bool:
        """Return whether these dice leave the threshold open; then the first must be named."""
        return self.threshold is None and len({is_low(die) for die in self.faces}) == 2

    def decides(self) -> int | None:
        if self.threshold is None and self.places and not self.undecided:
            return LOW if is_low(self.faces[0]) else HIGH
        return self.threshold

    def toggle(self, at: int) -> None:
        """Choose or release a die; a last die stays chosen."""
        self.cursor = at
        self.asking = False
        if len(self.dice) == 1:
            self.places = [at]
        elif at in self.places:
            self.places.remove(at)
        else:
            self.places.append(at)

    def toggle_all(self) -> None:
        """Choose all dice, from the left; release all if all were chosen."""
        self.asking = False
        full = len(self.places) == len(self.dice) > 1
        self.places = [] if full else list(range(len(self.dice)))

    def move(self, step: int) -> None:
        """Move the cursor; while the first die is to be named, among the chosen dice."""
        among = sorted(self.places) if self.asking else list(range(len(self.dice)))
        here = among.index(self.cursor) if self.cursor in among else 0
        self.cursor = among[(here + step) % len(among)]

    def ask_first(self) -> None:
        """Ask which die comes first; propose the one chosen first."""
        self.asking = True
        self.cursor = self.places[0]


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
    def mark(self) -> SeatMark:
        """The mark of the seat, whose colour these dice have."""
        return seat_mark(self.seat)

    @property
    def goals(self) -> tuple[int, ...]:
        """The sums that may be asked."""
        return (LOW, HIGH) if self.threshold is None else (self.threshold,)

    @property
    def left(self) -> int:
        return 6 - len(self.kept) - len(self.chosen)

    @property
    def total(self) -> int:
        return sum(self.kept) + sum(self.chosen)

    @property
    def low(self) -> int:
        return self.total + self.left

    @property
    def high(self) -> int:
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


def last_loss(view: View) -> tuple[int, int] | None:
    """Return who lost how many points by the last event, if it ended a turn."""
    if (strike := struck_now(view)) is not None:
        return strike.target, strike.lost
    if (hand := missed_now(view)) is not None:
        return hand.seat, -hand.excess
    return None


def lost_now(view: View) -> tuple[int, int] | None:
    """Return who lost how many points by the last event, in this manche."""
    loss = last_loss(view)
    return loss if loss is not None and same_manche(view, *loss) else None


def manche_begins(view: View) -> bool:
    """Return whether the last loss ended a manche, so that everybody has all points again."""
    loss = last_loss(view)
    return loss is not None and loss[1] > 0 and not same_manche(view, *loss)


def falls(strike: Strike) -> tuple[tuple[int, int], ...]:
    """List the steps of an attack's animation: which throw, and how many of its dice lie."""
    steps = [
        (number, min(fallen, len(throw)))
        for number, throw in enumerate(strike.throws)
        for fallen in range(len(throw) + 1 + _SLOW)
    ]
    stride = -(-len(steps) // _MOST_FRAMES)
    return tuple(steps[::-1][::stride][::-1])


def fallen(strike: Strike, step: tuple[int, int]) -> int:
    """Add up the damage of the dice that lie at this step."""
    number, lie = step
    lying = [*strike.throws[:number], strike.throws[number][:lie]]
    return strike.level * sum(throw.count(strike.level) for throw in lying)


def lying(strike: Strike, step: tuple[int, int]) -> list[tuple[int, str]]:
    """Return the six dice and their tones at this step: hits stay, the others are thrown again.

    Hits have the colour of whoever attacks.
    """
    number, lie = step
    level, positions = strike.level, list(range(6))
    for throw in strike.throws[:number]:
        again = [at for at, face in zip(positions, throw, strict=True) if face != level]
        positions = again or list(range(6))
    tile = seat_mark(strike.seat).tile
    dice = [(level, tile)] * 6
    for order, (at, face) in enumerate(zip(positions, strike.throws[number], strict=True)):
        hit = face == level and order < lie
        dice[at] = (face if order < lie else 0, tile if hit else "tile")
    return dice
