"""What happened at public tables lately, for the lobby: the newest few lines, in memory."""

from collections import deque
from collections.abc import Sequence
from itertools import takewhile

from arcade.club.views import Ending, LogLine
from arcade.engine import registry
from arcade.engine.news import News, counted, phrase
from arcade.rooms.clocks import now
from arcade.rooms.directory import Directory
from arcade.rooms.host import Host
from arcade.rooms.room import Room

LINES = 40
EVENING = 12 * 3_600_000
"""Milliseconds for which the end of a game is news."""


class Feed:
    def __init__(self, rooms: Directory) -> None:
        self.lines: deque[LogLine] = deque(maxlen=LINES)
        self._endings: deque[Ending] = deque(maxlen=LINES)
        self._rooms = rooms
        self._begun = False
        self._seen: dict[str, tuple[int, int]] = {}
        """The numbers of the last game over and of the last log line, at each known table."""
        rooms.subscribe(self._changed)

    @property
    def endings(self) -> tuple[Ending, ...]:
        """The games that ended lately, those of several people first, of them the newest."""
        since = now() - EVENING
        lately = [ending for ending in self._endings if ending.at > since]
        return tuple(sorted(lately, key=lambda ending: (ending.people < 2, -ending.at)))

    def begin(self) -> None:
        """Report what happens from now on; everything earlier is known."""
        self._seen = {host.room.code: _known(host.room) for host in self._rooms}
        self._begun = True

    def forget(self, name: str) -> None:
        """Drop what names somebody."""
        self.lines = deque((line for line in self.lines if not _names(line.news, name)), LINES)
        self._endings = deque((end for end in self._endings if not _names(end.text, name)), LINES)

    def _changed(self, host: Host) -> None:
        room = host.room
        if not self._begun:
            return
        if room.phase == "closed":
            self._seen.pop(room.code, None)
            return
        (before, line), (over, last) = self._seen.get(room.code, (-1, 0)), _known(room)
        self._seen[room.code] = over, last
        if room.private:
            return
        if last > line:
            self._add_headlines(room, line)
        if before < 0:
            self._add(phrase("{who} opens a table: {game}.", who=room.by.name, game=_title(room)))
        if over > max(0, before) and room.outcome is not None:
            self._endings.append(_ending(room, over))

    def _add_headlines(self, room: Room, line: int) -> None:
        """Add the news after a log line that the game's part `words` finds worth reporting."""
        new = [*takewhile(lambda log_line: log_line.number > line, reversed(room.lines))][::-1]
        news = [log_line.news for log_line in new if log_line.kind == "game" and log_line.news]
        headlines = registry.function(room.rules, "words", "headlines", _no_headlines)
        for headline in headlines(news, room.names):
            if room.chairs[headline.number("seat")].player is not None:  # a bot's fate is no news
                self._add(headline)

    def _add(self, news: News) -> None:
        self.lines.append(LogLine(0, now(), "table", news))


def _ending(room: Room, number: int) -> Ending:
    """Say who won a game, and against whom: people are named before bots."""
    assert room.outcome is not None
    won = room.outcome.winners
    people = [seat for seat, chair in enumerate(room.chairs) if chair.player is not None]
    seats = [*people, *(seat for seat in range(len(room.chairs)) if seat not in people)]
    first, others = (
        ", ".join(room.names[seat] for seat in seats if (seat in won) is wins)
        for wins in (True, False)
    )
    text = counted(
        "{who} wins at {game}, ahead of {others}",
        "{who} win at {game}, ahead of {others}",
        len(won),
        who=first,
        others=others,
        game=_title(room),
    )
    if not others:
        text = phrase("{who}: together at {game}", who=first, game=_title(room))
    return Ending(room.code, number, now(), text, len(people))


def _names(news: News | None, name: str) -> bool:
    values = news.data.values() if news is not None else ()
    return any(name in value.split(", ") for value in values if isinstance(value, str))


def _no_headlines(*_: object) -> Sequence[News]:
    return ()


def _known(room: Room) -> tuple[int, int]:
    over = room.course.number if room.phase == "over" and room.course is not None else 0
    return over, room.lines[-1].number if room.lines else 0


def _title(room: Room) -> str:
    return room.rules.meta.name
