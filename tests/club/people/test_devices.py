"""Several keys of one person: codes for another device, recovery codes, keys taken away."""

import asyncio
from pathlib import Path

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.i18n.words import Words
from arcade.club.people import devices
from arcade.club.people.devices import Devices
from arcade.eventlog.memory import MemoryLog
from arcade.eventlog.sqlite import SQLiteLog
from arcade.players.player import Player
from tests.club.conftest import Opening
from tests.people import named, refusal, sit_down


async def test_a_second_key_is_the_same_person_also_after_a_restart(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await named(club, "anna")
    code = club.devices.code(anna)
    assert await club.devices.link("SHA256:phone", code.lower(), "1.1.1.1") == anna
    assert club.accounts.known("SHA256:phone") == anna
    await club.close()
    club = await opening(log)
    assert club.accounts.known("SHA256:phone") == anna
    assert club.accounts.keys(anna) == ("SHA256:anna", "SHA256:phone")
    await club.devices.unlink(anna, "SHA256:phone", anna.id)
    assert club.accounts.known("SHA256:phone") == Player("SHA256:phone", "")


async def test_a_code_is_good_once_for_ten_minutes_and_only_the_newest(club: Club) -> None:
    clock = [0]
    made = Devices(club.accounts, lambda: clock[0])
    anna = await named(club, "anna")
    older, code = made.code(anna), made.code(anna)
    for wrong in (older, "AAAA-BBBB-CCCC"):
        with refusal("wrong, used, or older"):
            await made.link("SHA256:x", wrong, "1.1.1.1")
    await made.link("SHA256:x", code, "1.1.1.1")
    with refusal("wrong, used, or older"):
        await made.link("SHA256:y", code, "2.2.2.2")
    later_code = made.code(anna)
    clock[0] += devices.GOOD_FOR
    with refusal("wrong, used, or older"):
        await made.link("SHA256:y", later_code, "2.2.2.2")


async def test_guessing_is_ended_also_for_the_right_code(club: Club) -> None:
    clock = [0]
    made = Devices(club.accounts, lambda: clock[0])
    code = made.code(await named(club, "anna"))
    for _ in range(devices.TRIES):
        with refusal("wrong"):
            await made.link("SHA256:x", "AAAA-BBBB-CCCC", "6.6.6.6")
    with refusal("Too many"):
        await made.link("SHA256:x", code, "6.6.6.6")
    assert (await made.link("SHA256:x", code, "7.7.7.7")).name == "anna"
    clock[0] += devices.GOOD_FOR
    with refusal("wrong, used"):
        await made.link("SHA256:x", code, "6.6.6.6")


async def test_a_guest_who_has_a_key_now_keeps_seat_and_games_and_chooses_a_name(
    opening: Opening,
) -> None:
    log = MemoryLog()
    club = await opening(log)
    guest, code = club.accounts.guest()
    (table_session,) = await sit_down(club, guest, seats=2)
    linked = await club.devices.link("SHA256:new", code, "1.1.1.1")
    assert linked == Player(guest.id, "")
    assert club.accounts.resume(code) is None, (
        "a code that anybody may have seen is a key-holder's no more"
    )
    await club.choose_name(linked, "Zoe")
    await club.close()
    club = await opening(log)
    zoe = club.accounts.known("SHA256:new")
    assert zoe == Player(guest.id, "Zoe") and club.accounts.resume(code) is None
    assert club.tables.seated(zoe) == [table_session.code]
    with refusal("Zoe's already"):
        await club.devices.link("SHA256:new", club.accounts.guest()[1], "1.1.1.1")


async def test_nobody_with_a_name_is_taken_over(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    with refusal("ben's already"):
        await club.devices.link(ben.id, club.devices.code(anna), "1.1.1.1")
    await club.devices.link("SHA256:phone", club.devices.code(anna), "1.1.1.1")
    with refusal("anna's already"):
        await club.devices.link("SHA256:phone", club.devices.code(ben), "1.1.1.1")
    with refusal("No such key"):
        await club.devices.unlink(ben, "SHA256:phone", ben.id)
    assert club.accounts.known(ben.id) == ben and club.accounts.known("SHA256:phone") == anna


async def test_guests_and_the_nameless_get_no_code(club: Club) -> None:
    guest, _ = club.accounts.guest()
    for nobody in (guest, club.accounts.known("SHA256:new")):
        with pytest.raises(Refused):
            club.devices.code(nobody)


# A lost key


async def test_a_recovery_code_is_good_once_also_after_a_restart(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await named(club, "anna")
    older, code = await club.devices.recovery(anna), await club.devices.recovery(anna)
    assert len(code.replace("-", "")) == 20 and club.accounts.has_recovery(anna)
    for entry in await log.read("players"):
        assert code.encode() not in entry.data, "only its hash is kept"
    await club.close()
    club = await opening(log)
    with refusal("wrong, used"):
        await club.devices.link("SHA256:new", older, "1.1.1.1")
    with refusal("yours already"):
        await club.devices.link("SHA256:anna", code, "1.1.1.1")
    assert await club.devices.link("SHA256:new", code.lower(), "1.1.1.1") == anna
    assert not club.accounts.has_recovery(anna)
    await club.close()
    club = await opening(log)
    assert club.accounts.known("SHA256:new") == anna
    with refusal("wrong, used"):
        await club.devices.link("SHA256:third", code, "2.2.2.2")


@pytest.mark.parametrize("of", ["recovery", "code"])
async def test_of_two_keys_with_one_code_at_once_one_is_let_in(
    opening: Opening, tmp_path: Path, of: str
) -> None:
    log = await SQLiteLog.open(tmp_path / "log")
    club = await opening(log)
    anna = await named(club, "anna")
    made = club.devices
    code = await made.recovery(anna) if of == "recovery" else made.code(anna)
    came = await asyncio.gather(
        *(made.link(f"SHA256:{n}", code, f"1.1.1.{n}") for n in range(4)), return_exceptions=True
    )
    assert [answer for answer in came if not isinstance(answer, Refused)] == [anna]
    assert len(club.accounts.keys(anna)) == 2
    await club.close()
    await log.close()


async def test_two_processes_take_a_recovery_code_once(opening: Opening) -> None:
    log = MemoryLog()
    first, second = await opening(log), await opening(log)
    anna = await named(first, "anna")
    code = await first.devices.recovery(anna)
    await second.accounts.cursor.read_on()
    assert await first.devices.link("SHA256:x", code, "1.1.1.1") == anna
    with refusal("wrong, used"):
        await second.devices.link("SHA256:y", code, "2.2.2.2")
    assert (
        second.accounts.known("SHA256:x") == anna and second.accounts.known("SHA256:y").name == ""
    )


async def test_guessing_recovery_codes_and_somebody_elses(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    code = await club.devices.recovery(anna)
    with refusal("ben's already"):
        await club.devices.link(ben.id, code, "1.1.1.1")
    assert club.accounts.has_recovery(anna), "a key that has a name uses up no code"
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    for _ in range(devices.TRIES):
        with pytest.raises(Refused) as refused:
            await club.devices.link("SHA256:x", wrong, "6.6.6.6")
        english, french = (Words(language).say(refused.value.why) for language in ("en", "fr"))
        assert english == "That code is wrong, used, or replaced by a newer one."
        assert french == "Ce code est faux, déjà utilisé, ou remplacé par un plus récent."
    with refusal("Too many"):
        await club.devices.link("SHA256:x", code, "6.6.6.6")
    guest, _ = club.accounts.guest()
    for nobody in (guest, club.accounts.known("SHA256:new")):
        with pytest.raises(Refused):
            await club.devices.recovery(nobody)


async def test_the_key_an_account_began_with_can_be_taken_away_from_another(
    opening: Opening,
) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna = await named(club, "anna")
    code = await club.devices.recovery(anna)
    with refusal("Your account began with this key"):
        await club.devices.unlink(anna, anna.id, by=anna.id)
    with refusal("only key"):
        await club.devices.unlink(anna, anna.id, by="SHA256:else")
    await club.devices.link("SHA256:new", code, "1.1.1.1")
    await club.devices.unlink(anna, anna.id, by="SHA256:new")
    assert club.accounts.dropped(anna.id) and club.accounts.keys(anna) == ("SHA256:new",)
    with refusal("only key"):
        await club.devices.unlink(anna, "SHA256:new", by="SHA256:new")
    await club.close()
    club = await opening(log)
    assert club.accounts.dropped(anna.id) and club.accounts.known("SHA256:new") == anna
    await club.devices.relink(anna, anna.id, only=False)
    assert not club.accounts.dropped(anna.id)


async def test_the_host_links_a_key_and_may_take_all_others_away(club: Club) -> None:
    anna, ben = await named(club, "anna"), await named(club, "ben")
    code = await club.devices.recovery(anna)
    await club.devices.link("SHA256:thief", club.devices.code(anna), "1.1.1.1")
    with refusal("ben's already"):
        await club.devices.relink(anna, ben.id, only=True)
    await club.devices.relink(anna, "SHA256:new", only=True)
    assert club.accounts.keys(anna) == ("SHA256:new",)
    assert club.accounts.dropped(anna.id) and club.accounts.known("SHA256:thief").name == ""
    with refusal("wrong, used"):
        await club.devices.link("SHA256:thief", code, "1.1.1.1")
    with refusal("no account"):
        await club.devices.relink(club.accounts.guest()[0], "SHA256:other", only=False)
