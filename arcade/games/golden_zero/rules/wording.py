"""The result in words: what each hand is worth, who takes each pot, and why."""

from collections.abc import Mapping

from arcade.engine.news import News, counted, told
from arcade.engine.words import N_
from arcade.games.golden_zero.rules.hands import Reading
from arcade.games.golden_zero.rules.state import Award, State


def hand(state: State, seat: int, reading: Reading) -> News:
    total, first = sum(state.open[seat]), reading.used[0]
    shown = {"total": total, "first": first, "value": reading.value}
    if reading.garde is None:
        return told(
            "{seat:@ shows|You show} {closed:cards}: {total} open + {first} + {second} = "
            "{value}, without a Garde (spare card).",
            seat=seat,
            closed=state.closed[seat],
            second=reading.used[1],
            **shown,
        )
    return told(
        "{seat:@ shows|You show} {closed:cards}: {total} open + {first} = {value}, Garde "
        "(spare card) {garde}.",
        seat=seat,
        closed=state.closed[seat],
        garde=reading.garde,
        **shown,
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
        return told(
            "Main pot, {amount}: {seats:@|you and @}.", amount=award.amount, seats=award.seats
        )
    return told(
        "Side pot {number}, {amount}: {seats:@|you and @}.",
        number=number,
        amount=award.amount,
        seats=award.seats,
    )


_VICTORIES = {
    "only": N_(
        "{seat:@ wins|You win} {amount} with {value}: all other hands went over the target."
    ),
    "exact": N_("{seat:@ wins|You win} {amount}: {value} is exactly the target."),
    "garde": N_(
        "{seat:@ wins|You win} {amount}: tied at {value}, a Garde (spare card) beats none."
    ),
}


def _victory(state: State, award: Award, hand: Reading | None) -> News:
    who = {"seat": award.winners[0], "amount": award.amount}
    if award.reason == "alone" or hand is None:
        return told("{seat:@ wins|You win} {amount}: nobody else is left.", **who)
    won = {**who, "value": hand.value}
    if award.reason in _VICTORIES:
        return told(_VICTORIES[award.reason], **won)
    if award.reason == "lower-garde":
        return told(
            "{seat:@ wins|You win} {amount}: tied at {value}, the lower Garde ({garde}) decides.",
            **won,
            garde=-1 if hand.garde is None else hand.garde,
        )
    return told(
        "{seat:@ wins|You win} {amount}: {value} is closest to the target of {target}.",
        **won,
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
        told("{seat:@ takes|You take} a share of {amount}.", seat=seat, amount=chips)
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


def _tie(award: Award, hand: Reading | None) -> News:
    value = 0 if hand is None else hand.value
    if hand is None or hand.garde is None:
        return told(
            "{seats:@ tie|You and @ tie} at {value}, all without a Garde (spare card), and "
            "share {amount}.",
            seats=award.winners,
            value=value,
            amount=award.amount,
        )
    return told(
        "{seats:@ tie|You and @ tie} at {value} with the Garde {garde}, and share {amount}.",
        seats=award.winners,
        value=value,
        garde=hand.garde,
        amount=award.amount,
    )
