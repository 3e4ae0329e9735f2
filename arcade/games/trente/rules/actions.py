"""The actions of Trente, and when they are legal: offers and refusals."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from arcade.engine import GameAction, IllegalAction, Offer
from arcade.games.trente.rules.options import is_low
from arcade.games.trente.rules.state import State, View

# Action


class Roll(GameAction, frozen=True, tag="roll"):
    """Throw the dice."""


class Forgo(GameAction, frozen=True, tag="forgo"):
    """Forgo a vengeance instead of its first throw."""


class Keep(GameAction, frozen=True, eq=False, tag="keep"):
    """Set dice of this throw aside; `first` names the first of them where that decides.

    The order of `dice` is shown and decides nothing: two orders are the same action.
    """

    dice: tuple[int, ...]
    first: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keep) and self._choice() == other._choice()

    def __hash__(self) -> int:
        return hash(self._choice())

    def _choice(self) -> tuple[tuple[int, ...], int | None]:
        return tuple(sorted(self.dice)), self.first


class Attack(GameAction, frozen=True, tag="attack"):
    """Throw the damage; `target` is needed where more than one seat may be struck."""

    target: int | None = None


Action = Roll | Forgo | Keep | Attack


def may_forgo(table: View) -> bool:
    """Return whether the seat to act avenges and has thrown nothing yet."""
    begun = table.dice or table.kept or table.attack is not None
    return table.avenging is not None and not begun


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    if state.turn != seat:
        return ()
    if state.attack is not None:
        return _attack_offers(state.targets)
    if state.dice:
        return _keep_offers(tuple(sorted(state.dice)), state.threshold is None)
    return (Offer(Roll()), Offer(Forgo())) if may_forgo(state) else (Offer(Roll()),)


def check(state: State, seat: int, action: Action) -> None:
    if seat != state.turn:
        raise _not_the_turn(state)
    kind = type(action)
    if kind is Forgo:
        if not may_forgo(state):
            raise IllegalAction(
                "no-vengeance", "Only revenge can be forgone, and only before its first roll.", 6
            )
    elif state.attack is not None:
        _check_attack(state, action, state.attack)
    elif kind is Attack:
        raise IllegalAction("no-attack", "Only six dice that beat the threshold give an attack.", 4)
    elif state.dice:
        _check_keep(state, action)
    elif kind is Keep:
        raise IllegalAction("throw-first", "Roll the dice first.", 2)


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
    if not deciding:
        return tuple([Offer(Keep(chosen)) for chosen in choices])
    return tuple([Offer(Keep(chosen, first)) for chosen in choices for first in _firsts(chosen)])


def _firsts(chosen: tuple[int, ...]) -> Iterable[int | None]:
    return dict.fromkeys(chosen) if _is_mixed(chosen) else (None,)


def _is_mixed(dice: tuple[int, ...]) -> bool:
    return len({is_low(die) for die in dice}) == 2


def _not_the_turn(state: State) -> IllegalAction:
    if state.turn is None:
        return IllegalAction("over", "The game is over.", 8)
    return IllegalAction("not-your-turn", "It is the turn of {seat:seat}.", 2, seat=state.turn)


def _check_attack(state: State, action: Action, level: int) -> None:
    if not isinstance(action, Attack):
        raise IllegalAction(
            "attack-first", "Roll the attack at level {level} first.", 4, level=level
        )
    if action.target is None:
        if len(state.targets) > 1:
            raise IllegalAction("name-target", "Name the target before you roll the damage.", 5)
    elif action.target not in state.targets:
        raise IllegalAction(
            "not-a-target", "This attack can strike {targets:seats} only.", 5, targets=state.targets
        )


def _check_keep(state: State, action: Action) -> None:
    if not isinstance(action, Keep):
        raise IllegalAction(
            "keep-first", "Keep at least one die of this roll; the others are rolled again.", 2
        )
    if not action.dice:
        raise IllegalAction("keep-one", "Keep at least one die of every roll.", 2)
    thrown = list(state.dice)
    try:
        for die in action.dice:
            thrown.remove(die)
    except ValueError:
        raise IllegalAction(
            "not-thrown",
            "{dice:dice} cannot be kept: you rolled {thrown:dice}.",
            2,
            dice=action.dice,
            thrown=state.dice,
        ) from None
    if state.threshold is None or action.first is not None:
        _check_first(state, action)


def _check_first(state: State, action: Keep) -> None:
    if state.threshold is None and _is_mixed(action.dice):
        if action.first is None:
            raise IllegalAction(
                "name-first", "Name the first die: it decides between 12 and 30.", 3
            )
        if action.first not in action.dice:
            raise IllegalAction("first-not-kept", "The first die has to be one of those kept.", 3)
    elif action.first is not None:
        raise IllegalAction(
            "nothing-to-decide",
            "A first die is named only when the first dice kept could mean 12 or 30.",
            3,
        )
