"""The bars of a table: the line above it, the status line and the line for talk."""

import math
from asyncio import TimerHandle, get_running_loop
from collections.abc import Mapping, Sequence
from contextvars import Context

from textual.geometry import Size

from arcade.club.duels.wording import duel_text
from arcade.club.i18n.words import Words
from arcade.club.operations.operation import TableOperation
from arcade.club.operations.table import Decline, Pause, Settle, VoteEnd
from arcade.club.replays.practice import ALONE
from arcade.club.speech import read_aloud
from arcade.club.speech.absence import absence_text, left_text, spared_text
from arcade.club.speech.clock import (
    chosen_clock,
    clock_text,
    minutes_text,
    pause_until_change,
    seconds_left,
    seconds_until_begin,
)
from arcade.club.speech.options import watching_mark
from arcade.club.speech.ssh_command import by_ssh
from arcade.club.standings.views import signed
from arcade.club.views import SeatLine, TableView, Vote
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.base import Bar
from screens.games.view import AnyView
from screens.terminal.rows import (
    EMPTY,
    Row,
    chip,
    fit,
    indented,
    keyed,
    plain,
    row,
    row_width,
    spread,
    unindented,
    wrap_whole,
)
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines
from screens.widgets.log import coloured, sentence
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import TERMINAL, framed

_FIELD, _EDGES = 3, 6
"""Rows of the field in which one types, and the cells beside its text."""
_AIRLESS = 2
"""Rows of which the first has the sentence, the second what else there is."""
_CONSENT: Mapping[Vote, tuple[type[TableOperation[None]], str]] = {
    "pause": (Pause, N_("You asked for a pause.")),
    "end": (VoteEnd, N_("You asked to end the game.")),
    "settle": (Settle, N_("You asked to end the game, rated.")),
}
"""What needs everybody's consent: its operation, and one's own request."""


class TopLine(Bar):
    """The top line: game, code, state, spectators, and how to invite."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self.invites = True
        """Whether it has the command for friends."""
        self._table = table
        self._phase = ""
        self._shown: tuple[object, ...] = ()
        """What the line was drawn from."""

    def show(self, table: TableView, phase: str) -> None:
        """Take a new table view; `phase` is the game's own word for its state."""
        self._table, self._phase = table, self._phase_text(table, phase)
        shown = table.seat, self._phase, table.table, table.watched, table.daily
        if shown != self._shown or not self.fresh:
            self._shown = shown
            self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw the line; if it is too long, parts go, the command for friends last."""
        width = size.width
        table, t = self._table, self.words.t
        name = row((f" {registry.find(table.game).meta.name} ", "bar-gold"))
        if table.seat is None and (table.paused or table.phase != "playing"):
            name += row(("◉ " + t("WATCHING") + " ", "bar-gold"))  # else below the picture
        code = t("table {code}", code=table.code) if table.code else t("private table")
        phase = self._phase
        whole = name + row((code, "bar"), (f" · {phase}", "bar"))
        brief = name + row((f"· {phase}", "bar"))
        rule = watching_mark(self.words, table.table)
        looks = row((f"{rule}  " if rule else "", "bar-dim"))
        # where there is room the log names them
        watched, how, label = table.watched * (width < TERMINAL), EMPTY, EMPTY
        count = row((f"◉ {watched}  " if watched else "", "bar"))
        text = self.words.nt("◉ {n} watching  ", "◉ {n} watching  ", watched)
        many = row((text if watched else "", "bar"))
        if table.daily:
            how = row((t("daily deal") + " ", "bar-gold"))  # nobody else may sit down
        elif table.duel:  # nor look, before both have played
            how = row((t("duel {code}", code=table.duel) + " ", "bar-gold"))
        elif table.of_tournament:
            how = row((t("tournament") + " ", "bar-gold"))
        elif table.code in ALONE:
            how = row((t("for practice, counts for nothing") + " ", "bar-gold"))
        elif table.phase == "waiting" and table.seat is not None:
            pass  # the room says it, or everybody is here
        elif self.invites and table.code and not self.arcade.local:
            label = row((t("invite: "), "bar-dim"))
            how = row((f"{self._invitation(table.code)} ", "bar"))
        for left, right in (
            (whole, looks + many + label + how),
            (whole, looks + count + label + how),
            (whole, looks + many + how),
            (whole, looks + count + how),
            (brief, looks + count + how),
            (brief, count + how),
            (brief, how),
            (name, how),
            (EMPTY, how),
        ):
            if row_width(left) + 1 + row_width(right) <= width:
                return [spread(left, right, width, "bar")]
        way = f"…/t/{table.code} " if self.arcade.in_browser else f"ssh {table.code}@… "
        theirs = self.invites and table.code and table.code not in ALONE
        short = row((way, "bar")) if theirs else EMPTY
        return [spread(whole, short, width, "bar")]

    def _invitation(self, code: str) -> str:
        """Return what brings others to the table: a page's address, or a command."""
        club = self.arcade.club
        if self.arcade.in_browser:
            return club.watch_links.to_seat(code).split("://")[-1]
        return by_ssh(code, club.address)

    def _phase_text(self, table: TableView, phase: str) -> str:
        t = self.words.t
        match table.phase:
            case "waiting":
                free = any(seat.kind == "open" for seat in table.seats)
                return t("waiting for people") if free else t("ready to begin")
            case "playing":
                return phase or t("playing")
            case "over":
                return t("game over")
            case _:
                return t("closed")


