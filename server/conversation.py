"""The whole club as a conversation in lines, for screen readers, scripts and plain terminals.

No colours, no movement of the cursor: lines of at most `CELLS` cells, in the order things happen.

Must not know: channels and bytes, or a rule of any game.
"""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from arcade.club import rulebook, typed
from arcade.club.errors import NotStored, Refused
from arcade.club.spoken import paragraph
from arcade.club.views import Line, Notice, TableView
from arcade.club.words import Words, languages
from arcade.engine import registry
from arcade.engine.errors import BadOptions
from arcade.engine.words import N_
from arcade.rooms.errors import refused
from screens.rows import plain, row, wrap
from server import daily, newtable, standing
from server.caller import Caller
from server.identity import Shortcut

CELLS = 79
"""How wide a line may be; a terminal of 80 cells breaks none of them."""


class Conversation:
    """Answers one caller's lines and tells what happens meanwhile."""

    def __init__(self, caller: Caller, words: Words) -> None:
        self.caller = caller
        self.words = words
        self.ended = False
        self.waiting = False
        self._heard = 0
        self._announced: object = None

    async def run(self, wish: Shortcut) -> None:
        """Talk until the caller has enough, or the lines end."""
        await self.welcome()
        if self.caller.player.name:
            await self.guarded(self.begin, wish)
        while not self.ended:
            await self.tell_news()
            if self.ended or not await self.caller.turn(lines=not self._waits()):
                continue
            line = self.caller.lines.take()
            if line is None:
                return
            if not self.caller.player.name:
                await self.guarded(self.name, line, wish)
            elif line.strip():
                await self.guarded(self.answer, line.strip())

    async def say(self, text: str) -> None:
        """Say a text: every line of it is broken at words."""
        for line in text.splitlines() or [""]:
            for part in wrap(row(line), CELLS, 2):
                await self.caller.write(plain(part).rstrip() + "\n")

    async def welcome(self) -> None:
        """Say where one is and what one line does."""
        t = self.words.t
        await self.say(t("ssh-arcade: French café games. Write help for all there is."))
        if not self.caller.player.name:
            await self.say(t("What shall we call you? 2 to 16 letters, digits, - or _."))
            return
        await self.say(t("You are {name}.", name=self.caller.player.name))
        if self.caller.resume_code:
            await self.say(t("You come back as ssh resume-{code}@…", code=self.caller.resume_code))
        await self.say(t("Write play to play at once, or list for the tables."))

    async def name(self, line: str, wish: Shortcut) -> None:
        """Take the caller's name, and go where they wished to go."""
        self.caller.rename(await self.caller.club.choose_name(self.caller.player, line.strip()))
        await self.welcome()
        await self.begin(wish)

    async def begin(self, wish: Shortcut) -> None:
        """Go where the caller wished to begin."""
        lobby = self.caller.club.lobby(self.caller.player).lines
        self._heard = lobby[-1].number if lobby else 0
        await self.caller.start(wish)
        if self.caller.place is not None:
            await self.arrived()

    async def guarded(self, do: Callable[..., Awaitable[None]], *given: object) -> None:
        """Do something; what is refused is said, with the paragraph of the rules."""
        try:
            await do(*given)
        except Refused as no:
            place = self.caller.place
            names = tuple(seat.name for seat in place.table().seats) if place else ()
            said = self.words.say(no.why, names)
            await self.say(f"§{no.paragraph}: {said}" if no.paragraph else said)
        except BadOptions as no:
            await self.say(str(no))
        except NotStored:
            await self.say(self.words.t("That could not be stored; nothing has changed."))

    # What happens

    async def tell_news(self) -> None:
        """Say what is new: notices, the log of the table or the lobby's talk, one's turn."""
        for notice in self._taken():
            await self.say(self.words.say(notice.news))
        if self.caller.over is not None:
            await self.say(self.words.say(self.caller.over))
            self.ended = True
            return
        if not self.caller.player.name:
            return
        place = self.caller.place
        if place is None:
            await self._log(self.caller.club.lobby(self.caller.player).lines)
            return
        table = place.table()
        await self._log(table.lines)
        if table.sent_away or table.phase == "closed":
            await self.say(self.words.t("You are in the lobby again."))
            self.to_lobby()
        else:
            await self._turn(table)

    def _taken(self) -> list[Notice]:
        taken, self.caller.notices = self.caller.notices, []
        return taken

    async def _log(self, lines: tuple[Line, ...]) -> None:
        for line in lines:
            if line.number > self._heard:
                self._heard = line.number
                if said := self._sentence(line):
                    await self.say(said)

    def _sentence(self, line: Line) -> str:
        if line.news is not None:
            return self.words.say(line.news, line.names)
        return f"{line.who}: {line.text}" if line.text else ""

    async def _turn(self, table: TableView) -> None:
        """Announce one's own turn, once for each thing there is to decide, and the end."""
        mine = table.seat is not None and table.seat in table.to_act
        about = table.phase, table.games_played, mine and (table.offers, table.view)
        if about == self._announced:
            return
        self._announced = about
        if mine or table.phase == "over":
            await self.say(paragraph(self.words, table))
        if mine:
            await self.say_choices(table)
        elif table.phase == "over" and table.seat is not None:
            await self.say(self.words.t("Write again for another game, or leave."))

    def _waits(self) -> bool:
        """Whether lines have to wait until the game waits for the caller, or is over."""
        place = self.caller.place
        if self.waiting and place is not None:
            table = place.table()
            mine = table.seat is not None and table.seat in table.to_act
            self.waiting = table.phase == "playing" and not mine
        else:
            self.waiting = False
        return self.waiting

    # What is asked for

    async def answer(self, line: str) -> None:
        """Answer a line: a command, else an action of the game."""
        verb, _, rest = line.partition(" ")
        command = COMMANDS.get(ALSO.get(verb.lower(), verb.lower()))
        place = self.caller.place
        if command is not None and (place is not None or not command.table):
            await command.run(self, rest.strip())
        elif place is not None and place.table().phase == "playing":
            await self.act(line)
        else:
            await self.say(self.words.t("That is no command here. Write help."))

    async def act(self, line: str) -> None:
        """Act in the game, by the number of a choice or in words."""
        place = self.caller.place
        if place is None:
            return
        table = place.table()
        names = tuple(seat.name for seat in table.seats)
        found = typed.choices(self.words, table.offers, names)
        try:
            action = typed.read(line, found, names, getattr(table.view, "dice", ()))
        except typed.Unclear:
            await self.say(self.words.t("That is no command here. Write help, or choices."))
            return
        await place.act(action, table.version)

    async def say_choices(self, table: TableView) -> None:
        """List what the caller may do now, by number."""
        names = tuple(seat.name for seat in table.seats)
        found = typed.choices(self.words, table.offers, names)
        for number, choice in enumerate(found, 1):
            await self.say(f"{number}. {choice.said}")
        if not found:
            await self.say(self.words.t("There is nothing for you to do now."))

    async def arrived(self) -> None:
        """Say how the table stands that one has just come to."""
        place = self.caller.place
        if place is None:
            return
        table = place.table()
        self._heard = table.lines[-1].number if table.lines else 0
        self._announced = None
        mine = table.seat is not None and table.seat in table.to_act
        if not mine and table.phase != "over":  # else it is said at once, as every turn is
            await self.say(paragraph(self.words, table))
        if table.phase == "waiting" and table.seat is not None:
            await self.say(self.words.t("Write start to begin; bots take the free seats."))

    def to_lobby(self) -> None:
        """Be in the lobby."""
        self.caller.leave()
        lobby = self.caller.club.lobby(self.caller.player).lines
        self._heard = lobby[-1].number if lobby else 0


