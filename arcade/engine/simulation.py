"""Simulates many games of bots; reports who wins, and with what certainty.

Bots are compared by duplicate deals, as bridge players are: see `simulate` and `_Deal`.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from arcade.engine.bot import Bot
from arcade.engine.chance import Cards, Chance, Recorder, Stream
from arcade.engine.coach import Advice, Coach
from arcade.engine.codec import plain
from arcade.engine.errors import IllegalAction
from arcade.engine.game import Game, Outcome
from arcade.engine.offers import Offer, covers

PATIENCE = 20
"""A game longer than this many times its own bound is stuck."""

Watch = Callable[[int, Bot, object, Sequence[Offer], object], None]
"""Called with every decision of a game: seat, bot, view, offers, action."""


class Stuck(Exception):
    """A simulated game broke a law; the message names the game's number, seat and action."""


class Strength(Struct, frozen=True):
    """How a bot fared against its share if all played alike; shares are of all games, 0 to 1.

    `low` … `high` is the 95 % interval of `difference` = `share` − `expected`: with x the bot's
    share of one deal's games, D deals and s² = Σ(x − x̄)² / (D − 1), it is x̄ − expected ±
    1.96 · s / √D (the mean of independent deals, normal approximation). `clear` says that it does
    not contain 0. Counted over complete deals; None where there are fewer than two.
    """

    bot: str
    share: float
    expected: float
    difference: float
    low: float | None
    high: float | None
    clear: bool


class Report(Struct, frozen=True):
    """The results of the games: shared wins count as fractions, lengths are in actions.

    `wins_by_bot` and `strengths` add up the seats of a bot; two seats with the same bot are one
    line. `deals` counts the complete ones.
    """

    game: str
    seats: int
    seed: int
    games: int
    deals: int
    wins_by_seat: tuple[float, ...]
    wins_by_bot: dict[str, float]
    strengths: tuple[Strength, ...]
    mean_length: float
    longest: int
    actions: int
    draws: int
    illegal: int = 0
    """Always 0: an illegal action ends the simulation with `Stuck`."""


class Decision(Struct, frozen=True):
    """A bot's decision, and the coach's advice for it, the best first."""

    seat: int
    bot: str
    action: object
    advice: tuple[Advice, ...]


class _Played(Struct, frozen=True):
    outcome: Outcome
    actions: int
    draws: int


