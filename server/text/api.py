"""The protocol for bots: one JSON object a line, both ways; `docs/api.md` describes it.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from arcade.club.errors import NotStored, Refused
from arcade.club.i18n.words import Words
from arcade.club.table_session import TableSession
from arcade.club.views import LogLine, TableView
from arcade.engine import registry
from arcade.engine.errors import BadOptions
from arcade.engine.game import Meta, Option
from arcade.engine.news import News
from arcade.rooms import table_rules
from arcade.rooms.errors import refused
from server.ssh.identity import Shortcut
from server.text.line_session import LineSession
from server.text.new_table import game_key

PROTOCOL = 1
"""Grows when something that was there is changed or gone; what is new only adds to it."""


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may send: what to `do`, and the fields it needs; `id` comes back as it is."""

    do: str
    id: int | str | None = None
    action: dict[str, Any] | None = None
    code: str = ""
    game: str = ""
    name: str = ""
    options: dict[str, Any] = {}
    private: bool = False
    seat: int | None = None
    seats: int = 0
    table: dict[str, Any] = {}
    text: str = ""
    version: int | None = None


class Api:
    """Answers one client's requests, and sends the table whenever it has changed."""

    def __init__(self, caller: LineSession, words: Words) -> None:
        self.caller = caller
        self._words = words
        self._sent: object = None
        self._heard = 0
        self._ended = False

    async def run(self, wish: Shortcut) -> None:
        """Talk until the client says bye, or its lines end."""
        await self._send(self._hello())
        if wish.do in ("join", "watch"):
            await self._answer(Request(wish.do, code=wish.code))
        while not self._ended:
            await self._tell()
            if self._ended or not await self.caller.turn():
                continue
            line = self.caller.lines.take()
            if line is None:
                return
            if line.strip():
                await self._take(line)

    # To the client

    def _hello(self) -> dict[str, Any]:
        player = self.caller.player
        you = {"name": player.name, "guest": player.guest, "resume": self.caller.resume_code}
        return {"event": "hello", "protocol": PROTOCOL, "you": you}

    async def _tell(self) -> None:
        notices, self.caller.notices = self.caller.notices, []
        for notice in notices:
            said = self._words.say(notice.news)
            await self._send({"event": "notice", "text": said, "code": notice.code})
        if self.caller.over is not None:
            await self._send({"event": "over", "text": self._words.say(self.caller.over)})
            self._ended = True
        place = self.caller.place
        if place is None or self._ended:
            return
        table = place.table()
        if table != self._sent:
            self._sent = table
            await self._send({"event": "table", "table": self._plain(table)})
        if table.sent_away or table.phase == "closed":
            self._leave()
            await self._send({"event": "left", "code": table.code})

    def _plain(self, table: TableView) -> dict[str, Any]:
        """Make a table plain values; its log since the last time only, in words."""
        fresh = [line for line in table.lines if line.number > self._heard]
        if fresh:
            self._heard = fresh[-1].number
        plain: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(table, lines=()))
        plain["lines"] = [self._line(line) for line in fresh]
        plain["your_turn"] = table.seat is not None and table.seat in table.to_act
        return plain

    def _line(self, line: LogLine) -> dict[str, Any]:
        said = line.text if line.news is None else self._words.say(line.news, line.names)
        return {"number": line.number, "kind": line.kind, "who": line.who, "text": said}

    async def _send(self, value: Mapping[str, Any]) -> None:
        await self.caller.write(msgspec.json.encode(value).decode() + "\n")

    # From the client

    async def _take(self, line: str) -> None:
        try:
            request = msgspec.json.decode(line, type=Request)
        except (msgspec.DecodeError, RecursionError) as error:
            await self._no(None, "bad-request", str(error))
            return
        await self._answer(request)

    async def _answer(self, request: Request) -> None:
        do = REQUESTS.get(request.do)
        if do is None:
            known = ", ".join(REQUESTS)
            await self._no(request.id, "bad-request", f"there is no {request.do!r}; {known}")
            return
        try:
            answer = await do(self, request)
        except Refused as no:
            await self._no(request.id, "refused", self._why(no.why), no.paragraph)
        except BadOptions as no:
            await self._no(request.id, "refused", self._words.say(no.news))
        except NotStored:
            await self._no(request.id, "not-stored", "nothing has changed")
        else:
            await self._send({"event": "done", "id": request.id, "do": request.do, **answer})

    async def _no(self, number: int | str | None, code: str, text: str, paragraph: int = 0) -> None:
        no = {"event": "error", "id": number, "code": code, "text": text}
        await self._send(no | ({"paragraph": paragraph} if paragraph else {}))

    def _why(self, why: News) -> str:
        place = self.caller.place
        names = tuple(seat.name for seat in place.table().seats) if place else ()
        return self._words.say(why, names)

    async def hello(self, _: Request) -> dict[str, Any]:
        """Say again who the client is."""
        return {**self._hello(), "event": "done"}

    async def name(self, request: Request) -> dict[str, Any]:
        """Choose a name, once, with a key."""
        player = await self.caller.club.choose_name(self.caller.player, request.name)
        self.caller.rename(player)
        return {"name": player.name}

    async def recovery(self, _: Request) -> dict[str, Any]:
        """Give a code for the day the key is lost."""
        return {"code": await self.caller.club.devices.recovery(self.caller.player)}

    async def games(self, _: Request) -> dict[str, Any]:
        """List the games and their options."""
        return {"games": [_Game(one.meta, one.option_list) for one in registry.games().values()]}

    async def lobby(self, _: Request) -> dict[str, Any]:
        """List the tables and who is here."""
        lobby = self.caller.club.lobby(self.caller.player)
        return {"tables": lobby.tables, "people": lobby.people}

    async def create(self, request: Request) -> dict[str, Any]:
        """Open a table and sit down."""
        caller = self.caller
        code = await caller.club.create(
            caller.player,
            game_key(request.game),
            request.options,
            request.seats,
            request.private,
            table_rules.read(request.table),
        )
        return await self.join(msgspec.structs.replace(request, code=code))

    async def play(self, request: Request) -> dict[str, Any]:
        """Play at once."""
        place = await self.caller.club.quick_play(
            self.caller.player, game_key(request.game) if request.game else None
        )
        self._fresh()
        self.caller.go(place)
        return {"code": place.code}

    async def join(self, request: Request) -> dict[str, Any]:
        """Sit down at a table."""
        club, code = self.caller.club, request.code.upper()
        place = await club.join(self.caller.player, code, request.seat)
        self._fresh()
        self.caller.go(place)
        return {"code": place.code}

    async def watch(self, request: Request) -> dict[str, Any]:
        """Watch a table."""
        place = await self.caller.club.watch(self.caller.player, request.code.upper())
        self._fresh()
        self.caller.go(place)
        return {"code": place.code}

    async def start(self, _: Request) -> dict[str, Any]:
        """Begin the game, or the next one."""
        await self._here().start()
        return {}

    async def act(self, request: Request) -> dict[str, Any]:
        """Act for one's seat."""
        await self._here().act(request.action or {}, request.version)
        return {}

    async def pause(self, _: Request) -> dict[str, Any]:
        """Ask for a pause, or no longer."""
        await self._here().pause()
        return {}

    async def go_on(self, _: Request) -> dict[str, Any]:
        """End a pause."""
        await self._here().go_on()
        return {}

    async def end(self, _: Request) -> dict[str, Any]:
        """Ask for the end of the game without a result, or no longer."""
        await self._here().vote_end()
        return {}

    async def say(self, request: Request) -> dict[str, Any]:
        """Talk, at the table or in the lobby."""
        if self.caller.place is not None:
            await self.caller.place.say(request.text)
        else:
            await self.caller.club.community.say(self.caller.player, request.text)
        return {}

    async def leave(self, _: Request) -> dict[str, Any]:
        """Go to the lobby; the seat is held."""
        self._leave()
        return {}

    async def bye(self, _: Request) -> dict[str, Any]:
        """End the conversation."""
        self._ended = True
        return {}

    def _here(self) -> TableSession:
        if self.caller.place is None:
            raise refused("You are at no table.")
        return self.caller.place

    def _leave(self) -> None:
        self.caller.leave()
        self._fresh()

    def _fresh(self) -> None:
        """Send the next table whole, its log included."""
        self._sent, self._heard = None, 0


class _Game(Struct, frozen=True):
    meta: Meta
    options: tuple[Option, ...]


REQUESTS: Mapping[str, Callable[[Api, Request], Awaitable[dict[str, Any]]]] = {
    "hello": Api.hello,
    "name": Api.name,
    "recovery": Api.recovery,
    "games": Api.games,
    "lobby": Api.lobby,
    "create": Api.create,
    "play": Api.play,
    "join": Api.join,
    "watch": Api.watch,
    "start": Api.start,
    "act": Api.act,
    "pause": Api.pause,
    "continue": Api.go_on,
    "end": Api.end,
    "say": Api.say,
    "leave": Api.leave,
    "bye": Api.bye,
}
