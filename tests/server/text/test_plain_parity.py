"""What the screens can, plain mode can too; what it need not is named here, with the reason."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import get_args

import pytest

import screens
from arcade.club.operations.catalogue import OPERATIONS
from arcade.club.speech.preferences import LABELS
from arcade.engine import registry
from arcade.players.roster import PREFERENCES
from arcade.rooms.facts import EMOTES
from screens import keys
from screens.base import BaseScreen
from screens.games import view_class
from screens.keys import Action
from screens.widgets.lines import Lines
from server.text.line_mode import COMMANDS

COMMAND: Mapping[str, str] = {
    **{item.key.name: item.line.word for item in OPERATIONS if item.key.name and item.line.word},
    "aloud": "look",
    "another": "new",
    "board": "look",
    "challenge": "duel",
    "coach": "review",
    "code": "replay",
    "compare": "compare",
    "copy": "daily",
    "come": "come",
    "come_back": "sit",
    "costly": "review",
    "create": "new",
    "enter": "join",
    "eyes": "eyes",
    "follow": "next",
    "give": "fair",
    "go": "replay",
    "help": "help",
    "join": "tournament",
    "jump": "turn",
    "last_turn": "back",
    "lesson": "learn",
    "look": "replay",
    "look_back": "replay",
    "menu": "help",
    "mine": "profile",
    "next_deal": "daily",
    "next_game": "next",
    "next_turn": "next",
    "older": "games",
    "open": "profile",
    **dict.fromkeys(("own", "other"), "compare"),
    **dict.fromkeys(("webhook", "write", "test", "remove"), "webhook"),
    "play_on": "retry",
    "quit": "quit",
    "read": "rules",
    "forget": "forget",
    "recovery": "recovery",
    "side": "look",
    "bots": "play",
    "to_code": "join",
    "tour": "help",
    "whose": "review",
    "withdraw": "tournament",
    **dict.fromkeys(("whole", "words"), "fair"),
    **dict.fromkeys(EMOTES, "gesture"),
}
"""The command for each action of a screen."""

SCREENS_ONLY: Mapping[str, str] = {
    **dict.fromkeys(("up", "down", "left", "right", "page_up", "page_down"), "moves a cursor"),
    **dict.fromkeys(("first", "last", "on", "before", "next", "back_step"), "moves a cursor"),
    "section": "moves a cursor",
    **dict.fromkeys(
        ("back", "close", "found", "keep", "to_table", "here", "no_gesture"), "closes a page"
    ),
    **dict.fromkeys(("find", "find_next", "less", "more"), "chooses in a list or a form"),
    "watch_on": "puts an offer away",
    "seen": "puts lines away, which are said once",
    **dict.fromkeys(("send", "stop_typing", "propose", "no_tour", "type"), "types into a prompt"),
    **dict.fromkeys(("keys", "change", "usual", "all_usual"), "binds keys, which lines lack"),
    **dict.fromkeys(("auto", "faster", "slower", "motion"), "moves by itself"),
    **dict.fromkeys(
        ("glyphs", "mouse", "settings"), "is for the look of screens; language is a command"
    ),
    "person": "shares a keyboard, which only one's own machine does",
    "recording": "names a command of ssh: cast CODE",
    "device": "names two commands of ssh: link and web",
}
"""What there is no command for, and why."""

SETTINGS: Mapping[str, str] = {
    "plain": "screens",
    "invitations": "invitations",
    "listed": "listed",
    "bell": "bell",
    "detail": "settings",
    **dict.fromkeys(("theme", "motion", "mouse", "title", "notify"), ""),
    "ascii": "",
    "tour": "",
}
"""The command for each setting; "" where it changes nothing in lines, or is set on the screens."""


SHOWN: Mapping[str, str] = {
    **dict.fromkeys(("Aloud", "Status", "StatusLine", "TopLine", "WaitingRoom"), "look"),
    **dict.fromkeys(
        ("GameScreen", "GenericView", "NoPicture", "SeatStrip", "TablePane", "TableScreen"), "look"
    ),
    **dict.fromkeys(("ChatPane", "CompanyPanel", "LogPane"), "news"),
    **dict.fromkeys(("Lobby", "TableList"), "list"),
    **dict.fromkeys(("GameList", "LessonScreen", "Teacher"), "learn"),
    **dict.fromkeys(("Footer", "KeysPage", "Menu", "MenuLines", "Search", "Tour"), "help"),
    **dict.fromkeys(("ReplayLog", "ReplayScreen", "ReplayTop"), "replay"),
    **dict.fromkeys(("OnlyReplay", "PositionLine", "RecordedScreen"), "replay"),
    **dict.fromkeys(("Costliest", "CurvePane", "RemarkLine", "Result"), "review"),
    **dict.fromkeys(("People", "WhoIsHere"), "who"),
    **dict.fromkeys(("NewTable", "GameForm", "FormScreen", "Form"), "new"),
    **dict.fromkeys(("RulesPage", "Page", "PageText"), "rules"),
    "TournamentPage": "tournament",
    "WebhookPage": "webhook",
    "CoachPane": "odds",
    "Gestures": "gesture",
    "DailyScreen": "results",
    **dict.fromkeys(("DuelsScreen", "NewDuel"), "duels"),
    **dict.fromkeys(("JudgementPage", "PuzzlesScreen"), "puzzle"),
    "LeaguePage": "league",
    "FairPage": "fair",
    "PastGames": "games",
    "PausedCard": "pause",
    "SidePanels": "details",
    "SpectatorScreen": "watch",
    "StandingScreen": "standing",
}
"""The command that says what each screen and pane shows."""

DRAWN_ONLY: Mapping[str, str] = {
    **dict.fromkeys(("Ask", "Listing"), "is the base of others"),
    **dict.fromkeys(
        ("Bar", "NameField", "Notice", "Prompt", "TalkLine"), "is where lines are lines"
    ),
    **dict.fromkeys(("Letters", "SettingsScreen"), "is about keys and looks; see SETTINGS"),
    "AsksZone": "is part of the daily page and of the settings",
    "Naming": "asks for a name, as lines do before anything else",
    "PassTheKeyboard": "shares a keyboard, which only one's own machine does",
}
"""Screens and panes that lines need no command for, and why."""

IN_A_PICTURE: Mapping[str, str] = {
    **dict.fromkeys(("up", "down", "left", "right", "next", "on", "back"), "moves a cursor"),
    **dict.fromkeys(("mark", "pick", "tile", "card", "way", "aim"), "chooses what a line names"),
    **dict.fromkeys(("more", "less", "least", "pot", "digit", "all"), "chooses a number"),
    **dict.fromkeys(("erase", "clear"), "chooses a number"),
    **dict.fromkeys(("last", "points", "gifts", "first"), "chooses what a line names"),
    **dict.fromkeys(("add", "drop", "take"), "chooses in the list of offers"),
    **dict.fromkeys(("confirm", "cancel", "close", "older", "newer"), "answers or turns a page"),
    **dict.fromkeys(
        ("again", "allin", "bet", "bon", "forfeit", "give_all", "keep", "lay", "throw"),
        "is a choice under another name",
    ),
    "bourse": "details",
}
"""Keys of the games' pictures that are no action of the rules: a command, or why there is none."""


