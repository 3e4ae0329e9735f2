"""What somebody asks about being called by HTTP."""

from msgspec import Struct

from arcade.club.operations.operation import JSON, Argument, Command, Line, Operation, Visitor
from arcade.engine.words import N_


class WebhookState(Struct, frozen=True):
    """A person's address ("": none), the secret of its signatures, and the answer to a test."""

    url: str
    secret: str
    answer: str = ""


class SetWebhook(Operation[WebhookState], frozen=True):
    """Set the address by which a person is called while away; "off": none; "test": call it now.

    Without an address, nothing changes.
    """

    line = Line(
        "webhook",
        N_("webhook [URL, off or test]: be called by HTTP while you are away"),
        risky=True,
    )
    api = "webhook"
    command = Command(
        "webhook",
        (Argument(N_("URL, off or test"), optional=True), JSON),
        N_("be called by HTTP while you are away; also: off, test"),
    )

    url: str = ""

    async def run(self, visitor: Visitor) -> WebhookState:
        webhooks, player, answer = visitor.club.webhooks, visitor.player, ""
        if self.url == "test":
            answer = await webhooks.test(player)
        elif self.url:
            await webhooks.choose(player, "" if self.url == "off" else self.url)
        address = webhooks.address(player)
        return WebhookState(address, webhooks.shown_secret(player) if address else "", answer)
