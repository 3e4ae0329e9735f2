"""Everything stored about somebody, and what is left once they are forgotten."""

import asyncio
import json
from collections.abc import Sequence

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.account import ForgetMe
from arcade.eventlog.log import Entry, NotStored, Token
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide, snapshots
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.people import ready, sit_down
from tests.waiting import until


class Visitor:
    """Somebody who asks."""

    table_session, key, visiting = None, "", True

    def __init__(self, club: Club, player: Player) -> None:
        self.club, self.player = club, player


async def evening(club: Club) -> tuple[Player, Player, str]:
    """Play a game between Anna and Ben, who talk, and give words of their own to a report."""
    anna = await club.choose_name(Player("SHA256:anna", ""), "Anna")
    ben = await club.choose_name(Player("SHA256:ben", ""), "Ben")
    seats = await sit_down(club, anna, ben, options={"pot": 11})
    await seats[1].say("a secret of mine")
    await club.community.say(ben, "good evening")
    await club.community.report(ben, "Anna", "slow")
    await club.accounts.choose_language(ben, "fr")
    await ready(*seats)
    await seats[1].do(decide.leave_seat)
    await seats[0].do(decide.settle)
    await until(lambda: club.standings.profile("Ben").games == 1)
    return anna, ben, seats[0].code


async def lines(club: Club, player: Player) -> list[dict[str, object]]:
    return [json.loads(line) async for line in club.own_data(player)]


