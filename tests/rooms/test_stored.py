"""Facts stored by earlier versions: they are read, and bring about the same rooms.

`stored/*.jsonl` was written by the first schema, one game a file, and is never written again.
"""

from pathlib import Path

import pytest

from arcade.rooms import facts
from arcade.rooms.facts import Acted, Created
from arcade.rooms.room import Room, fold
from arcade.rooms.table_rules import TableRules

FILES = sorted((Path(__file__).parent / "stored").glob("*.jsonl"))


def read(file: Path) -> list[facts.Stored]:
    return [facts.decode(line) for line in file.read_bytes().splitlines()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_old_facts_still_fold(file: Path) -> None:
    stored = read(file)
    assert {one.v for one in stored} == {1}
    created = stored[0].fact
    assert isinstance(created, Created) and created.table == TableRules()
    room = fold(stored)
    assert room.version == len(stored) and room.game == file.stem
    assert room.phase == ENDS.get(file.stem, "playing")
    assert sum(isinstance(one.fact, Acted) for one in stored) > 10
    assert not room.asked and not room.paused and len(room.clocks.since) == len(room.chairs)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_old_facts_written_anew_are_the_same_room(file: Path) -> None:
    stored = read(file)
    again: Room = fold([facts.decode(facts.encode(one)) for one in stored])
    assert again == fold(stored)


ENDS = {"421": "closed", "golden-zero": "over"}


def test_there_is_a_file_for_every_game_of_that_time() -> None:
    assert {file.stem for file in FILES} == {
        "421",
        "golden-zero",
        "golden21",
        "trente",
        "vingt-et-un",
    }
