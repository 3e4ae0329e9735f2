"""Watchers share a picture: what each of them sees, and what of it is theirs alone."""

import asyncio
from collections.abc import AsyncIterator
from contextvars import copy_context
from functools import partial
from itertools import pairwise
from operator import lt
from typing import Any

import pytest
from textual._context import active_app

from arcade.club import table_list
from arcade.club.club import Club
from arcade.club.start import Start
from arcade.club.table_session import TableSession
from arcade.club.views import Notice
from arcade.engine.news import phrase
from arcade.players.player import Player
from arcade.tasks import FAN_OUT
from screens.app import ArcadeApp
from screens.terminal.attention import Attention
from server.spectators import broadcasts
from tests.people import act_in_turn, sit_down
from tests.server.sights import Sight, SpectatorRig, house, until

ANNA, BEN = Player("SHA256:a", "Anna"), Player("SHA256:b", "Ben")
PEOPLE = [Player(f"SHA256:{name}", name) for name in ("Cleo", "Dora", "Emil", "Fine")]
CLEO, DORA, EMIL, FINE = PEOPLE
TALL = (90, 44)
"""So high that the log needs no second page: where one begins depends on when one came."""


@pytest.fixture
async def home(club: Club) -> AsyncIterator[SpectatorRig]:
    async with house(club) as made:
        yield made


async def table(
    club: Club, game: str = "421", seats: int = 2, **rules: Any
) -> tuple[TableSession, ...]:
    """Let Anna and Ben play without a clock: its time would be another in every frame."""
    return await sit_down(club, ANNA, BEN, game=game, seats=seats, turn=0, **rules)


async def act(*table_sessions: TableSession, times: int = 1) -> None:
    """Let whoever is to act make the default move."""
    for _ in range(times):
        await act_in_turn(*table_sessions)


@pytest.mark.parametrize("depth", ["truecolor", "16"])
async def test_every_watcher_sees_each_cell_as_an_app_of_their_own_shows_it(
    club: Club, home: SpectatorRig, depth: Any
) -> None:
    anna, ben = await table(club)
    early = await home.spectator(CLEO, anna.code, Sight(TALL, depth))
    own = await home.app(DORA, anna.code, Sight(TALL, depth))
    await early.sees("2 watching: Cleo, Dora")
    await early.same(own)
    await anna.start()
    await act(anna, ben, times=3)
    await anna.say("[bold]voilà[/]")
    latecomer = await home.spectator(EMIL, anna.code, Sight(TALL, depth))
    await latecomer.sees("voilà")
    await latecomer.sees("◉ 3 watching")
    await early.same(latecomer, own)
    fresh = await home.app(FINE, anna.code, Sight(TALL, depth))
    await act(anna, ben, times=2)
    await early.sees("◉ 4 watching")
    await early.same(latecomer, own, fresh)
    early.slow = True  # what Anna does now is lost on the way
    await act(anna, ben, times=2)
    await own.same(latecomer)
    await until(lambda: early.cells != own.cells)
    early.catch_up()
    await early.same(latecomer, own)
    await act(anna, ben)
    for sight in (early, latecomer, own):
        sight.resize((120, 50))
    await early.same(latecomer, own)
    assert len(home.broadcasts) == 1


async def test_a_window_that_was_lower_for_an_instant_is_painted_again(
    club: Club, home: SpectatorRig
) -> None:
    anna, _ = await table(club)
    watching = await home.spectator(CLEO, anna.code, Sight(TALL))
    own = await home.app(DORA, anna.code, Sight(TALL))
    for sight, other in ((watching, own), (own, watching)):
        await sight.sees("2 watching: Cleo, Dora")
        await sight.same(other)
        sight.cut(TALL[1] - 9)
        assert sight.cells != other.cells
        sight.resize(TALL)
        await sight.same(other)


