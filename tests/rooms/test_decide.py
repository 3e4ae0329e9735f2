"""Rooms as pure functions: what a request does, and what it is refused for."""

import pytest
from msgspec.structs import replace

from arcade.engine.chance import Replay, Stream
from arcade.engine.codec import UnknownSchema
from arcade.players.player import Player
from arcade.rooms import decide, facts, moderation
from arcade.rooms.errors import Refused
from arcade.rooms.evolve import LINES, evolve, fold
from arcade.rooms.facts import Stored
from arcade.rooms.moderation import MAX_FACTS
from arcade.rooms.room import Room
from tests.people import ANNA, BEN, CLEO
from tests.rooms.playing import after


def chance() -> Stream:
    return Stream(b"a key for tests")


@pytest.fixture
def room() -> Room:
    return after(None, decide.create("KAFEL", ANNA, "421", {}, 3, private=False))


@pytest.fixture
def game(room: Room) -> Room:
    """Anna and Ben seated, a bot on the third seat, seat 0 to begin."""
    for player in (ANNA, BEN):
        room = after(room, decide.sit(room, player, None))
    return after(room, decide.start(room, ANNA, Replay([6, 1, 2])))


def why(refusal: pytest.ExceptionInfo[Refused]) -> str:
    return refusal.value.why.text


def test_a_table_needs_a_game_options_and_seats_that_exist() -> None:
    for game, options, seats in (
        ("belote", {}, 0),
        ("421", {"pot": 22}, 0),
        ("421", {}, 9),
        ("vingt-et-un", {"teams": True}, 3),
    ):
        with pytest.raises(Refused):
            decide.create("KAFEL", ANNA, game, options, seats, private=False)


def test_who_has_no_name_yet_only_looks(room: Room) -> None:
    nobody = Player("SHA256:new", "")
    for request in (
        lambda: decide.create("KAFEL", nobody, "421", {}, 0, private=False),
        lambda: decide.sit(room, nobody, None),
        lambda: decide.say(room, nobody, "hello"),
    ):
        with pytest.raises(Refused):
            request()


def test_seats_are_taken_in_order_and_named(room: Room) -> None:
    room = after(room, decide.sit(room, ANNA, None))
    room = after(room, decide.sit(room, BEN, 2))
    assert room.names == ("anna", "", "ben")
    assert decide.sit(room, ANNA, 1) == ()  # she has a seat already
    with pytest.raises(Refused):
        decide.sit(room, CLEO, 2)
    with pytest.raises(Refused):
        decide.sit(room, CLEO, 3)


def test_starting_fills_empty_seats_with_bots_of_different_names(room: Room) -> None:
    room = after(room, decide.sit(room, ANNA, None))
    room = after(room, decide.start(room, ANNA, chance()))
    assert room.phase == "playing"
    assert len(set(room.names)) == 3
    assert [bool(chair.bot) for chair in room.chairs] == [False, True, True]


def test_only_a_seated_person_starts_and_only_once(game: Room, room: Room) -> None:
    with pytest.raises(Refused):
        decide.start(room, CLEO, chance())
    with pytest.raises(Refused):
        decide.start(game, ANNA, chance())


def test_the_rules_refusal_carries_its_paragraph(game: Room) -> None:
    with pytest.raises(Refused) as refusal:
        decide.act(game, BEN, {"do": "roll"}, None, chance())
    assert refusal.value.paragraph > 0


def test_an_action_is_stored_with_its_draws(game: Room) -> None:
    (fact,) = decide.act(game, ANNA, {"do": "roll"}, game.version, Replay([4, 2, 1]))
    assert isinstance(fact, facts.Acted)
    assert (fact.seat, fact.action["do"], fact.draws, fact.by) == (0, "roll", (4, 2, 1), "person")
    assert sorted(after(game, (fact,)).state.dice) == [1, 2, 4]


def test_pressing_twice_from_the_same_picture_acts_once(game: Room) -> None:
    seen = game.version
    later = after(game, decide.act(game, ANNA, {"do": "roll"}, seen, Replay([4, 2, 2])))
    with pytest.raises(Refused) as refusal:
        decide.act(later, ANNA, {"do": "stop"}, seen, chance())
    assert "moved on" in why(refusal)
    chatted = after(later, decide.say(later, BEN, "hop"))
    assert decide.act(chatted, ANNA, {"do": "stop"}, later.version, chance())


def test_who_leaves_a_game_is_followed_by_a_bot_and_may_come_back(game: Room) -> None:
    left = after(game, decide.leave_seat(game, ANNA))
    assert left.chairs[0].bot and left.chairs[0].name != "anna"
    with pytest.raises(Refused):
        decide.act(left, ANNA, {"do": "roll"}, None, chance())
    back = after(left, decide.sit(left, ANNA, None))
    assert back.names[0] == "anna" and not back.chairs[0].bot


def test_a_newcomer_takes_a_bots_seat_but_not_a_held_one(game: Room) -> None:
    lent = after(game, decide.hold(game, 0))
    assert lent.chairs[0].bot and lent.names[0] == "anna"
    with pytest.raises(Refused):
        decide.sit(lent, CLEO, 0)
    taken = after(lent, decide.sit(lent, CLEO, None))
    assert taken.names == ("anna", "ben", "cleo")
    assert after(taken, decide.come_back(taken, ANNA)).chairs[0].bot == ""


