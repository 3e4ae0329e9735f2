"""How people play together at one table, whatever the game: strength of bots, clocks, watchers."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from arcade.engine.bot import STRENGTHS
from arcade.engine.errors import BadOptions
from arcade.engine.game import Game, Option
from arcade.engine.options import not_allowed
from arcade.engine.words import N_

Watching = Literal["live", "late", "hands"]
Pace = Literal["normal", "brisk", "relaxed", "none"]

PACES: Mapping[Pace, int] = {"normal": 1_500, "brisk": 700, "relaxed": 3_000, "none": 0}
"""How long a finished round lies on the table before the next begins, in ms."""

LATE = 3
"""How many actions spectators of a "late" table are behind."""

LONGEST = 3600
"""The longest turn and the longest reserve, in seconds."""


class TableRules(Struct, frozen=True):
    """The rules of one table, beside the game's options.

    - `bots`: the strength of the bots the table seats.
    - `turn`: seconds for a decision while another person waits; 0: no clock.
    - `reserve`: seconds each seat may add to its turns in one game.
    - `days`: days for a move; more than 0 means play by correspondence, where `turn` and `reserve`
      do not apply and the clock always runs.
    - `watching`: what spectators see: the public view; the same `LATE` actions behind; or the
      public view, and all hands once a hand is over.
    - `late_join`: whether a person may take a bot's seat while a game runs.
    - `coach`: whether the odds of one's choices may be asked for where people play.
    - `pace`: how long a finished round is looked at where people play. Tables of a time before it
      have none, nor do their records.
    """

    bots: str = "good"
    turn: int = 60
    reserve: int = 180
    days: int = 0
    watching: Watching = "live"
    late_join: bool = True
    coach: bool = False
    pace: Pace | UnsetType = UNSET

    @property
    def timed(self) -> bool:
        return bool(self.turn or self.days)

    @property
    def round_pause(self) -> int:
        """How long a finished round is looked at, in milliseconds."""
        return 0 if self.pace is UNSET else PACES[self.pace]


USUAL = TableRules(pace="normal")
"""The rules of a table that people open without choosing any."""

TABLE_OPTIONS: tuple[Option, ...] = (
    Option(
        "bots",
        N_("Strength of bots"),
        N_("How well bots play when they take empty seats or sit in for somebody."),
        values=STRENGTHS,
        value_help={
            "simple": N_("Plays by feel: an opponent to begin with."),
            "good": N_("Plays soundly, and makes a mistake now and then."),
            "expert": N_("Weighs every choice: as well as the house knows how."),
        },
    ),
    Option(
        "turn",
        N_("Time for a turn"),
        N_(
            "Seconds for a decision; 0: no clock. It runs only where another person waits. "
            "When it is over, the table makes the game's default move."
        ),
        low=0,
        high=LONGEST,
    ),
    Option(
        "reserve",
        N_("Reserve of time"),
        N_("Seconds each player may add to slow turns, over one whole game."),
        low=0,
        high=LONGEST,
    ),
    Option(
        "days",
        N_("Days for a move"),
        N_("Play by correspondence: come back when it is your turn. 0: play now, all together."),
        low=0,
        high=14,
    ),
    Option(
        "watching",
        N_("Watchers see"),
        N_("What is shown to people who look on. Their talk stays apart until the game is over."),
        values=("live", "late", "hands"),
        value_help={
            "live": N_("What is open on the table, at once."),
            "late": N_("What was open three moves ago; everything when the game is over."),
            "hands": N_("What is open, and all the hands as soon as a hand is over."),
        },
    ),
    Option(
        "late_join",
        N_("Join late"),
        N_("Whether somebody may take a bot's seat while a game runs."),
        values=(True, False),
    ),
    Option(
        "coach",
        N_("Coach"),
        N_("Whether everyone may ask for the odds of every choice, even among people."),
        values=(False, True),
    ),
    Option(
        "pace",
        N_("Pace"),
        N_("How long a finished round lies on the table before the next one begins."),
        values=tuple(PACES),
        value_help={
            "normal": N_("A second and a half: time to see who did what. Enter goes on at once."),
            "brisk": N_("Seven tenths of a second. Enter goes on at once."),
            "relaxed": N_("Three seconds: time to talk. Enter goes on at once."),
            "none": N_("The next round begins at once."),
        },
    ),
)
"""The table's rules as a form shows them; `USUAL` has what it begins with."""

STEPS: Mapping[str, tuple[int, ...]] = {
    "turn": (0, 15, 30, 45, 60, 90, 120, 300, 600),
    "reserve": (0, 60, 120, 180, 300, 600, 1200),
    "days": (0, 1, 2, 3, 5, 7, 14),
}
"""The numbers that a form offers."""


def read(values: Mapping[str, Any]) -> TableRules:
    """Build table rules from plain values; raises `BadOptions` naming what is allowed."""
    known = {option.name for option in TABLE_OPTIONS}
    for name in values:
        if name not in known:
            raise BadOptions(
                "A table has no rule {name}; it has: {known}.",
                name=repr(name),
                known=", ".join(sorted(known)),
            )
    try:
        rules = msgspec.convert({**msgspec.to_builtins(TableRules()), **values}, TableRules)
    except msgspec.ValidationError as error:
        for option in TABLE_OPTIONS:
            if f"$.{option.name}`" in str(error):
                raise not_allowed(option, values[option.name]) from error
        raise BadOptions("These options cannot be read: {error}", error=str(error)) from error
    return rules


def check(rules: TableRules, game: Game) -> None:
    """Raise `BadOptions`, naming what is allowed, unless the game's tables can have these rules."""
    for option in TABLE_OPTIONS:
        value = getattr(rules, option.name)
        inside = value in option.values if option.values else option.low <= value <= option.high
        if not inside and value is not UNSET:
            raise not_allowed(option, value)
    if rules.watching == "hands" and not game.meta.secrets:
        raise BadOptions(
            "{game} has no hidden hands: watching can be live, or late, not hands.",
            game=game.meta.name,
        )
