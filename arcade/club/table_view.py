"""Views of tables: what one person may see, and nothing else."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from arcade.club import coaching
from arcade.club.views import FairView, Sealing, SeatKind, SeatLine, TableView
from arcade.engine.fair import Contribution
from arcade.engine.fence import GameBroken
from arcade.engine.game import OpensHands
from arcade.players.player import Player
from arcade.rooms import clocks, fairness
from arcade.rooms.host import Host
from arcade.rooms.room import LogLine, Room
from arcade.rooms.seats import Chair


def room_view(
    room: Room,
    seat: int | None,
    here: Callable[[Player], bool] = lambda _: True,
    player: Player | None = None,
) -> TableView:
    """Build the view of a room for a seat, or for a spectator (None), without offers.

    `here` returns whether a person is present. A `player` sees a finished game from the seat they
    had in it, not from their present one.
    """
    over = room.phase == "over" and player is not None
    own = room.played_seat(player.id) if over and player is not None else seat
    seats = tuple(
        _seat_line(number, chair, number == seat, here) for number, chair in enumerate(room.chairs)
    )
    return TableView(
        code=room.code,
        game=room.game,
        options=room.options,
        phase=room.phase,
        version=room.version,
        seats=seats,
        seat=seat,
        next_seat=room.next_seat(player) if player is not None else None,
        played=tuple(
            _played_line(seats[number], chair, room.chairs[number], number == own)
            for number, chair in enumerate(room.played)
        ),
        view=None if room.state is None else _seen(room, own),
        to_act=room.to_act(),
        lines=room.lines,
        games_played=room.games_played,
        private=room.private,
        table=room.table,
        clocks=(None,) * len(room.chairs),
        reserves=tuple(left // clocks.SECOND for left in room.clocks.reserves),
        coach=coaching.unfair(room) is None,
        opener=room.by.name,
        outcome=room.outcome,
    )


def table_view(host: Host, player: Player | None, seat: int | None) -> TableView:
    """Build the view of a table, without the game if the game fails to give its view."""
    try:
        return _table_view(host, player, seat)
    except GameBroken as error:
        host.break_down(error)
        return _table_view(host, player, seat)


def _table_view(host: Host, player: Player | None, seat: int | None) -> TableView:
    room = host.room
    rules = room.rules
    playing = room.phase == "playing"
    delayed = seat is None and playing and bool(room.delayed_states)
    running = () if delayed else room.running()
    view = room_view(room, seat, host.is_present, player)
    waits = bool(view.to_act) and not room.rushed  # else bots play it to its end
    return replace(
        view,
        host=player is not None and room.by.id == player.id,
        offers=rules.legal(room.state, seat) if seat is not None and waits else (),
        to_act=rules.to_act(room.delayed_states[0].state) if delayed else view.to_act,
        lines=_lines(room, seat is not None),
        watchers=host.watchers,
        by_link=host.by_link,
        clocks=tuple(
            clocks.deadline(room.clocks, room.table, number) if number in running else None
            for number in range(len(room.chairs))
        ),
        decided=not delayed and room.decided,
        rushed=room.rushed,
        left=() if delayed else room.left(),
        paused=bool(room.paused),
        asked=room.asked,
        begins=room.begins,
        ended=room.ended,
        delayed=delayed,
        shown_until=0 if delayed else room.shown_until,
        fair=fair_view(room, seat),
    )


def _seen(room: Room, seat: int | None) -> Any:
    """Return what a seat sees of the game; a spectator (None) sees what the table rules allow."""
    rules, state, watching = room.rules, room.state, room.table.watching
    if seat is not None:
        return rules.view(state, seat)
    if watching == "hands" and isinstance(rules, OpensHands):
        opened = rules.open_view(state)
        if opened is not None:
            return opened
    if watching == "late" and room.phase == "playing" and room.delayed_states:
        state = room.delayed_states[0].state
    return rules.view(state, None)


def _lines(room: Room, seated: bool) -> tuple[LogLine, ...]:
    """Return the visible log.

    During a game players do not see spectators' chat, and spectators may be delayed.
    """
    if room.phase != "playing":
        return room.lines
    if seated:
        return tuple(line for line in room.lines if not line.watcher)
    if not room.delayed_states:
        return room.lines
    last = room.delayed_states[0].line
    return tuple(line for line in room.lines if line.watcher or line.number <= last)


def _seat_line(seat: int, chair: Chair, yours: bool, here: Callable[[Player], bool]) -> SeatLine:
    kind: SeatKind = "open"
    guest, after, holder = False, "", chair.holder
    if chair.player is not None and chair.waits:
        kind, after = "bot", chair.player.name
    elif holder is not None:
        kind = "held" if chair.has_stand_in else "person" if here(holder) else "absent"
        guest = holder.guest
    elif chair.bot:
        kind = "bot"
    return SeatLine(seat, chair.name, kind, guest, yours, after)


def _played_line(now: SeatLine, then: Chair, chair: Chair, yours: bool) -> SeatLine:
    """Name the players at a game's end; a player who has left since appears as an open seat."""
    person = then.holder
    if person is None:
        return SeatLine(now.number, then.bot_name, "bot", yours=yours)
    stayed = chair.holder is not None and chair.holder.id == person.id
    kind: SeatKind = now.kind if stayed else "open"
    return SeatLine(now.number, person.name, kind, person.guest, yours)


def fair_view(room: Room, seat: int | None) -> FairView:
    """Return what a seat (None: a spectator) may see, without secret seeds or others' words."""
    given = room.dice.given.get(seat) if seat is not None else None
    return FairView(_now(room), _last(room), given.words if given and given.typed else "")


def _now(room: Room) -> Sealing | None:
    if room.dice.seal is None:
        return None
    seats = room.dice.contributions
    if room.phase != "playing":
        seats = tuple(sealed(contribution) for contribution in fairness.contributions(room))
    return Sealing(room.dice.seal.number, room.dice.seal.commitment, seats, day=room.dice.seal.day)


def _last(room: Room) -> Sealing | None:
    if room.dice.revealed is None:
        return None
    seal, seed = room.dice.revealed.seal, room.dice.revealed.revealed.seed
    return Sealing(seal.number, seal.commitment, room.dice.revealed.contributions, seed or None)


def sealed(contribution: Contribution) -> Contribution:
    return (
        Contribution("sealed", "", contribution.commitment)
        if contribution.kind == "words"
        else contribution
    )
