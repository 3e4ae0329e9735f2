"""Golden Zero Classique as a game of the house: every method pure, chance only where drawn."""

from collections.abc import Sequence

from msgspec import structs

from arcade.engine.chance import Chance
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Meta, Outcome
from arcade.engine.news import News, told
from arcade.engine.offers import Offer
from arcade.engine.options import check_seats
from arcade.engine.words import N_
from arcade.games.golden_zero.rules import betting, choice, course, table
from arcade.games.golden_zero.rules.dealing import CARDS, has_cards
from arcade.games.golden_zero.rules.options import OPTION_LIST, Options
from arcade.games.golden_zero.rules.state import (
    Action,
    Call,
    Card,
    Deal,
    Fold,
    LastHand,
    Open,
    Raise,
    Stand,
    State,
    Stay,
    playing,
    tell,
)
from arcade.games.golden_zero.rules.uncovering import uncovered

META = Meta(
    key="golden-zero",
    name="Golden Zero",
    seats=(2, 6),
    best_seats=4,
    length=1_000,
    version=2,
    aliases=("Golden Zero Classique",),
    blurb=N_("Cards towards a target, and bids on who comes nearest."),
    secrets=True,
)


class GoldenZero:
    """The rules of the page golden-zero; see `arcade.engine.game.Game` for each method."""

    meta = META
    options = Options
    option_list = OPTION_LIST
    state = State
    action = Action

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Find the button, take the Droit and deal the first hand: two shuffles.

        Raises `BadOptions` for fewer than two or more than six seats.
        """
        check_seats(META, seats)
        return course.begin(options, seats, chance)

    def older(self, state: State, version: int) -> State:
        """Let a last hand be announced as in version 1."""
        return structs.replace(state, announced_at_once=version < META.version)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Name the seat in turn; between hands any seat still in the game may deal."""
        if state.phase == "over":
            return ()
        return playing(state) if state.turn is None else (state.turn,)

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        """List what a seat still in the game may do: bid or choose, deal, announce the end."""
        if state.phase == "over" or not 0 <= seat < state.seats or state.out[seat]:
            return ()
        offers: list[Offer] = []
        if state.phase == "result":
            offers.append(Offer(Deal()))
        elif state.turn == seat and state.phase == "choix":
            offers += [Offer(Card()), Offer(Stay())] if has_cards(state) else [Offer(Stay())]
        elif state.turn == seat:
            offers += _bids(state, seat)
        if _no_announcement(state) is None:
            offers.append(Offer(LastHand()))
        return tuple(offers)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        if not 0 <= seat < state.seats:
            raise IllegalAction("no-such-seat", N_("There is no such seat at this table."), 0)
        if state.phase == "over":
            raise IllegalAction("over", N_("The game is over."), 13)
        if state.out[seat] and not state.announced_at_once:
            raise IllegalAction("out", N_("Who has no chips left is out of the game."), 13)
        match action:
            case LastHand():
                refusal = _no_announcement(state)
                if refusal is not None:
                    raise refusal
            case Deal():
                _check_deal(state)
            case _:
                _check_turn(state, seat)
                _check_phase(state, action)
                if not isinstance(action, Card | Stay):
                    betting.check(state, seat, action)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Do it; draws a shuffle for a deal, and for the refill of an empty deck."""
        self.check(state, seat, action)
        state = structs.replace(state, news=())
        match action:
            case LastHand():
                return _announce(state, seat)
            case Deal():
                return course.next_hand(state, chance)
            case Card():
                state = choice.card(state, seat, chance)
            case Stay():
                state = choice.stay(state, seat)
            case _:
                state = betting.bid(state, seat, action)
        return course.go_on(state, chance)

    def default(self, state: State, seat: int) -> Action:
        """Give the move of a clock run out: stand or stay, fold to a bet, open only if forced."""
        if state.phase == "result":
            return Deal()
        if state.phase == "choix":
            return Stay()
        if state.aggressor is None and state.phase == "levee":
            return Open(min(betting.minimum(state), state.stacks[seat]))
        return Stand() if betting.standing(state) else Fold()

    def view(self, state: State, seat: int | None) -> table.View:
        """Build what a seat (None: a spectator) may see."""
        return table.view(state, seat)

    def open_view(self, state: State) -> table.View | None:
        """Build what watchers see who may see all hands when a hand is over."""
        return table.open_view(state)

    def news(self, state: State) -> Sequence[News]:
        """Tell what the last action brought."""
        return state.news

    def outcome(self, state: State) -> Outcome | None:
        """Give the seats with the most chips, and everybody's chips."""
        return Outcome(state.winners, state.stacks) if state.phase == "over" else None

    whole = len(CARDS)

    def uncovered(
        self, before: State | None, action: Action | None, after: State, size: int
    ) -> tuple[int, ...]:
        """Name the cards everybody saw by an action, by their places in the last whole deck."""
        return uncovered(before, action, after, size)


def _bids(state: State, seat: int) -> list[Offer]:
    """List the bids of the seat in turn, the mildest first."""
    opening = betting.open_span(state, seat)
    if opening is not None:
        folding = [Offer(Fold())] if state.phase == "reine" else []
        return [*folding, Offer(Open(opening[0]), "amount", *opening)]
    offers = [Offer(Fold()), Offer(Call())] if betting.to_call(state, seat) else [Offer(Stand())]
    raising = betting.raise_span(state, seat)
    if raising is not None:
        offers.append(Offer(Raise(raising[0]), "to", *raising))
    return offers


def _no_announcement(state: State) -> IllegalAction | None:
    """Say why the last hand cannot be announced, None where it can."""
    if state.last_hand:
        return IllegalAction("already-announced", N_("The last hand is announced already."), 13)
    if state.announced_at_once:
        return None
    if state.final is not None and state.hand + 1 >= state.final:
        return IllegalAction(
            "ends-anyway", N_("The game ends with hand {n} anyway."), 13, n=state.final
        )
    return None


def _check_deal(state: State) -> None:
    if state.phase != "result":
        raise IllegalAction("hand-not-over", N_("This hand is not over yet."), 3)


def _check_turn(state: State, seat: int) -> None:
    if state.turn is None:
        raise IllegalAction(
            "between-hands", N_("The hand is over: the next one is to be dealt."), 3
        )
    if state.turn != seat:
        raise IllegalAction(
            "not-your-turn", N_("It is the turn of {seat:seat}."), 6, seat=state.turn
        )


def _check_phase(state: State, action: Action) -> None:
    drawing = isinstance(action, Card | Stay)
    if drawing and state.phase != "choix":
        raise IllegalAction(
            "no-cards-now", N_("Cards are taken in the Choix, not while bidding."), 8
        )
    if not drawing and state.phase == "choix":
        raise IllegalAction(
            "no-bids-now", N_("In the Choix one takes a card or stays; nobody bids or folds."), 8
        )
    if isinstance(action, Card) and not has_cards(state):
        raise IllegalAction("no-card-left", N_("No card is left to be given: stay."), 8)


def _announce(state: State, seat: int) -> State:
    if state.announced_at_once and state.phase != "result":
        state = structs.replace(state, last_hand=True, final=state.hand)
        return tell(state, told("{seat:seat} announces that this hand is the last.", seat=seat))
    state = structs.replace(state, last_hand=True, final=state.hand + 1)
    return tell(state, told("{seat:seat} announces that the next hand is the last.", seat=seat))


GAME = GoldenZero()
