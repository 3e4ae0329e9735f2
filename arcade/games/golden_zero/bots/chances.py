"""Each seat's chance to win Golden Zero, by its chips: those in the pot still count as one's own.

A game without a last hand goes on until one seat has everything, and a fair one is won as often as
a seat's share of the chips. With a last hand it is a race to have most.
"""

from math import sqrt

from arcade.engine.coach import race
from arcade.games.golden_zero.rules.state import Public

HAND = 0.3
"""How far a seat's chips stray in a hand, as a share of a seat's even part."""


def chances(view: Public) -> tuple[float, ...]:
    chips = [stack + paid for stack, paid in zip(view.stacks, view.paid, strict=True)]
    total = sum(chips)
    if view.final is None:
        return tuple(own / total for own in chips)
    left = view.final - view.hand + (view.phase != "result")
    return race(chips, HAND * total / len(chips) * sqrt(left))
