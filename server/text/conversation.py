"""A conversation in lines: each line is a command or an action of the game.

Must not know: what commands there are, channels and bytes, or a rule of any game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct

from arcade.club.errors import NOT_STORED, NotStored, Refused
from arcade.club.i18n.words import Words
from arcade.club.operations.account import ChooseName
from arcade.club.operations.digest import ReadDigest
from arcade.club.operations.learning import PlayOn
from arcade.club.operations.lobby import JoinTable, WatchTable
from arcade.club.operations.operation import Line, perform
from arcade.club.operations.table import Act
from arcade.club.puzzles.wording import PLAY_ON, judgement_texts
from arcade.club.speech import actions
from arcade.club.speech.company.digest import digest_texts
from arcade.club.speech.lobby import private_text
from arcade.club.speech.read_aloud import asked, spoken
from arcade.club.speech.ssh_command import by_another_key, by_ssh
from arcade.club.start import Start
from arcade.club.tournaments.wording import coming_text
from arcade.club.views import Notice, TableView
from arcade.engine import registry
from arcade.engine.offers import Offer
from arcade.engine.words import folded
from arcade.players import names
from arcade.rooms.decide import PAUSED
from arcade.rooms.errors import refused
from server.text.aliases import near, word_of
from server.text.line_lesson import LineLesson
from server.text.line_replay import LineReplay
from server.text.line_session import CELLS, LineSession
from server.text.narrator import Narrator

RISKY = "end"
"""The tag of an action that, like a `risky` command, is not done for a similar word."""
UNSEEN_TIME = 0.5
"""Seconds within which a line cannot be an answer to what has just been said."""

FIRST = ("play", "list", "help")
"""The commands that somebody at no table is offered."""


class LineCommand(Struct, frozen=True):
    """A command of line mode; `run` takes the conversation and the rest of the line."""

    line: Line
    run: Callable[["Conversation", str], Awaitable[None]]
    at_table: bool = False


class Conversation:
    """Answers one person's lines; its narrator says what happens meanwhile."""

    def __init__(
        self,
        session: LineSession,
        words: Words,
        commands: Mapping[str, LineCommand],
        remember: bool = False,
    ) -> None:
        self.session = session
        self.narrator = Narrator(session, words)
        self.say = self.narrator.say
        self.commands = commands
        self._remember = remember
        self.back = " plain"
        """The end of the command that leads back."""
        self.ended = False
        self._welcomed = False
        self.waiting = False
        self.replay: LineReplay | None = None
        self.lesson: LineLesson | None = None
        self.turn_at = ""
        """The table to which `next` led last."""
        self.invited, self.invited_before, self.invited_at = "", "", 0.0
        """The tables of the last two invitations, and when the last was said."""
        self._asked: tuple[Mapping[str, object], tuple[Offer, ...]] = {}, ()
        """The action that awaits `yes`, and the offers it was chosen from."""

    @property
    def words(self) -> Words:
        return self.narrator.words

    @property
    def table(self) -> TableView | None:
        """The table the player is at."""
        return self.narrator.table

    async def run(self, shortcut: Start) -> None:
        """Answer lines until somebody quits or the lines end."""
        await self.welcome()
        if self.session.player.name:
            await self.guarded(self.begin, shortcut)
        while not self.ended:
            await self.tell_news()
            rest = self.narrator.until_warning()
            self.session.offer(self._offers())
            if self.ended or not await self.session.turn(lines=not self._waits(), seconds=rest):
                continue
            line = self.session.lines.take()
            if line is None:
                await self.narrator.say_seat_held()
                self.session.dropped = True
                return
            if not self.session.player.name:
                await self.guarded(self.name, line, shortcut)
            elif line.strip():
                await self.guarded(self.answer, line.strip())

    def _offers(self) -> list[tuple[str, str]]:
        """List what can be written now, for those who press buttons: the line, and its words."""
        if not self.session.player.name:
            return []
        if self.table is not None:
            choices = self.narrator.choices(self.table)
        elif self.lesson is not None:
            choices = self.lesson.choices(self.words)
        else:
            words = (word_of(self.words.language, word) for word in FIRST)
            return [(word, word) for word in words]
        return [(str(choice.number), choice.text) for choice in choices]

    async def welcome(self) -> None:
        """Greet the player and name the first commands; ask for a name if they have none."""
        t, language = self.words.t, self.words.language
        if not self._welcomed:
            await self.say(t("ssh-arcade in plain mode. For the screens, write screens."))
            await self.say(t("Write help for a list of commands."))
        self._welcomed = True
        if not self.session.player.name:
            await self.say(t("What shall we call you? 2 to 16 letters, digits, - or _."))
            await self.say(t("Others see the name; it is chosen once."))
            await self.say(t("Been here with another key? Type your recovery code instead."))
            if self.session.in_browser:
                how = f"{by_ssh('play', self.session.club.address)} web"
                here = t("Do you play in a terminal? {how} prints a link to open here.", how=how)
            else:
                here = t("Is that key on this machine too? Then come in with it: {how}", how="")
                await self.say(here.rstrip())
                here = by_another_key(self.words, self.session.club.address)  # a line to be copied
            await self.say(here)
            if free := self.session.club.accounts.free_name():
                await self.say(t("{name} is free, for instance.", name=free))
            return
        await self.say(t("You are {name}.", name=self.session.player.name))
        if self.session.resume_code:
            how = by_ssh(f"resume-{self.session.resume_code}", self.session.club.address)
            await self.say(t("To come back: {how}", how=how))
        await self.say(*digest_texts(self.words, await perform(self.session, ReadDigest(language))))
        if tournament := self.session.club.tournaments.near(self.session.player):
            await self.say(coming_text(self.words, tournament))
        await self.say(
            t(
                "Write play to play at once, list to see the tables, learn {game} for a lesson.",
                game=registry.first().meta.key,
            )
        )

    async def name(self, line: str, shortcut: Start) -> None:
        """Take a name and begin; a recovery code links the key instead, and ends the session."""
        if names.read_recovery_code(line):
            await self.recover(line)
            return
        command = self.commands.get(folded(line.strip()))
        if command is not None and command.line.word == "quit":
            await self.answer(line.strip())
            return
        if command is not None:  # who follows the advice to write help is not called so for good
            raise refused("{word} is a command; a name comes first.", word=line.strip())
        await perform(self.session, ChooseName(line.strip()))
        await self.welcome()
        await self.begin(shortcut)

    async def recover(self, code: str) -> None:
        """Link the key to the owner of the code, and end the session."""
        club, player = self.session.club, self.session.player
        if player.guest:
            raise refused("This needs an SSH key. With one, a guest's code makes that guest yours.")
        who = (await club.devices.link(player.id, code, club.allowance.origin(player))).name
        await self.say(self.words.t("You are now {name} with this key too.", name=who))
        await self.say(self.words.t("Log in again."))
        self.ended = True

    async def begin(self, shortcut: Start) -> None:
        """Go where the user name or the command leads; remember the choice of plain mode."""
        player = self.session.player
        if self._remember and not player.guest:
            await self.session.club.accounts.prefer(player, "plain", "on")
        self.narrator.skip_lobby()
        if shortcut.do == "join" and await self._private(shortcut.code):
            return
        if shortcut.do == "lobby" and (table_session := await self.session.club.come_back(player)):
            self.session.go(table_session)
        if shortcut.do == "join":
            await perform(self.session, JoinTable(shortcut.code, watch=True))
        elif shortcut.do == "retry":
            await perform(self.session, PlayOn(shortcut.code, shortcut.number))
        elif shortcut.do == "watch":
            await perform(self.session, WatchTable(shortcut.code))
        if self.session.table_session is not None:
            await self.arrived()

    async def _private(self, code: str) -> bool:
        """Tell a stranger with the code of a private table who opened it, before they sit down."""
        table = await self.session.club.look_up(self.session.player, code)
        own = table.seat is not None or table.next_seat is not None or table.host
        if own or not table.private:
            return False
        await self.say(private_text(self.words, table))
        how = self.words.t("join {code} sits you down, watch {code} looks on.", code=table.code)
        await self.say(how)
        return True

    async def guarded(self, do: Callable[..., Awaitable[None]], *given: object) -> None:
        """Do something; if it is refused, say why, with the paragraph of the rules."""
        try:
            await do(*given)
        except Refused as no:
            names = tuple(seat.name for seat in self.table.seats) if self.table else ()
            text = self.words.say(no.why, names)
            t = self.words.t
            if no.why.text == PAUSED:
                text += " " + t("Write continue to go on.")
            elif no.paragraph:
                text = t("{said} (rules, §{n})", n=no.paragraph, said=text)
            self.session.call()
            await self.say(text)
        except NotStored:
            self.session.call()
            await self.say(self.words.t(NOT_STORED))

    # What happens

    async def tell_news(self) -> None:
        """Say what is new: notices, the table's log or the lobby's chat, the player's turn."""
        for notice in self._taken():
            if notice.code and notice.code != self.invited:
                self.invited_before, self.invited = self.invited, notice.code
                self.invited_at = asyncio.get_running_loop().time()
            text = spoken(self.words.say(notice.news))
            if notice.code:
                text = self.words.t("{said}: {key} to come", said=text, key="y")
            if notice.by:
                text = self.words.t("{said}, {key} to say no", said=text, key="n")
            await self.say(text)
        if self.session.over is not None:
            await self.say(self.words.say(self.session.over))
            self.ended = True
            return
        if not self.session.player.name:
            return
        table = self.table
        if table is None:
            await self.narrator.log(self.session.club.lobby(self.session.player).lines)
        else:
            await self.narrator.tell_log(table)
        if self.replay is not None:
            await self.say(*self.replay.costliest(self.words))
        if table is not None and (table.sent_away or table.phase == "closed"):
            await self.say(self.words.t("You are in the lobby again."))
            self.to_lobby()
        elif table is not None:
            await self.narrator.tell(table)

    def _taken(self) -> list[Notice]:
        taken, self.session.notices = self.session.notices, []
        return taken

    def _waits(self) -> bool:
        """Return whether lines wait for the player's turn or the end of the game."""
        table = self.table
        playing = table is not None and table.phase == "playing" and not table.my_turn
        self.waiting = self.waiting and playing
        return self.waiting

    # What is asked for

    async def answer(self, line: str) -> None:
        """Answer a line: a command, or else an action of the game."""
        verb, _, rest = line.partition(" ")
        command = self.commands.get(folded(verb))
        table = self.table
        if command is not None and (table is not None or not command.at_table):
            await command.run(self, rest.strip())
        elif table is not None and (answer := asked(self.words, table, line)):
            await self.say(answer)
        elif table is not None and table.phase == "playing":
            await self.act(line)
        elif table is None and self.lesson is not None:
            await self.learn(self.lesson, line)
        else:
            await self._no_command(line)

    async def _no_command(self, line: str) -> None:
        """Do the only thing a line can mean; else say that it is no command here."""
        t = self.words.t
        verb, _, rest = line.partition(" ")
        verb = folded(verb)[:20]  # comparing long ones takes long
        if verb in self.commands or verb in actions.verbs():
            if self.session.table_session is not None:
                await self.say(t("No game is running at this table. Write start, or again."))
            else:
                await self.say(t("That works at a table. Write play, or list and join CODE."))
            return
        resembling = self._resembling(verb)
        meant = {self._meaning(word) for word in resembling}
        if len(meant) == 1 and not any(map(self._is_risky, resembling)):
            await self.say(t("Understood: {command}.", command=resembling[0]))
            await self.answer(f"{resembling[0]} {rest}".rstrip())
        elif resembling:
            known = ", ".join(resembling)
            await self.say(
                t("Unknown command: {name}. Did you mean {commands}?", name=verb, commands=known)
            )
        else:
            unknown = t("Unknown command: {name}.", name=verb)
            await self.say(f"{unknown} {t('Write help for a list of commands.')}")

    def _resembling(self, verb: str) -> list[str]:
        """Return the words that `verb` may stand for here: completions, else the most similar."""
        table = self.table
        playing = table is not None and table.phase == "playing"
        here = [word for word, command in self.commands.items() if table or not command.at_table]
        here += actions.tags(table.game) if table is not None and playing else ()
        return near(verb, here)

    def _meaning(self, word: str) -> str:
        """Return the command or the tag of the action that a word stands for."""
        command, table = self.commands.get(word), self.table
        if command is not None:
            return command.line.word
        return actions.tags(table.game)[word] if table is not None else word

    def _is_risky(self, word: str) -> bool:
        command = self.commands.get(word)
        return command.line.risky if command is not None else self._meaning(word) == RISKY

    async def act(self, line: str) -> None:
        """Act in the game, by the number of a choice or in words."""
        table = self.table
        if table is None:
            return
        choices = self.narrator.choices(table)
        try:
            action = actions.read(self.words, line, choices, table)
        except actions.Unclear as unclear:
            await self._unclear(line, unclear, choices)
            return
        question = actions.question(self.words, table, action)
        if question and (action, table.offers) != self._asked:
            self._asked = action, table.offers
            asked = self.words.t(
                "{question} Write yes, or anything else not to.", question=question
            )
            await self.say(asked)
            return
        await self.do(action, table)

    async def confirm(self) -> None:
        """Do the action that awaits `yes`, unless the game has moved on since the question."""
        table, (action, offers) = self.table, self._asked
        if table is None or not offers or offers != table.offers:
            raise refused("Nothing is asked of you.")
        await self.do(action, table)

    async def do(self, action: Mapping[str, object], table: TableView) -> None:
        self._asked = {}, ()
        judgement = await perform(self.session, Act(action, table.version))
        if judgement is not None:
            await self.say(*judgement_texts(self.words, table, judgement), self.words.t(PLAY_ON))

    async def _unclear(
        self, line: str, unclear: actions.Unclear, choices: Sequence[actions.Choice]
    ) -> None:
        """Say why a line is not an action."""
        t = self.words.t
        if unclear.choice:
            await self.say(t("A word is missing or wrong: {choice}", choice=unclear.choice))
            return
        verb = folded(line.split()[0])[:20]
        if not verb.isdecimal() and verb not in actions.verbs():
            await self._no_command(line)
        elif not choices:
            await self.say(t("It is not your turn."))
        else:
            await self.say(
                t(
                    "{word} is not one of your choices now: {numbers}. Write choices to list them.",
                    word=line if len(line) < CELLS else verb,
                    numbers=", ".join(str(choice.number) for choice in choices),
                )
            )

    async def learn(self, lesson: LineLesson, line: str) -> None:
        """Act in a lesson as in a game; "next" leaves a step without a choice."""
        going = self.commands.get(folded(line)) is self.commands["next"]
        try:
            lines = lesson.go_on(self.words) if going else lesson.answer(self.words, line)
        except actions.Unclear as unclear:
            await self._unclear(line, unclear, lesson.choices(self.words))
            return
        await self.say(*lines)
        if lesson.over:
            self.lesson = None
            await self.session.club.accounts.learn(self.session.player, lesson.game)

    def answered(self) -> str:
        """Return the table whose invitation a line answers, which stands no more; "" without any.

        A line that was written before the last one was read answers the one before.
        """
        unseen = asyncio.get_running_loop().time() - self.invited_at < UNSEEN_TIME
        if unseen and self.invited_before:
            code, self.invited_before = self.invited_before, ""
        else:
            code, self.invited, self.invited_before = self.invited, "", ""
        return code

    async def arrived(self) -> None:
        """Say the state of the table the player has just come to."""
        if self.table is not None and self.invited == self.table.code:
            self.invited = ""
        await self.narrator.arrived()

    def to_lobby(self) -> None:
        self.session.leave()
        self.narrator.skip_lobby()
