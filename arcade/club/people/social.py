"""The community: who is here, the lobby's chat, ignoring, reporting, inviting."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice

import structlog
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.people.accounts import Accounts
from arcade.club.people.moderation import Moderation
from arcade.club.presence import ClubPresence
from arcade.club.table_list import may_sit
from arcade.club.views import INVITATION, OWN, LogLine, Notice, Person
from arcade.engine.codec import VersionedCodec
from arcade.engine.news import News, phrase
from arcade.engine.words import folded
from arcade.eventlog.log import Conflict, Damaged, EventLog, NotStored, Token
from arcade.players.player import Player
from arcade.players.results import DAY
from arcade.players.text import clean
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.errors import Refused, refused
from arcade.rooms.moderation import must_have_name
from arcade.rooms.presence import Location
from arcade.rooms.room import Room

STREAMS = "lobby."
"""The prefix of the chat's streams."""
MAX_NAMED = 100
"""The most people whom a lobby names: a full house has thousands."""
LINES = 200
"""Lines of the lobby's chat that are kept and shown."""
CELLS = 200
"""The longest line, in the lobby or at a table, and the longest reason, in terminal cells."""
CONTEXT = 12
"""How many lines of the chat go with a report."""
NOTICE_TIME = 60.0
INVITATION_TIME = 120.0
ANSWER_TIME = 15.0
"""Seconds for which whoever invited reads that it was declined: it covers the table's name."""
ASKED_TIME = 14 * DAY
"""Milliseconds for which an invitation waits for a friend who is away."""

log = structlog.get_logger()


class Spoken(Struct, frozen=True):
    """A line of the lobby's chat, as stored: when (ms since 1970), who, and clean text.

    The house has no id and no name.
    """

    at: int
    id: str
    who: str
    text: str
    v: int = 1


codec = VersionedCodec(Spoken, 1)