async def test_screens_that_show_the_same_change_are_drawn_in_slices_and_one_by_one_copied(
    club: Club, home: SpectatorRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a key of somebody else waits for one of them, not for all."""
    anna, _ = await table(club)
    players = [await home.app(player, anna.code, Sight(TALL)) for player in PEOPLE]
    watching = [await home.spectator(Player(f"guest:{n}", f"g{n}"), anna.code) for n in range(4)]
    for sight in (*players, *watching):
        await sight.quiet()
    monkeypatch.setattr(FAN_OUT, "_seconds", 1e-9)
    monkeypatch.setattr(broadcasts, "PORTION", 1)
    loop, drawn, came = asyncio.get_running_loop(), list[Sight](), list[int]()
    for sight in players:
        monkeypatch.setattr(sight, "frame_drawn", partial(drawn.append, sight))

    def next_turn() -> None:
        nonlocal ticking
        came.append(len(drawn) + sum(len(sight.frames) for sight in watching))
        ticking = loop.call_soon(next_turn)

    ticking = loop.call_soon(next_turn)
    before = [len(sight.frames) for sight in watching]
    await anna.start()
    for sight in (*players, *watching):
        await sight.quiet()
    ticking.cancel()
    assert set(drawn) == set(players)
    assert all(map(lt, before, (len(sight.frames) for sight in watching)))
    assert max(later - earlier for earlier, later in pairwise(came)) <= 2  # a turn has two ends


async def test_a_watcher_is_shown_the_chances_of_a_game_that_is_over(
    club: Club, home: SpectatorRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("screens.table.screen.WEIGH_AFTER", 0.01)
    anna, ben = await table(club)
    await anna.start()
    cleo = await home.spectator(CLEO, anna.code, Sight())
    while anna.table().phase == "playing":
        await act(anna, ben)
    await cleo.sees("chances went from ")


async def test_a_crowd_whose_names_have_no_room_is_counted_in_a_wide_terminal_too(
    club: Club, home: SpectatorRig
) -> None:
    anna, _ = await table(club)
    crowd = [Player(f"guest:{n}", f"guest {n}", guest=True) for n in range(30)]
    for person in crowd:
        await home.spectator(person, anna.code)
    wide = await home.spectator(DORA, anna.code, Sight((160, 45)))
    await wide.sees("◉ 31 watching")


async def test_thirty_watchers_are_one_app_and_nobody_leaves_none(
    club: Club, home: SpectatorRig
) -> None:
    anna, _ = await table(club)
    crowd = [Player(f"guest:{n}", f"guest {n}", guest=True) for n in range(30)]
    sights = [await home.spectator(person, anna.code) for person in crowd]
    french = await home.spectator(CLEO, anna.code, language="fr")
    large = await home.spectator(DORA, anna.code, Sight((100, 30)))
    assert len(home.broadcasts) == 3
    await anna.say("hello everybody")
    for sight in (*sights, large):
        await sight.sees("hello everybody")
    await sights[0].sees("◉ 32")
    await sights[0].same(*sights)
    await french.sees("spectateur")
    assert (
        len([whereabout for whereabout in club.presence.whereabouts() if not whereabout.seated])
        == 32
    )
    for sight in (*sights, french, large):
        sight.type(b"q")
        assert sight.task is not None
        assert await sight.task == Start()
    await home.broadcasts.close()
    assert len(home.broadcasts) == 0
    assert anna.table().watchers == ()


async def test_an_announcement_is_drawn_once_for_all(club: Club, home: SpectatorRig) -> None:
    anna, _ = await table(club)
    cleo, dora = await home.spectator(CLEO, anna.code), await home.spectator(DORA, anna.code)
    await cleo.quiet()
    cleo.frames.clear()
    dora.frames.clear()
    club.presence.notify(Notice(phrase("The server is being closed."), 3600))
    await dora.sees("◆ The server is being closed.")
    club.presence.notify(Notice(phrase("It is closed."), 0.1))
    await until(lambda: "◆" not in dora.text)
    await dora.same(cleo)
    assert cleo.frames == dora.frames
    assert all(first is other for first, other in zip(cleo.frames, dora.frames, strict=True))


async def test_an_invitation_is_for_one_and_opens_their_own_app(
    club: Club, home: SpectatorRig
) -> None:
    anna, _ = await table(club)
    cleo, dora = await home.spectator(CLEO, anna.code), await home.spectator(DORA, anna.code)
    invitation = Notice(phrase("{who} calls.", who="Fine"), 60, "KAFEL")
    club.presence.send(CLEO.id, "SHA256:f", invitation)
    assert cleo.task is not None
    assert await cleo.task == Start("watch", anna.code, notice=invitation)
    assert "Fine" not in dora.text and not dora.task.done()


async def test_a_seat_that_is_refused_is_explained_in_an_app(
    club: Club, home: SpectatorRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await table(club, seats=3)
    cleo = await home.spectator(CLEO, anna.code)
    monkeypatch.setattr(table_list, "MAX_TABLES", 0)
    cleo.type(b"j")
    assert cleo.task is not None
    ended = await cleo.task
    assert (ended.do, ended.code, ended.bare) == ("watch", anna.code, False) and ended.message


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        (b"j", Start("join", "…")),
        (b"?", Start("watch", "…", action="help")),
        (b":", Start("watch", "…", action="menu")),
        (b"t", Start("watch", "…", action="talk")),
        (b"x\x1b[200~q\x1b[201~\x1b[5~", Start("watch", "…", action="page_up")),
        (b"\x11", "Good-bye, Cleo!"),
    ],
)
async def test_where_keys_lead(
    club: Club, home: SpectatorRig, keys: bytes, where: Start | str
) -> None:
    anna, _ = await table(club, seats=3)
    cleo = await home.spectator(CLEO, anna.code)
    cleo.type(keys)
    assert cleo.task is not None
    ended = await cleo.task
    wanted = Start(where.do, anna.code, action=where.action) if isinstance(where, Start) else where
    assert ended == wanted or str(ended).startswith(f"{wanted}\n")
    assert (CLEO.name in [seat.name for seat in anna.table().seats]) == (keys == b"j")


async def test_a_key_is_read_in_the_shared_app_though_an_own_one_has_ended(
    club: Club, home: SpectatorRig
) -> None:
    anna, _ = await table(club, seats=3)
    cleo = await home.spectator(CLEO, anna.code)
    own, context = ArcadeApp(club, CLEO), copy_context()
    vars(own).clear()  # as when it has ended
    context.run(active_app.set, own)
    context.run(cleo.type, b"?")
    assert cleo.task is not None
    assert await cleo.task == Start("watch", anna.code, action="help")


async def test_what_ends_the_sharing(club: Club, home: SpectatorRig) -> None:
    anna, ben = await table(club)
    for player in (*PEOPLE, BEN):
        await club.accounts.meet(player)
    cleo, dora = await home.spectator(CLEO, anna.code), await home.spectator(DORA, anna.code)
    assert cleo.task is not None
    assert dora.task is not None
    await club.accounts.ignore(CLEO, BEN, on=True)
    await ben.say("blah")
    assert await cleo.task == Start("watch", anna.code, own=True)
    await anna.send_away("Dora")
    ended = await dora.task
    assert ended.do == "lobby" and "sent away" in ended.message
    missing = await home.spectator(EMIL, "ZZZZZ")
    assert missing.task is not None
    assert "ZZZZZ" in (await missing.task).message
    seated = await home.spectator(BEN, anna.code)
    assert seated.task is not None
    assert await seated.task == Start("join", anna.code)


@pytest.mark.parametrize("game", ["golden-zero", "vingt-et-un"])
async def test_no_secret_can_be_in_a_shared_picture(
    club: Club, home: SpectatorRig, game: str
) -> None:
    """It is drawn from nobody's place, whose view is the watchers'; nothing is offered there."""
    anna, ben = await table(club, game)
    cleo = await home.spectator(CLEO, anna.code)
    await anna.start()
    await act(anna, ben, times=3)
    (picture,) = home.broadcasts
    assert picture.app.table is not None
    room = anna.host.room
    await until(lambda: picture.app.table.table.version == room.version)
    shown = picture.app.table.table
    assert shown.view == room.rules.view(room.state, None)
    assert shown.seat is None and shown.offers == () and not shown.host
    assert shown.fair.words == ""
    assert cleo.shown is not None


async def test_a_frame_sets_no_title_that_every_window_has(
    club: Club, home: SpectatorRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await table(club)
    crowd = [Player(f"guest:{n}", f"guest {n}", guest=True) for n in range(8)]
    sights = [await home.spectator(person, anna.code) for person in crowd]
    for sight in sights:
        await sight.quiet()
    titled = list[str]()
    monkeypatch.setattr(Attention, "title", lambda _, text: titled.append(text))
    await anna.say("hello everybody")
    for sight in sights:
        await sight.sees("hello everybody")
    assert len(titled) <= 1  # the shared picture's own
    titled.clear()
    await anna.start()
    for sight in sights:
        await sight.quiet()
    assert len(titled) > len(sights)
