"""Our own rules pages, by game and language."""

from functools import cache

from arcade.club.i18n.words import Words
from arcade.engine import registry


@cache
def rules(key: str, language: str = "en") -> str:
    """Return a game's rules page as Markdown, in English where the language lacks it.

    A game without a page has its name and its sentence for the lobby. Raises `NoSuchGame`.
    """
    game = registry.find(key)
    own = registry.folder(game)
    for page in (own / f"rules.{code}.md" for code in (language, "en")) if own else ():
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return f"# {game.meta.name}\n\n{Words(language).t(game.meta.blurb)}\n"


def below_title(key: str, language: str = "en") -> str:
    """Return a game's rules page without its title."""
    return rules(key, language).partition("\n")[2].strip()
