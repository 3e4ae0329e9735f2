"""The pages of standing as rows: profile, leaderboard, past games, rivals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.speech.absence import attendance_text
from arcade.club.speech.daily import ordinal
from arcade.club.standings.plot import spark
from arcade.club.standings.views import (
    Board,
    BoardRow,
    GameLine,
    Opponent,
    PastGame,
    Profile,
    games_text,
    owner,
    signed,
)
from arcade.engine.game import Meta
from arcade.engine.words import N_
from arcade.rooms.clocks import now
from screens.terminal.rows import (
    EMPTY,
    Row,
    bar,
    choice,
    columns,
    fine_bar,
    fit,
    flow,
    indented,
    minus,
    pad,
    row,
    row_width,
    wrap,
)
from screens.widgets.chart import AXIS, charted, signs_of, versus
from screens.widgets.curve import blocks
from screens.widgets.lines import in_sight
from screens.widgets.sheet import GAP, SIDE, WIDE, headed, roomy, side_by_side, split

PLOT_ROWS, _TALLEST = 12, 24
"""Rows of a curve beside other things, and of one that fills a page, at most."""
_COURSE = 6
"""The fewest ratings that are drawn as a curve."""
_CURVE, _FEWEST = 5, 5
"""Rows of a curve that leaves room for a list; the fewest rows of such a list."""
_AIRY = 22
"""Rows of a leaderboard from which its heads stand apart from its title."""
_FACTS, _CHANCES = 46, 20
"""Cells before the curve of a past game, and of it."""
_NAME, _RIVALS, _MET, _RANK = 24, 69, 66, 6
"""Cells of a rival's name, of the list of rivals at most, of the games with one beside it, and of a
place in them."""
RATING = N_(
    "A rating says how well somebody plays one game, by who won against whom: it begins at "
    "1000, and rises when you do better than was to be expected. Only what people do among "
    "themselves counts for it; bots are not rated. A question mark is a first impression. "
    "Guests have a history, and no rating. What a bot wins in your seat is not yours; what "
    "it loses after you have left is."
)
_TITLE, _BEST_SCORE = 16, 12
"""Cells of the name of a game, and of the best score."""
_PROGRAMS = 5
"""The most programs named below a leaderboard."""
_BEST, _TWO_BEST = 36, 148
"""Cells of the best of a leaderboard, and of a page that has bars beside them."""

TO_COME = (
    N_("Your games and wins will appear here, with your rating in each game and how it moved."),
    "",
    N_(
        "Every game you finish will appear here: when, with whom, your place. "
        "You can replay each of them."
    ),
    N_("The people you meet most will appear here, and which of you is ahead."),
)
"""What each page will show, in the order of the pages; leaderboards are never empty."""


def empty_rows(words: Words, games: Sequence[Meta], page: int, at: int, cells: int) -> list[Row]:
    """Draw a page before the first game is over: why it is empty, and what will fill it."""
    t = words.t
    text = t(
        "No game has been played to its end yet. Every finished game counts here, against bots too."
    )
    main, side = split(cells)
    lines = [
        choice(
            row((pad(game.name, 16), "accent"), (t(game.blurb), "dim")),
            main,
            number == at,
            str(number),
        )
        for number, game in enumerate(games)
    ]
    rows = [
        *wrap(row("  ", (text, "strong")), main, 2),
        EMPTY,
        *wrap(row("  ", t(TO_COME[page])), main, 2),
        EMPTY,
        *headed("  " + t("Play one now"), lines, main),
    ]
    if side:
        return side_by_side(rows, about_ratings(words, side), main)
    return [*rows, EMPTY, *indented(about_ratings(words, min(cells - 4, 76)), 2)]


def about_ratings(words: Words, cells: int) -> list[Row]:
    """Say what a rating is."""
    return headed(words.t("Rating"), wrap(row((words.t(RATING), "dim")), cells), cells)


def profile_rows(
    words: Words,
    profile: Profile,
    past: Sequence[PastGame],
    at: int,
    cells: int,
    height: int,
    yours: bool = False,
    honours: Sequence[str] = (),
    curves: Mapping[tuple[str, int], Curve] = MappingProxyType({}),
    sign: str = "",
) -> list[Row]:
    """Draw the numbers, a line for each game, the chosen one's rating over time, the last games.

    `curves` are of the last games, by table and number; `sign` tells of their own die.
    """
    main, side = split(cells)
    rows = [*_numbers(words, profile, main), _form(words, past, main)]
    rows += [row((f"  {honour}", "gold")) for honour in honours if honour]
    if profile.attendance:
        text = attendance_text(words, profile.attendance, yours)
        rows += indented(wrap(row((text, "alert")), main - 4), 2)
    rows.append(EMPTY)
    rows += game_rows(words, profile, at, main)
    dice = [EMPTY, *_dice(words, profile, main, "", 2)] if profile.dice and not side else []
    free = height - len(rows) - len(dice) - 1
    most = max(_CURVE, free // 2) if free >= _CURVE + _FEWEST else free
    line = profile.lines[at]
    course = rating_rows(words, line.title, line.ratings, main, most)
    if course and any(line.unsure for line in profile.lines):
        course[0] = _noted(course[0], f"? {words.t('a first impression')}", main)
    rows += [EMPTY, *course] if course else []
    free = height - len(rows) - len(dice) - 2
    if free >= _FEWEST - 1 and past:
        last = [_last(words, game, curves, main) for game in past[:free]]
        (head,) = headed("  " + words.t("Last games"), (), _FACTS - 1 if curves else main)
        note = words.t("chances to win") if curves else ""
        rows += [EMPTY, head + row((f" {note}", "dim")), *last]
    if side:
        return side_by_side(rows, _side(words, profile, past, height, sign), main)
    return [*rows, *dice]


def _noted(head: Row, note: str, cells: int) -> Row:
    """Put a note at the end of a heading's rule, where that leaves some of it."""
    titled = tuple(piece for piece in head if piece.tone != "rule")
    rule = cells - row_width(titled) - cell_len(note) - 1
    return titled + row(("─" * rule, "rule"), (f" {note}", "dim")) if rule > 0 else head


