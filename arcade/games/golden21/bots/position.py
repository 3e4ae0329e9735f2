"""The worth of a view to the trader in turn: debts, accounts, 21s and kills, by fitted worths."""

from arcade.games.golden21.bots import first_table
from arcade.games.golden21.bots.odds import Announcement, landing, life
from arcade.games.golden21.bots.worths import (
    DEBTS,
    MOST,
    POINTS,
    SAFE,
    STAGES,
    USUAL_DICE,
    between,
    fitted,
)
from arcade.games.golden21.rules.options import Variant
from arcade.games.golden21.rules.state import LIMIT, View, dice_of, partners

TRADERS = 4
"""The traders at the table of the fitted worths; in Original a kill takes off as many points."""
PARTNER = -0.5
"""The weight of a partner's gain against a rival's."""
MIDDLE = 10
"""The debt at which a rival's crisis die has its plain worth."""


class Position:
    """The worth of a view, part by part, to the seat in turn.

    `rivals` are the active traders of other sides; `hazard` is the chance that the year ends
    between two of one's turns.
    """

    def __init__(self, view: View) -> None:
        seats = range(len(view.debts))
        self.view = view
        self.me = view.trader
        self.debt, self.account = view.debts[self.me], view.accounts[self.me]
        self.variant: Variant = view.options.variant
        self.worths = fitted(self.variant, self.variant == "original" and view.year >= view.years)
        self._active = [seat for seat in seats if seat != self.me and view.status[seat] == "in"]
        self._foes = [seat for seat in seats if seat != self.me and not self._friend(seat)]
        self.rivals = tuple(seat for seat in self._active if not self._friend(seat))
        self._missing = self._kills_missing()
        self._stage = max(0, STAGES - self._missing)
        self._levied = bool(view.reached) and view.reached[-1] != self.me
        self._threat = max(
            (view.accounts[seat] for seat in self._foes if view.status[seat] in ("in", "21")),
            default=0,
        )
        self._year = self._first_table()
        self._at_21 = self._worth_of_21()
        self._afters: dict[tuple[int, int], float] = {}
        self.hazard = self._hazard()

    def earned(self, announcement: Announcement) -> int:
        """Return the points of bonus that hitting a total earns at this table."""
        return announcement.bonus if self.view.options.specific_rules else 0

    def after(self, debt: int, dice: int | None = None) -> float:
        """Return the worth of this seat's debt once the turn is over; above 21 it is 0."""
        if debt > LIMIT:
            return 0.0
        if self._year is not None:
            return 100 * self._year.after(debt, len(self._active), bool(self.view.reached))
        if debt == LIMIT:
            return self._at_21
        key = debt, dice_of(self.view, self.me) if dice is None else dice
        if key not in self._afters:
            self._afters[key] = self._below(*key)
        return self._afters[key]

    def _below(self, debt: int, dice: int) -> float:
        worths, more = self.worths, dice - USUAL_DICE
        worth = between(DEBTS, worths.debts, debt)
        worth += more * (worths.die + worths.die_debt * max(0, debt))
        if self._threat > LIMIT - debt:
            worth += worths.threat[self._stage]
        if len(self._active) == 1:
            worth += worths.duel + worths.duel_point * (LIMIT - debt)
        return worth

    def hoard(self, points: int) -> float:
        """Return the worth of points on the seat's own account, which another's 21 may take."""
        if self._levied:
            return self.worths.levied * min(points, SAFE)
        return between(POINTS, self.worths.accounts[self._stage], points)

    def kill(self, seat: int, left: int) -> float:
        """Return the worth of killing a rival with some points left on the seat's own account.

        That is the kill, what the rival had, and what those points gain by being one kill nearer.
        """
        worths, view = self.worths, self.view
        traders = len(view.debts) / TRADERS if self.variant == "original" else 1.0
        worth = worths.kills[self._stage] * traders - self._standing(view.debts[seat])
        if self.variant == "survivor":
            worth -= between(POINTS, worths.rival_accounts, view.accounts[seat])
        if self._stage + 1 < STAGES and not self._levied:
            now, then = worths.accounts[self._stage], worths.accounts[self._stage + 1]
            worth += between(POINTS, then, left) - between(POINTS, now, left)
        return worth

    def spoils(self, seat: int) -> float:
        """Return the worth of killing a rival by a bonus: the account stays."""
        return self.kill(seat, self.account)

    def moved(self, seat: int, before: int, after: int) -> float:
        if self._year is not None:
            return self._put_out(after)
        return self._side(seat) * (self._standing(after) - self._standing(before))

    def filled(self, seat: int, before: int, after: int) -> float:
        row = self.worths.rival_accounts
        return self._side(seat) * (between(POINTS, row, after) - between(POINTS, row, before))

    def burden(self, seat: int) -> float:
        worths = self.worths
        below = MIDDLE - self.view.debts[seat]
        return self._side(seat) * (worths.rival_die + worths.rival_die_point * below)

    def decides(self) -> bool:
        """Return whether the seat wins the game with one more kill."""
        return self.variant != "original" and self._missing == 1

    def reach(self, points: int) -> float:
        """Return the chance that points on the own account can still reach a rival this year."""
        none = 1.0
        for seat in self.rivals:
            dice, debt = dice_of(self.view, seat), self.view.debts[seat]
            none *= 1 - landing(dice, debt, points, self.hazard)
        return 1 - none

    def _standing(self, debt: int) -> float:
        """Return the worth of another's debt to this seat."""
        if debt > LIMIT:
            return 0.0
        worths = self.worths
        return worths.rival_at_21 if debt == LIMIT else between(DEBTS, worths.rival_debts, debt)

    def _worth_of_21(self) -> float:
        worths, view = self.worths, self.view
        if len(self._active) > 1:
            return worths.at_21 + (worths.last_but_one if len(self._active) == 2 else 0.0)
        taken = min(MOST, sum(view.accounts) - self.account)
        return worths.at_21 + worths.last + worths.lead * self._distances() + worths.taking * taken

    def _first_table(self) -> first_table.Year | None:
        """Return the weights of a year without the specific rules; None with them."""
        if self.view.options.specific_rules:
            return None
        dice = self.view.throws
        debts = [self.view.debts[seat] for seat in self._active]
        return first_table.year(dice, first_table.leaves(dice, debts))

    def _put_out(self, after: int) -> float:
        """Return the worth of a rival's debt without the specific rules."""
        if self._year is None or after < LIMIT:
            return 0.0
        rivals, reached = len(self._active), bool(self.view.reached)
        then = self._year.after(self.debt, rivals - 1, reached or after == LIMIT)
        return 100 * (then - self._year.after(self.debt, rivals, reached))

    def _distances(self) -> int:
        """Sum up the distances of the others to 21."""
        return sum(
            abs(LIMIT - debt)
            for seat, debt in enumerate(self.view.debts)
            if seat != self.me and self.view.status[seat] != "dead"
        )

    def _kills_missing(self) -> int:
        """Count the kills the seat needs to win: in Survivor all rivals alive."""
        kills, options = self.view.kills, self.view.options
        if self.variant == "killer":
            killed = sum(kills[self.me % 2 :: 2]) if options.teams else kills[self.me]
            return max(1, options.kills_to_win - killed)
        if self.variant == "survivor":
            return max(1, sum(self.view.status[seat] != "dead" for seat in self._foes))
        return STAGES

    def _hazard(self) -> float:
        lives = [life(dice_of(self.view, seat), self.view.debts[seat]) for seat in self._active]
        return round(1 / (1 + max(lives, default=0.0)), 2)

    def _side(self, seat: int) -> float:
        return PARTNER if self._friend(seat) else 1.0

    def _friend(self, seat: int) -> bool:
        return partners(self.view.options.teams, self.me, seat)
