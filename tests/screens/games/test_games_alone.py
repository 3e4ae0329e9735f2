"""Every game's view is a widget that works in any Textual app: picture, keys, clicks, changes."""

from typing import Any

import pytest
from textual.pilot import Pilot

from arcade.club.views import TableView
from arcade.engine import registry
from screens.games import view_class
from screens.games.generic import GenericView
from screens.games.messages import Settled
from screens.games.view import GameView
from screens.terminal.rows import plain, row_width
from tests.laws.tables import Table, trace
from tests.screens.conftest import screen_text, until
from tests.screens.spot import Alone, picture_of

NAMES = ("Anna", "[b]Ben[/b]", "Cleo", "Dora", "Emile")
VIEWS = [pytest.param(key, view_class(key), id=key) for key in registry.games()]
VIEWS.append(pytest.param("421", GenericView, id="generic"))
FIRST = {"golden-zero": ("o", "enter"), "golden21": ("right", "enter")}
"""The keys of a first action; Enter in other games."""


def tables_of(key: str) -> list[TableView]:
    """Build the views of a random game, each for the seat that acts first."""
    table = Table(key, registry.find(key).meta.best_seats)
    seat = table.game.to_act(trace(table).states[0])[0]
    states = trace(table).states
    return [
        picture_of(table.game, state, seat, NAMES[: table.seats], version=number)
        for number, state in enumerate(states, 1)
    ]


def drawn(pilot: Pilot[Any]) -> list[str]:
    """Read the view's part of the screen, and check that it is what the view draws now."""
    view: GameView[Any] = pilot.app.view  # type: ignore[attr-defined]
    with pilot.app._context():
        rows = [plain(row).rstrip() for row in view.draw(view.size)]
    rows += [""] * (view.size.height - len(rows))
    text = screen_text(pilot).split("\n")
    assert text[: view.size.height] == rows
    assert text[view.size.height] == "below"
    return rows


@pytest.mark.parametrize(("key", "view"), VIEWS)
async def test_it_is_drawn_in_a_stock_app(key: str, view: type[GameView[Any]]) -> None:
    table = tables_of(key)[0]
    async with Alone(view(table)).run_test(size=(100, 31)) as pilot:
        assert any(drawn(pilot))
        await pilot.resize_terminal(80, 25)
        await pilot.pause()
        assert any(drawn(pilot))


@pytest.mark.parametrize(("key", "view"), VIEWS)
async def test_keys_act(key: str, view: type[GameView[Any]]) -> None:
    async with Alone(view(tables_of(key)[0])).run_test() as pilot:
        await pilot.press(*FIRST.get(key, ("enter",)))
        await until(pilot, lambda: [message.action["do"] for message in pilot.app.posted])


@pytest.mark.parametrize(("key", "view"), VIEWS)
async def test_new_states_are_drawn_and_settle(
    key: str, view: type[GameView[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 0.01)
    moves = view.changed is not GameView.changed
    first, *later = tables_of(key)
    async with Alone(view(first)).run_test(size=(100, 31)) as pilot:
        begun = drawn(pilot)
        for number, table in enumerate(later):
            pilot.app.view.show(table)
            await until(
                pilot, lambda: pilot.app.view.playback.settled and not pilot.app.view.moment.frame
            )
            await pilot.pause()
            assert drawn(pilot) != begun
            if number > 4 and any(isinstance(move, Settled) for move in pilot.app.posted) == moves:
                return
    pytest.fail("no animation has ended")


@pytest.mark.parametrize(("key", "view"), VIEWS)
async def test_a_click_finds_its_piece(
    key: str, view: type[GameView[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    clicked: list[str] = []
    monkeypatch.setattr(view, "clicked", lambda _, what: clicked.append(what))
    first, *later = tables_of(key)
    async with Alone(view(first)).run_test(size=(100, 31)) as pilot:
        for table in later:
            with pilot.app._context():
                rows = pilot.app.view.draw(pilot.app.view.size)
            for y, row in enumerate(rows):
                for at, piece in enumerate(row):
                    if piece.click:
                        await pilot.click(offset=(row_width(row[:at]), y))
                        assert clicked == [piece.click]
                        return
            pilot.app.view.show(table)
    pytest.fail("there is nothing to click on")
