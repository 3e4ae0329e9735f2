"""What a room knows of its chance: the seal of a game, what seats gave, how far it has drawn."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from arcade.engine.fair import Contribution
from arcade.rooms import facts


class Opened(Struct, frozen=True):
    """A sealed game that is over: what was sealed and given, and the seed that was told."""

    seal: facts.Sealed
    contributions: tuple[Contribution, ...]
    told: facts.Revealed


class Dice(Struct, frozen=True):
    """The chance of the running game, else of the next.

    `seal` is its sealed seed (None: it has none); `given` is what seats have given to the next
    game, `contributions` what went into the running one. `actions` counts the actions of the last
    game, `draws` for each seat those that drew. `revealed` is the last sealed game that is over.
    """

    seal: facts.Sealed | None = None
    given: Mapping[int, facts.Contributed] = {}
    contributions: tuple[Contribution, ...] = ()
    draws: tuple[int, ...] = ()
    actions: int = 0
    revealed: Opened | None = None


def sealed(dice: Dice, fact: facts.Sealed) -> Dice:
    """Take the seal of the next game; what seats gave before it does not count."""
    return replace(dice, seal=fact, given={})


def given(dice: Dice, fact: facts.Contributed) -> Dice:
    """Take what a seat gives to the next game."""
    return replace(dice, given={**dice.given, fact.seat: fact})


def begun(dice: Dice, fact: facts.Started, seats: int) -> Dice:
    """Begin a game."""
    none = (0,) * seats
    return replace(dice, contributions=fact.contributions, given={}, draws=none, actions=0)


def acted(dice: Dice, fact: facts.Acted) -> Dice:
    """Count an action of the game."""
    drew = bool(fact.draws)
    draws = tuple(n + (drew and seat == fact.seat) for seat, n in enumerate(dice.draws))
    return replace(dice, actions=dice.actions + 1, draws=draws)


def left(dice: Dice, seat: int) -> Dice:
    """Forget what a seat gave: another person is on it, or nobody."""
    return replace(dice, given={one: what for one, what in dice.given.items() if one != seat})


def revealed(dice: Dice, fact: facts.Revealed) -> Dice:
    """Tell the seed of the game that is over."""
    if dice.seal is None:
        raise ValueError(f"nothing was sealed for {fact!r}")
    told = Opened(dice.seal, dice.contributions, fact)
    return replace(dice, seal=None, contributions=(), revealed=told)
