"""The settings in one form: each choice takes effect at once and is stored."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from arcade.club.i18n import zones
from arcade.club.i18n.words import languages, own_name
from arcade.club.speech.preferences import LABELS, VALUES
from arcade.club.speech.ssh_command import by_ssh, forgetting_text, other_device_text, recovery_text
from arcade.engine.words import N_
from arcade.players.roster import PREFERENCES
from screens import keys
from screens.deals.zone import ZONE, AsksZone
from screens.keys import Action
from screens.letters import Letters
from screens.pages.ask import Ask, confirm
from screens.pages.form import Field, FormScreen
from screens.pages.page import Page
from screens.pages.webhook import WebhookPage
from screens.terminal.rows import EMPTY, Row, columns, flow, pad, row, row_width, wrap
from screens.terminal.seats import MARKS
from screens.widgets.dice import die
from screens.widgets.sheet import headed, is_tall

_NEXT = Action("more", ("enter", "space"), "Enter", "", "")

_KEYS = Action("keys", ("K",), "K", N_("keys"), N_("Choose keys of your own."))
_MORE = frozenset(("keys", "recovery", "device", "webhook", "forget"))
"""What else can be set, on pages of its own."""
_TONES = ("gold", "", "strong")
_RECOVERY = Action(
    "recovery",
    ("c",),
    "c",
    N_("recovery code"),
    N_("Make a code that brings you back if your key is lost."),
)
_DEVICE = Action(
    "device",
    ("D",),
    "D",
    N_("another device"),
    N_("Be the same player on another device: a link for its browser, a command for its terminal."),
)


_WEBHOOK = Action(
    "webhook",
    ("W",),
    "W",
    N_("be called"),
    N_("Be called by HTTP while you are away: a webhook."),
)
_FORGET = Action(
    "forget",
    ("F",),
    "F",
    N_("forget me"),
    N_("Have your name, keys and settings forgotten; asks twice."),
)


_SEEN = ("language", "theme", "motion", "ascii", "title")
_CALLS = ("bell", "notify", "invitations")
_GROUPS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        N_("What you see"): _SEEN,
        N_("What calls you"): _CALLS,
        N_("How you play"): (
            *(name for name in LABELS if name not in (*_SEEN, *_CALLS)),
            ZONE.name,
        ),
    }
)
"""The groups of the settings."""


class SettingsScreen(FormScreen, AsksZone):
    """Sets the language and some of the `PREFERENCES`."""

    TITLE = N_("Settings")
    SAMPLE, LARGE_SAMPLE = 30, 32
    LISTS_VALUES = True

    def __init__(self, game: str = "") -> None:
        super().__init__()
        self._game = game
        """The name of the game that goes on at the table behind this page."""

    def heading(self) -> str:
        t = self.words.t
        return (
            t("Settings · {game} goes on behind", game=self._game)
            if self._game
            else super().heading()
        )

    def actions(self) -> list[Action]:
        """List the keys that work here; Enter changes a value, too."""
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING]
        *others, menu, back, out = super().actions()
        recovery = () if self.arcade.local else (_RECOVERY,)
        club, named = self.arcade.club, not self.arcade.player.guest
        device = (_DEVICE,) if club.watch_links.site and named else ()
        forget = (_FORGET,) if named and not self.arcade.local else ()
        called = (_WEBHOOK,) if club.webhooks.send is not None and named else ()
        own = (*recovery, *device, *called, *forget)
        return [_NEXT, *others, ZONE.labelled(""), _KEYS, *own, menu, back, out]

    def zone_chosen(self) -> None:
        self.show()

    def do_keys(self) -> None:
        self.app.push_screen(Letters())

    async def do_recovery(self) -> None:
        """Show a recovery code on a page; ask first if there is one already."""
        t, app = self.words.t, self.arcade
        if not app.club.accounts.has_recovery(app.player):
            await self._recover("yes")
            return
        text = t("You have a recovery code that was not used. A new one makes it void.")
        answers = [("yes", "y", t("make a new one")), ("", "n", t("keep it"))]
        confirm(self, Ask(t("Recovery code"), text, answers), self._recover)

    async def _recover(self, _: str) -> None:
        app = self.arcade
        code = await app.club.devices.new_recovery(app.player, app.key, visiting=True)
        texts = recovery_text(self.words, code, app.club.address)
        app.push_screen(Page(self.words.t("Recovery code"), partial(_page, texts, _TONES)))

    def do_device(self) -> None:
        """Show what makes another device's key one more of this person."""
        app = self.arcade
        club, code = app.club, app.club.devices.code(app.player)
        texts = other_device_text(self.words, club.watch_links, code, club.address)
        self.app.push_screen(
            Page(self.words.t("Another device"), partial(_page, texts, ("", "gold") * 2))
        )

    def do_webhook(self) -> None:
        self.app.push_screen(WebhookPage(self.words.t("Be called while you are away")))

    def do_forget(self) -> None:
        """Say what being forgotten means, and ask; then ask once more."""
        t, player = self.words.t, self.arcade.player
        how = by_ssh("play", self.arcade.club.address) + " export"
        *about, _ = forgetting_text(self.words, player.name, how)
        stay = ("", "n", t("stay"))
        sure = Ask(t("Really be forgotten?"), about[0], [("yes", "F", t("forget me")), stay])

        async def asked(_: str) -> None:
            confirm(self, sure, self._forget)

        first = Ask(t("Be forgotten?"), " ".join(about), [("yes", "y", t("forget me")), stay])
        confirm(self, first, asked)

    async def _forget(self, _: str) -> None:
        await self.arcade.club.forget(self.arcade.player)

    def fields(self) -> list[Field]:
        t = self.words.t
        label, about = t("Language"), t("What you read; the rules and the coach speak it too.")
        speaking = Field("language", label, about, languages(), None, own_name)
        about = t("Your days and your streaks end at midnight there. Enter asks for a city.")
        if self.arcade.touch:
            about = t("Your days and your streaks end at midnight there.")
        zone = Field(ZONE.name, t("Time zone"), about, (self._zone,), None, str)
        local = self.arcade.local  # a terminal of one's own always reports the mouse
        guest, site = self.arcade.player.guest, self.arcade.club.watch_links.site
        absent = {"mouse": local, "plain": local or guest, "listed": guest or not site}
        own = {name: self._field(name) for name in LABELS if not absent.get(name)}
        listed = {speaking.name: speaking, **own, zone.name: zone}
        return [
            listed[name]._replace(group=t(group))
            for group, names in _GROUPS.items()
            for name in names
            if name in listed
        ]

    @property
    def _zone(self) -> str:
        return self.arcade.club.accounts.zone(self.arcade.player) or zones.UTC

    def _field(self, name: str) -> Field:
        t, values = self.words.t, PREFERENCES[name]
        usual = {"on": t("on"), "off": t("off")}
        named = {
            value: t(wording) if (wording := VALUES.get(f"{name} {value}")) else usual[value]
            for value in values
        }
        label, about = (t(text) for text in LABELS[name])
        return Field(name, label, about, values, values[0], named.__getitem__, marks_usual=True)

    def preview(self, cells: int) -> list[Row]:
        """Draw dice, a card, a bar and the seats with the current settings."""
        tall = is_tall(self.app.size)
        size = "huge" if tall else "medium" if cells > self.SAMPLE else "small"
        each, times = (6, 3) if tall else (2 if cells < 3 * len(MARKS) else 3, 1)
        marks = [(pad(mark.shape, each, "center"), mark.tone) for mark in MARKS]
        tiles = [
            (pad(str(number), each, "center"), mark.tile) for number, mark in enumerate(MARKS, 1)
        ]
        dice = columns([die(6, size=size), die(1, MARKS[0].tile, size), die(5, size=size)])
        t = self.words.t
        free, kept = t("free"), t("kept")
        across = (row_width(dice[0]) + 2) // 3
        called = "".join(pad(text, across - 2, "center") + "  " for text in (free, kept, free))
        dice.append(row((called.rstrip(), "dim")))
        stretches = [
            (8, "█", "gold", t("scored")),
            (3, "▒", "alert", t("at risk")),
            (4, "░", "dim", t("missing")),
        ]
        bar = row(
            ("12 ", "strong"),
            *((sign * many * times, tone) for many, sign, tone, _ in stretches),
            " 21",
        )
        meant = [row((f"{sign} ", tone), (what, "dim")) for _, sign, tone, what in stretches]
        abreast = flow(meant, cells, row("  "))
        edges = [row(*((" " * each, tone) for _, tone in tiles))] * tall
        seats = [row(*marks), *edges, row(*tiles), *edges, row((t("the seats' signs"), "dim"))]
        return [*dice, EMPTY, bar, *(abreast if len(abreast) < 2 else meant), EMPTY, *seats]

    def below(self, cells: int) -> list[Row]:
        """List what is set on pages of its own."""
        more = [action for action in self.actions() if action.name in _MORE]
        lines = [
            line
            for action in self.arcade.keyboard.bind(more)
            for line in wrap(
                row((pad(action.shown, 4), "gold", action.name), self.words.t(action.what)),
                cells,
                4,
            )
        ]
        return headed(self.words.t("More"), [EMPTY, *lines], cells)

    def value(self, field: Field) -> Any:
        if field.name == "language":
            return self.words.language
        if field.name == ZONE.name:
            return self._zone
        return self.arcade.preference(field.name)

    async def change(self, field: Field, value: Any) -> None:
        if field.name == "language":
            await self.arcade.change_language(value)
        elif field.name == ZONE.name:
            self.do_zone()
        else:
            await self.arcade.prefer(field.name, value)


def _page(texts: Sequence[str], tones: Sequence[str], cells: int) -> list[Row]:
    """Return a page with a paragraph in each tone."""
    paragraphs = (wrap(row((text, tone)), cells) for text, tone in zip(texts, tones, strict=True))
    return [line for paragraph in paragraphs for line in (EMPTY, *paragraph)]
