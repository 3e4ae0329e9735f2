"""The quick traders: `Simple` by rule of thumb, `Good` by the odds of this throw."""

from collections.abc import Sequence
from functools import lru_cache

from arcade.engine import Bot, Chance, Offer, offered
from arcade.games.golden21.rules.actions import Action, Announce, End, Give, Spend
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.dice import bonus, distribution
from arcade.games.golden21.rules.state import LIMIT, View, partners

NEVER = 10**6
"""More points than any bonus: nobody can be killed."""
SPREAD = 12
"""The farthest from the mean that an announcement is considered."""
FORFEIT = 3.5
HALF = 10
BUST, PERFECT, KILL = 40.0, 40.0, 30.0
"""Worths in points of debt: insolvency, a 21, a kill."""
LASTS = 0.25
"""The worth of a 21 for each other trader left; without the specific rules only the last counts."""
KEEP = 0.8
"""What a point on an account is worth in points of debt: less than one, so that debts go first.

It is worth more (about 2.5, up to six points), since accounts kill: that is the expert's to know.
"""


class Good(Bot):
    """Announces the total that costs least on average, bonus included; spends for the largest gain.

    The distribution of the sum is exact; the objective looks at this throw alone, and does not
    see what an account may kill later.
    """

    name = "good"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        seat = view.trader
        spend = _best_spend(view, seat, offers)
        if spend is not None:
            return spend
        if view.phase == "announce":
            return _announce(view, seat, offers)
        return _give(view, seat, offers) or End()


def _best_spend(view: View, seat: int, offers: Sequence[Offer]) -> Spend | None:
    """Return the best use of a package; an account is used only if that beats keeping it."""
    spends = offered(offers, Spend)
    if not spends:
        return None
    best: Spend = max(
        spends, key=lambda spend: (_worth(view, seat, spend), -_way(view, seat, spend.seat))
    )
    return best if view.bonus or _worth(view, seat, best) > 0 else None


def _worth(view: View, seat: int, spend: Spend) -> float:
    """Weigh a spending in points of debt, less the worth of an account if kept."""
    cost = KEEP * view.accounts[seat] if spend.package == "account" else 0.0
    if cost and view.reached and view.reached[-1] != seat:
        cost = 0.0  # the last to reach 21 is going to take it
    change = effect(view, seat, spend)
    if spend.to == "account":
        return (change.after - change.before) * KEEP * _side(view, seat, spend.seat) - cost
    if spend.seat == seat:
        return _solvency(change.after) - _solvency(change.before) - cost
    side = _side(view, seat, spend.seat)
    if change.fate == "kill":
        return KILL * (1.0 if view.options.variant == "original" else 3.0) - cost
    if change.fate in ("21", "partner"):
        return side * PERFECT - cost
    return (change.before - change.after) * 0.4 * side - cost


def _solvency(debt: int, perfect: float = PERFECT) -> float:
    """Weigh the seat's own debt: the nearer to 21, the dearer each point."""
    if debt > LIMIT:
        return -BUST
    if debt == LIMIT:
        return perfect
    return -float(debt) if debt < HALF else HALF * 0.5 - debt * 1.5


def _side(view: View, seat: int, other: int) -> float:
    """Return the factor of another's gain: a partner's counts half, a rival's is a loss."""
    if other == seat:
        return 1.0
    return 0.5 if partners(view.options.teams, seat, other) else -0.5


def _rivals(view: View, seat: int) -> list[int]:
    """List the active traders of other sides, the least indebted first."""
    rivals = [
        other
        for other, status in enumerate(view.status)
        if status == "in" and other != seat and not partners(view.options.teams, seat, other)
    ]
    return sorted(rivals, key=lambda other: (view.debts[other], _way(view, seat, other)))


def _way(view: View, seat: int, other: int) -> int:
    """Count the seats from one to another: among equals the next one counts first."""
    return (other - seat) % len(view.debts)


def _announce(view: View, seat: int, offers: Sequence[Offer]) -> Action:
    rivals = _rivals(view, seat)
    lethal: int | None = LIMIT + 1 - view.debts[rivals[-1]] if rivals else NEVER
    perfect = PERFECT
    if not view.options.specific_rules:
        lethal, perfect = None, PERFECT * LASTS ** max(0, view.status.count("in") - 2)
    total, off = _best_total(view.throws, view.debts[seat], lethal, perfect)
    targets = {
        offer.action.aim
        for offer in offers
        if isinstance(offer.action, Announce) and offer.action.aim is not None
    }
    aims = [rival for rival in rivals if rival in targets]
    if aims and off > FORFEIT and view.debts[seat] + off + FORFEIT < LIMIT:
        return Announce(total, aims[0])
    return Announce(total)


def _best_total(dice: int, debt: int, lethal: int | None, perfect: float) -> tuple[int, float]:
    """Return the best total to announce with this many dice, and the difference to be expected.

    `lethal` is how many points of bonus kill somebody (None: hits earn none); `perfect` is what a
    21 is worth. What is the same for every lower debt, and for every bonus out of reach, is
    reckoned once.
    """
    lowest = HALF - 6 * dice
    highest = bonus(dice, 6 * dice) + 1
    return _reckon(dice, max(debt, lowest), lethal and min(lethal, highest), perfect)


@lru_cache(maxsize=8192)
def _reckon(dice: int, debt: int, lethal: int | None, perfect: float) -> tuple[int, float]:
    chances = distribution(dice)
    costs = _costs(dice, debt, perfect)

    def value(total: int) -> float:
        points = 0 if lethal is None else bonus(dice, total)
        gain = KEEP * points + (KILL if lethal is not None and points >= lethal else 0.0)
        return costs[total] + chances[total] * gain

    best = max(costs, key=value)
    return best, sum(chance * abs(total - best) for total, chance in chances.items())


@lru_cache(maxsize=2048)
def _costs(dice: int, debt: int, perfect: float) -> dict[int, float]:
    """Weigh the expected debt after each total near the mean."""
    middle = 7 * dice // 2
    totals = range(max(dice, middle - SPREAD), min(6 * dice, middle + SPREAD) + 1)
    worth = [_solvency(debt + off, perfect) for off in range(5 * dice + 1)]
    chances = distribution(dice).items()
    return {
        total: sum(chance * worth[abs(thrown - total)] for thrown, chance in chances)
        for total in totals
    }


def _give(view: View, seat: int, offers: Sequence[Offer]) -> Action | None:
    rivals = _rivals(view, seat)
    if not rivals or not offered(offers, Give):
        return None
    return Give((rivals[0],) * view.gifts)


class Simple(Bot):
    """Plays by rules of thumb, without odds.

    It announces the mean; where only kills win, one more, since the mean earns no points. It kills,
    or makes its own 21, where points do; else takes a bonus off its debt and keeps no account; and
    gives all crisis dice to one trader of another team, by chance.
    """

    name = "simple"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        seat = view.trader
        spends = offered(offers, Spend)
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
    """Take the bonus off the seat's own debt; at 21, where none is left, anywhere."""
    pay = Spend("bonus", "debt", seat, -1)
    return pay if pay in spends else spends[0]


def _gift(view: View, seat: int, offers: Sequence[Offer], chance: Chance) -> Action:
    for offer in offers:
        if isinstance(offer.action, Give):
            others = [other for other in offer.among if not view.teams or (other - seat) % 2]
            if others:
                return Give((others[chance.pick(len(others))],) * view.gifts)
    return End()