def silent(table: TableView) -> bool:
    """Whether nobody watches or has talked before the first game: then there is no log."""
    watched = table.watchers or table.by_link
    return table.view is None and not (watched or any(line.kind == "chat" for line in table.lines))


class StatusLine(Lines):
    """The status line: a refusal, the result, or whose turn it is; a second row has the rest."""

    room = Size(80, 1)
    """The room it has; its own size is unknown before the first layout."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self._table = table
        self._message = ""
        self._whose = ""
        self._hint = ""
        self._round_over = False
        self.elsewhere = self._newcomer = self._card = False
        self.edges = False
        """Whether it stands on the upper edge of the field in which one types."""
        self._timer: TimerHandle | None = None

    def show(
        self,
        table: TableView,
        message: str,
        name: str = "",
        hint: str = "",
        round_over: bool = False,
        elsewhere: bool = False,
        newcomer: bool = False,
        card: bool = False,
    ) -> None:
        """Take the status; `message` (a refusal) comes first.

        `name` is the person whose turn it is if several share the keyboard; `hint` says what to do,
        or why there is nothing to do. After a `round_over` that is still shown, nobody is awaited.
        While keys go `elsewhere`, as to a line of talk, none is named. A `newcomer` reads how to
        learn. Beside the `card` of a game's end nobody is told again who won.
        """
        self._table, self._message, self._whose, self._hint = table, message, name, hint
        self._round_over, self.elsewhere, self._newcomer = round_over, elsewhere, newcomer
        self._card = card
        self._wind()
        self.redraw()

    def advice(self, game: AnyView, table: TableView, ends: bool) -> str:
        """Return what this person can do now, or why there is nothing to do.

        `ends`: they may see at once how the game ends.
        """
        if table.my_turn:
            return game.instruction
        if table.seat is None:
            return ""
        why = game.why_not_playing(table.seat)
        if not ends:
            return why
        t, when = self.words.t, read_aloud.back(self.words, table)
        enter = t("Enter goes there at once.") if when else t("Enter shows how it ends.")
        return " ".join(filter(None, (why, when, "" if self.arcade.touch else enter)))

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wind(self) -> None:
        """Redraw the running clock, or a countdown, when its text changes."""
        self.stop()
        seat = chosen_clock(self._table)
        pauses = [pause_until_change(self._table, seat)] if seat is not None else []
        counted = (*(absence.until for absence in self._table.absent), self._table.begins)
        pauses += [left % 1 + 0.01 for until in counted if (left := seconds_left(until))]
        if pauses:
            # In no context: the loop keeps a cancelled timer's, with its app, until it is due.
            loop, pause = get_running_loop(), min(pauses)
            self._timer = loop.call_later(pause, self._move_clock, context=Context())

    def _move_clock(self) -> None:
        self._timer = None
        if self.is_attached:
            self.call_later(self._write_clock)

    def _write_clock(self) -> None:
        self._wind()
        self.redraw()

    def second(self) -> Row:
        """Return the second row: the rest of a sentence, what is asked, or how to learn."""
        lines, _ = self._wrapped(self.room.width)
        return self._second(lines)

    def _second(self, lines: Sequence[Row]) -> Row:
        if rest := " ".join([plain(line).strip() for line in lines[1:]]):
            return row(("   " + rest, "dim"))
        if asked := self.asked():
            if self.elsewhere:
                return EMPTY
            if not self.asks or self._message:
                return row(" ") + asked
            whole = self._whose_turn(self._hint)
            return whole if row_width(whole) <= self.room.width else self._whose_turn("")
        if left := left_text(self.words, self._table):
            key = self.arcade.keyboard.shown(keys.of(Settle))
            ends = self.words.t("Play on, or {key} ends the game, rated.", key=key)
            if self.arcade.touch:
                ends = ""
            whole = row((f"   {left} {ends}", "dim"))
            if row_width(whole) <= self.room.width:
                return whole
            return row((f"   {left}", "dim"))  # the bottom line names the key
        if self._newcomer and not self.elsewhere:
            t = self.words.t
            hints = (
                t("New here? Press ? for the rules, and there L to learn it in two minutes."),
                t("New here? Press ?: rules and a lesson."),
            )
            hint = hints[len(hints[0]) + 3 > self.room.width]
            if self.arcade.touch:
                hint = t("New here? Help has rules and a lesson.")
            return row((" › " + hint, "dim"))
        return EMPTY

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        if self.edges:
            lines, clock = self._wrapped(width - _EDGES)
            end = row(" ") + unindented(lines[0]) + row(" ") if lines else EMPTY  # no title of it
            return indented(framed(EMPTY, end + clock, (), width - 2, 2, "gold")[:1], 1)
        lines, clock = self._wrapped(width)
        first = lines[0] if lines else EMPTY
        if self.asks and not (self.elsewhere or self._message):  # from edge to edge
            first = row(" ") + fit(first[1:], width - 2 - row_width(clock), "cursor") + clock
        elif clock:
            first = spread(first, clock, width)
        second = self._second(lines)
        if height <= _AIRLESS:
            return [first, second][:height]
        # The sentence stands above the key bar, with air between; what else there is, above it.
        apart = [EMPTY] * (height - 3)
        both = [second, *apart, first]
        if len(lines) > 1:
            both = [first, second]
        elif self.asks and not self.elsewhere and not self._message:  # the turn is last anywhere
            both = [first, *apart, second]
        return [*[EMPTY] * (height - 1 - len(both)), *both, EMPTY]

    def _wrapped(self, width: int) -> tuple[tuple[Row, ...], Row]:
        """Return the sentence in rows that leave room for the clock, and the clock."""
        status = self._status()
        clock = self._clock(width, row_width(status))
        room = max(20, width - 1 - row_width(clock))
        if row_width(status) <= room:
            return (status,) if status else (), clock
        return wrap_whole(status, room, 3) if status else (), clock

    def _clock(self, width: int, beside: int) -> Row:
        """Return the running clock with its player's name; nothing before it begins.

        After a game it is the time until the next one, once somebody is ready. Beside a sentence
        that leaves no room for it in full words it is brief.
        """
        table = self._table
        if table.begins:
            return row((f"◷ {minutes_text(math.ceil(seconds_left(table.begins)))} ", "gold"))
        seat = chosen_clock(table)
        gone = any(absence.seat == seat for absence in table.absent)
        if seat is None or gone or self._round_over or seconds_until_begin(table, seat):
            return EMPTY
        name = "" if seat == table.seat else f"{table.seats[seat].name} "
        ways = [(width, name), (0, name), (-1, name)]
        if table.to_act == (seat,) and not self._message:  # the sentence names who is awaited
            ways.append((-1, ""))
        for cells, name in ways:
            text, hurry = clock_text(self.words, table, seat, cells)
            clock = row((f" {name}", "dim"), (f"◷ {text} ", "alert" if hurry else "gold"))
            if beside + 1 + row_width(clock) <= width:
                return clock
        asks = (self.asks and not self.elsewhere) or (bool(self._message) and beside < width)
        return EMPTY if asks else clock  # a question is not broken

    def _of_duel(self) -> str:
        """Say how the duel stands that was played here; "" before its result is stored."""
        if not self._table.duel or self._table.seat is None:
            return ""
        duel = self.arcade.club.duels.view(self._table.duel, self.arcade.player)
        return "" if duel.under_way else duel_text(self.words, duel)

    def _status(self) -> Row:
        table = self._table
        if self._message:
            return row((" ! " + self._message, "alert"))
        if table.phase == "over":
            again = self._again()
            if self._card:  # it says who won, and what it did to the ratings
                return row((f" {again or self._of_duel()}", "accent"))
            text = again or self._rated()
            won = self._table.as_played()
            tone = "gold" if won.outcome and won.seat in won.outcome.winners else "strong"
            return row((" ★ " + self._result(), tone), "  ", (text, "accent"))
        if table.phase != "playing":
            watching = (
                self._watching() if table.phase == "waiting" and table.seat is None else EMPTY
            )
            logged = self.room.height > 1 or not silent(table)
            return watching if logged else watching + self._newest()
        if table.paused and not table.bot_plays:
            return EMPTY  # the card says it
        asked = self.asked()
        if asked and self.elsewhere:
            return self._whose_turn("") + row(" ") + asked
        return row(" ") + asked if self.asks else self._whose_turn(self._hint)

    def _newest(self) -> Row:
        """Return the newest line of a log that is not shown yet."""
        if not self._table.lines:
            return EMPTY
        newest = self._table.lines[-1]
        newest_line = sentence(self.words.to(newest.to(self._table.you)), newest)
        return row(" ") + newest_line

    def _whose_turn(self, hint: str) -> Row:
        t, table = self.words.t, self._table
        if table.bot_plays:
            text = self._with_key(t("A bot plays for you."), t("j takes your seat back."))
            return row((" ◍ " + text, "accent"))
        if table.rushed and table.phase == "playing":
            text = read_aloud.rushed_text(self.words)
            return row((" ◍ " + text, "accent"))
        if self._round_over:
            if self.arcade.touch:
                return EMPTY
            return row((" " + self._with_key("", t("Enter goes on.")), "dim"))
        if table.my_turn and self.elsewhere and not self.edges:
            return EMPTY  # keys do something else; the picture shows whose turn it is
        if table.my_turn:
            yours = t("{name}, it is your turn.", name=self._whose) if self._whose else ""
            tone = "strong" if self.elsewhere else "turn"
            return row(" ", (f" ▶ {yours or t('Your turn.')}", tone), f" {hint}" if hint else "")
        if table.seat is None:
            return self._watching() + row(" ") + self._awaited()
        return row(f" {hint} ") + self._awaited() if hint else row(" ") + self._awaited(" ▶ ")

    def _awaited(self, sign: str = "") -> Row:
        """Say who is awaited, in their colours, after a sign lit like that of one's own turn."""
        table, names = self._table, [self._table.seats[seat].name for seat in self._table.to_act]
        waits = self.words.t("Waiting for {names}.", names=", ".join(names)) if names else ""
        if away := absence_text(self.words, table):
            return row((away, "strong"))
        lit = seat_mark(table.to_act[0]).tile if len(names) == 1 else "bar"
        sentence = coloured(waits, [seat.name for seat in table.seats], "strong")
        return row((sign, lit), " ") + sentence if sign and names else sentence

    def _watching(self) -> Row:
        t, delayed = self.words.t, self._table.delayed
        text = t("You are watching, 3 moves late.") if delayed else t("You are watching.")
        if self._table.next_seat is not None:
            bot = self._table.seats[self._table.next_seat].name
            text = t("You take {bot}'s seat from the next round on.", bot=bot)
        return row(" ", (f"◉ {text} ", "bar-gold"))

    def _rated(self) -> str:
        table = self._table.as_played()
        made = table.change(table.seat) if table.seat is not None else None
        if made is None:
            return ""
        if made.spared:
            return spared_text(self.words, made)
        change = signed(made.after - made.before)
        return self.words.t("Your rating: {n} ({change}).", n=made.after, change=change)

    def _again(self) -> str:
        t, table = self.words.t, self._table
        ready = table.asked.get("again", ())
        if table.seat in ready:
            waiting = [seat.name for seat in table.seats if self._may_be_ready(seat)]
            return t("You are ready. Waiting for {names}.", names=", ".join(waiting))
        names = ", ".join(table.seats[seat].name for seat in ready)
        asked = t("{names}: another game?", names=names) if names else ""
        return asked if table.seat is None or not names else self._with_key(asked, t("a agrees."))

    def _with_key(self, text: str, key: str) -> str:
        return text if self.elsewhere or self.arcade.touch else f"{text} {key}".strip()

    def _may_be_ready(self, seat: SeatLine) -> bool:
        return seat.kind == "person" and seat.number not in self._table.asked.get("again", ())

    @property
    def asks(self) -> bool:
        """Whether others wait for an answer to what is asked."""
        asked = () if self._table.paused or not self._table.asked else self.asked()
        return bool(asked) and any(piece.tone == "cursor" for piece in asked)

    def asked(self) -> Row:
        """Return an open request, one's own or others'; nothing for people without a vote."""
        table = self._table
        if not table.asked or table.phase != "playing" or table.bot_plays:
            return EMPTY
        t = self.words.t
        shown = self.arcade.keyboard.shown
        for what, seats in table.asked.items():
            if what not in _CONSENT:
                continue
            operation, yours = _CONSENT[what]
            key = chip(shown(keys.of(operation)))
            names = [table.seats[seat].name for seat in seats if seat != table.seat]
            if table.seat in seats:
                return keyed(self._with_key(t(yours), t("{key} takes it back.", key=key)), "gold")
            if names and table.seat is not None:
                no = chip(shown(keys.of(Decline)))
                answers = t("{key} agree  {no} decline", key=key, no=no)
                return keyed(f" {self._with_key(self._wish(what, names), answers)} ", "cursor")
        return EMPTY

    def _wish(self, what: Vote, names: Sequence[str]) -> str:
        nt, more = self.words.nt, len(names) - 1
        who, count = names[0] + (f" +{more}" if more else ""), len(names)
        match what:
            case "pause":
                return nt("{who} asks for a pause.", "{who} ask for a pause.", count, who=who)
            case "settle":
                return nt(
                    "{who} asks to end the game, rated.",
                    "{who} ask to end the game, rated.",
                    count,
                    who=who,
                )
            case _:
                return nt(
                    "{who} asks to end the game.", "{who} ask to end the game.", count, who=who
                )

    def _result(self) -> str:
        t, table = self.words.t, self._table.as_played()
        if table.ended:
            return t("The game was ended without a result.")
        winners = getattr(table.view, "winners", None) or ()
        names = [table.seats[seat].name for seat in winners]
        if not names:
            return t("The game is over.")
        if table.seat in winners and len(names) == 1:
            return t("You win!")
        return read_aloud.winners(self.words, names)


