"""Nothing is told before it can be seen: dice land, all hands lie side by side, then tokens move.

No time passes here: the frames of an animation are stepped through by hand.
"""

import re
from typing import Any

import pytest
from msgspec.structs import replace
from textual.geometry import Size

from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.views import TableRules, TableView
from arcade.engine import codec
from arcade.engine.chance import Replay
from arcade.eventlog.memory import MemoryLog
from arcade.games.golden21.rules.actions import Announce, Spend
from arcade.games.golden_zero.rules.actions import Call, Open, Stand
from arcade.games.le421 import GAME
from arcade.rooms.clocks import now
from arcade.rooms.room import LogLine
from arcade.rooms.timers import RoomSettings
from arcade.tasks import FAN_OUT, WaitingWork
from screens.games.generic import GenericView
from screens.table import layout as table_module
from screens.table.bars import window_title
from tests.people import begin
from tests.screens import golden_zero_tables as golden_zero
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
from tests.screens.games import test_golden21 as golden21
from tests.screens.spot import picture_of, show, shown

NAMES = ("Anna", "Ben")
ROLL, STOP = {"do": "roll"}, {"do": "stop"}
STACK = r"(?:Anna you|名前) +● (\d+)"
"""The chips of a seat of Golden Zero behind its name; not the pot."""
ROUND = (6, 1, 4, 4, 4, 2, 2, 1)
"""Anna leads and stands on 444; Ben, who has one throw, ends the round with the nénette."""
HOUR = 3_600_000


def played(*moves: dict[str, Any], names: tuple[str, ...] = NAMES) -> list[TableView]:
    """Return the tables that Anna sees: after the set-up and after each move of a first round."""
    chance = Replay(ROUND)
    state, lines, pause = GAME.setup(GAME.options(), 2, chance), list[LogLine](), 0
    calls = []
    for number, move in enumerate((None, *moves), 1):
        before = state
        if move is not None:
            action = codec.action_from(GAME, move)
            state = GAME.apply(before, GAME.to_act(before)[0], action, chance)
            pause = now() + HOUR if GAME.round_ended(before, state) else pause
        lines += [
            LogLine(len(lines) + 1, 0, "game", sentence, NAMES) for sentence in GAME.news(state)
        ]
        table = picture_of(GAME, state, 0, names, number)
        paced = replace(
            table,
            lines=tuple(lines),
            table=TableRules(pace="normal"),
            shown_until=pause,
            clocks=tuple(now() + 60_000 if seat in table.to_act else None for seat in (0, 1)),
            reserves=(0, 0),
        )
        calls.append(paced)
    return calls


@pytest.fixture(autouse=True)
def _no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", HOUR)
    monkeypatch.setattr("arcade.rooms.table_rules.PACES", {"normal": HOUR})


