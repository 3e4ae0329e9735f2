"""The actions of a trader, and when they are legal: offers and refusals.

The numbers of refusals are paragraphs of our rules page.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from msgspec import field

from arcade.engine import GameAction, IllegalAction, Offer
from arcade.games.golden21.rules.state import LIMIT, State, Status, below_21, dice_of

Sign = Literal[1, -1]

Package = Literal["bonus", "account"]
"""The two packages of points, never merged on the way out: see the page, *Spending*."""


class Announce(GameAction, frozen=True, tag="announce", omit_defaults=True):
    """Announce a total and throw; `aim` names a seat whose die is aimed at (free throw)."""

    total: int
    aim: int | None = None


class Throw(GameAction, frozen=True, tag="throw"):
    """Throw without having announced (forfeits): pay a die, then announce."""


class Spend(GameAction, frozen=True, tag="spend"):
    """Spend a whole package on one debt or one account, adding (1) or taking away (−1)."""

    package: Package = field(name="from")
    to: Literal["debt", "account"]
    seat: int
    sign: Sign


class Give(GameAction, frozen=True, tag="give"):
    """Give crisis dice, one entry a die: the seat that gets it."""

    to: tuple[int, ...]


class End(GameAction, frozen=True, tag="end"):
    """End the turn and leave optional gifts and points."""


Action = Announce | Throw | Spend | Give | End


def check(state: State, seat: int, action: Action) -> None:
    if state.phase == "over":
        raise IllegalAction("over", "The game is over.", 12)
    if seat != state.trader:
        raise IllegalAction("not-your-turn", "It is the turn of {seat:seat}.", 3, seat=state.trader)
    if type(action) is Announce:
        _check_announce(state, seat, action)
    elif type(action) is Spend:
        _check_spend(state, seat, action)
    elif type(action) is Give:
        _check_give(state, seat, action)
    elif type(action) is Throw:
        _check_throw(state)
    else:
        _check_end(state)


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    if state.phase == "over" or seat != state.trader:
        return ()
    spends = tuple(map(Offer, spendings(state, seat)))
    if state.phase == "announce":
        count = dice_of(state, seat)
        return _announcements(count, aims(state, seat), state.options.forfeits) + spends
    gifts: tuple[Offer, ...] = ()
    if state.gifts:
        others = tuple(other for other in below_21(state) if other != seat)
        gifts = (Offer(Give(others[:1]), "to", among=others, most=state.gifts),)
    return (*spends, *gifts, *(() if state.bonus else (Offer(End()),)))


def spendings(state: State, seat: int) -> tuple[Spend, ...]:
    """List every way for the seat to act to spend its bonus, then its account."""
    banking = state.options.variant == "killer" or not state.won_over
    ways: tuple[Spend, ...] = ()
    if state.bonus:
        ways = _ways("bonus", seat, state.status, state.options.exposed_21, banking)
    if state.accounts[seat] and not state.spent:
        ways += _ways("account", seat, state.status, state.options.exposed_21, False)
    return ways


def aims(state: State, seat: int) -> tuple[int, ...]:
    """List the targets of a free throw: other active traders, or an exposed 21."""
    if not state.options.free_throw:
        return ()
    open_to = ("in", "21") if state.options.exposed_21 else ("in",)
    return tuple(
        other for other, status in enumerate(state.status) if other != seat and status in open_to
    )


@lru_cache(maxsize=1024)
def _ways(
    package: Package, seat: int, status: tuple[Status, ...], exposed: bool, bank: bool
) -> tuple[Spend, ...]:
    return tuple(_targets(package, seat, status, exposed, bank))


def _targets(
    package: Package, seat: int, status: tuple[Status, ...], exposed: bool, bank: bool
) -> Iterator[Spend]:
    for other, seat_status in enumerate(status):
        if seat_status == "in":
            yield Spend(package, "debt", other, 1)
            yield Spend(package, "debt", other, -1)
        elif seat_status == "21" and exposed and other != seat:
            yield Spend(package, "debt", other, 1)
    for other, seat_status in enumerate(status):
        if other == seat:
            if bank:
                yield Spend(package, "account", other, 1)
            yield Spend(package, "account", other, -1)
        elif seat_status != "dead" and (seat_status != "21" or exposed):
            yield Spend(package, "account", other, 1)
            yield Spend(package, "account", other, -1)


@lru_cache(maxsize=1024)
def _announcements(count: int, aims: tuple[int, ...], forfeits: bool) -> tuple[Offer, ...]:
    announcements = tuple(
        Offer(Announce(7 * count // 2, aim), "total", count, 6 * count) for aim in (None, *aims)
    )
    return (*announcements, Offer(Throw())) if forfeits else announcements


def _check_announce(state: State, seat: int, action: Announce) -> None:
    _check_to_throw(state)
    count = dice_of(state, seat)
    if not count <= action.total <= 6 * count:
        raise IllegalAction(
            "total",
            "With {n} dice a total from {low} to {high} can be announced.",
            3,
            n=count,
            low=count,
            high=6 * count,
        )
    if action.aim is None:
        return
    if not state.options.free_throw:
        raise IllegalAction("no-aim", "This table plays without free throws.", 16)
    if action.aim not in aims(state, seat):
        raise IllegalAction("aim", "A free throw aims at the die of another trader below 21.", 16)


def _check_throw(state: State) -> None:
    _check_to_throw(state)
    if not state.options.forfeits:
        raise IllegalAction("announce-first", "Announce a total first.", 3)


def _check_to_throw(state: State) -> None:
    if state.status[state.trader] == "21":
        raise IllegalAction("at-21", "A trader at 21 speculates no more this year.", 4)
    if state.phase != "announce":
        raise IllegalAction(
            "thrown", "This turn's dice have been rolled: spend, give, or end the turn.", 3
        )


def _check_spend(state: State, seat: int, action: Spend) -> None:
    _check_package(state, seat, action)
    if action in spendings(state, seat):
        return
    if not 0 <= action.seat < len(state.debts):
        raise IllegalAction("no-seat", "There is no such trader.", 6)
    if action.seat == seat and action.to == "account" and action.package == "bonus":
        raise IllegalAction(
            "account-full",
            "A bonus won while the account held points cannot be banked: "
            "the two are neither merged nor exchanged.",
            7,
        )
    if action.seat == seat and action.to == "account":
        raise IllegalAction("to-itself", "An account cannot be paid into itself.", 7)
    status = state.status[action.seat]
    if status == "21" and state.options.exposed_21 and action.seat != seat:
        raise IllegalAction("exposed", "A trader at 21 can be pushed over, not pulled back.", 8)
    if status == "21":
        raise IllegalAction("immune", "A trader at 21 can no longer be targeted.", 8)
    if status == "dead":
        raise IllegalAction(
            "dead", "{seat:@ is|You are} out of the game for good.", 14, seat=action.seat
        )
    raise IllegalAction("insolvent", "No points reach a debt that is above {n}.", 6, n=LIMIT)


def _check_package(state: State, seat: int, action: Spend) -> None:
    if action.package == "bonus":
        if not state.bonus:
            raise IllegalAction("no-bonus", "There is no bonus to spend.", 5)
    elif state.spent:
        raise IllegalAction("spent", "The account is spent once a turn.", 7)
    elif not state.accounts[seat]:
        raise IllegalAction("empty-account", "The account is empty.", 7)


def _check_give(state: State, seat: int, action: Give) -> None:
    if not state.gifts:
        raise IllegalAction("no-gifts", "There is no crisis die to give.", 9)
    if not 1 <= len(action.to) <= state.gifts:
        raise IllegalAction(
            "too-many-gifts", "Crisis dice to be given: at most {n}.", 9, n=state.gifts
        )
    if seat in action.to:
        raise IllegalAction("to-oneself", "Nobody gives a crisis die to themselves.", 9)
    if any(other not in below_21(state) for other in action.to):
        raise IllegalAction("not-active", "Crisis dice go to traders below 21 only.", 9)


def _check_end(state: State) -> None:
    if state.phase != "dispose":
        raise IllegalAction("announce-first", "Announce a total first.", 3)
    if state.bonus:
        raise IllegalAction("bonus-waits", "Spend the bonus of {n} first.", 5, n=state.bonus)
