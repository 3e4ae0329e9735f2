"""What a lesson is, and which there is for a game."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from arcade.engine.chance import Draw
from arcade.engine.game import Game
from arcade.engine.registry import part


class Turn(Struct, frozen=True):
    """A seat's plain action, and its draws."""

    seat: int
    do: Mapping[str, Any]
    draws: tuple[Draw, ...] = ()


class Step(Struct, frozen=True):
    """One sentence or two, and what is to be done on them.

    `say` and `hint` are literals marked for translation. With `do` the pupil is to do just that
    (fields that are not named may be any), for example by `keys` (Textual's names); `hint` is said
    where it was something else. Without `do` the step is only read. Then come the `turns` of the
    others.
    """

    say: str
    do: Mapping[str, Any] | None = None
    keys: tuple[str, ...] = ("enter",)
    hint: str = ""
    draws: tuple[Draw, ...] = ()
    turns: tuple[Turn, ...] = ()


class Lesson(Struct, frozen=True):
    """A game's lesson: the pupil has seat 0, others do what is written here.

    `draws` are those of the set-up, `opening` what others do before the first step. The last step
    is the farewell: nothing is done on it.
    """

    game: str
    seats: int
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = {}
    draws: tuple[Draw, ...] = ()
    opening: tuple[Turn, ...] = ()


def lesson(game: Game) -> Lesson | None:
    """Return a game's lesson: `LESSON` in its part `lesson`."""
    found: Lesson | None = getattr(part(game, "lesson"), "LESSON", None)
    return found