async def test_dice_that_tumble_on_many_screens_take_turns(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.games.playback.FRAME", 0.001)
    waiting: list[WaitingWork] = []

    def later(work: Any, context: Any, *_: Any) -> WaitingWork:
        waiting.append(WaitingWork(work, context, 0))
        return waiting[-1]

    *_, before, ended = played(ROLL, STOP, ROLL)
    async with shown(club, before, (160, 45), animations=True) as (pilot, _):
        view: Any = table_screen(pilot).game
        with monkeypatch.context() as others_are_drawn:
            others_are_drawn.setattr(FAN_OUT, "ask", later)
            view.show(ended)
            frames = view.moment.frame

            def asked() -> list[WaitingWork]:
                return [
                    task
                    for task in waiting
                    if getattr(task.work, "__self__", None) is view.playback._next
                ]

            await until(pilot, asked)
            assert frames > 1 and view.moment.frame == frames
            asked()[0].work()
            assert view.moment.frame == frames - 1


async def test_an_outcome_is_told_when_it_has_been_seen(club: Club) -> None:
    *_, before, ended = played(ROLL, STOP, ROLL)
    outcome = ("nénette", "Ben took 2", "lost the round", "leads the next")
    async with shown(club, before, (160, 45), animations=True) as (pilot, spot):
        rang: list[str] = []
        pilot.app.attention.call = rang.append  # type: ignore[attr-defined]
        await show(pilot, spot, ended)
        screen, heard = table_screen(pilot), list[str]()
        pilot.app.navigator.show_aloud = heard.append  # type: ignore[attr-defined]
        view, seen = screen.game, []
        while view.moment.frame:  # Ben's dice roll
            screen.do_aloud()
            seen.append(
                " ".join((screen_text(pilot), heard[-1], window_title(screen.words, screen.seen)))
            )
            view.playback.step()
            await pilot.pause()
        assert len(seen) > 2
        for text in seen:
            assert not any(word in text for word in outcome), text
            assert "221 ▼" not in text and "221 ·" not in text
        await see(pilot, "The round is over.")
        text = screen_text(pilot)
        assert "Enter goes on." in text and "Waiting for" not in text and "◷" not in text
        assert "444 ▲ best" in text and "221 ▼ worst" in text  # all hands, the last one's too
        screen.do_aloud()
        assert not any(word in f"{text} {heard[-1]}" for word in outcome)
        assert "Enter next" in text and rang == []
        view.playback.step()
        await see(pilot, "221 ▼ worst +2")
        await pilot.press("enter")
        await see(pilot, "the nénette, the lowest of all")
        for word in outcome:
            await see(pilot, word)


async def test_under_any_picture_nobody_is_to_act_while_a_round_lies(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "view_class", lambda _: GenericView)
    *_, before, ended = played(ROLL, STOP, ROLL)
    async with shown(club, before, animations=True) as (pilot, spot):
        await see(pilot, "▶ ♥ Ben")
        await show(pilot, spot, ended)
        await see(pilot, "  ♥ Ben")
        assert not any(f"▶ {suit}" in screen_text(pilot) for suit in "■♥")
        await pilot.press("enter")
        await see(pilot, "▶ ♥ Ben")


def beside(pilot: Any) -> str:
    """Return what stands beside the picture."""
    at = table_screen(pilot).placed[table_screen(pilot).side]
    return "\n".join(line[at.x :] for line in screen_text(pilot).splitlines()[at.y : at.bottom])


async def test_what_stands_beside_the_picture_agrees_with_it(club: Club) -> None:
    *_, before, ended = played(ROLL, STOP, ROLL)
    async with shown(club, before, (160, 45), animations=True) as (pilot, spot):
        await pilot.press("tab")
        await see(pilot, "0 tokens")
        assert "▶♥ Ben" in beside(pilot) and "Ben 221" not in screen_text(pilot)
        await show(pilot, spot, ended)
        view = table_screen(pilot).game
        while view.moment.frame:
            table_screen(pilot).side.redraw()
            await pilot.pause()
            assert "▶♥ Ben\n 0 tokens" in beside(pilot) and "Ben 221" not in screen_text(pilot)
            view.playback.step()
        await see(pilot, "221 ▼ worst")
        await until(pilot, lambda: " ♥ Ben\n 0 tokens" in beside(pilot))
        assert "221" in screen_text(pilot) and "▶" not in beside(pilot)
        view.playback.step()
        await see(pilot, "221 ▼ worst +2")
        await until(pilot, lambda: " ♥ Ben\n 2 tokens" in beside(pilot))
        assert "221" in screen_text(pilot) and "▶" not in beside(pilot)
        await pilot.press("enter")
        await see(pilot, "the nénette, the lowest of all")
        await until(pilot, lambda: "▶♥ Ben\n 2 tokens" in beside(pilot))
        assert "Ben 221" not in screen_text(pilot)


async def test_standing_does_not_throw_again(club: Club) -> None:
    _, before, ended = played(ROLL, STOP)
    async with shown(club, before, animations=True) as (pilot, spot):
        await show(pilot, spot, ended)
        assert not table_screen(pilot).game.moment.frame
        await see(pilot, "You stand on 444")


def first_seat(text: str) -> int:
    """Return the row of the first seat: a key or mark, a name, and tokens."""
    return row_of(text.splitlines(), re.compile("Anna .*tokens?"))


async def test_the_picture_stands_still_when_the_first_round_has_ended(club: Club) -> None:
    *_, before, ended = played(ROLL, STOP, ROLL)
    async with shown(club, before) as (pilot, spot):
        was = first_seat(screen_text(pilot))
        await show(pilot, spot, ended)
        await see(pilot, "Ben takes 2 tokens from the pot")
        assert first_seat(screen_text(pilot)) == was


async def test_a_key_before_one_has_seen_ones_turn_is_refused_in_words(club: Club) -> None:
    _, led, stood, *_ = played(ROLL, STOP)
    async with shown(club, replace(led, offers=(), to_act=(1,)), animations=True) as (pilot, spot):
        view = table_screen(pilot).game
        view.play_frames(4)  # as if another's dice rolled
        await show(pilot, spot, replace(led, version=9))
        await pilot.press("s")
        await see(pilot, "You had not seen it all: now press it again.")
        assert spot.asked == [] and view.playback.settled
        await pilot.press("s")
        await until(pilot, lambda: spot.asked == [STOP])
        assert stood.version


async def test_what_a_bot_threw_stays_the_bots_when_somebody_takes_its_seat(club: Club) -> None:
    *_, table = played(ROLL, STOP, names=("Cleo", "Ben"))
    async with shown(club, table) as (pilot, _):
        await see(pilot, "Anna's last roll")


async def test_a_year_ends_with_all_debts_accounts_and_kills_side_by_side(club: Club) -> None:
    state = golden21.given(3, debts=(21, 20, 18), kills=(1, 0, 0), accounts=(4, 3, 0), turn=1)
    later = golden21.after(state, (Announce(2), (6, 6)))
    before, ended = golden21.table_of(state, 0), golden21.table_of(later, 0, version=2)
    paced = replace(ended, table=TableRules(pace="normal"), shown_until=now() + HOUR)
    for size in SIZES:
        async with shown(club, before, size, animations=True) as (pilot, spot):
            if size == SIZES[-1]:
                await pilot.press("tab")
            await show(pilot, spot, paced)
            view = table_screen(pilot).game
            while view.moment.frame:
                assert "Year 1 is over" not in screen_text(pilot)
                view.playback.step()
            await see(pilot, "Year 1 is over")
            await see(pilot, "Ben announced 2, rolled 12: 10 off")
            text = screen_text(pilot)
            assert re.search(r"Ben .* 30 .*✗ +3 +0\b", text) and "−12" not in text, text
            if size == SIZES[-1]:
                await until(pilot, lambda: "debt 30, account 3" in beside(pilot))
            lying: Any = view
            assert lying.shown is lying.shown  # made once for all columns
            view.playback.step()
            assert lying.shown is lying.shown
            await see(pilot, "3▸0")
            if size == SIZES[-1]:
                await until(pilot, lambda: "debt 30, account 0" in beside(pilot))
            assert re.search(r"Anna .* 21 .*★ +4▸7 +1 +−12", screen_text(pilot)), screen_text(pilot)
            await pilot.press("enter")
            await see(pilot, "year 2 of 5")


async def test_a_pot_is_paid_when_all_hands_have_been_seen(club: Club) -> None:
    state = golden_zero.dealt(
        2, phase="reine", target_cards=[10, 8], closed=[[7, 2], [5, 2]], open=[[8], [9]],
        paid=[5] * 2, stacks=[495] * 2,
    )  # fmt: skip
    state = golden_zero.after(state, Open(20), Call(), Stand())
    later = golden_zero.after(state, Stand())
    assert later.phase == "result"
    before, ended = (
        golden_zero.table_of(table_state, 0, at) for at, table_state in enumerate((state, later), 1)
    )
    paced = replace(ended, table=TableRules(pace="normal"), shown_until=now() + HOUR)
    async with shown(club, before, SIZES[-1], animations=True) as (pilot, spot):
        await show(pilot, spot, paced)
        view = table_screen(pilot).game
        while view.moment.frame:
            view.playback.step()
        await see(pilot, " pot ")
        stacks = re.findall(STACK, screen_text(pilot))
        assert len(stacks) == len(state.stacks)
        view.playback.step()
        await see(pilot, " paid ")
        assert re.findall(STACK, screen_text(pilot)) != stacks


async def test_enter_lets_a_bot_act_at_once_where_one_plays_alone() -> None:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=3600, linger=3600))
    (table_session,) = await begin(club, ANNA, seats=2)
    async with session(club, ANNA, start=Start("join", table_session.code)) as anna:
        while table_session.table().my_turn:
            version = table_session.table().version
            await anna.press("s" if table_session.table().view.dice else "enter")
            await until(anna, lambda version=version: table_session.table().version > version)
        await see(anna, "Enter faster")
        version = table_session.table().version
        await anna.press("enter")
        await until(anna, lambda: table_session.table().version > version)
    table_session.detach()
    await club.close()