async def test_everything_about_oneself_and_nothing_of_others(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben, code = await evening(club)
    own = await lines(club, ben)
    kinds = {str(line["stream"]).partition(".")[0] for line in own}
    assert kinds == {"players", "house", "lobby", "results", "room"}
    text = json.dumps(own)
    for known in ("a secret of mine", "good evening", "slow", '"fr"', code):
        assert known in text
    assert ben.id in text and anna.id not in text, "who has which key is private"
    annas = json.dumps(await lines(club, anna))
    assert "slow" not in annas and "a secret of mine" not in annas


async def test_duels_and_tournaments_are_exported_without_the_seeds(opening: Opening) -> None:
    club = await opening(MemoryLog())
    anna, ben, _ = await evening(club)
    code = (await club.duels.challenge(anna, "Ben", "421")).code
    await club.play_duel(ben, code)
    await club.tournaments.schedule("421", now() + 3_600_000)
    await club.tournaments.enter(ben, True)
    own = [line for line in await lines(club, ben) if line["stream"] in ("duels", "tournaments")]
    facts = [line["fact"]["fact"] for line in own]  # type: ignore[index]
    assert [fact["fact"] for fact in facts] == ["challenged", "began", "entered"]
    assert [deal["seed"] for deal in facts[0]["deals"]] == [""]
    assert anna.id not in json.dumps(own)


async def test_the_name_goes_from_open_tables_the_feed_duels_and_lists(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna, ben, _ = await evening(club)
    code = await club.create(ben, "421", {}, 3)
    seats = [await club.join(player, code) for player in (anna, ben)]
    await seats[1].say("good luck")
    duel = (await club.duels.challenge(anna, "Ben", "421")).code
    await club.tournaments.schedule("421", now() + 3_600_000)
    await club.tournaments.enter(ben, True)
    for by, whom in ((anna, "Ben"), (ben, "Anna")):
        await club.friends.mark(by, whom, True)

    def shown(house: Club) -> str:
        """Return all that Anna can see of it."""
        table = house.rooms.find(code).room
        return repr(
            (
                *(table.by, table.names, table.chairs, table.lines),
                *(house.lobby(anna), house.friends.all(anna), house.duels.of(anna)),
                *(house.tournaments.tonight(anna), house.digest.read(anna)),
                *(house.standings.history(anna, anna), house.standings.leaderboard("421")),
            )
        )

    assert "Ben" in shown(club) and any("Ben" in repr(line) for line in club.feed.lines)
    await club.forget(ben)
    assert "Ben" not in shown(club) and "good luck" not in shown(club)
    assert club.duels.view(duel, anna).state == "declined"
    tonight = club.tournaments.tonight(anna).next
    assert tonight is not None and tonight.people == 0
    await seats[0].start()
    assert club.rooms.find(code).room.phase == "playing", "the table goes on"
    await club.close()
    again = await opening(log)
    assert "Ben" not in shown(again) and "good luck" not in shown(again)


async def test_forgotten_means_that_no_reader_is_given_the_name(opening: Opening) -> None:
    log = MemoryLog()
    club = await opening(log)
    anna, ben, code = await evening(club)
    asked = await ForgetMe().run(Visitor(club, ben))  # type: ignore[arg-type]
    assert not asked.forgotten and asked.name == "Ben"
    with pytest.raises(Refused, match="type your own name"):
        await ForgetMe("Anna").run(Visitor(club, ben))  # type: ignore[arg-type]
    assert (await ForgetMe("ben").run(Visitor(club, ben))).forgotten  # type: ignore[arg-type]
    await club.close()
    again = await opening(log)
    for house in (club, again):
        assert house.accounts.find("Ben") is None
        assert house.accounts.dropped(ben.id) and house.accounts.language(ben) is None
        (game,) = house.standings.history(anna, anna)
        pseudonym = next(seat.name for seat in game.seats if seat.name != "Anna" and not seat.bot)
        assert pseudonym.startswith("gone-") and pseudonym == house.accounts.known(ben.id).name
        text = json.dumps(await house.record(code))
        assert pseudonym in text and "Ben" not in text and "a secret of mine" not in text
        replay = await house.replay(code, 1, anna)
        assert "Ben" not in replay.steps[0].room.names
        assert [line.text for line in house.lobby(anna).lines] == []
    for name in ("Ben", pseudonym):  # whoever took it would pass for the one who is gone
        with pytest.raises(Refused):
            await again.choose_name(Player("SHA256:other", ""), name)


class SlowLog(MemoryLog):
    """A log that notes what is read, and in which a table's record waits to be read."""

    def __init__(self) -> None:
        super().__init__()
        self.dying = False
        """Whether the process dies before it stores the next snapshot."""
        self.readers: asyncio.Queue[None] | None = None
        """Lets this many go on who read a table's record; None: everybody."""
        self.away = False
        """Whether no table's record can be read."""
        self.reads: list[tuple[str, Token]] = []

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        if self.dying and stream.startswith(snapshots.stream("")):
            raise NotStored("killed")
        return await super().append(stream, data, expected)

    async def read(self, stream: str, after: Token = 0) -> list[Entry]:
        if self.away and stream.startswith("room."):
            raise NotStored("away")
        if self.readers is not None and stream.startswith("room."):
            await self.readers.get()
        self.reads.append((stream, after))
        return await super().read(stream, after)


async def write_down(club: Club, code: str) -> None:
    """Store a snapshot of a table as it is."""
    club.rooms._snapshots.store(club.rooms.find(code).folded)
    await asyncio.gather(*club.rooms._snapshots._storing)


async def test_an_older_snapshot_does_not_bring_the_name_back(opening: Opening) -> None:
    log = SlowLog()
    club = await opening(log)
    _anna, ben, code = await evening(club)
    assert "Ben" in str(club.rooms.find(code).room)
    await write_down(club, code)
    log.dying = True
    await ForgetMe("ben").run(Visitor(club, ben))  # type: ignore[arg-type]
    again = await opening(log)
    assert "Ben" not in str(again.rooms.find(code).room)
    assert "a secret of mine" not in str(again.rooms.find(code).room)


@pytest.mark.parametrize("of_the_table", [True, False])
async def test_a_start_reads_no_whole_record_for_people_forgotten_before_its_snapshot(
    opening: Opening, of_the_table: bool
) -> None:
    log = SlowLog()
    club = await opening(log)
    _anna, ben, code = await evening(club)
    cleo = await club.choose_name(Player("SHA256:cleo", ""), "Cleo")
    await write_down(club, code)
    gone = ben if of_the_table else cleo
    await ForgetMe(gone.name).run(Visitor(club, gone))  # type: ignore[arg-type]
    await write_down(club, code)
    log.reads.clear()
    again = await opening(log)
    assert ("Ben" in str(again.rooms.find(code).room)) is not of_the_table
    assert [after for name, after in log.reads if name == f"room.{code}"] == [
        again.rooms.find(code).token
    ]


@pytest.mark.parametrize("gone", ["Ben", "Ben Cleo", "Cleo Ben"])
async def test_a_snapshot_stored_while_somebody_is_forgotten_does_not_bring_a_name_back(
    opening: Opening, gone: str
) -> None:
    """Also of two at once, of whom one has been looked for in the table and one has not."""
    log = SlowLog()
    club = await opening(log)
    _anna, ben, code = await evening(club)
    people = {"Ben": ben, "Cleo": await club.choose_name(Player("SHA256:cleo", ""), "Cleo")}
    log.readers = asyncio.Queue()
    for name in gone.split():
        await club.accounts.forget(people[name])
    if len(gone.split()) > 1:
        log.readers.put_nowait(None)
        await until(lambda: log.reads[-1] == (f"room.{code}", 0))
    mentioned = "Ben" in str(club.rooms.find(code).room)
    await write_down(club, code)
    for task in club._forgetting:  # the process dies
        task.cancel()
    log.dying, log.readers = True, None
    again = await opening(log)
    assert mentioned is not gone.startswith("Ben ")
    assert "Ben" not in str(again.rooms.find(code).room)


async def test_a_name_that_could_not_be_looked_for_is_gone_at_the_next_start(
    opening: Opening,
) -> None:
    log = SlowLog()
    club = await opening(log)
    _anna, ben, code = await evening(club)
    cleo = await club.choose_name(Player("SHA256:cleo", ""), "Cleo")
    log.away = True
    await ForgetMe("Ben").run(Visitor(club, ben))  # type: ignore[arg-type]
    log.away = False
    await ForgetMe("Cleo").run(Visitor(club, cleo))  # type: ignore[arg-type]
    assert "Ben" in str(club.rooms.find(code).room)
    await write_down(club, code)
    log.dying = True
    again = await opening(log)
    assert "Ben" not in str(again.rooms.find(code).room)
