"""What the screens can, plain mode can too; what it need not is named here, with the reason."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages

import screens
from arcade.players.roster import PREFERENCES
from screens.keys import Action
from screens.pages.settings import LABELS
from server.text.line_mode import COMMANDS

COMMAND: Mapping[str, str] = {
    "again": "again",
    "aloud": "look",
    "another": "new",
    "board": "look",
    "bot": "bot",
    "coach": "review",
    "code": "replay",
    "come": "come",
    "come_back": "sit",
    "costly": "review",
    "create": "new",
    "daily": "daily",
    "emote": "gesture",
    "enter": "join",
    "eyes": "eyes",
    "fair": "fair",
    "follow": "next",
    "give": "fair",
    "go": "replay",
    "go_on": "continue",
    "help": "help",
    "hurry": "faster",
    "hush": "hush",
    "ignore": "ignore",
    "invite": "invite",
    "jump": "turn",
    "language": "language",
    "last_turn": "back",
    "leave": "leave",
    "lesson": "learn",
    "look": "replay",
    "look_back": "replay",
    "menu": "help",
    "mine": "profile",
    "new": "new",
    "next_turn": "next",
    "odds": "odds",
    "open": "profile",
    "past": "games",
    "pause": "pause",
    "play": "play",
    "quit": "quit",
    "read": "rules",
    "recovery": "recovery",
    "report": "report",
    "rules": "rules",
    "send_away": "sendaway",
    "side": "look",
    "sit": "sit",
    "standing": "standing",
    "start": "start",
    "talk": "say",
    "to_code": "join",
    "tour": "help",
    "unbot": "unbot",
    "vote_end": "endgame",
    "watch": "watch",
    "who": "who",
    "whose": "review",
    "words": "fair",
}
"""The command for each action of a screen."""

SCREENS_ONLY: Mapping[str, str] = {
    **dict.fromkeys(("up", "down", "left", "right", "page_up", "page_down"), "moves a cursor"),
    **dict.fromkeys(("first", "last", "on", "before", "next", "back_step"), "moves a cursor"),
    **dict.fromkeys(("back", "close", "found", "keep", "to_table", "here"), "closes a page"),
    **dict.fromkeys(("find", "find_next", "take", "less", "more"), "chooses in a list or a form"),
    **dict.fromkeys(("send", "stop_typing", "propose", "no_tour"), "types into a prompt"),
    **dict.fromkeys(("keys", "change", "usual", "all_usual"), "binds keys, which lines lack"),
    **dict.fromkeys(("auto", "faster", "slower", "motion"), "moves by itself"),
    **dict.fromkeys(("mouse", "settings"), "is for the look of screens; language is a command"),
    "person": "shares a keyboard, which only one's own machine does",
    "recording": "names a command of ssh: cast CODE",
}
"""What there is no command for, and why."""

SETTINGS: Mapping[str, str] = {
    "plain": "screens",
    **dict.fromkeys(("theme", "motion", "mouse", "title", "bell", "notify"), ""),
    "ascii": "",
    "tour": "",
}
"""The command for each setting; "" where it changes nothing in lines, or is set on the screens."""


def actions() -> Iterator[Action]:
    """Give the actions of every screen; those of a game's picture are its choices in lines."""
    for module in walk_packages(screens.__path__, "screens."):
        if module.name.startswith("screens.games"):
            continue
        for value in vars(import_module(module.name)).values():
            several = value if isinstance(value, tuple | list) else (value,)
            yield from (one for one in several if isinstance(one, Action))


def test_every_action_of_a_screen_has_a_command_or_a_reason() -> None:
    names = {one.name.rstrip("0123456789").removesuffix("_none").rstrip("_") for one in actions()}
    names.discard("digit")
    assert names == COMMAND.keys() | SCREENS_ONLY.keys()
    assert not COMMAND.keys() & SCREENS_ONLY.keys()
    assert set(COMMAND.values()) <= COMMANDS.keys()


def test_every_setting_is_accounted_for() -> None:
    assert SETTINGS.keys() == PREFERENCES.keys()
    assert LABELS.keys() <= SETTINGS.keys()
    assert set(filter(None, SETTINGS.values())) <= COMMANDS.keys()
