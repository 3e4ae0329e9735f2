"""The view of Golden Zero: its keys, and its layout for any size."""

from collections.abc import Sequence
from functools import partialmethod

from msgspec import structs
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.golden_zero import hand, middle, players
from screens.games.golden_zero.hand import Wager, answer, call_takes_all, chips, wager_of
from screens.games.golden_zero.placard import placard
from screens.games.golden_zero.players import Plan
from screens.games.view import CONFIRM, GameView, Panel, digits
from screens.keys import Action
from screens.terminal.rows import (
    EMPTY,
    Row,
    beside,
    flow,
    indented,
    placed,
    plain,
    row,
    row_width,
    wrap,
)
from screens.widgets import cards

_ROUND, _WHOLE = Size(78, 30), Size(100, 36)
"""The sizes from which the seats are drawn around a table, and there with the largest cards."""
_ROOMY, _LARGE_TARGET = 6, 5
"""Free rows from which the cards of a target are largest there, and the most of those."""
_WIDEST, _HAND = 105, 84
"""Cells of that table, and of one's own hand where the next cards stand below it."""
_MOST, _LARGER, _AROUND, _TOLD, _LEAST = 11, 14, 4, 3, 5
"""Rows for one's own hand there, with larger cards too, for what is around it elsewhere, for a
hand's end alone, and for the phase, the target and a heading above the seats."""

_AIR, _APART, _AT_MOST = 4, 3, 2
"""Rows free around ribbon, target and seats, and around what one does, before cards are larger; and
at most above a round table and below it."""
_TABLE, _SIDE = Size(80, 20), 22
"""The size from which the target stands beside the seats, if the log does not, and its cells."""
_NEWS = 30
"""Cells for the news of who watches without a log."""
_LOW, _HEAD = 7, 2
"""Rows for what is around one's own hand there, and for the ribbon with a heading below it."""
_BOXED = 4
"""The most seats for whose cards who watches gets room below the target, not beside it."""
_FEW = 3
"""Cards of one's own that are as wide in a narrow pane as in a broad one."""

_TURN, _RISE = 3, 5
"""Frames a card takes to be turned, and a pot to count up."""


