"""The front door on the screens: what the button says, codes, invitations, foregone ends."""

import asyncio

import pytest
from msgspec.structs import replace

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.views import LogLine, Notice
from arcade.engine.news import phrase
from arcade.games.le421.rules.hands import Transfer
from arcade.games.le421.rules.state import Round
from arcade.rooms import decide
from screens.lobby.screen import Lobby
from tests.people import act, act_in_turn, begin, sit_down
from tests.screens.conftest import ANNA, BEN, CLEO, screen_text, see, session, table_screen, until
from tests.waiting import change


@pytest.mark.parametrize(
    ("language", "button"), [("en", "Play now"), ("fr", "Jouer tout de suite")]
)
async def test_a_result_that_is_read_leads_nobody_anywhere(
    club: Club, language: str, button: str
) -> None:
    anna, ben = await begin(club, ANNA, BEN, options={"mode": "manche"}, seats=3)
    code = anna.code
    while anna.table().phase == "playing":
        await act_in_turn(anna, ben)
        await asyncio.sleep(0.001)
    await ben.do(decide.leave_seat)
    ben.detach()
    bots, over = {"en": ("with bots", "1 finished"), "fr": ("avec des robots", "1 table finie")}[
        language
    ]
    async with session(club, CLEO, language=language) as cleo:
        await see(cleo, button)
        text = screen_text(cleo)
        assert bots in text and over in text and code not in text
        await cleo.press("enter")
        await until(cleo, lambda: hasattr(cleo.app.screen, "table_session"))
        assert table_screen(cleo).table_session.code != code
        assert table_screen(cleo).table.phase == "playing"


async def test_what_waits_is_named_and_so_are_the_other_ways(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, game="trente", seats=3)
    ben = await club.quick_play(BEN)
    assert ben.code == table_session.code
    other = await club.quick_play(BEN, "421")
    while not other.table().my_turn:
        await change(other)
    await act(other)
    async with session(club, CLEO) as cleo:
        await see(cleo, "Play now   Trente, with Anna and Ben")
        await see(cleo, "b  or alone, with bots")
        await see(cleo, "J  or take ")
        await see(cleo, "s seat from the next round on: Le 421, with Ben")
        assert "The seat holds" in screen_text(cleo) and "Last move" in screen_text(cleo)
        await cleo.press("J")
        await until(cleo, lambda: hasattr(cleo.app.screen, "table_session"))
        assert table_screen(cleo).table_session.code == other.code
        await see(cleo, "seat from the next round on.")
        assert table_screen(cleo).table.next_seat is not None
        await cleo.press("escape")
        await until(cleo, lambda: isinstance(cleo.app.screen, Lobby))
        await cleo.press("b")
        await until(cleo, lambda: hasattr(cleo.app.screen, "table_session"))
        await see(cleo, "D shut the door")
        await cleo.press("D")
        await see(cleo, "D open the door")
        await see(cleo, "You shut the door")


async def test_a_round_is_told_of_who_played_it(club: Club) -> None:
    anna, _ = await sit_down(club, ANNA, BEN)
    async with session(club, CLEO, (160, 45), start=Start("watch", anna.code)) as cleo:
        screen = table_screen(cleo)
        await anna.start()
        await until(cleo, lambda: screen.table.view is not None)
        table, state = screen.table, anna.host.room.state
        moves = (Transfer(None, 1, 2),)
        finished = Round("charge", 0, (321, 221), (), best=0, worst=1, stake=2, transfers=moves)
        moved = replace(state, last_round=finished)
        news = phrase("{best:hand} is the best hand.", best=321, seat=1)
        line = LogLine(99, 0, "game", news, ("Anna", "Ben"))
        seats = (table.seats[0], replace(table.seats[1], name="Cleo", yours=True))
        view = anna.host.room.rules.view(moved, 1)
        screen.game.show(
            replace(table, view=view, seat=1, seats=seats, lines=(line,), version=table.version + 1)
        )
        await see(cleo, "Last round: Ben took 2 tokens")


async def test_an_invitation_followed_another_way_is_withdrawn(club: Club) -> None:
    (table_session,) = await sit_down(club, ANNA, game="trente", seats=3)
    async with session(club, BEN) as ben:
        await see(ben, "Play now   Trente, with Anna")
        ben.app.heard(
            Notice(phrase("{who} invites you", who="Anna"), 120.0, code=table_session.code)
        )  # type: ignore[attr-defined]
        await see(ben, "Anna invites you: \u00a0y\u00a0 to come")
        await ben.press("up", "up", "home", "p")
        await until(ben, lambda: hasattr(ben.app.screen, "table_session"))
        await until(ben, lambda: "invites you" not in screen_text(ben))
        assert ben.app.notice is None  # type: ignore[attr-defined]


