"""The JSON API for bots: one object a line, both ways; `docs/api.md` describes it.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, Struct, UnsetType

from arcade.club.errors import NotStored, Refused, why_failed
from arcade.club.i18n.words import Words
from arcade.club.operations.account import ChooseName, NewRecovery
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.operations.operation import Operation, perform
from arcade.club.operations.table import Act
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import LogLine, TableView
from arcade.engine import codec
from arcade.engine.news import phrase
from server.text.line_session import LineSession

PROTOCOL = 1
"""Grows when something is changed or removed; additions do not change it."""

PROGRAM = phrase(
    "This account is a program's from now on: it says so in lists, is rated in a list of its own, "
    "and its daily deals do not count. To play yourself, come with another key."
)

RequestId = int | str | None


# From the client


class Request(Struct, frozen=True):
    """What every request has: what to `do`, and an `id` that the answer repeats.

    The other fields are those of the operation.
    """

    do: str
    id: RequestId = None


class SayHello(Struct, frozen=True):
    """Repeat the first event."""


class Bye(Struct, frozen=True):
    """End the conversation."""


REQUESTS: Mapping[str, type[Struct]] = {
    "hello": SayHello,
    ChooseName.api: ChooseName,
    NewRecovery.api: NewRecovery,
    **{operation.api: operation for operation in OPERATIONS if operation.api},
    "bye": Bye,
}

FIELDS = frozenset(Request.__struct_fields__).union(
    *(request.__struct_fields__ for request in REQUESTS.values())
)
"""The names of all fields that any request may have."""


def read_request(line: str) -> tuple[Request, Struct | None]:
    """Read a request and its operation; None if there is no such operation.

    Raises `msgspec.DecodeError` or `RecursionError` naming the wrong field. Fields of other
    operations are ignored: clients may send the same fields with every request.
    """
    request = msgspec.json.decode(line, type=Request)
    for field in msgspec.json.decode(line, type=dict[str, msgspec.Raw]):
        if field not in FIELDS:
            raise msgspec.ValidationError(f"Object contains unknown field `{field}`")
    operation = REQUESTS.get(request.do)
    if operation is None:
        return request, None
    return request, msgspec.json.decode(line, type=operation)


# To the client


class Event(Struct, frozen=True, tag_field="event"):
    """A message to the client: one object, its kind first."""


class You(Struct, frozen=True):
    """Who the client is; `resume` is the code a guest comes back with."""

    name: str
    guest: bool
    resume: str | None


class Hello(Event, frozen=True, tag="hello"):
    """Who the client is, and the number of the protocol."""

    protocol: int
    you: You


class Table(Event, frozen=True, tag="table"):
    """The table as the client's seat sees it."""

    table: Mapping[str, object]


class Done(Event, frozen=True, tag="done"):
    """The answer to a request; the fields of the result follow."""

    id: RequestId
    do: str


class Error(Event, frozen=True, tag="error"):
    """The answer to a request that changed nothing; `paragraph` is of the game's rules."""

    id: RequestId
    code: str
    text: str
    paragraph: int | UnsetType = UNSET


class Notice(Event, frozen=True, tag="notice"):
    """A sentence to show at once; an invitation has the `code` of a table."""

    text: str
    code: str


class Left(Event, frozen=True, tag="left"):
    """The table was closed, or the client was sent away."""

    code: str


class Over(Event, frozen=True, tag="over"):
    """The end of the conversation, with the reason."""

    text: str


class TextLine(Struct, frozen=True):
    """A line of a table's log, in words."""

    number: int
    kind: str
    who: str
    text: str


