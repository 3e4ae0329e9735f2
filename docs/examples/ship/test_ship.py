"""The game of two files through real ssh: by keys, in lines, read aloud, retold, daily deal."""

import re

from arcade.club.i18n.rulebook import rules
from arcade.engine import Replay, registry
from ship.rules import GAME, Stop, Throw
from tests.ssh.conftest import _close_terminals, server  # noqa: F401  fixtures
from tests.ssh.process import Server
from tests.ssh.seats import come_in, open_table, play
from tests.ssh.terminal import ENTER, Terminal
from tests.ssh.test_plain import Pipe, it_can_be_told_again


def test_a_ship_a_captain_and_a_crew_come_aboard_in_this_order() -> None:
    draws = Replay((0, 5, 4, 3, 6, 1, 5, 5, 2, 4, 1, 2, 6, 3))
    state = GAME.setup(GAME.options(), 2, draws)
    state = GAME.apply(state, 0, Throw(), draws)
    assert (state.aboard, state.dice) == (3, (3, 1))
    assert [offer.action for offer in GAME.legal(state, 0)] == [Throw(), Stop()]
    state = GAME.apply(state, 0, Stop(), draws)
    assert (state.scores, state.turn) == ((4, 0), 1)
    state = GAME.apply(state, 1, Throw(), draws)
    assert (state.aboard, state.dice) == (0, (5, 5, 4, 2, 1)), "no captain without a ship"
    assert [offer.action for offer in GAME.legal(state, 1)] == [Throw()]


def test_its_page_is_derived() -> None:
    assert rules("ship").startswith("# Ship, Captain and Crew\n\nFind a ship (6)")
    assert registry.named("ship captain and crew") is GAME


async def test_a_whole_game_by_keys(server: Server) -> None:
    anna = await come_in(server.person(), "anna")
    await open_table(anna, Game="Ship, Captain and Crew", Seats="2")
    anna.type("s")
    await anna.wait_for("sails first.")
    assert await play(anna, keys=key, until="game over")
    await anna.wait_for(lambda text: re.search(r"★ .*\bwins?\b", text))


def key(terminal: Terminal) -> str:
    return "s" if re.search(r"\bs stop", terminal.lines[-1]) else ENTER


async def play_in_lines(pipe: Pipe, verb: str) -> None:
    """Play to the end by typing a verb at one's turn: choices are listed when they are new."""
    while not (await pipe.until(r"\bturn\.|^Write again|^The daily deal")).startswith("W"):
        pipe.type(verb)


async def test_a_whole_game_in_lines(server: Server) -> None:
    pipe = await Pipe.open(server.guest(), "plain")
    pipe.type("new ship 2")
    code = (await pipe.until("^Table ")).split()[1].rstrip(",")
    pipe.type("start")
    await pipe.until(r"^1\. throw")
    pipe.type("odds")
    await pipe.until("^My advice: throw. Found by playing 200 games on at random")
    await pipe.until("^Worth of each choice, in games of 100 won")
    pipe.type("stop")
    await pipe.until("cannot be done now|none of your choices")
    pipe.type("throw")
    await pipe.until(r"throws .*: (no ship|a ship, no captain|no crew yet|all aboard)\.")
    pipe.type("look")
    await pipe.until(f"^Table {code}, Ship, Captain and Crew. Scores: ")
    await pipe.until("Dice: ")
    await pipe.until(r"^1\. throw")
    pipe.type("throw")
    await play_in_lines(pipe, "throw")
    assert any(re.search(r"The richest cargo: ", line) for line in pipe.said)
    assert any(re.search(r" wins?\. Place 1, ", line) for line in pipe.said)
    await it_can_be_told_again(pipe, code)
    pipe.type("quit")
    assert await pipe.end() == 0, pipe.said[-5:]


async def test_the_daily_deal(server: Server) -> None:
    person = server.person()
    pipe = await Pipe.open(person, "plain")
    await pipe.until("name|call you")
    pipe.type("anna")
    pipe.type("daily ship")
    await pipe.until(r"^1\. throw")
    pipe.type("throw")
    await play_in_lines(pipe, "throw")
    shown = ""
    while "anna" not in shown:  # it is stored a moment after the end
        pipe.type("results ship")
        shown = await pipe.until("anna|Nobody has finished")
    pipe.type("quit")
    assert await pipe.end() == 0, pipe.said[-5:]
