"""Any game can be played through the generic view."""

import re

import pytest
from msgspec import Struct, structs

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.engine import registry
from screens.games.generic import GenericView
from screens.table import layout as table_module
from tests.people import begin
from tests.screens.conftest import ANNA, row_of, screen_text, see, session, table_screen, until
from tests.screens.games.test_le421 import table_of as le421_table
from tests.screens.games.trente_tables import STATES as TRENTE
from tests.screens.games.trente_tables import table_of as trente_table
from tests.screens.spot import shown


@pytest.mark.parametrize("key", sorted(registry.games()))
@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_every_game_by_enter(
    club: Club, key: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    (table_session,) = await begin(club, ANNA, game=key, seats=0)
    async with session(club, ANNA, size, start=Start("join", table_session.code)) as anna:
        screen = table_screen(anna)
        for _ in range(6):
            await until(anna, lambda: screen.table.offers or screen.table.phase == "over")
            if screen.table.phase == "over":
                break
            await see(anna, "You may:")
            version = screen.table.version
            await anna.press("down", "right", "up", "enter")
            if "Enter: yes." in screen_text(anna):
                assert "Enter yes  Esc no" in screen_text(anna)
                await anna.press("enter")
            await until(anna, lambda version=version: screen.table.version > version)
        assert all(len(line) <= size[0] for line in screen_text(anna).splitlines())


async def test_a_described_offer_is_varied(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    (table_session,) = await begin(club, ANNA, game="golden-zero", seats=0)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
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


class Odd(Struct, frozen=True):
    """A view of a game that has no words."""

    scores: tuple[int, ...] = (3, -2)
    hands: tuple[tuple[int, ...] | None, ...] = ((4, 7), None)
    best: tuple[None, ...] = (None, None, None)
    decider: bool = False
    dice: tuple[int, ...] = (2, 6)


async def test_a_game_without_words_is_told_as_people_write(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said for what is empty, and the dice are drawn."""
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    monkeypatch.setattr(registry, "part", lambda *_: None)
    table = structs.replace(trente_table(*TRENTE["attack"]), view=Odd())
    async with shown(club, table, (160, 45)) as (pilot, _):
        text = screen_text(pilot)
        pairs = (
            r"Hands +4 7 and –",
            r"Decider +no",
            r"│ +▐█▌ +│ │ +▐█▌ +▐█▌ +│",
            r"Anna +you[^\n]*Ben[^\n]*\n[^\n]*\n ┃ ▀▀█ [^\n]*▀▀█ ",
            r"▀▀█ +scores +┃ │ ▀▀▀ █▀▀ +scores +│ │",
        )
        for pair in pairs:
            assert re.search(pair, text), text
        assert "Best" not in text and "(" not in text.partition("│log")[0]


async def test_dice_that_are_drawn_are_not_told_too(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    async with shown(club, le421_table(6, 1, 6, 4, 2, moves=({"do": "roll"},))) as (pilot, _):
        await see(pilot, "642 is number 28 of the 56 hands.")
        assert "You have 6-4-2" not in screen_text(pilot)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_choices_stand_beside_the_dice(
    club: Club, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    table = le421_table(6, 1, 6, 4, 2, moves=({"do": "roll"},))
    async with shown(club, table, size) as (pilot, _):
        await see(pilot, "You may:")
        text = screen_text(pilot)
        assert re.search(r"[┃│] +(▸ )? 6  4  2  +keep ", text), "with the dice that it keeps"
        assert text.index("You may:") < text.index("tokens")
        assert ("▲ keep" in text) == (size[0] > 80), "it is not kept before Enter"
        below_dice = text.index("is number 28") < text.index("roll all three")
        assert below_dice == (size[0] == 160), "where choices stand apart"
        rows = [line for line in text.splitlines() if re.match(r" (You|\d|The )", line)]
        assert len(rows) < 4, "a row for each sentence"


@pytest.mark.parametrize(("size", "large"), [((80, 24), 0), ((100, 30), 0), ((160, 45), 2)])
async def test_what_is_counted_stands_as_figures(
    club: Club, size: tuple[int, int], large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the seats below each other, in a large terminal in large digits above them."""
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    table = le421_table(6, 1, 6, 4, 2, moves=({"do": "roll"},))
    async with shown(club, table, size) as (pilot, _):
        text = screen_text(pilot)
        pot = f"{table.view.pot:>2}  tokens are left in the pot · the charge"
        assert (pot in text) == (not large), text
        digits = re.findall(r"[█▀▄] +(?:rolls left|tokens are left in the pot · the charge)", text)
        assert len(digits) == large, text
        assert bool(re.search(r" 2  rolls left", text)) == (not large), text


@pytest.mark.parametrize(
    ("scores", "drawn"), [((3, 2, 0), [3, 2, 0]), ((30, 20, 0), [24, 16, 0]), ((3, -2, 0), [0] * 3)]
)
async def test_counts_have_pieces_or_bars_unless_one_is_below_zero(
    club: Club, scores: tuple[int, ...], drawn: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few things are counted one by one, also on cards; of many there is a bar in the table."""
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    monkeypatch.setattr(registry, "part", lambda *_: None)
    table = structs.replace(trente_table(*TRENTE["attack"]), view=Odd(scores=scores))
    async with shown(club, table, (100, 30)) as (pilot, _):
        rows = screen_text(pilot).splitlines()
        at = row_of(rows, "Anna")
        bars = [line.count("▆") + line.count("●") for line in rows[at : at + len(scores)]]
        assert bars == drawn
    async with shown(club, table, (160, 45)) as (pilot, _):  # on cards the numbers are large
        lines = screen_text(pilot).splitlines()
        pieces = "".join(re.findall("●(?: ●)+", screen_text(pilot))).count("●")
        assert pieces == (sum(scores) if drawn == [*scores] else 0)
        assert any(line.count("scores") == len(scores) and "█" in line for line in lines)
