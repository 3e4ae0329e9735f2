"""Replays on the screen: steps, turns, eyes; looking back in a running game; recordings."""

import json
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle, pairwise
from typing import Any

import pyte
import pytest
from msgspec.json import encode
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.pilot import Pilot

from arcade.club.club import Club
from arcade.club.replays.offline import BadRecord, read_record
from arcade.club.replays.replay import Replay
from arcade.engine.coach import Advice
from arcade.engine.game import Veils
from arcade.engine.news import News, phrase
from arcade.engine.offers import Offer
from arcade.players.player import Player
from screens.app import ArcadeApp
from screens.pages.past_games import PastGames
from screens.replay.cast import cast
from screens.replay.costliest import Costliest
from screens.replay.recorded import ReplayApp
from screens.replay.screen import ReplayScreen
from screens.table.screen import TableScreen
from screens.terminal.rows import plain
from tests.club.replays.test_replay import KEYS, play, sat_down
from tests.screens.conftest import SIZES, screen_text, see, session, until
from tests.server.sights import seen
from tests.snapshots.played import played

NINA = Player("SHA256:n", "nina")
ANNA = Player("SHA256:a", "anna")


async def finished(club: Club, key: str, player: Player | None = None) -> Replay:
    table_sessions = await sat_down(club, key)
    await play(table_sessions)
    return await club.replay(table_sessions[0].code, 1, player)


def replay_screen(pilot: Pilot[str]) -> ReplayScreen:
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen


@pytest.mark.parametrize("key", KEYS)
async def test_a_picture_does_not_depend_on_the_way_one_came(club: Club, key: str) -> None:
    replay = await finished(club, key)
    app = ArcadeApp(None, NINA, animations=False)
    with app.context():
        for eyes in replay.viewpoints[-2:]:
            walked = ReplayScreen(replay, viewpoint=eyes)
            seen = []
            for number in range(len(replay.steps)):
                walked.show_step(number)
                seen.append(drawn(walked))
            jumped = ReplayScreen(replay, viewpoint=eyes)
            for number in [*range(len(seen) - 1, -1, -3), *range(0, len(seen), 5)]:
                jumped.show_step(number)
                assert drawn(jumped) == seen[number], number


def drawn(screen: ReplayScreen) -> list[Any]:
    return [
        *screen.game.draw(Size(66, 26)),
        *screen.log_pane.draw(Size(33, 26)),
        *screen.seats.draw(Size(66, 2)),
    ]


