"""The rules pages of a game, and what its source cites of them."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from arcade.engine import registry
from arcade.engine.game import Game
from arcade.engine.registry import folder
from tests.registered import registered

HEADING = re.compile(r"^## (\d+) · (.+)$", re.MULTILINE)


def page(key: str, language: str) -> str:
    """Return the Markdown of a game's rules page; "" where there is none."""
    own = folder(registered()[key])
    file = own / f"rules.{language}.md" if own else None
    return file.read_text(encoding="utf-8") if file and file.is_file() else ""


def numbers(key: str, language: str) -> list[int]:
    """List the numbers of a page's paragraphs, in order."""
    return [int(number) for number, _ in HEADING.findall(page(key, language))]


def literal_paragraphs(game: Game) -> set[int]:
    """Return every paragraph number that stands as a literal in an `IllegalAction` of the game."""
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in _sources(game)]
    return {number for tree in trees for node in ast.walk(tree) for number in _cited(node)}


def _sources(game: Game) -> list[Path]:
    source = Path(inspect.getfile(import_module(registry.package(game) or type(game).__module__)))
    return sorted(source.parent.rglob("*.py")) if source.name == "__init__.py" else [source]


def _cited(node: ast.AST) -> Iterator[int]:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
        given = [
            *node.args[2:3],
            *(word.value for word in node.keywords if word.arg == "paragraph"),
        ]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, int):
                yield value.value
