"""Compile the catalogues into the wheel: an `.mo` for each `.po`, so that nothing needs Babel."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling's build hook; an editable install reads the `.po` files themselves."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        root = Path(self.root)
        for source in sorted(root.glob("arcade/**/*.po")):
            place = source.relative_to(root).with_suffix(".mo")
            compiled = Path(self._folder.name) / place
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as text, compiled.open("wb") as file:
                write_mo(file, read_po(text))
            build_data["force_include"][str(compiled)] = str(place)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
