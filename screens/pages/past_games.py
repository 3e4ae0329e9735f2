"""A person's finished games, and any other by its table's code, for a replay."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from textual.geometry import Size

from arcade.club.i18n import dates
from arcade.club.i18n.words import Words
from arcade.club.replays.curve import Curve
from arcade.club.standings.standings import PAGE
from arcade.club.standings.views import PastGame, games_text, signed
from arcade.engine.words import N_
from arcade.rooms.clocks import now
from screens import keys
from screens.keys import Action
from screens.pages.listing import FINDING, LONG, Listing
from screens.pages.standing_rows import PLOT_ROWS, rating_rows
from screens.terminal.rows import (
    EMPTY,
    Row,
    around,
    bar,
    choice,
    clip,
    flow,
    indented,
    minus,
    pad,
    row,
    row_width,
    spread,
    wrap,
)
from screens.widgets.chart import signs_of, versus
from screens.widgets.curve import chart, numbers, scale
from screens.widgets.lines import in_sight
from screens.widgets.past_curves import PastCurves
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import TALL, headed, piled, side_by_side, split

_LOOK = Action("look", ("enter", "space"), "Enter", N_("look at it"), N_("Step through that game."))
_CODE = Action("code", ("c",), "c", N_("by code"), N_("Look at the last game of any table."))
_GO = Action("go", ("enter",), "Enter", N_("look at it"), "")
_OLDER = Action("older", ("o",), "o", N_("older"), N_("List older games too."))
_CHART = 7
"""Rows of the chances to win."""
_SIDE, _SEATS = 58, 6
_NAME, _SCORE, _ROOMY = 19, 7, 84
"""Cells beside a wide list; seats whose result is shown at most.

Then those of a name, of a score, and of a list in which a date keeps away from the game."""


class PastGames(Listing[None]):
    """Lists one's own finished games, the newest first; Enter opens a replay."""

    TITLE = N_("Games to look at again")

    def __init__(self) -> None:
        super().__init__()
        self.prompt = Prompt(most=16)
        self.games: tuple[PastGame, ...] = ()
        self._older: tuple[PastGame, ...] = ()
        """Those that were read from the log."""
        self._more = True
        """Whether there may be older ones in the log."""

    @cached_property
    def curves(self) -> PastCurves:
        """The curves of the games chosen so far."""
        return PastCurves(self.arcade.club, self.arcade.player, self.list.redraw)

    def on_unmount(self) -> None:
        self.curves.close()

    def count(self) -> int:
        return len(self.games)

    def on_mount(self) -> None:
        self._check()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._check()
            self.choose(self.at)

    def _check(self) -> None:
        player = self.arcade.player
        games = self.arcade.club.standings.history(player, player)
        self._more = self._more and len(games) == PAGE
        known = {(game.code, game.number) for game in games}
        older = (game for game in self._older if (game.code, game.number) not in known)
        self.games = *games, *older

    def head(self) -> None:
        """Show the title, and how many games the person has finished and won."""
        profile = self.arcade.club.standings.profile(self.arcade.player, self.arcade.player)
        sums = games_text(self.words, profile) if profile.games else ""
        title = row(" ", (self.heading(), "bar-gold"))
        self.top.put([spread(title, row((f"{sums} ", "bar")), self.across, "bar")])

    def on_resize(self) -> None:
        self.head()

    def line(self) -> Prompt:
        return self.prompt if self.prompt.typing else super().line()

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [_GO, keys.STOP_TYPING]
        if self.finder.typing:
            return [*FINDING]
        actions = [_LOOK, *LONG] if self.games else []
        actions += [_OLDER] if self._more else []
        return [*actions, _CODE, keys.MENU, keys.BACK, keys.QUIT]

    async def do_look(self) -> None:
        game = self.games[self.at]
        await self.arcade.navigator.show_replay(game.code, game.number)

    async def do_older(self) -> None:
        """List a page more, and choose its first game."""
        player, here = self.arcade.player, len(self.games)
        past = await self.arcade.club.standings.past_games(
            player, player, page=here // PAGE + 1, most=PAGE
        )
        self._older, self._more = (*self._older, *past.games), past.page < past.pages
        self._check()
        self.choose(here)

    def do_code(self) -> None:
        self.open_line(self.prompt, " " + self.words.t("code of the table › "))

    async def do_go(self) -> None:
        """Open the replay of the last game of the table with the typed code."""
        code = self.prompt.text.strip()
        self.do_stop_typing()
        if code:
            await self.arcade.navigator.show_replay(code)

    def draw(self, size: Size) -> list[Row]:
        width, height = size
        if not self.games:
            t = self.words.t
            text = t("No game of yours is over yet. c looks at the last game of any table.")
            return [EMPTY, *indented(wrap(row((text, "dim")), width - 4), 2)]
        if height >= TALL:
            self.curves.want([self.games[self.at]])
        known = self.curves.known
        return past_rows(self.words, self.games, self.at, width, height, known)


