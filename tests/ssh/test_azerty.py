"""French keyboards: the row of digits without Shift, as UTF-8 bytes through a real client."""

import re

import pytest

from arcade.engine import registry
from arcade.engine.lesson import lesson
from tests.ssh.process import Server
from tests.ssh.terminal import DOWN, ENTER, RIGHT, Terminal

UNSHIFTED = dict(zip("1234567890", "&é\"'(§è_çà", strict=True))
KEYS = {**UNSHIFTED, "enter": ENTER, "down": DOWN, "right": RIGHT, "plus": "=", "minus": "-"}
"""A person's keys for those of a lesson: never Shift. Where − means minus, 6 is §."""


async def learn(server: Server, name: str) -> Terminal:
    """Begin a game's lesson in French."""
    sent = {"LANG": "fr_FR.UTF-8", "COLORTERM": "truecolor"}
    terminal = server.guest().open(environment=sent, size=(80, 24))
    await terminal.wait_for("Jouer")
    terminal.type("L")
    await terminal.wait_for("Quel jeu voulez-vous apprendre")
    while not re.search(rf"▶ \d\s+{name}\s", terminal.text):
        before = terminal.text
        terminal.type(DOWN)
        await terminal.wait_for(lambda text, before=before: text != before)
    terminal.type(ENTER)
    await terminal.wait_for("étape 1 sur")
    return terminal


@pytest.mark.parametrize("key", ["421", "trente", "vingt-et-un", "golden21"])
async def test_turns_without_shift(server: Server, key: str) -> None:
    game = registry.find(key)
    plan = lesson(game)
    assert plan is not None
    terminal = await learn(server, game.meta.name)
    told = 0
    for number, step in enumerate(plan.steps[:-1], 1):
        await terminal.wait_for(f"étape {number} sur")
        await terminal.wait_gone("On attend")
        for sign in step.keys:
            terminal.type(KEYS.get(sign, sign))
            if sign == "minus":  # the 6 of a French keyboard: it chooses, and only Enter spends
                await terminal.wait_for(" ▸ ")
                assert f"étape {number} sur" in terminal.text
            if sign in ("1", "2"):
                await terminal.wait_for("Clavier AZERTY" if not told else f"étape {number} sur")
                told += 1
    await terminal.wait_for(f"étape {len(plan.steps)} sur")
    assert told
