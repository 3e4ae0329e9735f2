"""Sentences in a reader's language, from gettext catalogues.

A language is a folder of `.po` files under `arcade/locale`; dropping one in adds a language. Each
game brings its own file. A game from another package cannot change anybody else's sentences.

Building a wheel compiles each `.po` to an `.mo` beside it, which is all that is read there. In a
checkout there is no `.mo`: Babel, a tool of development, compiles in memory.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from string import Formatter
from types import MappingProxyType
from typing import IO, Any

from arcade.engine import registry
from arcade.engine.news import News
from arcade.engine.words import N_

SOURCE = "en"
"""The language of the literals in the code."""

_VOWEL = re.compile(r"[aeiouàâéèêëîïôœ]|y[^aeiouy]", re.IGNORECASE)
_ELIDING = {"fr": (re.compile(r"\b([dD]|[qQ]u)e $"), _VOWEL)}
"""By language: the words that are elided, and the letters that follow: d'Albert, qu'Yvette."""

_TITLED = {"fr": (re.compile(r"\b[dD]e $"), re.compile(r"(?:Le|La|Les|The) "))}
"""By language: after which word a title loses its article, and the articles: une table de 421."""

_PLURAL_ENDING = re.compile(r"(?<=\w)s\b")
_SINGULAR: Mapping[str, Callable[[float], bool]] = MappingProxyType(
    {"en": lambda beside: beside == 1 and isinstance(beside, int), "fr": lambda beside: beside < 2}
)
"""By language: beside which numbers a unit is singular: "1 token", "1.0 points"; "0,63 point"."""

_OWN_NAME = N_("English")
_TWO = N_("{first} and {last}")
_MANY = N_("{most}, and {last}")
_TWO_WAYS = N_("{first} or {last}")
_MANY_WAYS = N_("{most}, or {last}")
_HALF = N_("0.5")
"""What a catalogue says of its language: its own name, how lists end, its decimal mark."""


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, the source language first."""
    house = files("arcade") / "locale"
    codes = sorted(folder.name for folder in house.iterdir() if folder.is_dir())
    return (SOURCE, *(name for name in codes if name != SOURCE))


def own_name(language: str) -> str:
    """Return a language's name in that language, "français"; its code if no catalogue says it."""
    name = _translated(language, _OWN_NAME)
    return name if language == SOURCE or name != _OWN_NAME else language


def nearest(wish: str | None) -> str:
    """Return the language for a wish such as "fr_FR.UTF-8", else the source language."""
    short = (wish or "").split("_")[0].split("-")[0].split(".")[0].lower()
    return short if short in languages() else SOURCE


class Words:
    """Sentences in a language; those about the player called `you` say "you" to them."""

    def __init__(self, language: str = SOURCE, you: str = "") -> None:
        self.language = language
        self._you = you
        self._catalogue = _catalogue(language)
        self._formatter = _Sentence(language, you=you)

    def to(self, you: str) -> "Words":
        return self if you == self._you else _addressing(self.language, you)

    def t(self, text: str, **fields: object) -> str:
        sentence = _translated(self.language, text) if text else ""
        if "{" not in sentence and "}" not in sentence:  # most are; a screen asks for hundreds
            return sentence
        return self._formatter.vformat(sentence, (), fields)

    def nt(self, singular: str, plural: str, n: int, **fields: object) -> str:
        sentence = self._catalogue.ngettext(singular, plural, n)
        return self._formatter.vformat(sentence, (), {"n": n, **fields})

    def number(self, value: float, decimals: int = 0, *, signed: bool = False) -> str:
        """Write a number with the language's decimal mark; `signed` writes a plus too."""
        return _number(self.language, value, decimals, "+" if signed else "")

    def unit(self, unit: str, beside: float) -> str:
        """Return a unit, whose name is a plural, as it stands beside a number."""
        text, singular = self.t(unit), _SINGULAR.get(self.language)
        return _PLURAL_ENDING.sub("", text) if singular and singular(abs(beside)) else text

    def listed(self, items: Sequence[str]) -> str:
        """Join items as the language does, "anna, ben, and carol"; "–" if there are none."""
        return _listed(self.language, items)

    def either(self, items: Sequence[str]) -> str:
        """Join alternatives, "1, 2, or 3"."""
        return _listed(self.language, items, _TWO_WAYS, _MANY_WAYS)

    def say(self, news: News, names: tuple[str, ...] = ()) -> str:
        """Return a news item as a sentence; `names` are the players' by seat."""
        count = news.data.get("n")
        if news.plural and isinstance(count, int):
            text = self._catalogue.ngettext(news.text, news.plural, count)
        else:
            text = self._catalogue.gettext(news.text)
        return _Sentence(self.language, names, self._you).vformat(text, (), news.data)


@lru_cache(1024)
def _addressing(language: str, you: str) -> Words:
    return Words(language, you)


