"""The end of a year, the balance, the next year, and the end of the game."""

from msgspec.structs import replace

from arcade.engine import put
from arcade.games.golden21.rules.dice import FIRST_GOLDEN
from arcade.games.golden21.rules.state import LIMIT, Column, Kind, State, Status, View, below_21


def close_year(state: State) -> State:
    """Balance the debts; open the next year, or end an Original whose contract is over.

    Page, *End of a year*: the last to reach 21 starts ahead by what the others are away from it
    and takes all accounts; else the survivor starts ahead.
    """
    state = _tell_end(state)
    starts = _starts(state)
    state = _tell_balance(state, starts)
    state = _levy(replace(state, debts=starts))
    if state.options.variant == "original" and state.year >= state.years:
        return _end_contract(state)
    return _open_year(state)


def winners(state: State) -> tuple[int, ...]:
    if state.options.variant == "original":
        return ()
    seats = range(len(state.debts))
    if state.options.variant == "killer":
        kills = _sums(state, state.kills)
        return tuple(seat for seat in seats if kills[seat] >= state.options.kills_to_win)
    alive = [seat for seat in seats if state.status[seat] != "dead"]
    sides = {_side(state, seat) for seat in alive}
    return tuple(seat for seat in seats if _side(state, seat) in sides) if len(sides) == 1 else ()


def finish(state: State, won: tuple[int, ...], balance: tuple[int, ...]) -> State:
    """End the game; the winners collect the staked crisis dice."""
    state = replace(
        state, phase="over", winners=won, balance=balance, bonus=0, gifts=0, spent=False
    )
    state = state.tell_counted(
        "{won:@ wins|You win} the game.", "{won:@ win|You and @ win} the game.", len(won), won=won
    )
    if not state.stakes:
        return state
    stakes = list(state.stakes)
    losers = [seat for seat in range(len(stakes)) if seat not in won]
    for number, seat in enumerate(losers):
        stakes[seat] = won[number % len(won)]
    return replace(state, stakes=tuple(stakes)).tell_counted(
        "{won:@ collects|You collect} the staked crisis dice.",
        "{won:@ share|You and @ share} the other traders' staked crisis dice.",
        len(won),
        won=won,
    )


def final_debts(state: View) -> tuple[int, ...]:
    """Return every trader's final debt: last balance − kills × traders − 21s × years.

    With *expert* every 21 counts the number of its year instead of the length of the contract;
    without the specific rules nothing comes off.
    """
    traders = len(state.debts)
    return tuple(
        debt - kills * traders - honours
        for debt, kills, honours in zip(state.debts, state.kills, _honours(state), strict=True)
    )


def _honours(state: View) -> tuple[int, ...]:
    if not state.options.specific_rules:
        return (0,) * len(state.debts)
    if state.options.expert:
        return tuple(sum(years) for years in state.twentyone_years)
    return tuple(count * state.years for count in state.twentyones)


def _leader_at_21(state: State) -> int | None:
    standing = [seat for seat in state.reached if state.status[seat] == "21"]
    return standing[-1] if standing else None


def _starts(state: State) -> tuple[int, ...]:
    starts = (0,) * len(state.debts)
    head = _leader_at_21(state)
    if head is not None:
        return put(starts, head, -_distance(state, head))
    for seat in below_21(state):
        starts = put(starts, seat, state.debts[seat] - LIMIT)
    return starts


def _distance(state: State, head: int) -> int:
    """Sum up the distances of all others to 21, without those dead before this year."""
    return sum(
        abs(LIMIT - debt)
        for seat, debt in enumerate(state.debts)
        if seat != head and (state.status[seat] != "dead" or seat in state.above)
    )


def _levy(state: State) -> State:
    """The last to reach 21 takes the points on all accounts."""
    head = _leader_at_21(state)
    taken = sum(points for seat, points in enumerate(state.accounts) if seat != head)
    if head is None or not taken:
        return state
    accounts = put((0,) * len(state.accounts), head, state.accounts[head] + taken)
    return replace(state, accounts=accounts).tell_counted(
        "{seat:@ takes|You take} {n} point from the others' accounts.",
        "{seat:@ takes|You take} {n} points from the others' accounts.",
        taken,
        seat=head,
    )


