"""Golden Zero on the screen: the target, everybody's cards and chips, one's own hand, the bids.

`view` takes the keys and puts the parts together; each part draws from the view alone. Must not
know: rules beyond the view, the offers and the pure readings of a hand.
"""

from screens.games.golden_zero.view import VIEW

__all__ = ["VIEW"]
