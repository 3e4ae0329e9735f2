"""The files of the pages, as they are sent.

Their addresses hold the digest of all of them, so that a browser may keep them for good.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from server.config.environment import CannotDo

SCRIPTS = ("connection.mjs", "window.mjs", "buttons.mjs", "sketch.mjs", "terminal.mjs")
STYLES = ("xterm.css", "page.css")
"""Written into the page of a terminal: else a browser would fetch them before it greets."""
IMPORT = re.compile(r'^import \{[^}]*\} from "\./[^"]+";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=\w)", re.MULTILINE)

TYPES = {".mjs": "text/javascript", ".woff2": "font/woff2"}
"""The types of files that not every machine's table has."""


class File(Struct, frozen=True):
    """A file, the same compressed, and the tag by which a browser asks whether it has it."""

    kind: str
    data: bytes
    compressed: bytes
    tag: str


class Files:
    """Our own files, and those that `make web` fetches."""

    def __init__(self) -> None:
        """Read them all; raises `CannotDo` where some are missing."""
        folder = files("server.web")
        if not (folder / "assets").is_dir():
            raise CannotDo("Browsers need files that are not here. To fetch them, type: make web")
        self._files = {
            file.name: _read(file)
            for part in ("static", "assets")
            for file in (folder / part).iterdir()
            if "." in file.name and not file.name.endswith(".html")  # a template
        }
        digest = hashlib.sha256()
        for name, file in sorted(self._files.items()):
            digest.update(name.encode() + b"\0" + file.data)
        self.build = digest.hexdigest()[:16]
        self.address = f"/s/{self.build}"
        self.script = EXPORT.sub("", IMPORT.sub("", self._joined(SCRIPTS)))
        self.style = self._joined(STYLES).replace('url("', f'url("{self.address}/')
        """Of the page of a terminal."""

    def _joined(self, names: Sequence[str]) -> str:
        return "".join(self._files[name].data.decode() for name in names)

    def find(self, name: str) -> File | None:
        return self._files.get(name)


@cache
def page_files() -> Files:
    """Return the files of the pages, read and compressed once in a process."""
    return Files()


def filed(kind: str, data: bytes, level: int = 6) -> File:
    """Return the data as a file, compressed at a level of gzip."""
    tag = f'W/"{hashlib.sha256(data).hexdigest()[:16]}"'
    return File(kind, data, gzip.compress(data, level, mtime=0), tag)


def _read(file: Traversable) -> File:
    ending = file.name[file.name.rindex(".") :]
    kind = TYPES.get(ending) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return filed(kind, file.read_bytes(), level=9)
