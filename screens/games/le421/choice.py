"""Which dice of a throw a choice keeps, and whether the last one decides."""

from collections.abc import Sequence

from arcade.games.le421.rules.actions import Roll, Stop
from screens.widgets.dice import places


def kept_by(action: Roll | Stop, thrown: Sequence[int]) -> set[int]:
    """Return which of the dice an action keeps."""
    return places(thrown, thrown if isinstance(action, Stop) else action.keep or ())


def may_be_421(dice: Sequence[int]) -> bool:
    """Whether one more die may make 421 of two."""
    return len({*dice} & {4, 2, 1}) == len(dice) == 2
