"""The commands of `ssh play@host COMMAND`.

Must not know: channels and bytes.
"""

import asyncio
import re
import shlex
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.duels.wording import duel_text, round_texts
from arcade.club.errors import NotStored, Refused, why_failed
from arcade.club.i18n.words import Words, languages, nearest
from arcade.club.limits.rate_limiter import neighbourhood
from arcade.club.operations.account import ForgetMe, NewRecovery
from arcade.club.operations.deals import ReadLeague
from arcade.club.operations.digest import ReadDigest
from arcade.club.operations.duels import ListDuels, PlayDuel, ReadDuel, read_duel
from arcade.club.operations.learning import TellReview
from arcade.club.operations.lobby import JoinTable, ListTables, WatchTable
from arcade.club.operations.operation import (
    ANY_CODE,
    CODE,
    SHARE,
    Argument,
    Command,
    Operation,
    game_key,
    perform,
)
from arcade.club.operations.people import Befriend, ListFriends, Unfriend
from arcade.club.operations.results import (
    DailyResults,
    ListPastGames,
    ListTurns,
    PlayDaily,
    ReadProfile,
    ReadRules,
    Standing,
    Wait,
)
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.operations.webhook import SetWebhook
from arcade.club.people.friends import Marked
from arcade.club.speech.company.digest import NOTHING
from arcade.club.speech.company.friends import friend_lines, marked_text
from arcade.club.speech.company.webhook import webhook_texts
from arcade.club.speech.curve import curve_texts, decisive_text
from arcade.club.speech.daily import day_ends_text, league_text, podiums_of, share_text
from arcade.club.speech.ending import costliest_text, finest_text
from arcade.club.speech.lobby import occasion_text
from arcade.club.speech.ssh_command import (
    by_another_key,
    by_ssh,
    forgetting_text,
    recovery_text,
)
from arcade.club.standings.standings import PAGE
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.tournaments.speech import tonight_texts
from arcade.club.views import TableRow
from arcade.engine import registry
from arcade.engine.news import phrase
from arcade.engine.words import N_
from arcade.players import names
from arcade.players.player import Player
from arcade.players.text import clean
from arcade.rooms.errors import refused
from arcade.tasks import NoSlot, WorkSlots
from server.terminal.line_input import TYPED
from server.text import listings, new_table
from server.text.cast_renderer import LARGEST, SMALLEST, USUAL, CastRenderer, Order
from server.text.line_session import Mode

Result = TypeVar("Result")

DONE, FAILED, MISUSED, INTERRUPTED = 0, 1, 2, 75
"""Exit codes: done; not possible now; not understood; the server ended meanwhile: try again."""

OTHERS = frozenset(
    (
        *("bash", "git-receive-pack", "git-upload-archive", "git-upload-pack", "mosh-server"),
        *("rsync", "scp", "sftp-server", "sh", "svnserve", "tmux"),
    )
)
"""Programs that SSH clients start on a remote host."""

RECORD, CHECKPOINT = "record@ssh-arcade", "checkpoint@ssh-arcade"
"""The namespaces of signatures: no other signature of the host key can pass for one of these."""

LONGEST_ANSWER = 600.0
"""The most seconds to wait for a long answer and to read it."""
LONGEST = 1000
"""The most cells of a command line that are read."""
_SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")
_WAIT = re.compile(
    r"( --game[ =](?P<game>(?!--)\S+( (?!--)\S+)*)| --timeout[ =](?P<seconds>\d{1,6})| --json)*"
)
"""The options of `wait`; a game's name may have several words."""
_GAMES = re.compile(
    r"(--since[ =](?P<first>\S+) ?)?(?P<name>(?!--)\S+)?( --since[ =](?P<since>\S+))?"
)
"""The arguments of `games` without `--json`: a name and a day, in either order."""
_DIGITS = 7
"""More digits than any game number has."""
WIDE = 31
"""A usage of more cells has a line of its own in the list of commands."""


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

    @property
    def club(self) -> Club:
        return self.house.club

    @property
    def player(self) -> Player | None:
        """The owner of the proved key; None for a guest."""
        return self.club.accounts.known(self.key) if self.key else None

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


