"""A view as its turn's trader weighs it: kills, accounts, and what is left of everybody's year.

The unit is the point of the source's final debt, where a kill takes off as many points as there
are traders. Rivals' gains count against one's own, each by `share`; partners' gains count as own.
"""

from functools import lru_cache
from types import MappingProxyType

from arcade.bots.golden21.odds import landing, life
from arcade.bots.golden21.year import Terms, Year, year
from arcade.games.golden21.options import Variant
from arcade.games.golden21.state import LIMIT, View, partners

MOST = 40
"""Accounts above this are weighed as this: it kills anybody who is not far below 0."""
HAZARDS = (0.05, 0.08, 0.12, 0.18, 0.25, 0.35, 0.5, 0.7)
"""The chances that a year ends between two turns, as they are distinguished."""
RISE = 0.3
"""How likely a trader below 21 is to come to it yet this year."""
KEPT = 0.9
"""How much of a kill to come is left when it comes: somebody else may be first."""
SHARE = MappingProxyType({"original": 0.6, "killer": 0.6, "survivor": 0.2})
"""How much all rivals' gains together count against one's own."""
AIMED = MappingProxyType({"original": 0.8, "killer": 0.8, "survivor": 0.5})
"""How likely a rival whose account reaches a trader spends it there and now."""
CARRY = MappingProxyType({"original": 0.4, "killer": 0.6, "survivor": 0.85})
"""How likely an account is to last until the next year: a 21 takes all accounts."""


