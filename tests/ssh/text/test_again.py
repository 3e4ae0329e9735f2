"""A result to paste anywhere, and one's costliest choice again, over a real ssh."""

import base64
import re

import msgspec
import pytest

from arcade.players.player import Player
from server.doors.context import arcade_app
from tests.people import play
from tests.ssh.client import Client, name_owner
from tests.ssh.inside import Inside
from tests.waiting import change


@pytest.fixture
async def jeanne(inside: Inside) -> tuple[Client, Player]:
    """A person with a key, who meets the real app."""
    inside.context.make_app = arcade_app
    person, club = inside.person(), inside.context.club
    return person, await name_owner(club, person.key, "Jeanne")


async def test_results_of_the_day_can_be_pasted_from_a_command_and_by_the_terminal(
    inside: Inside, jeanne: tuple[Client, Player]
) -> None:
    (person, player), club = jeanne, inside.context.club
    nothing = await person.run("daily", "--share")
    assert nothing.code == 1 and "finished none" in nothing.err + nothing.out
    await play(await club.play_daily(player, "421"))
    await club.daily.settle()
    shared = await person.run("daily", "--share")
    assert shared.code == 0 and re.search("[🟩⬜]{5} Le 421", shared.out)
    terminal = person.open()
    await terminal.wait_for("daily deal")
    terminal.type("d")
    await terminal.wait_for("Yesterday")
    terminal.type("c")
    await terminal.wait_for("Copied")
    copied = terminal.raw.split(b"\x1b]52;c;")[1].split(b"\x07")[0]
    assert base64.b64decode(copied).decode().split() == shared.out.split()


async def test_the_costliest_choice_is_played_again_by_a_command(
    inside: Inside, jeanne: tuple[Client, Player]
) -> None:
    (person, player), club = jeanne, inside.context.club
    session = await club.quick_play(player, "421", "")
    code = session.code
    while session.table().phase == "playing":
        if offers := session.table().offers:  # the last is to roll no more: it gives much away
            await session.act(msgspec.to_builtins(offers[-1].action))
        else:
            await change(session)
    session.detach()
    assert "ssh -t" in (await person.run("retry", code)).err
    assert "no table" in (await person.run("retry", "ZZZZZ", options=("-t", "-t"))).out
    assert (await person.run("retry", code, "x")).code == 2
    terminal = person.open("retry", code)
    await terminal.wait_for("BRANCH")
    assert not club.standings.history(player, player)[1:], "it counts for nothing"
