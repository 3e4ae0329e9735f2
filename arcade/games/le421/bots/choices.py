"""What is common to every way to choose at Le 421: the offer of a keep."""

from collections.abc import Sequence

from arcade.engine.offers import Offer
from arcade.games.le421.bots.odds import Kept
from arcade.games.le421.rules.table import Roll


def rethrow(offers: Sequence[Offer], kept: Kept) -> Roll:
    """Find the throw that keeps these faces (ascending), which must be offered."""
    return next(
        offer.action
        for offer in offers
        if isinstance(offer.action, Roll)
        and offer.action.keep is not None
        and tuple(sorted(offer.action.keep)) == kept
    )
