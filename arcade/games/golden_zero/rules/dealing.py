"""The deck: who gets the button, a new hand, single cards, and the refill of an empty deck."""

from msgspec import structs

from arcade.engine import Chance, News, clockwise, phrase
from arcade.games.golden_zero.rules.state import Kind, State, none_yet, playing

CARDS = tuple(value for value in range(11) for _ in range(5))
"""The 55 cards: 0 to 10, five of each."""
TARGET = 15
"""Target cards are turned until their sum is at least this."""


def draw_button(seats: int, chance: Chance) -> tuple[int, tuple[News, ...]]:
    """Find the seat with the highest card; ties deal on among themselves (page, "Stakes").

    Draws one shuffle; its cards go to the seats in seat order, then to the tied seats in seat
    order. Should the deck not suffice for all tied seats, the first of them has the button.
    """
    deck = chance.shuffle(CARDS)
    tied = list(range(seats))
    news: list[News] = []
    while len(tied) > 1 and len(deck) >= len(tied):
        cards, deck = deck[: len(tied)], deck[len(tied) :]
        news += [
            phrase(
                "{seat:@ draws|You draw} {card} for the button.", Kind.BUTTON, seat=seat, card=card
            )
            for seat, card in zip(tied, cards, strict=True)
        ]
        highest = max(cards)
        tied = [seat for seat, card in zip(tied, cards, strict=True) if card == highest]
    return tied[0], (*news, phrase("{seat:@ has|You have} the button.", Kind.BUTTON, seat=tied[0]))


def deal(state: State, chance: Chance) -> State:
    """Take the Droit and deal a hand: one shuffle (page § 1–3); the Levée is not begun yet.

    From the button's left a closed card each, a second closed card each, an open card each; then
    one card is burned and target cards are turned.
    """
    state = _ante(state)
    order = [seat for seat in clockwise(state.seats, state.button) if not state.out[seat]]
    deck = chance.shuffle(CARDS)
    size = len(order)
    closed: list[tuple[int, ...]] = [()] * state.seats
    face_up: list[tuple[int, ...]] = [()] * state.seats
    for index, seat in enumerate(order):
        closed[seat] = (deck[index], deck[size + index])
        face_up[seat] = (deck[2 * size + index],)
    burned, deck = deck[3 * size], deck[3 * size + 1 :]
    turned = _target(deck)
    target = sum(turned)
    cards = [
        phrase("{seat:@ shows|You show} {card}.", Kind.CARD_SHOWN, seat=seat, card=face_up[seat][0])
        for seat in order
    ]
    account = phrase(
        "The target is {target}: {cards:cards}.", Kind.TARGET, target=target, cards=turned
    )
    return structs.replace(
        state,
        deck=deck[len(turned) :],
        discards=(burned,),
        target_cards=turned,
        target=target,
        open=tuple(face_up),
        closed=tuple(closed),
        news=(*state.news, *cards, account),
    )


def burn(state: State, chance: Chance) -> State:
    """Discard the first card of the deck, unseen."""
    _, state = _first(state, chance)
    return structs.replace(state, discards=(*state.discards, state.deck[0]), deck=state.deck[1:])


def take(state: State, chance: Chance) -> tuple[int, State]:
    card, state = _first(state, chance)
    return card, structs.replace(state, deck=state.deck[1:])


def has_cards(state: State) -> bool:
    """Return whether a card can still be given, after a refill if need be."""
    return bool(state.deck or state.discards)


def _first(state: State, chance: Chance) -> tuple[int, State]:
    """Look at the first card; an empty deck is refilled before that by one shuffle.

    Burned and collected cards go into the shuffle in ascending order.
    """
    if not state.deck:
        count = len(state.discards)
        deck = chance.shuffle(sorted(state.discards))
        state = structs.replace(state, deck=deck, discards=()).tell_counted(
            "The deck is empty: {n} burned or folded card makes a new one.",
            "The deck is empty: {n} burned and folded cards are shuffled into a new one.",
            count,
        )
    return state.deck[0], state


def _ante(state: State) -> State:
    """Start a hand's account: every seat in the game pays the Droit, or all it has."""
    droit = state.options.droit
    paid = tuple(
        0 if out else min(droit, stack) for out, stack in zip(state.out, state.stacks, strict=True)
    )
    hand = phrase(
        "Hand {hand}: {button:@ has|you have} the button, the Droit (ante) is {droit}.",
        Kind.HAND_BEGINS,
        hand=state.hand,
        button=state.button,
        droit=droit,
        antes=paid,
    )
    short = [
        phrase(
            "{seat:@ is|You are} all-in with {amount} for the Droit (ante).",
            seat=seat,
            amount=paid[seat],
        )
        for seat in playing(state)
        if paid[seat] == state.stacks[seat]
    ]
    return structs.replace(
        state,
        stacks=tuple(stack - chips for stack, chips in zip(state.stacks, paid, strict=True)),
        paid=paid,
        raiser=None,
        spoke=None,
        folded=none_yet(state.seats),
        burned=none_yet(state.seats),
        shown=(None,) * state.seats,
        won=(0,) * state.seats,
        awards=(),
        news=(*state.news, hand, *short),
    )


def _target(deck: tuple[int, ...]) -> tuple[int, ...]:
    total = count = 0
    while total < TARGET:
        total += deck[count]
        count += 1
    return deck[:count]
