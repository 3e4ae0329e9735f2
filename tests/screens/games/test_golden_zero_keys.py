"""Golden Zero played by keys and mouse."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.eventlog.memory import MemoryLog
from arcade.games.golden_zero.rules.actions import Call, Card, Open, Stand
from arcade.games.golden_zero.rules.state import State
from arcade.rooms.timers import RoomSettings
from screens.terminal.rows import plain
from tests.screens.conftest import (
    ANNA,
    CLEO,
    PATIENT,
    SIZES,
    on,
    row_of,
    screen_text,
    see,
    session,
    table_screen,
    until,
)
from tests.screens.golden_zero_tables import (
    MIDDLE,
    Drawn,
    after,
    answering,
    dealt,
    seated,
    table_of,
)


@pytest.fixture
async def slow_dealers() -> AsyncIterator[Club]:
    """A club whose bots let a person look at a result."""
    opened = await Club.open(MemoryLog(), replace(PATIENT, linger=60))
    yield opened
    await opened.close()


async def test_hands_by_keys_against_bots(slow_dealers: Club) -> None:
    club = slow_dealers
    for size in SIZES:
        table_session = await seated(club, 4)
        async with session(club, ANNA, size, start=Start("join", table_session.code)) as anna:
            await play_hand(anna)
            hand = table_screen(anna).table.view.hand
            text = screen_text(anna)
            assert "★ " in text
            assert all(cell_len(line) <= size[0] for line in text.splitlines())
            if table_screen(anna).table.phase == "playing":
                await anna.press("enter")
                await until(anna, lambda now=hand: table_screen(anna).table.view.hand > now)


async def play_hand(anna: Pilot[str]) -> None:
    """Call or stand, take one card, deal nothing."""

    def view() -> Any:
        return table_screen(anna).game

    while view().game.phase not in ("result", "over"):
        await until(anna, lambda: view().mine or view().game.phase in ("result", "over"))
        before = table_screen(anna).table.version
        for name, key in (("stand", "s"), ("call", "c"), ("open", "o"), ("stay", "s")):
            if view().is_enabled(name):
                await anna.press(key)
                if view().pending:
                    await anna.press("enter")
                break
        await until(
            anna,
            lambda now=before: (
                table_screen(anna).table.version != now or view().game.phase in ("result", "over")
            ),
        )


class Asked:
    """A view at a state, whose requests are kept."""

    def __init__(self, anna: Pilot[str]) -> None:
        self.anna = anna
        self.requests: list[dict[str, Any]] = []

    @property
    def view(self) -> Any:
        return table_screen(self.anna).game

    def show(self, state: State, seat: int | None = 0) -> None:
        table = table_of(state, seat)
        screen = table_screen(self.anna)
        screen._show(table)
        self.view.request = self.requests.append

    async def press(self, *keys: str) -> list[dict[str, Any]]:
        """Press keys; return what they asked for."""
        self.requests.clear()
        await self.anna.press(*keys)
        return list(self.requests)


@pytest.fixture
async def asked() -> AsyncIterator["Asked"]:
    """Show a state at Anna's terminal and take its requests down."""
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=900, linger=900))
    table_session = await seated(club)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        yield Asked(anna)
    await club.close()


async def test_bids_by_keys(asked: Asked) -> None:
    asked.show(answering())
    assert await asked.press("c") == [{"do": "call"}]
    assert await asked.press("r") == [{"do": "raise", "to": 20}]
    assert await asked.press("plus", "plus", "minus", "right", "r") == [{"do": "raise", "to": 40}]
    assert await asked.press("m", "enter") == [{"do": "raise", "to": 20}]
    assert await asked.press("p", "enter") == [{"do": "raise", "to": 45}]
    assert await asked.press("1", "2", "8", "backspace", "3", "enter") == [
        {"do": "raise", "to": 123}
    ]
    assert await asked.press("7", "escape", "r") == [{"do": "raise", "to": 20}]
    assert await asked.press("enter", "space", "s", "o") == []


async def test_what_cannot_be_taken_back_asks_first(asked: Asked) -> None:
    asked.show(answering())
    assert await asked.press("f") == []
    assert "Fold, and give this hand up?" in screen_text(asked.anna)
    assert await asked.press("escape") == []
    assert "Fold, and" not in screen_text(asked.anna)
    assert await asked.press("enter") == []
    assert await asked.press("f", "enter") == [{"do": "fold"}]
    assert await asked.press("a") == []
    assert "All-in, with all your 495 chips?" in screen_text(asked.anna)
    assert await asked.press("y") == [{"do": "raise", "to": 495}]
    assert await asked.press("a", "c") == [{"do": "call"}]
    assert await asked.press("4", "9", "5", "enter") == []
    assert await asked.press("n", "r") == [{"do": "raise", "to": 20}]
    assert await asked.press("L") == []
    assert await asked.press("y") == [{"do": "last-hand"}]


