"""A conversation in lines: it says what happens, and answers each line by a command or an action.

No colours, no movement of the cursor: lines of at most `CELLS` cells, in the order things happen.

Must not know: what commands there are, channels and bytes, or a rule of any game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from arcade.club.errors import NOT_STORED, NotStored, Refused
from arcade.club.i18n.words import Words
from arcade.club.operations import OPERATIONS, Operation, perform
from arcade.club.speech import actions
from arcade.club.speech.ending import ending_text
from arcade.club.speech.read_aloud import sentences
from arcade.club.standings.views import RatingChange, signed
from arcade.club.views import LogLine, Notice, TableView
from arcade.engine import registry
from arcade.players import names
from arcade.rooms.errors import refused
from screens.aloud import private_text
from screens.ssh_command import by_another_key, by_ssh
from screens.start import Start
from screens.table.seats import others_stay, seat_kept_text
from screens.terminal.rows import plain, row, wrap
from screens.widgets.clock import absence_text, seconds_left, told_clock
from server.text.line_lesson import LineLesson
from server.text.line_replay import LineReplay
from server.text.line_session import LineSession

ALIKE = 0.75
"""How similar to a command (0 to 1) a word must be to be taken for a typing error."""

WARNING = 20.0
"""Seconds before the table decides for the player, when they are warned."""

CELLS = 79
"""The widest line, so that a terminal of 80 cells breaks none."""

LONG = 2 * CELLS
"""The longest choice that is listed whole at every turn."""


class Conversation:
    """Answers one person's lines and says what happens meanwhile."""

    def __init__(
        self,
        session: LineSession,
        words: Words,
        commands: Mapping[str, Operation],
        remember: bool = False,
    ) -> None:
        self.session = session
        self.words = words
        self.commands = commands
        self._remember = remember
        self.back = " plain"
        """What the command to come back ends with."""
        self.ended = False
        self.waiting = False
        self.replay: LineReplay | None = None
        self.lesson: LineLesson | None = None
        self.invited, self.invited_before, self.invited_at = "", "", 0.0
        """The table of the newest invitation, of the one before, and when the newest was said."""
        self._heard = 0
        self._announced: object = None
        self._game: tuple[str, int] | None = None
        self._numbers: dict[str, int] = {}
        """The number of each choice in the game at the table."""
        self._absent = frozenset[int]()
        self._warned: int | None = None
        self._decided_of: tuple[str, int] | None = None
        self._begins = 0
        self._changes: tuple[RatingChange, ...] = ()
        """The deadline of the last warning."""
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
            for part in wrap(row(line), CELLS, 2):
                await self.session.write(plain(part).rstrip() + "\n")

    async def welcome(self) -> None:
        """Say who the player is and the first commands; ask for a name if there is none."""
        t = self.words.t
        await self.say(t("ssh-arcade in plain mode. For the screens, write screens."))
        await self.say(t("Write help for a list of commands."))
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
        choose = OPERATIONS["name"]
        await perform(self.session, choose, choose.arguments(line.strip()))
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
        if shortcut == Start() and (place := await self.session.club.come_back(player)):
            self.session.go(place)
        if shortcut.do in ("join", "watch"):
            operation = OPERATIONS[shortcut.do]
            asked = {"code": shortcut.code, "watch": True}
            arguments = msgspec.convert(asked, operation.arguments)
            await perform(self.session, operation, arguments)
        if self.session.place is not None:
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
            said = self.words.say(no.why, names)
            t = self.words.t
            await self.say(t("§{n}: {said}", n=no.paragraph, said=said) if no.paragraph else said)
        except NotStored:
            await self.say(self.words.t(NOT_STORED))

    # What happens

    async def tell_news(self) -> None:
        """Say what is new: notices, the log of the table or the lobby's chat, the player's turn."""
        for notice in self._taken():
            if notice.code and notice.code != self.invited:
                self.invited_before, self.invited = self.invited, notice.code
                self.invited_at = asyncio.get_running_loop().time()
            said = self.words.say(notice.news)
            if notice.code:
                said = self.words.t("{said}: {key} to come", said=said, key="y")
            await self.say(said)
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
        # What bots do at once, to the end, is not told move by move.
        rushed = [line for line in table.lines if table.rushed and line.kind == "game"]
        await self._log(tuple(line for line in table.lines if line not in rushed))
        await self._reviewed()
        if table.sent_away or table.phase == "closed":
            await self.say(self.words.t("You are in the lobby again."))
            self.to_lobby()
        else:
            await self._away(table)
            await self._decided(table)
            await self._turn(table)
            await self._rated(table)
            await self._rematch(table)
            await self._warn(table)

    @property
    def table(self) -> TableView | None:
        """The table the player is at."""
        place = self.session.place
        return place.table() if place is not None else None

    def _taken(self) -> list[Notice]:
        taken, self.session.notices = self.session.notices, []
        return taken

    async def _reviewed(self) -> None:
        """Say what the coach has found in the replay, once it is weighed."""
        if self.replay is not None:
            await self.say(*self.replay.found(self.words))

    async def _log(self, lines: tuple[LogLine, ...]) -> None:
        for line in lines:
            if line.number > self._heard:
                self._heard = line.number
                if said := self.sentence(line):
                    await self.say(said)

    def sentence(self, line: LogLine) -> str:
        if line.news is not None:
            you = line.to(self.session.player.name)
            return self.words.to(you).say(line.news, line.names)
        t = self.words.t
        return t("{name}: {choice}", name=line.who, choice=line.text) if line.text else ""

    async def _away(self, table: TableView) -> None:
        """Say once who is away, and when a bot plays for them."""
        away = frozenset(one.seat for one in table.absent)
        if away - self._absent:
            await self.say(absence_text(self.words, table))
        self._absent = away

    async def _decided(self, table: TableView) -> None:
        """Say once in a game that only bots have a part in it, and what one can do."""
        if table.seat is None or not table.decided or table.rushed:
            return
        if self._decided_of != (table.code, table.games_played):
            self._decided_of = table.code, table.games_played
            await self.say(
                self.words.t(
                    "Only bots have a part in the game now. Write end to see at once how it ends, "
                    "or listen on."
                )
            )

    async def _turn(self, table: TableView) -> None:
        """Announce the player's turn, once for each decision, and the end of the game."""
        mine = table.my_turn
        about = table.phase, table.games_played, mine and (table.offers, table.view)
        if about == self._announced:
            return
        self._announced = about
        if mine or (table.phase == "over" and not self._stood):
            await self.say_state(table, again=not mine)
        if mine:
            await self.say_choices(table, whole=False)
        elif table.phase == "over":
            await self._end(table)

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
        elif table.seat is not None:
            await self.say(
                self.words.t(
                    "Write again for another game, review for the coach, "
                    "replay {code} to look back, or leave.",
                    code=table.code,
                )
            )

    async def _rated(self, table: TableView) -> None:
        """Say once what a game that is over did to ratings."""
        changes, self._changes = self._changes, table.changes
        if table.changes and table.changes != changes:
            ratings = (
                f"{one.name} {one.after} ({signed(one.after - one.before)})"
                for one in table.changes
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

    async def say_state(self, table: TableView, again: bool = True) -> None:
        """Say the state of the table; unless `again`, only the sentences that are new."""
        whole = again or not self._stood
        before, self._stood = self._stood, tuple(sentences(self.words, table, brief=not whole))
        *how, turn = self._stood
        if whole:
            how = [*how, turn, told_clock(self.words, table)]
        else:
            how = [*(said for said in how if said not in before), turn]
        await self.say(" ".join(filter(None, how)))

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
        held = seat_kept_text(self.words, table.table.days, others_stay(table))
        back = self.words.t("To come back: join {code}", code=table.code)
        await self.say(f"{held} {back}")

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
        command = self.commands.get(verb.lower())
        table = self.table
        if command is not None and (table is not None or not command.at_table):
            await command.run(self, rest.strip())
        elif table is not None and table.phase == "playing":
            await self.act(line)
        elif table is None and self.lesson is not None:
            await self.learn(self.lesson, line)
        else:
            await self.say(self._no_command(line))

    def _no_command(self, line: str) -> str:
        """Return that a line is not a command here, and which one may have been meant."""
        t = self.words.t
        verb = line.split()[0].lower()[:20]  # to compare long ones takes long
        if verb in self.commands or verb in actions.verbs():
            if self.session.place is not None:
                return t("No game is running at this table. Write start, or again.")
            return t("That works at a table. Write play, or list and join CODE.")
        near = get_close_matches(verb, (*self.commands, *actions.verbs()), 3, ALIKE)
        if near:
            return t(
                "Unknown command: {name}. Did you mean {commands}?",
                name=verb,
                commands=", ".join(near),
            )
        unknown = t("Unknown command: {name}.", name=verb)
        return f"{unknown} {t('Write help for a list of commands.')}"

    async def act(self, line: str) -> None:
        """Act in the game, by the number of a choice or in words."""
        table = self.table
        if table is None:
            return
        found = self._choices(table)
        try:
            action = actions.read(self.words, line, found, table)
        except actions.Unclear as unclear:
            await self.say(self._unclear(line, unclear, found))
            return
        act = OPERATIONS["act"]
        await perform(self.session, act, act.arguments(action, table.version))

    def _choices(self, table: TableView) -> list[actions.Choice]:
        """List the player's choices; each keeps its number as long as the game lasts."""
        game = table.code, table.games_played
        if game != self._game:
            self._game, self._numbers = game, {}
        return actions.choices(self.words, table, self._numbers)

    def _unclear(self, line: str, unclear: actions.Unclear, found: Sequence[actions.Choice]) -> str:
        """Return what a line lacks that is not an action."""
        t = self.words.t
        if unclear.choice:
            return t("A word is missing or wrong: {choice}", choice=unclear.choice)
        verb = line.split()[0].lower()[:20]
        if not verb.isdecimal() and verb not in actions.verbs():
            return self._no_command(line)
        if not found:
            return t("It is not your turn.")
        return t(
            "{word} is not one of your choices now: {numbers}. Write choices to list them.",
            word=line if len(line) < CELLS else verb,
            numbers=", ".join(str(one.number) for one in found),
        )

    async def learn(self, lesson: LineLesson, line: str) -> None:
        """Act in a lesson as in the game; "next" leaves a step without a choice."""
        going = self.commands.get(line.lower()) is self.commands["next"]
        try:
            told = lesson.go_on(self.words) if going else lesson.answer(self.words, line)
        except actions.Unclear as unclear:
            await self.say(self._unclear(line, unclear, lesson.choices(self.words)))
            return
        await self.say(*told)
        if lesson.over:
            self.lesson = None
            await self.session.club.accounts.learn(self.session.player, lesson.game)

    async def say_choices(self, table: TableView, whole: bool = True) -> None:
        """List the player's choices by number; unless `whole`, the beginning of a `LONG` one."""
        found = self._choices(table)
        for choice in found:
            said = choice.said
            if len(said) > LONG and not whole:
                said = said[: CELLS - 4].rpartition(", ")[0]
                said = self.words.t("{choices}, … (choices lists them all)", choices=said)
            await self.say(f"{choice.number}. {said}")
        if table.phase == "over":
            await self._next_steps(table)
        elif not found:
            await self.say(self.words.t("You have nothing to do now."))

    async def arrived(self) -> None:
        """Say the state of the table the player has just come to."""
        table = self.table
        if table is None:
            return
        self._heard = table.lines[-1].number if table.lines else 0
        self._announced, self._stood = None, ()
        if self.invited == table.code:
            self.invited = ""
        place = self.session.place
        if place is not None and place.told is not None:
            await self.say(self.words.say(place.told))
        if not table.my_turn and table.phase != "over":  # else it is said at once, as every turn is
            await self.say_state(table)
        if table.phase == "waiting" and table.seat is not None:
            await self.say(self.words.t("Write start to begin; bots take the free seats."))

    def to_lobby(self) -> None:
        self.session.leave()
        lobby = self.session.club.lobby(self.session.player).lines
        self._heard = lobby[-1].number if lobby else 0


def _own_deadline(table: TableView) -> int | None:
    """Return when the table decides for the player, in ms since 1970; None if never."""
    return table.clocks[table.seat] if table.seat is not None and table.clocks else None
