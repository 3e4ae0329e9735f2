"""The door, the lobby, the form for a new table, the pages to read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import screens
from arcade.club.club import Club
from arcade.club.views import LobbyView
from arcade.players.player import Player
from screens.lobby.game_list import GameList
from screens.lobby.naming import Naming
from screens.lobby.new_table import NewTable
from screens.lobby.screen import Lobby
from screens.pages.page import Page
from screens.start import Start
from screens.table.screen import TableScreen
from tests.catalogues import literals, parts
from tests.screens.conftest import ANNA, BEN, SIZES, screen_text, see, session, table_screen, until
from tests.snapshots.scenes import FULL_LOBBY


@pytest.mark.parametrize("size", SIZES)
async def test_an_empty_lobby_invites(club: Club, size: tuple[int, int]) -> None:
    async with session(club, ANNA, size) as anna:
        text = screen_text(anna)
        assert "Play now" in text
        assert "Le 421" in text
        assert "Enter play now" in text
        assert all(len(line) <= size[0] for line in text.splitlines())


async def test_any_game_is_played_at_once_from_the_list_of_games(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("r", "end")
        await see(anna, "p play now")
        await anna.press("p")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert table_screen(anna).table.game == "trente"
        assert table_screen(anna).table.phase == "playing"


async def test_a_lobby_that_nobody_sees_is_told_nothing(club: Club) -> None:
    async with session(club, ANNA) as anna:
        (visit,) = club.presence.visits
        await until(anna, lambda: visit.listens)
        for away in ("r", "n"):
            await anna.press(away)
            await until(anna, lambda: not visit.listens)
            late = club.presence.enter(Player(f"SHA256:{away}", f"Late-{away}"), lambda _: None)
            await anna.press("escape")
            await see(anna, f"Late-{away}")
            late.leave()
            await until(anna, lambda away=away: f"Late-{away}" not in screen_text(anna))


async def test_tables_appear_are_chosen_watched_and_joined(club: Club) -> None:
    async with session(club, ANNA) as anna:
        code = await club.create(BEN, "421", {}, 3)
        ben = await club.join(BEN, code)
        await see(anna, code)
        await see(anna, "●○○")
        await anna.press("down", "w")
        await until(anna, lambda: table_screen(anna).table.seat is None)
        await see(anna, "Anna")
        assert ben.table().watchers == ("Anna",)
        await anna.press("q")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        assert ben.table().watchers == ()
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).table.seat == 1)


async def test_a_key_holder_chooses_a_name_once(club: Club) -> None:
    await club.choose_name(Player("SHA256:z", ""), "Taken")
    async with session(club, club.accounts.known("SHA256:new")) as new:
        assert isinstance(new.app.screen, Naming)
        await new.press(*"x", "enter")
        await see(new, "at least 2")
        await new.press("ctrl+u", *"taken", "enter")
        await new.pause()
        assert isinstance(new.app.screen, Naming)
        await new.press("ctrl+u", *"Zoe-1", "enter")
        await until(new, lambda: isinstance(new.app.screen, Lobby))
        await see(new, "Zoe-1")
    async with session(club, club.accounts.known("SHA256:new")) as again:
        assert isinstance(again.app.screen, Lobby)


async def test_a_name_is_proposed_first_the_one_from_home(club: Club) -> None:
    async with session(club, club.accounts.known("SHA256:ben"), called="benoit") as new:
        naming = new.app.screen
        assert isinstance(naming, Naming)
        await new.press("tab")
        assert naming.prompt.text == "benoit"
        await new.press("tab")
        made = naming.prompt.text
        assert made and made != "benoit"
        await new.press("enter")
        await until(new, lambda: isinstance(new.app.screen, Lobby))
        await see(new, made)
    assert club.accounts.free_name(made) != made
    assert club.accounts.free_name("no name!") and club.accounts.free_name("admin") != "admin"


async def test_a_name_is_asked_before_the_table_one_came_for(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 3)
    async with session(club, club.accounts.known("SHA256:n"), start=Start("join", code)) as new:
        await new.press(*"Nina", "enter")
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
        await see(new, "accent.")
        assert screen_text(new).splitlines()[-1].startswith(" Enter take this name")


async def test_a_guest_sees_the_resume_code_and_what_it_is_for(club: Club) -> None:
    guest, code = club.accounts.guest()
    async with session(club, guest, resume_code=code) as pilot:
        await see(pilot, f"resume-{code}")
        await see(pilot, "To come back as")


async def test_no_such_table_is_said_in_the_lobby(club: Club) -> None:
    async with session(club, ANNA, start=Start("join", "NOSUCH")) as anna:
        assert isinstance(anna.app.screen, Lobby)
        assert " ! " in screen_text(anna)


async def test_a_new_table_by_the_form(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("n")
        await until(anna, lambda: isinstance(anna.app.screen, NewTable))
        await see(anna, "Le 421")
        await anna.press("down", "right", "down", "right", "down", "right", "down", "down", "right")
        await see(anna, "as usual")
        text = screen_text(anna)
        assert "tokens lie in the middle" in text
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        table = table_screen(anna).table
        assert table.options == {"pot": 11}
        assert len(table.seats) == 4
        assert table.phase == "playing"
        assert club.lobby(BEN).tables == ()


async def test_the_form_shows_every_game_and_says_what_is_refused(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("n")
        await until(anna, lambda: isinstance(anna.app.screen, NewTable))
        form = anna.app.screen
        assert isinstance(form, NewTable)
        await anna.press(*["left"] * len(form.games))
        for key in form.games:
            assert form.values["game"] == key
            for _ in form.fields():
                await anna.press("down")
                assert form.games[key].meta.name in screen_text(anna) or form.at > 5
            form.at = 0
            await anna.press("right")
        form.values["seats"] = 99
        await form.perform("create")
        await see(anna, " ! ")


async def test_pages_scroll_and_close(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("r")
        await anna.pause()
        assert isinstance(anna.app.screen, GameList)
        await anna.press("enter")
        await anna.pause()
        assert isinstance(anna.app.screen, Page)
        first = screen_text(anna)
        await anna.press("space")
        assert screen_text(anna) != first
        await anna.press("home")
        assert screen_text(anna) == first
        await anna.press("end", "up", "escape", "escape")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))
        await anna.press("question_mark")
        await see(anna, "The arcade")
        await anna.press("question_mark")
        await until(anna, lambda: isinstance(anna.app.screen, Lobby))


async def test_the_language_changes_and_is_kept(club: Club) -> None:
    player = await club.choose_name(Player("SHA256:f", ""), "Felix")
    async with session(club, player) as felix:
        await felix.press("l")
        await see(felix, "Jouer tout de suite")
        assert club.accounts.language(player) == "fr"
        await felix.press("p")
        await until(felix, lambda: isinstance(felix.app.screen, TableScreen))
        await see(felix, "CHARGE")


async def test_what_is_clicked_is_done_once(club: Club) -> None:
    """The frame and the lobby take clicks, and Textual calls the handlers of every class."""
    player = await club.choose_name(Player("SHA256:m", ""), "Max")
    async with session(club, player, (160, 45)) as pilot:
        footer = screen_text(pilot).splitlines()[44]
        await pilot.click(offset=(footer.index("language"), 44))
        await see(pilot, "langue")
        assert club.accounts.language(player) == "fr"


async def test_an_older_session_is_ended_with_a_sentence(club: Club) -> None:
    async with session(club, ANNA) as first:
        async with session(club, ANNA):
            await until(first, lambda: first.app.return_value is not None)
        assert "another terminal" in (first.app.return_value or "")


async def test_textuals_own_commands_are_closed(club: Club) -> None:
    async with session(club, ANNA) as anna:
        for key in ("ctrl+backslash", "ctrl+z", "ctrl+s", "f5", "f12"):
            await anna.press(key)
        await anna.pause()
        assert isinstance(anna.app.screen, Lobby)
        assert len(anna.app.screen_stack) == 1
        assert not anna.app.ENABLE_COMMAND_PALETTE
        assert list(anna.app._bindings.key_to_bindings) == []
        await anna.press("ctrl+q")
        await until(anna, lambda: not anna.app.is_running or anna.app.return_value)
        assert "Anna" in (anna.app.return_value or "")


def test_no_words_hide_in_f_strings() -> None:
    """The catalogue's tool does not look into f-strings: a literal only there is never found."""
    found = {part for message in literals() for part in parts(message)}
    for folder in (Path(screens.__file__).parent, Path(screens.__file__).parents[1] / "server"):
        for file in folder.rglob("*.py"):
            for text in hidden(ast.parse(file.read_text())):
                assert text in found, f"{file}: {text!r} stands in an f-string"


