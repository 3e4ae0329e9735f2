"""The expert of 21: it tries the best placements of `good` in the same dealt worlds.

To the balance of a placement (points made, less those the next player is expected to make) comes
what the seat itself can make on its next turn, once the others have answered greedily by the rules'
own `apply`. A choice takes `SAMPLES` worlds with each of `CANDIDATES`: about 150 ms on one core of
2026 in the middle of a game. The numbers are fixed, for a bot may not look at a clock: the same
view and chance then give the same choice on any machine.
"""

from collections.abc import Sequence

from msgspec import Struct

from arcade.engine import N_, Advice, Bot, Chance, Coach, News, Offer, offered, phrase
from arcade.games.vingt_et_un import GAME
from arcade.games.vingt_et_un.bots.good import Weighed, best
from arcade.games.vingt_et_un.bots.outlook import declared
from arcade.games.vingt_et_un.bots.worlds import later, lead_if_over, pass_ends, world
from arcade.games.vingt_et_un.rules import placing
from arcade.games.vingt_et_un.rules.actions import Action, Mulligan, Pass, Place, Swap
from arcade.games.vingt_et_un.rules.placing import SCORING_ROUND
from arcade.games.vingt_et_un.rules.state import STAR, SeatView

SAMPLES = 40
CANDIDATES = 8


class Tried(Struct, frozen=True):
    """A choice, and the average balance of points after the seat's next turn."""

    action: Action
    worth: float
    weighed: Weighed | None = None
    ahead: float = 0.0
    """The points of the seat's next turn, a part of the `worth`."""


class Expert(Bot):
    name = "expert"
    slow = True

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def lighter(self, samples: int) -> "Expert":
        return Expert(samples)

    def choose(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> Action:
        return tried(view, offers, chance, self._samples)[0].action


def tried(
    view: SeatView, offers: Sequence[Offer], chance: Chance, samples: int = SAMPLES
) -> list[Tried]:
    first = offered(offers, Mulligan)
    swaps = offered(offers, Swap)
    placements = list(declared(offers))
    weighed = best(view, placements, CANDIDATES) if placements else []
    passes = offered(offers, Pass)
    choices: list[Action] = [
        *first,
        *(assessment.placement for assessment in weighed),
        *swaps,
        *passes,
    ]
    ahead = _ahead(view, choices, chance, samples) if len(choices) > 1 else [0.0]
    by_place: dict[Action, Weighed] = {assessment.placement: assessment for assessment in weighed}
    candidates = [
        Tried(choice, _balance(by_place.get(choice)) + more, by_place.get(choice), more)
        for choice, more in zip(choices, ahead, strict=True)
    ]
    if passes and pass_ends(view):
        candidates[-1] = _ended(view, candidates)
    return sorted(candidates, key=lambda candidate: candidate.worth, reverse=True)


def _ended(view: SeatView, candidates: Sequence[Tried]) -> Tried:
    """Weigh a pass that ends the game: the best choice if it wins, else the worst."""
    lead, others = (
        lead_if_over(view, view.turn or 0),
        [candidate.worth for candidate in candidates[:-1]],
    )
    worth = max(lead, *others, 0.0) if lead > 0 else min(lead, *others, 0.0)
    return Tried(Pass(), worth + (1 if lead > 0 else -1))


def _balance(weighed: Weighed | None) -> float:
    return 0.0 if weighed is None else weighed.balance


def _ahead(view: SeatView, choices: Sequence[Action], chance: Chance, samples: int) -> list[float]:
    """Return the average points of the seat's next turn after each choice.

    Every choice meets the same worlds. What the next player makes of them is not counted: `good`
    knows it by exact odds, and samples would only add noise.
    """
    seat = 0 if view.turn is None else view.turn
    sums = [0.0] * len(choices)
    spots = placing.spots(view.board)
    for _ in range(samples):
        state = world(view, spots, chance)
        for number, choice in enumerate(choices):
            after = GAME.apply(state, seat, choice, chance)
            sums[number] += later(after, seat, chance)
    return [total / samples for total in sums]


class Weigher:
    """Weighs choices by the balance with the best rival a few turns later."""

    unit = N_("points")

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def advise(self, view: SeatView, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        return tuple(
            Advice(candidate.action, candidate.worth, _why(view, candidate))
            for candidate in tried(view, offers, chance, self._samples)
        )


def _why(view: SeatView, candidate: Tried) -> News:
    if isinstance(candidate.action, Mulligan):
        return phrase("Three other tiles, one of them 9 or less, and still your turn.")
    if isinstance(candidate.action, Swap):
        return phrase("Nothing fits: this tile goes back, and the turn is over.")
    if isinstance(candidate.action, Pass) and pass_ends(view):
        lead = lead_if_over(view, view.turn or 0)
        if lead > 0:
            return phrase("All others have passed: it ends the game, and you win by {n}.", n=lead)
        return phrase("All others have passed: it ends the game, and you do not win it.")
    if isinstance(candidate.action, Pass):
        return phrase("Nothing fits: the hand stays as it is, and the turn is over.")
    if candidate.weighed is None:
        return phrase("There is nothing else to do.")
    if view.round < SCORING_ROUND - 1:
        return phrase("Nothing scores before round {round}.", round=SCORING_ROUND)
    spent = round(10 * (candidate.weighed.points - candidate.weighed.gain))
    parts = {
        "points": candidate.weighed.points,
        "ahead": round(10 * candidate.ahead),
        "threat": round(10 * candidate.weighed.threat),
    }
    if isinstance(candidate.action, Place) and candidate.action.tile == STAR and spent > 0:
        return phrase(
            "{points} now, about {ahead:tenths} on your next turn, less {threat:tenths} for the "
            "next player and {spent:tenths} for the star: kept, it may score more.",
            spent=spent,
            **parts,
        )
    return phrase(
        "{points} now, about {ahead:tenths} on your next turn, less {threat:tenths} for the next "
        "player.",
        **parts,
    )


COACH: Coach = Weigher()
