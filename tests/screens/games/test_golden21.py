"""The Golden 21 on the screen: states looked at one by one, and a year played by keys."""

import asyncio
import re
import time
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.views import LogLine
from arcade.engine.news import phrase
from arcade.games.golden21 import GAME
from arcade.games.golden21.rules.actions import Announce, Spend
from arcade.games.golden21.rules.state import Kind, State
from screens.games.golden21.bourse import beside
from screens.terminal.rows import plain
from tests.people import sit_down
from tests.screens.conftest import ANNA, CLEO, SIZES, on, row_of, screen_text, see, session, until
from tests.screens.conftest import table_screen as screen_of
from tests.screens.games.golden21_tables import FIVE, NAMES, SPICE, STATES, after, given, table_of
from tests.screens.headlines import in_large
from tests.screens.spot import pictures, press, show, shown


def test_the_states_are_what_they_are_called() -> None:
    assert STATES["year"][0].year == 2
    assert STATES["over"][0].phase == STATES["killer over"][0].phase == "over"
    assert STATES["survivor"][0].status[1] == "dead"
    assert STATES["bonus"][0].bonus == 3
    assert STATES["ten bonus"][0].gifts == 2


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_state_fits_every_size(club: Club, language: str) -> None:
    async with shown(club, table_of(*STATES["opening"][:2]), language=language) as (pilot, _):
        for version, (name, (state, seat, *keys)) in enumerate(STATES.items(), 2):
            screen_of(pilot).game.take(table_of(state, seat, version=version))
            press(pilot, *(keys[0] if keys else ()))
            for picture in pictures(pilot):
                text = f"{name}\n" + "\n".join(picture)
                assert all(seated[:3] in text for seated in NAMES[: len(state.debts)]), text
                cut = [line for line in picture if "…" in line]
                assert all(any(n[:3] in line for n in NAMES) for line in cut), text
            if name == "bourse":
                press(pilot, "b")


SAID = {
    "opening": ["Announce the sum", "2 golden dice", "comes up 17% of the time, earns nothing"],
    "opening seen": [
        "Anna is to announce the sum",
        "bonus    10    8     6     4     2     0     2     4",
    ],
    "given": ["Anna may spend the account", "Anna announced 9, rolled 12: 3 off"],
    "thrown": [
        "Give crisis dice: 1 left",
        "To whom? A number, or ↑↓.",
        "A crisis die is one more die to roll",
    ],
    "chosen gift": ["Enter gives 1 crisis die to Ben."],
    "bonus": ["rolled 12: exact!", "Spend your bonus of 3", "▸23 KILL", "On whom?"],
    "bonus chosen": ["−3 on Ben's debt: 15 ▸ 12"],
    "bonus kills": ["+3 on Cleo's debt: 20 ▸ 23. That kills Cleo!"],
    "ten": [
        "comes up 11% of the time, earns 4 points",
        "★ at exactly 21",
        "✗ insolvent",
    ],
    "ten watched": [
        "Anna has a bonus of 8 to spend",
        "announced 12, rolled 12: exact!",
    ],
    "crisis": ["5 golden dice, 4 crisis dice"],
    "spice": [
        "◎ Aim at Ben: 1/6 hits",
        "B2◎",
        "A: debt 23, kills 0  B: debt 25, kills 0",
        "f roll blind",
    ],
    "forfeit": [" ! Roll unannounced, for a die on your debt? Enter: yes. Esc: no."],
    "at 21": ["Spend your account of 5", "e end turn"],
    "year": ["Year 1: Anna starts at −12 (b: Bourse)"],
    "bourse": [
        "THE BOURSE  kept by Ben",
        "kills   1 ",
        "21s     0",
        "OUT",
        "start   −12         0",
    ],
    "over": [
        "★ Anna wins",
        "The lowest final debt after 1 year",
        "balance − 3 per kill − 1 per 21",
        "−11       −3        ·    = −14",
    ],
    "killer over": ["First to 1 kill\n", "★   ■ Anna"],
    "survivor": ["† killed"],
}


@pytest.mark.parametrize("name", SAID)
async def test_what_is_drawn_says_what_is_going_on(club: Club, name: str) -> None:
    state, seat, *keys = STATES[name]
    async with shown(club, table_of(state, seat)) as (pilot, _):
        await pilot.press(*(keys[0] if keys else ()), *(["tab"] if "over" in name else []))
        for text in SAID[name]:
            await see(pilot, text)


