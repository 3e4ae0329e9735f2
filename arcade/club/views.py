"""Views of tables and of the lobby, built for one person, who may see every value in them."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field, structs

from arcade.club.standings.views import RatingChange as RatingChange
from arcade.engine.fair import Contribution
from arcade.engine.game import Outcome
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.rooms.facts import Vote as Vote
from arcade.rooms.room import LogLine as LogLine
from arcade.rooms.room import Phase as Phase
from arcade.rooms.table_rules import TABLE_OPTIONS as TABLE_OPTIONS
from arcade.rooms.table_rules import TableOption as TableOption
from arcade.rooms.table_rules import TableRules as TableRules

SeatKind = Literal["open", "person", "absent", "held", "bot"]
"""Who plays a seat: nobody; a person who is here; a person whose line broke a moment ago; a bot in
place of a person who may come back; a bot."""


class SeatLine(Struct, frozen=True):
    """One seat. `name` is the person's or the bot's, "" for an open seat.

    `after` is who takes the bot's seat when the next round begins.
    """

    number: int
    name: str
    kind: SeatKind
    guest: bool = False
    yours: bool = False
    after: str = ""


class Sealing(Struct, frozen=True):
    """One game's dice, as anybody may see them: hex digits.

    `seats` is what each seat gave; of words that are not told yet only the commitment is there,
    their kind is "sealed" then. `seed` is None until it is told.
    """

    number: int
    commitment: str
    seats: tuple[Contribution, ...]
    seed: str | None = None
    day: str = ""


class FairView(Struct, frozen=True):
    """Verifiable chance at a table: the running or next game, and the last one that is over.

    `words` are those this person gave to the next game, in their own sight only.
    """

    now: Sealing | None = None
    last: Sealing | None = None
    words: str = ""


class Absence(Struct, frozen=True):
    """Somebody who is away from a running game: in the lobby (`near`), or gone.

    `until` says when a bot plays for them, in ms since 1970.
    """

    seat: int
    until: int
    near: bool


class TableView(Struct, frozen=True):
    """A table as one person sees it.

    `seat` is that person's seat (None: watching); `next_seat` is the one they have taken and play
    from the next round on, until which they watch. Once a game is over, `played` names who had the
    seats at its end, and which of them this person had: its view and its result are theirs, whoever
    has sat down since. `view` is the game's own view for that seat, or
    the spectators' (None before the first game). `offers` is what that seat may do now; `to_act`
    names the seats the game waits for. `version` grows with every change of the room; pictures of
    the same version differ only in who is here. A `private` table is not in the lobby.

    `clocks` says for each seat when its time is over, in ms since 1970 (None: no clock runs);
    `reserves` are the seconds its reserve has left. `asked` names the seats that ask for a pause or
    for the end, or are ready for another game, which begins at the latest at `begins` (ms since
    1970, 0: not by itself); `ended` says that the last game was ended without a result. `held` says
    until when the last finished round lies on the table, in ms since 1970 (0: none does). `late`
    says that this person watches a table whose watchers are some actions behind.
    Who was `sent_away` has no business there any more.
    """

    code: str
    game: str
    options: Mapping[str, Any]
    phase: Phase
    version: int
    seats: tuple[SeatLine, ...]
    seat: int | None = None
    host: bool = False
    view: Any | None = None
    offers: tuple[Offer, ...] = ()
    to_act: tuple[int, ...] = ()
    lines: tuple[LogLine, ...] = ()
    watchers: tuple[str, ...] = ()
    games_played: int = 0
    private: bool = False
    table: TableRules = TableRules()
    clocks: tuple[int | None, ...] = ()
    reserves: tuple[int, ...] = ()
    paused: bool = False
    asked: Mapping[Vote, tuple[int, ...]] = {}
    begins: int = 0
    ended: bool = False
    delayed: bool = field(default=False, name="late")
    shown_until: int = field(default=0, name="held")
    sent_away: bool = False
    absent: tuple[Absence, ...] = ()
    coach: bool = False
    """Whether the coach may be asked here."""
    opener: str = ""
    """Who opened the table."""
    outcome: Outcome | None = None
    """How the last game ended, if it has a result."""
    next_seat: int | None = None
    decided: bool = False
    """Whether only bots have a part in the running game."""
    rushed: bool = False
    """Whether the bots play, or played, it to its end at once."""
    played: tuple[SeatLine, ...] = ()
    changes: tuple[RatingChange, ...] = ()
    """What the game that is over did to ratings; empty until that is stored."""
    fair: FairView = FairView()

    @property
    def you(self) -> str:
        """The name this person has at the table; "" for a spectator."""
        return "" if self.seat is None else self.seats[self.seat].name

    def as_played(self) -> "TableView":
        """Return the table with those who played the game that is over, not who has sat down since.

        `seat` is then the one this person had in it (None: they did not play).
        """
        if not self.played:
            return self
        own = next((line.number for line in self.played if line.yours), None)
        return structs.replace(self, seats=self.played, seat=own, played=())

    def change(self, seat: int) -> RatingChange | None:
        """Return what the game did to the rating of the person who had this seat at its end."""
        changes = (change for change in self.changes if change.seat == seat and not change.left)
        return next(changes, None)

    @property
    def daily(self) -> bool:
        """Whether it is somebody's deal of the day: played once, and nobody else sits down."""
        return any(
            sealing is not None and sealing.day for sealing in (self.fair.now, self.fair.last)
        )

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.to_act

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays on this person's seat until they take it back."""
        return self.seat is not None and self.seats[self.seat].kind == "held"


