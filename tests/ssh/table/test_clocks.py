"""Time at a table, through real terminals: it runs out, and it is measured in days."""

import asyncio
import json

from tests.ssh.process import Server
from tests.ssh.seats import come_in, facts, open_table, whose_turn
from tests.ssh.terminal import ENTER
from tests.waiting import PATIENCE


async def test_two_play_by_correspondence_and_are_told_whose_turn_it_is(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    code = await open_table(first, Seats="2", Days_for_a_move="1 day per move")
    second = await come_in(ben, "ben", "join", code)
    await first.wait_for("ben sits down.")
    first.type("s")
    mover = await whose_turn(first, second)
    assert "◷ 23 h 5" in mover.text
    to_move, waits = (anna, ben) if mover is first else (ben, anna)
    for terminal in (first, second):
        terminal.type("\x11")  # both go home
        await terminal.ended()
    await server.restart()

    answer = await to_move.run("turns")
    assert answer.code == 0 and code in answer.out
    (row,) = json.loads((await to_move.run("turns", "--json")).out)
    assert row["code"] == code and row["turn"] and row["days"] == 1
    assert "No game waits for you." in (await waits.run("turns")).out
    assert json.loads((await waits.run("turns", "--json")).out) == []
    assert (await server.guest().run("turns", "--csv")).code == 2

    back = to_move.open(size=(100, 30))
    await back.wait_for(f"Your seat waits at table {code}")
    await back.wait_for("your turn")
    back.type(ENTER)
    await back.wait_for("Your turn.")
    back.type(ENTER)
    await back.wait_for("roll 1 of up to")
    assert [line["fact"]["fact"] for line in await facts(server, code)].count("acted") == 1


async def test_a_clock_that_is_over_makes_the_default_move(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    wishes = {"Seats": "2", "Time_for_a_turn": "0:15", "Reserve_of_time": "none"}
    code = await open_table(first, **wishes)
    second = await come_in(ben, "ben", "join", code, size=(100, 30))
    await first.wait_for("ben sits down.")
    first.type("s")
    mover = await whose_turn(first, second)
    for terminal in (first, second):
        await terminal.wait_for("◷ 0:")  # everybody sees it
    await second.wait_for("anna runs out" if mover is first else "You run out of time")
    await until_told(server, code)


async def until_told(server: Server, code: str) -> None:
    """Wait until the record has a move made by the clock."""
    async with asyncio.timeout(PATIENCE):
        while "clock" not in [line["fact"].get("by") for line in await facts(server, code)]:
            await asyncio.sleep(0.2)
