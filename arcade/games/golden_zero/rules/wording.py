"""The result in words: what each hand is worth, who takes each pot, and why."""

from collections.abc import Mapping

from arcade.engine.news import News, counted, told
from arcade.games.golden_zero.rules.hands import Reading
from arcade.games.golden_zero.rules.state import Award, State


def hand(state: State, seat: int, reading: Reading) -> News:
    total = sum(state.open[seat])
    if reading.garde is None:
        return told(
            "{seat:seat} shows {closed:cards}: {total} open + {first} + {second} = {value},"
            " without a Garde.",
            seat=seat,
            closed=state.closed[seat],
            total=total,
            first=reading.used[0],
            second=reading.used[1],
            value=reading.value,
        )
    return told(
        "{seat:seat} shows {closed:cards}: {total} open + {first} = {value}, Garde {garde}.",
        seat=seat,
        closed=state.closed[seat],
        total=total,
        first=reading.used[0],
        value=reading.value,
        garde=reading.garde,
    )


def awards(state: State, hands: Mapping[int, Reading | None]) -> tuple[News, ...]:
    news: list[News] = []
    for number, award in enumerate(state.awards):
        if len(state.awards) > 1:
            news.append(_heading(number, award))
        if len(award.winners) == 1:
            news.append(_victory(state, award, hands.get(award.winners[0])))
        else:
            news += _division(award, hands)
    return tuple(news)


def _heading(number: int, award: Award) -> News:
    if not number:
        return told("Main pot, {amount}: {seats:seats}.", amount=award.amount, seats=award.seats)
    return told(
        "Side pot {number}, {amount}: {seats:seats}.",
        number=number,
        amount=award.amount,
        seats=award.seats,
    )


def _victory(state: State, award: Award, hand: Reading | None) -> News:
    seat, amount = award.winners[0], award.amount
    if award.reason == "alone" or hand is None:
        return told(
            "{seat:seat} wins {amount}: nobody else is left to contest it.",
            seat=seat,
            amount=amount,
        )
    value = hand.value
    match award.reason:
        case "only":
            return told(
                "{seat:seat} wins {amount} with {value}: no other hand kept to the target.",
                seat=seat,
                amount=amount,
                value=value,
            )
        case "exact":
            return told(
                "{seat:seat} wins {amount}: {value} is exactly the target.",
                seat=seat,
                amount=amount,
                value=value,
            )
        case "garde":
            return told(
                "{seat:seat} wins {amount}: equal at {value}, a Garde beats none.",
                seat=seat,
                amount=amount,
                value=value,
            )
        case "lower-garde":
            return told(
                "{seat:seat} wins {amount}: equal at {value}, the lower Garde ({garde}) decides.",
                seat=seat,
                amount=amount,
                value=value,
                garde=-1 if hand.garde is None else hand.garde,
            )
        case _:
            return told(
                "{seat:seat} wins {amount}: {value} is nearest to the target of {target}.",
                seat=seat,
                amount=amount,
                value=value,
                target=state.target,
            )


def _division(award: Award, hands: Mapping[int, Reading | None]) -> list[News]:
    """Account for a pot that is shared, or that stays on the table."""
    if not award.winners:
        return [
            told(
                "All these hands have burned: {amount} chips stay on the table for the next hand.",
                amount=award.amount,
            )
        ]
    if award.reason == "burned":
        news = [
            told("All these hands have burned: {amount} chips are shared.", amount=award.amount)
        ]
    else:
        news = [_tie(award, hands[award.winners[0]])]
    news += [
        told("{seat:seat} takes a share of {amount}.", seat=seat, amount=chips)
        for seat, chips in zip(award.winners, award.shares, strict=True)
    ]
    odd = award.amount % len(award.winners)
    if odd:
        news.append(
            counted(
                "The odd chip goes to {seats:seats}, first clockwise from the button.",
                "The odd chips go to {seats:seats}, first clockwise from the button.",
                odd,
                seats=award.winners[:odd],
            )
        )
    return news


def _tie(award: Award, hand: Reading | None) -> News:
    value = 0 if hand is None else hand.value
    if hand is None or hand.garde is None:
        return told(
            "{seats:seats} are equal at {value}, all without a Garde, and share {amount}.",
            seats=award.winners,
            value=value,
            amount=award.amount,
        )
    return told(
        "{seats:seats} are equal at {value} with the Garde {garde}, and share {amount}.",
        seats=award.winners,
        value=value,
        garde=hand.garde,
        amount=award.amount,
    )
