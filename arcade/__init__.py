"""French café games at one table with people anywhere: rules, rooms, log, players.

Knows neither Textual nor asyncssh; `screens` and `server` stand above it.
"""

from importlib.metadata import entry_points


def __getattr__(name: str) -> object:
    """Give `textual run arcade` its `app`, which the storey above registers as an entry point."""
    if name == "app":
        (entry_point,) = entry_points(group="arcade.app", name="local")
        return entry_point.load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
