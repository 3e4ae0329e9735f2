"""A phone and a desktop at one table; --rewrite-pictures draws docs/pictures/browser-*.png anew."""

import base64
from pathlib import Path

import pytest

from arcade.rooms.table_rules import TableRules
from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site
from tests.web.test_playing import MAIN, come, come_by_taps

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


async def test_a_phone_and_a_desktop_play_at_one_table(
    site: Site, browser: Tabs, request: pytest.FixtureRequest
) -> None:
    club = site.context.club
    club.watch_links.site = "https://arcade.example"
    desktop = await browser.person()
    await desktop.call(
        "Emulation.setDeviceMetricsOverride",
        width=980,
        height=620,
        deviceScaleFactor=1,
        mobile=False,
    )
    await come(site.address, browser, desktop)
    (nadia,) = club.presence.here.values()
    code = await club.create(nadia, "421", {}, 2, False, TableRules())
    await desktop.call("Page.navigate", url=f"{site.address}/t/{code}")
    await desktop.see("waiting for people")
    phone = await come_by_taps(site.address, browser)
    await phone.call("Page.navigate", url=f"{site.address}/t/{code}")
    await desktop.see("Everybody is here")
    await desktop.type("s")
    for page in (desktop, phone):
        await page.see("CHARGE")
    if "Your turn" not in await phone.shown():
        await play_round(desktop)
    await phone.see("Your turn")
    await phone.tap(MAIN)
    await desktop.see("Zoé rolls")
    await phone.see("roll 1")
    if request.config.getoption("rewrite_pictures"):
        shapes = (desktop, "desktop", 980, 620), (phone, "phone", 390, 844)
        for page, name, width, height in shapes:
            size = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            picture = await page.call("Page.captureScreenshot", clip=size)
            (PICTURES / f"browser-{name}.png").write_bytes(base64.b64decode(picture["data"]))


async def play_round(page: Page) -> None:
    """Throw, and stand."""
    await page.see("Your turn")
    await page.type("\r")
    await page.see("s stand")
    await page.type("s")
