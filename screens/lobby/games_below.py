"""The games below the lobby's tables: pictures beside each other, cards, else names in a row."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from arcade.club.operations.results import ListPastGames, ReadRules
from arcade.engine.game import Meta
from arcade.engine.words import N_
from screens import keys
from screens.games import small_picture
from screens.games.view import THUMBNAIL
from screens.letters import in_short
from screens.lobby.cards import CARD, edged, game_card
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

_ACROSS, _BETWEEN = 3, 2
"""Pictures beside each other; cells between two names in a row, beside the mark of one."""


Ways = tuple[str, Sequence[keys.Action]]
"""A title, and the keys below it."""

_LEARN: Ways = N_("Learn a game"), (keys.LESSON, keys.of(ReadRules))
_ALSO: Ways = N_("Also here"), (keys.of(ReadRules), keys.TOUR, keys.of(ListPastGames))


class Games(NamedTuple):
    """The games by their numbers in the lobby's list, and which entry of it is chosen."""

    metas: Mapping[int, Meta]
    about: Mapping[int, str]
    """Who waits to play a game, else what it is."""
    at: int
    digits: Mapping[int, str] = MappingProxyType({})
    """The digit that begins each, with the blanks after it."""


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
        texts = [balanced(row((about, "dim")), wide - 2) for about in games.about.values()]
        most = max(map(len, texts), default=0)
        blocks: list[Sequence[Row]] = [
            _tile(
                *(game.key, games.digits.get(n, ""), game.name, games.about[n] * blurbs),
                *(most, wide, air, f"row {n}", n == games.at),
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
    game: str,
    digit: str,
    name: str,
    about: str,
    high: int,
    cells: int,
    air: int,
    click: str,
    here: bool,
) -> Sequence[Row]:
    """Draw a game's picture below its name, once for everybody who sees the same.

    Between both stands what it is, in `high` rows.
    """
    head = choice(row((digit, "gold"), (name, "strong")), cells - 1, here)
    text = balanced(row((about, "dim")), cells - 2) if about else ()
    below = high - len(text) + bool(air) if about else 0
    drawn = [*[EMPTY] * (air > bool(about)), *text, *[EMPTY] * below, *small_picture(game)]
    return clickable([fit(line, cells) for line in (head, *indented(drawn, 2))], click)


def beside_the_last(
    app: SessionApp, games: Games, cells: int, blurbs: bool, ways: Ways = _LEARN
) -> list[Row]:
    """Say what the chosen game is where its picture does not; else name the `ways` to more."""
    about = "" if blurbs else games.about.get(games.at, "")
    lines = [EMPTY, *wrap(row((about, "dim")), cells - 3)]
    if not about:
        title, offered = ways
        head = row((app.words.t(title), "strong"))
        lines = [head, *[EMPTY] * (len(offered) > 2), *(_way(app, key) for key in offered)]
    return [fit(line, cells) for line in indented(lines, 2)]


def posters(app: SessionApp, games: Games, cells: int, room: int) -> list[Row]:
    """Draw the games as cards side by side, as high as there is room for; none without room."""
    for across, high in product((2, 3), range(CARD + 4, CARD - 1, -1)):
        if -(-len(games.metas) // across) * high < room:
            ends = [(cells + 1) * at // across - 1 for at in range(across + 1)]
            widths = [end - start - 1 for start, end in pairwise(ends)]
            drawn = [
                game_card(
                    *(app.words, meta, n == games.at, widths[at % across], high),
                    *(f"row {n}", games.digits.get(n, "")),
                )
                for at, (n, meta) in enumerate(games.metas.items())
            ]
            if rest := len(drawn) % across:
                drawn.append(_ways_card(app, widths[rest], high))
            starts = range(0, len(drawn), across)
            return [EMPTY, *chain(*(columns(drawn[at : at + across], 1) for at in starts))]
    return []


def below_tables(app: SessionApp, games: Games, cells: int, room: int) -> list[Row]:
    """Draw the games without frames under a heading: frames are for the tables above."""
    drawn = pictured(games, cells, room - 3, partial(beside_the_last, app, games, ways=_ALSO))
    return [EMPTY, games_head(app, cells), EMPTY, *drawn] if drawn else []


def _ways_card(app: SessionApp, cells: int, high: int) -> list[Row]:
    """Draw in a card what else one can do with the games."""
    name, offered = _ALSO
    lines = [_way(app, key) for key in offered]
    lines = rows_apart(lines) if high - 3 >= 2 * len(lines) - 1 else lines
    above = [EMPTY] * ((high - 3 - len(lines)) // 2)
    title = row((app.words.t(name), "strong"), " ")
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
        title = row((games.digits.get(n, ""), "gold"), meta.name)
        names.append(choice(title, row_width(title) + 2, n == games.at, f"row {n}"))
    spare = cells - 2 - sum(map(row_width, names))
    rows = flow(names, cells - 2, row(" " * max(1, min(_BETWEEN, spare // max(1, len(names) - 1)))))
    about = games.about.get(games.at, "")
    notes = [fit(row("  ", (about, "dim")), cells)] if about else []
    return [EMPTY, games_head(app, cells), *rows, *notes]
