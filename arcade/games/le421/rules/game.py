"""Le 421 as a `Game`: set-up, actions, view.

Source: the rules' page "421" and seed 421. Paragraph numbers are those of our own rules text.
"""

from msgspec.structs import replace

from arcade.engine import N_, Chance, Game, Meta, News, Outcome, check_seats, counted
from arcade.games.le421.rules import actions, rounds
from arcade.games.le421.rules.actions import Action, Roll, Stop
from arcade.games.le421.rules.hands import hand, keeps, rank
from arcade.games.le421.rules.options import OPTION_LIST, STYLES, Options
from arcade.games.le421.rules.state import State

META = Meta(
    key="421",
    name="Le 421",
    seats=(2, 8),
    best_seats=3,
    first=True,
    length=2000,
    version=3,
    blurb=N_("Three dice and a pot: first load up, then race to unload."),
    steps=(
        N_("Roll three dice up to three times and keep what you like; 421 is best."),
        N_("In the charge, the worst hand of each round takes tokens from the pot."),
        N_("In the décharge, the best hand gives tokens away; the first without wins."),
    ),
)


class Le421(Game):
    meta = META
    options = Options
    option_list = OPTION_LIST
    styles = STYLES
    state = State
    action = Action
    legal = staticmethod(actions.offers)
    check = staticmethod(actions.check)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Let the seat with the highest die lead.

        Raises `BadOptions` for fewer than two or more than eight seats.
        """
        check_seats(META, seats)
        leader, news = rounds.throw_for_lead(seats, chance)
        single = options.mode == "manche"
        return State(
            options=options,
            phase="manche" if single else "charge",
            pot=0 if single else options.pot,
            tokens=(0,) * seats,
            leader=leader,
            turn=leader,
            hands=(None,) * seats,
            made=(0,) * seats,
            manches_won=(0,) * seats,
            news=news,
        )

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        actions.check(state, seat, action)
        if type(action) is Roll:
            return rounds.throw(state, seat, action, chance)
        return rounds.end_turn(replace(state, news=()), seat, chance)

    def default(self, state: State, _seat: int) -> Action:
        """Throw once and stand; where one must throw again, throw the one die that risks least."""
        if not state.throws:
            return Roll()
        if actions.may_stop(state):
            return Stop()
        pairs = [keep for keep in keeps(state.dice) if len(keep) == 2]
        faces, order = range(1, 7), state.options.order
        return Roll(
            min(pairs, key=lambda two: sum(rank(hand((*two, face)), order) for face in faces))
        )

    def holding(self, state: State, seat: int) -> News:
        n = state.tokens[seat]
        return counted("The seat holds {n} token.", "The seat holds {n} tokens.", n)

    def out(self, state: State) -> tuple[int, ...]:
        """Return the seats without tokens in the décharge, or out of la belle."""
        return state.out

    def round_ended(self, before: State, after: State) -> bool:
        """Return whether all hands are thrown: they have been put away, or the game is over."""
        return after.turn is None or (any(before.hands) and not any(after.hands))

    def outcome(self, state: State) -> Outcome | None:
        """Return the winners and how many of charge, décharge and belle each seat won."""
        return None if self.to_act(state) else Outcome(state.winners, state.manches_won)


GAME = Le421()
