"""xterm.js has cell for cell what a terminal over SSH has, on the same bytes."""

import asyncio
import base64
import json
from pathlib import Path

import asyncssh
from textual.strip import Strip

from screens.terminal.ansi import written
from server.config.settings import Settings
from server.ssh.listener import listen
from tests import dice
from tests.screens.pages.test_standing import after_a_hundred_games
from tests.snapshots.scenes import WHO, Walk
from tests.snapshots.stage import FIRST, Stage
from tests.ssh.client import Client, make_key, name_owner
from tests.ssh.emulator import Screen, Stream
from tests.ssh.terminal import Terminal
from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site

Cells = list[list[list[object]]]
"""Text, colour, ground and boldness of each cell, row by row."""

OPEN = """
(async (cols, rows) => {
  const module = (name) => import(`${document.documentElement.dataset.files}/${name}.mjs`);
  const { Terminal } = await module("xterm");
  const { UnicodeGraphemesAddon } = await module("addon-unicode-graphemes");
  window.terminal = new Terminal({ allowProposedApi: true, scrollback: 0, cols, rows });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = "15-graphemes";
})"""
"""A terminal like that of the page."""
CELLS = """
(async (written) => {
  const bytes = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  await new Promise((resolve) => terminal.write(bytes, resolve));
  const colour = (rgb, number) => (rgb ? number.toString(16).padStart(6, "0") : "default");
  const cell = terminal.buffer.active.getNullCell();
  const cells = Array.from({ length: terminal.rows }, (_, y) => {
    const line = terminal.buffer.active.getLine(y);
    return Array.from({ length: terminal.cols }, (_, x) => {
      line.getCell(x, cell);
      return [
        cell.getWidth() ? cell.getChars() || " " : "",
        colour(cell.isFgRGB(), cell.getFgColor()),
        colour(cell.isBgRGB(), cell.getBgColor()),
        Boolean(cell.isBold()),
      ];
    });
  });
  return JSON.stringify(cells);
})"""
"""What it has in its cells, once it was sent some bytes more."""
SKETCHED = """
(async (written, columns, rows) => {
  const { Sketch } = await import(`${document.documentElement.dataset.files}/sketch.mjs`);
  const bytes = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  const sketch = new Sketch(columns, rows);
  sketch.write(bytes);
  const hexadecimal = (part) => Number(part).toString(16).padStart(2, "0");
  const colour = (rgb) => (rgb ? rgb.match(/\\d+/g).map(hexadecimal).join("") : "default");
  return JSON.stringify(
    [...sketch.element.children].map((row) =>
      [...row.children].flatMap(({ textContent, style }) => {
        const ink = colour(style.color), ground = colour(style.backgroundColor);
        const bold = style.fontWeight === "bold";
        return [...textContent].map((letter) => [letter, ink, ground, bold]);
      }),
    ),
  );
})"""
"""What a sketch of a first picture has in its rows, letter by letter."""
WALK = {"": "Play now", "?": "The main keys", "\x1b": "Play now", "\r": "Your turn"}
"""Keys, and what is on the screen after each of them."""


async def still(terminal: Terminal) -> None:
    """Wait until the last frame has come: nothing follows it for a while."""
    came = -1
    while came != len(terminal.raw):
        came = len(terminal.raw)
        await asyncio.sleep(0.3)


async def test_on_the_same_bytes_a_page_has_the_cells_of_a_terminal_over_ssh(
    site: Site, browser: Tabs, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, host_key=tmp_path / "ssh", port=0)
    door = await listen(settings, asyncssh.generate_private_key("ssh-ed25519"), site.context)
    club, key = site.context.club, make_key(tmp_path / "id")
    page = await opened(site, browser, 100, 30)
    client = Client(tmp_path, door.get_port(), key)
    await name_owner(club, key, "Nadia")
    terminal = client.open(environment={"COLORTERM": "truecolor"})
    try:
        seen = 0
        for typed, text in WALK.items():
            terminal.type(typed)
            await terminal.wait_for(text)
            await still(terminal)
            sent, seen = bytes(terminal.raw[seen:]), len(terminal.raw)
            assert await cells(page, sent) == of(terminal.screen)
    finally:
        terminal.close()
        door.close()


async def test_every_scene_has_the_same_cells_in_a_page_and_in_a_terminal(
    site: Site, browser: Tabs
) -> None:
    frames = await frames_of_scenes()
    page = await opened(site, browser, *FIRST)
    screen = Screen(*FIRST)
    stream = Stream(screen)
    for scene, (frame, repeating) in frames.items():
        assert len(repeating.encode()) < len(frame.encode())
        # Over the scene before: a frame also meets what stood there, as halves of wide letters.
        stream.feed(frame)
        assert await cells(page, repeating.encode()) == of(screen), scene
    assert len(frames) > 80


async def test_the_sketch_of_a_first_picture_has_the_letters_of_every_scene(
    site: Site, browser: Tabs
) -> None:
    page = await opened(site, browser, *FIRST)
    for scene, (_, frame) in (await frames_of_scenes()).items():
        screen = Screen(*FIRST)
        Stream(screen).feed(frame)
        sent = base64.b64encode(frame.encode()).decode()
        drawn = json.loads(await page.run(f"{SKETCHED}('{sent}', {FIRST[0]}, {FIRST[1]})"))
        wanted = [
            [[letter, *style] for text, *style in row for letter in str(text)] for row in of(screen)
        ]
        assert drawn == wanted, scene


_frames: dict[str, tuple[str, str]] = {}


async def frames_of_scenes() -> dict[str, tuple[str, str]]:
    """Return each scene as it is written to a terminal, and to one that repeats letters.

    They are drawn once for both tests, with dice that are neither's.
    """
    if not _frames:
        with dice.fixed("scenes"):
            _frames.update(await _drawn())
    return _frames


async def _drawn() -> dict[str, tuple[str, str]]:
    frames = {}
    async with after_a_hundred_games() as club:
        app = Stage(club, WHO, animations=False)
        async with app.unpainted():
            async for scene in Walk(app, club).everywhere():
                lines = await app.sight(FIRST)
                stretches = [(0, y, Strip(line)) for y, line in enumerate(lines)]
                frames[scene] = written(stretches), written(stretches, repeats=True)
    return frames


async def opened(site: Site, browser: Tabs, columns: int, rows: int) -> Page:
    page = await browser.person()
    await page.open(site.address + "/w/NONE")
    await page.until("document.querySelector('.xterm')")
    await page.run(f"{OPEN}({columns}, {rows})")
    return page


async def cells(page: Page, sent: bytes) -> Cells:
    """Send bytes to the page's terminal; return what it has then."""
    there: Cells = json.loads(await page.run(f"{CELLS}('{base64.b64encode(sent).decode()}')"))
    return there


def of(screen: Screen) -> Cells:
    """Return the cells of a terminal."""
    rows = ([screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines))
    return [[[cell.data, cell.fg, cell.bg, cell.bold] for cell in row] for row in rows]
