"""Line mode and the JSON API: one session in one of these modes, from its beginning to its end.

Must not know: what is said.
"""

from collections.abc import Awaitable, Callable

from arcade.club.i18n.words import Words
from server.ssh.context import Identity, ServerContext
from server.ssh.identity import Shortcut
from server.text import line_mode
from server.text.api import Api
from server.text.line_input import LineInput
from server.text.line_session import LineSession, Mode


async def run_mode(
    context: ServerContext,
    identity: Identity,
    mode: Mode,
    shortcut: Shortcut,
    words: Words,
    lines: LineInput,
    write: Callable[[str], Awaitable[None]],
) -> None:
    """Run a session until the client ends it, its lines end, or the task is cancelled."""
    session = LineSession(context.club, identity.player, identity.resume_code, lines, write)
    try:
        if mode == "api":
            await Api(session, words).run(shortcut)
        else:
            await line_mode.converse(session, words, shortcut)
    finally:
        session.close()
