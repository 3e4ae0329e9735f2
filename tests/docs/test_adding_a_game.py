"""The games of docs/adding-a-game.md: installed and tried as the page says."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
EXAMPLES = ROOT / "docs" / "examples"
INSTALL = ("uv", "pip", "install", "--no-build-isolation")
PATIENCE = 300


def commands() -> list[list[str]]:
    """The commands of the page, without `.venv/bin/`."""
    commands = re.findall(r"^\.venv/bin/(.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [shlex.split(line, comments=True) for line in commands]


def installed(source: Path, where: Path) -> dict[str, str]:
    """Install a game into a folder, not into the environment the suite runs in."""
    tool = Path(sys.executable).with_name("uv")
    here = ("-q", "--offline", "--no-deps", "--python", sys.executable, "--target", where)
    subprocess.run([tool, *INSTALL[1:], *here, source], check=True, timeout=PATIENCE)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(where), str(ROOT)])}


@pytest.mark.parametrize("game", ["cochon", "ship"])
def test_a_game_is_added_as_the_page_says(tmp_path: Path, game: str) -> None:
    source = EXAMPLES / game
    install, simulate, laws = (
        words for words in commands() if any(word.endswith(game) for word in words)
    )
    assert install == [*INSTALL, "-e", str(source.relative_to(ROOT))]
    environment = installed(source, tmp_path)

    def output_of(*command: str) -> str:
        ran = subprocess.run(
            [sys.executable, *command],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=environment,
            timeout=PATIENCE,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    output = output_of("-c", "from server.hosting.cli import main; main()", *simulate[1:])
    if game == "cochon":
        assert "clear" in output.split("good")[1]
    assert laws[:3] == ["python", "-m", "pytest"]
    output = output_of(*laws[1:], "-p", "no:cacheprovider", "-n", "0")
    assert re.search(r"^\d{2,3} passed", output, re.MULTILINE), output


def test_the_page_shows_the_whole_pyproject() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown == (EXAMPLES / "ship" / "pyproject.toml").read_text(encoding="utf-8")
