"""Every visible sentence has its translation, with the same fields."""

import re
from string import Formatter

import pytest

from arcade.club.i18n.words import SOURCE, Words, languages
from tests.catalogues import Message, literals, nested, parts, translations

TRANSLATED = [language for language in languages() if language != SOURCE]


def _fields(text: str) -> set[tuple[str, str]]:
    """Return each field's name and spec; "|" is any pair of phrases about somebody and to them."""
    return {
        (name, "|" if "|" in (spec or "") else spec or "")
        for _, name, spec, _ in Formatter().parse(text)
        if name is not None
    }


def _names(text: str) -> set[str]:
    return {name for name, _ in _fields(text)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_is_said_in_one_way(language: str) -> None:
    expected: dict[Message, tuple[Message, str]] = {}
    for message, text, file in translations(language):
        other, where = expected.setdefault(message, (text, file))
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
        f"{origin}: {part}"
        for message, origin in wanted.items()
        for part in parts(message)
        if part not in had
    }
    assert not missing, "\n".join(sorted(missing))
    known = {part for message in wanted for part in parts(message)}
    left_over = {f"{file}: {part}" for part, file in had.items() if part not in known}
    assert not left_over, "\n".join(sorted(left_over))


def test_no_sentence_hides_in_an_f_string() -> None:
    hidden = [f"{where}: {message}" for where, message in nested() if message not in literals()]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_uses_the_fields_of_its_sentence(language: str) -> None:
    for message, string, file in translations(language):
        allowed = set().union(*(_fields(part) for part in parts(message)))
        for part in parts(string):
            assert _fields(part) <= allowed, f"{file}: {part!r} for {message!r}"
            # A sentence that says "you" to somebody does so in every language.
            assert {field for field in allowed if field[1] == "|"} <= _fields(part), (
                f"{file}: {part!r}"
            )
        if isinstance(message, str):
            assert _names(str(string)) == {name for name, _ in allowed}, f"{file}: {string!r}"


ODD = {
    "en": r"(?<!\{)(?<!ree )\bthrows?\b(?!.*away)|nobody's any more|as everybody wished|must wish|"
    r"at one go|over there|died of a miss|To be written",
    "fr": r"’|d'usage|\bjets?\b|tuile|yeux|interdit|assied des|qu'elle peut valoir|relance de \{|"
    r"d'au moins|checker|pas de tel|Personne ne conseille|tant pis|a cassé|Juste encore|"
    r"n'avez rien encore|jour le coup|\bExact à|\bSignes\b|\bMouvement\b|qui attend\b|"
    r"kills à faire|jusqu'ici[):]|Mains jusqu|première impression|en boucle|prêterait|"
    r"le plus fort et|manche unique|mener le tour|entre soi|s'appelle ainsi|excès|\{seat:relance\||"
    r", reste \{|images bouger|abs\.\+|\bouverts\b|exactement \{n\} lancers?|\binterdite?\b",
}
"""What players stumbled over: words for something that has another name, and no idiom."""


@pytest.mark.parametrize("language", languages())
def test_no_sentence_is_said_as_players_found_odd(language: str) -> None:
    if language == SOURCE:
        home = ("arcade/", "screens/", "server/")
        sentences = [message for message, origin in literals().items() if origin.startswith(home)]
    else:
        sentences = [text for _, text, _ in translations(language)]
    lines_said = (part for sentence in sentences for part in parts(sentence))
    odd = [part for part in lines_said if re.search(ODD[language], part)]
    assert sentences and not odd, odd


def _rendered(words: Words, text: str, reader: str) -> str:
    """Say a sentence of two persons to one of them; whatever else it tells is a number."""
    people = iter(("Anna", "Zoé") * 4)
    known: dict[str, str | int] = {}
    for name, spec in sorted(_fields(text)):
        known[name] = next(people) if spec in ("|", "seat") or name in PERSONS else 3
    for spec in (":seat}", ":seats}", ":dice}", ":cards}", ":hand}", ":tenths}"):
        text = text.replace(spec, "}")
    return words.to(reader)._formatter.vformat(text, (), known)


PERSONS = ("name", "names", "who", "by", "bot", "whom", "giver", "seat", "target", "other")

TO_YOU = re.compile(r"(?<!^)(?<![.:;!?] )(?<!c'est )(?<!est )\bà vous(?! d| et )", re.IGNORECASE)
"""An indirect object said like a person's name: "il donne un dé à vous" for "il vous donne"."""

GENDERED = re.compile(
    r"\b(?:(?<!nom )(?:Anna|Zoé) (?:n'|s')?(?:est|était|sera|a été)|"
    r"[Vv]ous (?:n')?(?:êtes|étiez|serez|avez été)|vous a(?:vait)?)"
    r" (?!retiré\b|demandé\b|été\b)(?:\w+ment )?"
    r"(?:mort|absent|assis|seul|prêt|venu|parti|sorti|exclu|revenu|perdu|battu|\w{2,}é)\b|"
    r"\b(?:premier|dernier|tiré) (?:mort|arrivé|d'affaire)|\b[Ss]eul (?:Anna|Zoé)|[Vv]ous seul\b|"
    r"^(?:† )?(?:mort|tué|éliminé|absent|ignoré|muet|invité|seul|assis)\b(?! :)"
)
"""What is said of somebody, whose gender nobody knows, as if they were a man."""


@pytest.mark.parametrize("wrong", [TO_YOU, GENDERED], ids=["indirect", "gender"])
def test_french_addresses_a_person_as_french_does(wrong: re.Pattern[str]) -> None:
    """Held against what was said wrongly, and against every sentence as each reader hears it."""
    for sentence in (
        "Marcel donne 1 dé de la Crise à vous.",
        "Amélie rend la parole à vous.",
        "† Anna est mort.",
        "Vous étiez absent ; un robot garde votre place.",
        "Anna s'est absenté.",
        "Zoé vous a éloigné de cette table.",
        "Seul Anna, qui a ouvert la table, peut le faire.",
        "† mort",
    ):
        assert TO_YOU.search(sentence) or GENDERED.search(sentence), sentence
    words = Words("fr")
    wrong_texts = {
        f"{file}: {text}"
        for _, string, file in translations("fr")
        for part in parts(string)
        if wrong is GENDERED or "|" in part
        for reader in ("", "Anna", "Zoé")
        if wrong.search(text := _rendered(words, part, reader))
    }
    assert not wrong_texts, "\n".join(sorted(wrong_texts))
