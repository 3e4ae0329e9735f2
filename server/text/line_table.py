"""The commands of the line conversation that work at a table: each asks the place.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Awaitable, Callable, Mapping

from arcade.club.speech.actions import label
from arcade.club.table_session import TableSession
from arcade.engine.words import N_
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES
from screens.fairness import FairRows
from screens.rows import plain
from server.text.conversation import CELLS, Command, Conversation

Deed = Callable[[Conversation, TableSession, str], Awaitable[None]]


def _at_table(help_: str, do: Deed) -> Command:
    async def run(talk: Conversation, rest: str) -> None:
        if talk.caller.place is not None:
            await do(talk, talk.caller.place, rest)

    return Command(help_, run, table=True)


async def _start(_: Conversation, place: TableSession, __: str) -> None:
    await place.start()


async def _sit(_: Conversation, place: TableSession, rest: str) -> None:
    seat = number(rest)
    await place.sit(seat - 1 if seat else None)


async def _stand_up(_: Conversation, place: TableSession, __: str) -> None:
    await place.leave()


async def _pause(_: Conversation, place: TableSession, __: str) -> None:
    await place.pause()


async def _go_on(_: Conversation, place: TableSession, __: str) -> None:
    await place.go_on()


async def _end(_: Conversation, place: TableSession, __: str) -> None:
    await place.vote_end()


async def _odds(talk: Conversation, place: TableSession, _: str) -> None:
    t = talk.words.t
    table = place.table()
    names = tuple(seat.name for seat in table.seats)
    last = place.reason()
    if last is not None:
        done = t(
            "{name}: {choice}",
            name=names[last.seat],
            choice=label(talk.words, table.game, last.advice.action, names),
        )
        judged = t("The best there was.") if last.best else t("There was something better.")
        await talk.say(f"{done}. {talk.words.say(last.advice.why, names)} {judged}")
    odds = await place.odds()
    await talk.say(t("worth in {unit}", unit=t(odds.unit)))
    for one in odds.advice:
        choice = label(talk.words, table.game, one.action, names)
        worth = talk.words.number(one.worth, "+0.0;−0.0")
        why = talk.words.say(one.why, names)
        await talk.say(t("{name}: {choice}", name=choice, choice=f"{worth}. {why}"))


async def _fair(talk: Conversation, place: TableSession, rest: str) -> None:
    if rest:
        await place.contribute(rest)
        await talk.say(
            talk.words.t("Your words are sealed; everybody reads them when the game begins.")
        )
        return
    table = place.table()
    for line in FairRows(talk.words, table, CELLS).rows(table.fair):
        await talk.say(plain(line))


async def _gesture(_: Conversation, place: TableSession, rest: str) -> None:
    if rest not in EMOTES:
        raise refused("There is: {known}", known=", ".join(EMOTES))
    await place.emote(rest)


async def _invite(talk: Conversation, place: TableSession, rest: str) -> None:
    talk.caller.club.community.invite(talk.caller.player, rest, place.code)
    await talk.say(talk.words.t("{name} is asked to table {code}.", name=rest, code=place.code))


async def _leave(talk: Conversation, _: TableSession, __: str) -> None:
    await talk.tell_seat()
    talk.to_lobby()
    await talk.say(talk.words.t("You are in the lobby again."))


async def _look(talk: Conversation, place: TableSession, _: str) -> None:
    table = place.table()
    await talk.stand(table)
    await talk.say_choices(table)


async def _wait(talk: Conversation, _: TableSession, __: str) -> None:
    talk.waiting = True


def number(text: str) -> int:
    """Read a number a person may mean; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


COMMANDS: Mapping[str, Command] = {
    "start": _at_table(N_("start: begin the game"), _start),
    "again": _at_table(N_("again: play another game"), _start),
    "look": _at_table(N_("look: how the table stands, and what you may do"), _look),
    "wait": _at_table(N_("wait: take no lines until it is your turn: for scripts"), _wait),
    "sit": _at_table(N_("sit [SEAT]: take a seat, also back from a bot"), _sit),
    "giveup": _at_table(N_("giveup: give your seat up and watch"), _stand_up),
    "pause": _at_table(N_("pause: ask for a pause, or no longer"), _pause),
    "continue": _at_table(N_("continue: go on after a pause"), _go_on),
    "endgame": _at_table(N_("endgame: ask to end the game without a result"), _end),
    "odds": _at_table(N_("odds: what each choice is worth, and why"), _odds),
    "fair": _at_table(N_("fair [WORDS]: how the dice are sealed; give them words of yours"), _fair),
    "gesture": _at_table(N_("gesture NAME: a gesture for all at the table"), _gesture),
    "invite": _at_table(N_("invite NAME: ask somebody to this table"), _invite),
    "leave": _at_table(N_("leave: go to the lobby; your seat is held"), _leave),
}
