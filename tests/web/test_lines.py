"""Line mode as HTML: what a screen reader finds there, also after a break."""

from tests.web.chromium import Page, Tabs
from tests.web.conftest import Site


async def hears(page: Page, text: str, element: str = "log") -> None:
    await page.until(f"document.getElementById({element!r}).textContent.includes({text!r})")


async def writes(page: Page, line: str) -> None:
    await page.write(line)
    await page.type("\r")


async def comes_as_nadia(page: Page, site: Site) -> None:
    await page.open(site.address + "/lines")
    await hears(page, "What shall we call you?")
    await writes(page, "Nadia")
    await hears(page, "You are Nadia.")


async def test_a_game_is_played_by_buttons_and_taken_up_after_a_break(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.phone()
    await comes_as_nadia(page, site)
    await writes(page, "play 421")
    await hears(page, "It is your turn.", "urgent")
    site.cut()
    await page.until("!document.getElementById('veil').hidden")
    await page.until("document.getElementById('veil').hidden")
    await page.tap("#choices [value='1']")
    await hears(page, "2 rolls left. It is your turn.", "urgent")
    await hears(page, "roll all three", "choices")
    assert await page.run("document.querySelectorAll('#log .own').length") == 3
    assert len(site.context.sessions) == 1
    assert {("log", "What happens"), ("textbox", "Your move or command")} <= await page.roles()
    assert await page.faults() == []


FOCUSED = "document.activeElement.closest('#choices')"


async def keyed(page: Page, key: str) -> None:
    """Press Tab or Enter."""
    code = {"Tab": 9, "Enter": 13}[key]
    text = {"text": "\r"} if key == "Enter" else {}
    named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
    await page.call("Input.dispatchKeyEvent", type="keyDown", **named, **text)
    await page.call("Input.dispatchKeyEvent", type="keyUp", **named)


async def test_a_turn_is_played_by_the_keyboard_alone_and_the_focus_stays_on_a_choice(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await comes_as_nadia(page, site)
    await writes(page, "brief")
    await writes(page, "play 421")
    await hears(page, "our turn", "urgent")
    before = len(await page.run("document.getElementById('log').textContent"))
    for _ in range(20):
        await page.run("document.activeElement.blur()")
        while not await page.run(f"!!{FOCUSED}"):
            await keyed(page, "Tab")
        chosen = await page.run("document.activeElement.textContent")
        await keyed(page, "Enter")
        await page.until(f"document.getElementById('log').textContent.length > {before}")
        assert await page.run(f"!!{FOCUSED}"), chosen  # never lost, also where choices change
        before = len(await page.run("document.getElementById('log').textContent"))
        if await page.run("document.getElementById('log').textContent.includes('stand')"):
            break
    headings = [name for role, name in await page.roles() if role == "heading"]
    assert {"ssh-arcade", "What happens", "What you can do"} <= set(headings)
    assert {("alert", ""), ("list", "What you can do")} <= await page.roles()


async def test_the_same_refusal_is_read_out_each_time_and_an_end_has_a_button_to_come_back(
    site: Site, browser: Tabs
) -> None:
    page = await browser.person()
    await page.open(site.address + "/lines")
    await hears(page, "What shall we call you?")
    for times in (1, 2):
        await writes(page, "x")
        await page.until(f"document.querySelectorAll('#urgent p').length === {times}")
    await writes(page, "Nadia")
    await hears(page, "You are Nadia.")
    await writes(page, "quit")
    await hears(page, "Good-bye, Nadia!")
    assert "ssh" not in await page.run("document.getElementById('log').lastChild.textContent")
    await page.until("document.activeElement.id === 'again'")
    await keyed(page, "Enter")
    await hears(page, "You are Nadia.")
