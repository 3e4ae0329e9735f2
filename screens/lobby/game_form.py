"""A form about a game: beside its lines stand an example of its rules, and what it is."""

from abc import abstractmethod

from arcade.club.i18n import rulebook
from arcade.club.operations.results import ReadRules
from arcade.engine.game import Game
from screens import keys
from screens.games import small_picture
from screens.pages.form import FormScreen
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import EMPTY, Row, row, row_width
from screens.widgets import markdown
from screens.widgets.sheet import headed, is_tall

_LEAST = 8
"""The fewest rows beside the lines in which the rules begin."""


class GameForm(FormScreen):
    @property
    @abstractmethod
    def game(self) -> Game:
        """The chosen game."""

    def preview(self, cells: int) -> list[Row]:
        """Draw the first example of the game's rules."""
        text = rulebook.rules(self.game.meta.key, self.words.language)
        shown = markdown.example(text, cells, is_tall(self.form.size))
        drawn = [line[1:] for line in shown]  # without its indent
        return drawn if all(row_width(line) <= cells for line in drawn) else []

    def emblem(self) -> list[Row]:
        return [*small_picture(self.game.meta.key)]

    def beside(self, cells: int, height: int) -> list[Row]:
        """Say what the game is, begin its rules, and name the key that shows them."""
        if height < _LEAST:
            return []
        text = rulebook.below_title(self.game.meta.key, self.words.language)
        rules = markdown.introduction(text, cells)
        more = row((self.arcade.keyboard.shown(keys.of(ReadRules)), "gold", "rules"), "  ")
        end = row((self.words.t("Read all its rules."), "dim", "rules"))
        if (room := height - len(rules) - 6) >= _LEAST:
            opening, _ = markdown.opening(markdown.numbered(text), cells, room)
            rules += [EMPTY, *opening]
        return headed(self.game.meta.name, (EMPTY, *rules, EMPTY, more + end), cells)

    def do_rules(self) -> None:
        self.app.push_screen(RulesPage(self.words, self.game.meta.key))
