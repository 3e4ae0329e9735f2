"""One test for each scenario file under `--scenarios DIR`."""

from pathlib import Path

import pytest

from tests.registered import registered, scenarios


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `scenario_file` every *.json under the folder, named by its path in it."""
    if "scenario_file" not in metafunc.fixturenames:
        return
    by_folder = {
        f"{name}/{file.relative_to(folder).as_posix()}".lstrip("/"): file
        for name, folder in scenario_folders(metafunc.config).items()
        for file in sorted(folder.rglob("*.json"))
    }
    metafunc.parametrize("scenario_file", by_folder.values(), ids=by_folder)


def scenario_folders(config: pytest.Config) -> dict[str, Path]:
    """Return the folder asked for, or those of all games; `UsageError` if there is none."""
    given: str | None = config.getoption("--scenarios")
    if given is None:
        return {key: scenarios(game) for key, game in registered().items()}
    folder = config.invocation_params.dir / Path(given).expanduser()
    if not any(folder.rglob("*.json")):
        raise pytest.UsageError(f"--scenarios: no scenario file (*.json) under {folder}")
    return {"": folder}