class Position:
    """What a view is worth, part by part, to the seat whose turn it is.

    `hazard` is the chance that the year ends between two of one's turns; `share` how much one
    rival's gain counts against one's own.
    """

    def __init__(self, view: View) -> None:
        options, seats = view.options, range(len(view.debts))
        self.view = view
        self.me = view.order[0] if view.turn is None else view.turn
        self.debt, self.account = view.debts[self.me], view.accounts[self.me]
        self.variant: Variant = options.variant
        self._active = [seat for seat in seats if view.status[seat] == "in"]
        self._others = len(self._active) - (view.status[self.me] == "in")
        foes = [seat for seat in seats if seat != self.me and not self._friend(seat)]
        self.rivals = tuple(seat for seat in foes if view.status[seat] == "in")
        self._foes = len(foes) - sum(view.status[seat] == "dead" for seat in foes)
        self._last_year = self.variant == "original" and view.year >= view.years
        self._alive = len(view.debts) - view.status.count("dead")
        self.share = SHARE[self.variant] / max(1, self._foes)
        self.hazard = self._hazard()
        self._carry = self._lasting()
        self._uses = _uses(self._others, self.hazard, self._carry)
        self._kills = [self._kill(seat) for seat in seats]
        self._reaches: dict[tuple[int, int | None], float] = {}
        self._years: dict[tuple[int, int, int], Year] = {}

    def side(self, seat: int) -> float:
        """Say how another's gain counts: 1 a partner's, −`share` a rival's."""
        return 1.0 if self._friend(seat) else -self.share

    def dice(self, seat: int) -> int:
        """Count the dice a trader throws."""
        return self.view.golden + self.view.crisis[seat]

    def decides(self) -> bool:
        """Say whether one more kill of the own seat wins the game."""
        if self.variant == "killer":
            return self._missing(self.me) == 1
        return self.variant == "survivor" and self._foes == 1

    def spoils(self, seat: int) -> float:
        """Give the worth of killing a rival: the kill, and what the rival loses."""
        lost = self.year(seat).after(self.view.debts[seat]) + self._killed()
        if self.variant != "original":
            lost += self.hoard(self.view.accounts[seat], seat)
        return self._kills[self.me] + self.share * lost

    def hoard(self, points: int, seat: int) -> float:
        """Give the worth of any seat's account, whoever its prey may be."""
        return self._uses[min(points, MOST)] * self._kills[seat]

    def weapon(self, points: int, spared: int | None = None) -> float:
        """Give the worth of the own account, should it hold so many points, `spared` gone."""
        return self.reach(points, spared) * self._kills[self.me] * KEPT

    def reach(self, points: int, spared: int | None = None) -> float:
        """Give the chance that so many points on the own account will kill a rival."""
        points = min(points, MOST)
        key = (points, spared)
        if points and key not in self._reaches:
            none = 1.0
            for seat in self.rivals:
                if seat != spared:
                    debt = self.view.debts[seat]
                    none *= 1 - landing(self.dice(seat), debt, points, self.hazard)
            self._reaches[key] = 1 - none + none * self._carry * _fresh(points, self._foes)
        return self._reaches[key] if points else 0.0

    def year(self, seat: int, dice: int | None = None, account: int | None = None) -> Year:
        """Give the rest of a seat's year, should it have so many dice and such an account."""
        dice = self.dice(seat) if dice is None else dice
        account = self.view.accounts[seat] if account is None else account
        key = (seat, dice, account)
        if key not in self._years:
            self._years[key] = year(self._terms(seat, dice, min(account, MOST)))
        return self._years[key]

    def _kill(self, seat: int) -> float:
        """Give the worth of a kill to a seat: in Killer the dearer, the fewer are missing."""
        traders = len(self.view.debts)
        return traders / self._missing(seat) if self.variant == "killer" else float(traders)

    def _terms(self, seat: int, dice: int, account: int) -> Terms:
        view = self.view
        hunters = [other for other in self._active if other != seat]
        thrown = sum(self.dice(other) for other in hunters)
        last = self._last_year and not view.reached
        return Terms(
            dice=dice,
            hazard=self.hazard,
            threats=self._threats(seat),
            aimed=AIMED[self.variant],
            hunters=len(hunters),
            hunters_dice=round(thrown / len(hunters)) if hunters else 0,
            at_21=self._at_21(seat),
            killed=self._killed(),
            survival=1.0 if last else 0.0,
            bank=self._bank(seat, account),
            account=account,
            account_worth=round(self.hoard(account, seat)),
        )

    def _bank(self, seat: int, account: int) -> tuple[float, ...]:
        """Give the worth of a bonus by its points; where it cannot be banked it counts nothing."""
        if account and self.variant != "killer":
            return (0.0,)
        return _gains(self._uses, account, self._kills[seat])

    def _at_21(self, seat: int) -> float:
        """Give the worth of standing at 21: the 21, and if nobody follows, accounts and lead."""
        view = self.view
        following = len(self._active) - (view.status[seat] == "in") - 1
        last = (1 - RISE) ** max(0, following)
        worth = last * self.hoard(sum(view.accounts) - view.accounts[seat], self.me)
        if self.variant == "original":
            worth += view.year if view.options.expert else view.years
        if self._last_year:
            worth += last * (
                sum(map(self._distance, range(len(view.debts)))) - self._distance(seat)
            )
        return float(round(worth))

    def _distance(self, seat: int) -> int:
        """Expect how far a trader will be from 21 at the year's end."""
        debt = self.view.debts[seat]
        return 4 + max(0, -debt) if self.view.status[seat] == "in" else abs(LIMIT - debt)

    def _threats(self, seat: int) -> tuple[int, ...]:
        """List the two greatest accounts that others can spend on a seat."""
        view = self.view
        found = [
            min(points, LIMIT + 1)
            for other, points in enumerate(view.accounts)
            if points
            and other != seat
            and view.status[other] in ("in", "21")
            and not partners(view.options.teams, seat, other)
        ]
        return tuple(sorted(found, reverse=True)[:2])

    def _hazard(self) -> float:
        """Give the chance that the year ends within a round: the others are all gone then."""
        lives = [
            life(self.dice(seat), self.view.debts[seat]) for seat in self._active if seat != self.me
        ]
        exact = 1 / (1 + max(lives, default=0.0))
        return min(HAZARDS, key=lambda hazard: abs(hazard - exact))

    def _lasting(self) -> float:
        """Say how likely the own account is to be there next year, if there is one."""
        reached = self.view.reached
        levied = bool(reached) and self.view.status[reached[-1]] == "21" and reached[-1] != self.me
        return 0.0 if self._last_year or levied else CARRY[self.variant]

    def _killed(self) -> float:
        """Give the cost of being killed beyond being out: in Survivor it is for good."""
        if self.variant != "survivor":
            return 0.0
        return float(len(self.view.debts) * (self._alive - 1))

    def _missing(self, seat: int) -> int:
        kills, options = self.view.kills, self.view.options
        made = sum(kills[seat % 2 :: 2]) if options.teams else kills[seat]
        return max(1, options.kills_to_win - made)

    def _friend(self, seat: int) -> bool:
        return partners(self.view.options.teams, self.me, seat)


@lru_cache(maxsize=4096)
def _fresh(points: int, rivals: int) -> float:
    """Give the chance that so many points kill one of so many rivals in a year from its start."""
    return float(1 - (1 - landing(3, 0, points, 0.12)) ** max(1, rivals))


@lru_cache(maxsize=1024)
def _uses(rivals: int, hazard: float, carry: float) -> tuple[float, ...]:
    """Give the chance that accounts of 0 to `MOST` points kill a rival met in mid-year."""
    row = [0.0]
    for points in range(1, MOST + 1):
        now = 1 - (1 - landing(3, 8, points, hazard)) ** rivals
        row.append(KEPT * (now + (1 - now) * carry * _fresh(points, rivals)))
    return tuple(row)


@lru_cache(maxsize=4096)
def _gains(row: tuple[float, ...], account: int, kill: float) -> tuple[float, ...]:
    """Give the worth of a bonus by its points, added to an account."""
    return tuple(kill * (row[min(account + points, MOST)] - row[account]) for points in range(41))
