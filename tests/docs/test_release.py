"""What a release says and takes: notes, version, licences, workflows."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from tools import release

ROOT = Path(__file__).parents[2]
CHANGELOG = "# Changelog\n\n## Unreleased\n\nsoon\n\n## 1.2.0 (2026-12-01)\n\n### Playing\n- more\n"


def test_the_notes_are_the_section_of_the_version() -> None:
    assert release.notes_of(CHANGELOG, "1.2.0") == "### Playing\n- more\n"
    assert release.notes_of(CHANGELOG, "") == "soon\n"
    with pytest.raises(release.NotReleased, match=r"no section 2\.0\.0"):
        release.notes_of(CHANGELOG, "2.0.0")


def test_a_tag_that_is_not_the_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(release.NotReleased, match=r"v99 is not the version"):
        release.main("v99")


def test_every_package_of_the_image_stands_on_the_page_of_licences() -> None:
    lock = (ROOT / ".ci/image.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| ([\w.-]+) \|.*\|.*\|$", page, re.MULTILINE)) - {"package"}
    builds = {"babel", "brotli", "editables", "fonttools", "hatchling", "packaging", "pathspec"}
    assert locked - builds - {"pluggy", "trove-classifiers"} == listed


def test_workflows_run_targets_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    files = list((ROOT / ".github/workflows").glob("*.yml"))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        for command in re.findall(r"run: make ([^\n$]+)", text):
            named = {word for word in command.split() if "=" not in word}
            assert named <= targets, f"{file.name}: make {command}"
    nightly = (ROOT / ".github/workflows/nightly.yml").read_text(encoding="utf-8")
    [matrix] = re.findall(r"run: \[(.+)\]", nightly)
    assert {entry.strip('" ').split()[0] for entry in matrix.split(",")} <= targets


@pytest.mark.parametrize("shims", ["pyenv/shims", "bin"])
def test_the_systems_python_makes_the_environment_rather_than_one_that_pyenv_built(
    tmp_path: Path, shims: str
) -> None:
    chosen = tmp_path / shims / "python3"
    chosen.parent.mkdir(parents=True)
    chosen.symlink_to(sys.executable)
    system, enters = "/usr/bin/python3", ("-c", "import ensurepip")
    able = Path(system).exists() and not subprocess.run([system, *enters], check=False).returncode
    recipe = subprocess.check_output(
        ["make", "--dry-run", "--always-make", "ready"],
        cwd=ROOT,
        env={"PATH": f"{chosen.parent}:{os.environ['PATH']}"},
        text=True,
    )
    [first] = re.findall(r"for one in +(\S+)", recipe)
    assert first == (system if able and "pyenv" in shims else "python3")


def test_no_workflow_puts_what_others_chose_into_a_shell() -> None:
    for file in (ROOT / ".github/workflows").glob("*.yml"):
        text = file.read_text(encoding="utf-8")
        for command in re.findall(r"run: (\|\n(?: {10}.*\n)+|.*)", text):
            put = set(re.findall(r"\$\{\{ *(\w+)", command))
            assert put <= {"matrix"}, f"{file.name}: {command}"


@pytest.mark.parametrize("tag", ["v$(touch x)", "v$(shell touch x)", 'v";touch x;"'])
def test_a_tag_is_no_command_of_the_shell(tag: str) -> None:
    make = ["make", "-n", "-o", ".venv-release/ready", "release"]
    named = f"TAG={tag.replace('$', '$$')}"
    for given, variables in ([named], {}), ([], {"TAG": tag}):
        answer = subprocess.run(
            [*make, *given],
            cwd=ROOT,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
        )
        assert 'tools.release "$TAG"' in answer.stdout, answer.stderr
        assert "touch x" not in answer.stdout
    assert not (ROOT / "x").exists()


def test_the_weight_is_that_of_what_is_installed(tmp_path: Path) -> None:
    for name in ("arcade", "pip", "setuptools", "pkg_resources"):
        Path(tmp_path, name).mkdir()
        Path(tmp_path, name, "code.py").write_text("x = 1\n")
    assert release.weight(tmp_path) == len("x = 1\n")


def test_the_list_of_what_is_installed_does_not_say_where_it_was_built(tmp_path: Path) -> None:
    wheel, sbom = tmp_path / "one-1.whl", tmp_path / "sbom.json"
    sbom.write_text(f'{{"url": "file://{wheel}"}}')
    release.leave_out_the_folder(sbom, wheel)
    assert sbom.read_text() == '{"url": "one-1.whl"}'


def test_on_a_package_index_every_link_leads_to_the_published_commit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://forge.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "cafe/ssh-arcade")
    monkeypatch.setenv("GITHUB_SHA", "c0ffee")
    home = "https://forge.example/cafe/ssh-arcade"
    project = ProjectMetadata(str(ROOT), PluginManager()).core
    assert f"]({home}/raw/c0ffee/docs/pictures/first-visit.svg)" in project.readme
    assert f"]({home}/blob/c0ffee/docs/hosting.md#in-a-container)" in project.readme
    assert all(link.startswith(home) for link in re.findall(r"\]\(([^)]*)\)", project.readme))
    assert project.urls["Source"] == home


def test_the_wheel_has_the_pages_that_the_program_names_and_nothing_of_the_hour(
    tmp_path: Path,
) -> None:
    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as files:
        catalogues = [files.read(name) for name in files.namelist() if name.endswith(".mo")]
        shipped = {name.partition("/data/share/doc/ssh-arcade/")[2] for name in files.namelist()}
        assert "server/web/assets/xterm.mjs" in files.namelist(), "type: make web"
    assert catalogues
    assert all(b"POT-Creation-Date: 1980-01-01 00:00+0000" in catalogue for catalogue in catalogues)
    named = {
        page
        for file in (ROOT / "server/hosting").glob("*.py")
        for page in re.findall(r"docs/([a-z]+\.md)", file.read_text(encoding="utf-8"))
    }
    assert "hosting.md" in named
    assert {*named, "hosting/arcade.service", "hosting/compose.yaml"} <= shipped
