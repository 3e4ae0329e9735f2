"""Actions with their keys, for the dispatch, the footer and the help page.

What a key asks of the club or of a table is an operation, which has its key (`of`). Here are the
moves from screen to screen and on a screen.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from msgspec import Struct, structs
from textual import events

from arcade.club.operations.operation import Operation
from arcade.club.operations.people import DeclineInvitation
from arcade.club.operations.table import Say
from arcade.engine.words import N_, Translator


class Action(Struct, frozen=True):
    """Something a key does.

    `keys` are Textual's key names; `shown` is how the footer writes them; `label` is a word or
    two for the footer ("" keeps it out of it); `what` is a sentence for the help page ("" keeps it
    out of that). The screen or view that lists it has a method `do_<name>`. `mnemonic` is `N_` of
    a word and its letter, "call: c": a catalogue gives another letter, "suivre : s".
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    label: str
    what: str
    mnemonic: str = ""

    def labelled(self, label: str, what: str = "") -> "Action":
        """Return it with another label, and another sentence if given."""
        return structs.replace(self, label=label, what=what or self.what)


NAMED = {
    "enter": "Enter",
    "escape": "Esc",
    "plus": "+",
    "slash": "/",
    "tab": "Tab",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
"""How keys are shown whose Textual names differ."""


@cache
def of(operation: type[Operation[object]]) -> Action:
    """Return the action that asks for an operation."""
    key = operation.key
    first = key.keys[0]
    return Action(
        *(key.name, key.keys, NAMED.get(first, first), key.label, key.what), mnemonic=key.mnemonic
    )


AZERTY: Mapping[str, str] = MappingProxyType(
    {**dict(zip("&é\"'(-è_çà", "1234567890", strict=True)), "§": "6", "=": "plus"}
)
"""What the top row of a French keyboard types without Shift, and the digit or sign of that key."""


def pressed(event: events.Key, actions: Sequence[Action]) -> Action | None:
    """Return the action of a key: by the typed sign, else by the digit on the same key."""
    for names in ({event.key, event.character}, {AZERTY.get(event.character or "")}):
        for action in actions:
            if not names.isdisjoint(action.keys):
                return action
    return None


class Keyboard:
    """The letters of a language, and a person's own letters (`own`, by action name)."""

    def __init__(self, words: Translator, own: Mapping[str, str] = MappingProxyType({})) -> None:
        self._words = words
        self.own = own

    def letter(self, action: Action) -> str:
        """Return the letter of an action; "" if it keeps its default keys."""
        if (own := self.own.get(action.name)) and movable(action):
            return own
        return self._words.t(action.mnemonic)[-1] if action.mnemonic else ""

    def shown(self, action: Action) -> str:
        """Return how the key of an action is shown while no other action takes it."""
        (bound,) = self.bind([action])
        return bound.shown

    def bind(self, actions: Iterable[Action]) -> list[Action]:
        """Give actions their letters; default letters work too unless another action takes them."""
        listed = list(actions)
        letters = [
            self.letter(action) if action.mnemonic or action.name in self.own else ""
            for action in listed
        ]
        shown = {action.shown for action, letter in zip(listed, letters, strict=True) if not letter}
        letters = ["" if letter in shown else letter for letter in letters]
        taken = set(letters)
        return [
            _bound(action, letter, taken) if letter or taken.intersection(action.keys) else action
            for action, letter in zip(listed, letters, strict=True)
        ]


def movable(action: Action) -> bool:
    """Return whether a person may choose another key: only for actions shown as a letter."""
    return len(action.shown) == 1 and action.shown.isalpha()


def _bound(action: Action, letter: str, taken: set[str]) -> Action:
    keys = tuple(key for key in action.keys if key not in taken)
    shown = action.shown
    if letter:
        keys = (letter, *keys)
        shown = letter if movable(action) else shown
    elif shown in taken and keys:
        shown = NAMED.get(keys[0], keys[0])
    return structs.replace(action, keys=keys, shown=shown)


NAMED_KEYS = (N_("Enter"), N_("Space"), N_("Esc"), N_("Home"), N_("End"))
"""Keys whose names the footer translates."""

# Everywhere

HELP = Action(
    "help",
    ("question_mark", "f1"),
    "?",
    N_("help"),
    N_("Show the keys and, at a table, the rules."),
)
MOUSE = Action(
    "mouse",
    ("ctrl+o", "f2"),
    "^O",
    "",
    N_("Use the mouse too, or no longer."),
)
MENU = Action("menu", ("ctrl+p", "colon"), ":", N_("menu"), N_("List everything you can do here."))
BACK = Action("back", ("escape", "q"), "Esc", N_("back"), N_("Go back."))
_QUIT = ("ctrl+q", "ctrl+c", "ctrl+d")
QUIT = Action("quit", _QUIT, "^Q", "", N_("Leave the arcade."))
NUMBERS = tuple(Action(f"digit_{n}", (str(n),), "1-9", "", "") for n in range(1, 10))
"""The digits that begin or open the games they stand before."""
UP = Action("up", ("up", "k"), "↑", "", N_("Move up."))
DOWN = Action("down", ("down", "j"), "↓", "", N_("Move down."))
PAGE_UP = Action("page_up", ("pageup", "ctrl+b"), "PgUp", "", N_("Scroll back."))
PAGE_DOWN = Action("page_down", ("pagedown", "ctrl+f"), "PgDn", "", N_("Scroll on."))
FIRST = Action("first", ("home", "g"), "Home", "", N_("Go to the beginning."))
LAST = Action("last", ("end", "G"), "End", "", N_("Go to the end."))

FIND = Action("find", ("slash",), "/", "", N_("Find something here by typing a part of it."))
FIND_NEXT = Action("find_next", ("enter",), "Enter", N_("next"), N_("Go to the next one."))
TO_CODE = Action("to_code", ("enter",), "Enter", N_("to that table"), N_("Go to that table."))
FOUND = Action("found", ("escape", "enter"), "Esc", N_("cancel"), N_("Stop typing."))

# Lobby

_ENTER = ("enter", "space")
ENTER = Action("enter", _ENTER, "Enter", N_("play now"), N_("Play now, or sit down there."))
BOTS = Action("bots", ("b",), "b", "", N_("Play at once, alone against bots."))
TOUR = Action("tour", ("h",), "h", "", N_("Take the tour: three pages."))
NO_TOUR = Action("no_tour", ("escape",), "Esc", "", "")
SEEN = Action("seen", ("escape",), "Esc", N_("hide this"), N_("Hide what happened meanwhile."))
LESSON = Action(
    "lesson", ("L",), "L", N_("lesson"), N_("Learn a game by playing: a lesson of two minutes.")
)
SETTINGS = Action(
    "settings",
    ("o",),
    "o",
    N_("settings"),
    N_("Set language, colours, bell and more."),
)
MOTION = Action("motion", ("m",), "m", "", N_("Motion on or off."))
COME = Action(
    *("come", ("y",), "y", N_("come"), N_("Go to the table you are invited to.")), N_("come: y")
)
NOT_COME = of(DeclineInvitation)
LEAVE_HOUSE = Action("quit", ("q", *_QUIT), "q", N_("quit"), N_("Leave the café."))

TALK_ALL = structs.replace(of(Say), keys=("t",), what=N_("Say something to everybody here."))

# Forms and questions

LESS = Action("less", ("left", "h"), "←", "", N_("Take the value before."))
MORE = Action("more", ("right", "l"), "→", "", N_("Take the next value, round and round."))
CREATE = Action("create", ("enter",), "Enter", N_("open the table"), N_("Open the table."))
SEND = Action("send", ("enter",), "Enter", N_("send"), N_("Send it."))
_STOP = ("escape", "ctrl+c", "ctrl+d")
STOP_TYPING = Action("stop_typing", _STOP, "Esc", N_("cancel"), N_("Stop typing; nothing is sent."))
STOP_TALKING = Action(
    "stop_typing", ("enter", *_STOP), "Enter", N_("stop talking"), STOP_TYPING.what
)

# At a table

COMPANY = N_("See who is here: invite, ignore, report, send away.")
"""The sentence of the people's page at a table."""
PERSON = Action(
    "person",
    ("plus",),
    "+",
    N_("add a person here"),
    N_("Seat another person at this keyboard."),
)
WATCH_ON = Action(
    "watch_on", ("w",), "w", N_("watch on"), N_("Watch the rest of the game as it is played.")
)
ANOTHER = Action("another", ("n",), "n", N_("new game"), N_("Leave, and open another table."))
BOARD = Action("board", ("tab",), "Tab", N_("board"), N_("Show the board, or how the game ended."))
RECORDING = Action(
    "recording",
    ("c",),
    "c",
    N_("share"),
    N_("Say how to get a recording of the game, to show it to others."),
)
COPY_RESULTS = N_("Copy your results of today, to paste anywhere.")
"""What sharing is after a daily deal, and on the page of the deals."""
TO_TABLE = Action("to_table", ("enter", "space", "tab"), "Enter", N_("to the table"), N_("Go on."))
LOOK_BACK = Action(
    "look_back", ("v",), "v", "", N_("Look back at the game, step by step; it goes on meanwhile.")
)
ALOUD = Action(
    "aloud",
    ("ctrl+r",),
    "^R",
    "",
    N_("Say how the table stands in one paragraph, to be read aloud."),
)
SETTINGS_TABLE = Action("settings", ("O",), "O", "", SETTINGS.what)
NEXT_DEAL = Action("next_deal", ("d",), "d", N_("next deal"), N_("Play another deal of today."))
