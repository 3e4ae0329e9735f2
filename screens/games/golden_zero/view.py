"""The view of Golden Zero: its keys, and its layout for any size."""

from functools import partialmethod

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.golden_zero import hand, middle, players
from screens.games.golden_zero.hand import Wager, answer, call_takes_all, chips, wager_of
from screens.games.view import CONFIRM, GameView, digits
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, flow, placed

_TURN = 3
"""Frames a card takes to be turned."""


class GoldenZeroView(GameView[View]):
    """A table of Golden Zero: cards and chips above, one's own hand and the bids below."""

    SHOWS_SEATS = True
    KEYS = (
        CONFIRM,
        Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it, and clear the amount.")),
        Action("deal", ("enter",), "Enter", N_("next hand"), N_("Deal the next hand.")),
        Action("card", ("space", "d"), "Space", N_("card"), N_("Take an open card.")),
        Action("stay", ("s",), "s", N_("stay put"), N_("Take no more cards.")),
        Action("call", ("c",), "c", N_("call"), N_("Match the highest bet.")),
        Action("stand", ("s", "c"), "s", N_("stand"), N_("Leave equal bets as they are.")),
        Action("open", ("o", "r"), "o", N_("open"), N_("Open the bidding for the amount.")),
        Action("raise", ("r",), "r", N_("raise"), N_("Raise one's bet to the amount.")),
        Action("bet", ("enter",), "Enter", "", N_("Bet the amount chosen.")),
        Action("allin", ("a",), "a", N_("all-in"), N_("Bet all one's chips; asks first.")),
        Action("fold", ("f",), "f", N_("fold"), N_("Give the hand up; asks first.")),
        Action("more", ("plus", "equals_sign", "right", "l"), "+ →", "", N_("A step more.")),
        Action("less", ("minus", "left", "h"), "- ←", "", N_("A step less.")),
        Action("least", ("m",), "m", "", N_("The least amount allowed.")),
        Action("pot", ("p",), "p", "", N_("As much as lies in the pot.")),
        Action("erase", ("backspace",), "⌫", "", N_("Take back a digit.")),
        Action("last", ("L",), "L", "", N_("Announce that the next hand is the last; asks first.")),
        *digits(N_("Type the amount; Enter bets it.")),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._amount: int | None = None
        self._typed = ""
        self._fresh: frozenset[tuple[int, int]] = frozenset()

    # Keys

    def able(self, name: str) -> bool:
        wager = wager_of(self)
        chosen = bool(self._typed) or self._amount is not None
        match name:
            case "cancel":
                return self.pending is not None or chosen
            case "bet":
                return wager is not None and chosen
            case "erase":
                return bool(self._typed)
            case "allin":
                return wager is not None or call_takes_all(self)
            case "last":
                return bool(self.offered("last-hand"))
            case "more" | "less" | "least" | "pot":
                return wager is not None
        return wager is not None if name.startswith("digit_") else super().able(name)

    def do_digit(self, digit: int) -> None:
        self._type(f"{self._typed}{digit}")

    def do_cancel(self) -> None:
        """Drop the question and the amount."""
        self._typed, self._amount = "", None

    def do_call(self) -> None:
        """Match the highest bet; ask first if that takes the last chip."""
        if call_takes_all(self):
            self.ask(self.words.t("Call with all your {n} chips?", n=chips(self)), "call")
        else:
            self.act("call")

    def do_fold(self) -> None:
        self.ask(self.words.t("Fold, and give this hand up?"), "fold")

    def do_bet(self) -> None:
        """Bet the amount; ask first if it is everything."""
        wager = wager_of(self)
        if wager is None:
            return
        amount = self._chosen(wager)
        if amount == wager.high:
            self._ask_all_in(wager)
        else:
            self.act(wager.do, **{wager.field: amount})

    do_open = do_raise = do_bet

    def do_allin(self) -> None:
        wager = wager_of(self)
        if wager is None:
            self.do_call()
        else:
            self._ask_all_in(wager)

    def do_least(self) -> None:
        self._choose(0)

    def do_pot(self) -> None:
        wager = wager_of(self)
        if wager is not None:
            self._choose(wager.pot)

    def do_erase(self) -> None:
        self._type(self._typed[:-1])

    def do_last(self) -> None:
        self.ask(self.words.t("Announce that the next hand is the last?"), "last-hand")

    def _ask_all_in(self, wager: Wager) -> None:
        question = self.words.t("All-in, with all your {n} chips?", n=chips(self))
        self.ask(question, wager.do, **{wager.field: wager.high})

    def _chosen(self, wager: Wager) -> int:
        """Return the current amount: typed, else chosen, else the least."""
        if self._typed:
            return int(self._typed)
        return wager.low if self._amount is None else wager.within(self._amount)

    def _choose(self, amount: int) -> None:
        wager = wager_of(self)
        if wager is not None:
            self._typed, self._amount = "", wager.within(amount)

    def _step(self, by: int) -> None:
        wager = wager_of(self)
        if wager is not None:
            self._choose(self._chosen(wager) + by * wager.step)

    do_more = partialmethod(_step, 1)
    do_less = partialmethod(_step, -1)

    def _type(self, digits: str) -> None:
        self._typed = digits.lstrip("0")[:7]

    # News

    def changed(self, before: View) -> None:
        """Turn new cards; drop the amount and the question of an earlier decision."""
        old, now = before, self.game
        if (old.hand, old.phase, old.turn, old.bets) != (now.hand, now.phase, now.turn, now.bets):
            self.do_cancel()
        fresh = _fresh(old, now)
        if fresh:
            self._fresh = fresh
            self.play_frames(_TURN)

    def _turns(self) -> dict[tuple[int, int], int]:
        return dict.fromkeys(self._fresh, self.frame) if self.frame else {}

    # Picture

    def phase_text(self) -> str:
        return self.words.t(middle.PHASES[self.game.phase])

    def hint(self) -> str:
        t, view = self.words.t, self.game
        if self.pending is not None:
            return t("Enter: yes. Esc: no.")
        if view.phase == "result":
            return t("Enter deals the next hand.")
        if self.offered("stay"):
            return t("Space takes a card, s stays.") if self.offered("card") else t("s stays.")
        if self.offered("open"):
            if self.offered("fold"):
                return t("o opens, f folds.")
            return t("You must open: o opens for the amount.")
        if self.offered("stand"):
            return t("s stands, r raises again.")
        if not self.offered("call"):
            return ""
        owed = min(view.to_call, chips(self))
        if wager_of(self) is not None:
            return t("c calls {n}, r raises, f folds.", n=owed)
        return t("c calls {n}, f folds.", n=owed)

    def apart(self, seat: int) -> str:
        view, t = self.game, self.words.t
        if view.out[seat] and not view.paid[seat]:
            return t("You have no chips left.")
        if view.folded[seat]:
            return t("You have folded.")
        return t("Your hand is burned.") if view.burned[seat] else ""

    def draw(self, width: int, height: int) -> list[Row]:
        cells = min(width - 1, 84)
        size = "big" if height >= 34 else "small"
        turns = self._turns()
        seats = len(self.game.stacks)
        upper = [
            middle.ribbon(self, cells),
            *middle.target(self, cells, size, turns.get((-1, -1), 0)),
            *middle.pots(self, cells),
        ]
        room = height - len(upper) - seats - 1
        lower = self._lower(cells, size, turns, room)
        free = height - len(upper) - len(lower)
        how = players.plan(self, cells, free - 1)
        spare = free - how.rows(seats)
        if spare > 0:
            upper.insert(1, middle.purpose(self, cells))
        if spare > 1:
            upper.append(EMPTY)
        if spare > 2:
            lower.insert(0, EMPTY)
        if spare > 4:
            upper.insert(2, EMPTY)
        drawn = [*upper, *players.everybody(self, how, cells, turns), *lower]
        return placed(drawn, cells, width, height)

    def _lower(
        self, cells: int, size: str, turns: dict[tuple[int, int], int], room: int
    ) -> list[Row]:
        """Draw the part below the seats: the result, else one's own hand and the actions."""
        view = self.game
        asked = self._asked(cells)
        if view.phase in ("result", "over"):
            after = asked or hand.afterwards(self, cells)
            told = middle.explained(self, cells, room - len(after))
            return [*told, *([EMPTY] if len(told) + len(after) < room else []), *after]
        own = view
        if not isinstance(own, SeatView) or not own.closed:
            return [*asked, middle.waiting(self)]
        done = hand.own(self, own, cells, size, turns)
        todo = (asked or self._todo(own, cells))[: max(2, room - len(done))]
        if self.mine and view.phase != "choix" and len(done) + len(todo) < room:
            done.append(hand.verdict(self, own))
        return [*done, *todo]

    def _asked(self, cells: int) -> list[Row]:
        if self.pending is None:
            return []
        return hand.question(self, self.pending.question, cells)

    def _todo(self, own: SeatView, cells: int) -> list[Row]:
        if self.game.phase == "choix" or not self.mine:
            first = self._choice(own, cells) if self.mine else middle.waiting(self)
            strip = hand.next_cards(self, own, cells) if self.game.phase != "reine" else []
            return [*strip, first] if self.mine else [first, *strip]
        wager = wager_of(self)
        amount = self._chosen(wager) if wager is not None else 0
        return hand.bids(self, amount, self._typed, cells)

    def _choice(self, own: SeatView, cells: int) -> Row:
        t = self.words.t
        parts = [answer("s", t("stay at {n}", n=sum(own.open[own.seat])), "stay")]
        if self.offered("card"):
            parts.insert(0, answer(t("Space"), t("take a card"), "card"))
        return flow(parts, cells)[0]


def _fresh(old: View, now: View) -> frozenset[tuple[int, int]]:
    """Return the new cards by seat and place: −2 the closed ones, (−1, −1) the target."""
    seats = range(len(now.open))
    dealt = old.hand != now.hand
    fresh = {
        (seat, at)
        for seat in seats
        for at in range(0 if dealt else len(old.open[seat]), len(now.open[seat]))
    }
    fresh |= {(seat, -2) for seat in seats if now.shown[seat] and not old.shown[seat]}
    if dealt:
        fresh |= {(-1, -1), *((seat, -2) for seat in seats)}
    return frozenset(fresh)


VIEW = GoldenZeroView
