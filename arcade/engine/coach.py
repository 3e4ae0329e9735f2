"""The worth of a choice, and why: the best bot plays by the figures that teach players.

Also what a whole position is worth: every seat's chance to win.
"""

from collections.abc import Sequence
from inspect import unwrap
from math import erf, exp, prod, sqrt
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.chance import Chance, Stream
from arcade.engine.game import Game, Outcome
from arcade.engine.news import News, phrase
from arcade.engine.offers import Offer, choose
from arcade.engine.registry import part
from arcade.engine.words import N_


class Advice(Struct, frozen=True):
    """One legal action and what it is worth, in the coach's unit (more is better).

    `why` is one sentence with the odds that decide.
    """

    action: Any
    worth: float
    why: News


class Coach(Protocol):
    """Rates the choices of a seat, from what that seat may see.

    It may say with `matters` from which gain on a choice is worth telling (else 1, in its unit).
    """

    unit: str
    """The unit of `worth`, a short phrase to translate: "tokens", "points", "chips"."""

    def advise(self, view: Any, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        """Rate the offers, best first; of a range, its best few values and its ends."""


def percent(chance: float) -> int:
    """Round to a whole per cent, but nothing possible to 0 and nothing uncertain to 100."""
    if chance < 1e-9:
        return 0
    return min(max(1, round(100 * chance)), 99 if chance < 1 - 1e-9 else 100)


class PlayOn:
    """Rates a choice by playing on at random to the end, ignoring that the others try to win.

    For games whose view is their state. `GAMES` and `ACTIONS` bound its work to about a tenth of a
    second.
    """

    unit = N_("games of 100 won")
    matters = 5.0  # less may be luck in so few games
    GAMES, ACTIONS = 200, 10_000

    def __init__(self, game: Game) -> None:
        self._game = game

    def advise(self, view: Any, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        """Rate the offers; of a range, its ends."""
        game = self._game
        waits_for = game.to_act(view)
        own = (seat for seat in waits_for if game.legal(view, seat) == tuple(offers))
        seat = next(own, waits_for[0])
        actions = [action for offer in offers for action in _ends(offer)]
        won, games, played = [0.0] * len(actions), 0, 0
        while games < self.GAMES and (not games or played < self.ACTIONS):
            games += 1
            for at, action in enumerate(actions):
                outcome, length = self._play(game.apply(view, seat, action, chance), chance)
                played += length
                if outcome is not None and seat in outcome.winners:
                    won[at] += 1 / len(outcome.winners)
        why = phrase("Found by playing {games} games on at random.", games=games)
        weighed = (
            Advice(action, 100 * sum_ / games, why)
            for action, sum_ in zip(actions, won, strict=True)
        )
        return tuple(sorted(weighed, key=lambda advice: -advice.worth))

    def chances(self, view: Any, chance: Chance) -> tuple[float, ...]:
        """Return each seat's share of the games won, of some played on; () if none has ended."""
        won: list[float] = []
        games = played = 0
        while games < self.GAMES and (not games or played < self.ACTIONS // 5):
            games += 1
            outcome, length = self._play(view, chance)
            played += length
            if outcome is not None:
                won = won or [0.0] * len(outcome.scores)
                for seat in outcome.winners:
                    won[seat] += 1 / len(outcome.winners)
        return tuple(wins / sum(won) for wins in won) if sum(won) else ()

    def _play(self, state: object, chance: Chance) -> tuple[Outcome | None, int]:
        game = self._game
        for length in range(game.meta.length):
            waits_for = game.to_act(state)
            if not waits_for:
                return game.outcome(state), length
            offers = game.legal(state, waits_for[0])
            action = choose(offers[chance.pick(len(offers))], chance.pick)
            state = game.apply(state, waits_for[0], action, chance)
        return None, game.meta.length


def _ends(offer: Offer) -> tuple[object, ...]:
    if not offer.field or offer.most:
        return (offer.action,)
    ends = (replace(offer.action, **{offer.field: end}) for end in (offer.low, offer.high))
    return tuple(dict.fromkeys((offer.action, *ends)))


def coach(game: Game) -> Coach | None:
    """Return a game's coach: `COACH` in its part `bots`, else `PlayOn` where it can play on."""
    own_coach: Coach | None = getattr(part(game, "bots"), "COACH", None)
    if own_coach is None and unwrap(type(game).view) is Game.view and game.state.__base__ is Struct:
        return PlayOn(game)
    return own_coach


STEPS, REACH = 48, 4.0
"""Slices into which a score is cut, and spreads to which it is followed on each side."""


def chances(game: Game, view: Any) -> tuple[float, ...]:
    """Return every seat's chance to win, 0 to 1 and 1 in sum, from what everybody sees.

    A game's part `bots` may have `chances(view)` for the spectators' view of a game that goes on. A
    game without it is played on at random, where its view is its state. () where nothing tells it.
    """
    own = getattr(part(game, "bots"), "chances", None)
    if own is not None:
        return tuple(own(view))
    teacher = coach(game)
    return teacher.chances(view, Stream(b"chances")) if isinstance(teacher, PlayOn) else ()


def race(means: Sequence[float], spread: float, teams: bool = False) -> tuple[float, ...]:
    """Return each seat's chance to end highest, where ends are normal about these means.

    P(i) ∝ Σ over x of φ(x − mean of i) · Π over the others of Φ(x − mean), in units of `spread`.
    In two teams, on alternate seats, sums count and both partners win.
    """
    if teams:
        return race([sum(means[::2]), sum(means[1::2])], spread) * (len(means) // 2)
    best = max(means)
    if spread <= 0:
        return tuple((mean == best) / means.count(best) for mean in means)
    units = [(mean - best) / spread for mean in means]
    weights = [0.0] * len(units)
    for step in range(STEPS + 1):
        x = REACH * (2 * step / STEPS - 1)
        below = [(1 + erf((x - unit) / sqrt(2))) / 2 for unit in units]
        for seat, unit in enumerate(units):
            others = prod(below[:seat]) * prod(below[seat + 1 :])
            weights[seat] += exp(-((x - unit) ** 2) / 2) * others
    total = sum(weights)
    return tuple(weight / total for weight in weights)
