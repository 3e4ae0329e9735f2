"""The commands of `ssh play@host COMMAND`.

Must not know: channels and bytes.
"""

import asyncio
import re
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.errors import NotStored, Refused, why_failed
from arcade.club.i18n.words import Words, languages, nearest
from arcade.club.limits.rate_limiter import neighbourhood
from arcade.club.operations import OPERATIONS, Operation, perform
from arcade.club.speech.ssh_command import by_another_key, by_ssh, recovery_text
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import TableRow
from arcade.engine import registry
from arcade.engine.news import phrase
from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from arcade.players.text import clean
from arcade.tasks import NoSlot, WorkSlots
from server.ssh.host_key import CHECKPOINT, RECORD
from server.text import listings, new_table
from server.text.cast_renderer import LARGEST, SMALLEST, USUAL, CastRenderer, Order
from server.text.line_input import TYPED
from server.text.line_session import Mode

log = structlog.get_logger()

DONE, FAILED, MISUSED = 0, 1, 2
"""Exit codes: done; not possible now; not understood."""

OTHERS = frozenset(
    (
        *("bash", "git-receive-pack", "git-upload-archive", "git-upload-pack", "mosh-server"),
        *("rsync", "scp", "sftp-server", "sh", "svnserve", "tmux"),
    )
)
"""Programs that other programs start on the far side of SSH."""

LONGEST_ANSWER = 600.0
"""Seconds that somebody may take to wait for a long answer and to read it."""
LONGEST = 1000
"""The most cells read of a command line."""
_PLACEHOLDERS = (N_("GAME"), N_("GAME_NO"), N_("LANGUAGE"), N_("NAME"), N_("KEY"), N_("CODE"))
"""What stands in a usage for what one writes there."""
_PLACEHOLDER = re.compile(rf"\b({'|'.join(sorted(_PLACEHOLDERS, key=len, reverse=True))})\b")
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")
_DIGITS = 7
"""More digits than the number of a game has."""


async def _no_line() -> str:
    return ""


class Call(Struct, frozen=True):
    """One call: who asks for what, and where answers go. Texts end with a newline."""

    club: Club
    words: Words
    player: Player | None
    terminal: bool
    """Whether the client gave it a terminal (`ssh -t`)."""
    write: Callable[[str], Awaitable[None]]
    complain: Callable[[str], Awaitable[None]]
    cast_renderer: CastRenderer
    long_answers: WorkSlots
    play: Callable[[Start], Awaitable[int]]
    """Run the app on the client's terminal, from there; returns the exit code."""
    converse: Callable[[Mode, Start], Awaitable[int]]
    """Run line mode or the API, from there; returns the exit code."""
    sweep: Callable[[], Awaitable[None]]
    """End the sessions of people who may not stay."""
    sign: Callable[[bytes, str], bytes]
    """Sign with the host key, in a namespace."""
    start: Start = Start()
    """Where the user name leads."""
    key: str = ""
    """The proved key's fingerprint; "" for a guest."""
    address: str = ""
    arguments: Sequence[str] = ()
    read: Callable[[], Awaitable[str]] = _no_line
    """Give the next line of the client's input, where the command `reads` it; "" at its end."""


def name_of(line: str) -> str:
    """Return which command a line is; "" for none: what people type may be a secret."""
    name = line[:LONGEST].strip().partition(" ")[0]
    return name if name in COMMANDS else ""


async def run(line: str, call: Call) -> int:
    """Run a command line and return its exit code."""
    # Words come back in answers, and whoever follows a link typed them no more than we did.
    line = clean(line[: 4 * LONGEST], LONGEST)  # to look at each of 240,000 letters takes 0.2 s
    try:
        name, *arguments = shlex.split(line) or ["help"]
    except ValueError:
        name, *arguments = line.split()
    command = COMMANDS.get(name)
    words = call.words
    if command is None:
        text = words.t("Unknown command: {name}. Try: help", name=_printable(name))
        if name in OTHERS:
            how = by_ssh("play", call.club.address)
            text += "\n" + words.t("There is no shell and no file here. To play: {how}", how=how)
        await call.complain(text + "\n")
        return MISUSED
    low, high = _arity(command.command)
    counts = low <= len(arguments) <= high and "" not in arguments
    if not counts and name != "help":
        return await _misused(call, name)
    billed: AbstractContextManager[None] = nullcontext()
    if call.player is not None and call.address:
        billed = call.club.allowance.calling(call.player, neighbourhood(call.address))
    try:
        with billed:
            code: int = await command.run(replace(call, arguments=tuple(arguments)))
        return code
    except (Refused, NotStored) as error:
        await call.complain(why_failed(words, error) + "\n")
    return FAILED