def shown() -> Iterator[str]:
    """Name the screens and panes, but the games' own pictures."""
    for module in walk_packages(screens.__path__, "screens."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, BaseScreen | Lines):
                yield "" if value.__module__.endswith(".view") else value.__name__


def test_everything_that_is_shown_is_said_by_a_command() -> None:
    names = set(shown()) - {"", "BaseScreen", "Lines"}
    assert names == SHOWN.keys() | DRAWN_ONLY.keys()
    assert not SHOWN.keys() & DRAWN_ONLY.keys()
    assert set(SHOWN.values()) <= COMMANDS.keys()


@pytest.mark.parametrize("key", registry.games())
def test_every_key_of_a_picture_is_a_choice_in_lines(key: str) -> None:
    tags = {str(get_arg.__struct_config__.tag) for get_arg in get_args(registry.find(key).action)}
    names = {key.name.rstrip("0123456789").rstrip("_") for key in view_class(key).KEYS}
    assert names - tags <= IN_A_PICTURE.keys()


def actions() -> Iterator[Action]:
    """Yield the actions of every screen; those of a game's picture are its choices in lines."""
    for module in walk_packages(screens.__path__, "screens."):
        if module.name.startswith("screens.games"):
            continue
        for value in vars(import_module(module.name)).values():
            several = value if isinstance(value, tuple | list) else (value,)
            yield from (action for action in several if isinstance(action, Action))
    yield from (keys.of(operation) for operation in OPERATIONS if operation.key.name)


def test_every_action_of_a_screen_has_a_command_or_a_reason() -> None:
    names = {
        action.name.rstrip("0123456789").removesuffix("_none").rstrip("_") for action in actions()
    }
    names.discard("digit")
    assert names == COMMAND.keys() | SCREENS_ONLY.keys()
    assert not COMMAND.keys() & SCREENS_ONLY.keys()
    assert set(COMMAND.values()) <= COMMANDS.keys()


def test_every_setting_is_accounted_for() -> None:
    assert SETTINGS.keys() == PREFERENCES.keys()
    assert LABELS.keys() <= SETTINGS.keys()
    assert set(filter(None, SETTINGS.values())) <= COMMANDS.keys()
