"""Actions with their keys, for the dispatch, the footer and the help page."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct, structs
from textual import events

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


AZERTY: Mapping[str, str] = MappingProxyType(
    {**dict(zip("&é\"'(-è_çà", "1234567890", strict=True)), "§": "6", "=": "plus"}
)
"""What the upper row of a French keyboard gives without Shift, and the signs that stand there."""


def pressed(event: events.Key, actions: Sequence[Action]) -> Action | None:
    """Return the action of a key: the sign's own, else that of the digit that shares its key."""
    for names in ((event.key, event.character), (AZERTY.get(event.character or ""),)):
        for action in actions:
            if any(name in action.keys for name in names):
                return action
    return None


class Keyboard:
    """The letters of a language, and those that a person has chosen instead (`own`, by name)."""

    def __init__(self, words: Translator, own: Mapping[str, str] = MappingProxyType({})) -> None:
        self._words = words
        self.own = own

    def letter(self, action: Action) -> str:
        """Return the letter of an action; "" if it keeps the keys of its table."""
        if movable(action) and (own := self.own.get(action.name)):
            return own
        return self._words.t(action.mnemonic)[-1] if action.mnemonic else ""

    def shown(self, action: Action) -> str:
        """Return how the key of an action is written where nothing else has it."""
        (bound,) = self.bind([action])
        return bound.shown

    def bind(self, actions: Iterable[Action]) -> list[Action]:
        """Give actions their letters; the former ones work too where nothing else has them."""
        listed = list(actions)
        letters = [self.letter(action) for action in listed]
        shown = {action.shown for action, letter in zip(listed, letters, strict=True) if not letter}
        letters = ["" if letter in shown else letter for letter in letters]
        taken = set(letters)
        return [
            _bound(action, letter, taken) if letter or taken.intersection(action.keys) else action
            for action, letter in zip(listed, letters, strict=True)
        ]


def movable(action: Action) -> bool:
    """Return whether a person may give the action another key: those shown as a letter."""
    return len(action.shown) == 1 and action.shown.isalpha()


def _bound(action: Action, letter: str, taken: set[str]) -> Action:
    keys = tuple(key for key in action.keys if key not in taken)
    shown = action.shown
    if letter:
        keys = (letter, *keys)
        shown = letter if movable(action) else shown
    elif shown in taken and keys:
        shown = {"slash": "/", "tab": "Tab", "enter": "Enter"}.get(keys[0], keys[0])
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
    N_("Use the mouse too: click on keys, tables, dice. Once more: stop."),
)
MENU = Action("menu", ("ctrl+p", "colon"), ":", N_("menu"), N_("List everything you can do here."))
BACK = Action("back", ("escape", "q"), "Esc", N_("back"), N_("Go back."))
_QUIT = ("ctrl+q", "ctrl+c", "ctrl+d")
QUIT = Action("quit", _QUIT, "^Q", "", N_("Leave the arcade."))
QUIT_SHOWN = Action("quit", _QUIT, "^Q", N_("quit"), N_("Leave the arcade."))
UP = Action("up", ("up", "k"), "↑", "", N_("Move up."))
DOWN = Action("down", ("down", "j"), "↓", "", N_("Move down."))
PAGE_UP = Action("page_up", ("pageup", "ctrl+b"), "PgUp", "", N_("Scroll back."))
PAGE_DOWN = Action("page_down", ("pagedown", "ctrl+f"), "PgDn", "", N_("Scroll on."))
FIRST = Action("first", ("home", "g"), "Home", "", N_("Go to the beginning."))
LAST = Action("last", ("end", "G"), "End", "", N_("Go to the end."))

FIND = Action("find", ("slash",), "/", "", N_("Find something here by typing a part of it."))
FIND_NEXT = Action("find_next", ("enter",), "Enter", N_("next"), N_("Go to the next one."))
FIND_TABLE = Action(
    "find",
    ("slash",),
    "/",
    "",
    N_("Find a table, or go to a private one by its code."),
)
TO_CODE = Action("to_code", ("enter",), "Enter", N_("to that table"), N_("Go to that table."))
NO_TABLE = structs.replace(TO_CODE, label="")
FOUND = Action("found", ("escape", "enter"), "Esc", N_("cancel"), N_("Stop typing."))

