"""What an action brings at Trente: state in, state out, with an account of it as news."""

from collections.abc import Iterator

from msgspec.structs import replace

from arcade.engine.chance import Chance
from arcade.engine.news import News, counted, told
from arcade.engine.seats import put
from arcade.engine.words import N_
from arcade.games.trente.table import POINTS, Attack, Hand, Keep, Rules, State, Strike, View

LOW, HIGH = 12, 30
"""The two thresholds: reach 12 or less, or 30 or more."""


def begin(rules: Rules, seats: int, first: int) -> State:
    """Lay the table for a game in which `first` leads the first manche."""
    drawn = told("{seat:seat} is drawn to begin.", seat=first)
    stake = counted(
        "Everyone puts {n} chip in the pot.", "Everyone puts {n} chips in the pot.", rules.ante
    )
    return State(
        rules=rules,
        scores=(POINTS,) * seats,
        turn=first,
        origin=first,
        totals=(0,) * seats,
        manches_won=(0,) * seats,
        purse=(-rules.ante,) * seats,
        pot=rules.ante * seats,
        threshold=opening_threshold(rules),
        news=(stake, drawn) if rules.ante else (drawn,),
    )


def follow(state: State, before: State) -> State:
    """Put into the pot what the game before left: its rest, or what it had found there itself."""
    left = before.pot if before.winners else before.left_over
    if not left:
        return state
    told_left = counted(
        "{n} chip of the last game lies in the pot.",
        "{n} chips of the last game lie in the pot.",
        left,
    )
    return replace(state, pot=state.pot + left, left_over=left, news=(told_left, *state.news))


def opening_threshold(rules: Rules) -> int | None:
    """Give the threshold before any die is kept."""
    return HIGH if rules.threshold == "thirty" else None


def is_low(die: int) -> bool:
    """Say whether a first die set aside makes the threshold 12."""
    return die <= 3


def roll(state: State, chance: Chance) -> State:
    """Throw the dice that are not kept."""
    dice = _throw(6 - len(state.kept), chance)
    return _tell(
        replace(state, dice=dice),
        told("{seat:seat} throws {dice:dice}.", seat=_actor(state), dice=dice),
    )


def keep(state: State, action: Keep, chance: Chance) -> State:
    """Set dice aside and throw the others again, or settle when all six are kept."""
    seat = _actor(state)
    chosen = _in_order(action)
    kept = state.kept + chosen
    dice = _throw(6 - len(kept), chance)
    text = (
        N_("{seat:seat} keeps {dice:dice} ({sum} so far) and throws {thrown:dice}.")
        if dice
        else N_("{seat:seat} keeps {dice:dice}: {sum} in all.")
    )
    account = told(text, seat=seat, dice=chosen, sum=sum(kept), thrown=dice)
    state = _decide(_tell(replace(state, kept=kept, dice=dice), account))
    return state if dice else settle(state)


def excess(total: int, threshold: int) -> int:
    """Say by how many points a sum beats the threshold; below zero it misses it."""
    return total - threshold if threshold == HIGH else threshold - total


def settle(state: State) -> State:
    """Compare six kept dice with the threshold: a miss, a draw or an attack."""
    seat, total, threshold = _actor(state), sum(state.kept), state.threshold or HIGH
    level = excess(total, threshold)
    state = replace(state, hand=Hand(seat, state.kept, threshold, level))
    if level > 0:
        account = told(
            "{sum} beats {threshold} by {level}: {seat:seat} attacks at level {level}.",
            seat=seat,
            sum=total,
            threshold=threshold,
            level=level,
        )
        return aim(_tell(state, account), level)
    if level < 0:
        return end_turn(_miss(state, seat, -level))
    account = told(
        "{sum} is the threshold exactly: {seat:seat} loses nothing.", seat=seat, sum=total
    )
    return end_turn(_tell(state, account))


def aim(state: State, level: int) -> State:
    """Find out whom an attack at `level` may strike; the seat to act then throws it."""
    seat = _actor(state)
    targets, account = find_targets(state, seat, level)
    return _tell(replace(state, attack=level, targets=targets), account)


