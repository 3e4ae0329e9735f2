"""No sentence is cut at 80×24, in either language: in whole games, lessons, and with any option.

`test_snapshots.py` looks at all other screens. The names are as long as names may be.
"""

from collections.abc import Iterable, Mapping

import pytest

from arcade.club.club import Club
from arcade.club.lesson_table import LessonTable
from arcade.club.views import TableView
from arcade.engine.lesson import lesson
from screens.lessons.screen import LessonScreen
from screens.table.screen import TableScreen
from screens.terminal.rows import balanced, plain, row
from tests.laws.tables import playable, trace
from tests.registered import registered
from tests.screens.spot import Spot, picture_of
from tests.snapshots.cuts import Cuts
from tests.snapshots.played import played
from tests.snapshots.scenes import WHO
from tests.snapshots.stage import Stage
from tests.snapshots.views import TOLD

LONG = ("Bertrand-le-Gran", "WWWWWWWWWWWWWWWW", *(f"A-Very-Long-Na{n}" for n in range(10, 18)))

both = pytest.mark.parametrize("language", ["en", "fr"])


@pytest.mark.parametrize("key", TOLD)
@both  # one after the other: a game is played once for both
async def test_no_game_cuts_a_sentence(
    club: Club, language: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = played(key, LONG[: min(4, registered()[key].meta.seats[1])])
    views = [replay.view(number, 0) for number in range(len(replay.steps))]
    assert not await _cut_in(club, language, Cuts(monkeypatch, LONG), {key: views})


@both
async def test_no_option_cuts_a_sentence(
    club: Club, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = {
        str(playable_game): [
            picture_of(playable_game.game, state, 0, LONG[: playable_game.seats])
            for state in trace(playable_game).sample(2)
        ]
        for playable_game in playable()
        if playable_game.key in TOLD and playable_game.name
    }
    assert not await _cut_in(club, language, Cuts(monkeypatch, LONG), tables)


@both
async def test_no_lesson_cuts_a_sentence(
    club: Club, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = [plan for plan in map(lesson, registered().values()) if plan is not None]
    seats = (seat for plan in plans for seat in LessonTable(plan, WHO).table().seats)
    cuts = Cuts(monkeypatch, {seat.name for seat in seats})
    app = Stage(club, WHO, language=language, animations=False)
    cuts_found = {}
    async with app.unpainted():
        for plan in plans:
            learning = LessonScreen(plan)
            await app.push_screen(learning)
            room = learning.room
            while True:
                cuts.forget()
                learning._show()
                await app.draw()
                if cut := cuts.on(learning):
                    cuts_found[f"{plan.game}, {room.number}"] = cut
                if room.over:
                    break
                assert room.go_on() if room.step.do is None else room.do(room.step.do)
                while room.follow():
                    pass
            app.pop_screen()
    assert not cuts_found


def test_wraps_that_an_earlier_test_drew_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    line = row("Hand 3: You win 1053: tied at 22, a Garde beats none.")
    balanced(line, 40)
    cuts = Cuts(monkeypatch, ())
    last = plain(balanced(line, 40)[-1])
    assert last in cuts._wrapped


async def _cut_in(
    club: Club, language: str, cuts: Cuts, tables: Mapping[str, Iterable[TableView]]
) -> dict[str, set[str]]:
    """Show tables, each in all its states; return what is cut in which."""
    app = Stage(club, WHO, language=language, animations=False)
    cuts_found = {}
    async with app.unpainted():
        for name, (first, *others) in tables.items():
            spot = Spot(first)
            table = TableScreen([spot])  # type: ignore[list-item]
            await app.push_screen(table)
            for spot.shown in (first, *others):
                table.changed()
                await app.draw()
                if cut := cuts.on(table):
                    cuts_found[f"{name}, {spot.shown.version}"] = cut
            for page in table.side.panels:  # of the last state
                table.do_side()
                await app.draw()
                if cut := cuts.on(table):
                    cuts_found[f"{name}, {page.name}"] = cut
            app.pop_screen()
    return cuts_found
