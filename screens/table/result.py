"""The card at a game's end: who won and why, everybody's place, and the story."""

from collections.abc import Sequence

from rich.cells import cell_len

from arcade.club.replays.review import Highlights
from arcade.club.speech.ending import (
    STORY,
    Ending,
    Place,
    costliest_text,
    ending,
    finest_text,
)
from arcade.club.standings.views import signed
from arcade.club.views import LogLine, TableView
from arcade.engine.words import N_
from screens.games.view import state_word
from screens.lobby.today import day_text, dealt_text
from screens.terminal.rows import EMPTY, Row, bar, centred, fit, indented, pad, row, wrap
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines
from screens.widgets.log import sentence

_CELLS, _BAR, _NAME = 96, 30, 20
"""Cells of the card, of its longest bar and of a name, at most."""
_TALK = 2
"""How many lines of talk after the game are shown."""
_LONGER, _FREE = 6, 5
"""Lines by which a story may grow, and rows it leaves free: the coach may have a word yet."""
_LABELS = N_("The story"), N_("Today"), N_("Best move"), N_("Worst move")


class Result(Lines):
    """The end of the last game; it stays until a key, also when the next game has begun.

    `open` is whether it is still to be seen, `board` whether the board is shown meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open = False
        self.board = False
        self._table: TableView | None = None
        self._highlights: Highlights | None = None
        self._talk: tuple[LogLine, ...] = ()

    @property
    def shown(self) -> bool:
        return self.open and not self.board

    def show(self, table: TableView) -> None:
        if table.phase == "over":
            if self._table is not None and self._table.games_played != table.games_played:
                self._highlights = None
            self._table = table.as_played()
            ends = [at for at, line in enumerate(table.lines, 1) if line.kind == "game"]
            self._talk = table.lines[ends[-1] if ends else 0 :][-_TALK:]
        self.redraw()

    def tell(self, found: Highlights) -> None:
        self._highlights = found
        self.redraw()

    def draw(self, width: int, height: int) -> list[Row]:
        table = self._table
        end = ending(self.words, table, STORY + _LONGER) if table is not None else None
        if table is None or end is None:
            return []
        cells = min(width - 2, _CELLS)
        winner = wrap(row((_spaced(end.winner, cells), "gold")), cells)
        head = [centred(line, cells) for line in winner]
        head += [centred(row((end.why, "strong")), cells)] if end.why else []
        blocks: list[list[Row]] = [head, self._places(end.places, cells)]
        room = height - sum(map(len, blocks))
        story, *others = self._more(table, end, cells)
        spare = room - sum(1 + _rows(one) for one in others) - len(blocks) - _FREE
        for longer in (self._story(one, cells) for one in end.stories[:0:-1]):
            if _rows(longer) <= spare:
                story = longer
                break
        for sentences in (story, *others):
            kept = _last_of(sentences, room)
            room -= len(kept)
            blocks += [kept] if kept else []
        above = room >= len(blocks)
        done: list[Row] = [EMPTY] if above else []
        for number, block in enumerate(blocks):
            apart = number and room - above >= number
            done += [*([EMPTY] if apart else []), *block]
        return indented(done, max(0, (width - cells) // 2))

    def _places(self, places: Sequence[Place], cells: int) -> list[Row]:
        """Draw the seats, best first."""
        noted = max(cell_len(one.note) for one in places)
        whos = [self._who(one, noted) for one in places]
        who = max(map(cell_len, whos))
        digits = max((len(str(one.rating.after)) for one in places if one.rating), default=0)
        rated = [self._rated(one, digits) for one in places]
        tails = [f"{pad(one, who)}  {two}".rstrip() for one, two in zip(whos, rated, strict=True)]
        named = min(_NAME, max(cell_len(one.seat.name) for one in places))
        made = max(cell_len(one.points) for one in places)
        changed = max(cell_len(one.change) for one in places)
        side = max(map(cell_len, tails))
        long = min(_BAR, cells - 6 - named - 2 - made - 2 - changed - 2 - side - 2)
        done = []
        for one, tail in zip(places, tails, strict=True):
            mark = seat_mark(one.seat.number)
            tone = "gold" if one.rank == 1 else "strong" if one.seat.yours else ""
            line = row(
                (f"{one.rank:>2}  ", tone),
                (f"{mark.shape} ", mark.tone),
                (pad(one.seat.name, named), tone),
                ("  " + pad(one.points, made, "right"), tone),
                *(
                    row(("  ", mark.tone)) + bar(one.share or 0, long, mark.tone)
                    if long > 3
                    else EMPTY
                ),
                ("  " + pad(one.change, changed, "right") if changed else "", ""),
                (f"  {tail}", "accent" if one.seat.yours else "dim"),
            )
            done.append(fit(line, cells))
        return done

    def _who(self, place: Place, noted: int) -> str:
        note = f"{pad(place.note, noted)}  " if noted else ""
        return note + state_word(self, place.seat)

    def _rated(self, place: Place, digits: int) -> str:
        if place.rating is None:
            return ""
        after, change = place.rating.after, place.rating.after - place.rating.before
        arrow = f"▲{change}" if change > 0 else f"▼{-change}" if change else signed(0)
        return self.words.t("rating {n}", n=str(after).rjust(digits)) + f" {arrow}"

    def _more(self, table: TableView, end: Ending, cells: int) -> list[list[list[Row]]]:
        """Return what follows in blocks of sentences, each as its rows."""
        _, day, best, worst = _LABELS
        club, player, mine = self.arcade.club, self.arcade.player, table.seat is not None
        dealt = dealt_text(self.words, club, player, table.code) if mine and table.daily else ""
        today = [dealt, day_text(self.words, club, player)] if mine else []
        found, words = self._highlights or Highlights(table.game, ()), self.words.to(table.you)
        finest = [one for one in (finest_text(words, found),) if one]
        costliest = [one for one in (costliest_text(words, found),) if one]
        names = tuple(seat.name for seat in table.seats)
        talk = [list(wrap(sentence(self.words, line, names), cells, 2)) for line in self._talk]
        return [
            self._story(end.stories[0], cells),
            [*self._block(best, finest, cells), *self._block(worst, costliest, cells)],
            self._block(day, [*filter(None, today)], cells),
            talk,
        ]

    def _story(self, told: Sequence[str], cells: int) -> list[list[Row]]:
        return self._block(_LABELS[0], told, cells)

    def _block(self, label: str, sentences: Sequence[str], cells: int) -> list[list[Row]]:
        indent = max(cell_len(self.words.t(one)) for one in _LABELS) + 3
        done = []
        for number, said in enumerate(sentences):
            head = row((pad("" if number else self.words.t(label), indent), "dim"))
            first, *others = wrap(row(said), cells - indent, 2)
            done.append([head + first, *indented(others, indent)])
        return done


def _spaced(text: str, cells: int) -> str:
    """Return a headline with its letters apart, if there is room."""
    apart = " ".join(text.upper())
    plain = all(cell_len(letter) == 1 for letter in text)
    whole = f"★   {apart}   ★"
    return whole if plain and cell_len(whole) <= cells else f"★  {text}  ★"


def _rows(block: Sequence[list[Row]]) -> int:
    return sum(map(len, block))


def _last_of(block: Sequence[list[Row]], room: int) -> list[Row]:
    """Return the last sentences that fit, in their order."""
    kept: list[Row] = []
    for rows in reversed(block):
        if len(kept) + len(rows) > room:
            break
        kept = [*rows, *kept]
    return kept
