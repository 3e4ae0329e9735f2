"""Our own rules pages, by game and language, and their numbered paragraphs."""

import re
from functools import cache

from arcade.club.i18n.words import Words
from arcade.engine import registry

_HEADING = re.compile(r"^## (\d+) · ", re.MULTILINE)


@cache
def rules(key: str, language: str = "en") -> str:
    """Return a game's rules page as Markdown, in English where the language lacks it.

    A game without a page has its name and its sentence for the lobby. Raises `NoSuchGame`.
    """
    game = registry.find(key)
    own = registry.folder(game)
    for page in (own / f"rules.{one}.md" for one in (language, "en")) if own else ():
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return f"# {game.meta.name}\n\n{Words(language).t(game.meta.blurb)}\n"


def paragraph(key: str, language: str, number: int) -> str:
    """Return one numbered paragraph of a rules page, with its heading; "" where there is none."""
    page = rules(key, language)
    starts = {int(found[1]): found.start() for found in _HEADING.finditer(page)}
    if number not in starts:
        return ""
    end = min((start for start in starts.values() if start > starts[number]), default=len(page))
    return page[starts[number] : end].strip()
