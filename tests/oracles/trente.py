"""Trente, told from its page: turns within turns, for a vengeance is a turn of its own."""

from itertools import combinations
from typing import Any

from tests.oracles.script import Model, Script

PRESETS: dict[str, dict[str, Any]] = {
    "maison": {"threshold": "thirty", "target": "parity", "manches": 1, "ante": 1},
    "trente-douze": {"threshold": "by-first-die", "target": "by-manche", "manches": 3, "ante": 0},
}


class Trente(Model):
    def play(self) -> Script:
        chosen = {**PRESETS[self.options.get("preset", "maison")]}
        for name, value in self.options.items():
            if name in chosen and value not in ("preset", None):
                chosen[name] = value
        self.rules = chosen
        self.actor: int | None = None
        self.goal: int | None = None
        self.level: int | None = None
        self.score = [30] * self.seats
        self.dead: list[int] = []
        self.sums = [0] * self.seats
        self.won = [0] * self.seats
        self.purse = [-chosen["ante"]] * self.seats
        self.winners: list[int] = []
        self.manche = 1
        self.avenger: int | None = None
        self.rest()
        seat = self.draw()
        while True:
            yield from self.a_manche(seat)
            best = max(self.score)
            for other in range(self.seats):
                self.won[other] += self.score[other] == best
                self.sums[other] += self.score[other]
            if self.manche == chosen["manches"]:
                break
            seat, self.manche = self.dead[0], self.manche + 1
            self.score, self.dead = [30] * self.seats, []
        level = [(self.won[number], self.sums[number]) for number in range(self.seats)]
        self.winners = [number for number in range(self.seats) if level[number] == max(level)]
        for winner in self.winners:
            self.purse[winner] += chosen["ante"] * self.seats // len(self.winners)
        self.actor = None

    def a_manche(self, seat: int) -> Script:
        while True:
            yield from self.a_turn(seat)
            if self.seats - len(self.dead) <= 1:
                return
            seat = next(seat for seat in self.order_after(seat) if seat not in self.dead)

    def rest(self) -> None:
        """No dice lie, nothing is decided."""
        self.lying: list[int] = []
        self.kept: list[int] = []
        self.level = None
        self.targets: list[int] = []
        self.goal = 30 if self.rules["threshold"] == "thirty" else None

    def a_turn(self, seat: int, revenge: bool = False) -> Script:
        self.rest()
        self.actor, self.avenger = seat, (seat if revenge else None)
        _, action = yield
        if action["do"] != "forgo":
            yield from self.throw_and_keep()
            yield from self.outcome(seat)
        self.avenger = None
        self.rest()

    def throw_and_keep(self) -> Script:
        while len(self.kept) < 6:
            self.lying = [self.draw() for _ in range(6 - len(self.kept))]
            _, action = yield
            chosen = list(action["dice"])
            if action.get("first"):
                chosen.remove(action["first"])
                chosen = [action["first"], *chosen]
            self.kept += chosen
            if self.goal is None:
                self.goal = 12 if self.kept[0] < 4 else 30
        self.lying = []

    def outcome(self, seat: int) -> Script:
        beyond = sum(self.kept) - 30 if self.goal == 30 else 12 - sum(self.kept)
        if beyond < 0:
            self.lose(seat, -beyond)
        if beyond <= 0:
            return
        self.level, self.targets = beyond, self.aim(seat, beyond)
        _, action = yield
        target = action.get("target")
        target = self.targets[0] if target is None else target
        if self.lose(target, beyond * self.damage(beyond)):
            yield from self.a_turn(target, revenge=True)

    def aim(self, seat: int, level: int) -> list[int]:
        others = [number for number in range(self.seats) if number != seat]
        living = [other for other in others if other not in self.dead]
        left = [seat for seat in self.order_after(seat) if seat in living][:1]
        right = [seat for seat in reversed(self.order_after(seat)) if seat in living][:1]
        if self.avenger is not None:
            return others
        last = self.manche == self.rules["manches"]
        match self.rules["target"]:
            case "parity":
                return left if level % 2 else right
            case "next":
                return left
            case "by-manche" if self.manche <= 2 and not last:
                return left if self.manche == 1 else right
            case _:
                return living

    def damage(self, level: int) -> int:
        hits = 0
        while True:
            left = 6 - hits % 6
            now = [self.draw() for _ in range(left)].count(level)
            if not now:
                return hits
            hits += now

    def lose(self, seat: int, points: int) -> bool:
        """Take points off a score, and return whether that was its death."""
        self.score[seat] -= points
        if self.score[seat] >= 0 or seat in self.dead:
            return False
        self.dead.append(seat)
        return True

    def facts(self) -> dict[str, Any]:
        return {
            "manche": self.manche,
            "scores": self.score,
            "turn": self.actor,
            "dice": self.lying,
            "kept": self.kept,
            "threshold": self.goal,
            "attack": self.level,
            "targets": self.targets,
            "avenging": self.avenger,
            "dead": self.dead,
            "manches_won": self.won,
            "totals": self.sums,
            "purse": self.purse,
            "winners": self.winners,
        }

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        if seat != self.actor:
            return set()
        if self.level is not None:
            bare = {("attack", None)} if len(self.targets) == 1 else set()
            return bare | {("attack", target) for target in self.targets}
        if not self.lying:
            fresh = {("roll",)}
            return fresh | {("forgo",)} if self.avenger is not None and not self.kept else fresh
        actions = set()
        for count in range(1, len(self.lying) + 1):
            for dice in combinations(sorted(self.lying), count):
                both = self.goal is None and dice[0] < 4 <= dice[-1]
                actions |= {("keep", dice, first) for first in ({*dice} if both else {None})}
        return actions
