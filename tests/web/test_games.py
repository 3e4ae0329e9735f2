"""Each game on a phone, from the first tap to the first turn of the next game."""

import pytest

from arcade.club.club import Club
from arcade.engine import registry
from arcade.rooms.table_rules import TableRules
from tests.web.chromium import Page, Tabs, box_of
from tests.web.conftest import Site
from tests.web.test_playing import MAIN, come_by_taps

SHORT: dict[str, dict[str, object]] = {
    "421": {"mode": "manche"},
    "golden-zero": {"hands": 1},
    "golden21": {"years": 1},
    "trente": {"manches": 1},
    "vingt-et-un": {},
}
"""Each game, as short as it can be."""
FIRST = ("all", "stop", "stay", "fold", "end")
"""Buttons that shorten a turn, before the main one."""
TABLE = TableRules(turn=0, bots="simple")


async def tap_once(page: Page) -> None:
    """Tap what shortens the turn, else the main button; wait for what it changes."""
    shown = await page.shown()
    names = [f"#others [value={name}]" for name in FIRST]
    named = f"{names!r}.find((name) => document.querySelector(name)) || '{MAIN}'"
    button = await page.run(named)
    element = f"document.querySelector({button!r})"
    box = await page.until(f"{element} === null ? 'gone' : {box_of(button)}")
    if box == "gone":
        return  # it belonged to what the tap before has ended
    await page.touch_box(box)
    await page.changed(shown)
    if button == names[0]:
        await page.tap(MAIN)
        await page.changed(shown)


@pytest.mark.parametrize("game", SHORT)
async def test_a_game_is_played_by_taps_to_the_first_turn_of_the_next(
    site: Site, browser: Tabs, game: str
) -> None:
    club: Club = site.context.club
    page = await come_by_taps(site.address, browser)
    (zoe,) = club.presence.here.values()
    fewest, _ = registry.find(game).meta.seats
    code = await club.create(zoe, game, SHORT[game], max(2, fewest), False, TABLE)
    await page.call("Page.navigate", url=f"{site.address}/t/{code}")
    await page.see(code)
    await page.until(f"document.querySelector('{MAIN}').value === 'start'")
    await page.tap(MAIN)

    def phase() -> str:
        table, _ = club.tables.glance(code, zoe)
        return table.phase

    while phase() != "over":
        await page.until(f"!document.querySelector('{MAIN}').disabled")
        await tap_once(page)
    await page.until(f"document.querySelector('{MAIN}').value === 'again'")
    while phase() == "over":  # a tap that comes before all was seen is asked for again
        shown = await page.shown()
        await page.tap(MAIN)
        await page.changed(shown)
    await page.see("Your turn")
    assert phase() == "playing"
    assert await page.faults() == []
