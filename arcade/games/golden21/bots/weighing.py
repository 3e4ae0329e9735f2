"""Every choice of a turn and its worth: exact odds of the throw, and the worth of what follows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter, mul

from msgspec import Struct

from arcade.engine import Bot, Chance, Offer
from arcade.games.golden21.bots.odds import Announcement, announcements
from arcade.games.golden21.bots.position import Position
from arcade.games.golden21.rules.actions import Action, Announce, Give, Spend, Throw
from arcade.games.golden21.rules.debts import effect
from arcade.games.golden21.rules.state import LIMIT, View

FACES = range(1, 7)
AIMS = 3
"""How many of the best totals are weighed with an aim."""

WON = 1000.0
"""The worth of points that win the game as they are spent: nothing else compares."""


class Choice(Struct, frozen=True):
    action: Action
    worth: float


def weigh(position: Position, offers: Sequence[Offer]) -> list[Choice]:
    """Weigh the offers, in no order; of two totals equally far from the mean, the upper one."""
    choices: list[Choice] = []
    throw = None
    if position.view.phase == "announce":
        throw = _Throw(position, position.debt, position.account)
    for offer in offers:
        action: Action = offer.action
        match action:
            case Announce() if throw is not None:
                choices += throw.announced(action.aim)
            case Throw() if throw is not None:
                choices.append(Choice(action, throw.forfeited()))
            case Spend():
                choices.append(Choice(action, _spent(position, action)))
            case Give():
                choices += _given(position, offer)
            case _:
                stood = position.hoard(position.account) + position.after(position.debt)
                choices.append(Choice(action, stood))
    return choices


class _Throw:
    """The throw to be announced from a debt, with this many points on the account.

    A slip of the table costs the same whatever was announced, and is left out.
    """

    def __init__(self, position: Position, debt: int, account: int) -> None:
        self._position, self._debt, self._account = position, debt, account
        self._dice = position.view.throws
        self._base = position.hoard(account)
        self._afters = [position.after(after) for after in range(debt, LIMIT + 1)]
        self._kills = [
            (LIMIT - position.view.debts[seat], position.kill(seat, account))
            for seat in position.rivals
        ]
        self._plain: list[tuple[float, Announcement]] = []

    def announced(self, aim: int | None) -> Iterator[Choice]:
        """Weigh every total from the mean upwards; with an aim the best few only."""
        if not self._plain:
            self._plain = [
                (self.worth(announcement), announcement)
                for announcement in announcements(self._dice)
            ]
        if aim is None:
            for worth, announcement in self._plain:
                yield Choice(Announce(announcement.total), worth)
            return
        for worth, announcement in sorted(self._plain, key=lambda pair: -pair[0])[:AIMS]:
            yield Choice(Announce(announcement.total, aim), self._aimed(worth, announcement, aim))

    def worth(self, announcement: Announcement) -> float:
        """Weigh a total: Σ p(miss k)·worth of the debt + k, and a hit with its bonus well spent."""
        missed: float = sum(map(mul, announcement.misses, self._afters[1:]))
        return self._base + missed + announcement.hit * (self._afters[0] + self._gain(announcement))

    def forfeited(self) -> float:
        """Weigh throwing unannounced: a die on the debt, then an announcement."""
        worths = (_before(self._position, self._debt + face, self._account) for face in FACES)
        return sum(worths) / 6

    def _gain(self, announcement: Announcement) -> float:
        """Return a bonus's worth at its best use: a kill, a 21, the account, the seat's debt."""
        position, debt, account = self._position, self._debt, self._account
        points = position.earned(announcement)
        if not points:
            return 0.0
        gains = [worth for left, worth in self._kills if points > left]
        gains.append(0.0)
        gains.append(position.after(debt - points) - self._afters[0])
        if debt + points == LIMIT:
            gains.append(self._afters[-1] - self._afters[0])
        if not account or position.variant == "killer":
            gains.append(position.hoard(account + points) - self._base)
        return max(gains)

    def _aimed(self, worth: float, announcement: Announcement, aim: int) -> float:
        """Weigh an aim: four misses in six; a hit, the difference is the target's; a fall."""
        position, debt = self._position, self._debt
        owed = position.view.debts[aim]
        moved = sum(
            p * position.moved(aim, owed, owed + gap)
            for gap, p in enumerate(announcement.misses, 1)
        )
        luck = self._afters[0] + announcement.hit * self._gain(announcement) + moved
        fall = sum(
            p * sum(position.after(debt + gap + face) for face in FACES) / 6
            for gap, p in enumerate((announcement.hit, *announcement.misses))
            if debt + gap < LIMIT
        )
        return (4 * worth + (self._base + luck) + (self._base + fall)) / 6


@lru_cache(maxsize=64)
def _before(position: Position, debt: int, account: int) -> float:
    """Weigh being about to announce with that debt and account; from 21 on nothing is thrown.

    Kept, because all spendings on others leave the same.
    """
    if debt >= LIMIT:
        return position.after(debt) + position.hoard(account)
    throw = _Throw(position, debt, account)
    return max(map(throw.worth, announcements(position.view.throws)))


def mirrored(choice: Choice, dice: int) -> Choice:
    """Return the total as far below the mean as that of the choice is above: its odds are equal."""
    action = choice.action
    if not isinstance(action, Announce):
        return choice
    return Choice(Announce(7 * dice - action.total, action.aim), choice.worth)


def _spent(position: Position, spend: Spend) -> float:
    """Weigh a spending: the debt and account it leaves, and its effect on the target."""
    view, me = position.view, position.me
    change = effect(view, me, spend)
    left = position.account if spend.package == "bonus" else 0
    debt = position.debt
    if spend.seat == me and spend.to == "account":
        left = change.after
    elif spend.seat == me:
        debt = change.after
    worth = position.hoard(left) + position.after(debt)
    if view.phase == "announce":
        worth = _before(position, debt, left)
    if spend.seat == me:
        return worth
    if change.fate == "kill":
        return worth + position.kill(spend.seat, left) + (WON if position.decides() else 0.0)
    if spend.to == "account":
        return worth + position.filled(spend.seat, change.before, change.after)
    return worth + position.moved(spend.seat, change.before, change.after)


def _given(position: Position, offer: Offer) -> Iterator[Choice]:
    """Weigh giving one or more crisis dice to one trader: fewer for oneself, more for the other."""
    view, me = position.view, position.me
    base = position.hoard(position.account)
    for seat in offer.among:
        for count in range(1, offer.most + 1):
            kept = view.golden + max(0, view.crisis[me] - count)
            worth = base + position.after(position.debt, kept) + count * position.burden(seat)
            yield Choice(Give((seat,) * count), worth)


class Expert(Bot):
    """Weighs every choice by exact odds and by worths of debts, accounts and kills.

    The worths are fitted to what came of tens of thousands of games (`worths`); the choice looks
    one action ahead, over all throws and the best use of a bonus. Draws nothing.
    """

    name = "expert"

    def choose(self, view: View, offers: Sequence[Offer], chance: Chance) -> Action:
        choices = weigh(Position(view), offers)
        best: Action = max(choices, key=attrgetter("worth")).action
        return best
