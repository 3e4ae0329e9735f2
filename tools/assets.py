"""Fetch what the pages of server/web need from others, as server/web/package-lock.json locks it,
and draw their icons.

`make web` runs it, and so does the build of a wheel. It needs no Node.js: each package is one
archive, whose hash the lock holds. The files go to server/web/assets, which nobody commits.
"""

import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from fontTools import subset  # type: ignore[import-untyped]

from tools import icons

WEB = Path(__file__).parents[1] / "server/web"
ASSETS = WEB / "assets"
ICON = WEB / "static/icon.svg"
STAMP = ASSETS / "made-from"
"""The digest of the files' sources: if it is unchanged, there is nothing to do."""

FILES = {
    "@xterm/xterm": ("lib/xterm.mjs", "css/xterm.css"),
    "@xterm/addon-unicode-graphemes": ("lib/addon-unicode-graphemes.mjs",),
    "dejavu-fonts-ttf": ("ttf/DejaVuSansMono.ttf", "ttf/DejaVuSansMono-Bold.ttf"),
}
FONTS = {"DejaVuSansMono.ttf": "arcade.woff2", "DejaVuSansMono-Bold.ttf": "arcade-bold.woff2"}
"""The fonts, and what their subsets are called: their licence keeps the name Bitstream Vera."""

BLOCKS = [(0x20, 0x17F), (0x2010, 0x203A), (0x2190, 0x21FF), (0x2500, 0x25FF), (0x2680, 0x2685)]
"""Latin, punctuation, arrows, lines with shades and shapes, dice."""
SIGNS = "ș ț − √ ⌫ ★ ☞ ☼ ♠ ♣ ♥ ♦ ✓ ✗"


class NotMade(SystemExit):
    """The files cannot be made; the message says what to do."""


def make() -> None:
    """Make the files again if their sources have changed."""
    lock = (WEB / "package-lock.json").read_bytes()
    ours = b"".join(Path(file).read_bytes() for file in (__file__, icons.__file__, ICON))
    digest = hashlib.sha256(lock + ours).hexdigest()
    if STAMP.exists() and STAMP.read_text() == digest:
        return
    address = registry()
    contents: dict[str, bytes] = {}
    licences = []
    for name, wanted in FILES.items():
        locked = json.loads(lock)["packages"][f"node_modules/{name}"]
        archive = fetch(address, name, locked["version"], locked["integrity"])
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            contents.update(prepared(Path(path).name, content(files, path)) for path in wanted)
            licence = content(files, "LICENSE").decode().strip()
        licences.append(f"{name} {locked['version']}\n\n{licence}\n")
    contents.update(icons.icons(ICON))
    contents["LICENSES.txt"] = f"\n{'-' * 72}\n\n".join(licences).encode()
    shutil.rmtree(ASSETS, ignore_errors=True)
    ASSETS.mkdir()
    for file, data in contents.items():
        Path(ASSETS, file).write_bytes(data)
    STAMP.write_text(digest)


def registry() -> str:
    """Return the address of this machine's registry of npm packages."""
    address = os.environ.get("NPM_CONFIG_REGISTRY", "")
    if not address and (npm := shutil.which("npm")):
        asked = subprocess.run([npm, "config", "get", "registry"], capture_output=True, text=True)
        address = asked.stdout.strip()
    if not address:
        raise NotMade(
            "Where are npm packages to be fetched from? Install npm, which knows, "
            "or set NPM_CONFIG_REGISTRY to the address of a registry; then type: make web"
        )
    return address.rstrip("/")


def fetch(address: str, name: str, version: str, integrity: str) -> bytes:
    file = f"{name.rpartition('/')[2]}-{version}.tgz"
    try:
        with urlopen(f"{address}/{name}/-/{file}", timeout=30) as answer:
            archive: bytes = answer.read()
    except (URLError, TimeoutError, ValueError) as error:
        raise NotMade(
            f"{name} {version} cannot be fetched: {error}. "
            "Once the registry of npm packages can be reached, type: make web"
        ) from None
    kind, _, locked = integrity.partition("-")
    if base64.b64encode(hashlib.new(kind, archive).digest()).decode() != locked:
        raise NotMade(f"{name} {version} is not what server/web/package-lock.json locks.")
    return archive


def content(files: tarfile.TarFile, path: str) -> bytes:
    file = files.extractfile(f"package/{path}")
    assert file is not None, path
    return file.read()


def prepared(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a file as browsers get it: no font but its subset, no link to a source map."""
    if name in FONTS:
        return FONTS[name], subset_of(data)
    return name, data.partition(b"\n//# sourceMappingURL=")[0]


def subset_of(font: bytes) -> bytes:
    """Return the letters and signs of the arcade, and the font's own word on its licence."""
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=[], drop_tables=["FFTM"]
    )
    options.name_IDs = [0, 1, 2, 5, 13]
    characters = {code for first, last in BLOCKS for code in range(first, last + 1)}
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters | set(map(ord, SIGNS)))
    loaded = subset.load_font(io.BytesIO(font), options)
    subsetter.subset(loaded)
    written = io.BytesIO()
    subset.save_font(loaded, written, options)
    return written.getvalue()


if __name__ == "__main__":
    make()
    sys.stdout.write("server/web/assets has what the pages need.\n")