def name_of(line: str) -> str:
    """Return the command of a line for the log, "" for none: what people type may be secret."""
    name = line[:LONGEST].strip().partition(" ")[0]
    return name if name in COMMANDS else ""


async def run(line: str, call: Call) -> int:
    """Run a command line and return its exit code."""
    # Words come back in answers, and a person who follows a link has not typed them.
    line = clean(line[: 4 * LONGEST], LONGEST)  # looking at each of 240,000 letters takes 0.2 s
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
        return await call.complain(text)
    low, high = arity(command.command)
    counts = low <= len(arguments) <= high and "" not in arguments
    if not counts and name != "help":
        return await _misused(call, command.command)
    player = call.player
    billed: AbstractContextManager[None] = nullcontext()
    if player is not None and call.address:
        billed = call.club.allowance.calling(player, call.origin)
    try:
        with billed:
            return await command.run(replace(call, arguments=tuple(arguments)))
    except (Refused, NotStored) as error:
        await call.complain(why_failed(words, error))
    return FAILED


def help_text(words: Words) -> str:
    """List every command."""
    games = ", ".join(words.t(game.meta.name) for game in registry.games().values())
    commands = [command.command for command in COMMANDS.values()]
    usages = [usage(words, command) for command in commands]
    width = max(len(how) for how in usages if len(how) <= WIDE)
    lines = [
        words.t("ssh-arcade: French café games in the terminal."),
        words.t("Without a command, you play. Commands:"),
        "",
        *(
            f"  {how:{width}}  {words.t(command.about)}"
            if len(how) <= width
            else f"  {how}\n  {'':{width}}  {words.t(command.about)}"
            for how, command in zip(usages, commands, strict=True)
        ),
        "",
        words.t("GAME is one of {games}; a table shows its CODE at the top.", games=games),
        words.t(
            "User names work too: CODE@, watch-CODE@, plain@, and resume-CODE@ with a guest's code."
        ),
    ]
    return "\n".join(lines) + "\n"


async def _help(call: Call) -> int:
    await call.write(help_text(call.words))
    return DONE


def usage(words: Words, command: Command) -> str:
    """Return the usage of a command, with its arguments named in the reader's language."""
    kinds = [(words.t(argument.kind), argument.optional) for argument in command.takes]
    return " ".join(
        (command.word, *(f"[{kind}]" if optional else kind for kind, optional in kinds))
    )


def arity(command: Command) -> tuple[int, int]:
    """Return the least and the most arguments of a command."""
    least = sum(not argument.optional for argument in command.takes)
    return least, sum(argument.words for argument in command.takes)


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


async def _answer(call: Call, result: object, text: str) -> int:
    """Write a result as JSON if `--json` is given, else as text."""
    as_json = "--json" in call.arguments
    await call.write(msgspec.json.encode(result).decode() + "\n" if as_json else text)
    return DONE


async def _rooms(call: Call) -> int:
    lobby = await call.ask(ListTables())
    none = call.words.t("No table is open. Open one!")
    return await _tables(call, ListTables.command, lobby.tables, none)


async def _turns(call: Call) -> int:
    none = call.words.t("No game waits for you.")
    return await _tables(call, ListTurns.command, await call.ask(ListTurns()), none)


async def _wait(call: Call) -> int:
    """Write why the caller is called; exit with `FAILED` if nothing calls them in time."""
    asked = _WAIT.fullmatch("".join(f" {word}" for word in call.arguments))
    if asked is None:
        return await _misused(call, Wait.command)
    if call.player is None:
        await _keyless(call)
        return MISUSED
    try:
        game = game_key(asked["game"]) if asked["game"] else ""
    except Refused as error:
        return await call.complain(call.words.say(error.why))
    seconds = asked["seconds"]
    occasion = await call.ask(Wait(game, int(seconds) if seconds else None))
    if occasion is None:
        await call.complain(call.words.t("Nothing has happened yet."))
        return FAILED
    return await _answer(call, occasion, occasion_text(call.words, occasion) + "\n")


async def _since(call: Call) -> int:
    if call.arguments not in ((), ("--json",)):
        return await _misused(call, ReadDigest.command)
    if call.player is None:
        return await _keyless(call)
    digest = await call.ask(ReadDigest(call.words.language))
    texts = [line.text for line in digest.lines] or [call.words.t(NOTHING)]
    return await _answer(call, digest, "\n".join(texts) + "\n")


