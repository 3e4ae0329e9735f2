"""Times of facts as text, for everybody the same: in UTC, whatever the language."""

from datetime import UTC, datetime


def day(at: int) -> str:
    """Return the UTC day of a time in ms since 1970, "2026-11-21"."""
    return _utc(at).strftime("%Y-%m-%d")


def minute(at: int) -> str:
    """Return a time in ms since 1970 in UTC, to the minute, "2026-11-21 08:40"."""
    return _utc(at).strftime("%Y-%m-%d %H:%M")


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