_LOWER = str.maketrans("▇█", "▆▆")
"""Keeps curves below each other apart."""


def _last(words: Words, game: PastGame, curves: Mapping[tuple[str, int], Curve], cells: int) -> Row:
    """Draw a past game with the person's chances in it, turn by turn, and who won."""
    if not curves:
        return _past(words, game, cells)
    curve = curves.get((game.code, game.number))
    drawn = blocks(curve, game.seat, _CHANCES) if curve is not None else EMPTY
    drawn = tuple(piece._replace(text=piece.text.translate(_LOWER)) for piece in drawn)
    ranked = sorted(game.seats, key=lambda seat: seat.rank)
    names = ", ".join("★ " * (seat.rank == 1) + seat.name for seat in ranked)
    facts = row("  ") + _facts(words, game) + row("  ")
    return fit(facts + fit(drawn, _CHANCES) + row("  " + names), cells)


def board_rows(
    words: Words,
    boards: Sequence[Board],
    game: int,
    at: int,
    cells: int,
    height: int,
    chosen: Profile | None = None,
    keys: bool = True,
) -> list[Row]:
    """Draw a game's leaderboard with the chosen line visible; the others' best beside or below.

    Where there is room, the rating of the `chosen` person over time stands below.
    """
    board = boards[game]
    main, side = split(cells, 2 * _BEST if cells >= _TWO_BEST else _BEST)
    own = _board(words, board, at, main, height, keys)
    who = chosen.name if chosen is not None else ""
    if side:
        if chosen is not None:
            course = _course(words, board, chosen, main, min(_TALLEST + 1, height - len(own) - 3))
            own += [EMPTY, EMPTY, *course] if course else []
        others = [other for other in boards if other is not board]
        most = (height + 1) // max(1, len(others)) - 2
        blocks = [_best(words, other, side, most, who) for other in others]
        blocks.append(about_ratings(words, side))
        return side_by_side(own, roomy(blocks, height), main)
    half = (cells - 2 - GAP) // 2
    blocks = [_best(words, other, half, 3, who) for other in boards if other is not board]
    for pair in (columns(blocks[n : n + 2], GAP) for n in range(0, len(blocks), 2)):
        if len(own) + 1 + len(pair) <= height:
            own += [EMPTY, *indented(pair, 2)]
    if chosen is not None and height - len(own) > _CURVE:
        course = _course(words, board, chosen, cells, min(PLOT_ROWS, height - len(own) - 2))
        own += [EMPTY, *course] if course else []
    return own


