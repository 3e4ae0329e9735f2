"""Golden Zero on the screen: the target, everybody's cards and chips, one's own hand, the bids.

Must not know: rules beyond the view, the offers and the pure readings of a hand.
"""

from screens.games.golden_zero.view import VIEW

__all__ = ["VIEW"]