# Lobby

_ENTER = ("enter", "space")
ENTER = Action("enter", _ENTER, "Enter", N_("play now"), N_("Play now, or sit down there."))
ENTER_JOIN = Action("enter", _ENTER, "Enter", N_("sit down"), N_("Sit down at that table."))
ENTER_BACK = Action("enter", _ENTER, "Enter", N_("to your seat"), N_("Go back to your seat."))
ENTER_WATCH = Action("enter", _ENTER, "Enter", N_("watch"), N_("Watch the chosen table."))
ENTER_RESULT = Action("enter", _ENTER, "Enter", N_("see the result"), N_("See how it ended."))
ENTER_GAME = Action("enter", _ENTER, "Enter", N_("play it"), N_("Play this game now."))
ENTER_UNFOLD = Action("enter", _ENTER, "Enter", N_("list them"), N_("List these tables."))
ENTER_FOLD = Action("enter", _ENTER, "Enter", N_("hide them"), N_("Hide these tables again."))
PLAY = Action(
    "play",
    ("p",),
    "p",
    N_("play now"),
    N_("Play at once: with people who wait, else against bots."),
)
PLAY_TOO = Action("play", ("p",), "p", "", PLAY.what)
BOTS = Action("bots", ("b",), "b", "", N_("Play at once, alone against bots."))
TAKE = Action(
    "take",
    ("J",),
    "J",
    "",
    N_("Take a bot's seat in a running game, where somebody has just moved."),
)
TAKE_HERE = structs.replace(TAKE, label=N_("take a seat"))
NEW = Action("new", ("n",), "n", N_("new table"), N_("Open a table: game, seats, options."))
WATCH = Action("watch", ("w",), "w", N_("watch"), N_("Watch the chosen table."))
RULES = Action("rules", ("r",), "r", N_("rules"), N_("Read the rules of a game."))
TOUR = Action("tour", ("h",), "h", "", N_("Be shown round: three pages."))
NO_TOUR = Action("no_tour", ("escape",), "Esc", "", "")
LESSON = Action(
    "lesson", ("L",), "L", N_("lesson"), N_("Learn a game by playing: a lesson of two minutes.")
)
PAST = Action("past", ("v",), "v", "", N_("Look at past games again, step by step."))
STANDING = Action(
    "standing",
    ("s",),
    "s",
    N_("standing"),
    N_("See profiles, ratings, leaderboards, past games."),
)
SETTINGS = Action(
    "settings",
    ("o",),
    "o",
    N_("settings"),
    N_("Set language, colours, glyphs, mouse, bell, title."),
)
LANGUAGE = Action(
    "language", ("l",), "l", N_("language"), N_("Change the language (changer de langue).")
)
MOTION = Action("motion", ("m",), "m", "", N_("Motion on or off."))
TALK_ALL = Action("talk", ("t", "tab"), "t", N_("talk"), N_("Say something to everybody here."))
WHO = Action(
    "who", ("W",), "W", N_("who is here"), N_("See who is here: invite, ignore or report somebody.")
)
COME = Action(
    *("come", ("y",), "y", N_("come"), N_("Go to the table you are invited to.")), N_("come: y")
)
LEAVE_HOUSE = Action("quit", ("q", *_QUIT), "q", N_("quit"), N_("Go home."))

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