async def _webhook(call: Call) -> int:
    if call.player is None:
        return await _keyless(call)
    state = await call.ask(SetWebhook(*call.arguments))
    await call.write("\n".join(webhook_texts(call.words, state)) + "\n")
    return DONE


async def _friends(call: Call) -> int:
    if call.arguments not in ((), ("--json",)):
        return await _misused(call, ListFriends.command)
    if call.player is None:
        return await _keyless(call)
    known = await call.ask(ListFriends())
    return await _answer(call, known, "\n".join(friend_lines(call.words, known)) + "\n")


async def _friend(call: Call) -> int:
    return await _mark(call, Befriend(call.arguments[0]))


async def _unfriend(call: Call) -> int:
    return await _mark(call, Unfriend(call.arguments[0]))


async def _mark(call: Call, operation: Operation[Marked]) -> int:
    if call.player is None:
        return await _keyless(call)
    await call.write(marked_text(call.words, await call.ask(operation)) + "\n")
    return DONE


async def _tables(call: Call, command: Command, rows: Sequence[TableRow], none: str) -> int:
    """List tables; `none` is the sentence if there are none."""
    if call.arguments not in ((), ("--json",)):
        return await _misused(call, command)
    text = listings.tables_text(call.words, rows) if rows else none + "\n"
    return await _answer(call, rows, text)


async def _join(call: Call) -> int:
    return await _go(call, Start("join", call.arguments[0].upper()))


async def _watch(call: Call) -> int:
    return await _go(call, Start("watch", call.arguments[0].upper()))


async def _plain(call: Call) -> int:
    return await call.client.converse("plain", _asked(call))


async def _api(call: Call) -> int:
    return await call.client.converse("api", _asked(call))


def _asked(call: Call) -> Start:
    """Return where the session begins: at the given table, or where the user name leads."""
    return (
        Start("join", call.arguments[0].upper()) if call.arguments else call.house.start(call.wish)
    )


@asynccontextmanager
async def _long_answer(call: Call) -> AsyncIterator[None]:
    """Hold a slot for an answer; raise `Refused` if too many wait, or after `LONGEST_ANSWER`."""
    try:
        async with asyncio.timeout(LONGEST_ANSWER), call.house.long_answers.slot(call.origin):
            yield
    except NoSlot as error:
        raise Refused(phrase("Too many ask for something long; ask again in a minute.")) from error
    except TimeoutError as error:
        raise Refused(phrase("That took too long; the rest is left out.")) from error


async def _record(call: Call) -> int:
    """Write a table's facts, one JSON object a line; with `--signed`, a signature as well."""
    signed = call.arguments[1:] == ("--signed",)
    if call.arguments[1:] and not signed:
        return await _misused(call, _RECORD)
    async with _long_answer(call):
        with call.club.allowance.guess(call.origin):
            facts = await call.club.record(call.arguments[0])
        record = bytearray()
        for fact in facts:
            line = msgspec.json.encode(fact) + b"\n"
            record += line if signed else b""
            await call.write(line.decode())
        if signed:
            await call.write(
                (await asyncio.to_thread(call.house.sign, bytes(record), RECORD)).decode()
            )
    return DONE


async def _checkpoint(call: Call) -> int:
    """Write the day's checkpoint, signed, and the proofs for a table."""
    async with _long_answer(call):
        with call.club.allowance.guess(call.origin):
            checkpoint, proofs = await call.club.checkpoint(*call.arguments)
        line = msgspec.json.encode(checkpoint) + b"\n"
        await call.write(line.decode())
        await call.write((await asyncio.to_thread(call.house.sign, line, CHECKPOINT)).decode())
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
            return await _misused(call, _CAST)
    if not all(
        low <= side <= high for low, side, high in zip(SMALLEST, size, LARGEST, strict=True)
    ):
        text = call.words.t(
            "A recording measures {least} to {most} cells.",
            least="×".join(map(str, SMALLEST)),
            most="×".join(map(str, LARGEST)),
        )
        return await call.complain(text)
    order = Order(number, call.words.language, *size)
    async with _long_answer(call):
        with call.club.allowance.guess(call.origin):
            made = await call.house.cast_renderer.record(call.club, code, order, call.origin)
        await call.write(made.decode())
    return DONE


