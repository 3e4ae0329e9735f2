"""The result: hands are laid down, each pot finds its winner, and the game may be over (§ 7)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from arcade.engine import N_, News, Value, clockwise, counted, phrase, put
from arcade.games.golden_zero.rules.betting import clear
from arcade.games.golden_zero.rules.hands import Pot, Rank, Reading, best, rank, shares
from arcade.games.golden_zero.rules.state import (
    Award,
    Kind,
    Public,
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
    """Lay the hands down, pay the pots out, and end the hand and perhaps the game."""
    living = alive(state)
    hands = {seat: reading(state, seat) for seat in living}
    on_table = pots(state)
    if len(living) > 1:
        state = _lay_down(state, hands, _compared(on_table, hands))
    state = _pay_out(state, [_judge(state, pot, hands) for pot in on_table])
    return _end(state, *_tell_awards(state))


def reading(state: State, seat: int) -> Reading | None:
    """Return the best reading of a seat's hand so far, None if there is none or it is burned."""
    return best(state.open[seat], state.closed[seat], state.target)


def _compared(on_table: Sequence[Pot], hands: Mapping[int, Reading | None]) -> set[int]:
    """Find the seats whose Garde is turned up: those that tie at the top of a pot they contest."""
    tied: set[int] = set()
    for pot in on_table:
        values = {seat: hand.value for seat in pot.seats if (hand := hands.get(seat)) is not None}
        highest = max(values.values(), default=0)
        top = [seat for seat, value in values.items() if value == highest]
        if len(top) > 1:
            tied |= {*top}
    return tied


def _lay_down(state: State, hands: Mapping[int, Reading | None], compared: set[int]) -> State:
    """Show the counted cards of every hand that has not burned, and the Gardes compared.

    Clockwise from the last seat to raise, or else to speak. A Garde that decides nothing stays in
    the hand.
    """
    first = state.raiser if state.raiser is not None else state.spoke
    order = clockwise(state.seats, state.button if first is None else (first - 1) % state.seats)
    shown = state.shown
    news: list[News] = []
    for seat in order:
        hand = hands.get(seat)
        if hand is not None:
            garde = hand.garde if seat in compared else None
            shown = put(shown, seat, Shown(hand.used, hand.value, garde))
            news.append(_tell_hand(state, seat, hand))
        elif seat in hands:
            news.append(phrase("{seat:@ shows|You show} nothing.", Kind.NOTHING_SHOWN, seat=seat))
    news += [
        phrase(
            "{seat:@ turns|You turn} up the Garde (spare card): {garde}.",
            Kind.GARDE_SHOWN,
            seat=seat,
            garde=garde,
        )
        for seat in order
        if (laid := shown[seat]) is not None and (garde := laid.garde) is not None
    ]
    return structs.replace(state, shown=shown, news=(*state.news, *news))


def _judge(state: State, pot: Pot, hands: Mapping[int, Reading | None]) -> _Verdict:
    """Find who wins a pot: the last one left in it, else the best hands, else (burned) all."""
    order = [seat for seat in clockwise(state.seats, state.button) if seat in pot.seats]
    left = [seat for seat in order if seat in hands]
    if len(left) == 1:
        return _Verdict(pot, tuple(left), "alone")
    ranks = {seat: rank(hand) for seat in left if (hand := hands[seat]) is not None}
    if not ranks:
        return _Verdict(pot, tuple(left or order), "burned")
    top = max(ranks.values())
    winners = tuple(seat for seat, own in ranks.items() if own == top)
    return _Verdict(pot, winners, _reason(list(ranks.values()), winners, state.target))


def _reason(ranks: Sequence[Rank], winners: Sequence[int], target: int) -> Reason:
    """Return the reason one of the unburned hands won."""
    if len(winners) > 1:
        return "equal"
    if len(ranks) == 1:
        return "only"
    winner, second = sorted(ranks, reverse=True)[:2]
    if winner[0] == second[0]:
        return "lower-garde" if second[1] else "garde"
    return "exact" if winner[0] == target else "nearest"


def _pay_out(state: State, verdicts: Sequence[_Verdict]) -> State:
    """Pay the pots; those of burned hands stay, where the option says so and a hand follows."""
    sure = [verdict for verdict in verdicts if verdict.reason != "burned"]
    carries = len(sure) < len(verdicts) and _carries(
        state, _with_shares(state.stacks, [_award(verdict) for verdict in sure])
    )
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
    stacks = list(chips)
    for award in awards:
        for seat, part in zip(award.winners, award.shares, strict=True):
            stacks[seat] += part
    return tuple(stacks)


def _carries(state: State, stacks: Sequence[int]) -> bool:
    """Return whether a pot can stay for another hand: two seats must have chips to play it."""
    return (
        state.options.all_burned == "carry"
        and not _was_last(state)
        and sum(chips > 0 for chips in stacks) > 1
    )


