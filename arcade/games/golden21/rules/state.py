"""The table of The Golden 21, and its view: the game has no secrets."""

from enum import StrEnum, auto
from typing import ClassVar, Literal

from msgspec import Struct

from arcade.engine import News, TellsNews
from arcade.games.golden21.rules.options import Options

Phase = Literal["announce", "dispose", "over"]
Status = Literal["in", "21", "out", "dead"]
"""Below 21; at exactly 21; above 21, insolvent for the year; killed for good (survivor)."""
Luck = Literal["", "hit", "fall", "miss"]
Column = tuple[int, ...]
"""The figures under one trader's name in one year."""
LIMIT = 21


class Kind(StrEnum):
    """The kinds of news that the story, the brief or the lobby ask for."""

    ORDER_ROLLED = auto()
    ORDER = auto()
    TURN_BEGINS = auto()
    TURN_ENDED = auto()
    THROWN = auto()
    EXACT = auto()
    DEBT_GREW = auto()
    MISS_PASSED_ON = auto()
    BONUS_WON = auto()
    NO_BONUS = auto()
    GOLDEN_DICE = auto()
    MAY_GIVE = auto()
    GIVEN = auto()
    REACHED_21 = auto()
    SCORED_21 = auto()
    KILLED = auto()
    DEAD = auto()
    YEAR_OVER = auto()
    YEAR_BEGINS = auto()
    FINAL_DEBT = auto()


class View(Struct, frozen=True, gc=False):
    """Everybody's view; tuples are by seat unless noted.

    - `years`: the length of the contract, 0 where the game has no fixed length.
    - `order`: the seats in order of play. `keeper`: who led the year and keeps the Bourse.
    - `trader`: the seat whose turn it is, or was when the game ended.
    - `announced`, `dice`, `thrower`, `aim`, `luck`: the last throw, kept until the next one.
    - `bonus`, `gifts`: what waits to be disposed of in this turn.
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
    trader: int
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
    gifts: int = 0
    spent: bool = False
    forfeited: bool = False
    reached: tuple[int, ...] = ()
    above: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()
    balance: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    json_fields: ClassVar = (
        *("options", "year", "years", "order", "keeper", "turn", "phase", "debts", "accounts"),
        *("golden", "crisis", "throws", "status", "announced", "dice", "thrower", "aim", "luck"),
        *("bonus", "gifts", "spent", "forfeited", "kills", "twentyones", "twentyone_years"),
        *("sheet", "exponents", "reached", "above", "teams", "stakes", "balance", "winners"),
    )

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""
        return None if self.phase == "over" else self.trader

    @property
    def throws(self) -> int:
        return dice_of(self, self.trader)

    @property
    def teams(self) -> tuple[int, ...]:
        """Each seat's team, 0 or 1; empty without teams."""
        seats = range(len(self.debts))
        return tuple(seat % 2 for seat in seats) if self.options.teams else ()


class State(View, TellsNews, frozen=True):
    """A table of The Golden 21: the view, and fields for the rules alone."""

    won_over: int = 0
    """The points on the winner's account when the last bonus was won."""
    news: tuple[News, ...] = ()


def dice_of(state: View, seat: int) -> int:
    return state.golden + state.crisis[seat]


def partners(teams: bool, seat: int, other: int) -> bool:
    """Return whether two seats are of one team; nobody is their own partner."""
    return teams and seat != other and seat % 2 == other % 2


def below_21(state: View) -> list[int]:
    return [seat for seat, status in enumerate(state.status) if status == "in"]
