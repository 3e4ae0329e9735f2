"""The files of the pages, as they are sent.

Their addresses hold the digest of all of them, so that a browser may keep them for good.
"""

import gzip
import hashlib
import mimetypes
import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from server.config.environment import CannotDo

JOINED = {
    "screens.mjs": ("connection.mjs", "window.mjs", "buttons.mjs", "terminal.mjs"),
    "screens.css": ("xterm.css", "page.css"),
}
"""Files that are sent as one: a browser asks for few at a time."""
IMPORT = re.compile(rb'^import \{[^}]*\} from "\./[^"]+";\n', re.MULTILINE)
EXPORT = re.compile(rb"^export (?=\w)", re.MULTILINE)

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
        for name, parts in JOINED.items():
            joined = b"".join(
                EXPORT.sub(b"", IMPORT.sub(b"", self._files[part].data)) for part in parts
            )
            self._files[name] = filed(self._files[parts[0]].kind, joined, level=9)
        digest = hashlib.sha256()
        for name, file in sorted(self._files.items()):
            digest.update(name.encode() + b"\0" + file.data)
        self.build = digest.hexdigest()[:16]
        self.address = f"/s/{self.build}"

    def find(self, name: str) -> File | None:
        return self._files.get(name)


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
