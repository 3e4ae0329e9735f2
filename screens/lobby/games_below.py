"""The games below the tables of a small lobby: pictures beside each other, else names in a row."""

from collections.abc import Mapping
from typing import NamedTuple

from rich.cells import cell_len

from arcade.club.operations.results import ReadRules
from arcade.engine.game import Meta
from screens import keys
from screens.games import small_picture
from screens.games.view import THUMBNAIL
from screens.lobby.cards import clickable
from screens.session import SessionApp
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    choice,
    columns,
    fit,
    flow,
    indented,
    row,
    spread,
    wrap,
)

_ACROSS = 3
"""Pictures beside each other."""

_LEAST_AIR, _MOST_AIR = 2, 4
"""Cells at each side of a game's name, where names stand beside each other."""


class Games(NamedTuple):
    """The games by their numbers in the lobby's list, and which entry of it is chosen."""

    metas: Mapping[int, Meta]
    about: Mapping[int, str]
    """Who waits to play a game, else what it is."""
    at: int


def pictured(app: SessionApp, games: Games, cells: int, room: int) -> list[Row]:
    """Draw pictures of the games, each with what it is if there is room; nothing without room."""
    wide = cells // _ACROSS
    if wide < THUMBNAIL + 2:
        return []
    for blurbs, apart in ((True, True), (True, False), (False, True), (False, False)):
        blocks = [_tile(games, number, wide, blurbs) for number in games.metas]
        if len(blocks) % _ACROSS:
            blocks.append(_beside_the_last(app, games, wide, blurbs))
        rows = list[Row]()
        for at in range(0, len(blocks), _ACROSS):
            rows += [*[EMPTY] * (apart and at > 0), *columns(blocks[at : at + _ACROSS], 0)]
        if len(rows) <= room:
            return rows
    return []


def _tile(games: Games, number: int, cells: int, blurbs: bool) -> list[Row]:
    game = games.metas[number]
    name = choice(row((game.name, "strong")), cells - 1, number == games.at)
    about = balanced(row((games.about[number], "dim")), cells - 2) if blurbs else ()
    lines = [name, *indented([*small_picture(game.key), *about], 2)]
    return clickable([fit(line, cells) for line in lines], f"row {number}")


def _beside_the_last(app: SessionApp, games: Games, cells: int, blurbs: bool) -> list[Row]:
    """Say what the chosen game is where its picture does not; else name the keys to read more."""
    about = "" if blurbs else games.about.get(games.at, "")
    lines = [*wrap(row((about, "dim")), cells - 3)]
    if not about:
        offered = (keys.of(ReadRules), keys.LESSON)
        lines = [_way(app, key) for key in offered]
    return [fit(line, cells) for line in (EMPTY, *indented(lines, 2))]


def _way(app: SessionApp, key: keys.Action) -> Row:
    shown = "" if app.touch else f"{app.keyboard.shown(key)} "
    return row((shown, "gold", key.name), (app.words.t(key.label), "", key.name))


def named(app: SessionApp, games: Games, cells: int) -> list[Row]:
    """Draw the names of the games as buttons in a row, and a description of the chosen one."""
    words = app.words
    names = {number: meta.name for number, meta in games.metas.items()}
    spare = cells - 4 - sum(cell_len(name) + 1 for name in names.values())
    air = max(_LEAST_AIR, min(_MOST_AIR, spare // (2 * max(1, len(names)))))
    buttons = []
    for number, name in names.items():
        here = number == games.at
        text = f"{'▸ ' if here else '  ':>{air}}{name}{' ' * air}"
        buttons.append(row((text, "cursor" if here else "bar", f"row {number}")))
    about = games.about.get(games.at, "")
    if not about and not app.touch:
        about = words.t("↑↓ choose a table or a game")
    head = row(("  " + words.t("Games"), "strong"), ("   " + about, "dim"))
    end = (*_way(app, keys.of(ReadRules)), *row("  "))
    return [EMPTY, spread(head, end, cells), *indented(flow(buttons, cells - 2, row(" ")), 2)]
