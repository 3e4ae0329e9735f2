"""Trente as a `Game`: set-up, actions, view."""

from arcade.engine import N_, Chance, Game, Meta, News, Outcome, check_seats, counted
from arcade.games.trente.rules import actions, turn
from arcade.games.trente.rules.actions import Action, Attack, Keep, Roll
from arcade.games.trente.rules.options import LOW, OPTION_LIST, STYLES, Options, rules_of
from arcade.games.trente.rules.state import State

META = Meta(
    key="trente",
    name="Trente",
    seats=(2, 8),
    best_seats=4,
    daily_seats=3,
    length=1500,
    version=4,
    aliases=("30", "trente-douze", "thirty"),
    blurb=N_("Six dice for 30: fall short and pay, go beyond and strike."),
    steps=(
        N_("Roll six dice, keep at least one, roll the others again until six are kept."),
        N_("Below 30 you lose the points that are missing; exactly 30 costs nothing."),
        N_("Above 30 you attack somebody. The last one alive wins."),
    ),
)


class Trente(Game):
    meta = META
    options = Options
    option_list = OPTION_LIST
    styles = STYLES
    state = State
    action = Action
    legal = staticmethod(actions.offers)
    check = staticmethod(actions.check)
    follow = staticmethod(turn.follow)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Draw the first player; everyone has 30 points and has paid the ante."""
        check_seats(META, seats)
        return turn.begin(rules_of(options), seats, chance.pick(seats))

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        actions.check(state, seat, action)
        if type(action) is Keep:
            return turn.keep(state, seat, action, chance)
        if type(action) is Roll:
            return turn.roll(state, seat, chance)
        if type(action) is Attack:
            return turn.strike(state, seat, action, chance)
        return turn.forgo(state, seat)

    def default(self, state: State, _seat: int) -> Action:
        """Throw; keep all dice of the best face, and no other; strike the first possible target."""
        if state.attack is not None:
            return Attack(state.targets[0])
        if not state.dice:
            return Roll()
        best = min(state.dice) if state.threshold == LOW else max(state.dice)
        return Keep((best,) * state.dice.count(best))

    def holding(self, state: State, seat: int) -> News:
        n = state.scores[seat]
        return counted("The seat has {n} point.", "The seat has {n} points.", n)

    def out(self, state: State) -> tuple[int, ...]:
        """Return the dead who have no vengeance left."""
        acting = self.to_act(state)
        return tuple(seat for seat in state.dead if state.scores[seat] < 0 and seat not in acting)

    def round_ended(self, before: State, after: State) -> bool:
        """Return whether somebody has died, or the manche or the game is over."""
        fallen = len(after.dead) > len(before.dead)
        return fallen or after.manche > before.manche or after.turn is None

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.winners, state.totals) if state.winners else None


GAME = Trente()