async def _review(call: Call) -> int:
    """Write a game's chances, its decisive turn, and its best and worst moves."""
    code, *wishes = _words(call)
    if len(wishes) > 1 or not all(wish.isdecimal() and len(wish) < _DIGITS for wish in wishes):
        return await _misused(call, TellReview.command)
    async with _long_answer(call):
        review = await call.ask(TellReview(code, int("".join(wishes) or 0)))
    words, highlights = call.words, review.highlights
    lines = [] if review.curve is None else curve_texts(words, review.curve, highlights.names)
    lines += [] if review.curve is None else [decisive_text(words, review.curve, highlights.names)]
    lines += [finest_text(words, highlights), costliest_text(words, highlights)]
    text = "".join(f"{line}\n" for line in lines if line)
    return await _answer(call, review.figures, text)


async def _rules(call: Call) -> int:
    game, wish = new_table.split_game(call.arguments)
    if len(wish) > 1:
        return await _misused(call, ReadRules.command)
    if wish and nearest(wish[0]) != wish[0]:
        text = call.words.t("The rules are available in: {known}", known=", ".join(languages()))
        return await call.complain(text)
    language = wish[0] if wish else call.words.language
    page = await call.ask(ReadRules(game, language))
    await call.write(page.rstrip("\n") + "\n")
    return DONE


async def _top(call: Call) -> int:
    """Write the leaderboard of a game, or the first few rows of each."""
    words, game = call.words, _words(call)
    boards = await call.ask(Standing(" ".join(game)))
    most = listings.MOST if game else listings.FEW
    text = "\n".join(listings.board_text(words, board, most) for board in boards)
    return await _answer(call, boards[0] if game else boards, text)


async def _daily(call: Call) -> int:
    """Write today's daily deals; for one game, yesterday's results too."""
    words, club, player = call.words, call.club, call.player or Player("", "")
    game = " ".join(word for word in _words(call) if word != SHARE.kind)
    await club.daily.end_days()
    if SHARE.kind in call.arguments:
        return await _share(call, game)
    if not game:
        tables = await call.ask(PlayDaily())
        ends = day_ends_text(words, club, player)
        return await _answer(call, tables, listings.deals_text(words, tables, ends))
    tables = await call.ask(DailyResults(game))
    compared = [club.daily.compared(table.day, table.game) for table in tables]
    text = "\n".join(
        listings.results_text(words, table, club.daily.today, bots)
        for table, bots in zip(tables, compared, strict=True)
    )
    return await _answer(call, tables, text)


async def _share(call: Call, game: str) -> int:
    """Write the caller's results of today, to paste anywhere."""
    if game or call.player is None:
        return await (_misused(call, PlayDaily.command) if game else _keyless(call))
    text = share_text(call.words, call.club, call.player)
    if not text:
        raise refused("You have finished none of today's deals yet.")
    await call.write(text + "\n")
    return DONE


async def _duels(call: Call) -> int:
    """List the caller's duels."""
    if call.arguments not in ((), ("--json",)):
        return await _misused(call, ListDuels.command)
    if call.player is None:
        return await _keyless(call)
    duels = (await call.ask(ListDuels())).duels
    none = call.words.t("You have no duel. duel NAME GAME challenges somebody.")
    lines = [duel_text(call.words, duel) for duel in duels] or [none]
    return await _answer(call, duels, "\n".join(lines) + "\n")


async def _duel(call: Call) -> int:
    """Challenge somebody, or play the duel with this code; without a terminal, say its state."""
    if call.player is None:
        return await _keyless(call)
    asked = read_duel(call.club.duels.knows, " ".join(call.arguments))
    if isinstance(asked, PlayDuel) and call.terminal:
        return await call.client.play(Start("join", (await call.ask(asked)).code))
    duel = await call.ask(ReadDuel(asked.code) if isinstance(asked, PlayDuel) else asked)
    lines = [duel_text(call.words, duel), *round_texts(call.words, duel)]
    if duel.state in ("yours", "open"):
        how = by_ssh("play", call.club.address).replace("ssh ", "ssh -t ", 1)
        lines.append(call.words.t("To play it: {how}", how=f"{how} duel {duel.code}"))
    await call.write("\n".join(lines) + "\n")
    return DONE


