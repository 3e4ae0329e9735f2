"""The notices above every screen of a session: which one is shown, and for how long."""

from collections.abc import Callable, Container

from msgspec import Struct

from arcade.club.views import ACCOUNT, Notice

MOST = 5
"""The most notices of one rank at a time: the first invitations, or the newest of the others."""
SEEN = 0.5
"""Seconds an invitation must be visible before a key follows it."""
BANNER = 15.0
"""Seconds an invitation covers the top line once it has been seen."""


class _Standing(Struct):
    notice: Notice
    until: float
    shown: float | None = None
    aside: bool = False
    """Whether only its key is still offered."""


class Notices:
    """Shows one notice at a time: the highest rank, then the newest; the oldest invitation.

    A notice of lower rank is shown again afterwards if its time is not up. An invitation steps
    aside after a while, and its key works until its time is up.
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
        """Remove the notice that is shown."""
        if (top := self._top()) is not None:
            self._standing.remove(top)

    def withdraw(self, code: str) -> None:
        """Remove the invitations to a table that the person has reached another way."""
        self._standing = [entry for entry in self._standing if entry.notice.code != code]

    def forget(self, texts: Container[str]) -> None:
        """Remove the notices with these sentences."""
        self._standing = [entry for entry in self._standing if entry.notice.news.text not in texts]

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
        """Seconds left for the notice that is shown."""
        top = self._top()
        return max(0.0, self._end(top) - self._clock()) if top else 0.0

    @property
    def next_change(self) -> float | None:
        """Seconds until the display changes; None without notices."""
        top, now = self._top(), self._clock()
        times = [entry.until for entry in self._standing if entry.aside]
        if top is not None:
            seen = (now if top.shown is None else top.shown) + SEEN
            times.append(seen if top.notice.code and now < seen else self._end(top))
        return min(times) - now if times else None

    @property
    def seen(self) -> float:
        """Seconds for which the current notice has been on the screen."""
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