async def help_text(call: Call) -> int:
    """List every command."""
    words = call.words
    games = ", ".join(words.t(game.meta.name) for game in registry.games().values())
    usages = {name: usage(words, command) for name, command in COMMANDS.items()}
    width = max(map(len, usages.values()))
    lines = [
        words.t("ssh-arcade: French café games in the terminal."),
        words.t("Without a command, you play. Commands:"),
        "",
        *(f"  {usages[name]:{width}}  {words.t(row.about)}" for name, row in COMMANDS.items()),
        "",
        words.t("GAME is one of {games}; a table shows its CODE at the top.", games=games),
        words.t(
            "User names work too: CODE@, watch-CODE@, plain@, and resume-CODE@ with a guest's code."
        ),
    ]
    await call.write("\n".join(lines) + "\n")
    return DONE


def usage(words: Words, command: Operation) -> str:
    """Return how a command is written; what one puts in has its name in the reader's language."""
    return _PLACEHOLDER.sub(lambda match: words.t(match[0]), command.command)


class Caller:
    """Whoever runs a command, as a visitor of the club: always in the lobby."""

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


async def _ask(call: Call, name: str, /, **arguments: str) -> Any:
    """Run an operation of the club and return its result."""
    operation = OPERATIONS[name]
    given = msgspec.convert(arguments, operation.arguments)
    return await perform(Caller(call), operation, given)


async def _answer(call: Call, result: Any, text: str) -> int:
    """Write a result as JSON, if that is asked for, or as text."""
    as_json = "--json" in call.arguments
    await call.write(msgspec.json.encode(result).decode() + "\n" if as_json else text)
    return DONE


async def _rooms(call: Call) -> int:
    lobby = await _ask(call, "lobby")
    return await _tables(call, "rooms", lobby.tables, call.words.t("No table is open. Open one!"))


async def _turns(call: Call) -> int:
    return await _tables(
        call, "turns", await _ask(call, "turns"), call.words.t("No game waits for you.")
    )


async def _tables(call: Call, name: str, rows: Sequence[TableRow], none: str) -> int:
    """List tables; `none` is the sentence if there are none."""
    if call.arguments not in ((), ("--json",)):
        return await _misused(call, name)
    text = listings.tables_text(call.words, rows) if rows else none + "\n"
    return await _answer(call, rows, text)


async def _join(call: Call) -> int:
    return await _go(call, Start("join", call.arguments[0].upper()))


async def _watch(call: Call) -> int:
    return await _go(call, Start("watch", call.arguments[0].upper()))


async def _plain(call: Call) -> int:
    return await call.converse("plain", _asked(call))


async def _api(call: Call) -> int:
    return await call.converse("api", _asked(call))


def _asked(call: Call) -> Start:
    """Return where a session begins: at the table in the command, or where the user name leads."""
    return Start("join", call.arguments[0].upper()) if call.arguments else call.start


@asynccontextmanager
async def _long_answer(call: Call, origin: str) -> AsyncIterator[None]:
    """Hold a slot for an answer; raise `Refused` if too many wait, or after `LONGEST_ANSWER`."""
    try:
        async with asyncio.timeout(LONGEST_ANSWER), call.long_answers.slot(origin):
            yield
    except NoSlot as error:
        raise Refused(phrase("Too many ask for something long; ask again in a minute.")) from error
    except TimeoutError as error:
        raise Refused(phrase("That took too long; the rest is left out.")) from error


async def _record(call: Call) -> int:
    """Write a table's facts, one JSON object a line; with `--signed`, a signature as well."""
    signed = call.arguments[1:] == ("--signed",)
    if call.arguments[1:] and not signed:
        return await _misused(call, "record")
    origin = neighbourhood(call.address)
    async with _long_answer(call, origin):
        with call.club.allowance.guess(origin):
            facts = await call.club.record(call.arguments[0])
        record = bytearray()
        for fact in facts:
            line = msgspec.json.encode(fact) + b"\n"
            record += line if signed else b""
            await call.write(line.decode())
        if signed:
            await call.write((await asyncio.to_thread(call.sign, bytes(record), RECORD)).decode())
    return DONE