def hidden(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and call.args:
                    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
                    first = call.args[0]
                    if name in {"t", "nt"} and isinstance(first, ast.Constant):
                        yield str(first.value)


async def test_motion_is_switched_off_by_one_key_for_good(club: Club) -> None:
    async with session(club, ANNA, animations=True) as pilot:
        await see(pilot, "Play now")
        await pilot.press("m")
        await see(pilot, "Nothing moves by itself any more.")
        assert not pilot.app.moving
    async with session(club, ANNA, animations=True) as pilot:
        await see(pilot, "Play now")
        assert not pilot.app.moving
        await pilot.press("m")
        await see(pilot, "Dice tumble")
        assert pilot.app.moving


async def test_enter_plays_anew_once_ones_game_is_over(club: Club) -> None:
    club.lobby = lambda _: view  # type: ignore[method-assign]
    over = FULL_LOBBY.tables[0]
    view = LobbyView((replace(over, yours=True, turn=False, phase="over"),), ("Anna",))
    async with session(club, ANNA) as anna:
        await see(anna, "Your tables")
        assert "Your seat is waiting" not in screen_text(anna)
        await see(anna, "Enter play now")
        await anna.press("down")
        await see(anna, "Enter to your seat")
        banner = next(line for line in screen_text(anna).splitlines() if "▶  Play now" in line)
        assert banner.rstrip().endswith(" p  │")  # Enter goes to the table now


async def test_the_form_says_that_it_goes_on_and_what_no_number_means(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("n", *["right"] * 4)
        await see(anna, "Manches              as the rules say")
        await see(anna, "▼ 4 more")
        await anna.press(*["down"] * 15)
        await see(anna, "▲ 4 more")
        assert "▼" not in screen_text(anna)


@pytest.mark.parametrize("size", SIZES[:1])
async def test_a_full_house_says_how_much_of_it_is_not_seen(
    club: Club, size: tuple[int, int]
) -> None:
    (table, *_) = FULL_LOBBY.tables
    tables = tuple(replace(table, code=f"KA{n:03}", yours=False, turn=False) for n in range(120))
    people = tuple(f"Bertrand-{n:03}" for n in range(300))
    club.lobby = lambda _: LobbyView(tables, people)  # type: ignore[method-assign]
    async with session(club, ANNA, size) as anna:
        for keys, top in (([], True), (["pagedown"] * 6, False)):
            await anna.press(*keys)
            await see(anna, "▼ ")
            text = screen_text(anna)
            shown = [n for n in range(120) if f"KA{n:03}" in text]
            below = int(text.split("▼ ")[1].split()[0])
            above = int(text.split("▲ ")[1].split()[0]) if not top else 0
            assert (shown[0], 119 - shown[-1]) == (above, below)
        named = sum(name in text for name in people)
        assert f" and {300 - named} more: W" in " ".join(text.split())
        await anna.press(*["pagedown"] * 9)
        await see(anna, "KA119")
        assert "▼ " not in screen_text(anna)
