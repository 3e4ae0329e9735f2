"""The list of the lobby: play now, the tables, and the games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import dates
from arcade.club.operations.results import ListPastGames, ReadRules
from arcade.club.speech.daily import notes
from arcade.club.views import Ending, LobbyView, SeatOffer, TableRow
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.words import N_, folded
from arcade.rooms.clocks import now
from screens import keys
from screens.keys import Action
from screens.lobby.cards import CARD, card
from screens.lobby.games_below import (
    Games,
    below_tables,
    beside_the_last,
    games_head,
    named,
    pictured,
    posters,
)
from screens.lobby.play_now import first_steps, other_ways, own_table, play_button, play_line
from screens.lobby.table_rows import (
    FOLDED,
    WAITING,
    counted,
    finished,
    group,
    heading,
    no_tables,
    phase_text,
    table_line,
)
from screens.terminal.rows import (
    EMPTY,
    Row,
    around,
    choice,
    clickable,
    clip,
    fit,
    indented,
    pad,
    row,
    spread,
    wrap,
)
from screens.widgets.lines import Lines, in_sight
from screens.widgets.sheet import framed

PLAY, FOLD, GAME, ENDING = "play", "fold", "game ", "ending "
"""Entries that are no table: the button, the folded tables, a game's key, a game that ended.

Others are codes of tables."""

_TONIGHT, _LEAST = 5, 4
"""Games that ended lately, at most; rows of the fewest of them, in their frame."""

_SEEN = CARD - 1
"""Rows for how a game stands that is not one's own, in a frame below the line of its table."""
_SHOWN = CARD + 1
"""Rows for how a table stands below the lines of all, and above it."""
_FRAMED = 3
"""Rows of a frame around games, with the air above it."""
_FEWEST, _SPARE = 4, 3
"""The fewest rows of tables above games that stand side by side; the most between both in a wide
lobby."""

_BUTTON = 4
"""Rows of the button, or of one's own table without its game, and above it."""
_ROOMY = 22
"""Rows of a list with air around its button."""

_AGE, _ABOUT = 6, 18
"""Cells of how long ago something was, and before what a game is."""
_EDGE = 2
"""Cells between the end of a line and the edge of the frames."""


class Part(NamedTuple):
    """One of the rows of an entry; the first, 0, is the one that is chosen."""

    number: int
    which: int