def _course(words: Words, board: Board, chosen: Profile, cells: int, rows: int) -> list[Row]:
    """Draw how a person's rating in the game of a leaderboard went."""
    line = next((line for line in chosen.lines if line.title == board.title), None)
    if line is None:
        return []
    return rating_rows(words, line.title, line.ratings, cells, rows, who=chosen.name)


def _best(words: Words, board: Board, cells: int, most: int, who: str) -> list[Row]:
    """Draw the best of a leaderboard in a column, `who` in bold; with bars where there is room."""
    lines: list[Row] = []
    shown = board.rows[: max(1, min(10, most))]
    high = max((entry.points for entry in shown), default=0)
    long = cells - _BEST - 2
    for entry in shown:
        text = pad(f"{entry.position or '–':>3}  {entry.name}", min(cells, _BEST) - 8)
        points = pad(f"{entry.points}{'?' if entry.unsure else ' '}", 8, "right")
        drawn = fine_bar(entry.points / max(1, high), long, "cool")
        tone = "gold" if entry.yours else "strong" if entry.name == who else ""
        lines.append(row((text + points, tone)))
        lines[-1] += row("  ") + drawn if long > 3 else EMPTY
    return headed(board.title, lines or [row((words.t("Nobody is rated yet."), "dim"))], cells)


def _board(words: Words, board: Board, at: int, cells: int, height: int, keys: bool) -> list[Row]:
    t = words.t
    (head,) = headed("  " + board.title, (), cells, t("←→ another game") if keys else "")
    if not board.rows:
        text = t("Whoever finishes a game with other people stands here: invite somebody to one.")
        nobody = row("  ", (t("Nobody is rated yet."), "strong"))
        if board.rule is not None:
            text, nobody = words.say(board.rule), row("  ", (t("Nobody is listed yet."), "strong"))
        return [head, EMPTY, nobody, *indented(wrap(row((text, "dim")), cells - 4), 2)]
    names = 17
    heads = " " * (7 + names) + _figures(6, t("rating")) + _figures(9, t("games"), t("wins"))
    high = max(entry.points for entry in board.rows)

    def line(number: int) -> Row:
        entry = board.rows[number]
        drawn = fine_bar(entry.points / max(1, high), cells - names - 37, "cool")
        line = _placed(entry, names)
        return _beside_bar(line + row("  "), drawn, number, number == at, cells)

    people = words.nt("{n} person is rated", "{n} people are rated", board.people)
    about = f"{people}."
    if any(line.unsure for line in board.rows):
        unsure = t("A rating with ? is a first impression.")
        about = f"{about} {unsure}"
    texts = [about]
    if board.programs:
        best = board.programs[:_PROGRAMS]
        rated = ", ".join(f"{line.name} {line.points}" for line in best)
        texts.append(t("Programs, in a list of their own: {rated}", rated=rated))
    texts += [words.say(item) for item in (board.rule, board.unlisted) if item is not None]
    notes = [line for text in texts for line in wrap(row((text, "dim")), cells - 4)]
    apart = [EMPTY] * (height >= _AIRY)
    room = height - 3 - len(apart) - len(notes)
    return [
        head,
        *apart,
        row((heads, "dim")),
        *in_sight(words, len(board.rows), at, room, line),
        EMPTY,
        *indented(notes, 2),
    ]


