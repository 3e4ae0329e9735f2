"""The list of games, to read their rules or start their lessons."""

from rich.cells import cell_len
from textual.geometry import Size

from arcade.club.i18n import rulebook
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from screens import keys
from screens.games import view_class
from screens.keys import Action
from screens.lessons.screen import LessonScreen
from screens.pages.listing import MOVES, Listing
from screens.pages.page import READABLE
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import EMPTY, Row, balanced, choice, fit, indented, pad, row, spread
from screens.widgets import markdown
from screens.widgets.sheet import GAP, WIDE, headed, is_tall, side_by_side

_READ = Action("read", ("enter", "space"), "Enter", N_("read"), N_("Read its rules."))
_READ_TOO = Action("read", ("r",), "r", N_("rules"), _READ.what)
_LEARN = Action("lesson", ("enter", "space", "L"), "Enter", N_("lesson"), keys.LESSON.what)
_PLAY = Action("play", ("p",), "p", N_("play now"), N_("Play this game now, for real."))
_NUMBERS = tuple(
    Action(f"digit_{n}", (str(n),), "1-9", "", "" if n > 1 else N_("Take the game of that number."))
    for n in range(1, 10)
)


_LIST, _SHORT = 66, 46
"""Cells of the list when rules stand beside it, in a wide terminal and in a smaller one."""


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
        """Draw the games, and a picture of the chosen one; beside them its rules, if wide."""
        width, height = size
        game = self.games[self.at].meta
        main = _LIST if width >= WIDE else _SHORT if width >= 2 * _SHORT else width
        side = width - main - GAP
        games = self._games(main)
        view = view_class(game.key)
        drawn = (view.placard() if is_tall(size) else ()) or view.poster()
        ways = self._ways(main - 2) if is_tall(size) else []
        poster = headed("  " + game.name, [EMPTY, *indented([*drawn, *ways], 2)], main)
        if height < len(games):
            games = [line for line in games if line]
        if len(games) + len(poster) <= height:
            free = height - len(games) - len(poster)
            games += [*[EMPTY] * min(free, 2 if is_tall(size) else 1), *poster]
        if side < 0:
            return games
        text = rulebook.below_title(game.key, self.words.language)
        side = min(side, READABLE)
        above = 2 if is_tall(size) else 0
        rules, left = markdown.opening(text, side, height - above)
        if left and rules and rules[-1]:
            rules[-1] = EMPTY  # of a table that is cut
        rules += [self._more(left)] if left else []
        if above:
            rules = headed(self.words.t("The rules"), [EMPTY, *rules], side)
        return side_by_side(games, rules, main)

    def _ways(self, cells: int) -> list[Row]:
        """Say with each key what can be done with the chosen game."""
        t, keyboard = self.words.t, self.arcade.keyboard
        actions = [action for action in self.actions() if action.name in ("read", "lesson", "play")]
        across = max(cell_len(t(action.shown)) for action in actions) + 2
        lines = [
            row((pad(t(action.shown), across), "gold", action.name), t(action.what))
            for action in keyboard.bind(actions)
        ]
        return [EMPTY, EMPTY, *(fit(line, cells) for line in lines)]

    def _more(self, sections: int) -> Row:
        """Say that the rules go on, and which key shows the rest."""
        t = self.words.t
        (key,) = self.arcade.keyboard.bind(
            action for action in self.actions() if action.name == "read"
        )
        how = f"{t(key.shown)} {t(key.label)}"
        more = self.words.nt("▼ {n} more section", "▼ {n} more sections", sections)
        return row((more, "accent"), "   ", (how, "gold", "read"))

    def _learnt(self, key: str, here: bool) -> str:
        """Say who has been through a game's lesson, and `here` what it takes; "" if it has none."""
        if lesson(registry.find(key)) is None:
            return ""
        learnt = self.arcade.club.accounts.learned(self.arcade.player, key)
        return self.words.t("✓ learnt") if learnt else self.words.t("two minutes") if here else ""

    def _games(self, width: int) -> list[Row]:
        rows: list[Row] = []
        for number, game in enumerate(self.games):
            here = number == self.at
            low, high = game.meta.seats
            many = self.words.t("{low} to {high} players", low=low, high=high)
            if self._learning:
                many = self._learnt(game.meta.key, here) or many
            head = row((f"{number + 1}  ", "dim"), (game.meta.name, "strong"))
            head = spread(head, row((many, "dim")), width - 4)
            rows.append(choice(head, width, here, str(number)))
            blurb = row((self.words.t(game.meta.blurb), "dim"))
            rows += indented(balanced(blurb, width - 6), 5)
            rows.append(EMPTY)
        return rows
