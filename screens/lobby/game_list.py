"""The list of games, to read their rules or start their lessons."""

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.club.speech.lobby import players_text
from arcade.engine import registry
from arcade.engine.game import Meta
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from screens import keys
from screens.games import small_picture
from screens.games.view import PLACARD, THUMBNAIL
from screens.keys import Action
from screens.lessons.screen import LessonScreen
from screens.lobby.cards import (
    ACROSS,
    CORNERS,
    SIDES,
    card_frame,
    drawn_game,
    grid,
    grid_cells,
)
from screens.pages.listing import MOVES, Listing
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    clickable,
    entry,
    indented,
    plain,
    row,
    row_width,
    spread,
    wrap,
)
from screens.widgets import markdown
from screens.widgets.sheet import GAP, MARGIN, headed

_READ = Action("read", ("enter", "space"), "Enter", N_("read"), N_("Read its rules."))
_READ_TOO = Action("read", ("r",), "r", N_("rules"), _READ.what)
_LEARN = Action("lesson", ("enter", "space", "L"), "Enter", N_("lesson"), keys.LESSON.what)
_PLAY = Action("play", ("p",), "p", N_("play now"), N_("Play this game now, for real."))
_FIRST = keys.NUMBERS[0].labelled("", N_("Take the game of that number."))

_READABLE = 30
"""The fewest cells of a sentence beside a picture."""
_SENTENCES = 6
"""The most sentences about a game."""
_LEAST = 4
"""The fewest rows in which the rules begin."""
_CARDED, _BARE = 94, 8
"""The cells from which cards stand beside each other, the fewest rows of one."""
_EDGES = 2
"""Rows that a frame takes of a card."""
_AIRY, _HIGH = 8, 13
"""Rows of a card's inside whose parts stand apart, and that has room for a large picture."""
_NAMED = 12
"""Cells in the edge of a card besides the game's name and who can play it."""
_MASTER, _TALL, _STRIDE = 72, 15, 4
"""The cells from which a low terminal has one card beside the list, the fewest rows of that, and
the most rows from one game of the list to the next."""


