"""Where a session begins or continues."""

from typing import Literal

from msgspec import Struct

from arcade.club.views import Notice


class Start(Struct, frozen=True):
    """The first screen of a session: the lobby, the table with this code, or its game again.

    `retry` plays on from the costliest choice of a finished game, `number` at its table (0: the
    last).

    A user name may also ask for `plain` lines, or to `resume` as the guest with a code. The screen
    shows `message` and `notice`, and performs the `action` of that name. When an app ends with a
    Start, the session continues from it.
    """

    do: Literal["lobby", "plain", "join", "watch", "resume", "retry"] = "lobby"
    code: str = ""
    message: str = ""
    action: str = ""
    notice: Notice | None = None
    own: bool = False
    """Whether to watch in a separate app to the end."""
    number: int = 0

    @property
    def bare(self) -> bool:
        """Whether it leads to the shared broadcast of a table and nothing else."""
        return self.do == "watch" and not (self.message or self.action or self.notice or self.own)
