"""The pages of standing as rows: profile, leaderboard, past games, rivals."""

from collections.abc import Sequence
from datetime import UTC, datetime

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.standings.plot import plot, spark
from arcade.club.standings.views import (
    Board,
    BoardRow,
    GameLine,
    Opponent,
    PastGame,
    Profile,
    owner,
    signed,
)
from arcade.engine.game import Meta
from arcade.engine.words import N_
from arcade.rooms.clocks import now
from screens.terminal.rows import (
    EMPTY,
    Row,
    around,
    beside,
    columns,
    fit,
    indented,
    minus,
    pad,
    row,
    wrap,
)

WIDE = 120
"""Cells from which a page has something at its side."""
SIDE = 46
"""Cells of what stands at the side."""
PLOT_ROWS = 12
RATING = N_(
    "A rating says how well somebody plays one game, by who won against whom: it begins at "
    "1000, and rises when you do better than was to be expected. Only what people do among "
    "themselves counts for it; bots are not rated. A question mark is a first impression. "
    "Guests have a history, and no rating. What a bot wins in your seat is not yours; what "
    "it loses after you have left is."
)
_AXIS = 7


TO_COME = (
    N_("Here will stand your games and wins, your rating in each game, and how it went."),
    "",
    N_("Here will stand every game you finish: when, with whom, your place. Enter shows it again."),
    N_("Here will stand whom you meet most, and which of you is ahead."),
)
"""What each page will tell, in the order of the pages."""


def empty_rows(words: Words, games: Sequence[Meta], page: int, at: int, cells: int) -> list[Row]:
    """Draw what a page says before the first game is over: why it is empty, and what fills it."""
    t = words.t
    said = t(
        "No game has been played to its end yet. Every finished game counts here, against bots too."
    )
    lines = [
        row(
            ("▶ " if number == at else "  ", "gold"),
            (f" {pad(game.name, 15)}", "cursor" if number == at else "accent", str(number)),
            (f"  {t(game.blurb)}", "dim", str(number)),
        )
        for number, game in enumerate(games)
    ]
    main = cells - SIDE - 4 if cells >= WIDE else cells
    done = [
        *(EMPTY, *wrap(row("  ", (said, "strong")), main, 2)),
        *(EMPTY, *wrap(row("  ", t(TO_COME[page])), main, 2)),
        *(EMPTY, row(("  " + t("Play one now"), "gold")), *(fit(line, main) for line in lines)),
    ]
    side = SIDE if cells >= WIDE else min(cells - 4, 76)
    about = [row((t("Rating"), "gold")), *wrap(row((t(RATING), "dim")), side)]
    if cells >= WIDE:
        return beside(done, [EMPTY, *about], main, 4)
    return [*done, EMPTY, *indented(about, 2)]


def profile_rows(words: Words, profile: Profile, at: int, cells: int, height: int) -> list[Row]:
    """Draw the numbers, a line for each game, and the chosen one's rating over time."""
    main = cells - SIDE - 4 if cells >= WIDE else cells
    done = [*_numbers(words, profile, main), EMPTY, *game_rows(words, profile, at, main)]
    dice = [EMPTY, *_dice(words, profile, main)] if profile.dice else []
    done += [EMPTY, *_course(words, profile.lines[at], main, height - len(done) - len(dice) - 1)]
    done += dice
    if cells < WIDE:
        return done
    return beside(done, _side(words, profile, height), main, 4)


