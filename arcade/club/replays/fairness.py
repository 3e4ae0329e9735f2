"""What may be seen of a table's verifiable chance."""

from arcade.club.views import FairView, Sealing
from arcade.engine.fair import Contribution
from arcade.rooms import fairness
from arcade.rooms.room import Room


def view(room: Room, seat: int | None) -> FairView:
    """Return what a seat (None: a spectator) may see, without a secret seed or others' words."""
    given = room.dice.given.get(seat) if seat is not None else None
    return FairView(_now(room), _last(room), given.words if given and given.typed else "")


def _now(room: Room) -> Sealing | None:
    if room.dice.seal is None:
        return None
    seats = room.dice.contributions
    if room.phase != "playing":
        seats = tuple(_sealed(one) for one in fairness.contributions(room))
    return Sealing(room.dice.seal.number, room.dice.seal.commitment, seats, day=room.dice.seal.day)


def _last(room: Room) -> Sealing | None:
    if room.dice.revealed is None:
        return None
    seal, seed = room.dice.revealed.seal, room.dice.revealed.told.seed
    return Sealing(seal.number, seal.commitment, room.dice.revealed.contributions, seed or None)


def _sealed(one: Contribution) -> Contribution:
    return Contribution("sealed", "", one.commitment) if one.kind == "words" else one
