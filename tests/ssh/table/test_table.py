"""A table as people meet it: two OpenSSH clients play, a third watches, the server is killed."""

import re

from tests.screens.headlines import WON
from tests.ssh.moves import picture, throw
from tests.ssh.process import Server
from tests.ssh.seats import (
    come_in,
    facts,
    more_facts,
    open_table,
    play,
    read_card,
    settled,
    whose_turn,
)
from tests.ssh.terminal import ENTER, Terminal

WIDE, LOG = (160, 45), 107
"""A terminal with the log beside the picture, and the column in which that begins."""


def unmarked(terminal: Terminal) -> list[str]:
    """Return the game's picture without the names' marks, which tell who is here."""
    lines = picture(terminal)[2:]
    return [re.sub(r"\b(you|away)\b", "   ", line).rstrip() for line in lines]


async def test_two_play_charge_and_decharge_while_one_watches(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    code = await open_table(first, Seats="2", Pot="11")
    second = await come_in(ben, "ben", "join", code)
    await first.wait_for("ben sits down.")
    watcher = server.guest().open("watch", code, size=(100, 30))
    await first.wait_for("1 watching")
    first.type("s")
    await watcher.wait_for("CHARGE")
    second.type("t")
    await second.wait_for("say")
    second.type("bonne chance !" + ENTER)
    await watcher.wait_for("bonne chance !")

    while await play(first, second, keys=throw, until="DÉCHARGE|game over") != "DÉCHARGE":
        await read_card(first, second)
        first.type("a")  # one held every token after the charge: the next game
        second.type("a")
        await first.wait_for("CHARGE")
    await watcher.wait_for("DÉCHARGE")
    # In mid-game the server dies; everybody comes back with the same command.
    shown, known = await settled(lambda: unmarked(first)), await facts(server, code)
    await server.restart()
    assert await first.ended() != 0
    assert await facts(server, code) == known
    first, second = anna.open(user=code, size=(80, 24)), ben.open("join", code, size=(80, 24))
    watcher = server.guest().open(user=f"watch-{code}", size=(100, 30))
    for terminal in (first, second, watcher):
        await terminal.wait_for("DÉCHARGE")
    await first.wait_for(lambda _: unmarked(first) == shown)

    assert await play(first, second, keys=throw, until="game over"), first.text
    for terminal in (first, second, watcher):
        await terminal.wait_for("game over")
    kinds = [line["fact"]["fact"] for line in await facts(server, code)]
    assert kinds[-1] != "acted"  # after the last throw the seed is told, and the next one sealed
    assert {"acted", "revealed", "sealed"} <= set(kinds)
    for terminal in (first, second, watcher):
        await terminal.wait_for(WON.search)


async def test_a_table_seen_from_three_terminals_is_the_same(server: Server) -> None:
    first = await come_in(server.person(), "anna", size=WIDE)
    code = await open_table(first, Seats="2", Pot="11")
    second = await come_in(server.person(), "ben", "join", code, size=WIDE)
    await first.wait_for("ben sits down.")
    watcher = server.guest().open("watch", code, size=WIDE)
    await first.wait_for("1 watching")
    first.type("s")
    await first.wait_for("CHARGE")
    rolls: list[str] = []
    for _ in range(3):
        turn = await whose_turn(first, second)
        count = len(await facts(server, code))
        turn.type(ENTER)
        await more_facts(server, code, count)
        await turn.wait_for(lambda _, turn=turn, seen=rolls: rolls_of(turn) != seen)
        rolls = await settled(lambda turn=turn: rolls_of(turn))
        for other in (first, second, watcher):
            await other.wait_for(lambda _, other=other, rolls=rolls: rolls_of(other) == rolls)


def rolls_of(terminal: Terminal) -> list[str]:
    """The hands in the log, whose sentences say "you" to some."""
    log = " ".join(line[LOG:].strip(" │") for line in terminal.lines[1:-3])
    return re.findall(r"\d-\d-\d", log)


async def test_a_broken_line_holds_the_seat_and_a_guest_comes_back_by_code(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first, Seats="2", Pot="11")
    guest = server.guest().open(size=(80, 24))
    shown = await guest.wait_for("resume-")
    resume = re.search(r"resume-([0-9A-Z-]{14})", shown)
    assert resume
    guest.type("/" + code + ENTER)
    await first.wait_for("sits down.")
    first.type("s")
    await guest.wait_for("CHARGE")
    guest.kill()
    await first.wait_for("dropped")
    await first.wait_for("away")
    assert "free" not in first.text
    again = server.guest().open(user=f"resume-{resume[1]}", size=(80, 24))
    await again.wait_for("You are back.")
    await again.wait_for("CHARGE")
    await again.wait_for("you")
    await again.wait_gone("You are back.")
    await first.wait_gone("away")
    await again.wait_for(code)


async def test_from_watching_to_a_seat_in_one_key(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    await first.wait_for("Play now")
    first.type("p")
    shown = await first.wait_for(lambda text: re.search(r"table [A-Z]{5} ", text))
    code = re.findall(r"table ([A-Z]{5}) ", shown)[0]
    watcher = server.guest().open("watch", code, size=(80, 24))
    await watcher.wait_for("You are watching.")
    await first.wait_for("1 watching")
    watcher.type("j")
    await watcher.wait_for("seat from the next round on.")
    await watcher.wait_gone("You are watching.")
    await first.wait_for("1 watching")
    first.type("\t")  # to the log, which names who watches
    await first.wait_for("guest")


async def test_resizing_in_mid_game_draws_everything_anew(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    await first.wait_for("Play now")
    first.type("p")
    await first.wait_for("CHARGE")
    for size in ((160, 45), (80, 24), (100, 30)):
        first.resize(*size)
        shown = await first.wait_for(
            lambda text: "Pot 21" in text and "help" in text.splitlines()[-1]
        )
        assert all(len(line) <= size[0] for line in shown.splitlines())
    first.resize(60, 15)
    await first.wait_for(lambda text: "80" in text and "24" in text)
    first.resize(80, 24)
    await first.wait_for("CHARGE")


async def test_the_lobby_says_that_a_code_names_no_table(server: Server) -> None:
    for user in ("kafel", "NOSUC"):  # NOSUC can be no code, but was certainly meant for one
        guest = server.guest().open(user=user)
        await guest.wait_for(f"There is no table {user.upper()}.")
        await guest.wait_for("Play now")
