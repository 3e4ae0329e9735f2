"""A stolen key: taking it off voids every code it made, and its owner is told of each change."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.people import devices
from arcade.club.people.devices import change_notice
from arcade.club.views import ACCOUNT, Notice
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from tests.club.conftest import Opening

pytestmark = pytest.mark.virtual
OWN, STOLEN, FRESH = "SHA256:own", "SHA256:stolen", "SHA256:fresh"


async def owner_of_two_keys(club: Club) -> Player:
    anna = await club.choose_name(Player(OWN, ""), "anna")
    await club.devices.link(STOLEN, club.devices.code(anna), "1.1.1.1")
    return anna


async def recovery(club: Club, who: Player) -> str:
    return await club.devices.recovery(who, by=STOLEN)


async def link(club: Club, who: Player) -> str:
    return club.devices.code(who)


Make = Callable[[Club, Player], Awaitable[str]]
Remedy = Callable[[Club, Player], Awaitable[None]]


async def unlinks(club: Club, who: Player) -> None:
    await club.devices.unlink(who, STOLEN, by=OWN)


async def relinks(club: Club, who: Player) -> None:
    await club.devices.relink(who, "SHA256:new", only=True)


async def drops_the_first_key(club: Club, who: Player) -> None:
    await club.devices.unlink(who, OWN, by=STOLEN)


@pytest.mark.attack(44, "codes of a key that was taken off")
@pytest.mark.parametrize("make", [recovery, link])
@pytest.mark.parametrize("remedy", [unlinks, relinks, drops_the_first_key])
async def test_no_code_outlives_a_key(opening: Opening, make: Make, remedy: Remedy) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await owner_of_two_keys(club)
    code = await make(club, anna)
    other = await opening(log)  # another worker, which knows the code and not yet the remedy
    for pending in club.devices.pending:
        other.devices.remember(pending)
    written = len(await log.read("players"))
    await remedy(club, anna)
    assert len(await log.read("players")) == written + 1, "one write, or somebody comes in between"
    for house in (other, club, await opening(log)):
        with pytest.raises(Refused):
            await house.devices.link(FRESH, code, "6.6.6.6")
        assert house.accounts.known(FRESH).name == ""
    assert not club.accounts.has_recovery(anna) and not other.accounts.has_recovery(anna)


async def test_only_one_key_is_left_where_the_host_says_so(opening: Opening) -> None:
    club = await opening()
    anna = await owner_of_two_keys(club)
    await club.devices.relink(anna, "SHA256:new", only=True)
    assert club.accounts.keys(anna) == ("SHA256:new",) and club.accounts.dropped(OWN)
    await club.devices.relink(anna, OWN, only=True)  # the first one again, and nothing else
    assert club.accounts.keys(anna) == (OWN,)
    ben = await club.choose_name(Player("SHA256:ben", ""), "ben")
    with pytest.raises(Refused):
        await club.devices.relink(anna, ben.id, only=True)


async def test_presence_is_known_in_every_process(opening: Opening) -> None:
    log = MemoryLog()
    club, other = await opening(log), await opening(log)
    club.address = other.address = "here:2222"
    heard: list[Notice] = []
    anna = await club.choose_name(Player(OWN, ""), "anna")
    other.presence.enter(anna, lambda _: None, heard.append)
    club.presence.enter(anna, lambda _: None, heard.append)
    code = club.devices.code(anna)
    assert Words().say(heard.pop().news) == Words().say(devices.CODE_MADE)
    await club.devices.link(STOLEN, code, "1.1.1.1")
    await club.devices.recovery(anna, by=STOLEN)
    await club.devices.unlink(anna, STOLEN, by=OWN)
    await other.accounts.cursor.read_on()
    sentences = [Words().say(notice.news) for notice in heard]
    assert len(sentences) == 6 and all(notice.rank == ACCOUNT for notice in heard)
    assert {entry.partition(" UTC ")[2] for entry in sentences} == {
        "a key was added to your account. If it was not you: ssh -p 2222 play@here unlink "
        f"{STOLEN}",
        "a recovery code was made for your account. If it was not you: take off the keys that are "
        "not yours (ssh -p 2222 play@here unlink KEY), which voids it.",
        f"this key was taken off your account: {STOLEN}",
    }


async def test_each_key_warns_at_the_next_login_once(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await owner_of_two_keys(club)
    await asyncio.sleep(60)
    await club.devices.recovery(anna, by=STOLEN)
    club = await opening(log)

    async def changes_for(key: str) -> list[str]:
        changes = await club.accounts.untold_changes(anna, key)
        return [change_notice(change, "ssh").text.partition("UTC ")[2][:20] for change in changes]

    assert await changes_for(STOLEN) == [], "it did all that itself"
    assert await changes_for(OWN) == ["a key was added to y", "a recovery code was "]
    assert await changes_for(OWN) == []
    await asyncio.sleep(60)
    await club.devices.unlink(anna, STOLEN, by=OWN)
    assert await changes_for(OWN) == []


@pytest.mark.attack(49, "a recovery code a second")
async def test_one_recovery_code_a_minute(opening: Opening) -> None:
    club = await opening()
    anna = await club.choose_name(Player(OWN, ""), "anna")
    codes = [club.devices.new_recovery(anna, OWN) for _ in range(9)]
    made = await asyncio.gather(*codes, return_exceptions=True)
    assert sum(isinstance(answer, str) for answer in made) == 1
    await asyncio.sleep(60)
    code = await club.devices.new_recovery(anna, OWN)
    await club.devices.link(FRESH, code, "1.1.1.1")
    assert await club.devices.new_recovery(anna, FRESH), "a code that was used is none"


@pytest.mark.attack(44, "wrong codes at a neighbour's expense")
async def test_who_shares_an_address_with_a_guesser_has_a_try_of_their_own(
    opening: Opening,
) -> None:
    club = await opening()
    anna = await club.choose_name(Player(OWN, ""), "anna")
    code = await club.devices.recovery(anna)
    for _ in range(devices.TRIES):
        with pytest.raises(Refused):
            await club.devices.link("SHA256:guesser", "AAAA-BBBB-CCCC", "6.6.6.6")
    with pytest.raises(Refused):
        await club.devices.link("SHA256:guesser", code, "6.6.6.6")
    assert await club.devices.link(FRESH, code, "6.6.6.6") == anna
