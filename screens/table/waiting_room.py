"""The table before its first game: the game, the seats, people to invite, the rules."""

from collections.abc import Callable
from contextvars import copy_context

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import Start
from arcade.club.speech.options import Setting, chosen, rules_text, settings
from arcade.club.views import SeatLine
from arcade.engine import registry
from arcade.tasks import Sliced
from screens import keys
from screens.games.view import seat_row, state_word
from screens.pages.fairness import sealed_line
from screens.pages.page import READABLE
from screens.table.seats import TablePane, starter
from screens.terminal.rows import (
    EMPTY,
    Row,
    columns,
    fit,
    indented,
    pad,
    placed,
    row,
    spread,
    wrap,
)
from screens.terminal.seats import seat_mark
from screens.widgets import markdown

_CARD, _AIR, _NAMES = 20, 3, 5
"""Cells of a seat's card at least, rows it leaves free, and how many names of others are shown."""


class WaitingRoom(TablePane):
    """The room says first how to fill the empty seats; a larger terminal shows the rest."""

    _stop: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Follow arrivals and departures, if people can be invited."""
        if self.arcade.visit is not None and not self.arcade.local:
            self._soon = Sliced(self._check, context=copy_context())
            self._stop = self.arcade.visit.listen(self._soon.begin)

    def _check(self) -> None:
        if self.is_attached:
            self.redraw()

    def on_unmount(self) -> None:
        if self._stop is not None:
            self._stop()
            self._soon.close()

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        cells = min(width, READABLE)
        return placed(self._room(cells, height), cells, width, height)

    def _room(self, width: int, height: int) -> list[Row]:
        """Draw as much as fits: cards of the seats, all options, the beginning of the rules.

        The seats stand in two columns where they would not fit otherwise.
        """
        table, inner = self._table, width - 4
        below = self._next(inner)
        room = height - len(below) - 3
        cards, above = self._cards(inner), self._game(inner, every=width == READABLE)
        roomy = len(cards) + len(above) + _AIR <= room
        seats = cards
        if not roomy:
            above = self._game(inner)
            two = len(above) + len(table.seats) > room
            cells = (inner - 3) // 2 if two else min(inner - 2, 36)
            seats = [seat_row(self, table, seat, cells, marks=()) for seat in table.seats]
            half = -(-len(seats) // 2)
            seats = columns([seats[:half], seats[half:]]) if two else seats
        rows = [EMPTY, *indented(above, 2), EMPTY, *indented(seats, 2), EMPTY, *indented(below, 2)]
        return [*rows, *indented(self._rules(inner, height - len(rows) - 1), 2)]

    def _game(self, width: int, every: bool = False) -> list[Row]:
        """Name the game and the options that differ from the usual ones, or every one."""
        table, t = self._table, self.words.t
        game = registry.find(table.game)
        sentences = [t(game.meta.blurb)] + (
            [] if every else [chosen(self.words, game, table.options)]
        )
        sentences.append(rules_text(self.words, table.table, self.arcade.local))
        rows = [row((sentence, "dim")) for sentence in sentences]
        if sealed := sealed_line(self.words, table):
            rows.append(row((sealed, "dim"), "  ", ("F", "gold")))
        head = [row((game.meta.name, "gold")), *_wrapped(rows, width)]
        if not every:
            return head
        options = settings(self.words, game, table.options, len(table.seats))
        return [*head, EMPTY, *_listed(options, width)]

    def _cards(self, width: int) -> list[Row]:
        """Draw the seats as cards in their colours, side by side."""
        seats = self._table.seats
        across = max(1, min(len(seats), (width + 1) // (_CARD + 1)))
        cells = min(_CARD + 6, (width + 1) // across - 1)
        cards = [self._card(seat, cells) for seat in seats]
        rows = [columns(cards[at : at + across], 1) for at in range(0, len(cards), across)]
        return [line for block in rows for line in block]

    def _card(self, seat: SeatLine, cells: int) -> list[Row]:
        shape, colour, tone, _ = seat_mark(seat.number)
        t, inner = self.words.t, cells - 4
        name, state = seat.name or t("free"), state_word(self, seat)
        if not seat.name:
            shape = "○"
        edge, words = (tone, tone) if seat.name else ("rule", "dim")
        about = spread(
            row((state, "accent" if seat.yours else "dim")), row((t(colour), tone)), inner
        )
        return [
            row(("╭" + "─" * (cells - 2) + "╮", edge)),
            row(("│ ", edge), (pad(f"{shape} {name}", inner), words), (" │", edge)),
            row(("│ ", edge), *fit(about, inner), (" │", edge)),
            row(("╰" + "─" * (cells - 2) + "╯", edge)),
        ]

    def _next(self, width: int) -> list[Row]:
        table, t = self._table, self.words.t
        if table.seat is None:
            return []
        who, key = starter(table), self.arcade.keyboard.shown(keys.of(Start))
        if all(seat.kind != "open" for seat in table.seats):
            all_here = t("Everybody is here: {key} starts.", key=key)
            if self.arcade.touch:
                all_here = t("Everybody is here.")
            elif who:
                all_here = t("Everybody is here. {name} starts (or you: {key}).", name=who, key=key)
            return _wrapped([row((all_here, "gold"))], width)
        if self.arcade.local:
            rows = [row(t("+ seats another person at this keyboard."))]
        else:
            friends = (
                t("Friends type the code after / in the lobby, or come from home:")
                if table.private
                else t("Friends come from the lobby, or from home:")
            )
            ways = self.arcade.ways_in(table.code, width - 2)
            how = [row(("  " + line, "accent")) for line in ways]
            rows = [row(friends), *how, *self._others()]
        alone = t("Nobody coming? {key} starts now, with bots on the empty seats.", key=key)
        if table.company:
            names = self.words.listed(table.company)
            alone = t("{key} starts with {names}; bots take the empty seats.", key=key, names=names)
        if who:
            alone = t(
                "{name}, who opened the table, starts when enough are here; "
                "{key} does too, with bots.",
                name=who,
                key=key,
            )
        if self.arcade.touch:
            alone = t("Whoever starts now has bots on the empty seats.")
        rows.append(row((alone, "gold")))
        return _wrapped(rows, width)

    def _others(self) -> list[Row]:
        """List the people here who may be invited, those in the lobby first."""
        t, at_table = self.words.t, {*(seat.name for seat in self._table.seats)}
        people = self.arcade.club.community.people(self.arcade.player)
        free = [
            person
            for person in people
            if not (person.you or person.ignored or person.name in at_table)
        ]
        free.sort(key=lambda person: person.at_table)
        if not free:
            return [row((t("There is nobody else to invite just now."), "dim"))]
        names = [person.name for person in free[:_NAMES]]
        invites = self.arcade.keyboard.shown(keys.of(SeePeople))
        more = f" +{len(free) - len(names)}" if free[_NAMES:] else ""
        invite = t("{key} invites who is here:", key=invites)
        if self.arcade.touch:
            invite = t("Tap to invite who is here:")
        line = row(invite + " ", (" · ".join(names) + more, "strong"))
        return [tuple(piece._replace(click="who") for piece in line)]

    def _rules(self, width: int, room: int) -> list[Row]:
        """Show whole paragraphs of the rules in so many rows, and the key for the rest."""
        text = rulebook.rules(self._table.game, self.words.language)
        most = max(0, 2 * room)  # a line of the page fills half a row at least
        lines = text.splitlines()[1:most]
        rows = markdown.rows_of("\n".join(lines).strip(), width) if lines else []
        ends = [
            at
            for at, line in enumerate(rows[: max(0, room - 3)])
            if at and not line and not markdown.is_numbered(rows[at - 1])
        ]
        if not ends:
            return []
        key = "" if self.arcade.touch else "? "
        more = row((key, "gold", "help"), (self.words.t("rules") + " ▼", "dim", "help"))
        return [EMPTY, row(("─" * width, "rule")), *rows[: ends[-1]], EMPTY, more]


def _wrapped(paragraphs: list[Row], width: int) -> list[Row]:
    return [line for paragraph in paragraphs if paragraph for line in wrap(paragraph, width)]


def _listed(options: list[Setting], width: int) -> list[Row]:
    """List options, one a row; unusual values stand out."""
    label = max((cell_len(option.label) for option in options), default=0)
    return [
        fit(
            row(
                (pad(option.label, label), "dim"),
                "  ",
                (option.value, "gold" if option.differs else ""),
            ),
            width,
        )
        for option in options
    ]
