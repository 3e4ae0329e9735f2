"""Le 421, told from its page: a table of rounds, each from the leader's throw to who pays whom."""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from tests.oracles.script import Model, Script

USUAL: dict[str, Any] = {
    "mode": "charge-decharge",
    "pot": 21,
    "throws": "exact",
    "worth_421": 10,
    "order": "source",
    "ties": "rampo",
    "nenette": "flat2",
    "dry_charge": False,
    "decharge_stock": "carry",
    "end": "first-out",
    "rampo": "stake",
    "decider": "belle",
}
RUNS = ("654", "543", "432", "321")
NENETTE = "221"


def digits(dice: Sequence[int]) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))


class Le421(Model):
    def play(self) -> Script:
        self.rules = {**USUAL, **self.options}
        self.ranking = self.order()
        self.turn: int | None = None
        self.phase = "charge" if self.rules["mode"] == "charge-decharge" else "manche"
        self.pot = self.rules["pot"] if self.phase == "charge" else 0
        self.tokens = [0] * self.seats
        self.won = [0] * self.seats
        self.winners: list[int] = []
        self.leader = self.highest_die(range(self.seats))
        if self.phase == "manche":
            yield from self.a_round(range(self.seats))
            self.won[self.best] += 1
        else:
            yield from self.two_halves()
        self.winners = [seat for seat in range(self.seats) if self.won[seat] == max(self.won)]
        self.phase, self.turn = "over", None

    def two_halves(self) -> Script:
        while self.pot:
            yield from self.a_round(range(self.seats))
            self.pay(None)
            last, self.leader = self.leader, self.worst
        self.leader = last
        for seat in range(self.seats):
            self.won[seat] += self.tokens[seat] == min(self.tokens)
        if self.rules["decharge_stock"] == "equal":
            self.tokens = [self.rules["pot"] // self.seats] * self.seats
        self.phase = "decharge"
        winners = yield from self.the_second_half()
        for seat in winners:
            self.won[seat] += 1
        level = [seat for seat in self.order_after(self.leader) if self.won[seat] == max(self.won)]
        if len(level) > 1 and self.rules["decider"] == "belle":
            alone = len(winners) == 1 and winners[0] in level
            self.leader = winners[0] if alone else level[0]
            self.phase = "belle"
            yield from self.a_round(level)
            self.won[self.best] += 1

    def the_second_half(self) -> Any:
        holders = self.with_tokens()
        if len(holders) > 1:
            most = max(self.tokens)
            self.leader = next(
                seat for seat in self.order_after(self.leader) if self.tokens[seat] == most
            )
        while len(holders) > 1:
            yield from self.a_round(holders)
            self.pay(self.best)
            if self.rules["end"] == "first-out" and not self.tokens[self.best]:
                return [self.best]
            holders = self.with_tokens()
            if len(holders) > 1:
                self.leader = self.worst
        return [seat for seat in range(self.seats) if seat not in holders]

    def with_tokens(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.tokens[seat]]

    def highest_die(self, seats: Sequence[int]) -> int:
        dice = {seat: self.draw() for seat in seats}
        highest = [seat for seat in seats if dice[seat] == max(dice.values())]
        return highest[0] if len(highest) == 1 else self.highest_die(highest)

    # A round

    def a_round(self, players: Sequence[int]) -> Script:
        self.limit: int | None = None
        self.hands: list[str | None] = [None] * self.seats
        self.took: dict[int, int] = {}
        around = [self.leader, *self.order_after(self.leader)[:-1]]
        for seat in around:
            if seat in players:
                yield from self.a_turn(seat)
        self.settle()

    def a_turn(self, seat: int) -> Script:
        self.turn = seat
        self.throws, self.dice = 0, list[int]()
        over = False
        while not over:
            _, action = yield
            if action["do"] == "stop":
                break
            kept = list(action.get("keep") or ())
            self.dice = kept + [self.draw() for _ in range(3 - len(kept))]
            self.throws += 1
            over = action.get("bon", False) or self.throws == self.most()
        self.hands[seat], self.took[seat] = digits(self.dice), self.throws
        self.limit = self.limit or self.throws

    def most(self) -> int:
        dry = self.rules["dry_charge"] and self.phase == "charge"
        return self.limit or (1 if dry else 3)

    def calls(self) -> bool:
        """Return whether the throw to come may be announced as *le bon*."""
        announced = self.rules["throws"] == "le-bon" and self.limit is not None
        return announced and self.throws + 1 < self.most()

    # What hands are worth

    def order(self) -> list[str]:
        aces = [f"{face}11" for face in (6, 5, 4, 3, 2)]
        threes = [f"{face}" * 3 for face in (6, 5, 4, 3, 2)]
        source = [hand for pair in zip(aces, threes, strict=True) for hand in pair]
        pairs = source if self.rules["order"] == "source" else [*aces, *threes]
        top = ["421", "111", *pairs, *RUNS]
        throws = {digits(dice) for dice in product(range(1, 7), repeat=3)}
        rest = throws - {*top, NENETTE}
        return [*top, *sorted(rest, reverse=True), NENETTE]

    def worth(self, hand: str, stock: int) -> int:
        if hand == "421":
            worth = self.rules["worth_421"]
            return max(1, stock - 1) if worth == "all-but-one" else worth
        if hand == "111":
            return 7
        if hand[1:] == "11" or len({*hand}) == 1:
            return int(hand[0])
        return 2 if hand in RUNS else 1

    # Who is best, who is worst, who pays

    def standing(self, seat: int) -> tuple[int, int]:
        counts = self.rules["ties"] == "fewer-throws"
        return self.ranking.index(self.hands[seat] or ""), self.took[seat] * counts

    def settle(self) -> None:
        of = {seat: self.standing(seat) for seat in self.took}
        self.rampo = False
        while len({*of.values()}) == 1:
            of = self.thrown_off([*of])
        self.worst = self.last_left([seat for seat in of if of[seat] == max(of.values())], max)
        tops = [seat for seat in of if of[seat] == min(of.values())]
        self.best = tops[0] if self.phase == "charge" else self.last_left(tops, min)

    def last_left(self, seats: list[int], extreme: Any) -> int:
        while len(seats) > 1:
            of = self.thrown_off(seats)
            seats = [seat for seat in seats if of[seat] == extreme(of.values())]
        return seats[0]

    def thrown_off(self, seats: Sequence[int]) -> dict[int, tuple[int, int]]:
        self.rampo = True
        throws = {seat: digits([self.draw(), self.draw(), self.draw()]) for seat in seats}
        return {seat: (self.ranking.index(throws[seat]), 0) for seat in seats}

    def pay(self, giver: int | None) -> None:
        stock = self.pot if giver is None else self.tokens[giver]
        finest = min((self.hands[seat] or "" for seat in self.took), key=self.ranking.index)
        due = 1 if self.rampo and self.rules["rampo"] == "one" else self.worth(finest, stock)
        losers = [seat for seat in self.took if self.hands[seat] == NENETTE]
        if losers:
            due = {"flat2": 2, "plus2": due + 2, "min2": max(due, 2)}[self.rules["nenette"]]
        if not losers or self.rules["nenette"] != "flat2":
            losers = [self.worst]
        for seat in losers:
            if seat != giver:
                moved = min(due, self.pot if giver is None else self.tokens[giver])
                self.tokens[seat] += moved
                if giver is None:
                    self.pot -= moved
                else:
                    self.tokens[giver] -= moved

    # What the page calls the view

    def facts(self) -> dict[str, Any]:
        whole = {
            "phase": self.phase,
            "pot": self.pot,
            "tokens": self.tokens,
            "leader": self.leader,
            "turn": self.turn,
            "hands": [hand and int(hand) for hand in self.hands],
            "manches_won": self.won,
            "winners": self.winners,
        }
        if self.turn is None:
            return whole
        return whole | {"throws": self.throws, "limit": self.limit, "dice": self.dice}

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        if seat != self.turn:
            return set()
        kept: set[tuple[int, ...] | None] = {None}
        if self.throws:
            kept = {tuple(sorted(faces)) for n in range(3) for faces in combinations(self.dice, n)}
        actions: set[tuple[Any, ...]] = {
            ("roll", faces, bon) for faces in kept for bon in {False, self.calls()}
        }
        if self.throws and (self.limit is None or self.rules["throws"] == "at-most"):
            actions.add(("stop",))
        return actions