class TableRow(Struct, frozen=True):
    """A table as the lobby lists it. `taken` counts persons (held seats too), `open` the seats a
    person can take now (empty ones and bots'), `yours` says whether one has a seat there, `turn`
    whether the game there waits for one. `days` is more than 0 where one plays by correspondence.
    At one that is `asleep` there is nobody, and nothing goes on until somebody comes.
    """

    code: str
    game: str
    name: str
    phase: Phase
    seats: int
    taken: int
    bots: int
    open: int
    watchers: int
    people: tuple[str, ...]
    yours: bool
    turn: bool = False
    days: int = 0
    asleep: bool = False
    begins: int = 0
    """When the next game begins at the latest, in ms since 1970 (0: not by itself)."""


class SeatOffer(Struct, frozen=True):
    """A bot's seat in a running game that a person can take, and what one gets with it.

    `people` are those who play there, one of whom moved last at `moved` (ms since 1970); `holds` is
    what the seat has. `waits`: one plays from the next round on.
    """

    code: str
    game: str
    name: str
    seat: int
    bot: str
    people: tuple[str, ...]
    moved: int
    holds: News | None = None
    waits: bool = False


class Person(Struct, frozen=True):
    """Somebody who is here; requests name them by the `id`, which is told to nobody.

    `where` is the code of a table ("": in the lobby, or, if `at_table`, at a table that is
    private); `playing` there, not watching; `hushed` there by who opened it.
    """

    id: str
    name: str
    guest: bool
    you: bool
    ignored: bool
    where: str = ""
    at_table: bool = False
    playing: bool = False
    hushed: bool = False


INVITATION, ACCOUNT, HOUSE, OWN = range(4)
"""Ranks of notices: invitations, changes of one's keys, the host's, what one has just asked for."""


class Notice(Struct, frozen=True):
    """A sentence to be shown now, wherever a person is, for so many seconds.

    With a `code` it is an invitation to that table. What has a higher `rank` is shown first.
    """

    news: News
    seconds: float
    code: str = ""
    rank: int = HOUSE


class LobbyView(Struct, frozen=True):
    """The open tables (the person's own first), who is here, the chat, and what happened.

    `joins` is the code of the table that playing at once leads to, "" for a new one; `games` are
    these codes for games for which it is another. `seat` is one that can be taken in a running
    game.
    """

    tables: tuple[TableRow, ...]
    people: tuple[str, ...]
    lines: tuple[LogLine, ...] = ()
    news: tuple[LogLine, ...] = ()
    joins: str = ""
    games: Mapping[str, str] = {}
    seat: SeatOffer | None = None
