"""Check the shape of the tree: its folders, its imports, its names, and what no check sees.

`make check` runs it.
Imports under TYPE_CHECKING and inside functions count: whoever reads a file follows them too.
"""

import ast
import gc
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import TypeGuard

PACKAGES = ("arcade", "screens", "server")
NAMED = (*PACKAGES, "tests", "tools")
"""Where folders are short and names say what they are: whoever reads the house reads its tests."""
MOST_FILES = 15
"""Python files in one folder, `__init__.py` and sub-folders not counted."""

VAGUE = frozenset(["done", "found", "held", "late", "lies", "look", "one", "place", "said", "told"])
"""Words that name no value: a name says what it is, in the words of docs/glossary.md."""
KEPT = {"arcade.games.vingt_et_un.rules.turn.place", "server.hosting.finding.found"}
"""Names that stand in logs, in `--json` or in a game's own words."""

MOST_UNCHECKED = {"Any": 3.0, "noqa": 0.3}
"""Lines in 1,000 of whose types or style the checks see nothing, at most."""

Graph = dict[str, set[str]]

Nodes = Sequence[ast.AST]
"""What a file has of the kinds of `ASKED`."""
ASKED = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef),
    *(ast.arg, ast.Name, ast.Attribute, ast.MatchAs, ast.MatchStar),
)


def modules(root: Path, packages: tuple[str, ...] = PACKAGES) -> dict[str, Path]:
    """Return every module below the packages by its dotted name."""
    files = {}
    for path in sorted(path for name in packages for path in (root / name).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return files


def crowded(files: Mapping[str, Path]) -> Iterator[str]:
    folders = Counter(path.parent for path in files.values() if path.name != "__init__.py")
    for folder, count in sorted(folders.items()):
        if count > MOST_FILES:
            yield f"{folder} has {count} files; at most {MOST_FILES} belong in one folder."


def imports(name: str, path: Path, nodes: Nodes, known: Mapping[str, Path]) -> set[str]:
    """Return the modules that a file imports, relative imports included."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    imported: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            members = {alias.name: f"{base}.{alias.name}" for alias in node.names}
            imported.update(full if full in known else base for full in members.values())
    return (imported & known.keys()) - {name}


def circles(graph: Graph) -> Iterator[str]:
    """Describe one circle after another, each taken apart once it is found."""
    graph = {name: set(imported) for name, imported in graph.items()}
    while True:
        try:
            TopologicalSorter({name: sorted(graph[name]) for name in sorted(graph)}).prepare()
        except CycleError as error:
            circle = error.args[1][::-1]  # graphlib lists the imported before the importing
            yield "Circle of imports: " + " -> ".join(circle)
            for importing, imported in pairwise(circle):
                graph[importing].discard(imported)
        else:
            return


def bound(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Yield the line and name of what a file binds: values, parameters, attributes, functions."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            yield node.lineno, node.name


def vague(module: str, path: Path, nodes: Nodes) -> Iterator[str]:
    for line, name in bound(nodes):
        if name.strip("_") in VAGUE and f"{module}.{name}" not in KEPT:
            yield f"{path}:{line}: {name} does not say what it is; name it by the glossary."


def unchecked(texts: Iterable[str], files: Iterable[Nodes]) -> Iterator[str]:
    """Say what too many lines are exempt from."""
    lines = "".join(texts).splitlines()
    exempt = {
        "Any": sum(len({node.lineno for node in nodes if _is_any(node)}) for nodes in files),
        "noqa": sum("# noqa" in line for line in lines),
    }
    for what, most in MOST_UNCHECKED.items():
        if 1000 * exempt[what] > most * max(1000, len(lines)):
            yield f"{exempt[what]} of {len(lines)} lines have {what}; at most {most} in 1,000 may."


def _asked(node: ast.AST) -> bool:
    return isinstance(node, ASKED)


def _is_any(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == "Any"


def faults(root: Path) -> list[str]:
    files, named = modules(root), modules(root, NAMED)
    texts = {name: path.read_text(encoding="utf-8") for name, path in named.items()}
    nodes = {name: [*filter(_asked, ast.walk(ast.parse(text)))] for name, text in texts.items()}
    graph = {name: imports(name, path, nodes[name], files) for name, path in files.items()}
    unclear = (fault for name, path in named.items() for fault in vague(name, path, nodes[name]))
    exempt = unchecked(map(texts.__getitem__, files), map(nodes.__getitem__, files))
    return [*crowded(named), *circles(graph), *unclear, *exempt]


def main() -> int:
    gc.disable()  # everything that is read stays to the end
    problems = faults(Path())
    for fault in problems:
        sys.stderr.write(f"{fault}\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
