"""The keys of a table: which of them work now, and what they ask for."""

from msgspec.structs import replace

from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.operation import TableOperation
from arcade.club.operations.people import SeePeople
from arcade.club.operations.table import (
    AskOdds,
    ComeBack,
    Decline,
    GoOn,
    Leave,
    MakeGesture,
    Pause,
    PlayAgain,
    Say,
    SealWords,
    SeatBot,
    SetDoor,
    Settle,
    Sit,
    Start,
    UnseatBot,
    VoteEnd,
)
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.views import TableView
from arcade.engine.words import N_
from screens import keys
from screens.games.view import AnyView
from screens.keys import Action
from screens.table.coach import ODDS_OFF
from screens.table.result.card import ResultCard
from screens.table.seats import starter

REQUESTS = {
    operation.key.name: operation
    for operation in OPERATIONS
    if operation.key.name and issubclass(operation, TableOperation)
}
"""The operations that keys of a table ask for, by the key's name."""

_REVIEW = keys.LOOK_BACK.labelled(
    N_("replay"), N_("Look back at the game, and what the coach says.")
)


_STANDINGS = keys.of(SeeTournament).labelled(N_("tournament"))


def game_actions(table: TableView, game: AnyView) -> list[Action]:
    """List the game's own keys; those that only show something work for everybody."""
    plays = table.phase == "playing" and not table.paused and not table.bot_plays
    if plays and table.seat is not None:
        return game.actions()
    return [action for action in game.actions() if action.name in game.LOOKS]


def seat_actions(table: TableView, local: bool) -> list[Action]:
    """List the keys that work now; `local` if several people may share this keyboard."""
    if table.next_seat is not None:
        return []
    if table.seat is None:
        shut = table.phase == "playing" and not table.table.late_join
        free = any(seat.kind in ("open", "bot") for seat in table.seats)
        return [keys.of(Sit)] if free and not shut else []
    match table.phase:
        case "playing":
            return [*_consent(table, table.seat), *_door(table, local)]
        case "waiting":
            return _waiting(table, local)
        case "over" if table.daily:
            return [keys.NEXT_DEAL]
        case "over" if table.duel:
            return [keys.of(ListDuels)]
        case "over" if table.of_tournament:
            return [_STANDINGS]
        case "over" if table.seat not in table.asked.get("again", ()):
            again = keys.of(PlayAgain)
            if table.as_played().seat is None:
                again = again.labelled(
                    N_("play the next game"), N_("Be ready for the next game here.")
                )
            return [again]
        case _:
            return []


def _consent(table: TableView, own: int) -> list[Action]:
    """List the keys of requests that everybody has to agree to; none while a bot plays."""
    if table.bot_plays:
        return [keys.of(ComeBack)]
    asked = {what for what, seats in table.asked.items() if seats and own not in seats}
    alone = len(asked) == 1  # else a key has to say what it agrees to
    end = keys.of(VoteEnd).labelled(_agreed("end" in asked, alone, N_("end too")))
    declining = [keys.of(Decline).labelled(N_("decline"))] if asked else []
    if table.may_settle:
        settle = keys.of(Settle)
        label = _agreed("settle" in asked, alone, N_("end it too"))
        if own in table.asked.get("settle", ()):
            label = N_("take back")
        declining = [settle.labelled(label or settle.label), *declining]
    if table.paused:
        return [keys.of(GoOn), end, *declining]
    pause = keys.of(Pause).labelled(_agreed("pause" in asked, alone, N_("pause too")))
    if table.of_tournament:
        return declining
    return [end, *declining] if table.table.days else [pause, end, *declining]


def _agreed(asked: bool, alone: bool, too: str) -> str:
    """Label the key that agrees to a request as the question does, where it is the only request."""
    return (N_("agree") if alone else too) if asked else ""


def _door(table: TableView, local: bool) -> list[Action]:
    """List the key that opens or shuts the door of a game against bots."""
    bots = all(seat.kind == "bot" and not seat.after for seat in table.seats if not seat.yours)
    dealt = table.fair.now is not None and bool(table.fair.now.day)
    if local or not bots or dealt or table.table.days or table.of_tournament:
        return []
    door = keys.of(SetDoor)
    return [door if table.table.late_join else door.labelled(N_("open the door"))]


def _waiting(table: TableView, local: bool) -> list[Action]:
    kinds = [seat.kind for seat in table.seats]
    start = keys.of(Start)
    actions = [start.labelled("") if starter(table) else start]
    if "open" in kinds:
        actions.append(keys.of(SeatBot))
        if local:
            actions.append(keys.PERSON)
    if "bot" in kinds:
        actions.append(keys.of(UnseatBot))
    return actions


def end_actions(table: TableView, card: ResultCard, local: bool) -> list[Action]:
    """List the keys after a game, and the one that looks back at a game."""
    result = card.covers(table)
    actions = [keys.ANOTHER] if result or (table.phase == "over" and table.ended) else []
    if table.view is not None:
        actions.append(keys.LOOK_BACK if table.phase == "playing" else _REVIEW)
    if result:
        if table.of_tournament and table.seat is None:
            actions.insert(0, _STANDINGS)
        if not local and not table.duel:
            share = keys.RECORDING
            if table.daily:
                share = share.labelled(share.label, keys.COPY_RESULTS)
            actions += [keys.of(ListDuels).labelled(""), share]
        actions.append(keys.BOARD if card.shown else keys.BOARD.labelled(N_("result")))
    return actions


def only_bots_wait(table: TableView) -> bool:
    """Return whether a bot has the turn, and only waits so that this one person can follow."""
    persons = [seat.number for seat in table.seats if seat.kind in ("person", "absent")]
    playing = table.phase == "playing" and not table.paused
    return playing and persons == [table.seat] and not table.my_turn


def may_see_end(table: TableView) -> bool:
    """Return whether the person may see at once how the game ends, which only bots decide."""
    asked = table.seat in table.asked.get("rush", ())
    offered = table.decided and table.seat is not None and not table.rushed and not asked
    return offered and not table.bot_plays


def coach_actions(table: TableView, shown: bool) -> list[Action]:
    """List the key of the coach: named on one's turn, and nowhere if it only says why not."""
    odds = keys.of(AskOdds)
    if shown:
        return [ODDS_OFF]
    if table.phase != "playing" or table.seat is None:
        return []
    if not table.coach:
        return [replace(odds, label="", what="")]
    return [odds if table.my_turn else odds.labelled("")]


def always(table: TableView, local: bool) -> list[Action]:
    """List the keys of every table; no talk where all are in one room."""
    company = [keys.PAGE_UP, keys.PAGE_DOWN] if local else _company(table)
    first = keys.of(SealWords), keys.ALOUD, keys.SETTINGS_TABLE
    return [*first, *company, keys.MENU, keys.of(Leave), keys.QUIT, keys.HELP]


def _company(table: TableView) -> list[Action]:
    """List the keys of talk and of the log."""
    fills = table.seat is not None and any(seat.kind == "open" for seat in table.seats)
    invite = N_("invite") if table.phase == "waiting" and fills else ""
    company = keys.of(SeePeople).labelled(invite, keys.COMPANY)
    talk = keys.of(Say), keys.of(MakeGesture)
    return [*talk, keys.PAGE_UP, keys.PAGE_DOWN, company, keys.MOUSE]
