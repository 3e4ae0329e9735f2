"""Make a release: `make release`, on a tag `make release TAG=v1.2.3`.

Wheel and sdist are built twice and must be equal. The wheel is installed in two clean environments:
for players, without the server's packages, and for hosts, where a whole game is played through the
OpenSSH client. In dist/ are then the packages, the notes from the changelog, the list of what a
host installs (CycloneDX) and the checksums.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.arguments import tell

DIST = Path("dist")
PLAYED = "tests/ssh/text/test_plain.py::test_a_whole_game_through_a_pipe[421]"
VENV = {"pip", "setuptools", "pkg_resources", "_distutils_hack"}


class NotReleased(SystemExit):
    """There is no release; the message says why."""


def main(tag: str = "") -> None:
    version = version_of(Path("pyproject.toml").read_text(encoding="utf-8"))
    if tag and tag != f"v{version}":
        raise NotReleased(f"The tag {tag} is not the version in pyproject.toml, {version}.")
    notes = notes_of(Path("CHANGELOG.md").read_text(encoding="utf-8"), version if tag else "")
    for old in (*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")):
        old.unlink()
    packages = build(DIST)
    with TemporaryDirectory() as folder:
        again = {path.name: path.read_bytes() for path in build(Path(folder))}
        if again != {path.name: path.read_bytes() for path in packages}:
            raise NotReleased("Two builds of the same sources differ.")
        tell("built twice, equal")
        wheel = next(path for path in packages if path.suffix == ".whl")
        if "server/web/assets/LICENSES.txt" not in zipfile.ZipFile(wheel).namelist():
            raise NotReleased("The wheel lacks what browsers need; `make web` says why.")
        players = install(Path(folder, "players"), wheel)
        run(players / "ssh-arcade", "simulate", "421", "--games", "1")
        hosts = install(Path(folder, "hosts"), wheel, "cluster")
        played = {**os.environ, "ARCADE_INSTALLED": str(hosts / "arcade")}
        run(sys.executable, "-m", "pytest", "-q", "-n", "0", PLAYED, environment=played)
        for name, where in (("players", players), ("hosts", hosts)):
            tell(f"{name}: {weight(where.parent) / 1e6:.0f} MB without pip and setuptools")
        sbom = DIST / "sbom.json"
        python = hosts / "python"
        run("cyclonedx-py", "environment", python, "--output-reproducible", "-o", sbom)
        leave_out_the_folder(sbom, wheel)
    (DIST / "notes.md").write_text(notes, encoding="utf-8")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in packages]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    tell("".join(sums).rstrip())


def version_of(project: str) -> str:
    """Return the version from the one place that defines it."""
    match = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    assert match
    return match[1]


def notes_of(changelog: str, version: str) -> str:
    """Return a version's section of the changelog; "" takes what is unreleased."""
    for section in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        if heading.split()[0].strip("[]") == (version or "Unreleased"):
            return text.strip() + "\n"
    raise NotReleased(f"CHANGELOG.md has no section {version or 'Unreleased'}.")


def build(folder: Path) -> list[Path]:
    """Build the sdist, and the wheel from it."""
    run("uv", "build", "-q", "--no-build-isolation", "-o", folder)
    return sorted((*folder.glob("*.tar.gz"), *folder.glob("*.whl")))


def install(folder: Path, wheel: Path, extra: str = "") -> Path:
    """Install the wheel in an environment of its own, and return the folder of its programs."""
    run(sys.executable, "-m", "venv", folder)
    wanted = f"{wheel.absolute()}[{extra}]" if extra else wheel.absolute()
    run(folder / "bin" / "pip", "install", "-q", "--disable-pip-version-check", wanted)
    return folder / "bin"


def leave_out_the_folder(sbom: Path, wheel: Path) -> None:
    """Name the wheel alone: where it was built is nobody's business, and differs each time."""
    text = sbom.read_text(encoding="utf-8")
    sbom.write_text(text.replace(wheel.absolute().as_uri(), wheel.name), encoding="utf-8")


def weight(folder: Path) -> int:
    """Return the bytes of an environment without what venv itself puts there."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files if VENV.isdisjoint(path.parts))


def run(
    program: str | Path, *arguments: str | Path, environment: dict[str, str] | None = None
) -> None:
    """Run a program of this environment or a path; a program that fails ends the release."""
    beside = Path(sys.executable).parent / program
    path = beside if beside.exists() else shutil.which(program)
    assert path, f"{program} is missing"
    if subprocess.run([path, *arguments], env=environment).returncode:
        raise NotReleased(f"This failed: {program} {' '.join(map(str, arguments))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
