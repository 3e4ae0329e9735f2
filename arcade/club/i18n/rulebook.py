"""Our own rules pages, by game and language, and their numbered paragraphs."""

import re
from functools import cache
from importlib.resources.abc import Traversable

from arcade.engine import registry
from arcade.engine.game import Game

_HEADING = re.compile(r"^## (\d+) · ", re.MULTILINE)


@cache
def rules(key: str, language: str = "en") -> str:
    """Give a game's rules page as Markdown, in English where the language lacks it.

    Raises `NoSuchGame`.
    """
    game = registry.find(key)
    page = _page(game, language)
    return (page if page.is_file() else _page(game, "en")).read_text(encoding="utf-8")


def _page(game: Game, language: str) -> Traversable:
    own = registry.folder(game)
    if own is None:
        raise FileNotFoundError(f"{game.meta.key} is a single module and has no rules page")
    return own / f"rules.{language}.md"


def paragraph(key: str, language: str, number: int) -> str:
    """Give one numbered paragraph of a rules page, with its heading; "" where there is none."""
    page = rules(key, language)
    starts = {int(found[1]): found.start() for found in _HEADING.finditer(page)}
    if number not in starts:
        return ""
    end = min((start for start in starts.values() if start > starts[number]), default=len(page))
    return page[starts[number] : end].strip()
