"""Every visible sentence has its translation, with the same fields."""

import re
from string import Formatter

import pytest

from arcade.club.i18n.words import SOURCE, languages
from tests.catalogues import Message, literals, parts, translations

TRANSLATED = [one for one in languages() if one != SOURCE]


def _fields(text: str) -> set[tuple[str, str]]:
    """Give each field's name and spec; "|" is any pair of phrases about somebody and to them."""
    return {
        (name, "|" if "|" in (spec or "") else spec or "")
        for _, name, spec, _ in Formatter().parse(text)
        if name is not None
    }


def _names(text: str) -> set[str]:
    return {name for name, _ in _fields(text)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_is_said_in_one_way(language: str) -> None:
    said: dict[Message, tuple[Message, str]] = {}
    for message, text, file in translations(language):
        other, where = said.setdefault(message, (text, file))
        assert other == text, f"{message}: {other} in {where}, {text} in {file}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_and_nothing_left_over(language: str) -> None:
    wanted = literals()
    assert wanted
    had: dict[str, str] = {}
    for message, string, file in translations(language):
        assert all(parts(string)), f"{file}: {message!r} has no translation"
        had |= dict.fromkeys(parts(message), file)
    missing = {
        f"{place}: {part}"
        for message, place in wanted.items()
        for part in parts(message)
        if part not in had
    }
    assert not missing, "\n".join(sorted(missing))
    known = {part for message in wanted for part in parts(message)}
    left_over = {f"{file}: {part}" for part, file in had.items() if part not in known}
    assert not left_over, "\n".join(sorted(left_over))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_uses_the_fields_of_its_sentence(language: str) -> None:
    for message, string, file in translations(language):
        allowed = set().union(*(_fields(part) for part in parts(message)))
        for part in parts(string):
            assert _fields(part) <= allowed, f"{file}: {part!r} for {message!r}"
            # A sentence that says "you" to somebody does so in every language.
            assert {one for one in allowed if one[1] == "|"} <= _fields(part), f"{file}: {part!r}"
        if isinstance(message, str):
            assert _names(str(string)) == {name for name, _ in allowed}, f"{file}: {string!r}"


ODD = {
    "en": r"(?<!\{)(?<!ree )\bthrows?\b(?!.*away)|nobody's any more|as everybody wished|must wish|"
    r"at one go|over there|died of a miss|To be written",
    "fr": r"’|d'usage|\bjets?\b|tuile|yeux|interdit|assied des|qu'elle peut valoir|relance de \{|"
    r"d'au moins|checker|pas de tel|Personne ne conseille|tant pis|a cassé|Juste encore|"
    r"n'avez rien encore|jour le coup|\bExact à|\bSignes\b|\bMouvement\b|qui attend\b|"
    r"kills à faire",
}
"""What players stumbled over: words for something that has another name, and no idiom."""


@pytest.mark.parametrize("language", languages())
def test_no_sentence_is_said_as_players_found_odd(language: str) -> None:
    if language == SOURCE:
        home = ("arcade/", "screens/", "server/")
        said = [one for one, place in literals().items() if place.startswith(home)]
    else:
        said = [text for _, text, _ in translations(language)]
    found = (part for one in said for part in parts(one))
    odd = [part for part in found if re.search(ODD[language], part)]
    assert said and not odd, odd