class Command(Struct, frozen=True):
    """A command of the conversation: how it is written, one sentence, what it does."""

    usage: str
    help: str
    run: Callable[[Conversation, str], Awaitable[None]]
    table: bool = False
    """Whether it works at a table only."""


async def _help(talk: Conversation, _: str) -> None:
    for command in COMMANDS.values():
        await talk.say(f"{command.usage}: {talk.words.t(command.help)}")
    await talk.say(
        talk.words.t(
            "At a table: the number of a choice, or an action such as roll, keep 4 2, raise 30, "
            "announce 14, lay 5 h8."
        )
    )


async def _list(talk: Conversation, _: str) -> None:
    t, nt = talk.words.t, talk.words.nt
    rows = talk.caller.club.lobby(talk.caller.player).tables
    states = {"waiting": t("waiting"), "playing": t("playing"), "over": t("over")}
    for one in rows:
        people = ", ".join(one.people) or "–"
        free = nt("{n} seat to take", "{n} seats to take", one.open)
        marks = [t("it is your turn") if one.turn else t("you sit there") if one.yours else ""]
        parts = [f"{one.code}: {one.name}", states.get(one.phase, one.phase), people, free, *marks]
        await talk.say(", ".join(part for part in parts if part) + ".")
    if not rows:
        await talk.say(t("No table is open. Open one!"))


async def _play(talk: Conversation, rest: str) -> None:
    game = newtable.game_key(rest) if rest else None
    talk.caller.go(await talk.caller.club.quick_play(talk.caller.player, game))
    await talk.arrived()


async def _new(talk: Conversation, rest: str) -> None:
    if not rest:
        games = ", ".join(registry.games())
        await talk.say(
            talk.words.t("Write new GAME SEATS option=value …; games: {games}", games=games)
        )
        return
    wish = newtable.read(rest)
    if wish.asked:
        for line in newtable.options_text(talk.words, wish.game):
            await talk.say(line)
        return
    caller = talk.caller
    code = await caller.club.create(
        caller.player, wish.game, wish.options, wish.seats, wish.private, wish.table
    )
    caller.go(await caller.club.join(caller.player, code))
    await talk.arrived()


async def _join(talk: Conversation, rest: str) -> None:
    talk.caller.go(await talk.caller.club.join(talk.caller.player, rest.upper()))
    await talk.arrived()


async def _watch(talk: Conversation, rest: str) -> None:
    talk.caller.go(await talk.caller.club.watch(talk.caller.player, rest.upper()))
    await talk.arrived()


