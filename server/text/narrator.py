"""What happens, said in lines to one person: talk, moves, turns, results.

No colours, no cursor movement: lines of at most `CELLS` cells, in the order of events.

Must not know: what commands there are, channels and bytes, or a rule of any game.
"""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.speech import actions
from arcade.club.speech.absence import (
    absence_text,
    leaving_text,
    left_text,
    others_stay,
    spared_text,
)
from arcade.club.speech.clock import clock_sentence, seconds_left
from arcade.club.speech.daily import bots_text, dealt_text
from arcade.club.speech.ending import ending_text
from arcade.club.speech.read_aloud import back, hand, out, sentences, spoken
from arcade.club.speech.retelling import Retold, by_move, retell
from arcade.club.standings.views import RatingChange, signed
from arcade.club.views import LogLine, TableView
from arcade.rooms.errors import refused
from arcade.rooms.seats import BOT_SITS
from server.text.line_session import CELLS, LineSession
from server.text.plain_text import wrap

WARNING = 20.0
"""How many seconds before their time runs out a player is warned."""

BELL = "\a"

DETAIL, BRIEF, FULL = "detail", "brief", "full"
"""The setting of how much is said; in brief mode others' turns are a line each."""

LONG_CHOICE = 2 * CELLS
"""The longest choice that is listed whole at every turn."""


