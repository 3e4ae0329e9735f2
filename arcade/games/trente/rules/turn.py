"""A turn before the attack: throws, dice set aside, and what six of them come to."""

from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.words import N_
from arcade.games.trente.rules.actions import Keep
from arcade.games.trente.rules.attack import aim
from arcade.games.trente.rules.manches import bury, end_turn
from arcade.games.trente.rules.options import HIGH, LOW, excess, is_low
from arcade.games.trente.rules.state import Hand, State, actor, lower, throw


def roll(state: State, chance: Chance) -> State:
    dice = throw(6 - len(state.kept), chance)
    return replace(state, dice=dice).tell(
        "{seat:@ rolls|You roll} {dice:dice}.", seat=actor(state), dice=dice
    )


def keep(state: State, action: Keep, chance: Chance) -> State:
    """Set dice aside and throw the others again, or settle when all six are kept."""
    seat = actor(state)
    chosen = _in_order(action)
    kept = state.kept + chosen
    dice = throw(6 - len(kept), chance)
    text = (
        N_(
            "{seat:@ keeps|You keep} {dice:dice} ({sum} so far) and {seat:rolls|roll} "
            "{thrown:dice}."
        )
        if dice
        else N_("{seat:@ keeps|You keep} {dice:dice}: {sum} in all.")
    )
    state = _decide(
        replace(state, kept=kept, dice=dice).tell(
            text, seat=seat, dice=chosen, sum=sum(kept), thrown=dice
        )
    )
    return state if dice else settle(state)


def settle(state: State) -> State:
    """Compare six kept dice with the threshold: a miss, a draw or an attack."""
    seat, total, threshold = actor(state), sum(state.kept), state.threshold or HIGH
    level = excess(total, threshold)
    state = replace(state, hand=Hand(seat, state.kept, threshold, level))
    if level > 0:
        state = state.tell(
            "{sum} beats {threshold} by {level}: {seat:@ attacks|you attack} at level {level}.",
            seat=seat,
            sum=total,
            threshold=threshold,
            level=level,
        )
        return aim(state, level)
    if level < 0:
        return end_turn(_miss(state, seat, -level))
    state = state.tell("Exactly {sum}: {seat:@ loses|you lose} nothing.", seat=seat, sum=total)
    return end_turn(state)


def _in_order(action: Keep) -> tuple[int, ...]:
    """Return the dice of a keep with the one named first in front."""
    dice = list(action.dice)
    if action.first is not None:
        dice.remove(action.first)
        dice.insert(0, action.first)
    return tuple(dice)


def _decide(state: State) -> State:
    """Let the first die kept decide the threshold, where it is still open."""
    if state.threshold is not None:
        return state
    die, seat = state.kept[0], actor(state)
    if is_low(die):
        return replace(state, threshold=LOW).tell(
            "The first die is a {die}: {seat:@ has|you have} to make 12 or less.",
            seat=seat,
            die=die,
        )
    return replace(state, threshold=HIGH).tell(
        "The first die is a {die}: {seat:@ has|you have} to make 30 or more.", seat=seat, die=die
    )


def _miss(state: State, seat: int, gap: int) -> State:
    score = state.scores[seat] - gap
    state = replace(state, scores=lower(state.scores, seat, gap)).tell_counted(
        "{sum} misses {threshold} by {n}: {seat:@ loses|you lose} {n} point and "
        "{seat:has|have} {score}.",
        "{sum} misses {threshold} by {n}: {seat:@ loses|you lose} {n} points and "
        "{seat:has|have} {score}.",
        gap,
        seat=seat,
        sum=sum(state.kept),
        threshold=state.threshold or HIGH,
        score=score,
    )
    killed = bury(state, seat)
    if killed is state:
        return state
    return killed.tell(
        "{seat:@ missed and is|You missed and are} out. No revenge for that.", seat=seat
    )