@pytest.mark.parametrize("state", ["thrown", "bonus", "year", "given", "opening", "opening seen"])
async def test_caption_dice_chart_and_traders_stand_apart(club: Club, state: str) -> None:
    table = table_of(*STATES[state][:2])
    async with shown(club, table) as (pilot, _):
        await see(pilot, "debt")
        for size in ((53, 21), (66, 27), (106, 41)):
            lines = [plain(line).strip() for line in screen_of(pilot).game.draw(Size(*size))]
            below = r"whom\?|→ 21|debt +−?\d|points? +debt|^[╭┏].*[─━]{14}"  # the traders, or cards
            heading = row_of(lines, re.compile(below))
            numbers = [at for at, line in enumerate(lines) if line.startswith("sum")]
            assert not lines[0] and lines[1], size
            assert not lines[heading - 1], size
            bars = [at for at, line in enumerate(lines) if line and set(line) <= set(" ▁▂▃▄▅▆▇█")]
            assert len(bars) >= 2 or not numbers, size
            assert not numbers or not lines[bars[0] - 1], size


async def asked(club: Club, state: State, *keys: str, seat: int = 0) -> list[Any]:
    async with shown(club, table_of(state, seat)) as (pilot, spot):
        await pilot.press(*keys)
        await pilot.pause()
        return list(spot.asked)


@pytest.mark.parametrize(
    ("keys", "total"),
    [
        (("enter",), 14),
        (("1", "7", "enter"), 17),
        (("1", "7", "backspace", "6", "space"), 16),
        (("right", "+", "up", "left", "-", "-", "enter"), 14),
        (("9", "9", "enter"), 9),
        (("1", "left", "enter"), 4),
    ],
)
async def test_a_total_is_typed_or_stepped_to(
    club: Club, keys: tuple[str, ...], total: int
) -> None:
    spelled = [{"+": "plus", "-": "minus"}.get(key, key) for key in keys]
    given_four = given(3, golden=4)
    assert await asked(club, given_four, *spelled) == [{"do": "announce", "total": total}]


async def test_a_total_is_chosen_by_mouse(club: Club) -> None:
    async with shown(club, table_of(given(5), 0)) as (pilot, spot):
        rows = screen_text(pilot).splitlines()
        y = row_of(rows, " sum", begins=True)
        await pilot.click(offset=on(screen_of(pilot).game, rows[y].index("9"), y - 1))
        await see(pilot, "‹ 9 ›")
        await pilot.press("enter")
        await pilot.pause()
        assert spot.asked == [{"do": "announce", "total": 9}]


async def test_a_total_out_of_range_says_what_the_range_is(club: Club) -> None:
    async with shown(club, table_of(given(3, golden=4), 0)) as (pilot, _):
        await pilot.press("3")
        await see(pilot, "from 4 to 24")


async def test_an_aim_goes_with_the_announcement(club: Club) -> None:
    state = given(6, SPICE)
    assert await asked(club, state, "a", "a", "enter") == [{"do": "announce", "total": 7, "aim": 2}]
    assert await asked(club, state, *"aaaaaa", "enter") == [{"do": "announce", "total": 7}]


async def test_throwing_blind_asks_first(club: Club) -> None:
    state = given(6, SPICE)
    assert await asked(club, state, "f") == []
    assert await asked(club, state, "f", "escape", "y") == []
    assert await asked(club, state, "f", "y") == [{"do": "throw"}]
    assert await asked(club, given(3), "f", "y") == []


def spent(to: str, seat: int, sign: int, package: str = "bonus") -> dict[str, Any]:
    return {"do": "spend", "from": package, "to": to, "seat": seat, "sign": sign}


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        (("1", "minus", "enter"), spent("debt", 0, -1)),
        (("3", "plus", "enter"), spent("debt", 2, 1)),
        (("2", "a", "enter"), spent("account", 1, 1)),
        (("2", "r", "enter"), spent("account", 1, -1)),
        (("down", "down", "enter"), spent("debt", 1, -1)),
        (("up", "right", "right", "enter"), spent("account", 4, -1)),
        (("1", "a", "enter"), spent("account", 0, 1)),
    ],
)
async def test_a_bonus_is_spent_by_number_and_sign_or_by_the_cursor(
    club: Club, keys: tuple[str, ...], wanted: dict[str, Any]
) -> None:
    assert await asked(club, STATES["bonus"][0], *keys) == [wanted]


