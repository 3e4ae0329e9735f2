"""Where a room's draws come from, and the facts that let anybody check them afterwards.

A game's draws follow from its sealed seed and the seats' contributions (docs/fair-dice.md), so they
are the same after a restart or a conflict. A daily deal's follow from the day's seed, separately
for each seat. Must not know: the log, sessions.
"""

import json
from collections.abc import Callable, Mapping, Sequence

from arcade.engine import fair
from arcade.engine.chance import Chance, Stream
from arcade.engine.fair import Contribution
from arcade.engine.game import Veils
from arcade.rooms import facts
from arcade.rooms.evolve import evolve
from arcade.rooms.facts import Decision, Fact, Played, Stored
from arcade.rooms.room import Room

RandomBytes = Callable[[int], bytes]
"""Returns that many random bytes."""

HEX = frozenset("0123456789abcdef")
SET_UP = "0 set-up"
"""The label of the draws of a set-up."""


def chance(room: Room, random_bytes: RandomBytes) -> Chance:
    """Return the draws of the running game's next action, or else of a set-up.

    Only a closed table has no seal: nothing is drawn there.
    """
    if room.dice.seal is None:
        return Stream(random_bytes(32))
    return fair.Draws(key(room), label(room))


def seat_chance(chance: Chance, room: Room, seat: int) -> Chance:
    """Return the draws of a seat's action: `chance`, but in a daily deal the seat's own."""
    if room.dice.seal is None or not room.dice.seal.day:
        return chance
    return fair.Draws(key(room), label(room, seat))


def label(room: Room, seat: int | None = None) -> str:
    """Return the label of the next draws: the action's number in the game.

    Not the fact's number: a chat message must not change the next throw. In a daily deal it is how
    often `seat` has drawn, so that nobody's actions change another seat's draws.
    """
    if room.phase != "playing":
        return SET_UP
    seal = room.dice.seal
    if seal is None or not seal.day or seat is None:
        return f"{room.dice.actions + 1} action"
    return deal_label(room.dice.draws, seat, seal.shared)


def deal_label(draws: Sequence[int], seat: int, shared: bool) -> str:
    """Return the label of a seat's next draws in a deal that several tables share.

    `draws` counts for each seat the actions that drew; `shared`: decks are for the whole table.
    """
    return f"{sum(draws) + 1} deal" if shared else f"{draws[seat] + 1} of seat {seat}"


def key(room: Room) -> bytes:
    """Return the key of the draws of the running game, or else of the next."""
    seal = room.dice.seal
    if seal is None:
        raise ValueError(f"no game of room {room.code} is sealed")
    seed = bytes.fromhex(seal.seed)
    if seal.day:
        return fair.daily_key(seed, room.game, rules_text(room), seal.day)
    given = room.dice.contributions if room.phase == "playing" else contributions(room)
    return fair.game_key(seed, room.game, rules_text(room), room.code, seal.number, given)


def rules_text(room: Room) -> str:
    """Return the rules that a key depends on: seats and options as sorted JSON without spaces."""
    return written_rules(room.options, len(room.chairs))


def written_rules(options: Mapping[str, object], seats: int) -> str:
    rules = {"options": dict(options), "seats": seats}
    return json.dumps(rules, sort_keys=True, separators=(",", ":"))


def contributions(room: Room) -> tuple[Contribution, ...]:
    """Return each seat's contribution to the next game; () if it is not sealed.

    A seat without one counts as "none", an unrevealed one by its commitment: nobody can hold up a
    game, or choose after seeing the others'.
    """
    if room.dice.seal is None or room.dice.seal.day:
        return ()
    return tuple(_contribution(room, seat) for seat in range(len(room.chairs)))


def _contribution(room: Room, seat: int) -> Contribution:
    chair, given = room.chairs[seat], room.dice.given.get(seat)
    if chair.free:
        return Contribution("bot")
    if given is None:
        return Contribution("none")
    if given.words:
        return Contribution("words", given.words, given.commitment)
    return Contribution("sealed", given.commitment, given.commitment)


