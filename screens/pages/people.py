"""Everybody here, people at one's table first: invite, ignore, report, send away."""

from textual.app import ComposeResult

from arcade.club.table_session import TableSession
from arcade.club.views import Person
from arcade.engine.words import N_
from screens import keys
from screens.keys import Action
from screens.pages.listing import FINDING, LONG, Listing
from screens.terminal.rows import EMPTY, Row, around, fit, pad, row
from screens.widgets.prompt import Prompt

INVITE = Action("invite", ("enter",), "Enter", N_("invite"), N_("Ask that person to your table."))
LOOK_ON = Action("watch", ("w",), "w", N_("watch"), N_("Watch the table where that person is."))
IGNORE = Action("ignore", ("i",), "i", N_("ignore"), N_("Read nothing more by that person."))
HEED = Action("ignore", ("i",), "i", N_("unmute"), N_("Read what that person says again."))
REPORT = Action("report", ("r",), "r", N_("report"), N_("Tell the host about that person."))
HUSH = Action("hush", ("m",), "m", N_("mute here"), N_("Let that person say nothing here."))
UNHUSH = Action("hush", ("m",), "m", N_("let speak"), N_("Let that person speak here again."))
SEND_AWAY = Action("send_away", ("x",), "x", N_("send away"), N_("Send that watcher away."))


class People(Listing[None]):
    """Lists everybody here (with a table session: its table first), with actions for each."""

    TITLE = N_("Who is here")

    def __init__(self, place: TableSession | None = None) -> None:
        super().__init__()
        self.place = place
        self.people: tuple[Person, ...] = ()
        self._near: frozenset[str] = frozenset()
        """The ids of those at the table."""
        self._about = ""
        self.prompt = Prompt()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield self.prompt

    def count(self) -> int:
        return len(self.people)

    def on_mount(self) -> None:
        self.listen_to(self.arcade.visit, self.place)
        self._look()

    def changed(self) -> None:
        self._look()

    @property
    def chosen(self) -> Person | None:
        """The chosen person; None if that is oneself."""
        found = self.people[self.at] if self.at < len(self.people) else None
        return None if found is None or found.you else found

    def _look(self) -> None:
        before = self.people[self.at].id if self.at < len(self.people) else ""
        community, player = self.arcade.club.community, self.arcade.player
        near = self.place.here() if self.place else ()
        self._near = frozenset(one.id for one in near)
        far = (one for one in community.people(player) if one.id not in self._near)
        self.people = (*near, *far)
        ids = [one.id for one in self.people]
        first = 1 if len(ids) > 1 else 0
        self.choose(ids.index(before) if before in ids and self.at else first)

    # Keys

    def line(self) -> Prompt:
        return self.prompt if self.prompt.typing else super().line()

    def actions(self) -> list[Action]:
        if self.prompt.typing:
            return [keys.SEND, keys.STOP_TYPING]
        if self.finder.typing:
            return [*FINDING]
        done: list[Action] = []
        chosen = self.chosen
        if chosen is not None:
            near = chosen.id in self._near
            if not near:
                done.append(INVITE)
            if self.place is None and chosen.where:
                done.append(LOOK_ON)
            done += [HEED if chosen.ignored else IGNORE, REPORT]
            if near and self.place is not None and self.place.table().host:
                done.append(UNHUSH if chosen.hushed else HUSH)
                if not chosen.playing:
                    done.append(SEND_AWAY)
        return [*done, *LONG, keys.MENU, keys.BACK, keys.QUIT]

    def do_invite(self) -> None:
        """Invite the chosen person to this table, or to one's own."""
        chosen, t = self.chosen, self.words.t
        held = self.arcade.club.tables.held(self.arcade.player)
        if chosen is None:
            return
        if not held and self.place is None:
            self.tell(t("Open a table first, or sit down at one; then invite."))
            return
        code = self.place.code if self.place is not None else held[-1]
        self.arcade.club.community.invite(self.arcade.player, chosen.id, code)
        self.tell(t("{name} is invited to table {code}.", name=chosen.name, code=code))

    async def do_watch(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            await self.arcade.look_on(chosen.where)

    async def do_ignore(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            community = self.arcade.club.community
            await community.ignore(self.arcade.player, chosen.id, not chosen.ignored)
            self._look()

    def do_report(self) -> None:
        chosen = self.chosen
        if chosen is not None:
            self._about = chosen.id  # the list may change while one types
            self.prompt.label(" " + self.words.t("What is wrong?") + " › ")
            self.prompt.open()

    async def do_send(self) -> None:
        """Report to the host; the typed text stays in the line if refused."""
        await self.arcade.club.report(self.arcade.player, self._about, self.prompt.text, self.place)
        self.tell(self.words.t("The host will read it, with the last lines said here."))
        self.do_stop_typing()

    def do_stop_typing(self) -> None:
        self.prompt.label("")
        self.prompt.close()

    async def do_hush(self) -> None:
        chosen = self.chosen
        if chosen is not None and self.place is not None:
            await self.place.hush(chosen.id, not chosen.hushed)
            self._look()

    async def do_send_away(self) -> None:
        chosen = self.chosen
        if chosen is not None and self.place is not None:
            await self.place.send_away(chosen.id)
            self._look()

    def draw(self, width: int, height: int) -> list[Row]:
        people = self.people
        first = around(self.at, len(people), height - 2)
        done = [self._line(number, width) for number in range(first, len(people))][:height]
        if len(people) < 2:
            alone = self.words.t("Nobody else is here at the moment.")
            done += [EMPTY, row((f"  {alone}", "dim"))]
        return done

    def _line(self, number: int, cells: int) -> Row:
        t, one = self.words.t, self.people[number]
        here = number == self.at
        guest = t("guest")
        name = f"{one.name} ({guest})" if one.guest else one.name
        marks = [
            *([t("you")] if one.you else []),
            *([t("ignored")] if one.ignored else []),
            *([t("muted here")] if one.hushed else []),
        ]
        text = f" {pad(name, 26)} {pad(self._where(one), 26)} {' · '.join(marks)}"
        return fit(
            row(("▶ " if here else "  ", "gold"), (text, "cursor" if here else "", str(number))),
            cells,
        )

    def _where(self, one: Person) -> str:
        t = self.words.t
        if one.id in self._near:
            return t("plays here") if one.playing else t("watches here")
        if not one.at_table:
            return t("in the lobby")
        if not one.where:
            return t("at a private table")
        if one.playing:
            return t("plays at table {code}", code=one.where)
        return t("watches table {code}", code=one.where)
