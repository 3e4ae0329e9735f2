"""The field for a name: when it is asked, what it proposes, and what is read beside it."""

from itertools import cycle
from types import SimpleNamespace

import pytest

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.engine import registry
from arcade.players.player import Player
from screens.lobby import naming
from screens.lobby.naming import Naming
from screens.lobby.screen import Lobby
from screens.table.screen import TableScreen
from tests.screens.conftest import (
    ANNA,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)


async def test_a_key_holder_chooses_a_name_once(club: Club) -> None:
    await club.choose_name(Player("SHA256:z", ""), "Taken")
    async with session(club, club.accounts.known("SHA256:new")) as new:
        assert isinstance(new.app.screen, Naming)
        await new.press(*"x", "enter")
        await see(new, "at least 2")
        await new.press("backspace")
        await until(new, lambda: "at least 2" not in screen_text(new))
        await new.press(*"taken", "enter")
        await see(new, "The name taken is taken")
        await new.press("ctrl+u", *"Zoë", "enter")
        await see(new, "Zoë: right? Enter takes it, for good.")
        await new.press("backspace", "é", "enter", "-", "1", "enter")
        await see(new, "Zoé-1: right?")
        assert isinstance(new.app.screen, Naming)
        await new.press("enter")
        await until(new, lambda: isinstance(new.app.screen, Lobby))
        await see(new, "Zoé-1")
    assert club.accounts.find("zoe1") == club.accounts.known("SHA256:new")
    async with session(club, club.accounts.known("SHA256:new")) as again:
        assert isinstance(again.app.screen, Lobby)


@pytest.mark.parametrize("size", SIZES)
async def test_the_field_for_a_name_comes_before_what_one_may_read(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, club.accounts.known("SHA256:new"), size) as new:
        lines = [line.strip() for line in screen_text(new).splitlines()]
        field = row_of(lines, "Name ›", begins=True)
        assert lines[field - 3].startswith("Welcome!")
        assert lines[field + 2].startswith("2 to 16 letters")
        assert lines[field - 1].startswith("╭─") and lines[field + 1].startswith("╰─"), "framed"
        assert not any("café" in line for line in lines[1:field])
        assert any("Games ──" in line for line in lines) == (size == SIZES[2])
        await new.press(*"1abc", "enter")
        await see(new, "begins with")
        answered = [line.strip() for line in screen_text(new).splitlines()]
        assert "begins with" in answered[field + 2] and "2 to 16" not in screen_text(new)
        assert answered[field + 4 :] == lines[field + 4 :]


@pytest.mark.parametrize("size", SIZES)
async def test_every_game_is_drawn_below_the_field_for_a_name(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, club.accounts.known("SHA256:new"), size) as new:
        lines = screen_text(new).splitlines()
        field = row_of(lines, "Name ›")
        below = "\n".join(lines[field:])
        named = ("21", "Golden Zero", "Le 421", "The Golden 21", "Trente")
        assert all(name in below for name in named)
        pictures = ("= 21", "= 18", "10")
        assert all(picture in below for picture in pictures)
        assert ("then race to unload" in below or "load up, then" in below) == (size != SIZES[0])
        assert "People at its tables" in below


@pytest.mark.parametrize("size", SIZES)
async def test_what_a_key_is_stands_once_beside_the_field_or_below_it(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, club.accounts.known("SHA256:new"), size) as new:
        lines = screen_text(new).splitlines()
        field = row_of(lines, "Name ›")
        named = [at for at, line in enumerate(lines) if "Your SSH key is your account" in line]
        assert len(named) == 1
        assert (named[0] == field - 1) == (size != SIZES[2])


async def test_the_games_below_the_field_for_a_name_reach_the_foot_of_a_wide_terminal(
    club: Club,
) -> None:
    async with session(club, club.accounts.known("SHA256:new"), SIZES[-1]) as new:
        lines = screen_text(new).splitlines()
        last = max(at for at, line in enumerate(lines[:-1]) if line.strip())
        assert last >= len(lines) - 6


@pytest.mark.parametrize("many", [0, 1, 8, 20])
async def test_however_many_games_there_are_the_foot_says_how_one_comes_back(
    club: Club, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    games = dict(zip(range(many), cycle(registry.games().values()), strict=False))
    monkeypatch.setattr(naming, "registry", SimpleNamespace(games=lambda: games))
    async with session(club, club.accounts.known("SHA256:new"), SIZES[-1]) as new:
        await see(new, "Been here with another key?")
        *lines, foot = screen_text(new).splitlines()
        last = next(line for line in reversed(lines) if line.strip())
        assert last.strip().startswith("ssh ") and "quit" in foot
        text = "\n".join(lines)
        assert text.count("╭") == text.count("╰"), "each card is whole"


async def test_a_name_is_proposed_first_the_one_from_home(club: Club) -> None:
    async with session(club, club.accounts.known("SHA256:ben"), called="benoit") as new:
        naming = new.app.screen
        assert isinstance(naming, Naming)
        await new.press("tab")
        assert naming.prompt.text == "benoit"
        await new.press("tab")
        made = naming.prompt.text
        assert made and made != "benoit"
        await new.press("enter", "enter")
        await until(new, lambda: isinstance(new.app.screen, Lobby))
        await see(new, made)
    assert club.accounts.free_name(made) != made
    assert club.accounts.free_name("no name!") and club.accounts.free_name("admin") != "admin"


async def test_a_name_is_asked_before_the_table_one_came_for(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, club.accounts.known("SHA256:n"), start=Start("join", code)) as new:
        await new.press(*"Nina", "enter", "enter")
        await until(new, lambda: isinstance(new.app.screen, TableScreen))
        assert table_screen(new).table.seats[0].name == "Nina"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [(60, 15), (80, 24), (160, 45)])
async def test_a_resume_code_is_never_cut(club: Club, size: tuple[int, int], language: str) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, size, resume_code=code, language=language) as pilot:
        await see(pilot, f"ssh resume-{code}@…")


async def test_a_refused_name_leaves_the_footer_of_a_small_terminal(club: Club) -> None:
    async with session(club, club.accounts.known("SHA256:new"), (60, 15)) as new:
        await new.press(*"1abc", "enter")
        await see(new, "begins with")
        assert screen_text(new).splitlines()[-1].startswith("  Enter take this name")


async def test_a_guest_sees_the_resume_code_and_what_it_is_for(club: Club) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, resume_code=code) as pilot:
        await see(pilot, f"resume-{code}")
        await see(pilot, "To come back as")
