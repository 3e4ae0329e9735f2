"""The result: hands are laid down, each pot finds its winner, and the game may be over (§ 7)."""

from collections.abc import Sequence

from msgspec import Struct, structs

from arcade.engine.news import News, told
from arcade.engine.seats import clockwise, put
from arcade.games.golden_zero.rules import wording
from arcade.games.golden_zero.rules.betting import clear
from arcade.games.golden_zero.rules.hands import Pot, Reading, best, rank, shares
from arcade.games.golden_zero.rules.state import (
    Award,
    Reason,
    Shown,
    State,
    alive,
    playing,
    pots,
)


class _Verdict(Struct, frozen=True):
    """Who wins a pot, clockwise from the button, and why."""

    pot: Pot
    winners: tuple[int, ...]
    reason: Reason


def settle(state: State) -> State:
    """Lay down what has to be shown, pay the pots out, and end the hand and perhaps the game."""
    living = alive(state)
    hands = {seat: reading(state, seat) for seat in living}
    if len(living) > 1:
        state = _lay_down(state, hands)
    state = _pay_out(state, [_judge(state, pot, hands) for pot in pots(state)])
    return _end(state.with_news(*wording.awards(state, hands)))


def reading(state: State, seat: int) -> Reading | None:
    """Return the best reading of a seat's hand so far, None if there is none or it is burned."""
    return best(state.open[seat], state.closed[seat], state.target)


def _lay_down(state: State, hands: dict[int, Reading | None]) -> State:
    """Show every hand that has not burned, clockwise from who raised or else spoke last."""
    first = state.raiser if state.raiser is not None else state.spoke
    order = clockwise(state.seats, state.button if first is None else (first - 1) % state.seats)
    shown = state.shown
    news: list[News] = []
    for seat in order:
        hand = hands.get(seat)
        if hand is not None:
            shown = put(shown, seat, Shown(state.closed[seat], hand.value, hand.garde))
            news.append(wording.hand(state, seat, hand))
        elif seat in hands:
            news.append(told("{seat:@ shows|You show} nothing.", seat=seat))
    return structs.replace(state, shown=shown).with_news(*news)


def _judge(state: State, pot: Pot, hands: dict[int, Reading | None]) -> _Verdict:
    """Find who wins a pot: the last one left in it, else the best hands, else (burned) all."""
    order = [seat for seat in clockwise(state.seats, state.button) if seat in pot.seats]
    left = [seat for seat in order if seat in hands]
    if len(left) == 1:
        return _Verdict(pot, tuple(left), "alone")
    ranked = {seat: hand for seat in left if (hand := hands[seat]) is not None}
    if not ranked:
        return _Verdict(pot, tuple(left or order), "burned")
    top = max(rank(hand) for hand in ranked.values())
    winners = tuple(seat for seat, hand in ranked.items() if rank(hand) == top)
    return _Verdict(pot, winners, _reason(list(ranked.values()), winners, state.target))


def _reason(hands: Sequence[Reading], winners: Sequence[int], target: int) -> Reason:
    """Return what decided between the hands that had not burned."""
    ranks = sorted((rank(hand) for hand in hands), reverse=True)
    if len(winners) > 1:
        return "equal"
    if len(hands) == 1:
        return "only"
    winner, second = ranks[:2]
    if winner[0] == second[0]:
        return "lower-garde" if second[1] else "garde"
    return "exact" if winner[0] == target else "nearest"


def _pay_out(state: State, verdicts: Sequence[_Verdict]) -> State:
    """Pay the pots; those of burned hands stay, where the option says so and a hand follows."""
    sure = [_award(verdict) for verdict in verdicts if verdict.reason != "burned"]
    carries = _carries(state, _with_shares(state.stacks, sure))
    awards = tuple(_award(verdict, carries) for verdict in verdicts)
    return structs.replace(
        state,
        stacks=_with_shares(state.stacks, awards),
        won=_with_shares(state.won, awards),
        awards=awards,
        carry=sum(award.amount for award in awards if not award.winners),
    )


def _award(verdict: _Verdict, carries: bool = False) -> Award:
    stays = carries and verdict.reason == "burned"
    winners = () if stays else verdict.winners
    parts = () if stays else shares(verdict.pot.amount, winners)
    return Award(verdict.pot.amount, verdict.pot.seats, winners, parts, verdict.reason)


def _with_shares(chips: Sequence[int], awards: Sequence[Award]) -> tuple[int, ...]:
    held = list(chips)
    for award in awards:
        for seat, part in zip(award.winners, award.shares, strict=True):
            held[seat] += part
    return tuple(held)


def _carries(state: State, stacks: Sequence[int]) -> bool:
    """Return whether a pot can stay for another hand: two seats must have chips to play it."""
    return (
        state.options.all_burned == "carry"
        and not _was_last(state)
        and sum(chips > 0 for chips in stacks) > 1
    )


def _was_last(state: State) -> bool:
    return state.hand == state.final


def _end(state: State) -> State:
    out = tuple(not chips for chips in state.stacks)
    gone = [
        told("{seat:@ has no chips left and is|You have no chips left and are} out.", seat=seat)
        for seat in playing(state)
        if out[seat]
    ]
    state = structs.replace(clear(state), phase="result", turn=None, out=out).with_news(*gone)
    if not _was_last(state) and len(playing(state)) > 1:
        return state
    most = max(state.stacks)
    winners = tuple(seat for seat, chips in enumerate(state.stacks) if chips == most)
    return structs.replace(state, phase="over", winners=winners).tell_counted(
        "The game is over: {winners:@ wins|you win} with {most} chips of play money.",
        "The game is over: {winners:@ share|you and @ share} the win with {most} chips each, "
        "play money.",
        len(winners),
        winners=winners,
        most=most,
    )
