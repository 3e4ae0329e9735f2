"""The tournament of an evening: who plays, the standings, the table of honour."""

from arcade.club.operations.tournaments import JOIN, LEAVE
from arcade.club.tournaments.wording import tonight_texts
from arcade.engine.words import N_
from screens.keys import Action
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, row, wrap

_JOIN = Action("join", ("enter",), "Enter", N_("join"), N_("Take part in the tournament."))
_LEAVE = Action("withdraw", ("x",), "x", N_("do not play"), N_("Take part no more."))
_PLAY = Action("play", ("enter",), "Enter", N_("to your table"), N_("Go to your table."))


class TournamentPage(Page):
    """Shows the tournament that runs or comes next; one key takes part."""

    def __init__(self, title: str) -> None:
        super().__init__(title, self._rows)

    def on_mount(self) -> None:
        self.listen_to(self.arcade.visit)

    def changed(self) -> None:
        self.text.renew()
        self.renew()

    def _rows(self, cells: int) -> list[Row]:
        tonight = self.arcade.club.tournaments.tonight(self.arcade.player)
        head, *texts = tonight_texts(self.words, tonight)
        lines = [wrap(row((text, "")), cells) for text in texts]
        first = wrap(row((head, "strong")), cells)
        return [EMPTY, *first, EMPTY, *(line for rows in lines for line in rows)]

    def actions(self) -> list[Action]:
        view = self.arcade.club.tournaments.tonight(self.arcade.player).next
        own: list[Action] = []
        if view is not None and view.table:
            own = [_PLAY]
        elif view is not None and not view.round:
            own = [_LEAVE if view.entered else _JOIN]
        return [*own, *super().actions()]

    async def do_join(self) -> None:
        await self._ask(JOIN)

    async def do_withdraw(self) -> None:
        await self._ask(LEAVE)

    async def _ask(self, what: str) -> None:
        with self.report_refusals():
            await self.arcade.club.tournaments.enter(self.arcade.player, what == JOIN)
        self.changed()

    async def do_play(self) -> None:
        view = self.arcade.club.tournaments.tonight(self.arcade.player).next
        if view is not None and view.table:
            await self.arcade.navigator.change_table(view.table)