async def test_nothing_is_spent_or_given_by_a_slip(club: Club) -> None:
    for state in (STATES["bonus"][0], STATES["thrown"][0]):
        assert await asked(club, state, "enter", "enter", "space", "plus") == []
    state = given(3, debts=(20, 17, 3), bonus=4)
    assert await asked(club, state, "3", "minus") == [], "a French keyboard's 6"
    assert await asked(club, state, "1", "plus", "enter", "escape") == []
    assert await asked(club, state, "1", "plus", "enter", "enter") == [spent("debt", 0, 1)]
    assert await asked(club, state, "2", "plus", "enter", "n") == []
    assert await asked(club, state, "2", "plus", "enter", "y") == [spent("debt", 1, 1)]
    assert await asked(club, state, "1", "r", "enter") == []
    assert await asked(club, STATES["thrown"][0], "e") == []
    assert await asked(club, STATES["thrown"][0], "e", "enter") == [{"do": "end"}]
    assert await asked(club, STATES["at 21"][0], "e") == [{"do": "end"}]


async def test_the_account_is_spent_before_the_throw_too(club: Club) -> None:
    state = given(3, accounts=(6, 0, 0), debts=(9, 3, 4))
    spend = spent("debt", 0, -1, "account")
    assert await asked(club, state, "p", "1", "minus", "enter") == [spend]
    assert await asked(club, state, "p", "p", "enter") == [{"do": "announce", "total": 7}]


async def test_whole_words_head_the_ways_to_spend_where_there_is_room(club: Club) -> None:
    for size, sentence in (((80, 24), "a +acct"), ((160, 45), "a +account")):
        async with shown(club, table_of(STATES["bonus"][0], 0), size) as (pilot, _):
            await see(pilot, sentence)


async def test_crisis_dice_are_given_many_at_a_time(club: Club) -> None:
    state = given(3, gifts=14, phase="dispose")
    give = {"do": "give", "to": [1, 1, 1]}
    assert await asked(club, state, "2", "right", "right", "right", "left", "enter") == [give]
    assert await asked(club, state, "2", "a") == []
    assert await asked(club, state, "2", "a", "enter") == [{"do": "give", "to": [1] * 14}]
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await pilot.press("2", "right")
        await see(pilot, "Enter gives 2 crisis dice to Ben.")
        await pilot.press("a")
        await see(pilot, "! Give all 14 crisis dice to Ben? Enter: yes. Esc: no.")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
async def test_all_dice_of_a_throw_are_seen_however_long_its_sentence(
    club: Club, language: str, size: tuple[int, int]
) -> None:
    long = ("Bertrand-le-Grand II", *NAMES[1:])
    first = table_of(given(5), 0, long)
    async with shown(club, first, size, language=language) as (pilot, spot):
        for version, (crisis, seat) in enumerate(product((0, 2, 7, 18), (0, 1)), 2):
            faces = tuple(1 + at % 6 for at in range(5 + crisis))
            state = given(5, {"free_throw": True}, golden=5, crisis=(crisis, 0, 0, 0, 0))
            state = after(state, (Announce(sum(faces) + 1, aim=2), (*faces, 3, 4, 5, 6)))
            await show(pilot, spot, replace(table_of(state, seat, long), version=version))
            picture = [
                line[: screen_of(pilot).game.region.right]
                for line in screen_text(pilot).splitlines()
            ]
            text = "\n".join(picture[1:])
            seen = re.findall(r"▐([1-6])▌|(?<=[│║]) ([1-6]) (?=[│║])", text)
            faces_seen = sorted(int(first or other) for first, other in seen)
            pips = text.count("● ") if not seen else 0
            assert faces_seen == sorted(state.dice) or pips >= sum(state.dice), text


