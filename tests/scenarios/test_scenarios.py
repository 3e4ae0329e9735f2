"""Every scenario file holds."""

from pathlib import Path

import pytest

from arcade.engine.registry import games
from tests.scenarios.runner import Failure, read, run


def test_scenario(scenario_file: Path) -> None:
    try:
        run(read(scenario_file.read_bytes()), games())
    except Failure as failure:
        pytest.fail(f"{scenario_file.name}: {failure}", pytrace=False)
