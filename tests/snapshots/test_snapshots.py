"""Every screen × three sizes × two languages looks as it did: its text, a digest of its styles.

At 80×24 no sentence of it is cut. The pictures of the documents are drawn from the same sights.
"""

import hashlib
import re
from collections.abc import Iterable
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from arcade.club.club import Club
from screens.base import BaseScreen
from screens.lobby.screen import Lobby
from screens.pages.people import People
from screens.terminal.ansi import written
from screens.terminal.colours import Depth, reduced
from screens.terminal.palette import PALETTES
from screens.terminal.rows import plain
from tests.drawing import drawn, sizes
from tests.screens.conftest import SIZES, without_room
from tests.screens.table.test_rolls import FILMS
from tests.snapshots.cuts import Cuts
from tests.snapshots.played import PEOPLE
from tests.snapshots.scenes import WHO, Walk
from tests.snapshots.sheet import ALBUM, PICTURES
from tests.snapshots.sheet import FOLDER as PICTURED
from tests.snapshots.stage import FIRST, Sight, Stage
from tests.snapshots.views import FRIENDS, NAMES, SAID

FOLDER = Path(__file__).parent
COMMAND = "pytest tests/snapshots --rewrite-snapshots"
SHOWN = 60
"""How many lines of a difference are shown."""
NOON = 1_800_000_000_000


WRITTEN = {"en": (SIZES[0], SIZES[-1]), "fr": (SIZES[0],)}
"""Which sizes are written down; of the others a digest must do."""

SIDE_BY_SIDE = "80×24, 100×30, 160×45"

SENTENCE = 67
"""Cells of a sentence of the menu in 80 columns."""

SMALL = (60, 20)
"""A terminal in which no picture has room."""


def written_down(lines: Sight, size: tuple[int, int], whole: bool) -> str:
    """Write down what is seen at a size, without the blanks at the ends."""
    assert len(lines) == size[1]
    wrong = [line for line in lines if sum(piece.cell_length for piece in line) != size[0]]
    assert not wrong, size
    if size == SIZES[1]:
        stretches = ((0, y, Strip(line)) for y, line in enumerate(lines))
        assert written(stretches, only_ascii=True).isascii()
    text = ["".join(piece.text for piece in line).rstrip() for line in lines]
    styles = (f"{len(text)} {style}" for line in lines for text, style, _ in line)
    head = f"=== {size[0]}x{size[1]}: text {_digest(text)}, styles {_digest(styles)}"
    return "\n".join([head, *(text if whole else ()), ""])


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def cut(app: Stage) -> list[str]:
    """Name what has no room in 80 columns: keys of the footer, sentences of the menu.

    How to talk, to see the board and to say no also stand in the lines above, and what one can do
    about somebody on their card; the lobby has more keys than any footer, and one may well leaf
    through a replay.
    """
    screen, t = app.screen, app.words.t
    assert isinstance(screen, BaseScreen)
    gone = (
        set()
        if isinstance(screen, Lobby)
        else without_room(app) - {"talk", "board", "jump", "decline"} - _on_card(screen)
    )
    return sorted(gone) + [
        action.name for action in screen.actions() if cell_len(t(action.what)) > SENTENCE
    ]


def _on_card(screen: BaseScreen[Any]) -> set[str]:
    """Name the keys that the card of a person says in full."""
    if not isinstance(screen, People):
        return set()
    card = "\n".join(map(plain, screen.draw(Size(80, 21))))
    caps = {key.name: screen.arcade.keyboard.shown(key) for key in screen.actions()}
    return {name for name, cap in caps.items() if f"│ {cap} " in card}


def _reduced(line: list[Segment], depth: Depth) -> list[Segment]:
    """Return a line in the colours that a terminal has."""
    return [Segment(text, style and reduced(style, depth)) for text, style, _ in line]


def _text(line: list[Segment]) -> str:
    return "".join(piece.text for piece in line)


