"""The course of a game: from turn to turn, from manche to manche, and to its end."""

from collections.abc import Iterator

from msgspec.structs import replace

from arcade.engine.news import News, counted, told
from arcade.engine.words import N_
from arcade.games.trente.rules.options import Rules, opening
from arcade.games.trente.rules.state import POINTS, State, View


def begin(rules: Rules, seats: int, first: int) -> State:
    """Start a game in which `first` leads the first manche."""
    drawn = told("{seat:@ is|You are} drawn to begin.", seat=first)
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
    """Add to the pot what the game before left: its rest, or what it had found there itself."""
    left = before.pot if before.winners else before.left_over
    if not left:
        return state
    told_left = counted(
        "{n} chip of the last game lies in the pot.",
        "{n} chips of the last game lie in the pot.",
        left,
    )
    return replace(state, pot=state.pot + left, left_over=left, news=(told_left, *state.news))


def end_turn(state: State) -> State:
    """Pass the dice on after the original attacker; at most one seat living ends the manche."""
    living = [seat for seat in range(len(state.scores)) if seat not in state.dead]
    if len(living) <= 1:
        return _end_manche(state)
    seat = next_living(state, state.origin)
    return replace(clear(state), turn=seat, origin=seat).tell(
        "{seat:@ is|You are} next.", seat=seat
    )


def next_living(state: View, seat: int, step: int = 1) -> int:
    """Return the nearest living seat after `seat`; with `step` −1 the nearest before it."""
    seats = len(state.scores)
    order = ((seat + step * away) % seats for away in range(1, seats + 1))
    return next((other for other in order if other not in state.dead), seat)


def bury(state: State, seat: int) -> State:
    if state.scores[seat] >= 0 or seat in state.dead:
        return state
    return replace(state, dead=(*state.dead, seat)).tell(
        "{seat:@ is|You are} below zero: dead until the end of the manche (set).", seat=seat
    )


def clear(state: State) -> State:
    return replace(
        state,
        dice=(),
        kept=(),
        threshold=opening(state.rules),
        attack=None,
        targets=(),
        avenging=None,
    )


def _end_manche(state: State) -> State:
    best = max(state.scores)
    winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
    text = (
        N_("{seats:@ wins|You win} manche (set) {manche} with {score}.")
        if len(winners) == 1
        else N_("{seats:@ share|You and @ share} manche (set) {manche} with {score}.")
    )
    state = replace(
        clear(state),
        manches_won=tuple(won + (seat in winners) for seat, won in enumerate(state.manches_won)),
        totals=tuple(map(sum, zip(state.totals, state.scores, strict=True))),
    ).tell(text, seats=winners, manche=state.manche, score=best)
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
        "Manche (set) {manche}: {seat:@ begins|you begin}, the first to have died.",
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
        yield told("Level on manches won: the total of all scores decides.")
    if len(winners) == 1:
        yield told("{seats:@ wins|You win} the game.", seats=winners)
    else:
        yield told("{seats:@ share|You and @ share} the game.", seats=winners)
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
