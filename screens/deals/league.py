"""The week's leagues of the daily deals, game by game."""

from collections.abc import Sequence
from datetime import date
from itertools import product

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.deals.league import COUNTED_DAYS, League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, place_text, podium_text
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys
from screens.deals.days import Line, brief_rows, week_lines
from screens.keys import Action
from screens.pages.page import Page
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    bar,
    columns,
    fit,
    flow,
    pad,
    row,
    row_width,
    spread,
    wrap,
)
from screens.widgets.sheet import SHEET, TALL, headed

_LEVELS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_LEVELS) - 1
_GAP, _LEAST, _ROOMY = 4, 34, 36
"""Cells between two leagues; the fewest of a league; those from which its days stand apart."""
_PLACE, _POINTS = 3, 7
_MOST, _PLACES, _GAME = 10, 3, 15
_AIRS = ((3, 1, 1), (2, 1, 1), (2, 1, 0), (1, 1, 1), (1, 1, 0), (1, 0, 0))
"""Rows of a day's bar, and blank rows below a heading and between persons: the first that fit.

A row is too low for bars of days: it has a bar of the week's points.
"""
ABOUT = N_(
    "A day brings 100 points if you beat everybody, 50 if you beat half of them or play alone. "
    "Your best {n} days count. A new week begins on Monday at 00:00 UTC."
)
BRIEFLY = N_("Your best {n} days count, each with up to 100 points.")


class LeaguePage(Page):
    """Shows the leagues, one's own row in bold, and the podiums of last week."""

    LONGEST = SHEET

    def __init__(self, words: Words, club: Club, player: Player) -> None:
        def draw(cells: int) -> list[Row]:
            return _draw(words, club, player, Size(cells, self.text.size.height))

        super().__init__(words.t("The week's daily deals"), draw)
        self._leader = _leader(words, club, player)

    def _bar(self) -> None:
        """Show the title, and who leads the week."""
        title = row((f" {self._title}", "bar-gold"))
        self.top.put([spread(title, row((f"{self._leader} ", "bar")), self.across, "bar")])

    def actions(self) -> list[Action]:
        """List the keys of a page; back is where one plays."""
        back = keys.BACK.labelled(N_("today's deals"))
        return [back if action == keys.BACK else action for action in super().actions()]


def _leader(words: Words, club: Club, player: Player) -> str:
    """Say who has most points of all games; "" before anybody has some."""
    lines = week_lines([club.daily.league(game, player) for game in registry.games()])
    best = [line for line in lines if line.position == 1 and line.total]
    if not best:
        return ""
    return words.nt(
        "★ Leading this week: {who}, {n} point",
        "★ Leading this week: {who}, {n} points",
        best[0].total,
        who=", ".join(line.name for line in best[:_PLACES]),
    )


