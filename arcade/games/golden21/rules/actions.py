"""What a trader can do."""

from typing import Literal

from msgspec import Struct, field

Sign = Literal[1, -1]
Package = Literal["bonus", "account"]
"""The two packages of points, never merged on the way out: see the page, *Spending*."""


class Announce(
    Struct,
    frozen=True,
    tag_field="do",
    tag="announce",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Announce a total and throw; `aim` names a seat whose die is aimed at (free throw)."""

    total: int
    aim: int | None = None


class Throw(Struct, frozen=True, tag_field="do", tag="throw", forbid_unknown_fields=True):
    """Throw without having announced (forfeits): pay a die, then announce."""


class Spend(Struct, frozen=True, tag_field="do", tag="spend", forbid_unknown_fields=True):
    """Spend a whole package on one debt or one account, adding (1) or taking away (−1)."""

    package: Package = field(name="from")
    to: Literal["debt", "account"]
    seat: int
    sign: Sign


class Give(Struct, frozen=True, tag_field="do", tag="give", forbid_unknown_fields=True):
    """Give crisis dice, one entry a die: the seat that gets it."""

    to: tuple[int, ...]


class End(Struct, frozen=True, tag_field="do", tag="end", forbid_unknown_fields=True):
    """End the turn and leave what may be left."""


Action = Announce | Throw | Spend | Give | End
