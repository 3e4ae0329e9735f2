"""The view of Golden Zero: its keys, and its layout for any size."""

from collections.abc import Sequence
from functools import partialmethod

from msgspec import Struct, structs
from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.view import SeatView, View
from screens.games.golden_zero import bids, hand, middle, players
from screens.games.golden_zero.bids import Wager, answer, call_takes_all, chips, wager_of
from screens.games.golden_zero.placard import placard
from screens.games.golden_zero.players import Seating
from screens.games.view import CANCEL, CONFIRM, GameView, Panel, digits
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, flow, indented, row, row_width, wrap
from screens.terminal.seats import seat_mark
from screens.widgets import cards

_WIDEST, _BROAD = 105, 100
"""The most cells of the picture, and those from which the target stands above one's own hand."""
_SHORT = 15
"""Cells of the rule that one's own name leaves free."""
_COLUMNS, _SUMS = (51, 72), (36, 52)
"""Where the sums and what is beside them begin there, and in a narrower picture, at most."""
_CLOSE = 4
"""Cells between the cards and their sum."""

_TURN, _RISE = 3, 5
"""Frames a card takes to be turned, and a pot to count up."""


class Plan(Struct, frozen=True):
    """How the picture is made: how seats are drawn, and the sizes of the cards of target and hand.

    `target` is "" where it stands beside one's own hand, `hand` is "" for who watches. `lower` are
    the rows for what one does, `boxed` says that next cards are drawn as cards there, `cut` that
    long names are, `counted` that all ways to count a hand stand below it, `framed` that target and
    hand have frames as seats do, `airy` that cards stand apart from the upper edges of these, or
    from the rule. It needs `gaps` blank rows at least.
    """

    seating: Seating
    hand: str
    target: str = ""
    lower: int = 4
    boxed: bool = False
    cut: bool = False
    gaps: int = 4
    counted: bool = False
    framed: bool = False
    airy: bool = False

    @property
    def rows(self) -> int:
        """The rows of the rule and of all below it."""
        own = cards.SIZES[self.hand][1] + 2 + self.counted + self.airy if self.hand else 0
        aim = cards.SIZES[self.target][1] + 2 * self.framed + self.airy if self.target else 0
        return 1 + own + aim + self.lower

    def beside(self, cells: int) -> bool:
        """Whether one's own name stands in the rule, and target and pot beside the cards."""
        return cells >= hand.BROAD and bool(self.hand) and not self.target


_CROWDED = Seating("tight")
_DENSE = (Seating(""), _CROWDED, Seating("tight", 0))
"""Seats with cards as text."""


def _seatings(large: bool, broad: bool) -> tuple[list[Seating], list[Seating]]:
    """Return how seats are drawn in frames, and without; `large`: cards may have large figures."""
    framed = [Seating(size, 0, True) for size in ("big", "tall") if large and broad]
    return framed, [
        *(Seating(size) for size in ("big", "tall") if large),
        Seating("small"),
        *(Seating("slim", gap) for gap in (1, 0)),
        *_DENSE,
    ]


def watched_plans(large: bool, broad: bool, ended: bool) -> list[Plan]:
    """List the plans for who has no hand, the most spacious first.

    `ended`: it is said who takes the pots.
    """
    framed, others = _seatings(large, broad)
    sizes = ["huge"] * (large and broad) + ["big"] * large + ["small"]
    targets = [(size, 3 * ended) for size in sizes] + [("small", 1)] * ended
    plans = [
        Plan(
            seating,
            "",
            target,
            lower,
            gaps=3 + (lower != 1),
            framed=seating.framed and target != "small",  # it has no title to stand in the edge
            airy=airy,
        )
        for seating in (*framed, *others)
        for target, lower in targets
        for airy in ((True, False) if seating.framed and target != "small" else (False,))
    ]
    return [*plans, Plan(_DENSE[-1], "", "small", 1, cut=True, gaps=2)]


def own_plans(size: str, broad: bool, beside: bool) -> list[Plan]:
    """List the plans with one's own hand, the most spacious first.

    `size`: the largest cards of four rows or less in this look; `beside`: target and pot may stand
    beside the cards.
    """
    framed, others = _seatings(size != "small", broad)
    others = [each for each in others if beside or each.size != "slim"]
    plans = [
        Plan(seating, "huge", target, 6, boxed=True, gaps=5 + airy, framed=True, airy=airy)
        for seating in framed
        for target in ("huge", "big")
        for airy in (True, False)
    ]
    crowd = Seating("small", 0, True, airy=True)
    plans += [Plan(crowd, "big", "big", 5, gaps=5, framed=True, airy=True)] * bool(framed)
    plans += [
        Plan(seating, "big", "big", 5 if frames else 4, cut=cut, gaps=5, framed=frames)
        for cut in (False, True)
        for frames in (True, False)
        for seating in framed
    ]
    dense = _DENSE[-1]
    if beside:  # one's own cards are the largest
        plans += [
            Plan(seating, own, lower=5, counted=all_ways, gaps=_gaps(seating), airy=True)
            for own in ("big", size)
            if size == "flat"
            for seating in others
            if seating.size in ("small", "slim")
            for all_ways in (True, False)
        ]
    plans += [
        Plan(seating, size, lower=lower, counted=all_ways, gaps=_gaps(seating))
        for seating in others
        for lower in ((5, 4, 3) if seating == _CROWDED else (5, 4))
        for all_ways in (True, False)
    ]
    return [
        *plans,
        Plan(dense, size, lower=3, gaps=3),
        *(Plan(seating, size, lower=3, cut=True, gaps=3) for seating in _DENSE[1:]),
        Plan(dense, size, lower=3, cut=True, gaps=1),
    ]


