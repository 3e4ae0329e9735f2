"""Everything stored about somebody, and what is left once they are forgotten."""

import json

import pytest

from arcade.club.club import Club
from arcade.club.errors import Refused
from arcade.club.operations.account import ForgetMe
from arcade.eventlog.memory import MemoryLog
from arcade.players.player import Player
from arcade.rooms import decide
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
        told = json.dumps(await house.record(code))
        assert pseudonym in told and "Ben" not in told and "a secret of mine" not in told
        replay = await house.replay(code, 1, anna)
        assert "Ben" not in replay.steps[0].room.names
        assert [line.text for line in house.lobby(anna).lines] == []
    for name in ("Ben", pseudonym):  # whoever took it would pass for the one who is gone
        with pytest.raises(Refused):
            await again.choose_name(Player("SHA256:other", ""), name)
