"""Tables in columns for `ssh host rooms`; everything else in sentences, for reading aloud."""

from collections.abc import Sequence
from datetime import date

from arcade.club.deals.daily import DailyTable
from arcade.club.deals.facts import BotPlayed
from arcade.club.deals.league import League
from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.speech.absence import attendance_text
from arcade.club.speech.daily import bots_text, league_text, ordinal, result_text, state_text
from arcade.club.standings.views import (
    Board,
    BoardRow,
    GameLine,
    PastGame,
    Profile,
    owner,
    program_text,
)
from arcade.club.views import TableRow
from arcade.engine import registry

MAX_ROWS, FEW_ROWS = 50, 5
"""The most rows of a leaderboard shown alone, and of each of several."""
MAX_RESULTS = 20
"""The most results of one daily deal."""


def columns(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of cells, every column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join("  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in lines)


def tables_text(words: Words, rows: Sequence[TableRow]) -> str:
    """Return a line for each table under a head."""
    t = words.t
    states = {
        "waiting": t("waiting"),
        "playing": t("playing"),
        "over": t("over"),
        "closed": t("closed"),
        "asleep": t("asleep"),
        "next": t("next game"),
    }
    head = ("CODE", t("GAME"), t("STATE"), t("SEATS"), t("WATCHERS"), t("PEOPLE"))
    cells = [
        (
            *(row.code, row.name, states[_state(row)], f"{row.taken}/{row.seats}"),
            *(str(row.watchers), ", ".join(row.people)),
        )
        for row in rows
    ]
    return columns([head, *cells])


def _state(row: TableRow) -> str:
    if row.begins:
        return "next"
    return "asleep" if row.asleep and row.phase != "over" else row.phase


def boards_texts(words: Words, boards: Sequence[Board]) -> list[str]:
    """Return a leaderboard that stands alone, or the first few rows of each of several."""
    return [board_text(words, board, _most(boards)) for board in boards]


def leagues_texts(words: Words, leagues: Sequence[League]) -> list[str]:
    return [league_text(words, league, _most(leagues)) for league in leagues]


def _most(listed: Sequence[object]) -> int:
    return MAX_ROWS if len(listed) == 1 else FEW_ROWS


def board_text(words: Words, board: Board, most: int) -> str:
    """Return the top of a leaderboard under the game's name."""
    if not board.rows:
        nobody = words.t("Nobody is rated yet.")
        if board.rule is not None:
            nobody = f"{words.t('Nobody is listed yet.')} {words.say(board.rule)}"
        return words.t("{name}: {choice}", name=board.title, choice=nobody) + "\n"
    lines = [words.t("{name}: {choice}", name=board.title, choice="").rstrip()]
    lines += [_board_line(words, row, row.name) for row in board.rows[:most]]
    lines += [words.say(item) for item in (board.rule, board.unlisted) if item is not None]
    for row in board.programs[:FEW_ROWS]:
        lines.append(_board_line(words, row, program_text(words, row.name)))
    return "\n".join(lines) + "\n"


def _board_line(words: Words, row: BoardRow, name: str) -> str:
    what = [_rating(words, row.points, row.unsure), *_played(words, row.games, row.wins)]
    if row.position:
        return _rank_line(words, row.position, name, what)
    return words.t("{name}: {choice}", name=name, choice=", ".join(what))


def _rank_line(words: Words, rank: int, name: str, what: Sequence[str]) -> str:
    return words.t("Place {n}, {name}: {what}", n=rank, name=name, what=", ".join(what))


def _rating(words: Words, points: int, unsure: bool) -> str:
    rating, first = words.t("rating {n}", n=points), words.t("a first impression")
    return f"{rating} ({first})" if unsure else rating


def _played(words: Words, games: int, wins: int) -> tuple[str, str]:
    return words.nt("{n} game", "{n} games", games), words.nt("{n} won", "{n} won", wins)


def profile_text(
    words: Words, profile: Profile, yours: bool = False, honours: Sequence[str] = ()
) -> str:
    """Return somebody's games, ratings and opponents."""
    t = words.t
    head = owner(words, profile.name, profile.bot)
    if not profile.games:
        return f"{head}\n{t('No game has been played to its end yet.')}\n"
    since = t("since {date}", date=dates.written(words, dates.on(profile.since)))
    what = ", ".join((*_played(words, profile.games, profile.wins), since))
    lines = [
        t("{name}: {choice}", name=head, choice=what),
        t("Wins in a row: {now}, best {best}", now=profile.row, best=profile.best_row),
        t("Days in a row: {now}, best {best}", now=profile.days, best=profile.best_days),
        *filter(None, honours),
        *(_game(words, line) for line in profile.lines),
    ]
    if profile.attendance:
        lines.append(attendance_text(words, profile.attendance, yours))
    for rival in profile.opponents[:10]:
        against = t("Against {name}", name=owner(words, rival.name, rival.bot))
        games = words.nt("{n} game", "{n} games", rival.games)
        how = t("ahead {n}", n=rival.ahead), t("behind {n}", n=rival.behind), games
        lines.append(t("{name}: {choice}", name=against, choice=", ".join(how)))
    return "\n".join(lines) + "\n"


def _game(words: Words, line: GameLine) -> str:
    what = list(_played(words, line.games, line.wins))
    if line.points is not None:
        what.append(_rating(words, line.points, line.unsure))
        if len(line.ratings) > 1:
            low, high = min(line.ratings), max(line.ratings)
            what.append(words.t("lately {low} to {high}", low=low, high=high))
    if line.best is not None:
        what.append(words.t("best score: {score}", score=_score(words, line)))
    return words.t("{name}: {choice}", name=line.title, choice=", ".join(what))


def _score(words: Words, line: GameLine) -> str:
    """Return the best score in what the game counts: halves won, points, chips."""
    own = registry.function(registry.find(line.game), "words", "score", lambda _, n: str(n))
    return str(own(words, line.best))


def deals_text(words: Words, tables: Sequence[DailyTable], ends: str) -> str:
    """Return each game's deal, the state of the reader's own attempt, and when the day ends."""
    t = words.t
    deals = "".join(
        t("{name}: {choice}", name=table.name, choice=state_text(words, table)) + "\n"
        for table in tables
    )
    return f"{deals}{ends}\n"


def past_text(words: Words, game: PastGame) -> str:
    """Return one finished game: its record, when it ended, and everybody's place."""
    seats = sorted(game.seats, key=lambda seat: seat.rank)
    who = ", ".join(f"{seat.name} {ordinal(words, seat.rank)}" for seat in seats)
    text = f"{game.title}, {dates.moment(words, game.at)}, {who}"
    name = f"{game.code} {game.number}" if game.code else words.t("private table")
    return words.t("{name}: {choice}", name=name, choice=text)


def results_text(words: Words, table: DailyTable, today: str, compared: Sequence[BotPlayed]) -> str:
    """Return the results of one deal, its seal, and its seed once it is public.

    What bots made of it is for those who have played it, or the day after for everybody.
    """
    t = words.t
    day = dates.written(words, date.fromisoformat(table.day))
    head = t("{name}: {choice}", name=f"{table.name}, {day}", choice="").rstrip()
    lines = [head] if table.rows else []
    for row in table.rows[:MAX_RESULTS]:
        what = result_text(words, row), t("table {code}", code=row.code)
        lines.append(_rank_line(words, row.position, row.name, what))
    if not table.rows:
        yet, never = t("Nobody has finished it yet."), t("Nobody finished it.")
        lines.append(f"{head} {yet if table.day == today else never}")
    if compared and (table.state in ("done", "out") or table.day != today):
        lines.append(bots_text(words, compared))
    if table.commitment:
        lines.append(t("sealed by {digits}", digits=table.commitment))
    if table.seed:
        lines.append(t("its seed: {digits}", digits=table.seed))
    return "\n".join(lines) + "\n"
