"""The page behind `?`: the keys that work here, and the rules of the game."""

from collections.abc import Callable, Sequence

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, pad, row, wrap
from screens.widgets import markdown

Pages = tuple[str, Callable[[int], list[Row]]]
"""A title, and the rows for so many cells."""


def key_rows(words: Words, actions: Sequence[Action], cells: int) -> list[Row]:
    """Return keys with sentences on what they do."""
    done: list[Row] = []
    for one in (listed for listed in actions if listed.what):
        head = row((f" {pad(words.t(one.shown), 6)} ", "gold"))
        done += wrap(head + row(words.t(one.what)), cells, 8)
    return done


def rules_page(words: Words, game: str, actions: Sequence[Action] = ()) -> Pages:
    """Return the rules page of a game, with the keys of a screen."""
    text = rulebook.rules(game, words.language)
    first, _, text = text.partition("\n")
    title = first.lstrip("# ")

    def draw(cells: int) -> list[Row]:
        done = markdown.rows_of(text, cells)
        if actions:
            done += [EMPTY, row((words.t("Keys"), "gold")), *key_rows(words, actions, cells)]
        return done

    return title, draw


def keys_page(words: Words, title: str, text: str, actions: Sequence[Action]) -> Pages:
    """Return a page of explanation (in Markdown) and keys."""

    def draw(cells: int) -> list[Row]:
        done = markdown.rows_of(text, cells)
        return [*done, EMPTY, row((words.t("Keys"), "gold")), *key_rows(words, actions, cells)]

    return title, draw
