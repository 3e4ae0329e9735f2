"""An attack: whom it strikes, the damage as it is thrown, the kill and the vengeance for it."""

from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.news import News, counted, told
from arcade.engine.words import N_
from arcade.games.trente.rules.actions import Attack
from arcade.games.trente.rules.manches import bury, clear, end_turn, next_living
from arcade.games.trente.rules.state import State, Strike, View, actor, lower, tell, throw


def aim(state: State, level: int) -> State:
    """Find out whom an attack at `level` may strike; the seat to act then throws it."""
    seat = actor(state)
    targets, account = find_targets(state, seat, level)
    return tell(replace(state, attack=level, targets=targets), account)


def find_targets(state: View, seat: int, level: int) -> tuple[tuple[int, ...], News]:
    """Return whom a seat may strike and why (Trente, Attack; parity, by-manche, vengeance)."""
    others = [other for other in range(len(state.scores)) if other != seat]
    if state.avenging is not None:
        return tuple(others), told(
            "In vengeance {seat:seat} strikes whom it will, even the dead.", seat=seat
        )
    if state.rules.target == "parity":
        right = level % 2 == 0
        target = next_living(state, seat, -1 if right else 1)
        text = (
            N_("An even level goes to the right: to {target:seat}.")
            if right
            else N_("An odd level goes to the left: to {target:seat}.")
        )
        return (target,), told(text, target=target)
    if state.manche >= 3:
        living = tuple(other for other in others if other not in state.dead)
        return living, told("From the third manche on {seat:seat} chooses the target.", seat=seat)
    target = next_living(state, seat, 1 if state.manche == 1 else -1)
    text = (
        N_("In the first manche it goes to the next player: to {target:seat}.")
        if state.manche == 1
        else N_("In the second manche it goes to the previous player: to {target:seat}.")
    )
    return (target,), told(text, target=target)


def strike(state: State, action: Attack, chance: Chance) -> State:
    """Throw the damage, take it off the target's score, and let a seat so killed avenge itself."""
    seat, level = actor(state), state.attack or 0
    target = state.targets[0] if action.target is None else action.target
    throws = _throw_damage(level, chance)
    lost = level * sum(dice.count(level) for dice in throws)
    state = tell(
        replace(
            state,
            scores=lower(state.scores, target, lost),
            strike=Strike(seat, target, level, throws, lost),
        ),
        told(
            "{seat:seat} strikes {target:seat} at level {level}.",
            seat=seat,
            target=target,
            level=level,
        ),
        *_tell_throws(level, throws),
        _tell_loss(target, lost, state.scores[target] - lost),
    )
    killed = bury(state, target)
    return end_turn(state) if killed is state else _avenge(killed, target)


def _throw_damage(level: int, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Throw until a throw shows no `level`; after six kept dice (main pleine) all six again."""
    throws = []
    left = 6
    while True:
        dice = throw(left, chance)
        throws.append(dice)
        hits = dice.count(level)
        if not hits:
            return tuple(throws)
        left = left - hits or 6


def _tell_throws(level: int, throws: tuple[tuple[int, ...], ...]) -> tuple[News, ...]:
    news = []
    for dice in throws[:-1]:
        hits = dice.count(level)
        news.append(
            counted(
                "Damage {dice:dice}: {n} die shows {level}.",
                "Damage {dice:dice}: {n} dice show {level}.",
                hits,
                dice=dice,
                level=level,
            )
        )
        if hits == len(dice):
            news.append(told("Main pleine! All six dice are thrown again."))
    news.append(told("Damage {dice:dice}: no {level}, and it ends.", dice=throws[-1], level=level))
    return tuple(news)


def _tell_loss(target: int, lost: int, score: int) -> News:
    if not lost:
        return told("{target:seat} loses nothing and has {score}.", target=target, score=score)
    return counted(
        "{target:seat} loses {n} point and has {score}.",
        "{target:seat} loses {n} points and has {score}.",
        lost,
        target=target,
        score=score,
    )


def _avenge(state: State, seat: int) -> State:
    """Start the turn of a seat just killed. It dies only once a manche, so it avenges once."""
    return tell(
        replace(clear(state), turn=seat, avenging=seat),
        told("Vengeance! {seat:seat} may play one turn at once.", seat=seat),
    )


def forgo(state: State) -> State:
    """Use a vengeance up without a throw; play goes on as after a played one."""
    return end_turn(tell(state, told("{seat:seat} forgoes the vengeance.", seat=actor(state))))
