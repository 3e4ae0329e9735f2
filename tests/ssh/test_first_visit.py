"""A first visit from end to end: a French guest is shown round, learns Le 421, and plays it."""

import re

from arcade.engine import registry
from arcade.lessons.lesson import lesson
from tests.ssh.process import Server
from tests.ssh.terminal import DOWN, ENTER

SENT = {"enter": ENTER, "space": " "}


async def test_a_guest_is_shown_round_learns_a_game_and_plays_it(server: Server) -> None:
    plan = lesson(registry.find("421"))
    assert plan is not None
    guest = server.guest().open(size=(80, 24), environment={"LANG": "fr_FR.UTF-8"})
    await guest.wait_for("Première visite ?")
    guest.type("h")
    await guest.wait_for("Où suis-je ?")
    guest.type(ENTER + ENTER)
    await guest.wait_for(re.compile(r"ssh resume-[0-9A-Z-]{14}@…").search)
    guest.type("L")
    await guest.wait_for("▶  21")
    guest.type(DOWN + DOWN + "L")
    for number, step in enumerate(plan.steps[:-1], 1):
        await guest.wait_for(f"étape {number} sur {len(plan.steps)}")
        guest.type("".join(SENT.get(key, key) for key in step.keys))
    await guest.wait_for("La leçon est finie.")
    assert "Trois as" in guest.text
    assert (await server.guest().run("rooms")).out.count("421") == 0
    guest.type(ENTER)
    await guest.wait_for(re.compile(r"Le 421 table [A-Z]{5}").search)
