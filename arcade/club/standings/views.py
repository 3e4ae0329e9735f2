"""Standing as screens and scripts get it: names instead of ids, no codes of private tables."""

from msgspec import UNSET, Struct, UnsetType, field

from arcade.club.i18n.words import Words
from arcade.engine.news import News, counted, phrase
from arcade.engine.words import N_
from arcade.engine.words import signed as signed
from arcade.players.standing import RIVALS

STRENGTHS = (N_("simple"), N_("good"), N_("expert"), N_("random"))
"""The strengths of bots, for the catalogue: see `arcade.engine.bot`."""


def owner(words: Words, name: str, bot: str) -> str:
    """Return a person's name, or a bot's strength."""
    return words.t("Bot ({strength})", strength=words.t(bot)) if bot else name


def program_text(words: Words, name: str) -> str:
    """Name somebody who plays by a program of their own, so that nobody takes it for a person."""
    return words.t("program {name}", name=name)


class GameLine(Struct, frozen=True):
    """Somebody in one game.

    `points` is the rating (None: not rated), `unsure` while it is a first impression; `ratings`
    are the points after each of the last rated games, the oldest first. `best` is the best score
    with usual options.
    """

    game: str
    title: str
    games: int
    wins: int
    best: int | None = None
    points: int | None = None
    unsure: bool = False
    ratings: tuple[int, ...] = ()

    @property
    def rating(self) -> str:
        """The rating in writing, with a question mark while it is a first impression."""
        return "–" if self.points is None else f"{self.points}{'?' if self.unsure else ''}"


class Opponent(Struct, frozen=True):
    """A person against one opponent (`bot`: its strength): how often ahead and behind."""

    name: str
    bot: str
    games: int
    ahead: int
    behind: int
    last: int
    """When they last played: ms since 1970."""


class PastSeat(Struct, frozen=True):
    name: str
    bot: str
    rank: int
    score: int


class PastGame(Struct, frozen=True):
    """A game somebody played in, on `seat`.

    `code` and `number` name its record; the code is "" where the table was private and the viewer
    was not there. `won` is None where the seat was mostly played by a bot and won. `change` is what
    it did to the rating, `points` what that was then (None: not rated).
    """

    code: str
    number: int
    game: str
    title: str
    at: int
    minutes: int
    length: int
    seat: int
    seats: tuple[PastSeat, ...]
    won: bool | None
    change: int | None = None
    points: int | None = None
    usual: bool = True
    """Whether it was played with the usual options."""


class PastPage(Struct, frozen=True):
    """A page of all the games somebody played, newest first, and how many there are."""

    games: tuple[PastGame, ...]
    page: int
    pages: int
    of: int


class Die(Struct, frozen=True):
    owner: str
    bot: str
    sign: str
    count: int


class Attendance(Struct, frozen=True):
    """How many of the last games with other people somebody has left.

    `mends` games played to the end clear it; `marked`: everybody may see it.
    """

    left: int
    games: int
    mends: int
    marked: bool


class Profile(Struct, frozen=True):
    """A person's standing; `bot` is a bot's strength, `days` a streak of days."""

    name: str
    bot: str
    guest: bool
    sign: str
    """The sign on the person's own crisis dice."""
    games: int = 0
    wins: int = 0
    row: int = 0
    best_row: int = 0
    days: int = 0
    best_days: int = 0
    since: int = 0
    """When the first game was over: ms since 1970, 0 for none."""
    favourite: str = ""
    lines: tuple[GameLine, ...] = ()
    """By game, the most played first."""
    opponents: tuple[Opponent, ...] = ()
    """The most frequent first."""
    dice: tuple[Die, ...] = ()
    attendance: Attendance | UnsetType = UNSET
    """Left out for people who seldom leave, and where the reader may not see it."""


def games_text(words: Words, profile: Profile) -> str:
    """Say how many games somebody has finished, and how many won."""
    games = words.nt("{n} game", "{n} games", profile.games)
    won = words.nt("{n} won", "{n} won", profile.wins)
    return f"{games} · {won}"


class BoardRow(Struct, frozen=True):
    """A line of a leaderboard; only the viewer's may have the `position` 0: not listed yet."""

    position: int = field(name="place")
    name: str
    points: int
    unsure: bool
    games: int
    wins: int
    yours: bool = False


class Board(Struct, frozen=True):
    """A game's leaderboard, best first; `people` includes those not shown.

    It lists people who have come before `needed` established ones; the viewer has come before
    `beaten`.
    """

    game: str
    title: str
    rows: tuple[BoardRow, ...]
    people: int
    needed: int = 0
    beaten: int = 0
    programs: tuple[BoardRow, ...] = ()
    """The accounts that programs play with, in a list of their own."""

    @property
    def rule(self) -> News | None:
        """How people come to be listed; None while nobody is established."""
        if not self.needed:
            return None
        return counted(
            "Listed is who has finished ahead of {n} established player: somebody with a sure "
            "rating, from games with at least {rivals} others.",
            "Listed is who has finished ahead of {n} established players: people with a sure "
            "rating, from games with at least {rivals} others.",
            self.needed,
            rivals=RIVALS,
        )

    @property
    def unlisted(self) -> News | None:
        """The reason why the viewer is not on the board; None if there is none."""
        if not any(row.yours and not row.position for row in self.rows):
            return None
        return phrase("You are not listed yet: {beaten} of {n}.", beaten=self.beaten, n=self.needed)


class Between(Struct, frozen=True):
    name: str
    other: Opponent
    past: tuple[PastGame, ...]


class RatingChange(Struct, frozen=True):
    """The change the last game made to the rating of a seat's owner, in points.

    `left`: somebody else had the seat at the end. `spared`: this game took nothing, as the owner
    was away, and had lost another one so on that day.
    """

    seat: int
    name: str
    before: int
    after: int
    left: bool = False
    spared: bool = False
