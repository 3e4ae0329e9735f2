"""A beginner at the Bourse: near the mean, every kill that offers itself, debts paid."""

from collections.abc import Sequence

from arcade.engine.chance import Chance
from arcade.engine.offers import Offer
from arcade.games.golden21.rules.actions import Action, Announce, End, Give, Spend
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.state import View


class Simple:
    """Plays by rules of thumb, without odds.

    It announces the mean; where only kills win, one more, since the mean earns no points. It kills,
    or makes its own 21, where points do; else takes a bonus off its debt and keeps no account; and
    gives all crisis dice to one trader of another team, by chance.
    """

    name = "simple"
    slow = False

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        seat = view.trader
        spends = [offer.action for offer in offers if isinstance(offer.action, Spend)]
        paying = [spend for spend in spends if _pays(view, seat, spend)]
        if paying:
            # Among several the next one round the table: no seat is struck more than another.
            return min(paying, key=lambda spend: (spend.seat - seat - 1) % len(view.debts))
        if view.phase == "announce":
            step = 0 if view.options.variant == "original" else 1
            return Announce((7 * view.throws + 1) // 2 + step)
        if view.bonus:
            return _paid(spends, seat)
        return _gift(view, seat, offers, chance)


def _pays(view: View, seat: int, spend: Spend) -> bool:
    fate = effect(view, seat, spend).fate
    return fate == "kill" or (fate == "21" and spend.seat == seat)


def _paid(spends: Sequence[Spend], seat: int) -> Spend:
    """Take the bonus off one's own debt; at 21, where there is none to pay, anywhere."""
    pay = Spend("bonus", "debt", seat, -1)
    return pay if pay in spends else spends[0]


def _gift(view: View, seat: int, offers: Sequence[Offer], chance: Chance) -> Action:
    for offer in offers:
        if isinstance(offer.action, Give):
            others = [one for one in offer.among if not view.teams or (one - seat) % 2]
            if others:
                return Give((others[chance.pick(len(others))],) * view.gifts)
    return End()
