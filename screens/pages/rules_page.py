"""All keys of a screen; the rules of a game, with a key for its lesson if it has one."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from arcade.club.i18n.words import Words
from arcade.club.people.drafts import OpenPage
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.lessons.screen import LessonScreen
from screens.pages.page import Page
from screens.pages.rules import keys_sheet, rules_page
from screens.terminal.rows import EMPTY, Row, row
from screens.widgets.sheet import SHEET


class KeysPage(Page):
    """Shows all keys of a screen at once, in columns."""

    LONGEST = SHEET

    def __init__(
        self,
        words: Words,
        title: str,
        text: str,
        actions: Sequence[Action],
        mends: Sequence[str] = (),
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        *richer, draw = keys_sheet(words, text, actions, mends, meant)
        super().__init__(title, draw, richer=richer)


_DIGITS = tuple(Action(f"section_{n}", (str(n),), "1-9", "", "") for n in range(1, 10))


class RulesPage(Page):
    """Shows a game's rules with the keys of a screen, and which section is read."""

    ASIDE = 96
    SECTIONS = (
        Action("next_section", ("right", "l"), "←→", N_("section"), N_("Go to the next heading.")),
        Action("last_section", ("left", "h"), "←", "", N_("Go to the heading before.")),
        *_DIGITS,
    )

    def __init__(
        self,
        words: Words,
        game: str,
        actions: Sequence[Action] = (),
        paragraph: int = 0,
        first: int = 0,
    ) -> None:
        pages = rules_page(words, game, actions, lambda: self.text.read_section())
        super().__init__(*pages, paragraph=paragraph)
        self.text.first = first
        self._game = game
        self._plan = lesson(registry.find(game))

    def actions(self) -> list[Action]:
        if self._plan is None or self.finder.typing:
            return super().actions()
        back, *others = super().actions()
        return [back, keys.LESSON, *others]

    def open_page(self) -> OpenPage:
        return OpenPage("rules", self._game, self.text.first)

    def on_resize(self) -> None:
        self.call_after_refresh(self.scrolled)

    def scrolled(self) -> None:
        """Mark the section that is read, in the contents and in the title."""
        if not self.top.is_attached:
            return  # left meanwhile
        self._bar()
        if "aside" in vars(self) and self.aside.is_attached:
            self.aside.redraw()

    def do(self, name: str) -> object:
        stem, _, digit = name.partition("_")
        if stem != "section":
            return super().do(name)
        self.text.go_to(int(digit))
        return None

    def progress(self) -> Row:
        at, many = self.text.read_section(), self.text.sections
        lit, rest = "━" * at, "━" * (many - at)
        return row((lit, "bar-gold"), (rest, "bar-dim"), (f" {at}/{many} ", "bar")) if at else EMPTY

    def do_lesson(self) -> None:
        if self._plan is not None:
            self.app.push_screen(LessonScreen(self._plan))