def simulate(
    game: Game, options: object, seats: int, bots: Sequence[Bot], games: int, seed: int
) -> Report:
    """Play `games` games of bots, who see their own views and offers only.

    With b bots, b games in a row are one deal: the luck of every seat is the same in each, and on
    every seat the next bot follows, so that each has sat there once. Who sits with whom is drawn
    for each deal anew (never all alike): at a table where two bots alternate, striking one's
    neighbour would help one's double, and a seat that plays for itself would look weak.
    The same seed gives the same report. Raises `ValueError` without bots or games,
    `BadOptions` where options and seats do not go together, and `Stuck` where a game goes wrong.
    """
    if not bots or games < 1:
        raise ValueError("a simulation needs at least one bot and one game")
    names = [bot.name for bot in bots]
    by_seat = [0.0] * seats
    by_game = [dict.fromkeys(names, 0.0) for _ in range(games)]
    played: list[_Played] = []
    for number, won in enumerate(by_game):
        table = _seating(bots, seats, seed, number)
        result = _play(game, options, table, _Deal(seed, number // len(bots)), _where(seed, number))
        played.append(result)
        for seat in result.outcome.winners:
            by_seat[seat] += 1 / len(result.outcome.winners)
            won[table[seat].name] += 1 / len(result.outcome.winners)
    actions = sum(result.actions for result in played)
    return Report(
        game=game.meta.key,
        seats=seats,
        seed=seed,
        games=games,
        deals=games // len(bots),
        wins_by_seat=tuple(by_seat),
        wins_by_bot={name: sum(won[name] for won in by_game) for name in dict.fromkeys(names)},
        strengths=_strengths(names, by_game),
        mean_length=actions / games,
        longest=max(result.actions for result in played),
        actions=actions,
        draws=sum(result.draws for result in played),
    )


def explain(
    game: Game, options: object, seats: int, bots: Sequence[Bot], seed: int, coach: Coach
) -> tuple[Decision, ...]:
    """Play the first game that `simulate` would play, and ask the coach at every real decision."""
    decisions: list[Decision] = []
    bot_chance = Stream(f"{seed}/0".encode(), "coach")

    def ask(seat: int, bot: Bot, view: object, offers: Sequence[Offer], action: object) -> None:
        advice = coach.advise(view, offers, bot_chance)
        if len(advice) > 1:
            decisions.append(Decision(seat, bot.name, action, advice))

    _play(game, options, _seating(bots, seats, seed, 0), _Deal(seed, 0), _where(seed, 0), ask)
    return tuple(decisions)


class _Deal(Chance):
    """The luck of one deal: it belongs to the seats, whoever sits there.

    What is drawn in a seat's n-th turn (until another seat is to act) comes from a stream of its
    own, so that a game that took another course meets the same dice again a turn later. The n-th
    shuffle of a game has a stream of its own too: hand for hand, the cards are the same.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._key = f"{seed}/{number}".encode()
        self._shuffles = 0
        self._turns: dict[int, int] = {}
        self._seat = -1
        self._stream = Stream(self._key, "setup")

    def turn_to(self, seat: int) -> None:
        if seat != self._seat:
            self._seat = seat
            self._turns[seat] = self._turns.get(seat, 0) + 1
            self._stream = Stream(self._key, f"seat {seat}, turn {self._turns[seat]}")

    def bot_chance(self) -> Stream:
        return Stream(self._key, "bots")

    def die(self) -> int:
        return self._stream.die()

    def pick(self, n: int) -> int:
        return self._stream.pick(n)

    def shuffle(self, cards: Sequence[Cards]) -> tuple[Cards, ...]:
        self._shuffles += 1
        return Stream(self._key, f"shuffle {self._shuffles}").shuffle(cards)


def _seating(bots: Sequence[Bot], seats: int, seed: int, number: int) -> list[Bot]:
    deal, turn = divmod(number, len(bots))
    draw = Stream(f"{seed}/{deal}".encode(), "company")
    company = [draw.pick(len(bots)) for _ in range(seats)]
    while len(set(company)) == 1 < min(len(bots), seats):
        company = [draw.pick(len(bots)) for _ in range(seats)]
    return [bots[(index + turn) % len(bots)] for index in company]


def _where(seed: int, number: int) -> str:
    return f"game {number + 1} of seed {seed}"


def _strengths(names: Sequence[str], by_game: Sequence[dict[str, float]]) -> tuple[Strength, ...]:
    size = len(names)
    deals = [by_game[start : start + size] for start in range(0, len(by_game) - size + 1, size)]
    return tuple(
        _strength(
            name,
            names.count(name) / size,
            [sum(won[name] for won in deal) / size for deal in deals],
        )
        for name in dict.fromkeys(names)
    )


def _strength(name: str, expected: float, shares: Sequence[float]) -> Strength:
    count = len(shares)
    if count < 2:
        share = sum(shares) / count if count else expected
        return Strength(name, share, expected, share - expected, None, None, clear=False)
    share = sum(shares) / count
    variance = sum((value - share) ** 2 for value in shares) / (count - 1)
    margin = 1.96 * sqrt(variance / count)
    difference = share - expected
    return Strength(
        name,
        share,
        expected,
        difference,
        difference - margin,
        difference + margin,
        clear=abs(difference) > margin,
    )


def _play(
    game: Game,
    options: object,
    table: Sequence[Bot],
    deal: _Deal,
    where: str,
    watch: Watch | None = None,
) -> _Played:
    chance = Recorder(deal)
    bot_chance = deal.bot_chance()
    state = game.setup(options, len(table), chance)
    actions = 0
    while waiting := game.to_act(state):
        actions += 1
        if actions > PATIENCE * game.meta.length:
            raise Stuck(f"{where}: not over after {actions - 1} actions")
        seat = waiting[0]
        deal.turn_to(seat)
        at = f"{where}, action {actions}"
        action = _choose(game, state, seat, table[seat], bot_chance, at, watch)
        try:
            state = game.apply(state, seat, action, chance)
        except IllegalAction as error:
            sentence = _choice_text(table[seat], seat, action)
            raise Stuck(f"{at}: {sentence}, which was offered but refused: {error}") from error
    outcome = game.outcome(state)
    if outcome is None or not outcome.winners:
        raise Stuck(f"{where}: nobody is to act after {actions} actions, but nobody has won")
    return _Played(outcome, actions, len(chance.draws))


def _choose(
    game: Game,
    state: object,
    seat: int,
    bot: Bot,
    bot_chance: Chance,
    where: str,
    watch: Watch | None,
) -> Any:
    offers = game.legal(state, seat)
    if not offers:
        raise Stuck(f"{where}: seat {seat} is to act, but may do nothing")
    view = game.view(state, seat)
    action = bot.choose(view, offers, bot_chance)
    if not any(covers(offer, action) for offer in offers):
        raise Stuck(f"{where}: {_choice_text(bot, seat, action)}, which was not offered")
    if watch is not None:
        watch(seat, bot, view, offers, action)
    return action


def _choice_text(bot: Bot, seat: int, action: object) -> str:
    return f"{bot.name} on seat {seat} chose {plain(action)}"
