"""The terminal of a page: what is typed and pasted, and how it calls."""

from tests.web.chromium import Tabs
from tests.web.conftest import Site
from tests.web.test_playing import come


async def test_what_is_composed_pasted_and_clicked_arrives(site: Site, browser: Tabs) -> None:
    page = await come(site.address, browser)
    await page.type("t")
    await page.see("stop talking")
    await page.call("Input.imeSetComposition", text="œ", selectionStart=1, selectionEnd=1)
    await page.write("œuf à ")
    await page.see("œuf à")
    await page.paste("deux\nlignes")
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
    shown = await page.see("Your turn")
    while not await page.run("document.title.startsWith('(2)')"):  # it calls before it is drawn
        await page.type("s" if "s stand" in shown else "\r")
        await page.changed(shown)
        shown = await page.see("Your turn")
    await page.until("shown.length")
    assert "Your turn" in await page.run("shown[0]")
    await page.run("away = false; document.dispatchEvent(new Event('visibilitychange')); 0")
    await page.until("document.title && !document.title.startsWith('(')")
