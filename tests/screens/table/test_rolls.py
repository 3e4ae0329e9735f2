"""Dice land from left to right; the last one spins longer where it matters, and tells nothing.

No time passes here: the frames are stepped through by hand.
"""

from collections.abc import Callable
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.views import TableView
from arcade.engine import codec
from arcade.engine.chance import Replay
from arcade.games.golden21.rules.actions import Announce
from arcade.games.le421 import GAME as LE_421
from arcade.games.trente import GAME as TRENTE
from arcade.games.trente.rules.actions import Keep
from screens.games.playback import FRAME
from screens.terminal.palette import PALETTES
from tests.drawing import Scene, film
from tests.screens.conftest import screen_text, table_screen
from tests.screens.games import test_golden21 as golden21
from tests.screens.games import test_trente as trente
from tests.screens.spot import picture_of, show, shown
from tests.snapshots.sheet import FOLDER as PICTURES

HOUR = 3600.0
NAMES = ("Anna", "Ben")
LANDING, SPINNING = 0.18, 0.5


def of_421(seat: int, first: int, second: int, last: int) -> tuple[TableView, TableView]:
    """Return the table before and after a first throw, as a seat sees it: 0 has thrown."""
    begun = LE_421.setup(LE_421.options(), 2, Replay((6, 1)))
    roll = codec.action_from(LE_421, {"do": "roll"})
    rolled = LE_421.apply(begun, 0, roll, Replay((first, second, last)))
    return picture_of(LE_421, begun, seat, NAMES, 1), picture_of(LE_421, rolled, seat, NAMES, 2)


def of_trente(seat: int, kept: tuple[int, ...], last: int) -> tuple[TableView, TableView]:
    before = trente.given(2, turn=0, kept=kept[:-1], dice=(kept[-1], 1))
    rolled = TRENTE.apply(before, 0, Keep((kept[-1],)), Replay((last,)))
    return trente.table_of(before, seat), trente.table_of(rolled, seat, version=2)


def of_golden21(seat: int, announced: int, *faces: int) -> tuple[TableView, TableView]:
    before = golden21.given(3, golden=3)
    rolled = golden21.GAME.apply(before, 0, Announce(announced), Replay(faces))
    return golden21.table_of(before, seat), golden21.table_of(rolled, seat, version=2)


THROWS: dict[str, tuple[int, bool, Callable[[int, int], tuple[TableView, TableView]]]] = {
    "421 with 4-2 down": (3, True, lambda seat, last: of_421(seat, 4, 2, last)),
    "421 with 6-5 down": (3, False, lambda seat, last: of_421(seat, 6, 5, last)),
    "the die for 30": (1, True, lambda seat, last: of_trente(seat, (6, 6, 6, 5, 4), last)),
    "30 is certain": (1, False, lambda seat, last: of_trente(seat, (6, 6, 6, 6, 6), last)),
    "an announced sum": (3, True, lambda seat, last: of_golden21(seat, 9, 4, 2, last)),
    "a sum out of reach": (3, False, lambda seat, last: of_golden21(seat, 18, 1, 2, last)),
}
"""How many dice land, whether the last one matters, and the tables by who looks and by its face."""
FILMS = {
    "die-421": ("421 with 4-2 down", 1),
    "die-trente": ("the die for 30", 4),
    "die-golden21": ("an announced sum", 3),
}
"""The films of docs/screens.md: a throw, and the face its last die shows."""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", THROWS)
async def test_dice_land_one_after_the_other_and_the_last_tells_nothing_before(
    club: Club, monkeypatch: pytest.MonkeyPatch, name: str, seat: int
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", HOUR)
    dice, matters, tables = THROWS[name]
    films = set()
    faces = range(1, 6 if dice == 1 else 7)
    for before, after in (tables(seat, face) for face in faces):
        async with shown(club, before, animations=True) as (pilot, spot):
            await show(pilot, spot, after)
            view: Any = table_screen(pilot).game
            frames, spent = list[str](), 0.0
            while tumbling := view.moment.tumbling:
                assert tumbling == max(1, dice - len(frames))
                frames.append(screen_text(pilot))
                spent += view.moment.seconds / HOUR * FRAME
                view.playback.step()
                await pilot.pause()
            assert len({*frames}) == len(frames)
            extra = spent - dice * LANDING
            assert (0.4 < extra <= SPINNING) if matters else abs(extra) < 0.001
            assert len(frames) == dice + 4 * matters
            films.add(tuple(frames))
    assert len(films) == 1, "\n".join(film[-1] for film in films)


@pytest.mark.parametrize("file", FILMS)
async def test_the_films_of_the_documents_are_those_of_a_die_that_matters(
    club: Club, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config, file: str
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", HOUR)
    name, face = FILMS[file]
    before, after = THROWS[name][2](0, face)
    scenes: list[Scene] = []
    async with shown(club, before, animations=True) as (pilot, spot):

        def add(seconds: float) -> None:
            begin = scenes[-1][1] if scenes else 0.0
            with pilot.app._context():
                lines = [list(strip) for strip in pilot.app.screen._compositor.render_strips()]
            scenes.append((begin, begin + seconds, lines))

        add(1.0)
        await show(pilot, spot, after)
        view: Any = table_screen(pilot).game
        while view.moment.tumbling:
            add(view.moment.seconds / HOUR * FRAME)
            view.playback.step()
            await pilot.pause()
        add(2.0)
        ground = PALETTES[table_screen(pilot).arcade.palette][""]
    drawn = film(scenes, (80, 24), name, ground)
    picture = PICTURES / f"{file}.svg"
    if pytestconfig.getoption("--rewrite-pictures"):
        picture.write_text(drawn, encoding="utf-8", newline="\n")
    assert picture.read_text(encoding="utf-8") == drawn, "make pictures"


async def test_a_key_lands_all_dice_at_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", HOUR)
    before, after = of_421(1, 4, 2, 1)
    async with shown(club, before, animations=True) as (pilot, spot):
        await show(pilot, spot, after)
        await pilot.press("enter")
        assert not table_screen(pilot).game.moment.tumbling
    async with shown(club, before) as (pilot, spot):
        await show(pilot, spot, after)
        assert not table_screen(pilot).game.moment.tumbling
