"""Every visible sentence has its translation, with the same fields."""

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
