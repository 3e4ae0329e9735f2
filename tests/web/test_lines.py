"""Line mode as HTML: what a screen reader finds there, also after a break."""

from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site


async def hears(page: Page, text: str, element: str = "log") -> None:
    await page.until(f"document.getElementById({element!r}).textContent.includes({text!r})")


async def writes(page: Page, line: str) -> None:
    await page.write(line)
    await page.type("\r")


async def test_a_game_is_played_by_buttons_and_taken_up_after_a_break(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.phone()
    await page.open(site.address + "/lines")
    await hears(page, "What shall we call you?")
    await writes(page, "Nadia")
    await hears(page, "You are Nadia.")
    await writes(page, "play 421")
    await hears(page, "It is your turn.", "urgent")
    site.cut()
    await page.until("!document.getElementById('veil').hidden")
    await page.until("document.getElementById('veil').hidden")
    await page.tap("#choices [value='1']")
    await hears(page, "2 rolls left. It is your turn.", "urgent")
    await hears(page, "roll all three again", "choices")
    assert await page.run("document.querySelectorAll('#log .own').length") == 3
    assert len(site.context.sessions) == 1
    assert {("log", "What happens"), ("textbox", "Your move or command")} <= await page.roles()
    assert await page.faults() == []
