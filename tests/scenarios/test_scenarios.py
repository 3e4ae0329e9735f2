"""Every scenario file holds."""

from pathlib import Path

import pytest

from tests.registered import registered
from tests.scenarios.runner import Failure, read, run


def test_scenario(scenario_file: Path) -> None:
    wrong = _failure(scenario_file)
    if wrong:
        pytest.fail(wrong, pytrace=False)


def _failure(file: Path) -> str:
    try:
        run(read(file.read_bytes()), registered())
    except Failure as failure:
        return f"{file.name}: {failure}"
    return ""
