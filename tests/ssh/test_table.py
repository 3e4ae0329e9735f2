"""A table as people meet it: two OpenSSH clients play, a third watches, the server is killed."""

import asyncio
import json
import re
from collections.abc import Callable

from tests.ssh.client import Client
from tests.ssh.process import Server
from tests.ssh.terminal import DOWN, ENTER, LEFT, PATIENCE, RIGHT, Terminal

PICTURE = 53
"""The cells of the game's picture in a terminal of 80; right of it is the log."""


async def come_in(
    client: Client, name: str, *words: str, size: tuple[int, int] = (80, 24)
) -> Terminal:
    """Log in for the first time and choose a name."""
    terminal = client.open(*words, size=size)
    await terminal.wait_for("What shall we call you?")
    terminal.type(name + ENTER)
    return terminal


async def open_table(terminal: Terminal) -> str:
    """Open a table of two with eleven tokens; gives its code."""
    await terminal.wait_for("Play now")
    terminal.type("n")
    await terminal.wait_for("A new table")
    await terminal.press(DOWN, LEFT)
    await terminal.wait_for(lambda text: re.search(r"Seats\s+◀?\s+2 ", text))
    await terminal.press(DOWN, DOWN, DOWN, DOWN, RIGHT)
    await terminal.wait_for(lambda text: re.search(r"Pot\s+◀?\s+11 ", text))
    terminal.type(ENTER)
    shown = await terminal.wait_for(lambda text: re.search(r"table [A-Z]{5} ", text))
    found = re.search(r"table ([A-Z]{5}) ", shown)
    assert found
    return found[1]


async def play(*players: Terminal, until: str, most: int = 600) -> str:
    """Throw, and stand on the first throw, for whoever's turn it is, until one sees a word."""
    for _ in range(most):
        turn = await whose_turn(*players, until=until)
        if found := re.search(until, players[0].text):
            return found[0]
        before = turn.text
        turn.type("s" if re.search(r" s (stand|stop)", turn.lines[-1]) else ENTER)
        await turn.wait_for(lambda text, before=before: text != before)
    raise AssertionError(f"no {until!r} after {most} keys:\n{players[0].text}")


async def whose_turn(*players: Terminal, until: str = "(?!)") -> Terminal:
    """Wait until one of the players may act, or the first sees a word; gives that terminal."""
    async with asyncio.timeout(PATIENCE):
        while not re.search(until, players[0].text):
            for one in players:
                if "Your turn." in one.text:
                    return one
            await asyncio.sleep(0.01)
    return players[0]


async def facts(server: Server, code: str) -> list[dict[str, object]]:
    """Read a table's record as a script does."""
    said = await server.guest().run("record", code)
    assert said.code == 0, said.err
    return [json.loads(line) for line in said.out.splitlines()]


def picture(terminal: Terminal) -> list[str]:
    """Give the game's picture without the names' marks, which tell who is here."""
    lines = [line[:PICTURE].rstrip() for line in terminal.lines[2:20]]
    return [re.sub(r"\b(you|away)\b", "   ", line).rstrip() for line in lines]


async def test_two_play_charge_and_decharge_while_one_watches(server: Server) -> None:
    anna, ben = server.person(), server.person()
    first = await come_in(anna, "anna")
    code = await open_table(first)
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

    while await play(first, second, until="DÉCHARGE|game over") != "DÉCHARGE":
        first.type("a")  # one held every token after the charge: the next game
        await first.wait_for("CHARGE")
    await watcher.wait_for("DÉCHARGE")
    # In mid-game the server dies; everybody comes back with the same command.
    shown, known = await settled(lambda: picture(first)), await facts(server, code)
    await server.restart()
    assert await first.ended() != 0
    assert await facts(server, code) == known
    first, second = anna.open(user=code, size=(80, 24)), ben.open("join", code, size=(80, 24))
    watcher = server.guest().open(user=f"watch-{code}", size=(100, 30))
    for terminal in (first, second, watcher):
        await terminal.wait_for("DÉCHARGE")
    await first.wait_for(lambda _: picture(first) == shown)

    await play(first, second, until="game over")
    for terminal in (first, second, watcher):
        await terminal.wait_for("game over")
    winner = (await facts(server, code))[-1]
    assert winner["fact"]["fact"] == "acted"  # type: ignore[index]
    for terminal in (first, second, watcher):
        await terminal.wait_for(lambda text: re.search(r"★ .*\bwins?[.!]", text))


