"""The effects of a throw: the difference, the bonus, golden, crisis and falling dice."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import Chance, News, counted, phrase, put
from arcade.games.golden21.rules.actions import Announce
from arcade.games.golden21.rules.debts import owe
from arcade.games.golden21.rules.dice import MOST_GOLDEN, bonus, gifts_of, golden_of, run_of
from arcade.games.golden21.rules.state import LIMIT, Kind, Luck, State, dice_of


class Cast(Struct, frozen=True):
    """The draws of one throw: dice, the luck of the aim, and the dice of forfeits (0: none)."""

    dice: tuple[int, ...]
    luck: Luck = ""
    fallen: int = 0
    slipped: int = 0


def draw(count: int, announce: Announce, slippery: bool, chance: Chance) -> Cast:
    """Draw a throw in the page's order: dice; free throw: pick(6), a die for a fall; slippery:
    pick(20), a die for a slip.
    """
    dice = chance.dice(count)
    luck: Luck = ""
    fallen = slipped = 0
    if announce.aim is not None:
        shot = chance.pick(6)
        luck = "hit" if shot == 0 else "fall" if shot == 1 else "miss"
        fallen = chance.die() if luck == "fall" else 0
    if slippery and chance.pick(20) == 0:
        slipped = chance.die()
    return Cast(dice, luck, fallen, slipped)


def throw(state: State, seat: int, announce: Announce, chance: Chance) -> State:
    """Throw on an announcement, again and again while dice slip off the table.

    A throw that slips is void but for its forfeits. A trader whom they bring to 21 or above
    throws no more: nobody speculates at 21 (the page is silent).
    """
    news: tuple[News, ...] = ()
    while True:
        cast = draw(dice_of(state, seat), announce, state.options.slippery, chance)
        state = replace(
            state,
            thrower=seat,
            announced=announce.total,
            aim=announce.aim,
            dice=cast.dice,
            luck=cast.luck,
            phase="dispose",
            news=news + _tell_throw(seat, announce, cast),
        )
        if not cast.slipped:
            return _settle(state, seat, announce, cast)
        state = _slip(state, seat, cast)
        if state.status[seat] != "in":
            return state
        news = state.news


def throw_unannounced(state: State, seat: int, chance: Chance) -> State:
    """Pay for throwing without an announcement: one die; the dice thrown count for nothing."""
    die = chance.die()
    state = replace(state, forfeited=True)
    state = state.tell(
        "{seat:@|You} announced nothing: a forfeit of one die, {die}, goes on {seat:the|your} "
        "debt.",
        seat=seat,
        die=die,
    )
    return owe(state, seat, die)


def _slip(state: State, seat: int, cast: Cast) -> State:
    state = state.tell(
        "A die slips off the table: the roll is void, and {seat:@ pays|you pay} a forfeit of "
        "{die}.",
        seat=seat,
        die=cast.slipped,
    )
    return owe(state, seat, cast.fallen + cast.slipped)


def _settle(state: State, seat: int, announce: Announce, cast: Cast) -> State:
    """Move the debts once, forfeit of a fall included; then add the gains of a solvent throw."""
    off = abs(sum(cast.dice) - announce.total)
    hit = announce.aim if cast.luck == "hit" else None
    own = (off if hit is None else 0) + cast.fallen
    solvent = state.debts[seat] + own <= LIMIT
    state = owe(state, seat, own, None, *_tell_debt(state, seat, off, hit, own))
    if hit is not None and off:
        state = owe(state, hit, off)
    if not solvent or not state.options.specific_rules:
        return state
    if off == 0:
        state = _gain_bonus(state, seat, bonus(len(cast.dice), announce.total))
    return _gain_dice(state, seat, cast.dice)


def _gain_bonus(state: State, seat: int, points: int) -> State:
    if not points:
        return state.tell("The likeliest total earns no bonus.", Kind.NO_BONUS)
    raised = (*state.exponents[-1][seat][:-1], points)
    state = replace(
        state,
        bonus=points,
        won_over=state.accounts[seat],
        exponents=(*state.exponents[:-1], put(state.exponents[-1], seat, raised)),
    )
    return state.tell_counted(
        "{seat:@ wins|You win} {n} bonus point.",
        "{seat:@ wins|You win} {n} bonus points.",
        points,
        Kind.BONUS_WON,
        seat=seat,
    )


def _gain_dice(state: State, seat: int, dice: tuple[int, ...]) -> State:
    """Add the golden dice of a run, and the crisis dice that equal dice let one give."""
    added, gifts = golden_of(dice), gifts_of(dice)
    if not added and not gifts:
        return state
    golden, news = state.golden, state.news
    if added:
        golden = min(golden + added, MOST_GOLDEN)
        news = (*news, _tell_run(run_of(dice), golden))
    if gifts:
        news = (*news, _tell_gifts(seat, gifts))
    return replace(state, golden=golden, gifts=gifts, news=news)


def _tell_run(length: int, golden: int) -> News:
    return phrase(
        "A run of {length}: {golden} golden dice are in play now.",
        Kind.GOLDEN_DICE,
        length=length,
        golden=golden,
    )


@lru_cache(maxsize=1024)
def _tell_gifts(seat: int, gifts: int) -> News:
    return counted(
        "Equal dice: {seat:@|you} may give {n} crisis die.",
        "Equal dice: {seat:@|you} may give {n} crisis dice.",
        gifts,
        Kind.MAY_GIVE,
        seat=seat,
    )


def _tell_throw(seat: int, announce: Announce, cast: Cast) -> tuple[News, ...]:
    if announce.aim is None:
        thrown = phrase(
            "{seat:@ announces|You announce} {total} and {seat:rolls|roll} {dice:dice}: {sum}.",
            Kind.THROWN,
            seat=seat,
            total=announce.total,
            sum=sum(cast.dice),
            dice=cast.dice,
        )
    else:
        thrown = phrase(
            "{seat:@ announces|You announce} {total}, {seat:aims|aim} at {aim:@'s|your} die "
            "and {seat:rolls|roll} {dice:dice}: {sum}.",
            seat=seat,
            total=announce.total,
            sum=sum(cast.dice),
            dice=cast.dice,
            aim=announce.aim,
        )
    if cast.luck == "miss":
        return thrown, phrase("The aim misses.")
    if cast.luck == "fall":
        fall = phrase(
            "One of {seat:@'s|your} dice falls off the table: a forfeit of {die}.",
            seat=seat,
            die=cast.fallen,
        )
        return thrown, fall
    return (thrown,)


def _tell_debt(state: State, seat: int, off: int, hit: int | None, own: int) -> tuple[News, ...]:
    if hit is not None and not off:
        return (
            phrase("{seat:@ hits|You hit}, but the roll is exact: nothing to pass on.", seat=seat),
        )
    if hit is not None:
        passed = phrase(
            "{seat:@ hits|You hit}: the miss of {off} goes on {hit:@'s|your} debt, from "
            "{before} to {after}.",
            Kind.MISS_PASSED_ON,
            seat=seat,
            hit=hit,
            off=off,
            before=state.debts[hit],
            after=state.debts[hit] + off,
        )
        return (passed,)
    exact = () if off else (phrase("Exact: no debt.", Kind.EXACT),)
    if not own:
        return exact
    before = state.debts[seat]
    grown = phrase(
        "{seat:@'s|Your} debt grows by {own}, from {before} to {after}.",
        Kind.DEBT_GREW,
        seat=seat,
        own=own,
        before=before,
        after=before + own,
    )
    return (*exact, grown)