class GameList(Listing[None]):
    """Lists the games with a sentence each, and leads to their rules and lessons.

    `learning` makes lessons the default; `game` is the key of the game chosen first.
    """

    def __init__(self, learning: bool = False, game: str = "") -> None:
        super().__init__()
        self.games = tuple(registry.games().values())
        self._learning = learning
        if learning or game:
            self.at = self.games.index(registry.find(game) if game else registry.first())

    def heading(self) -> str:
        t = self.words.t
        return t("Which game would you like to learn?") if self._learning else t("The games")

    def count(self) -> int:
        return len(self.games)

    def actions(self) -> list[Action]:
        first = [_READ]
        if lesson(self.games[self.at]) is not None:
            first = [_LEARN, _READ_TOO] if self._learning else [_READ, keys.LESSON]
        return [*first, _PLAY, *MOVES, _FIRST, *keys.NUMBERS[1:], keys.MENU, keys.BACK, keys.QUIT]

    async def perform(self, name: str) -> None:
        """Perform an action; a digit chooses a game and does what Enter does."""
        if name.startswith("digit_"):
            number = int(name.removeprefix("digit_")) - 1
            if 0 <= number < len(self.games):
                self.choose(number)
                name = self.actions()[0].name
            else:
                return
        await super().perform(name)

    def do_read(self) -> None:
        self.app.push_screen(RulesPage(self.words, self.games[self.at].meta.key))

    def do_lesson(self) -> None:
        plan = lesson(self.games[self.at])
        if plan is not None:
            self.app.push_screen(LessonScreen(plan))

    async def do_play(self) -> None:
        await self.arcade.navigator.play_from_lobby(self.games[self.at].meta.key)

    def draw(self, size: Size) -> list[Row]:
        """Draw the games as cards, a last card of the chosen one; else a list beside that one."""
        stripes = -(-(len(self.games) + 1) // ACROSS)
        high = (size.height + 1) // stripes - 1
        if size.width < _CARDED or high < _BARE:
            return self._beside_card(size) or self._listed(size)
        width = size.width - MARGIN
        cells = grid_cells(width)
        cards = [self._card(number, cells, high) for number in range(len(self.games))]
        return indented(grid([*cards, self._chosen(cells, high)], width), MARGIN)

    def _beside_card(self, size: Size) -> list[Row]:
        """Draw the games as a list, beside it the chosen one as a card with a large picture."""
        width, height = size
        cells = PLACARD + SIDES
        names, many = width - cells - GAP, len(self.games)
        stride = min(_STRIDE, (height + 1) // many)
        if width < _MASTER or height < _TALL or stride < _LEAST - 1:
            return []
        rows = list[Row]()
        for number, game in enumerate(self.games):
            head = row((f"{number + 1}  ", "gold"), (game.meta.name, "strong"))
            who = row("   ", (self._who_can(game.meta), "dim"))
            lines = entry((head, who), names, number == self.at, str(number))
            rows += [*lines, *[EMPTY] * (stride - len(lines))]
        high = min(height, _STRIDE * many + 1)
        return beside(rows[:height], self._chosen(cells, high, pictured=True), names, GAP)

    def _card(self, number: int, cells: int, high: int) -> list[Row]:
        """Draw a game: its picture, what it is, how many can play it."""
        game, inside, width = self.games[number].meta, _inside(high), cells - SIDES
        airy = [EMPTY] * (inside >= _AIRY)
        large = inside >= _HIGH and width >= PLACARD
        about = balanced(row(self.words.t(game.blurb)), width)
        lines = [*airy, *drawn_game(game.key, large), *airy, *about]
        who = row((self._who_can(game), "dim"))
        broad = max(cell_len(game.meta.name) for game in self.games) + _NAMED
        broad += max(cell_len(self._who_can(game.meta)) for game in self.games)
        title = row((f"{number + 1}  ", "gold"), (f"{game.name} ", "strong"))
        end = row(" ") + who + row(" ")
        if cells < broad:
            lines += [*[EMPTY] * (inside - len(lines) - 1), who][: inside - len(lines)] * bool(airy)
            end = EMPTY
        if large:
            text = rulebook.below_title(game.key, self.words.language).partition("## ")[0]
            about_it = self._sentences(text, width, inside - len(lines) - 1, "dim")
            lines += [EMPTY, *about_it]
            if about_it and not self._learnt(game.key):  # how many can play is its first sentence
                end = EMPTY
        return clickable(card_frame(title, end, lines, cells, high, number == self.at), str(number))

    def _who_can(self, game: Meta) -> str:
        """Say how many can play a game; where lessons are chosen, who has been through its own."""
        learnt = self._learning and self._learnt(game.key)
        return learnt or players_text(self.words, game)

    def _chosen(self, cells: int, high: int, pictured: bool = False) -> list[Row]:
        """Draw how the chosen game's lesson begins or what it is, first rules, what Enter does.

        `pictured`: below its large picture, without the rules.
        """
        inside, width, game = _inside(high), cells - SIDES, self.games[self.at].meta
        airy, foot = ([EMPTY] * (inside >= _AIRY + above) for above in (0, 2 * _HIGH * pictured))
        end, lines = self.button(self.actions()[0]), list[Row]()
        if pictured:
            blurb = balanced(row(self.words.t(game.blurb)), width)
            lines = [*drawn_game(game.key, large=True), EMPTY, *blurb, EMPTY]
        room = inside - len(lines) - len(airy) - len(foot) - 1
        if pictured:
            lines += self._sentences(self._lesson_begins or self._rules, width, room - 1, "dim")
        elif self._lesson_begins or inside < _HIGH:
            lines = self._about(width, room)
        opening, more = self._opening(width, 0 if pictured else room - len(lines) - bool(lines))
        lines += [*[EMPTY] * bool(lines and opening), *opening]
        left = row("   ", (self.words.nt("{n} more section", "{n} more sections", more), "dim"))
        if not self._learning and more and row_width(end) + row_width(left) <= width:
            end += left
        lines = [*airy, *lines]
        lines += [*[EMPTY] * (inside - len(lines) - 1 - len(foot)), end, *foot]
        title = row((self.words.t("{name} in short", name=game.name), "strong"), " ")
        takes = row((self._takes and f" {self._takes} ", "dim"))
        if row_width(title) + row_width(takes) + CORNERS > cells:
            takes = EMPTY
        return card_frame(title, takes, lines, cells, high, here=False)

    def _opening(self, width: int, spare: int) -> tuple[list[Row], int]:
        """Begin the chosen game's rules, to the end of a sentence; count the sections left out."""
        numbered = markdown.numbered(self._rules)
        opening, more = markdown.opening(numbered, width, spare) if spare >= _LEAST else ([], 0)
        while opening and not plain(opening[-1]).endswith((".", "!", "?")):
            opening.pop()
        if len(opening) < _LEAST:
            return [], len(markdown.sections(numbered, width))
        return opening, more

    def _about(self, cells: int, room: int) -> list[Row]:
        """Say as much as fits of how the chosen game's lesson begins, or of what it is."""
        return self._sentences(self._lesson_begins or self._rules, cells, min(room, _AIRY))

    def _sentences(self, text: str, cells: int, room: int, tone: str = "") -> list[Row]:
        """Return the first sentences of a text that fit."""
        counted = (markdown.first_sentences(text, count) for count in range(_SENTENCES, 0, -1))
        texts = (wrap(row((text, tone)), cells) for text in counted)
        return [*next((text for text in texts if len(text) <= room), ())]

    def _listed(self, size: Size) -> list[Row]:
        """Draw the games as a list, and below it a picture of the chosen one."""
        width, height = size
        games = self._games(width)
        game = self.games[self.at].meta
        shown = self._beside_poster(width - 2, height - len(games) - 2 - bool(games[-1]))
        poster = headed("  " + game.name, [EMPTY, *indented(shown, 2)], width, self._takes)
        if height < len(games):
            games = [line for line in games if line]
        return (
            [*games, *[EMPTY] * bool(games[-1]), *poster]
            if (len(games) + len(poster) <= height)
            else games
        )

    @property
    def _lesson_begins(self) -> str:
        """What the chosen game's lesson says first, where lessons are chosen."""
        plan = lesson(self.games[self.at]) if self._learning else None
        return self.words.t(plan.steps[0].say) if plan is not None else ""

    @property
    def _rules(self) -> str:
        return rulebook.below_title(self.games[self.at].meta.key, self.words.language)

    def _beside_poster(self, cells: int, room: int) -> list[Row]:
        """Draw the chosen game's small picture, and as many sentences about it as fit beside it."""
        picture = [*small_picture(self.games[self.at].meta.key)]
        cells -= THUMBNAIL + GAP
        if cells < _READABLE:
            return picture
        begins, most = self._lesson_begins, max(len(picture), room)
        about = self._sentences(begins or self._rules, cells, most, "" if begins else "dim")
        return beside(picture, about, THUMBNAIL, GAP)

    @property
    def _takes(self) -> str:
        """Say how long the chosen game's lesson takes, where lessons are chosen."""
        learning = self._learning and lesson(self.games[self.at]) is not None
        return self.words.t("two minutes") if learning else ""

    def _learnt(self, key: str) -> str:
        """Say who has been through a game's lesson."""
        learnt = self.arcade.club.accounts.learned(self.arcade.player, key)
        return self.words.t("✓ learnt") if learnt else ""

    def _games(self, width: int) -> list[Row]:
        """Draw the games a little apart, each with what it is."""
        rows: list[Row] = []
        for number, game in enumerate(self.games):
            head = row((f"{number + 1}  ", "gold"), (game.meta.name, "strong"))
            head = spread(head, row((self._who_can(game.meta), "dim")), width - 4)
            blurb = balanced(row((self.words.t(game.meta.blurb), "dim")), width - 6)
            lines = head, *indented(blurb, 3)
            rows += [*entry(lines, width, number == self.at, str(number)), EMPTY]
        return rows[:-1]


def _inside(high: int) -> int:
    """Count the rows inside a card."""
    return high - _EDGES