class Community:
    """The lobby and its chat, with a stream for every day: a start reads two, not years."""

    def __init__(
        self,
        events: EventLog,
        accounts: Accounts,
        moderation: Moderation,
        presence: ClubPresence,
        rooms: Directory,
        clock: Callable[[], int] = now,
    ) -> None:
        self._events = events
        self._accounts = accounts
        self._moderation = moderation
        self._presence = presence
        self._rooms = rooms
        self._clock = clock
        self._day = ""
        self._token: Token = 0
        self._lines: deque[LogLine] = deque(maxlen=LINES)
        # Two tasks that read another process's lines at once would add them twice.
        self._lock = asyncio.Lock()
        self._invited: dict[tuple[str, str], tuple[int, str]] = {}
        """Until when the invitation of one person to another stands, in ms, and where it leads."""
        self.have_met: Callable[[Player, Player], bool] = lambda _whom, _player: False
        """Whether two people have played a game together."""
        self.often_leaves: Callable[[Player, Player], bool] = lambda _whom, _player: False
        """Whether somebody often leaves games, as far as the second person may know."""

    async def load(self) -> None:
        """Read yesterday's and today's chat and announcements."""
        today = self._clock() // DAY
        for day in (today - 1, today):
            self._day, self._token = _stream(day), 0
            try:
                await self._read_on()
            except Damaged as error:  # talk is no reason to keep people from playing
                log.error("lobby not read", error=str(error))

    # The lobby's chat

    def lines(self, player: Player | None) -> tuple[LogLine, ...]:
        return self.heard(player, self._lines)

    def heard(self, player: Player | None, lines: Iterable[LogLine]) -> tuple[LogLine, ...]:
        """Drop the lines of people this person ignores; show current names of the others."""
        hidden = frozenset(self._accounts.forgotten)
        hidden |= self._accounts.ignored(player) if player else frozenset()
        return tuple(
            [self._now(line) if line.by else line for line in lines if line.by not in hidden]
        )

    def _now(self, line: LogLine) -> LogLine:
        name = self._accounts.called(line.by, line.who)
        news = (
            line.news if name == line.who else line.news and replace(line.news, data={"who": name})
        )
        return replace(line, who=name, news=news, by="")

    async def say(self, player: Player, text: str) -> None:
        text = clean(text, CELLS)
        if not text:
            return
        must_have_name(player)
        self._moderation.may_speak(player)
        await self._speak(player.id, player.name, text)

    async def announce(self, text: str) -> None:
        text = clean(text, CELLS)
        if not text:
            raise refused("There is nothing to announce.")
        await self._moderation.announce(text)
        self._presence.notify(Notice(_from_the_house(text), NOTICE_TIME))
        await self._speak("", "", text)

    # Who is here

    def names(
        self, player: Player | None, most: int | None
    ) -> tuple[tuple[str, ...], frozenset[str]]:
        """Name at most so many who are here, this person's friends first; name the friends."""
        friends = [whom.name for whom in self._friends(player)] if player is not None else []
        near, everybody = frozenset(friends), self._presence.attendance.by_name
        others = (whom.name for whom in everybody if whom.name not in near)
        return tuple(islice(chain(sorted(friends, key=folded), others), most)), near

    def people(self, player: Player, most: int | None = None) -> tuple[Person, ...]:
        """Return who is here and where: the person, their friends, who is free, then the others.

        `most` is how many of them are asked for: a full house has thousands.
        """
        return self._located(player, islice(self.in_order(player), most))

    def in_order(self, player: Player) -> Iterator[Player]:
        """Yield who is here as `people` does, without what the person may know of them."""
        attendance, friends = self._presence.attendance, self._friends(player)
        first = [*filter(None, [attendance.people.get(player.id)]), *friends]
        yield from first
        ids = {whom.id for whom in first}
        others = chain(attendance.free, attendance.at_tables)
        yield from (whom for whom in others if whom.id not in ids)

    def to_invite(
        self, player: Player, seated: Collection[str], most: int
    ) -> tuple[list[str], int]:
        """Name who may be invited to a table where these people sit, those in the lobby first.

        Return `most` names, and how many others there are.
        """
        attendance, friends = self._presence.attendance, self._friends(player)
        here, tables = attendance.people, attendance.tables
        out = {player.id, *self._accounts.ignored(player)} & here.keys()
        out |= {whom.id for name in seated if (whom := attendance.by_name.called(name))}
        free = (whom for whom in friends if whom.id not in tables)
        taken = (whom for whom in friends if whom.id in tables)
        people = dict[str, str]()
        for whom in chain(free, attendance.free, taken, attendance.at_tables):
            if len(people) == most:
                break
            if whom.id not in out:
                people[whom.id] = whom.name
        return [*people.values()], len(here) - len(out) - len(people)

    def friends(self, player: Player) -> tuple[Person, ...]:
        """Return a person's friends who are here and where: those who are free, then the others."""
        return self._located(player, self._friends(player))

    def _friends(self, player: Player) -> list[Player]:
        here, tables = self._presence.here, self._presence.tables
        friends = [here[key] for key in self._accounts.friends(player) & here.keys()]
        return sorted(friends, key=lambda whom: (whom.id in tables, folded(whom.name)))

    def _located(self, player: Player, people: Iterable[Player]) -> tuple[Person, ...]:
        """Return people who are here with their tables; private ones stay unnamed."""
        tables = self._presence.tables
        private = {host.room.code for host in self._rooms if host.room.private}
        hidden = private - self._codes(player)
        return tuple(
            replace(
                person,
                where=_where(tables.get(person.id), hidden),
                at_table=person.id in tables,
                playing=person.id in tables and tables[person.id].seated,
            )
            for person in self.as_seen_by(player, people)
        )

    def as_seen_by(self, player: Player, people: Iterable[Player]) -> Iterator[Person]:
        """Yield what a person may know of people, wherever they are."""
        accounts = self._accounts
        hidden, friends = accounts.ignored(player), accounts.friends(player)
        marked = accounts.marked(player)
        for whom in people:
            yield Person(
                whom.id,
                whom.name,
                guest=whom.guest,
                you=whom.id == player.id,
                ignored=whom.id in hidden,
                leaves=self.often_leaves(whom, player),
                program=whom.id in accounts.programs,
                friend=whom.id in friends,
                marked=whom.id in marked,
            )

    def find(self, name: str) -> Player:
        """Return the person with this id or name, here or not; raises `Refused`.

        A former guest with a key is still found by the guest's name.
        """
        if not clean(name, 40):
            raise refused("Write a name.")
        attendance = self._presence.attendance
        here = attendance.people.get(name) or attendance.by_name.called(name)
        player = here or self._accounts.find(name)
        if player is None:
            raise refused("There is nobody called {name}.", name=clean(name, 40))
        return player

    async def ignore(self, player: Player, name: str, on: bool) -> None:
        """Ignore a person (by id or name), or stop; raises `Refused`, `NotStored`.

        Whoever ignores a person marks them no longer.
        """
        whom = self.find(name)
        if whom.id == player.id:
            raise refused("That is you.")
        await self._accounts.ignore(player, whom, on)
        self._presence.lobby_changed()
        codes = self._codes(player)
        for host in self._rooms:
            if host.room.code in codes:
                host.publish()

    def _codes(self, player: Player) -> set[str]:
        return {at.code for at in self._presence.locations_of(player.id)}

    async def report(
        self,
        player: Player,
        name: str,
        why: str,
        code: str = "",
        lines: Sequence[LogLine] | None = None,
    ) -> None:
        """Report a person to the host, with the last of the `lines` said at that table.

        Without a table the lines are the lobby's. Raises `Refused`.
        """
        whom, why = self.find(name), clean(why, CELLS)
        if whom.id == player.id:
            raise refused("That is you.")
        if not why:
            raise refused("Say in a few words what is wrong.")
        # Also the lines of people whom the reporter ignores: the host needs them.
        heard = map(self._now, self._lines if lines is None else lines)
        chat = [f"{line.who}: {line.text}" for line in heard if line.kind == "chat" and line.text]
        await self._moderation.report(player, whom, why, code, tuple(chat[-CONTEXT:]))

    async def invite(self, player: Player, name: str, code: str) -> bool:
        """Invite a person to a table: one who is here, or a friend, who finds it on coming.

        Return whether they are here; raises `Refused`, `NotStored`. Only one invitation from a
        person to another is open at a time, declined or not. Somebody who ignores the player does
        not see it, and the player does not learn that.
        """
        room = self._rooms.find(code).room
        whom = self.find(name)
        if whom.id == player.id:
            raise refused("That is you.")
        here = whom.id in self._presence.here
        if not here and whom.id not in self._accounts.friends(player):
            raise refused("{name} is not here.", name=whom.name)
        if not self.takes_invitations(whom, player):
            raise refused("{name} takes no invitations from you now.", name=whom.name)
        if here and (player.id, whom.id) in self._open_invitations():
            raise refused("You have just invited {name}: wait two minutes.", name=whom.name)
        self._moderation.may_speak(player)
        if here:
            self._show_invitation(player, whom, room)
        else:
            await self._accounts.ask(player, whom, room.code, room.game)
        return here

    def show_invitations(self, player: Player, after: int) -> None:
        """Show a person the invitations made after a time (ms since 1970) that still stand."""
        for invitation in self._accounts.invitations(player):
            if invitation.at <= max(after, self._clock() - ASKED_TIME):
                continue
            with suppress(Refused):
                room = self._rooms.find(invitation.code).room
                if may_sit(room, player):
                    self._show_invitation(self._accounts.known(invitation.by), player, room)

    def _show_invitation(self, player: Player, whom: Player, room: Room) -> None:
        until = self._clock() + round(INVITATION_TIME * 1000)
        self._invited[player.id, whom.id] = until, room.code
        news = phrase(
            "{who} invites you to table {code} ({game})",
            who=player.name,
            code=room.code,
            game=room.rules.meta.name,
        )
        notice = Notice(news, INVITATION_TIME, room.code, INVITATION, player.id)
        self._presence.send(whom.id, player.id, notice)

    def _open_invitations(self) -> Mapping[tuple[str, str], tuple[int, str]]:
        """Return the invitations whose time is not over, and forget the others."""
        at = self._clock()
        self._invited = {
            pair: invitation for pair, invitation in self._invited.items() if invitation[0] > at
        }
        return self._invited

    def has_invited(self, player: Player, code: str) -> bool:
        """Return whether somebody has invited a person to a table, and the invitation stands."""
        return any(
            (pair[1], table) == (player.id, code) and until > self._clock()
            for pair, (until, table) in self._invited.items()
        )

    def decline(self, player: Player, code: str) -> tuple[str, ...]:
        """Tell whoever has invited a person to a table that they do not come; return the names.

        Raises `Refused` without an invitation. Whoever is declined cannot invite again at once.
        """
        code = code.upper()
        inviters = self._presence.answered(player.id, code)
        if not inviters:
            raise refused("Nobody has invited you.")
        news = phrase("{who} declines your invitation to table {code}.", who=player.name, code=code)
        for inviter in inviters:
            self._presence.send(inviter, player.id, Notice(news, ANSWER_TIME, rank=OWN))
        here = self._presence.here
        people = (here.get(inviter) or self._accounts.known(inviter) for inviter in inviters)
        return tuple(sorted(person.name for person in people))

    def followed(self, player: Player, code: str) -> None:
        """Withdraw a person's invitations to a table once they have come, however they came."""
        self._presence.answered(player.id, code)
        self._invited = {
            pair: invitation
            for pair, invitation in self._invited.items()
            if (pair[1], invitation[1]) != (player.id, code)
        }

    def takes_invitations(self, whom: Player, player: Player) -> bool:
        """Return whether a person wishes to be invited by another."""
        wished = self._accounts.preference(whom, "invitations")
        known = self.have_met(whom, player) or whom.id in self._accounts.friends(player)
        return wished == "all" or (wished == "known" and known)

    async def catch_up(self, stream: str, end: Token = 0) -> Token:
        """Read other processes' entries in a day's stream, and show the host's lines."""
        async with self._lock:
            if _day(stream) > _day(self._day):
                self._day, self._token = stream, 0
            if stream != self._day:
                return end  # of a day that is over
            if not end or end > self._token:
                await self._go_on_reading()
            return self._token

    @property
    def stream(self) -> str:
        return _stream(self._clock() // DAY)

    async def _speak(self, player_id: str, name: str, text: str) -> None:
        async with self._lock:
            while True:
                spoken = Spoken(self._clock(), player_id, name, text)
                day = _stream(spoken.at // DAY)
                if day != self._day:
                    self._day, self._token = day, 0
                try:
                    data = [codec.encode(spoken)]
                    self._token = await self._events.append(day, data, self._token)
                except Conflict:
                    await self._go_on_reading()
                    continue
                break
            self._write(_log_line(spoken))
        self._presence.lobby_changed()

    async def _go_on_reading(self) -> None:
        before = self._lines[-1].number if self._lines else 0
        try:
            await self._read_on()
        except Damaged as error:
            raise NotStored(str(error)) from error
        for line in self._lines:
            if line.number > before and not line.who and line.news is not None:
                self._presence.notify(Notice(line.news, NOTICE_TIME))
        self._presence.lobby_changed()

    async def _read_on(self) -> None:
        for entry in await self._events.read(self._day, self._token):
            self._write(_log_line(codec.decode(entry.data)))
            self._token = entry.token

    def _write(self, line: LogLine) -> None:
        number = self._lines[-1].number + 1 if self._lines else 1
        self._lines.append(replace(line, number=number))


def _log_line(spoken: Spoken) -> LogLine:
    if not spoken.who:
        return LogLine(0, spoken.at, "table", news=_from_the_house(spoken.text))
    return LogLine(0, spoken.at, "chat", who=spoken.who, text=spoken.text, by=spoken.id)


def _from_the_house(text: str) -> News:
    return phrase("From the house: {said}", said=text)


def _stream(day: int) -> str:
    return f"{STREAMS}{day}"


def _day(stream: str) -> int:
    return int(stream.removeprefix(STREAMS) or 0)


def _where(at: Location | None, hidden: set[str]) -> str:
    return "" if at is None or at.code in hidden else at.code
