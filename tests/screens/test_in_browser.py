"""What the screens say on a page: nothing of SSH keys, and whether a small window cuts them."""

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules
from screens.pages.rules_page import RulesPage
from screens.terminal.rows import plain
from tests.screens.conftest import ANNA, screen_text, see, session, until

SITE = "https://arcade.example"
PHONE = (50, 52)


@pytest.fixture(autouse=True)
def pages(club: Club) -> None:
    club.watch_links.site = SITE


async def test_the_first_minute_speaks_of_the_browser(club: Club) -> None:
    async with session(club, Player("SHA256:new", ""), PHONE, pointer=True) as pilot:
        await see(pilot, "This browser is your key")
        await see(pilot, "A café in your browser")
        assert "SSH key" not in screen_text(pilot) and "terminal:" not in screen_text(pilot)
    async with session(club, ANNA, PHONE, pointer=True) as pilot:
        await see(pilot, "Play now")
        await pilot.press("h", "right")
        await see(pilot, "Open this page again in this browser")
        await see(pilot, f"{SITE}/t/KAFEL")
        await pilot.press("escape", "question_mark", "end")
        await see(pilot, "breaks, and this browser's key")
        assert "ssh" not in screen_text(pilot).replace("ssh-arcade", "")


async def test_a_table_is_led_to_by_a_link_and_a_device_linked_by_another(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3, False, TableRules())
    async with session(club, ANNA, PHONE, pointer=True, start=Start("join", code)) as pilot:
        await see(pilot, f"{SITE}/t/{code}")  # in the room
        await pilot.press("f6")
        await see(pilot, "! Anybody watches at\n")
        await see(pilot, f"{SITE}/w/{code}")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, RulesPage))
        page = pilot.app.screen
        assert isinstance(page, RulesPage)
        assert any(plain(line).startswith("F6 ") for line in page.text.lines())
        await pilot.press("escape")
        await see(pilot, f"arcade.example/t/{code}")
        assert screen_text(pilot).count(f"arcade.example/t/{code}") == 1
        await pilot.press("O", "D")
        await see(pilot, "A code for another key")  # above the page, in place of its title
        await see(pilot, f"{SITE}/play#link=")
        await see(pilot, "ssh play@")


async def test_the_front_page_names_whoever_chooses_that(club: Club) -> None:
    async with session(club, ANNA) as pilot:
        await see(pilot, "Play now")
        await pilot.press("o")
        await see(pilot, "does not name me")
        while "you while you are here" not in screen_text(pilot):
            await pilot.press("down")
        await pilot.press("right")
        await see(pilot, " names me")
    assert club.accounts.preference(ANNA, "listed") == "on"


async def test_over_ssh_friends_are_given_the_link_after_the_command(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3, False, TableRules())
    async with session(club, ANNA, start=Start("join", code)) as pilot:
        await see(pilot, f"{SITE}/t/{code}")
        text = screen_text(pilot)
        assert text.index(f"ssh {code}@") < text.index(f"{SITE}/t/{code}")
        assert "ssh" not in text.splitlines()[0]  # the room says it


@pytest.mark.parametrize(
    ("game", "size", "cut"),
    [
        ("421", (44, 52), False),
        ("421", (50, 20), True),  # a phone on its side
        ("vingt-et-un", (44, 52), True),
        ("vingt-et-un", (50, 52), False),
        ("vingt-et-un", (80, 24), False),
    ],
)
async def test_a_page_says_what_its_window_cuts_of_which_game(
    club: Club, game: str, size: tuple[int, int], cut: bool
) -> None:
    code = await club.create(ANNA, game, {}, 2, False, TableRules())
    async with session(club, ANNA, size, pointer=True, start=Start("join", code)) as pilot:
        await see(pilot, code)
        assert ("Not all of it" in screen_text(pilot)) == cut


async def test_the_keyboard_of_a_phone_cuts_nothing_that_is_worth_a_warning(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 2, False, TableRules())
    async with session(club, ANNA, PHONE, pointer=True, start=Start("join", code)) as pilot:
        await pilot.press("t")
        await pilot.resize_terminal(50, 20)
        await see(pilot, "stop talking")
        assert "Not all of it" not in screen_text(pilot)
