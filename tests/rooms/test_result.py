"""What came of a room's game: whose result a seat's is, and the same from room and record."""

import pytest

from arcade.engine import codec
from arcade.engine.chance import Stream
from arcade.engine.codec import UnknownSchema
from arcade.players.player import Player
from arcade.players.results import Result, decode, encode
from arcade.players.standing import rate
from arcade.rooms import decide
from arcade.rooms.evolve import evolve, results
from arcade.rooms.facts import Acted, Fact, Stored
from arcade.rooms.room import Room, result
from tests.people import ANNA, BEN

GUEST = Player("guest:1", "guest-a", guest=True)


class Table:
    """A room and its record, played with the games' default moves."""

    def __init__(self, game: str = "421", seats: int = 3, **options: object) -> None:
        self.record: list[Stored] = []
        self.room: Room | None = None
        self._chance = Stream(b"table")
        self.do(decide.create("KAFEL", ANNA, game, options, seats, private=False))

    @property
    def now(self) -> Room:
        assert self.room is not None
        return self.room

    def do(self, new: tuple[Fact, ...]) -> None:
        for fact in new:
            n = len(self.record) + 1
            self.record.append(Stored(n, 1000 * n, fact))
            self.room = evolve(self.room, self.record[-1])

    def sit(self, player: Player, seat: int | None = None) -> None:
        self.do(decide.sit(self.now, player, seat))

    def start(self) -> None:
        self.do(decide.start(self.now, ANNA, self._chance))

    def move(self) -> None:
        room = self.now
        seat = room.to_act()[0]
        action = codec.plain(room.rules.default(room.state, seat))
        chair = room.chairs[seat]
        if chair.bot:
            self.do(decide.act_as_bot(room, seat, action, room.due[seat], self._chance))
        else:
            assert chair.player is not None
            self.do(decide.act(room, chair.player, action, None, self._chance))

    def play(self, moves: int = 10_000) -> None:
        while self.now.phase == "playing" and moves:
            self.move()
            moves -= 1

    @property
    def result(self) -> Result:
        game_result = result(self.now)
        assert game_result is not None
        return game_result


def started(*players: Player, **more: object) -> Table:
    table = Table(**more)  # type: ignore[arg-type]
    for player in players:
        table.sit(player)
    table.start()
    return table


def test_a_game_leaves_who_played_ranks_scores_and_lengths() -> None:
    table = started(ANNA, GUEST, pot=11)
    assert result(table.now) is None
    table.play()
    game_result = table.result
    assert (game_result.code, game_result.number, game_result.game) == ("KAFEL", 1, "421")
    assert game_result.options == {"pot": 11}
    assert [seat.key for seat in game_result.seats] == [
        *("SHA256:a", "guest:1", "bot:" + table.now.chairs[2].bot)
    ]
    assert game_result.seats[1].guest and not game_result.seats[0].guest
    acted = [line for line in table.record if isinstance(line.fact, Acted)]
    assert game_result.length == len(acted) == sum(seat.moves for seat in game_result.seats)
    assert (game_result.began, game_result.at) == (acted[0].at - 1000, acted[-1].at)
    outcome = table.now.rules.outcome(table.now.state)
    assert outcome is not None and game_result.scores == outcome.scores
    assert {seat for seat, rank in enumerate(game_result.ranks) if rank == 1} == set(
        outcome.winners
    )
    assert all(seat.mostly_own for seat in game_result.seats)
    assert decode(encode(game_result)) == game_result


def test_options_as_usual_are_left_out() -> None:
    table = started(ANNA, pot=21)
    table.play()
    assert table.result.options == {}


def test_the_record_gives_the_same_results_as_the_room_gave() -> None:
    table, live = started(ANNA, BEN), []
    for _ in range(3):
        table.play()
        live.append(table.result)
        table.start()
    table.play(7)  # a fourth game has only begun
    assert [game_result.number for game_result in live] == [1, 2, 3]
    assert [result for result in results(table.record) if result is not None] == live


def test_a_seat_left_to_a_bot_stays_its_persons() -> None:
    table = started(ANNA, BEN)
    table.do(decide.leave_seat(table.now, BEN))
    table.play()
    seat = table.result.seats[1]
    assert (seat.player, seat.own) == (BEN.id, 0)
    assert seat.moves and not seat.mostly_own


@pytest.mark.parametrize("heir", [Player("SHA256:c", "cleo"), GUEST], ids=["key", "guest"])
def test_a_seat_that_somebody_else_plays_on_stays_whose_it_was(heir: Player) -> None:
    """A lost game is not handed to one's own guest, and nobody is rated for another's game."""
    table = started(ANNA, BEN, pot=21)
    table.play(4)
    table.do(decide.leave_seat(table.now, ANNA))
    table.sit(heir, 0)
    table.play()
    result = table.result
    assert [seat.player for seat in result.seats[:2]] == [ANNA.id, BEN.id]
    assert heir.id in table.now.course.seats[0].moves  # type: ignore[union-attr]
    assert set(rate(result, {})) <= {ANNA.id, BEN.id}
    assert result.stands(0) is (result.ranks[0] > 1 or result.seats[0].mostly_own)


def test_who_takes_over_a_bots_seat_owns_it_by_playing_most_of_it() -> None:
    early, later = started(ANNA), started(ANNA)
    early.play(2)
    early.sit(BEN, 1)
    early.play()
    assert early.result.seats[1].key == BEN.id
    later.play()
    moves = later.result.length
    later.start()
    later.play(moves * 2 // 3)
    while later.now.phase == "playing" and later.now.chairs[1].player is None:
        later.sit(BEN, 1)
    later.play(1)
    later.do(decide.leave_seat(later.now, BEN))
    later.play()
    assert later.result.seats[1].bot


def test_who_is_away_when_a_game_begins_has_no_part_in_it() -> None:
    table = started(ANNA, BEN)
    table.do(decide.hold(table.now, 1))
    table.play()
    assert table.result.seats[1].key == BEN.id
    table.start()
    table.play()
    assert table.now.chairs[1].player == BEN
    assert table.result.seats[1].bot


def test_the_golden_21_names_what_was_staked_and_what_is_better() -> None:
    table = started(ANNA, BEN, game="golden21", years=1, collection=True)
    table.play()
    result = table.result
    assert result.better == "less" and len(result.stakes) == 3
    winner = result.ranks.index(1)
    assert result.scores[winner] == min(result.scores) and winner in result.stakes


def test_partners_share_a_rank() -> None:
    table = started(ANNA, BEN, game="vingt-et-un", seats=4, teams=True)
    table.play()
    result = table.result
    assert result.sides == (0, 1, 0, 1)
    assert result.ranks[:2] == result.ranks[2:]


def test_a_result_of_a_newer_schema_is_refused() -> None:
    table = started(ANNA)
    table.play()
    newer = encode(table.result).replace(b'"v":1', b'"v":9')
    with pytest.raises(UnknownSchema):
        decode(newer)