async def _league(call: Call) -> int:
    """Write the league of a game, or the first few rows of each."""
    game = _words(call)
    leagues = (await call.ask(ReadLeague(" ".join(game)))).leagues
    most = listings.MOST if game else listings.FEW
    text = "\n".join(league_text(call.words, league, most) for league in leagues)
    return await _answer(call, leagues, text + "\n")


async def _profile(call: Call) -> int:
    """Write somebody's profile, or the caller's own."""
    names = _words(call)
    if len(names) > 1:
        return await _misused(call, ReadProfile.command)
    if not names and not (call.player and call.player.name):
        text = call.words.t("Nobody knows you here yet: log in with a key, or write profile NAME.")
        if call.key:
            how = by_another_key(call.club.address)
            text += "\n" + call.words.t("Been here with another key? {how}", how=how)
        await call.complain(text)
        return FAILED
    profile = await call.ask(ReadProfile("".join(names)))
    yours = call.player is not None and profile.name == call.player.name
    podium = podiums_of(call.words, call.club, profile.name)
    text = listings.profile_text(call.words, profile, yours, podium)
    return await _answer(call, profile, text)


async def _games(call: Call) -> int:
    """Write all games of somebody, or the caller's own, newest first, page by page."""
    words, as_json = call.words, "--json" in call.arguments
    asked = _GAMES.fullmatch(" ".join(_words(call)))
    if asked is None:
        return await _misused(call, ListPastGames.command)
    if not asked["name"] and call.player is None:
        return await _keyless(call)
    since = asked["since"] or asked["first"] or ""
    wish = ListPastGames(asked["name"] or "", since, most=PAGE)
    async with _long_answer(call):
        pages = 1
        while wish.page <= pages:
            past = await call.ask(wish)
            pages, wish = past.pages, replace(wish, page=wish.page + 1)
            for game in past.games:
                text = listings.past_text(words, game)
                line = msgspec.json.encode(game).decode() if as_json else text
                await call.write(line + "\n")
        if not pages and not as_json:
            await call.write(words.t("No such game is over yet.") + "\n")
    return DONE


def _words(call: Call) -> tuple[str, ...]:
    """Return the arguments without "--json"."""
    return tuple(word for word in call.arguments if word != "--json")


async def _misused(call: Call, command: Command) -> int:
    how = usage(call.words, command)
    return await call.complain(call.words.t("Usage: {usage}", usage=how))


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


async def _web(call: Call) -> int:
    """Write the address at which a browser becomes one more key of this person."""
    if not call.club.watch_links.site:
        raise refused("This server shows nothing in browsers.")
    if call.player is None:
        return await _keyless(call)
    how = call.club.watch_links.to_link(call.club.devices.code(call.player))
    await call.write(call.words.t("In your browser, within ten minutes: {how}", how=how) + "\n")
    return DONE


async def _recovery(call: Call) -> int:
    """Write a recovery code; with a recovery code, link this key."""
    if call.arguments:
        return await _linked(call)
    if call.player is None:
        return await _keyless(call)
    code = (await call.ask(NewRecovery())).code
    await call.write("\n".join(recovery_text(call.words, code, call.club.address)) + "\n")
    return DONE


async def _tournament(call: Call) -> int:
    """Write what comes or runs; with `join` or `leave`, take part or not."""
    what = _words(call)
    if len(what) > 1:
        return await _misused(call, SeeTournament.command)
    if what and call.player is None:
        return await _keyless(call)
    tonight = await call.ask(SeeTournament(*what))
    return await _answer(call, tonight, "\n".join(tonight_texts(call.words, tonight)) + "\n")


async def _export(call: Call) -> int:
    """Write everything stored about the caller, one JSON object a line."""
    if call.player is None:
        return await _keyless(call)
    async with _long_answer(call):
        async for line in call.club.own_data(call.player):
            await call.write(line.decode())
    return DONE


async def _forget(call: Call) -> int:
    """Say what being forgotten means; with the caller's own name, do it."""
    if call.player is None:
        return await _keyless(call)
    words, asked = call.words, await call.ask(ForgetMe(*call.arguments))
    if asked.forgotten:
        await call.write(words.t("You are forgotten here. Farewell.") + "\n")
        await call.house.sweep()
        return DONE
    how = by_ssh("play", call.club.address) + " export"
    await call.write("\n".join(forgetting_text(words, asked.name, how)) + "\n")
    return DONE