def rival_rows(
    words: Words,
    opponents: Sequence[Opponent],
    past: Sequence[PastGame],
    at: int,
    cells: int,
    height: int,
) -> list[Row]:
    """Draw all rivals, and the last games with the chosen one."""
    t, rival = words.t, opponents[at]
    main, side = split(cells, max(_MET, cells - _RIVALS - 4))
    wide = bool(side)
    head = row(
        " " * (_NAME + 2),
        (_figures(10, t("ahead")), "good"),
        (_figures(10, t("behind"), t("games")), "dim"),
    )
    most = max(opponent.games for opponent in opponents)

    def line(number: int) -> Row:
        opponent = opponents[number]
        return _rival(words, opponent, number, number == at, main, most)

    room = height - 1 - (0 if wide else min(8, height // 3))
    rows = [head, *in_sight(words, len(opponents), at, room, line)]
    each = _game_by_game(words, rival, past, main)
    if len(rows) + len(each) + 1 + _FEWEST * (not wide) <= height:
        rows += [EMPTY, *each]
    name = owner(words, rival.name, rival.bot)
    if wide and height - len(rows) > PLOT_ROWS:
        high = min(_TALLEST, height - len(rows) - 3)
        rows += [EMPTY, EMPTY, *_lead(words, rival, name, past, Size(main, high))]
    side = side or cells
    met = [_met_heads(words, name), *(_met(words, game, rival, side) for game in past)]
    title = "  " + t("The last games with {name}", name=name)
    (up, rose), (down, fell) = _AHEAD[1], _AHEAD[-1]
    ahead, _, behind = t("ahead, behind").partition(", ")
    key = row((up, rose), (f" {ahead}  ", "dim"), (down, fell), (f" {behind}", "dim"))
    games = headed(title, met, side, key)
    if wide:
        return side_by_side(rows, games[:height], main)
    return [*rows, EMPTY, *games[: height - len(rows) - 1]]


_AHEAD = {1: ("▲", "good"), 0: ("=", "dim"), -1: ("▼", "alert")}
"""The signs of games in which one was ahead of a rival, level, or behind."""


def _met_heads(words: Words, name: str) -> Row:
    """Name the columns of the games with a rival."""
    t = words.t
    when, game, you = t("when"), t("game"), t("you")
    rating, others = t("rating"), t("with")
    heads = f"  {pad(when, 15)}{pad(game, 15)}  {pad(you, _RANK)}{pad(name, 2 * _RANK)}"
    heads += f"{pad(rating, 7, 'right')}  {others}"
    return row((heads, "dim"))


def _ranks(game: PastGame, rival: Opponent) -> tuple[int, int]:
    """Return the person's rank and the rival's; of several bots, the best rank."""
    ranks = [
        seat.rank
        for number, seat in enumerate(game.seats)
        if number != game.seat and seat.bot == rival.bot and (rival.bot or seat.name == rival.name)
    ]
    own = game.seats[game.seat].rank
    return own, min(ranks, default=own)


def _ahead(game: PastGame, rival: Opponent) -> int:
    own, other = _ranks(game, rival)
    return (own < other) - (own > other)


def _game_by_game(words: Words, rival: Opponent, past: Sequence[PastGame], cells: int) -> list[Row]:
    """Draw, for each game, how often each was ahead in their last games together."""
    counts: dict[str, Counter[int]] = {}
    for game in past:
        counts.setdefault(game.title, Counter())[_ahead(game, rival)] += 1
    title = words.nt("Game by game, in {n} game", "Game by game, in the last {n} games", len(past))
    rows = list[Row]()
    most = max((games.total() for games in counts.values()), default=0)
    for name, games in sorted(counts.items(), key=lambda each: -each[1].total()):
        figures = _figures(10, games[1], games[-1], games.total())
        drawn = versus(games[1], games[-1], most, cells - _NAME - 34)
        rows.append(row(("  " + pad(name, _NAME) + figures + "  "), *drawn))
    return headed("  " + title, rows, cells)


def _lead(
    words: Words, rival: Opponent, name: str, past: Sequence[PastGame], size: Size
) -> list[Row]:
    """Draw by how many games somebody was ahead of a rival, after each of the last ones."""
    signs = [_ahead(game, rival) for game in reversed(past)]
    if len(signs) < _COURSE:
        return []
    title = words.t("Games ahead of {name}, less those behind", name=name)
    when = (dates.since(words, game.at, now()) for game in (past[-1], past[0]))
    return charted("  " + title, [*accumulate(signs, initial=0)], *size, "fill-2", *when)


def _met(words: Words, game: PastGame, rival: Opponent, cells: int) -> Row:
    """Draw a past game with a rival: who of the two was ahead, and who else was there."""
    own, other = _ranks(game, rival)
    change = "" if game.change is None else signed(game.change)
    others = [
        seat.name
        for number, seat in enumerate(game.seats)
        if number != game.seat and seat.name != rival.name
    ]
    when = pad(dates.since(words, game.at, now()), 15)
    line = row(f"  {when}{pad(game.title, 15)}", _AHEAD[_ahead(game, rival)], " ")
    placed = pad(ordinal(words, own), _RANK) + pad(ordinal(words, other), 2 * _RANK)
    line += row(placed + pad(change, 7, "right"))
    return fit(line + row(("  " + ", ".join(others), "dim")), cells)


def _figures(cells: int, *values: object) -> str:
    return "".join(pad(str(value), cells, "right") for value in values)


def _numbers(words: Words, profile: Profile, cells: int) -> list[Row]:
    t = words.t
    first = [
        games_text(words, profile),
        t("since {date}", date=dates.written(words, dates.on(profile.since))),
        t("mostly {game}", game=profile.lines[0].title),
    ]
    second = [
        t("Wins in a row: {now}, best {best}", now=profile.row, best=profile.best_row),
        t("Days in a row: {now}, best {best}", now=profile.days, best=profile.best_days),
    ]
    paragraphs = [row("  ", (" · ".join(first), "strong")), row("  ", " · ".join(second))]
    return [line for paragraph in paragraphs for line in wrap(paragraph, cells, 2)]


def _form(words: Words, past: Sequence[PastGame], cells: int) -> Row:
    """Draw the places in the last games, the newest first: a star for a win."""
    title = words.t("Last places, the newest first (★ won): ")
    room = max(0, cells - cell_len(title) - 2)
    ranks = [game.seats[game.seat].rank for game in past][: room // 2]
    signs = [("★ ", "good") if rank == 1 else f"{rank % 10} " for rank in ranks]
    return fit(row(("  " + title, "dim"), *signs), cells)


def game_rows(words: Words, profile: Profile, at: int, cells: int) -> list[Row]:
    """Draw a line for each game somebody played, with its rating."""
    t = words.t
    heads = _figures(9, t("rating"), t("games"), t("wins")) + pad(
        t("best score"), _BEST_SCORE, "right"
    )
    lately = "  " + t("rating lately")
    lately = lately if cell_len(heads + lately) + _TITLE + 2 <= cells else ""
    return [
        fit(row((" " * (_TITLE + 2) + heads + lately, "dim")), cells),
        *(_game(line, number, number == at, cells) for number, line in enumerate(profile.lines)),
    ]


def _game(line: GameLine, number: int, here: bool, cells: int) -> Row:
    best = "–" if line.best is None else str(line.best)
    figures = _figures(9, line.rating, line.games, line.wins) + pad(best, _BEST_SCORE, "right")
    wide = 30 + _TITLE + _BEST_SCORE
    lately = row((spark(line.ratings, max(0, cells - wide - 3)), "cool"))
    return _beside_bar(row(pad(line.title, _TITLE) + figures), lately, number, here, cells)


def _beside_bar(line: Row, drawn: Row, number: int, here: bool, cells: int) -> Row:
    """Light a chosen line up to its bar, whose colours have a meaning of their own."""
    named = choice(line, row_width(line) + 3, here, str(number))
    return fit(named + row(" ") + drawn, cells)


def rating_rows(
    words: Words,
    title: str,
    ratings: Sequence[int],
    cells: int,
    rows: int,
    indent: int = 2,
    who: str = "",
) -> list[Row]:
    """Draw the ratings of a game, the newest last; nothing of few. `who` says whose they are."""
    shown = ratings[-(cells - AXIS - 1) :]
    if len(shown) < _COURSE or rows < 3:
        return []
    head = words.nt(
        "Rating in {game}, after each of the last {n} game",
        "Rating in {game}, after each of the last {n} games",
        len(shown),
        game=title,
    )
    head = f"{who} · {head}" if who else head
    most = _TALLEST if who else PLOT_ROWS
    ends = words.t("the first"), words.t("the last one")
    return charted(" " * indent + head, shown, cells, min(most, rows - 1), "fill-0", *ends)


def _dice(words: Words, profile: Profile, cells: int, sign: str, indent: int = 0) -> list[Row]:
    """Draw somebody's own die, if a `sign` says it, and those collected."""
    own = [row((sign[:1].upper() + sign[1:].strip(), "dim"))] if sign else []
    title = row((words.t("Dice won from:"), "dim"))
    dice = [
        row(f"{die.sign} {owner(words, die.owner, die.bot)} ×{die.count}") for die in profile.dice
    ]
    return indented(flow([*own, title, *dice], cells - indent), indent)[:4]


def _side(
    words: Words, profile: Profile, past: Sequence[PastGame], height: int, sign: str
) -> list[Row]:
    """Draw whom one meets most, places, records and dice, for the side of a wide page."""
    t = words.t
    met = profile.opponents[: max(_FEWEST, height - 24)]
    most = max((opponent.games for opponent in met), default=0)
    rivals = []
    for opponent in met:
        drawn = versus(opponent.ahead, opponent.behind, most, SIDE - 29)
        name = pad(owner(words, opponent.name, opponent.bot), 18)
        score = pad(f"{opponent.ahead}:{opponent.behind}", 9, "right")
        rivals.append(row(name, score, "  ", *drawn))
    ranks = Counter(game.seats[game.seat].rank for game in past)
    last = words.nt("Places in {n} game", "Places in the last {n} games", len(past))
    high = max(ranks.values(), default=1)
    places = []
    for rank in sorted(ranks):
        drawn = bar(ranks[rank] / high, SIDE - 10, "good" if rank == 1 else "cool")
        places.append(row(f"{rank:>3}{ranks[rank]:>5}  ", *drawn))
    blocks = [
        headed(t("Met most"), rivals, SIDE, signs_of(t("ahead, behind"))),
        headed(last, places, SIDE),
        headed(t("Records"), _records(words, profile, past), SIDE),
        _dice(words, profile, SIDE, sign) if profile.dice else [],
        about_ratings(words, SIDE),
    ]
    return roomy(blocks, height)


def _records(words: Words, profile: Profile, past: Sequence[PastGame]) -> list[Row]:
    """Draw the records: the highest rating, and the extremes of the last games."""
    t = words.t
    rows: list[Row] = []
    rated = [line for line in profile.lines if line.ratings]
    if rated:
        best = max(rated, key=lambda line: max(line.ratings))
        rows.append(_record(t("highest rating"), str(max(best.ratings)), best.title))
    changed = [(game.change, game) for game in past if game.change is not None]
    if changed:
        for name, extreme, sign in ((t("largest gain"), max, 1), (t("largest loss"), min, -1)):
            change, game = extreme(changed, key=lambda each: each[0])
            if sign * change > 0:
                rows.append(_record(name, signed(change), game.title))
    if past:
        game = max(past, key=lambda game: game.minutes)
        rows.append(_record(t("longest game"), dates.age(words, game.minutes * 60_000), game.title))
    return rows


def _record(name: str, value: str, where: str) -> Row:
    return fit(row((pad(name, 22), "dim"), pad(value, 8, "right"), ("  " + where, "dim")), SIDE)


def _placed(line: BoardRow, names: int) -> Row:
    points = f"{line.points}{'?' if line.unsure else ' '}"
    text = f"{_figures(3, line.position or '–')}  {pad(line.name, names)}{_figures(7, points)}"
    text += _figures(8, line.games) + _figures(9, line.wins)
    return row((text, "gold" if line.yours else ""))


def _facts(words: Words, game: PastGame) -> Row:
    """Return when a game was, which, one's own place, and what it did to the rating."""
    placing = f"{game.seats[game.seat].rank}/{len(game.seats)}"
    change = "" if game.change is None else signed(game.change)
    when = pad(dates.since(words, game.at, now()), 14)
    won = ("★" if game.won else " ", "good")
    return row(f"{when} {pad(game.title, 14)}", won, f" {pad(placing, 5)}{pad(change, 5, 'right')}")


def last_rows(words: Words, past: Sequence[PastGame], cells: int) -> list[Row]:
    """Draw somebody's last games, a line each."""
    lines = [_past(words, game, cells) for game in past]
    return headed("  " + words.t("Last games"), lines, cells) if lines else []


def _past(words: Words, game: PastGame, cells: int) -> Row:
    """Draw a past game: where there is room with everybody's place and score, else their names."""
    if cells >= WIDE:
        ranked = sorted(game.seats, key=lambda seat: seat.rank)
        parts = (f"{seat.rank} {seat.name} ({minus(seat.score)})" for seat in ranked)
        others = " · ".join(parts)
    else:
        others = ", ".join(seat.name for other, seat in enumerate(game.seats) if other != game.seat)
    return fit(row("  ") + _facts(words, game) + row(f"  {others}"), cells)


def _rival(words: Words, opponent: Opponent, number: int, here: bool, cells: int, most: int) -> Row:
    text = pad(owner(words, opponent.name, opponent.bot), _NAME)
    text += _figures(10, opponent.ahead, opponent.behind, opponent.games)
    line = row((text, "dim" if opponent.bot else ""))
    drawn = versus(opponent.ahead, opponent.behind, most, cells - row_width(line) - 4)
    return _beside_bar(line, drawn, number, here, cells)
