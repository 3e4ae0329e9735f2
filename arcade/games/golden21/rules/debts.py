"""Debts and accounts: how throws, forfeits and points move them, and the consequences."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import News, put
from arcade.games.golden21.rules.actions import Spend
from arcade.games.golden21.rules.state import LIMIT, Kind, State, View, partners
from arcade.games.golden21.rules.wording import moved

Fate = Literal["", "21", "out", "kill", "partner"]
"""The result of a new debt: none, exactly 21, insolvent, killed, or pushed over by a partner."""


class Effect(Struct, frozen=True):
    """The effect of spending: the debt or account before and after, and the debt's fate."""

    before: int
    after: int
    fate: Fate = ""


def effect(table: View, seat: int, spend: Spend) -> Effect:
    points = spend.sign * package(table, seat, spend)
    if spend.to == "debt":
        before = table.debts[spend.seat]
        return Effect(before, before + points, fate(table, spend.seat, before + points, seat))
    before = table.accounts[spend.seat]
    if spend.package == "account" and spend.seat == seat:
        return Effect(before, 0)
    return Effect(before, max(0, before + points))


def package(table: View, seat: int, spend: Spend) -> int:
    return table.bonus if spend.package == "bonus" else table.accounts[seat]


def fate(table: View, seat: int, debt: int, giver: int | None) -> Fate:
    """Return the fate of a trader with that debt; `giver` spent the points, if anybody did.

    Page, *Spending* and *teams*: only someone else's points kill, and never a partner's.
    """
    if debt < LIMIT:
        return ""
    if debt == LIMIT:
        return "21"
    if giver is None or giver == seat:
        return "out"
    return "partner" if partners(table.options.teams, giver, seat) else "kill"


def owe(state: State, seat: int, amount: int, giver: int | None = None, *news: News) -> State:
    """Move an active (or exposed) trader's debt, note and report it, and apply the consequences.

    `giver` is the trader whose points move it; None for a throw or a forfeit, which never kill.
    """
    debt = state.debts[seat] + amount
    sheet, exponents = state.sheet[-1], state.exponents[-1]
    state = replace(
        state,
        debts=put(state.debts, seat, debt),
        sheet=(*state.sheet[:-1], put(sheet, seat, (*sheet[seat], debt))),
        exponents=(*state.exponents[:-1], put(exponents, seat, (*exponents[seat], 0))),
        news=state.news + news,
    )
    if debt < LIMIT:
        return state
    became = fate(state, seat, debt, giver)
    return _reach(state, seat) if became == "21" else _exceed(state, seat, became, giver)


def spend_points(state: State, seat: int, spend: Spend) -> State:
    """Spend a whole package (page, *Spending*); the target has been checked."""
    points = package(state, seat, spend)
    change = effect(state, seat, spend)
    account = moved(seat, spend, points, change.before, change.after)
    if spend.package == "bonus":
        state = replace(state, bonus=0, news=(*state.news, account))
    else:
        accounts = put(state.accounts, seat, 0)
        state = replace(state, spent=True, accounts=accounts, news=(*state.news, account))
    if spend.to == "debt":
        return owe(state, spend.seat, spend.sign * points, seat)
    return replace(state, accounts=put(state.accounts, spend.seat, change.after))


def _reach(state: State, seat: int) -> State:
    """A trader comes to exactly 21: scored, and no more speculation this year."""
    years = (*state.twentyone_years[seat], state.year)
    state = replace(
        state,
        status=put(state.status, seat, "21"),
        twentyones=put(state.twentyones, seat, state.twentyones[seat] + 1),
        twentyone_years=put(state.twentyone_years, seat, years),
        reached=(*state.reached, seat),
    )
    if not state.options.specific_rules:
        return state.tell("{seat:@ is|You are} at exactly 21.", Kind.REACHED_21, seat=seat)
    return state.tell(
        "{seat:@ is|You are} at exactly 21 and {seat:scores|score} a 21.", Kind.SCORED_21, seat=seat
    )


def _exceed(state: State, seat: int, became: Fate, giver: int | None) -> State:
    """A trader goes above 21: out for the year, or for good where that is a kill in Survivor."""
    dead = became == "kill" and state.options.variant == "survivor"
    status = put(state.status, seat, "dead" if dead else "out")
    state = replace(state, status=status, above=(*state.above, seat))
    if giver is not None and became == "kill":
        kills = state.kills[giver] + 1
        state = replace(state, kills=put(state.kills, giver, kills))
        state = state.tell(
            "{giver:@ kills|You kill} {seat:@|you}: kill number {kills}.",
            Kind.KILLED,
            giver=giver,
            seat=seat,
            kills=kills,
        )
    elif became == "partner":
        state = state.tell("{seat:@ was a partner|You were a partner}: that is no kill.", seat=seat)
    if dead:
        return state.tell("{seat:@ is|You are} out of the game for good.", Kind.DEAD, seat=seat)
    return state.tell("{seat:@ is|You are} above 21: insolvent, out for the year.", seat=seat)
