"""The rules pages of a game, and what its source cites of them."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from arcade.engine.game import Game
from arcade.engine.plugins import HOUSE, folder
from tests.registered import registered

HEADING = re.compile(r"^## (\d+) · (.+)$", re.MULTILINE)


def page(key: str, language: str) -> str:
    """Give the Markdown of a game's rules page; "" where there is none."""
    own = folder(registered()[key])
    house = files("arcade.games") / "rules" / f"{key}.{language}.md"
    file = own / f"rules.{language}.md" if own else house
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def numbers(key: str, language: str) -> list[int]:
    """List the numbers of a page's paragraphs, in order."""
    return [int(number) for number, _ in HEADING.findall(page(key, language))]


def literal_paragraphs(game: Game) -> set[int]:
    """Give every paragraph number that stands as a literal in an `IllegalAction` of the game."""
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in _sources(game)]
    return {number for tree in trees for node in ast.walk(tree) for number in _cited(node)}


def _sources(game: Game) -> list[Path]:
    own = type(game).__module__
    name = ".".join(own.split(".")[: 3 if own.startswith(HOUSE) else 1])
    source = Path(inspect.getfile(import_module(name)))
    return sorted(source.parent.glob("*.py")) if source.name == "__init__.py" else [source]


def _cited(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
        given = [
            *node.args[2:3],
            *(word.value for word in node.keywords if word.arg == "paragraph"),
        ]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, int):
                yield value.value
