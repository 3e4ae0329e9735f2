"""The week's leagues of the daily deals, game by game."""

from collections.abc import Sequence

from rich.cells import cell_len

from arcade.club.club import Club
from arcade.club.deals.league import COUNTING, League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import podium_text
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, columns, fit, pad, row, spread, wrap

_LEVELS = "▁▂▃▄▅▆▇"
"""None is as high as a row, so that those below each other stay apart."""
_GAP, _LEAST, _ROOMY = 4, 34, 40
"""Cells between two leagues; the fewest of a league; those from which its days stand apart."""
_PLACE, _POINTS = 4, 8
_MOST, _PLACES, _GAME = 10, 3, 15
_ABOUT = N_(
    "A day counts the percentage of the players you beat, 50 if you are alone; a full bar is 100. "
    "Your best {n} days count. A new week begins on Monday at 00:00 UTC."
)


class LeaguePage(Page):
    """Shows the leagues, one's own row in gold, and the podiums of last week."""

    def __init__(self, words: Words, club: Club, player: Player) -> None:
        super().__init__(words.t("The week"), lambda cells: _draw(words, club, player, cells))


def _draw(words: Words, club: Club, player: Player, cells: int) -> list[Row]:
    t, daily = words.t, club.daily
    beside = max(1, min(3, (cells + _GAP) // (_LEAST + _GAP)))
    wide = (cells + _GAP) // beside - _GAP
    rows = [*wrap(row((t(_ABOUT, n=COUNTING), "dim")), cells), EMPTY]
    leagues = [daily.league(game, player) for game in registry.games()]
    blocks = [_block(words, league, wide) for league in leagues]
    before = [daily.league(game, player, 1) for game in registry.games()]
    podiums = [_podium(league, wide) for league in before if len(league.rows) > 1]
    blocks += [[row((t("Last week"), "gold")), *podiums]] if podiums else []
    for first in range(0, len(blocks), beside):
        rows += [EMPTY] * bool(first) + columns(blocks[first : first + beside], _GAP)
    own = podium_text(words, daily.podiums(player))
    return [*rows, *([EMPTY, row((own, "strong"))] if own else [])]


def _block(words: Words, league: League, cells: int) -> list[Row]:
    """Draw a game's league in rows of so many cells, a sign for each day at the end."""
    between = " " * (cells >= _ROOMY)
    days = between.join(words.t("M T W T F S S").split())
    named = cells - _PLACE - _POINTS - 2 - cell_len(days)
    points = pad(words.t("points"), _POINTS, "right") if league.rows else ""
    head = spread(row((league.name, "gold")), row((f"{points}  ", "dim"), (days, "dim")), cells)
    rows = [head]
    shown = [line for number, line in enumerate(league.rows) if number < _MOST or line.yours]
    for line in shown:
        tone = "gold" if line.yours else ""
        text = f"{line.position:>2}  {pad(line.name, named)}{line.points:>{_POINTS}}  "
        for high in range(1 if between else 0, -1, -1):
            signs = between.join(_signs(line.days, high, bool(between)))
            facts = " " * cell_len(text) if high else text
            rows.append(fit(row((facts, tone), (signs, tone or "dim")), cells))
    if not league.rows:
        rows.append(row((words.t("Nobody has a result yet."), "dim")))
    return [fit(line, cells) for line in rows]


def _signs(days: Sequence[int | None], high: int, tall: bool) -> str:
    """Return a sign for each day: higher for more points, a dot without a result.

    A `tall` bar has two rows, the upper one of which is `high`.
    """
    most = len(_LEVELS) - 1
    signs = []
    for points in days:
        if points is None:
            signs.append(" " if high else "·")
        elif not tall:
            signs.append(_LEVELS[points * most // 100])
        else:
            level = 1 + points * (2 * len(_LEVELS)) // 100 - (len(_LEVELS) + 1) * high
            signs.append((" " + _LEVELS + "█")[max(0, min(level, len(_LEVELS) + 1 - high))])
    return "".join(signs)


def _podium(league: League, cells: int) -> Row:
    best = [line for line in league.rows if line.position <= _PLACES][:_PLACES]
    names = [
        (
            f"{', ' if number else ''}{line.name}",
            "gold" if line.yours else "strong" if line.position == 1 else "",
        )
        for number, line in enumerate(best)
    ]
    return fit(row((pad(league.name, _GAME), "dim"), *names), cells)
