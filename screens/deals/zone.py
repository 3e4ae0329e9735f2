"""The question in which city somebody lives, on the pages that set the time zone of their days."""

from arcade.club.i18n import zones
from arcade.club.operations.deals import ChooseZone
from arcade.club.speech.daily import zone_text
from screens import keys
from screens.base import BaseScreen
from screens.widgets.prompt import Prompt

ZONE = keys.of(ChooseZone)


class AsksZone(BaseScreen[None]):
    """A screen that asks for a city, and takes its time zone for that of the person's days.

    It stands behind the other base of a page: Textual takes the styles of the first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.prompt = Prompt(most=zones.MAX_LENGTH)

    def line(self) -> Prompt:
        return self.prompt

    def do_zone(self) -> None:
        self.open_line(self.prompt, self.words.t("your city: "))

    async def do_send(self) -> None:
        """Take the typed city for the time zone of the person's days."""
        zone = zones.zone_named(self.prompt.text.strip())
        await self.arcade.club.accounts.choose_zone(self.arcade.player, zone)
        self.do_stop_typing()
        self.zone_chosen()
        self.tell(zone_text(self.words, zone))

    def zone_chosen(self) -> None:
        """Show what depends on the zone."""
