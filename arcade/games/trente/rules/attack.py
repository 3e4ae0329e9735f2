"""An attack: whom it strikes, the damage as it is thrown, the kill and the vengeance for it."""

from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.news import News, counted, told
from arcade.engine.words import N_
from arcade.games.trente.rules.actions import Attack
from arcade.games.trente.rules.manches import bury, clear, end_turn, next_living
from arcade.games.trente.rules.state import State, Strike, View, actor, lower, throw


def aim(state: State, level: int) -> State:
    """Find out whom an attack at `level` may strike; the seat to act then throws it."""
    seat = actor(state)
    targets, account = find_targets(state, seat, level)
    return replace(state, attack=level, targets=targets).with_news(account)


def find_targets(state: View, seat: int, level: int) -> tuple[tuple[int, ...], News]:
    """Return whom a seat may strike and why (Trente, Attack; parity, by-manche, vengeance)."""
    others = [other for other in range(len(state.scores)) if other != seat]
    if state.avenging is not None:
        return tuple(others), told(
            "For revenge {seat:@ may strike anybody|you may strike anybody}, even the dead.",
            seat=seat,
        )
    if state.rules.target == "parity":
        right = level % 2 == 0
        target = next_living(state, seat, -1 if right else 1)
        text = (
            N_("An even level strikes to the right: {target:@|you}.")
            if right
            else N_("An odd level strikes to the left: {target:@|you}.")
        )
        return (target,), told(text, target=target)
    if state.manche >= 3:
        living = tuple(other for other in others if other not in state.dead)
        return living, told(
            "From the third manche (set) on {seat:@ chooses|you choose} the target.", seat=seat
        )
    target = next_living(state, seat, 1 if state.manche == 1 else -1)
    text = (
        N_("In the first manche (set) it strikes the next player: {target:@|you}.")
        if state.manche == 1
        else N_("In the second manche (set) it strikes the previous player: {target:@|you}.")
    )
    return (target,), told(text, target=target)


def strike(state: State, action: Attack, chance: Chance) -> State:
    """Throw the damage, take it off the target's score, and let a seat so killed avenge itself."""
    seat, level = actor(state), state.attack or 0
    target = state.targets[0] if action.target is None else action.target
    throws = _throw_damage(level, chance)
    lost = level * sum(dice.count(level) for dice in throws)
    state = replace(
        state,
        scores=lower(state.scores, target, lost),
        strike=Strike(seat, target, level, throws, lost),
    ).with_news(
        told(
            "{seat:@ strikes|You strike} {target:@|you} at level {level}.",
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
            news.append(told("Main pleine (full hand)! All six dice are rolled again."))
    news.append(told("Damage {dice:dice}: no {level}, so it ends.", dice=throws[-1], level=level))
    return tuple(news)


def _tell_loss(target: int, lost: int, score: int) -> News:
    if not lost:
        return told(
            "{target:@ loses nothing and still has|You lose nothing and still have} {score}.",
            target=target,
            score=score,
        )
    return counted(
        "{target:@ loses|You lose} {n} point and {target:has|have} {score} left.",
        "{target:@ loses|You lose} {n} points and {target:has|have} {score} left.",
        lost,
        target=target,
        score=score,
    )


def _avenge(state: State, seat: int) -> State:
    """Start the turn of a seat just killed. It dies only once a manche, so it avenges once."""
    return replace(clear(state), turn=seat, avenging=seat).tell(
        "Revenge! {seat:@ plays|You play} one turn at once.", seat=seat
    )


def forgo(state: State) -> State:
    """Use a vengeance up without a throw; play goes on as after a played one."""
    return end_turn(state.tell("{seat:@ forgoes|You forgo} revenge.", seat=actor(state)))
