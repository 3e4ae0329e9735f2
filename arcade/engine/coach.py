"""What a choice is worth, and why: the same figures move the best bot and teach a person."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from arcade.engine.chance import Chance
from arcade.engine.game import Game
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.engine.registry import part


class Advice(Struct, frozen=True):
    """One legal action and what it is worth, in the coach's unit (more is better).

    `why` is one sentence with the odds that decide, to be put into words by who shows it.
    """

    action: Any
    worth: float
    why: News


class Coach(Protocol):
    """Weighs the choices of one seat of one game, on what that seat may see."""

    unit: str
    """What `worth` counts, as a short phrase to translate: "tokens", "points", "chips"."""

    def advise(self, view: Any, offers: Sequence[Offer], chance: Chance) -> tuple[Advice, ...]:
        """Weigh what may be done, the best first; `view` is the seat's own, `offers` not empty.

        Where an offer is a range, its best few values and its ends are named.
        """
        ...


def coach(game: Game) -> Coach | None:
    """Give a game's coach: `COACH` in its part `bots`."""
    found: Coach | None = getattr(part(game, "bots"), "COACH", None)
    return found