class Api:
    """Answers one client's requests, and sends the table whenever it changes."""

    def __init__(self, session: LineSession, words: Words) -> None:
        self.session = session
        self._words = words
        self._sent: TableView | None = None
        self._heard = 0
        self._ended = False

    async def run(self, shortcut: Start) -> None:
        """Answer until the client says bye, or its lines end."""
        await self._send(self._hello())
        if shortcut.do in ("join", "watch"):
            first = {"do": shortcut.do, "code": shortcut.code}
            await self._take(msgspec.json.encode(first).decode())
        while not self._ended:
            await self._send_news()
            if self._ended or not await self.session.turn():
                continue
            line = self.session.lines.take()
            if line is None:
                return
            if line.strip():
                await self._take(line)

    def _hello(self) -> Hello:
        player = self.session.player
        return Hello(PROTOCOL, You(player.name, player.guest, self.session.resume_code))

    async def _send_news(self) -> None:
        notices, self.session.notices = self.session.notices, []
        for notice in notices:
            await self._send(Notice(self._words.say(notice.news), notice.code))
        if self.session.over is not None:
            await self._send(Over(self._words.say(self.session.over)))
            self._ended = True
        table_session = self.session.table_session
        if table_session is None or self._ended:
            return
        if table_session.table() != self._sent:
            await self.session.pay()  # many may watch one table: each waits for its turn
            self._sent = table_session.table()
            await self._send(Table(self._plain(table_session, self._sent)))
        table = self._sent
        if table.sent_away or table.phase == "closed":
            self.session.leave()
            self._forget_sent()
            await self._send(Left(table.code))

    def _plain(self, table_session: TableSession, table: TableView) -> dict[str, object]:
        """Return a table as plain values, with only the new lines of its log, in words."""
        fresh = [line for line in table.lines if line.number > self._heard]
        if fresh:
            self._heard = fresh[-1].number
        shared = table_session.host.shared
        if id(table) not in shared:
            plain: dict[str, object] = msgspec.to_builtins(msgspec.structs.replace(table, lines=()))
            plain["view"] = codec.plain(table.view)
            plain["your_turn"] = table.my_turn
            encoded = {key: msgspec.Raw(msgspec.json.encode(plain[key])) for key in plain}
            shared[id(table)] = table, encoded  # the table is kept, so no other gets its id
        return {**shared[id(table)][1], "lines": [self._line(line) for line in fresh]}

    def _line(self, line: LogLine) -> TextLine:
        text = line.text if line.news is None else self._words.say(line.news, line.names)
        return TextLine(line.number, line.kind, line.who, text)

    async def _send(self, event: Event, result: object = None) -> None:
        encoded = msgspec.json.encode(event)
        if isinstance(result, Struct) and (fields := msgspec.structs.asdict(result)):
            encoded = encoded[:-1] + b"," + msgspec.json.encode(fields)[1:]
        await self.session.write(encoded.decode() + "\n")

    async def _take(self, line: str) -> None:
        try:
            request, asked = read_request(line)
        except (msgspec.DecodeError, RecursionError) as error:
            await self._send(Error(None, "bad-request", str(error)))
            return
        if asked is None:
            text = f"there is no {request.do!r}; {', '.join(REQUESTS)}"
            await self._send(Error(request.id, "bad-request", text))
        else:
            await self._answer(request, asked)

    async def _answer(self, request: Request, asked: Struct) -> None:
        before = self.session.table_session
        try:
            result = await self._do(asked)
        except Refused as error:
            paragraph = error.paragraph or UNSET
            await self._send(Error(request.id, "refused", self._why(error), paragraph))
        except NotStored as error:
            await self._send(Error(request.id, "not-stored", why_failed(self._words, error)))
        else:
            await self._send(Done(request.id, request.do), result)
        if self.session.table_session is not before:
            self._forget_sent()

    async def _do(self, asked: Struct) -> object:
        if isinstance(asked, Operation):
            if isinstance(asked, Act):
                await self._note_program()
            return await perform(self.session, asked)
        if isinstance(asked, SayHello):
            return self._hello()
        self._ended = True
        return None

    async def _note_program(self) -> None:
        """Note, once and for good, that a program plays with this account, and inform it."""
        if await self.session.club.accounts.note_program(self.session.player):
            await self._send(Notice(self._words.say(PROGRAM), ""))

    def _forget_sent(self) -> None:
        """Send the next table even if it is the same, with its whole log."""
        self._sent, self._heard = None, 0

    def _why(self, error: Refused) -> str:
        table_session = self.session.table_session
        names = tuple(seat.name for seat in table_session.table().seats) if table_session else ()
        return self._words.say(error.why, names)
