"""Where a session begins or continues."""

from typing import Literal

from msgspec import Struct


class Start(Struct, frozen=True):
    """The first screen of a session: the lobby, or the table with this code.

    `told` is a sentence to show there; `action` the name of an action to perform at the table. When
    an app ends with a Start, the session continues from it.
    """

    do: Literal["lobby", "join", "watch"] = "lobby"
    code: str = ""
    told: str = ""
    action: str = ""
    own: bool = False
    """Whether to watch in an app of one's own, where watchers share a picture else."""
