"""Plays one scenario file: set-up, `given`, moves, then what must hold at the end.

The format is the one of the rules' page "Scenario files": one JSON object a file, with `title`,
`game`, `seats` and, where needed, `options`, `draws`, `given`, `moves`, `expect`, `legal`,
`seat_views`, `draws_left`.

A move is its seat and an action in one object. Where the action has a `seat` of its own (a target),
the object names "seat" twice: first who moves, then the target; named once, it is both or,
where that seat is not to act, the target alone.

Where the rules' pages leave the form of a field open, both forms hold: seats may be listed, or
marked by true and false, one a seat; nothing is null or an empty list.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct, structs

from arcade.engine import codec, options
from arcade.engine.chance import Draw, NoDraw, Replay
from arcade.engine.codec import action_from
from arcade.engine.errors import BadOptions, IllegalAction
from arcade.engine.game import Game
from arcade.engine.offers import Offer, covers
from tests.scenarios.given import arrange

TARGET = "seat of the action"
"""Where the second "seat" of a move is kept."""
RESERVED = ("seat", TARGET, "reject", "then")
"""The keys of a move that are not part of the action."""


class Failure(AssertionError):
    """A scenario does not hold, or is none; the message says where and why."""


class Legal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat may and may not do at the end."""

    seat: int
    has: tuple[dict[str, Any], ...] = ()
    lacks: tuple[dict[str, Any], ...] = ()


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario file, read."""

    title: str
    game: str
    seats: int
    options: dict[str, Any] = {}
    draws: tuple[Draw, ...] = ()
    given: dict[str, Any] = {}
    moves: tuple[dict[str, Any], ...] = ()
    expect: dict[str, Any] = {}
    legal: Legal | None = None
    seat_views: dict[str, dict[str, Any]] = {}
    draws_left: int = 0


def read(data: bytes) -> Scenario:
    """Read a scenario file; raises `Failure` where it is malformed."""
    try:
        plain = json.loads(data, object_pairs_hook=_keep_both_seats)
        scenario = msgspec.convert(plain, Scenario)
    except (msgspec.ValidationError, ValueError) as error:
        raise Failure(f"malformed scenario: {error}") from error
    for number, move in enumerate(scenario.moves, 1):
        _check_move(f"malformed scenario: {scenario.title}: move {number}", move)
    for seat in scenario.seat_views:
        if not seat.isdecimal():
            raise Failure(f"malformed scenario: {scenario.title}: seat_views of {seat!r}")
    return scenario


def run(scenario: Scenario, games: Mapping[str, Game]) -> list[Any]:
    """Play a scenario with the game it names, and return its states.

    Raises `Failure` where it does not hold.
    """
    game = games.get(scenario.game)
    if game is None:
        known = ", ".join(games) or "none"
        raise Failure(f"{scenario.title}: no game {scenario.game!r} is registered; known: {known}")
    chance = Replay(scenario.draws)
    with _explained(f"{scenario.title}: set-up"):
        state = game.setup(options.read(game, scenario.options), scenario.seats, chance)
    states = [state]
    with _explained(f"{scenario.title}: given"):
        if scenario.given:
            state = arrange(game, state, scenario.given)
    for number, move in enumerate(scenario.moves, 1):
        state = _move(game, state, chance, move, f"{scenario.title}: move {number} {_do(move)}")
        states.append(state)
    _check_end(game, state, chance, scenario)
    return states


def subset(expected: object, actual: object, path: str) -> Iterator[str]:
    """Tell every place where `expected` is not part of `found`: objects by key, the rest whole.

    Both are JSON values. True is not 1, and an object within a list counts as part of the list.
    """
    if not isinstance(expected, dict):
        if not _equal(_settled(expected), _settled(actual)):
            yield f"{path}: expected {_json(expected)}, found {_json(actual)}"
    elif not isinstance(actual, dict):
        yield f"{path}: expected an object {_json(expected)}, found {_json(actual)}"
    else:
        for name, value in expected.items():
            inner = f"{path}.{name}" if path else name
            if name in actual:
                yield from subset(value, actual[name], inner)
            else:
                yield f"{inner}: expected {_json(value)}, found no such field"


def _settled(value: object) -> object:
    """Write marks, one a seat, as the list of the seats marked, and null as an empty list."""
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(mark, bool) for mark in value):
        return [seat for seat, mark in enumerate(value) if mark]
    return value


def _keep_both_seats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    seats = [value for name, value in pairs if name == "seat"]
    if len(seats) > 1:
        fields["seat"], fields[TARGET] = seats[0], seats[-1]
    return fields


def _check_move(where: str, move: Mapping[str, Any]) -> None:
    if type(move.get("seat")) is not int:
        raise Failure(f"{where}: seat must be a whole number, found {_json(move.get('seat'))}")
    if not isinstance(move.get("do"), str):
        raise Failure(f"{where}: do must name an action, found {_json(move.get('do'))}")
    if type(move.get("reject", False)) is not bool:
        raise Failure(f"{where}: reject must be true or false, found {_json(move['reject'])}")
    if not isinstance(move.get("then", {}), dict):
        raise Failure(f"{where}: then must be an object, found {_json(move['then'])}")


def _move(game: Game, state: Any, chance: Replay, move: Mapping[str, Any], where: str) -> Any:
    """Make one move, check that it is taken or refused as it says, and check its `then`."""
    action = {name: value for name, value in move.items() if name not in RESERVED}
    if TARGET in move:
        action["seat"] = move[TARGET]
    if move.get("reject", False):
        _refuse(game, state, chance, move, action, where)
    else:
        with _explained(where):
            decoded = _decoded(game, move, action)
            state = game.apply(state, _mover(game, state, move, decoded), decoded, chance)
    with _explained(where):
        _compare(move.get("then", {}), _public(game, state), f"{where}: then")
    return state


def _refuse(
    game: Game,
    state: Any,
    chance: Replay,
    move: Mapping[str, Any],
    action: Mapping[str, Any],
    where: str,
) -> None:
    before, left = _plain(state), chance.left
    try:
        game.apply(state, move["seat"], _decoded(game, move, action), chance)
    except IllegalAction:
        pass
    except Exception as error:
        raise Failure(
            f"{where}: expected a refusal, found {type(error).__name__}: {error}"
        ) from error
    else:
        raise Failure(f"{where}: expected a refusal, but it was accepted")
    if not _equal(before, _plain(state)):
        raise Failure(f"{where}: it was refused, but the state has changed")
    if chance.left != left:
        raise Failure(f"{where}: it was refused, but {left - chance.left} draws were used up")


def _decoded(game: Game, move: Mapping[str, Any], action: Mapping[str, Any]) -> Any:
    """Read an action; one that lacks a seat of its own is taken to be about the mover."""
    try:
        return action_from(game, action)
    except IllegalAction as error:
        try:
            return action_from(game, {"seat": move["seat"], **action})
        except IllegalAction:
            raise error from None


def _mover(game: Game, state: Any, move: Mapping[str, Any], action: Any) -> int:
    """Return who moves; the one seat named may be the target of who is to act."""
    seat: int = move["seat"]
    acting = game.to_act(state)
    named_once = TARGET not in move and hasattr(action, "seat")
    return acting[0] if named_once and acting and seat not in acting else seat


def _check_end(game: Game, state: Any, chance: Replay, scenario: Scenario) -> None:
    with _explained(f"{scenario.title}: at the end"):
        public = _public(game, state)
        _compare(scenario.expect, public, f"{scenario.title}: expect")
        for seat, expected in scenario.seat_views.items():
            where = f"{scenario.title}: seat_views of {seat}"
            if int(seat) >= scenario.seats:
                raise Failure(f"{where}: there are only {scenario.seats} seats")
            _compare(expected, _plain(game.view(state, int(seat))), where)
        if scenario.legal is not None:
            _check_legal(game, state, scenario.legal, f"{scenario.title}: legal")
    if chance.left != scenario.draws_left:
        raise Failure(
            f"{scenario.title}: draws_left: expected {scenario.draws_left}, found {chance.left}"
        )


def _check_legal(game: Game, state: Any, legal: Legal, where: str) -> None:
    offers = game.legal(state, legal.seat)
    for plain in legal.has:
        here = f"{where}: seat {legal.seat} has {_json(plain)}"
        with _explained(here):
            action = action_from(game, plain)
            game.check(state, legal.seat, action)
        if not _offered(offers, action):
            raise Failure(f"{here}: expected an offer of it, found {_json(offers)}")
    for plain in legal.lacks:
        here = f"{where}: seat {legal.seat} lacks {_json(plain)}"
        try:
            action = action_from(game, plain)
        except IllegalAction:
            continue
        if any(covers(offer, action) for offer in offers):
            raise Failure(f"{here}: expected no offer of it, but there is one")
        try:
            game.check(state, legal.seat, action)
        except IllegalAction:
            continue
        raise Failure(f"{here}: expected a refusal, but it would be accepted")


def _offered(offers: tuple[Offer, ...], action: Any) -> bool:
    """Return whether an offer covers the action, be it with its dice or seats in another order.

    The action as written has passed `check` already; an offer lists each set once.
    """
    ordered = _in_order(action)
    return any(covers(offer, action) or _in_order(offer.action) == ordered for offer in offers)


def _in_order(action: Any) -> Any:
    lists = {
        field.name: tuple(sorted(value, key=repr))
        for field in structs.fields(action)
        if isinstance(value := getattr(action, field.name), tuple)
    }
    return structs.replace(action, **lists)


def _public(game: Game, state: Any) -> Any:
    """Return the spectator's view, over the state for names which that view lacks."""
    return {**_plain(state), **_plain(game.view(state, None))}


