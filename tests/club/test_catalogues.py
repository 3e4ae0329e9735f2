"""Every visible sentence has its translation, with the same fields."""

from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from arcade.club.words import SOURCE, languages
from arcade.engine.parts import folder
from tests.registered import registered

ROOT = Path(__file__).parents[2]
KEYWORDS = {
    "N_": None,
    "t": None,
    "nt": (1, 2),
    "told": None,
    "counted": (1, 2),
    "refused": None,
}

Message = str | tuple[str, ...]


def literals() -> dict[Message, str]:
    """Collect the marked literals of storeys and games, each with the place it stands."""
    found: dict[Message, str] = {}
    for place in (*(ROOT / storey for storey in ("arcade", "screens", "server")), *elsewhere()):
        for name, line, message, _, _ in extract_from_dir(
            str(place), [("**.py", "python")], keywords=KEYWORDS
        ):
            found.setdefault(message, f"{place.name}/{name}:{line}")
    return found


def elsewhere() -> list[Path]:
    """Give the folders of games that are not the house's own."""
    return [Path(str(own)) for game in registered().values() if (own := folder(game))]


def translations(language: str) -> Iterator[tuple[Message, Message, str]]:
    house = files("arcade") / "locale" / language
    own = (one / f"{language}.po" for one in elsewhere())
    for one in (*house.iterdir(), *(file for file in own if file.is_file())):
        if one.name.endswith(".po"):
            for message in read_po(BytesIO(one.read_bytes()), locale=language):
                if message.id:
                    yield _hashable(message.id), _hashable(message.string), one.name


def _hashable(value: object) -> Message:
    return tuple(value) if isinstance(value, list | tuple) else str(value)


def _parts(message: Message) -> tuple[str, ...]:
    return message if isinstance(message, tuple) else (message,)


def _fields(text: str) -> set[tuple[str, str]]:
    return {(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", [one for one in languages() if one != SOURCE])
def test_a_sentence_is_said_in_one_way(language: str) -> None:
    said: dict[Message, tuple[Message, str]] = {}
    for message, text, file in translations(language):
        other, where = said.setdefault(message, (text, file))
        assert other == text, f"{message}: {other} in {where}, {text} in {file}"


@pytest.mark.parametrize("language", [one for one in languages() if one != SOURCE])
def test_nothing_is_missing_and_nothing_left_over(language: str) -> None:
    wanted = literals()
    assert wanted
    had: dict[str, str] = {}
    for message, string, file in translations(language):
        assert all(_parts(string)), f"{file}: {message!r} has no translation"
        had |= dict.fromkeys(_parts(message), file)
    missing = {
        f"{place}: {part}"
        for message, place in wanted.items()
        for part in _parts(message)
        if part not in had
    }
    assert not missing, "\n".join(sorted(missing))
    parts = {part for message in wanted for part in _parts(message)}
    left_over = {f"{file}: {part}" for part, file in had.items() if part not in parts}
    assert not left_over, "\n".join(sorted(left_over))


@pytest.mark.parametrize("language", [one for one in languages() if one != SOURCE])
def test_a_translation_uses_the_fields_of_its_sentence(language: str) -> None:
    for message, string, file in translations(language):
        allowed = set().union(*(_fields(part) for part in _parts(message)))
        for part in _parts(string):
            assert _fields(part) <= allowed, f"{file}: {part!r} for {message!r}"
        if isinstance(message, str):
            assert _fields(str(string)) == allowed, f"{file}: {string!r} drops a field"
