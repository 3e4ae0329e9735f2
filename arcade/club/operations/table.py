"""What somebody asks of the table they are at."""

from collections.abc import Mapping

from msgspec import Struct

from arcade.club.coaching import Judgement, Odds, Reason
from arcade.club.operations.operation import Key, Line, Operation, TableOperation, Visitor, name_of
from arcade.club.table_session import TableSession
from arcade.engine.words import N_
from arcade.rooms import decide
from arcade.rooms.errors import refused
from arcade.rooms.facts import EMOTES


class Coached(Struct, frozen=True):
    """What the coach says; `whole` if every choice is asked for."""

    last: Reason | None
    odds: Odds
    whole: bool


class Invited(Struct, frozen=True):
    """`here`: the person sees it now; else it waits for them, who are a friend."""

    name: str
    code: str
    here: bool


class Linked(Struct, frozen=True):
    link: str


class Start(TableOperation[None], frozen=True):
    key = Key("start", ("s",), N_("start now"), N_("Start; bots take the empty seats."))
    line = Line("start", N_("start: begin the game"))
    api = "start"

    async def do(self, table_session: TableSession) -> None:
        await table_session.start()


class PlayAgain(TableOperation[None], frozen=True):
    key = Key("again", ("a",), N_("rematch"), N_("Be ready for another game with the same people."))
    line = Line("again", N_("again: be ready for another game"))

    async def do(self, table_session: TableSession) -> None:
        await table_session.start()


class Act(TableOperation[Judgement | None], frozen=True):
    """Do an action of the game; with a `version` it is refused if the table has moved on."""

    api = "act"

    action: Mapping[str, object] | None = None
    version: int | None = None

    async def do(self, table_session: TableSession) -> Judgement | None:
        return await table_session.act(self.action or {}, self.version)


class Sit(TableOperation[None], frozen=True):
    """Take a seat, counted from 0; None: the first that is free."""

    key = Key("sit", ("j", "enter"), N_("sit down"), N_("Take a free seat, or a bot's."))
    line = Line("sit", N_("sit [SEAT]: take a seat, also back from a bot"))

    seat: int | None = None

    async def do(self, table_session: TableSession) -> None:
        await table_session.sit(self.seat)


class ComeBack(TableOperation[None], frozen=True):
    key = Key(
        "come_back",
        ("j", "enter"),
        N_("take your seat back"),
        N_("Play again yourself, in place of the bot."),
    )

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.come_back)


class SetDoor(TableOperation[None], frozen=True):
    """Open the door of a game against bots, or shut it; None: change it."""

    key = Key(
        "door",
        ("D",),
        N_("shut the door"),
        N_("Let nobody take a bot's seat during your game; again: let them."),
    )
    line = Line("door", N_("door: let people take bots' seats while you play alone, or nobody"))
    api = "door"

    on: bool | None = None

    async def do(self, table_session: TableSession) -> None:
        on = not table_session.table().table.late_join if self.on is None else self.on
        await table_session.do(decide.admit, on)


class SeatBot(TableOperation[None], frozen=True):
    key = Key("bot", ("b",), N_("seat a bot"), N_("Put a bot on the next empty seat."))
    line = Line("bot", N_("bot: put a bot on the next free seat"))

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.seat_bot, _seats(table_session, "open")[0])


class UnseatBot(TableOperation[None], frozen=True):
    key = Key("unbot", ("B",), N_("send a bot away"), N_("Free the last bot's seat."))
    line = Line("unbot", N_("unbot: send the last bot away"))

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.unseat_bot, _seats(table_session, "bot")[-1])


def _seats(table_session: TableSession, kind: str) -> list[int]:
    numbers = [seat.number for seat in table_session.table().seats if seat.kind == kind]
    if not numbers:
        raise refused("There is no such seat.")
    return numbers


class Hurry(TableOperation[None], frozen=True):
    key = Key("hurry", ("enter",), N_("faster"), N_("Do not wait for the others."))
    line = Line("faster", N_("faster: do not wait for the bots"))

    async def do(self, table_session: TableSession) -> None:
        table_session.hurry()


class GiveUpSeat(TableOperation[None], frozen=True):
    """Give up the seat and watch; during a game a bot plays on."""

    line = Line("giveup", N_("giveup: give your seat up and watch"), risky=True)

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.leave_seat)


class Pause(TableOperation[None], frozen=True):
    """Ask for a pause, or withdraw the request; it begins once all players ask."""

    key = Key("pause", ("P",), what=N_("Ask for a pause; everyone at the table has to agree."))
    line = Line("pause", N_("pause: ask for a pause, or take that back"))
    api = "pause"
    by_each = True

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.vote, "pause")


class GoOn(TableOperation[None], frozen=True):
    key = Key("go_on", ("P",), N_("go on"), N_("End the pause."))
    line = Line("continue", N_("continue: go on after a pause"))
    api = "continue"

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.unpause)


class SeeEnd(TableOperation[None], frozen=True):
    """Let the bots play to the end at once, where no person has a part any more."""

    key = Key(
        "see_end",
        ("enter",),
        N_("see how it ends"),
        N_("Let the bots play to the end at once: only they have a part."),
    )
    line = Line("end", N_("end: see at once how it ends, when only bots have a part in the game"))
    api = "see_end"
    by_each = True

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.see_end)


