"""Where a session begins."""

from typing import Literal

from msgspec import Struct


class Start(Struct, frozen=True):
    """What to do first: the lobby, or straight to the table with this code."""

    do: Literal["lobby", "join", "watch"] = "lobby"
    code: str = ""
