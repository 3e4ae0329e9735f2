"""The state of a game, and small questions to it."""

from enum import StrEnum, auto
from functools import lru_cache
from typing import Literal

from msgspec import Struct, structs

from arcade.engine import News, TellsNews, put
from arcade.games.golden_zero.rules.hands import Pot, layers
from arcade.games.golden_zero.rules.options import Options

Phase = Literal["levee", "choix", "reine", "result", "over"]

Reason = Literal["alone", "exact", "nearest", "only", "garde", "lower-garde", "equal", "burned"]
"""Why a pot went where it went: nobody else was left in it; on the target; nearest to it; the only
hand that had not burned; a Garde against none; the lower Garde; a full tie; all hands burned."""


class Kind(StrEnum):
    """The kinds of news that the story, the brief or the losses ask for."""

    BUTTON = auto()
    HAND_BEGINS = auto()
    CARD_SHOWN = auto()
    TARGET = auto()
    LEVEE = auto()
    CHOIX = auto()
    REINE = auto()
    CALLED = auto()
    RAISED = auto()
    ALL_IN = auto()
    STOOD_PAT = auto()
    FOLDED = auto()
    CARD_TAKEN = auto()
    BURNED = auto()
    STOOD = auto()
    HAND_SHOWN = auto()
    NOTHING_SHOWN = auto()
    GARDE_SHOWN = auto()
    WON = auto()


class Shown(Struct, frozen=True):
    """A hand laid down at the result, counted at its best.

    `closed` are the closed cards that count, as they were dealt; `garde` is the other one if it
    was compared, None while it stays closed or where there is none.
    """

    closed: tuple[int, ...]
    value: int
    garde: int | None = None


class Award(Struct, frozen=True):
    """Where a pot went: `winners` clockwise from the button, `shares` in the same order.

    Without winners the pot stays on the table for the next hand.
    """

    amount: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    shares: tuple[int, ...]
    reason: Reason


class Public(Struct, frozen=True, kw_only=True):
    """The state's public fields; tuples about seats have one entry each.

    `carry` are chips that stayed on the table from an earlier hand, `awards` say where the pots of
    the hand just ended went. `last_hand` is whether a last hand was announced; `final` is its
    number, by announcement or by option, None while there is none.
    """

    options: Options
    hand: int = 1
    phase: Phase = "levee"
    button: int
    turn: int | None = None
    target_cards: tuple[int, ...] = ()
    target: int = 0
    open: tuple[tuple[int, ...], ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    raises: int = 0
    folded: tuple[bool, ...]
    burned: tuple[bool, ...]
    out: tuple[bool, ...]
    carry: int = 0
    last_hand: bool = False
    final: int | None
    shown: tuple[Shown | None, ...]
    won: tuple[int, ...]
    awards: tuple[Award, ...] = ()
    winners: tuple[int, ...] = ()


class State(Public, TellsNews, frozen=True, kw_only=True):
    """Everything about a game, secrets included.

    `discards` are burned and collected cards. `increase` is what a raise must add at least (0: the
    round is not open), `aggressor` made the opening or the last full raise, `answered` are those
    who acted since, `stood` those content with equal bets. `raiser` and `spoke` are of the last
    round with any bidding: who raised last, who spoke last.
    """

    deck: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    closed: tuple[tuple[int, ...], ...]
    increase: int = 0
    aggressor: int | None = None
    answered: tuple[bool, ...]
    stood: tuple[bool, ...]
    raiser: int | None = None
    spoke: int | None = None
    news: tuple[News, ...]

    @property
    def seats(self) -> int:
        return len(self.stacks)


def none_yet(seats: int) -> tuple[bool, ...]:
    return (False,) * seats


def playing(state: State) -> tuple[int, ...]:
    return tuple([seat for seat, out in enumerate(state.out) if not out])


def alive(state: State) -> tuple[int, ...]:
    """Return the seats still in the hand: neither folded nor openly burned."""
    return _in_none(state.folded, state.burned, state.out)


@lru_cache(maxsize=4096)
def _in_none(*gone: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, why in enumerate(zip(*gone, strict=True)) if True not in why)


def may_bet(state: State) -> tuple[int, ...]:
    """Return the seats still in the hand that have chips to bet with."""
    return tuple([seat for seat in alive(state) if state.stacks[seat]])


def pots(state: State) -> tuple[Pot, ...]:
    """Return the pots on the table, bets of this round included; between hands, what is carried."""
    if state.phase in ("result", "over"):
        return (Pot(state.carry, playing(state)),) if state.carry else ()
    living = alive(state)
    return layers(
        state.paid,
        living,
        tuple(seat for seat in living if not state.stacks[seat]),
        tuple(seat for seat in range(state.seats) if state.burned[seat]),
        state.carry,
    )


def in_pots(state: State) -> int:
    """Return what lies in all pots during a hand."""
    return state.carry + sum(state.paid)


def collect(state: State, seat: int, **changed: object) -> State:
    """Take a hand's cards away, closed and open, with the given changes."""
    return structs.replace(
        state,
        discards=state.discards + state.closed[seat] + state.open[seat],
        closed=put(state.closed, seat, ()),
        open=put(state.open, seat, ()),
        **changed,
    )
