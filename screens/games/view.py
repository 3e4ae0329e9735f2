"""The base class of every game's view, and how to write one.

A built-in game's view is `screens/games/<game>/view.py`, an installed game's its module `screen`;
either ends with `VIEW = TheClass`. Nothing else is registered. The table screen around it has the
top line, the log, the chat, the seat strip and the footer; the view draws the game and turns keys
into actions.

    class DiceView(GameView[View]):            # the game's own View or seat view; no state, ever
        SHOWS_SEATS = True                     # this view draws the seats itself
        KEYS = (
            Action("roll", ("enter", "r"), "Enter", N_("throw"), N_("Throw the dice.")),
        )

        def draw(self, width, height):         # all rows, drawn again each time
            return [row("Sum ", (str(self.game.total), "gold"))]

    VIEW = DiceView

- **Rows**: `draw` returns rows for the given size: at least 53×20 (in an 80×24 terminal; a
  seat strip takes its rows from that), more in larger ones. Build them with
  `screens.terminal.rows`: `row`, `fit`, `pad`, `spread`, `beside`, `columns`, `wrap`; tones are in
  `screens.terminal.palette`. Text is always literal. Draw everything from `self.table` and the
  view's own cursor; unchanged cells are not repainted.
- **Words**: every literal through `self.words.t("…", field=…)` or `.nt(one, many, n)`, never
  inside an f-string (the catalogue's tool does not look into those); labels and sentences in KEYS
  are marked `N_("…")`. French goes to the game's `fr.po`.
- **Keys**: a key called as an action of the game performs that action while it is offered. Any
  other has a method `do_<name>`, and `able` says whether it works now; `do_keep(2)` is called for
  the name `keep_2`. t, q, /, ?, Tab and Esc belong to the table (talk, leave, help).
- **Acting**: `self.act("roll", keep=[4, 2])` requests an action; if the rules refuse, the table
  shows why, with the paragraph. `self.ask` puts a question first, which `CONFIRM` and `CANCEL` in
  KEYS answer. `self.offered("roll")` lists the offers. `self.mine` says whether the game waits for
  this person.
- **Mouse**: a piece `(text, tone, click)` calls `clicked(click)`; by default that performs the
  action of the KEYS with that name.
- **Own cursor**: keep it in attributes; the view is drawn again after each key. Reset it in
  `changed(before)`, which gets the game's previous view after a new one came.
- **A short animation**: `self.play_frames(frames)` counts `self.frame` down to 0, redrawing
  each time; it is 0 at once if animations are off. It never delays a key. The log shows
  what happened once the view has `settled`.
- **Sentences**: `hint` returns the few words beside "Your turn."; `apart` tells a dead or
  eliminated player so; the top line shows `phase_text`.
- **Dice**: `screens.widgets.dice` draws them big or small.
- **A widget**: a view is a `textual.widget.Widget`. Its timers, clicks and messages are its own;
  messages bubble: `Act` with the action, `Settled` at an animation's end. `self.size` is 0×0 before
  the first layout. It has no border and no padding. Use no name of Textual's `Widget` for your own
  attributes (`mypy` tells). It works in any app, where it takes keys itself once it has the focus:

      class Alone(App):
          def compose(self):
              yield DiceView(table)            # a TableView, as `TableSession.table()` returns it
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from msgspec import Struct, to_builtins
from textual import events
from textual.message import Message
from textual.timer import Timer

from arcade.club.views import SeatLine, TableView
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from screens.keys import Action
from screens.terminal.paint import PaneApp, PaneScreen
from screens.terminal.rows import Row, pad, row
from screens.widgets.lines import Lines

FRAME = 0.07
"""Seconds a frame of an animation stands."""

CONFIRM = Action("confirm", ("enter", "y"), "Enter", N_("yes"), N_("Do what was asked about."))
CANCEL = Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it."))


def digits(what: str) -> tuple[Action, ...]:
    """Return the keys 0 to 9 as `digit_0` to `digit_9`; `what` stands in the help once."""
    return tuple(Action(f"digit_{n}", (str(n),), "0-9", "", "" if n else what) for n in range(10))


ViewType = TypeVar("ViewType")


class Act(Message):
    """The person requests a plain action such as `{"do": "roll", "keep": [4, 2]}`."""

    def __init__(self, action: dict[str, Any]) -> None:
        self.action = action
        super().__init__()


class Pending(Struct, frozen=True):
    """An action that cannot be undone and waits for a second key."""

    question: str
    do: str
    fields: Mapping[str, Any]


class Settled(Message):
    """The animation is over: everything that happened is visible."""


class GameView(Lines, Generic[ViewType]):
    """The view of one game; the module's docstring explains how to write one."""

    DEFAULT_CSS = "GameView { height: 1fr; }"

    KEYS: ClassVar[tuple[Action, ...]] = ()
    """What its keys do: `do_<name>`, or the game's action of that name."""

    SHOWS_SEATS: ClassVar[bool] = False
    """Whether the picture names the seats itself, so that the table shows no seat strip."""

    LOOKS: ClassVar[frozenset[str]] = frozenset()
    """Names of the KEYS that only show something: they work for who watches, and after the game."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self.table = table
        self.pending: Pending | None = None
        self.frame = 0
        self._timer: Timer | None = None

    # Drawing

    @property
    def game(self) -> ViewType:
        """The game's view: the seat's, or the spectators'."""
        return cast("ViewType", self.table.view)

    @property
    def mine(self) -> bool:
        """Whether the game waits for the person at this screen; never in a replay."""
        return bool(self.table.offers) and self.table.seat in self.table.to_act

    def offered(self, do: str) -> list[Offer]:
        """List this person's offers of the action tagged `do` ("roll")."""
        return [
            offer for offer in self.table.offers if type(offer.action).__struct_config__.tag == do
        ]

    def name_of(self, seat: int) -> str:
        return self.table.seats[seat].name or self.words.t("nobody")

    def seat_row(self, seat: int, cells: int) -> Row:
        """Draw a seat's name with its marks in `cells` cells: `▶` to act, `you`, `bot`, `away`."""
        return seat_row(self, self.table, self.table.seats[seat], cells)

    def phase_text(self) -> str:
        """Return the phase of the game for the top line; "" for none."""
        return ""

    def hint(self) -> str:
        """Return in a few words what to do on one's turn, to stand beside "Your turn."."""
        return ""

    def apart(self, seat: int) -> str:  # noqa: ARG002
        """Return why a seat has no part in the current play; "" while it has."""
        return ""

    @property
    def settled(self) -> bool:
        """Whether everything that happened is visible; until then the result stays untold."""
        return not self.frame

    # Actions

    def allow_focus(self) -> bool:
        """Take the focus in an app that is not the arcade's; there the screen has the keys."""
        return not isinstance(self.screen, PaneScreen)

    def on_key(self, event: events.Key) -> None:
        """Perform the action of a key."""
        for action in self.actions():
            if event.key in action.keys or event.character in action.keys:
                event.stop()
                self.perform(action.name)
                return

    def tell(self, sentence: str) -> None:
        """Show a sentence on the screen."""
        if isinstance(self.app, PaneApp):
            self.arcade.tell(sentence)
        else:
            self.notify(sentence, markup=False)

    def show(self, table: TableView) -> None:
        """Draw a new view of the table."""
        self.take(table)
        self.redraw()

    def take(self, table: TableView) -> None:
        """Take a new view of the table; a question about an earlier decision is dropped."""
        before, self.table = self.table, table
        if (before.view, before.offers) != (table.view, table.offers):
            self.pending = None
        both = before.view is not None and table.view is not None
        if both and before.version != table.version:
            self.changed(cast("ViewType", before.view))

    def changed(self, before: ViewType) -> None:
        """Adapt the view's cursor to a new view of the game, and animate what happened."""

    def able(self, name: str) -> bool:
        """Return whether the action of the KEYS with this name works now."""
        if name in ("confirm", "cancel"):
            return self.pending is not None
        return bool(self.offered(name))

    def actions(self) -> list[Action]:
        """List the KEYS that work now; a key belongs to the first action that has it.

        None before the first game.
        """
        done: list[Action] = []
        taken: set[str] = set()
        for one in self.KEYS if self.game is not None else ():
            if one.keys[0] not in taken and self.able(one.name):
                done.append(one)
                taken.update(one.keys)
        return done

    def perform(self, name: str) -> None:
        """Do an action of the KEYS; any but the answer drops an open question.

        `do_<name>` does it, `do_keep(2)` for `keep_2`; without either it is the game's action.
        """
        pending, self.pending = self.pending, None
        stem, _, number = name.rpartition("_")
        if name == "confirm" and pending is not None:
            self.act(pending.do, **pending.fields)
        elif own := getattr(self, f"do_{name}", None):
            own()
        elif number.isdecimal() and (own := getattr(self, f"do_{stem}", None)):
            own(int(number))
        elif name not in ("confirm", "cancel"):
            self.act(name)
            if pending is None:  # nothing has changed here
                return
        self.redraw()

    def clicked(self, what: str) -> None:
        """Handle a click on a piece named `what`."""
        if any(one.name == what for one in self.actions()):
            self.perform(what)

    def ask(self, question: str, do: str, **fields: Any) -> None:
        """Ask before an action that cannot be undone."""
        self.pending = Pending(question, do, fields)

    def act(self, do: str, **fields: Any) -> None:
        self.post_message(Act({"do": do, **fields}))

    def act_offer(self, action: Any) -> None:
        """Request an action from an offer."""
        self.post_message(Act(to_builtins(action)))

    # Animation

    def play_frames(self, frames: int) -> None:
        """Count `frame` from `frames` down to 0, redrawing each time."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.frame = 0
        if self.is_attached and getattr(self.app, "moving", self.app.animation_level != "none"):
            self.frame = frames
            # Without `repeat`: on a busy machine ticks that were missed count as repetitions.
            self._timer = self.set_interval(FRAME, self._next_frame)

    def _next_frame(self) -> None:
        moved = not self.settled
        self.frame -= 1
        if self.frame <= 0 and self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.frame, moved = 0, True  # a key may have ended it
        self.redraw()
        if moved and self.settled:
            self.post_message(Settled())


def seat_row(
    pane: Lines, table: TableView, seat: SeatLine, cells: int, marks: Sequence[int] | None = None
) -> Row:
    to_act = seat.number in (table.to_act if marks is None else marks)
    mark = state_word(pane, seat)
    left = max(4, cells - 2 - (len(mark) + 1 if mark else 0))
    name = seat.name or pane.words.t("free")
    tone = "gold" if to_act else "strong" if seat.yours else "" if seat.name else "dim"
    return row(
        ("▶ " if to_act else "  ", "gold"),
        (pad(name, left), tone),
        (f" {mark}" if mark else "", "accent" if seat.yours else "dim"),
    )


def state_word(pane: Lines, seat: SeatLine) -> str:
    """Return a short word for a seat's state: yours, a bot's, absent, held."""
    t = pane.words.t
    if seat.yours:
        return t("you")
    match seat.kind:
        case "bot":
            return t("bot")
        case "absent":
            return t("away")
        case "held":
            return t("away+bot")
        case "person" if seat.guest:
            return t("guest")
        case _:
            return ""
