"""Hatchling's hooks.

They compile the catalogues, fetch what browsers need, and let the README's links lead somewhere
from a package's page.
"""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[[^\]]*\]\((?!\w+:|#)")
"""The start of a Markdown link or picture, up to its relative target."""
DATE = datetime(1980, 1, 1, tzinfo=UTC)


class Made(BuildHookInterface):  # type: ignore[type-arg]
    """An `.mo` for each `.po`, so that nothing needs Babel, and what browsers need; an editable
    install reads the `.po`, and `make web` makes the rest.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        # Without them the wheel serves SSH only, and tools/release.py refuses to release it.
        subprocess.run([sys.executable, "-m", "tools.assets"], cwd=self.root)
        self._folder = TemporaryDirectory()
        root = Path(self.root)
        for source in sorted(root.glob("arcade/**/*.po")):
            target = source.relative_to(root).with_suffix(".mo")
            compiled = Path(self._folder.name) / target
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as text, compiled.open("wb") as file:
                catalogue = read_po(text)
                catalogue.creation_date = DATE  # or the minute of the build
                write_mo(file, catalogue)
            build_data["force_include"][str(compiled)] = str(target)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


class Description(MetadataHookInterface):
    """The README, its links absolute where the environment says which repository is published."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if repository := os.environ.get("GITHUB_REPOSITORY"):
            home = f"{os.environ['GITHUB_SERVER_URL']}/{repository}"
            commit = os.environ["GITHUB_SHA"]
            text = LINK.sub(lambda m: f"{m[0]}{home}/{'raw' if m[1] else 'blob'}/{commit}/", text)
            metadata["urls"] = {"Source": home, "Issues": f"{home}/issues"}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
