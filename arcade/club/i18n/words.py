"""Sentences in a reader's language, from gettext catalogues.

A language is a folder of `.po` files under `arcade/locale`; dropping one in adds a language. Each
game brings its own file. A game from another package cannot change anybody else's sentences.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from string import Formatter
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from arcade.engine import registry
from arcade.engine.news import News

SOURCE = "en"
"""The language of the literals in the code."""

_VOWEL = re.compile(r"[aeiouàâéèêëîïôœ]|y[^aeiouy]", re.IGNORECASE)
_ELIDING = {"fr": (re.compile(r"\b([dD]|[qQ]u)e $"), _VOWEL)}
"""By language: the words that lose their last letter, before what: d'Albert, qu'Yvette."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, the source language first."""
    house = files("arcade") / "locale"
    found = sorted(one.name for one in house.iterdir() if one.is_dir())
    return (SOURCE, *(name for name in found if name != SOURCE))


def own_name(language: str) -> str:
    """Return a language's name in that language, "français"; its code where Babel knows none."""
    try:
        return Locale.parse(language).get_language_name() or language
    except (UnknownLocaleError, ValueError):
        return language


def nearest(wish: str | None) -> str:
    """Return the language for a wish such as "fr_FR.UTF-8", else the source language."""
    short = (wish or "").split("_")[0].split("-")[0].split(".")[0].lower()
    return short if short in languages() else SOURCE


class Words:
    def __init__(self, language: str = SOURCE) -> None:
        self.language = language
        self._catalogue = _catalogue(language)
        self._formatter = _Sentence(language)

    def t(self, text: str, **fields: Any) -> str:
        found = _translated(self.language, text) if text else ""
        if "{" not in found and "}" not in found:  # most are; a screen asks for hundreds
            return found
        return self._formatter.vformat(found, (), fields)

    def nt(self, one: str, many: str, n: int, **fields: Any) -> str:
        found = self._catalogue.ngettext(one, many, n)
        return self._formatter.vformat(found, (), {"n": n, **fields})

    def number(self, value: float, pattern: str) -> str:
        """Write a number by a pattern of Babel's ("0.0"), with the language's decimal mark."""
        return format_decimal(value, format=pattern, locale=self.language)

    def say(self, news: News, names: tuple[str, ...] = ()) -> str:
        """Return a news item as a sentence; `names` are the players' by seat."""
        count = news.data.get("n")
        if news.plural and isinstance(count, int):
            text = self._catalogue.ngettext(news.text, news.plural, count)
        else:
            text = self._catalogue.gettext(news.text)
        return _Sentence(self.language, names).vformat(text, (), news.data)


class _Sentence(Formatter):
    """Fills fields by what they are: see `arcade.engine.news.News` for the format specs."""

    def __init__(self, language: str, names: tuple[str, ...] = ()) -> None:
        self._language = language
        self._names = names

    def vformat(self, text: str, args: Sequence[Any], fields: Mapping[str, Any]) -> str:
        done = ""
        for literal, name, spec, _ in self.parse(text):
            done += literal
            if name is not None:
                said = self.format_field(self.get_field(name, args, fields)[0], spec or "")
                done = self._before(done, said) + said
        return done

    def _before(self, done: str, said: str) -> str:
        """Elide a word that cannot stand before this one."""
        word, vowel = _ELIDING.get(self._language, (None, None))
        return word.sub(r"\1'", done) if word and vowel and vowel.match(said) else done

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "seat":
                return self._name(value)
            case "seats":
                return self._list([self._name(seat) for seat in value])
            case "dice":
                return "-".join(str(die) for die in value)
            case "cards":
                return self._list([str(card) for card in value])
            case "tenths":
                return format_decimal(value / 10, format="0.#", locale=self._language)
            case "hand" | "":
                return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)
            case _:
                return format(value, format_spec)

    def _name(self, seat: int) -> str:
        return self._names[seat] if 0 <= seat < len(self._names) else f"#{seat + 1}"

    def _list(self, items: list[str]) -> str:
        return format_list(items, locale=Locale.parse(self._language)) if items else "–"


@cache
def _catalogue(language: str) -> NullTranslations:
    """Return all texts of a language in one catalogue: searching several in turn is slow."""
    catalogue = Catalog(locale=language)
    for one in _sources(language):
        for message in read_po(BytesIO(one.read_bytes()), locale=language):
            if message.id and message.string:
                catalogue.delete(message.id)
                catalogue[message.id] = message
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(8192)
def _translated(language: str, text: str) -> str:
    """Return a translation, cached: a screen asks for hundreds at every key."""
    return _catalogue(language).gettext(text)


def _sources(language: str) -> Iterator[Traversable]:
    """Yield the files of a language, the ones that others override first."""
    for game in sorted(registry.games().values(), key=registry.built_in):
        own = registry.folder(game)
        if own is not None and (own / f"{language}.po").is_file():
            yield own / f"{language}.po"
    house = files("arcade") / "locale" / language
    if house.is_dir():
        found = sorted(house.iterdir(), key=lambda file: file.name)
        yield from (one for one in found if one.name.endswith(".po"))
