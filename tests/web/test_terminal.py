"""The terminal of a page: the cells of one over SSH, what is typed and pasted, and how it calls."""

import asyncio
import base64
import json
from pathlib import Path

import asyncssh

from server.config.settings import Settings
from server.ssh.listener import listen
from tests.ssh.client import Client, make_key
from tests.ssh.terminal import Terminal
from tests.web.chromium import Tabs
from tests.web.conftest import Site
from tests.web.test_playing import come

CELLS = """
(async (written) => {
  const module = (name) => import(document.querySelector(`link[href$='/${name}.mjs']`).href);
  const { Terminal } = await module("xterm");
  const { UnicodeGraphemesAddon } = await module("addon-unicode-graphemes");
  const terminal = new Terminal({ allowProposedApi: true, scrollback: 0, cols: 100, rows: 30 });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = "15-graphemes";
  const bytes = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  await new Promise((resolve) => terminal.write(bytes, resolve));
  const colour = (rgb, number) => (rgb ? number.toString(16).padStart(6, "0") : "default");
  return Array.from({ length: 30 }, (_, y) =>
    Array.from({ length: 100 }, (_, x) => {
      const cell = terminal.buffer.active.getLine(y).getCell(x);
      return [
        cell.getWidth() ? cell.getChars() || " " : "",
        colour(cell.isFgRGB(), cell.getFgColor()),
        colour(cell.isBgRGB(), cell.getBgColor()),
        Boolean(cell.isBold()),
      ];
    }),
  );
})"""
"""The cells of a terminal like that of the page, once it was sent what an SSH client was sent."""
WALK = {"": "Play now", "?": "The keys that work now", "\x1b": "Play now", "\r": "Your turn"}
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
    page = await browser.person()
    await page.open(site.address + "/w/NONE")
    await page.until("document.querySelector('.xterm')")
    client = Client(tmp_path, door.get_port(), key)
    fingerprint = asyncssh.read_private_key(key).get_fingerprint()
    await club.choose_name(club.accounts.known(fingerprint), "Nadia")
    terminal = client.open(environment={"COLORTERM": "truecolor"})
    try:
        for typed, text in WALK.items():
            terminal.type(typed)
            await terminal.wait_for(text)
            await still(terminal)
            sent = base64.b64encode(bytes(terminal.raw)).decode()
            buffer = terminal.screen.buffer
            rows = [[buffer[y][x] for x in range(100)] for y in range(30)]
            wanted = [[[cell.data, cell.fg, cell.bg, cell.bold] for cell in row] for row in rows]
            assert await page.run(f"{CELLS}({json.dumps(sent)})") == wanted
    finally:
        terminal.close()
        door.close()


async def test_what_is_composed_pasted_and_clicked_arrives(site: Site, browser: Tabs) -> None:
    page = await come(site.address, browser)
    await page.type("t")
    await page.see("stop talking")
    await page.call("Input.imeSetComposition", text="œ", selectionStart=1, selectionEnd=1)
    await page.write("œuf à ")
    await page.see("œuf à")
    await page.run(
        "const data = new DataTransfer(); data.setData('text/plain', 'deux\\nlignes');"
        "document.querySelector('.xterm-helper-textarea').dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData: data, bubbles: true })); 0"
    )
    await page.see("œuf à deux lignes")
    await page.type("\r")
    await page.see("Nadia: œuf à deux lignes", "Nadia  œuf à deux lignes", "œuf à deux lignes")
    await page.type("\r")
    await page.click("Play now")
    await page.see("Your turn")


AWAY = """
window.shown = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => away });
window.Notification = class {
  static permission = "default";
  static requestPermission = async () => { this.permission = "granted"; };
  constructor(title) { shown.push(title); }
};
"""
"""A page may be told that nobody looks, and has notifications: a headless Chromium denies them."""


async def test_a_turn_that_nobody_looks_at_calls_by_title_and_once_asked_for_by_notification(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.call("Page.addScriptToEvaluateOnNewDocument", source=AWAY)
    await come(site.address, browser, page)
    await page.run("away = true")
    await page.type("\r")
    await page.until("document.title.startsWith('(1) Your turn')")
    assert await page.run("shown.length") == 0  # nobody has asked for one
    await page.run("document.getElementById('notify').click()")
    await page.until("document.getElementById('notify').hidden")
    while not await page.run("shown.length"):
        shown = await page.see("Your turn")
        await page.type("s" if "s stand" in shown else "\r")
        await page.changed(shown)
    assert "Your turn" in await page.run("shown[0]")
    await page.run("away = false; document.dispatchEvent(new Event('visibilitychange')); 0")
    await page.until("document.title && !document.title.startsWith('(')")
