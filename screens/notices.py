"""The notices that stand above every screen of a session: which one is shown, and for how long."""

from collections.abc import Callable

from msgspec import Struct

from arcade.club.views import ACCOUNT, Notice

MOST = 5
"""How many of one rank stand at once; of invitations the first are kept, of others the newest."""
SEEN = 0.5
"""Seconds after which an invitation that stands there may be followed."""
BANNER = 15.0
"""Seconds after which an invitation that has been seen leaves the top line to the screen."""


class _Standing(Struct):
    notice: Notice
    until: float
    shown: float | None = None
    aside: bool = False
    """Whether only its key is still offered."""


class Notices:
    """What is shown at one time: the highest rank, and the newest; of invitations the oldest.

    What outranks another does not replace it: that is shown again afterwards, while its time lasts.
    An invitation that has been seen for a while steps aside, and can be followed to its end.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._standing: list[_Standing] = []

    def add(self, notice: Notice) -> None:
        if any(entry.notice is notice for entry in self._standing):
            return
        same = [entry for entry in self._standing if entry.notice.rank == notice.rank]
        if len(same) >= MOST:
            if notice.code:
                return
            self._standing.remove(same[0])
        if not notice.code:
            # The host's newest word replaces the one before, and so does the answer to a request.
            stays = notice.rank == ACCOUNT
            self._standing = [entry for entry in self._standing if stays or entry not in same]
        self._standing.append(_Standing(notice, self._clock() + notice.seconds))

    def drop(self) -> None:
        """Remove the one that is shown."""
        if (top := self._top()) is not None:
            self._standing.remove(top)

    def withdraw(self, code: str) -> None:
        """Remove the invitations to a table to which the person has gone by another way."""
        self._standing = [entry for entry in self._standing if entry.notice.code != code]

    @property
    def shown(self) -> Notice | None:
        top = self._top()
        return top.notice if top else None

    @property
    def invitation(self) -> Notice | None:
        """The invitation that a key follows: the one that is shown, else the last put aside.

        A key that was meant for something else follows nobody.
        """
        top = self._top()
        if top is not None and top.notice.code:
            return top.notice if self.seen >= SEEN else None
        aside = [entry.notice for entry in self._standing if entry.aside]
        return aside[-1] if aside else None

    @property
    def left(self) -> float:
        """How many seconds the one that is shown still stands."""
        top = self._top()
        return max(0.0, self._end(top) - self._clock()) if top else 0.0

    @property
    def next_change(self) -> float | None:
        """In how many seconds something is to be shown anew; None while nothing stands."""
        top, now = self._top(), self._clock()
        times = [entry.until for entry in self._standing if entry.aside]
        if top is not None:
            seen = (now if top.shown is None else top.shown) + SEEN
            times.append(seen if top.notice.code and now < seen else self._end(top))
        return min(times) - now if times else None

    @property
    def seen(self) -> float:
        """For how many seconds the one that is shown has been on the screen."""
        top = self._top()
        return self._clock() - top.shown if top and top.shown is not None else 0.0

    def _top(self) -> _Standing | None:
        now = self._clock()
        self._standing = [entry for entry in self._standing if entry.until > now]
        for entry in self._standing:
            entry.aside |= self._end(entry) <= now
        top: _Standing | None = None
        for entry in self._standing:
            if entry.aside:
                continue
            if top is None or entry.notice.rank >= top.notice.rank + bool(entry.notice.code):
                top = entry
        for entry in self._standing:
            entry.shown = (now if entry.shown is None else entry.shown) if entry is top else None
        return top

    def _end(self, entry: _Standing) -> float:
        """Return when a notice is no longer shown: its time is over, or it steps aside."""
        if not entry.notice.code or entry.shown is None:
            return entry.until
        return min(entry.until, entry.shown + BANNER)
