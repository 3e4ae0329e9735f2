"""A conversation in lines: it says what happens, and answers each line by a command or an action.

No colours, no movement of the cursor: lines of at most `CELLS` cells, in the order things happen.

Must not know: what commands there are, channels and bytes, or a rule of any game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from arcade.club.errors import NOT_STORED, NotStored, Refused
from arcade.club.i18n.words import Words
from arcade.club.operations.account import ChooseName
from arcade.club.operations.lobby import JoinTable, WatchTable
from arcade.club.operations.operation import Line, perform
from arcade.club.operations.table import Act
from arcade.club.speech import actions
from arcade.club.speech.absence import absence_text, others_stay, seat_kept_text
from arcade.club.speech.clock import seconds_left, told_clock
from arcade.club.speech.ending import ending_text
from arcade.club.speech.lobby import private_text
from arcade.club.speech.read_aloud import asked, back, hand, out, sentences, spoken
from arcade.club.speech.retelling import Retold, by_move, retell
from arcade.club.speech.ssh_command import by_another_key, by_ssh
from arcade.club.standings.views import RatingChange, signed
from arcade.club.start import Start
from arcade.club.views import LogLine, Notice, TableView
from arcade.engine import registry
from arcade.engine.offers import Offer
from arcade.engine.words import folded
from arcade.players import names
from arcade.rooms.decide import PAUSED
from arcade.rooms.errors import refused
from arcade.rooms.seats import BOT_SITS
from server.text.aliases import near
from server.text.line_lesson import LineLesson
from server.text.line_replay import LineReplay
from server.text.line_session import LineSession
from server.text.plain_text import wrap

WARNING = 20.0
"""Seconds before the table decides for the player, when they are warned."""

BELL = "\a"

RISKY = "end"
"""The tag of an action that, as a `risky` command, is not done for a word that resembles it."""

CELLS = 79
"""The widest line, so that a terminal of 80 cells breaks none."""

DETAIL, BRIEF, FULL = "detail", "brief", "full"
"""The setting of how much is said; in brief, others' turns are a line each."""

LONG = 2 * CELLS
"""The longest choice that is listed whole at every turn."""


class LineCommand(Struct, frozen=True):
    """A command of line mode; `run` takes the conversation and the rest of the line."""

    line: Line
    run: Callable[["Conversation", str], Awaitable[None]]
    at_table: bool = False