async def _checkpoint(call: Call) -> int:
    """Write the day's checkpoint, signed, and the proofs for a table."""
    origin = neighbourhood(call.address)
    async with _long_answer(call, origin):
        with call.club.allowance.guess(origin):
            checkpoint, proofs = await call.club.checkpoint(*call.arguments)
        line = msgspec.json.encode(checkpoint) + b"\n"
        await call.write(line.decode())
        await call.write((await asyncio.to_thread(call.sign, line, CHECKPOINT)).decode())
        for proof in proofs:
            await call.write(msgspec.json.encode(proof).decode() + "\n")
    return DONE


async def _cast(call: Call) -> int:
    code, *wishes = call.arguments
    number, size = 0, USUAL
    for wish in wishes:
        if match := _SIZE.fullmatch(wish):
            size = int(match[1]), int(match[2])
        elif wish.isdecimal() and len(wish) < _DIGITS:
            number = int(wish)
        else:
            return await _misused(call, "cast")
    if not all(
        low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)
    ):
        text = call.words.t(
            "A recording measures {least} to {most} cells.",
            least="×".join(map(str, SMALLEST)),
            most="×".join(map(str, LARGEST)),
        )
        await call.complain(text + "\n")
        return MISUSED
    order = Order(number, call.words.language, *size)
    origin = neighbourhood(call.address)
    async with _long_answer(call, origin):
        with call.club.allowance.guess(origin):
            made = await call.cast_renderer.record(
                call.club, code, order, neighbourhood(call.address)
            )
        await call.write(made.decode())
    return DONE


async def _rules(call: Call) -> int:
    game, wish = new_table.split_game(call.arguments)
    if len(wish) > 1:
        return await _misused(call, "rules")
    if wish and nearest(wish[0]) != wish[0]:
        text = call.words.t("The rules are available in: {known}", known=", ".join(languages()))
        await call.complain(text + "\n")
        return MISUSED
    language = wish[0] if wish else call.words.language
    page = await _ask(call, "rules", game=game, language=language)
    await call.write(page.rstrip("\n") + "\n")
    return DONE


async def _top(call: Call) -> int:
    """Write the leaderboard of a game, or the first few rows of each."""
    words, game = call.words, _words(call)
    boards = await _ask(call, "standing", game=" ".join(game))
    most = listings.MOST if game else listings.FEW
    text = "\n".join(listings.board_text(words, board, most) for board in boards)
    return await _answer(call, boards[0] if game else boards, text)


async def _daily(call: Call) -> int:
    """Write today's daily deals; of one game, the results of yesterday too."""
    words, game = call.words, " ".join(_words(call))
    await call.club.daily.end_days()
    if not game:
        tables = await _ask(call, "daily")
        text = listings.deals_text(words, tables, call.club.daily.left)
        return await _answer(call, tables, text)
    tables = await _ask(call, "results", game=game)
    today = call.club.daily.today
    text = "\n".join(listings.results_text(words, table, today) for table in tables)
    return await _answer(call, tables, text)


async def _profile(call: Call) -> int:
    """Write somebody's profile, or the caller's own."""
    names = _words(call)
    if len(names) > 1:
        return await _misused(call, "profile")
    if not names and not (call.player and call.player.name):
        text = call.words.t("Nobody knows you here yet: log in with a key, or write profile NAME.")
        if call.key:
            how = by_another_key(call.club.address)
            text += "\n" + call.words.t("Been here with another key? {how}", how=how)
        await call.complain(text + "\n")
        return FAILED
    profile = await _ask(call, "profile", name="".join(names))
    return await _answer(call, profile, listings.profile_text(call.words, profile))


def _words(call: Call) -> tuple[str, ...]:
    """Return the arguments without "--json"."""
    return tuple(word for word in call.arguments if word != "--json")


async def _misused(call: Call, name: str) -> int:
    how = usage(call.words, COMMANDS[name])
    await call.complain(call.words.t("Usage: {usage}", usage=how) + "\n")
    return MISUSED


async def _link(call: Call) -> int:
    """Write a code for another key of the same person; with a code, link this key to them."""
    if call.arguments:
        return await _linked(call)
    if call.player is None:
        return await _keyless(call)
    code = call.club.devices.code(call.player)
    how = f"{by_ssh('play', call.club.address)} link {code}"
    text = call.words.t("From the other device, within ten minutes: {how}", how=how)
    await call.write("\n".join((text, *_others(call, call.player))) + "\n")
    return DONE


