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

        def draw(self, size):                  # all rows, drawn again each time
            return [row("Sum ", (str(self.game.total), "gold"))]

    VIEW = DiceView

- **Rows**: `draw` returns rows for the given size: at least 53×20 (in an 80×24 terminal; a
  seat strip takes its rows from that), more in larger ones. Build them with
  `screens.terminal.rows`: `row`, `fit`, `pad`, `spread`, `beside`, `columns`, `wrap`; tones are in
  `screens.terminal.palette`. Text is always literal. Draw everything from `self.table` and the
  view's own cursor; unchanged cells are not repainted.
- **Seats**: `screens.terminal.seats.seat_mark(seat)` has the colour and the shape that a seat
  has everywhere; "turn" is the tone of the reader's turn alone. A picture that wants a terminal of
  80 columns to itself sets `WIDE`; one that `TELLS` shows the last events itself while it is
  `alone`, else the last lines of the log stand below it. `MOST` are the columns it has a use for.
- **Words**: every literal through `self.words.t("…", field=…)` or `.nt(one, many, n)`, never
  inside an f-string (the catalogue's tool does not look into those), and "you" to the reader:
  `"{name:@ wins|You win}"`, or `self.who(seat)`; labels and sentences in KEYS
  are marked `N_("…")`. French goes to the game's `fr.po`.
- **Keys**: a key called as an action of the game performs that action while it is offered. Any
  other has a method `do_<name>`, and `is_enabled` says whether it works now; `do_keep(2)` is
  called for the name `keep_2`. t, q, /, ?, Tab and Esc belong to the table (talk, leave, help). A
  sentence names a key by `self.key_of("stop")`: languages and people have letters of their own.
- **Acting**: `self.act("roll", keep=[4, 2])` requests an action; if the rules refuse, the table
  shows why, with the paragraph. Where the game's words have a `question` about it, that comes
  first; `self.ask` puts another one. `CONFIRM` and `CANCEL` answer, or those in KEYS.
  `self.offered("roll")` lists the offers. `self.mine` says whether the game waits for this person.
- **Mouse**: a piece `(text, tone, click)` calls `clicked(click)`; by default that performs the
  action of the KEYS with that name.
- **Own cursor**: keep it in attributes; the view is drawn again after each key. Reset it in
  `changed(before)`, which gets the game's previous view after a new one came.
- **A short animation**: `self.play_frames(frames)` counts `self.moment.frame` down to 0, redrawing
  each time; it is 0 at once if animations are off. A key ends it. What comes meanwhile waits, and
  log, prompt, bell and title say what happened at the end; `free` says how many of the last frames
  hold nothing up, as when dice have landed (`screens/games/playback.py`). `self.roll(dice)` lands
  dice one after the other: the last `self.moment.tumbling` of them still tumble, as
  `dice.tumbling` draws them. `matters`: the last one decides something, which the dice before it
  tell; it spins longer.
- **The end of a round**: where the rules say `round_ended`, `self.moment.ended` is the game's view
  before the action that ended it, from then until the table's pace after the dice have landed, or
  until Enter. Draw the finished round while it is there (all hands, the best and the worst; tokens
  as in `ended`), what came of it once the moment is `counting`. It is None if animations are off.
  `game_at(moment)` may return the game as one may see it then: `self.shown`.
- **Panels**: what `panels` lists stands beside the picture, above the log, or in its place once Tab
  asks for it: `Panel(N_("chances"), self._chances)`; a large picture may hold it where it is not
  `panelled`. `about` says something of
  a seat in the panel of the seats.
- **On the card of the end**: `finale` draws the hand that won, if there is one, in the rows there
  are: three at least; its caption says what that is.
- **Where the coach looks back**: `decision` draws the dice, cards or tile of a choice.
- **In the lobby** of a large terminal: `thumbnail` draws a game small, by default the view's
  `dice`; only what everybody sees, whoever looks. `poster` stands there before the first game;
  `placard` is a larger one, for pages; `PICTURED` says what they show.
- **Legends**: `self.legend(sentences, cells, rows)` explains the game in the rows left over, until
  the person has played it a few times.
- **Sentences**: `hint` returns the few words beside "Your turn."; `why_not_playing` tells a dead or
  eliminated player so; the top line shows `phase_text`.
- **Dice**: `screens.widgets.dice` draws them big or small.
- **A widget**: a view is a `textual.widget.Widget`. Its timers, clicks and messages are its own;
  messages bubble: `Act` with the action, `Settled` at an animation's end.
  `self.size` is 0×0 before the first layout. It has no border and no padding. Use no name of
  Textual's `Widget` for your own attributes (`mypy` tells). It works in any app, where it takes
  keys itself once it has the focus:

      class Alone(App):
          def compose(self):
              yield DiceView(table)            # a TableView, as `TableSession.table()` returns it
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import is_not
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from textual import events
from textual.geometry import Size

from arcade.club.i18n.words import Words
from arcade.club.speech import actions
from arcade.club.views import TableView
from arcade.engine.game import GameAction
from arcade.engine.news import News
from arcade.engine.offers import Offer
from arcade.engine.words import N_
from arcade.rooms.clocks import now
from screens.games.messages import Act, Pointed, Settled
from screens.games.playback import Moment, Playback
from screens.games.seat_rows import seat_row
from screens.keys import Action, Keyboard, pressed
from screens.terminal.paint import PaneApp, PaneScreen
from screens.terminal.rows import EMPTY, Row, columns, legend
from screens.terminal.seats import seat_mark
from screens.widgets.dice import die, sorted_out
from screens.widgets.lines import ENGLISH, Lines

THUMBNAIL = 24
"""Cells of the small picture of a table in the lobby, at most."""
PLACARD = 42
"""Cells of a game's large picture on a page, at most."""

CONFIRM = Action(
    "confirm", ("enter", "y"), "Enter", N_("yes"), N_("Do what was asked about."), N_("yes: y")
)
CANCEL = Action("cancel", ("escape", "n"), "Esc", N_("no"), N_("Leave it."))
GO_ON = Action("finish", ("enter",), "Enter", N_("next"), N_("Do not wait any longer."))


def digits(what: str) -> tuple[Action, ...]:
    """Return the keys 0 to 9 as `digit_0` to `digit_9`; only the first carries the help text."""
    return tuple(Action(f"digit_{n}", (str(n),), "0-9", "", "" if n else what) for n in range(10))


ViewType = TypeVar("ViewType")


class Panel(NamedTuple):
    """A panel beside the picture: its name, and the function that draws it in so many cells."""

    name: str
    draw: Callable[[int, int], Sequence[Row]]


class Finale(NamedTuple):
    """What won a game, drawn, and the words that say what it is."""

    drawn: Sequence[Row]
    caption: Row


class Pending(Struct, frozen=True):
    """An action that cannot be undone and waits for a second key."""

    question: str
    action: Mapping[str, object]


class GameView(Lines, Generic[ViewType]):
    """The view of one game; the module's docstring explains how to write one."""

    DEFAULT_CSS = "GameView { height: 1fr; }"

    KEYS: ClassVar[tuple[Action, ...]] = ()
    """What its keys do: `do_<name>`, or the game's action of that name."""

    SHOWS_SEATS: ClassVar[bool] = False
    """Whether the picture names the seats itself, so that the table shows no seat strip."""

    SIGNS: ClassVar[Mapping[str, str]] = {}
    """What the signs of its picture mean, for the help; a test finds missing ones."""

    LOOKS: ClassVar[frozenset[str]] = frozenset()
    """Names of the KEYS that only show something: they work for spectators and after the game."""

    PICTURED: ClassVar[str] = ""
    """What `poster` and `placard` show."""

    WIDE: ClassVar[int] = 0
    """Columns the picture wants to itself: where there are no more, the log makes way for it."""

    TELLS: ClassVar[bool] = False
    """Whether the picture shows the last events itself while it has all columns."""

    ROWS: ClassVar[int] = 0
    """Rows it needs there with the rule below it; 0: as its seats ask for."""

    MANY: ClassVar[int] = 5
    """The seats from which they stand in two columns where the picture has a small terminal."""

    COLUMNS: ClassVar[int] = 44
    """The fewest columns in which the picture is whole, as on an upright phone."""

    MOST: ClassVar[int] = 112
    """The most columns of a picture; in a wide terminal the bars below it have its edges."""

    alone = False
    """Whether the log has made way for the picture, which then shows the last events itself."""

    panelled = False
    """Whether its first panel stands beside the picture, until Tab shows another."""

    learnt = False
    """Whether this person has played the game often enough to need no legend."""

    has_log = True
    """Whether Tab brings the log back."""

    advised: GameAction | None = None
    """What the coach advises while it is open, which a view may mark on its picture."""

    spent = "tile-dim"
    """The tone of dice that nobody plays with any more; where they are the subject, plain."""

    replayed = False
    """Whether it shows a step of what has been played, where nobody is about to act."""

    shared = False
    """Whether several people share this screen: then it says "you" to nobody."""

    def __init__(self, table: TableView) -> None:
        super().__init__()
        self.table = table.as_played()
        """The table as the players of its current or last game see it."""
        self.game = cast("ViewType", self.table.view)
        """The game's view: the seat's, or the spectators'."""
        self.moment = Moment[ViewType]()
        """What may be seen now: the playback sets it."""
        self.playback: Playback[ViewType] = Playback(self, table)
        self._offers: tuple[tuple[Offer, ...], Mapping[str, Sequence[Offer]]] | None = None
        self._words: tuple[tuple[Words, TableView, bool], Words] | None = None
        self._shown: tuple[TableView, Moment[ViewType], ViewType] | None = None
        self.pending: Pending | None = None
        self._act: Act | None = None

    # Drawing

    @property
    def shown(self) -> ViewType:
        """The game as one may see it at this moment."""
        shown = self._shown
        if shown is None or shown[0] is not self.table or shown[1] is not self.moment:
            self._shown = shown = self.table, self.moment, self.game_at(self.moment)
        return shown[2]

    def game_at(self, moment: Moment[ViewType]) -> ViewType:  # noqa: ARG002
        """Return the game as one may see it while dice roll or a finished round is shown."""
        return self.game

    @property
    def acting(self) -> Sequence[int]:
        """The seats to act, as one may see it: none while a finished round is shown."""
        if self.moment.ended is not None and self.playback.landed:
            return ()
        return (self.table if self.playback.settled else self.playback.last_visible).to_act

    @property
    def words(self) -> Words:
        """Words that say "you" to the person at this screen, unless a bot plays for them."""
        spoken: Words = getattr(self.app, "words", ENGLISH)
        made = self._words
        for_whom = spoken, self.table, self.shared
        if made is None or any(map(is_not, made[0], for_whom)):
            nobody = self.shared or self.table.bot_plays
            self._words = made = for_whom, spoken.to("" if nobody else self.table.you)
        return made[1]

    @property
    def mine(self) -> bool:
        """Whether the game waits for the person at this screen; never in a replay."""
        return bool(self.table.offers) and self.table.seat in self.table.to_act

    def offered(self, do: str) -> Sequence[Offer]:
        """List this person's offers of the action tagged `do` ("roll")."""
        if self._offers is None or self._offers[0] is not self.table.offers:
            by_tag: dict[str, list[Offer]] = {}
            for offer in self.table.offers:
                tag = type(offer.action).__struct_config__.tag
                by_tag.setdefault(str(tag), []).append(offer)
            self._offers = self.table.offers, by_tag
        return self._offers[1].get(do, ())

    def name_of(self, seat: int) -> str:
        return self.table.seats[seat].name or self.words.t("nobody")

    def who(self, seat: int, begins: bool = False) -> str:
        """Return a seat's name in or at the beginning of a sentence; to the reader "you"."""
        t, name = self.words.t, self.name_of(seat)
        return t("{name:@|You}", name=name) if begins else t("{name:@|you}", name=name)

    def say(self, news: News) -> str:
        """Return a news item as a sentence, with the names of those now on the seats."""
        return self.words.say(news, tuple(map(self.name_of, range(len(self.table.seats)))))

    def seat_row(self, seat: int, cells: int) -> Row:
        """Draw a seat's name in its colour: `▶` to act, its shape, `you`, `bot`, `away`."""
        return seat_row(self, self.table, self.table.seats[seat], cells, self.acting)

    def legend(self, sentences: Iterable[str], cells: int, rows: int) -> list[Row]:
        """Explain the game in as many sentences as fit above a free row; not to who knows it."""
        return [] if self.learnt or self.replayed else legend(sentences, cells, rows - 1)

    def phase_text(self) -> str:
        """Return the phase of the game for the top line; "" for none."""
        return ""

    def hint(self) -> str:
        """Return a few words that follow "Your turn." and say what to do."""
        return ""

    def touch_hint(self) -> str:
        """Return the hint for a touch screen: it names no key, and buttons have their labels."""
        return ""

    @property
    def touch(self) -> bool:
        """Whether sentences speak of taps instead of keys."""
        return bool(getattr(self.app, "touch", False))

    @property
    def instruction(self) -> str:
        """The hint for the person at this screen."""
        return self.touch_hint() if self.touch else self.hint()

    def why_not_playing(self, seat: int) -> str:  # noqa: ARG002
        """Return why a seat has no part in the current play; "" if it has one."""
        return ""

    @property
    def question(self) -> str:
        """Return the open question, for the status line; "" for none."""
        if self.pending is None:
            return ""
        if self.touch:
            return self.pending.question
        return self.words.t("{question} Enter: yes. Esc: no.", question=self.pending.question)

    @staticmethod
    def poster() -> Sequence[Row]:
        """Draw what the game is about, in three rows of at most `THUMBNAIL` cells."""
        return ()

    @staticmethod
    def placard() -> Sequence[Row]:
        """Draw the same in seven rows of at most `PLACARD` cells; nothing where it has none."""
        return ()

    @staticmethod
    def thumbnail(view: Any) -> Sequence[Row]:
        """Draw the public part of the game in three rows of at most `THUMBNAIL` cells."""
        thrown = getattr(view, "dice", ())
        if not isinstance(thrown, tuple) or not all(face in range(7) for face in thrown):
            return ()
        return columns([die(face, size="small") for face in thrown[:4]], 1)

    @staticmethod
    def finale(_words: Words, _view: Any, _seat: int, _rows: int, /) -> Finale | None:
        """Draw in so many rows, 3 at least, with what a seat won; None where it is no picture."""
        return None

    @staticmethod
    def last_board(_words: Words, _view: Any, _size: Size, _appearance: str, /) -> Sequence[Row]:
        """Draw a board as it was at the end, where a card of this size has room around it."""
        return ()

    @staticmethod
    def decision(view: Any, action: Any, /) -> Row:
        """Draw what a choice was made with, a piece for each die, card or tile, the kept ones held.

        Without an own one, dice are drawn that the view has.
        """
        thrown = getattr(view, "dice", ())
        kept = getattr(action, "keep", getattr(action, "dice", thrown))
        tile = seat_mark(getattr(view, "turn", None) or 0).tile
        return sorted_out(thrown, kept or (), tile) if isinstance(thrown, tuple) else EMPTY

    def panels(self) -> Sequence[Panel]:
        return ()

    def about(self, seat: int) -> str:  # noqa: ARG002
        """Return a seat's state in a few words."""
        return ""

    def advise(self, action: GameAction | None) -> None:
        """Take what the coach advises now; None while it says nothing."""
        if action != self.advised:
            self.advised = action
            self.redraw()

    def recommend(self, action: Any) -> None:
        """Mark the coach's recommendation on the picture, if the view has a mark for it."""

    def seen(self) -> None:
        """Have the screen say what happened."""
        self.post_message(Settled())

    # Actions

    def allow_focus(self) -> bool:
        """Take the focus in an app that is not the arcade's; there the screen has the keys."""
        return not isinstance(self.screen, PaneScreen)

    def on_key(self, event: events.Key) -> None:
        """Perform a key's action; Enter first ends an animation."""
        if self.hurried(event):
            event.stop()
        elif action := pressed(event, self.keyboard.bind(self.actions())):
            event.stop()
            self.perform(action.name)
            self._post_act()

    @property
    def keyboard(self) -> Keyboard:
        keyboard: Keyboard | None = getattr(self.app, "keyboard", None)
        return keyboard or Keyboard(self.words)

    def key_of(self, name: str) -> str:
        """Return how the key of an action of the KEYS is written, for sentences."""
        bound = self.keyboard.bind(action for action in self.KEYS if action.name == name)
        return self.words.t(bound[0].shown)

    def hurried(self, event: events.Key) -> bool:
        """End an animation if this is a key of the game; return whether that used the key up.

        It does for Enter, and for any key whose player had not seen their turn begin.
        """
        enters = event.key == "enter"
        if self.playback.settled or not (enters or pressed(event, self.keyboard.bind(self.KEYS))):
            return False
        playback = self.playback
        own_dice = playback.last_visible.my_turn and self.moment.ended is None
        own_dice = own_dice and playback.waiting is None
        playback.finish()
        if enters or own_dice or not self.mine:
            return enters
        self.tell(self.words.t("You had not seen it all: now press it again."))
        return True

    def tell(self, sentence: str) -> None:
        if isinstance(self.app, PaneApp):
            self.arcade.navigator.tell(sentence)
        else:
            self.notify(sentence, markup=False)

    def show(self, table: TableView) -> None:
        """Draw a new view of the table, once everything before it is visible."""
        self.playback.show(table)

    def take(self, table: TableView) -> None:
        """Take a new view of the table; a question about an earlier decision is dropped."""
        before, self.table = self.table, table.as_played()
        self.game = cast("ViewType", self.table.view)
        if (before.view, before.offers) != (table.view, table.offers):
            self.pending = None
        both = before.view is not None and table.view is not None
        if both and before.version != table.version:
            ends = self._moves and now() < table.shown_until != before.shown_until
            self.playback.begin(before.view if ends else None)
            self.changed(cast("ViewType", before.view))
        self.playback.take(table)

    def changed(self, before: ViewType) -> None:
        """Adapt the view's cursor to a new view of the game, and animate the change."""

    def is_enabled(self, name: str) -> bool:
        """Return whether the action of the KEYS with this name works now."""
        if name in ("confirm", "cancel"):
            return self.pending is not None
        return bool(self.offered(name))

    def actions(self) -> list[Action]:
        """List the KEYS that work now; a key belongs to the first action that has it.

        None before the first game.
        """
        if self.moment.ended is not None:
            return [GO_ON]
        actions: list[Action] = []
        taken: set[str] = set()
        answers = self._answers()
        for action in (*answers, *self.KEYS) if self.game is not None else ():
            if action.keys[0] not in taken and (action in answers or self.is_enabled(action.name)):
                actions.append(action)
                taken.update(action.keys)
        asked = self.asked_about  # beside a question the bottom line does not offer it
        return [replace(action, label="") if action.name == asked else action for action in actions]

    @property
    def main(self) -> str:
        """The action of the KEYS that matters most where Enter has none: the first; "": none."""
        return next((action.name for action in self.actions() if action.label and self.mine), "")

    @property
    def asked_about(self) -> str:
        """The action of the KEYS that an open question is about; "" for none."""
        return str(self.pending.action["do"]) if self.pending is not None else ""

    def _answers(self) -> tuple[Action, ...]:
        """List yes and no to the open question, as far as the KEYS have no answer of their own."""
        if self.pending is None:
            return ()
        own = {action.name for action in self.KEYS}
        return tuple(action for action in (CONFIRM, CANCEL) if action.name not in own)

    def perform(self, name: str) -> None:
        """Do an action of the KEYS; any but the answer drops an open question.

        `do_<name>` does it, `do_keep(2)` for `keep_2`; without either it is the game's action.
        """
        self.playback.finish()
        if name == GO_ON.name:
            return
        self._act = None
        pending, self.pending = self.pending, None
        stem, _, number = name.rpartition("_")
        if name == "confirm" and pending is not None:
            self.request(pending.action)
        elif own := getattr(self, f"do_{name}", None):
            own()
        elif number.isdecimal() and (own := getattr(self, f"do_{stem}", None)):
            own(int(number))
        elif name not in ("confirm", "cancel"):
            self.act(name)
        if self._act is None:  # else it is drawn again once the game has changed
            self.redraw()

    def click(self, x: int, y: int) -> None:
        if isinstance(self.screen, PaneScreen):
            self.post_message(Pointed(self.piece_at(x, y)))
        else:
            super().click(x, y)
            self._post_act()

    def clicked(self, what: str) -> None:
        """Handle a click on a piece named `what`."""
        self.playback.finish()
        if any(action.name == what for action in self.actions()):
            self.perform(what)

    def ask(self, question: str, do: str, **fields: object) -> None:
        """Ask before an action that cannot be undone."""
        self.pending = Pending(question, {"do": do, **fields})

    def act(self, do: str, **fields: object) -> None:
        """Request an action; if the game's words have a question about it, ask that first."""
        action = {"do": do, **fields}
        if question := self.question_before(action):
            self.pending = Pending(question, action)
        else:
            self.request(action)

    def act_offer(self, action: object) -> None:
        plain = to_builtins(action)
        self.act(plain.pop("do"), **plain)

    def question_before(self, action: Mapping[str, object]) -> str:
        return actions.question(self.words, self.table, action)

    def request(self, action: Mapping[str, object]) -> None:
        """Request an action without a question."""
        self._act = Act(dict(action), self.table.offers)

    def take_act(self) -> Act | None:
        """Return the action that the last key or click requested, and forget it."""
        act, self._act = self._act, None
        return act

    def _post_act(self) -> None:
        if (act := self.take_act()) is not None:
            self.post_message(act)

    def doer(self, seat: int) -> str:
        """Name whoever last did something on a seat, which somebody else may have taken since."""
        for line in reversed(self.playback.last_visible.lines):
            if line.kind == "game" and line.news is not None and line.news.data.get("seat") == seat:
                name = line.names[seat]
                return self.words.t("{name} (bot)", name=name) if seat in line.stand_ins else name
        return self.name_of(seat)

    # Animation

    def play_frames(self, frames: int, free: int = 0) -> None:
        """Count `moment.frame` from `frames` down to 0, redrawing each time.

        The last `free` frames hold nothing up.
        """
        self.playback.animate(frames if self._moves else 0, free)

    def roll(self, dice: int, matters: bool = False, frames: int = 0, free: int = 0) -> None:
        """Land so many dice one after the other, then play so many frames, the last ones free.

        `matters`: the last die decides something, so it lands later than the others.
        """
        if self._moves:
            self.playback.roll(dice, matters, frames, free)
        else:
            self.play_frames(0)

    @property
    def _moves(self) -> bool:
        return self.is_attached and getattr(self.app, "moving", self.app.animation_level != "none")

    def on_unmount(self) -> None:
        self.playback.close()


AnyView = GameView[Any]
"""The view of whichever game."""