class Narrator:
    """Says what is new once, in as much detail as the person wants, and numbers their choices."""

    def __init__(self, session: LineSession, words: Words) -> None:
        self.session = session
        self.words = words
        self.bell = session.club.accounts.preference(session.player, "bell")
        self.detail = session.club.accounts.preference(session.player, DETAIL)
        """How much is said: `BRIEF`, "normal" or "full"."""
        self.quiet = False
        """Whether the game goes on without the player, who has not asked to hear it."""
        self._listens = False
        self._untold: list[LogLine] = []
        """Log lines of a turn that has not ended yet."""
        self._last_line = 0
        """The number of the last log line said."""
        self._announced: object = None
        self._game: tuple[str, int] | None = None
        self._numbers: dict[str, int] = {}
        """The number of each choice in the game at the table."""
        self._listed: set[tuple[int, str]] = set()
        """The choices listed so far in that game."""
        self._absent = frozenset[int]()
        self._gone: tuple[str, ...] = ()
        self._warned: int | None = None
        """The deadline of the last warning."""
        self._decided_of: tuple[str, int] | None = None
        self._begins = 0
        self._changes: tuple[RatingChange, ...] = ()
        self._own = ""
        """The player's own move, to be said before the choices that follow it."""
        self._headed = ""
        """The last table named."""
        self._phase: tuple[str, int, str] | None = None
        """The table, game and phase last spoken of."""
        self._last_state: tuple[str, ...] = ()
        """The last sentences about the state of the table."""

    async def say(self, *texts: str) -> None:
        """Say each text, wrapped at words."""
        for line in (line for text in texts for line in text.splitlines() or [""]):
            indent = len(line) - len(line.lstrip()) + 2
            for part in wrap(line, self.session.cells, indent):
                await self.session.write(part.rstrip() + "\n")

    @property
    def table(self) -> TableView | None:
        """The table the player is at."""
        table_session = self.session.table_session
        return table_session.table() if table_session is not None else None

    def sentence(self, line: LogLine) -> str:
        if line.news is not None:
            you = line.to(self.session.player.name)
            return spoken(self.words.to(you).say(line.news, line.names))
        t = self.words.t
        return t("[talk] {name}: {said}", name=line.who, said=line.text) if line.text else ""

    async def log(self, lines: tuple[LogLine, ...], table: TableView | None = None) -> None:
        """Say the new lines of a log; in brief mode, those about the game turn by turn."""
        bots = list[str]()
        for line in lines:
            if line.number <= self._last_line:
                continue
            self._last_line = line.number
            if line.kind == "game" and self.quiet:
                continue
            if line.kind == "game" and table is not None and self.detail == BRIEF:
                self._untold.append(line)
            elif self.detail == BRIEF and line.news and line.news.kind == BOT_SITS:
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
        if table is not None and self._phase != (table.code, table.games_played, table.phase):
            self._phase = table.code, table.games_played, table.phase
            self._last_state = () if table.phase == "playing" else self._last_state
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

    async def tell(self, table: TableView) -> None:
        """Say what is new at a table besides its log, and whose turn it is."""
        await self._away(table)
        await self._left(table)
        await self._decided(table)
        await self._turn(table)
        await self._out(table)
        await self._rated(table)
        await self._rematch(table)
        await self._warn(table)

    async def tell_log(self, table: TableView) -> None:
        """Say what happened at a table."""
        if self.quiet and not table.decided and not out(self.words, table):
            # As when a new year has begun: everybody's standing is news then.
            self.quiet, self._listens, self._last_state = False, False, ()
        # When bots play to the end at once, their moves are not reported one by one.
        rushed = [line for line in table.lines if table.rushed and line.kind == "game"]
        await self.log(tuple(line for line in table.lines if line not in rushed), table)

    def skip_lobby(self) -> None:
        """Skip the lobby's chat until now."""
        lines = self.session.club.lobby(self.session.player).lines
        self._last_line = lines[-1].number if lines else 0

    async def _away(self, table: TableView) -> None:
        """Say once who is away, and when a bot takes over."""
        away = frozenset(absence.seat for absence in table.absent)
        if away - self._absent:
            await self.say(absence_text(self.words, table))
        self._absent = away

    async def _left(self, table: TableView) -> None:
        """Say once who has left, and what the others can do."""
        left = table.left if table.may_settle else ()
        if left and left != self._gone:
            how = self.words.t("Play on, or write settle to end the game with a result.")
            await self.say(f"{left_text(self.words, table)} {how}")
        self._gone = left

    async def _decided(self, table: TableView) -> None:
        """Say once when only bots have a part in the game, and what the player can do."""
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
        if mine:
            self.session.call()
        if mine and self.bell == "on" and _with_people(table):
            await self.session.write(BELL)
        stranger = not self._last_state and (self._game is None or self._game[0] != table.code)
        if mine or (table.phase == "over" and (stranger or self.detail == FULL)):
            await self.say_state(table, again=not mine, before=own)
        if mine:
            await self.say_choices(table, whole=False)
        elif table.phase == "over":
            await self._end(table)

    async def _out(self, table: TableView) -> None:
        """Ask a player who is out, once, whether to go on listening; be quiet until they do."""
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
        """Go on saying what the others do."""
        if not self.quiet:
            raise refused("You hear everything already.")
        self.quiet, self._listens = False, True
        await self.say(self.words.t("You hear the others play on."))

    async def _end(self, table: TableView) -> None:
        """Say everybody's rank, and what the player can do next."""
        if end := ending_text(self.words, table):
            await self.say(end)
        await self._deal_ended(table)
        await self._next_steps(table)

    async def _deal_ended(self, table: TableView) -> None:
        """Say the rank so far in a daily deal, and what bots made of the same dice."""
        club, player = self.session.club, self.session.player
        if table.seat is None or not table.daily:
            return
        await club.daily.settle()
        if dealt := dealt_text(self.words, club, player, table.code):
            await self.say(dealt + ".")
            which = club.daily.today, table.game
            plays = self.words.t("Bots play the same dice now: results says how they fare.")
            fared = bots_text(self.words, club.daily.compared(*which))
            await self.say(plays if club.daily.compare(*which) else fared)

    async def _next_steps(self, table: TableView) -> None:
        t, code = self.words.t, table.code
        if table.seat is None:
            return
        if table.daily:
            text = t(
                "Write daily for the other deals, review for the coach, replay {code}, or leave.",
                code=code,
            )
        elif table.duel:
            text = t(
                "Write duels to see how it stands, review for the coach, replay {code}, or leave.",
                code=code,
            )
        elif table.of_tournament:
            text = t(
                "Write tournament for the standings, review for the coach, replay {code}, "
                "or leave.",
                code=code,
            )
        elif table.as_played().seat is None:
            text = t("You did not play it. Write again to be in the next one, or leave.")
        else:
            text = t(
                "Write again to play on, review for the coach, replay {code}, or leave.", code=code
            )
        await self.say(text)

    async def _rated(self, table: TableView) -> None:
        """Say once how a finished game changed ratings."""
        changes, self._changes = self._changes, table.changes
        if table.changes and table.changes != changes:
            ratings = (
                f"{change.name} {change.after} ({signed(change.after - change.before)})"
                for change in table.changes
            )
            await self.say(self.words.t("Ratings: {ratings}", ratings=", ".join(ratings)))
            for change in table.changes:
                if change.spared:
                    await self.say(spared_text(self.words, change))

    async def _rematch(self, table: TableView) -> None:
        """Say once when the next game begins, to a player who is not ready."""
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
        """Say the state of the table, after the player's own move (`before`).

        Unless `again`, only the new sentences and those the decision depends on.
        """
        whole = again or not self._last_state or self.detail == FULL
        state = sentences(self.words, table, brief=not whole)
        heard, self._last_state = self._last_state, tuple(state)
        if whole:  # the brief wording of the same is known too
            self._last_state += tuple(sentences(self.words, table, brief=True))
        *how, turn = state
        if not again and self.detail != FULL and self._headed == table.code:
            how = how[1:]
        self._headed = table.code
        if whole:
            how = [*how, turn, clock_sentence(self.words, table)]
        else:
            own = hand(self.words, table, brief=True)
            how = [*(each for each in how if each in own or each not in heard), turn]
        if not again and self.detail == BRIEF and (numbers := self._numbers_of(table)):
            how[-1] = numbers
        await self.say(" ".join(filter(None, (before, *how))))

    def _known(self, choice: actions.Choice) -> bool:
        """Return whether a choice has been listed with this text in this game."""
        return _listed_as(choice) in self._listed

    def _numbers_of(self, table: TableView) -> str:
        """Return the choices by number, if some have been listed already, else ""."""
        choices = self.choices(table)
        if not any(map(self._known, choices)):
            return ""
        numbers = self.words.either([self._number_of(choice) for choice in choices])
        return self.words.t("Your turn: {numbers}.", numbers=numbers)

    def _number_of(self, choice: actions.Choice) -> str:
        """Return the number of a choice, with the amounts that may follow it."""
        span = choice.span
        if span is None or not self._known(choice):
            return str(choice.number)
        t = self.words.t
        return t("{n} ({low} to {high})", n=choice.number, low=span[0], high=span[1])

    def until_warning(self) -> float | None:
        """Return the seconds until the player is warned; None if never."""
        table = self.table
        deadline = _own_deadline(table) if table is not None else None
        if deadline is None or deadline == self._warned:
            return None
        return max(0.0, seconds_left(deadline) - WARNING)

    async def _warn(self, table: TableView) -> None:
        """Warn once for each decision that time runs out."""
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
        """Say that the seat is reserved, if the player leaves a running game."""
        table = self.table
        if table is None or table.seat is None or table.phase != "playing":
            return
        others = others_stay(table)
        standings, player = self.session.club.standings, self.session.player
        attendance = standings.attendance(player) if others else None
        text = leaving_text(self.words, table, others, attendance)
        back = self.words.t("To come back: join {code}", code=table.code)
        await self.say(f"{text} {back}")

    def choices(self, table: TableView) -> list[actions.Choice]:
        """List the player's choices; each keeps its number for the whole game."""
        game = table.code, table.games_played
        if game != self._game:
            self._game, self._numbers, self._listed = game, {}, set()
        return actions.choices(self.words, table, self._numbers)

    async def say_choices(self, table: TableView, whole: bool = True) -> None:
        """Say the choices by number; unless `whole`, cut those longer than `LONG_CHOICE`."""
        choices = self.choices(table)
        short = self.detail == BRIEF and not whole
        listed = [choice for choice in choices if not (short and self._known(choice))]
        self._listed |= {_listed_as(choice) for choice in choices}
        for choice in listed:
            text = choice.text
            if not whole and len(text) > (CELLS if self.detail == BRIEF else LONG_CHOICE):
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
        """Say the state of the table on the player's arrival."""
        table = self.table
        if table is None:
            return
        self._last_line = table.lines[-1].number if table.lines else 0
        self._announced, self._last_state, self._untold, self._headed = None, (), [], ""
        self.quiet = self._listens = False
        table_session = self.session.table_session
        if table_session is not None and table_session.greeting is not None:
            await self.say(self.words.say(table_session.greeting))
        if not table.my_turn and table.phase != "over":  # else it is said at once, as every turn is
            await self.say_state(table)
        if table.phase == "waiting" and table.seat is not None:
            await self.say(self.words.t("Write start to begin; bots take the free seats."))


def _listed_as(choice: actions.Choice) -> tuple[int, str]:
    """Return the identity of a listed choice; its span is said with its number."""
    return choice.number, choice.text if choice.span is None else ""


def _with_own(retold: Sequence[Retold], own: int | None) -> list[str]:
    """Join the reader's own turns, which they know, with the turns that follow."""
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
    """Return whether other people play here, so that the turn may come while the reader waits."""
    return any(seat.kind in ("person", "absent") and not seat.yours for seat in table.seats)


def _own_deadline(table: TableView) -> int | None:
    """Return when the player's time runs out, in ms since 1970; None if never."""
    return table.clocks[table.seat] if table.seat is not None and table.clocks else None
