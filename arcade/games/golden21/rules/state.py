"""What lies on the table, and what everybody sees of it: this game has no secrets."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.news import News
from arcade.games.golden21.rules.options import Options

Phase = Literal["announce", "dispose", "over"]
Status = Literal["in", "21", "out", "dead"]
"""Below 21; at exactly 21; above 21, insolvent for the year; killed for good (survivor)."""
Luck = Literal["", "hit", "fall", "miss"]
Column = tuple[int, ...]
"""What is written under one trader's name in one year."""
LIMIT = 21


class State(Struct, frozen=True):
    """The whole table between two actions; tuples are by seat unless said otherwise.

    - `order`: the seats in order of play. `keeper`: who led the year and keeps the Bourse.
    - `announced`, `dice`, `thrower`, `aim`, `luck`: the last throw, kept until the next one.
    - `bonus`, `gifts`: what waits to be disposed of in this turn. `won_over`: the points on the
      winner's account when the last bonus was won.
    - `spent`, `forfeited`: whether this turn's trader has spent the account, paid for throwing
      without an announcement.
    - `twentyone_years`: the years in which each trader made 21s, in order.
    - `sheet`: by year, by seat, the debts as written, the year's first one included;
      `exponents`: likewise the bonus points made by that line's throw (0: none), which the source
      writes as a small raised figure.
    - `reached`, `above`: the seats that came to 21, and that went above it, this year, in order.
    - `stakes`: who owns the crisis die each seat has staked (collection; else empty).
    - `balance`, `winners`: empty until the game is over.
    """

    options: Options
    year: int
    years: int
    order: tuple[int, ...]
    keeper: int
    turn: int
    phase: Phase
    debts: tuple[int, ...]
    accounts: tuple[int, ...]
    golden: int
    crisis: tuple[int, ...]
    status: tuple[Status, ...]
    kills: tuple[int, ...]
    twentyones: tuple[int, ...]
    twentyone_years: tuple[tuple[int, ...], ...]
    sheet: tuple[tuple[Column, ...], ...]
    exponents: tuple[tuple[Column, ...], ...]
    announced: int | None = None
    dice: tuple[int, ...] = ()
    thrower: int | None = None
    aim: int | None = None
    luck: Luck = ""
    bonus: int = 0
    won_over: int = 0
    gifts: int = 0
    spent: bool = False
    forfeited: bool = False
    reached: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()
    balance: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()


class View(Struct, frozen=True):
    """What everybody sees; names as in `State`.

    `turn` is None when the game is over. `throws` is how many dice the turn's trader throws.
    `teams` gives each seat's team, 0 or 1 (empty without teams). `years` is 0 where the game has
    no fixed length.
    """

    options: Options
    year: int
    years: int
    order: tuple[int, ...]
    keeper: int
    turn: int | None
    phase: Phase
    debts: tuple[int, ...]
    accounts: tuple[int, ...]
    golden: int
    crisis: tuple[int, ...]
    throws: int
    status: tuple[Status, ...]
    announced: int | None
    dice: tuple[int, ...]
    thrower: int | None
    aim: int | None
    luck: Luck
    bonus: int
    gifts: int
    spent: bool
    forfeited: bool
    kills: tuple[int, ...]
    twentyones: tuple[int, ...]
    twentyone_years: tuple[tuple[int, ...], ...]
    sheet: tuple[tuple[Column, ...], ...]
    exponents: tuple[tuple[Column, ...], ...]
    reached: tuple[int, ...]
    above: tuple[int, ...]
    teams: tuple[int, ...]
    stakes: tuple[int, ...]
    balance: tuple[int, ...]
    winners: tuple[int, ...]


def view_of(state: State) -> View:
    """Build the view, the same for all seats and for spectators."""
    seats = range(len(state.debts))
    return View(
        options=state.options,
        year=state.year,
        years=state.years,
        order=state.order,
        keeper=state.keeper,
        turn=None if state.phase == "over" else state.turn,
        phase=state.phase,
        debts=state.debts,
        accounts=state.accounts,
        golden=state.golden,
        crisis=state.crisis,
        throws=dice_of(state, state.turn),
        status=state.status,
        announced=state.announced,
        dice=state.dice,
        thrower=state.thrower,
        aim=state.aim,
        luck=state.luck,
        bonus=state.bonus,
        gifts=state.gifts,
        spent=state.spent,
        forfeited=state.forfeited,
        kills=state.kills,
        twentyones=state.twentyones,
        twentyone_years=state.twentyone_years,
        sheet=state.sheet,
        exponents=state.exponents,
        reached=state.reached,
        above=state.above,
        teams=tuple(seat % 2 for seat in seats) if state.options.teams else (),
        stakes=state.stakes,
        balance=state.balance,
        winners=state.winners,
    )


def dice_of(state: State, seat: int) -> int:
    """Count the dice a trader throws: the golden dice and their own crisis dice."""
    return state.golden + state.crisis[seat]


def partners(teams: bool, one: int, other: int) -> bool:
    """Say whether two seats are of one team; nobody is their own partner."""
    return teams and one != other and one % 2 == other % 2


def below_21(state: State) -> list[int]:
    """List the active traders."""
    return [seat for seat, status in enumerate(state.status) if status == "in"]


def tell(state: State, *news: News) -> State:
    """Add to what this action has brought."""
    return replace(state, news=(*state.news, *news))
