"""Messages between the processes of one club."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from arcade.club.people.accounts import PendingCode
from arcade.club.views import Notice
from arcade.eventlog.log import ClusterBus
from arcade.players.player import Player
from arcade.rooms.presence import Presence
from arcade.tasks import Tasks


class _Message(Struct, frozen=True, tag_field="say"):
    """Base of the messages."""


class Present(_Message, frozen=True, tag="here"):
    here: Presence


class Entered(_Message, frozen=True, tag="entered"):
    """A person has just come in, and is nowhere else any more.

    `after` says that the sender knew the person to be elsewhere; without it, two processes may send
    it about each other. `arrived`: they were away for a while before.
    """

    id: str
    after: bool
    arrived: bool = False


class Sent(_Message, frozen=True, tag="invited"):
    """A notice for a person, such as an invitation, from the person with the id `by`."""

    id: str
    by: str
    notice: Notice


class Dropped(_Message, frozen=True, tag="dropped"):
    """A person's connection broke at a running game; `code` "": they have left on purpose since."""

    id: str
    code: str


class Issued(_Message, frozen=True, tag="issued"):
    """Somebody may link another key by a code."""

    code: PendingCode


class Came(_Message, frozen=True, tag="came"):
    """A new guest has arrived and is not stored yet."""

    guest: Player


class Draining(_Message, frozen=True, tag="draining"):
    """The host ends all processes in `minutes`."""

    text: str
    minutes: float


class DrainingMachine(_Message, frozen=True, tag="draining-machine"):
    """The host ends the processes of one machine; the others go on."""

    text: str
    minutes: float
    machine: str


Personal = Entered | Sent | Dropped | Issued | Came
"""The messages about one person."""
Message = Present | Personal | Draining | DrainingMachine
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class Messenger:
    """Sends and receives messages on a bus; without a bus the process is alone."""

    def __init__(self, bus: ClusterBus | None) -> None:
        self.bus = bus
        self._tasks = Tasks()

    @property
    def alone(self) -> bool:
        return self.bus is None

    def send(self, message: Message) -> None:
        if self.bus is not None:
            self._tasks.begin(self.bus.publish(_encoder.encode(message)))

    async def listen(self, heard: Callable[[str, Message], None]) -> None:
        """Call `heard` with the sender and each message; raises `Disconnected`."""
        if self.bus is not None:
            await self.bus.subscribe(lambda worker, data: _hear(heard, worker, data))

    async def close(self) -> None:
        await self._tasks.cancel()


def _hear(heard: Callable[[str, Message], None], worker: str, data: bytes) -> None:
    try:
        message = _decoder.decode(data)
    except msgspec.ValidationError:
        return  # of a newer program
    heard(worker, message)
