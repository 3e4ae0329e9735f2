"""The sentences that the code marks to be translated, and their translations."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

from arcade.engine.registry import built_in, folder
from tests.registered import registered

ROOT = Path(__file__).parents[1]
KEYWORDS = {
    "N_": None,
    "t": None,
    "nt": (1, 2),
    "phrase": None,
    "counted": (1, 2),
    "tell": None,
    "tell_counted": (1, 2),
    "refused": None,
    "BadOptions": None,
    "IllegalAction": (2,),
    "Step": (1,),
}

Message = str | tuple[str, ...]


MARKING = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
NESTING = re.compile(rf"""\b[rR]?[fF][rR]?(?:["'].*\{{.*{MARKING.pattern}|"{{3}}|'{{3}})""")
"""Where an f-string may mark something: in one line, as all do that are not in three quotes."""


@cache
def literals() -> dict[Message, str]:
    """Collect the marked literals of storeys and games, each with the place it stands."""
    origins: dict[Message, str] = {}
    for root in (*(ROOT / storey for storey in ("arcade", "screens", "server")), *elsewhere()):
        for file, _ in _marking(root):
            for line, message, _, _ in extract_from_file("python", file, keywords=KEYWORDS):
                origins.setdefault(message, f"{root.name}/{file.relative_to(root)}:{line}")
    return origins


def nested() -> Iterator[tuple[str, Message]]:
    """Yield the marked literals inside f-strings, which tools that read tokens do not find."""
    for root in (ROOT / storey for storey in ("arcade", "screens", "server")):
        for file, text in _marking(root):
            tree = ast.parse(text if NESTING.search(text) else "")
            for outer in ast.walk(tree):
                for call in ast.walk(outer) if isinstance(outer, ast.JoinedStr) else ():
                    if isinstance(call, ast.Call) and (message := _marked(call)):
                        yield f"{file.relative_to(ROOT)}:{call.lineno}", message


def _marking(root: Path) -> Iterator[tuple[Path, str]]:
    """Read the files in which anything is marked: to read tokens or a tree takes much longer."""
    for file in sorted(root.rglob("*.py")):
        if MARKING.search(text := file.read_text()):
            yield file, text


def _marked(call: ast.Call) -> Message:
    """Return the literal that a call marks, "" if it marks none."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in KEYWORDS:
        return ""
    numbers = [number - 1 for number in KEYWORDS[name] or (1,)]
    given = [call.args[at] for at in numbers if at < len(call.args)]
    texts = [each.value for each in given if isinstance(each, ast.Constant)]
    return _hashable(texts if len(texts) > 1 else "".join(map(str, texts)))


def elsewhere() -> list[Path]:
    """Return the folders of games that are not the house's own."""
    folders = (folder(game) for game in registered().values() if not built_in(game))
    return [Path(str(own)) for own in folders if own]


@cache
def translations(language: str) -> tuple[tuple[Message, Message, str], ...]:
    """List every sentence, its translation and the file that has it."""
    return tuple(_translations(language))


def _translations(language: str) -> Iterator[tuple[Message, Message, str]]:
    house = files("arcade") / "locale" / language
    homes = (Path(str(folder(game))) for game in registered().values() if folder(game))
    own = (home / f"{language}.po" for home in homes)
    for file in (*house.iterdir(), *(file for file in own if file.is_file())):
        if file.name.endswith(".po"):
            for message in read_po(BytesIO(file.read_bytes()), locale=language):
                if message.id:
                    yield _hashable(message.id), _hashable(message.string), file.name


def parts(message: Message) -> tuple[str, ...]:
    """Return the sentence, or its singular and plural."""
    return message if isinstance(message, tuple) else (message,)


def _hashable(value: object) -> Message:
    return tuple(value) if isinstance(value, list | tuple) else str(value)
