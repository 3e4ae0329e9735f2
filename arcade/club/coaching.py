"""The odds of a player's choices, and the reason for a bot's last action."""

import secrets

from msgspec import Struct

from arcade.engine import codec
from arcade.engine.bot import STRENGTHS
from arcade.engine.bot import bots as bots_of
from arcade.engine.chance import Stream
from arcade.engine.coach import Advice, PlayOn, coach
from arcade.engine.game import Game
from arcade.engine.news import News, phrase
from arcade.rooms.bots.pool import BotPool, NoAnswer
from arcade.rooms.errors import Refused, refused
from arcade.rooms.host import Host
from arcade.rooms.room import Room

PUZZLE = "PUZZLE"
"""The code of a puzzle's table, and of no other: those have five letters."""

VISIBLE_DIFFERENCE = 0.05
"""The smallest difference in worth visible with one decimal."""


class Odds(Struct, frozen=True):
    """What a seat's choices are worth, in `unit` (a msgid), the best first."""

    unit: str
    advice: tuple[Advice, ...]


class Reason(Struct, frozen=True):
    """A bot's last action, its worth to the bot, and a clearly better choice if there was one."""

    seat: int
    unit: str
    advice: Advice
    better: Advice | None


class Judgement(Struct, frozen=True):
    """What the coach says of the answer to a puzzle: the worth `given` away, in `unit`.

    Without `chosen` and `best` it had no time to say why.
    """

    right: bool
    unit: str = ""
    given: float = 0.0
    chosen: Advice | None = None
    best: Advice | None = None


def unfair(room: Room) -> News | None:
    """Return why a coach would be unfair: among people, in a deal or a puzzle; else None."""
    if room.duel:
        return phrase("No coach in a duel: both play it alone.")
    if room.daily:
        return phrase("No coach in the deal of the day: everybody plays it alone.")
    if room.of_tournament:
        return phrase("No coach in a tournament: people play each other, table by table.")
    if unanswered(room):
        return phrase("No coach before your answer: its best choice is the puzzle.")
    people = sum(not chair.free for chair in room.chairs)
    if people > 1 and not room.table.coach and not room.joined:
        return phrase("No coach at this table: people play each other, and its rules allow none.")
    return None


def unanswered(room: Room) -> bool:
    """Return whether a room is a puzzle in which nobody has acted yet."""
    return room.code == PUZZLE and room.course is not None and room.course.mover is None


def may_ask(room: Room) -> None:
    """Raise `Refused` where a coach would be unfair."""
    if why := unfair(room):
        raise Refused(why)


async def odds(bots: BotPool, host: Host, seat: int | None) -> Odds:
    """Rate a seat's choices by what that seat sees; raises `Refused`."""
    room = host.room
    may_ask(room)
    if room.phase != "playing" or seat is None or seat not in room.to_act():
        raise refused("The odds are told on your turn.")
    game = room.rules
    teacher = coach(game)
    if teacher is None:
        raise refused("There is no coach for this game.")
    view, offers = game.view(room.state, seat), game.legal(room.state, seat)
    seed = secrets.token_bytes(32)
    if not _slow(game):
        return Odds(teacher.unit, teacher.advise(view, offers, Stream(seed)))
    try:
        return Odds(teacher.unit, await bots.advise(room.game, view, offers, seed))
    except NoAnswer as none:
        raise refused("The coach is too busy; ask again in a moment.") from none


def reason(host: Host) -> Reason | None:
    """Return the reason for a bot's last action, judged by what its seat saw.

    None if no coach rates that action, and in games with hidden hands.
    """
    before, acted = host.last or (None, None)
    if before is None or acted is None or acted.by != "bot":
        return None
    teacher = coach(before.rules)
    if teacher is None or before.rules.meta.secrets or _slow(before.rules):
        return None
    game, state, seat = before.rules, before.state, acted.seat
    chosen = codec.action_from(game, acted.action)
    weighed = teacher.advise(game.view(state, seat), game.legal(state, seat), Stream(b"reason"))
    for advice in weighed:
        if advice.action == chosen:
            better = weighed[0] if weighed[0].worth - advice.worth >= VISIBLE_DIFFERENCE else None
            return Reason(seat, teacher.unit, advice, better)
    return None


def _slow(game: Game) -> bool:
    """Return whether a game's coach must run in another process."""
    strong = {bot.name: bot for bot in bots_of(game)}
    best = strong.get(STRENGTHS[-1])
    return isinstance(coach(game), PlayOn) or (best is not None and best.slow)
