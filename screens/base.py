"""The base of every screen: panes, keys, notice and footer.

While no widget has the focus, the screen passes keys to the input line or looks them up among the
actions that work now. All other keys go Textual's way, to `on_key` and `BINDINGS`.
"""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import cached_property, partial
from inspect import isawaitable
from typing import ClassVar, Protocol, TypeVar, cast

from msgspec import structs
from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from arcade.club.errors import NOT_STORED, NotStored, Refused
from arcade.club.i18n.words import Words
from arcade.club.people.drafts import OpenPage
from arcade.engine.fence import GameBroken
from arcade.engine.words import N_
from arcade.rooms.errors import broken_down
from arcade.tasks import Sliced
from screens.aloud import keys_text, shown_text
from screens.keys import ALOUD, COME, NOT_COME, Action, Keyboard, pressed
from screens.session import SessionApp
from screens.terminal.paint import PaneScreen
from screens.terminal.reader import Filled, Pressed
from screens.terminal.rows import EMPTY, Row, chip, fit, indented, keyed, row, row_width, wrap
from screens.widgets.lines import Clicked, Lines, strip
from screens.widgets.prompt import Prompt
from screens.widgets.sheet import BROAD, MARGIN, SHEET

SMALLEST = Size(80, 24)
"""The smallest terminal for which every picture is right."""

ROOMY = 12
"""Rows from which a second sentence fits above a picture that is cut."""

LOOK = 0.002
"""Estimated seconds a screen needs to take a change, before it is painted."""

_READ_OUT = ALOUD.labelled("", N_("Say in one paragraph what is shown, to be read aloud."))
"""The key that reads a screen out which is no table."""

Result = TypeVar("Result")


class Bar(Lines):
    """The line above everything, on a bar's background."""

    TONE = "bar"

    def draw(self, size: Size) -> Sequence[Row]:
        """Return its row, which begins where the text below it begins."""
        before = _before(self, size.width)
        return indented(super().draw(size), before) if before else super().draw(size)


def _before(bar: Lines, cells: int) -> int:
    """Count the cells by which a bar's text is moved to the right; none on no screen."""
    return 0 if bar.parent is None else cast("BaseScreen[object]", bar.screen).edge(cells) - 1


class Status(Lines):
    """A sentence above the footer."""


class Notice(Lines):
    """An announcement, an invitation, or the warning that the terminal is too small.

    A terminal that is too small shows a part of the screen, and keys work.
    """

    TONE = "bar"

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        return len(self.draw(Size(width, 0)))

    def renew(self) -> None:
        """Name the key that follows an invitation where it works now."""
        self.redraw()
        if len(self.draw(self.size)) != self.size.height:
            self.refresh(layout=True)

    def draw(self, size: Size) -> list[Row]:
        notice = self.arcade.notice
        if notice is not None:
            text = self.words.say(notice.news)
            bound = cast("BaseScreen[object]", self.screen).bound()
            answers = {action.name: chip(action.shown) for action in bound}
            if (come := answers.get(COME.name)) is not None:
                text = self.words.t("{said}: {key} to come", said=text, key=come)
            if (no := answers.get(NOT_COME.name)) is not None:
                text = self.words.t("{said}, {key} to say no", said=text, key=no)
            return notice_rows(text, size.width, bool(notice.code))
        cells, rows = self.app.size
        screen, t = cast("BaseScreen[object]", self.screen), self.words.t
        if not screen.cut(self.app.size):
            return [EMPTY]  # the warning no longer applies; the next layout removes it
        if self.arcade.in_browser:
            text = t(" Not all of it fits here: choose smaller letters, or turn the screen.")
            return [fit(line, cells, "bar") for line in wrap(row((text, "bar-alert")), cells, 1)]
        text = t(
            " This terminal is {cells}×{rows}: make it 80×24 or larger.", cells=cells, rows=rows
        )
        if rows < ROOMY or self.arcade.local:
            return [row((text, "bar-alert"))]
        text += t(" Or in plain text: ssh … plain")
        return [fit(line, cells, "bar") for line in wrap(row((text, "bar-alert")), cells, 1)]


def notice_rows(text: str, cells: int, invites: bool) -> list[Row]:
    """Draw a notice in at most three rows; a click on an invitation follows it."""
    tone = "tile" if invites else "bar-alert"  # nobody may overlook what waits for an answer
    words = keyed(f" ◆ {text}", tone)
    notice = tuple(piece._replace(click=COME.name) for piece in words) if invites else words
    tone = "tile" if invites else "bar"
    return [fit(line, cells, tone) for line in wrap(notice, max(20, cells - 1), 3)][:3]