def _was_last(state: State) -> bool:
    return state.hand == state.final


def _end(state: State, *news: News) -> State:
    out = tuple(not chips for chips in state.stacks)
    gone = [
        phrase("{seat:@ has no chips left and is|You have no chips left and are} out.", seat=seat)
        for seat in playing(state)
        if out[seat]
    ]
    state = clear(state, phase="result", turn=None, out=out, news=(*state.news, *news, *gone))
    if not _was_last(state) and len(playing(state)) > 1:
        return state
    return over(state)


def over(state: State) -> State:
    """End the game: most chips win."""
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


def _tell_hand(state: State, seat: int, reading: Reading) -> News:
    total, first = sum(state.open[seat]), reading.used[0]
    shown = {"total": total, "first": first, "value": reading.value}
    if reading.garde is None:
        return phrase(
            "{seat:@ shows|You show} {closed:cards}: {total} open + {first} + {second} = "
            "{value}, without a Garde (spare card).",
            Kind.HAND_SHOWN,
            seat=seat,
            closed=reading.used,
            second=reading.used[1],
            **shown,
        )
    return phrase(
        "{seat:@ shows|You show} {closed:cards}: {total} open + {first} = {value}; the Garde "
        "(spare card) stays in hand.",
        Kind.HAND_SHOWN,
        seat=seat,
        closed=reading.used,
        **shown,
    )


def _tell_awards(state: State) -> list[News]:
    news: list[News] = []
    for number, award in enumerate(state.awards):
        if len(state.awards) > 1:
            news.append(_heading(number, award))
        news.append(verdict(state, award))
        if len(award.winners) > 1:
            news += _tell_shares(award)
    return news


def _heading(number: int, award: Award) -> News:
    if not number:
        return phrase(
            "Main pot, {amount}: {seats:@|you and @}.", amount=award.amount, seats=award.seats
        )
    return phrase(
        "Side pot {number}, {amount}: {seats:@|you and @}.",
        number=number,
        amount=award.amount,
        seats=award.seats,
    )


_VICTORIES: Mapping[Reason, str] = {
    "only": N_(
        "{seat:@ wins|You win} {amount} with {value}: all other hands went over the target."
    ),
    "exact": N_("{seat:@ wins|You win} {amount}: {value} is exactly the target."),
    "garde": N_(
        "{seat:@ wins|You win} {amount}: tied at {value}, a Garde (spare card) beats none."
    ),
    "lower-garde": N_(
        "{seat:@ wins|You win} {amount}: tied at {value}, the lower Garde ({garde}) decides."
    ),
    "nearest": N_("{seat:@ wins|You win} {amount}: {value} is closest to the target of {target}."),
}


def verdict(table: Public, award: Award) -> News:
    """Report who takes a pot and why, for the log and for the picture of the showdown."""
    amount = award.amount
    if not award.winners:
        return phrase(
            "All these hands have burned: {amount} chips stay on the table for the next hand.",
            amount=amount,
        )
    hand = table.shown[award.winners[0]]
    if len(award.winners) > 1:
        return _tie(award, hand)
    won = {"seat": award.winners[0], "amount": amount, "chips": amount}
    if hand is None or award.reason == "alone":
        return phrase("{seat:@ wins|You win} {amount}: nobody else is left.", Kind.WON, **won)
    return phrase(
        _VICTORIES[award.reason],
        Kind.WON,
        value=hand.value,
        garde=-1 if hand.garde is None else hand.garde,
        target=table.target,
        **won,
    )


def _tie(award: Award, hand: Shown | None) -> News:
    shared: dict[str, Value] = {"seats": award.winners, "amount": award.amount}
    if hand is None:
        return phrase(
            "All these hands have burned: {seats:@ share|you and @ share} {amount}.", **shared
        )
    if hand.garde is None:
        return phrase(
            "{seats:@ tie|You and @ tie} at {value}, all without a Garde (spare card), and "
            "share {amount}.",
            value=hand.value,
            **shared,
        )
    return phrase(
        "{seats:@ tie|You and @ tie} at {value} with the Garde {garde}, and share {amount}.",
        value=hand.value,
        garde=hand.garde,
        **shared,
    )


def _tell_shares(award: Award) -> list[News]:
    news = [
        phrase("{seat:@ takes|You take} a share of {amount}.", seat=seat, amount=chips, chips=chips)
        for seat, chips in zip(award.winners, award.shares, strict=True)
    ]
    odd = award.amount % len(award.winners)
    if odd:
        news.append(
            counted(
                "The odd chip goes to {seats:@|you}, first clockwise from the button.",
                "The odd chips go to {seats:@|you and @}, first clockwise from the button.",
                odd,
                seats=award.winners[:odd],
            )
        )
    return news
