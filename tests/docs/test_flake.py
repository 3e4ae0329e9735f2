"""`make flake` names what fails, and how often."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ssh import forks

FOLDER = Path(__file__).parents[2]
SUITE = """
from pathlib import Path

def test_that_holds(): pass

def test_that_fails_every_second_time():
    there = Path("been here")
    there.unlink() if there.exists() else there.touch()
    assert there.exists()
"""


@pytest.mark.parametrize(
    "words",
    [
        ("tools.flake", "--runs", "0"),
        ("tools.soak.visits", "--visits", "0"),
        ("tools.soak.openings", "--openings", "-3"),
        ("pytest", "--kills", "0", "tests/faults"),
    ],
)
def test_what_would_run_nothing_is_refused(words: tuple[str, ...]) -> None:
    completed = forks.module(*words, folder=FOLDER)
    assert completed.returncode not in (0, 1), "a usage that is wrong, not a test"
    assert re.search("too few|nothing to run", completed.stderr)


def test_what_fails_now_and_then_is_named_with_how_often(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SUITE)
    completed = subprocess.run(
        [sys.executable, "-m", "tools.flake", "--runs", "2", "--busy", "1", "--", "test_it.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(FOLDER), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert completed.returncode == 1, completed.stderr
    quiet, busy, failed = completed.stdout.splitlines()[-3:]
    assert quiet.startswith("quiet: 1 of 2 green")
    assert busy.startswith("beside a busy neighbour: 1 of 1 green")
    assert failed.split() == ["failed", "1×", "test_it::test_that_fails_every_second_time"]
