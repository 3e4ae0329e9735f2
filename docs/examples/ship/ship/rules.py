"""The rules of Ship, Captain and Crew, a bar game with five dice."""

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine import N_, Chance, Game, Meta, News, NoOptions, Offer, check_seats, phrase

ROUNDS, THROWS = 5, 3


class Throw(Struct, frozen=True, tag_field="do", tag="throw", forbid_unknown_fields=True):
    """Throw the dice that are not aboard."""


class Stop(Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Take the cargo as it is."""


class State(Struct, frozen=True):
    """How many of 6, 5 and 4 are `aboard`, and the other `dice`, until the next player throws."""

    scores: tuple[int, ...]
    turn: int | None
    turns: int = 0
    throws: int = 0
    aboard: int = 0
    dice: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    news: tuple[News, ...] = ()


class Ship(Game):
    """In three throws find a 6, then a 5, then a 4; the other two dice are the cargo."""

    meta = Meta(
        key="ship",
        name="Ship, Captain and Crew",
        seats=(2, 8),
        best_seats=3,
        length=120,
        version=1,
        blurb=N_(
            "Find a ship (6), a captain (5) and a crew (4), in this order, then load a cargo."
        ),
    )
    state = State
    action = Throw | Stop

    def setup(self, _options: NoOptions, seats: int, chance: Chance) -> State:
        check_seats(self.meta, seats)
        first = chance.pick(seats)
        return State((0,) * seats, first, news=(phrase("{seat:seat} sails first.", seat=first),))

    def legal(self, state: State, seat: int) -> tuple[Offer, ...]:
        if seat != state.turn:
            return ()
        loaded = state.throws and state.aboard == 3
        return (Offer(Throw()), Offer(Stop())) if loaded else (Offer(Throw()),)

    def apply(self, state: State, seat: int, action: Throw | Stop, chance: Chance) -> State:
        self.check(state, seat, action)
        if isinstance(action, Stop):
            return _score(state, seat)
        aboard = state.aboard if state.throws else 0
        dice = sorted((chance.die() for _ in range(5 - aboard)), reverse=True)
        thrown = tuple(dice)
        while aboard < 3 and 6 - aboard in dice:
            dice.remove(6 - aboard)
            aboard += 1
        throw = (
            phrase("{seat:seat} throws {dice:dice}: no ship.", seat=seat, dice=thrown),
            phrase("{seat:seat} throws {dice:dice}: a ship, no captain.", seat=seat, dice=thrown),
            phrase("{seat:seat} throws {dice:dice}: no crew yet.", seat=seat, dice=thrown),
            phrase("{seat:seat} throws {dice:dice}: all aboard.", seat=seat, dice=thrown),
        )[aboard]
        throws = state.throws + 1
        state = replace(state, throws=throws, aboard=aboard, dice=tuple(dice), news=(throw,))
        return _score(state, seat) if throws == THROWS else state


def _score(state: State, seat: int) -> State:
    """End a turn: with a crew, the other dice are the cargo."""
    cargo = sum(state.dice) if state.aboard == 3 else 0
    scores = (*state.scores[:seat], state.scores[seat] + cargo, *state.scores[seat + 1 :])
    landed = phrase("{seat:seat} lands a cargo of {cargo}.", seat=seat, cargo=cargo)
    news = (*state.news, landed) if state.throws == THROWS else (landed,)
    turns, turn = state.turns + 1, (seat + 1) % len(scores)
    state = replace(state, scores=scores, turn=turn, turns=turns, throws=0, news=news)
    if turns < ROUNDS * len(scores):
        return state
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    news = (*news, phrase("The richest cargo: {seats:seats}.", seats=winners))
    return replace(state, turn=None, winners=winners, news=news)


GAME = Ship()
