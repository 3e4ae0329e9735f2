"""The wheel, and what works where only the packages to play are installed."""

import importlib.metadata
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from server.config import installation
from tests.ssh.terminal import Terminal

ROOT = Path(__file__).parents[3]
SERVERS = "asyncssh babel cryptography nats prometheus_client proxyprotocol"
"""What a player's machine does without."""
PLAY = "import sys; from server.hosting.cli import main; sys.argv[0] = 'arcade'; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, and return a folder with what it holds."""
    folder = tmp_path_factory.mktemp("wheel")
    build = (
        "import os, sys; from hatchling.build import build_wheel; "
        "os.chdir(sys.argv[1]); print(build_wheel(sys.argv[2]))"
    )
    made = subprocess.run(
        [sys.executable, "-c", build, ROOT, folder], capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(folder / made.stdout.split()[-1]) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def only_to_play(folder: Path, wheel: Path | None = None) -> dict[str, str]:
    """Return the environment of a process that finds none of the server's packages."""
    missing = f"import sys\nsys.modules.update(dict.fromkeys({SERVERS.split()}))\n"
    (folder / "sitecustomize.py").write_text(missing)
    path = [str(folder), *([str(wheel)] if wheel else [])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), "XDG_DATA_HOME": str(folder)}


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAY, *command],
        capture_output=True,
        text=True,
        env=only_to_play(folder),
        cwd=folder,
        timeout=60,
        check=False,
    )


def test_the_wheel_has_compiled_catalogues_types_and_the_licence(wheel: Path) -> None:
    packed = {str(path.relative_to(wheel)) for path in wheel.rglob("*") if path.is_file()}
    sources = {str(path.relative_to(ROOT)) for path in ROOT.glob("arcade/**/*.po")}
    assert len(sources) > 20
    assert {f"{source[:-3]}.mo" for source in sources} <= packed
    assert not [name for name in packed if name.endswith(".po") or name.startswith("tests/")]
    assert {f"{storey}/py.typed" for storey in ("arcade", "screens", "server")} <= packed
    assert [name for name in packed if name.endswith("licenses/LICENSE")]


async def test_the_wheel_plays_in_french_without_the_packages_of_a_server(
    wheel: Path, tmp_path: Path
) -> None:
    environment = only_to_play(tmp_path, wheel) | {"LANG": "fr_FR.UTF-8"}
    terminal = Terminal.start([sys.executable, "-P", "-c", PLAY, "play"], environment=environment)
    try:
        await terminal.wait_for("nom")
    finally:
        terminal.close()


def test_what_hosting_lacks_is_said_with_the_command_that_installs_it(tmp_path: Path) -> None:
    for command in ("serve", "doctor"):
        completed = run(tmp_path, command, "--data", str(tmp_path))
        output = completed.stdout + completed.stderr
        assert re.search(f"({'|'.join(SERVERS.split())}) is missing", output), output
        assert "pip install 'ssh-arcade[serve]'" in output
        assert completed.returncode and "Traceback" not in output
    assert run(tmp_path, "simulate", "421", "--games", "1").returncode == 0


def test_the_extras_add_what_hosting_and_a_cluster_need() -> None:
    assert dict(installation.requirements())["textual"]
    assert "asyncssh" not in dict(installation.requirements())
    assert dict(installation.requirements("serve"))["asyncssh"]
    assert "nats-py" in dict(installation.requirements("cluster"))
    assert not any(map(installation.missing, ("", "serve", "cluster", "web")))
    assert "ssh-arcade[cluster]" in installation.how_to_install("nats")


def test_a_foreign_arcade_in_the_environment_is_named(tmp_path: Path) -> None:
    foreign = tmp_path / "arcade-3.3.3.dist-info"
    foreign.mkdir()
    (foreign / "METADATA").write_text("Metadata-Version: 2.1\nName: arcade\nVersion: 3.3.3\n")
    for command in ("play", "doctor"):
        completed = run(tmp_path, command)
        output = completed.stdout + completed.stderr
        assert "arcade 3.3.3" in output and "pipx install ssh-arcade" in output
        assert completed.returncode


def test_both_names_of_the_command_are_the_same() -> None:
    scripts = importlib.metadata.entry_points(group="console_scripts")
    assert scripts["arcade"].value == scripts["ssh-arcade"].value
