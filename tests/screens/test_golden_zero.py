"""Golden Zero on the screen: hands played by keys, and pictures of states made for the purpose."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.place import Place
from arcade.club.views import SeatLine, TableView
from arcade.engine.chance import Stream
from arcade.eventlog.memory import MemoryLog
from arcade.games.golden_zero import GAME
from arcade.games.golden_zero.options import Options
from arcade.games.golden_zero.state import Call, Card, Deal, Open, Stand, State, Stay
from arcade.rooms.settings import Settings
from screens.games.golden_zero import VIEW
from screens.rows import plain
from screens.start import Start
from tests.screens.conftest import (
    ANNA,
    CLEO,
    SIZES,
    screen_text,
    see,
    session,
    table_screen,
    until,
)

NAMES = ("Anna", "[b]Ben[/b] 日本語の長い名前", "Cleo", "Odette-Marie-Sophie", "Luc", "Eve")
SMALL, MIDDLE, LARGE = (53, 20), (66, 26), (106, 41)
CHANCE = Stream(bytes(32))


# States


def dealt(seats: int = 3, options: Options | None = None, **fields: Any) -> State:
    """A hand as it is named; whatever is not named follows."""
    begun = GAME.setup(options or Options(), seats, Stream(bytes(32)))
    return GAME.given(begun, {"button": seats - 1, **fields})


def after(state: State, *actions: Any) -> State:
    """Let whoever is in turn act."""
    for action in actions:
        seat = 0 if state.turn is None else state.turn
        state = GAME.apply(state, seat, action, CHANCE)
    return state


def table_of(state: State, seat: int | None, version: int = 1) -> TableView:
    seats = tuple(
        SeatLine(number, NAMES[number], "person" if number < 3 else "bot", yours=number == seat)
        for number in range(state.seats)
    )
    return TableView(
        code="ABCDE",
        game="golden-zero",
        options={},
        phase="over" if state.phase == "over" else "playing",
        version=version,
        seats=seats,
        seat=seat,
        host=False,
        view=GAME.view(state, seat),
        offers=() if seat is None else GAME.legal(state, seat),
        to_act=GAME.to_act(state),
        lines=(),
        watchers=(),
        games_played=0,
    )


class Drawn:
    """A view whose pictures are asked for by size."""

    def __init__(self, view: VIEW) -> None:
        self.view = view

    def show(self, state: State, seat: int | None) -> None:
        self.view.table = table_of(state, seat)

    def rows(self, size: tuple[int, int] = SMALL) -> list[str]:
        return [plain(line) for line in self.view.draw(*size)]

    def text(self, size: tuple[int, int] = SMALL) -> str:
        return "\n".join(self.rows(size))

    def flat(self, size: tuple[int, int] = SMALL) -> str:
        """The picture's words without the breaks of lines."""
        return " ".join(self.text(size).split())


@asynccontextmanager
async def drawing(club: Club, language: str = "en") -> AsyncIterator[Drawn]:
    place = await seated(club)
    async with session(club, ANNA, start=Start("join", place.code), language=language) as anna:
        yield Drawn(table_screen(anna).game)


async def seated(club: Club, seats: int = 3, **options: object) -> Place:
    code = await club.create(ANNA, "golden-zero", options, seats)
    place = await club.join(ANNA, code)
    await place.start()
    return place


SIDE_POTS = {
    "phase": "reine",
    "target_cards": [8, 3, 7],
    "closed": [[8, 4], [8, 9], [8, 6], [6, 2], [0, 3], [8, 0]],
    "open": [[5, 4], [6, 3], [7, 2], [4, 6], [9], [9]],
    "stacks": [400, 400, 0, 0, 0, 300],
    "paid": [60, 60, 60, 20, 40, 60],
    "bets": [0] * 6,
}
MANY_CARDS = {
    "phase": "choix",
    "turn": 0,
    "target_cards": [0, 0, 1, 0, 1, 0, 2, 1, 0, 2, 1, 7],
    "closed": [[1, 7], [2, 9], [4, 4], [10, 10], [0, 3], [5, 6]],
    "open": [[0, 0, 1, 0, 1, 0, 2, 2, 4], [6], [10, 2], [4], [9], [8]],
    "paid": [1000] * 6,
    "stacks": [999_000] * 6,
}


