"""The puzzle of the day in plain mode, as a command, and through the API."""

import json

import pytest

from arcade.club.club import Club
from arcade.club.i18n.words import Words
from arcade.club.speech.actions import label
from arcade.engine import registry
from arcade.engine.codec import action_from
from arcade.eventlog.memory import MemoryLog
from tests.server.text.talk import Talk
from tests.server.text.test_api_protocol import Client, Commands


async def best(club: Club, language: str = "en") -> str:
    """Return the best choice of today's puzzle of Trente, as one writes it."""
    posed = await club.puzzles.posed("trente")
    action = action_from(registry.find("trente"), posed.best)
    return label(Words(language), "trente", action, ())


@pytest.mark.parametrize(
    ("language", "puzzle", "asks", "right", "solved"),
    [
        ("en", "puzzle", "which choice is the best?", "Right: that is", "1 puzzle solved"),
        ("fr", "problème", "quel est le meilleur", "Juste :", "1 problème résolu"),
    ],
)
async def test_a_puzzle_is_solved_in_lines(
    talk: Talk, language: str, puzzle: str, asks: str, right: str, solved: str
) -> None:
    await talk.answer(f"language {language}")
    answer = await best(talk.session.club, language)
    assert asks in await talk.answer(f"{puzzle} trente")
    sentence = await talk.answer(answer)
    assert right in sentence and (". It " in sentence or ". Ce choix " in sentence)
    await talk.answer("leave")
    assert solved in await talk.answer(puzzle)


async def test_a_puzzle_is_solved_by_a_command() -> None:
    club = await Club.open(MemoryLog())
    output: list[str] = []
    commands = Commands(club, output)
    answer = await best(club)
    await commands.run("puzzle trente")
    assert (
        "keep dice" in output[-2] and "To answer: ssh play@… puzzle trente CHOICE\n" in output[-2]
    )
    await commands.run("puzzle trente --json", "puzzle trente dance", f"puzzle trente {answer}")
    position = json.loads(output[-9])
    assert position["game"] == "trente" and len(position["names"]) > 1 and position["view"]
    assert output[-2].startswith("Right: that is the best choice.\nThe coach: ")
    await commands.run("puzzle trente")
    assert output[-2].startswith("Trente: solved, found by 1 of 1")
    await commands.run("puzzle --json")
    listed = json.loads(output[-2])
    assert (listed["solved"], listed["puzzles"][-1]["state"]) == (1, "solved")
    await commands.run("puzzle", "puzzle chess", language="fr")
    assert "Trente : résolu" in "".join(output) and output[-1] == "= 1\n"
    await commands.run("puzzle trente", key="")
    assert output[-2].startswith("! This needs an SSH key.")
    await club.close()


async def test_a_time_zone_and_a_deal_are_asked_for_in_writing() -> None:
    club = await Club.open(MemoryLog())
    output: list[str] = []
    await Commands(club, output).run("zone paris", "zone --json", "zone atlantis")
    assert "Europe/Paris" in output[1] and json.loads(output[4]) == {"zone": "Europe/Paris"}
    assert output[-1] == "= 1\n"
    anna = Client(club, output, "anna")
    await anna.begin()
    await anna.asks({"do": "name", "name": "Anna"}, {"do": "daily", "game": "trente"})
    await anna.asks({"do": "daily", "id": 1})
    events = [json.loads(line.partition(" < ")[2]) for line in output if " < " in line]
    (answer,) = [event for event in events if event.get("id") == 1]
    states = {deal["game"]: deal["state"] for deal in answer["deals"]}
    assert states["trente"] == "begun" and states["421"] == "new"
    assert any(event["event"] == "table" for event in events)
    await anna.end()
    await club.close()


async def test_a_puzzle_is_solved_by_a_program() -> None:
    club = await Club.open(MemoryLog())
    posed = await club.puzzles.posed("trente")
    output: list[str] = []
    anna = Client(club, output, "anna")
    await anna.begin()
    await anna.asks({"do": "name", "name": "Anna"}, {"do": "puzzle", "id": 1, "game": "trente"})
    await anna.asks({"do": "act", "id": 2, "action": posed.best}, {"do": "puzzle", "id": 3})
    events = [json.loads(line.partition(" < ")[2]) for line in output if " < " in line]
    tables = [event["table"] for event in events if event["event"] == "table"]
    assert tables[0]["code"] == "PUZZLE" and tables[0]["your_turn"]
    (judged,) = [event for event in events if event.get("id") == 2]
    assert judged["right"] and judged["best"]["why"]["text"]
    (listed,) = [event for event in events if event.get("id") == 3]
    assert listed["solved"] == 1
    await anna.end()
    await club.close()
