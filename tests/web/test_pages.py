"""Pages as Chromium shows them: what they violate, what they measure, what they send and show."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import split_graphemes

from screens.terminal.glyphs import TWINS
from tests.web.chromium import Tabs
from tests.web.conftest import Site

HEAD = re.compile(r"^=== (\d+)x(\d+): .*\n", re.MULTILINE)
SNAPSHOTS = Path(__file__).parents[1] / "snapshots"
WRITTEN = """
(async (scenes) => {
  const module = (name) => import(`${document.documentElement.dataset.files}/${name}.mjs`);
  const { Terminal } = await module("xterm");
  const { UnicodeGraphemesAddon } = await module("addon-unicode-graphemes");
  const terminal = new Terminal({ allowProposedApi: true, scrollback: 0 });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = "15-graphemes";
  const shown = [];
  for (const [columns, rows, text] of scenes) {
    terminal.reset();
    terminal.resize(columns, rows);
    await new Promise((resolve) => terminal.write(text, resolve));
    for (let row = 0; row < rows; row++) {
      const line = terminal.buffer.active.getLine(row);
      const cells = Array.from({ length: columns }, (_, column) => line.getCell(column));
      shown.push(cells.map((cell) => cell.getWidth() ? cell.getChars() || " " : "").join("|"));
    }
  }
  return shown;
})"""
"""What a terminal like that of the page has in its cells, once scenes were written to it."""


LOADED = {
    "/": "document.querySelector('h1')",
    "/rules/421": "document.querySelector('h1')",
    "/play": "document.querySelector('.xterm-rows')?.innerText.includes('Name')",
    "/lines": "document.querySelector('#log')",
    "/w/NONE": "document.querySelector('#veil').innerText.includes('NONE')",
}
"""What is there when a page is there."""


@pytest.mark.parametrize("path", LOADED)
async def test_a_page_violates_nothing_and_tells_no_error(
    site: Site, browser: Tabs, path: str
) -> None:
    page = await browser.person()
    await page.open(site.address + path)
    await page.until(f"document.readyState === 'complete' && {LOADED[path]}")
    assert await page.faults() == []


async def test_xterm_has_the_cells_that_the_screens_were_laid_out_for(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.open(site.address + "/w/NONE")
    await page.until("document.querySelector('.xterm')")
    texts = [path.read_text(encoding="utf-8") for path in sorted(SNAPSHOTS.glob("*.txt"))]
    scenes = [scene for text in texts for scene in HEAD.split(text)[1:]]
    scenes += [
        "80",
        "24",
        "\n".join(["".join(TWINS)[:80], "".join(TWINS)[80:], "⚀⚁⚂⚃⚄⚅", "👍🏽👨‍👩‍👧❤️"]),
    ]
    written, wanted = [], []
    for columns, rows, text in zip(*(iter(scenes),) * 3, strict=True):
        lines = [*text.split("\n"), *[""] * int(rows)][: int(rows)]
        placed = (f"\x1b[{row};1H{line}" for row, line in enumerate(lines, 1))
        written.append((int(columns), int(rows), "".join(placed)))
        wanted += [in_cells(line, int(columns)) for line in lines]
    shown = await page.run(f"{WRITTEN}({json.dumps(written)})")
    assert [pair for pair in zip(shown, wanted, strict=True) if pair[0] != pair[1]] == []


def in_cells(line: str, columns: int) -> str:
    """Lay a line out as rich does."""
    spans, _ = split_graphemes(line)
    cells = [cell for start, end, width in spans for cell in [line[start:end], ""][:width]]
    return "|".join(cells + [" "] * (columns - len(cells)))
