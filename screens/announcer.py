"""Tells a screen that something changed, at most once until the screen has looked."""

from asyncio import get_running_loop
from collections.abc import Callable
from contextvars import copy_context
from typing import Protocol

from textual.message import Message
from textual.message_pump import MessagePump


class Source(Protocol):
    """What changes: a place, a visit."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have `changed` called after every change; give back what stops it."""
        ...


class Changed(Message, bubble=False):
    """What a screen shows may look different; what it is, is asked for when this is taken."""


class Announcer:
    """Called for every change, in anybody's context; posts `Changed` for the first of several.

    It is posted a turn of the loop later, in the context of the session that made the announcer:
    the club calls listeners from wherever the change came about. `taken` opens the way for the
    next one, when the screen looks at what there is.
    """

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._loop, self._context = get_running_loop(), copy_context()
        self._waiting = False
        self._stops: list[Callable[[], None]] = []

    def listen(self, source: Source) -> None:
        """Announce the changes of one more source."""
        self._stops.append(source.listen(self))

    def stop(self) -> None:
        """Announce nothing more."""
        while self._stops:
            self._stops.pop()()

    def __call__(self) -> None:
        """Announce a change, unless one that nobody has looked at is announced already."""
        if not self._waiting:
            self._waiting = True
            self._loop.call_soon(self._post, context=self._context)

    def taken(self) -> None:
        """Note that what has been announced is looked at now."""
        self._waiting = False

    def _post(self) -> None:
        self._screen.post_message(Changed())