def past_rows(
    words: Words,
    games: Sequence[PastGame],
    at: int,
    width: int,
    height: int,
    curves: Mapping[tuple[str, int], Curve] = MappingProxyType({}),
) -> list[Row]:
    """Draw past games, the newest first; below or beside them how the chosen one ended.

    Where there is room, the chances to win in it stand there too, if its curve is known.
    """
    main, side = split(width, _SIDE)
    about = _about(words, games[at], side or width - 2)
    room = height - 1 - (0 if side else len(about) + 1)
    lines = [row((_heads(words, main), "dim"))]
    lines += in_sight(words, len(games), at, room, lambda n: _line(words, games, n, n == at, main))
    if side:
        gap = 2 if height >= TALL else 1
        course = _chances(words, games[at], curves, side) if height >= TALL else []
        above = piled([about, course, _wins(words, games, side)], height, gap)
        ratings = _ratings(words, games, at, Size(side, height - len(above) - gap))
        return side_by_side(lines, piled([above, ratings], height, gap), main)
    return [*lines, EMPTY, *indented(about, 2)]


def _when(cells: int) -> int:
    """Return the cells of a date: a long one keeps away from the game where there is room."""
    return 16 if cells >= _ROOMY else 14


def _heads(words: Words, cells: int) -> str:
    t = words.t
    when, game = t("when"), t("game")
    placed, rating, others = t("place"), t("rating"), t("with")
    heads = f"  {pad(when, _when(cells))}{pad(game, 15)}"
    return f"{heads}{pad(placed, 8)}{pad(rating, 7, 'right')}  {others}"


def _line(words: Words, games: Sequence[PastGame], number: int, here: bool, cells: int) -> Row:
    game = games[number]
    own = game.seats[game.seat]
    others = ", ".join(seat.name for seat in game.seats if seat is not own)
    change = "" if game.change is None else signed(game.change)
    when = pad(dates.since(words, game.at, now()), _when(cells))
    text = pad(game.title, 15)
    rest = f" {pad(f'{own.rank}/{len(game.seats)}', 6)}{pad(change, 7, 'right')}  "
    line = row((when, "dim"), text, ("★", "good") if game.won else " ", rest)
    return choice(line + row(clip(others, cells - 2 - row_width(line))), cells, here, str(number))


def _chances(
    words: Words, game: PastGame, curves: Mapping[tuple[str, int], Curve], cells: int
) -> list[Row]:
    """Draw the person's chances to win in a game, turn by turn; nothing before they are known."""
    curve = curves.get((game.code, game.number))
    if curve is None or curve.turns < 1:
        return []
    room = cells - 5
    drawn = chart(curve, game.seat, room, _CHART, stretch=room)
    labels = (row((f"{label}│", "dim")) for label in scale(_CHART))
    lines = [label + line for label, line in zip(labels, drawn, strict=True)]
    under = row((" " * 5 + numbers(words, curve, room, stretch=room), "dim"))
    note = words.t("in 100")
    return headed(words.t("Your chances to win, turn by turn"), [*lines, under], cells, note)


def _ratings(words: Words, games: Sequence[PastGame], at: int, size: Size) -> list[Row]:
    """Draw the person's ratings in the listed games of the chosen one's kind."""
    title = games[at].title
    points = [game.points for game in reversed(games) if game.title == title and game.points]
    rows = min(PLOT_ROWS + 1, size.height)
    return rating_rows(words, title, points, size.width, rows, indent=0)


def _wins(words: Words, games: Sequence[PastGame], cells: int) -> list[Row]:
    """Draw how many of the listed games of each kind were won."""
    played = Counter(game.title for game in games)
    won = Counter(game.title for game in games if game.won)
    most = max(played.values())
    text = words.nt("{n} game here", "{n} games here", len(games))
    rows: list[Row] = []
    for title, count in played.most_common():
        figures = f"{pad(title, 16)}{won[title]:>5}/{count:<5}"
        rows.append(row(figures, *versus(won[title], count - won[title], most, cells - 27)))
    return headed(text, rows, cells, signs_of(words.t("won, others")))


def _about(words: Words, game: PastGame, cells: int) -> list[Row]:
    """Draw how a game ended: everybody's place and score, as bars."""
    t, nt = words.t, words.nt
    parts = [dates.written(words, dates.on(game.at)), dates.age(words, game.minutes * 60_000)]
    parts.append(nt("{n} move", "{n} moves", game.length))
    if game.code:
        parts.append(t("table {code}, game {n}", code=game.code, n=game.number))
    if game.points is not None and game.change is not None:
        parts.append(t("rating {n}", n=f"{game.points} ({signed(game.change)})"))
    rows = flow((row((part, "dim")) for part in parts), cells, row((" · ", "dim")))
    seats = sorted(game.seats, key=lambda seat: seat.rank)
    own = seats.index(game.seats[game.seat])
    first = around(own, len(seats), _SEATS)
    low = min(0, *(seat.score for seat in seats))
    high = max(1, *(seat.score for seat in seats)) - low
    rows.append(EMPTY)
    rows.append(row((pad("", 6 + _NAME) + pad(t("score"), _SCORE, "right"), "dim")))
    for number, seat in list(enumerate(seats))[first : first + _SEATS]:
        tone = "gold" if number == own else ""
        long = cells - _NAME - _SCORE - 8
        shade = "gold" if number == own else "good" if seat.rank == 1 else "dim"
        drawn = bar((seat.score - low) / high, long, shade)
        named = t("{name} (you)", name=seat.name) if number == own else seat.name
        star = ("★" if seat.rank == 1 else " ", "good")
        facts = f" {seat.rank:>2}  {pad(named, _NAME)}{minus(seat.score):>{_SCORE}}  "
        rows.append(row(star, (facts, tone)) + drawn)
    return headed(game.title, rows, cells)
