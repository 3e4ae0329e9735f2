"""A game of 421 that goes to la belle, and its rematch, through real `ssh`, with dice of the test.

With --rewrite-pictures it becomes docs/pictures/rematch.cast.
"""

from contextlib import suppress
from functools import partial

import pytest

from tests.screens.headlines import in_large
from tests.ssh.film import FOLDER, Film, draw, scenes, take
from tests.ssh.inside import Inside
from tests.ssh.seats import come_in, may_act, open_table, read_card
from tests.ssh.terminal import ENTER
from tests.waiting import until

DICE = (
    *(6, 1),  # Anna leads
    *(4, 2, 1, 3, 3, 1),  # ten tokens for Ben
    *(6, 5, 4, 2, 2, 1),  # Ben leads; Anna's nénette takes the last one of 11
    *(4, 2, 1, 6, 6, 5),  # Ben, who leads the décharge, gives his ten to Anna: one all
    *(6, 6, 5, 3, 2, 1),  # Ben leads la belle, and Anna wins it
    *(6, 1),  # Anna leads the rematch
)


async def test_a_game_goes_to_the_belle_and_is_played_again(
    written: Inside, request: pytest.FixtureRequest
) -> None:
    written.context.club.address = "play.example.org"
    anna = await come_in(written.person(), "Anna")
    code = await open_table(anna, Game="Le 421", Seats="2", Pot="11")
    ben = await come_in(written.person(), "Ben", "join", code)
    await anna.wait_for("Ben sits down.")
    anna.type("s")
    film = Film(anna, ben) if request.config.getoption("rewrite_pictures") else None
    scene = partial(take, film)
    (host,) = written.context.club.rooms
    await until(lambda: host.room.phase == "playing")
    while host.room.phase == "playing":
        before, state = host.room.version, host.room.state
        terminal = (anna, ben)[state.turn]
        if state.phase == "belle":
            await anna.wait_for("· la belle")
            await ben.wait_for("· la belle")
        await terminal.wait_for(lambda _, terminal=terminal: may_act(terminal))
        if state.phase == "belle":
            await scene("la belle", 3)
        while host.room.version == before:  # the first Enter may only end what still moves
            terminal.type("s" if state.throws else ENTER)
            with suppress(TimeoutError):
                await until(lambda before=before: host.room.version > before, 5)
    await anna.wait_for(in_large("You win"))
    await ben.wait_for("wins la belle")
    answer = await written.guest().run("record", code)
    assert sum('"acted"' in line for line in answer.out.splitlines()) == 12, answer.out
    assert (host.room.state.winners, host.room.state.manches_won) == ((0,), (2, 1))
    await read_card(anna, ben)
    await scene("the result", 6)
    ben.type("tWell played!" + ENTER + "Another one?" + ENTER)
    await anna.wait_for("Ben: Another one?")
    await scene("the talk line stays open", 4)
    ben.type(ENTER + "a")
    await anna.wait_for("Ben: another game? a agrees.")
    await ben.wait_for("You are ready. Waiting for Anna.")
    assert in_large("You win") in anna.text, "nobody's card is taken away"
    await scene("Ben is ready", 4)
    anna.type("a")
    for terminal in (anna, ben):
        await terminal.wait_for("CHARGE")
    await scene("a new game", 4)
    if film is not None:
        film.write("rematch", "two people: a game's end, and a rematch", (80, 49))


def test_the_recording_goes_from_la_belle_to_the_next_game() -> None:
    shown = [
        "\n".join("".join(piece.text for piece in line) for line in at)
        for *_, at in scenes("rematch")
    ]
    assert shown[0].count("· la belle") == shown[-1].count("CHARGE") == 2
    assert in_large("You win") in shown[-2] and in_large("Anna wins") in shown[-2]
    assert "Ben: another game? a agrees." in shown[-2] and "Waiting for Anna." in shown[-2]


def test_its_picture_is_drawn_from_it() -> None:
    drawn = (FOLDER / "rematch.svg").read_text("utf-8")
    assert drawn == draw("rematch"), "python -m tests.ssh.film rematch"
