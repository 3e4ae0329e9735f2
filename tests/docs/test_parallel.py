"""Workers that are forks run every test once; one that dies or hangs costs no other test."""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2]
SUITE = """
import os
import time
from pathlib import Path
import pytest

@pytest.fixture(scope="module")
def shared():
    yield
    print("put away")

@pytest.mark.parametrize("number", range(20))
def test_that_shares(shared, tmp_path, number):
    print("number", number)
    with open("ran", "a") as file:
        file.write(f"{number}\\n")
    (tmp_path / "own").mkdir()
    assert number != 7

@pytest.mark.parametrize("name", ["one", "other"])
def test_that_needs_another(name):
    Path(name).touch()
    while not (Path("one").exists() and Path("other").exists()):
        time.sleep(0.01)

@pytest.fixture
def broken():
    yield
    raise OSError("not put away")

def test_whose_end_fails(broken): pass

@pytest.mark.timeout(0.1)
def test_that_hangs():
    time.sleep(60)

def test_that_dies():
    os.abort()
"""


def test_every_test_is_run_once_and_a_dead_worker_costs_one(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SUITE)
    words = (
        "-m",
        "pytest",
        "-p",
        "pytest_timeout",
        "-p",
        "tests.parallel",
        "--workers",
        "3",
        "-rA",
        "test_it.py",
    )
    ended = subprocess.run(
        [sys.executable, *words],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(FOLDER),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "COLUMNS": "120",
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert sorted(map(int, (tmp_path / "ran").read_text().split())) == list(range(20))
    lines = ended.stdout.splitlines()
    assert {line for line in lines if line.startswith(("FAILED", "ERROR"))} == {
        "FAILED test_it.py::test_that_shares[7] - assert 7 != 7",
        "FAILED test_it.py::test_that_hangs - Failed: Timeout (>0.1s) from pytest-timeout.",
        "FAILED test_it.py::test_that_dies - the worker ended with -6",
        "ERROR test_it.py::test_whose_end_fails - OSError: not put away",
    }
    assert "3 failed, 22 passed, 1 error" in lines[-1]
    assert lines.count("number 7") == 1
    assert lines.count("put away") >= 1
    assert ended.returncode == 1