class Footer(Lines):
    """The bottom line: the keys that work now, each clickable."""

    TONE = "bar"

    actions: tuple[Action, ...] = ()
    """What it offers."""
    main = ""
    """The name of the action that matters most now; a page gives it the largest button."""

    def offer(self, actions: Sequence[Action], main: str = "") -> None:
        """Show these actions' keys and labels."""
        self.main = main
        shown = tuple([action for action in actions if action.label])
        if shown != self.actions or not self.fresh:
            self.actions = shown
            self.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw as many as fit; menu, way out and help, the last three, are dropped last."""
        shown = [self.again(action, partial(self._button, action)) for action in self.actions]
        room = [row_width(pieces) for pieces in shown]
        before, most = _before(self, size.width), size.width
        if before < MARGIN and sum(room) > most - before:
            before = 0  # a key is worth more than the edge
        while shown and sum(room) > most - before:
            gives_way = max(-4, -len(shown))
            shown.pop(gives_way)
            room.pop(gives_way)
        return [row(" " * before) + tuple([piece for pieces in shown for piece in pieces])]

    def _button(self, action: Action) -> Row:
        t = self.words.t
        return row(
            (f" {t(action.shown)}", "bar-gold", action.name),
            (f" {t(action.label)} ", "bar", action.name),
        )


class Source(Protocol):
    """Something that changes: a table session, a visit."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change; return a function that stops this."""


class Changed(Message, bubble=False):
    """The data of a screen may have changed; it fetches them when it handles this."""


