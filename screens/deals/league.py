"""The week's leagues of the daily deals, game by game."""

from collections.abc import Sequence
from datetime import date
from itertools import chain

from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.deals.league import COUNTED_DAYS, League
from arcade.club.i18n.words import Words
from arcade.club.speech.daily import ordinal, place_text, podium_text
from arcade.engine import registry
from arcade.engine.words import N_
from arcade.players.player import Player
from screens import keys
from screens.deals.days import PLACE, Line, place_row, shown, week_lines
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
    stacked,
    wrap,
)
from screens.widgets.sheet import SHEET, WIDE, headed

_LEVELS = " ▁▂▃▄▅▆▇█"
_STEPS = len(_LEVELS) - 1
_NAME, _SHORT, _TOTAL = 17, 10, 6
"""Cells of a name, of a name in a narrow terminal, and of a sum."""
_NARROW, _WORD, _SHORTEST = 90, 9, 5
"""Cells of a page below which names are short, of the words of a game's name that has no room, and
of a bar at least."""
_MOST, _PLACES = 10, 3
_BARS, _LISTED, _LEAST = 15, 4, 3
"""Rows of a day's bar at most, up to where last week's best are one line, and where fewer persons
make room for it."""
_COLUMN, _CLOSE, _CLOSEST = 6, 3, 2
"""Cells between two columns of the table where it is wide, where it is not, and at least."""
_PLACED, _SIGN = 7, 3
"""Cells of points and place, and of a place."""
ABOUT = N_(
    "A day brings 100 points for beating everybody, 50 for half of them or playing alone. "
    "Your best {n} days count. Weeks begin on Monday at 00:00 UTC."
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
    leagues = [daily.league(game, player) for game in registry.games()]
    before = [daily.league(game, player, 1) for game in registry.games()]
    sums = week_lines(leagues)
    week = wrap(row((_own_week(words, club, sums), "strong")), cells)
    own = podium_text(words, daily.podiums(player))
    tops = [row((own, "dim"))] if own else []
    rows = list[Row]()
    meaning = balanced(row((t(ABOUT, n=COUNTED_DAYS), "dim")), cells)
    for high, most in _sizes(len(sums)):
        last = [] if high > _LISTED else _last_best(words, before, cells)
        blocks = (
            _table(words, leagues, sums, cells, most),
            _own_days(words, leagues, before, cells, high),
            [*(tops or last), *meaning],
        )
        rows = stacked([[*week], *blocks], size.height, 2)
        if len(rows) <= size.height:
            return rows
    return rows


def _sizes(people: int) -> list[tuple[int, int]]:
    """Return rows of a bar and of persons, the first that fit: bars give way, then persons."""
    most = min(_MOST, max(1, people))
    bars = [(high, most) for high in range(_BARS, _LEAST - 1, -1)]
    return [*bars, *((_LEAST, fewer) for fewer in range(most - 1, 2, -1)), (1, min(most, _PLACES))]


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


def _table(
    words: Words, leagues: Sequence[League], sums: Sequence[Line], cells: int, most: int
) -> list[Row]:
    """Draw the persons with a bar for the sum of their points, and the points of each game."""
    t = words.t
    if not sums:
        return headed(t("The week"), [row((t("Nobody has a result yet."), "dim"))], cells)
    name = _SHORT if cells < _NARROW else _NAME
    rest = cells - PLACE - name - 1 - _TOTAL
    names = [league.name for league in leagues]
    heads, wide = _columns(names, rest, _COLUMN if cells >= WIDE else _CLOSE)
    bars = rest - sum(wide)
    bars = bars if bars >= _SHORTEST else 0
    high, deep = max(line.total for line in sums), max(map(len, heads))
    end = PLACE + name + 1 + bars + _TOTAL
    before = " " * end
    rows = list[Row]()
    for at in range(deep):
        named = (head[at - deep + len(head)] if deep - at <= len(head) else EMPTY for head in heads)
        lines = zip(named, wide, strict=True)
        rows.append(
            row(before) + tuple(chain(*(spread(EMPTY, line, many) for line, many in lines)))
        )
    rows[-1] = spread(EMPTY, row((t("points"), "dim")), end) + rows[-1][1:]
    for line in shown(sums, most):
        tone = "good" if line.yours else ""
        share = line.total / high if high else 0
        text = place_row(line, name) + row(" ") + bar(share, bars, tone or "dim")
        text += row((f"{line.total:>{_TOTAL}}", tone or "strong"))
        for league, many in zip(leagues, wide, strict=True):
            text += spread(EMPTY, _points(league, line.name, tone), many)
        rows.append(text)
    return headed(t("The week"), rows, cells)


def _columns(names: Sequence[str], room: int, gap: int) -> tuple[list[tuple[Row, ...]], list[int]]:
    """Return the heads of columns and their cells: names whole if they fit, else word by word."""
    for word, apart in ((room, gap), (room, _CLOSEST), (_WORD, _CLOSEST)):
        heads = [wrap(row((name, "dim")), word) for name in names]
        wide = [max(_PLACED, *map(row_width, head)) + apart for head in heads]
        if sum(wide) <= room:
            break
    return heads, wide


def _points(league: League, name: str, tone: str) -> Row:
    """Draw the place of a person in a game, a star for the first, and the points."""
    own = next((line for line in league.rows if line.name == name), None)
    if own is None:
        return row(("·", "dim"))
    rank = "★" if own.position == 1 else f"({own.position})"
    return row((f"{own.points} ", tone), (pad(rank, _SIGN), tone or "dim"))


def _own_days(
    words: Words, leagues: Sequence[League], before: Sequence[League], cells: int, high: int
) -> list[Row]:
    """Draw the person's own week, game by game: a bar a day, place, points, last week's best."""
    gap = 4 if cells >= WIDE else 2
    wide = (cells + gap) // len(leagues) - gap
    blocks = list[list[Row]]()
    for league, last in zip(leagues, before, strict=True):
        blocks.append([fit(line, wide) for line in _game(words, league, last, wide, high)])
    scale = words.t("A full bar is 100 points.")
    return headed(words.t("Your days"), columns(blocks, gap), cells, scale)


def _game(words: Words, league: League, last: League, cells: int, high: int) -> list[Row]:
    """Draw the own days of a game, today's week and the best of the last."""
    own = next((line for line in league.rows if line.yours), None)
    letters = words.t("M T W T F S S").split()
    across = max(1, min(3, (cells + 1) // len(letters) - 1))
    days = own.days if own is not None else (None,) * len(letters)
    rows = [EMPTY] * (high > _LEAST)
    rows.append(row((league.name, "strong")))
    for step in range(high - 1, -1, -1):
        signs = (_sign(points, step, high) for points in days)
        signs = (sign * across if sign in _LEVELS else pad(sign, across) for sign in signs)
        rows.append(row((" ".join(signs), "good")))
    rows.append(row((" ".join(pad(letter, across) for letter in letters), "dim")))
    many = ""
    if own is not None:
        brief, full = str(own.points), words.nt("{n} point", "{n} points", own.points)
        many = full if len(full) + 6 <= cells else brief
    placed = ordinal(words, own.position) if own is not None else "–"
    rows.append(row((placed, "strong"), "  ", many))
    best = [line for line in last.rows if line.position <= _PLACES][:_PLACES]
    if high <= _LISTED or not best:
        return rows
    rows += [EMPTY, row((words.t("Last week"), "dim"))]
    for line in best:
        mark = "★ " if line.position == 1 else f"{line.position} "
        rows.append(row(mark, (line.name, "good" if line.yours else "")))
    return rows


def _last_best(words: Words, leagues: Sequence[League], cells: int) -> list[Row]:
    """Name who was first last week, each with the games."""
    firsts = dict[str, list[str]]()
    for league in leagues:
        for line in league.rows:
            if line.position == 1:
                firsts.setdefault(line.name, []).append(league.name)
    named = (f"★ {name} ({', '.join(games)})" for name, games in firsts.items())
    parts = [row((text, "dim")) for text in (words.t("Last week"), *named)]
    return [fit(line, cells) for line in flow(parts, cells)] if firsts else []


def _sign(points: int | None, step: int, high: int) -> str:
    """Return what a day's bar shows `step` rows above its foot, a dot without a result."""
    if points is None:
        return " " if step else "·"
    level = max(1, round(points * high * _STEPS / 100)) - step * _STEPS
    return _LEVELS[max(0, min(level, _STEPS))]