async def test_gifts_are_given_with_two_keys(club: Club) -> None:
    state = STATES["thrown"][0]
    gift = {"do": "give", "to": [1]}
    assert await asked(club, state, "2", "enter") == [gift]
    assert await asked(club, state, "2", "2") == [gift]
    assert await asked(club, state, "down", "space") == [gift]
    assert await asked(club, state, "1", "enter") == []
    assert await asked(club, STATES["ten bonus"][0], "g", "0", "0") == [{"do": "give", "to": [9]}]


async def test_the_keys_of_traders_who_can_be_chosen_are_gold_and_no_number_is_left_out(
    club: Club,
) -> None:
    state = given(3, gifts=2, phase="dispose", dice=(1, 1), thrower=0, turn=0)
    for asked_now in (True, False):
        async with shown(club, table_of(state, 0 if asked_now else None)) as (pilot, _):
            game = screen_of(pilot).game
            pieces = [piece for line in game.draw(game.size) for piece in line]
        keys = {
            piece.text.strip(): piece.tone
            for piece in pieces
            if piece.text[:2] in (" 1", " 2", " 3")
        }
        assert keys == ({"1": "dim", "2": "bar-gold", "3": "bar-gold"} if asked_now else {}), pieces
        own = next(piece for piece in pieces if piece.text.strip() == "Anna")
        assert own.tone == "seat-0", "as the bar beside it"


async def test_those_who_watch_can_do_nothing(club: Club) -> None:
    for name in ("given", "ten watched"):
        async with shown(club, table_of(STATES[name][0], None)) as (pilot, spot):
            await pilot.press("1", "space", "plus", "e", "b", "f", "a", "y")
            for y in range(1, 20):
                await pilot.click(offset=(14, y))
                await pilot.click(offset=(30, y))
            await pilot.pause()
            assert not spot.asked


async def test_names_are_literal(club: Club) -> None:
    size = SIZES[1]  # the snapshots have such names in every size
    names = ("[@click=app.quit]x[/]", "[bold]b[/bold]", "漢字漢字漢字漢字", "]]{0}%s", "a" * 40)
    for state, seat, *keys in STATES.values():
        if len(state.debts) > 5:
            continue
        async with shown(club, table_of(state, seat, names), size) as (pilot, _):
            await pilot.press(*(keys[0] if keys else ()))
            await pilot.pause()
            text = screen_text(pilot)
            assert "[bold]b" in text
            assert all(cell_len(line) <= size[0] for line in text.splitlines())
            await pilot.click(offset=(4, 18))
            assert pilot.app.is_running


async def test_who_is_out_is_told_so_while_others_play(club: Club) -> None:
    status = {"out": "insolvent: out until", "dead": "out for good", "21": "stay at 21"}
    async with shown(club, table_of(given(3), 0)) as (pilot, spot):
        for version, (thrown, text) in enumerate(status.items(), 2):
            state = given(3, debts=(25, 1, 2), status=(thrown, "in", "in"), turn=1)
            await show(pilot, spot, table_of(state, 0, version=version))
            assert re.search(f"You .*{text}.*Waiting for Ben", screen_text(pilot))


async def test_dice_tumble_before_debts_grow_and_never_hold_up_a_key(club: Club) -> None:
    before = given(5, **FIVE)
    state = after(before, (Announce(9), (3, 5, 5)))
    async with shown(club, table_of(before, 0), animations=True) as (pilot, spot):
        await pilot.press("9", "enter")
        told_now = (LogLine(1, 0, "game", news=phrase("It fell.")),)
        spot.show(replace(table_of(state, 0, version=2), lines=told_now))
        view: Any = screen_of(pilot).game
        await until(pilot, lambda: view.tumbling)
        assert view.shown.debts[0] == 3 and "It fell." not in screen_text(pilot)
        assert "You roll" in screen_text(pilot)
        assert "crisis di" not in screen_text(pilot), "what it brings is not seen before the dice"
        await see(pilot, "announce 9 …")
        await see(pilot, "It fell.")
        assert view.playback.settled
        await pilot.press("2", "enter")
        assert view.shown.debts[0] == 7
        await pilot.pause()
        assert spot.asked == [{"do": "announce", "total": 9}, {"do": "give", "to": [1]}]