def _compare(expected: Mapping[str, Any], actual: Any, where: str) -> None:
    differences = list(subset(dict(expected), actual, ""))
    if differences:
        raise Failure("\n  ".join([f"{where}:", *differences]))


def _equal(first: object, other: object) -> bool:
    """Compare JSON values; true and false are no numbers."""
    if isinstance(first, dict) and isinstance(other, dict):
        return first.keys() == other.keys() and all(_equal(first[key], other[key]) for key in first)
    if isinstance(first, list) and isinstance(other, list):
        return len(first) == len(other) and all(map(_equal, first, other))
    return isinstance(first, bool) == isinstance(other, bool) and first == other


@contextmanager
def _explained(where: str) -> Iterator[None]:
    """Turn whatever a game raises into a `Failure` that says where."""
    try:
        yield
    except Failure:
        raise
    except IllegalAction as error:
        raise Failure(f"{where}: refused ({error.code}): {error}") from error
    except (NoDraw, BadOptions, msgspec.ValidationError) as error:
        raise Failure(f"{where}: {error}") from error
    except Exception as error:
        raise Failure(f"{where}: the game broke: {type(error).__name__}: {error}") from error


def _plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(codec.plain(value)))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _do(move: Mapping[str, Any]) -> str:
    return f"(seat {move['seat']}, {move['do']})"