async def test_a_page_has_its_title_again_when_a_notice_went_over_another_page(
    club: Club,
) -> None:
    async with session(club, BEN) as ben:
        await see(ben, "Play now")
        await ben.press("u")
        await see(ben, "Duels")
        ben.app.heard(Notice(phrase("{who} is here.", who="Anna"), 60.0))  # type: ignore[attr-defined]
        await see(ben, "Anna is here.")
        assert "Duels" not in screen_text(ben)
        await ben.press("n")
        await see(ben, "begins a duel")
        ben.app.heard(None)  # type: ignore[attr-defined]
        await see(ben, "A new duel")
        await ben.press("escape")
        await see(ben, "Duels")


async def test_a_full_table_is_watched_at_once_by_its_code(club: Club) -> None:
    anna, _ = await begin(club, ANNA, BEN, game="trente")
    code = anna.code
    async with session(club, CLEO, start=Start("join", code)) as cleo:
        await see(cleo, "Every seat is taken.")
        await see(cleo, "You are watching.")
        assert table_screen(cleo).table_session.code == code


@pytest.mark.parametrize(("key", "sits"), [("y", True), ("w", False), ("n", None)])
async def test_a_private_table_says_whose_it_is_before_one_sits(
    club: Club, key: str, sits: bool | None
) -> None:
    anna, _ = await sit_down(club, ANNA, BEN, game="trente", seats=3, private=True)
    code = anna.code
    async with session(club, CLEO, start=Start("join", code)) as cleo:
        await see(cleo, f"Table {code} is Anna's: Trente, with Ben.")
        assert "Cleo" not in str(anna.table().seats)
        await cleo.press(key)
        if sits is None:
            await until(cleo, lambda: isinstance(cleo.app.screen, Lobby))
        else:
            await until(cleo, lambda: hasattr(cleo.app.screen, "table_session"))
            assert (table_screen(cleo).table.seat is not None) is sits


async def test_a_broken_connection_leads_back_to_the_table(club: Club) -> None:
    anna, ben = await begin(club, ANNA, BEN, game="trente", seats=3)
    ben.detach(dropped=True)
    async with session(club, BEN) as pilot:
        await see(pilot, "You are back. A bot was to play in")
        assert table_screen(pilot).table_session.code == anna.code


async def test_what_only_bots_decide_is_seen_to_its_end_by_enter(club: Club) -> None:
    code = await club.create(ANNA, "421", {}, 4)
    async with session(club, ANNA, start=Start("join", code)) as anna:
        table_session = table_screen(anna).table_session
        await table_session.start()
        room = table_session.host.room
        tokens = (0, 5, 5, 5)
        state = replace(
            *(room.state,), phase="decharge", pot=0, tokens=tokens, leader=3, turn=3, dice=()
        )
        table_session.host.room = replace(room, state=state)
        table_session.host.publish()
        await see(anna, "Enter see how it ends  w watch on  n new game")
        await see(anna, "Enter shows how it ends.")
        await anna.press("w")
        await until(anna, lambda: "see how it ends" not in screen_text(anna))


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_enter_leads_from_ones_own_end_to_the_card(club: Club, language: str) -> None:
    code = await club.create(ANNA, "golden-zero", {"stack": 20}, 4)
    async with session(club, ANNA, start=Start("join", code), language=language) as anna:
        table_session = table_screen(anna).table_session
        await table_session.start()
        room = table_session.host.room
        state = replace(room.state, phase="result", out=(True, False, False, False))
        state = replace(state, stacks=(0, 20, 20, 20), paid=(0,) * 4, turn=None)
        table_session.host.room = replace(room, state=state)
        table_session.host.publish()
        await see(anna, {"en": "Enter see how it ends", "fr": "Entrée voir la fin"}[language])
        entered = [action.label for action in table_screen(anna).bound() if "enter" in action.keys]
        assert len(entered) == 1
        await anna.press("enter")
        await until(anna, lambda: table_screen(anna).result.shown)
        assert table_screen(anna).table.phase == "over"
