"""Views are built, not filtered: nobody sees what is another's, and views show what is public."""

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from arcade.engine import options
from arcade.engine.chance import Card, Recorder, Replay, Shuffled, Stream
from arcade.engine.game import Game
from tests.engine.toy import TOY, State, Toy, View
from tests.laws.tables import Table, trace


def test_a_seat_sees_what_is_public_and_its_own_besides(table: Table) -> None:
    game = table.game
    for state in trace(table).sample(40):
        public = structs.asdict(game.view(state, None))
        for seat in range(table.seats):
            own = structs.asdict(game.view(state, seat))
            assert {name: own[name] for name in public.keys() & own.keys()} == public


def test_who_has_no_seat_is_no_seat(table: Table) -> None:
    """A view is never of "seat 0" because None is falsy, nor the state where there are secrets."""
    game, played = table.game, trace(table)
    for state in played.sample(5):
        spectator = game.view(state, None)
        if game.meta.secrets:
            assert not isinstance(spectator, game.state)
            assert not isinstance(game.view(state, 0), game.state)
        assert spectator == game.view(state, None)


def test_only_games_with_secrets_show_a_seat_more_than_what_is_public(game: Game) -> None:
    swaps = list(_swaps(game, game.meta.best_seats))
    if game.meta.secrets:
        assert _holders(swaps) == set(range(game.meta.best_seats))
    else:
        assert all(not seen or None in seen for seen in swaps)


class Leaking(Toy):
    """Shows the card of seat 0 to the seat named."""

    def __init__(self, to: int | None) -> None:
        self.to = to

    def view(self, state: State, seat: int | None) -> View:
        view = super().view(state, seat)
        return structs.replace(view, turn=state.cards[0]) if seat == self.to else view


def test_a_leak_is_noticed() -> None:
    assert _holders(list(_swaps(TOY, 3))) == {0, 1, 2}
    for to in (None, 1, 2):
        assert _holders(list(_swaps(Leaking(to), 3))) == {1, 2}


def _holders(swaps: list[set[int | None]]) -> set[int | None]:
    """Return the seats that hold a card which nobody else sees."""
    return {viewer for seen in swaps if len(seen) == 1 for viewer in seen} - {None}


def _swaps(game: Game, seats: int) -> Iterator[set[int | None]]:
    """For each card of each shuffle of the set-up, swapped with the last one: whose view differs.

    The last card of a deck lies undealt. So a card that one seat alone holds changes the view of
    that seat and of no other; were it seen by a spectator or by another seat, theirs would too.
    """
    chance = Recorder(Stream(b"views"))
    game.setup(_defaults(game), seats, chance)
    before = _views(game, seats, chance.draws)
    for number, draw in enumerate(chance.draws):
        if not isinstance(draw, Shuffled):
            continue
        for position, card in enumerate(draw.shuffle[:-1]):
            if card != draw.shuffle[-1]:
                order = _swapped(draw.shuffle, position)
                draws = (*chance.draws[:number], Shuffled(order), *chance.draws[number + 1 :])
                after = _views(game, seats, draws)
                yield {viewer for viewer in before if before[viewer] != after[viewer]}


def _swapped(order: tuple[Card, ...], position: int) -> tuple[Card, ...]:
    new = list(order)
    new[position], new[-1] = new[-1], new[position]
    return tuple(new)


def _views(game: Game, seats: int, draws: Any) -> dict[int | None, Any]:
    state = game.setup(_defaults(game), seats, Replay(draws))
    return {viewer: game.view(state, viewer) for viewer in (None, *range(seats))}


def _defaults(game: Game) -> Any:
    return options.read(game, {})
