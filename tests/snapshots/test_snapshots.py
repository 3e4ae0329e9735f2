"""Every screen × three sizes × two languages looks as it did: its text, a digest of its styles."""

import hashlib
from collections.abc import Iterable
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from arcade.club.club import Club
from screens.paint import written
from tests.screens.conftest import SIZES, session
from tests.snapshots.scenes import WHO, walk

FOLDER = Path(__file__).parent
COMMAND = "pytest tests/snapshots --rewrite-snapshots"
SHOWN = 60
"""How many lines of a difference are shown."""
NOON = 1_800_000_000_000


WRITTEN = {"en": (SIZES[0], SIZES[-1]), "fr": (SIZES[0],)}
"""Which sizes are written down; of the others a digest must do."""


async def shot(pilot: Pilot[str], size: tuple[int, int], whole: bool) -> str:
    """Write down the screen in front, at a size, without the blanks at the ends."""
    if pilot.app.size != size:
        await pilot.resize_terminal(*size)
    await pilot.pause()
    with pilot.app._context():
        strips = pilot.app.screen._compositor.render_strips()
    text = [strip.text for strip in strips]
    assert len(text) == size[1] and all(cell_len(line) == size[0] for line in text)
    assert written(((0, y, strip) for y, strip in enumerate(strips)), only_ascii=True).isascii()
    lines = [line.rstrip() for line in text]
    styles = (
        f"{len(segment.text)} {segment.style}" for strip in strips for segment in strip.simplify()
    )
    head = f"=== {size[0]}x{size[1]}: text {_digest(lines)}, styles {_digest(styles)}"
    return "\n".join([head, *(lines if whole else ()), ""])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_screen_looks_as_it_did(
    club: Club, language: str, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("daily", "standing"):
        monkeypatch.setattr(f"arcade.club.{part}.now", lambda: NOON)
    rewrite = pytestconfig.getoption("--rewrite-snapshots")
    failed: list[str] = []
    seen = set()
    sizes = list(SIZES)
    async with session(club, WHO, SIZES[0], language=language) as pilot:
        async for scene in walk(pilot, club):
            # There and back again: each size but one is taken without a change of the window.
            shots = {size: await shot(pilot, size, size in WRITTEN[language]) for size in sizes}
            sizes.reverse()
            text = "".join(shots[size] for size in SIZES)
            file = FOLDER / f"{scene}.{language}.txt"
            seen.add(file.name)
            if rewrite:
                file.write_text(text, encoding="utf-8", newline="\n")
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            if before != text:
                changes = unified_diff(
                    before.splitlines(), text.splitlines(), f"recorded {file.name}", "now", n=1
                )
                failed.append("\n".join(line.rstrip("\n") for line in islice(changes, SHOWN)))
    there = {file.name for file in FOLDER.glob(f"*.{language}.txt")}
    assert there == seen, f"left over or missing: {there ^ seen}"
    if failed:
        pytest.fail("\n".join([*failed, f"if they look right: {COMMAND}"]), pytrace=False)