def _draw(words: Words, club: Club, player: Player, size: Size) -> list[Row]:
    t, daily, cells = words.t, club.daily, size.width
    beside = max(1, min(3, (cells + _GAP) // (_LEAST + _GAP)))
    wide = (cells + _GAP) // beside - _GAP
    leagues = [daily.league(game, player) for game in registry.games()]
    before = [daily.league(game, player, 1) for game in registry.games()]
    podiums = [_podium(league, wide) for league in before if len(league.rows) > 1]
    own = podium_text(words, daily.podiums(player))
    sums = week_lines(leagues)
    week = wrap(row((_own_week(words, club, sums), "strong")), cells)
    more = [*_standing(words, leagues, cells), *([row((own, "dim"))] if own else [])]
    about, scale = t(ABOUT, n=COUNTED_DAYS), t("A full bar is 100 points.")
    rows = list[Row]()
    apart = [EMPTY] * (size.height >= TALL)
    table = brief_rows(t("The week"), sums, cells, _PLACES, t("points")) if sums else []
    tops = (
        *(([*week, EMPTY, *table, *apart, *more], about), ([*week, EMPTY, *table], about)),
        *((week, about), (week, t(BRIEFLY, n=COUNTED_DAYS))),
    )
    for (top, meant), (high, below_head, air) in product(tops, _AIRS):
        meaning = row((f"{meant} {scale}" if high > 1 else meant, "dim"))
        below = balanced(meaning, cells)
        head = [*top, EMPTY]
        blocks = [_block(words, league, wide, (high, below_head, air)) for league in leagues]
        if podiums:
            last = [line for podium in podiums for line in (podium, *[EMPTY] * air)]
            blocks.append(headed(t("Last week"), [*[EMPTY] * below_head, *last], wide))
        rows = list[Row]()
        for at in range(0, len(blocks), beside):
            rows += [EMPTY] * (high if at else 0)
            rows += columns(blocks[at : at + beside], _GAP)
        rows += [*[EMPTY] * (1 + (high > 1)), *below]
        if len(head) + len(rows) <= size.height:
            return head + rows
    return [*week, EMPTY, *rows]


def _own_week(words: Words, club: Club, lines: Sequence[Line]) -> str:
    """Say where one stands in all games together, and how long that can change."""
    left = 7 - date.fromisoformat(club.daily.today).weekday()
    days = words.nt("{n} day is left, today included.", "{n} days are left, today included.", left)
    own = next((line for line in lines if line.yours), None)
    if own is None:
        none = words.t("You have no points this week yet.")
        return f"{none} {days}"
    placing = place_text(words, own.position, len(lines))
    rival = next((line for line in reversed(lines) if line.position < own.position), None)
    if rival is not None:
        n = rival.total - own.total
        standing = words.nt(
            "You are {place}, {n} point behind {name}.",
            "You are {place}, {n} points behind {name}.",
            n,
            place=placing,
            name=rival.name,
        )
    else:
        standing = words.t("You are {place}.", place=placing)
    return f"{standing} {days}"


def _standing(words: Words, leagues: Sequence[League], cells: int) -> list[Row]:
    """Sum up where one stands oneself."""
    places = [
        row(f"{league.name} ", (ordinal(words, line.position), "strong"))
        for league in leagues
        for line in league.rows
        if line.yours
    ]
    head = row((words.t("Your places: "), "dim"))
    return flow([head + places[0], *places[1:]], cells, row("   ")) if places else []


def _block(words: Words, league: League, cells: int, airs: tuple[int, int, int]) -> list[Row]:
    """Draw a game's league in rows of so many cells, a bar for each day at the end."""
    high, below_head, air = airs
    between = " " * (cells >= _ROOMY)
    days = between.join(words.t("M T W T F S S").split())
    upright = high > 1
    end = cell_len(days) if upright else cells // 3
    named = cells - _PLACE - _POINTS - 2 - end
    if not league.rows:
        nobody = row((words.t("Nobody has a result yet."), "dim"))
        return headed(league.name, [fit(nobody, cells)], cells)
    ruled = (days, "dim") if upright else ("─" * end, "rule")
    note = row((f"{words.t('points')}  ", "dim"), ruled)
    rows = headed(league.name, (), cells, note)
    shown = [line for number, line in enumerate(league.rows) if number < _MOST or line.yours]
    most = max(line.points for line in shown)
    for line in shown:
        tone = "gold" if line.yours else ""
        name = row((line.name, tone or ("strong" if line.position == 1 else "")))
        star = row((" ★", "gold")) if line.position == 1 else EMPTY
        name = fit(fit(name, min(row_width(name), named - row_width(star))) + star, named)
        text = row((f"{line.position:>2} ", tone)) + name
        text += row((f"{line.points:>{_POINTS}}  ", tone or ("strong" if star else "")))
        rows += [EMPTY] * (below_head if line is shown[0] else air)
        own = "good" if line.yours else "dim"
        if not upright:
            rows.append(text + bar(line.points / most if most else 0, end, own))
            continue
        for step in range(high - 1, -1, -1):
            signs = between.join(_sign(points, step, high) for points in line.days)
            facts = text if step == (high - 1) // 2 else row(" " * row_width(text))
            rows.append(fit(facts + row((signs, own)), cells))
    return [fit(line, cells) for line in rows]


def _sign(points: int | None, step: int, high: int) -> str:
    """Return what a day's bar shows `step` rows above its foot, a dot without a result."""
    if points is None:
        return " " if step else "·"
    level = max(1, round(points * high * _STEPS / 100)) - step * _STEPS
    return _LEVELS[max(0, min(level, _STEPS))]


def _podium(league: League, cells: int) -> Row:
    best = [line for line in league.rows if line.position <= _PLACES][:_PLACES]
    names = list[tuple[str, str]]()
    for line in best:
        names += [(", ", "dim")] if names else []
        names.append((line.name, "strong" if line.yours else ""))
    return fit(row((pad(league.name, _GAME), "dim"), ("★ ", "gold"), *names), cells)
