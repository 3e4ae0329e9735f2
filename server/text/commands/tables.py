"""Commands that list tables, wait for one, or begin a session at one."""

import re
from collections.abc import Sequence

from arcade.club.errors import Refused
from arcade.club.operations.lobby import ListTables
from arcade.club.operations.operation import game_key
from arcade.club.operations.results import ListTurns, Wait
from arcade.club.speech.lobby import occasion_text
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.start import Start
from arcade.club.views import TableRow
from arcade.engine.registry import printable
from server.text import listings
from server.text.commands.call import (
    FAILED,
    MISUSED,
    Call,
    answer,
    keyless,
    misused,
    without_terminal,
)

_WAIT = re.compile(
    r"( --game[ =](?P<game>(?!--)\S+( (?!--)\S+)*)| --timeout[ =](?P<seconds>\d{1,6}))*"
)
"""The options of `wait`; a game's name may have several words."""


async def rooms(call: Call) -> int:
    lobby = await call.ask(ListTables())
    none = call.words.t("No table is open. Open one!")
    return await _tables(call, lobby.tables, none)


async def turns(call: Call) -> int:
    none = call.words.t("No game waits for you.")
    return await _tables(call, await call.ask(ListTurns()), none)


async def wait(call: Call) -> int:
    """Write why the caller is called; exit with `FAILED` if nothing calls them in time."""
    asked = _WAIT.fullmatch("".join(f" {word}" for word in call.arguments))
    if asked is None:
        return await misused(call, Wait.command)
    if call.player is None:
        await keyless(call)
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
    return await answer(call, occasion, occasion_text(call.words, occasion) + "\n")


async def _tables(call: Call, rows: Sequence[TableRow], none: str) -> int:
    """List tables; `none` is the sentence if there are none."""
    text = listings.tables_text(call.words, rows) if rows else none + "\n"
    return await answer(call, rows, text)


async def join(call: Call) -> int:
    return await _go(call, Start("join", call.arguments[0].upper()))


async def watch(call: Call) -> int:
    return await _go(call, Start("watch", call.arguments[0].upper()))


async def plain(call: Call) -> int:
    return await call.client.converse("plain", _asked(call))


async def api(call: Call) -> int:
    return await call.client.converse("api", _asked(call))


def _asked(call: Call) -> Start:
    """Return where the session begins: at the given table, or where the user name leads."""
    return (
        Start("join", call.arguments[0].upper()) if call.arguments else call.house.start(call.wish)
    )


async def _go(call: Call, wish: Start) -> int:
    if not call.terminal:
        user = wish.code if wish.do == "join" else f"watch-{wish.code}"
        how = by_ssh(printable(user), call.club.address)
        return await without_terminal(call, call.words.t("Or simply: {how}", how=how))
    with call.club.allowance.guess(call.origin):
        await call.club.rooms.load_if_new(wish.code)
        call.club.tables.row(
            wish.code
        )  # refused here, before any screen, where there is no such table
    return await call.client.play(wish)