async def test_a_table_seen_from_three_terminals_is_the_same(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first)
    second = await come_in(server.person(), "ben", "join", code)
    watcher = server.guest().open("watch", code, size=(80, 24))
    await first.wait_for("1 watching")
    first.type("s")
    await first.wait_for("CHARGE")
    for _ in range(3):
        turn = await whose_turn(first, second)
        count = len(await facts(server, code))
        turn.type(ENTER)
        async with asyncio.timeout(10):
            while len(await facts(server, code)) == count:
                await asyncio.sleep(0.05)
        log = await settled(lambda turn=turn: log_of(turn))
        for other in (first, second, watcher):
            await other.wait_for(lambda _, other=other, log=log: log_of(other) == log)


def log_of(terminal: Terminal) -> list[str]:
    return [line[PICTURE:] for line in terminal.lines[1:20]]


async def settled(look: Callable[[], list[str]]) -> list[str]:
    """Give what is seen when it has stopped changing."""
    before: list[str] = []
    while (now := look()) != before:
        before = now
        await asyncio.sleep(0.5)
    return now


async def test_a_broken_line_holds_the_seat_and_a_guest_comes_back_by_code(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first)
    guest = server.guest().open(size=(80, 24))
    shown = await guest.wait_for("resume-")
    resume = re.search(r"resume-([0-9A-Z-]{14})", shown)
    assert resume
    guest.type("\x1b[B" + ENTER)
    await first.wait_for("sits down.")
    first.type("s")
    await guest.wait_for("CHARGE")
    guest.kill()
    await first.wait_for("away")
    assert "free" not in first.text
    again = server.guest().open(user=f"resume-{resume[1]}", size=(80, 24))
    await again.wait_for("Play now")
    again.type("\x1b[B" + ENTER)
    await again.wait_for("CHARGE")
    await again.wait_for("you")
    await first.wait_gone("away")
    assert code in again.text


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
    await watcher.wait_gone("You are watching.")
    await first.wait_gone("1 watching")
    await first.wait_for("guest")


async def test_resizing_in_mid_game_draws_everything_anew(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    await first.wait_for("Play now")
    first.type("p")
    await first.wait_for("CHARGE")
    for size in ((160, 45), (80, 24), (100, 30)):
        first.resize(*size)
        shown = await first.wait_for(
            lambda text, size=size: "CHARGE" in text and "help" in text.splitlines()[-1]
        )
        assert all(len(line) <= size[0] for line in shown.splitlines())
    first.resize(60, 15)
    await first.wait_for(lambda text: "80" in text and "24" in text)
    first.resize(80, 24)
    await first.wait_for("CHARGE")


async def test_two_people_pressing_at_once_make_one_move(server: Server) -> None:
    first = await come_in(server.person(), "anna")
    code = await open_table(first)
    second = await come_in(server.person(), "ben", "join", code)
    await first.wait_for("ben sits down.")
    first.type("s")
    await second.wait_for("CHARGE")
    before = len(await facts(server, code))
    for _ in range(3):
        first.type(ENTER)
        second.type(ENTER)
    await asyncio.sleep(1)
    acted = [one["fact"] for one in (await facts(server, code))[before:]]
    # Each acted for itself only, in turn, and nobody twice from the same picture.
    assert acted and all(one["fact"] == "acted" for one in acted)  # type: ignore[index]
    seats = [one["seat"] for one in acted]  # type: ignore[index]
    assert seats == sorted(seats, key=seats.index)
