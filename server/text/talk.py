"""A session that talks in lines: who it is, in what manner, and its good end.

Must not know: what is said.
"""

from collections.abc import Awaitable, Callable

from arcade.club.i18n.words import Words
from server.limits.turns import Turns
from server.ssh.context import Identity, ServerContext
from server.ssh.identity import Shortcut
from server.text import line_mode
from server.text.api import Api
from server.text.line_input import LineInput
from server.text.line_session import LineSession, Manner


async def talk(
    context: ServerContext,
    identity: Identity,
    manner: Manner,
    wish: Shortcut,
    words: Words,
    lines: LineInput,
    write: Callable[[str], Awaitable[None]],
) -> None:
    """Talk with somebody until they have enough, the lines end, or the task is cancelled."""
    caller = LineSession(
        context.club, identity.player, identity.resume_code, lines, write, Turns(context.limits)
    )
    try:
        if manner == "api":
            await Api(caller, words).run(wish)
        else:
            await line_mode.converse(caller, words, wish)
    finally:
        caller.close()
