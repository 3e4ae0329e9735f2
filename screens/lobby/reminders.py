"""What the lobby reminds a person of: what happened, today's deals, a tournament, duels."""

from arcade.club.deals.daily import DailyTable
from arcade.club.digest.digest import Item
from arcade.club.duels.wording import waiting_text
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.operation import Operation
from arcade.club.operations.results import PlayDaily
from arcade.club.operations.tournaments import SeeTournament
from arcade.club.speech.daily import deal_text, yesterday_text
from arcade.club.tournaments.wording import coming_text
from screens import keys
from screens.session import SessionApp
from screens.terminal.rows import Row, row


class Reminders:
    """The lines under the lobby's button, for one person."""

    def __init__(self, arcade: SessionApp) -> None:
        self.arcade = arcade
        self.happened: tuple[Item, ...] = ()
        """What happened since the person was last here, until they have been elsewhere."""
        self.deals: tuple[DailyTable, ...] = ()
        self.streak = 0
        self._deals_at = ("", -1)

    def catch_up(self) -> None:
        """Fetch what happened since the person was last here."""
        club, player = self.arcade.club, self.arcade.player
        self.happened = club.digest.read(player)
        club.community.show_invitations(player, club.digest.last_visit(player).at)

    def forget(self) -> None:
        """Forget what happened: the person has seen it."""
        self.happened = ()

    def renew_deals(self) -> None:
        """Fetch today's deals if there is a result that they do not have yet."""
        daily, player = self.arcade.club.daily, self.arcade.player
        if self._deals_at != (daily.today, daily.version):
            self._deals_at = daily.today, daily.version
            self.deals, self.streak = daily.all(player), daily.streak(player)

    def rows(self, panels: bool, quiet: bool) -> list[Row]:
        """Say what happened meanwhile, else why to come back, and what is on.

        `panels`: there is room for those that say why to come back. `quiet`: there are no tables.
        """
        words, club = self.arcade.words, self.arcade.club
        happened = [row((f"     {words.say(item.news)}", "")) for item in self.happened]
        if happened:
            head = words.t("Since you were last here")
            happened = [row(("     " + head, "gold")), *happened]
        view = club.tournaments.near(self.arcade.player)
        text = coming_text(words, view) if view is not None else ""
        waiting = [self._behind_key(SeeTournament, text, "")] if text else []
        if club.duels.waiting(self.arcade.player):
            duel = waiting_text(words, club.duels.of(self.arcade.player))
            waiting += [self._behind_key(ListDuels, duel, "")] if duel else []
        if panels or happened:
            return [*happened, *waiting]
        deal = deal_text(words, self.deals, self.streak)
        yesterday = yesterday_text(words, club) if quiet else ""
        return [
            self._behind_key(PlayDaily, deal, "dim"),
            *([row((f"     {yesterday}", "dim"))] if yesterday else []),
            *waiting,
        ]

    def _behind_key(self, operation: type[Operation[object]], text: str, style: str) -> Row:
        """Return a line that leads to a page, behind its key; a finger needs none."""
        action = keys.of(operation)
        shown = "" if self.arcade.touch else self.arcade.keyboard.shown(action)
        return row((f"  {shown:<3}", "gold", action.name), (text, style, action.name))
