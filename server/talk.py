"""A session that talks in lines: who it is, in what manner, and its good end.

Must not know: what is said.
"""

from collections.abc import Awaitable, Callable

from arcade.club.words import Words
from server import plain
from server.api import Api
from server.caller import Caller, Manner
from server.house import Admitted, House
from server.identity import Shortcut
from server.lineinput import LineInput
from server.turns import Turns


async def talk(
    house: House,
    admitted: Admitted,
    manner: Manner,
    wish: Shortcut,
    words: Words,
    lines: LineInput,
    write: Callable[[str], Awaitable[None]],
) -> None:
    """Talk with somebody until they have enough, the lines end, or the task is cancelled."""
    caller = Caller(
        house.club, admitted.player, admitted.resume_code, lines, write, Turns(house.limits)
    )
    try:
        if manner == "api":
            await Api(caller, words).run(wish)
        else:
            await plain.converse(caller, words, wish)
    finally:
        caller.close()
