"""What the arcade is for: one person's good evening alone, and two friends who meet."""

import json
import re

from tests.ssh.moves import lay, throw
from tests.ssh.process import Server
from tests.ssh.seats import CODE, come_in, facts, open_table, play, read_card, settled
from tests.ssh.terminal import DOWN, ENTER, ESCAPE


async def test_one_persons_visit(server: Server) -> None:
    """Quick play, the coach, the daily deal, a replay, the standing."""
    person = server.person()
    anna = await come_in(person, "anna", size=(100, 30))
    await anna.wait_for("Play now")
    anna.type(ENTER)  # bots sit down at once
    assert await play(anna, keys=throw, until="Your turn. Space or 1-3 keep")
    anna.type("i")
    await anna.wait_for(lambda text: re.search(r"The coach(.|\n)*in 100 games", text))
    anna.type("i")
    await anna.wait_gone("The coach")
    assert await play(anna, keys=throw, until="DÉCHARGE|game over")
    assert await play(anna, keys=throw, until="game over")
    code = CODE.findall(anna.text)[0]

    await read_card(anna)
    anna.type("q")
    await anna.wait_for("Play now")
    anna.type("d")
    await anna.wait_for("one attempt")
    games = [load["game"] for load in json.loads((await person.run("daily", "--json")).out)]
    anna.type(DOWN * games.index("vingt-et-un") + ENTER)
    await anna.wait_for(CODE.search)
    assert await play(anna, keys=lay, until="game over")
    today, _ = json.loads((await person.run("daily", "vingt-et-un", "--json")).out)
    assert [(row["name"], row["place"]) for row in today["rows"]] == [("anna", 1)]

    await read_card(anna)
    anna.type("q")
    await anna.wait_for(lambda text: "w this week" in text or "Play now" in text)
    if "w this week" in anna.text:
        anna.type(ESCAPE)
    await anna.wait_for("Play now")
    anna.type("v")
    await anna.wait_for("Games to look at again")
    anna.type(DOWN)  # the game before today's deal
    await anna.wait_for(f"table {code}, game 1")
    anna.type(ENTER)
    await anna.wait_for("step")
    before = await settled(lambda: anna.lines)
    anna.type("\x1b[F" + "\x1b[D")  # to the end, and a step back
    await anna.wait_for(lambda _: anna.lines != before)
    anna.type(ESCAPE)
    await anna.wait_for(f"table {code}, game 1")
    anna.type(ESCAPE)
    await anna.wait_for("Play now")

    anna.type("s")
    await anna.wait_for("past games")
    await anna.wait_for("Le 421")
    profile = json.loads((await person.run("profile", "--json")).out)
    assert profile["games"] == 2


async def test_two_meet_by_invitation_and_go_on_the_next_day(server: Server) -> None:
    """A code among friends; a line that breaks; the house closed for the night; the same dice."""
    person, friend = server.person(), server.person()
    anna = await come_in(person, "anna")
    code = await open_table(anna, Game="Le 421", Seats="2", Private="yes")
    assert code not in (await server.guest().run("rooms")).out
    ben = friend.open(user=code, size=(80, 24))
    await ben.wait_for("What shall we call you?")
    ben.type("ben" + ENTER + ENTER)
    await ben.wait_for("is anna's: Le 421.")
    ben.type("y")  # a private table asks first
    await anna.wait_for("ben sits down.")
    anna.type("s")
    for _ in range(3):
        assert await play(anna, ben, keys=throw, until="game over", most=2) == ""
    anna.kill()
    await ben.wait_for("away")
    shown = [line for line in await facts(server, code) if line["fact"]["fact"] == "acted"]

    assert await server.stop() == 0
    await ben.ended()
    assert "Tables and seats are kept: come back soon." in ben.output
    await server.start()
    later = [line for line in await facts(server, code) if line["fact"]["fact"] == "acted"]
    assert later[: len(shown)] == shown

    anna = person.open(size=(80, 24))
    await anna.wait_for(f"Le 421 table {code}")  # whose line broke is led back to the seat
    ben = friend.open(user=code, size=(80, 24))
    await ben.wait_for(code)
    assert await play(anna, ben, keys=throw, until="game over")
    await read_card(anna, ben)
    anna.type("a")  # once more, with one key each
    await ben.wait_for("anna: another game? a agrees.")
    ben.type("a")
    await ben.wait_for("CHARGE")