@pytest.mark.parametrize("moves", [True, False])
async def test_a_pot_counts_up_and_holds_nothing_up(club: Club, moves: bool) -> None:
    state = golden_zero.answering()
    later = golden_zero.after(state, Call())
    before, called = (
        golden_zero.table_of(table_state, 0, at) for at, table_state in enumerate((state, later), 1)
    )
    async with shown(club, before, animations=moves) as (pilot, spot):
        await show(pilot, spot, called)
        view, seen = table_screen(pilot).game, []
        assert view.playback.settled
        while view.moment.frame:
            seen += re.findall(r"pot ● (\d+)", screen_text(pilot))
            view.playback.step()
            await pilot.pause()
        await see(pilot, "pot ● 35")
        assert (seen == sorted(seen) and int(seen[0]) < 35) if moves else not seen


async def test_a_kill_flashes_for_who_looks_on(club: Club) -> None:
    state = golden21.given(3, debts=(3, 20, 8), bonus=4)
    later = golden21.after(state, (Spend("bonus", "debt", 1, 1), ()))
    before, killed = golden21.table_of(state, 1), golden21.table_of(later, 1, version=2)
    async with shown(club, before, animations=True) as (pilot, spot):
        await show(pilot, spot, killed)
        view: Any = table_screen(pilot).game
        tones = set()
        while view.moment.frame:
            tones |= {
                piece.tone
                for line in view.draw(Size(53, 20))
                for piece in line
                if piece.text.strip() == "1"
            }
            view.playback.step()
        assert view.playback.settled and "bar-alert" in tones and "strong" in tones


async def test_tokens_are_seen_to_leave_and_to_come(club: Club) -> None:
    *_, before, ended = played(ROLL, STOP, ROLL)
    async with shown(club, before, animations=True) as (pilot, spot):
        await show(pilot, spot, ended)
        view = table_screen(pilot).game
        while view.moment.frame:
            assert "◉" not in screen_text(pilot)
            view.playback.step()
            await pilot.pause()
        lines = screen_text(pilot).splitlines()
        assert sum(line[:53].count("◉") for line in lines) == 2  # about to leave the pot
        assert not any("▶" in line and ("Anna" in line or "Ben" in line) for line in lines[10:19])
        view.playback.step()
        await pilot.pause()
        ben = next(line for line in screen_text(pilot).splitlines() if line.startswith("   ♥ Ben"))
        assert " 2 " in ben and "◉◉" in ben and "+2" in ben
        await pilot.press("enter")
        await pilot.pause()
        assert "◉" not in screen_text(pilot)