def _open_year(state: State) -> State:
    status: tuple[Status, ...] = tuple(
        "dead" if seat_status == "dead" else "in" for seat_status in state.status
    )
    keeper = _next_keeper(state)
    if state.options.variant == "killer":
        state = _earn(state)
    state = replace(
        state,
        year=state.year + 1,
        keeper=keeper,
        trader=keeper,
        golden=FIRST_GOLDEN,
        crisis=(0,) * len(state.debts),
        status=status,
        reached=(),
        above=(),
        sheet=(*state.sheet, _columns(state.debts, status)),
        exponents=(*state.exponents, _columns((0,) * len(state.debts), status)),
    )
    return state.tell(
        "Year {year} begins; {seat:@ leads and keeps|you lead and keep} the Bourse.",
        Kind.YEAR_BEGINS,
        year=state.year,
        seat=keeper,
    )


def _columns(first: tuple[int, ...], status: tuple[Status, ...]) -> tuple[Column, ...]:
    """Start everybody's column of a new year; the dead have none."""
    return tuple(
        () if seat_status == "dead" else (value,)
        for value, seat_status in zip(first, status, strict=True)
    )


def _next_keeper(state: State) -> int:
    """The first to go above 21, else the first to reach it; the dead are skipped in the order."""
    first = (*state.above, *state.reached, state.keeper)[0]
    start = state.order.index(first)
    around = state.order[start:] + state.order[:start]
    return next(seat for seat in around if state.status[seat] != "dead")


def _earn(state: State) -> State:
    for seat, points in enumerate(state.accounts):
        if points:
            after = points + (points + 1) // 2
            state = replace(state, accounts=put(state.accounts, seat, after)).tell(
                "{seat:@'s|Your} account earns interest: from {before} to {after}.",
                seat=seat,
                before=points,
                after=after,
            )
    return state


def _end_contract(state: State) -> State:
    """Reckon the final debts of an Original; the lowest wins, sums count for teams."""
    balance = final_debts(state)
    honours = _honours(state)
    for seat, final in enumerate(balance):
        if not state.options.specific_rules:
            state = state.tell(
                "{seat:@|You}: a final debt of {final}.",
                Kind.FINAL_DEBT,
                seat=seat,
                debt=final,
                final=final,
            )
            continue
        state = state.tell(
            "{seat:@|You}: {debt} on the last balance, {kills} for kills, {honours} for "
            "21s: a final debt of {final}.",
            Kind.FINAL_DEBT,
            seat=seat,
            debt=state.debts[seat],
            kills=-state.kills[seat] * len(balance),
            honours=-honours[seat],
            final=final,
        )
    sums = _sums(state, balance)
    won = tuple(seat for seat, total in enumerate(sums) if total == min(sums))
    return finish(state, won, balance)


def _sums(state: State, values: tuple[int, ...]) -> tuple[int, ...]:
    """Return each seat its side's sum: its team's, or its own value."""
    if not state.options.teams:
        return values
    teams = (sum(values[0::2]), sum(values[1::2]))
    return tuple(teams[seat % 2] for seat in range(len(values)))


def _side(state: State, seat: int) -> int:
    return seat % 2 if state.options.teams else seat


def _tell_end(state: State) -> State:
    left = below_21(state)
    if not left:
        return state.tell(
            "Year {year} is over: nobody is below 21.", Kind.YEAR_OVER, year=state.year
        )
    return state.tell(
        "Year {year} is over: only {seat:@ is|you are} below 21.",
        Kind.YEAR_OVER,
        year=state.year,
        seat=left[0],
    )


def _tell_balance(state: State, starts: tuple[int, ...]) -> State:
    head = _leader_at_21(state)
    if head is not None:
        return state.tell(
            "Balance: {seat:@, the last to reach 21, starts|you were the last to reach 21 and "
            "start} at {start}, everybody else at 0.",
            seat=head,
            start=starts[head],
        )
    for seat in below_21(state):
        return state.tell(
            "Balance: nobody is at 21; {seat:@|you} survived with {debt} and "
            "{seat:starts|start} at {start}, everybody else at 0.",
            seat=seat,
            debt=state.debts[seat],
            start=starts[seat],
        )
    return state.tell("Balance: everybody starts at 0.")
