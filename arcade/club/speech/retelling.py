"""A table's log in brief: one line a turn, as the game's part `brief` divides it.

Must not know: a rule of any game.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from arcade.club.i18n.words import Words
from arcade.club.views import LogLine, TableView
from arcade.engine import registry
from arcade.engine.news import Line, News

MAX_LOG_LINES = 100
"""How many lines of a log are searched for the last turn."""


class Retold(NamedTuple):
    """A turn in brief, and whose it was (None: nobody's)."""

    sentence: str
    seat: object


def retell(
    words: Words, game: str, log: Sequence[LogLine], own: int | None, whole: bool
) -> tuple[list[Retold], list[LogLine]]:
    """Return what to say of these lines about a game, and those whose turn has not ended yet.

    With `whole`, nothing more will come for now. A game without a part `brief` is retold line by
    line.
    """
    shorten = registry.function(registry.find(game), "brief", "shorten", _as_it_is)
    retold: list[Retold] = []
    left: list[LogLine] = []
    spans = [list(span) for _, span in groupby(log, key=lambda line: (line.names, line.stand_ins))]
    for span in spans:  # within one nobody comes or goes
        turns, left = _turns(game, span, whole or span is not spans[-1])
        for turn in turns:
            sentence = _say(words, shorten(turn, own), span[0], own)
            retold += [Retold(sentence, turn[0].data.get("seat"))] if sentence else []
    return retold, left


def by_move(game: str) -> bool:
    """Return whether the lines left of a turn may be said while a person thinks about the rest."""
    part = registry.part(registry.find(game), "brief")
    return bool(getattr(part, "BY_MOVE", False))


def last_turn(words: Words, table: TableView) -> list[str]:
    """Return the last turn, at full length."""
    shorten = registry.function(registry.find(table.game), "brief", "shorten", _as_it_is)
    log = [line for line in table.lines if line.kind == "game"][-MAX_LOG_LINES:]
    turns, _ = _turns(table.game, log, True)
    for turn in reversed(turns):
        if shorten(turn, None):
            return [_say(words, turn, log[-1], table.seat)]
    return [words.t("Nothing has happened yet.")]


def _turns(game: str, log: Sequence[LogLine], whole: bool) -> tuple[Sequence[Line], list[LogLine]]:
    """Cut a log into turns; return the lines of one that goes on, too."""
    news = [line.news for line in log if line.news is not None]
    cut = registry.function(registry.find(game), "brief", "lines", _one_by_one)
    turns, used = cut(news, whole)
    return turns, list(log[used:])


def _one_by_one(news: Sequence[News], _: bool) -> tuple[list[Line], int]:
    return [(item,) for item in news], len(news)


def _as_it_is(line: Line, _: int | None) -> Line:
    return line


def _say(words: Words, turn: Line, line: LogLine, own: int | None) -> str:
    you = line.names[own] if own is not None and own < len(line.names) else ""
    to_you = words.to(line.to(you))
    return " ".join(to_you.say(item, line.names) for item in turn)