async def test_ones_turn_is_told_once_anothers_dice_have_landed(club: Club) -> None:
    before = given(3, turn=2)
    later = after(before, (Announce(8), (3, 6)))
    assert later.turn == 0
    async with shown(club, table_of(before, 0), animations=True) as (pilot, spot):
        spot.show(table_of(later, 0, version=2))
        view: Any = screen_of(pilot).game
        await until(pilot, lambda: view.tumbling)
        text = screen_text(pilot)
        assert "Cleo rolls" in text and "Waiting for Cleo." in text and "Your turn" not in text
        assert "Announce the sum" not in text
        await pilot.press("enter")
        await see(pilot, "Your turn.")
        assert not spot.asked, "Enter only shows the dice"


async def test_whose_seat_was_taken_since_keeps_the_throw(club: Club) -> None:
    state = after(given(3, turn=1), (Announce(9), (3, 5)))
    news = [
        LogLine(n, 0, "game", sentence, NAMES) for n, sentence in enumerate(GAME.news(state), 1)
    ]
    taken = table_of(state, 0, ("Anna", "Eve", "Cleo"))
    async with shown(club, replace(taken, lines=tuple(news))) as (pilot, _):
        await see(pilot, "Ben announced 9, rolled 8: 1 off")


async def test_the_last_throw_of_a_game_is_seen_before_its_end(club: Club) -> None:
    before = given(3, {"years": 1}, debts=(3, 25, 26), status=("in", "out", "out"))
    state = after(before, (Announce(7), (6, 6)))
    assert GAME.outcome(state)
    async with shown(club, table_of(before, 1), animations=True) as (pilot, spot):
        spot.show(table_of(state, 1, version=2))
        view: Any = screen_of(pilot).game
        await until(pilot, lambda: view.tumbling)
        assert "insolvent" in screen_text(pilot), "who is out stays out while dice tumble"
        await until(pilot, lambda: view.moment.frame and not view.tumbling)
        text = screen_text(pilot)
        assert "announced 7, rolled 12: 5 off" in text and "wins" not in text
        await pilot.press("b")  # any key of the game's ends the wait
        await see(pilot, in_large("Anna wins"))
        await pilot.press("tab", "b")
        await see(pilot, "announced 7, rolled 12: 5 off  ▐6▌ ▐6▌")


async def test_ones_own_throw_is_told_to_oneself(club: Club) -> None:
    state = after(given(3, debts=(3, 2, 1)), (Announce(7), (6, 5)))
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await see(pilot, "You announced 7, rolled 11: 4 off")


async def play(pilot: Pilot[str]) -> None:
    """Do something sensible by keys, if the game waits for this person."""
    game: Any = screen_of(pilot).game
    match game.choice.mode if game.mine else "":
        case "announce":
            await pilot.press("right", "enter")
        case "bonus":
            await pilot.press("down", "enter")
        case "give":
            await pilot.press("down", "enter")
        case "account":
            await pilot.press("e")


async def test_a_whole_game_by_keys_before_a_watcher(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, game="golden21", options={"years": 2}, seats=3)
    async with (
        session(club, ANNA, start=Start("join", table_session.code)) as anna,
        session(
            club, CLEO, (100, 30), start=Start("watch", table_session.code), language="fr"
        ) as cleo,
    ):
        await table_session.start()
        async with asyncio.timeout(60):
            while screen_of(anna).table.phase != "over":
                await play(anna)
                await anna.pause(0.002)
        await see(anna, "final")
        await see(cleo, "La dette finale la plus basse")
        assert in_large("gagne") in screen_text(cleo)
        await anna.press("a")
        await until(anna, lambda: screen_of(anna).table.phase == "playing")


async def test_who_watches_may_look_at_the_bourse_but_not_touch(club: Club) -> None:
    async with shown(club, table_of(given(3), None), (80, 24)) as (pilot, spot):
        await see(pilot, "You are watching.")
        await pilot.press("b")
        await until(
            pilot, lambda: any(action.name == "close" for action in screen_of(pilot).actions())
        )
        await pilot.press("b", "1", "enter")
        await pilot.pause()
        assert not spot.asked


