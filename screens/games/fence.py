"""A picture that fails is replaced by the words of the generic one, on this screen alone.

The game goes on: nobody must be able to end it by making a picture fail, say by a window's size.
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from inspect import getattr_static
from typing import Any, cast

from textual.geometry import Size

from arcade.engine.fence import GameBroken, guarded, tell
from screens.games.generic import GenericView
from screens.games.view import GameView, Panel
from screens.terminal.rows import Row, row

View = type[GameView[Any]]


class NoPicture(GameView[Any]):
    """What is left of a view that fails even in words."""

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
    """Return a class of views as its own screen may use it: whatever it raises stays inside."""
    instead: View = NoPicture if issubclass(view, GenericView) else fenced(GenericView)
    made: dict[str, Any] = {"__module__": view.__module__, "__init__": _first(view, instead)}
    for name in PARTS:
        own = getattr_static(view, name)
        if own is getattr_static(GameView, name) and name not in ("draw", "take", "actions"):
            continue
        if isinstance(own, property) and own.fget is not None:
            made[name] = property(_safe(own.fget, name, instead))
        else:
            made[name] = _safe(getattr(view, name), name, instead)
    made["thumbnail"] = staticmethod(_small(view))
    metaclass: Any = type(view)
    return cast("View", metaclass(view.__name__, (view,), made))


def _safe(own: Callable[..., Any], name: str, instead: View) -> Callable[..., Any]:
    @wraps(own)
    def safe(self: GameView[Any], *given: Any) -> Any:
        if name == "panels":
            return _panels(self, own, instead)
        try:
            return guarded(self.table.game, f"screen.{name}", own, self, *given)
        except GameBroken as broken:
            _give_up(self, broken, instead)
            other = getattr(self, name)
            return other(*given) if callable(other) else other

    return safe


def _panels(self: GameView[Any], own: Callable[..., Any], instead: View) -> Sequence[Panel]:
    def safe(panel: Panel) -> Panel:
        def draw(width: int, height: int) -> Sequence[Row]:
            try:
                return guarded(self.table.game, "screen.panels", panel.draw, width, height)
            except GameBroken as broken:
                _give_up(self, broken, instead)
                return []

        return panel._replace(draw=draw)

    try:
        return [safe(panel) for panel in guarded(self.table.game, "screen.panels", own, self)]
    except GameBroken as broken:
        _give_up(self, broken, instead)
        return ()


def _first(view: View, instead: View) -> Callable[..., None]:
    def first(self: GameView[Any], *given: Any) -> None:
        try:
            guarded(given[0].game, "screen", view.__init__, self, *given)
        except GameBroken as broken:
            tell(broken.fault)
            self.__class__ = instead
            self.__init__(*given)  # type: ignore[misc]  # as what it is now

    return first


def _small(view: View) -> Callable[[Any], Sequence[Row]]:
    def thumbnail(seen: Any) -> Sequence[Row]:
        try:
            return guarded(view.__module__, "screen.thumbnail", view.thumbnail, seen)
        except GameBroken as broken:
            tell(broken.fault)
            return ()

    return thumbnail


def _give_up(self: GameView[Any], broken: GameBroken, instead: View) -> None:
    """Make a view another that says the same in words."""
    tell(broken.fault)
    self.playback.close()
    self.pending = None
    self.__class__ = instead
    vars(self).update(_chosen=0, _values={}, _shown=None)