class TableList(Lines):
    """Play now, the tables (one's own first), and the games."""

    def __init__(
        self,
        glimpse: Callable[[TableRow, int], Sequence[Row]] = lambda *_: (),
        offered: Callable[[str], SeatOffer | None] = lambda _: None,
    ) -> None:
        super().__init__()
        self.view = LobbyView((), ())
        self.at = 0
        self.entries: tuple[str, ...] = (PLAY,)
        self.under_button: tuple[Row, ...] = ()
        """The line under the button."""
        self._noted = False
        """Whether a game has several lines: what it is in full, and what it offers."""
        self.wide = False
        """Whether tables are cards, and the games stand in a frame below them."""
        self._glimpse = glimpse
        self._offered = offered
        self._cards: dict[str, Sequence[Row]] = {}
        self._as_cards: frozenset[str] = frozenset()
        """The codes of the tables that have room as cards."""
        self._tables: Mapping[str, TableRow] = {}
        self._endings: Mapping[str, Ending] = {}
        self.unfolded = False
        """Whether finished and sleeping tables are listed."""
        self._moved = False
        self.welcomes = False
        self._notes: Mapping[str, str] | None = None

    def widen(self, on: bool) -> None:
        """Draw for a wide terminal, or for a small one."""
        if on != self.wide:
            self.wide = on
            self._arrange()

    def forget(self) -> None:
        """Fetch the games' offers to this person again."""
        self._notes = None

    def welcome(self, on: bool) -> None:
        """Offer the tour to a newcomer, or stop offering it."""
        if on != self.welcomes:
            self.welcomes = on
            self.redraw()

    @property
    def _own(self) -> str:
        """The code of the table where this person has a seat: it comes first; "" for none."""
        table = self._tables.get(self.entries[0])
        return table.code if table is not None else ""

    @property
    def chosen(self) -> TableRow | None:
        return self._tables.get(self.entries[self.at])

    @property
    def _awake(self) -> list[str]:
        """The codes of the tables in the list that are not folded."""
        return [
            code
            for code in self.entries
            if code in self._tables and code != self._own and group(self._tables[code]) != FOLDED
        ]

    @property
    def game(self) -> str:
        """The key of the chosen game, or of the chosen table's; "" for neither."""
        entry, table = self.entries[self.at], self.chosen
        return table.game if table else entry.removeprefix(GAME) if entry.startswith(GAME) else ""

    @property
    def ending(self) -> Ending | None:
        """The chosen one of the games that ended lately."""
        return self._endings.get(self.entries[self.at])

    @property
    def offer(self) -> SeatOffer | None:
        """A seat of a running game: of the chosen one, else of any."""
        offer, table = self.view.seat, self.chosen
        if table is None or table.phase != "playing" or (offer and offer.code == table.code):
            return offer
        return self._offered(table.code) or offer

    @property
    def chosen_text(self) -> str:
        """The chosen entry in a few words."""
        if self.folding:
            return self._folded_text()
        if self.chosen is not None:
            return self.chosen.code
        if self.ending is not None:
            return self.words.say(self.ending.text)
        return registry.find(self.game).meta.name if self.game else self.words.t("Play now")

    @property
    def folding(self) -> bool:
        """Whether the line of folded tables is chosen."""
        return self.entries[self.at] == FOLD

    def show(self, view: LobbyView) -> None:
        """Take a new view, to be drawn soon; the chosen entry stays chosen."""
        before = self.chosen
        self.view = view
        self._tables = {table.code: table for table in view.tables}
        self._arrange()
        chosen = self.chosen
        over = chosen is not None and finished(chosen) and before is not None
        if over and before is not None and not finished(before):
            self.at = self.entries.index(self._own or PLAY)
        if not self._moved and self._own:
            self.at = 0

    def fold(self) -> None:
        """List finished and sleeping tables, or fold them again."""
        self.unfolded = not self.unfolded
        self._arrange()
        self.redraw()

    def _arrange(self) -> None:
        """List the entries anew; the chosen one stays chosen."""
        chosen = self.entries[self.at]
        tables = sorted(self.view.tables, key=group)
        shown = [table.code for table in tables if group(table) != FOLDED]
        folded = [table.code for table in tables if group(table) == FOLDED]
        if folded:
            shown += [FOLD, *(folded if self.unfolded else ())]
        endings = self.view.endings[:_TONIGHT] if self.wide else ()
        self._endings = {f"{ENDING}{game.code} {game.number}": game for game in endings}
        games = (f"{GAME}{key}" for key in registry.games())
        first = self._tables.get(shown[0]) if shown else None
        seated = first is not None and group(first) == WAITING
        before, after = shown[:seated], shown[seated:]
        self.entries = (*before, PLAY, *after, *self._endings, *games)
        self.at = self.entries.index(chosen if chosen in self.entries else PLAY)

    def choose(self, number: int, wrapping: bool = False) -> None:
        """Choose an entry, the nearest; `wrapping`, from the first to the last and back."""
        self._moved = True
        last = len(self.entries) - 1
        self.at = number % (last + 1) if wrapping else max(0, min(number, last))
        self.redraw()

    def choose_game(self, number: int) -> None:
        """Choose a game by its number among all games: they end the list."""
        self.choose(len(self.entries) - len(registry.games()) + number - 1)

    def find(self, wanted: str) -> bool:
        """Choose the first table with all these words: code, game, people."""
        words = folded(wanted).split()
        for table in self.view.tables if words else ():
            text = folded(" ".join((table.code, table.name, *table.people)))
            if all(word in text for word in words):
                if table.code not in self.entries:
                    self.fold()
                self.choose(self.entries.index(table.code))
                return True
        return False

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        self._cards.clear()
        self._noted = False
        head = [*([] if self.wide else [EMPTY]), *self._first(width)]
        under = [wrapped for line in self.under_button for wrapped in wrap(line, width, 5)]
        ways = [
            *other_ways(self.arcade, self.view, self.offer, width),
            *(first_steps(self.arcade, width) if self.welcomes else ()),
        ]
        listed = [] if self.wide else self._listed(width)
        least = 0 if self.wide else len(head) + len(ways) + self._least(listed)
        if self.welcomes and height - least - len(under) < 2:
            under = []  # for a newcomer the other ways matter more
        spare = 0 if self.wide else height - least - len(under)
        airy = bool(ways or under) if self.wide else spare > 1 or height >= _ROOMY
        head += [EMPTY] * (airy and (self.wide or not self._own))
        head += [*ways, *[EMPTY] * bool(ways and under and spare > 2), *under, EMPTY]
        # Only what is seen is drawn: there may be hundreds of tables.
        room = max(1, height - len(head))
        if self.wide:
            return head + self._composed(width, room)
        self._as_cards = frozenset()
        own = self._own_drawn(width)
        if not own and (rows := self._pictured(listed, width, room)):
            return head + rows
        more = len(own) + 1 - _BUTTON if own else 0
        lines = self._parts(listed, width, room - more)
        games = named(self.arcade, self._games_below(), width)
        if room - len(games) < _FEWEST:
            return head + self._window(lines, width, room)
        short, deal = more + len(listed) - 1 + len(games) - room, len(under) == 1
        if own and short <= 1 + deal:
            head = [EMPTY, *own, *head[_BUTTON:]]
            if short > 0 and deal:  # one's own game before today's deal
                del head[-2]
            if short > deal:
                del head[2]  # the air in its frame
            room = height - len(head)
        if len(lines) <= room:  # what each game is goes before how another table stands
            shown = self._window(lines, width, room)
            return head + self._other_shown(shown, lines, width, room - len(lines))
        shown = self._window(listed[:-1], width, room - len(games))
        spare = room - len(shown) - len(games)
        below = not self.game and spare > 0  # where the chosen game is told of
        return head + shown + [EMPTY] * (spare - below) + games + [EMPTY] * below

    def _own_drawn(self, width: int) -> list[Row]:
        """Draw how one's own game stands, in the frame of its table."""
        table = self._tables.get(self._own)
        drawn = self._glimpse(table, width - 4) if table is not None else []
        if table is None or not drawn:
            return []
        return own_table(self.arcade, table, [EMPTY, *drawn], not self.at, width)

    def _other_shown(
        self, shown: list[Row], listed: Sequence[Part | Row], width: int, room: int
    ) -> list[Row]:
        """Draw below its line how the chosen game stands, or the first of the others.

        Where `room` rows are left, all the listed lines are shown.
        """
        others = [code for code in self._tables if code != self._own]
        running = (code for code in others if self._tables[code].phase == "playing")
        entry = self.entries[self.at]
        code = entry if entry in others else next(running, "")
        if room < _SEEN or code not in self.entries:
            return shown
        number = self.entries.index(code)
        drawn, at = self._glimpse(self._tables[code], width - 8), listed.index(Part(number, 0)) + 1
        if not drawn or room < (high := len(drawn) + 2):
            return shown
        tone, title = "gold" if number == self.at else "rule", row((f" {code} ", "strong"))
        picture = indented(framed(title, EMPTY, drawn, width - 2 * _EDGE, high, tone), _EDGE)
        return [*shown[:at], *clickable(picture, f"row {number}"), *shown[at:]]

    def _pictured(self, listed: Sequence[Part | Row], width: int, room: int) -> list[Row]:
        """Draw the tables above the games with their pictures, which go before any sentence."""
        games = self._games_below()
        last = partial(beside_the_last, self.arcade, games)
        if drawn := pictured(games, width, room - len(listed), last):
            return self._window(listed, width, len(listed)) + drawn
        return [] if self.view.tables else pictured(games, width, room, last)

    def _least(self, listed: Sequence[Part | Row]) -> int:
        """Count the rows of all that is listed, without what only explains."""
        games = sum(entry.startswith(GAME) for entry in self.entries)
        return len(listed) + 1 + games + 2 * bool(self.view.tables)

    def _window(self, lines: Sequence[Part | Row], width: int, room: int) -> list[Row]:
        """Draw the lines around the chosen one; the first and the last say how many are hidden."""
        here = Part(self.at, 0)
        above = self.entries[self.at] in (PLAY, self._own)
        at = lines.index(here) if here in lines else len(lines) * (not above)
        first = around(at, len(lines), room)
        seen = lines[first : first + room]
        rows = [self._line(*part, width) if isinstance(part, Part) else part for part in seen]
        if rows:
            self._cut(rows, 0, "▲ {n} more", lines[:first], seen[0])
            self._cut(rows, -1, "▼ {n} more", lines[first + room :], seen[-1])
        return rows

    def _composed(self, width: int, room: int) -> list[Row]:
        """Draw tables as cards, and below them the games, as large as there is room for."""
        games = [entry for entry in self.entries if entry.startswith(GAME)]
        framed_rows = len(games) + _FRAMED
        awake, fold = len(self._awake), FOLD in self.entries
        tables = awake * (CARD + 1) + fold
        beneath = list[Row]()
        if tables > room - framed_rows:  # as lines under a heading
            tables = awake + 1 + 2 * fold
            if tables + _SHOWN <= room - framed_rows:
                beneath = self._beneath(width)
            tables += len(beneath)
        if not self.view.tables:
            tables = len(no_tables(self.arcade, width))
        least = min(tables, room - framed_rows - _LEAST)
        tonight = self._tonight(width, room - framed_rows - least)
        draw = below_tables if self.view.tables else posters
        drawn = draw(self.arcade, self._games_below(), width, room - len(tonight) - tables)
        frames = [*tonight, *(drawn or self._framed_games(games, width))]
        most = max(1, room - len(frames) - len(beneath))
        shown = [*self._window(self._cards_and_lines(width, most), width, most), *beneath]
        spare = room - len(shown) - len(frames)
        if not drawn and spare > _SPARE:  # the frame ends where those beside it do
            frames = [*tonight, *self._framed_games(games, width, airy=True)]
            spare = room - len(shown) - len(frames)
        if self.view.tables:
            return [*shown, *[EMPTY] * spare, *frames]
        return [*[EMPTY] * (spare // 2), *shown, *[EMPTY] * (spare - spare // 2), *frames]

    def _beneath(self, width: int) -> list[Row]:
        """Draw below the lines of the tables how the chosen one stands, or the first."""
        entry, awake = self.entries[self.at], self._awake
        number = self.entries.index(entry if entry in awake else awake[0])
        return [EMPTY, *self._card(number, number == self.at, width)]

    def _framed_games(self, games: Sequence[str], width: int, airy: bool = False) -> list[Row]:
        air = [EMPTY] * airy
        lines = [self._line(number, 0, width - 3) for number in map(self.entries.index, games)]
        lines = [*air, *lines, *air]
        return [EMPTY, *self._boxed(N_("Games"), keys.of(ReadRules), lines, width)]

    def _boxed(self, title: str, key: Action, lines: Sequence[Row], cells: int) -> list[Row]:
        """Draw lines in a frame, which names the key that shows more."""
        head = row(" ", (self.words.t(title), "strong"), " ")
        end = row(" ", (self.arcade.keyboard.shown(key), "gold", key.name), " ")
        return framed(head, end, lines, cells, len(lines) + 2)

    def _tonight(self, width: int, room: int) -> list[Row]:
        """Draw the games that ended lately in a frame, as many as fit."""
        numbers = [self.entries.index(entry) for entry in self._endings]
        spare = min(len(numbers), room - 3)
        if spare < 1:
            return []
        at = numbers.index(self.at) if self.at in numbers else 0

        def line(number: int) -> Row:
            return self._line(numbers[number], 0, width - 3)

        lines = in_sight(self.words, len(numbers), at, spare, line)
        return [EMPTY, *self._boxed(N_("Tonight"), keys.of(ListPastGames), lines, width)]

    def _parts_of(self, entries: Iterable[str]) -> list[Part]:
        """Return all rows of the cards of these entries."""
        numbers = map(self.entries.index, entries)
        return [Part(number, which) for number in numbers for which in range(CARD)]

    def _cards_and_lines(self, width: int, room: int) -> list[Part | Row]:
        """List the tables: as cards if all of them fit, else as lines."""
        if not self.view.tables:
            return [*no_tables(self.arcade, width)]
        numbers = {entry: number for number, entry in enumerate(self.entries)}
        shown = [code for code in self.entries if code in self._tables and code != self._own]
        awake = self._awake
        folded = [FOLD] * (FOLD in numbers) + shown[len(awake) :]
        space = room - len(folded)
        as_cards = len(awake) * (CARD + 1) - 1 <= space
        self._as_cards = frozenset(awake if as_cards else ())
        lines: list[Part | Row] = []
        if as_cards:
            for code in awake:
                lines += [*[EMPTY] * bool(lines), *self._parts_of([code])]
        elif awake:
            head = heading(self.words, width - 2)
            lines = [head, *(Part(numbers[entry], 0) for entry in awake)]
        apart = [EMPTY] * (len(lines) + len(folded) < room)
        return [*lines, *(apart if folded else ()), *(Part(numbers[entry], 0) for entry in folded)]

    def _parts(self, listed: Sequence[Part | Row], width: int, room: int) -> list[Part | Row]:
        """List all lines: headings, tables, games."""
        lines = [*listed]
        games = [number for number, entry in enumerate(self.entries) if entry.startswith(GAME)]
        # What only explains is there if nothing else has to go for it.
        spare = room - len(lines) - len(games) - 1
        high = {number: len(self._about_rows(number, width - _EDGE)) for number in games}
        self._noted = spare >= sum(high.values()) + len(games)
        gap = [EMPTY] * (spare >= len(games))
        lines.append(games_head(self.arcade, width))
        for number in games:
            lines.append(Part(number, 0))
            if self._noted:
                lines += [Part(number, which) for which in range(1, high[number] + 1)]
            lines += gap
        return lines if lines[-1] else lines[:-1]

    def _listed(self, cells: int) -> list[Part | Row]:
        """List the tables under a heading that explains their signs, or say that there are none."""
        if not self.view.tables:
            return [*no_tables(self.arcade, cells), EMPTY]
        known = {FOLD, *self._tables} - {self._own}
        parts = [Part(number, 0) for number, entry in enumerate(self.entries) if entry in known]
        return [heading(self.words, cells - 2), *parts, EMPTY] if parts else []

    def _games_below(self) -> Games:
        numbers = [n for n, entry in enumerate(self.entries) if entry.startswith(GAME)]
        metas = {number: self._meta(number) for number in numbers}
        about = {number: self._about(meta) for number, meta in metas.items()}
        return Games(metas, about, self.at, {number: self._digit(number) for number in numbers})

    def _digit(self, number: int) -> str:
        """Return the digit that begins a game, with the blanks after it."""
        at = number - len(self.entries) + len(registry.games()) + 1
        return "" if self.arcade.touch or at > len(keys.NUMBERS) else f"{at}  "

    def _cut(
        self, rows: list[Row], at: int, text: str, hidden: Sequence[Part | Row], under: Part | Row
    ) -> None:
        """Show in the row `at` how many entries are hidden, including the one `under` it."""
        count = sum(isinstance(part, Part) and not part.which for part in hidden)
        if count:
            count += isinstance(under, Part) and not under.which
            rows[at] = row((f"  {self.words.t(text, n=count)}", "accent"))

    def _line(self, number: int, which: int, cells: int) -> Row:
        entry, here = self.entries[number], number == self.at
        if entry in self._as_cards:
            return self._card(number, here, cells)[which]
        cells -= _EDGE
        if entry == FOLD:
            return self._fold_line(number, here, cells)
        if entry in self._tables:
            table = self._tables[entry]
            key = number, table, here
            touch = self.arcade.touch
            return self.again(
                key,
                lambda: choice(
                    table_line(self.words, table, cells, here, touch), cells, here, f"row {number}"
                ),
            )
        if entry in self._endings:
            return self._ending(number, self._endings[entry], here, cells)
        return self._game(number, which, cells)

    def _card(self, number: int, here: bool, cells: int) -> Sequence[Row]:
        """Draw a table with a picture of its game."""
        entry = self.entries[number]
        if entry not in self._cards:
            self._cards[entry] = clickable(
                self._table_card(self._tables[entry], here, cells), f"row {number}"
            )
        return self._cards[entry]

    def _table_card(self, table: TableRow, here: bool, cells: int) -> list[Row]:
        seated = table.yours and not table.turn
        state = self.words.t("your seat") if seated else phase_text(self.words, table)
        if here and not self.arcade.touch:
            state += f" · {self.words.t('Enter')}"
        return card(self.words, table, state, self._glimpse(table, cells - 4), here, cells)

    def _ending(self, number: int, ending: Ending, here: bool, cells: int) -> Row:
        """Draw how a game ended, and how long ago."""
        when = pad(dates.age(self.words, now() - ending.at), _AGE, "right")
        text = clip(self.words.say(ending.text), cells - _AGE - 4)
        return choice(row((when, "dim"), f"  {text}"), cells, here, f"row {number}")

    def _fold_line(self, number: int, here: bool, cells: int) -> Row:
        t = self.words.t
        does = t("hide them") if self.unfolded else t("list them")
        keyed = here and not self.arcade.touch
        end = row((f" {t('Enter')} {does} ", "strong")) if keyed else EMPTY
        sign = "−" if self.unfolded else "+"
        line = spread(row((f"{sign} {self._folded_text()}", "dim")), end, cells - 2)
        return choice(line, cells, here, f"row {number}")

    def _folded_text(self) -> str:
        return counted(self.words, [each for each in self.view.tables if group(each) == FOLDED])

    def _first(self, cells: int) -> list[Row]:
        """Draw the button; above it the person's own table, and then the button may be a line."""
        code, number = self._own, self.entries.index(PLAY)
        joined = self._tables.get(self.view.joins)
        here = self.at == number
        if code and not self.wide:
            own = own_table(self.arcade, self._tables[code], (), not self.at, cells)
            return [*own, EMPTY, play_line(self.arcade, joined, here, number, cells)]
        drawn = play_button(self.arcade, joined, here, number, cells)
        if code:
            return [*self._table_card(self._tables[code], not self.at, cells), EMPTY, *drawn]
        return drawn

    def _game(self, number: int, which: int, cells: int) -> Row:
        """Draw a game; with room for several lines, the last is its offer to this person."""
        game, here = self._meta(number), number == self.at
        about = row((self._about(game), "dim", f"row {number}"))
        rows = self._about_rows(number, cells) if self._noted else (about,)
        if which == len(rows):
            return fit(row(" " * _ABOUT, (self._note(game), "dim")), cells)
        if which:
            return row(" " * _ABOUT) + rows[which]
        digit = self._digit(number)[:2]
        name = pad(game.name, _ABOUT - 2 - cell_len(digit))
        title = row((digit, "gold"), (name, "strong"))
        return choice(title + rows[0], cells, here, f"row {number}")

    def _meta(self, number: int) -> Meta:
        return registry.find(self.entries[number].removeprefix(GAME)).meta

    def _about_rows(self, number: int, cells: int) -> Sequence[Row]:
        about = self._about(self._meta(number))
        return wrap(row((about, "dim", f"row {number}")), cells - _ABOUT)

    def _about(self, game: Meta) -> str:
        """Say who waits to play a game, else what it is."""
        table = self._tables.get(self.view.games.get(game.key, ""))
        if table is None or not table.people:
            return self.words.t(game.blurb)
        names = self.words.listed(table.people)
        return self.words.t("with {names}, at table {code}", names=names, code=table.code)

    def _note(self, game: Meta) -> str:
        """Say what a game offers this person."""
        if self._notes is None:
            self._notes = notes(self.words, self.arcade.club, self.arcade.player)
        return self._notes[game.key]
