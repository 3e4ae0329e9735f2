"""Our own rules pages, by game and language, and their numbered paragraphs."""

import re
from functools import cache
from importlib.resources import files

from arcade.engine import registry

_HEADING = re.compile(r"^## (\d+) · ", re.MULTILINE)


@cache
def rules(key: str, language: str = "en") -> str:
    """Give a game's rules page as Markdown, in English where the language lacks it.

    Raises `NoSuchGame`.
    """
    registry.find(key)
    folder = files("arcade.games") / "rules"
    page = folder / f"{key}.{language}.md"
    if not page.is_file():
        page = folder / f"{key}.en.md"
    return page.read_text(encoding="utf-8")


def paragraph(key: str, language: str, number: int) -> str:
    """Give one numbered paragraph of a rules page, with its heading; "" where there is none."""
    page = rules(key, language)
    starts = {int(found[1]): found.start() for found in _HEADING.finditer(page)}
    if number not in starts:
        return ""
    end = min((start for start in starts.values() if start > starts[number]), default=len(page))
    return page[starts[number] : end].strip()