class BaseScreen(PaneScreen[Result], inherit_bindings=False):
    """A screen made of panes. Subclasses implement the abstract methods and the `do_…` methods.

    Only the type check enforces this: Textual's metaclass is not `ABCMeta`.
    """

    ALLOW_SELECT = False
    IS_PAGE: ClassVar[bool] = False
    """Whether title and keys begin where the text does, away from a broad terminal's edge."""
    top: Bar
    """The line above everything, of the screens that make one."""
    divider = Region()
    """The rule between a game and what is beside it, on screens that have one."""

    def __init__(self) -> None:
        super().__init__()
        self.footer = Footer()

    @cached_property
    def notice(self) -> Notice:
        """The notice, made when there is one."""
        return Notice()

    @property
    def arcade(self) -> SessionApp:
        return cast("SessionApp", self.app)

    @property
    def words(self) -> Words:
        return self.arcade.words

    def edge(self, width: int) -> int:
        """Count the cells before the title and the keys in a terminal of so many columns."""
        if not self.IS_PAGE:
            return 1
        return (width - SHEET) // 2 if width >= BROAD else MARGIN

    @property
    def across(self) -> int:
        """The cells of the top line from its text on, as many at the right as at the left."""
        width = self.app.size.width
        return width - 2 * (self.edge(width) - 1)

    def compose(self) -> ComposeResult:
        """Mount the top line and the footer; `places.tcss` says where everything stands."""
        self.fit(self.app.size)
        if hasattr(self, "top"):
            yield self.top
        yield self.footer

    def fit(self, size: Size) -> None:
        """Make room for the notice if there is one: it replaces a top line."""
        super().fit(size)
        self.set_class(self.edge(size.width) > MARGIN, "-paged")
        noticed = self.arcade.notice is not None
        if noticed or self.cut(size) or "notice" in vars(self):
            self.set_class(noticed, "-noticed")
            self.show_pane(self.notice, noticed or self.cut(size), before=0)

    COLUMNS = 44
    """The fewest columns in which it is whole."""

    def cut(self, size: Size) -> bool:
        """Tell whether a terminal of this size shows only a part of it.

        A page chooses its letters, so that an upright phone is narrow and high; while somebody
        types, the phone's keyboard takes rows.
        """
        if size.width >= SMALLEST.width and size.height >= SMALLEST.height:
            return False
        line = self.line()
        typing = line is not None and line.typing
        upright = size.height >= SMALLEST.height or typing
        return not (self.arcade.in_browser and upright and size.width >= self.COLUMNS)

    @on(events.ScreenSuspend)
    def _drop_rows(self) -> None:
        """Keep no drawn rows while another screen is in front."""
        for pane in self.query_children(Lines):
            pane.drop_rows()

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """List the actions that work now, in the footer's order."""

    _key_table: list[Action] | None = None
    _keyboard: Keyboard | None = None
    READS_OUT: ClassVar[bool] = True
    """Whether a key reads the screen out."""

    def bound(self) -> list[Action]:
        """Return the key table: the actions that work, in the letters of language and person.

        It is built once after each change (`renew`).
        """
        if self._key_table is None or self._keyboard is not self.arcade.keyboard:
            self._keyboard = self.arcade.keyboard
            self._key_table = self._bind(self._keyboard)
        return self._key_table

    def explained(self) -> list[Action]:
        """Return what works for a page that explains it: on a touch screen without the keys."""
        if not self.arcade.touch:
            return self.bound()
        return [structs.replace(action, shown="") for action in self.bound()]

    def _bind(self, keyboard: Keyboard) -> list[Action]:
        """Build the key table.

        The keys that answer an invitation are in it, unless they would be typed or mean something
        else.
        """
        line = self.line()
        actions = keyboard.bind(self.actions())
        if not (line is not None and line.typing):
            taken = {key for action in actions for key in action.keys}
            actions = [*self._answering(keyboard, taken), *actions]
        if self.READS_OUT and ALOUD.name not in [action.name for action in actions]:
            actions.append(_READ_OUT)
        return actions

    def _answering(self, keyboard: Keyboard, taken: Collection[str]) -> Iterator[Action]:
        """Yield what answers an invitation; once it has stepped aside, its table is named."""
        invited = self.arcade.notices.invitation
        if invited is None:
            return
        for answer in keyboard.bind([COME, NOT_COME] if invited.by else [COME]):
            if keys := tuple(key for key in answer.keys if key not in taken):
                label = answer.label
                if answer.name == COME.name and invited is not self.arcade.notice:
                    label = self.words.t("come to {code}", code=invited.code)
                yield structs.replace(answer, keys=keys, shown=keys[0], label=label)

    @property
    def main(self) -> str:
        """The name of the action that matters most now: Enter's, if the bottom line has it."""
        entered = (key.name for key in self.bound() if key.label and "enter" in key.keys)
        return next(entered, "")

    def rebind(self) -> None:
        """Have the key table built anew when it is next asked for: other keys may work now."""
        self._key_table = None

    def tell(self, sentence: str) -> None:
        """Show a sentence about the last request; "" clears it."""
        if sentence:
            self.notify(sentence)

    def line(self) -> Prompt | None:
        return None

    def open_line(self, line: Prompt, label: str) -> None:
        """Let a person type in a line of this screen."""
        line.label(label)
        line.open()
        self.show_pane(line)

    def do_stop_typing(self) -> None:
        """Put the line away."""
        if (line := self.line()) is not None:
            line.close()
            self.show_pane(line, False)

    def refused(self, refusal: Refused) -> None:
        self.tell(self.words.say(refusal.why))

    def renew(self) -> None:
        """Show the keys that work after a change."""
        self.rebind()
        self.footer.offer(self.bound(), self.main)
        if "notice" in vars(self) and self.arcade.notice is not None:
            self.notice.renew()

    def noticed(self) -> None:
        """Show a new notice or remove it."""
        self.fit(self.app.size)
        if "notice" in vars(self):
            self.notice.redraw()
            self.notice.refresh(layout=True)
        self.renew()

    def on_mount(self) -> None:
        self.renew()

    def on_screen_resume(self) -> None:
        """Show or remove the notice that began or ended while another screen was in front."""
        if self.has_class("-noticed") != (self.arcade.notice is not None):
            self.noticed()

    # Changes

    _stops: tuple[Callable[[], None], ...] = ()
    _announced = False

    def listen_to(self, *sources: Source | None) -> None:
        """Have `changed` called after changes of these, once for all that come before it.

        The club calls listeners in the context of the change: it is announced one turn of the loop
        later, in the context of this session.
        """
        soon = Sliced(self._announce, context=copy_context(), least=LOOK, first=self.awaited)

        def note() -> None:
            if not self._announced:
                soon.begin()

        listening = (source.listen(note) for source in sources if source is not None)
        self._stops += (soon.close, *listening)

    def stop_listening(self) -> None:
        stops, self._stops = self._stops, ()
        for stop in stops:
            stop()

    def on_unmount(self) -> None:
        self.stop_listening()

    def _announce(self) -> None:
        if not self._announced:
            self._announced = True
            self.post_message(Changed())

    def on_changed(self) -> Awaitable[None] | None:
        self._announced = False
        if not self.app.is_running:
            return None  # an app that ends takes a screen's widgets away before the screen
        return self.changed()

    def changed(self) -> Awaitable[None] | None:
        """Take the newest data."""
        return None

    # Keys

    async def take_key(self, event: events.Key) -> bool:
        """Pass a key to the input line, else perform its action."""
        if not self.is_active:
            self._hand_on(event)
            return True
        if self.focused is not None and event.key == "escape":
            self.set_focus(None)
            return True
        line = self.line()
        if line is not None and line.typing and line.key(event):
            self.typed()
            return True
        return await self._dispatch(event)

    def draft(self) -> tuple[str, str] | None:
        """Return the code of the table talked at ("": the lobby) and the line being typed."""
        return None

    def open_page(self) -> OpenPage | None:
        """Return the page to reopen after a broken connection; None: nothing to reopen."""
        return None

    def typed(self) -> None:
        """React to a change of the input line: other keys may work now."""
        self.renew()

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the input line; ignore it elsewhere."""
        line = self.line()
        if self.is_active and line is not None and line.typing:
            line.insert(" ".join(event.text.splitlines()))
            self.typed()

    async def on_clicked(self, event: Clicked) -> None:
        """Pass a click on. Do not override this: Textual calls every class's handler."""
        await self.clicked(event.what)

    async def on_pressed(self, event: Pressed) -> None:
        """Take the press of a button. Do not override this either."""
        await self.press(event.action)

    async def press(self, name: str) -> None:
        """Perform the action of a button, if it still works: the button may be of before."""
        await self.clicked(name)

    async def on_filled(self, event: Filled) -> None:
        """Fill the input line that is open, and send it off."""
        line = self.line()
        if self.is_active and line is not None and line.typing:
            line.open()
            line.insert(" ".join(event.text.splitlines()))
            self.typed()
            await self.take_key(events.Key("enter", "\r"))

    def button(self, action: Action) -> Row:
        """Draw a key and what it does; on a touch screen what one taps."""
        label = self.words.t(action.label)
        if self.arcade.touch:
            return row((f" {label} ", "cursor", action.name))
        (bound,) = self.arcade.keyboard.bind([action])
        return keyed(f"{chip(self.words.t(bound.shown))} {label}", "strong")

    async def clicked(self, what: str) -> None:
        """Perform the action that a clicked piece names, if it works now."""
        if what in {action.name for action in self.bound()}:
            await self.perform(what)

    async def perform(self, name: str) -> None:
        """Perform an action by its name; show why if it is refused or cannot be stored.

        Do nothing if another screen has come in front meanwhile.
        """
        if not self.is_active:
            return
        self.tell("")
        with self.report_refusals():
            result = self.do(name)
            if isawaitable(result):
                await result
        if self.is_attached:
            self.renew()

    def do(self, name: str) -> object:
        """Call the method of an action; what it returns may be awaited."""
        return getattr(self, f"do_{name}")()

    @contextmanager
    def report_refusals(self) -> Iterator[None]:
        """Show why if the club refuses a request or cannot store it."""
        try:
            yield
        except Refused as refusal:
            self.refused(refusal)
        except GameBroken as error:
            self.refused(broken_down(error))
        except NotStored:
            self.tell(self.words.t(NOT_STORED))

    def ground(self, cells: int) -> Strip:
        """Paint the background where no pane is."""
        return strip(EMPTY, cells, self.arcade.palette)

    def _hand_on(self, event: events.Key) -> None:
        """Pass a key typed ahead to the front screen, which is no longer this one.

        Several keys may be queued when the first opens another screen or leaves this one; performed
        here, the second would leave twice, or sit down at two tables.
        """
        self.arcade.queue(events.Key(event.key, event.character))

    async def _dispatch(self, event: events.Key) -> bool:
        action = pressed(event, self.bound())
        if action is None:
            return False
        await self.perform(action.name)
        if event.character in ("&", "é") and event.character not in action.keys:
            self.arcade.azerty_used()
        return True

    async def do_come(self) -> None:
        await self.arcade.navigator.follow_invitation()

    async def do_not_come(self) -> None:
        await self.arcade.navigator.decline_invitation()

    def do_back(self) -> None:
        self.dismiss()

    def do_menu(self) -> None:
        async def chosen(name: str | None) -> None:
            if name:
                await self.perform(name)

        self.arcade.navigator.show_menu(self.bound(), chosen)

    def do_aloud(self) -> None:
        """Show the screen and its keys as plain lines from the left edge."""
        self.arcade.navigator.show_aloud(f"{self.heard()} {keys_text(self.words, self.bound())}")

    def heard(self) -> str:
        return shown_text(self.words, (pane for pane in self.placed if pane is not self.footer))

    def do_mouse(self) -> None:
        if self.arcade.switch_mouse():
            self.tell(self.words.t("The mouse works here now. To select text: ^O stops it."))
        else:
            self.tell(self.words.t("The mouse is your terminal's again."))

    def do_quit(self) -> None:
        self.arcade.navigator.quit()
