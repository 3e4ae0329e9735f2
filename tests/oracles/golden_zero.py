"""Golden Zero, told from its page: a hand after another, pots cut chip by chip."""

from collections import defaultdict
from itertools import combinations
from typing import Any

from tests.oracles.script import Model, Script

PACK = sorted(list(range(11)) * 5)


class GoldenZero(Model):
    def play(self) -> Script:
        options: dict[str, Any] = {
            "droit": 5,
            "stack": 500,
            "max_raises": 3,
            "reprise": True,
            "all_burned": "split",
            "hands": None,
            "burn_each": False,
            **self.options,
        }
        self.rules = options
        everybody = range(self.seats)
        self.stack = dict.fromkeys(everybody, options["stack"])
        self.final: int | None = options["hands"]
        self.announced = False
        self.kept_over = 0
        self.winners: list[int] = []
        self.number, self.button = 1, self.highest_card()
        while True:
            self.out: set[int] = {seat for seat in everybody if not self.stack[seat]}
            yield from self.a_hand()
            self.out = {seat for seat in everybody if not self.stack[seat]}
            if self.number == self.final or len(self.out) == self.seats - 1:
                break
            self.phase = "result"
            yield from self.listen()
            self.number += 1
            self.button = next(s for s in self.order_after(self.button) if s not in self.out)
        self.phase = "over"
        self.winners = [s for s in everybody if self.stack[s] == max(self.stack.values())]

    def listen(self) -> Script:
        """Wait for an action; an announcement may come before it at any time."""
        while True:
            seat, action = yield
            if action["do"] != "last-hand":
                self.heard = seat, action
                return
            self.announced, self.final = True, self.number + 1

    def shuffled(self) -> list[int]:
        return list(self.draw().shuffle)

    def highest_card(self) -> int:
        deck, tied = self.shuffled(), list(range(self.seats))
        while len(tied) > 1 and len(deck) >= len(tied):
            cards = {seat: deck.pop(0) for seat in tied}
            tied = [seat for seat in tied if cards[seat] == max(cards.values())]
        return tied[0]

    # A hand

    def a_hand(self) -> Script:
        seats = [seat for seat in self.order_after(self.button) if seat not in self.out]
        self.paid = dict.fromkeys(range(self.seats), 0)
        self.bet = dict.fromkeys(range(self.seats), 0)
        self.won = dict.fromkeys(range(self.seats), 0)
        self.shown: dict[int, dict[str, Any]] = {}
        self.folded: set[int] = set()
        self.burned: set[int] = set()
        self.turn: int | None = None
        self.raises = self.step = 0
        self.leader: int | None = None
        for seat in seats:
            self.pay(seat, min(self.rules["droit"], self.stack[seat]), betting=False)
        self.deck = self.shuffled()
        self.heap: list[int] = []
        first = {seat: self.deck.pop(0) for seat in seats}
        second = {seat: self.deck.pop(0) for seat in seats}
        self.closed = {seat: [first[seat], second[seat]] for seat in seats}
        self.face_up = {seat: [self.deck.pop(0)] for seat in seats}
        self.heap.append(self.deck.pop(0))
        self.goal_cards: list[int] = []
        while sum(self.goal_cards) < 15:
            self.goal_cards.append(self.deck.pop(0))
        self.goal = sum(self.goal_cards)
        yield from self.bidding("levee", 2 * self.rules["droit"])
        if len(self.living()) > 1:
            yield from self.choix()
        if len(self.living()) > 1:
            yield from self.bidding("reine", 4 * self.rules["droit"])
        self.result()

    def living(self) -> list[int]:
        gone = self.folded | self.burned
        return [s for s in self.order_after(self.button) if s in self.closed and s not in gone]

    def pay(self, seat: int, chips: int, betting: bool = True) -> None:
        self.stack[seat] -= chips
        self.paid[seat] += chips
        self.bet[seat] += chips if betting else 0

    def with_chips(self) -> list[int]:
        return [seat for seat in self.living() if self.stack[seat]]

    def bidding(self, phase: str, least: int) -> Script:
        self.phase, self.least, self.leader = phase, least, None
        self.bet = dict.fromkeys(range(self.seats), 0)
        self.raises = self.step = 0
        self.free: set[int] = set()
        """Who may still raise: everybody but who has answered since the last full raise."""
        if len(self.with_chips()) > 1:
            yield from self.speak()
        self.turn = None
        self.give_back()
        self.bet = dict.fromkeys(range(self.seats), 0)
        self.raises, self.leader = 0, None

    def speak(self) -> Script:
        seat = self.with_chips()[0]
        content: set[int] = set()
        while True:
            self.turn = seat
            self.content = content
            yield from self.listen()
            _, action = self.heard
            owed = max(self.bet.values())
            self.free.discard(seat)
            match action["do"]:
                case "fold":
                    self.folded.add(seat)
                    self.heap += self.closed[seat] + self.face_up[seat]
                case "stand":
                    content.add(seat)
                case "call":
                    self.pay(seat, min(owed - self.bet[seat], self.stack[seat]))
                case "open" | "raise":
                    to = int(action["amount" if action["do"] == "open" else "to"])
                    by = to - owed
                    self.pay(seat, to - self.bet[seat])
                    if action["do"] == "open" or by >= self.step:
                        self.raises += action["do"] == "raise"
                        self.step, self.leader, content = by, seat, set()
                        self.free = {*range(self.seats)} - {seat}
            follower = self.follower(seat, content)
            if follower is None:
                return
            seat = follower

    def follower(self, seat: int, content: set[int]) -> int | None:
        able = self.with_chips()
        if len(self.living()) < 2:
            return None
        if self.leader is None:
            wait = able if len(able) > 1 else []
            return next((seat for seat in self.order_after(seat) if seat in wait), None)
        owing = [seat for seat in able if self.bet[seat] < max(self.bet.values())]
        if owing:
            return next(seat for seat in self.order_after(seat) if seat in owing)
        again = self.rules["reprise"] and self.raises < self.rules["max_raises"] and len(able) > 1
        wait = [
            seat for seat in self.order_after(self.leader) if seat in able and seat not in content
        ]
        return wait[0] if again and wait else None

    def give_back(self) -> None:
        """What nobody matched goes back."""
        *_, second, first = sorted(self.paid.values())
        for seat in range(self.seats):
            if self.paid[seat] == first > second:
                self.paid[seat] = second
                self.stack[seat] += first - second

    def choix(self) -> Script:
        self.phase = "choix"
        if not self.rules["burn_each"] and (self.deck or self.heap):
            self.heap.append(self.next_card())
        for seat in self.living():
            self.turn = seat
            while True:
                yield from self.listen()
                if self.heard[1]["do"] == "stay":
                    break
                if self.rules["burn_each"]:
                    self.heap.append(self.next_card())
                self.face_up[seat].append(self.next_card())
                if sum(self.face_up[seat]) > self.goal:
                    self.burned.add(seat)
                    self.heap += self.closed[seat] + self.face_up[seat]
                    break
        self.turn = None

    def next_card(self) -> int:
        if not self.deck:
            self.deck, self.heap = self.shuffled(), []
        return self.deck.pop(0)

    # The result

    def reading(self, seat: int) -> tuple[int, int, list[int]] | None:
        """Return value, how good the Garde is (higher is better, −1: none), and what counts."""
        cards, base = self.closed[seat], sum(self.face_up[seat])
        ways = []
        for count in (1, 2):
            for corners in combinations((0, 1), count):
                value = base + sum(cards[at] for at in corners)
                spare = [cards[at] for at in (0, 1) if at not in corners]
                good = 10 - spare[0] if spare else -1
                if value <= self.goal:
                    ways.append(
                        (value, good, [-at for at in corners], [cards[at] for at in corners])
                    )
        if not ways:
            return None
        value, good, _, used = max(ways)
        return value, good, used

    def chips(self) -> list[tuple[int, frozenset[int]]]:
        """Cut what was paid into pots, chip by chip: amount, and who contests it."""
        living, amounts = self.living(), defaultdict[frozenset[int], int](int)
        for level in range(1, max(self.paid.values()) + 1):
            reached = [seat for seat in living if self.paid[seat] >= level or self.stack[seat]]
            reached = reached or [seat for seat in self.burned if self.paid[seat] >= level]
            amounts[frozenset(reached)] += sum(chips >= level for chips in self.paid.values())
        pots = [(amount, seats) for seats, amount in amounts.items()]
        if self.kept_over:
            pots[0] = pots[0][0] + self.kept_over, pots[0][1]
        return pots

    def result(self) -> None:
        hands = {seat: self.reading(seat) for seat in self.living()}
        pots, left_over = self.chips(), 0
        ties: set[int] = set()
        settled = []
        for amount, seats in pots:
            here = [seat for seat in self.order_after(self.button) if seat in seats]
            seats_in = [seat for seat in here if seat in hands]
            good = {seat: hand[:2] for seat in seats_in if (hand := hands[seat])}
            burnt = len(seats_in) != 1 and not good
            if len(seats_in) == 1:
                best = seats_in
            elif good:
                best = [seat for seat in good if good[seat] == max(good.values())]
                top = [seat for seat in good if good[seat][0] == max(good.values())[0]]
                ties |= {*top} if len(top) > 1 else set()
            else:
                best = seats_in or here
            settled.append((amount, best, burnt))
        for amount, best, burnt in sorted(settled, key=lambda pot: pot[2]):
            self.phase = "result"
            rich = sum(bool(chips) for chips in self.stack.values())
            stays = burnt and self.rules["all_burned"] == "carry" and self.number != self.final
            if stays and rich > 1:
                left_over += amount
                continue
            for index, seat in enumerate(best):
                part = amount // len(best) + (index < amount % len(best))
                self.won[seat] += part
                self.stack[seat] += part
        self.kept_over = left_over
        for seat, hand in hands.items():
            if hand and len(hands) > 1:
                garde = 10 - hand[1] if seat in ties and hand[1] >= 0 else None
                self.shown[seat] = {"closed": hand[2], "value": hand[0], "garde": garde}

    # What is seen

    def facts(self) -> dict[str, Any]:
        everybody = range(self.seats)
        gone = self.folded | self.burned
        bidding = self.turn is not None and self.phase in ("levee", "reine")
        span = self.span(self.turn) if bidding else None
        owed = 0 if self.turn is None or not bidding else self.owed(self.turn)
        return {
            "hand": self.number,
            "phase": self.phase,
            "button": self.button,
            "turn": self.turn,
            "target_cards": self.goal_cards,
            "target": self.goal,
            "open": [[] if s in gone else self.face_up.get(s, []) for s in everybody],
            "stacks": [self.stack[s] for s in everybody],
            "bets": [self.bet[s] for s in everybody],
            "paid": [self.paid[s] for s in everybody],
            "raises": self.raises,
            "to_call": owed,
            "min_to": span[0] if span else None,
            "folded": [s in self.folded for s in everybody],
            "burned": [s in self.burned for s in everybody],
            "out": [s in self.out for s in everybody],
            "last_hand": self.announced,
            "final": self.final,
            "shown": [self.shown.get(s) for s in everybody],
            "won": [self.won[s] for s in everybody],
            "winners": self.winners,
            "pots": self.pots(),
        }

    def owed(self, seat: int) -> int:
        return max(self.bet.values()) - self.bet[seat]

    def pots(self) -> list[dict[str, Any]]:
        if self.phase in ("result", "over"):
            seats = [seat for seat in range(self.seats) if seat not in self.out]
            return [{"amount": self.kept_over, "seats": seats}] if self.kept_over else []
        return [{"amount": amount, "seats": sorted(seats)} for amount, seats in self.chips()]

    def span(self, seat: int | None) -> tuple[int, int] | None:
        """Return the totals a seat may open for or raise to."""
        if seat is None:
            return None
        most = self.bet[seat] + self.stack[seat]
        highest = max(self.bet.values())
        if self.leader is None:
            return min(self.least, most), most
        may = self.raises < self.rules["max_raises"] and most > highest
        if not may or (highest > self.bet[seat] and seat not in self.free):
            return None
        return min(highest + self.step, most), most

    def may(self, seat: int) -> set[tuple[Any, ...]]:
        if self.phase == "over" or seat in self.out:
            return set()
        actions: set[tuple[Any, ...]] = set()
        ends = self.final is not None and self.number + 1 >= self.final
        if not self.announced and not ends:
            actions.add(("last-hand",))
        if self.phase == "result":
            actions.add(("deal",))
        if seat != self.turn:
            return actions
        if self.phase == "choix":
            return actions | {("stay",)} | ({("card",)} if self.deck or self.heap else set())
        span = self.span(seat)
        if self.leader is None:
            actions.add(("open", "amount", *(span or (0, 0))))
            return actions | ({("fold",)} if self.phase == "reine" else set())
        if span:
            actions.add(("raise", "to", *span))
        owes = self.bet[seat] < max(self.bet.values())
        return actions | ({("fold",), ("call",)} if owes else {("stand",)})
