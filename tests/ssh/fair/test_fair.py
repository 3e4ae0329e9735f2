"""Sealed dice and the daily deal through ssh: a record that verifies, a deal to its result."""

import json
import sys
from pathlib import Path

from server.hosting import verify
from tests.ssh.client import run
from tests.ssh.moves import lay, throw
from tests.ssh.process import ARCADE, Server, ran
from tests.ssh.seats import CODE, come_in, open_table, play
from tests.ssh.terminal import DOWN, ENTER


async def test_a_game_whose_record_is_verified(server: Server, tmp_path: Path) -> None:
    anna = await come_in(server.person(), "anna")
    code = await open_table(anna, Game="Le 421", Seats="2", Pot="11")
    await anna.wait_for("dice sealed: ")
    ben = await come_in(server.person(), "ben", "join", code)
    await anna.wait_for("ben sits down.")
    ben.type("F")
    await ben.wait_for("The next game, number 1")
    ben.type("wmoules frites" + ENTER)
    await ben.wait_for("Your words: moules frites")
    ben.type("\x1b")
    await anna.wait_for("ben gives words")
    before = (await server.guest().run("record", code)).out
    assert "moules" not in before
    anna.type("s")
    assert await play(anna, ben, keys=throw, until="game over")
    record = (await server.guest().run("record", code)).out
    file, script = tmp_path / "record.jsonl", tmp_path / "sceptic.py"
    script.write_bytes(Path(verify.__file__).read_bytes())
    file.write_text(record)
    alone = (sys.executable, "-I", "-S", str(script))
    for command in ((ARCADE, "verify"), alone):
        answer = await run(*command, str(file), cwd=tmp_path)
        assert answer.code == 0, answer
        assert "game 1: holds" in answer.out
    assert "moules frites" in record
    file.write_text(record.replace("moules frites", "steak frites"))
    answer = await ran("verify", file)
    assert answer.code == 1
    assert "the words of seat 2 are not those it had committed to" in answer.out
    assert server.log.count("seed") == 0


async def test_a_daily_deal_from_the_lobby_to_its_result(server: Server) -> None:
    person = server.person()
    anna = await come_in(person, "anna")
    await anna.wait_for("Play now")
    assert "to play" in (await person.run("daily")).out
    games = [load["game"] for load in json.loads((await person.run("daily", "--json")).out)]
    anna.type("d")
    await anna.wait_for("one attempt")
    anna.type(DOWN * games.index("vingt-et-un") + ENTER)
    await anna.wait_for(CODE.search)
    assert await play(anna, keys=lay, until="game over")
    today, yesterday = json.loads((await person.run("daily", "vingt-et-un", "--json")).out)
    (row,) = today["rows"]
    assert (row["name"], row["place"], row["yours"], today["state"]) == ("anna", 1, True, "done")
    assert (yesterday["rows"], today["seed"]) == ([], None)
    text = (await server.guest().run("daily", "vingt-et-un")).out
    assert "Place 1, anna: " in text
    assert today["commitment"] in text
    answer = await server.guest().run("record", row["code"])
    assert (answer.code, answer.out) == (1, "")
    assert "the day after" in answer.err
    assert (await server.guest().run("daily", "chess")).code == 1
    wrong = await server.guest().run("daily", "421", "more")
    assert wrong.code == 1 and "no game 421 more" in wrong.err
