"""The keys of a table's seats: start, sit down, pause, end, play again."""

from arcade.club.views import TableView
from screens import keys
from screens.keys import Action


def seat_actions(table: TableView, local: bool) -> list[Action]:
    """List the keys that work now; `local` if several people may share this keyboard."""
    if table.seat is None:
        shut = table.phase == "playing" and not table.table.late_join
        free = any(seat.kind in ("open", "bot") for seat in table.seats)
        return [keys.SIT] if free and not shut else []
    match table.phase:
        case "playing":
            return _consent(table, table.seat)
        case "waiting":
            return _waiting(table, local)
        case "over" if table.seat not in table.asked.get("again", ()):
            return [keys.AGAIN]
        case _:
            return []


def _consent(table: TableView, own: int) -> list[Action]:
    """List the keys for a pause and for an end by consent; none while a bot plays."""
    if table.seats[own].kind == "held":
        return [keys.COME_BACK]
    asked = {what for what, seats in table.asked.items() if seats and own not in seats}
    end = keys.VOTE_END_TOO if "end" in asked else keys.VOTE_END
    if table.paused:
        return [keys.GO_ON, end]
    pause = keys.PAUSE_TOO if "pause" in asked else keys.PAUSE
    return [end] if table.table.days else [pause, end]


def _waiting(table: TableView, local: bool) -> list[Action]:
    kinds = [seat.kind for seat in table.seats]
    done = [keys.START]
    if "open" in kinds:
        done.append(keys.BOT)
        if local:
            done.append(keys.PERSON)
    if "bot" in kinds:
        done.append(keys.UNBOT)
    return done
