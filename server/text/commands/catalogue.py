"""Every command, by its word: how it is found, run and listed."""

import shlex
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext

from msgspec.structs import replace

from arcade.club.errors import NotStored, Refused, why_failed
from arcade.club.i18n.words import Words
from arcade.club.operations.account import ForgetMe, NewRecovery
from arcade.club.operations.deals import ChooseZone, ReadLeague
from arcade.club.operations.digest import ReadDigest
from arcade.club.operations.duels import CompareDuel, ListDuels, PlayDuel
from arcade.club.operations.learning import PlayOn, TellReview
from arcade.club.operations.lobby import JoinTable, ListTables, WatchTable
from arcade.club.operations.operation import ANY_CODE, JSON, Command
from arcade.club.operations.people import Befriend, ListFriends, Unfriend
from arcade.club.operations.puzzles import PlayPuzzle
from arcade.club.operations.results import (
    ListPastGames,
    ListTurns,
    PlayDaily,
    ReadLeaderboards,
    ReadProfile,
    ReadRules,
    Wait,
)
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.operations.webhook import SetWebhook
from arcade.club.speech.ssh_command import by_ssh
from arcade.engine import registry
from arcade.engine.registry import printable
from arcade.engine.words import N_, folded
from arcade.players.text import clean
from server.text.aliases import is_plain, near
from server.text.commands import people, puzzles, records, results, tables
from server.text.commands.call import (
    DONE,
    FAILED,
    Call,
    ExecCommand,
    Keyless,
    arity,
    keyless,
    misused,
    usage,
)

OTHERS = frozenset(
    (
        *("bash", "git-receive-pack", "git-upload-archive", "git-upload-pack", "mosh-server"),
        *("rsync", "scp", "sftp-server", "sh", "svnserve", "tmux"),
    )
)
"""Programs that SSH clients start on a remote host."""

MAX_COMMAND = 1000
"""The most cells of a command line that are read."""

USAGE_WIDTH = 31
"""A usage of more cells has a line of its own in the list of commands."""


def name_of(line: str) -> str:
    """Return the command of a line for the log, "" for none: what people type may be secret."""
    name = line[:MAX_COMMAND].strip().partition(" ")[0]
    return name if name in COMMANDS else ""


async def run(line: str, call: Call) -> int:
    """Run a command line and return its exit code."""
    # Answers repeat these words, and somebody who follows a link has not typed them.
    line = clean(line[: 4 * MAX_COMMAND], MAX_COMMAND)  # cleaning 240,000 letters takes 0.2 s
    try:
        name, *arguments = shlex.split(line) or ["help"]
    except ValueError:
        name, *arguments = line.split()
    command = COMMANDS.get(name)
    if command is None:
        return await call.complain(_unknown(call.words, name, call.club.address))
    as_json = JSON in command.command.takes and JSON.kind in arguments
    if as_json:
        arguments.remove(JSON.kind)
    low, high = arity(command.command)
    counts = low <= len(arguments) <= high and "" not in arguments
    if not counts and name != "help":
        return await misused(call, command.command)
    player = call.player
    billed: AbstractContextManager[None] = nullcontext()
    if player is not None and call.address:
        billed = call.club.allowance.calling(player, call.origin)
    try:
        with billed:
            return await command.run(replace(call, arguments=tuple(arguments), as_json=as_json))
    except Keyless:
        return await keyless(call)
    except (Refused, NotStored) as error:
        await call.complain(why_failed(call.words, error))
    return FAILED


def _unknown(words: Words, name: str, address: str) -> str:
    """Say what else was meant by the name of no command."""
    written = printable(name)
    text = words.t("Unknown command: {name}. Try: help", name=written)
    if meant := ", ".join(near(folded(name)[:USAGE_WIDTH], list(COMMANDS))):
        text = words.t(
            "Unknown command: {name}. Did you mean {commands}?", name=written, commands=meant
        )
    if is_plain(folded(name)):
        how = by_ssh("plain", address)
        text = words.t("{name} works in plain mode: {how}", name=written, how=how)
    if name in OTHERS:
        how = by_ssh("play", address)
        text += "\n" + words.t("There is no shell and no file here. To play: {how}", how=how)
    return text


def help_text(words: Words) -> str:
    """List every command."""
    games = ", ".join(words.t(game.meta.name) for game in registry.games().values())
    commands = [command.command for command in COMMANDS.values()]
    usages = [usage(words, command) for command in commands]
    width = max(len(how) for how in usages if len(how) <= USAGE_WIDTH)
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


COMMANDS: Mapping[str, ExecCommand] = {
    command.word: ExecCommand(command, run)
    for command, run in (
        (ListTables.command, tables.rooms),
        (JoinTable.command, tables.join),
        (WatchTable.command, tables.watch),
        (
            Command(
                "plain", (ANY_CODE,), N_("the whole arcade in plain lines, for screen readers")
            ),
            tables.plain,
        ),
        (Command("api", (ANY_CODE,), N_("JSON, one object a line, for bots")), tables.api),
        (records.RECORD_COMMAND, records.record),
        (
            Command(
                "checkpoint",
                (ANY_CODE,),
                N_("a signed root over all seals and results, with proofs for a table"),
            ),
            records.checkpoint,
        ),
        (records.CAST_COMMAND, records.cast),
        (TellReview.command, records.review),
        (PlayOn.command, records.retry),
        (ReadRules.command, records.rules),
        (ListTurns.command, tables.turns),
        (Wait.command, tables.wait),
        (ReadLeaderboards.command, results.top),
        (PlayDaily.command, results.daily),
        (ReadLeague.command, results.league),
        (ChooseZone.command, results.zone),
        (PlayPuzzle.command, puzzles.puzzle),
        (ListDuels.command, results.duels),
        (PlayDuel.command, results.duel),
        (CompareDuel.command, results.compare),
        (ReadProfile.command, results.profile),
        (ReadDigest.command, results.since),
        (SetWebhook.command, people.webhook),
        (ListFriends.command, people.friends),
        (Befriend.command, people.friend),
        (Unfriend.command, people.unfriend),
        (ListPastGames.command, results.games),
        (
            Command(
                "link",
                (ANY_CODE,),
                N_("use two keys as one player: get a code with one, enter it with the other"),
            ),
            people.link,
        ),
        (
            Command("web", (), N_("play in your browser as the same player: get its link")),
            people.web,
        ),
        (
            Command("unlink", (people.KEY,), N_("remove one of your keys, by default this one")),
            people.unlink,
        ),
        (NewRecovery.command, people.recovery),
        (SeeTournament.command, results.tournament),
        (people.EXPORT_COMMAND, people.export),
        (ForgetMe.command, people.forget),
        (Command("help", (), N_("this list")), _help),
    )
}