class _Sentence(Formatter):
    """Fills fields by their types: see `arcade.engine.news.News` for the format specs."""

    def __init__(self, language: str, names: tuple[str, ...] = (), you: str = "") -> None:
        self._language = language
        self._names = names
        self._you = you

    def vformat(self, text: str, args: Sequence[object], fields: Mapping[str, object]) -> str:
        sentence = ""
        for literal, name, spec, _ in self.parse(text):
            sentence += literal
            if name is not None:
                formatted = self.format_field(self.get_field(name, args, fields)[0], spec or "")
                sentence = self._joined(sentence, formatted)
        return sentence

    def _joined(self, sentence: str, following: str) -> str:
        """Join two parts: a title without its article, a word elided, where the language does."""
        if self._language in _TITLED:
            before, article = _TITLED[self._language]
            if (title := article.match(following)) and before.search(sentence):
                following = following[title.end() :]
        if self._language in _ELIDING:
            word, vowel = _ELIDING[self._language]
            sentence = word.sub(r"\1'", sentence) if vowel.match(following) else sentence
        return sentence + following

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return self._in_person(value, format_spec)
        match format_spec:
            case "seat":
                return self._name(value)
            case "seats":
                names = [self._name(seat) for seat in value]
                you = _translated(self._language, "you")
                listed = [you if name == self._you else name for name in names]
                return _listed(self._language, listed)
            case "dice":
                return "-".join(str(die) for die in value)
            case "cards":
                return _listed(self._language, [str(card) for card in value])
            case "tenths":
                return _number(self._language, value / 10, 1 if value % 10 else 0)
            case "hand" | "":
                return f"−{-value}" if isinstance(value, int) and value < 0 else str(value)
            case _:
                return format(value, format_spec)

    def _in_person(self, value: str | int | tuple[int, ...], spec: str) -> str:
        """Say the second of two phrases if it is about the reader, else the first."""
        if isinstance(value, str):
            names = [value]
        else:
            names = [self._name(seat) for seat in (value if isinstance(value, tuple) else (value,))]
        third, second = spec.split("|")
        about_you = bool(self._you) and self._you in names
        if about_you:
            names.remove(self._you)
        before, at, after = (second if about_you else third).partition("@")
        if about_you and at and isinstance(value, tuple) and len(names) != 1:
            joint = _translated(self._language, _TWO).format(first="", last="")
            if before.endswith(joint):  # "You and @": the reader is the first of the list
                names.insert(0, before.removesuffix(joint))
                before = ""
        listed = _listed(self._language, names) if at else ""
        return self._joined(before, listed) + after

    def _name(self, seat: int) -> str:
        return self._names[seat] if 0 <= seat < len(self._names) else f"#{seat + 1}"


def _number(language: str, value: float, decimals: int, sign: str = "") -> str:
    text = f"{round(value, decimals) or 0.0:{sign}.{decimals}f}".replace("-", "−")
    return text.replace(".", _translated(language, _HALF).strip("05"))


def _listed(language: str, items: Sequence[str], two: str = _TWO, many: str = _MANY) -> str:
    if len(items) < 2:
        return items[0] if items else "–"
    before, last = items[:-1], items[-1]
    if len(before) == 1:
        return _translated(language, two).format(first=before[0], last=last)
    return _translated(language, many).format(most=", ".join(before), last=last)


@cache
def _catalogue(language: str) -> NullTranslations:
    """Return all catalogues of a language, each falling back on those it overrides."""
    catalogue = NullTranslations()
    for source in _sources(language):
        with _compiled(source, language) as file:
            above = GNUTranslations(file)
        above.add_fallback(catalogue)
        catalogue = above
    return catalogue


def _compiled(source: Traversable, language: str) -> IO[bytes]:
    if source.name.endswith(".mo"):
        return source.open("rb")
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes()), locale=language))
    compiled.seek(0)
    return compiled


@lru_cache(8192)
def _translated(language: str, text: str) -> str:
    """Return a translation, cached: a screen asks for hundreds at every key."""
    return _catalogue(language).gettext(text)


def _sources(language: str) -> Iterator[Traversable]:
    """Yield the files of a language, the ones that others override first."""
    for game in sorted(registry.games().values(), key=registry.built_in):
        own = registry.folder(game)
        if own is not None:
            yield from _best(own, f"{language}.")
    house = files("arcade") / "locale" / language
    if house.is_dir():
        yield from _best(house, "")


def _best(folder: Traversable, start: str) -> Iterator[Traversable]:
    """Yield a folder's catalogues with this prefix, compiled (`.mo`) where they are."""
    catalogues = {file.name: file for file in folder.iterdir() if file.name.startswith(start)}
    for name in sorted(catalogues):
        if name.endswith(".mo") or (name.endswith(".po") and f"{name[:-3]}.mo" not in catalogues):
            yield catalogues[name]
