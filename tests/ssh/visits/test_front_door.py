"""Clients at the front door: one reads a result, two come and play; one loses the line."""

import asyncio
import json

from screens.table.result.card import CALM
from tests.ssh.client import Client
from tests.ssh.process import Server
from tests.ssh.seats import CODE, come_in
from tests.ssh.terminal import ENTER
from tests.waiting import PATIENCE


async def finished(client: Client) -> str:
    """Play a game of 421 against bots to its end, through the protocol; return the table's code."""
    talk = await asyncio.create_subprocess_exec(
        *client.command("api"), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert talk.stdin is not None and talk.stdout is not None

    def ask(**request: object) -> None:
        assert talk.stdin is not None
        talk.stdin.write(json.dumps(request).encode() + b"\n")

    ask(
        do="create",
        game="421",
        seats=3,
        options={"mode": "manche", "pot": 11},
        table={"pace": "none"},
    )
    ask(do="start")
    async with asyncio.timeout(2 * PATIENCE):
        async for line in talk.stdout:
            table = json.loads(line).get("table")
            if table and table["phase"] == "over":
                ask(do="bye")
                await talk.wait()
                return str(table["code"])
            if table and table["your_turn"]:
                ask(do="act", action=table["offers"][-1]["action"], version=table["version"])
    raise AssertionError("the game has no end")


async def test_who_reads_a_result_keeps_nobody_from_playing(server: Server) -> None:
    anna = server.person()
    terminal = await come_in(anna, "anna")
    await terminal.wait_for("Play now")
    terminal.type("q")
    await terminal.ended()
    code = await finished(anna)
    reading = anna.open(user=code, size=(80, 24))
    await reading.wait_for("rematch")
    french = {"LANG": "fr_FR.UTF-8"}
    for button, bots, environment in (
        ("Play now", "with bots", None),
        ("Jouer tout de suite", "avec des robots", french),
    ):
        guest = server.guest().open(size=(80, 24), environment=environment)
        await guest.wait_for(button)
        await guest.wait_for(bots)
        assert code not in guest.text  # finished: folded away
        guest.type(ENTER)
        shown = await guest.wait_for(CODE.search)
        assert code not in shown
        guest.type("\x03")
    listed = await server.guest().run("plain", given=b"list\nplay\nlook\nquit\n")
    assert "A new game, with bots." in listed.out and f"Table {code}" not in listed.out
    record = (await server.guest().run("record", code)).out
    assert record.count('"fact":"sat"') == 1
    await asyncio.sleep(CALM)
    reading.type("a")
    await reading.wait_for("Your turn.")


async def test_whose_line_breaks_is_back_at_the_table(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    await first.wait_for("Play now")
    first.type("b" if "or alone" in first.text else ENTER)
    code = CODE.findall(await first.wait_for(CODE.search))[0]
    second = await come_in(ben, "ben", "watch", code)
    await second.wait_for("You are watching")
    first.kill()
    again = anna.open(size=(80, 24))
    await again.wait_for("You are back.")
    await again.wait_gone("You are back.")
    await again.wait_for(code)