async def _keyless(call: Call) -> int:
    text = call.words.t("This needs an SSH key. With one, a guest's code makes that guest yours.")
    await call.complain(text)
    return FAILED


async def _linked(call: Call) -> int:
    """Link the caller's key to the owner of a code; "-": the next line is the code."""
    words, code = call.words, call.arguments[0]
    if not call.key:
        return await _keyless(call)
    if code == TYPED:  # other people on the client's machine may see arguments
        await call.client.complain(words.t("Type your code, then Enter:") + " ")
        code = (await call.client.read()).strip()
    player = await call.club.devices.link(call.key, code, call.origin)
    text = words.t("You are now {name} with this key too.", name=player.name)
    if not player.name:
        text = words.t("This key is now yours: log in with it and choose your name.")
    # A person who recovers has lost a key, and says here which one.
    others = _others(call, player) if names.read_recovery_code(code) else []
    await call.write("\n".join((text, *others)) + "\n")
    await call.house.sweep()
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
    await call.house.sweep()
    return DONE


async def _go(call: Call, wish: Start) -> int:
    if not call.terminal:
        text = call.words.t("This needs a terminal: write ssh -t before the address.")
        user = wish.code if wish.do == "join" else f"watch-{wish.code}"
        how = by_ssh(_printable(user), call.club.address)
        more = call.words.t("Or simply: {how}", how=how)
        return await call.complain(f"{text}\n{more}")
    with call.club.allowance.guess(call.origin):
        await call.club.rooms.load_if_new(wish.code)
        call.club.tables.row(
            wish.code
        )  # refused here, before any screen, where there is no such table
    return await call.client.play(wish)


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


_RECORD = Command(
    "record",
    (CODE, Argument("--signed", optional=True)),
    N_("what happened at a table, one JSON object a line"),
)
_CAST = Command(
    "cast",
    (CODE, Argument(N_("GAME_NO"), optional=True), Argument("100x30", optional=True)),
    N_("a finished game as an asciinema recording, a marker per turn"),
)
_EXPORT = Command("export", (), N_("everything stored about you, one JSON object a line"))
_KEY = Argument(N_("KEY"), optional=True)

COMMANDS: Mapping[str, ExecCommand] = {
    command.word: ExecCommand(command, run)
    for command, run in (
        (ListTables.command, _rooms),
        (JoinTable.command, _join),
        (WatchTable.command, _watch),
        (
            Command(
                "plain", (ANY_CODE,), N_("the whole arcade in plain lines, for screen readers")
            ),
            _plain,
        ),
        (Command("api", (ANY_CODE,), N_("JSON, one object a line, for bots")), _api),
        (_RECORD, _record),
        (
            Command(
                "checkpoint",
                (ANY_CODE,),
                N_("a signed root over all seals and results, with proofs for a table"),
            ),
            _checkpoint,
        ),
        (_CAST, _cast),
        (TellReview.command, _review),
        (ReadRules.command, _rules),
        (ListTurns.command, _turns),
        (Wait.command, _wait),
        (Standing.command, _top),
        (PlayDaily.command, _daily),
        (ReadLeague.command, _league),
        (ListDuels.command, _duels),
        (PlayDuel.command, _duel),
        (ReadProfile.command, _profile),
        (ReadDigest.command, _since),
        (SetWebhook.command, _webhook),
        (ListFriends.command, _friends),
        (Befriend.command, _friend),
        (Unfriend.command, _unfriend),
        (ListPastGames.command, _games),
        (
            Command(
                "link",
                (ANY_CODE,),
                N_("use two keys as one player: get a code with one, enter it with the other"),
            ),
            _link,
        ),
        (Command("web", (), N_("play in your browser as the same player: get its link")), _web),
        (
            Command("unlink", (_KEY,), N_("remove one of your keys, by default this one")),
            _unlink,
        ),
        (NewRecovery.command, _recovery),
        (SeeTournament.command, _tournament),
        (_EXPORT, _export),
        (ForgetMe.command, _forget),
        (Command("help", (), N_("this list")), _help),
    )
}
