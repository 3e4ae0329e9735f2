"""The form of a new table: its lines, styles, values and what is refused."""

import pytest
from msgspec import to_builtins

from arcade.club.club import Club
from arcade.club.speech.options import matters
from arcade.engine.options import read
from screens.lobby.new_table import NewTable
from screens.table.screen import TableScreen
from tests.registered import registered
from tests.screens.conftest import (
    ANNA,
    BEN,
    SIZES,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)


async def test_a_new_table_by_the_form(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("n")
        await until(anna, lambda: isinstance(anna.app.screen, NewTable))
        await see(anna, "Le 421")
        await anna.press("down", "right", "down", "right", "down", "right")
        await anna.press(*["down"] * 2, "right", *["down"] * 2, "right")
        await see(anna, "default: 21")
        text = screen_text(anna)
        assert "How many tokens lie in the" in text and "middle when the charge begins." in text
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
        keys = list(form.games)
        first = keys.index(form.values["game"]) + 1
        for key in [*keys[first:], *keys[:first]]:
            form.at = 0
            await anna.press("right")
            assert form.values["game"] == key
            for _ in form.fields():
                await anna.press("down")
                assert form.games[key].meta.name in screen_text(anna) or form.at > 5
            assert form.at == 0, "the lines wrap"
        form.values["seats"] = 99
        await form.perform("create")
        await see(anna, "! ")


async def test_the_form_shows_what_matters_and_fills_in_a_style(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("n")
        form = anna.app.screen
        assert isinstance(form, NewTable)

        def names() -> set[str]:
            return {field.name.removeprefix("option ") for field in form.fields()}

        await anna.press(*["down"] * 5, "right")
        form.values["game"] = "golden21"
        assert {"years", "expert"} <= names() and "kills_to_win" not in names()
        form.values["option variant"] = "killer"
        assert not {"years", "expert"} & names() and "kills_to_win" in names()
        assert "teams" not in names()
        form.values["seats"] = 6
        assert "teams" in names()
        form.values["option variant"] = "original"
        style = next(field for field in form.fields() if field.name == "style")
        assert form.value(style) == "classic"
        await form.change(style, "spicy")
        await form.perform("create")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        spicy = {"exposed_21", "free_throw", "forfeits", "slippery"}
        assert table_screen(anna).table.options == dict.fromkeys(spicy, True)


async def test_a_large_form_shows_every_line_and_draws_the_game(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.press("n")
        await see(anna, "421, the best hand: ten tokens")
        assert "▼" not in screen_text(anna)
        lines = screen_text(anna).splitlines()
        at = row_of(lines, "Coach")
        await anna.click(offset=(lines[at].index("Coach"), at))
        await see(anna, "▸ Coach")


def test_every_style_can_be_played() -> None:
    for game in registered().values():
        for style in game.styles.values():
            assert read(game, style) != game.options()
            assert all(matters(option, {"seats": 0, **to_builtins(read(game, style))})
                       for option in game.option_list if option.name in style)  # fmt: skip


async def test_the_form_says_that_it_goes_on_and_what_no_number_means(club: Club) -> None:
    async with session(club, ANNA, (80, 22)) as anna:
        await anna.press("n", *["down"] * 5, "right", "up")
        await see(anna, "▼ 17 more: Rules · Time · Bots and watchers")
        await anna.press(*["up"] * 4, "right", "right", *["down"] * 5)
        await see(anna, "Manches              1 (as the rules say)")
        arrows = {line.index("◀") for line in screen_text(anna).splitlines() if "◀" in line}
        assert len(arrows) == 1
        await anna.press(*["up"] * 6)
        await see(anna, "▸ Coach")
        assert "▲" in screen_text(anna) and "▼" not in screen_text(anna)


async def test_an_arrow_past_the_last_value_takes_the_first(club: Club) -> None:
    async with session(club, ANNA) as anna:
        await anna.press("o", "down")
        await see(anna, "▸ Colours       ◀  café, dark  ▶")
        await anna.press("left")
        await see(anna, "◀  your terminal's own 16  ▶")
        await anna.press("right")
        await see(anna, "◀  café, dark  ▶")


@pytest.mark.parametrize("size", SIZES)
async def test_the_form_says_what_each_style_changes_and_what_enter_opens(
    club: Club, size: tuple[int, int]
) -> None:
    async with session(club, ANNA, size) as anna:
        await anna.press("n")
        await see(anna, "opens a table of Le 421 for 3 people")
        await anna.press(*["down"] * 4)
        for sentence in (
            "● classic: The rules as most",
            "  quick: Pot 11",
            "  spicy: Pot 41 · Rolls at",
            "  Belgian: All pairs of aces above",
        ):
            await see(anna, sentence)
        await anna.press("right")
        await see(anna, "opens a table of Le 421 for 3 people")
        await see(anna, "● quick: Pot 11")
        if size[0] < 160:
            await anna.press("down", "right", "up")
        await see(anna, "default: 21")
    async with session(club, ANNA, size, language="fr") as anna:
        await anna.press("n", *["down"] * 4, "left")
        await see(anna, "● belge : Toutes les paires d'as")
        await anna.press("left")
        await see(anna, "● corsé : Pot 41")
        if size[0] < 160:
            await anna.press("down", "right")
        line = next(line for line in screen_text(anna).splitlines() if "Lancers   " in line)
        assert ("autant que le meneur" in line) is ("défaut" in line)


async def test_a_small_form_says_how_its_details_are_listed_and_ends_near_the_foot(
    club: Club,
) -> None:
    async with session(club, ANNA, (80, 24)) as anna:
        await anna.press("n")
        await see(anna, "19 more: → lists them")
        lines = screen_text(anna).splitlines()
        picture = next(line for line in lines if "│ 4 │ │ 2 │ │ 1 │" in line)
        label = next(line for line in lines if "Seats" in line)
        assert picture.index("│") == label.index("Seats")
        last = max(at for at, line in enumerate(lines[:-1]) if line.strip())
        assert last >= len(lines) - 6
        await anna.press(*["down"] * 5, "right")
        await see(anna, "shown below")
