"""A coach's advice, as every test of one expects it."""

from typing import Any

from arcade.engine.chance import Chance, Stream
from arcade.engine.coach import Advice, coach
from arcade.engine.game import Game
from arcade.engine.offers import covers


def advised(game: Game, state: Any, seat: int, chance: Chance | None = None) -> tuple[Advice, ...]:
    """Return what the coach advises a seat: different legal choices, the best first."""
    teacher, offers = coach(game), game.legal(state, seat)
    assert teacher is not None
    advice = teacher.advise(game.view(state, seat), offers, chance or Stream(b""))
    assert all(any(covers(offer, choice.action) for offer in offers) for choice in advice)
    assert len({str(choice.action) for choice in advice}) == len(advice)
    worths = [choice.worth for choice in advice]
    assert worths == sorted(worths, reverse=True)
    return advice
