"""One test for each scenario file under `--scenarios DIR`."""

from pathlib import Path

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `scenario_file` every *.json under the folder, named by its path in it."""
    if "scenario_file" not in metafunc.fixturenames:
        return
    folder = scenario_folder(metafunc.config)
    files = sorted(folder.rglob("*.json"))
    if not files:
        raise pytest.UsageError(f"no scenario file (*.json) under {folder}")
    names = [file.relative_to(folder).as_posix() for file in files]
    metafunc.parametrize("scenario_file", files, ids=names)


def scenario_folder(config: pytest.Config) -> Path:
    """Give the folder asked for, or this one; raises `UsageError` where there is none."""
    given: str | None = config.getoption("--scenarios")
    if given is None:
        return Path(__file__).parent
    folder = config.invocation_params.dir / Path(given).expanduser()
    if not folder.is_dir():
        raise pytest.UsageError(f"--scenarios: {folder} is not a folder")
    return folder
