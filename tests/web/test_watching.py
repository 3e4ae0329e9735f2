"""A table in Chromium, watched by a link: the picture fits the window, and leads to a seat."""

from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules
from tests.web.chromium import Tabs
from tests.web.conftest import Site

FITS = """
(() => {
  const frame = document.getElementById("frame").getBoundingClientRect();
  const picture = document.querySelector(".xterm-screen").getBoundingClientRect();
  return picture.width <= frame.width + 1 && picture.height <= frame.height + 1
    && (picture.width > frame.width * 0.8 || picture.height > frame.height * 0.8);
})()
"""


async def test_a_picture_fits_a_desktop_and_a_phone_and_leads_to_a_seat(
    site: Site, browser: Tabs
) -> None:
    club = site.context.club
    anna = Player("SHA256:a", "Anna")
    code = await club.create(anna, "421", {}, 2, False, TableRules())
    await club.join(anna, code)
    desktop, phone = await browser.person(), await browser.person()
    await phone.phone()
    for page in (desktop, phone):
        await page.open(f"{site.address}/w/{code}")
        assert "make it 80×24" not in await page.see("Anna")
        await page.until(FITS)
        assert await page.faults() == []
    assert not site.context.sessions
    await phone.tap("#play")
    await phone.see("What shall we call you?")
