"""Replaces a picture that fails by the words of the generic view, on one screen alone.

The game goes on: nobody must be able to end it by making a picture fail, say by a window's size.
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from inspect import getattr_static
from types import new_class
from typing import cast

from textual.geometry import Size

from arcade.club.views import TableView
from arcade.engine.fence import GameBroken, guarded, tell
from screens.games.generic import GenericView
from screens.games.view import AnyView, GameView, Panel
from screens.terminal.rows import Row, row

View = type[AnyView]


class NoPicture(GameView[object]):
    """The view of a game that fails even in words."""

    def draw(self, size: Size) -> Sequence[Row]:  # noqa: ARG002
        return [row((self.words.t("The picture of this game has broken down."), "dim"))]


PARTS = (
    *("draw", "take", "changed", "panels", "recommend", "game_at"),
    *("actions", "perform", "clicked", "about"),
    *("phase_text", "hint", "why_not_playing", "question", "acting"),
)
"""What the screens around a view call."""


@cache
def fenced(view: View) -> View:
    """Return a view's class that screens can use: no exception of the view leaves it."""
    instead: View = NoPicture if issubclass(view, GenericView) else fenced(GenericView)
    made: dict[str, object] = {"__module__": view.__module__, "__init__": _first(view, instead)}
    for name in PARTS:
        own = getattr_static(view, name)
        if own is getattr_static(GameView, name) and name not in ("draw", "take", "actions"):
            continue
        if isinstance(own, property) and own.fget is not None:
            made[name] = property(_safe(own.fget, name, instead))
        elif name == "panels":
            made[name] = _panels(view.panels, instead)
        else:
            made[name] = _safe(getattr(view, name), name, instead)
    for name in ("poster", "placard", "thumbnail", "decision", "last_board"):
        made[name] = staticmethod(_small(view, name, ()))
    made["finale"] = staticmethod(_small(view, "finale", None))
    made_class = new_class(view.__name__, (view,), exec_body=lambda names: names.update(made))
    return cast("View", made_class)


def _safe(own: Callable[..., object], name: str, instead: View) -> Callable[..., object]:
    @wraps(own)
    def safe(self: AnyView, *given: object) -> object:
        try:
            return guarded(self.table.game, f"screen.{name}", own, self, *given)
        except GameBroken as broken:
            _give_up(self, broken, instead)
            other = getattr(self, name)
            return other(*given) if callable(other) else other

    return safe


def _panels(
    own: Callable[[AnyView], Sequence[Panel]], instead: View
) -> Callable[[AnyView], Sequence[Panel]]:
    """Fence the panels of a view, and what draws each of them later."""

    def safe(self: AnyView, panel: Panel) -> Panel:
        def draw(width: int, height: int) -> Sequence[Row]:
            try:
                return guarded(self.table.game, "screen.panels", panel.draw, width, height)
            except GameBroken as broken:
                _give_up(self, broken, instead)
                return []

        return panel._replace(draw=draw)

    def panels(self: AnyView) -> Sequence[Panel]:
        try:
            listed = guarded(self.table.game, "screen.panels", own, self)
            return [safe(self, panel) for panel in listed]
        except GameBroken as broken:
            _give_up(self, broken, instead)
            return ()

    return panels


def _first(view: View, instead: View) -> Callable[[AnyView, TableView], None]:
    def first(self: AnyView, table: TableView) -> None:
        try:
            guarded(table.game, "screen", view.__init__, self, table)
        except GameBroken as broken:
            tell(broken.fault)
            self.__class__ = instead
            self.__init__(table)  # type: ignore[misc]  # as what it is now

    return first


def _small(view: View, name: str, instead: object) -> Callable[..., object]:
    """Fence what draws a game without a pane of its own; `instead` of what fails."""
    own: Callable[..., object] = getattr(view, name)

    def small(*given: object) -> object:
        try:
            return guarded(view.__module__, f"screen.{name}", own, *given)
        except GameBroken as broken:
            tell(broken.fault)
            return instead

    return small


def _give_up(self: AnyView, broken: GameBroken, instead: View) -> None:
    """Turn a view into one that says the same in words."""
    tell(broken.fault)
    self.playback.close()
    self.pending = None
    self.__class__ = instead
    vars(self).update(_chosen=0, _values={}, _shown=None)