def _gaps(seating: Seating) -> int:
    """Return the blank rows that a picture with such seats needs."""
    if seating.size == "slim":  # half a row stays free below it
        return 2
    return 3 if seating in _DENSE else 4


class GoldenZeroView(GameView[View]):
    """A table of Golden Zero: cards and chips above, one's own hand and the bids below."""

    SIGNS = {
        "●": N_("chips"),
        "▒": N_("a closed card"),
        "★": N_("on the target, or the winner"),
        "▸◂": N_("the phase of the hand"),
        "×": N_("over the target"),
        "‹›": N_("the amount you choose"),
        "▼": N_("the worst move of a game"),
        "▲": N_("the best move of a game"),
    }
    SHOWS_SEATS = True
    WIDE = 60
    ROWS = 18
    PICTURED = N_("exactly the target")
    KEYS = (
        # No letter of a language's own answers here: "T, o" may be the beginning of a sentence.
        structs.replace(CONFIRM, mnemonic=""),
        structs.replace(CANCEL, what=N_("Leave it, and clear the amount.")),
        Action("clear", ("escape", "n"), "Esc", N_("clear"), N_("Clear the amount.")),
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
        self._offered_bet: tuple[TableView, Wager | None] | None = None
        self._fresh: frozenset[tuple[int, int]] = frozenset()
        self._risen = 0

    # Keys

    @property
    def _wager(self) -> Wager | None:
        """The bet on offer; every key asks for it."""
        bet = self._offered_bet
        if bet is None or bet[0] is not self.table:
            self._offered_bet = bet = self.table, wager_of(self)
        return bet[1]

    def is_enabled(self, name: str) -> bool:
        wager = self._wager
        chosen = bool(self._typed) or self._amount is not None
        match name:
            case "clear":
                return self.pending is None and chosen
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
        wager = self._wager
        return wager.do if wager is not None and self.is_enabled("bet") else super().main

    def do_digit(self, digit: int) -> None:
        self._type(f"{self._typed}{digit}")

    def do_cancel(self) -> None:
        self._typed, self._amount = "", None

    do_clear = do_cancel

    def do_bet(self) -> None:
        wager = self._wager
        if wager is not None:
            self.act(wager.do, **{wager.field: self._chosen(wager)})

    do_open = do_raise = do_bet

    def do_allin(self) -> None:
        wager = self._wager
        if wager is None:
            self.act("call")
        else:
            self.act(wager.do, **{wager.field: wager.high})

    def do_least(self) -> None:
        self._choose(0)

    def do_pot(self) -> None:
        wager = self._wager
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
        wager = self._wager
        if wager is not None:
            self._typed, self._amount = "", wager.within(amount)

    def _step(self, by: int) -> None:
        wager = self._wager
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
            return hand.lesson(self, view)
        if self.offered("call"):
            of = {"n": min(view.to_call, chips(self)), "chips": chips(self)}
            return t("{n} to call, you have {chips}.", **of)
        if self.offered("open") and not self.offered("fold"):
            return t("You must open for {n} or more.", n=view.min_to)
        return hand.lesson(self, view) if self.mine and isinstance(view, SeatView) else ""

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
        cells = min(width - 2, _WIDEST)
        plan, rows = self._plan(cells, height)
        blocks = self._blocks(plan, rows, cells)
        last = plan.seating.size == "slim"
        return indented(
            _spaced(blocks, height, self.table.seat is None, self.shared, last),
            max(0, width - cells) // 2,
        )

    def _plan(self, cells: int, height: int) -> tuple[Plan, list[list[int]]]:
        """Choose the first plan that has room with a free row between its parts, else the last."""
        seated = self.table.seat is not None
        pots = len(middle.pots(self, cells))
        large, broad = cards.large(self.appearance) != "small", cells >= _BROAD
        # Without colours a border says what counts.
        size = "small" if not large else "tall" if " mono" in self.appearance else "flat"
        beside = cells >= hand.BROAD
        ended = self.game.phase in ("result", "over")
        plans = own_plans(size, broad, beside) if seated else watched_plans(large, broad, ended)
        fitting: list[tuple[Plan, list[list[int]]]] = []
        for plan in plans:
            rows = players.grid(self, plan.seating, cells, plan.cut)
            lines = players.height(plan.seating, len(rows))
            if plan.rows - plan.beside(cells) + pots + lines + plan.gaps <= height:
                if plan.cut and fitting:
                    break
                fitting.append((plan, rows))
                if [len(line) for line in rows] != [2, 1]:  # nobody sits alone
                    return plan, rows
        return fitting[0] if fitting else (plan, rows)

    def _blocks(self, plan: Plan, rows: list[list[int]], cells: int) -> list[list[Row]]:
        """Draw the parts of the picture that stand below each other."""
        turns = self._turns()
        seated = self.table.seat is not None
        columns = (*_COLUMNS, cells)
        if cells < _BROAD:
            columns = min(cells - 32, _SUMS[0]), min(cells - 18, _SUMS[1]), cells
        facts = [] if plan.target else middle.facts(self, self._uncounted)
        beside, pots = plan.beside(cells), middle.pots(self, cells)
        lead = players.in_front(self, cells - _SHORT) if beside else EMPTY
        rule = [middle.rule(self, cells, [] if beside else facts, lead), *pots]
        blocks = [players.seats(self, plan.seating, rows, cells, turns), rule]
        if plan.target:
            framed, turn, room = plan.framed, turns.get((-1, -1), 0), columns[0] - 2
            made_of = middle.target_cards(self, plan.target, turn, room)
            own_cards = hand.own_cards(self, room, plan.hand, turns) if seated else ([], EMPTY)
            broadest = max(map(row_width, (*made_of, *own_cards[0])))
            columns = min(columns[0], broadest + _CLOSE), *columns[1:]
            ends = (*columns[:2], cells - players.FRAME * framed)
            aim = middle.target(self, made_of, turn, self._uncounted, ends, framed)
            inside = [*[EMPTY] * plan.airy, *aim[1:]]
            blocks.append(players.framed(aim[0], inside, cells, "rule") if framed else aim)
        if beside:
            own = hand.beside_target(self, cells, plan.hand, turns, facts, plan.counted)
            blocks[-1] += [*[EMPTY] * plan.airy, *own]
        elif seated and plan.target:
            head = players.in_front(self, cells)
            own = hand.below_target(self, head, own_cards, turns, columns[:2])
            tone = seat_mark(self.table.seat or 0).tone if self.mine else "rule"
            inside = [*[EMPTY] * plan.airy, *own[1:-1]]
            block = players.framed(own[0], inside, cells, tone, own[-1]) if framed else own
            blocks.append(block)
        elif seated:
            head = players.in_front(self, hand.room_for_cards(cells))
            blocks.append(hand.below_seats(self, head, cells, plan.hand, turns, plan.counted))
        lower = self._lower(cells, plan)
        return [*blocks, [*lower, *[EMPTY] * (plan.lower - len(lower))]]

    @property
    def _shows_next(self) -> bool:
        """Whether the next cards are shown: while one may take one, or will."""
        phase = self.game.phase
        return phase == "choix" or (phase == "levee" and not self.mine)

    def _lower(self, cells: int, plan: Plan) -> list[Row]:
        """Draw the part below one's own hand: the result, else the next cards and the actions."""
        view, room = self.game, plan.lower
        if view.phase in ("result", "over"):
            after = bids.afterwards(self, cells)
            explained = middle.explained(self, cells, room - len(after))
            return [*explained, *[EMPTY] * (len(explained) + len(after) < room), *after]
        if not isinstance(view, SeatView) or not view.closed:
            return []
        if self._shows_next:
            strip = hand.next_cards(self, view, cells, plan.boxed)
            todo = [self._choice(view, cells)] if self.mine else []
            return [*strip, *[EMPTY] * (len(strip) + 1 < room), *todo]
        if not self.mine:
            return []
        wager = self._wager
        amount = self._chosen(wager) if wager is not None else 0
        todo = bids.bids(self, amount, self._typed, cells, room)
        return [*[EMPTY] * ((room - len(todo)) // 2), *todo]

    def _choice(self, own: SeatView, cells: int) -> Row:
        t = self.words.t
        parts = [answer(self, self.key_of("stay"), t("stand on {n}", n=hand.worth(own)), "stay")]
        if self.offered("card"):
            parts.insert(0, answer(self, t("Space"), t("take a card"), "card"))
        return flow(parts, cells)[0]


def _spaced(
    blocks: Sequence[Sequence[Row]], height: int, watched: bool, shared: bool, last: bool
) -> list[Row]:
    """Put blocks below each other: a blank row around each, two between them where there is room.

    What is still free stands in equal parts above and below, all of it below for a picture that is
    passed on. Where rows lack, the first blocks are parted for who watches, else the last; `last`:
    then what is below that, before the others.
    """
    spare, count = height - sum(map(len, blocks)), len(blocks)
    gaps = [0] * (count + 1)
    inner = [*range(1, count)] if watched else [*reversed(range(1, count))]
    inner.insert(1 if last else len(inner), count)
    for at in (0, *inner, *range(1, count)):
        if spare > 0:
            gaps[at], spare = gaps[at] + 1, spare - 1
    gaps[0] += 0 if watched and shared else max(0, spare) // 2
    return [
        line for gap, block in zip(gaps, blocks, strict=False) for line in (*[EMPTY] * gap, *block)
    ][:height]


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
