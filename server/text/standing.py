"""Leaderboards and profiles as plain text, for scripts and for reading aloud."""

from collections.abc import Sequence

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.standings.plot import ASCII, spark
from arcade.club.standings.views import Board, GameLine, Profile, owner
from server.text.columns import columns

MOST, FEW = 50, 5
"""The most lines of one leaderboard, and of each of several."""
PLOT = 40
"""The most cells of a plot."""
_INDENT = "  "


def board_text(words: Words, board: Board, most: int) -> str:
    """Give a leaderboard's first lines under the game's name."""
    nobody = words.t("Nobody is rated yet.")
    if not board.rows:
        return f"{board.title}\n  {nobody}\n"
    lines = [
        (
            *(str(row.place), row.name),
            f"{row.points}{'?' if row.unsure else ''}",
            words.nt("{n} game", "{n} games", row.games),
            words.nt("{n} won", "{n} won", row.wins),
        )
        for row in board.rows[:most]
    ]
    return f"{board.title}\n{columns(lines, _INDENT)}"


def unsure_text(words: Words, boards: Sequence[Board]) -> str:
    """Explain the question mark where there is one."""
    if any(row.unsure for board in boards for row in board.rows):
        return words.t("? a first impression, after few rated games") + "\n"
    return ""


def profile_text(words: Words, profile: Profile) -> str:
    """Give somebody's profile."""
    t, nt = words.t, words.nt
    head = owner(words, profile.name, profile.bot)
    nothing = t("No game has been played to its end yet.")
    if not profile.games:
        return f"{head}\n  {nothing}\n"
    since = t("since {date}", date=dates.day(profile.since))
    played = nt("{n} game", "{n} games", profile.games)
    won = nt("{n} won", "{n} won", profile.wins)
    lines = [
        f"{head}: {played}, {won}, {since}",
        "  " + t("Wins in a row: {now}, at best {best}", now=profile.row, best=profile.best_row),
        "  " + t("Days in a row: {now}, at best {best}", now=profile.days, best=profile.best_days),
    ]
    text = (
        "\n".join(lines) + "\n\n" + columns([_game(words, line) for line in profile.lines], _INDENT)
    )
    if profile.opponents:
        text += "\n" + t("Against others (ahead, behind, games):") + "\n"
        text += columns(
            [
                (owner(words, one.name, one.bot), str(one.ahead), str(one.behind), str(one.games))
                for one in profile.opponents[:10]
            ],
            _INDENT,
        )
    return text


def _game(words: Words, line: GameLine) -> tuple[str, ...]:
    points = f"{line.points}{'?' if line.unsure else ''}" if line.points is not None else "-"
    best = words.t("best score {score}", score=line.best) if line.best is not None else ""
    return (
        *(line.title, points, words.nt("{n} game", "{n} games", line.games)),
        *(words.nt("{n} won", "{n} won", line.wins), best, spark(line.ratings, PLOT, ASCII)),
    )
