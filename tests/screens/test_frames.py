"""Laws of every screen, whatever it shows."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import screens
from screens.base import BaseScreen


def _screens() -> list[type[BaseScreen[Any]]]:
    for module in pkgutil.walk_packages(screens.__path__, "screens."):
        import_module(module.name)
    return sorted(_below(BaseScreen), key=lambda one: one.__name__)


def _below(kind: type[BaseScreen[Any]]) -> Iterator[type[BaseScreen[Any]]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("screens."):
            yield one
            yield from _below(one)


@pytest.mark.parametrize("screen", _screens(), ids=lambda one: one.__name__)
def test_a_screen_takes_a_click_once(screen: type[BaseScreen[Any]]) -> None:
    """Textual calls the handlers of every class; only `on_key` keeps it from that."""
    assert not {"on_clicked", "on_paste"} & set(vars(screen))


@pytest.mark.parametrize(
    "screen", [one for one in _screens() if not one.__subclasses__()], ids=lambda one: one.__name__
)
def test_a_screen_gives_all_that_is_asked_of_it(screen: type[BaseScreen[Any]]) -> None:
    members = inspect.getmembers_static(screen)
    assert not [name for name, one in members if getattr(one, "__isabstractmethod__", False)]
