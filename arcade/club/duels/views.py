"""Duels as one of their two people, or anybody else, may see them."""

from typing import Literal

from msgspec import Struct

DuelState = Literal["yours", "theirs", "open", "over", "declined", "withdrawn", "lapsed"]
"""Whose turn it is to play (open: nobody has taken it up yet), or how it ended."""


class Run(Struct, frozen=True):
    """What somebody made of a round, and the table where they played it."""

    rank: int
    score: int
    code: str


class RoundView(Struct, frozen=True):
    """A round: the runs that may be seen, and the seal of its deal (hex).

    `yours` is there once you have played it, `theirs` once both have. `won`: by you (None: not
    decided yet; a draw is nobody's).
    """

    number: int
    commitment: str
    yours: Run | None = None
    theirs: Run | None = None
    won: bool | None = None
    drawn: bool = False
    hidden: bool = False
    """Whether the other person has played it, and you have not."""


class DuelView(Struct, frozen=True):
    """A duel for one person: `opponent` is the other one ("": whoever comes with the code).

    `under_way`: you have begun a round and not finished it. `left` is in milliseconds.
    """

    code: str
    game: str
    name: str
    """The game's name."""
    state: DuelState
    by: str
    """The challenger's name."""
    opponent: str
    won: int
    lost: int
    left: int
    rounds: tuple[RoundView, ...]
    challenged: bool = False
    """Whether you are challenged and have not begun."""
    retractable: bool = False
    """Whether you have challenged and nobody has begun: you may take it back."""
    under_way: bool = False
    program: bool = False
    """Whether a program plays with the opponent's account."""
    rematch: str = ""
    """The code of the duel that follows this one."""

    @property
    def running(self) -> bool:
        return self.state in ("yours", "theirs", "open")
