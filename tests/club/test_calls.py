"""Being called: at one's turn, when somebody sits down, where people wait for a player."""

import asyncio

import pytest

from arcade.club.calls import MAX_WAITS, Occasion
from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.speech.lobby import occasion_text
from arcade.players.player import Player
from arcade.rooms import decide
from tests.people import ANNA, BEN, CLEO, act, begin, play, sit_down

SECONDS = 60


def call(club: Club, player: Player, game: str = "") -> "asyncio.Task[Occasion | None]":
    """Let a person wait for a call."""
    return asyncio.create_task(club.calls.next(player, game, SECONDS))


async def test_a_person_is_called_at_their_turn_and_at_no_other(club: Club) -> None:
    anna, ben = await begin(club, ANNA, BEN)
    code = anna.code
    turn, other = (anna, ben) if anna.table().my_turn else (ben, anna)
    for session in (anna, ben):
        session.detach()
    called = Occasion("turn", code, "421", "Le 421")
    assert await club.calls.next(turn.player) == called
    waiting = call(club, other.player)
    await asyncio.sleep(1)
    assert not waiting.done()
    again = await club.join(turn.player, code)
    while again.table().my_turn:
        await act(again)
    assert await waiting == called


async def test_a_person_is_called_when_somebody_sits_down_at_their_table(club: Club) -> None:
    code, elsewhere = [await club.create(ANNA, "421", {}, 3, private=True) for _ in range(2)]
    await club.join(ANNA, code)
    ben = await club.join(BEN, code)
    waiting = call(club, ANNA)
    await asyncio.sleep(0)
    await club.join(CLEO, elsewhere)
    await club.watch(CLEO, code)
    await ben.do(decide.leave_seat)
    await asyncio.sleep(1)
    assert not waiting.done()
    await club.join(BEN, code)
    assert await waiting == Occasion("joined", code, "421", "Le 421", ("ben",))


async def test_a_person_is_called_where_people_wait_for_a_player(club: Club) -> None:
    waiting, without = call(club, CLEO, "421"), call(club, CLEO)
    for game, private in (("trente", False), ("421", True)):
        await club.join(ANNA, await club.create(ANNA, game, {}, 2, private=private))
    await asyncio.sleep(1)
    assert not waiting.done()
    (table_session,) = await sit_down(club, BEN, seats=2)
    occasion = Occasion("waiting", table_session.code, "421", "Le 421", ("ben",))
    assert await waiting == occasion
    assert await club.calls.next(CLEO, "421") == occasion
    assert await club.calls.next(BEN, "421", 0) is None, "nobody but Ben waits for one"
    assert await without is None


async def test_a_person_waits_four_times_at_most(club: Club) -> None:
    waiting = [call(club, ANNA, "421" * (number % 2)) for number in range(MAX_WAITS)]
    await asyncio.sleep(0)
    with pytest.raises(Refused):
        await club.calls.next(ANNA)
    assert await club.calls.next(BEN, "", 1) is None
    waiting.pop().cancel()
    await asyncio.sleep(0)
    assert await club.calls.next(ANNA, "", 1) is None
    assert await asyncio.gather(*waiting) == [None] * (MAX_WAITS - 1)


async def test_a_person_is_called_for_what_others_do_in_a_duel(club: Club) -> None:
    for player in (ANNA, BEN):
        await club.choose_name(Player(player.id, ""), player.name)
    waiting = call(club, BEN)
    await asyncio.sleep(0)
    code = (await club.duels.challenge(ANNA, "ben", "421")).code
    assert await waiting == Occasion("duel-challenged", code, "421", "Le 421", ("anna",))
    assert await club.calls.next(BEN, "", 1) is None, "who waits again is called for news alone"
    for player, other, kind in ((ANNA, BEN, "duel-played"), (BEN, ANNA, "duel-over")):
        waiting = call(club, other)
        session = await club.play_duel(player, code)
        await play(session)
        session.detach()
        assert await waiting == Occasion(kind, code, "421", "Le 421", (player.name,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "people", "english", "french"),
    [
        (
            "round",
            (),
            "Your round of the tournament begins at table KAFEL, Le 421.",
            "Votre tour du tournoi commence à la table KAFEL, Le 421.",
        ),
        (
            "duel-over",
            ("ben",),
            "ben has played: your duel is over (Le 421).",
            "ben a joué : votre duel est fini (Le 421).",
        ),
        (
            "turn",
            (),
            "It is your turn at table KAFEL, Le 421.",
            "C'est à vous de jouer à la table KAFEL, Le 421.",
        ),
        (
            "joined",
            ("ben",),
            "ben sits down at your table KAFEL, Le 421.",
            "ben s'assied à votre table KAFEL, Le 421.",
        ),
        (
            "waiting",
            ("ben", "cleo"),
            "ben and cleo wait for a player at table KAFEL, Le 421.",
            "ben et cleo attendent quelqu'un pour jouer à la table KAFEL, Le 421.",
        ),
    ],
)
def test_a_call_is_one_sentence(
    kind: str, people: tuple[str, ...], english: str, french: str
) -> None:
    occasion = Occasion(kind, "KAFEL", "421", "Le 421", people)  # type: ignore[arg-type]
    for language, sentence in (("en", english), ("fr", french)):
        assert occasion_text(Words(language), occasion) == sentence
