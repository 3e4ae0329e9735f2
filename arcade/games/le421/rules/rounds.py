"""The effects of an action: throws, the end of a turn, a round, the charge, the game.

Source: the rules' page "421"; a comment stands where it leaves something to decide.
"""

from msgspec.structs import replace

from arcade.engine import Chance, News, clockwise, phrase, put
from arcade.games.le421.rules import wording
from arcade.games.le421.rules.actions import Roll
from arcade.games.le421.rules.hands import (
    NENETTE,
    Transfer,
    best_of,
    dues,
    hand,
    move,
    settle,
    stake,
    standings,
    transfers,
)
from arcade.games.le421.rules.state import Kind, Round, State, Throw


def throw_for_lead(seats: int, chance: Chance) -> tuple[int, tuple[News, ...]]:
    """Throw a die for each seat, the tied highest again; return who leads, and the news."""
    news: list[News] = []
    tied = tuple(range(seats))
    while len(tied) > 1:
        dice = {seat: chance.die() for seat in tied}
        top = max(dice.values())
        tied = tuple(seat for seat, die in dice.items() if die == top)
        if len(tied) > 1:
            news.append(
                phrase(
                    "{seats:@|You and @} tie at {die} and roll again for the lead.",
                    Kind.TIED_FOR_LEAD,
                    seats=tied,
                    die=top,
                )
            )
    first = phrase(
        "{seat:@ rolled|You rolled} a {die}, the highest, and {seat:leads|lead}.",
        seat=tied[0],
        die=top,
    )
    return tied[0], (*news, first)


def throw(state: State, seat: int, roll: Roll, chance: Chance) -> State:
    """Throw all dice but those kept; *le bon* and the last throw one may make end the turn.

    The kept faces lie first, in the order named, then the dice thrown, in the order drawn.
    """
    kept = roll.keep or ()
    fresh = 3 - len(kept)
    dice = kept + chance.dice(fresh)
    state = replace(
        state,
        dice=dice,
        throws=state.throws + 1,
        last_throw=Throw(seat, dice, fresh, roll.bon),
        news=wording.throw(seat, dice, roll),
    )
    # In `at-most` too: at the limit there is nothing left to decide.
    ends = roll.bon or state.throws == state.most
    return end_turn(state, seat, chance) if ends else state


def end_turn(state: State, seat: int, chance: Chance) -> State:
    """Write the hand down; the next seat throws, or the round is settled."""
    now = hand(state.dice)
    account = wording.stand(state, seat, now)
    news = (*state.news, account)
    if state.limit is None:
        news += (wording.limit(state.options.throws, state.throws),)
    hands, made = put(state.hands, seat, now), put(state.made, seat, state.throws)
    limit = state.limit or state.throws
    seats = state.playing
    if seat == seats[-1]:
        state = replace(state, hands=hands, made=made, limit=limit, news=news)
        return _end_round(state, seats, chance)
    return replace(
        state,
        hands=hands,
        made=made,
        limit=limit,
        turn=seats[seats.index(seat) + 1],
        throws=0,
        dice=(),
        news=news,
    )


def lead(state: State, seat: int, *news: News) -> State:
    return replace(
        state,
        leader=seat,
        turn=seat,
        throws=0,
        limit=None,
        dice=(),
        hands=(None,) * len(state.tokens),
        made=(0,) * len(state.tokens),
        news=state.news + news,
    )


def _end_round(state: State, seats: tuple[int, ...], chance: Chance) -> State:
    """Settle the hands of those seats, in order from the leader, and pay the dues."""
    hands = state.hands
    compared = standings(state.options, seats, hands, state.made)
    settled = settle(state.options, compared, state.phase != "charge", chance)
    stock = state.stock(state.leader if settled.best is None else settled.best)
    best = best_of(state.options, compared)
    worth = stake(state.options, best, settled.rampos, stock)
    nenettes = [seat for seat in seats if hands[seat] == NENETTE] if NENETTE in hands else []
    due = dues(state.options, settled.worst, nenettes, worth)
    paid: tuple[Transfer, ...] = ()
    if state.phase == "charge":
        paid = transfers(due, None, state.pot)
    elif state.phase == "decharge" and settled.best is not None:
        paid = transfers(due, settled.best, state.tokens[settled.best])
    finished = Round(
        phase=state.phase,
        leader=state.leader,
        hands=state.hands,
        rampos=settled.rampos,
        best=settled.best,
        worst=settled.worst,
        stake=worth,
        transfers=paid,
        made=state.made,
    )
    pot, tokens = move(state.pot, state.tokens, paid)
    account = wording.finished(finished, due, best, state.options)
    news = (*state.news, *account)
    state = replace(state, pot=pot, tokens=tokens, last_round=finished, news=news)
    match state.phase:
        case "charge":
            return _after_charge_round(state, settled.worst)
        case "decharge":
            return _after_decharge_round(state, finished)
        case _:
            return over(_win(state, (finished.best,)))


