"""What is common to every way to choose at Trente: the offers, where a keep leads, targets."""

from collections.abc import Sequence

from arcade.engine.offers import Offer
from arcade.games.trente.bots.turn import Turn
from arcade.games.trente.rules.table import Keep, View
from arcade.games.trente.rules.threshold import LOW, is_low


def keeps(offers: Sequence[Offer]) -> list[Keep]:
    """List the keeps among the offers."""
    return [offer.action for offer in offers if isinstance(offer.action, Keep)]


def after(view: View, keep: Keep) -> tuple[int, int]:
    """Give the dice left and the sum after a keep, dice turned over where 12 is the threshold."""
    dice = view.kept + keep.dice
    first = keep.dice[0] if keep.first is None else keep.first
    low = is_low(first) if view.threshold is None else view.threshold == LOW
    return 6 - len(dice), 7 * len(dice) - sum(dice) if low else sum(dice)


def promise(turn: Turn, view: View, keep: Keep) -> float:
    """Give what a keep is worth in this turn."""
    return turn.worth(*after(view, keep))


def nearest_to_death(view: View, seat: int) -> tuple[bool, int]:
    """Rank targets: the living before the dead, and the one nearest to death first.

    Among the dead it is the one nearest to zero, who may still win a manche that all lose.
    """
    score = view.scores[seat]
    return (True, -score) if seat not in view.dead else (False, score)
