"""One call of a command: who calls, with which words, and how answers are written."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.limits.rate_limiter import neighbourhood
from arcade.club.operations.operation import JSON, Command, Operation, perform
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.engine.news import phrase
from arcade.players.player import Player
from arcade.tasks import NoSlot, WorkSlots
from server.text.cast_renderer import CastRenderer
from server.text.line_session import Mode

Result = TypeVar("Result")

DONE, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 75
"""Exit codes: done; not possible now; not understood; the server ended meanwhile: try again."""

LONGEST_ANSWER = 600.0
"""The most seconds to wait for a long answer and to read it."""

DIGITS = 7
"""More digits than any game number has."""


class Client(Protocol):
    """Where answers go, and what a command may begin. Texts end with a newline."""

    async def write(self, text: str) -> None: ...

    async def complain(self, text: str) -> None: ...

    async def read(self) -> str:
        """Return the next line of the client's input, "" at its end."""

    async def play(self, start: Start) -> int:
        """Run the app on the client's terminal, from there; return the exit code."""

    async def converse(self, mode: Mode, start: Start) -> int:
        """Run line mode or the API, from there; return the exit code."""


class House(Protocol):
    """The server, as far as commands ask for it."""

    club: Club
    sign: Callable[[bytes, str], bytes]
    """Signs with the host key, in a namespace."""
    cast_renderer: CastRenderer
    long_answers: WorkSlots

    def start(self, wish: Start) -> Start:
        """Return where a user name leads."""

    async def sweep(self) -> None:
        """End the sessions whose key or person may not stay."""


class Keyless(Exception):
    """A command needs a key, and the caller has shown none."""


class Call(Struct, frozen=True):
    """One call: the person, and the words of the command line."""

    house: House
    key: str
    """The proved key's fingerprint; "": none."""
    address: str
    wish: Start
    """What the user name asks for."""
    client: Client
    words: Words
    terminal: bool
    """Whether the client requested a terminal (`ssh -t`)."""
    arguments: Sequence[str] = ()
    """Without `--json`."""
    as_json: bool = False

    @property
    def club(self) -> Club:
        return self.house.club

    @property
    def player(self) -> Player | None:
        """The owner of the proved key; None for a guest."""
        return self.club.accounts.known(self.key) if self.key else None

    def must_have_key(self) -> Player:
        """Return the owner of the proved key; raises `Keyless`."""
        if self.player is None:
            raise Keyless
        return self.player

    @property
    def origin(self) -> str:
        return neighbourhood(self.address)

    async def write(self, text: str) -> None:
        await self.client.write(text)

    async def complain(self, text: str) -> int:
        """Say what is wrong with the command line; return the exit code."""
        await self.client.complain(text + "\n")
        return MISUSED

    async def ask(self, operation: Operation[Result]) -> Result:
        return await perform(Caller(self), operation)


class ExecCommand(Struct, frozen=True):
    command: Command
    run: Callable[[Call], Awaitable[int]]


def usage(words: Words, command: Command) -> str:
    """Return the usage of a command, with its arguments named in the reader's language."""
    kinds = [(words.t(argument.kind), argument.optional) for argument in command.takes]
    return " ".join(
        (command.word, *(f"[{kind}]" if optional else kind for kind, optional in kinds))
    )


def arity(command: Command) -> tuple[int, int]:
    """Return the least and the most arguments of a command, beside `--json`."""
    takes = [argument for argument in command.takes if argument is not JSON]
    return sum(not argument.optional for argument in takes), sum(item.words for item in takes)


class Caller:
    """The person who runs a command, as a visitor who is always in the lobby."""

    table_session: TableSession | None = None
    visiting = False

    def __init__(self, call: Call) -> None:
        self.club = call.club
        self.player = call.player or Player("", "")
        self.key = call.key

    def go(self, table_session: TableSession) -> None:
        table_session.detach()

    def leave(self) -> None: ...

    def rename(self, player: Player) -> None: ...


async def answer(call: Call, result: object, text: str) -> int:
    """Write a result as JSON if `--json` is given, else as text."""
    await call.write(msgspec.json.encode(result).decode() + "\n" if call.as_json else text)
    return DONE


def saying(
    operation: Callable[..., Operation[Result]],
    texts: Callable[[Words, Result], Iterable[str] | str],
    anybody: bool = False,
) -> Callable[[Call], Awaitable[int]]:
    """Return what runs an operation with the words of the line, and writes its result in lines.

    It needs a key; with `anybody` only if there are arguments.
    """

    async def run(call: Call) -> int:
        if call.arguments or not anybody:
            call.must_have_key()
        result = await call.ask(operation(*call.arguments))
        lines = texts(call.words, result)
        text = lines if isinstance(lines, str) else "\n".join(lines)
        return await answer(call, result, text + "\n")

    return run


@asynccontextmanager
async def long_answer(call: Call) -> AsyncIterator[None]:
    """Hold a slot for an answer; raise `Refused` if too many wait, or after `LONGEST_ANSWER`."""
    try:
        async with asyncio.timeout(LONGEST_ANSWER), call.house.long_answers.slot(call.origin):
            yield
    except NoSlot as error:
        raise Refused(phrase("Too many ask for something long; ask again in a minute.")) from error
    except TimeoutError as error:
        raise Refused(phrase("That took too long; the rest is left out.")) from error


async def misused(call: Call, command: Command) -> int:
    how = usage(call.words, command)
    return await call.complain(call.words.t("Usage: {usage}", usage=how))


async def without_terminal(call: Call, *more: str) -> int:
    lines = call.words.t("This needs a terminal: write ssh -t before the address."), *more
    return await call.complain("\n".join(lines))


def game_number(wishes: Sequence[str]) -> int | None:
    """Read the number of a game, 0 without one; None for anything else."""
    fits = all(wish.isdecimal() and len(wish) < DIGITS for wish in wishes)
    return int("".join(wishes) or 0) if fits else None


async def keyless(call: Call) -> int:
    text = call.words.t("This needs an SSH key. With one, a guest's code makes that guest yours.")
    await call.complain(text)
    return FAILED
