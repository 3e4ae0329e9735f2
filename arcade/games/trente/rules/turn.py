"""A turn, its attack, the kill and the vengeance for it, the next turn, the manches and the end."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from arcade.engine import N_, Chance, News, counted, phrase, put
from arcade.games.trente.rules.actions import Attack, Keep
from arcade.games.trente.rules.options import HIGH, LOW, Rules, excess, is_low, opening
from arcade.games.trente.rules.state import POINTS, Hand, Kind, State, Strike, View, actor, lower


def roll(state: State, seat: int, chance: Chance) -> State:
    dice = chance.dice(6)
    thrown = phrase("{seat:@ rolls|You roll} {dice:dice}.", Kind.ROLLED, seat=seat, dice=dice)
    return replace(state, dice=dice, news=(thrown,))


_KEEPS = N_("{seat:@ keeps|You keep} {dice:dice}: {sum} in all.")
_KEEPS_AND_ROLLS = N_(
    "{seat:@ keeps|You keep} {dice:dice} ({sum} so far) and {seat:rolls|roll} {thrown:dice}."
)


def keep(state: State, seat: int, action: Keep, chance: Chance) -> State:
    """Set dice aside and throw the others again, or settle when all six are kept."""
    chosen = action.dice if action.first is None else _in_order(action.first, action.dice)
    kept = state.kept + chosen
    dice = chance.dice(6 - len(kept))
    text, kind = (_KEEPS_AND_ROLLS, Kind.ROLLED) if dice else (_KEEPS, Kind.KEPT)
    account = phrase(text, kind, seat=seat, dice=chosen, sum=sum(kept), thrown=dice)
    state = replace(state, kept=kept, dice=dice, news=(account,))
    if state.threshold is None:
        state = _decide(state)
    return state if dice else settle(state)


def settle(state: State) -> State:
    """Compare six kept dice with the threshold: a miss, a draw or an attack."""
    seat, total, threshold = actor(state), sum(state.kept), state.threshold or HIGH
    level = excess(total, threshold)
    hand = Hand(seat, state.kept, threshold, level)
    if level > 0:
        beaten = phrase(
            "{sum} beats {threshold} by {level}: {seat:@ attacks|you attack} at level {level}.",
            Kind.ATTACKS,
            seat=seat,
            sum=total,
            threshold=threshold,
            level=level,
        )
        return aim(replace(state, hand=hand, news=(*state.news, beaten)), level)
    if level < 0:
        return end_turn(_miss(state, hand))
    even = phrase(
        "Exactly {sum}: {seat:@ loses|you lose} nothing.", Kind.EXACT, seat=seat, sum=total
    )
    return end_turn(replace(state, hand=hand, news=(*state.news, even)))


def _in_order(first: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return dice that are kept with the one named first in front."""
    rest = list(dice)
    rest.remove(first)
    return (first, *rest)


def _decide(state: State) -> State:
    """Let the first die kept decide the threshold."""
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


def _miss(state: State, hand: Hand) -> State:
    seat, gap = hand.seat, -hand.excess
    score = state.scores[seat] - gap
    account = counted(
        "{sum} misses {threshold} by {n}: {seat:@ loses|you lose} {n} point and "
        "{seat:has|have} {score}.",
        "{sum} misses {threshold} by {n}: {seat:@ loses|you lose} {n} points and "
        "{seat:has|have} {score}.",
        gap,
        Kind.MISSED,
        seat=seat,
        sum=sum(hand.dice),
        threshold=hand.threshold,
        score=score,
    )
    scores = put(state.scores, seat, score)
    state = replace(state, hand=hand, scores=scores, news=(*state.news, account))
    killed = bury(state, seat)
    if killed is state:
        return state
    return killed.tell(
        "{seat:@ missed and is|You missed and are} out. No revenge for that.",
        Kind.DIED_OF_MISS,
        seat=seat,
    )


def aim(state: State, level: int) -> State:
    """Find the targets of an attack at `level`; the seat to act then throws it."""
    seat = actor(state)
    targets, account = find_targets(state, seat, level)
    return replace(state, attack=level, targets=targets, news=(*state.news, account))


