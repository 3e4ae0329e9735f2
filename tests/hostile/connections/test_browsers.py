"""Row 59: who floods the door for browsers, while others play by SSH."""

import asyncio
from contextlib import suppress

import pytest

from tests.hostile.conftest import Tell
from tests.hostile.people import USUAL, WORST, Attacker, Person, memory, of_networks, processor
from tests.ssh.process import Server
from tools.soak.browsers import WAYS, Door, Way, flood

SECONDS = 0.8
GROWN = 40
"""Megabytes by which a server may grow meanwhile."""


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.attack(59, "a flood at the door for browsers")
async def test_floods(server: Server, attacker: Attacker, figures: Tell, way: Way) -> None:
    person = await Person.come(server)
    before, used = memory(server), processor(server)

    async def attack(address: str) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                await flood(Door(server.web_port, address), way)

    addresses = [network.address for network in of_networks(attacker)]
    waits = await person.react_while(*map(attack, addresses))
    grown = (memory(server) - before) / 1e6
    work = processor(server) - used
    figures(f"{way.__name__}; {waits}; {grown:+.0f} MB; {work:.1f} s of work")
    assert waits.usual_ratio < USUAL
    assert waits.worst_ratio < WORST
    assert grown < GROWN
    await person.leave()
