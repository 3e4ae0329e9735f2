"""What pages need from others: exactly what is locked, with its licence, and nothing elsewhere."""

import hashlib
import json
import re
import struct
import zlib
from math import hypot
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from screens.terminal.glyphs import TWINS
from tools import assets
from tools.icons import SIZES

FILES = {
    "addon-unicode-graphemes.mjs": "cbc0eee671a97e2e91838d4d95160154",
    "xterm.css": "854a7c0fb70e8b1a083c16797ab82729",
    "xterm.mjs": "e9e8c68d3fabc299661c272e3d3f1249",
}
LOCK = json.loads((assets.WEB / "package-lock.json").read_text())["packages"]


@pytest.fixture(autouse=True)
def made() -> None:
    assets.make()


@pytest.mark.parametrize(
    ("name", "version", "licence"),
    [
        ("@xterm/xterm", "6.0.0", "MIT"),
        ("@xterm/addon-unicode-graphemes", "0.4.0", "MIT"),
        ("dejavu-fonts-ttf", "2.37.3", "SEE LICENSE IN README.md AND LICENSE"),
    ],
)
def test_a_package_is_locked_by_its_hash_and_brings_its_licence(
    name: str, version: str, licence: str
) -> None:
    locked = LOCK[f"node_modules/{name}"]
    assert (locked["version"], locked["license"]) == (version, licence)
    assert locked["integrity"].startswith("sha512-")
    assert "resolved" not in locked  # an address: each machine has a registry of its own
    texts = (assets.ASSETS / "LICENSES.txt").read_text()
    assert re.search(
        rf"^{name} {version}\n\n(Copyright \(c\)|Fonts are \(c\))", texts, re.MULTILINE
    )


def test_nothing_else_is_locked_or_served() -> None:
    assert {name.removeprefix("node_modules/") for name in LOCK} == {"", *assets.FILES}
    made = {path.name for path in assets.ASSETS.iterdir()}
    icons = {f"icon-{size}.png" for size in SIZES}
    assert made == {*FILES, *assets.FONTS.values(), *icons, "LICENSES.txt", "made-from"}


def test_the_icons_are_the_drawing_on_a_ground_without_corners() -> None:
    """Phones cut the ground: the whole die is within four fifths of its width."""
    for size in SIZES:
        data = (assets.ASSETS / f"icon-{size}.png").read_bytes()
        head, body = data[8:33], data[33:-12]
        assert head[8:16] == struct.pack(">II", size, size)
        rows = zlib.decompress(body[8:-4])
        width = 1 + 3 * size  # a filter, which is none, and red, green, blue of each pixel
        pixels = [rows[at + 1 : at + width] for at in range(0, len(rows), width)]
        ground, die = bytes.fromhex("14110f"), bytes.fromhex("e8dcc8")
        assert len(pixels) == size
        assert pixels[0] == pixels[-1] == ground * size
        middle = size // 2 * 3
        assert pixels[size // 2][middle : middle + 3] == die
        for row, line in enumerate(pixels):
            for column in range(size):
                if line[3 * column : 3 * column + 3] == die:
                    assert hypot(row + 0.5 - size / 2, column + 0.5 - size / 2) < 0.4 * size


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_was_read_and_leads_nowhere_else(name: str) -> None:
    data = (assets.ASSETS / name).read_bytes()
    assert hashlib.sha256(data).hexdigest()[:32] == FILES[name]
    assert b"sourceMappingURL" not in data
    code = re.sub(rb"/\*.*?\*/", b"", data, flags=re.DOTALL)
    assert set(re.findall(rb"https?://[\w./-]+", code)) <= {
        b"http://www.w3.org/1999/xhtml",
        b"http://www.w3.org/2000/svg",
    }


@pytest.mark.parametrize("name", assets.FONTS.values())
def test_the_font_has_every_sign_in_one_width(name: str) -> None:
    font = TTFont(assets.ASSETS / name)
    glyphs = font.getBestCmap()
    signs = {*TWINS, *"⚀⚁⚂⚃⚄⚅", *map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180))}
    for scene in (Path(__file__).parents[1] / "snapshots").rglob("*.txt"):
        signs.update(sign for sign in scene.read_text() if ord(sign) < 0x2E80)  # no Chinese names
    assert not signs - set(map(chr, glyphs)) - {"\n"}
    assert {font["hmtx"][glyph][0] for glyph in glyphs.values()} == {1233}
    assert "Bitstream Vera Fonts Copyright" in font["name"].getDebugName(13)


def test_a_package_that_is_not_what_is_locked_is_refused(tmp_path: Path) -> None:
    address = tmp_path.as_uri()
    archive = tmp_path / "@xterm/xterm/-/xterm-6.0.0.tgz"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(b"something else")
    locked = LOCK["node_modules/@xterm/xterm"]["integrity"]
    with pytest.raises(assets.NotMade, match=r"is not what .* locks"):
        assets.fetch(address, "@xterm/xterm", "6.0.0", locked)
    with pytest.raises(assets.NotMade, match="type: make web"):
        assets.fetch(address, "@xterm/xterm", "6.0.1", locked)


def test_a_machine_that_knows_no_registry_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NPM_CONFIG_REGISTRY", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(assets.NotMade, match="Install npm"):
        assets.registry()
    monkeypatch.setenv("NPM_CONFIG_REGISTRY", "https://npm.example/")
    assert assets.registry() == "https://npm.example"