async def _recovery(call: Call) -> int:
    """Write a code in case the key is lost; with the code, link this key."""
    if call.arguments:
        return await _linked(call)
    if call.player is None:
        return await _keyless(call)
    code = (await _ask(call, "recovery")).code
    await call.write("\n".join(recovery_text(call.words, code, call.club.address)) + "\n")
    return DONE


async def _keyless(call: Call) -> int:
    text = call.words.t("This needs an SSH key. With one, a guest's code makes that guest yours.")
    await call.complain(text + "\n")
    return FAILED


async def _linked(call: Call) -> int:
    """Link the caller's key to the person whose code this is; "-": the code is the next line."""
    words, code = call.words, call.arguments[0]
    if not call.key:
        return await _keyless(call)
    if code == TYPED:  # as an argument other people of the client's machine may see it
        await call.complain(words.t("Type your code, then Enter:") + " ")
        code = (await call.read()).strip()
    origin = neighbourhood(call.address)
    player = await call.club.devices.link(call.key, code, origin)
    text = words.t("You are now {name} with this key too.", name=player.name)
    if not player.name:
        text = words.t("This key is now yours: log in with it and choose your name.")
    # Who recovers has lost a key, and says here which.
    others = _others(call, player) if names.read_recovery_code(code) else []
    await call.write("\n".join((text, *others)) + "\n")
    await call.sweep()
    return DONE


def _others(call: Call, player: Player) -> list[str]:
    """Return a person's other keys, and how to remove one."""
    others = [f"  {key}" for key in call.club.accounts.keys(player) if key != call.key]
    text = call.words.t("Your other keys (unlink KEY removes one):")
    return [text, *others] if others else []


async def _unlink(call: Call) -> int:
    """Remove a key, by default the caller's."""
    if call.player is None:
        return await _keyless(call)
    key = (*call.arguments, call.key)[0]
    await call.club.devices.unlink(call.player, key, call.key)
    await call.write(call.words.t("Done: that key is no longer linked to you.") + "\n")
    await call.sweep()
    return DONE


async def _go(call: Call, wish: Start) -> int:
    if not call.terminal:
        text = call.words.t("This needs a terminal: write ssh -t before the address.")
        user = wish.code if wish.do == "join" else f"watch-{wish.code}"
        how = by_ssh(_printable(user), call.club.address)
        more = call.words.t("Or simply: {how}", how=how)
        await call.complain(f"{text}\n{more}\n")
        return MISUSED
    with call.club.allowance.guess(neighbourhood(call.address)):
        await call.club.rooms.load_if_new(wish.code)
        call.club.tables.row(
            wish.code
        )  # refused here, before any screen, where there is no such table
    return await call.play(wish)


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _arity(usage: str) -> tuple[int, int]:
    """Return the least and the most arguments of a command."""
    words = usage.split()[1:]
    least = sum(not word.startswith("[") for word in words)
    return least, sum(registry.LONGEST if word.strip("[]") == "GAME" else 1 for word in words)


def _club(name: str, run: Callable[[Call], Awaitable[int]]) -> Operation:
    return replace(OPERATIONS[name], run=run)


COMMANDS: Mapping[str, Operation] = {
    command.command.split()[0]: command
    for command in (
        _club("lobby", _rooms),
        _club("join", _join),
        _club("watch", _watch),
        Operation(
            "plain",
            _plain,
            command="plain [CODE]",
            about=N_("the whole arcade in plain lines, for screen readers"),
        ),
        Operation("api", _api, command="api [CODE]", about=N_("JSON, one object a line, for bots")),
        Operation(
            "record",
            _record,
            command="record CODE [--signed]",
            about=N_("what happened at a table, one JSON object a line"),
        ),
        Operation(
            "checkpoint",
            _checkpoint,
            command="checkpoint [CODE]",
            about=N_("a signed root over all seals and results, with proofs for a table"),
        ),
        Operation(
            "cast",
            _cast,
            command="cast CODE [GAME_NO] [100x30]",
            about=N_("a finished game as an asciinema recording, a marker per turn"),
        ),
        _club("rules", _rules),
        _club("turns", _turns),
        _club("standing", _top),
        _club("daily", _daily),
        _club("profile", _profile),
        Operation(
            "link",
            _link,
            command="link [CODE]",
            about=N_("use two keys as one player: get a code with one, enter it with the other"),
        ),
        Operation(
            "unlink",
            _unlink,
            command="unlink [KEY]",
            about=N_("remove one of your keys, by default this one"),
        ),
        _club("recovery", _recovery),
        Operation("help", help_text, command="help", about=N_("this list")),
    )
}