async def test_escape_says_no_to_a_question_and_clears_an_amount(asked: Asked) -> None:
    asked.show(answering())
    await asked.press("plus")
    await see(asked.anna, "Esc clear")
    await asked.press("f")
    await see(asked.anna, "Esc no")
    await asked.press("escape")
    await until(asked.anna, lambda: "Esc " not in screen_text(asked.anna))


async def test_calling_with_the_last_chip_asks_too(asked: Asked) -> None:
    asked.show(answering(stacks=[8, 495, 485], paid=[5, 5, 15]))
    assert await asked.press("c") == []
    assert "Call with all your 8 chips?" in screen_text(asked.anna)
    assert await asked.press("enter") == [{"do": "call"}]
    assert await asked.press("a", "enter") == [{"do": "call"}]
    assert await asked.press("r", "plus", "5") == []


async def test_opening_choosing_and_dealing(asked: Asked) -> None:
    state = dealt(3, phase="levee", turn=0, target_cards=[10, 8], paid=[5] * 3, stacks=[495] * 3,
                  closed=[[1, 7], [2, 3], [4, 5]], open=[[5], [6], [7]])  # fmt: skip
    asked.show(state)
    assert await asked.press("plus", "o") == [{"do": "open", "amount": 20}]
    assert await asked.press("f", "s", "c") == []
    asked.show(dealt(3, phase="choix", turn=0, target_cards=[10, 8], open=[[5], [6], [7]],
                     closed=[[1, 7], [2, 3], [4, 5]], paid=[5] * 3, stacks=[495] * 3))  # fmt: skip
    assert await asked.press("space", "d", "s") == [{"do": "card"}, {"do": "card"}, {"do": "stay"}]
    assert await asked.press("c", "r", "f", "enter") == []
    state = dealt(2, phase="reine", target_cards=[10, 8], closed=[[8, 1], [5, 0]],
                  open=[[9], [9]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    state = after(state, Open(20), Call(), Stand(), Stand())
    asked.show(state)
    assert await asked.press("enter") == [{"do": "deal"}]
    assert await asked.press("L", "enter") == [{"do": "last-hand"}]


async def test_an_amount_belongs_to_its_decision_only(asked: Asked) -> None:
    asked.show(answering())
    await asked.press("plus", "plus")
    await asked.press("f")
    asked.view.show(table_of(after(answering(), Call()), 0, version=2))
    assert asked.view._amount is None
    assert asked.view.pending is None


async def test_the_mouse_presses_the_keys_drawn(asked: Asked) -> None:
    asked.show(answering())
    rows = [plain(asked.view.row_at(y)) for y in range(asked.view.size.height)]
    y = row_of(rows, "call 10")
    asked.requests.clear()
    await asked.anna.click(offset=on(asked.view, rows[y].index("call 10"), y))
    assert asked.requests == [{"do": "call"}]
    await asked.anna.click(offset=on(asked.view, rows[y].index("›"), y))
    assert asked.view._amount == 30


async def test_a_refusal_cites_the_paragraph(club: Club) -> None:
    table_session = await seated(club, 2)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        await until(anna, lambda: table_screen(anna).game.is_enabled("least"))
        await anna.press("1", "enter")
        await see(anna, "§")
        await anna.press("4", "9", "6", "enter")
        await see(anna, "§12")


async def test_watchers_press_in_vain_and_see_no_closed_card(club: Club) -> None:
    table_session = await seated(club, 3)
    async with session(club, CLEO, start=Start("watch", table_session.code)) as cleo:
        await see(cleo, "You are watching.")
        view = table_screen(cleo).game
        assert not hasattr(view.game, "closed")
        await cleo.press("c", "f", "a", "r", "L", "y")
        await cleo.pause()
        assert table_screen(cleo).table.seat is None
        assert "your best" not in screen_text(cleo)


async def test_cards_turn_for_a_few_frames(club: Club) -> None:
    table_session = await seated(club, 2)
    async with session(
        club, ANNA, start=Start("join", table_session.code), animations=True
    ) as anna:
        view = table_screen(anna).game
        state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[1, 7], [3, 4]],
                      open=[[5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
        view.table = table_of(state, 0)
        view.game = view.table.view
        drawn = Drawn(view)
        taken = after(state, Card())
        view.show(table_of(taken, 0, version=2))
        assert view.moment.frame
        backs = drawn.text(MIDDLE).count("▒")
        await until(anna, lambda: not view.moment.frame)
        assert drawn.text(MIDDLE).count("▒") < backs
