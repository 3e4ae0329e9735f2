"""The week's leagues of the daily deals, game by game."""

from collections.abc import Sequence

from arcade.club.club import Club
from arcade.club.deals.league import COUNTING, League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import podium_text
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, balanced, columns, fit, pad, row

_LEVELS = "▁▂▃▄▅▆▇"
"""None is as high as a row, so that those below each other stay apart."""
_NAME, _GAP = 16, 3
_CELLS = 2 + 2 + _NAME + 6 + 2 + 7
"""Cells of a row: place, name, points, and a sign for each day."""
_MOST, _PLACES = 10, 3
_ABOUT = N_(
    "A day is worth the share of the others whom you beat in its deal, in per cent; alone, 50. "
    "The best {n} days of the week count. A new one begins on Monday at 00:00 UTC."
)


class LeaguePage(Page):
    """Shows the leagues, one's own row in gold, and the podiums of last week."""

    def __init__(self, words: Words, club: Club, player: Player) -> None:
        super().__init__(words.t("The week"), lambda cells: _draw(words, club, player, cells))


def _draw(words: Words, club: Club, player: Player, cells: int) -> list[Row]:
    t, daily = words.t, club.daily
    beside = max(1, (cells + _GAP) // (_CELLS + _GAP))
    rows = [EMPTY, *balanced(row((t(_ABOUT, n=COUNTING), "dim")), cells), EMPTY]
    leagues = [daily.league(game, player) for game in registry.games()]
    blocks = [_block(words, league) for league in leagues]
    for first in range(0, len(blocks), beside):
        rows += [*columns(blocks[first : first + beside], _GAP), EMPTY]
    before = [daily.league(game, player, 1) for game in registry.games()]
    podiums = [_podium(league) for league in before if len(league.rows) > 1]
    rows += [row((t("Last week"), "gold")), *podiums, EMPTY] if podiums else []
    own = podium_text(words, daily.podiums(player))
    return [*rows, *([row((own, "strong"))] if own else [])]


def _block(words: Words, league: League) -> list[Row]:
    """Draw a game's league in rows of `_CELLS` cells."""
    head = _head(league.name, words.t("M T W T F S S").replace(" ", ""))
    rows = [head]
    shown = [line for number, line in enumerate(league.rows) if number < _MOST or line.yours]
    for line in shown:
        tone = "gold" if line.yours else ""
        position = str(line.position) if league.rows else ""
        named = f"{position:>2}  {pad(line.name, _NAME)}{line.points:>6}  "
        rows.append(fit(row((named, tone), (_signs(line.days), tone or "dim")), _CELLS))
    if not league.rows:
        rows.append(row((words.t("Nobody has a result yet."), "dim")))
    return [fit(line, _CELLS) for line in rows]


def _head(name: str, days: str) -> Row:
    return row((pad(name, _CELLS - len(days)), "strong"), (days, "dim"))


def _signs(days: Sequence[int | None]) -> str:
    """Return a sign for each day: higher for more points, a dot without a result."""
    most = len(_LEVELS) - 1
    return "".join("·" if points is None else _LEVELS[points * most // 100] for points in days)


def _podium(league: League) -> Row:
    best = [line for line in league.rows if line.position <= _PLACES][:_PLACES]
    names = [
        (
            pad(f"{line.position}  {line.name}", _NAME + _GAP) + " ",
            "gold" if line.yours else "strong" if line.position == 1 else "",
        )
        for line in best
    ]
    return row((pad(league.name, _NAME + _GAP), "dim"), *names)
