"""The games below the tables of a small lobby: pictures beside each other, else names in a row."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from arcade.club.operations.results import ListPastGames, ReadRules
from arcade.engine.game import Meta
from screens import keys
from screens.games import small_picture
from screens.games.view import THUMBNAIL
from screens.letters import in_short
from screens.lobby.cards import edged
from screens.session import SessionApp
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    choice,
    clickable,
    columns,
    fit,
    flow,
    indented,
    row,
    row_width,
    rows_apart,
    wrap,
)
from screens.widgets.sheet import headed

_ACROSS = 3
"""Pictures beside each other."""


class Games(NamedTuple):
    """The games by their numbers in the lobby's list, and which entry of it is chosen."""

    metas: Mapping[int, Meta]
    about: Mapping[int, str]
    """Who waits to play a game, else what it is."""
    at: int


def pictured(
    games: Games, cells: int, room: int, last: Callable[[int, bool], list[Row]]
) -> list[Row]:
    """Draw pictures of the games, each with what it is if there is room; nothing without room.

    Beside the last one stands what `last` draws in so many cells, if each says what it is.
    """
    wide = cells // _ACROSS
    if wide < THUMBNAIL + 2:
        return []
    for blurbs, apart, air in (
        (True, True, 2),
        (True, True, 1),
        (False, True, 1),
        (False, True, 0),
        (False, False, 0),
    ):
        blocks: list[Sequence[Row]] = [
            _tile(
                game.key, game.name, games.about[n] * blurbs, wide, air, f"row {n}", n == games.at
            )
            for n, game in games.metas.items()
        ]
        if len(blocks) % _ACROSS:
            blocks.append(last(wide, blurbs))
        abreast = [blocks[at : at + _ACROSS] for at in range(0, len(blocks), _ACROSS)]
        high = sum(max(map(len, tiles)) for tiles in abreast)
        if high + apart * (len(abreast) - 1) <= room:
            above = [EMPTY] * apart
            rows = [line for tiles in abreast for line in (*above, *columns(tiles, 0))]
            return rows[apart:]
    return []


@lru_cache(128)
def _tile(
    game: str, name: str, about: str, cells: int, air: int, click: str, here: bool
) -> Sequence[Row]:
    """Draw a game's picture below its name, once for everybody who sees the same."""
    head = choice(row((name, "strong")), cells - 1, here)
    above, below = air > bool(about), bool(air and about)
    text = balanced(row((about, "dim")), cells - 2) if about else ()
    drawn = [*[EMPTY] * above, *small_picture(game), *[EMPTY] * below, *text]
    return clickable([fit(line, cells) for line in (head, *indented(drawn, 2))], click)


def beside_the_last(app: SessionApp, games: Games, cells: int, blurbs: bool) -> list[Row]:
    """Say what the chosen game is where its picture does not; else name the keys to read more."""
    about = "" if blurbs else games.about.get(games.at, "")
    lines = [EMPTY, *wrap(row((about, "dim")), cells - 3)]
    if not about:
        offered = (keys.LESSON, keys.of(ReadRules))
        learn = row((app.words.t("Learn a game"), "strong"))
        lines = [learn, *(_way(app, key) for key in offered)]
    return [fit(line, cells) for line in indented(lines, 2)]


def ways_card(app: SessionApp, cells: int, high: int) -> list[Row]:
    """Draw in a card what else one can do with the games."""
    ways = keys.of(ReadRules), keys.TOUR, keys.of(ListPastGames)
    lines = [_way(app, key) for key in ways]
    lines = rows_apart(lines) if high - 3 >= 2 * len(lines) - 1 else lines
    above = [EMPTY] * ((high - 3 - len(lines)) // 2)
    title = row((app.words.t("Also here"), "strong"), " ")
    return edged(title, EMPTY, [*above, *lines], cells, high, False)


def _way(app: SessionApp, key: keys.Action) -> Row:
    shown = "" if app.touch else f"{app.keyboard.shown(key)} "
    return row((shown, "gold", key.name), (app.words.t(in_short(key)), "", key.name))


def games_head(app: SessionApp, cells: int) -> Row:
    """Name the games, with the keys that choose one and show the rules."""
    t, end = app.words.t, _way(app, keys.of(ReadRules))
    if not app.touch:
        end = row(("↑↓ ", "gold"), f"{t('choose')}   ", *end)
    (head,) = headed(t("Games"), (), cells - 4, end)
    return row("  ") + head


def named(app: SessionApp, games: Games, cells: int) -> list[Row]:
    """Draw the names of the games in a row, and below it a description of the chosen one."""
    names = list[Row]()
    for n, meta in games.metas.items():
        mark, tone = ("▸ ", "cursor") if n == games.at else ("  ", "")
        names.append(row((f"{mark}{meta.name}", tone, f"row {n}")))
    spare = cells - 2 - sum(map(row_width, names))
    rows = flow(names, cells - 2, row(" " * max(1, spare // max(1, len(names) - 1))))
    about = games.about.get(games.at, "")
    notes = [fit(row("  ", (about, "dim")), cells)] if about else []
    return [EMPTY, games_head(app, cells), *rows, *notes]
