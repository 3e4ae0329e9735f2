"""Trente on the screen: states looked at one by one, and a whole game played by keys."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.views import TableRules
from arcade.engine.chance import Replay
from arcade.games.trente import GAME
from arcade.games.trente.rules.actions import Forgo
from arcade.rooms.clocks import now
from screens.terminal.rows import plain
from tests.people import sit_down
from tests.screens.conftest import (
    ANNA,
    BEN,
    CLEO,
    SIZES,
    on,
    row_of,
    screen_text,
    see,
    session,
    until,
)
from tests.screens.conftest import table_screen as screen_of
from tests.screens.games.trente_tables import (
    DOUZE,
    NAMES,
    SIX_BEATEN_BY_THREE,
    STATES,
    everything,
    given,
    struck,
    table_of,
)
from tests.screens.spot import pictures, show, shown


def view_of(pilot: Pilot[str]) -> Any:
    return screen_of(pilot).table.view


LONG = 140
"""Seconds for a game of 3 to 7: a busy machine has taken 60."""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_state_fits_every_size(club: Club, language: str) -> None:
    async with shown(club, table_of(*STATES["opening"]), language=language) as (pilot, _):
        for name, (state, seat) in everything().items():
            screen_of(pilot).game.take(table_of(state, seat, version=2))
            for picture in pictures(pilot):
                text = f"{name}\n" + "\n".join(picture)
                assert "…" not in text
                assert all(seated in text for seated in NAMES[: len(state.scores)]), text


async def test_what_is_drawn_says_what_is_going_on(club: Club) -> None:
    expected = {
        "later throw": [
            "Sum 17",
            "You need 13 more; 3 dice make 3 to 18.",
            "target if 31 33 35",
        ],
        "attack": [
            "ATTACK AT LEVEL 3",
            "You ━━▶ Ben",
            "Each 3 rolled costs 3 points",
            "TARGET",
        ],
        "attack seen": ["Anna is about to roll the damage."],
        "12 or 30": ["4-6 first means 30 or more", "manche 1 of 3"],
        "12": ["You may add 8; 3 dice", "pot 40"],
        "choosing": ["You ━━▶ Ben", "3 target"],
        "choosing seen": ["Anna chooses whom to strike."],
        "vengeance": ["† YOUR REVENGE", "AVENGES"],
        "vengeance strikes": ["━━▶ Anna", "For revenge you may strike anybody"],
        "struck": ["[3] 5 [3] 1  2  6", "2 × 3", "You lose 6 points: 8 ▸ 2", "−6"],
        "not struck": ["No 3: you lose nothing."],
        "killed": ["† You are dead, and may take revenge!", "8 ▸ −1"],
        "main pleine": ["[3][3][3][3][3][3] ▸ [3][3][3][3][3][3]", "12 × 3"],
        "missed": ["26: 4 short.", "Anna loses 4 points: 30 ▸ 26"],
        "exact": ["exactly 30."],
        "manche 2": ["Manche 2 begins: you lead.", "You lose 19 points.", "★"],
        "over": ["The game is over.", "★ WINNER", "Anna", "+1"],
    }
    states = everything()
    async with shown(club, table_of(*states["opening"])) as (pilot, spot):
        for version, (name, texts) in enumerate(expected.items(), 2):
            await show(pilot, spot, table_of(*states[name], version=version))
            if name == "over":
                await pilot.press("tab")
                await pilot.pause()
            seen = screen_text(pilot)
            for text in texts:
                assert text in seen, f"{name}: {text!r}\n{seen}"


async def test_dice_are_chosen_by_number_cursor_and_mouse(club: Club) -> None:
    state, seat = STATES["first throw of eight"]
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        view: Any = screen_of(pilot).game
        assert view.choice.cursor == 0, "the cursor begins at the highest die"
        await pilot.press("enter")
        await see(pilot, "Choose at least one die")
        assert not spot.asked
        await pilot.press("3", "right", "right", "right", "space")
        assert view.choice.faces == (6, 5)
        assert "Choose at least" not in screen_text(pilot)
        await see(pilot, "Enter keeps 6-5 and")
        await pilot.click(offset=on(view, 4, 3))
        await until(pilot, lambda: view.choice.faces == (6, 5, 6))
        await see(pilot, "Enter keeps 6-5-6 and")
        await pilot.press("3", "left")
        assert view.choice.faces == (5, 6)
        await see(pilot, "Enter keeps 5-6")
        await see(pilot, "▲ keep")
        await pilot.press("enter")
        await see(pilot, "Roll a 6 again?")
        assert "keep, roll" not in screen_text(pilot)  # one key, one meaning
        await pilot.press("escape")
        await pilot.pause()
        assert "Throw a 6" not in screen_text(pilot) and view.choice.faces == (5, 6)
        await pilot.press("enter", "y")
        await pilot.pause()
        assert spot.asked == [{"do": "keep", "dice": [5, 6]}]
        await pilot.press("a")
        assert sorted(view.choice.faces) == [1, 2, 3, 5, 6, 6]
        await see(pilot, "23 misses 30 by 7: 7 points lost.")
        await pilot.press("a")
        assert view.choice.faces == ()


async def test_what_refuses_no_dice_numbers_only_those_that_lie_there(club: Club) -> None:
    async with shown(club, table_of(*STATES["later throw"])) as (pilot, _):
        await pilot.press("enter")
        await see(pilot, "Choose at least one die: 1-3, or ←→ and Space.")


async def test_a_last_die_is_chosen_already(club: Club) -> None:
    state = given(2, turn=0, dice=(2,), kept=(6, 5, 6, 3, 4))
    async with shown(club, table_of(state, 0)) as (pilot, spot):
        await see(pilot, "Enter keep  ")
        await pilot.press("space", "a", "1", "enter")
        await pilot.pause()
        assert spot.asked == [{"do": "keep", "dice": [2]}]


@pytest.mark.parametrize(
    ("keys", "first"), [(("enter",), 6), (("left", "enter", "y"), 3), (("2", "enter"), 3)]
)
async def test_small_and_large_kept_together_ask_which_is_first(
    club: Club, keys: tuple[str, ...], first: int
) -> None:
    state, seat = STATES["12 or 30"]
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        await pilot.press("3", "2", "enter")
        await see(pilot, "Which die is first?")
        await see(pilot, "2▸12")
        await see(pilot, "3▸30")
        await pilot.press(*keys)
        await pilot.pause()
        assert spot.asked == [{"do": "keep", "dice": [6, 3], "first": first}]


async def test_in_vengeance_too_one_reads_what_is_asked(club: Club) -> None:
    avenging = {"turn": 0, "avenging": 0, "scores": (-5, 30, 3, 20), "dead": (0,)}
    state = given(4, **avenging, kept=(5,), dice=(6, 6, 2, 1, 3))
    async with shown(club, table_of(state, 0)) as (pilot, spot):
        await see(pilot, "† YOUR REVENGE: any target †")
        await see(pilot, "Your turn. Keep at least one die")
        await pilot.press("1", "enter")
        await see(pilot, "! Roll a 6 again? Enter: yes. Esc: no.")
        later = given(4, **{**avenging, "avenging": None, "turn": 1})
        await show(pilot, spot, table_of(later, 0, version=2))
        await see(pilot, "You are dead. Waiting for Ben.")


async def test_a_vengeance_is_forgone_when_one_says_so_twice(club: Club) -> None:
    avenging = {"turn": 0, "avenging": 0, "scores": (-5, 30, 3, 20), "dead": (0,)}
    async with shown(club, table_of(given(4, **avenging), 0)) as (pilot, spot):
        await see(pilot, "Your turn. Enter rolls, f forgoes your revenge.")
        await pilot.press("f")
        await see(pilot, "Forgo your revenge? Enter: yes. Esc: no.")
        await pilot.press("escape")
        await see(pilot, "Enter rolls, f forgoes")
        assert not spot.asked
        await pilot.press("f", "enter")
        await pilot.pause()
        assert spot.asked == [{"do": "forgo"}]
        await pilot.press("f")
        thrown = given(4, **avenging, dice=(6, 6, 2, 1, 3, 5))
        await show(pilot, spot, table_of(thrown, 0, version=2))
        await see(pilot, "Your turn. Keep at least one die")
        await pilot.press("1", "f")
        assert len(spot.asked) == 1


async def test_small_alone_asks_nothing_and_shows_the_way_to_12(club: Club) -> None:
    state, seat = STATES["12 or 30"]
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        await pilot.press("1", "5")
        await see(pilot, "You may add 9; 4 dice")
        await pilot.press("enter")
        await pilot.pause()
        assert spot.asked == [{"do": "keep", "dice": [1, 2]}]


@pytest.mark.parametrize(
    ("keys", "target"),
    [(("enter",), 1), (("down", "enter"), 2), (("up", "enter"), 4), (("4", "enter"), 3)],
)
async def test_a_target_is_chosen_by_number_and_arrows(
    club: Club, keys: tuple[str, ...], target: int
) -> None:
    state, seat = STATES["choosing"]
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        await pilot.press(*keys)
        await pilot.pause()
        assert spot.asked == [{"do": "attack", "target": target}]


async def test_a_target_is_chosen_by_mouse(club: Club) -> None:
    state, seat = STATES["choosing"]
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        view = screen_of(pilot).game
        rows = [line[:53] for line in screen_text(pilot).splitlines()]
        at = row_of(rows, "   ♣ Cleo", begins=True)
        await pilot.click(offset=on(view, 5, at - 1))
        await see(pilot, "You ━━▶ Cleo")
        await pilot.press("enter")
        await pilot.pause()
        assert spot.asked == [{"do": "attack", "target": 2}]


async def test_those_who_watch_can_do_nothing(club: Club) -> None:
    for name in ("somebody else's", "choosing seen", "opening"):
        async with shown(club, table_of(STATES[name][0], None)) as (pilot, spot):
            await pilot.press("1", "space", "enter", "a", "up", "r")
            for y in range(2, 20, 3):
                await pilot.click(offset=(4, y))
            await pilot.pause()
            assert not spot.asked


async def test_names_are_literal(club: Club) -> None:
    names = ("[@click=app.quit]x[/]", "[bold]b[/bold]", "漢字漢字漢字漢字", "]]{0}%s")
    for state, seat in everything().values():
        if len(state.scores) > 4:
            continue
        async with shown(club, table_of(state, seat, names)) as (pilot, _):
            text = screen_text(pilot)
            assert "[bold]b[/bo" in text
            assert all(cell_len(line) <= 80 for line in text.splitlines())
            await pilot.click(offset=(4, 18))
            assert pilot.app.is_running


async def test_an_attack_falls_die_by_die_and_ends_where_it_should(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 0.15)  # to be seen also on a busy machine
    before = given(4, turn=0, kept=SIX_BEATEN_BY_THREE, scores=(30, 12, 3, 25))
    after = struck(before, 3, 5, 3, 1, 2, 6, 1, 1, 4, 2)
    async with shown(club, table_of(before, 1), animations=True) as (pilot, spot):
        spot.show(table_of(after, 1, version=2))
        view: Any = screen_of(pilot).game
        await until(pilot, lambda: view.moment.frame)
        await see(pilot, "Anna strikes you.")
        await see(pilot, "you −3")
        await see(pilot, "you −6")
        await until(pilot, lambda: not view.moment.frame)
        await see(pilot, "You lose 6 points: 12 ▸ 6")


async def test_new_dice_land_and_never_hold_up_a_key(club: Club) -> None:
    before = given(2)
    after = GAME.apply(before, 0, GAME.default(before, 0), Replay((1, 2, 3, 4, 5, 6)))
    async with shown(club, table_of(before, 0), animations=True) as (pilot, spot):
        await pilot.press("enter")
        spot.show(table_of(after, 0, version=2))
        view: Any = screen_of(pilot).game
        await until(pilot, lambda: view.moment.frame)
        await pilot.press("6", "enter")
        await pilot.pause()
        assert spot.asked == [{"do": "roll"}, {"do": "keep", "dice": [6]}]


@pytest.mark.parametrize(
    ("threshold", "goals"),
    [
        (None, ["Keep a 4, 5 or 6 first", "Keep a 1, 2 or 3 first"]),
        (30, ["Make 30 or more with six dice."]),
    ],
)
async def test_whoever_begins_reads_what_to_reach(
    club: Club, threshold: int | None, goals: list[str]
) -> None:
    rules = {} if threshold else {"threshold": "by-first-die"}
    async with shown(club, table_of(given(3, rules), 0)) as (pilot, _):
        for goal in goals:
            await see(pilot, goal)
        assert ("first" in screen_text(pilot)) == (threshold is None)


async def test_the_kept_dice_lie_beside_the_thrown_ones_where_rows_lack(club: Club) -> None:
    state = given(4, kept=(6, 5), dice=(4, 3, 2, 1))
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await see(pilot, "Kept")
        lines = screen_text(pilot).splitlines()
        numbers = next(line for line in lines if "Kept" in line)
        assert "key 1     key 2     key 3     key 4" in numbers
        assert not any("Kept" in line and "┃" in line for line in lines)
        assert sum(line.count("┏━━━━━━━┓") for line in lines) == 2, "as the dice kept in 421"
        rows = [at for at, line in enumerate(lines) if "Sum 11" in line or "Kept" in line]
        assert rows[1] - rows[0] == 2 and "▒" in lines[rows[1]], "the way is below the dice"
        assert not lines[rows[0] + 1].strip(), "and apart from their keys"


async def test_names_in_sentences_have_the_colours_of_their_seats(club: Club) -> None:
    state = given(4, turn=1, kept=SIX_BEATEN_BY_THREE)
    async with shown(club, table_of(state, None)) as (pilot, _):
        pieces = [p for line in screen_of(pilot).game.draw(Size(53, 20)) for p in line]
    for name, tone in (("Ben", "seat-1"), ("Cleo", "seat-2")):
        tones = {piece.tone for piece in pieces if piece.text.strip() == name}
        assert tones == ({tone} if name == "Ben" else {tone, "alert"}), "a target is red"


async def test_what_kept_dice_make_is_said_once_until_a_choice_adds_to_it(club: Club) -> None:
    state = given(4, kept=(6, 5), dice=(4, 3, 2, 1))
    for size in SIZES:
        async with shown(club, table_of(state, 0), size=size) as (pilot, _):
            wording = "Sum {}" if size == SIZES[0] else "{} so far"
            await see(pilot, wording.format(11))
            lines = screen_text(pilot).splitlines()
            assert not any("= 11" in line for line in lines)
            faces = next(line for line in lines if "│" in line and "┃" in line)
            assert faces.count("┃") == 4, "kept dice are beside the thrown ones, as large"
            await pilot.press("1")
            await see(pilot, "= 11+4")
            await see(pilot, wording.format(15))


async def test_points_have_the_colour_of_their_seat_and_few_are_red(club: Club) -> None:
    state = given(3, scores=(30, 10, 20))
    for size in (Size(98, 21), Size(104, 41)):
        async with shown(club, table_of(state, 0), (160, 45)) as (pilot, _):
            pieces = [p for line in screen_of(pilot).game.draw(size) for p in line]
        assert [p.tone for p in pieces if "▅" in p.text] == ["seat-0", "seat-1", "seat-2"]
        assert {p.text.strip() for p in pieces if p.tone == "alert"} >= {"10"} or size.height == 41


async def test_a_whole_game_by_keys_before_a_watcher(club: Club) -> None:
    code = await club.create(ANNA, "trente", {}, 3)
    async with (
        session(club, ANNA, start=Start("join", code)) as anna,
        session(club, CLEO, (100, 30), start=Start("watch", code), language="fr") as cleo,
    ):
        await anna.press("1", "enter", "space", "s")
        await until(anna, lambda: screen_of(anna).table.phase == "playing")
        async with asyncio.timeout(LONG):
            while screen_of(anna).table.phase != "over":
                game: Any = screen_of(anna).game
                if game.is_enabled("mark"):
                    await anna.press("a", "enter")
                elif game.is_enabled("roll") or game.is_enabled("attack"):
                    await anna.press("enter")
                await anna.pause(0.002)
        await see(anna, "The story")
        await see(cleo, "L'histoire")
        assert sum(view_of(anna).purse) + view_of(anna).pot == 0
        await anna.press("a")
        await until(anna, lambda: screen_of(anna).table.phase == "playing")


async def test_trente_douze_by_two_people(club: Club) -> None:
    (table_session,) = await sit_down(
        club, ANNA, game="trente", options={"preset": "trente-douze", "manches": 2}, seats=2
    )
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(
            club, BEN, (160, 45), start=Start("join", table_session.code), language="fr"
        ) as ben,
    ):
        await table_session.start()
        async with asyncio.timeout(LONG):
            while screen_of(anna).table.phase != "over":
                for pilot in (anna, ben):
                    game: Any = screen_of(pilot).game
                    if game.is_enabled("mark"):
                        await pilot.press("a", "enter")
                    elif (
                        game.is_enabled("first")
                        or game.is_enabled("roll")
                        or game.is_enabled("attack")
                    ):
                        await pilot.press("enter")
                    await pilot.pause(0.002)
        await see(ben, "a revanche")
        assert view_of(ben).manche == 2


async def test_a_death_and_the_end_of_a_manche_are_seen_before_the_next_begins(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 3600)  # frames are stepped through by hand
    monkeypatch.setattr("arcade.rooms.table_rules.PACES", {"normal": 3_600_000})
    before = given(2, {"manches": 2}, turn=0, kept=SIX_BEATEN_BY_THREE, scores=(30, 2))
    falling = struck(before, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    forgone = GAME.apply(falling, 1, Forgo(), Replay(()))
    assert forgone.manche == 2
    rules, deadline = TableRules(pace="normal"), now() + 3_600_000
    async with shown(club, table_of(before, 1), animations=True) as (pilot, spot):
        died = replace(table_of(falling, 1, version=2), table=rules, shown_until=deadline)
        await show(pilot, spot, died)
        view: Any = screen_of(pilot).game
        while view.moment.frame:
            text = screen_text(pilot)
            assert "ARE DEAD" not in text and "VENGEANCE" not in text
            assert "† dead" not in text or "you −3" in text  # the die that kills has landed
            view.playback.step()
            await pilot.pause()
        await see(pilot, "† YOU ARE DEAD †")
        assert "VENGEANCE" not in screen_text(pilot)
        await pilot.press("enter")
        await see(pilot, "† YOUR REVENGE")
        ended = replace(table_of(forgone, 1, version=3), table=rules, shown_until=deadline + 1)
        await show(pilot, spot, ended)
        await see(pilot, "★ Anna with 30 points ★")
        assert "−1" in screen_text(pilot) and "manche 2 of 2" not in screen_text(pilot)
        await pilot.press("enter")
        await see(pilot, "Manche 2 begins")
        await see(pilot, "manche 2 of 2")


async def test_the_status_line_says_what_is_asked(club: Club) -> None:
    asked = {
        "opening": "Your turn. Enter rolls the six dice.",
        "later throw": "Your turn. Keep at least one die: 1-",
        "attack": "Your turn. Enter rolls the damage.",
        "choosing": "Your turn. Choose whom to strike: ↑↓ or a number, then Enter.",
    }
    async with shown(club, table_of(*STATES["opening"])) as (pilot, spot):
        for version, (name, text) in enumerate(asked.items(), 2):
            await show(pilot, spot, table_of(*STATES[name], version=version))
            await see(pilot, text)
            assert screen_text(pilot).count("1-6 or ←→") <= 1
        await show(pilot, spot, table_of(*STATES["later throw"], version=9))
        await pilot.press("1")
        await see(pilot, "Your turn. Enter keeps 6 and rolls the rest.")
        await pilot.press("a")
        await see(pilot, "Your turn. Enter keeps 6-3-1.")


async def test_what_happens_to_oneself_is_said_to_you(club: Club) -> None:
    states = everything()
    expected = {
        "killed": ("You are dead, and may take revenge!", "You lose 9 points", "YOUR REVENGE"),
        "struck": ("You lose 6 points: 8 ▸ 2", "Anna ━━▶ you"),
        "not struck": ("No 3: you lose nothing.",),
    }
    async with shown(club, table_of(*STATES["opening"])) as (pilot, spot):
        for version, (name, texts) in enumerate(expected.items(), 2):
            await show(pilot, spot, table_of(states[name][0], 1, version=version))
            for text in texts:
                await see(pilot, text)
        screen_of(pilot).seated.append(screen_of(pilot).table_session)  # two people at one keyboard
        await show(pilot, spot, table_of(states["struck"][0], 1, version=9))
        await see(pilot, "Ben loses 6 points: 8 ▸ 2")


async def test_chips_are_listed_once_they_differ(club: Club) -> None:
    for purse in ((-1, -1, -1), (2, -1, -1)):
        table = table_of(given(3, {"ante": 1}, purse=purse), 0)
        async with shown(club, table) as (pilot, _):
            await see(pilot, "target if")
            assert ("chips" in screen_text(pilot)) == (len({*purse}) > 1)


async def test_whoever_begins_has_six_outlines_with_the_key_in_their_middle(club: Club) -> None:
    table = table_of(given(3), 0)
    for mine in (True, False):
        offers = table.offers if mine else ()
        async with shown(club, replace(table, offers=offers)) as (pilot, _):
            await see(pilot, "target if")
            assert ("│      Enter      │" in screen_text(pilot)) == mine


async def test_the_turn_before_is_told_in_one_row_where_it_fits(club: Club) -> None:
    state = everything()["exact"][0]
    async with shown(club, table_of(state, 1)) as (pilot, _):
        lines = list(map(plain, screen_of(pilot).game.draw(Size(80, 17))))
    async with shown(club, table_of(state, None)) as (pilot, _):
        game = screen_of(pilot).game
        game.replayed = True
        past = list(map(plain, game.draw(Size(80, 16))))
    first = row_of(past, "30 points")
    assert not past[first - 1].strip(), "a replay too"
    at = row_of(lines, "exactly 30")
    assert re.search(r"Anna makes exactly 30\. +6   5   6   3   4   6 +Nothing", lines[at])
    assert not lines[at + 1].strip(), "apart from the seats"


async def test_a_replay_names_who_is_next_close_to_the_seats(club: Club) -> None:
    state = everything()["exact"][0]
    async with shown(club, table_of(state, None), (160, 45)) as (pilot, _):
        view = screen_of(pilot).game
        view.replayed = True
        text = "\n".join(map(plain, view.draw(view.size)))
        assert "Ben is next." in text and "about to roll" not in text
        below = text[text.index("next.") :]
        assert below[: below.index("╭─")].count("\n") == 3
        above = text[: text.index("Ben is next.")]
        assert "▲ 30" in above and "so far" not in above, "the way that these dice went"


async def test_the_headings_of_the_numbers_stand_apart(club: Club) -> None:
    table = table_of(
        given(3, {"manches": 9, "ante": 1}, manches_won=(4, 3, 1), purse=(3, 0, -3)), 0
    )
    async with shown(club, table, language="fr") as (pilot, _):
        await see(pilot, "★ total jetons")
        assert [mark in screen_text(pilot) for mark in ("★4 ", "★3 ", "★★★")] == [True, False, True]
        await see(pilot, "cible si 31 33 35")


@pytest.mark.parametrize("seats", [4, 8])
async def test_the_picture_of_a_large_screen_has_large_dice_and_a_card_for_each_seat(
    club: Club, seats: int
) -> None:
    state = given(seats, turn=0, dice=(6, 3, 1), kept=(6, 5, 6), scores=(9,) * seats)
    async with shown(club, table_of(state, 0), (160, 45)) as (pilot, _):
        await see(pilot, "target if 31 33 35")
        text = screen_text(pilot)
        assert text.count("╭" + "─" * 11 + "╮") == text.count("┏" + "━" * 11 + "┓") == 3
        assert text.count("9 points") + text.count("  points ") == seats
        assert "may lose 10" in text and "31 33 35" in text and "32 34 36" in text


async def test_a_screen_of_a_hundred_columns_has_longer_bars_that_end_at_one_edge(
    club: Club,
) -> None:
    state = given(4, turn=0, dice=(6, 3, 1), kept=(6, 5, 6))
    for rows, across in ((31, 7), (44, 11)):
        async with shown(club, table_of(state, 0), (100, rows)) as (pilot, _):
            await see(pilot, "+3 dice: 20 to 35")
            lines = screen_text(pilot).splitlines()
        assert "".join(lines).count("╭" + "─" * across + "╮") == 3, "larger where it is high"
        way = next(line for line in lines if "┃··" in line or "┃▒" in line)
        seat = next(line for line in lines if "▅" in line)
        assert seat.count("▅") == 47 and seat.rindex("▅") + 1 == len(way.rstrip())


@pytest.mark.parametrize(
    ("seats", "options", "fields", "levels"),
    [
        (2, {}, {}, "31–36"),
        (4, DOUZE, {}, "1–6"),
        (4, DOUZE, {"kept": (1,), "dice": (1, 2, 3, 4, 5)}, "11–6"),
    ],
)
async def test_what_strikes_a_seat_is_a_sum_once_it_is_open_what_to_reach(
    club: Club, seats: int, options: Mapping[str, Any], fields: Mapping[str, Any], levels: str
) -> None:
    state = given(seats, options, turn=0, **fields)
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await see(pilot, f" {levels}")
        assert ("target if level 1–6" in screen_text(pilot)) == (levels == "1–6")


async def test_nobody_is_threatened_while_an_attack_is_about_to_fall(club: Club) -> None:
    state = given(4, turn=0, kept=SIX_BEATEN_BY_THREE)
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await see(pilot, "TARGET")
        assert "target if" not in screen_text(pilot) and "32 34" not in screen_text(pilot)
