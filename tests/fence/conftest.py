"""Rogue, installed in a folder of its own as pip would, for a process or for this one."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arcade.club.speech import actions
from arcade.engine import fence, registry

HERE = Path(__file__).parent
POINTS = "[arcade.games]\nrogue = rogue.rules:GAME\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder that has Rogue."""
    return install(tmp_path / "site", POINTS)


def install(where: Path, points: str) -> Path:
    shutil.copytree(HERE / "rogue", where / "rogue")
    about = where / "rogue-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rogue\nVersion: 1\n")
    (about / "entry_points.txt").write_text(points)
    return where


@pytest.fixture
def rogue(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rogue among the games of this process, until the test ends."""
    monkeypatch.syspath_prepend(str(installed))
    forget()
    yield
    monkeypatch.undo()
    fence.when_failed(lambda _: None)
    registry.withdraw(())
    for name in [name for name in sys.modules if name.split(".")[0] == "rogue"]:
        del sys.modules[name]
    forget()


def forget() -> None:
    """Have the games looked for again."""
    registry._left_out.clear()
    kept = registry.installed, registry._by_word, registry._module, actions._verbs, actions._kinds
    for entry in kept:
        entry.cache_clear()