class GoldenZeroView(GameView[View]):
    """A table of Golden Zero: cards and chips above, one's own hand and the bids below."""

    SIGNS = {
        "●": N_("chips"),
        "▒": N_("a closed card"),
        "★": N_("on the target, or the winner"),
        "▸◂": N_("the phase of the hand"),
        "‹›": N_("the amount you choose"),
        "▼": N_("your hand is below, or the worst move of a game"),
        "▲": N_("the best move of a game"),
    }
    SHOWS_SEATS = True
    WIDE = 60
    TELLS = True
    KEYS = (
        # No letter of a language's own answers here: "T, o" may be the beginning of a sentence.
        structs.replace(CONFIRM, mnemonic=""),
        Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it, and clear the amount.")),
        Action("deal", ("enter",), "Enter", N_("next hand"), N_("Deal the next hand.")),
        Action("card", ("space", "d"), "Space", N_("card"), N_("Take an open card.")),
        Action("stay", ("s",), "s", N_("stand"), N_("Take no more cards.")),
        Action("call", ("c",), "c", N_("call"), N_("Match the highest bet."), N_("call: c")),
        Action(
            "stand", ("s", "c"), "s", N_("stand, no raise"), N_("Leave equal bets as they are.")
        ),
        Action(
            "open",
            ("o", "r"),
            "o",
            N_("open"),
            N_("Open the bidding for the amount."),
            N_("open: o"),
        ),
        Action("raise", ("r",), "r", N_("raise"), N_("Raise to the amount."), N_("raise: r")),
        Action("bet", ("enter",), "Enter", "", N_("Bet the amount chosen.")),
        Action(
            "allin",
            ("a",),
            "a",
            N_("all-in"),
            N_("Go all-in; asks first."),
            N_("all-in: a"),
        ),
        Action("fold", ("f",), "f", N_("fold"), N_("Give the hand up; asks first."), N_("fold: f")),
        Action("more", ("plus", "equals_sign", "right", "l"), "+ →", "", N_("A step more.")),
        Action("less", ("minus", "left", "h"), "- ←", "", N_("A step less.")),
        Action("least", ("m",), "m", "", N_("The least amount allowed.")),
        Action("pot", ("p",), "p", "", N_("As much as lies in the pot."), N_("pot: p")),
        Action("erase", ("backspace",), "⌫", "", N_("Take back a digit.")),
        Action("last", ("L",), "L", "", N_("Announce that the next hand is the last; asks first.")),
        *digits(N_("Type the amount; Enter bets it.")),
    )

    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self._amount: int | None = None
        self._typed = ""
        self._fresh: frozenset[tuple[int, int]] = frozenset()
        self._risen = 0

    # Keys

    def is_enabled(self, name: str) -> bool:
        wager = wager_of(self)
        chosen = bool(self._typed) or self._amount is not None
        match name:
            case "cancel":
                return self.pending is not None or chosen
            case "open":
                return self.pending is None and super().is_enabled(name)
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
        return wager is not None if name.startswith("digit_") else super().is_enabled(name)

    @property
    def main(self) -> str:
        """Once an amount is chosen, to bet it."""
        wager = wager_of(self)
        return wager.do if wager is not None and self.is_enabled("bet") else super().main

    def do_digit(self, digit: int) -> None:
        self._type(f"{self._typed}{digit}")

    def do_cancel(self) -> None:
        self._typed, self._amount = "", None

    def do_bet(self) -> None:
        wager = wager_of(self)
        if wager is not None:
            self.act(wager.do, **{wager.field: self._chosen(wager)})

    do_open = do_raise = do_bet

    def do_allin(self) -> None:
        wager = wager_of(self)
        if wager is None:
            self.act("call")
        else:
            self.act(wager.do, **{wager.field: wager.high})

    def do_least(self) -> None:
        self._choose(0)

    def do_pot(self) -> None:
        wager = wager_of(self)
        if wager is not None:
            self._choose(wager.pot)

    def do_erase(self) -> None:
        self._type(self._typed[:-1])

    def do_last(self) -> None:
        self.act("last-hand")

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
        self._fresh, self._risen = fresh, middle.in_pots(now) - middle.in_pots(old)
        if fresh:
            self.play_frames(_TURN)
        elif self._risen > 0:
            self.play_frames(_RISE, free=_RISE)

    @property
    def _uncounted(self) -> int:
        """Chips of the pot that are not counted yet, while it counts up."""
        return (
            self._risen * self.moment.frame // _RISE if self.moment.frame and not self._fresh else 0
        )

    def _turns(self) -> dict[tuple[int, int], int]:
        return dict.fromkeys(self._fresh, self.moment.frame) if self.moment.frame else {}

    # Picture

    def phase_text(self) -> str:
        return self.words.t(middle.PHASES[self.game.phase])

    def hint(self) -> str:
        t, view = self.words.t, self.game
        if view.phase == "result":
            return t("Enter deals the next hand.")
        if self.mine and isinstance(view, SeatView) and view.value is None:
            return hand.verdict(self, view)
        if self.offered("call"):
            of = {"n": min(view.to_call, chips(self)), "chips": chips(self)}
            return t("{n} to call, you have {chips}.", **of)
        if self.offered("open") and not self.offered("fold"):
            return t("You must open for {n} or more.", n=view.min_to)
        return hand.verdict(self, view) if self.mine and isinstance(view, SeatView) else ""

    def why_not_playing(self, seat: int) -> str:
        view, t = self.game, self.words.t
        if view.out[seat] and not view.paid[seat]:
            return t("You have no chips left.")
        if view.folded[seat]:
            return t("You have folded.")
        return t("Your hand is burned.") if view.burned[seat] else ""

    poster = staticmethod(middle.poster)
    placard = staticmethod(placard)
    thumbnail = staticmethod(middle.thumbnail)
    finale = staticmethod(middle.finale)
    decision = staticmethod(hand.decision)

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(N_("hands"), self._ranking),)

    def _ranking(self, width: int, height: int) -> list[Row]:
        """Explain how hands compare."""
        t = self.words.t
        sentences = (
            t("Nearest to {target} wins; above it a hand burns.", target=self.game.target),
            t("A hand counts its open cards and one closed card, or both."),
            t(
                "A closed card that is not counted is the Garde. Equal hands: a Garde beats none,"
                " and the lower Garde wins."
            ),
            t("Bids begin left of the button (B)."),
        )
        rows: list[Row] = []
        for sentence in sentences:
            written = wrap(row(sentence), width)
            if len(rows) + len(written) <= height:
                rows += [*written, EMPTY]
        return rows[:height]

    def about(self, seat: int) -> str:
        view, t, nt = self.game, self.words.t, self.words.nt
        parts = [players.fate(self, seat), nt("{n} chip", "{n} chips", players.stack(self, seat))]
        parts += [t("bet {n}", n=view.bets[seat])] if view.bets[seat] else []
        return ", ".join(filter(None, parts))

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        turns = self._turns()
        turn = turns.get((-1, -1), 0)
        if width >= _ROUND.width and height >= _ROUND.height:
            return self._round(width, height, turns)
        seated = self.table.seat is not None
        if self.alone and width >= _TABLE.width and (seated or self._many):
            return self._beside(width, height, turns)
        cells = min(width - 2, _HAND)
        pots = middle.pots(self, cells)
        least = _LEAST + len(self.game.stacks) + len(pots)
        card_size = self._hand_size(cells, height - least)
        most = 0 if self.shared and self.table.seat is None else _TOLD
        if self.table.seat is not None:
            most = min(cards.SIZES[card_size][1] + _AROUND, height - least - 1)
        watched = self.alone and self.table.seat is None
        most = 1 if watched else most
        room = height - most - (not watched)
        target = middle.target(self, cells, "small", turn, self._uncounted)
        if watched and max(map(row_width, target)) + 2 + _NEWS <= cells:
            news = middle.latest(self, _NEWS, len(target))
            target = beside(target, news, cells - _NEWS - 2)
        if cells >= hand.HEADED and self.table.seat is not None:
            # Above the next cards, and above the keys.
            more = min(_APART, max(0, room - least - _AROUND))
            room, most = room - more, most + more
        air = _AIR if cells >= hand.HEADED or not seated else 0
        air += 2 * (not seated and not watched)  # what a hand is about has a row, and below it one
        how = players.plan(self, room - air - len(target) - len(pots), self._plans(cells), cells)
        table = [*players.everybody(self, how, cells, turns), *pots]
        # What is above the hand stays where it is in every phase, and so does the hand.
        ribbon = middle.ribbon(self, cells)
        upper = [ribbon, *target, *table]
        room -= not watched  # a row above the hand is left free first
        if len(upper) < room:
            upper.insert(1 + len(target), EMPTY)
        if len(upper) < room:
            upper.insert(0, EMPTY)
        if len(upper) < room:
            upper.insert(2 - bool(upper[0]), EMPTY)
        if len(upper) < room:
            upper.insert(2, middle.purpose(self, cells))
        below = height - len(upper)
        if self.game.phase not in ("result", "over"):
            below = min(below, most + 1)
        lower = self._lower(cells, card_size, turns, below)
        return placed(_apart(upper, lower, height, most), cells, width, height)

    def _beside(self, width: int, height: int, turns: dict[tuple[int, int], int]) -> list[Row]:
        """Draw seats and one's own hand; beside them the target, and what happened last."""
        cells, turn = width - 2 - _SIDE - 2, turns.get((-1, -1), 0)
        pots = middle.pots(self, cells)
        hand_rows = cards.SIZES["tall"][1] + _LOW if self.table.seat is not None else _TOLD
        least = len(self.game.stacks) + len(pots) + hand_rows
        head = [*[EMPTY] * (height > least + _HEAD), middle.ribbon(self, width - 2), EMPTY]
        room = height - len(head)
        how = players.plan(self, room - hand_rows - len(pots), self._plans(cells), cells)
        table = [*players.everybody(self, how, cells, turns), *pots]
        lower_room = room - len(table) - 1
        card_size = self._hand_size(cells, lower_room)
        left = [*table, EMPTY, *self._lower(cells, card_size, turns, lower_room, aside=True)]
        own = self.game
        shows = isinstance(own, SeatView) and bool(own.closed) and self._shows_next
        meanings = hand.meant(self, own) if shows and isinstance(own, SeatView) else []
        texts, label = list(map(plain, left)), self.words.t("next card")
        if meanings and any(meanings[0] in text for text in texts):
            meanings = []
        at = next((at for at, text in enumerate(texts) if text.startswith(label)), 0)
        right = middle.aside(self, Size(_SIDE, room), turn, self._uncounted, meanings, at)
        return indented([*head, *beside(left, right, cells)[:room]], 1)

    @property
    def _many(self) -> bool:
        """Whether there are more seats than have cards in boxes below each other."""
        return len(self.game.stacks) > _BOXED

    def _plans(self, cells: int) -> list[Plan]:
        """List the ways to draw the seats, the largest cards first."""
        sizes = [("", 1), ("", 0)]
        if cards.large(self.appearance) != "small":
            sizes.insert(0, ("slim", 0))
        if cells >= players.NARROW:
            sizes = [("tall", 1), ("small", 1), ("slim", 1), *sizes]
        return [
            Plan(*size, even) for even in (True, False) for size in sizes if size[0] or not even
        ]

    def _hand_size(self, cells: int, rows: int) -> str:
        """Choose the largest cards of one's own for so many rows below the seats."""
        if cards.large(self.appearance) == "small" or rows < cards.SIZES["tall"][1] + _AROUND - 1:
            return "small"
        own = self.game
        count = len(own.closed) + len(own.open[own.seat]) if isinstance(own, SeatView) else 0
        return "big" if cells >= players.NARROW or count <= _FEW else "tall"

    def _round(self, width: int, height: int, turns: dict[tuple[int, int], int]) -> list[Row]:
        """Draw the seats around the target, one's own hand in front."""
        cells = min(width - 2, _WIDEST)
        large = cards.large(self.appearance)
        roomy = large != "small" and cells >= _WHOLE.width and height >= _WHOLE.height
        small = "tall" if roomy else "small"
        turn, watched = turns.get((-1, -1), 0), self.table.seat is None
        below = _TOLD if watched else _MOST
        upper = [EMPTY, middle.ribbon(self, cells), middle.purpose(self, cells)]
        larger = [("big", 3)] if roomy and watched and players.fits(self, cells, "big") else []
        for size, gap in (*larger, (small, 2), (small, 1)):
            wide = "big" if size == "tall" else size  # as high, and a 10 has room
            target = middle.centre(self, cells, wide, turn, self._uncounted)
            table = players.around(self, cells, size, turns, target, gap)
            table += middle.pots(self, cells)
            spare = height - len(upper) - len(table) - below
            if spare > 3:
                break
        hand_size = large
        if roomy and not watched and spare >= _LARGER - _MOST:
            hand_size, spare = "huge", spare - (_LARGER - _MOST)
        if roomy and spare >= _ROOMY and len(self.game.target_cards) <= _LARGE_TARGET:
            at = table.index(target[0])
            higher = middle.centre(self, cells, "huge", turn, self._uncounted)
            spare -= len(higher) - len(target)
            table[at : at + len(target)] = higher
        front: list[Row] = []
        if (seat := self.table.seat) is not None:
            front = players.front_spot(self, cells, large if roomy else size, turns)
            if players.below(self, seat):
                front = [players.in_front(self, cells)]
        inside = cells if cells >= hand.WIDE else min(cells, _HAND)
        # As much above the table and below it in every phase.
        air = [EMPTY] * min(_AT_MOST, max(0, spare) // (2 if watched else 3))
        if not air:
            upper[-1] = EMPTY  # no room for what this part of a hand is for
        upper += [*air, *table, *air]
        if not air and height - len(upper) > _LARGER:
            upper.append(EMPTY)
        room = height - len(upper) - len(front)
        lower = [*front, *self._lower(inside, hand_size, turns, room)]
        if roomy and not watched:  # down to the row of the turn, at one height in all phases
            most = max(len(lower), _LARGER if hand_size == "huge" else _MOST)
            lower = [*[EMPTY] * (room + len(front) - most - 1), *lower]
        return placed(_apart(upper, lower, height, height), cells, width, height)

    @property
    def _shows_next(self) -> bool:
        """Whether the next cards are shown: while one may take one, or will."""
        phase = self.game.phase
        return phase == "choix" or (phase == "levee" and not self.mine)

    def _lower(
        self,
        cells: int,
        size: str,
        turns: dict[tuple[int, int], int],
        room: int,
        aside: bool = False,
    ) -> list[Row]:
        """Draw the part below the seats: the result, else one's own hand and the actions.

        `aside`: what the signs below the next cards mean stands beside it all.
        """
        view = self.game
        if view.phase in ("result", "over"):
            after = hand.afterwards(self, cells)
            more = room - len(after)
            explained = middle.explained(self, cells, more) if more > 0 else []
            return [*explained, *([EMPTY] if len(explained) + len(after) < room else []), *after]
        own = view
        if not isinstance(own, SeatView) or not own.closed:
            return []
        todo = self._todo(own, cells)
        strip: list[Row] = []
        if self._shows_next:
            strip = hand.next_cards(self, own, min(cells, hand.NEXT))
        within = size == "huge" or cells >= hand.WIDE
        rows = hand.own(self, own, cells, size, turns, strip if within else ())
        strip = [] if within else strip
        spare = room - len(rows) - len(strip) - len(todo)
        # A row below what one does is worth more than a legend.
        if strip[2:] and spare < (_AIR if todo else 2 + aside):
            strip, spare = strip[:2], spare + len(strip[2:])
        if aside and spare >= _APART:
            whole = hand.own(self, own, cells, size, turns, (), True)
            rows, spare = whole, spare - len(whole) + len(rows)
        rows += [*[EMPTY] * (bool(strip) and spare > 1), *strip]
        return [*rows[: room - len(todo)], *[EMPTY] * (spare > 0), *todo]

    def _todo(self, own: SeatView, cells: int) -> list[Row]:
        if not self.mine:
            return []
        if self.game.phase == "choix":
            named = own.value is not None and self.offered("card")
            if named and self.alone and not self.touch:
                return []  # the prompt names it
            return [self._choice(own, cells)]
        wager = wager_of(self)
        amount = self._chosen(wager) if wager is not None else 0
        return hand.bids(self, amount, self._typed, cells)

    def _choice(self, own: SeatView, cells: int) -> Row:
        t = self.words.t
        parts = [answer(self, self.key_of("stay"), t("stand on {n}", n=hand.worth(own)), "stay")]
        if self.offered("card"):
            parts.insert(0, answer(self, t("Space"), t("take a card"), "card"))
        return flow(parts, cells)[0]


def _apart(upper: Sequence[Row], lower: Sequence[Row], height: int, most: int) -> list[Row]:
    """Put one block at the top, and one with room for `most` rows and a blank at the bottom."""
    below = [*lower, *[EMPTY] * (most + 1 - len(lower))]
    below = below[: max(len(lower), height - len(upper))]
    return [*upper, *[EMPTY] * (height - len(upper) - len(below)), *below]


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
