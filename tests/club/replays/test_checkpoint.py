"""The tree of the day's checkpoint: the same from every process, and it only grows."""

import asyncio
import hashlib
import json
from collections.abc import Callable

import msgspec
import pytest

from arcade.club.replays import checkpoint
from arcade.club.replays.checkpoint import PUBLISH_AFTER, Checkpoints, leaves, proof, tree
from arcade.eventlog.log import EventLog
from arcade.eventlog.memory import MemoryLog
from arcade.players.results import DAY
from arcade.rooms import decide, facts
from arcade.rooms.host import stream
from server.hosting import verify
from tests.fair.tables import SHORT, Played, daily, evening, exhausted
from tests.people import ANNA


async def store(events: EventLog, table: Played, after: int = 0, token: int = 0) -> int:
    assert table.room is not None
    data = [facts.encode(stored_fact) for stored_fact in table.stored[after:]]
    return await events.append(stream(table.room.code), data, token)


def of(*hashes: bytes) -> bytes:
    """Make the root as RFC 6962 tells it (2.1), from the top."""
    if len(hashes) == 1:
        return hashes[0]
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + of(*hashes[:half]) + of(*hashes[half:])).digest()


def test_the_tree_and_its_proofs_are_those_of_the_rfc() -> None:
    for size in range(1, 40):
        hashes = [hashlib.sha256(bytes([n])).digest() for n in range(size)]
        levels = exhausted(tree(hashes))
        root = levels[-1][0]
        assert root == of(*hashes)
        for index in range(size):
            path = proof(levels, index)
            given = (path.leaf, path.index, path.path)
            assert verify.in_tree(*given, size, root.hex())
            for wrong in range(size + 2):
                assert verify.in_tree(path.leaf, wrong, path.path, size, root.hex()) is (
                    wrong == index
                )
            assert not verify.in_tree(*given, size, of(*hashes, root).hex())
            assert not verify.in_tree(path.leaf, index, (*path.path, root.hex()), size, root.hex())


def ended(game: str) -> Played:
    """A daily deal that is given up."""
    table = begun(game)
    table.ask("end", ANNA)
    return table


def marked(game: str) -> Played:
    """A daily deal that goes on when its day is over."""
    table = begun(game)
    table.do(lambda room, _: decide.end_day(room))
    table.play(2)
    return table


def begun(game: str) -> Played:
    table = Played(game, 2 if game == "vingt-et-un" else 3, code="KAFEL", day="1970-01-02")
    table.sit(ANNA)
    table.start()
    table.play(1)
    return table


@pytest.mark.parametrize("game", SHORT)
@pytest.mark.parametrize("make", [evening, daily, ended, marked])
def test_the_verifier_makes_the_same_leaves_from_the_record_alone(
    game: str, make: Callable[[str], Played]
) -> None:
    table = make(game)
    record = verify.Table(verify.read(map(json.dumps, table.record(("1970-01-02",)))))
    made = [leaf for each in record.games for leaf in each.leaves("KAFEL")]
    exhausted_leaves = exhausted(leaves(table.stored, 2 * DAY + 1))
    assert [(entry.at, entry.hash.hex()) for entry in exhausted_leaves] == [
        (at, entry) for at, _, entry in made
    ]
    assert len(exhausted(leaves(table.stored, 2 * DAY))) == len(exhausted_leaves) - (
        make is not evening
    )


def test_a_daily_deal_has_a_result_in_the_tree_only_where_it_counts() -> None:
    """Whatever is played after the day changes nothing of what is told of it."""
    later = marked("421")
    before = exhausted(leaves(later.stored, 3 * DAY))
    later.play()
    assert exhausted(leaves(later.stored, 3 * DAY)) == before
    counted = begun("421")
    known = exhausted(leaves(counted.stored, 3 * DAY))
    counted.play()
    assert exhausted(leaves(counted.stored, 3 * DAY))[1] != known[1]


async def test_two_processes_at_once_and_one_later_tell_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkpoint, "MAX_LEAVES", 3)
    events = MemoryLog()
    tables = [evening("421", code) for code in ("KAFEL", "BANOR", "DIMUS")]
    for table in tables:
        await store(events, table)
    day = DAY + PUBLISH_AFTER
    both = [Checkpoints(events, lambda: day) for _ in range(2)]
    newest = await asyncio.gather(*(checkpoints.newest(tables[0].stored) for checkpoints in both))
    assert newest[0] == newest[1] == await Checkpoints(events, lambda: day).newest(tables[0].stored)
    assert (newest[0][0].checkpoint, newest[0][0].leaves) == ("1970-01-01", 21)
    assert len(newest[0][1]) == 7
    behind = Checkpoints(events, lambda: PUBLISH_AFTER)  # its clock is a day behind
    assert (await behind.newest())[0] == newest[0][0]


async def test_what_comes_later_or_too_late_comes_behind_what_was_told() -> None:
    events = MemoryLog()
    clock = [DAY + PUBLISH_AFTER - 1]
    house = Checkpoints(events, lambda: clock[0])
    first = evening("421")
    token = await store(events, first)
    assert (await house.newest(first.stored))[0].leaves == 0  # of the day before
    clock[0] = DAY + PUBLISH_AFTER
    checkpoint, proofs = await house.newest(first.stored)
    assert (checkpoint.leaves, [proof.index for proof in proofs]) == (7, list(range(7)))

    later, young = evening("trente", "AAAAA"), Played("421", 2, code="BBBBB", at=DAY + 5)
    await store(events, later)
    await store(events, young)
    assert (await house.newest(later.stored)) == (checkpoint, [])
    first.at, before = DAY + 7, len(first.stored)
    first.start()
    first.do(lambda room, _: decide.close(room))
    await store(events, first, after=before, token=token)
    clock[0] += DAY
    grown, more = await house.newest(first.stored)
    assert (grown.checkpoint, grown.leaves) == ("1970-01-02", 7 + 7 + 1 + 1)
    assert [proof.index for proof in more] == [*range(7), 15]  # closed: an end without a result
    assert [proof.leaf for proof in more][:7] == [proof.leaf for proof in proofs]
    assert (await house.newest(later.stored))[1][0].index == 7
    assert (await Checkpoints(events, lambda: clock[0]).newest())[0] == grown


async def test_a_checkpoint_contains_nothing_secret() -> None:
    events = MemoryLog()
    table = Played("golden-zero", 4)
    table.sit(ANNA)
    table.start()
    table.play(3)
    await store(events, table)
    checkpoint, proofs = await Checkpoints(events, lambda: DAY + PUBLISH_AFTER).newest(table.stored)
    assert (checkpoint.leaves, len(proofs)) == (1, 1)  # its seal, which everybody at the table sees
    text = msgspec.json.encode((checkpoint, proofs)).decode()
    seal = next(
        stored_fact.fact
        for stored_fact in table.stored
        if isinstance(stored_fact.fact, facts.Sealed)
    )
    assert not any(secret in text for secret in ("KAFEL", seal.seed, seal.commitment, ANNA.name))