async def _leave(talk: Conversation, _: str) -> None:
    talk.to_lobby()
    await talk.say(talk.words.t("You are in the lobby again."))


async def _quit(talk: Conversation, _: str) -> None:
    await talk.say(talk.words.t("Good-bye, {name}!", name=talk.caller.player.name))
    talk.ended = True


async def _who(talk: Conversation, _: str) -> None:
    t, caller = talk.words.t, talk.caller
    people = caller.place.here() if caller.place else caller.club.company.people(caller.player)
    for one in people:
        where = (
            t("plays") if one.playing else t("at a table") if one.at_table else t("in the lobby")
        )
        await talk.say(f"{one.name}: {where}" + (f" {one.where}" if one.where else ""))


async def _say(talk: Conversation, rest: str) -> None:
    caller = talk.caller
    if caller.place is not None:
        await caller.place.say(rest)
    else:
        await caller.club.company.say(caller.player, rest)


async def _daily(talk: Conversation, rest: str) -> None:
    caller, deals = talk.caller, talk.caller.club.daily
    if rest:
        caller.go(await deals.play(caller.player, newtable.game_key(rest)))
        await talk.arrived()
    else:
        await talk.say(daily.states_text(talk.words, deals.all(caller.player)))


async def _standing(talk: Conversation, rest: str) -> None:
    club, words = talk.caller.club, talk.words
    games = [newtable.game_key(rest)] if rest else list(registry.games())
    for game in games:
        board = club.standing.leaderboard(game, talk.caller.player)
        await talk.say(standing.board_text(words, board, standing.MOST if rest else standing.FEW))


async def _rules(talk: Conversation, rest: str) -> None:
    place = talk.caller.place
    if not rest and place is None:
        raise refused("Write rules and the name of a game.")
    game = newtable.game_key(rest) if rest or place is None else place.table().game
    await talk.say(rulebook.rules(game, talk.words.language))


async def _start(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.start()


async def _sit(talk: Conversation, rest: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.sit(int(rest) - 1 if rest.isdecimal() else None)


async def _stand_up(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        await talk.caller.place.leave()


async def _look(talk: Conversation, _: str) -> None:
    if talk.caller.place is not None:
        table = talk.caller.place.table()
        await talk.say(paragraph(talk.words, table))
        await talk.say_choices(table)


async def _wait(talk: Conversation, _: str) -> None:
    talk.waiting = True


async def _language(talk: Conversation, rest: str) -> None:
    if rest not in languages():
        raise refused("There is: {known}", known=", ".join(languages()))
    await talk.caller.club.choose_language(talk.caller.player, rest)
    talk.words = Words(rest)
    await talk.say(talk.words.t("Now in English."))


COMMANDS: Mapping[str, Command] = {
    "help": Command("help", N_("this list"), _help),
    "list": Command("list", N_("the tables"), _list),
    "play": Command("play [GAME]", N_("play at once: with people, else against bots"), _play),
    "new": Command(
        "new GAME [SEATS] [option=value …]", N_("open a table; new GAME ? says the options"), _new
    ),
    "join": Command("join CODE", N_("sit down at a table"), _join),
    "watch": Command("watch CODE", N_("watch a table"), _watch),
    "start": Command("start", N_("begin the game"), _start, table=True),
    "again": Command("again", N_("play another game"), _start, table=True),
    "look": Command("look", N_("how the table stands, and what you may do"), _look, table=True),
    "wait": Command(
        "wait", N_("take no lines until it is your turn: for scripts"), _wait, table=True
    ),
    "sit": Command("sit [SEAT]", N_("take a seat, also back from a bot"), _sit, table=True),
    "giveup": Command("giveup", N_("give your seat up and watch"), _stand_up, table=True),
    "leave": Command("leave", N_("go to the lobby; your seat is held"), _leave, table=True),
    "say": Command("say …", N_("talk, at the table or in the lobby"), _say),
    "who": Command("who", N_("who is here"), _who),
    "daily": Command("daily [GAME]", N_("the daily deals; with a game, play its deal"), _daily),
    "standing": Command("standing [GAME]", N_("the best players"), _standing),
    "rules": Command("rules [GAME]", N_("the rules of a game"), _rules),
    "language": Command("language en|fr", N_("speak another language"), _language),
    "quit": Command("quit", N_("go home"), _quit),
}

ALSO: Mapping[str, str] = {
    "?": "help",
    "aide": "help",
    "liste": "list",
    "jouer": "play",
    "nouvelle": "new",
    "rejoindre": "join",
    "regarder": "watch",
    "commencer": "start",
    "encore": "again",
    "state": "look",
    "choices": "look",
    "état": "look",
    "choix": "look",
    "attendre": "wait",
    "asseoir": "sit",
    "partir": "leave",
    "dire": "say",
    "qui": "who",
    "jour": "daily",
    "classement": "standing",
    "règles": "rules",
    "langue": "language",
    "exit": "quit",
    "bye": "quit",
    "quitter": "quit",
}
"""Other words for the commands, in both languages."""
