"""The rules of a game, with a key for its lesson if it has one."""

from collections.abc import Sequence

from arcade.club.i18n.words import Words
from arcade.club.people.drafts import OpenPage
from arcade.engine import registry
from arcade.engine.lesson import lesson
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.lessons.screen import LessonScreen
from screens.pages.page import Page
from screens.pages.rules import rules_page


class RulesPage(Page):
    """Shows the keys of a screen and a game's rules."""

    SECTIONS = (
        Action("next_section", ("right", "l"), "←→", N_("section"), N_("Go to the next heading.")),
        Action("last_section", ("left", "h"), "←", "", N_("Go to the heading before.")),
    )

    def __init__(
        self,
        words: Words,
        game: str,
        actions: Sequence[Action] = (),
        paragraph: int = 0,
        row: int = 0,
    ) -> None:
        super().__init__(*rules_page(words, game, actions), paragraph=paragraph)
        self.text.first = row
        self._game = game
        self._plan = lesson(registry.find(game))

    def actions(self) -> list[Action]:
        if self._plan is None or self.finder.typing:
            return super().actions()
        back, *others = super().actions()
        return [back, keys.LESSON, *others]

    def open_page(self) -> OpenPage:
        return OpenPage("rules", self._game, self.text.first)

    def do_lesson(self) -> None:
        if self._plan is not None:
            self.app.push_screen(LessonScreen(self._plan))
