"""A rule of thumb for 21: the most points now, else the highest tile; no thought for others."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.bots.outlook import declared, gain, outlook, unwanted
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Place, Swap
from arcade.games.vingt_et_un.rules.state import SeatView


class Simple:
    """Takes what a tile brings at once, by chance among equals."""

    name = "simple"
    slow = False

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        places = list(declared(offers))
        if places:
            return _dearest(view, places, chance)
        swaps = [offer.action for offer in offers if isinstance(offer.action, Swap)]
        first = [offer.action for offer in offers if isinstance(offer.action, Mulligan)]
        found: Action = max(swaps, key=unwanted, default=(*first, offers[0].action)[0])
        return found


def _dearest(view: SeatView, places: Sequence[Place], chance: Chance) -> Place:
    before = outlook(view)
    gains = [gain(view, before, place)[0] for place in places]
    best = max(gains)
    dearest = [place for place, one in zip(places, gains, strict=True) if one == best]
    return dearest[chance.pick(len(dearest))]
