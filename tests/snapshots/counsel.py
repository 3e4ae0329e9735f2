"""What coaches say of the games that are looked back at: asked once, for all walks of a process.

The same question with the same seed has the same answer (`tests/laws/test_bots.py`), in whatever
language it is read.
"""

from asyncio import sleep
from collections.abc import Sequence

from msgspec import Struct, json

from arcade.club.club import Club
from arcade.club.replays.curve import Judge
from arcade.club.replays.review import Advise
from arcade.engine.coach import Advice
from arcade.engine.offers import Offer

_advice: dict[tuple[str, bytes], tuple[Advice, ...]] = {}
_chances: dict[tuple[str, bytes], Sequence[tuple[float, ...]]] = {}


def same_advice(club: Club) -> Advise:
    """Return what asks the club's coaches what none has asked before."""

    async def advise(
        game: str, view: Struct, offers: Sequence[Offer], seed: bytes
    ) -> tuple[Advice, ...]:
        asked = game, json.encode((view, offers, seed))
        if asked not in _advice:
            _advice[asked] = await club.highlights._advise(game, view, offers, seed)
        await sleep(0)  # the screen is drawn between two answers
        return _advice[asked]

    return advise


def same_chances(club: Club) -> Judge:
    """Return what asks the club's bots for chances that none has asked for before."""

    async def judge(game: str, views: Sequence[Struct]) -> Sequence[tuple[float, ...]]:
        asked = game, json.encode(views)
        if asked not in _chances:
            _chances[asked] = await club.curves.judge(game, views)
        await sleep(0)
        return _chances[asked]

    return judge
