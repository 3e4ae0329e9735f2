"""Words that nobody asked for, and who a player is: as strangers would get at them."""

from collections.abc import AsyncIterator, Callable
from itertools import pairwise

import msgspec
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.operation import Operation, perform
from arcade.club.operations.people import Ignore, Report
from arcade.club.operations.results import ReadProfile
from arcade.club.operations.table import Hush, Invite, SendAway
from arcade.engine.codec import plain
from arcade.eventlog.memory import MemoryLog
from arcade.players.names import skeleton
from arcade.players.player import Player
from arcade.rooms import decide, facts
from arcade.rooms.evolve import fold
from arcade.rooms.timers import RoomSettings
from server.terminal.line_input import LineInput
from server.text.line_session import LineSession
from tests.people import sit_down

INSULT = "you are a swine and I know where you live"
ANNA, BEN = Player("SHA256:a", "anna"), Player("SHA256:b", "ben")


@pytest_asyncio.fixture(loop_scope="session")
async def club() -> AsyncIterator[Club]:
    club = await Club.open(MemoryLog(), RoomSettings(bot_pause=60))
    for player in (ANNA, BEN):
        await club.choose_name(Player(player.id, ""), player.name)
    yield club
    await club.close()


@pytest.mark.attack(48, "words for the dice of somebody who may not speak")
@pytest.mark.parametrize("silence", ["muted by the host", "hushed by the opener"])
async def test_words_for_the_dice_are_words(club: Club, silence: str) -> None:
    anna, ben = await sit_down(club, ANNA, BEN)
    if silence == "muted by the host":
        await club.moderation.mute(BEN, 5)
    else:
        await anna.hush("ben", on=True)
    with pytest.raises(Refused):
        await ben.contribute(INSULT)
    await ben.contribute("ab" * 32)  # a commitment tells nobody anything
    await anna.start()
    assert INSULT not in repr(anna.table())


@pytest.mark.attack(48, "words for the dice of somebody who is ignored")
async def test_words_of_the_ignored_are_folded(club: Club) -> None:
    anna, ben = await sit_down(club, ANNA, BEN)
    await ben.contribute(INSULT)
    await anna.start()
    assert INSULT in repr(anna.table().fair.now)
    await club.community.ignore(ANNA, "ben", on=True)
    assert INSULT not in repr(anna.table()) and INSULT in repr(ben.table())
    sealed = anna.table().fair.now
    assert sealed is not None and len(sealed.seats) == 2 and sealed.seats[1].commitment
    await anna.do(decide.vote, "end")
    await ben.do(decide.vote, "end")
    assert INSULT not in repr(anna.table())


@pytest.mark.attack(48, "gestures of watchers, read by players in the record")
async def test_a_watchers_gestures_are_talk(club: Club) -> None:
    anna, _ = await sit_down(club, ANNA, BEN)
    await anna.start()
    cleo = await club.watch(Player("SHA256:c", "cleo"), anna.code)
    await cleo.emote("think")
    kinds = [line["fact"]["fact"] for line in await club.record(anna.code)]
    assert "emoted" not in kinds
    await anna.emote("think")
    kinds = [line["fact"]["fact"] for line in await club.record(anna.code)]
    assert kinds.count("emoted") == 1


@pytest.mark.attack(47, "the arcade name of a public key")
@pytest.mark.parametrize("operation", [ReadProfile, Invite, Ignore, Report, Hush, SendAway])
async def test_who_has_which_key_is_nobodys_business(
    club: Club, operation: Callable[..., Operation[object]]
) -> None:
    anna, _ = await sit_down(club, ANNA, BEN)

    async def write(_: str) -> None: ...

    stranger = LineSession(club, ANNA, None, LineInput(10, 100), write)
    stranger.table_session = anna
    more = {"text": "growls"} if operation is Report else {}
    with pytest.raises(Refused) as refused:
        await perform(stranger, operation(name=BEN.id, **more))
    assert "ben" not in repr(refused.value.why)
    stranger.table_session = None
    stranger.close()


@pytest.mark.attack(47, "addresses in the log where they were not asked for")
@pytest.mark.parametrize("asked", [False, True])
async def test_the_log_has_addresses_only_where_they_are_asked_for(club: Club, asked: bool) -> None:
    club.devices.log_origins = asked
    with capture_logs() as entries:
        with pytest.raises(Refused):
            await club.devices.link("SHA256:x", "AAAA-BBBB-CCCC", "192.0.2.7")
        await club.devices.link("SHA256:x", club.devices.code(ANNA), "192.0.2.7")
    assert [line["event"] for line in entries] == ["wrong code", "linked"]
    assert ("192.0.2.7" in repr(entries)) is asked


@pytest.mark.attack(41, "a seat that no table has, in each fact about seats")
@pytest.mark.parametrize("seat", [10**6, -1])
async def test_a_record_with_an_impossible_seat_is_no_record(club: Club, seat: int) -> None:
    anna, _ = await sit_down(club, ANNA, BEN)
    await anna.start()
    stored = [plain(facts.decode(entry.data)) for entry in await club.rooms.entries(anna.code)]
    seated = [number for number, line in enumerate(stored) if "seat" in line["fact"]]
    assert len(seated) >= 2
    for number in seated:
        fact = {**stored[number]["fact"], "seat": seat}
        changed = [*stored[:number], {**stored[number], "fact": fact}, *stored[number + 1 :]]
        with pytest.raises(ValueError, match="no seat"):
            fold(facts.decode(msgspec.json.encode(line)) for line in changed)


@pytest.mark.attack(3, "names that pass for another's")
@pytest.mark.parametrize(
    "names", [("anna", "arma"), ("Zoe2", "Zoez"), ("Gil9", "Gilg"), ("dave", "clave")]
)
def test_names_that_look_alike(names: tuple[str, ...]) -> None:
    assert all(skeleton(first) == skeleton(other) for first, other in pairwise(names))
