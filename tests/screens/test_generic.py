"""Any game can be played through the generic view."""

import pytest

from arcade.club.club import Club
from arcade.engine import registry
from screens.games.generic import GenericView
from screens.start import Start
from screens.table import screen as table_module
from tests.screens.conftest import ANNA, screen_text, see, session, table_screen, until
from tests.screens.spot import shown
from tests.screens.test_trente import STATES as TRENTE
from tests.screens.test_trente import table_of as trente_table


@pytest.mark.parametrize("key", sorted(registry.games()))
@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_every_game_by_enter(
    club: Club, key: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    code = await club.create(ANNA, key)
    place = await club.join(ANNA, code)
    await place.start()
    async with session(club, ANNA, size, start=Start("join", code)) as anna:
        screen = table_screen(anna)
        for _ in range(6):
            await until(anna, lambda: screen.table.offers or screen.table.phase == "over")
            if screen.table.phase == "over":
                break
            await see(anna, "You may:")
            version = screen.table.version
            await anna.press("down", "right", "up", "enter")
            await until(anna, lambda version=version: screen.table.version > version)
        assert all(len(line) <= size[0] for line in screen_text(anna).splitlines())


async def test_a_described_offer_is_varied(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    code = await club.create(ANNA, "golden-zero")
    place = await club.join(ANNA, code)
    await place.start()
    async with session(club, ANNA, start=Start("join", code)) as anna:
        screen = table_screen(anna)
        view = screen.game
        assert isinstance(view, GenericView)
        for _ in range(30):
            await until(anna, lambda: screen.table.offers)
            varied = [n for n, offer in enumerate(screen.table.offers) if offer.high > offer.low]
            if varied:
                break
            version = screen.table.version
            await anna.press("enter")
            await until(anna, lambda version=version: screen.table.version > version)
        offer = screen.table.offers[varied[0]]
        await anna.press(*["down"] * varied[0])
        before = getattr(view._action(varied[0]), offer.field)
        await anna.press("right", "right", "left")
        assert getattr(view._action(varied[0]), offer.field) == min(offer.high, before + 1)


async def test_a_choice_that_names_nobody_is_varied(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attack may leave its target to the rules; the arrows take the first there is."""
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    async with shown(club, trente_table(*TRENTE["attack"])) as (pilot, spot):
        (number,) = [n for n, offer in enumerate(spot.shown.offers) if offer.field == "target"]
        offer = spot.shown.offers[number]
        assert offer.action.target is None
        await pilot.press(*["down"] * number, "right", "enter")
        assert spot.asked == [{"do": "attack", "target": offer.low}]
