"""The page of the costliest choices: what was played beside what was better."""

from asyncio import sleep
from collections.abc import Sequence
from typing import Any

import pytest

from arcade.club.club import Club
from arcade.club.replays.review import Review
from arcade.engine import registry
from arcade.engine.chance import Stream
from arcade.engine.coach import Advice, coach
from arcade.engine.news import phrase
from arcade.engine.offers import Offer
from arcade.games.vingt_et_un.bots.expert import Weigher
from screens.replay.costliest import Costliest, _bars
from screens.replay.screen import ReplayScreen
from screens.table.screen import TableScreen
from tests.club.replays.test_replay import KEYS, play, sat_down
from tests.people import ANNA
from tests.screens.conftest import screen_text, see, session, until
from tests.snapshots.played import played

LIGHT = {"vingt-et-un": Weigher(samples=4)}
"""Coaches that do not look as far into the future as they do for people: it costs seconds."""


async def advise(key: str, view: Any, offers: Sequence[Offer], seed: bytes) -> tuple[Advice, ...]:
    await sleep(0)  # the page is drawn between two answers
    advisor = LIGHT.get(key) or coach(registry.find(key))
    assert advisor is not None
    return advisor.advise(view, offers, Stream(seed))


async def content(_: str, __: Any, offers: Sequence[Offer], ___: bytes) -> tuple[Advice, ...]:
    return tuple(Advice(offer.action, 1.0, phrase("As good as any.")) for offer in offers)


@pytest.mark.parametrize("key", KEYS)
async def test_a_costly_choice_stands_beside_the_better_one(club: Club, key: str) -> None:
    page = Costliest(Review(played(key, careless=4), advise))
    async with session(club, ANNA, (160, 45)) as anna:
        await anna.app.push_screen(page)
        await until(anna, lambda: not page.left)
        many = len(page.remarks)
        await until(anna, lambda: screen_text(anna).count("played ") == many >= 2)
        text = screen_text(anna)
        assert text.count("better ") == many
        costs = [line.split()[-1] for line in text.splitlines() if "Turn " in line]
        assert len(costs) == many
        assert all(cost.startswith("−") or cost == "1%" for cost in costs), costs
        heads = [line for line in text.splitlines() if "Turn " in line]
        if key == "421":
            better = [len(line) for line in text.splitlines() if "better " in line]
            assert {len(head) for head in heads} == {max(better)}, "where the longest bar ends"
            assert len({line.index("■") for line in heads}) == 1, "whose it is, in one column"
        if key in ("421", "trente"):
            assert "╭───╮ ╭───╮" in text


async def test_a_costly_choice_is_made_again_by_a_key(club: Club) -> None:
    table_sessions = await sat_down(club, "421")
    await play(table_sessions)
    replay = await club.replay(table_sessions[0].code, 1, ANNA)
    worths = iter(range(10_000))

    async def never(_: str, __: Any, offers: Sequence[Offer], ___: bytes) -> tuple[Advice, ...]:
        """Weigh every choice otherwise, so that something was better each time."""
        why = phrase("Because.")
        return tuple(Advice(offer.action, 10.0 * (next(worths) % 7), why) for offer in offers)

    async with session(club, ANNA, (80, 24)) as anna:
        screen = ReplayScreen(replay, never)
        await anna.app.push_screen(screen)
        await anna.press("c")
        page = anna.app.screen
        assert isinstance(page, Costliest)
        await until(anna, lambda: page.remarks)
        await see(anna, "b play it again")
        await anna.press("b")
        await until(anna, lambda: isinstance(anna.app.screen, TableScreen))
        assert screen.at == screen.sought - 1 if screen.sought else False


async def test_where_nothing_was_given_away_the_page_says_what_to_do_next(club: Club) -> None:
    page = Costliest(Review(played("421"), content))
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(page)
        await see(anna, "Nothing was given away")
        await see(anna, "Tab: everybody's choices. Esc: back to the game.")
        (line,) = [line for line in screen_text(anna).splitlines() if "Nothing" in line]
        before = len(line) - len(line.lstrip())
        assert abs(before - (100 - len(line))) <= 1


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_every_costly_choice_says_why_where_there_is_room(
    club: Club, size: tuple[int, int]
) -> None:
    page = Costliest(Review(played("421", careless=4), advise))
    async with session(club, ANNA, size) as anna:
        await anna.app.push_screen(page)
        await until(anna, lambda: not page.left)
        assert screen_text(anna).count("why ") == len(page.remarks) > 1


async def test_bars_of_a_choice_and_of_a_better_one_have_a_common_start(club: Club) -> None:
    page = Costliest(Review(played("421", careless=4), advise))
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(page)
        await until(anna, lambda: bool(page.remarks) and not page.left)
        await until(anna, lambda: "played " in screen_text(anna))
        rows = screen_text(anna).splitlines()
    chosen, better = ([line for line in rows if name in line] for name in ("played ", "better "))
    pairs = [(ours.count("▄"), best.count("▄")) for ours, best in zip(chosen, better, strict=True)]
    assert pairs and all(0 <= ours <= best for ours, best in pairs)
    assert any(ours for ours, _ in pairs)


async def test_the_reason_compares_what_was_played(club: Club) -> None:
    async def odds(_: str, __: Any, offers: Sequence[Offer], ___: bytes) -> tuple[Advice, ...]:
        await sleep(0)
        return tuple(
            Advice(offer.action, 10.0 * at, phrase("Your chance to lose this round: {n}%.", n=at))
            for at, offer in enumerate(offers)
        )

    page = Costliest(Review(played("421", careless=4), odds))
    async with session(club, ANNA, (100, 30)) as anna:
        await anna.app.push_screen(page)
        await until(anna, lambda: bool(page.remarks) and not page.left)
        await see(anna, "(as played: ")
        rows = screen_text(anna).splitlines()
        here = next(at for at, line in enumerate(rows) if line.startswith(" ▸") or "▸" in line[:3])
        assert rows[here + 2].lstrip().startswith("▌"), "the whole choice is marked"
        assert sum("▌" in line for line in rows) >= 4


def test_the_bar_of_a_better_choice_is_lit_in_what_it_has_more() -> None:
    chosen, better = _bars(0.5, 0.75, 20)
    assert [(piece.text, piece.tone) for piece in chosen] == [("▄" * 10, "alert")]
    assert [(piece.text, piece.tone) for piece in better] == [("▄" * 10, "rule"), ("▄" * 5, "good")]
