"""How those who lost most at Golden Zero lost it, by the news of the game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arcade.engine import News, told

_OUT = "{seat:@ has no chips left and is|You have no chips left and are} out."
_GETS = (
    "{seat:@ takes|You take} a share of {amount}.",
    "{seat:@ takes|You take} back {amount} that nobody called.",
)
_MOST = 2
"""How many of the losers are told of."""


class Loss(NamedTuple):
    """What a seat has lost in a hand, less than 0 for what it won, and the news that tell of it.

    `end` is the number of the hand's last news.
    """

    seat: int
    chips: int
    end: int
    news: Sequence[News]


def turns(news: Sequence[News], stacks: Sequence[int]) -> list[tuple[int, News]]:
    """Return after which news those with the fewest chips lost most, and how; of two at most."""
    found = list(losses(news, len(stacks)))
    losers = sorted(range(len(stacks)), key=lambda seat: stacks[seat])[
        : min(_MOST, len(stacks) - 1)
    ]
    done = []
    for loser in losers:
        own = [one for one in found if one.seat == loser and one.chips > 0]
        if own:
            worst = max(own, key=lambda one: one.chips)
            done.append((worst.end, _how(worst)))
    return done


def losses(news: Sequence[News], seats: int) -> Iterator[Loss]:
    """Add up the hands of which the beginning is told."""
    starts = [at for at, one in enumerate(news) if one.text.startswith("Hand {hand}")]
    gone = {_number(one, "seat") for one in news if one.text == _OUT}
    for start, end in zip(starts, [*starts[1:], len(news)], strict=False):
        hand = news[start:end]
        later = {_number(one, "seat") for one in news[start:] if one.text == _OUT}
        for seat in sorted({*range(seats)} - (gone - later)):
            own = [one for one in hand if one.data.get("seat") == seat]
            yield Loss(seat, _paid(hand, own), end - 1, hand)


def _paid(hand: Sequence[News], own: Sequence[News]) -> int:
    """Add up what a seat has paid in a hand, less what it got back or won."""
    paid, bet = _number(hand[0], "droit"), 0
    for one in hand[1:]:
        if one.text.startswith("Reine"):
            bet = 0
        if one not in own:
            continue
        amount = _number(one, "amount")
        if one.text.endswith("for the Droit (ante)."):
            paid = amount
        elif "to" in one.data:
            paid, bet = paid + _number(one, "to") - bet, _number(one, "to")
        elif one.text in _GETS or one.text.startswith("{seat:@ wins"):
            paid -= amount
        elif "amount" in one.data:
            paid, bet = paid + amount, bet + amount
    return paid


def _how(loss: Loss) -> News:
    target = next(one for one in loss.news if one.text.startswith("The target"))
    facts = {"seat": loss.seat, "lost": loss.chips, "target": _number(target, "target")}
    own = [one for one in loss.news if one.data.get("seat") == loss.seat]
    for one in reversed(own):
        if "value" in one.data and one.text.startswith("{seat:@ shows"):
            return told(
                "{seat:@ loses|You lose} {lost}: {value} for a target of {target}.",
                value=_number(one, "value"),
                **facts,
            )
        if one.text == "{seat:@ folds|You fold}.":
            return told("{seat:@ loses|You lose} {lost} by folding.", **facts)
    return told("{seat:@ loses|You lose} {lost}: above the target of {target}.", **facts)


def _number(one: News, field: str) -> int:
    return int(str(one.data.get(field, 0)))
