"""A room: seats, the game's state, and the table log; and the result of its last game."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, cast

from msgspec import UNSET, Struct, UnsetType, field

from arcade.engine import codec, options, registry
from arcade.engine.fair import Contribution
from arcade.engine.game import Game, Outcome, PutsOut, ranks
from arcade.engine.news import News
from arcade.players.player import ORGANISER, Player
from arcade.players.results import Left, Result, Seat
from arcade.rooms import facts
from arcade.rooms.clocks import Clocks
from arcade.rooms.facts import Vote
from arcade.rooms.seats import BOT_NAMES, NOBODY, Begun, Chair, Course, voters
from arcade.rooms.table_rules import TableRules

GAME_BEGINS = "game-begins"
GAME_ABANDONED = "game-abandoned"
"""The kinds of news that say where a table's game begins, and why it has ended without a result."""
REMATCH_WAIT = 20_000
"""Milliseconds from the first ready person to the next game, if not everybody is ready."""
Phase = Literal["waiting", "playing", "over", "closed"]


class LogLine(Struct, frozen=True):
    """One line of a table's log: a sentence about the game or the table, or a chat message.

    - `number` counts lines from 1; `at` is milliseconds since 1970.
    - `news` is a sentence; `names` are the players by seat at that time.
    - A chat message has `who` and clean `text`; a gesture has `who` and `news`. `by` is the id of
      the person, which no view shows.
    - `watcher`: a spectator wrote it during a game; players see it once the game is over.
    - `stand_ins`: the seats where a bot played for an absent person.
    - `turn`: in which turn of the game it happened (0: in none).
    """

    number: int
    at: int
    kind: Literal["game", "table", "chat"]
    news: News | None = None
    names: tuple[str, ...] = ()
    who: str = ""
    text: str = ""
    watcher: bool = False
    by: str = ""
    stand_ins: tuple[int, ...] = field(default=(), name="held")
    turn: int = 0

    def to(self, you: str) -> str:
        """Return the person a sentence addresses: `you`, or "" where a bot played for them."""
        return "" if you in (self.names[seat] for seat in self.stand_ins) else you


class Moment(Struct, frozen=True):
    """An earlier state of the game, and the number of the last log line at that time."""

    state: Struct
    line: int


class RevealedSeal(Struct, frozen=True):
    """A finished sealed game: its seal, the contributions, and the revealed seed."""

    seal: facts.Sealed
    contributions: tuple[Contribution, ...]
    revealed: facts.Revealed


class Dice(Struct, frozen=True):
    """What the draws of the running game, or else of the next one, depend on.

    - `seal`: the sealed seed, None if the game is not sealed.
    - `given`: what seats contribute to the next game; `contributions`: what went into the running
      one.
    - `actions`: number of actions in the last game; `draws`: for each seat, how many of its actions
      drew.
    - `revealed`: the last sealed game that is over.
    """

    seal: facts.Sealed | None = None
    given: Mapping[int, facts.Contributed] = {}
    contributions: tuple[Contribution, ...] = ()
    draws: tuple[int, ...] = ()
    actions: int = 0
    revealed: RevealedSeal | None = None