def board_rows(
    words: Words, boards: Sequence[Board], game: int, at: int, cells: int, height: int
) -> list[Row]:
    """Draw a game's leaderboard with the chosen line visible; the others' best beside or below."""
    board = boards[game]
    wide = cells >= WIDE
    main = 64 if wide else cells
    own = _board(words, board, at, main, height)
    side, rows = ((cells - main - 6) // 2, height // 2 - 1) if wide else (cells // 2 - 2, 4)
    blocks = [_best(words, one, side, rows) for one in boards if one is not board]
    halves = [columns(blocks[n : n + 2], 2) for n in range(0, len(blocks), 2)]
    if wide:
        return beside(own, [line for half in halves for line in (*half, EMPTY)], main, 4)
    for half in halves:
        if len(own) + 1 + len(half) <= height:
            own += [EMPTY, *indented(half, 2)]
    return own


def _best(words: Words, board: Board, cells: int, rows: int) -> list[Row]:
    """Draw the best of a leaderboard in a column."""
    done = [fit(row((board.title, "strong")), cells)]
    for one in board.rows[: max(1, min(10, rows - 1))]:
        text = pad(f"{one.place:>3}  {one.name}", cells - 8)
        points = pad(f"{one.points}{'?' if one.unsure else ' '}", 8, "right")
        done.append(row((text + points, "gold" if one.yours else "")))
    return done if board.rows else [*done, row((words.t("Nobody is rated yet."), "dim"))]


def _board(words: Words, board: Board, at: int, cells: int, height: int) -> list[Row]:
    t = words.t
    head = row(("  " + board.title, "strong"), "   ", (t("←→ another game"), "dim"))
    if not board.rows:
        said = t("Whoever finishes a game with other people stands here: invite somebody to one.")
        nobody = row("  ", (t("Nobody is rated yet."), "strong"))
        return [head, EMPTY, nobody, *indented(wrap(row((said, "dim")), cells - 4), 2)]
    names = min(30, max(16, cells - 52))
    heads = " " * (7 + names) + _figures(9, t("rating"), t("games"), t("wins"))
    lines = [_placed(line, n, n == at, names) for n, line in enumerate(board.rows)]
    people = words.nt("{n} person is rated", "{n} people are rated", board.people)
    notes = [row("  ", (people, "dim"))]
    if any(line.unsure for line in board.rows):
        notes.append(row("  ", (t("? a first impression, after few rated games"), "dim")))
    room = height - 4 - len(notes)
    return [head, EMPTY, row((heads, "dim")), *in_sight(lines, at, room), EMPTY, *notes]


def history_rows(
    words: Words, past: Sequence[PastGame], at: int, cells: int, height: int
) -> list[Row]:
    """Draw past games, the newest first, with the chosen one visible."""
    t = words.t
    when, game, rest = t("when"), t("game"), t("place, rating, with")
    heads = row((f"  {pad(when, 15)}{pad(game, 16)}{rest}", "dim"))
    lines = [_past(words, one, n, n == at, cells) for n, one in enumerate(past)]
    return [heads, *in_sight(lines, at, height - 1)]


def rival_rows(
    words: Words,
    opponents: Sequence[Opponent],
    past: Sequence[PastGame],
    at: int,
    cells: int,
    height: int,
) -> list[Row]:
    """Draw all rivals, and the last games with the chosen one."""
    t = words.t
    names = 24
    heads = " " * (names + 2) + _figures(9, t("ahead"), t("behind"), t("games"))
    last = 0 if cells >= WIDE else min(7, height // 3)
    lines = [_rival(words, one, n, n == at, names) for n, one in enumerate(opponents)]
    done = [row((heads, "dim")), *in_sight(lines, at, height - 2 - last)]
    title = t(
        "The last games with {name}", name=owner(words, opponents[at].name, opponents[at].bot)
    )
    main = names + 34 if cells >= WIDE else cells
    side = cells - main - 4 if cells >= WIDE else main
    games = [_past(words, one, -1, False, side) for one in past]
    if cells >= WIDE:
        return beside(done, [row((title, "strong")), *games[: height - 1]], main, 4)
    return [*done, EMPTY, row("  ", (title, "strong")), *games[: max(0, last - 1)]]


def _figures(cells: int, *values: object) -> str:
    return "".join(pad(str(value), cells, "right") for value in values)


def _day(words: Words, at: int) -> str:
    return dates.written(words, datetime.fromtimestamp(at / 1000, UTC).date())


def in_sight(lines: Sequence[Row], at: int, room: int) -> Sequence[Row]:
    """Return as many lines as fit, the chosen one in the middle if possible."""
    first = around(at, len(lines), room)
    return lines[first : first + max(0, room)]


def _numbers(words: Words, profile: Profile, cells: int) -> list[Row]:
    t, nt = words.t, words.nt
    first = [
        nt("{n} game", "{n} games", profile.games),
        nt("{n} won", "{n} won", profile.wins),
        t("since {date}", date=_day(words, profile.since)),
        t("most of all {game}", game=profile.lines[0].title),
    ]
    second = [
        t("Wins in a row: {now}, best {best}", now=profile.row, best=profile.best_row),
        t("Days in a row: {now}, best {best}", now=profile.days, best=profile.best_days),
    ]
    told = [row("  ", (" · ".join(first), "strong")), row("  ", " · ".join(second))]
    return [line for one in told for line in wrap(one, cells, 2)]


def game_rows(words: Words, profile: Profile, at: int, cells: int) -> list[Row]:
    """Draw a line for each game somebody played, with its rating."""
    t = words.t
    heads = _figures(8, t("rating"), t("games"), t("wins"), t("best"))
    return [
        fit(row((" " * 20 + heads + "  " + t("rating lately"), "dim")), cells),
        *(_game(line, number, number == at, cells) for number, line in enumerate(profile.lines)),
    ]


def _game(line: GameLine, number: int, here: bool, cells: int) -> Row:
    points = "–" if line.points is None else f"{line.points}{'?' if line.unsure else ''}"
    best = "–" if line.best is None else str(line.best)
    figures = _figures(8, points, line.games, line.wins, best)
    return fit(
        row(
            ("▶ " if here else "  ", "gold"),
            (pad(line.title, 18) + figures, "cursor" if here else "", str(number)),
            ("  " + spark(line.ratings, max(0, cells - 56)), "accent"),
        ),
        cells,
    )


def _course(words: Words, line: GameLine, cells: int, rows: int) -> list[Row]:
    """Draw a rating over time, or why there is none."""
    shown = line.ratings[-(cells - _AXIS - 2) :]
    if len(shown) < 2 or rows < 3:
        return []
    title = words.nt(
        "Rating in {game}, after each of the last {n} game",
        "Rating in {game}, after each of the last {n} games",
        len(shown),
        game=line.title,
    )
    drawn = plot(shown, len(shown), min(PLOT_ROWS, rows - 1))
    labels = [str(max(shown)), *[""] * (len(drawn) - 2), str(min(shown))]
    return [
        row("  ", (title, "strong")),
        *(
            row((pad(label, _AXIS - 1, "right") + " │", "dim"), (text, "accent"))
            for label, text in zip(labels, drawn, strict=True)
        ),
    ]


def _dice(words: Words, profile: Profile, cells: int) -> list[Row]:
    told = words.t("Crisis dice collected:")
    dice = "  ".join(
        f"{die.sign} {owner(words, die.owner, die.bot)} ×{die.count}" for die in profile.dice
    )
    return list(wrap(row("  ", (told + " ", "dim"), dice), cells, 4))[:3]


def _side(words: Words, profile: Profile, height: int) -> list[Row]:
    """Draw the most frequent rivals, for the side of a wide page."""
    t = words.t
    names = SIDE - 26
    heads = " " * names + _figures(8, t("ahead")) + _figures(9, t("behind"), t("games"))
    done = [row((t("Met most"), "strong")), row((heads, "dim"))]
    for one in profile.opponents[: height - 3]:
        name = pad(owner(words, one.name, one.bot), names)
        done.append(row(name, _figures(8, one.ahead) + _figures(9, one.behind, one.games)))
    return done


def _placed(line: BoardRow, number: int, here: bool, names: int) -> Row:
    points = f"{line.points}{'?' if line.unsure else ' '}"
    text = f"{_figures(3, line.place)}  {pad(line.name, names)}{_figures(10, points)}"
    text += _figures(8, line.games) + _figures(9, line.wins)
    tone = "cursor" if here else "gold" if line.yours else ""
    return row(("▶ " if here else "  ", "gold"), (text, tone, str(number)))


def players_text(one: PastGame) -> str:
    """Return all players of a past game, the winners first, with place and score."""
    seats = sorted(one.seats, key=lambda seat: seat.rank)
    return " · ".join(f"{seat.rank} {seat.name} ({minus(seat.score)})" for seat in seats)


def _past(words: Words, one: PastGame, number: int, here: bool, cells: int) -> Row:
    place = f"{one.seats[one.seat].rank}/{len(one.seats)}"
    change = "" if one.change is None else signed(one.change)
    if cells >= WIDE:
        others = players_text(one)
    else:
        others = ", ".join(seat.name for other, seat in enumerate(one.seats) if other != one.seat)
    text = (
        f"{pad(dates.since(words, one.at, now()), 14)} {pad(one.title, 15)} {pad(place, 5)}"
        f"{pad(change, 5, 'right')}  {others}"
    )
    tone = "cursor" if here else "good" if one.won else ""
    return fit(
        row(("▶ " if here else "  ", "gold"), (text, tone, str(number) * (number >= 0))), cells
    )


def _rival(words: Words, one: Opponent, number: int, here: bool, names: int) -> Row:
    text = pad(owner(words, one.name, one.bot), names)
    text += _figures(9, one.ahead, one.behind, one.games)
    tone = "cursor" if here else "dim" if one.bot else ""
    return row(("▶ " if here else "  ", "gold"), (text, tone, str(number)))
