"""The list of games, to read their rules or start their lessons."""

from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from screens import keys
from screens.games import small_picture, view_class
from screens.games.view import THUMBNAIL
from screens.keys import Action
from screens.lessons.screen import LessonScreen
from screens.lobby.cards import clickable, drawn_game
from screens.pages.listing import MOVES, Listing
from screens.pages.page import READABLE
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    choice,
    indented,
    row,
    spread,
    wrap,
)
from screens.widgets import markdown
from screens.widgets.sheet import GAP, TALL, WIDE, headed, is_tall, side_by_side

_READ = Action("read", ("enter", "space"), "Enter", N_("read"), N_("Read its rules."))
_READ_TOO = Action("read", ("r",), "r", N_("rules"), _READ.what)
_LEARN = Action("lesson", ("enter", "space", "L"), "Enter", N_("lesson"), keys.LESSON.what)
_PLAY = Action("play", ("p",), "p", N_("play now"), N_("Play this game now, for real."))
_NUMBERS = tuple(
    Action(f"digit_{n}", (str(n),), "1-9", "", "" if n > 1 else N_("Take the game of that number."))
    for n in range(1, 10)
)


_LIST, _SHORT = 66, 46
"""Cells of the list with a picture beside it, in a wide terminal and in a smaller one."""
_APART = 2
"""The most blank rows between two games."""
_PICTURED = 5
"""Rows of a game's picture in the list, with the blank ones around it."""
_READABLE = 30
"""The fewest cells of a sentence beside a picture."""
_SENTENCES = 4
"""The most sentences about a game beside its picture."""
_LEAST = 4
"""The fewest rows in which the rules begin."""


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
        return [*first, _PLAY, *MOVES, *_NUMBERS, keys.MENU, keys.BACK, keys.QUIT]

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
        """Draw the games, and a picture of the chosen one: below them, or beside them if wide."""
        width, height = size
        main = _LIST if width >= WIDE else _SHORT if width >= 2 * _SHORT else width
        side = min(width - main - GAP, READABLE)
        tall = is_tall(size)
        games = self._games(main, height)
        if side >= 0:
            above = [EMPTY] * tall
            shown = self._shown(side, height - tall)
            return [*above, *side_by_side(games, shown, main)]
        game = self.games[self.at].meta
        shown = self._beside_poster(main - 2, height - len(games) - 2 - bool(games[-1]))
        poster = headed("  " + game.name, [EMPTY, *indented(shown, 2)], main, self._takes)
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
        picture = small_picture(self.games[self.at].meta.key)
        cells -= THUMBNAIL + GAP
        if cells < _READABLE:
            return picture
        about = self._lesson_begins or self._rules
        tone = "" if self._lesson_begins else "dim"
        counted = (markdown.first_sentences(about, count) for count in range(_SENTENCES, 0, -1))
        texts = (wrap(row((text, tone)), cells) for text in counted)
        text = next((text for text in texts if len(text) <= max(len(picture), room)), ())
        return beside(picture, text, THUMBNAIL, GAP)

    def _shown(self, cells: int, height: int) -> list[Row]:
        """Draw the chosen game: a picture, what it is or how its lesson begins, its first rules."""
        game = self.games[self.at].meta
        air = 2 if height >= TALL - 1 else 1
        picture = drawn_game(game.key, air > 1)
        begins = self._lesson_begins
        about = (
            [*balanced(row(begins), cells)] if begins else markdown.introduction(self._rules, cells)
        )
        first = [*headed(game.name, [EMPTY, *picture], cells, self._takes), *[EMPTY] * air, *about]
        room = height - len(first) - air - 5
        opening, more = markdown.opening(markdown.numbered(self._rules), cells, room)
        end = self._more(more)
        if room < _LEAST or not opening:
            return [*first, EMPTY, end]
        lines = [EMPTY, *opening, EMPTY, end]
        return [*first, *[EMPTY] * air, *headed(self.words.t("The rules"), lines, cells)]

    @property
    def _takes(self) -> str:
        """Say how long the chosen game's lesson takes, where lessons are chosen."""
        learning = self._learning and lesson(self.games[self.at]) is not None
        return self.words.t("two minutes") if learning else ""

    def _more(self, sections: int) -> Row:
        """Say how many rules are left, and which key shows them."""
        t = self.words.t
        (key,) = self.arcade.keyboard.bind(
            action for action in self.actions() if action.name == "read"
        )
        many = self.words.nt("{n} more section", "{n} more sections", sections) if sections else ""
        how = t("to read them")
        return row((many, "dim"), "   " * bool(many), (f"{t(key.shown)} {how}", "gold", "read"))

    def _learnt(self, key: str) -> str:
        """Say who has been through a game's lesson."""
        learnt = self.arcade.club.accounts.learned(self.arcade.player, key)
        return self.words.t("✓ learnt") if learnt else ""

    def _games(self, width: int, height: int) -> list[Row]:
        """Draw the games; with much room each has its picture, else they stand a little apart."""
        rows: list[Row] = []
        blurbs = [
            indented(balanced(row((self.words.t(game.meta.blurb), "dim")), width - 6), 5)
            for game in self.games
        ]
        entry = max(map(len, blurbs)) + 1
        drawn = width < height * 2 and height >= (entry + _PICTURED) * len(self.games)
        spare = height - sum(len(blurb) + 1 for blurb in blurbs)
        apart = max(1, min(_APART, spare // len(blurbs))) if width < height * 2 else 1
        for number, game in enumerate(self.games):
            here = number == self.at
            low, high = game.meta.seats
            many = self.words.t("{low} to {high} players", low=low, high=high)
            if self._learning:
                many = self._learnt(game.meta.key) or many
            head = row((f"{number + 1}  ", "dim"), (game.meta.name, "strong"))
            head = spread(head, row((many, "dim")), width - 4)
            rows.append(choice(head, width, here, str(number)))
            rows += blurbs[number]
            if drawn:
                poster = clickable(view_class(game.meta.key).poster(), str(number))
                rows += [EMPTY, *indented(poster, 5)]
            rows += [EMPTY] * (1 if drawn else apart)
        return rows[: -1 if drawn else -apart]