@pytest.mark.parametrize(("key", "size"), [*zip(KEYS, cycle((SIZES[0], SIZES[-1])), strict=False)])
async def test_the_last_picture_of_a_recording_is_the_one_of_the_app(
    club: Club, key: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await finished(club, key)
    monkeypatch.setattr(HeadlessDriver, "is_headless", False)
    recorded, shown = played_back(replay, size), pyte.Screen(*size)
    monkeypatch.setattr(HeadlessDriver, "write", writer(pyte.Stream(shown)))
    await end_looks_as(recorded, shown, replay, club)


def writer(stream: pyte.Stream) -> Callable[[HeadlessDriver, str], None]:
    return lambda _, data: stream.feed(data)


async def end_looks_as(
    recorded: pyte.Screen, shown: pyte.Screen, replay: Replay, club: Club
) -> None:
    async with session(club, NINA, (shown.columns, shown.lines)) as nina:
        await nina.app.push_screen(ReplayScreen(replay))
        await nina.press("end")
        await until(nina, lambda: replay_screen(nina).at == len(replay.steps) - 1)
        last = rows(recorded)
        try:
            await until(nina, lambda: rows(shown) == last)
        except TimeoutError:
            pairs = zip(shown.display, recorded.display, strict=True)
            pytest.fail("\n".join(f"{a!r}\n{b!r}" for a, b in pairs if a != b))


def played_back(replay: Replay, size: tuple[int, int]) -> pyte.Screen:
    """Return a terminal on which a recording has been shown to its end."""
    header, *events = [json.loads(line) for line in cast(replay, "en", Size(*size))]
    assert (header["version"], header["width"], header["height"]) == (2, *size)
    screen = pyte.Screen(*size)
    stream = pyte.Stream(screen)
    for _, kind, text in events:
        if kind == "o":
            stream.feed(text)
    return screen


def rows(screen: pyte.Screen) -> list[Any]:
    """Return all cells but those of the keys' line."""
    return [
        [seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines - 1)
    ]


async def test_a_recording_has_a_marker_for_every_turn_and_no_long_pause(club: Club) -> None:
    replay = await finished(club, "421")
    _, *events = [json.loads(line) for line in cast(replay, "fr", Size(100, 30))]
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    assert max(later - sooner for sooner, later in pairwise(times)) <= 3
    marks = [text for _, kind, text in events if kind == "m"]
    assert len(marks) == replay.turns
    assert marks[0].startswith("tour 1, ")
    assert sum(kind == "o" for _, kind, _ in events) == len(replay.steps) + 1


async def test_steps_turns_and_ends(club: Club) -> None:
    replay = await finished(club, "421")
    last = len(replay.steps) - 1
    async with session(club, ANNA) as anna:
        await anna.app.navigator.show_replay(replay.room.code)  # type: ignore[attr-defined]
        await see(anna, f"turn 1 of {replay.turns} · step 0 of {last}")
        screen = replay_screen(anna)
        assert screen.viewpoint == 0 and "as you saw it" in screen_text(anna)
        for key, at in (
            ("left", 0),
            ("right", 1),
            ("down", replay.starts[1]),
            ("up", 0),
            ("end", last),
            ("right", last),
            ("pageup", replay.starts[-1] if replay.starts[-1] < last else replay.starts[-2]),
            ("home", 0),
        ):
            await anna.press(key)
            await until(anna, lambda at=at: screen.at == at)
        await anna.press("left")
        await see(anna, "First step.")
        await anna.press("end", "right")
        await see(anna, "Last step.")
        await anna.press("g")
        await see(anna, f"go to turn (1 to {replay.turns})")
        await anna.press("3", "enter")
        await until(anna, lambda: screen.at == replay.starts[2])
        await anna.press("g", "9", "9", "9", "enter")
        await see(anna, "There is no such turn")
        await anna.press("ctrl+r")
        await see(anna, "Read aloud")
        text = " ".join(screen_text(anna).split())
        assert f"turn 3 of {replay.turns}" in text and "Tokens: " in text
        await anna.press("escape")
        await until(anna, lambda: anna.app.screen is screen)
        anna.app.exit()  # as a broken connection does
    async with session(club, ANNA) as anna:
        await until(anna, lambda: isinstance(anna.app.screen, ReplayScreen))
        assert replay_screen(anna).at == replay.starts[2]
        await anna.press("escape")
        await until(anna, lambda: not isinstance(anna.app.screen, ReplayScreen))


async def test_eyes_show_what_each_seat_saw(club: Club) -> None:
    replay = await finished(club, "vingt-et-un")
    async with session(club, NINA) as nina:
        await nina.app.push_screen(ReplayScreen(replay, at=3))
        await see(nina, "as spectators saw it")
        screen = replay_screen(nina)
        for key, seat in (("1", 0), ("tab", 1), ("3", 2), ("tab", None), ("2", 1), ("0", None)):
            await nina.press(key)
            await until(nina, lambda seat=seat: screen.viewpoint == seat)
            assert screen.game.table == replay.view(3, seat)


async def test_it_goes_on_by_itself_until_the_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    replay = await finished(club, "421")
    monkeypatch.setattr(
        "screens.replay.screen.SPEEDS", (("slow", 60.0), ("1×", 60.0), ("2×", 0.001))
    )
    async with session(club, NINA) as nina:
        await nina.app.push_screen(ReplayScreen(replay))
        await nina.press("a")
        await nina.press("space")  # "a" does nothing: at a table it means something else
        await see(nina, "▶ 1×")
        await nina.press("plus")
        screen = replay_screen(nina)
        await until(nina, lambda: screen.at == len(replay.steps) - 1)
        await see(nina, "the end:")
        assert "▶" not in screen_text(nina).splitlines()[-3]


async def test_looking_back_does_not_lose_ones_turn(club: Club) -> None:
    table_sessions = await sat_down(club, "421")
    code = table_sessions[0].code
    anna = table_sessions[0]
    async with session(club, ANNA) as pilot:
        await pilot.app.navigator.go_to_table(await club.join(ANNA, code))  # type: ignore[attr-defined]
        await play(table_sessions, most=5)
        while anna.table().seat in anna.table().to_act:
            await play(table_sessions, most=1)
        await pilot.press("v")
        await see(pilot, "looking back")
        screen = replay_screen(pilot)
        assert screen.replay.viewpoints == (0,) and "this is now" in screen_text(pilot)
        await pilot.press("left", "right", "right")
        await see(pilot, "This is now.")
        await pilot.press("home")
        before = len(screen.replay.steps)
        while anna.table().seat not in anna.table().to_act:
            await play(table_sessions, most=1, whim=str(anna.table().version))
        await see(pilot, "▶ Your turn now: Esc returns")
        assert screen.at == 0 and len(screen.replay.steps) > before
        await pilot.press("tab", "2")
        assert screen.viewpoint == 0
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await see(pilot, "Your turn.")


async def test_the_line_of_a_replay_goes_up_to_the_log(club: Club) -> None:
    async with session(club, ANNA, (160, 45)) as pilot:
        await pilot.app.push_screen(ReplayScreen(played("trente", most=20), at=12))
        await see(pilot, "step 12 of")
        screen = replay_screen(pilot)
        assert screen.position.region.right == screen.divider.x
        assert "Below the threshold" not in screen_text(pilot), "nobody asks for rules here"


async def test_after_the_game_v_opens_it_to_all_eyes(club: Club) -> None:
    table_sessions = await sat_down(club, "vingt-et-un")
    async with session(club, ANNA) as pilot:
        await pilot.app.navigator.go_to_table(await club.join(ANNA, table_sessions[0].code))  # type: ignore[attr-defined]
        await pilot.press("v")
        await see(pilot, "looking back")
        assert replay_screen(pilot).replay.viewpoints == (0,)
        await play(table_sessions)
        await until(pilot, lambda: replay_screen(pilot).replay.over)
        await pilot.press("2")
        await until(pilot, lambda: replay_screen(pilot).viewpoint == 1)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await see(pilot, "v replay")
        await pilot.press("v")  # a game that is over begins at its beginning
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        assert replay_screen(pilot).at == 0
        text = screen_text(pilot)
        assert " A   B   C " in text and "▸1" in text and "Tab" not in text.splitlines()[12]
        assert "sits down" not in str(replay_screen(pilot).log_pane._lines)


def teacher(worth: Callable[[Any], float]) -> Callable[..., Awaitable[tuple[Advice, ...]]]:
    async def advise(
        game: str, view: Any, offers: Sequence[Offer], seed: bytes
    ) -> tuple[Advice, ...]:
        weighed = [
            Advice(offer.action, worth(offer.action), phrase("{n} in the mean", n=1))
            for offer in offers
        ]
        return tuple(sorted(weighed, key=lambda advice: -advice.worth))

    return advise


async def test_the_costliest_choices_are_listed_and_shown(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Coach:
        unit = "tokens"

    monkeypatch.setattr("arcade.club.replays.review.coach", lambda _: Coach())
    # Whatever was played, something else was better, where there was a choice.
    given_away = False
    while not given_away:
        replay = await finished(club, "421", ANNA)
        taken = {encode(step.action) for step in replay.steps}
        given_away = any(
            encode(offer.action) not in taken
            for before, after in pairwise(replay.steps)
            if after.seat == 0
            for offer in before.room.rules.legal(before.room.state, 0)
        )
    advise = teacher(lambda action: 0.0 if encode(action) in taken else 2.5)
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(ReplayScreen(replay, advise))
        await see(anna, "c coach")
        await anna.press("c")
        await until(anna, lambda: isinstance(anna.app.screen, Costliest))
        page = anna.app.screen
        assert isinstance(page, Costliest)
        await until(anna, lambda: not page.left)
        await see(anna, "−2.5")
        assert ": anna" not in screen_text(anna).lower()
        assert 1 <= len(page.remarks) <= 3 and all(remark.seat == 0 for remark in page.remarks)
        wanted = page.remarks[0]
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, ReplayScreen))
        screen = replay_screen(anna)
        assert screen.at == wanted.step - 1 and screen.viewpoint == 0
        await see(anna, "The next choice gives away 2.5 tokens.")
        kept = getattr(wanted.best.action, "keep", screen.game.game.dice) or ()
        lifted = screen.game._kept  # type: ignore[attr-defined]
        assert sorted(screen.game.game.dice[at] for at in lifted) == sorted(kept)
        await anna.press("right")
        await see(anna, "☞ Given away: 2.5 tokens.")
        costly = {step for step in screen.review.decisions() if screen.review.known(step)}  # type: ignore[union-attr]
        await anna.press("home", "n")
        await until(anna, lambda: screen.sought in costly and screen.at == screen.sought - 1)
        first = screen.sought
        await anna.press("n")
        await until(
            anna, lambda: screen.sought != first or "That was the last mistake" in screen_text(anna)
        )


