"""Everything stored about somebody, and what is left once they are forgotten."""

import json
from collections.abc import Sequence

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.account import ForgetMe
from arcade.eventlog.log import NotStored, Token
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide, snapshots
from arcade.rooms.clocks import now
from tests.club.conftest import Opening
from tests.people import ready
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
    code = await club.create(anna, "421", {"pot": 11}, 2)
    seats = [await club.join(player, code) for player in (anna, ben)]
    await seats[1].say("a secret of mine")
    await club.community.say(ben, "good evening")
    await club.community.report(ben, "Anna", "slow")
    await club.accounts.choose_language(ben, "fr")
    await ready(*seats)
    await seats[1].do(decide.leave_seat)
    await seats[0].do(decide.settle)
    await until(lambda: club.standings.profile("Ben").games == 1)
    return anna, ben, code


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


class DyingLog(MemoryLog):
    """A log whose process dies before it stores the next snapshot."""

    dying = False

    async def append(self, stream: str, data: Sequence[bytes], expected: Token) -> Token:
        if self.dying and stream.startswith(snapshots.stream("")):
            raise NotStored("killed")
        return await super().append(stream, data, expected)


async def test_an_older_snapshot_does_not_bring_the_name_back(opening: Opening) -> None:
    log = DyingLog()
    club = await opening(log)
    _anna, ben, code = await evening(club)
    assert "Ben" in str(club.rooms.find(code).room)
    host = club.rooms.find(code)
    club.rooms._snapshots.store(host.room, host.token)
    await club.rooms._snapshots.close(())
    assert snapshots.stream(code) in await log.streams()
    log.dying = True
    await ForgetMe("ben").run(Visitor(club, ben))  # type: ignore[arg-type]
    again = await opening(log)
    assert "Ben" not in str(again.rooms.find(code).room)
    assert "a secret of mine" not in str(again.rooms.find(code).room)