def pictures() -> list[State]:
    """States that are hard to draw."""
    sides = dealt(6, **SIDE_POTS)
    bidding = after(sides, Open(20), Call())
    shown = after(bidding, Call(), Stand(), Stand(), Stand())
    assert shown.phase == "result"
    over = dealt(3, phase="over", stacks=[1500, 0, 0], winners=[0], paid=[0, 0, 0])
    few = dealt(2, phase="levee", target_cards=[8, 7], closed=[[1, 2], [3, 4]], open=[[9], [6]])
    return [sides, bidding, shown, dealt(6, **MANY_CARDS), over, few]


# Pictures


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_picture_fits_every_size_for_everybody(club: Club, language: str) -> None:
    async with drawing(club, language) as drawn:
        for state in pictures():
            for seat in (None, 0, state.seats - 1):
                drawn.show(state, seat)
                for size in (SMALL, MIDDLE, LARGE):
                    rows = drawn.rows(size)
                    assert len(rows) <= size[1], drawn.text(size)
                    assert max(map(cell_len, rows)) <= size[0], drawn.text(size)
                    assert "Anna" in drawn.text(size)
                    assert str(state.target) in drawn.text(size)


async def test_cards_are_drawn_as_cards_and_closed_ones_of_others_as_backs(club: Club) -> None:
    state = dealt(3, phase="levee", target_cards=[8, 7], closed=[[1, 2], [3, 4], [5, 6]],
                  open=[[9], [6], [10]])  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        for face in ("│ 8★│", "│ 7★│", "1", "2", "│ 9★│"):
            assert face in drawn.text(MIDDLE)
        assert drawn.text(MIDDLE).count("▒▒│▒▒▒") == 3
        assert drawn.text(SMALL).count("▒▒") >= 3
        assert "  ★  " in drawn.text(LARGE)


async def test_no_picture_but_ones_own_depends_on_closed_cards(club: Club) -> None:
    """Two deals that differ only in Anna's closed cards look alike to everybody else."""
    deals = [
        dealt(
            3,
            phase="choix",
            turn=0,
            target_cards=[8, 7],
            closed=[own, [3, 4], [5, 6]],
            open=[[9], [6], [10]],
            paid=[5] * 3,
            stacks=[495] * 3,
        )
        for own in ([1, 2], [0, 10])
    ]
    async with drawing(club) as drawn:
        for size in (SMALL, MIDDLE, LARGE):
            for seat in (None, 1, 2, 0):
                seen = []
                for state in deals:
                    drawn.show(state, seat)
                    seen.append(drawn.text(size))
                assert (seen[0] == seen[1]) == (seat != 0)


