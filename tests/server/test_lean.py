"""What one action and one key cost a terminal, in every game: no layout, one frame, few bytes."""

import gc
import weakref
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from textual.screen import Screen

from arcade.club.club import Club
from arcade.engine import registry
from arcade.engine.bot import quick
from arcade.engine.chance import Stream
from arcade.engine.codec import plain
from arcade.players.player import Player
from arcade.rooms.table_rules import TableRules
from screens.terminal.ansi import FrameConsole, Stretch
from screens.terminal.compositor import BAND
from tests.people import begin
from tests.server.sights import Sight, house, until

ANNA, BEN, CLEO = Player("SHA256:a", "Anna"), Player("SHA256:b", "Ben"), Player("SHA256:c", "Cleo")
PEOPLE = [ANNA, BEN, *(Player(f"SHA256:{name}", name) for name in ("Dora", "Emil"))]
ACTIONS, KEYS = 8, b"hello"
PLAYING = {"421": 1210, "trente": 961, "golden21": 1506, "golden-zero": 858, "vingt-et-un": 917}
WATCHING = {"421": 950, "trente": 850, "golden21": 1307, "golden-zero": 415, "vingt-et-un": 444}
"""Bytes of the median action at 100×30 in 24 bits of colour, those of its log included.

The dice and cards are the same every time; what is allowed is a tenth more than was measured.
"""


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Every layout of any screen."""
    calls: list[object] = []
    refresh = Screen._refresh_layout

    def counted(self: Screen[Any], *args: Any, **named: Any) -> None:
        calls.append(self)
        refresh(self, *args, **named)

    monkeypatch.setattr(Screen, "_refresh_layout", counted)
    yield calls


class Cost:
    """What came to a terminal since the last look."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.frames: list[int] = []
        self.bytes: list[int] = []
        sight.frames.clear()

    def measure(self) -> None:
        self.frames.append(len(self.sight.frames))
        self.bytes.append(sum(map(len, self.sight.frames)))
        self.sight.frames.clear()


@pytest.mark.parametrize("game", registry.games())
async def test_an_action_and_a_key_cost_little(
    club: Club, game: str, layouts: list[object]
) -> None:
    async with house(club) as home:
        seats = max(2, registry.find(game).meta.seats[0])
        code = await club.create(ANNA, game, {}, seats, table=TableRules(turn=0))
        table_sessions = [await club.join(player, code) for player in PEOPLE[:seats]]
        await table_sessions[0].start()
        playing = await home.app(ANNA, code, Sight((100, 30)), "join")
        looking = await home.spectator(CLEO, code, Sight((100, 30)))
        await playing.sees("1 watching")
        await looking.sees("1 watching")
        await playing.quiet()
        await looking.quiet()
        costs = [Cost(playing), Cost(looking)]
        layouts.clear()
        room, whims = table_sessions[0].host, Stream(b"lean")
        for _ in range(ACTIONS):
            seat = next(iter(room.room.to_act()), None)
            if seat is None:
                break
            table_session = next(
                session for session in table_sessions if session.table().seat == seat
            )
            table = table_session.table()
            move = plain(quick(room.room.rules).choose(table.view, table.offers, whims))
            await table_session.act(move, table.version)
            await until(lambda: all(cost.sight.frames for cost in costs))
            await playing.quiet()
            for cost in costs:
                cost.measure()
        # Each prompt may make way once for a longer picture, each log for a longer panel above it.
        assert len(layouts) <= 2 * len(costs)
        layouts.clear()
        for cost in costs:
            # Where a busy machine lets a tick pass between two panes, one picture comes in two.
            assert min(cost.frames) == 1 and median(cost.frames) <= 2, cost.frames
        for cost, measured in zip(costs, (PLAYING[game], WATCHING[game]), strict=True):
            assert median(cost.bytes) <= 1.1 * measured, cost.bytes
        playing.type(b"t")
        await playing.sees("say ›")
        await playing.quiet()
        layouts.clear()  # the line of talk has made room for itself once
        keys = Cost(playing)
        for key in KEYS:
            playing.type(bytes([key]))
            await until(lambda: playing.frames)
            await playing.quiet()
            keys.measure()
        assert max(keys.frames) == 1, keys.frames
        assert layouts == []


async def test_a_session_begins_with_one_layout_and_one_picture(
    club: Club, layouts: list[object]
) -> None:
    async with house(club) as home:
        lobby = await home.app(ANNA, "", Sight((100, 30)), "")
        await lobby.quiet()
        assert len(layouts) == 1
        assert sum(b"new table" in frame for frame in lobby.frames) == 1
        assert len(lobby.shown._app.screen.children) <= 6  # a widget costs half a millisecond


async def test_an_ended_session_goes_at_once_and_leaves_little_to_collect(club: Club) -> None:
    async with house(club) as home:
        table_sessions = await begin(club, ANNA, BEN, turn=300)
        playing = await home.app(ANNA, table_sessions[0].code, Sight((100, 30)), "join")
        await playing.sees(" min")
        await playing.quiet()
        app, left = weakref.ref(playing.shown.app), []
        gc.collect()
        gc.disable()
        try:
            playing.shown.leave()
            await playing.task
            playing.shown = playing.task = None
            home._tasks.clear()
            await until(lambda: left.append(gc.collect()) or app() is None, 20)
        finally:
            gc.enable()
        assert sum(left) < 350, left


async def test_a_new_size_is_one_layout_and_a_large_picture_comes_in_bands(
    club: Club, layouts: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[int] = []
    written = FrameConsole.written

    def counted(self: FrameConsole, stretches: tuple[Stretch, ...]) -> str:
        painted.append(sum(strip.cell_length for _, _, strip in stretches))
        return written(self, stretches)

    monkeypatch.setattr(FrameConsole, "written", counted)
    async with house(club) as home:
        lobby = await home.app(ANNA, "", Sight((160, 45)), "")
        await lobby.quiet()
        layouts.clear()
        painted.clear()
        lobby.shown.resize((200, 60))
        await until(lambda: sum(painted) >= 200 * 60)
        await lobby.quiet()
        assert len(layouts) == 1
        assert len(painted) >= 3 and max(painted) <= BAND
        assert sum(painted) < 1.5 * 200 * 60
