"""Views of tables and of the lobby; each is built for one person, who may see all of it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field, structs

from arcade.club.standings.views import RatingChange as RatingChange
from arcade.engine.fair import Contribution
from arcade.engine.game import Outcome
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.players.player import ORGANISER
from arcade.rooms.facts import Vote as Vote
from arcade.rooms.facts import duel_of
from arcade.rooms.room import LogLine as LogLine
from arcade.rooms.room import Phase as Phase
from arcade.rooms.table_rules import TABLE_OPTIONS as TABLE_OPTIONS
from arcade.rooms.table_rules import TableOption as TableOption
from arcade.rooms.table_rules import TableRules as TableRules

SeatKind = Literal["open", "person", "absent", "held", "bot"]
"""Who plays a seat: nobody; a present person; a person whose connection broke a moment ago; a
stand-in for a person who may come back; a bot."""


class SeatLine(Struct, frozen=True):
    """One seat.

    `name` is the person's or the bot's, "" for an open seat. `after` names the person who takes the
    bot's seat when the next round begins.
    """

    number: int
    name: str
    kind: SeatKind
    guest: bool = False
    yours: bool = False
    after: str = ""


class Sealing(Struct, frozen=True):
    """The sealed dice of one game, as anybody may see them, in hex digits.

    `seats` is what each seat contributed; words that are still secret have the kind "sealed" and
    only a commitment. `seed` is None until it is revealed.
    """

    number: int
    commitment: str
    seats: tuple[Contribution, ...]
    seed: str | None = None
    day: str = ""


class FairView(Struct, frozen=True):
    """Verifiable chance at a table: the running or next game, and the last finished game.

    `words` are what this person contributed to the next game; nobody else sees them.
    """

    now: Sealing | None = None
    last: Sealing | None = None
    words: str = ""


class Absence(Struct, frozen=True):
    """A player away from a running game: in the lobby (`near`), or gone.

    At `until` a bot takes over, in ms since 1970.
    """

    seat: int
    until: int
    near: bool


class TableView(Struct, frozen=True):
    """A table as one person sees it.

    `seat` is that person's seat (None: watching). `next_seat` is a seat they have taken but play
    only from the next round on. Once a game is over, `played` holds the seats at its end: its view
    and result are this person's, whoever has sat down since. `view` is the game's view for that
    seat, or the spectators' (None before the first game). `offers` is what that seat may do now;
    `to_act` are the seats the game waits for. `version` grows with every change of the room;
    pictures of the same version differ only in who is present. A `private` table is not in the
    lobby.

    `clocks` has for each seat the time its clock runs out, in ms since 1970 (None: no clock runs);
    `reserves` are the seconds left in its reserve. `asked` has the seats that ask for a pause or
    the end, or are ready for another game, which begins by `begins` at the latest (ms since 1970,
    0: not by itself). `ended`: the last game was ended without a result. The last finished round is
    shown until `shown_until`, in ms since 1970 (0: none is). `delayed`: this person watches some
    actions behind. A person `sent_away` has to leave.
    """

    code: str
    game: str
    options: Mapping[str, object]
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
    """Whether players may ask the coach here."""
    opener: str = ""
    """The name of the person who opened the table."""
    outcome: Outcome | None = None
    """The result of the last game, if it has one."""
    next_seat: int | None = None
    decided: bool = False
    """Whether only bots have a part in the running game."""
    rushed: bool = False
    """Whether the bots play, or played, the game to its end at once."""
    left: tuple[str, ...] = ()
    """The people who have left a running game; the others may end it, rated."""
    leavers: tuple[int, ...] = ()
    """The seats of people who often leave; one's own comes before others see it."""
    programs: tuple[int, ...] = ()
    """The seats of accounts that programs play with."""
    played: tuple[SeatLine, ...] = ()
    changes: tuple[RatingChange, ...] = ()
    """The rating changes of the finished game; empty until they are stored."""
    fair: FairView = FairView()
    by_link: int = 0
    """How many watch by a link, beside the `watchers`, who have names."""

    @property
    def watched(self) -> int:
        """How many watch, with a name or by a link."""
        return len(self.watchers) + self.by_link

    @property
    def you(self) -> str:
        """The name this person has at the table; "" for a spectator."""
        return "" if self.seat is None else self.seats[self.seat].name

    def as_played(self) -> "TableView":
        """Return the table with the players of the finished game, not those who have sat down
        since.

        `seat` is then this person's seat in that game (None: they did not play).
        """
        if not self.played:
            return self
        own = next((line.number for line in self.played if line.yours), None)
        return structs.replace(self, seats=self.played, seat=own, played=())

    def change(self, seat: int) -> RatingChange | None:
        """Return the rating change of the person who had this seat at the game's end."""
        changes = (change for change in self.changes if change.seat == seat and not change.left)
        return next(changes, None)

    @property
    def of_tournament(self) -> bool:
        return self.opener == ORGANISER.name

    @property
    def daily(self) -> bool:
        """Whether it is a person's daily deal: played once, and nobody else sits down."""
        return bool(self.deal) and not self.duel

    @property
    def duel(self) -> str:
        """The code of the duel that is played here; "" for none."""
        return duel_of(self.deal)

    @property
    def deal(self) -> str:
        """The deal that the table shares with others: a day, or a duel's round; "" for none."""
        return self.fair.now.day if self.fair.now is not None else ""

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.seat in self.to_act and not self.rushed

    @property
    def company(self) -> tuple[str, ...]:
        """The names of the other persons who play here."""
        return tuple(seat.name for seat in self.seats if seat.kind == "person" and not seat.yours)

    @property
    def may_settle(self) -> bool:
        """Whether this person may ask to end the game, which somebody has left, with a result."""
        plays = self.seat is not None and self.seats[self.seat].kind == "person"
        return plays and bool(self.left) and not self.rushed

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays for this person until they take their seat back."""
        return self.seat is not None and self.seats[self.seat].kind == "held"


class TableRow(Struct, frozen=True):
    """A table as the lobby lists it, for one person.

    `taken` counts people (reserved seats too), `open` the seats a person can take now (empty ones
    and bots'). `yours`: the person has a seat there; `turn`: the game waits for them. `days` is
    more than 0 in play by correspondence. Nobody is at a table that is `asleep`, and nothing
    happens there until somebody comes.
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
    """The latest start of the next game, in ms since 1970 (0: not by itself)."""
    by_link: int = 0
    """How many of the `watchers` came by a link: nobody is kept at a table for them."""


class SeatOffer(Struct, frozen=True):
    """A bot's seat in a running game that a person can take, with what it holds.

    `people` play there; the last of them moved at `moved` (ms since 1970). `holds` are the stakes
    of the seat. `waits`: the person plays from the next round on.
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
    """A visitor; requests name them by the `id`, which no screen shows.

    `where` is the code of a table ("": in the lobby or, if `at_table`, at a private table).
    `playing`: not watching; `hushed`: muted there by the person who opened the table. `marked`: the
    viewer has marked them; a `friend` has marked the viewer too, and may be `away`.
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
    leaves: bool = False
    """Whether they often leave games."""
    program: bool = False
    """Whether a program plays with this account."""
    friend: bool = False
    marked: bool = False
    away: bool = False


FRIEND, INVITATION, ACCOUNT, HOUSE, OWN = range(-1, 4)
"""Ranks of notices: friends who come, invitations, the account, the host's, answers to the person's
own requests.
"""


class Notice(Struct, frozen=True):
    """A sentence to show now, wherever the person is, for this many seconds.

    With a `code` it is an invitation to that table, `by` the person with this id ("": by the house,
    which nobody declines). Notices of a higher `rank` are shown first.
    """

    news: News
    seconds: float
    code: str = ""
    rank: int = HOUSE
    by: str = ""


class Ending(Struct, frozen=True):
    """How a game ended at a public table; `code` and `number` name its record, `people` played."""

    code: str
    number: int
    at: int
    text: News
    people: int


class LobbyView(Struct, frozen=True):
    """The open tables (the person's own first), the visitors, the chat, and recent news.

    `joins` is the table that playing at once leads to, "" for a new one; `games` has the codes for
    games that lead to another table. `seat` is an available seat in a running game. `endings` are
    the games that ended lately, those of several people first.
    """

    tables: tuple[TableRow, ...]
    people: tuple[str, ...]
    lines: tuple[LogLine, ...] = ()
    news: tuple[LogLine, ...] = ()
    joins: str = ""
    games: Mapping[str, str] = {}
    seat: SeatOffer | None = None
    friends: frozenset[str] = frozenset()
    """The names of the viewer's friends who are here."""
    endings: tuple[Ending, ...] = ()
    unnamed: int = 0
    """How many more people are here."""

    @property
    def number(self) -> int:
        """How many people are here."""
        return len(self.people) + self.unnamed