class Conversation:
    """Answers one person's lines and says what happens meanwhile."""

    def __init__(
        self,
        session: LineSession,
        words: Words,
        commands: Mapping[str, LineCommand],
        remember: bool = False,
    ) -> None:
        self.session = session
        self.words = words
        self.commands = commands
        self._remember = remember
        self.back = " plain"
        """What the command to come back ends with."""
        self.ended = False
        self._welcomed = False
        self.waiting = False
        self.replay: LineReplay | None = None
        self.lesson: LineLesson | None = None
        self.invited, self.invited_before, self.invited_at = "", "", 0.0
        """The table of the newest invitation, of the one before, and when the newest was said."""
        self.section = 0
        """The section of the rules that is asked for; 0: the whole page."""
        self.bell = session.club.accounts.preference(session.player, "bell")
        self.detail = session.club.accounts.preference(session.player, DETAIL)
        """How much is said: `BRIEF`, "normal" or "full"."""
        self.quiet = False
        """Whether the game goes on without the player, who has not asked to hear it."""
        self._listens = False
        self._untold: list[LogLine] = []
        """What happened in the game, while a turn of somebody goes on."""
        self._heard = 0
        self._announced: object = None
        self._game: tuple[str, int] | None = None
        self._numbers: dict[str, int] = {}
        """The number of each choice in the game at the table."""
        self._asked: tuple[Mapping[str, Any], tuple[Offer, ...]] = {}, ()
        """The action there is a question about, and what it was chosen among."""
        self._absent = frozenset[int]()
        self._warned: int | None = None
        self._decided_of: tuple[str, int] | None = None
        self._begins = 0
        self._changes: tuple[RatingChange, ...] = ()
        """The deadline of the last warning."""
        self._listed: set[tuple[int, str]] = set()
        """The choices that were listed in the game at the table."""
        self._own = ""
        """What one has just done, to be said before what that leaves to do."""
        self._headed = ""
        """The table that was named last."""
        self._told_of: tuple[str, int, str] | None = None
        """The table, the game and the phase of it that something was said of last."""
        self._stood: tuple[str, ...] = ()
        """The last sentences about the state of the table."""

    async def run(self, shortcut: Start) -> None:
        """Answer lines until somebody quits or the lines end."""
        await self.welcome()
        if self.session.player.name:
            await self.guarded(self.begin, shortcut)
        while not self.ended:
            await self.tell_news()
            rest = self._until_warning()
            if self.ended or not await self.session.turn(lines=not self._waits(), seconds=rest):
                continue
            line = self.session.lines.take()
            if line is None:
                await self.say_seat_held()
                self.session.dropped = True
                return
            if not self.session.player.name:
                await self.guarded(self.name, line, shortcut)
            elif line.strip():
                await self.guarded(self.answer, line.strip())

    async def say(self, *texts: str) -> None:
        """Say each text, wrapped at words."""
        for line in (line for text in texts for line in text.splitlines() or [""]):
            indent = len(line) - len(line.lstrip()) + 2
            for part in wrap(line, CELLS, indent):
                await self.session.write(part.rstrip() + "\n")

    async def welcome(self) -> None:
        """Say who the player is and the first commands; ask for a name if there is none."""
        t = self.words.t
        if not self._welcomed:
            await self.say(t("ssh-arcade in plain mode. For the screens, write screens."))
            await self.say(t("Write help for a list of commands."))
        self._welcomed = True
        if not self.session.player.name:
            await self.say(t("What shall we call you? 2 to 16 letters, digits, - or _."))
            await self.say(t("Been here with another key? Type your recovery code instead."))
            how = by_another_key(self.session.club.address)
            await self.say(t("Is that key on this machine too? {how}", how=how))
            if free := self.session.club.accounts.free_name():
                await self.say(t("{name} is free, for instance.", name=free))
            return
        await self.say(t("You are {name}.", name=self.session.player.name))
        if self.session.resume_code:
            how = by_ssh(f"resume-{self.session.resume_code}", self.session.club.address)
            await self.say(t("To come back: {how}", how=how))
        if codes := self.session.club.tables.turns(self.session.player):
            await self.say(
                self.words.nt("{n} game waits for you.", "{n} games wait for you.", len(codes))
            )
        for code in codes:
            table, _ = self.session.club.tables.glance(code, self.session.player)
            name = registry.find(table.game).meta.name
            await self.say(t("{game}: join {code}", game=name, code=code))
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
        await perform(self.session, ChooseName(line.strip()))
        await self.welcome()
        await self.begin(shortcut)

    async def recover(self, code: str) -> None:
        """Link the key to the person whose code it is, and end the session."""
        club, player = self.session.club, self.session.player
        if player.guest:
            raise refused("This needs an SSH key. With one, a guest's code makes that guest yours.")
        who = (await club.devices.link(player.id, code, club.allowance.origin(player))).name
        await self.say(self.words.t("You are now {name} with this key too.", name=who))
        await self.say(self.words.t("Log in again."))
        self.ended = True

    async def begin(self, shortcut: Start) -> None:
        """Go where the user name or the command leads; keep plain mode if it was chosen."""
        player = self.session.player
        if self._remember and not player.guest:
            await self.session.club.accounts.prefer(player, "plain", "on")
        lobby = self.session.club.lobby(self.session.player).lines
        self._heard = lobby[-1].number if lobby else 0
        if shortcut.do == "join" and await self._private(shortcut.code):
            return
        if shortcut.do == "lobby" and (table_session := await self.session.club.come_back(player)):
            self.session.go(table_session)
        if shortcut.do == "join":
            await perform(self.session, JoinTable(shortcut.code, watch=True))
        elif shortcut.do == "watch":
            await perform(self.session, WatchTable(shortcut.code))
        if self.session.table_session is not None:
            await self.arrived()

    async def _private(self, code: str) -> bool:
        """Say whose a private table is to a stranger with its code, before they sit down."""
        table = await self.session.club.look_up(self.session.player, code)
        own = table.seat is not None or table.next_seat is not None or table.host
        if own or not table.private:
            return False
        await self.say(private_text(self.words, table))
        how = self.words.t("join {code} sits you down, watch {code} looks on.", code=table.code)
        await self.say(how)
        return True

    async def guarded(self, do: Callable[..., Awaitable[None]], *given: object) -> None:
        """Do something; say why if it is refused, with the paragraph of the rules."""
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
            await self.say(text)
        except NotStored:
            await self.say(self.words.t(NOT_STORED))

    # What happens

    async def tell_news(self) -> None:
        """Say what is new: notices, the log of the table or the lobby's chat, the player's turn."""
        for notice in self._taken():
            if notice.code and notice.code != self.invited:
                self.invited_before, self.invited = self.invited, notice.code
                self.invited_at = asyncio.get_running_loop().time()
            text = spoken(self.words.say(notice.news))
            if notice.code:
                text = self.words.t("{said}: {key} to come", said=text, key="y")
            await self.say(text)
        if self.session.over is not None:
            await self.say(self.words.say(self.session.over))
            self.ended = True
            return
        if not self.session.player.name:
            return
        table = self.table
        if table is None:
            await self._log(self.session.club.lobby(self.session.player).lines)
            await self._reviewed()
            return
        if self.quiet and not table.decided and not out(self.words, table):
            # The next year has begun, say: how all stand then is news.
            self.quiet, self._listens, self._stood = False, False, ()
        # What bots do at once, to the end, is not told move by move.
        rushed = [line for line in table.lines if table.rushed and line.kind == "game"]
        await self._log(tuple(line for line in table.lines if line not in rushed), table)
        await self._reviewed()
        if table.sent_away or table.phase == "closed":
            await self.say(self.words.t("You are in the lobby again."))
            self.to_lobby()
        else:
            await self._away(table)
            await self._decided(table)
            await self._turn(table)
            await self._out(table)
            await self._rated(table)
            await self._rematch(table)
            await self._warn(table)

    @property
    def table(self) -> TableView | None:
        """The table the player is at."""
        table_session = self.session.table_session
        return table_session.table() if table_session is not None else None

    def _taken(self) -> list[Notice]:
        taken, self.session.notices = self.session.notices, []
        return taken

    async def _reviewed(self) -> None:
        """Say what the coach has found in the replay, once it is weighed."""
        if self.replay is not None:
            await self.say(*self.replay.costliest(self.words))

    async def _log(self, lines: tuple[LogLine, ...], table: TableView | None = None) -> None:
        """Say the new lines of a log; in brief, those about the game turn by turn."""
        bots = list[str]()
        for line in lines:
            if line.number <= self._heard:
                continue
            self._heard = line.number
            if line.kind == "game" and self.quiet:
                continue
            if line.kind == "game" and table is not None and self.detail == BRIEF:
                self._untold.append(line)
            elif self.detail == BRIEF and line.news and line.news.text == BOT_SITS:
                bots.append(str(line.news.data["who"]))
            elif sentence := self.sentence(line):
                await self.say(sentence)
        if bots:
            seated = self.words.nt(
                "{names} (a bot) sits down.",
                "{names} (bots) sit down.",
                len(bots),
                names=self.words.listed(bots),
            )
            await self.say(seated)
        if table is not None and self._told_of != (table.code, table.games_played, table.phase):
            self._told_of = table.code, table.games_played, table.phase
            self._stood = () if table.phase == "playing" else self._stood
        if table is not None and self._untold:
            whole = table.my_turn or table.phase != "playing" or self.detail != BRIEF
            whole = whole or (by_move(table.game) and _awaits_person(table))
            retold, self._untold = retell(self.words, table.game, self._untold, table.seat, whole)
            if table.my_turn and by_move(table.game):
                self._own = " ".join(turn.sentence for turn in retold)
                retold = []
            elif table.my_turn and retold and (retold[-1].seat == table.seat or len(retold) == 1):
                self._own = retold.pop().sentence
            await self.say(*_with_own(retold, table.seat))

    def sentence(self, line: LogLine) -> str:
        if line.news is not None:
            you = line.to(self.session.player.name)
            return spoken(self.words.to(you).say(line.news, line.names))
        t = self.words.t
        return t("[talk] {name}: {said}", name=line.who, said=line.text) if line.text else ""

    async def _away(self, table: TableView) -> None:
        """Say once who is away, and when a bot plays for them."""
        away = frozenset(absence.seat for absence in table.absent)
        if away - self._absent:
            await self.say(absence_text(self.words, table))
        self._absent = away

    async def _decided(self, table: TableView) -> None:
        """Say once in a game that only bots have a part in it, and what one can do."""
        if table.seat is None or not table.decided or table.rushed:
            return
        if self._decided_of != (table.code, table.games_played):
            self._decided_of = table.code, table.games_played
            await self._say_decided(table)
            self.quiet = True

    async def _say_decided(self, table: TableView) -> None:
        t = self.words.t
        if when := back(self.words, table):
            text = t(
                "{when} Until then only bots play. Write end to be there at once, or listen to "
                "hear them.",
                when=when,
            )
        else:
            text = t(
                "Only bots have a part in the game now. Write end to see at once how it ends, "
                "or listen to hear it."
            )
        await self.say(text)

    async def _turn(self, table: TableView) -> None:
        """Announce the player's turn, once for each decision, and the end of the game."""
        mine = table.my_turn
        about = table.phase, table.games_played, mine and (table.offers, table.view)
        own, self._own = self._own, ""
        if about == self._announced:
            await self.say(*filter(None, (own,)))
            return
        self._announced = about
        if mine and self.bell == "on" and _with_people(table):
            await self.session.write(BELL)
        stranger = not self._stood and (self._game is None or self._game[0] != table.code)
        if mine or (table.phase == "over" and (stranger or self.detail == FULL)):
            await self.say_state(table, again=not mine, before=own)
        if mine:
            await self.say_choices(table, whole=False)
        elif table.phase == "over":
            await self._end(table)

    async def _out(self, table: TableView) -> None:
        """Ask somebody who plays no more, once, whether to go on listening; be quiet till then."""
        reason = out(self.words, table)
        if table.decided:
            return
        if reason and not self.quiet and not self._listens:
            self.quiet = True
            t = self.words.t
            await self.say(
                t("{reason} Write listen to hear the others play on, or leave.", reason=reason)
            )
        elif not reason:
            self._listens = False

    async def listen(self) -> None:
        """Hear the others play on."""
        if not self.quiet:
            raise refused("You hear everything already.")
        self.quiet, self._listens = False, True
        await self.say(self.words.t("You hear the others play on."))

    async def _end(self, table: TableView) -> None:
        """Say everybody's place, and what one can do next."""
        if end := ending_text(self.words, table):
            await self.say(end)
        await self._next_steps(table)

    async def _next_steps(self, table: TableView) -> None:
        if table.seat is not None and table.as_played().seat is None:
            await self.say(
                self.words.t("You did not play it. Write again to be in the next one, or leave.")
            )
        elif table.seat is not None and table.daily:
            await self.say(
                self.words.t(
                    "Write daily for the other deals, review for the coach, "
                    "replay {code}, or leave.",
                    code=table.code,
                )
            )
        elif table.seat is not None:
            await self.say(
                self.words.t(
                    "Write again to play on, review for the coach, replay {code}, or leave.",
                    code=table.code,
                )
            )

    async def _rated(self, table: TableView) -> None:
        """Say once what a game that is over did to ratings."""
        changes, self._changes = self._changes, table.changes
        if table.changes and table.changes != changes:
            ratings = (
                f"{change.name} {change.after} ({signed(change.after - change.before)})"
                for change in table.changes
            )
            await self.say(self.words.t("Ratings: {ratings}", ratings=", ".join(ratings)))

    async def _rematch(self, table: TableView) -> None:
        """Say once when the next game begins, to a player who is not ready for it."""
        begins, self._begins = self._begins, table.begins
        if table.begins == begins or table.seat in (None, *table.asked.get("again", ())):
            return
        if table.begins:
            await self.say(
                self.words.nt(
                    "The next game begins in {n} second. Write again to be in it.",
                    "The next game begins in {n} seconds. Write again to be in it.",
                    round(seconds_left(table.begins)),
                )
            )

    async def say_state(self, table: TableView, again: bool = True, before: str = "") -> None:
        """Say the state of the table, after what one did (`before`).

        Unless `again`, only the sentences that are new, and what one decides by.
        """
        whole = again or not self._stood or self.detail == FULL
        state = sentences(self.words, table, brief=not whole)
        heard, self._stood = self._stood, tuple(state)
        if whole:  # what will be said in other words is known too
            self._stood += tuple(sentences(self.words, table, brief=True))
        *how, turn = state
        if not again and self.detail != FULL and self._headed == table.code:
            how = how[1:]
        self._headed = table.code
        if whole:
            how = [*how, turn, told_clock(self.words, table)]
        else:
            own = hand(self.words, table, brief=True)
            how = [*(each for each in how if each in own or each not in heard), turn]
        if not again and self.detail == BRIEF and (numbers := self._numbers_of(table)):
            how[-1] = numbers
        await self.say(" ".join(filter(None, (before, *how))))

    def _known(self, choice: actions.Choice) -> bool:
        """Return whether a choice has been listed as it is, in this game."""
        return _listed_as(choice) in self._listed

    def _numbers_of(self, table: TableView) -> str:
        """Say by their numbers what one may do, where some choices have been listed already."""
        choices = self._choices(table)
        if not any(map(self._known, choices)):
            return ""
        numbers = self.words.either([self._number_of(choice) for choice in choices])
        return self.words.t("Your turn: {numbers}.", numbers=numbers)

    def _number_of(self, choice: actions.Choice) -> str:
        """Return the number of a choice, and the numbers that may be added to it."""
        span = choice.span
        if span is None or not self._known(choice):
            return str(choice.number)
        t = self.words.t
        return t("{n} ({low} to {high})", n=choice.number, low=span[0], high=span[1])

    def _until_warning(self) -> float | None:
        """Return the seconds until the player is to be warned; None if never."""
        table = self.table
        deadline = _own_deadline(table) if table is not None else None
        if deadline is None or deadline == self._warned:
            return None
        return max(0.0, seconds_left(deadline) - WARNING)

    async def _warn(self, table: TableView) -> None:
        """Warn once for each decision that its time runs out."""
        deadline = _own_deadline(table)
        if deadline in (None, self._warned) or seconds_left(deadline or 0) > WARNING:
            return
        self._warned = deadline
        left = round(seconds_left(deadline or 0))
        await self.say(
            self.words.nt(
                "{n} second left; then the table plays for you.",
                "{n} seconds left; then the table plays for you.",
                left,
            )
        )

    async def say_seat_held(self) -> None:
        """Say that the seat is held, if the player leaves a running game."""
        table = self.table
        if table is None or table.seat is None or table.phase != "playing":
            return
        kept = seat_kept_text(self.words, table.table.days, others_stay(table))
        back = self.words.t("To come back: join {code}", code=table.code)
        await self.say(f"{kept} {back}")

    def _waits(self) -> bool:
        """Return whether lines have to wait for the player's turn or the end of the game."""
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
        """Do what a line can only mean; else say that it is no command here."""
        t = self.words.t
        verb, _, rest = line.partition(" ")
        verb = folded(verb)[:20]  # to compare long ones takes long
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
        """Return the words that may be meant here: those that begin so, else the most similar."""
        table = self.table
        playing = table is not None and table.phase == "playing"
        here = [word for word, command in self.commands.items() if table or not command.at_table]
        here += actions.tags(table.game) if table is not None and playing else ()
        return near(verb, here)

    def _meaning(self, word: str) -> str:
        """Return what a word does: a command's own word, or the tag of an action."""
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
        choices = self._choices(table)
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
        """Do what was asked about; the dice may have made the question meaningless."""
        table, (action, offers) = self.table, self._asked
        if table is None or not offers or offers != table.offers:
            raise refused("Nothing is asked of you.")
        await self.do(action, table)

    async def do(self, action: Mapping[str, Any], table: TableView) -> None:
        self._asked = {}, ()
        await perform(self.session, Act(action, table.version))

    def _choices(self, table: TableView) -> list[actions.Choice]:
        """List the player's choices; each keeps its number as long as the game lasts."""
        game = table.code, table.games_played
        if game != self._game:
            self._game, self._numbers, self._listed = game, {}, set()
        return actions.choices(self.words, table, self._numbers)

    async def _unclear(
        self, line: str, unclear: actions.Unclear, choices: Sequence[actions.Choice]
    ) -> None:
        """Say what a line lacks that is not an action."""
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
        """Act in a lesson as in the game; "next" leaves a step without a choice."""
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

    async def say_choices(self, table: TableView, whole: bool = True) -> None:
        """List the player's choices by number; unless `whole`, the beginning of a `LONG` one."""
        choices = self._choices(table)
        short = self.detail == BRIEF and not whole
        listed = [choice for choice in choices if not (short and self._known(choice))]
        self._listed |= {_listed_as(choice) for choice in choices}
        for choice in listed:
            text = choice.text
            if not whole and len(text) > (CELLS if self.detail == BRIEF else LONG):
                text = text[: CELLS - 4].rpartition(", ")[0]
                text = self.words.t("{choices}, … (choices lists them all)", choices=text)
            await self.say(f"{choice.number}. {text}")
        if whole and (also := actions.seldom(self.words, table)):
            await self.say(self.words.t("Also: {choices}.", choices=self.words.listed(also)))
        if table.phase == "over":
            await self._next_steps(table)
        elif not choices:
            await self.say(self.words.t("You have nothing to do now."))

    async def arrived(self) -> None:
        """Say the state of the table the player has just come to."""
        table = self.table
        if table is None:
            return
        self._heard = table.lines[-1].number if table.lines else 0
        self._announced, self._stood, self._untold, self._headed = None, (), [], ""
        self.quiet = self._listens = False
        if self.invited == table.code:
            self.invited = ""
        table_session = self.session.table_session
        if table_session is not None and table_session.greeting is not None:
            await self.say(self.words.say(table_session.greeting))
        if not table.my_turn and table.phase != "over":  # else it is said at once, as every turn is
            await self.say_state(table)
        if table.phase == "waiting" and table.seat is not None:
            await self.say(self.words.t("Write start to begin; bots take the free seats."))

    def to_lobby(self) -> None:
        self.session.leave()
        lobby = self.session.club.lobby(self.session.player).lines
        self._heard = lobby[-1].number if lobby else 0


def _listed_as(choice: actions.Choice) -> tuple[int, str]:
    """Return what makes a listed choice the same; its span is said with its number."""
    return choice.number, choice.text if choice.span is None else ""


def _with_own(retold: Sequence[Retold], own: int | None) -> list[str]:
    """Join what the reader has done, which they know, with the turn that follows it."""
    lines, before = list[str](), ""
    for turn in retold:
        text = f"{before} {turn.sentence}".lstrip()
        if own is not None and turn.seat == own:
            before = text
        else:
            lines.append(text)
            before = ""
    return [*lines, before] if before else lines


def _awaits_person(table: TableView) -> bool:
    return any(table.seats[seat].kind in ("person", "absent") for seat in table.to_act)


def _with_people(table: TableView) -> bool:
    """Return whether other people play here, so that one's turn may come while one waits."""
    return any(seat.kind in ("person", "absent") and not seat.yours for seat in table.seats)


def _own_deadline(table: TableView) -> int | None:
    """Return when the table decides for the player, in ms since 1970; None if never."""
    return table.clocks[table.seat] if table.seat is not None and table.clocks else None