async def test_ways_to_count_and_what_the_next_card_makes(club: Club) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[1, 7], [3, 4]],
                  open=[[5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        text = drawn.flat()
        assert "+1 = 6 12 short Garde 7" in text
        assert "+7 = 12 6 short Garde 1" in text
        assert "▸ +1+7 = 13 5 short" in text
        assert "makes 13 14 15 16 17 ★ ★ 13 14 15 16" in text
        state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[3, 4], [3, 4]],
                      open=[[9, 5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
        drawn.show(state, 0)
        assert "makes 18" not in drawn.flat()
        assert "makes ★ ★ ? ? ? × × × × × ×" in drawn.flat()
        assert "× burns · ? burns unseen" in drawn.flat()


async def test_a_hidden_burn_is_told_to_its_owner_only(club: Club) -> None:
    state = dealt(2, phase="reine", target_cards=[10, 8], closed=[[3, 4], [1, 2]],
                  open=[[9, 8], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert "you win only if all others fold" in drawn.flat()
        for other in (1, None):
            drawn.show(state, other)
            assert "urned" not in drawn.flat(LARGE).replace("burned unseen", "")
            assert "BURNED" not in drawn.flat(LARGE)


async def test_what_became_of_everybody_stands_in_words(club: Club) -> None:
    state = dealt(6, phase="reine", target_cards=[10, 8], stacks=[400, 0, 395, 395, 0, 400],
                  closed=[[1, 2]] * 6, open=[[5]] * 6, paid=[30, 30, 20, 20, 0, 30],
                  folded=[2], burned=[3], out=[4], bets=[0] * 6, turn=5)  # fmt: skip
    async with drawing(club) as drawn:
        for size in (SMALL, LARGE):
            drawn.show(state, 0)
            text = drawn.text(size)
            for word in ("all-in", "folded", "burned", "out", "(B)", "you", "bot"):
                assert word in text, text


async def test_side_pots_are_named_with_who_contests_them(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(dealt(6, **SIDE_POTS), 0)
        text = drawn.flat()
        assert "Main pot ● 120 (everybody)" in text
        assert "Side pot 1 ● 100 (all but Odette-Mari…)" in text
        assert "Side pot 2 ● 80 (all but Odette-Mari…, Luc)" in text


REASONS: Sequence[tuple[list[list[int]], list[list[int]], str]] = (
    ([[8, 1], [5, 0]], [[9], [9]], "Anna takes 50: 18 is exactly the target."),
    ([[7, 2], [5, 2]], [[8], [9]], "Anna takes 50: 17 is nearer to 18 than 16 ([b]Ben[/b]…)."),
    ([[7, 2], [5, 6]], [[8], [9, 8]], "Anna takes 50 with 17: all other hands are above 18."),
    ([[8, 4], [4, 4]], [[9], [9]], "Anna takes 50: 17 like"),
    ([[8, 1], [8, 4]], [[9, 1], [9, 1]], "and the lower Garde (1 against 4)."),
    ([[8, 4], [8, 4]], [[8], [8]], "have equal hands and share 50."),
    ([[5, 6], [5, 6]], [[9, 8], [9, 8]], "All hands have burned: you, [b]Ben[/b]… share 50."),
)


@pytest.mark.parametrize(("closed", "opened", "sentence"), REASONS)
async def test_the_showdown_is_explained(
    club: Club, closed: list[list[int]], opened: list[list[int]], sentence: str
) -> None:
    state = dealt(2, phase="reine", target_cards=[10, 8], closed=closed, open=opened,
                  paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
    state = after(state, Open(20), Call(), Stand(), Stand())
    assert state.phase == "result"
    async with drawing(club) as drawn:
        drawn.show(state, 0)
        assert sentence in drawn.flat(LARGE)
        for shown in state.shown:
            if shown is not None and shown.garde is not None:
                assert f"Garde {shown.garde}" in drawn.flat(LARGE)


async def test_the_last_one_left_wins_unseen(club: Club) -> None:
    state = dealt(2, phase="choix", turn=0, target_cards=[10, 5], closed=[[7, 2], [5, 6]],
                  open=[[9], [9]], paid=[15] * 2, stacks=[485] * 2, deck=[9, 8, 7])  # fmt: skip
    state = after(state, Card())
    if state.phase == "choix":
        state = after(state, Stay())
    async with drawing(club) as drawn:
        drawn.show(state, 1)
        assert "takes 30: nobody else is left." in drawn.flat()


async def test_the_game_over_and_the_last_hand(club: Club) -> None:
    async with drawing(club) as drawn:
        drawn.show(pictures()[4], 0)
        assert "Game over: you, 1500 chips." in drawn.flat()
        assert drawn.view.phase_text() == "game over"
        drawn.show(dealt(3, Options(hands=10), last_hand=True), None)
        assert "last · hand 1 of 10" in drawn.flat()


# Keys


async def test_hands_by_keys_against_bots(club: Club) -> None:
    for size in SIZES:
        place = await seated(club, 4)
        async with session(club, ANNA, size, start=Start("join", place.code)) as anna:
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
            if view().able(name):
                await anna.press(key)
                if view()._pending:
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
        self.view.act = lambda do, **fields: self.requests.append({"do": do, **fields})

    async def press(self, *keys: str) -> list[dict[str, Any]]:
        """Press keys; give what they asked for."""
        self.requests.clear()
        await self.anna.press(*keys)
        return list(self.requests)


@pytest.fixture
async def asked() -> AsyncIterator["Asked"]:
    """Show a state at Anna's terminal and take its requests down."""
    club = await Club.open(MemoryLog(), Settings(bot_pause=900, linger=900))
    place = await seated(club)
    async with session(club, ANNA, start=Start("join", place.code)) as anna:
        yield Asked(anna)
    await club.close()


def answering(**more: Any) -> State:
    """Anna is to answer Cleo's opening of 10."""
    fields = {
        "phase": "levee", "turn": 0, "target_cards": [10, 8], "closed": [[1, 7], [2, 3], [4, 5]],
        "open": [[5], [6], [7]], "stacks": [495, 495, 485], "paid": [5, 5, 15],
        "bets": [0, 0, 10], "button": 1, **more,
    }  # fmt: skip
    return dealt(3, **fields)


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
    assert "You must open" in asked.view.hint()
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
    assert asked.view._pending is None


async def test_the_mouse_presses_the_keys_drawn(asked: Asked) -> None:
    asked.show(answering())
    rows = [plain(asked.view.row_at(y)) for y in range(asked.view.size.height)]
    y = next(y for y, line in enumerate(rows) if "call 10" in line)
    asked.requests.clear()
    await asked.anna.click(VIEW, offset=(rows[y].index("call 10"), y))
    assert asked.requests == [{"do": "call"}]
    await asked.anna.click(VIEW, offset=(rows[y].index("›"), y))
    assert asked.view._amount == 30


async def test_a_refusal_cites_the_paragraph(club: Club) -> None:
    place = await seated(club, 2)
    async with session(club, ANNA, start=Start("join", place.code)) as anna:
        await until(anna, lambda: table_screen(anna).game.able("least"))
        await anna.press("1", "enter")
        await see(anna, "§")
        await anna.press("4", "9", "6", "enter")
        await see(anna, "§12")


async def test_watchers_press_in_vain_and_see_no_closed_card(club: Club) -> None:
    place = await seated(club, 3)
    async with session(club, CLEO, start=Start("watch", place.code)) as cleo:
        await see(cleo, "You are watching.")
        view = table_screen(cleo).game
        assert not hasattr(view.game, "closed")
        await cleo.press("c", "f", "a", "r", "L", "y")
        await cleo.pause()
        assert table_screen(cleo).table.seat is None
        assert "what it can count" not in screen_text(cleo)


async def test_cards_turn_for_a_few_frames(club: Club) -> None:
    place = await seated(club, 2)
    async with session(club, ANNA, start=Start("join", place.code), animations=True) as anna:
        view = table_screen(anna).game
        state = dealt(2, phase="choix", turn=0, target_cards=[10, 8], closed=[[1, 7], [3, 4]],
                      open=[[5], [6]], paid=[5] * 2, stacks=[495] * 2)  # fmt: skip
        view.table = table_of(state, 0)
        drawn = Drawn(view)
        taken = after(state, Card())
        view.show(table_of(taken, 0, version=2))
        assert view.frame
        assert "│▒▒▒│" in drawn.text()
        await until(anna, lambda: not view.frame)
        assert f"│{taken.open[0][-1]:>2}★│" in drawn.text()


async def test_it_speaks_french(club: Club) -> None:
    async with drawing(club, "fr") as drawn:
        drawn.show(answering(), 0)
        text = drawn.flat(MIDDLE)
        for said in ("CIBLE", "à suivre", "relancer à", "suivre 10", "passer", "manque"):
            assert said in text
        dealing = after(pictures()[2], Deal())
        drawn.show(dealing, 0)
        assert "main 2" in drawn.flat()
