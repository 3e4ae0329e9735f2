"""Pages to read: whole at each width, in light and dark, without scripts, and easy on the eyes."""

import asyncio
import json
import urllib.request

import pytest

from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules
from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site

PALE = """
(() => {
  const light = ([r, g, b]) => {
    const part = (value) => value <= 10.3 ? value / 3295 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const painted = (...colours) => {
    canvas.globalAlpha = 1;
    for (const [colour, alpha] of colours) {
      canvas.globalAlpha = alpha;
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const base = matchMedia("(prefers-color-scheme: dark)").matches ? "black" : "white";
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, noscript, .xterm, [hidden]")) continue;
    if (!element.getClientRects().length) continue;
    const above = [];
    for (let at = element; at; at = at.parentElement) above.unshift(at);
    const ground = above.map((at) => [getComputedStyle(at).backgroundColor, 1]);
    const alpha = above.reduce((product, at) => product * getComputedStyle(at).opacity, 1);
    const back = painted([base, 1], ...ground);
    const front = painted([base, 1], ...ground, [getComputedStyle(element).color, alpha]);
    const [low, high] = [light(back), light(front)].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) pale.push(`${node.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return pale;
})()
"""
"""Texts with less contrast than 4.5 : 1."""
SHIFT = """
new Promise((resolve) => {
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (moved += entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(moved), 50);
})
"""
SMALL = """
[...document.querySelectorAll("a.go, .ways a, button")]
  .filter((target) => target.getClientRects().length)
  .filter((target) => target.getBoundingClientRect().height < 44)
  .map((target) => target.textContent)
"""


async def sized(page: Page, width: int, scheme: str) -> None:
    await page.call(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=900,
        deviceScaleFactor=1,
        mobile=width < 800,
    )
    feature = {"name": "prefers-color-scheme", "value": scheme}
    await page.call("Emulation.setEmulatedMedia", features=[feature])


@pytest.mark.parametrize("path", ["/", "/rules/421", "/lines", "/play"])
async def test_a_page_reads_well_at_each_width_in_light_and_dark(
    site: Site, browser: Tabs, path: str
) -> None:
    anna = Player("SHA256:a", "Anna")
    await site.context.club.create(anna, "421", {}, 3, False, TableRules())
    page = await browser.person()
    for width, scheme in ((390, "light"), (820, "dark"), (1440, "light"), (1440, "dark")):
        await sized(page, width, scheme)
        await page.open(site.address + path)
        await page.until("document.readyState === 'complete'")
        assert await page.run(PALE) == []
        assert await page.run("document.documentElement.scrollWidth") <= width
        assert await page.run(SHIFT) < 0.01
        assert await page.run(SMALL) == []


async def test_the_front_page_needs_no_script_and_names_nobody(site: Site, browser: Tabs) -> None:
    club = site.context.club
    anna = Player("SHA256:a", "Anna")
    code = await club.create(anna, "421", {}, 3, False, TableRules())
    await club.create(anna, "trente", {}, 3, True, TableRules())
    await club.join(anna, code)
    page = await browser.person()
    await page.call("Emulation.setScriptExecutionDisabled", value=True)
    await page.open(site.address + "/")
    while not await page.run("!!document.querySelector('#terminal')"):
        await asyncio.sleep(0.01)  # no timer of the page runs
    text = await page.run("document.body.innerText")
    assert "Le 421" in text and code in text and "SHA256:host" in text and "ssh play@" in text
    assert "Anna" not in text
    links = await page.run("[...document.links].map((link) => new URL(link.href).pathname)")
    assert {f"/w/{code}", f"/t/{code}", "/play", "/lines", "/rules/421"} <= set(links)
    assert len([link for link in links if link.startswith("/w/")]) == 1  # none of a private table
    assert await page.run("document.getElementById('copy').hidden")


async def test_a_link_to_a_table_brings_its_picture_and_a_phone_its_manifest(site: Site) -> None:
    def read(path: str) -> str:
        with urllib.request.urlopen(site.address + path) as answer:
            return str(answer.read().decode())

    for path in ("/", "/w/KZQX", "/t/KZQX", "/lines"):
        page = await asyncio.to_thread(read, path)
        assert f'property="og:image" content="{site.address}' in page.replace(
            "127.0.0.1", "localhost"
        )
    manifest = json.loads(await asyncio.to_thread(read, "/manifest.webmanifest"))
    assert manifest["start_url"] == "/play" and manifest["icons"]