def test_acting_from_a_held_seat_is_coming_back(game: Room) -> None:
    lent = after(game, decide.hold(game, 0))
    new = decide.act(lent, ANNA, {"do": "roll"}, None, chance())
    assert [type(fact) for fact in new] == [facts.Returned, facts.Acted]


def test_a_bot_never_stops_the_table(game: Room) -> None:
    left = after(game, decide.leave_seat(game, ANNA))
    (fact,) = decide.act_as_bot(left, 0, {"do": "nonsense"}, left.due[0], chance())
    assert isinstance(fact, facts.Acted) and fact.by == "bot"
    assert decide.act_as_bot(left, 0, {"do": "roll"}, left.due[0] - 1, chance()) == ()
    assert decide.act_as_bot(left, 1, {"do": "roll"}, left.due[1], chance()) == ()


def test_leaving_before_the_game_opens_the_seat(room: Room) -> None:
    room = after(room, decide.sit(room, ANNA, None))
    room = after(room, decide.leave_seat(room, ANNA))
    assert room.chairs[0].player is None
    assert decide.leave_seat(room, ANNA) == ()


def test_a_bot_does_nothing_about_a_decision_that_has_been_made(game: Room) -> None:
    """By another process, say; the seat's next decision has not begun."""
    game = after(game, decide.leave_seat(game, ANNA))
    while 0 in game.to_act():
        due, default = game.due[0], game.rules.default(game.state, 0)
        assert decide.bot_decides(game, 0, due)
        game = after(game, decide.act_as_bot(game, 0, default, due, chance()))
        assert decide.act_as_bot(game, 0, default, due, chance()) == ()


def test_bots_come_and_go_before_the_game_only(room: Room, game: Room) -> None:
    room = after(room, decide.sit(room, ANNA, None))
    room = after(room, decide.seat_bot(room, ANNA, 1))
    assert room.chairs[1].bot
    for refused_request in (
        lambda: decide.seat_bot(room, ANNA, 1),
        lambda: decide.seat_bot(room, ANNA, 0),
        lambda: decide.seat_bot(room, ANNA, 7),
        lambda: decide.unseat_bot(room, ANNA, 2),
        lambda: decide.unseat_bot(game, ANNA, 2),
        lambda: decide.seat_bot(room, CLEO, 2),
    ):
        with pytest.raises(Refused):
            refused_request()
    assert not after(room, decide.unseat_bot(room, ANNA, 1)).chairs[1].bot


def test_the_log_in_words_is_bounded_and_numbered(room: Room) -> None:
    for n in range(LINES + 50):
        room = after(room, decide.say(room, ANNA, f"line {n}"))
    assert len(room.lines) == LINES
    assert [line.number for line in room.lines] == list(range(51, LINES + 51))
    assert room.lines[-1].text == f"line {LINES + 49}"


def test_a_closed_table_refuses(room: Room) -> None:
    closed = after(room, decide.close(room))
    assert decide.close(closed) == ()
    with pytest.raises(Refused):
        decide.sit(closed, ANNA, None)
    with pytest.raises(Refused):
        decide.say(closed, ANNA, "hello?")


def test_folding_the_stored_facts_gives_the_same_room(game: Room) -> None:
    stored = [Stored(1, 5, *decide.create("KAFEL", ANNA, "421", {"pot": 11}, 2, private=True))]
    room = fold(stored)
    requests = (
        lambda room: decide.sit(room, ANNA, None),
        lambda room: decide.seat_bot(room, ANNA, 1),
        lambda room: decide.start(room, ANNA, chance()),
        lambda room: decide.say(room, BEN, "« été »"),
    )
    for request in requests:
        for fact in request(room):
            stored.append(Stored(room.version + 1, 7, fact))
            room = evolve(room, stored[-1])
    again = [facts.decode(facts.encode(stored_fact)) for stored_fact in stored]
    assert again == stored
    assert fold(again) == room


def test_a_fact_of_a_newer_schema_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnknownSchema, match="newer"):
        facts.decode(b'{"v":99,"n":1,"at":0,"fact":{"fact":"moon"}}')


def test_a_full_book_takes_a_game_to_its_end_and_nothing_besides(game: Room) -> None:
    full = replace(game, version=MAX_FACTS)
    seat = full.to_act()[0]
    player = (ANNA, BEN)[seat]
    assert decide.act(full, player, {"do": "roll"}, None, chance())
    lent = after(full, decide.hold(full, 0))
    assert decide.sit(lent, ANNA, None) and decide.come_back(lent, ANNA)
    gone = after(full, decide.leave_seat(full, ANNA))
    for deed in (
        lambda: decide.say(full, ANNA, "hello"),
        lambda: moderation.emote(full, ANNA, "cheers"),
        lambda: moderation.hush(full, ANNA, BEN, on=True),
        lambda: decide.vote(full, ANNA, "pause"),
        lambda: decide.sit(full, CLEO, None),
        lambda: decide.sit(gone, ANNA, None),
        lambda: decide.start(replace(full, phase="over"), ANNA, chance()),
        lambda: decide.unseat_bot(replace(full, phase="over"), ANNA, 2),
    ):
        with pytest.raises(Refused) as refusal:
            deed()
        assert "The book of this table is full" in why(refusal)