def _decide(state: State, won: tuple[int, ...]) -> State:
    """End the game after a décharge won by those seats, or begin la belle where it is drawn.

    "The sole winner of the décharge leads, else the first of them after the last leader, who comes
    last."
    """
    state = _win(state, won)
    top = max(state.manches_won)
    seats = clockwise(len(state.tokens), state.leader)
    level = [seat for seat in seats if state.manches_won[seat] == top]
    if len(level) == 1 or state.options.decider == "share":
        return over(state)
    leader = won[0] if len(won) == 1 and won[0] in level else level[0]
    return replace(lead(state, leader), phase="belle").tell(
        "{seats:@ are|You and @ are} level: la belle decides, one more round. {seat:@ "
        "leads|You lead} it.",
        seats=tuple(sorted(level)),
        seat=leader,
    )


def _after_charge_round(state: State, worst: int) -> State:
    if state.pot:
        return _next_round(state, worst)
    fewest = min(state.tokens)
    winners = tuple(seat for seat, holding in enumerate(state.tokens) if holding == fewest)
    state = state.tell("The pot is empty: the charge is over.", Kind.CHARGE_OVER).tell_counted(
        "{seats:@ wins|You win} the charge with the fewest tokens: {fewest}.",
        "{seats:@ share|You and @ share} the charge with the fewest tokens: {fewest} each.",
        len(winners),
        Kind.CHARGE_WON,
        seats=winners,
        fewest=fewest,
    )
    return begin_decharge(_win(state, winners))


def begin_decharge(state: State) -> State:
    """Share the tokens out and let the seat with the most lead, or call l'Espagnole."""
    seats = len(state.tokens)
    tokens = state.tokens
    if state.options.decharge_stock == "equal":
        tokens = (state.options.pot // seats,) * seats
        state = state.tell_counted(
            "Everyone starts the décharge with {n} token.",
            "Everyone starts the décharge with {n} tokens.",
            tokens[0],
        )
    state = replace(state, phase="decharge", tokens=tokens)
    if sum(map(bool, tokens)) == 1:
        return espagnole(state)
    # Of several with the most the next after the last leader.
    leader = max(clockwise(seats, state.leader), key=lambda seat: tokens[seat])
    return lead(state, leader, *wording.decharge_begins(tokens, leader))


def espagnole(state: State) -> State:
    """End the game where a single seat came out of the charge with every token.

    "If a single seat holds all tokens, it has lost and the décharge is over." Nobody unloaded, so
    every other seat shares the win, as with `end: "last-loaded"`.
    """
    (loser,) = (seat for seat, holding in enumerate(state.tokens) if holding)
    state = state.tell(
        "L'Espagnole: {seat:@ took every token and has|you took every token and have} "
        "lost the décharge.",
        seat=loser,
    )
    return _lose(state, loser)


def _after_decharge_round(state: State, finished: Round) -> State:
    best = finished.best
    holders = tuple(seat for seat, holding in enumerate(state.tokens) if holding)
    if best is not None and not state.tokens[best]:
        # Only the best hand gives, so no two seats are ever rid of their last token at once.
        if state.options.end == "first-out":
            state = state.tell(
                "{seat:@ gets rid of the last token and wins|You get rid of your last "
                "token and win} the décharge.",
                Kind.DECHARGE_WON,
                seat=best,
            )
            return _decide(state, (best,))
        state = state.tell(
            "{seat:@ gets rid of the last token and is|You get rid of your last "
            "token and are} safe.",
            seat=best,
        )
    if len(holders) == 1:
        state = state.tell(
            "{seat:@ holds every token and loses|You hold every token and lose} the décharge.",
            Kind.EVERY_TOKEN,
            seat=holders[0],
        )
        return _lose(state, holders[0])
    return _next_round(state, finished.worst)


def _next_round(state: State, loser: int) -> State:
    return lead(state, loser, wording.round_lost(loser))


def _lose(state: State, loser: int) -> State:
    others = tuple(seat for seat in range(len(state.tokens)) if seat != loser)
    state = state.tell_counted(
        "{seats:@ wins|You win} the décharge.",
        "{seats:@ share|You and @ share} the décharge.",
        len(others),
        Kind.DECHARGE_WON,
        seats=others,
    )
    return _decide(state, others)


def _win(state: State, seats: tuple[int | None, ...]) -> State:
    won = tuple(had + (seat in seats) for seat, had in enumerate(state.manches_won))
    return replace(state, manches_won=won)


def over(state: State) -> State:
    """End the game; the last hands and dice stay on the table."""
    top = max(state.manches_won)
    winners = tuple(seat for seat, won in enumerate(state.manches_won) if won == top)
    if state.phase == "belle":
        state = state.tell(
            "{seats:@ wins|You win} the game with la belle.", Kind.GAME_WON, seats=winners
        )
    elif state.phase != "manche":
        state = state.tell_counted(
            "{seats:@ wins|You win} the game ({won} of {played}).",
            "{seats:@ share|You and @ share} the game ({won} of {played} each).",
            len(winners),
            Kind.GAME_WON,
            seats=winners,
            won=top,
            played=2,
        )
    return replace(state, phase="over", turn=None, winners=winners)
