"""What the keys do with the chosen line of the lobby's list."""

from collections.abc import Sequence

from arcade.club.operations.duels import ListDuels
from arcade.club.operations.lobby import OpenTable, PlayNow, TakeSeat, WatchTable
from arcade.club.operations.people import SeePeople
from arcade.club.operations.results import PlayDaily, ReadLeaderboards, ReadRules
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.lobby.table_list import TableList
from screens.lobby.table_rows import entering


def first_actions(lobby: TableList) -> list[Action]:
    """List what Enter does with the chosen line, and the ways to play."""
    chosen, offer = lobby.chosen, lobby.offer
    play, new, take = keys.of(PlayNow), keys.of(OpenTable), keys.of(TakeSeat)
    if chosen is not None:
        taken = [take] if offer is not None and offer.code == chosen.code else []
        enter, watch = entering(chosen), keys.of(WatchTable)
        own = enter.label == watch.label or chosen.yours  # at one's own table one plays
        apart = watch.labelled("") if own else watch
        return [enter, *taken, apart, play, new]
    if lobby.folding:
        hide = keys.ENTER.labelled(N_("hide them"), N_("Hide these tables again."))
        show = keys.ENTER.labelled(N_("list them"), N_("List these tables."))
        return [hide if lobby.unfolded else show, play, new]
    if lobby.ending is not None:
        see = keys.ENTER.labelled(N_("see it again"), N_("See that game again, step by step."))
        return [see, play, new]
    if lobby.game:
        enter = keys.ENTER.labelled(N_("play it"), N_("Play this game now."))
        return [enter, play.labelled(""), new]
    return [keys.ENTER, new, play.labelled("")]


def moves() -> list[Action]:
    """List the keys that choose a line; a digit begins a game at once."""
    return [
        *keys.NUMBERS[: len(registry.games())],
        keys.UP,
        keys.DOWN,
        Action("up", ("left",), "←", "", ""),
        Action("down", ("right",), "→", "", ""),
        keys.PAGE_UP,
        keys.PAGE_DOWN,
    ]


_IN_PANELS = frozenset(
    keys.of(page).name for page in (SeePeople, PlayDaily, ListDuels, ReadRules, ReadLeaderboards)
)
"""What the panel of a broad lobby, or the frame of the games, leads to."""


def in_panels(actions: Sequence[Action]) -> list[Action]:
    """Leave to the panel of a broad lobby to name what it leads to."""
    return [action.labelled("") if action.name in _IN_PANELS else action for action in actions]
