"""Plays Golden Zero by expected chips: every pair a rival may hold, and how each would answer.

The own hand ends by exact odds over the unseen cards, drawing as is best against what the others
may hold; a rival's by every pair of unseen cards, weighed by what it did (see `ranges`). To a bet
each pair answers by the odds of the pot, as `good` does. Left out: that a bet may be doubted or
raised again, bets still to come, cards two rivals cannot both hold, and the place at the end.
"""

from collections.abc import Sequence
from math import prod

from msgspec import Struct

from arcade.engine import N_, Advice, Bot, Chance, Coach, News, Offer, offered, percent, phrase
from arcade.games.golden_zero.bots import ends
from arcade.games.golden_zero.bots.good import between
from arcade.games.golden_zero.bots.ranges import Pair, pairs_of
from arcade.games.golden_zero.bots.sight import can_answer, pot_of, reach_of, rivals_of, unseen
from arcade.games.golden_zero.rules.actions import (
    Action,
    Call,
    Card,
    Deal,
    Fold,
    LastHand,
    Open,
    Raise,
    Stay,
)
from arcade.games.golden_zero.rules.view import SeatView


class Tried(Struct, frozen=True):
    """A choice: the chips it brings from now on, on average, and how likely it wins the pot.

    `folds` is how likely all others fold to it.
    """

    action: Action
    worth: float
    wins: float
    folds: float = 0.0


class Rival(Struct, frozen=True):
    """A rival's pairs, each with how likely it is beaten by the own hand as it will end."""

    seat: int
    pairs: Sequence[tuple[Pair, float]]


class Hand(Struct, frozen=True):
    """How the own hand ends: when it stays, when it takes a card now, and at its best."""

    stay: ends.Ends
    card: ends.Ends
    best: ends.Ends


class Expert(Bot):
    name = "expert"
    slow = True

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> object:
        own = {type(offer.action): offer for offer in offers}
        if Deal in own:
            return between(view, own)
        return tried(view, offers)[0].action


def tried(view: SeatView, offers: Sequence[Offer]) -> list[Tried]:
    """Weigh the choices worth a thought, in chips from now to the end of the hand, best first."""
    ranges = [(seat, pairs_of(view, seat)) for seat in rivals_of(view)]
    hand = _own_ends(view, [pairs for _, pairs in ranges])
    candidates: list[Tried] = []
    rivals: dict[ends.Ends, list[Rival]] = {}
    for choice in _choices(view, offers):
        own = _end_after(choice, hand)
        if own not in rivals:
            rivals[own] = [_rival(seat, pairs, own) for seat, pairs in ranges]
        candidates.append(_weighed(view, choice, rivals[own]))
    return sorted(candidates, key=lambda candidate: candidate.worth, reverse=True)


def _rival(seat: int, pairs: Sequence[Pair], own: ends.Ends) -> Rival:
    """Return how likely each pair is beaten by a hand that ends so."""
    beaten = ends.ahead(own)
    return Rival(seat, [(pair, sum(odds * beaten[n] for n, odds in pair.ends)) for pair in pairs])


def _end_after(choice: Action, hand: Hand) -> ends.Ends:
    match choice:
        case Stay():
            return hand.stay
        case Card():
            return hand.card
        case _:
            return hand.best


def _own_ends(view: SeatView, ranges: Sequence[Sequence[Pair]]) -> Hand:
    """Find how the own hand ends if it draws as is best against these pairs."""
    winning = _winning(ranges)
    left = unseen(view)
    counting = sum(left[1:])
    first, second = sorted(view.closed)
    total = sum(view.open[view.seat])
    may_draw = view.phase in ("levee", "choix")
    hands: dict[int, Hand] = {}
    for reached in range(view.target, total - 1, -1):
        stay = ((ends.end(view.target - reached, first, second), 1.0),)
        if not may_draw:
            hands[reached] = Hand(stay, stay, stay)
            continue
        odds: dict[int, float] = {}
        for card in range(1, len(left)):
            after = hands.get(reached + card)
            following = after.best if after else ((ends.BURNED, 1.0),)
            for number, chance in following:
                odds[number] = odds.get(number, 0.0) + chance * left[card] / counting
        drawn = tuple(odds.items())
        better = sum(winning[n] * chance for n, chance in drawn) > winning[stay[0][0]]
        hands[reached] = Hand(stay, drawn, drawn if better else stay)
    return hands[total]


def _winning(ranges: Sequence[Sequence[Pair]]) -> list[float]:
    """Return for every end how likely it beats all these rivals."""
    chances = [1.0] * (ends.BURNED + 1)
    for pairs in ranges:
        odds = tuple((n, pair.likely * chance) for pair in pairs for n, chance in pair.ends)
        chances = [have * (1 - lost) for have, lost in zip(chances, ends.ahead(odds), strict=True)]
    return chances


def _weighed(view: SeatView, choice: Action, rivals: Sequence[Rival]) -> Tried:
    if isinstance(choice, Fold):
        return Tried(choice, 0.0, 0.0)
    if isinstance(choice, Open | Raise):
        to = choice.amount if isinstance(choice, Open) else choice.to
        return _bet(view, choice, to, rivals)
    wins = prod(sum(pair.likely * beaten for pair, beaten in rival.pairs) for rival in rivals)
    cost = min(view.to_call, view.stacks[view.seat]) if isinstance(choice, Call) else 0
    pot = winnable(view, cost)
    return Tried(choice, wins * pot - (1 - wins) * cost, wins)


