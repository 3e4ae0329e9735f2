"""Golden Zero Classique as a game of the house: every method pure, chance only where drawn."""

from msgspec import structs

from arcade.engine import N_, Chance, Game, Meta, News, Outcome, check_seats, clockwise, counted
from arcade.games.golden_zero.rules import actions, betting, choix
from arcade.games.golden_zero.rules import view as views
from arcade.games.golden_zero.rules.actions import Action, Card, Deal, LastHand, Stay
from arcade.games.golden_zero.rules.dealing import CARDS, deal, draw_button
from arcade.games.golden_zero.rules.options import OPTION_LIST, STYLES, Options
from arcade.games.golden_zero.rules.showdown import settle
from arcade.games.golden_zero.rules.state import State, alive, none_yet, playing

META = Meta(
    key="golden-zero",
    name="Golden Zero",
    seats=(2, 6),
    best_seats=4,
    daily_options={"hands": 5},
    length=1_000,
    version=3,
    aliases=("Golden Zero Classique",),
    blurb=N_("Get closest to the target, and bet on it."),
    steps=(
        N_("Bet, take cards towards the target without passing it, then bet again."),
        N_("Your open cards count, and one or both of your two closed ones."),
        N_("Whoever comes nearest takes the pot, or whoever makes all others fold."),
    ),
    secrets=True,
)


class GoldenZero(Game):
    meta = META
    options = Options
    option_list = OPTION_LIST
    styles = STYLES
    state = State
    action = Action
    whole = len(CARDS)
    legal = staticmethod(actions.offers)
    check = staticmethod(actions.check)
    view = staticmethod(views.view_of)
    open_view = staticmethod(views.open_view)
    uncovered = staticmethod(views.uncovered)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Find the button, take the Droit and deal the first hand: two shuffles.

        Raises `BadOptions` for fewer than two or more than six seats.
        """
        check_seats(META, seats)
        button, news = draw_button(seats, chance)
        return _play_hand(_table(options, seats, button, news), chance)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat in turn; between hands any seat still in the game may deal."""
        if state.phase == "over":
            return ()
        return playing(state) if state.turn is None else (state.turn,)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Do it; draws a shuffle for a deal, and for the refill of an empty deck."""
        actions.check(state, seat, action)
        state = structs.replace(state, news=())
        kind = type(action)
        if kind is LastHand:
            return _announce(state, seat)
        if kind is Deal:
            return _next_hand(state, chance)
        if kind is Card:
            state = choix.card(state, seat, chance)
        elif kind is Stay:
            state = choix.stay(state, seat)
        else:
            state = betting.bid(state, seat, action)
        return go_on(state, chance)

    def default(self, state: State, seat: int) -> Action:
        """Return the move of a clock run out: stand or stay, fold to a bet, open only if forced."""
        if state.phase == "result":
            return Deal()
        if state.phase == "choix":
            return Stay()
        if state.aggressor is None and state.phase == "levee":
            return actions.Open(min(actions.minimum(state), state.stacks[seat]))
        return actions.Stand() if actions.standing(state) else actions.Fold()

    def holding(self, state: State, seat: int) -> News:
        n = state.stacks[seat]
        return counted("The seat has {n} chip.", "The seat has {n} chips.", n)

    def out(self, state: State) -> tuple[int, ...]:
        """Return the seats without chips."""
        return tuple(seat for seat, out in enumerate(state.out) if out and not state.paid[seat])

    def round_ended(self, before: State, after: State) -> bool:
        """Return whether the hand is over, with or without the game."""
        return before.phase != "result" and after.phase in ("result", "over")

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.winners, state.stacks) if state.phase == "over" else None


def _announce(state: State, seat: int) -> State:
    state = structs.replace(state, last_hand=True, final=state.hand + 1)
    return state.tell("{seat:@ announces|You announce} that the next hand is the last.", seat=seat)


def _next_hand(state: State, chance: Chance) -> State:
    """Pass the button to the next seat still in the game, and deal: one shuffle."""
    button = next(seat for seat in clockwise(state.seats, state.button) if not state.out[seat])
    state = structs.replace(state, hand=state.hand + 1, button=button)
    return _play_hand(state, chance)


def go_on(state: State, chance: Chance) -> State:
    """Move on while nobody is in turn: Levée, Choix, Reine, result."""
    while state.turn is None and state.phase in ("levee", "choix", "reine"):
        if state.phase == "levee" and len(alive(state)) > 1:
            state = choix.start(state, chance)
        elif state.phase == "choix" and len(alive(state)) > 1:
            state = betting.start(state, "reine")
        else:
            state = settle(state)
    return state


def _play_hand(state: State, chance: Chance) -> State:
    return go_on(betting.start(deal(state, chance), "levee"), chance)


def _table(options: Options, seats: int, button: int, news: tuple[News, ...]) -> State:
    nobody, nothing = none_yet(seats), (0,) * seats
    return State(
        options=options,
        button=button,
        open=((),) * seats,
        closed=((),) * seats,
        stacks=(options.stack,) * seats,
        bets=nothing,
        paid=nothing,
        answered=nobody,
        stood=nobody,
        folded=nobody,
        burned=nobody,
        out=nobody,
        final=options.hands,
        shown=(None,) * seats,
        won=nothing,
        news=news,
    )


GAME = GoldenZero()