class Room(Struct, frozen=True):
    """The state of a room after fact number `version`.

    - `state`: the game's own state; None before the first game, and in one that cannot be
      followed, since its rules have changed or its program has failed (`broken`).
    - `due[seat]`: the version at which the seat's current decision began; an action chosen in an
      older view is stale.
    - `course`: who plays the game; `played`: who had the seats when the last one ended, empty
      before the first and while one runs.
    - `asked`: the seats that ask for a pause or for the end, or are ready for another game, the
      first of them since `ready_at`; `asked_at`: since when a pause or the end is asked for;
      `paused`: when a pause began, in ms since 1970 (0: none); `ended`: the last game ended without
      a result.
    - `delayed_states`: the game's last states, oldest first, if spectators are delayed.
    - `hushed`, `barred`: ids of persons who may not speak here, or not come.
    - `day_over`: the day of this daily deal ended before the game; there is no result.
    - `shown_until`: until when the last finished round stays visible, in ms since 1970 (0: none).
    - `rushed`: the bots play without a pause, as no person has a part; or they did to the end.
    - `settled`: the game is ended because somebody has left: bots play the rest for everybody.
    - `broken`: how the game's program failed, "" if it has not.
    - `damaged`: the table's log says that its record is damaged.
    - `joined`: somebody has just sat down with a person who was alone, at `joined_at`; until the
      round ends, clocks begin a turn later, and the coach still answers.
    """

    code: str
    game: str
    options: Mapping[str, object]
    by: Player
    private: bool
    chairs: tuple[Chair, ...]
    phase: Phase = "waiting"
    state: Struct | None = None
    games_played: int = 0
    version: int = 1
    due: tuple[int, ...] = ()
    lines: tuple[LogLine, ...] = ()
    course: Course | None = None
    table: TableRules = TableRules()
    clocks: Clocks = Clocks()
    asked: Mapping[Vote, tuple[int, ...]] = {}
    paused: int = 0
    ended: bool = False
    delayed_states: tuple[Moment, ...] = ()
    hushed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    dice: Dice = Dice()
    day_over: bool = False
    ready_at: int = 0
    asked_at: Mapping[Vote, int] = {}
    shown_until: int = 0
    rushed: bool = False
    settled: bool = False
    joined: bool = False
    joined_at: int = 0
    played: tuple[Chair, ...] = ()
    broken: str = ""
    damaged: bool = False

    @property
    def rules(self) -> Game:
        return registry.find(self.game)

    @property
    def unfollowed(self) -> bool:
        """Whether a game runs that cannot be followed: it has to be ended without a result."""
        return self.phase == "playing" and self.state is None

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended; None if it has no result the current rules can compute."""
        if self.phase != "over" or self.ended or self.day_over or self.state is None:
            return None
        return self.rules.outcome(self.state)

    @property
    def begins(self) -> int:
        """When the next game begins at the latest, in ms since 1970 (0: not by itself)."""
        waits = self.phase == "over" and self.asked.get("again") and not self.table.days
        return self.ready_at + REMATCH_WAIT if waits else 0

    @property
    def daily(self) -> str:
        """The day (ISO) of this table's daily deal; "" for any other table."""
        return "" if self.duel else self.deal

    @property
    def of_tournament(self) -> bool:
        return self.by.id == ORGANISER.id

    @property
    def duel(self) -> str:
        """The code of the duel that is played at this table; "" for any other table."""
        return facts.duel_of(self.deal)

    def name_for_bot(self, seat: int) -> str:
        """Return the name of a seat's bot: always the same at one table, unique among its seats.

        Both tables of a duel have the same.
        """
        start = sum((self.duel or self.code).encode())
        return BOT_NAMES[(start + seat) % len(BOT_NAMES)]

    @property
    def deal(self) -> str:
        """The deal that this table shares with others: a day, or a duel's round; "" for none."""
        return self.dice.seal.day if self.dice.seal else ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.chairs)

    def present_seat(self, player: Player) -> int | None:
        """Return the seat from which a person sees the game: not one given up, or waited for."""
        seat = self.kept_seat(player)
        return None if seat is None or self.chairs[seat].waits else seat

    def seat_of(self, player: Player) -> int | None:
        """Return a person's seat, even if a bot plays it meanwhile."""
        for seat, chair in enumerate(self.chairs):
            if chair.player is not None and chair.player.id == player.id:
                return seat
        return None

    def kept_seat(self, player: Player) -> int | None:
        """Return a person's seat unless they have given it up."""
        seat = self.seat_of(player)
        return None if seat is None or self.chairs[seat].gone else seat

    def next_seat(self, player: Player) -> int | None:
        """Return the seat that a person has taken and plays only from the next round on."""
        seat = self.seat_of(player)
        return seat if seat is not None and self.chairs[seat].waits else None

    def played_seat(self, player_id: str) -> int | None:
        """Return the seat a person had at the end of the last game, now perhaps another's."""
        for seat, chair in enumerate(self.played):
            if chair.holder is not None and chair.holder.id == player_id:
                return seat
        return None

    def to_act(self) -> tuple[int, ...]:
        """Return the seats the running game waits for."""
        playing = self.phase == "playing" and self.state is not None
        return self.rules.to_act(self.state) if playing else ()

    @property
    def decided(self) -> bool:
        """Whether only bots have a part in the running game, and nobody is about to get one."""
        persons = self.person_seats()
        waits = any(chair.waits for chair in self.chairs)
        if self.phase != "playing" or self.state is None or not persons or waits:
            return False
        return set(persons) <= set(self.out())

    def left(self) -> tuple[str, ...]:
        """Return the names of the persons who began the game and for whom a bot plays."""
        if self.phase != "playing" or self.course is None:
            return ()
        out, pairs = self.out(), zip(self.course.seats, self.chairs, strict=True)
        return tuple(
            begun.player.name
            for seat, (begun, chair) in enumerate(pairs)
            if begun.player and chair.bot and not chair.waits and seat not in out
        )

    def out(self) -> tuple[int, ...]:
        """Return the seats without a part in the running game until its round ends at least."""
        return _out(self) if self.phase == "playing" else ()

    def person_seats(self) -> tuple[int, ...]:
        """Return the seats that persons play themselves now."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.has_person)

    def counting(self) -> tuple[int, ...]:
        """Return the seats whose decision takes time: another person waits, or days count.

        In a tournament the people at other tables wait. A seat that a bot plays may be among them:
        the person who takes it goes on with that clock.
        """
        if self.phase != "playing" or self.paused or self.settled or not self.table.timed:
            return ()
        awaited, persons = self.to_act(), {*self.person_seats()}
        if self.table.days or self.of_tournament or len(persons) > 1:
            return awaited
        return tuple(seat for seat in awaited if persons - {seat})

    def running(self) -> tuple[int, ...]:
        """Return the seats of persons whose clock runs."""
        return tuple(seat for seat in self.counting() if self.chairs[seat].has_person)

    def agreed(self, what: Vote) -> bool:
        """Return whether every voter asks for something."""
        asking = [self.chairs[seat].player for seat in self.asked.get(what, ())]
        needed = voters(self.chairs, self.course, what) if asking else {}
        return bool(needed) and needed.keys() <= {player.id for player in asking if player}


def _out(room: Room) -> tuple[int, ...]:
    if room.state is None or not _puts_out(type(room.rules)):
        return ()
    return cast(PutsOut, room.rules).out(room.state)


@cache
def _puts_out(rules: type[Game]) -> bool:
    return issubclass(rules, PutsOut)


def result(room: Room) -> Result | None:
    """Return the result of the room's last game; None while it runs, or if it has none."""
    outcome, course = room.outcome, room.course
    if outcome is None or course is None or room.duel:  # a duel counts between its two people
        return None
    unmissed = () if room.settled else _out(room)
    seats = tuple(
        _seat(begun, chair, unmissed=seat in unmissed)
        for seat, (begun, chair) in enumerate(zip(course.seats, room.played, strict=True))
    )
    return Result(
        code=room.code,
        number=course.number,
        game=room.game,
        began=course.began,
        at=course.at,
        seats=seats,
        ranks=ranks(outcome),
        scores=outcome.scores,
        length=sum(seat.moves for seat in seats),
        options=_unusual(room),
        better=outcome.better,
        sides=outcome.sides,
        stakes=outcome.stakes,
        private=room.private,
    )


