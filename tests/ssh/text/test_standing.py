"""Leaderboards and profiles for scripts."""

import json

from tests.club.standings.test_standing import SHORT
from tests.club.standings.test_standing import play as play_here
from tests.people import sit_down
from tests.screens.headlines import WON
from tests.ssh.client import Client, name_owner
from tests.ssh.inside import Inside
from tests.ssh.moves import throw
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, play, read_card


async def played(inside: Inside, name: str, games: int = 2) -> Client:
    """Let a person with a key play against another, and bots."""
    person, club = inside.person(), inside.context.club
    player = await name_owner(club, person.key, name)
    other = await club.choose_name(club.accounts.known(f"SHA256:{name}"), f"Not{name}")
    table_sessions = await sit_down(club, player, other, options=SHORT, seats=3)
    for _ in range(games):
        await play_here(*table_sessions)
    await club._ledger._finish()
    return person


async def test_top_gives_the_boards(inside: Inside) -> None:
    assert "Nobody is rated yet." in (await inside.guest().run("top")).out
    person = await played(inside, "Jeanne")
    answer = await inside.guest().run("top", "421")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == "Le 421:" and len(lines) == 3
    assert {line.split()[2] for line in lines[1:]} == {"Jeanne:", "NotJeanne:"}
    assert "2 games" in lines[1] and "first impression" in lines[2]
    board = json.loads((await person.run("top", "421", "--json")).out)
    assert [row["yours"] for row in board["rows"] if row["yours"]] == [True]
    assert len(json.loads((await inside.guest().run("top", "--json")).out)) == 5
    wrong = await inside.guest().run("top", "belote")
    assert wrong.code == 1 and "belote" in wrong.err
    wrong = await inside.guest().run("top", "421", "trente")
    assert wrong.code == 1 and "no game 421 trente" in wrong.err


async def test_profile_gives_somebodys_standing(inside: Inside) -> None:
    person = await played(inside, "Jeanne")
    own, asked = await person.run("profile"), await inside.guest().run("profile", "jeanne")
    assert own == asked and own.code == 0
    assert own.out.startswith("Jeanne: 2 games")
    assert own.out.isascii() and "Days in a row: 1" in own.out and "Le 421" in own.out
    profile = json.loads((await inside.guest().run("profile", "Jeanne", "--json")).out)
    assert profile["games"] == 2 and len(profile["lines"][0]["ratings"]) == 2
    assert "SHA256" not in str(profile)
    assert (await inside.guest().run("profile")).code == 1
    unknown = await inside.guest().run("profile", "nobody-here")
    assert unknown.code == 1 and "nobody-here" in unknown.err


async def test_a_game_played_over_ssh_counts_and_is_seen_there(server: Server) -> None:
    """One person, the real server and client: a game, the table's line, the screen, a restart."""
    person = server.person()
    terminal = await come_in(person, "Jeanne", size=(100, 30))
    await open_table(terminal, Seats="2", Pot="11")
    await terminal.wait_for(lambda text: "CHARGE" in text or "start now" in text)
    if "start now" in terminal.lines[-1]:
        terminal.type("s")
    assert await play(terminal, keys=throw, until=WON.pattern)
    assert "Your rating" not in terminal.text, "alone against bots one may leave when one loses"
    await read_card(terminal)
    terminal.type("q")
    await terminal.wait_for("Play now")
    terminal.type("s")
    await terminal.wait_for("1 game · ")
    terminal.type("\t")
    await terminal.wait_for("Nobody is rated yet.")
    terminal.close()
    before = await person.run("profile", "--json")
    assert json.loads(before.out)["games"] == 1
    await server.restart()
    assert await person.run("profile", "--json") == before
