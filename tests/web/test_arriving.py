"""The first seconds of a page: its key, its first picture, and what can wait."""

import asyncio
import json

import pytest

from tests.waiting import until
from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site
from tests.web.test_playing import come

MOST_LAYOUTS = 40
"""How often the page may be laid out before its first picture; by itself xterm.js makes it 98."""
BOX = """
(rows) => {
  const last = (parts) => [...parts].findLast((part) => part.textContent.trim());
  const row = last(document.querySelectorAll(`${rows} > div`));
  const { x, y, bottom } = row.getBoundingClientRect();
  return [x, y, bottom, last(row.children).getBoundingClientRect().right];
}"""
"""Where the last row is that says something, and where its text ends."""
SHOWN = f"""
new MutationObserver(() => {{
  if (document.querySelector(".sketch > div")) window.boxes = ({BOX})(".sketch");
}}).observe(document, {{ subtree: true, childList: true }});
"""
UNKEPT = """
indexedDB.open = () => { throw new Error("nothing is kept here"); };
"""


async def test_a_first_picture_lays_the_page_out_few_times(site: Site, browser: Tabs) -> None:
    page = await browser.person()
    await page.call("Performance.enable")
    await page.open(site.address + "/play")
    await page.see("What shall we call you?")
    metrics = (await page.call("Performance.getMetrics"))["metrics"]
    layouts = next(each["value"] for each in metrics if each["name"] == "LayoutCount")
    assert layouts < MOST_LAYOUTS


SKETCHED = "(document.querySelector('.sketch')?.innerText ?? '')"


async def open_sketch(page: Page, site: Site) -> None:
    """Open the page and keep xterm.js from it."""
    await page.call("Network.enable")
    await page.call("Network.setBlockedURLs", urls=["*/xterm.mjs"])
    await page.open(site.address + "/play")
    await page.until(f"{SKETCHED}.includes('What shall we call you?')")


async def test_the_first_picture_and_a_phones_buttons_do_not_wait_for_xterm(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.phone()
    await open_sketch(page, site)
    before = await page.run(SKETCHED)
    await page.tap("#others button")  # propose a name
    await page.until(f"{SKETCHED} !== {json.dumps(before)}")
    assert not await page.run("document.querySelector('.xterm')")


async def test_keys_pressed_on_the_sketch_are_not_lost(site: Site, browser: Tabs) -> None:
    page = await browser.person()
    await open_sketch(page, site)
    await page.type("Nadia\r")
    await page.until(f"{SKETCHED}.includes('right?')")
    await page.type("\r")
    await page.until(f"{SKETCHED}.includes('Play now')")
    assert [visitor.name for visitor in site.context.club.presence.here.values()] == ["Nadia"]
    assert not await page.run("document.querySelector('.xterm')")


async def test_the_terminal_takes_over_from_the_sketch_where_it_stands(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.call("Page.addScriptToEvaluateOnNewDocument", source=SHOWN)
    await page.open(site.address + "/play")
    await page.see("What shall we call you?")
    await page.until("!document.querySelector('.sketch')")
    sketched, shown = await page.run("boxes"), await page.run(f"({BOX})('.xterm-rows')")
    assert sketched == pytest.approx(shown, abs=1)


async def test_a_width_by_the_canvas_is_that_by_the_page(site: Site, browser: Tabs) -> None:
    page = await browser.person()
    await page.open(site.address + "/play")
    await page.see("What shall we call you?")
    text = "Wi.│╭━█▀⚀★♥→é"
    differing = await page.run(
        f"""(() => {{
          const canvas = document.createElement("canvas").getContext("2d");
          const span = document.createElement("span");
          document.querySelector(".xterm-rows > div").append(span);
          span.style.position = "absolute";
          const {{ fontFamily, fontSize }} = getComputedStyle(span);
          const differing = [];
          for (const weight of ["normal", "bold"]) for (const letter of {list(text)}) {{
            canvas.font = `${{weight}} ${{fontSize}} ${{fontFamily}}`;
            span.style.fontWeight = weight;
            span.textContent = letter.repeat(32);
            const width = Math.round(32 * canvas.measureText(letter).width);
            if (Math.abs(span.offsetWidth - width) > 1) differing.push([letter, weight]);
          }}
          return differing;
        }})()"""
    )
    assert differing == []


async def test_two_first_tabs_at_once_end_with_one_key(site: Site, browser: Tabs) -> None:
    person = await browser.call("Target.createBrowserContext", disposeOnDetach=True)
    tabs = [await browser.tab(person["browserContextId"]) for _ in range(2)]
    for page in tabs:
        await page.call("Page.navigate", url=site.address + "/play")

    def players() -> list[str]:
        return [each.player.id for each in site.context.sessions if each.player is not None]

    await until(lambda: len(players()) > 1 and len(set(players())) < len(players()))
    closed = "!document.getElementById('again').hidden"
    while not [page for page in tabs if await page.run(closed)]:  # one key is in one window
        await asyncio.sleep(0)
    assert await tabs[0].run("localStorage.keyed")


async def test_who_can_keep_no_key_is_a_guest(site: Site, browser: Tabs) -> None:
    page = await browser.person()
    await page.call("Page.addScriptToEvaluateOnNewDocument", source=UNKEPT)
    await page.open(site.address + "/play")
    await until(lambda: any(each.player and each.player.guest for each in site.context.sessions))
    await page.until("sessionStorage.resume")
    await page.see("You are a guest.")


async def test_a_page_tells_its_zone_after_the_first_picture(site: Site, browser: Tabs) -> None:
    page = await browser.person()
    await page.call("Emulation.setTimezoneOverride", timezoneId="Europe/Paris")
    await come(site.address, browser, page)
    club = site.context.club
    (nadia,) = club.presence.here.values()
    await until(lambda: club.accounts.zone(nadia) == "Europe/Paris")
