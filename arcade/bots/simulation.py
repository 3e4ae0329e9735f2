"""Many games of bots against each other, and what came of them."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from arcade.bots.bot import Bot
from arcade.engine.chance import Recorder, Stream
from arcade.engine.codec import plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game, Outcome
from arcade.engine.offers import covers

PATIENCE = 20
"""A game longer than this many times its own bound is stuck."""


class Stuck(Exception):
    """A simulated game broke a law; the message names the game's number, seat and action."""


class Report(Struct, frozen=True):
    """What came of the games: shared wins count as fractions, lengths are in actions.

    `wins_by_bot` adds up the seats of a bot; two seats with the same bot are one line.
    """

    game: str
    seats: int
    seed: int
    games: int
    wins_by_seat: tuple[float, ...]
    wins_by_bot: dict[str, float]
    mean_length: float
    longest: int
    actions: int
    draws: int
    illegal: int = 0
    """Always 0: an illegal action ends the simulation with `Stuck`."""


class _Played(Struct, frozen=True):
    outcome: Outcome
    actions: int
    draws: int


def simulate(
    game: Game, options: Any, seats: int, bots: Sequence[Bot], games: int, seed: int
) -> Report:
    """Play `games` games of bots, who see their own views and offers only.

    The bots take the seats in turn, one further with every game; fewer bots than seats repeat.
    The same seed gives the same report. Raises `ValueError` without bots or games, `BadOptions`
    where options and seats do not go together, and `Stuck` where a game goes wrong.
    """
    if not bots or games < 1:
        raise ValueError("a simulation needs at least one bot and one game")
    by_seat = [0.0] * seats
    by_bot = dict.fromkeys((bot.name for bot in bots), 0.0)
    played: list[_Played] = []
    for number in range(games):
        table = [bots[(seat + number) % len(bots)] for seat in range(seats)]
        one = _play(game, options, table, f"{seed}/{number}", f"game {number + 1} of seed {seed}")
        played.append(one)
        for seat in one.outcome.winners:
            by_seat[seat] += 1 / len(one.outcome.winners)
            by_bot[table[seat].name] += 1 / len(one.outcome.winners)
    actions = sum(one.actions for one in played)
    return Report(
        game=game.meta.key,
        seats=seats,
        seed=seed,
        games=games,
        wins_by_seat=tuple(by_seat),
        wins_by_bot=by_bot,
        mean_length=actions / games,
        longest=max(one.actions for one in played),
        actions=actions,
        draws=sum(one.draws for one in played),
    )


def _play(game: Game, options: Any, table: Sequence[Bot], label: str, where: str) -> _Played:
    chance = Recorder(Stream(label.encode(), "draws"))
    whims = Stream(label.encode(), "bots")
    state = game.setup(options, len(table), chance)
    actions = 0
    while waiting := game.to_act(state):
        actions += 1
        if actions > PATIENCE * game.meta.length:
            raise Stuck(f"{where}: not over after {actions - 1} actions")
        seat = waiting[0]
        state = _act(game, state, seat, table[seat], chance, whims, f"{where}, action {actions}")
    outcome = game.outcome(state)
    if outcome is None or not outcome.winners:
        raise Stuck(f"{where}: nobody is to act after {actions} actions, but nobody has won")
    return _Played(outcome, actions, len(chance.draws))


def _act(
    game: Game, state: Any, seat: int, bot: Bot, chance: Recorder, whims: Stream, where: str
) -> Any:
    offers = game.legal(state, seat)
    if not offers:
        raise Stuck(f"{where}: seat {seat} is to act, but may do nothing")
    action = bot.choose(game.view(state, seat), offers, whims)
    said = f"{where}: {bot.name} on seat {seat} chose {plain(action)}"
    if not any(covers(offer, action) for offer in offers):
        raise Stuck(f"{said}, which was not offered")
    try:
        return game.apply(state, seat, action, chance)
    except IllegalAction as error:
        raise Stuck(f"{said}, which was offered but refused: {error}") from error
