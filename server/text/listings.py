"""Tables, leaderboards, profiles and daily deals as plain text, for scripts and screen readers."""

from collections.abc import Sequence

from arcade.club.daily import DailyTable
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.standings.plot import ASCII, spark
from arcade.club.standings.views import Board, GameLine, Profile, owner
from arcade.club.views import TableRow
from screens.pages.daily import result_text, state_text

MOST, FEW = 50, 5
"""The most lines of one leaderboard, and of each of several."""
MOST_RESULTS = 20
"""The most results of one daily deal."""
PLOT = 40
"""The most cells of a plot."""
_INDENT = "  "


def columns(lines: Sequence[Sequence[str]], indent: str = "") -> str:
    """Return lines of cells, every column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        f"{indent}{'  '.join(map(str.ljust, line, widths))}".rstrip() + "\n" for line in lines
    )


def tables_text(words: Words, rows: Sequence[TableRow]) -> str:
    """Return a line for each table under a head."""
    t = words.t
    states = {
        "waiting": t("waiting"),
        "playing": t("playing"),
        "over": t("over"),
        "closed": t("closed"),
        "asleep": t("asleep"),
    }
    head = ("CODE", t("GAME"), t("STATE"), t("SEATS"), t("WATCHERS"), t("PEOPLE"))
    cells = [
        (
            *(
                row.code,
                row.name,
                states["asleep" if row.asleep and row.phase != "over" else row.phase],
                f"{row.taken}/{row.seats}",
            ),
            *(str(row.watchers), ", ".join(row.people)),
        )
        for row in rows
    ]
    return columns([head, *cells])


def board_text(words: Words, board: Board, most: int) -> str:
    """Return a leaderboard's first lines under the game's name."""
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
    """Return somebody's games, ratings and opponents."""
    t, nt = words.t, words.nt
    head = owner(words, profile.name, profile.bot)
    nothing = t("No game has been played to its end yet.")
    if not profile.games:
        return f"{head}\n  {nothing}\n"
    since = t("since {date}", date=dates.day(profile.since))
    played = nt("{n} game", "{n} games", profile.games)
    won = nt("{n} won", "{n} won", profile.wins)
    lines = [
        t("{name}: {choice}", name=head, choice=f"{played}, {won}, {since}"),
        "  " + t("Wins in a row: {now}, best {best}", now=profile.row, best=profile.best_row),
        "  " + t("Days in a row: {now}, best {best}", now=profile.days, best=profile.best_days),
    ]
    text = (
        "\n".join(lines) + "\n\n" + columns([_game(words, line) for line in profile.lines], _INDENT)
    )
    if profile.opponents:
        text += "\n" + t("Against others (ahead, behind, games):") + "\n"
        text += columns(
            [
                (
                    owner(words, rival.name, rival.bot),
                    *map(str, (rival.ahead, rival.behind, rival.games)),
                )
                for rival in profile.opponents[:10]
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


def deals_text(words: Words, tables: Sequence[DailyTable]) -> str:
    """Return each game's deal and how the reader's own attempt stands."""
    keys = max(len(table.game) for table in tables)
    names = max(len(table.name) for table in tables)
    return "".join(
        f"{table.game:{keys}}  {table.name:{names}}  {state_text(words, table)}\n"
        for table in tables
    )


def results_text(words: Words, table: DailyTable, today: str) -> str:
    """Return the results of one deal, its seal, and its seed once it is public."""
    lines = [f"{table.name}, {table.day}"]
    lines += [
        f"{row.place:>4}  {row.name:<17}{result_text(words, row)}  {row.code}"
        for row in table.rows[:MOST_RESULTS]
    ]
    if not table.rows:
        yet, never = words.t("Nobody has finished it yet."), words.t("Nobody finished it.")
        lines.append("  " + (yet if table.day == today else never))
    if table.commitment:
        lines.append("  " + words.t("sealed by {digits}", digits=table.commitment))
    if table.seed:
        lines.append("  " + words.t("its seed: {digits}", digits=table.seed))
    return "\n".join(lines) + "\n"
