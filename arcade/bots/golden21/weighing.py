"""Every choice of a turn and its worth: exact odds of the throw, and the worth of what follows."""

from collections.abc import Iterator, Sequence
from operator import mul

from msgspec import Struct

from arcade.bots.golden21.odds import Announcement, announcements
from arcade.bots.golden21.position import Position
from arcade.engine.offers import Offer
from arcade.games.golden21.actions import Action, Announce, Give, Spend, Throw
from arcade.games.golden21.debts import effect
from arcade.games.golden21.state import LIMIT

FACES = range(1, 7)
AIMS = 3
"""How many of the best totals are weighed with an aim."""

WON = 1000.0
"""The worth of points that win the game as they are spent: nothing else compares."""


class Choice(Struct, frozen=True):
    """An action and its worth in points; only differences between worths mean something."""

    action: Action
    worth: float


def weigh(position: Position, offers: Sequence[Offer]) -> list[Choice]:
    """Weigh what is offered, in no order; of two totals as far from the mean, the upper one."""
    found: list[Choice] = []
    throw = _Throw(position) if position.view.phase == "announce" else None
    for offer in offers:
        action: Action = offer.action
        match action:
            case Announce() if throw is not None:
                found += throw.announced(action.aim)
            case Throw() if throw is not None:
                found.append(Choice(action, throw.forfeited()))
            case Spend():
                found.append(Choice(action, _spent(position, action)))
            case Give():
                found += _given(position, offer)
            case _:
                found.append(Choice(action, _stood(position)))
    return found


class _Throw:
    """The throw to be announced, from where the debt stands.

    A slip of the table costs the same whatever was announced, and is left out.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._dice = position.dice(position.me)
        self._year = position.year(position.me)
        self._afters = self._year.afters(position.debt)
        self._base = position.weapon(position.account)
        self._plain: list[tuple[float, Announcement]] = []

    def announced(self, aim: int | None) -> Iterator[Choice]:
        """Weigh every total from the mean upwards; with an aim the best few only."""
        if not self._plain:
            self._plain = [(self.worth(one), one) for one in announcements(self._dice)]
        if aim is None:
            for worth, one in self._plain:
                yield Choice(Announce(one.total), worth)
            return
        for worth, one in sorted(self._plain, key=lambda pair: -pair[0])[:AIMS]:
            yield Choice(Announce(one.total, aim), self._aimed(worth, one, aim))

    def worth(self, one: Announcement) -> float:
        """Weigh a total: Σ p(miss k)·worth of the debt + k, and a hit with its bonus well spent."""
        missed: float = sum(map(mul, one.misses, self._afters[1:]))
        return self._base + missed + one.hit * (self._afters[0] + self._gain(one.bonus))

    def forfeited(self) -> float:
        """Weigh throwing unannounced: a die on the debt, then an announcement."""
        debt = self._position.debt
        return self._base + sum(self._year.before(debt + face) for face in FACES) / 6

    def _gain(self, points: int) -> float:
        """Give the worth of a bonus at its best use: a kill, a 21, the account, one's own debt."""
        position = self._position
        if not points:
            return 0.0
        gains = [
            position.spoils(seat)
            for seat in position.rivals
            if position.view.debts[seat] + points > LIMIT
        ]
        gains.append(0.0)
        if position.debt + points == LIMIT:
            gains.append(self._afters[-1] - self._afters[0])
        if not position.account or position.variant == "killer":
            gains.append(position.weapon(position.account + points) - self._base)
        elif position.debt > points:
            gains.append(self._year.after(position.debt - points) - self._afters[0])
        return max(gains)

    def _aimed(self, worth: float, one: Announcement, aim: int) -> float:
        """Weigh an aim: four misses in six; a hit, the difference is the target's; a fall."""
        position, debt = self._position, self._position.debt
        other = position.year(aim)
        owed = position.view.debts[aim]
        now = other.after(owed)
        moved = sum(p * (other.after(owed + gap) - now) for gap, p in enumerate(one.misses, 1))
        luck = self._afters[0] + one.hit * self._gain(one.bonus) + position.side(aim) * moved
        fall = sum(
            p * sum(self._year.after(debt + gap + face) for face in FACES) / 6
            for gap, p in enumerate((one.hit, *one.misses))
            if debt + gap < LIMIT
        )
        return (4 * worth + (self._base + luck) + (self._base + fall)) / 6


def mirrored(choice: Choice, dice: int) -> Choice:
    """Give the total as far below the mean as that of the choice is above: its odds are equal."""
    action = choice.action
    if not isinstance(action, Announce):
        return choice
    return Choice(Announce(7 * dice - action.total, action.aim), choice.worth)


def _stood(position: Position) -> float:
    """Weigh ending the turn as things stand."""
    year = position.year(position.me)
    return position.weapon(position.account) + year.after(position.debt)


def _spent(position: Position, spend: Spend) -> float:
    """Weigh a spending: what is left of one's own year and account, and the target's loss."""
    view, me = position.view, position.me
    found = effect(view, me, spend)
    left = position.account if spend.package == "bonus" else 0
    debt = position.debt
    if spend.seat == me and spend.to == "account":
        left = found.after
    elif spend.seat == me:
        debt = found.after
    own = position.year(me, None, left)
    worth = own.before(debt) if view.phase == "announce" else own.after(debt)
    if spend.seat == me:
        return worth + position.weapon(left)
    if found.fate == "kill":
        won = WON if position.decides() else 0.0
        return worth + won + position.weapon(left, spend.seat) + position.spoils(spend.seat)
    if spend.to == "account":
        moved = position.hoard(found.after, spend.seat) - position.hoard(found.before, spend.seat)
    else:
        theirs = position.year(spend.seat)
        moved = theirs.after(found.after) - theirs.after(found.before)
    return worth + position.weapon(left) + position.side(spend.seat) * moved


def _given(position: Position, offer: Offer) -> Iterator[Choice]:
    """Weigh giving one or more crisis dice to one trader: fewer for oneself, more for the other."""
    view, me = position.view, position.me
    base = position.weapon(position.account)
    for seat in offer.among:
        debt, dice = view.debts[seat], position.dice(seat)
        now = position.year(seat).after(debt)
        for count in range(1, offer.most + 1):
            kept = view.golden + max(0, view.crisis[me] - count)
            own = position.year(me, kept).after(position.debt)
            moved = position.year(seat, dice + count).after(debt) - now
            yield Choice(Give((seat,) * count), base + own + position.side(seat) * moved)
