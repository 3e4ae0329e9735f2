"""The Golden 21 without its specific rules, told from its page: years of turns, a balance each."""

from collections.abc import Sequence
from typing import Any

from tests.oracles.script import Model, Script

DICE = 2
"""Golden dice; none come to them, and nobody is given any other."""


class FirstTable(Model):
    def play(self) -> Script:
        everybody = range(self.seats)
        self.winners: list[int] = []
        self.debt = [0] * self.seats
        self.made = [0] * self.seats
        self.order = self.by_their_dice(everybody)
        leader, self.phase = self.order[0], "announce"
        for year in range(1, self.options["years"] + 1):
            self.year = year
            self.status = ["in"] * self.seats
            self.reached: list[int] = []
            self.above: list[int] = []
            self.turn = leader
            yield from self.a_year()
            self.debt = self.balance()
            leader = (self.above + self.reached)[0]
        self.phase = "over"
        sums = [
            sum(self.debt[seat % 2 :: 2]) if self.options.get("teams") else self.debt[seat]
            for seat in everybody
        ]
        self.winners = [seat for seat in everybody if sums[seat] == min(sums)]

    def by_their_dice(self, seats: Sequence[int]) -> list[int]:
        dice = {seat: self.draw() for seat in seats}
        order: list[int] = []
        for face in range(1, 7):
            same = [seat for seat in seats if dice[seat] == face]
            order += self.by_their_dice(same) if len(same) > 1 else same
        return order

    def below(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.status[seat] == "in"]

    def a_year(self) -> Script:
        while True:
            yield from self.a_turn(self.turn)
            if len(self.below()) < 2:
                return
            index = self.order.index(self.turn) + 1
            around = self.order[index:] + self.order[:index]
            self.turn = next(seat for seat in around if self.status[seat] == "in")

    def a_turn(self, seat: int) -> Script:
        while len(self.below()) > 1 and self.status[seat] == "in":
            _, action = yield
            if action["do"] == "throw":
                self.owe(seat, self.draw())
                continue
            while self.status[seat] == "in":
                off = abs(sum(self.draw() for _ in range(DICE)) - action["total"])
                aim = action.get("aim")
                shot = None if aim is None else self.draw()
                forfeit = self.draw() if shot == 1 else 0
                if self.options.get("slippery") and self.draw() == 0:
                    self.owe(seat, forfeit + self.draw())
                    continue
                hit = shot == 0
                self.owe(seat, forfeit + off * (not hit))
                if hit and aim is not None:
                    self.owe(aim, off)
                return

    def owe(self, seat: int, points: int) -> None:
        self.debt[seat] += points
        if points and self.debt[seat] > 21:
            self.status[seat] = "out"
            self.above.append(seat)
        elif points and self.debt[seat] == 21:
            self.status[seat] = "21"
            self.made[seat] += 1
            self.reached.append(seat)

    def balance(self) -> list[int]:
        """Return what everybody begins the next year with."""
        start = [0] * self.seats
        at_21 = [seat for seat in self.reached if self.status[seat] == "21"]
        if at_21:
            start[at_21[-1]] = -sum(abs(21 - debt) for debt in self.debt)
        else:
            for seat in self.below():
                start[seat] = self.debt[seat] - 21
        return start

    def facts(self) -> dict[str, Any]:
        nothing = [0] * self.seats
        whole = {
            "year": self.year,
            "order": self.order,
            "phase": self.phase,
            "debts": self.debt,
            "golden": DICE,
            "twentyones": self.made,
            "winners": self.winners,
            **dict.fromkeys(("crisis", "kills", "accounts"), nothing),
        }
        if self.phase == "over":
            return whole | {"balance": self.debt}
        return whole | {"turn": self.turn, "status": self.status, "bonus": 0, "gifts": 0}

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        if self.phase == "over" or seat != self.turn:
            return set()
        actions: set[tuple[Any, ...]] = {("announce", "total", DICE, 6 * DICE)}
        return actions | {("throw",)} if self.options.get("forfeits") else actions