async def test_what_the_coach_says_is_not_cut_in_a_small_terminal(club: Club) -> None:
    replay = await finished(club, "421", ANNA)
    why = "word " * 30 + "finis."

    async def advise(_: str, __: Any, offers: Sequence[Offer], ___: bytes) -> tuple[Advice, ...]:
        return tuple(Advice(offer.action, 0.0, News("{said}", {"said": why})) for offer in offers)

    async with session(club, ANNA, (80, 24)) as anna:
        await anna.app.push_screen(ReplayScreen(replay, advise))
        await anna.press("right")
        screen = replay_screen(anna)
        while screen.review is None or screen.review.known(screen.at) is None:
            await anna.press("right")
            await anna.pause(0.01)
        await see(anna, "made the best")
        await see(anna, "finis.")


async def test_a_replay_on_a_small_terminal_has_all_columns_and_the_verdict_below(
    club: Club,
) -> None:
    replay = played("golden21")
    async with session(club, ANNA, (80, 24)) as anna:
        screen = ReplayScreen(replay, club.highlights._advise, at=len(replay.steps) // 2)
        await anna.app.push_screen(screen)
        await see(anna, "made the best")
        assert screen.game.region.width == screen.remark.region.width == 80
        assert screen.game.region.bottom < screen.log_pane.region.y <= screen.remark.region.y - 1
        assert screen.remark.region.height == len(screen.remark.lines(80))
        first, *others = map(plain, screen.remark.lines(80))
        assert first.endswith(".") and len(others) == 1, "a sentence in each row"
        rows = screen_text(anna).splitlines()
        assert not any("│" in line for line in rows[screen.log_pane.region.y :])
        at = screen.position.region.y
        assert not (rows[at - 1] + rows[at + 1]).strip() and rows[at].strip(), "the line is apart"


@pytest.mark.parametrize("game", ["golden21", "golden-zero"])
@pytest.mark.parametrize(
    ("columns", "rows"), [(60, 24), (79, 45), (80, 24), (100, 24), (100, 30), (119, 24)]
)
async def test_a_replay_of_any_game_has_all_columns_where_its_table_has(
    club: Club, game: str, columns: int, rows: int
) -> None:
    async with session(club, ANNA, (columns, rows)) as anna:
        screen = ReplayScreen(played(game), at=30)
        await anna.app.push_screen(screen)
        await until(anna, lambda: screen.game.region)
        assert screen.game.region.width == columns
        assert screen.log_pane.region.y > screen.game.region.bottom


async def test_the_lobby_lists_ones_finished_games(club: Club) -> None:
    table_sessions = await sat_down(club, "421")
    await play(table_sessions)
    code = table_sessions[0].code
    async with session(club, ANNA) as anna:
        await until(anna, lambda: club.standings.history(ANNA, ANNA))
        await anna.press("v")
        await see(anna, "Games to look at again")
        await see(anna, f"table {code}, game 1")
        await anna.press("enter")
        await until(anna, lambda: isinstance(anna.app.screen, ReplayScreen))
        assert replay_screen(anna).viewpoint == 0
        await anna.press("escape")
        await until(anna, lambda: isinstance(anna.app.screen, PastGames))
    async with session(club, NINA) as nina:
        await nina.press("v")
        await see(nina, "No game of yours is over yet.")
        await nina.press("c", *code.lower(), "enter")
        await until(nina, lambda: isinstance(nina.app.screen, ReplayScreen))
        await nina.press("escape", "c", *"zzzzz", "enter")
        await see(nina, "There is no table ZZZZZ.")


@pytest.mark.parametrize("key", KEYS)
async def test_a_record_is_stepped_through_offline(club: Club, key: str) -> None:
    live = await finished(club, key)
    lines = [json.dumps(line) for line in await club.record(live.room.code)]
    if isinstance(live.room.rules, Veils):
        with pytest.raises(BadRecord, match="stay hidden"):
            read_record(lines)
        return
    replay = read_record(lines)
    assert len(replay.steps) == len(live.steps)
    for number in range(len(live.steps)):
        for eyes in live.viewpoints:
            assert replay.view(number, eyes).view == live.view(number, eyes).view
    async with ReplayApp(replay, language="en").run_test(size=(80, 24)) as me:
        await see(me, f"turn 1 of {replay.turns}")
        await me.press("end")
        await see(me, "the end")
        await me.press("escape")
    assert not me.app.is_running


async def test_what_is_no_finished_record_is_told(club: Club) -> None:
    table_sessions = await sat_down(club, "421")
    await play(table_sessions, most=3)
    running = [json.dumps(line) for line in await club.record(table_sessions[0].code)]
    await play(table_sessions, whim="on")
    finished_lines = [json.dumps(line) for line in await club.record(table_sessions[0].code)]
    first = next(
        n for n, line in enumerate(finished_lines) if json.loads(line)["fact"]["fact"] == "acted"
    )
    broken = [*finished_lines[:first], *finished_lines[first + 1 :]]
    older = [broken[0].replace('"game_version": ', '"game_version": 9'), *broken[1:]]
    newer = [json.dumps({**json.loads(finished_lines[0]), "v": 99})]
    for lines, number, text in (
        ([], 0, "is no record"),
        (["hello"], 0, "line 1 is no fact"),
        (["{}"], 0, "line 1 is no fact"),
        (['{"version": 2, "width": 80}', '[0, "o", ""]'], 0, "line 1 is no fact"),
        (finished_lines[1:], 0, "is no record"),
        (newer, 0, "use a newer one"),
        (broken, 0, "does not follow"),
        (older, 0, "this program plays version"),
        (running, 0, "played to its end"),
        (finished_lines, 2, "no finished game 2"),
    ):
        with pytest.raises(BadRecord, match=text):
            read_record(lines, number)


def test_the_sign_of_the_turn_stands_at_whoever_threw_the_dice_shown() -> None:
    replay = played("421")
    app = ArcadeApp(None, NINA, animations=False)
    with app.context():
        screen = ReplayScreen(replay, viewpoint=0)
        others = 0
        for number in range(len(replay.steps) - 1):
            screen.show_step(number)
            view = screen.game.shown
            if view.hand is None and view.last_throw is not None and view.turn is not None:
                assert tuple(screen.game.acting) == (view.last_throw.seat,)
                others += view.last_throw.seat != view.turn
    assert others
