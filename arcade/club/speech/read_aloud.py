"""The state of a table as one paragraph to be read aloud.

Must not know: a screen, a terminal, or more of a table than its reader may see.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from arcade.club.i18n.words import Words
from arcade.club.views import SeatLine, TableView
from arcade.engine import registry
from arcade.engine.news import News
from arcade.engine.words import folded
from arcade.rooms.room import GAME_ABANDONED

Said = TypeVar("Said", str, list[str], tuple[str, Sequence[int]])


def winners(words: Words, names: Sequence[str]) -> str:
    """Return the sentence that names the winners of a finished game."""
    return words.nt("{names} wins.", "{names} win.", len(names), names=", ".join(names))


_SIGNS = re.compile(r"[★†◆▶◍●○◉■▲▼♥♦♣♠✓✗]\s?")


def spoken(text: str) -> str:
    """Return a sentence without the signs that screens draw and voices spell out."""
    return _SIGNS.sub("", text)


def paragraph(words: Words, table: TableView) -> str:
    return " ".join(sentences(words, table))


def sentences(words: Words, table: TableView, brief: bool = False) -> list[str]:
    """Say the same sentence by sentence; the last one says whom the game waits for.

    Where `brief`, without long lists whose changes the log has reported one by one.
    """
    table = table.as_played()
    speech = Speech(words.to(table.you), table, brief)
    lines = [speech.heading()]
    if table.view is None:
        lines.append(speech.seats())
    else:
        own = registry.function(registry.find(table.game), "words", "state", _fields)
        lines += own(speech)
    lines.append(speech.turn())
    return [line for line in lines if line]


def heading(words: Words, table: TableView) -> str:
    return Speech(words, table).heading()


def scores(words: Words, table: TableView) -> list[str]:
    """Say how everybody stands."""
    sentences = [sentence for sentence in _of(words, table, "scores", []) if sentence]
    return sentences or [whose_turn(words, table)]


def tally(words: Words, table: TableView) -> tuple[str, Sequence[int]]:
    """Return what a game counts for each seat, and how many it has; nothing if it counts none."""
    return _of(words, table, "tally", ("", ()))


def hand(words: Words, table: TableView, brief: bool = False) -> list[str]:
    """Say what the reader holds, and what is missing; where `brief`, without what the log said."""
    return _of(words, table, "hand", [], brief)


def asked(words: Words, table: TableView, line: str) -> str:
    """Answer a question of the game's own, such as "square E5" in 21; "" for any other line."""
    table = table.as_played()
    if table.view is None:
        return ""
    game = registry.find(table.game)
    known: Mapping[str, Sequence[str]] = getattr(registry.part(game, "words"), "ASKED", {})
    verb, _, rest = folded(line).partition(" ")
    what = next((name for name, others in known.items() if verb in (name, *others)), "")
    own: Callable[..., str] = registry.function(game, "words", "asked", lambda *_: "")
    return own(Speech(words.to(table.you), table), what, rest.strip()) if what else ""


def asked_help(words: Words, table: TableView) -> list[str]:
    """Say which questions of its own the game answers."""
    game = registry.find(table.game)
    return [words.t(each) for each in getattr(registry.part(game, "words"), "ASKED_HELP", ())]


def out(words: Words, table: TableView) -> str:
    """Say why the reader is out, at least for long; "" while they do."""
    if table.seat is None or table.phase != "playing":
        return ""
    return _of(words, table, "out", "")


def back(words: Words, table: TableView) -> str:
    """Say when the reader, who is out, plays again; "" where nobody comes back."""
    if table.seat is None:
        return ""
    return _of(words, table, "back", "")


def _of(words: Words, table: TableView, name: str, nothing: Said, brief: bool = False) -> Said:
    """Return what a function of the game's words says; `nothing` where there is none."""
    if table.view is None:
        return nothing
    game = registry.find(table.game)
    own: Callable[..., Said] = registry.function(game, "words", name, lambda _: nothing)
    return own(Speech(words.to(table.you), table, brief))


def whose_turn(words: Words, table: TableView) -> str:
    return Speech(words.to(table.you), table).turn()


def rushed_text(words: Words) -> str:
    return words.t("Bots play the game to its end.")


def details(words: Words, table: TableView) -> list[str]:
    """Say what stands beside a game's picture and is not in its `sentences`."""
    return _of(words, table.as_played(), "details", [])


