"""The worst hands of those who lost most at Golden Zero, from the news of the game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arcade.engine import News, phrase
from arcade.games.golden_zero.rules.state import Kind

_MOST = 2
"""How many losers the story mentions."""


class Loss(NamedTuple):
    """The chips a seat lost in a hand (less than 0: won), and the news of that hand.

    `end` is the index of the hand's last news in the game.
    """

    seat: int
    chips: int
    end: int
    news: Sequence[News]


def turns(news: Sequence[News], stacks: Sequence[int]) -> list[tuple[int, News]]:
    """Return the worst hand of up to two seats with the fewest chips, after its last news."""
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
    """Add up every seat's chips in each hand whose beginning is in the news."""
    starts = [at for at, item in enumerate(news) if item.kind == Kind.HAND_BEGINS]
    for start, end in zip(starts, [*starts[1:], len(news)], strict=False):
        hand = news[start:end]
        antes = hand[0].data["antes"]
        assert isinstance(antes, tuple)
        for seat in range(seats):
            gained = sum(item.number("chips") for item in _own(hand, seat) if "chips" in item.data)
            yield Loss(seat, antes[seat] - gained, end - 1, hand)


def _own(news: Sequence[News], seat: int) -> list[News]:
    return [item for item in news if item.data.get("seat") == seat]


def _how(loss: Loss) -> News:
    target = next(item.number("target") for item in loss.news if item.kind == Kind.TARGET)
    lost = {"seat": loss.seat, "lost": loss.chips, "target": target}
    for item in reversed(_own(loss.news, loss.seat)):
        if item.kind == Kind.HAND_SHOWN:
            return phrase(
                "{seat:@ loses|You lose} {lost}: {value} for a target of {target}.",
                value=item.number("value"),
                **lost,
            )
        if item.kind == Kind.FOLDED:
            return phrase("{seat:@ loses|You lose} {lost} by folding.", **lost)
    return phrase("{seat:@ loses|You lose} {lost}: above the target of {target}.", **lost)
