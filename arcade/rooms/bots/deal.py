"""Bots play a deal that several tables share, alone: the same draws and whims as at a table."""

import sys
import time
from collections.abc import Mapping

from msgspec import Struct

from arcade.engine import options, registry
from arcade.engine.bot import bot
from arcade.engine.chance import Recorder, Stream
from arcade.engine.fair import Draws, bot_seed
from arcade.engine.game import Outcome
from arcade.engine.seats import put
from arcade.rooms.fairness import SET_UP, deal_label, whim_label


class Deal(Struct, frozen=True):
    """What all tables of a deal have in common; `shared`: decks are for the whole table."""

    game: str
    options: Mapping[str, object]
    seats: int
    key: bytes
    shared: bool


class Progress(Struct, frozen=True):
    """How far a deal has come: the game's state; each seat's actions that drew, and its moves."""

    state: Struct
    draws: tuple[int, ...]
    moves: tuple[int, ...]
    outcome: Outcome | None = None

    @property
    def made(self) -> int:
        return sum(self.moves)


def play_on(
    deal: Deal,
    names: tuple[str, ...],
    progress: Progress | None,
    seconds: float,
    most: int = sys.maxsize,
) -> Progress:
    """Play on with these bots for some seconds, up to a number of moves, or to the end."""
    rules, until = registry.find(deal.game), time.monotonic() + seconds
    bots = [bot(rules, name) for name in names]
    if progress is None:
        chosen, none = options.read(rules, deal.options), (0,) * deal.seats
        state = rules.setup(chosen, deal.seats, Draws(deal.key, SET_UP))
        progress = Progress(state, none, none)
    state, draws, moves = progress.state, progress.draws, progress.moves
    while (awaited := rules.to_act(state)) and sum(moves) < most and time.monotonic() < until:
        seat = awaited[0]
        chance = Recorder(Draws(deal.key, deal_label(draws, seat, deal.shared)))
        whims = Stream(bot_seed(deal.key, whim_label(moves[seat], seat)))
        action = bots[seat].choose(rules.view(state, seat), rules.legal(state, seat), whims)
        state = rules.apply(state, seat, action, chance)
        draws = put(draws, seat, draws[seat] + bool(chance.draws))
        moves = put(moves, seat, moves[seat] + 1)
    return Progress(state, draws, moves, rules.outcome(state))