def _seat(begun: Begun, chair: Chair, unmissed: bool) -> Seat:
    """Return who had a seat; `unmissed`: it was out, so that who had made its moves could go."""
    total = sum(begun.moves.values())
    if begun.player is not None:  # also where they gave it up and somebody else plays on
        left = _left(begun.player, chair)
        whole = unmissed and begun.moves.get(begun.player.id, 0) == total
        return _person(begun.player, begun, UNSET if left == "away" and whole else left)
    successor = chair.player
    if successor is not None and 2 * begun.moves.get(successor.id, 0) >= max(1, total):
        return _person(successor, begun)
    own = begun.moves.get(NOBODY, 0)
    return Seat(begun.bot_name, bot=begun.bot, moves=total, own=own)


def _person(player: Player, begun: Begun, left: Left | UnsetType = UNSET) -> Seat:
    total, own = sum(begun.moves.values()), begun.moves.get(player.id, 0)
    return Seat(player.name, player.id, player.guest, moves=total, own=own, left=left)


def _left(player: Player, chair: Chair) -> Left | UnsetType:
    """Return how a person was away from the seat at the end, if they were."""
    if chair.holder is None or chair.holder.id != player.id:
        return "gone"
    return "away" if chair.has_stand_in else UNSET


def _unusual(room: Room) -> dict[str, object]:
    usual = codec.plain(options.read(room.rules, {}))
    return {name: value for name, value in room.options.items() if value != usual[name]}
