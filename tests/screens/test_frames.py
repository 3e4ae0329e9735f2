"""Laws of every screen, whatever it shows."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from textual.geometry import Size
from textual.screen import Screen

import screens
from arcade.club.club import Club
from arcade.engine.registry import games
from arcade.players.player import Player
from screens.base import BaseScreen
from screens.widgets.lines import Lines
from tests.screens.conftest import SIZES, screen_text, see, session, until

GUEST = Player("guest:a", "Anna", guest=True)


def _screens() -> list[type[BaseScreen[Any]]]:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        import_module(module.name)
    return sorted(_below(BaseScreen), key=lambda screen_class: screen_class.__name__)


def _below(kind: type[BaseScreen[Any]]) -> Iterator[type[BaseScreen[Any]]]:
    for subclass in kind.__subclasses__():
        if subclass.__module__.startswith("screens."):
            yield subclass
            yield from _below(subclass)


@pytest.mark.parametrize("screen", _screens(), ids=lambda named: named.__name__)
def test_a_screen_takes_a_click_once(screen: type[BaseScreen[Any]]) -> None:
    """Textual calls the handlers of every class; only `on_key` keeps it from that."""
    assert not {"on_clicked", "on_paste"} & set(vars(screen))


@pytest.mark.parametrize(
    "screen",
    [screen_class for screen_class in _screens() if not screen_class.__subclasses__()],
    ids=lambda screen_class: screen_class.__name__,
)
def test_a_screen_gives_all_that_is_asked_of_it(screen: type[BaseScreen[Any]]) -> None:
    members = inspect.getmembers_static(screen)
    assert not [name for name, member in members if getattr(member, "__isabstractmethod__", False)]


@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]], ids=str)
async def test_a_screen_mounts_at_most_six_widgets_at_first_or_a_wide_table_seven(
    club: Club, size: tuple[int, int]
) -> None:
    counted: dict[str, int] = {}
    async with session(club, GUEST, size, resume_code="a-b-c-d") as pilot:
        app = pilot.app
        lobby = app.screen

        async def opened(before: Screen[Any]) -> BaseScreen[Any]:
            await until(pilot, lambda: app.screen is not before and app.screen.size)
            screen = app.screen
            assert isinstance(screen, BaseScreen)
            counted[type(screen).__name__] = len(screen.children)
            return screen

        async def closed() -> None:
            while app.screen is not lobby:
                await app.pop_screen()

        assert isinstance(lobby, BaseScreen)
        await see(pilot, "a-b-c-d")
        counted["Lobby"] = len(lobby.children)
        for name in ("new", "daily", "standing", "past", "settings", "who", "tour", "menu", "help"):
            await lobby.perform(name)
            await opened(lobby)
            await closed()
        await lobby.perform("lesson")
        lessons = await opened(lobby)
        await lessons.perform("lesson")
        await opened(lessons)
        await closed()
        for key in games():
            await app.navigator.play_from_lobby(key)
            table = await opened(lobby)
            await see(pilot, "Anna")
            counted[key] = len(table.children)
            await table.perform("look_back")
            await opened(table)
            await app.pop_screen()
            app.navigator.leave_table(table.seated)
            await until(pilot, lambda: app.screen is lobby)
    tables = (*games(), "TableScreen")
    most = dict.fromkeys(tables, 6 + (size == SIZES[-1]))  # panels stand above the log there
    assert {name: count for name, count in counted.items() if count > most.get(name, 6)} == {}
    assert len(counted) > len(games()) + 12


async def test_an_app_that_ends_takes_a_size_that_was_on_its_way(club: Club) -> None:
    async with session(club, GUEST, SIZES[0]) as pilot:
        lobby = pilot.app.screen
        await pilot.press("p")
        await until(pilot, lambda: pilot.app.screen is not lobby and pilot.app.screen.size)
        table = pilot.app.screen
        pilot.app.exit()
        for screen in (lobby, table):
            assert isinstance(screen, BaseScreen)
            screen.arrange_for(Size(40, 10))  # so small that a notice would be mounted


async def test_a_screen_behind_another_keeps_no_drawn_rows(club: Club) -> None:
    async with session(club, GUEST, SIZES[0]) as pilot:
        lobby = pilot.app.screen
        before, panes = screen_text(pilot), [*lobby.query(Lines)]
        assert any(pane._rows for pane in panes)
        await pilot.press("?")
        await until(pilot, lambda: pilot.app.screen is not lobby and pilot.app.screen.size)
        assert not any(pane._rows for pane in panes)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is lobby and screen_text(pilot) == before)
