"""Actions with their keys, for the dispatch, the footer and the help page."""

from msgspec import Struct

from arcade.engine.words import N_


class Action(Struct, frozen=True):
    """Something a key does.

    `keys` are Textual's key names; `shown` is how the footer writes them; `label` is a word or
    two for the footer ("" keeps it out of it); `what` is a sentence for the help page ("" keeps it
    out of that). The screen or view that lists it has a method `do_<name>`.
    """

    name: str
    keys: tuple[str, ...]
    shown: str
    label: str
    what: str


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
MENU = Action("menu", ("ctrl+p", "colon"), ":", N_("menu"), N_("List everything one can do here."))
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
FOUND = Action("found", ("escape", "enter"), "Esc", N_("leave the line"), N_("Stop typing."))

# Lobby

_ENTER = ("enter", "space")
ENTER = Action("enter", _ENTER, "Enter", N_("play now"), N_("Play now, or sit down there."))
ENTER_JOIN = Action("enter", _ENTER, "Enter", N_("sit down"), N_("Sit down at that table."))
ENTER_BACK = Action("enter", _ENTER, "Enter", N_("to your seat"), N_("Go back to your seat."))
ENTER_WATCH = Action("enter", _ENTER, "Enter", N_("watch"), N_("Watch the chosen table."))
PLAY = Action(
    "play",
    ("p",),
    "p",
    N_("play now"),
    N_("Play at once: with people who wait, else against bots."),
)
PLAY_TOO = Action("play", ("p",), "p", "", PLAY.what)
NEW = Action("new", ("n",), "n", N_("new table"), N_("Open a table: game, seats, options."))
WATCH = Action("watch", ("w",), "w", N_("watch"), N_("Watch the chosen table."))
RULES = Action("rules", ("r",), "r", N_("rules"), N_("Read the rules of a game."))
TOUR = Action("tour", ("h",), "h", "", N_("Be shown round: three pages."))
NO_TOUR = Action("no_tour", ("escape",), "Esc", "", N_("Do not offer the tour any more."))
LESSON = Action(
    "lesson", ("L",), "L", N_("lesson"), N_("Learn a game by playing: a lesson of two minutes.")
)
PAST = Action("past", ("v",), "v", "", N_("Look again at games that are over, step by step."))
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
MOTION = Action(
    "motion", ("m",), "m", "", N_("Let pictures move a little, or keep everything still.")
)
TALK_ALL = Action("talk", ("t", "tab"), "t", N_("talk"), N_("Say something to everybody here."))
WHO = Action(
    "who", ("W",), "W", N_("who is here"), N_("See who is here: invite, ignore or report somebody.")
)
COME = Action("come", ("y",), "y", N_("come"), N_("Go to the table you are invited to."))
LEAVE_HOUSE = Action("quit", ("q", *_QUIT), "q", N_("quit"), N_("Go home."))

# Forms and questions

LESS = Action("less", ("left", "h"), "←", "", N_("Take the value before."))
MORE = Action("more", ("right", "l"), "→", "", N_("Take the next value."))
CREATE = Action("create", ("enter",), "Enter", N_("open the table"), N_("Open the table."))
SEND = Action("send", ("enter",), "Enter", N_("send"), N_("Send it."))
STOP_TYPING = Action(
    "stop_typing", ("escape",), "Esc", N_("leave the line"), N_("Stop typing; nothing is sent.")
)

# At a table

TALK = Action("talk", ("t", "slash", "tab"), "t", N_("talk"), N_("Say something to the table."))
EMOTE = Action("emote", ("E",), "E", "", N_("Make a gesture: lift a glass, clap, sigh."))
WHO_TABLE = Action(
    "who", ("W",), "W", "", N_("See who is here: invite, ignore, report, send away.")
)
WHO_INVITE = Action("who", ("W",), "W", N_("invite"), WHO_TABLE.what)
START = Action("start", ("s",), "s", N_("start now"), N_("Start; bots take the empty seats."))
BOT = Action("bot", ("b",), "b", N_("seat a bot"), N_("Put a bot on the next empty seat."))
UNBOT = Action("unbot", ("B",), "B", N_("send a bot away"), N_("Free the last bot's seat."))
PERSON = Action(
    "person",
    ("plus",),
    "+",
    N_("add a person here"),
    N_("Seat another person at this keyboard."),
)
PAUSE = Action(
    "pause", ("P",), "P", "", N_("Ask for a pause; everybody at the table must wish it.")
)
PAUSE_TOO = Action("pause", ("P",), "P", N_("pause too"), PAUSE.what)
GO_ON = Action("go_on", ("P",), "P", N_("go on"), N_("End the pause."))
VOTE_END = Action(
    "vote_end", ("X",), "X", "", N_("Ask to end the game without a result; all must wish it.")
)
VOTE_END_TOO = Action("vote_end", ("X",), "X", N_("end too"), VOTE_END.what)
COME_BACK = Action(
    "come_back",
    ("j", "enter"),
    "j",
    N_("take your seat back"),
    N_("Play yourself again, not the bot."),
)
AGAIN = Action("again", ("a",), "a", N_("play again"), N_("The next game, with the same people."))
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
DAILY = Action(
    "daily",
    ("d",),
    "d",
    N_("daily deal"),
    N_("Play the daily deal: the same for everybody, once a day."),
)