def find_targets(state: View, seat: int, level: int) -> tuple[tuple[int, ...], News]:
    """Return a seat's possible targets and why: by vengeance, else by the option `target`."""
    others = [other for other in range(len(state.scores)) if other != seat]
    if state.avenging is not None:
        return tuple(others), phrase(
            "For revenge {seat:@ may strike anybody|you may strike anybody}, even the dead.",
            Kind.TARGETS,
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
        return (target,), phrase(text, Kind.TARGETS, target=target)
    if chosen := _choice(state):
        living = tuple(other for other in others if other not in state.dead)
        return living, phrase(chosen, Kind.TARGETS, seat=seat)
    if state.rules.target == "next":
        target = next_living(state, seat)
        return (target,), phrase(
            "It strikes the next player: {target:@|you}.", Kind.TARGETS, target=target
        )
    target = next_living(state, seat, 1 if state.manche == 1 else -1)
    text = (
        N_("In the first manche it strikes the next player: {target:@|you}.")
        if state.manche == 1
        else N_("In the second manche it strikes the previous player: {target:@|you}.")
    )
    return (target,), phrase(text, Kind.TARGETS, target=target)


def _choice(state: View) -> str:
    """Return the sentence for why the attacker chooses; "" where it does not."""
    rules = state.rules
    if rules.target == "choice":
        return N_("{seat:@ chooses|You choose} the target.")
    if rules.target == "by-manche" and state.manche >= rules.manches:
        return N_("In the last manche {seat:@ chooses|you choose} the target.")
    if rules.target == "by-manche" and state.manche >= 3:
        return N_("From the third manche on {seat:@ chooses|you choose} the target.")
    return ""


def strike(state: State, seat: int, action: Attack, chance: Chance) -> State:
    """Throw the damage, take it off the target's score, and let a seat so killed avenge itself."""
    level = state.attack or 0
    target = state.targets[0] if action.target is None else action.target
    throws = _throw_damage(level, chance)
    lost = level * sum(dice.count(level) for dice in throws)
    struck = phrase(
        "{seat:@ strikes|You strike} {target:@|you} at level {level}.",
        Kind.STRIKES,
        seat=seat,
        target=target,
        level=level,
    )
    state = replace(
        state,
        scores=lower(state.scores, target, lost),
        strike=Strike(seat, target, level, throws, lost),
        news=(struck, *_tell_throws(level, throws), _tell_loss(state, target, lost)),
    )
    killed = bury(state, target)
    return end_turn(state) if killed is state else _avenge(killed, target)


def _throw_damage(level: int, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Throw until a throw shows no `level`; after six kept dice (main pleine) all six again."""
    throws = []
    left = 6
    while True:
        dice = chance.dice(left)
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
                Kind.DAMAGE,
                dice=dice,
                level=level,
            )
        )
        if hits == len(dice):
            news.append(phrase("Main pleine (full hand)! All six dice are rolled again."))
    ends = phrase(
        "Damage {dice:dice}: no {level}, so it ends.", Kind.DAMAGE, dice=throws[-1], level=level
    )
    return (*news, ends)


def _tell_loss(state: State, target: int, lost: int) -> News:
    score = state.scores[target] - lost
    if not lost:
        return phrase(
            "Missed! {target:@ keeps|You keep} {score}.",
            Kind.STRIKE_MISSED,
            target=target,
            score=score,
        )
    text, kind = N_("{seat:@ hits|You hit} {target:@|you} for {n}: {score} left."), Kind.HIT
    if score < 0:
        text = N_("{seat:@ hits|You hit} {target:@|you} for {n}: {score}, dead.")
        kind = Kind.DEAD_HIT if target in state.dead else Kind.KILLED
    return phrase(text, kind, seat=actor(state), target=target, n=lost, score=score)


def _avenge(state: State, seat: int) -> State:
    """Start the turn of a seat just killed. It dies only once a manche, so it avenges once."""
    account = phrase("Revenge! {seat:@|You} may play one turn at once.", Kind.REVENGE, seat=seat)
    return clear(state, seat, state.origin, account, avenging=seat)


def forgo(state: State, seat: int) -> State:
    """Use a vengeance up without a throw; play goes on as after a played one."""
    forgone = phrase("{seat:@ forgoes|You forgo} revenge.", seat=seat)
    return end_turn(replace(state, news=(forgone,)))


def begin(rules: Rules, seats: int, first: int) -> State:
    """Start a game in which `first` leads the first manche."""
    drawn = phrase("{seat:@ is|You are} drawn to begin.", seat=first)
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
        threshold=opening(rules),
        news=(stake, drawn) if rules.ante else (drawn,),
    )


def follow(state: State, before: State) -> State:
    """Add the chips the game before left in the pot, its own or those it had found there."""
    left = before.pot if before.winners else before.left_over
    if not left:
        return state
    leftover = counted(
        "{n} chip of the last game lies in the pot.",
        "{n} chips of the last game lie in the pot.",
        left,
    )
    return replace(state, pot=state.pot + left, left_over=left, news=(leftover, *state.news))


def end_turn(state: State) -> State:
    """Pass the dice on after the original attacker; at most one seat living ends the manche."""
    if len(state.scores) - len(state.dead) <= 1:
        return _end_manche(state)
    seat = next_living(state, state.origin)
    return clear(state, seat, seat, _turn_begins(seat))


@cache
def _turn_begins(seat: int) -> News:
    return phrase("{seat:@ is|You are} next.", Kind.TURN_BEGINS, seat=seat)


def next_living(state: View, seat: int, step: int = 1) -> int:
    """Return the nearest living seat after `seat`; with `step` −1 the nearest before it."""
    seats = len(state.scores)
    for away in range(1, seats):
        other = (seat + step * away) % seats
        if other not in state.dead:
            return other
    return seat


def bury(state: State, seat: int) -> State:
    if state.scores[seat] >= 0 or seat in state.dead:
        return state
    return replace(state, dead=(*state.dead, seat)).tell(
        "{seat:@ is|You are} below zero: dead until the end of the manche.", Kind.DIED, seat=seat
    )


def clear(
    state: State, turn: int | None, origin: int, *news: News, avenging: int | None = None
) -> State:
    """Take a turn's dice and attack off the table, and give the dice to `turn`."""
    return replace(
        state,
        turn=turn,
        origin=origin,
        dice=(),
        kept=(),
        threshold=opening(state.rules),
        attack=None,
        targets=(),
        avenging=avenging,
        news=state.news + news,
    )


def _end_manche(state: State) -> State:
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    text = (
        N_("{seats:@ wins|You win} manche {manche} with a score of {score}.")
        if len(winners) == 1
        else N_("{seats:@ share|You and @ share} manche {manche} with a score of {score}.")
    )
    state = replace(
        clear(state, state.turn, state.origin),
        manches_won=tuple(won + (seat in winners) for seat, won in enumerate(state.manches_won)),
        totals=tuple(map(sum, zip(state.totals, state.scores, strict=True))),
    ).tell(text, Kind.MANCHE_WON, seats=winners, manche=state.manche, score=best)
    return _end_game(state) if state.manche >= state.rules.manches else _next_manche(state)


def _next_manche(state: State) -> State:
    leader, manche = state.dead[0], state.manche + 1
    return replace(
        state,
        manche=manche,
        scores=(POINTS,) * len(state.scores),
        dead=(),
        turn=leader,
        origin=leader,
    ).tell(
        "Manche {manche}: {seat:@ begins|you begin}, the first to have died.",
        Kind.MANCHE_BEGINS,
        manche=manche,
        seat=leader,
    )


def _end_game(state: State) -> State:
    most = max(state.manches_won)
    level = [seat for seat, won in enumerate(state.manches_won) if won == most]
    best = max(state.totals[seat] for seat in level)
    winners = tuple(seat for seat in level if state.totals[seat] == best)
    share, rest = divmod(state.pot, len(winners))
    purse = tuple(chips + share * (seat in winners) for seat, chips in enumerate(state.purse))
    decided_by_sum = len(level) > 1 and state.rules.manches > 1
    return replace(state, turn=None, winners=winners, purse=purse, pot=rest).with_news(
        *_tell_end(winners, share, rest, decided_by_sum)
    )


def _tell_end(
    winners: tuple[int, ...], share: int, rest: int, decided_by_sum: bool
) -> Iterator[News]:
    if decided_by_sum:
        yield phrase("Level on manches won: the total of all scores decides.")
    if len(winners) == 1:
        yield phrase("{seats:@ wins|You win} the game.", seats=winners)
    else:
        yield phrase("{seats:@ share|You and @ share} the game.", seats=winners)
    for seat in winners if share else ():
        yield counted(
            "{seat:@ takes|You take} {n} chip from the pot.",
            "{seat:@ takes|You take} {n} chips from the pot.",
            share,
            seat=seat,
        )
    if rest:
        yield counted(
            "{n} chip stays for the next game.", "{n} chips stay for the next game.", rest
        )
