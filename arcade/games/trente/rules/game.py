"""Trente as a `Game`: who may do what, what is offered, what is seen."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game, Outcome
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.engine.options import check_seats
from arcade.engine.words import N_
from arcade.games.trente.rules import attack, course, play
from arcade.games.trente.rules.table import (
    META,
    OPTION_LIST,
    Action,
    Attack,
    Forgo,
    Keep,
    Options,
    Roll,
    State,
    View,
    may_forgo,
    rules_of,
)
from arcade.games.trente.rules.threshold import LOW, is_low


class Trente:
    """Trente and Trente-douze, by the house's page."""

    meta = META
    options = Options
    option_list = OPTION_LIST
    state = State
    action = Action

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Draw the first player; everyone has 30 points and has paid the ante."""
        check_seats(META, seats)
        return course.begin(rules_of(options), seats, chance.pick(seats))

    def follow(self, state: State, before: State) -> State:
        """Put what stayed in the pot of the game before into the pot of this one (section 8)."""
        return course.follow(state, before)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Name the seat whose turn or vengeance it is."""
        return () if state.turn is None else (state.turn,)

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        """List every choice of the seat to act; others may do nothing."""
        if state.turn != seat:
            return ()
        if state.attack is not None:
            return _attack_offers(state.targets)
        if state.dice:
            return _keep_offers(tuple(sorted(state.dice)), state.threshold is None)
        return (Offer(Roll()), Offer(Forgo())) if may_forgo(state) else (Offer(Roll()),)

    def check(self, state: State, seat: int, action: Action) -> None:
        """Raise `IllegalAction` unless the seat may do this now."""
        if state.turn is None:
            raise IllegalAction("over", N_("The game is over."), 8)
        if state.turn != seat:
            raise IllegalAction(
                "not-your-turn", N_("It is the turn of {seat:seat}."), 2, seat=state.turn
            )
        if isinstance(action, Forgo):
            if not may_forgo(state):
                raise IllegalAction(
                    "no-vengeance",
                    N_("Only a vengeance can be forgone, and only before its first throw."),
                    6,
                )
        elif state.attack is not None:
            _check_attack(state, action, state.attack)
        elif isinstance(action, Attack):
            raise IllegalAction(
                "no-attack", N_("Only six dice that beat the threshold give an attack."), 4
            )
        elif state.dice:
            _check_keep(state, action)
        elif isinstance(action, Keep):
            raise IllegalAction("throw-first", N_("The dice have to be thrown first."), 2)

    def apply(self, state: State, seat: int, action: Action, chance: Chance) -> State:
        """Do it; see `play` and `attack` for the order of the draws."""
        self.check(state, seat, action)
        state = replace(state, news=())
        match action:
            case Roll():
                return play.roll(state, chance)
            case Forgo():
                return attack.forgo(state)
            case Keep():
                return play.keep(state, action, chance)
            case Attack():
                return attack.strike(state, action, chance)

    def default(self, state: State, seat: int) -> Action:  # noqa: ARG002
        """Throw; keep all dice of the best face, and no other; strike the first possible target."""
        if state.attack is not None:
            return Attack(state.targets[0])
        if not state.dice:
            return Roll()
        best = min(state.dice) if state.threshold == LOW else max(state.dice)
        return Keep((best,) * state.dice.count(best))

    def view(self, state: State, seat: int | None) -> View:  # noqa: ARG002
        """Build what everybody sees: nothing is secret at this table."""
        total = sum(state.kept)
        return View(
            rules=state.rules,
            manche=state.manche,
            scores=state.scores,
            turn=state.turn,
            dice=state.dice,
            kept=state.kept,
            sum=total,
            need=None if state.threshold is None else state.threshold - total,
            threshold=state.threshold,
            attack=state.attack,
            targets=state.targets,
            avenging=state.avenging,
            origin=state.origin,
            dead=state.dead,
            manches_won=state.manches_won,
            totals=state.totals,
            purse=state.purse,
            pot=state.pot,
            winners=state.winners,
            hand=state.hand,
            strike=state.strike,
        )

    def news(self, state: State) -> Sequence[News]:
        """Tell what the last action brought."""
        return state.news

    def outcome(self, state: State) -> Outcome | None:
        """Give the winners and the sums of all manches once the game is over."""
        return Outcome(state.winners, state.totals) if state.winners else None


def _attack_offers(targets: tuple[int, ...]) -> tuple[Offer, ...]:
    if len(targets) > 1:
        return tuple(Offer(Attack(target)) for target in targets)
    only = targets[0]
    return (Offer(Attack(), "target", only, only),)


@cache
def _keep_offers(dice: tuple[int, ...], deciding: bool) -> tuple[Offer, ...]:
    """List every different choice among sorted dice, most dice first; 923 throws at most, twice."""
    choices = {
        chosen: None
        for count in range(len(dice), 0, -1)
        for chosen in combinations(reversed(dice), count)
    }
    return tuple(
        Offer(Keep(chosen, first)) for chosen in choices for first in _firsts(chosen, deciding)
    )


def _firsts(chosen: tuple[int, ...], deciding: bool) -> Iterator[int | None]:
    if deciding and _is_mixed(chosen):
        yield from dict.fromkeys(chosen)
    else:
        yield None


def _is_mixed(dice: tuple[int, ...]) -> bool:
    return len({is_low(die) for die in dice}) == 2


def _check_attack(state: State, action: Action, level: int) -> None:
    if not isinstance(action, Attack):
        raise IllegalAction(
            "attack-first", N_("The attack at level {level} is to be thrown."), 4, level=level
        )
    if action.target is None:
        if len(state.targets) > 1:
            raise IllegalAction(
                "name-target", N_("Name the target before the damage is thrown."), 5
            )
    elif action.target not in state.targets:
        raise IllegalAction("not-a-target", N_("This attack cannot strike that seat."), 5)


def _check_keep(state: State, action: Action) -> None:
    if not isinstance(action, Keep):
        raise IllegalAction(
            "keep-first",
            N_("Keep at least one die of this throw; the others are then thrown again."),
            2,
        )
    if not action.dice:
        raise IllegalAction("keep-one", N_("At least one die of every throw is kept."), 2)
    for die in action.dice:
        if action.dice.count(die) > state.dice.count(die):
            raise IllegalAction(
                "not-thrown",
                N_("{dice:dice} cannot be kept: the throw is {thrown:dice}."),
                2,
                dice=action.dice,
                thrown=state.dice,
            )
    _check_first(state, action)


def _check_first(state: State, action: Keep) -> None:
    if state.threshold is None and _is_mixed(action.dice):
        if action.first is None:
            raise IllegalAction(
                "name-first", N_("Name the first die: it decides between 12 and 30."), 3
            )
        if action.first not in action.dice:
            raise IllegalAction(
                "first-not-kept", N_("The first die has to be one of those kept."), 3
            )
    elif action.first is not None:
        raise IllegalAction(
            "nothing-to-decide",
            N_("A first die is named only when the first dice kept could mean 12 or 30."),
            3,
        )


GAME: Game = Trente()