TALK = Action("talk", ("t", "slash"), "t", N_("talk"), N_("Say something to the table."))
EMOTE = Action("emote", ("E",), "E", "", N_("Make a gesture: lift a glass, clap, sigh."))
WHO_TABLE = Action(
    "who", ("W",), "W", "", N_("See who is here: invite, ignore, report, send away.")
)
WHO_INVITE = Action("who", ("W",), "W", N_("invite"), WHO_TABLE.what)
START = Action("start", ("s",), "s", N_("start now"), N_("Start; bots take the empty seats."))
START_TOO = Action("start", ("s",), "s", "", START.what)
BOT = Action("bot", ("b",), "b", N_("seat a bot"), N_("Put a bot on the next empty seat."))
UNBOT = Action("unbot", ("B",), "B", N_("send a bot away"), N_("Free the last bot's seat."))
PERSON = Action(
    "person",
    ("plus",),
    "+",
    N_("add a person here"),
    N_("Seat another person at this keyboard."),
)
PAUSE = Action("pause", ("P",), "P", "", N_("Ask for a pause; everyone at the table has to agree."))
PAUSE_TOO = Action("pause", ("P",), "P", N_("pause too"), PAUSE.what)
HURRY = Action("hurry", ("enter",), "Enter", N_("faster"), N_("Do not wait for the others."))
GO_ON = Action("go_on", ("P",), "P", N_("go on"), N_("End the pause."))
SEE_END = Action(
    "see_end",
    ("enter",),
    "Enter",
    N_("see how it ends"),
    N_("Let the bots play to the end at once: only they have a part."),
)
WATCH_ON = Action(
    "watch_on", ("w",), "w", N_("watch on"), N_("Watch the rest of the game as it is played.")
)
VOTE_END = Action(
    "vote_end", ("X",), "X", "", N_("Ask to end the game without a result; everyone has to agree.")
)
VOTE_END_TOO = Action("vote_end", ("X",), "X", N_("end too"), VOTE_END.what)
DECLINE = Action(*("decline", ("n",), "n", ""), N_("Say no to what others ask."), N_("no: n"))
COME_BACK = Action(
    "come_back",
    ("j", "enter"),
    "j",
    N_("take your seat back"),
    N_("Play again yourself, in place of the bot."),
)
AGAIN = Action(
    "again", ("a",), "a", N_("rematch"), N_("Be ready for another game with the same people.")
)
JOIN_NEXT = structs.replace(
    AGAIN, label=N_("play the next game"), what=N_("Be ready for the next game here.")
)
ANOTHER = Action("another", ("n",), "n", N_("new game"), N_("Leave, and open another table."))
BOARD = Action("board", ("tab",), "Tab", N_("board"), N_("Show the board, or how the game ended."))
RESULT = Action("board", ("tab",), "Tab", N_("result"), BOARD.what)
RECORDING = Action(
    "recording",
    ("c",),
    "c",
    "",
    N_("Say how to get a recording of the game, to show it to others."),
)
TO_TABLE = Action("to_table", ("enter", "space", "tab"), "Enter", N_("to the table"), N_("Go on."))
SHUT = Action(
    "door",
    ("D",),
    "D",
    N_("shut the door"),
    N_("Let nobody take a bot's seat during your game; again: let them."),
)
OPEN = structs.replace(SHUT, label=N_("open the door"))
SIT = Action("sit", ("enter", "j"), "j", N_("sit down"), N_("Take a free seat, or a bot's."))
LOOK_BACK = Action(
    "look_back", ("v",), "v", "", N_("Look back at the game, step by step; it goes on meanwhile.")
)
REVIEW = Action(
    "look_back", ("v",), "v", N_("look back"), N_("Look back at the game, and what the coach says.")
)
LEAVE = Action(
    "leave", ("q", "escape"), "q", N_("leave"), N_("Leave the table; asks first while you play.")
)
FAIR = Action("fair", ("F",), "F", "", N_("See how the dice are sealed; give words of your own."))
ALOUD = Action(
    "aloud",
    ("ctrl+r",),
    "^R",
    "",
    N_("Say how the table stands in one paragraph, to be read aloud."),
)
READ_OUT = Action(
    *(ALOUD.name, ALOUD.keys, ALOUD.shown, ""),
    N_("Say in one paragraph what is shown, to be read aloud."),
)
SETTINGS_TABLE = Action("settings", ("O",), "O", "", SETTINGS.what)
NEXT_DEAL = Action("next_deal", ("d",), "d", N_("next deal"), N_("Play another deal of today."))
DAILY = Action(
    "daily",
    ("d",),
    "d",
    N_("daily deal"),
    N_("Play the daily deal: the same for everybody, once a day."),
)
