"""The address by which one is called while away: write it, try it, take it away."""

from arcade.club.operations.webhook import WebhookState
from arcade.club.speech.company.webhook import about_texts, webhook_texts
from arcade.club.webhooks.target import MAX_LENGTH
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.page import Page
from screens.terminal.rows import EMPTY, Row, row, wrap
from screens.widgets.prompt import Prompt

_WRITE = Action("write", ("enter",), "Enter", N_("an address"), N_("Write the address."))
_CHANGE = Action("write", ("e",), "e", N_("change it"), N_("Write another address."))
_TEST = Action("test", ("enter", "t"), "Enter", N_("test message"), N_("Send a test message now."))
_REMOVE = Action("remove", ("x",), "x", N_("no calls"), N_("Be called no more."))


class WebhookPage(Page):
    """Shows a person's webhook; its line takes an address instead of words to find."""

    def __init__(self, title: str) -> None:
        super().__init__(title, self._rows)
        self.finder = Prompt(most=MAX_LENGTH)
        self._answer = ""

    def _rows(self, cells: int) -> list[Row]:
        webhooks, player = self.arcade.club.webhooks, self.arcade.player
        address = webhooks.address(player)
        secret = webhooks.shown_secret(player) if address else ""
        about = [(text, "dim") for text in about_texts(self.words)]
        state = WebhookState(address, secret, self._answer)
        own = [(text, "strong") for text in webhook_texts(self.words, state)] if address else []
        lines = [wrap(row(text), cells) for text in (*own, *about)]
        return [line for paragraph in lines for line in (*paragraph, EMPTY)]

    def actions(self) -> list[Action]:
        if self.finder.typing:
            return [
                keys.SEND.labelled(N_("take this address"), N_("Be called there.")),
                keys.STOP_TYPING,
            ]
        has = self.arcade.club.webhooks.address(self.arcade.player)
        own = [_TEST, _CHANGE, _REMOVE] if has else [_WRITE]
        return [*own, keys.BACK, keys.UP, keys.DOWN, keys.QUIT]

    def typed(self) -> None:
        self.renew()

    def do_write(self) -> None:
        self.finder.label("URL › ")
        self.finder.open(self.arcade.club.webhooks.address(self.arcade.player))
        self._show_finder(True)

    async def do_send(self) -> None:
        """Be called at the typed address from now on."""
        await self.arcade.club.webhooks.choose(self.arcade.player, self.finder.text.strip())
        self.do_stop_typing()

    def do_stop_typing(self) -> None:
        self.do_found()
        self._say("")

    async def do_test(self) -> None:
        self._say(await self.arcade.club.webhooks.test(self.arcade.player))

    async def do_remove(self) -> None:
        await self.arcade.club.webhooks.choose(self.arcade.player, "")
        self._say("")

    def _say(self, answer: str) -> None:
        """Show the state, with the answer to a test message."""
        self._answer = answer
        self.text.renew()