def winnable(view: SeatView, cost: int) -> int:
    """Return the chips this seat contests once it has paid `cost` more."""
    own = view.paid[view.seat]
    others = sum(min(paid, own + cost) for seat, paid in enumerate(view.paid) if seat != view.seat)
    return own + others + view.carry


def _bet(view: SeatView, choice: Action, to: int, rivals: Sequence[Rival]) -> Tried:
    """Weigh a bet: each pair pays by the odds of the pot, or folds.

    With f the share of a rival's pairs that fold, b of those that pay and are beaten, and c what
    they pay, the pot P is won with W = Π(f + b) and brings W·(P + Σ c·b / (f + b)) − (1 − W)·bet.
    """
    added = to - view.bets[view.seat]
    pot = winnable(view, added)
    folding: list[float] = []
    past: list[float] = []
    paid: list[float] = []
    dearest = 0
    for rival in rivals:
        stack = view.stacks[rival.seat]
        cost = min(max(0, to - view.bets[rival.seat]), stack)
        dearest = max(dearest, cost)
        needed = cost / (pot + added + cost) if cost else 0.0
        needed *= 1 + 0.25 * cost / (cost + stack + 1)
        beaten = sum(pair.likely * beat for pair, beat in rival.pairs if pair.hope > needed)
        folds = sum(pair.likely for pair, _ in rival.pairs if pair.hope <= needed)
        folding.append(folds)
        past.append(folds + beaten)
        paid.append(beaten * cost / (folds + beaten) if folds + beaten else 0.0)
    wins = prod(past)
    called = min(added, max(dearest, view.to_call))
    worth = wins * (pot + sum(paid)) - (1 - wins) * called
    return Tried(choice, worth, wins, prod(folding))


def _choices(view: SeatView, offers: Sequence[Offer]) -> list[Action]:
    """List the choices in this hand; of a range the least, and up to three times the pot."""
    choices: list[Action] = []
    for offer in offers:
        action = offer.action
        if isinstance(action, LastHand):
            continue
        if isinstance(action, Open):
            choices += [Open(amount) for amount in _amounts(view, offer)]
        elif isinstance(action, Raise):
            if can_answer(view):
                choices += [Raise(to) for to in _amounts(view, offer)]
        else:
            choices.append(action)
    return choices or [offers[0].action]


def _amounts(view: SeatView, offer: Offer) -> list[int]:
    """Return the amounts worth a thought; more than any rival can match is none."""
    pot = pot_of(view)
    most = max(offer.low, min(offer.high, reach_of(view)))
    return sorted({min(most, offer.low + more) for more in (0, pot // 2, pot, 3 * pot)})


LIKELY = 98
"""Times in 100 from which a fold, or a call, is as good as certain."""


class Weigher:
    """Weighs choices by the chips they bring from now to the end of the hand; draws nothing."""

    unit = N_("chips")
    matters = 10.0  # the least opening: a smaller gain is less than any bid

    def advise(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        """Rate the choices of this hand, best first; () between hands."""
        if offered(offers, Deal):
            return ()
        return tuple(
            Advice(candidate.action, candidate.worth, _why(view, candidate))
            for candidate in tried(view, offers)
        )


def _why(view: SeatView, candidate: Tried) -> News:
    wins = percent(candidate.wins)
    match candidate.action:
        case Fold():
            return phrase("What you have paid is lost, but no more.")
        case Call():
            cost = min(view.to_call, view.stacks[view.seat])
            pot = winnable(view, cost)
            return phrase(
                "It costs {cost} to win {pot}: that pays if you win {needed} in 100, and"
                " you win about {wins}.",
                cost=cost,
                pot=pot,
                needed=percent(cost / (pot + cost)),
                wins=wins,
            )
        case Open() | Raise():
            return _why_bet(candidate)
        case Card():
            burns = percent(_burning(view))
            if not burns:
                return phrase("No card burns openly; you win about {wins} in 100.", wins=wins)
            return phrase(
                "It burns openly in {burns} of 100 cases; you win about {wins}.",
                burns=burns,
                wins=wins,
            )
        case _:
            return _why_stood(view, wins)


def _why_bet(candidate: Tried) -> News:
    folds = percent(candidate.folds)
    if folds >= LIKELY:
        return phrase("All others are likely to fold, and you win the pot as it is.")
    wins = percent((candidate.wins - candidate.folds) / (1 - candidate.folds))
    if folds <= 100 - LIKELY:
        return phrase("Somebody is likely to call; you then win about {wins} in 100.", wins=wins)
    return phrase(
        "All others fold in about {folds} of 100 cases; if anybody calls, you win about {wins}.",
        folds=folds,
        wins=wins,
    )


def _why_stood(view: SeatView, wins: int) -> News:
    if view.value is None:
        return phrase("Burned unseen: you win only if all others fold.")
    if view.value == view.target:
        return phrase("You are exactly on the target, and win about {wins} in 100.", wins=wins)
    return phrase(
        "You are {short} short of the target, and win about {wins} in 100.",
        short=view.target - view.value,
        wins=wins,
    )


def _burning(view: SeatView) -> float:
    """Return the share of unseen cards that would carry the open cards above the target."""
    left = unseen(view)
    room = view.target - sum(view.open[view.seat])
    return sum(left[room + 1 :]) / max(1, sum(left))


COACH: Coach = Weigher()
