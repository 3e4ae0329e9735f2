"""Tells a screen that something changed, at most once until the screen has looked."""

from collections.abc import Callable
from contextvars import copy_context
from typing import Protocol

from textual.message import Message
from textual.message_pump import MessagePump

from arcade.tasks import Coalescer


class Source(Protocol):
    """Something that changes: a table session, a visit."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; return a function that stops this."""
        ...


class Changed(Message, bubble=False):
    """The data of a screen may have changed; the screen fetches them when it handles this."""


class Announcer:
    """Called for every change, in any session's context; posts `Changed` for the first of several.

    It posts one turn of the loop later, in the context of the session that made it, because the
    club calls listeners in the context of the change. The screen calls `taken` to allow the next.
    """

    def __init__(self, screen: MessagePump) -> None:
        self._screen = screen
        self._soon = Coalescer(self._post, context=copy_context())
        self._posted = False
        self._stops: list[Callable[[], None]] = []

    def listen(self, source: Source) -> None:
        self._stops.append(source.listen(self))

    def stop(self) -> None:
        while self._stops:
            self._stops.pop()()

    def __call__(self) -> None:
        """Announce a change, unless an announcement is still pending."""
        if not self._posted:
            self._soon.begin()

    def taken(self) -> None:
        """Note that the screen has handled the announcement."""
        self._posted = False

    def _post(self) -> None:
        self._posted = True
        self._screen.post_message(Changed())
