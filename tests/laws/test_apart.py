"""Nothing outside a game's own folders names a game."""

import re
from pathlib import Path

from arcade.engine import registry
from arcade.engine.game import Game

ROOT = Path(__file__).parents[2]


def test_nothing_outside_its_folders_names_a_game(game: Game) -> None:
    if not registry.built_in(game):
        return
    module = registry.package(game).rpartition(".")[2]
    meta = game.meta
    names = {re.escape(name) for name in (meta.key, module, meta.name) if not _is_number(name)}
    named = re.compile(rf"\b({'|'.join(names)}|[\"']{re.escape(meta.key)}[\"'])", re.IGNORECASE)
    namings = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in _outside()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert not namings, "\n".join(namings)


def _is_number(name: str) -> bool:
    return name.isdecimal()


def _outside() -> list[Path]:
    folders = [ROOT / name for name in ("arcade", "screens", "server")]
    files = (path for folder in folders for kind in ("*.py", "*.po") for path in folder.rglob(kind))
    homes = [ROOT / "arcade/games", *(ROOT / "screens/games").glob("*/")]
    return sorted(
        path
        for path in files
        if not any(path.is_relative_to(home) for home in homes if home.is_dir())
    )