class Record:
    """What was written down before, against what is seen now."""

    def __init__(self, rewrite: bool) -> None:
        self.failed: list[str] = []
        self._rewrite = rewrite

    def compare(self, file: Path, text: str, shown: bool = True) -> None:
        """Take note where a file is not what it should be now; or write it."""
        if self._rewrite:
            file.write_text(text, encoding="utf-8", newline="\n")
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if before == text:
            return
        if not shown:
            self.failed.append(f"{file.name} shows what was")
            return
        changes = unified_diff(
            before.splitlines(), text.splitlines(), f"recorded {file.name}", "now", n=1
        )
        self.failed.append("\n".join(line.rstrip("\n") for line in islice(changes, SHOWN)))


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_screen_looks_as_it_did(
    club: Club, language: str, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in ("deals.daily", "speech.daily", "standings.standings"):
        monkeypatch.setattr(f"arcade.club.{part}.now", lambda: NOON)
    rewrite = pytestconfig.getoption("--rewrite-snapshots")
    record = Record(rewrite)
    drawings = Record(rewrite or pytestconfig.getoption("--rewrite-pictures"))
    parts = ("word a",)  # of a row of what somebody says
    cuts = Cuts(monkeypatch, (*NAMES, *PEOPLE, *FRIENDS.people, *SAID, *parts))
    app = Stage(club, WHO, language=language, animations=False)
    seen, clipped = set(), {}
    async with app.unpainted():
        async for scene in Walk(app, club).everywhere():
            sights: dict[tuple[int, int], Sight] = {FIRST: await app.sight(FIRST)}
            assert isinstance(app.screen, BaseScreen)
            if sentences := cuts.on(app.screen):
                clipped[scene] = sentences
            for size in (*SIZES[1:], *([SMALL] if scene == "lobby-full" else [])):
                sights[size] = await app.sight(size)
            keyless = [size for size, lines in sights.items() if not _text(lines[-1]).strip()]
            assert not keyless, f"{scene}: no keys at the bottom of {keyless}"
            text = "".join(
                written_down(lines, size, size in WRITTEN[language])
                for size, lines in sights.items()
            )
            file = FOLDER / f"{scene}.{language}.txt"
            seen.add(file.name)
            record.compare(file, text)
            assert not cut(app), f"{scene}: no room in 80 columns"
            for name, picture in PICTURES.items():
                if (picture.scene, picture.language) == (scene, language):
                    lines = sights[picture.size]
                    if picture.theme:
                        lines = await app.themed(picture.size, picture.theme)
                    ground = reduced(PALETTES[picture.theme or app.palette][""], picture.depth)
                    lines = [_reduced(line, picture.depth) for line in lines]
                    drawing = drawn(lines, picture.size, picture.title, ground)
                    drawings.compare(PICTURED / f"{name}.svg", drawing, shown=False)
            if language == "en" and scene in ALBUM:
                pictures = {size: sights[size] for size in SIZES}
                drawing = sizes(pictures, SIDE_BY_SIDE, PALETTES[app.palette][""])
                drawings.compare(PICTURED / "album" / f"{scene}.svg", drawing, shown=False)
    there = {file.name for file in FOLDER.glob(f"*.{language}.txt")}
    assert there == seen, f"left over or missing: {there ^ seen}"
    assert not clipped
    if record.failed:
        pytest.fail("\n".join([*record.failed, f"if they look right: {COMMAND}"]), pytrace=False)
    if drawings.failed:
        pytest.fail("\n".join([*drawings.failed, "draw them anew: make pictures"]), pytrace=False)


async def test_what_is_looked_at_is_what_the_terminal_shows(club: Club) -> None:
    app = Stage(club, WHO, animations=False)
    async with app.run_test(size=FIRST) as pilot:
        await pilot.pause()
        with app.context():
            painted = app.screen._compositor.render_strips()
        assert await app.sight(FIRST) == [list(strip.simplify()) for strip in painted]


def test_every_picture_is_drawn_here_and_stands_in_a_document() -> None:
    # Real clients', see `tests/ssh` and `tests/web`
    recorded = {"first-visit", "rematch", "azerty", "contributed", "phone"}
    recorded |= {*FILMS}  # `tests/screens/table/test_rolls.py`
    assert {file.stem for file in PICTURED.glob("*.svg")} == recorded.union(PICTURES)
    page = (PICTURED.parent / "screens.md").read_text(encoding="utf-8")
    assert {name for name in PICTURES if f"](pictures/{name}.svg)" not in page} == set()


def test_every_picture_of_the_album_is_drawn_here_and_shown() -> None:
    assert {file.stem for file in (PICTURED / "album").glob("*.svg")} == set(ALBUM)
    page = (PICTURED.parent / "album.md").read_text(encoding="utf-8")
    shown = re.findall(r"^### .+\n\n.*\(pictures/album/(.+)\.svg\)$", page, re.MULTILINE)
    assert sorted(shown) == sorted(ALBUM)
