"""What the keys do with the chosen line of the lobby's list."""

from arcade.club.operations.lobby import OpenTable, PlayNow, TakeSeat, WatchTable
from arcade.club.views import TableRow
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.lobby.table_list import TableList
from screens.lobby.table_rows import finished, sits


def first_actions(lobby: TableList) -> list[Action]:
    """List what Enter does with the chosen line, and the ways to play."""
    chosen, offer = lobby.chosen, lobby.offer
    play, new, take = keys.of(PlayNow), keys.of(OpenTable), keys.of(TakeSeat)
    if chosen is not None:
        taken = [take] if offer is not None and offer.code == chosen.code else []
        enter, watch = _entering(chosen), keys.of(WatchTable)
        apart = watch.labelled("") if enter.label == watch.label else watch
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


def _entering(table: TableRow) -> Action:
    """Return what Enter does at a table of the list."""
    if table.yours:
        return keys.ENTER.labelled(N_("to your seat"), N_("Go back to your seat."))
    if finished(table):
        return keys.ENTER.labelled(N_("see the result"), N_("See how it ended."))
    if sits(table):
        return keys.ENTER.labelled(N_("sit down"), N_("Sit down at that table."))
    return keys.ENTER.labelled(N_("watch"), N_("Watch the chosen table."))
