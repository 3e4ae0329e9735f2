"""What one game at a table leaves for the next: the chip of Trente that cannot be split."""

from msgspec.structs import replace

from arcade.engine.chance import Replay, Stream
from arcade.engine.codec import plain
from arcade.rooms import decide, facts
from arcade.rooms.evolve import evolve, fold
from arcade.rooms.facts import Stored
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO
from tests.rooms.playing import after, table


def shared(room: Room, winners: int) -> Room:
    """Let the running game of Trente be over, its pot shared."""
    share, rest = divmod(room.state.pot, winners)
    purse = tuple(chips + share * (seat < winners) for seat, chips in enumerate(room.state.purse))
    over = replace(
        room.state,
        turn=None,
        winners=tuple(range(winners)),
        totals=(0, 0, 0),
        pot=rest,
        purse=purse,
    )
    return replace(room, state=over, phase="over")


def next_game(room: Room) -> Room:
    return after(room, decide.start(room, ANNA, Stream(b"next")))


def test_the_odd_chip_of_trente_lies_in_the_pot_of_the_next_game() -> None:
    room = table(ANNA, BEN, CLEO, game="trente", seats=3)
    assert (room.state.pot, room.state.left_over) == (3, 0)
    second = next_game(shared(room, 2))
    assert (second.state.pot, second.state.left_over) == (4, 1)
    assert sum(second.state.purse) + second.state.pot == 1
    assert "last game" in str([line.news for line in second.lines])
    third = next_game(shared(second, 3))
    assert (third.state.pot, third.state.left_over) == (4, 1)
    assert next_game(shared(third, 2)).state.left_over == 0


def test_a_game_without_a_result_leaves_what_it_found() -> None:
    second = next_game(shared(table(ANNA, BEN, CLEO, game="trente", seats=3), 2))
    third = next_game(after(second, (facts.Ended(),)))
    assert (third.state.pot, third.state.left_over) == (4, 1)
    first = table(ANNA, BEN, CLEO, game="trente", seats=3)
    assert next_game(after(first, (facts.Ended(),))).state.left_over == 0


ONES, FIVES = (1,) * 6, (5,) * 6
STRIKE = (6, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1)
"""Five sixes and a two: an attack at level 2. Then four twos, and no other: eight points."""

SHARED = (*ONES * 3, *FIVES * 2, *ONES, *STRIKE, *STRIKE, *FIVES)
"""Cleo dies at −18; Anna strikes Ben down to −2, whose vengeance strikes as hard; hers is 30."""


def test_a_shared_game_from_its_facts_leaves_a_chip_and_the_fold_agrees() -> None:
    stored: list[Stored] = []
    room: Room | None = None

    def add(new: decide.Facts) -> Room:
        nonlocal room
        for fact in new:
            stored.append(Stored(len(stored) + 1, 0, fact))
            room = evolve(room, stored[-1])
        assert room is not None
        return room

    now = add(decide.create("KAFEL", ANNA, "trente", {}, 3, False))
    for player in (ANNA, BEN, CLEO):
        now = add(decide.sit(now, player, None))
    now = add(decide.start(now, ANNA, Replay((0,))))
    draws = Replay(SHARED)
    while now.phase == "playing":
        (seat,) = now.to_act()
        default = plain(now.rules.default(now.state, seat))
        now = add(decide.act(now, (ANNA, BEN, CLEO)[seat], default, None, draws))
    assert draws.left == 0 and now.state.winners == (0, 1) and now.state.pot == 1
    now = add(decide.start(now, BEN, Replay((1,))))
    assert (now.state.pot, now.state.left_over) == (4, 1)
    assert fold([facts.decode(facts.encode(stored_fact)) for stored_fact in stored]) == now
