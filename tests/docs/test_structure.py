"""`make check` refuses crowded folders and circles of imports."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.structure import MOST_FILES, faults

ROOT = Path(__file__).parents[2]


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_tree_in_order_passes(tmp_path: Path) -> None:
    write(tmp_path, arcade__one="import arcade.two", arcade__two="import ast", server__run="")
    assert faults(tmp_path) == []


def test_a_folder_holds_at_most_fifteen_files_besides_its_init(tmp_path: Path) -> None:
    write(tmp_path, **{f"arcade__rooms__m{n}": "" for n in range(MOST_FILES)})
    (tmp_path / "arcade/rooms/__init__.py").touch()
    write(tmp_path, arcade__rooms__bots__pool="", arcade__rooms__bots__worker="")
    assert faults(tmp_path) == []
    write(tmp_path, arcade__rooms__straw="")
    (fault,) = faults(tmp_path)
    assert "arcade/rooms has 16 files" in fault
    for folder in ("tools__bench", "tests__rooms"):
        write(tmp_path, **{f"{folder}__m{n}": "" for n in range(MOST_FILES + 1)})
    assert len(faults(tmp_path)) == 3


@pytest.mark.parametrize(
    "back",
    [
        "import arcade.one",
        "from arcade.one import One",
        "from arcade import one",
        "from . import one",
        "from .one import One",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from arcade.one import One",
        "def deferred():\n    from arcade.one import One",
    ],
)
def test_a_circle_of_imports_is_named(tmp_path: Path, back: str) -> None:
    write(tmp_path, arcade__one="import arcade.two", arcade__two="import arcade.three")
    write(tmp_path, arcade__three=back)
    assert faults(tmp_path) == [
        "Circle of imports: arcade.one -> arcade.two -> arcade.three -> arcade.one"
    ]


def test_few_lines_are_exempt_from_types_and_lint(tmp_path: Path) -> None:
    long = "value = 0\n" * 993
    write(tmp_path, arcade__one=long + "first: Any = 0  # noqa: A001\n" + "value: Any\n" * 3)
    assert faults(tmp_path) == [
        "4 of 997 lines have Any; at most 3.0 in 1,000 may.",
        "1 of 997 lines have noqa; at most 0.3 in 1,000 may.",
    ]
    write(tmp_path, arcade__two=long * 3)
    assert faults(tmp_path) == []


def test_every_circle_is_named(tmp_path: Path) -> None:
    write(tmp_path, arcade__one="from arcade import two, three")
    write(tmp_path, arcade__two="from arcade import one", arcade__three="from arcade import one")
    assert len(faults(tmp_path)) == 2


def test_make_check_runs_it_and_it_fails_with_the_fault(tmp_path: Path) -> None:
    assert "-m tools.structure" in (ROOT / "Makefile").read_text()
    write(tmp_path, server__one="import server.two", server__two="import server.one")
    completed = subprocess.run(
        [sys.executable, "-m", "tools.structure"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 1
    assert "server.one -> server.two -> server.one" in completed.stderr


@pytest.mark.parametrize("folder", ["arcade", "tests", "tools"])
def test_a_name_that_says_nothing_is_named(tmp_path: Path, folder: str) -> None:
    write(tmp_path, **{f"{folder}__a": "def f(seats):\n    return [one for one in seats]\n"})
    (fault,) = faults(tmp_path)
    assert "a.py:2: one does not say what it is" in fault
