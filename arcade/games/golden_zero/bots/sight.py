"""What a seat sees of the others at Golden Zero: who is left, what is unseen, how they may end.

Everything is read off the seat's own view.
"""

from collections.abc import Sequence
from functools import cache
from math import prod

from arcade.games.golden_zero.rules.hands import Reading, best
from arcade.games.golden_zero.rules.view import SeatView

VALUES = 11
EACH = 5
UNKNOWN = (0.35, 0.25, 0.11, 0.05, 0.02, 0.01)
"""How often a hand ends 0, 1, 2 … short of the target in the play of `good`; the rest burns."""
BLUFF = 0.04
"""The worth of a hidden burn: a rival may believe the bluff."""
TIE, TIE_WITH_GARDE = 0.35, 0.65
"""How often a hand wins a tie, without a Garde and with one."""

Shorts = tuple[float, ...]
"""How likely a hand ends 0, 1, 2 … short of the target; what is missing to one burns."""


def rivals_of(view: SeatView) -> list[int]:
    return [
        seat
        for seat in range(len(view.stacks))
        if seat != view.seat and not (view.folded[seat] or view.burned[seat] or view.out[seat])
    ]


def has_chosen(view: SeatView, seat: int) -> bool:
    """Return whether a rival takes no more cards: it chose before us, or the Choix is over."""
    if view.phase != "choix":
        return view.phase == "reine"
    size = len(view.stacks)
    return (seat - view.button - 1) % size < (view.seat - view.button - 1) % size


def unseen(view: SeatView) -> tuple[int, ...]:
    """Count the cards of each value that this seat does not see."""
    seen = [*view.closed, *view.target_cards, *(card for cards in view.open for card in cards)]
    return tuple(EACH - seen.count(value) for value in range(VALUES))


def pot_of(view: SeatView) -> int:
    return sum(pot.amount for pot in view.pots)


def reach_of(view: SeatView) -> int:
    """Return the highest bet of this round that any rival can match."""
    return max((view.bets[seat] + view.stacks[seat] for seat in rivals_of(view)), default=0)


def can_answer(view: SeatView) -> bool:
    return any(view.stacks[seat] for seat in rivals_of(view))


def winning(hand: Reading | None, rivals: Sequence[Shorts]) -> float:
    """Return the chance that a hand (None: burned) that takes no more beats all who end so."""
    if hand is None:
        return BLUFF if rivals else 1.0
    tie, short = TIE if hand.garde is None else TIE_WITH_GARDE, hand.short
    return prod(
        1 - sum(rival[:short]) - (1 - tie) * sum(rival[short : short + 1]) for rival in rivals
    )


def shorts(left: tuple[int, ...], total: int, target: int) -> Shorts:
    """Estimate how a rival ends that has stayed at a sum: from every pair of unseen cards.

    Who stays is likelier near the target, so a pair counts less the further it is from it.
    """
    weights = [0.0] * (target + 1)
    burned = 0.0
    for first, count in enumerate(left):
        for second in range(first, VALUES):
            pairs = count * (left[second] if second > first else count - 1)
            short = _short(total, first, second, target)
            if short < 0:
                burned += 0.5 * pairs
            else:
                weights[short] += pairs * (2 if second > first else 1) / (1 + short)
    whole = sum(weights) + burned
    return tuple(weight / whole for weight in weights) if whole else UNKNOWN


@cache
def _short(total: int, first: int, second: int, target: int) -> int:
    hand = best((total,), (first, second), target)
    return -1 if hand is None else hand.short