class VoteEnd(TableOperation[None], frozen=True):
    """Ask to end the game without a result, or withdraw; it ends once all players ask."""

    key = Key(
        "vote_end", ("X",), what=N_("Ask to end the game without a result; everyone has to agree.")
    )
    line = Line("endgame", N_("endgame: ask to end the game without a result"), risky=True)
    api = "end"
    by_each = True

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.vote, "end")


class Settle(TableOperation[None], frozen=True):
    """Ask to end, with a result, a game that somebody has left, or withdraw.

    It ends once all who are there ask; bots then play the rest for everybody, at once.
    """

    key = Key(
        "settle",
        ("R",),
        N_("end it, rated"),
        N_("Somebody has left: end with a result, if all who are here agree."),
    )
    line = Line(
        "settle",
        N_("settle: when somebody has left, ask to end the game with a result"),
        risky=True,
    )
    api = "settle"
    by_each = True

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.settle)


class Decline(TableOperation[None], frozen=True):
    key = Key("decline", ("n",), "", N_("Say no to what others ask."), N_("no: n"))
    line = Line("no", N_("no: say no to a pause or an end that others ask for"))

    async def do(self, table_session: TableSession) -> None:
        await table_session.do(decide.decline)


class AskOdds(TableOperation[Coached], frozen=True):
    """Weigh the choices; with any word in `many`, list them all."""

    key = Key("odds", ("i",), N_("coach"), N_("Show what each choice is worth, and why."))
    line = Line("odds", N_("odds [all]: see what the best choices are worth, or all, and why"))

    many: str = ""

    async def do(self, table_session: TableSession) -> Coached:
        last = table_session.reason()
        return Coached(last, await table_session.odds(), bool(self.many))


class SealWords(TableOperation[bool], frozen=True):
    """Add words to the next game's dice; return whether there were any."""

    key = Key("fair", ("F",), what=N_("See how the dice are sealed; give words of your own."))
    line = Line("fair", N_("fair [WORDS]: see how the dice are sealed, or add words of your own"))

    text: str = ""

    async def do(self, table_session: TableSession) -> bool:
        if self.text:
            await table_session.contribute(self.text)
        return bool(self.text)


class MakeGesture(TableOperation[None], frozen=True):
    key = Key("emote", ("E",), what=N_("Make a gesture: lift a glass, clap, sigh."))
    line = Line("gesture", N_("gesture NAME: make a gesture that everybody at the table sees"))

    name: str = ""

    async def do(self, table_session: TableSession) -> None:
        if self.name not in EMOTES:
            raise refused("Choose one of: {known}", known=", ".join(EMOTES))
        await table_session.emote(self.name)


class Invite(TableOperation[Invited], frozen=True):
    key = Key("invite", ("enter",), N_("invite"), N_("Ask that person to your table."))
    line = Line("invite", N_("invite NAME: invite somebody to this table"), needs=1)
    api = "invite"

    name: str = ""

    async def do(self, table_session: TableSession) -> Invited:
        here = await table_session.invite(name_of(self.name))
        return Invited(self.name, table_session.code, here)


class ShowLink(TableOperation[Linked], frozen=True):
    """Ask for the address at which anybody watches the table in a browser."""

    key = Key("link", ("f6",), what=N_("Show the link by which anybody watches in a browser."))
    line = Line("link", N_("link: the link by which anybody watches this table in a browser"))
    api = "link"

    async def do(self, table_session: TableSession) -> Linked:
        return Linked(table_session.watch_link())


class Hush(TableOperation[None], frozen=True):
    """Mute a person here, or unmute them; for whoever opened the table."""

    key = Key("hush", ("m",), N_("mute here"), N_("Let that person say nothing here."))
    line = Line(
        "hush", N_("hush NAME: mute somebody at your table, or unmute them"), needs=1, risky=True
    )

    name: str = ""

    async def do(self, table_session: TableSession) -> None:
        await table_session.hush(name_of(self.name))


class SendAway(TableOperation[None], frozen=True):
    key = Key("send_away", ("x",), N_("send away"), N_("Send that person away from the table."))
    line = Line(
        "sendaway",
        N_("sendaway NAME: send somebody away from your table, not from a running game"),
        needs=1,
        risky=True,
    )

    name: str = ""

    async def do(self, table_session: TableSession) -> None:
        await table_session.send_away(name_of(self.name))


class Say(Operation[None], frozen=True):
    key = Key("talk", ("t", "slash"), N_("talk"), N_("Say something to the table."))
    line = Line("say", N_("say …: talk, at the table or in the lobby"), needs=1)
    api = "say"

    text: str = ""

    async def run(self, visitor: Visitor) -> None:
        if visitor.table_session is not None:
            await visitor.table_session.say(self.text)
        else:
            await visitor.club.community.say(visitor.player, self.text)


class Leave(Operation[None], frozen=True):
    key = Key(
        "leave", ("q", "escape"), N_("leave"), N_("Leave the table; asks first while you play.")
    )
    line = Line("leave", N_("leave: go to the lobby; your seat is held"))
    api = "leave"

    async def run(self, visitor: Visitor) -> None:
        visitor.leave()
