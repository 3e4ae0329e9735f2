"""A lesson, and the lesson of a game."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.engine.chance import Draw
from arcade.engine.game import Game
from arcade.engine.registry import part


class Turn(Struct, frozen=True):
    """A seat's plain action, and its draws."""

    seat: int
    do: Mapping[str, object]
    draws: tuple[Draw, ...] = ()


class Step(Struct, frozen=True):
    """One sentence or two, and the action that they ask for.

    `say` is a literal, `hint` one in `N_`. The pupil must do `do` (fields left out may be
    anything), for example by `keys` (Textual's names); `hint` appears after anything else. Without
    `do` the step is only read. Then the others play `turns`.
    """

    say: str
    do: Mapping[str, object] | None = None
    keys: tuple[str, ...] = ("enter",)
    hint: str = ""
    draws: tuple[Draw, ...] = ()
    turns: tuple[Turn, ...] = ()


class Lesson(Struct, frozen=True):
    """A game's lesson: the pupil has seat 0, the others play by script.

    `draws` belong to the set-up; `opening` are the others' turns before the first step. The last
    step asks for no action.
    """

    game: str
    seats: int
    steps: tuple[Step, ...]
    options: Mapping[str, object] = {}
    draws: tuple[Draw, ...] = ()
    opening: tuple[Turn, ...] = ()


def lesson(game: Game) -> Lesson | None:
    """Return a game's lesson: `LESSON` in its part `lesson`."""
    own_lesson: Lesson | None = getattr(part(game, "lesson"), "LESSON", None)
    return own_lesson
