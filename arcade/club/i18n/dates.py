"""Times of facts as text: in UTC for records, in words for people, who need no time zone."""

from datetime import UTC, date, datetime

from arcade.club.i18n.words import Words
from arcade.players.results import DAY

_MINUTE, _HOUR = 60_000, 3_600_000


def day(at: int) -> str:
    """Return the UTC day of a time in ms since 1970, "2026-11-21"."""
    return _utc(at).strftime("%Y-%m-%d")


def on(at: int) -> date:
    """Return the UTC day of a time in ms since 1970."""
    return _utc(at).date()


def minute(at: int) -> str:
    """Return a time in ms since 1970 in UTC, to the minute, "2026-11-21 08:40"."""
    return _utc(at).strftime("%Y-%m-%d %H:%M")


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


def written(words: Words, day: date) -> str:
    """Return a day as people write it, "22 Nov 2026"."""
    month = words.t("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()[day.month - 1]
    if day.day == 1:  # some languages say "the first"
        return words.t("1 {month} {year}", month=month, year=day.year)
    return words.t("{day} {month} {year}", day=day.day, month=month, year=day.year)


def short(words: Words, day: date) -> str:
    """Return a day of this year as people write it, "22 Nov"."""
    return written(words, day).rpartition(" ")[0]


def moment(words: Words, at: int) -> str:
    """Return a time in ms since 1970 in UTC as people write it, "22 Nov 2026, 08:40"."""
    return f"{written(words, _utc(at).date())}, {_utc(at):%H:%M}"


def since(words: Words, at: int, now: int) -> str:
    """Return how long ago a time in ms since 1970 was: "5 min ago", else the day."""
    past = max(0, now - at)
    if past >= DAY:
        return written(words, _utc(at).date())
    return words.t("{age} ago", age=age(words, past))


def age(words: Words, ms: int) -> str:
    """Return a short span, "5 min" or "3 h"."""
    if ms >= _HOUR:
        return words.t("{n} h", n=ms // _HOUR)
    return words.t("{n} min", n=max(1, ms // _MINUTE))