class TalkLine(Prompt):
    """The line for talk; while nobody types, what else there is to say."""

    _more: Row = EMPTY

    def say(self, table: TableView, status: StatusLine, name: str, ended: bool, new: bool) -> None:
        """Say whose line it is, what the status line has no row for, or how to talk.

        `ended`: the card of a game's end is shown. `new`: this person has not moved yet. Where the
        two lines share a screen that is not wide, the key bar says how to talk.
        """
        t, alone = self.words.t, status.room.height > 1
        more = EMPTY if alone or self.typing else status.second()
        if more != self._more:
            self._more = more
            self.redraw()
        if self.typing:
            self.label(f" {name or t('say')} › ")
        elif self.arcade.local or self.arcade.touch or not alone or status.elsewhere:
            self.label("")
        elif table.seat is None and table.phase == "playing":
            self.label(" › ", t("t to talk; players read it later"))
        elif ended and table.phase == "over":
            self.label(" › ", t("t to talk, Tab for the board"))
        else:
            self.label(" › ", t("t to talk, E for a gesture") if new else "")

    def draw(self, size: Size) -> list[Row]:
        """Draw the line, or the field in which one types; its upper edge may be another bar."""
        width, height = size
        if not self.typing:
            return [self._more] if self._more else super().draw(size)
        if height == 1:
            return super().draw(size)
        typed = super().draw(Size(width - _EDGES, 1))
        box = framed(EMPTY, EMPTY, [*map(unindented, typed)], width - 2, _FIELD, "gold")
        return indented(box[-height:], 1)


def window_title(words: Words, table: TableView) -> str:
    """Return whose turn it is, for the window's title and notifications."""
    where = f"{registry.find(table.game).meta.name} {table.code}".rstrip()
    if table.phase != "playing" or not table.to_act:
        return where
    if table.my_turn:
        return words.t("Your turn – {where}", where=where)
    names = ", ".join(table.seats[seat].name for seat in table.to_act)
    return words.t("{names} – {where}", names=names, where=where)