def attack(state: State, action: Attack, chance: Chance) -> State:
    """Throw the damage, take it off the target's score, and let a seat so killed avenge itself."""
    seat, level = _actor(state), state.attack or 0
    target = state.targets[0] if action.target is None else action.target
    throws = _throw_damage(level, chance)
    lost = level * sum(dice.count(level) for dice in throws)
    state = _tell(
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
    killed = _bury(state, target)
    return end_turn(state) if killed is state else _avenge(killed, target)


def end_turn(state: State) -> State:
    """Pass the dice on after the original attacker; at most one seat living ends the manche."""
    living = [seat for seat in range(len(state.scores)) if seat not in state.dead]
    if len(living) <= 1:
        return _end_manche(state)
    seat = next_living(state, state.origin)
    return _tell(
        replace(_clear(state), turn=seat, origin=seat), told("{seat:seat} is next.", seat=seat)
    )


def next_living(state: State | View, seat: int, step: int = 1) -> int:
    """Give the nearest living seat after `seat`; with `step` −1 the nearest before it."""
    seats = len(state.scores)
    order = ((seat + step * away) % seats for away in range(1, seats + 1))
    return next((other for other in order if other not in state.dead), seat)


def _actor(state: State) -> int:
    return state.origin if state.turn is None else state.turn


def _tell(state: State, *news: News) -> State:
    return replace(state, news=state.news + news)


def _throw(count: int, chance: Chance) -> tuple[int, ...]:
    return tuple([chance.die() for _ in range(count)])


def _in_order(action: Keep) -> tuple[int, ...]:
    """Give the dice of a keep with the one named first in front."""
    dice = list(action.dice)
    if action.first is not None:
        dice.remove(action.first)
        dice.insert(0, action.first)
    return tuple(dice)


def _decide(state: State) -> State:
    """Let the first die kept decide the threshold, where it is still open."""
    if state.threshold is not None:
        return state
    die, seat = state.kept[0], _actor(state)
    if is_low(die):
        account = told(
            "The first die is a {die}: {seat:seat} has to make 12 or less.", seat=seat, die=die
        )
        return _tell(replace(state, threshold=LOW), account)
    account = told(
        "The first die is a {die}: {seat:seat} has to make 30 or more.", seat=seat, die=die
    )
    return _tell(replace(state, threshold=HIGH), account)


def _miss(state: State, seat: int, gap: int) -> State:
    score = state.scores[seat] - gap
    account = counted(
        "{sum} misses {threshold} by {n}: {seat:seat} loses {n} point and has {score}.",
        "{sum} misses {threshold} by {n}: {seat:seat} loses {n} points and has {score}.",
        gap,
        seat=seat,
        sum=sum(state.kept),
        threshold=state.threshold or HIGH,
        score=score,
    )
    state = _tell(replace(state, scores=lower(state.scores, seat, gap)), account)
    killed = _bury(state, seat)
    if killed is state:
        return state
    return _tell(killed, told("{seat:seat} died of a miss, which gives no vengeance.", seat=seat))


def find_targets(state: State | View, seat: int, level: int) -> tuple[tuple[int, ...], News]:
    """Say whom a seat may strike and why (Trente, Attack; parity, by-manche, vengeance)."""
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


def _throw_damage(level: int, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Throw until a throw shows no `level`; after six kept dice (main pleine) all six again."""
    throws = []
    left = 6
    while True:
        dice = _throw(left, chance)
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


def lower(scores: tuple[int, ...], seat: int, points: int) -> tuple[int, ...]:
    """Take points off a seat's score."""
    return put(scores, seat, scores[seat] - points)


def _bury(state: State, seat: int) -> State:
    """Count a seat among the dead when it has just fallen below zero; else the state itself."""
    if state.scores[seat] >= 0 or seat in state.dead:
        return state
    return _tell(
        replace(state, dead=(*state.dead, seat)),
        told("{seat:seat} is below zero, and dead until the end of the manche.", seat=seat),
    )


def _avenge(state: State, seat: int) -> State:
    """Give a seat just killed its turn at once. It dies only once a manche, so it avenges once."""
    return _tell(
        replace(_clear(state), turn=seat, avenging=seat),
        told("Vengeance! {seat:seat} plays one turn at once.", seat=seat),
    )


def _clear(state: State) -> State:
    return replace(
        state,
        dice=(),
        kept=(),
        threshold=opening_threshold(state.rules),
        attack=None,
        targets=(),
        avenging=None,
    )


def _end_manche(state: State) -> State:
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    text = (
        N_("{seats:seats} wins manche {manche} with {score}.")
        if len(winners) == 1
        else N_("{seats:seats} share manche {manche} with {score}.")
    )
    state = _tell(
        replace(
            _clear(state),
            manches_won=tuple(
                won + (seat in winners) for seat, won in enumerate(state.manches_won)
            ),
            totals=tuple(map(sum, zip(state.totals, state.scores, strict=True))),
        ),
        told(text, seats=winners, manche=state.manche, score=best),
    )
    return _end_game(state) if state.manche >= state.rules.manches else _next_manche(state)


def _next_manche(state: State) -> State:
    leader, manche = state.dead[0], state.manche + 1
    return _tell(
        replace(
            state,
            manche=manche,
            scores=(POINTS,) * len(state.scores),
            dead=(),
            turn=leader,
            origin=leader,
        ),
        told(
            "Manche {manche} begins with {seat:seat}, the first who died.",
            manche=manche,
            seat=leader,
        ),
    )


def _end_game(state: State) -> State:
    most = max(state.manches_won)
    level = [seat for seat, won in enumerate(state.manches_won) if won == most]
    best = max(state.totals[seat] for seat in level)
    winners = tuple(seat for seat in level if state.totals[seat] == best)
    share, rest = divmod(state.pot, len(winners))
    purse = tuple(chips + share * (seat in winners) for seat, chips in enumerate(state.purse))
    decided_by_sum = len(level) > 1 and state.rules.manches > 1
    return _tell(
        replace(state, turn=None, winners=winners, purse=purse, pot=rest),
        *_tell_end(winners, share, rest, decided_by_sum),
    )


def _tell_end(
    winners: tuple[int, ...], share: int, rest: int, decided_by_sum: bool
) -> Iterator[News]:
    if decided_by_sum:
        yield told("Level on manches won: the sum of all scores decides.")
    if len(winners) == 1:
        yield told("{seats:seats} wins the game.", seats=winners)
    else:
        yield told("{seats:seats} share the game.", seats=winners)
    for seat in winners if share else ():
        yield counted(
            "{seat:seat} takes {n} chip from the pot.",
            "{seat:seat} takes {n} chips from the pot.",
            share,
            seat=seat,
        )
    if rest:
        yield counted(
            "{n} chip stays for the next game.", "{n} chips stay for the next game.", rest
        )
