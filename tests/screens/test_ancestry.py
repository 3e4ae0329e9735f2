"""What a screen does is found in a handful of files: its classes are few."""

from collections.abc import Iterator

import pytest

import screens.local
import screens.table.spectator  # noqa: F401  with these, all screens are there
from screens.terminal.paint import PaneApp, PaneScreen

MOST = 6


def below(kind: type) -> Iterator[type]:
    for child in kind.__subclasses__():
        yield child
        yield from below(child)


@pytest.mark.parametrize("base", [PaneScreen, PaneApp])
def test_no_screen_and_no_app_is_made_of_more_than_six_classes_of_ours(base: type) -> None:
    ours = {
        kind.__name__: [each.__name__ for each in kind.__mro__ if in_house(each)]
        for kind in below(base)
        if in_house(kind)
    }
    assert len(ours) > 3
    assert {name: classes for name, classes in ours.items() if len(classes) > MOST} == {}


def in_house(kind: type) -> bool:
    return kind.__module__.startswith("screens.")
