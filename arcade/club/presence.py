"""Who is here: interactive visits, the tables people are at, and news of the lobby for them."""

import asyncio
import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from arcade.club.attendance import Attendance
from arcade.club.people.accounts import Accounts
from arcade.club.streams.messenger import Entered, Messenger, Present, Sent
from arcade.club.views import ACCOUNT, Notice
from arcade.engine.news import News, phrase
from arcade.newest import Newest
from arcade.players.player import Player
from arcade.rooms.presence import Location, Peers, Presence
from arcade.tasks import Coalescer

GATHER_TIME = 0.05
"""Seconds for which changes of presence are gathered before they are sent to other processes."""
LOBBY_PAUSE = 0.2
"""Seconds for which changes of the lobby are gathered before visits are notified."""
ACCOUNT_TIME = 60.0
"""Seconds for which a notice about the account is shown."""
AWAY_TIME = 60.0
"""Seconds after which somebody who comes again has arrived: lines break, and apps change."""
MAX_LEFT = 10_000
"""The most people whose leaving is remembered."""
MAX_INVITED = 30
"""The most tables to which a visit remembers who has invited the person."""
VISIT_PAUSE = 0.005
"""Seconds between two visits that are notified: a key waits for one lobby, not for several."""


class Visit:
    def __init__(
        self,
        presence: "ClubPresence",
        player: Player,
        ended: Callable[[News], None],
        hear: Callable[[Notice], None],
    ) -> None:
        self.player = player
        self.ended = ended
        self.hear = hear
        self.answers = True
        """Whether the person's client answers."""
        self.invited: Newest[str, frozenset[str]] = Newest(MAX_INVITED)
        """The ids of those who have invited the person, by the code of the table."""
        self._presence = presence
        self.began = asyncio.get_running_loop().time()
        self._listeners: list[Callable[[], None]] = []

    @property
    def age(self) -> float:
        return asyncio.get_running_loop().time() - self.began

    @property
    def shown(self) -> bool:
        """Whether others see the person: somebody with a name, whose client answers."""
        return self.answers and bool(self.player.name)

    def rename(self, player: Player) -> None:
        self.player = player
        self._presence.renew(player.id)

    def note_line(self, answers: bool) -> None:
        self.answers = answers
        self._presence.renew(self.player.id)

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after changes of the lobby; return a function that ends this."""
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed) if changed in self._listeners else None

    @property
    def listens(self) -> bool:
        return bool(self._listeners)

    def notify(self) -> None:
        for changed in tuple(self._listeners):
            changed()

    def leave(self) -> None:
        """End the visit, also after a broken connection."""
        self._listeners.clear()
        self._presence.leave(self)
        self.ended = lambda _: None  # they refer to the visitor, who refers to the visit
        self.hear = lambda _: None


class LobbyNotifier:
    """Notifies visits of changes in the lobby, one by one, because each draws a screen.

    Changes during a round cause one further round. With many visits rounds take longer, but keys do
    not wait longer.
    """

    def __init__(self, visits: Callable[[], Iterable[Visit]]) -> None:
        self._visits = visits
        self._waiting: deque[Visit] = deque()
        self._again = False
        self._soon = Coalescer(self._notify_next, LOBBY_PAUSE)
        self.stop = self._soon.stop

    def begin(self) -> None:
        self._again = bool(self._waiting)
        self._soon.begin()

    def _notify_next(self) -> None:
        if not self._waiting:
            self._waiting.extend(self._visits())
        if self._waiting:
            self._waiting.popleft().notify()
        if self._waiting:
            self._soon.begin(VISIT_PAUSE)
        elif self._again:
            self._again = False
            self._soon.begin()


class ClubPresence:
    """The visits and table sessions of this process; `peers` has those of the others."""

    def __init__(self, accounts: Accounts, messenger: Messenger, peers: Peers) -> None:
        self.peers = peers
        self._accounts = accounts
        self._messenger = messenger
        self._visits: dict[str, Visit] = {}
        self._locations: dict[str, tuple[Location, ...]] = {}
        """Where each of a person's sessions in this process is, by the person's id."""
        self._by_link = Counter[str]()
        """How many watch each table by its link."""
        self.attendance = Attendance()
        self._sent = Presence()
        self._sending = Coalescer(self._send_changes, GATHER_TIME)
        self._notifier = LobbyNotifier(lambda: (visit for visit in self.visits if visit.listens))
        self._waits = Counter[str]()
        """How many calls each person waits for, by id."""
        self._left: Newest[str, float] = Newest(MAX_LEFT)
        """When people left a process, by id."""
        peers.moved = self._moved_elsewhere
        self.came_or_went: Callable[[], None] = self.lobby_changed
        """Called when a visit begins or ends in this process."""
        self.arrived: Callable[[str], None] = lambda _: None
        """Called with the id of a person who has come, in any process, after a while elsewhere."""
        self.gone: Callable[[Player], None] = lambda _: None
        """Called with a person whose visit in this process is over."""

    @property
    def visits(self) -> tuple[Visit, ...]:
        return tuple(self._visits.values())

    @property
    def here(self) -> Mapping[str, Player]:
        """Everybody here with a name, in any process, by id."""
        return self.attendance.people

    @property
    def tables(self) -> Mapping[str, Location]:
        """Where each person at a table is, in any process, by the person's id."""
        return self.attendance.tables

    @property
    def locations(self) -> tuple[Location, ...]:
        """The people at tables in this process."""
        return tuple(chain.from_iterable(map(_once, self._locations.values())))

    def locations_of(self, player_id: str) -> tuple[Location, ...]:
        """Return where a person is at tables in this process, in the order they came there."""
        return _once(self._locations.get(player_id, ()))

    def whereabouts(self) -> tuple[Location, ...]:
        """Return the people at tables, in any process."""
        return (*self.locations, *self.peers.locations)

    def of_person(self, player_id: str) -> tuple[Location, ...]:
        """Return where a person is at tables, in any process."""
        return (*self.locations_of(player_id), *self.peers.of_person(player_id))

    def enter(
        self,
        player: Player,
        ended: Callable[[News], None],
        hear: Callable[[Notice], None] = lambda _: None,
    ) -> Visit:
        """Begin a visit, and end an older visit of the same person with a sentence.

        `hear` receives notices to show at once, wherever the person is.
        """
        before = self._visits.pop(player.id, None)
        if before is not None:
            before.ended(phrase("You are here from another terminal now; this one is closed."))
        visit = self._visits[player.id] = Visit(self, player, ended, hear)
        after = player.id in self.peers.people
        away = visit.began - self._left.pop(player.id, -math.inf) > AWAY_TIME
        arrived = before is None and not after and away
        self._messenger.send(Entered(player.id, after, arrived))
        self.renew(player.id)
        self.came_or_went()
        if arrived:
            self.arrived(player.id)
        return visit

    def entered_elsewhere(self, player_id: str, young: float) -> None:
        """End a visit of at least `young` seconds, because another process has a newer one."""
        visit = self._visits.get(player_id)
        if visit is not None and visit.age >= young:
            del self._visits[player_id]
            self.renew(player_id)
            visit.ended(phrase("You are here from another terminal now; this one is closed."))

    def leave(self, visit: Visit) -> None:
        if self._visits.get(visit.player.id) is visit:
            del self._visits[visit.player.id]
            self._note_left(visit.player.id)
            self.renew(visit.player.id)
            self.came_or_went()
            self.gone(visit.player)

    def _moved_elsewhere(self, player_ids: Iterable[str]) -> None:
        for player_id in player_ids:
            was_here = player_id in self.here
            self._renew(player_id)
            if was_here and player_id not in self.here and player_id not in self._visits:
                self._note_left(player_id)

    def _note_left(self, player_id: str) -> None:
        self._left[player_id] = asyncio.get_running_loop().time()

    def is_about(self, player: Player) -> bool:
        """Return whether a person is here, or was until a moment ago.

        Lines break, and a process whose lease has lapsed takes its people along.
        """
        since = asyncio.get_running_loop().time() - self._left.get(player.id, -math.inf)
        return since <= AWAY_TIME or player.id in self.here

    def arrive(self, location: Location) -> None:
        player_id = location.player.id
        self._locations[player_id] = (*self._locations.get(player_id, ()), location)
        self.renew(player_id)

    def depart(self, location: Location) -> None:
        player_id = location.player.id
        newest = [*reversed(self._locations[player_id])]
        newest.remove(location)
        if newest:
            self._locations[player_id] = tuple(reversed(newest))
        else:
            del self._locations[player_id]
        self.renew(player_id)

    def count_by_link(self, code: str, change: int) -> None:
        """Note that some have begun or ceased to watch a table by its link."""
        self._by_link[code] += change
        self._by_link = +self._by_link
        self._tell_others()

    def count_wait(self, player_id: str, change: int) -> None:
        """Note that a person has begun or ceased to wait for a call."""
        self._waits[player_id] += change
        self._waits = +self._waits
        self._tell_others()

    def waits(self, player_id: str) -> int:
        """Count the calls for which a person waits, in any process."""
        return self._waits[player_id] + self.peers.waits(player_id)

    def notify(self, notice: Notice) -> None:
        """Show a notice to everybody in this process, without storing it."""
        for visit in self.visits:
            visit.hear(notice)

    def tell(self, player_id: str, news: News) -> None:
        """Show a sentence about their account to a person in this process."""
        if (visit := self._visits.get(player_id)) is not None:
            visit.hear(Notice(news, ACCOUNT_TIME, rank=ACCOUNT))

    def send(self, player_id: str, by: str, notice: Notice) -> None:
        """Show a notice by another person to a person, in any process."""
        self.deliver(player_id, by, notice)
        self._messenger.send(Sent(player_id, by, notice))

    def deliver(self, player_id: str, by: str, notice: Notice) -> None:
        """Show a notice to a person in this process, unless they ignore its sender."""
        visit = self._visits.get(player_id)
        if visit is None or by in self._accounts.ignored(visit.player):
            return
        if notice.by:
            before = visit.invited.get(notice.code, frozenset())
            visit.invited[notice.code] = before | {notice.by}
        visit.hear(notice)

    def answered(self, player_id: str, code: str) -> frozenset[str]:
        """Forget the invitations of a person in this process to a table; return whose they were."""
        visit = self._visits.get(player_id)
        return frozenset() if visit is None else visit.invited.pop(code, frozenset())

    def lobby_changed(self) -> None:
        """Notify everybody who sees the lobby, soon."""
        self._notifier.begin()

    def renew(self, player_id: str) -> None:
        """Note that somebody may have come, gone or moved, and tell the other processes."""
        self._renew(player_id)
        self._tell_others()

    def _renew(self, player_id: str) -> None:
        """Note who somebody is and where, here before other processes, but at tables there."""
        visit = self._visits.get(player_id)
        player = visit.player if visit is not None and visit.shown else None
        at = self.of_person(player_id) or (None,)
        self.attendance.note(player_id, player or self.peers.people.get(player_id), at[-1])

    def _tell_others(self) -> None:
        if not self._messenger.alone:
            self._sending.begin()

    def send_presence(self) -> None:
        self._sent = self._own()
        self._messenger.send(Present(self._sent))

    def stop(self) -> None:
        self._notifier.stop()
        self._sending.stop()

    def _send_changes(self) -> None:
        if self._own() != self._sent:
            self.send_presence()

    def _answering(self) -> Iterator[Player]:
        """Yield everybody with a name whose client answers, in this process."""
        return (visit.player for visit in self.visits if visit.shown)

    def _own(self) -> Presence:
        return Presence(
            tuple(self._answering()), self.locations, dict(self._by_link), dict(self._waits)
        )


def _once(locations: tuple[Location, ...]) -> tuple[Location, ...]:
    return locations if len(locations) < 2 else tuple(dict.fromkeys(locations))