def read_contribution(seat: int, text: str) -> facts.Contributed:
    """Read what a person typed: words, or a commitment to words revealed later."""
    plain = text.lower()
    if len(plain) == 64 and HEX.issuperset(plain):
        return facts.Contributed(seat, plain, "", typed=True)
    return facts.Contributed(seat, fair.seal_words(text), text, typed=True)


def bot_seed(room: Room, seat: int, random_bytes: RandomBytes) -> bytes:
    """Return 32 bytes that seed a bot's random choices.

    In a daily deal they depend only on how often the seat has moved.
    """
    if room.dice.seal is None or not room.dice.seal.day or room.course is None:
        return random_bytes(32)
    moved = sum(room.course.seats[seat].moves.values())
    return fair.bot_seed(key(room), whim_label(moved, seat))


def whim_label(moved: int, seat: int) -> str:
    """Return the label of a bot's random choices in a deal, after `moved` moves of its seat."""
    return f"{moved + 1} of seat {seat}"


def extend(
    room: Room | None, new: Decision, at: int, random_bytes: RandomBytes
) -> tuple[list[Stored], Room]:
    """Number new facts, add those that follow from them, and return them and the room after them.

    The next game is sealed as soon as it can start; a person who sits down contributes random
    words; the seed of a game that is over, or will never start, is revealed.
    """
    state = new.state if isinstance(new, Played) else None
    stored: list[Stored] = []
    waiting = list(new)
    while waiting:
        if room is not None and isinstance(waiting[0], facts.Closed) and _runs_sealed(room):
            waiting.insert(0, _reveal(room))
        fact = waiting.pop(0)
        numbered = Stored(room.version + 1 if room else 1, at, fact)
        after = evolve(room, numbered, state)
        stored.append(numbered)
        if not (waiting and isinstance(waiting[0], facts.Sealed)):
            waiting = [*_follow(room, after, fact, random_bytes), *waiting]
        room = after
    if room is None:
        raise ValueError("a room begins with its creation")
    return stored, room


def _follow(before: Room | None, after: Room, fact: Fact, random_bytes: RandomBytes) -> list[Fact]:
    daily = after.dice.seal is not None and after.dice.seal.day
    if daily or after.phase in ("playing", "closed"):
        return []
    if before is not None and _runs_sealed(before):
        return [_reveal(after)]
    if (
        isinstance(fact, facts.Sat | facts.Returned)
        and after.dice.seal
        and fact.seat not in after.dice.given
    ):
        return [_random_words(fact.seat, random_bytes)]
    if isinstance(fact, facts.Sealed):
        persons = [seat for seat, chair in enumerate(after.chairs) if not chair.free]
        return [_random_words(seat, random_bytes) for seat in persons]
    if after.dice.seal is None:
        return [_seal(after, random_bytes)]
    return []


def _runs_sealed(room: Room) -> bool:
    seal = room.dice.seal
    return room.phase == "playing" and seal is not None and not seal.day


def _reveal(room: Room) -> Fact:
    if room.dice.seal is None:
        raise ValueError("nothing is sealed")
    aborted = room.phase != "over" or room.ended
    seed = "" if isinstance(room.rules, Veils) else room.dice.seal.seed
    return facts.Revealed(room.dice.seal.number, seed, aborted)


def _seal(room: Room, random_bytes: RandomBytes) -> Fact:
    number = room.course.number + 1 if room.course else 1
    seed = random_bytes(fair.SEED_BYTES)
    return facts.Sealed(number, fair.seal(room.game, seed), seed.hex())


def _random_words(seat: int, random_bytes: RandomBytes) -> Fact:
    words = random_bytes(16).hex()
    return facts.Contributed(seat, fair.seal_words(words), words)