class Speech:
    """One view of a table in one language; `brief`: for somebody who has heard the news."""

    def __init__(
        self, words: Words, table: TableView, brief: bool = False, news: Sequence[News] = ()
    ) -> None:
        self.words = words
        self.news = news
        self.brief = brief
        self.table = table
        self.view: Any = table.view
        self.seat = table.seat

    def name(self, seat: int) -> str:
        return self.table.seats[seat].name or self.words.t("nobody")

    def names(self, seats: Iterable[int]) -> str:
        return self.list([self._named(seat) for seat in seats])

    def _named(self, seat: int) -> str:
        return self.words.t("you") if seat == self.seat else self.name(seat)

    def list(self, parts: Sequence[object]) -> str:
        return self.words.listed([str(part) for part in parts])

    def each(self, values: Iterable[object]) -> str:
        return ", ".join(
            f"{self._named(seat)} {str(value).replace('-', '−')}"
            for seat, value in enumerate(values)
            if value is not None and value != ""
        )

    def dice(self, dice: Iterable[int]) -> str:
        return "-".join(str(die) for die in dice)

    def heading(self) -> str:
        game = registry.find(self.table.game).meta.name
        return self.words.t("Table {code}, {game}.", code=self.table.code, game=game)

    def seats(self) -> str:
        who = ", ".join(self._seat(seat) for seat in self.table.seats)
        return self.words.t("Seats: {who}.", who=who)

    def _seat(self, seat: SeatLine) -> str:
        t = self.words.t
        if not seat.name:
            return t("free")
        if seat.yours:
            return t("{name} (you)", name=seat.name)
        if seat.kind == "bot":
            return t("{name} (bot)", name=seat.name)
        return t("{name} (away)", name=seat.name) if seat.kind in ("held", "absent") else seat.name

    def turn(self) -> str:
        t, table = self.words.t, self.table
        if table.phase == "waiting":
            return t("The game has not begun.")
        if table.phase == "closed":
            return t("The table is closed.")
        if table.phase == "over":
            return self._end()
        if table.paused:
            return t("The game is paused.")
        if table.rushed:
            return rushed_text(self.words)
        if table.my_turn:
            return t("It is your turn.")
        if not table.to_act:
            return ""
        return t("The game waits for {names}.", names=self.names(table.to_act))

    def _end(self) -> str:
        if self.table.ended:
            return self._why_ended()
        winners = getattr(self.view, "winners", ())
        if not winners:
            return self.words.t("The game is over.")
        if self.seat in winners and len(winners) == 1:
            return self.words.t("The game is over: you win.")
        return self.words.nt(
            "The game is over: {names} wins.",
            "The game is over: {names} win.",
            len(winners),
            names=self.names(winners),
        )

    def _why_ended(self) -> str:
        """Return why the game ended without a result, from the table's log."""
        for line in reversed(self.table.lines):
            if line.news and line.news.kind == GAME_ABANDONED:
                return self.words.say(line.news)
        return self.words.t("The game was ended without a result.")


_SAID_ELSEWHERE = frozenset({"options", "turn", "news", "winners"})
"""Fields of a view that get no sentence of their own."""


def _fields(speech: Speech) -> list[str]:
    """Return the fields of a view one by one, for a game without words."""
    view = speech.view
    names = [name for name in view.__struct_fields__ if name not in _SAID_ELSEWHERE]
    return [_field(speech, name, getattr(view, name)) for name in names]


def _field(speech: Speech, name: str, value: object) -> str:
    parts = value if isinstance(value, tuple) else (value,)
    if isinstance(value, Struct) or all(part in (None, "", ()) for part in parts):
        return ""
    each = [_value(speech, part) for part in parts]
    text = speech.each(parts) if name == "scores" else speech.list(each)
    return f"{name.replace('_', ' ').capitalize()}: {text}."


def _value(speech: Speech, value: object) -> str:
    match value:
        case True:
            return speech.words.t("yes")
        case False:
            return speech.words.t("no")
        case None | () | "":
            return "–"
        case tuple():
            return " ".join(_value(speech, part) for part in value)
        case Struct():
            fields = (getattr(value, name) for name in value.__struct_fields__)
            return " ".join(_value(speech, field) for field in fields)
        case _:
            return str(value).replace("-", "−") if isinstance(value, int) else str(value)
