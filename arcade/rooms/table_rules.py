"""How people play together at one table, whatever the game: strength of bots, clocks, watchers.

A new rule is a field of `TableRules` and a row of `TABLE_OPTIONS`: the form, line mode, the API and
the line of a table's rules are made from these.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct, convert

from arcade.engine.bot import STRENGTHS
from arcade.engine.errors import BadOptions
from arcade.engine.game import Game, Option
from arcade.engine.options import allows, not_allowed, option_list
from arcade.engine.words import N_

Watching = Literal["live", "late", "hands"]
Pace = Literal["normal", "brisk", "relaxed", "none"]

PACES: Mapping[Pace, int] = {"normal": 1_500, "brisk": 700, "relaxed": 3_000, "none": 0}
"""How long a finished round stays on the table before the next begins, in ms."""

LATE = 3
"""How many actions spectators of a "late" table are behind."""

MAX_SECONDS = 3600
"""The longest turn and the longest reserve, in seconds."""


class TableRules(Struct, frozen=True):
    """The rules of one table, besides the game's options.

    - `bots`: the strength of the bots the table seats.
    - `turn`: seconds for a decision while another person waits; 0: no clock.
    - `reserve`: seconds each seat may add to its turns in one game.
    - `days`: days for a move; more than 0 means play by correspondence, where `turn` and `reserve`
      do not apply and the clock always runs.
    - `watching`: what spectators see: the public view; the same `LATE` actions behind; or the
      public view, and all hands once a hand is over.
    - `late_join`: whether a person may take a bot's seat while a game runs.
    - `coach`: whether players may ask for the odds of their choices.
    - `pace`: how long a finished round stays on the table where people play.
    """

    bots: str = "good"
    turn: int = 60
    reserve: int = 180
    days: int = 0
    watching: Watching = "live"
    late_join: bool = True
    coach: bool = False
    pace: Pace = "normal"

    @property
    def timed(self) -> bool:
        return bool(self.turn or self.days)

    @property
    def round_pause(self) -> int:
        """How long a finished round stays on the table, in milliseconds."""
        return PACES[self.pace]


class TableOption(Option, frozen=True):
    """A rule of tables in words.

    - `group`: the heading of the form under which it stands.
    - `unit`: what a number counts.
    - `steps`: the numbers that the form offers.
    - `mentions`: what the line of a table's rules says of a value.
    - `among_strangers`: whether it is about people who come from elsewhere.
    - `secret_values`: those that only a game with secrets can have.
    """

    group: Literal["time", "people"] = "people"
    unit: Literal["", "seconds", "days"] = ""
    steps: tuple[int, ...] = ()
    mentions: Mapping[object, str] = {}
    among_strangers: bool = False
    secret_values: tuple[object, ...] = ()

    def choices(self, game: Game) -> Sequence[object]:
        """Return the values that a form offers at a table of this game."""
        hidden = () if game.meta.secrets else self.secret_values
        return [value for value in self.values or self.steps if value not in hidden]


TABLE_OPTIONS: tuple[TableOption, ...] = option_list(
    TableRules,
    TableOption(
        "bots",
        N_("Strength of bots"),
        N_("How well bots play when they take empty seats or sit in for somebody."),
        values=STRENGTHS,
        value_help={
            "simple": N_("Plays by feel: an opponent to begin with."),
            "good": N_("Plays soundly, and makes a mistake now and then."),
            "expert": N_("Weighs every choice: as well as the house knows how."),
        },
        mentions=dict.fromkeys(STRENGTHS, N_("bots: {value}")),
    ),
    TableOption(
        "turn",
        N_("Time for a turn"),
        N_(
            "Seconds for a decision; 0: no clock. It runs only where another person waits. "
            "When it is over, the table makes the game's default move."
        ),
        high=MAX_SECONDS,
        names={0: N_("no clock")},
        group="time",
        unit="seconds",
        steps=(0, 15, 30, 45, 60, 90, 120, 300, 600),
    ),
    TableOption(
        "reserve",
        N_("Reserve of time"),
        N_("Seconds each player may add to slow turns, over one whole game."),
        high=MAX_SECONDS,
        names={0: N_("none")},
        group="time",
        unit="seconds",
        steps=(0, 60, 120, 180, 300, 600, 1200),
    ),
    TableOption(
        "days",
        N_("Days for a move"),
        N_("Play by correspondence: come back when it is your turn. 0: play now, all together."),
        high=14,
        names={0: N_("none: all play now")},
        group="time",
        unit="days",
        steps=(0, 1, 2, 3, 5, 7, 14),
        among_strangers=True,
    ),
    TableOption(
        "watching",
        N_("Watchers see"),
        N_("What is shown to people who look on. Their talk stays apart until the game is over."),
        names={"live": N_("live"), "late": N_("late"), "hands": N_("hands")},
        value_help={
            "live": N_("What is open on the table, at once."),
            "late": N_("What was open three moves ago; everything when the game is over."),
            "hands": N_("What is open, and all the hands as soon as a hand is over."),
        },
        mentions={
            "live": N_("spectators see it live"),
            "late": N_("watchers 3 moves late"),
            "hands": N_("watchers see hands afterwards"),
        },
        among_strangers=True,
        secret_values=("hands",),
    ),
    TableOption(
        "late_join",
        N_("Join late"),
        N_("Whether somebody may take a bot's seat while a game runs."),
        mentions={False: N_("nobody joins during a game")},
        among_strangers=True,
    ),
    TableOption(
        "coach",
        N_("Coach"),
        N_("Whether everyone may ask for the odds of every choice, even among people."),
        mentions={True: N_("with the coach")},
    ),
    TableOption(
        "pace",
        N_("Pace"),
        N_("How long a finished round lies on the table before the next one begins."),
        names={
            "normal": N_("normal"),
            "brisk": N_("brisk"),
            "relaxed": N_("relaxed"),
            "none": N_("no pause"),
        },
        value_help={
            "normal": N_("A second and a half: time to see who did what. You may go on at once."),
            "brisk": N_("Seven tenths of a second. You may go on at once."),
            "relaxed": N_("Three seconds: time to talk. You may go on at once."),
            "none": N_("The next round begins at once."),
        },
        group="time",
    ),
)
"""The table's rules in the order of the form; `TableRules` has the defaults."""


def read(values: Mapping[str, object]) -> TableRules:
    """Build table rules from plain values; raises `BadOptions` naming what is allowed."""
    known = {option.name: option for option in TABLE_OPTIONS}
    for name, value in values.items():
        if name not in known:
            raise BadOptions(
                "A table has no rule {name}; it has: {known}.",
                name=repr(name),
                known=", ".join(sorted(known)),
            )
        if not allows(known[name], value):
            raise not_allowed(known[name], value)
    return convert(dict(values), TableRules)


def check(rules: TableRules, game: Game) -> None:
    """Raise `BadOptions`, naming what is allowed, unless the game's tables can have these rules."""
    for option in TABLE_OPTIONS:
        value = getattr(rules, option.name)
        if not allows(option, value):
            raise not_allowed(option, value)
    if rules.watching == "hands" and not game.meta.secrets:
        raise BadOptions(
            "{game} has no hidden hands: watching can be live, or late, not hands.",
            game=game.meta.name,
        )