async def test_the_bourse_names_only_keys_that_do_something(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shown(club, table_of(given(3), 0), (80, 24)) as (pilot, _):
        with monkeypatch.context() as closed:  # its rows are counted when it is open
            closed.delattr("screens.games.golden21.view.most_back")
            assert not screen_of(pilot).game.is_enabled("older")
        await pilot.press("b")
        await see(pilot, "b close the Bourse  t talk")
        assert "Enter rolls" not in screen_text(pilot)
    async with shown(club, table_of(*STATES["year"][:2]), (80, 24)) as (pilot, _):
        game = screen_of(pilot).game
        view = game.game
        game.game = replace(view, sheet=view.sheet * 9, exponents=view.exponents * 9)
        await pilot.press("b")
        await see(pilot, "↑↓ years")


async def test_a_question_is_not_broken_for_the_clock(club: Club) -> None:
    table = table_of(*STATES["forfeit"][:2])
    table = replace(
        table, clocks=(int(time.time() * 1000) + 237_000, *[None] * 5), reserves=(180,) * 6
    )
    async with shown(club, table, (80, 24), language="fr") as (pilot, _):
        await see(pilot, "◷ 0:5")
        await pilot.press("f")
        await see(pilot, "pour un dé de dette ? Entrée : oui. Échap : non.")


@pytest.mark.parametrize(
    ("state", "caption"),
    [
        (given(3, turn=0), "You are to announce the sum"),
        (given(3, turn=0, bonus=4), "You have a bonus of 4 to spend"),
    ],
)
async def test_one_is_no_stranger_while_one_may_not_play(
    club: Club, state: State, caption: str
) -> None:
    table = replace(table_of(state, 0), to_act=(), offers=())
    async with shown(club, table, (80, 24)) as (pilot, _):
        await see(pilot, caption)


async def test_who_died_in_a_survivor_has_a_cross_and_a_year_at_the_end(club: Club) -> None:
    state = given(3, {"variant": "survivor"}, debts=(3, 20, 24), bonus=4)
    state = replace(state, status=("in", "in", "dead"))
    over = after(state, (Spend("bonus", "debt", 1, 1), ()))
    assert over.phase == "over"
    names = NAMES[:3]
    text = "{giver:@ kills|You kill} {seat:@|you}: kill number {kills}."
    killed = phrase(text, Kind.KILLED, giver=0, seat=2, kills=1)
    for lines, sentence in (
        ((), "killed in year 1"),
        ((LogLine(1, 0, "game", killed, names),), "killed in year 1 by you"),
    ):
        table = replace(table_of(over, 0), lines=lines)
        async with shown(club, table, SIZES[-1]) as (pilot, _):
            await see(pilot, sentence)
            await pilot.press("tab")
            await see(pilot, "† year 1")


async def test_beside_the_traders_the_bourse_lists_only_who_has_rolled(club: Club) -> None:
    five = given(5, **FIVE)
    async with shown(club, table_of(five, 0), (100, 30)) as (pilot, _):
        names = screen_of(pilot).game.name_of
        lines = [plain(line) for line in beside(screen_of(pilot).game, 28, 20)]
        assert lines[1:] == ["Nobody has rolled yet."]
    async with shown(club, table_of(after(five, (Announce(9), (3, 5, 5))), 0), (100, 30)) as (
        pilot,
        _,
    ):
        lines = [plain(line) for line in beside(screen_of(pilot).game, 28, 20)]
        assert len(lines) == 2 and names(0) in lines[1]


async def test_21_stands_at_the_end_of_the_bars_and_each_number_has_its_name(club: Club) -> None:
    state = given(3, accounts=(4, 0, 0), crisis=(1, 0, 0), twentyones=(1, 0, 0))
    async with shown(club, table_of(state, 0)) as (pilot, _):
        await see(pilot, "┃21")
        rows = screen_text(pilot).splitlines()
        named = [line for line in rows if "debt" in line]
        assert len(named) == 3 and len({line.index("┃21") for line in named}) == 1, rows
        assert re.search(r" debt +0 ·+┃21 +account 4 +crisis 1 +exact 21s 1$", named[0].rstrip()), (
            rows
        )
        assert named[1].rstrip().endswith("┃21"), "what nobody has is not counted"
        last = rows.index(named[-1])
        assert not rows[last + 1].strip() and "─" in rows[last + 2], "a free row above the log"


@pytest.mark.parametrize(("seat", "across"), [(1, 11), (0, 7)])
async def test_dice_are_larger_where_nothing_is_to_be_chosen(
    club: Club, seat: int, across: int
) -> None:
    async with shown(club, table_of(STATES["thrown"][0], seat), size=(100, 34)) as (pilot, _):
        await see(pilot, "4 off")
        assert "╭" + "─" * across + "╮" in screen_text(pilot)


@pytest.mark.parametrize("replayed", [True, False])
async def test_a_replay_has_the_chances_beside_the_dice(club: Club, replayed: bool) -> None:
    async with shown(club, table_of(STATES["thrown"][0], None), size=(100, 24)) as (pilot, _):
        game = screen_of(pilot).game
        game.replayed = replayed
        lines = list(map(plain, game.draw(game.size)))
    assert any(" off by " in line for line in lines) == replayed


async def test_the_dice_of_somebody_else_lie_in_the_middle_of_their_rows(club: Club) -> None:
    rolled = {"dice": (4, 4), "announced": 4, "thrower": 0}
    state = given(3, gifts=2, phase="dispose", turn=0, **rolled)
    async with shown(club, table_of(state, 1), size=(100, 30)) as (pilot, _):
        lines = [plain(line).strip() for line in screen_of(pilot).game.draw(Size(100, 21))]
    dice = [at for at, line in enumerate(lines) if re.match("[╭│╰]", line)]
    above = dice[0] - row_of(lines, "4 off") - 1
    sentence = dice[-1] + 2
    below = row_of(lines, " debt ") - sentence - 1
    assert 1 < above <= below <= above + 1, lines
    assert "A crisis die is one more die to roll" in lines[sentence], "what comes to oneself, too"


async def test_dice_that_are_no_golden_ones_are_named_below_them(club: Club) -> None:
    rolled = {"dice": (4, 4, 2), "announced": 4, "thrower": 0, "golden": 2}
    for crisis in (1, 0):
        thrown = rolled if crisis else rolled | {"dice": (4, 4)}
        state = given(3, gifts=2, phase="dispose", turn=0, **thrown)
        async with shown(club, table_of(state, 1), size=(100, 30)) as (pilot, _):
            lines = [plain(line) for line in screen_of(pilot).game.draw(Size(100, 21))]
        named = [line for line in lines if line.strip() == "1 crisis die"]
        assert len(named) == crisis, lines
        if crisis:
            (top,) = [line for line in lines if "╔" in line]
            assert named[0].index("1") == top.index("╔"), lines


async def test_each_row_of_the_bourse_is_named(club: Club) -> None:
    state = given(3, sheet=(((0, 4, 9), (0, 2), (0,)),), exponents=(((0, 0, 0), (0, 0), (0,)),))
    async with shown(club, table_of(state, 0), size=(160, 45)) as (pilot, _):
        await see(pilot, "turn 2")
        rows = [line[108:].split() for line in screen_text(pilot).splitlines()]
    assert ["turn", "1", "4", "2"] in rows and ["turn", "2", "9"] in rows


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 45)])
async def test_the_question_stands_right_above_the_traders_it_is_about(
    club: Club, size: tuple[int, int]
) -> None:
    for name in ("thrown", "bonus"):
        state, seat, *_ = STATES[name]
        async with shown(club, table_of(state, seat), size) as (pilot, _):
            game = screen_of(pilot).game
            lines = list(map(plain, game.draw(game.size)))
            asked = row_of(lines, "whom?")
            named = row_of(lines, f" {NAMES[state.order[0]]} ")
            assert named - asked <= 2, "\n".join(lines)


async def test_short_rows_keep_what_the_last_throw_added_and_have_bars_where_there_is_room(
    club: Club,
) -> None:
    sheet = ((0, 4), *((0,) for _ in range(9)))
    state = given(10, debts=(4, *[0] * 9), sheet=(sheet,), thrower=0)
    for language in ("en", "fr"):
        table = table_of(state, 0, ("Bertrand-le-Grand", *NAMES[1:]))
        async with shown(club, table, language=language) as (pilot, _):
            game = screen_of(pilot).game
            for width in (80, 100):
                lines = list(map(plain, game.draw(Size(width, 17))))
                first = lines[row_of(lines, " Bertrand")]
                assert "+4" in first and not any("…" in line for line in lines)
                assert ("┃21" in first) == (width == 100)
