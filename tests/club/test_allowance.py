"""What people of one address may have the house keep, and how many tables there may be."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.limits.allowance import GUESSES, Allowance, Allowed
from arcade.club.limits.capacity import GUEST_SEATS, SLEEP_TIME
from arcade.players.player import Player
from arcade.players.roster import Roster
from arcade.rooms import decide
from arcade.rooms.clocks import now
from arcade.rooms.table_rules import TableRules
from arcade.rooms.timers import RoomSettings
from tests.club.conftest import Opening
from tests.people import refusal

pytestmark = pytest.mark.virtual
HERE, THERE = "192.0.2.0/24", "198.51.100.0/24"
FEW = Allowed(
    tables=5,
    tables_per_address=3,
    newcomers_per_hour=4,
    facts_per_minute=40,
    talk_per_minute=6,
    reports_per_hour=2,
)


@pytest.fixture
def house(opening: Opening) -> Opening:
    """Opens clubs that allow so much."""

    async def house(allowed: Allowed = FEW) -> Club:
        return await opening(None, RoomSettings(bot_pause=900), allowed=allowed)

    return house


def guest(club: Club, origin: str) -> Player:
    player, _ = club.accounts.guest()
    club.allowance.comes_from(player, origin)
    return player


async def test_an_address_has_so_many_tables_open_and_others_theirs(house: Opening) -> None:
    club = await house()
    first, second, other = guest(club, HERE), guest(club, HERE), guest(club, THERE)
    asked = [club.create(who, "421") for who in (first, first, second, first, second)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    codes = [code for code in answers if isinstance(code, str)]
    assert len(codes) == 3
    for who in (first, second):
        with refusal("Open tables opened from your address: 3"):
            await club.create(who, "421")
        with refusal("Open tables opened from your address: 3"):
            await club.play_daily(who, "421")
    await club.create(other, "421")
    await club.close_table(codes[0])
    await club.create(second, "421")


@pytest.mark.attack(51, "guests of one address at other people's tables")
async def test_guests_of_an_address_fill_no_tables_of_other_people(house: Opening) -> None:
    club = await house(Allowed())
    anna, ben = [Player(f"SHA256:{name}", name) for name in ("anna", "ben")]
    codes = [await club.create(anna, "421", {}, 6), await club.create(ben, "421", {}, 2)]
    for _ in range(GUEST_SEATS):
        await club.join(guest(club, HERE), codes[0])
    fifth = guest(club, HERE)
    with refusal(f"Guests from your address have {GUEST_SEATS} seats"):
        await club.join(fifth, codes[1])
    watching = await club.watch(fifth, codes[1])
    with refusal(f"Guests from your address have {GUEST_SEATS} seats"):
        await watching.sit()
    await club.join(guest(club, THERE), codes[0])  # others' guests, and one's own tables, may
    for player in (fifth, guest(club, HERE)):
        await club.join(player, await club.create(guest(club, THERE), "421"))
    there = club.presence.enter(fifth, lambda _: None)
    await club.community.invite(ben, fifth.id, codes[1])
    await watching.sit()
    club.presence.leave(there)


async def test_sleeping_tables_of_guests_give_way_at_their_own_address(house: Opening) -> None:
    """A school has one address; each of its guests has played a bot, left, and may come back."""
    club = await house(Allowed(tables_per_address=3))
    codes = []
    for _ in range(3):
        who = guest(club, HERE)
        codes.append(await club.create(who, "421"))
        table_session = await club.join(who, codes[-1])
        await table_session.start()
        table_session.detach()
    with refusal("Open tables opened from your address: 3"):
        await club.create(guest(club, HERE), "421")  # they have just left
    await asyncio.sleep(SLEEP_TIME)
    again = await club.join(who, codes[-1])
    for closed in codes[:2]:
        new = await club.create(guest(club, HERE), "421")
        assert closed not in {table.code for table in club.tables.every()}
        await club.join(Player("SHA256:anna", "Anna"), new)  # with an account: it stays
    with refusal("Open tables opened from your address: 3"):
        await club.create(guest(club, HERE), "421")
    assert again.table().phase == "playing"


async def test_a_full_house_closes_an_empty_table_of_who_opened_most(house: Opening) -> None:
    club = await house()
    mine, theirs = guest(club, HERE), guest(club, THERE)
    kept = await club.create(theirs, "421", table=TableRules(days=3))
    codes = [await club.create(mine, "421") for _ in range(3)]
    await club.join(mine, codes[0])
    await club.create(theirs, "421")
    await club.create(theirs, "421")
    assert [table.code for table in club.tables.every()].count(kept) == 1
    assert {table.code for table in club.tables.every()} & set(codes) == {codes[0], codes[2]}


async def test_a_house_where_everybody_sits_is_full(house: Opening) -> None:
    club = await house(Allowed(tables=2))
    player = guest(club, HERE)
    for _ in range(2):
        await club.join(player, await club.create(player, "421"))
    with refusal("Every table of the house is taken"):
        await club.create(guest(club, THERE), "421")


async def test_new_people_of_one_address_are_not_kept_without_end(house: Opening) -> None:
    club = await house()
    code = await club.create(guest(club, THERE), "421", seats=4)
    for _ in range(2):
        await club.join(guest(club, HERE), code)
    for number in range(2):
        key = Player(f"SHA256:{number}", "")
        club.allowance.comes_from(key, HERE)
        await club.choose_name(key, f"anna-{number}x")
    with refusal("Many new people"):
        await club.join(guest(club, HERE), code)
    with refusal("Many new people"):
        await club.choose_name(key, "squatter")
    await club.join(guest(club, THERE), code)


async def test_what_one_address_has_stored_is_bounded_whatever_it_is(house: Opening) -> None:
    club = await house(Allowed(facts_per_minute=40, newcomers_per_hour=100, talk_per_minute=9))
    calm = guest(club, THERE)
    table_session = await club.join(calm, await club.create(calm, "421"))
    loud = guest(club, HERE)
    own = await club.join(loud, await club.create(loud, "421", seats=3))

    def flipped() -> str:
        return "on" if club.accounts.preference(loud, "motion") == "off" else "off"

    deeds: list[Callable[[], Awaitable[object]]] = [
        lambda: own.do(decide.seat_bot, 1),
        lambda: own.do(decide.unseat_bot, 1),
        lambda: club.accounts.prefer(loud, "motion", flipped()),
        lambda: club.accounts.choose_language(loud, "fr"),
        lambda: club.community.ignore(loud, calm.name, True),
        lambda: own.do(decide.leave_seat),
        lambda: own.sit(),
        lambda: own.contribute("words"),  # talk too, of which one person has five at once
    ]
    stored = 0
    with refusal("too much comes from your address"):
        while True:
            await deeds[stored % len(deeds)]()
            stored += 1
    assert stored == 38
    for deed in deeds:
        with refusal("too much comes from your address"):
            await deed()
    await table_session.do(decide.seat_bot, 1)


async def test_duels_and_tournaments_are_bounded_as_everything_that_is_stored(
    house: Opening,
) -> None:
    club = await house(Allowed(facts_per_minute=40))
    await club.tournaments.schedule("421", now() + 3_600_000)
    anna = await club.choose_name(Player("SHA256:anna", ""), "anna")
    club.allowance.comes_from(anna, HERE)

    async def join() -> None:
        await club.tournaments.enter(anna, on=True)
        await club.tournaments.enter(anna, on=False)

    async def challenge() -> None:
        duel = await club.duels.challenge(anna, "", "421")
        await club.duels.refuse(anna, duel.code)

    for ask in (join, challenge):
        with refusal("too much comes from your address"):
            for _ in range(30):
                await ask()
        await asyncio.sleep(60)


async def test_many_guests_of_one_address_speak_and_report_as_one(house: Opening) -> None:
    club = await house()
    victim = guest(club, THERE)
    club.presence.enter(victim, lambda _: None)
    for _ in range(2):
        who = guest(club, HERE)
        await club.community.say(who, "spam")
        await club.report(who, victim.name, "nonsense", None)
    who = guest(club, HERE)
    with refusal("several reports"):
        await club.report(who, victim.name, "nonsense", None)
    await club.community.say(who, "spam")
    with refusal("Not so fast"):
        await club.community.say(guest(club, HERE), "spam")
    await club.community.say(victim, "what is this?")
    assert len(club.moderation.conduct.reports) == 2


async def test_the_codes_of_private_tables_cannot_be_tried_out(house: Opening) -> None:
    club = await house()
    host, stranger, other = guest(club, THERE), guest(club, HERE), guest(club, HERE)
    secret = await club.create(host, "421", private=True)
    tried = iter(range(100))
    for ask in (club.join, club.watch) * (GUESSES // 2):
        with refusal("There is no table"):
            await ask(stranger, f"NO{next(tried)}")
    for ask in (club.join, club.watch):
        with refusal("Too many tables were asked for"):
            await ask(other, secret)
    with refusal("Too many tables were asked for"):
        await club.replay(secret, 1, other)
    await club.join(host, secret)


async def test_when_all_short_names_of_guests_are_taken_they_get_longer_ones(
    house: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await house()
    short = len("guest-k7qf")
    monkeypatch.setattr(Roster, "taken", lambda _, name: len(name) <= short)
    player, code = club.accounts.guest()
    assert short < len(player.name) <= 16
    assert club.accounts.resume(code) == player


def test_where_people_are_is_known_while_they_are_here_however_many_come_and_go() -> None:
    allowance = Allowance(Allowed(talk_per_minute=6), lambda: 0.0)
    idle, first, *others = [Player(str(number), "") for number in range(12_000)]
    allowance.comes_from(idle, HERE)
    allowance.comes_from(first, HERE)
    for _ in range(3):
        allowance.talk(first)
    for other in others:
        allowance.comes_from(other, HERE)
        allowance.has_left(other, HERE)
    for _ in range(3):
        allowance.talk(idle)
    with refusal("Not so fast"):
        allowance.talk(idle)
    allowance.has_left(idle, HERE)
    assert allowance.origin(idle) == idle.id and list(allowance._origins) == [first.id]


def test_who_comes_from_two_places_is_where_they_came_last() -> None:
    allowance, player = Allowance(), Player("1", "")
    allowance.comes_from(player, HERE)
    allowance.comes_from(player, THERE)
    assert allowance.origin(player) == THERE
    allowance.has_left(player, THERE)
    assert allowance.origin(player) == HERE


FEW_OF_ALL = {
    "talk_per_minute": 5,
    "reports_per_hour": 3,
    "newcomers_per_hour": 4,
    "facts_per_minute": 6,
}


@pytest.mark.parametrize("what", FEW_OF_ALL)
def test_a_large_network_has_as_much_of_everything_as_four_addresses(what: str) -> None:
    few = FEW_OF_ALL[what]
    allowance = Allowance(Allowed(**{what: few}), lambda: 0.0)
    ways = {"talk": "talk", "reports": "report", "newcomers": "newcomer", "facts": "keep"}
    ask: Callable[[Player], None] = getattr(allowance, ways[what.partition("_")[0]])
    calls = []
    for number in range(300):
        player = Player(str(number), "")
        allowance.comes_from(player, f"2001:db8:7:{number // 2:x}::/64")
        with suppress(Refused):
            for _ in range(4):
                ask(player)
                calls.append(player)
    assert len(calls) == 4 * few
    other = Player("other", "")
    allowance.comes_from(other, "2001:db8:8::/64")
    ask(other)


async def test_a_large_network_opens_as_many_tables_as_four_addresses(house: Opening) -> None:
    club = await house(Allowed(tables=30, tables_per_address=3))
    opened = Counter[str]()
    for number in range(6):
        for _ in range(4):
            origin = f"2001:db8:7:{number}::/64"
            with suppress(Refused):
                await club.create(guest(club, origin), "421")
                opened[origin] += 1
    assert list(opened.values()) == [3, 3, 3, 3]


async def test_a_full_house_closes_an_empty_table_of_the_network_that_has_most(
    house: Opening,
) -> None:
    club = await house(Allowed(tables=6))
    mine = guest(club, HERE)
    kept = {await club.create(mine, "421") for _ in range(2)}
    for number in range(4):
        await club.create(guest(club, f"2001:db8:7:{number}::/64"), "421")
    await club.create(guest(club, THERE), "421")
    assert kept < {table.code for table in club.tables.every()}
