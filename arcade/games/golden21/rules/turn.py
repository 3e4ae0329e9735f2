"""Turns: the set-up, the rest of a turn, and the next trader."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from arcade.engine import Chance, News, counted, phrase
from arcade.games.golden21.rules.dice import FIRST_GOLDEN
from arcade.games.golden21.rules.options import Options
from arcade.games.golden21.rules.state import Kind, Phase, State, Status, dice_of
from arcade.games.golden21.rules.year import close_year, finish, winners

ADVISED = 5
"""Traders that a Survivor should have at least (source)."""
IN: Status = "in"


def begin(options: Options, seats: int, chance: Chance) -> State:
    """Set a table up: draw the order of play, everybody at 0, two golden dice."""
    order, news = _draw_order(range(seats), chance)
    state = State(
        options=options,
        year=1,
        years=options.years if options.variant == "original" else 0,
        order=order,
        keeper=order[0],
        trader=order[0],
        phase="announce",
        debts=(0,) * seats,
        accounts=(0,) * seats,
        golden=FIRST_GOLDEN,
        crisis=(0,) * seats,
        status=(IN,) * seats,
        kills=(0,) * seats,
        twentyones=(0,) * seats,
        twentyone_years=((),) * seats,
        sheet=(((0,),) * seats,),
        exponents=(((0,),) * seats,),
        stakes=tuple(range(seats)) if options.collection else (),
    )
    if options.variant == "survivor" and seats < ADVISED:
        news += (phrase("A Survivor is best with five traders or more."),)
    return state.with_news(
        *news,
        phrase("The order of play is {order:seats}.", Kind.ORDER, order=order),
        phrase(
            "{seat:@ rolled lowest, so they lead|You rolled lowest, so you lead} and keep the "
            "Bourse (score sheet).",
            seat=order[0],
        ),
    )


def _draw_order(seats: Sequence[int], chance: Chance) -> tuple[tuple[int, ...], tuple[News, ...]]:
    """Draw an order of play: one die a seat, ascending; ties throw again among themselves.

    The page leaves the order of several ties open: the lowest tie throws first, to its end, each
    time in seat order.
    """
    drawn = [(chance.die(), seat) for seat in seats]
    news = tuple(
        phrase(
            "{seat:@ rolls|You roll} {dice:dice} for the order of play.",
            Kind.ORDER_ROLLED,
            seat=seat,
            dice=(die,),
        )
        for die, seat in drawn
    )
    order: tuple[int, ...] = ()
    for face in sorted({die for die, _ in drawn}):
        same = tuple(seat for die, seat in drawn if die == face)
        if len(same) > 1:
            same, more = _draw_order(same, chance)
            news += more
        order += same
    return order, news


def go_on(state: State) -> State:
    """Find what follows an action: the end of the game, of the year, of the turn, or nothing.

    A year ends as soon as at most one trader is below 21: what waits in this turn is lost.
    """
    won = winners(state)
    if won:
        return finish(state, won, state.debts)
    if state.status.count(IN) <= 1:
        state = close_year(state)
        return state if state.phase == "over" else start_turn(state, state.keeper)
    phase = phase_of(state)
    if phase is None:
        return start_turn(state, following(state))
    return state if phase == state.phase else replace(state, phase=phase)


def phase_of(state: State) -> Phase | None:
    """Return the phase of the trader's turn: announce, dispose, or None when it is over.

    Below 21 a turn starts with "announce" and becomes "dispose" by the throw alone.
    """
    status = state.status[state.trader]
    if status in ("out", "dead"):
        return None
    if status == "in" and state.phase == "announce":
        return "announce"
    spendable = state.accounts[state.trader] > 0 and not state.spent
    return "dispose" if state.bonus or state.gifts or spendable else None


def following(state: State) -> int:
    """Return the next seat with a turn: below 21, or at 21 with points on the account."""
    start = state.order.index(state.trader) + 1
    for seat in state.order[start:] + state.order[:start]:
        if has_turn(state, seat):
            return seat
    raise ValueError("nobody has a turn")


def has_turn(state: State, seat: int) -> bool:
    status = state.status[seat]
    return status == "in" or (status == "21" and state.accounts[seat] > 0)


def start_turn(state: State, seat: int) -> State:
    """Start a seat's turn; unspent points and gifts of the last one are lost."""
    below = state.status[seat] == "in"
    turn = _announces_next(seat, dice_of(state, seat)) if below else _may_spend(seat)
    return replace(
        state,
        trader=seat,
        phase="announce" if below else "dispose",
        bonus=0,
        gifts=0,
        spent=False,
        forfeited=False,
        news=(*state.news, turn),
    )


@lru_cache(maxsize=1024)
def _announces_next(seat: int, dice: int) -> News:
    return counted(
        "{seat:@ announces|You announce} next, with {n} die.",
        "{seat:@ announces|You announce} next, with {n} dice.",
        dice,
        Kind.TURN_BEGINS,
        seat=seat,
    )


def _may_spend(seat: int) -> News:
    return phrase(
        "{seat:@ is at 21 and|You are at 21 and} may still spend {seat:the|your} account.",
        Kind.TURN_BEGINS,
        seat=seat,
    )
