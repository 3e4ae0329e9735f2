"""What people ask about their own account: name, recovery code, invitations, language."""

from msgspec import Struct

from arcade.club.i18n.words import languages
from arcade.club.operations.operation import (
    ANY_CODE,
    ANY_NAME,
    Command,
    Key,
    Line,
    Operation,
    Visitor,
)
from arcade.engine.words import N_, folded
from arcade.players.roster import PREFERENCES
from arcade.rooms.errors import refused
from arcade.rooms.moderation import must_have_name


class Named(Struct, frozen=True):
    name: str


class RecoveryCode(Struct, frozen=True):
    code: str


class ChooseName(Operation[Named], frozen=True):
    api = "name"

    name: str = ""

    async def run(self, visitor: Visitor) -> Named:
        player = await visitor.club.choose_name(visitor.player, self.name)
        visitor.rename(player)
        return Named(player.name)


class NewRecovery(Operation[RecoveryCode], frozen=True):
    line = Line(
        "recovery",
        N_("recovery [CODE]: get a code in case you lose your key; with the code, recover"),
        risky=True,
    )
    api = "recovery"
    command = Command(
        "recovery", (ANY_CODE,), N_("get a code in case you lose your key; with the code, recover")
    )

    async def run(self, visitor: Visitor) -> RecoveryCode:
        devices, visiting = visitor.club.devices, visitor.visiting
        return RecoveryCode(await devices.new_recovery(visitor.player, visitor.key, visiting))


class Forgetting(Struct, frozen=True):
    """What to type as `name` to be forgotten, or (`forgotten`) that it has happened."""

    name: str
    forgotten: bool = False


class ForgetMe(Operation[Forgetting], frozen=True):
    """Forget the person, once they have typed their `name`; "": ask for that first."""

    line = Line("forget", N_("forget: have your name, keys and settings forgotten; asks first"))
    api = "forget"
    command = Command(
        "forget", (ANY_NAME,), N_("have your name, keys and settings forgotten; asks first")
    )

    name: str = ""

    async def run(self, visitor: Visitor) -> Forgetting:
        player = visitor.player
        must_have_name(player)
        if not self.name:
            return Forgetting(player.name)
        if folded(self.name) != folded(player.name):
            raise refused("To be forgotten, type your own name: {name}", name=player.name)
        await visitor.club.forget(player)
        return Forgetting(player.name, forgotten=True)


async def _prefer(visitor: Visitor, setting: str, choice: str) -> str:
    """Set one of the person's settings, unless the `choice` is ""; return what is in force."""
    values, accounts = PREFERENCES[setting], visitor.club.accounts
    if choice and choice not in values:
        raise refused("Choose one of: {known}", known=", ".join(values))
    if choice:
        await accounts.prefer(visitor.player, setting, choice)
    return accounts.preference(visitor.player, setting)


class ChooseInvitations(Operation[str], frozen=True):
    """Choose who may invite the person; return the choice in force."""

    line = Line(
        "invitations", N_("invitations [all, known or none]: who may invite you to a table")
    )

    name: str = ""

    async def run(self, visitor: Visitor) -> str:
        return await _prefer(visitor, "invitations", self.name)


class Listing(Struct, frozen=True):
    """Whether the front page names the person while they are here: "on" or "off"."""

    listed: str


class BeListed(Operation[Listing], frozen=True):
    """Have the front page name the person, or not; return what is in force."""

    line = Line(
        "listed", N_("listed [on or off]: whether the page that browsers open first names you")
    )
    api = "listed"

    choice: str = ""

    async def run(self, visitor: Visitor) -> Listing:
        must_have_name(visitor.player)
        return Listing(await _prefer(visitor, "listed", self.choice))


class ChooseLanguage(Operation[str], frozen=True):
    key = Key("language", ("l",), N_("language"), N_("Change the language (changer de langue)."))
    line = Line("language", N_("language CODE: speak another language, such as fr"))

    name: str = ""

    async def run(self, visitor: Visitor) -> str:
        if self.name not in languages():
            raise refused("Choose one of: {known}", known=", ".join(languages()))
        await visitor.club.accounts.choose_language(visitor.player, self.name)
        return self.name
