"""A table whose window changes looks as one opened in that size, and draws nothing beyond a pane.

In all games, full, with the longest names, in sizes on both sides of every bound of the layout.
"""

from itertools import combinations, cycle

import pytest
from textual.geometry import Region

from arcade.club.club import Club
from screens.base import BaseScreen
from screens.table.screen import TableScreen
from screens.terminal.paint import Pane
from screens.terminal.rows import plain
from screens.terminal.seats import seat_mark
from screens.widgets.lines import Lines
from tests.registered import registered
from tests.screens.spot import Spot
from tests.snapshots.played import played, table_of
from tests.snapshots.scenes import WHO
from tests.snapshots.stage import Sight, Stage
from tests.snapshots.test_cuts import LONG
from tests.snapshots.views import TOLD

RESIZES = [(60, 24), (119, 30), (120, 30), (79, 26), (160, 45), (80, 24), (119, 30)]


@pytest.mark.parametrize(("key", "language"), [*zip(TOLD, cycle(["en", "fr"]), strict=False)])
async def test_a_resized_table_looks_like_a_new_one_and_stays_inside_its_panes(
    club: Club, key: str, language: str
) -> None:
    names = LONG[: registered()[key].meta.seats[1]]
    replay = played(key, names, most=TOLD[key] * 2)
    last = len(replay.steps) - 1
    app = Stage(club, WHO, language=language, animations=False)
    async with app.unpainted():
        for number in (last // 3, last):
            spots = [Spot(table_of(replay, number)) for _ in range(2)]
            resized = TableScreen([spots[0]])  # type: ignore[list-item]
            await app.push_screen(resized)
            for size in RESIZES:
                seen = _texts(await app.sight(size))
                assert not _beyond(resized), (number, size)
                signs = {seat_mark(seat).shape for seat in range(len(names))}
                assert signs <= {*"".join(seen)}, (number, size)
                fresh = TableScreen([spots[1]])  # type: ignore[list-item]
                await app.push_screen(fresh)
                fresh.panes.talks = resized.panes.talks
                assert _texts(await app.sight(size)) == seen, (number, size)
                app.pop_screen()
            app.pop_screen()


def _texts(sight: Sight) -> list[str]:
    return ["".join(piece.text for piece in line).rstrip() for line in sight]


def _beyond(screen: BaseScreen[None]) -> list[str]:
    """Name the panes that draw beyond their place, or where another one draws."""
    wrong = []
    for pane, at in screen.placed.items():
        assert isinstance(pane, Lines)
        rows = [plain(line).rstrip() for line in pane._rows or ()]
        if any(rows[at.height :]):
            wrong.append(f"{pane}: too low: {rows[-1]}")
        if at not in Region.from_offset((0, 0), (999, 999)):
            wrong.append(f"{pane}: {at}")
    return wrong + [
        f"{pane}, {neighbour}: {shared}"
        for (pane, at), (neighbour, its) in combinations(screen.placed.items(), 2)
        if (shared := _drawn(pane, at) & _drawn(neighbour, its))
    ]


def _drawn(pane: Pane, at: Region) -> set[tuple[int, int]]:
    """Return the cells of a screen in which a pane draws something, as far as it counts them."""
    assert isinstance(pane, Lines)
    rows = enumerate((pane._rows or ())[: at.height], at.y)
    return {(x, y) for y, line in rows for x, sign in enumerate(plain(line), at.x) if sign.strip()}
