"""How those who lost most at Golden Zero lost it, by the news of the game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arcade.engine import News, phrase

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
    all_losses = list(losses(news, len(stacks)))
    losers = sorted(range(len(stacks)), key=lambda seat: stacks[seat])[
        : min(_MOST, len(stacks) - 1)
    ]
    story = []
    for loser in losers:
        own = [loss for loss in all_losses if loss.seat == loser and loss.chips > 0]
        if own:
            worst = max(own, key=lambda loss: loss.chips)
            story.append((worst.end, _how(worst)))
    return story


def losses(news: Sequence[News], seats: int) -> Iterator[Loss]:
    """Add up the hands of which the beginning is told."""
    starts = [at for at, item in enumerate(news) if item.text.startswith("Hand {hand}")]
    gone = {_number(item, "seat") for item in news if item.text == _OUT}
    for start, end in zip(starts, [*starts[1:], len(news)], strict=False):
        hand = news[start:end]
        later = {_number(item, "seat") for item in news[start:] if item.text == _OUT}
        for seat in sorted({*range(seats)} - (gone - later)):
            own = [item for item in hand if item.data.get("seat") == seat]
            yield Loss(seat, _paid(hand, own), end - 1, hand)


def _paid(hand: Sequence[News], own: Sequence[News]) -> int:
    """Add up what a seat has paid in a hand, less what it got back or won."""
    paid, bet = _number(hand[0], "droit"), 0
    for item in hand[1:]:
        if item.text.startswith("Reine"):
            bet = 0
        if item not in own:
            continue
        amount = _number(item, "amount")
        if item.text.endswith("for the Droit (ante)."):
            paid = amount
        elif "to" in item.data:
            paid, bet = paid + _number(item, "to") - bet, _number(item, "to")
        elif item.text in _GETS or item.text.startswith("{seat:@ wins"):
            paid -= amount
        elif "amount" in item.data:
            paid, bet = paid + amount, bet + amount
    return paid


def _how(loss: Loss) -> News:
    target = next(item for item in loss.news if item.text.startswith("The target"))
    facts = {"seat": loss.seat, "lost": loss.chips, "target": _number(target, "target")}
    own = [item for item in loss.news if item.data.get("seat") == loss.seat]
    for item in reversed(own):
        if "value" in item.data and item.text.startswith("{seat:@ shows"):
            return phrase(
                "{seat:@ loses|You lose} {lost}: {value} for a target of {target}.",
                value=_number(item, "value"),
                **facts,
            )
        if item.text == "{seat:@ folds|You fold}.":
            return phrase("{seat:@ loses|You lose} {lost} by folding.", **facts)
    return phrase("{seat:@ loses|You lose} {lost}: above the target of {target}.", **facts)


def _number(item: News, field: str) -> int:
    return int(str(item.data.get(field, 0)))
