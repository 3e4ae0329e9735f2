"""Somebody who plays in Chromium, by keys and by taps, and comes back from whatever breaks."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.screens.headlines import in_large
from tests.ssh.process import Server
from tests.web.chromium import ROWS, Page, Tabs
from tests.web.conftest import Site

MAIN, STAND = "#main", "#others [value=stop]"
BOX = "getBoundingClientRect().toJSON()"
VEILED = "!document.getElementById('veil').hidden"
ON = "document.getElementById('veil').hidden"

Act = Callable[[Page], Awaitable[None]]


async def come(address: str, browser: Tabs, page: Page | None = None) -> Page:
    """Come for the first time, with a new key, and take a name."""
    page = page or await browser.person()
    await page.open(address + "/play")
    await page.see("What shall we call you?")
    await page.type("Nadia\r")
    await page.see("right?")
    await page.type("\r")
    await page.see("Play now")
    return page


async def come_by_taps(address: str, browser: Tabs, width: int = 390, height: int = 844) -> Page:
    """Come for the first time on a phone."""
    page = await browser.person()
    await page.phone(width, height)
    await page.open(address + "/play")
    await page.see("What shall we call you?")
    await page.tap("#field input")
    await page.write("Zoé")
    await page.tap(MAIN)
    await page.see("right?")
    await page.tap(MAIN)
    await page.see("Play now")
    return page


async def play(page: Page, roll: Act, stand: Act) -> None:
    """Play a game of 421 to its end: throw once, and stand where one may."""
    while "game over" not in (shown := await page.see("Your turn", "game over")):
        await (stand if "s stand" in shown or "s stop" in shown else roll)(page)
        await page.changed(shown)


async def test_a_whole_game_by_keys(site: Site, browser: Tabs) -> None:
    page = await come(site.address, browser)
    await page.type("\r")
    await play(page, lambda page: page.type("\r"), lambda page: page.type("s"))
    await page.see(in_large("win"))
    assert await page.faults() == []


async def test_a_whole_game_by_taps_on_a_phone(site: Site, browser: Tabs) -> None:
    page = await come_by_taps(site.address, browser)
    at = await page.run(f"document.querySelector('{MAIN}').{BOX}")
    await page.tap(MAIN)
    await page.see("Your turn")
    while "Tap the dice" not in (shown := await page.see("Your turn")):
        await page.tap(MAIN)
        await page.changed(shown)
    await page.tap_on("╭───────╮")  # a die that is not kept
    await page.until(f"{ROWS}.split('kept').length - 1 > {shown.count('kept')}")
    assert "make it 80×24" not in shown
    await play(page, tapped, tapped)
    assert await page.run(f"document.querySelector('{MAIN}').{BOX}") == at
    assert await page.faults() == []


RIGHT = """
(() => {
  const all = [...document.querySelectorAll("button, input")];
  const buttons = all.filter((it) => it.checkVisibility());
  const small = buttons.filter((it) => it.offsetWidth < 44 || it.offsetHeight < 44);
  const { right, bottom } = document.getElementById("main").getBoundingClientRect();
  const hidden = right > innerWidth || bottom > innerHeight;
  return document.documentElement.scrollWidth <= innerWidth && !small.length && !hidden;
})()
"""
"""The page is no wider than the phone, its buttons are large enough, the main one is in sight."""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)], ids=str)
async def test_a_phone_of_any_size_shows_the_table_and_its_buttons_also_while_one_types(
    site: Site, browser: Tabs, size: tuple[int, int]
) -> None:
    page = await come_by_taps(site.address, browser, *size)
    assert await page.run(RIGHT)
    at = await page.run(f"document.querySelector('{MAIN}').{BOX}")
    await page.tap("#more")
    await page.until("document.getElementById('keyboard').checkVisibility()")
    assert await page.run(f"document.querySelector('{MAIN}').{BOX}") == at
    await page.tap("#more")
    await page.tap(MAIN)
    shown = await page.see("Your turn")
    assert await page.run(f"document.querySelector('{MAIN}').textContent") == "Roll"
    assert " menu  q leave" not in shown  # the line of keys, which the buttons stand for
    assert "sits down." in shown or "rolls" in shown or "rolled" in shown  # the log
    assert await page.run(RIGHT)
    assert await page.run(f"document.querySelector('{MAIN}').{BOX}") == at
    await page.tap("#others [value=talk]")
    await page.until("!document.getElementById('field').hidden")
    await page.phone(size[0], size[1] - 200)  # the phone's keyboard slides up
    await page.see("say ›")
    await page.write("Bonjour")
    await page.until(RIGHT)
    await page.tap(MAIN)
    await page.see("Zoé: Bonjour")
    part = "Pot " if size[0] < size[1] else "You · "  # beside the dice, or above them
    assert part in await page.shown()  # the table is not covered
    assert await page.faults() == []


async def test_a_keyboard_that_only_the_visual_viewport_tells_of_hides_no_button(
    site: Site, browser: Tabs
) -> None:
    page = await come_by_taps(site.address, browser)
    await page.run("Object.defineProperty(visualViewport, 'height', {value: 500}), 0")
    await page.run("visualViewport.dispatchEvent(new Event('resize'))")
    await page.until(f"document.querySelector('{MAIN}').{BOX}.bottom <= 500")


async def tapped(page: Page) -> None:
    offered = await page.run(f"!!document.querySelector('{STAND}')")
    await page.tap(STAND if offered else MAIN)


async def test_a_line_that_breaks_is_taken_up(site: Site, browser: Tabs) -> None:
    page = await come(site.address, browser)
    await page.type("thalf a sent")
    await page.see("half a sent")
    site.cut()
    await page.until(VEILED)
    await page.until(ON)
    await page.type("ence")
    await page.see("half a sentence")
    title = await page.run("document.title")
    await page.call("Page.reload")
    await page.see("half a sentence")
    assert await page.run("document.title") == title
    assert len(site.context.sessions) == 1
    await page.paste(" of\ntwo lines")  # a paste is marked as before: its end of line sends nothing
    await page.see("half a sentence of two lines")
    await page.type("\r\r")
    await page.click("Play now")  # clicks are reported as before
    await page.see("Your turn")


async def test_a_server_that_starts_anew_is_come_back_to(site: Site, browser: Tabs) -> None:
    page = await come(site.address, browser)
    await page.type("\r")
    await page.see("Your turn")
    await site.restart()
    await page.until(VEILED)
    shown = await page.see("Your turn")
    assert "Nadia" in shown
    await page.until(ON)


async def test_after_the_good_bye_there_is_one_button_which_comes_back(
    site: Site, browser: Tabs
) -> None:
    page = await come_by_taps(site.address, browser)
    await page.tap("#more")
    await page.tap("#last [value=quit]")
    await page.until("!document.getElementById('again').hidden")
    assert await page.run("document.getElementById('buttons').hidden")
    await page.tap("#again")
    await page.see("Play now")


async def test_a_server_that_is_killed_is_come_back_to(browser: Tabs, tmp_path: Path) -> None:
    server = Server(tmp_path)
    await server.start("--web", "0")
    try:
        page = await come(f"http://localhost:{server.web_port}", browser)
        await page.type("\r")
        await page.see("Your turn")
        await server.kill()
        await page.until(VEILED)
        await server.start("--web", str(server.web_port))
        await page.until(ON)
        assert "Nadia" in await page.see("Your turn")
    finally:
        await server.kill()


async def test_a_link_makes_the_browser_one_more_key(site: Site, browser: Tabs) -> None:
    club = site.context.club
    nadia = await club.choose_name(club.accounts.known("SHA256:n"), "Nadia")
    code = club.devices.code(nadia)
    page = await browser.person()
    await page.open(f"{site.address}/play#link={code}")
    await page.see("Play now")
    assert "Nadia" in await page.shown()
    assert await page.run("location.hash") == ""


GAMES = ("21", "Golden Zero", "The Golden 21", "Trente")


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_chosen_and_moved_in_by_taps_on_a_phone(
    site: Site, browser: Tabs, game: str
) -> None:
    club = site.context.club
    page = await come_by_taps(site.address, browser)
    await page.tap_on("Lay tiles" if game == "21" else f" {game} ")
    await page.until(f"document.querySelector('{MAIN}').innerText.includes('Play it')")
    await page.tap(MAIN)
    await page.until(f"document.querySelector('{MAIN}').value !== 'enter'")
    (zoe,) = club.presence.here.values()
    (code,) = club.tables.seated(zoe)

    def moved() -> bool:
        table, _ = club.tables.glance(code, zoe)
        return any(
            line.news is not None and line.news.data.get("seat") == table.seat
            for line in table.lines
        )

    while not moved():
        await page.until(f"!document.querySelector('{MAIN}').disabled")
        shown = await page.shown()
        assert "Not all of it fits" not in shown
        everything = await page.run("!!document.querySelector('#others [value=all]')")
        await page.tap("#others [value=all]" if everything else MAIN)
        await page.changed(shown)
        await page.tap(MAIN)
        await page.changed(shown)
    assert await page.faults() == []
