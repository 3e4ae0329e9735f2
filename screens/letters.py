"""The keys that a person chooses instead of the usual letters: a list, and one key to press."""

from collections import Counter
from collections.abc import Sequence

from textual import events
from textual.geometry import Size

from arcade.club.operations.account import ChooseLanguage
from arcade.club.operations.duels import ListDuels
from arcade.club.operations.lobby import OpenTable, PlayNow, TakeSeat, WatchTable
from arcade.club.operations.people import SeePeople
from arcade.club.operations.results import ListPastGames, PlayDaily, ReadLeaderboards, ReadRules
from arcade.club.operations.table import (
    AskOdds,
    ComeBack,
    Decline,
    GoOn,
    Leave,
    MakeGesture,
    Pause,
    PlayAgain,
    Say,
    SealWords,
    SeatBot,
    SetDoor,
    Settle,
    Sit,
    Start,
    UnseatBot,
    VoteEnd,
)
from arcade.club.operations.tournaments import SeeTournament
from arcade.engine import registry
from arcade.engine.words import N_
from screens import keys
from screens.games import view_class
from screens.keys import AZERTY, Action, Keyboard, movable
from screens.pages.listing import LONG, Listing
from screens.terminal.rows import EMPTY, Row, beside, choice, fit, indented, pad, row, spread, wrap
from screens.widgets.lines import excerpt
from screens.widgets.sheet import headed

_CHANGE = Action(
    "change", ("enter", "space"), "Enter", N_("change this key"), N_("Choose its key.")
)
_USUAL = Action(
    *("usual", ("backspace", "delete"), "⌫", N_("usual key")), N_("Give it back its usual key.")
)
_ALL_USUAL = Action("all_usual", ("R",), "R", N_("all usual keys"), N_("Forget all your own keys."))

_ABOUT = N_("A letter may stand twice: for what is done at different moments.")
_COLUMNS, _APART = 140, 2
"""Cells that two lists side by side need, and those between them."""
_FEW = 2
"""The most keys of a game that stands in the first column."""

_LOBBY, _TABLE = N_("In the lobby"), N_("At the table")
_MOMENTS: Sequence[tuple[str, Sequence[Action]]] = (
    (
        N_("Before and after a game"),
        (
            *map(keys.of, (Start, SeatBot, UnseatBot, SetDoor, Sit, PlayAgain)),
            *(keys.NEXT_DEAL, keys.ANOTHER, keys.RECORDING),
        ),
    ),
    (
        _TABLE,
        (
            *map(keys.of, (Say, MakeGesture)),
            keys.of(SeePeople).labelled("", keys.COMPANY),
            *(keys.SETTINGS_TABLE, keys.of(Leave), keys.MENU, keys.HELP),
            *map(keys.of, (Pause, VoteEnd, Settle, GoOn, Decline, ComeBack)),
            *(keys.WATCH_ON, keys.LOOK_BACK, keys.of(SealWords), keys.of(AskOdds)),
        ),
    ),
)
TABLE = tuple(action for _, actions in _MOMENTS for action in actions)
LOBBY = (
    *(keys.of(PlayNow), keys.BOTS, *map(keys.of, (TakeSeat, OpenTable, WatchTable, ReadRules))),
    *(
        keys.TOUR,
        keys.LESSON,
        *map(keys.of, (ListPastGames, ReadLeaderboards, PlayDaily, ListDuels, SeeTournament)),
    ),
    keys.SETTINGS,
    *(keys.of(ChooseLanguage), keys.MOTION, keys.TALK_ALL, keys.of(SeePeople), keys.COME),
    *(keys.LEAVE_HOUSE, keys.MENU, keys.HELP),
)
"""The keys of a table and of the lobby, besides those of a game."""


def places() -> list[tuple[str, Sequence[Action]]]:
    """List the places with keys of their own: every game with its table, and the lobby."""
    games = registry.games().values()
    tables = [(game.meta.name, (*view_class(game.meta.key).KEYS, *TABLE)) for game in games]
    return [*tables, (_LOBBY, LOBBY)]


def clash(keyboard: Keyboard, action: Action, letter: str) -> Action | None:
    """Return the action that already has this letter in the same place, if any."""
    for _, actions in places():
        if any(other.name == action.name for other in actions):
            for other in actions:
                own = keyboard.letter(other)
                if other.name != action.name and letter in ((own,) if own else other.keys):
                    return other
    return None


def _column(group: str, many: int) -> int:
    """Return where a group stands: first what comes first, then what fills the first column."""
    if group == _LOBBY:
        return 0
    if group == _TABLE:
        return 3
    return 1 if group == _MOMENTS[0][0] else 2 if many <= _FEW else 4


class Letters(Listing[None]):
    """Lists everything that has a letter, by place; another letter is chosen by pressing it."""

    TITLE = N_("Keys of your own")

    def __init__(self) -> None:
        super().__init__()
        self._asking = False
        names: set[str] = set()
        self._lines: list[tuple[str, Action]] = []
        for group, actions in (*_MOMENTS, *places()):
            for action in actions:
                if movable(action) and action.what and action.name not in names:
                    names.add(action.name)
                    self._lines.append((group, action))
        many = Counter(group for group, _ in self._lines)
        self._lines.sort(key=lambda line: _column(line[0], many[line[0]]))

    def head(self) -> None:
        """Show the title; in a wide terminal what two equal letters mean stands beside it."""
        title, about = (
            row(" ", (self.heading(), "bar-gold")),
            row((self.words.t(_ABOUT), "bar-dim")),
        )
        wide = self.size.width >= _COLUMNS
        self.top.put([spread(title, about, self.across, "bar") if wide else title])

    def on_resize(self) -> None:
        self.head()

    def count(self) -> int:
        return len(self._lines)

    def actions(self) -> list[Action]:
        return [_CHANGE, _USUAL, _ALL_USUAL, *LONG, keys.BACK, keys.QUIT]

    async def take_key(self, event: events.Key) -> bool:
        """Take the next key as the new one of the chosen line."""
        if not (self._asking and self.is_active):
            return await super().take_key(event)
        self._asking = False
        self.tell("")
        if event.key != "escape":
            with self.report_refusals():
                await self._choose(event.character or "")
        self.list.redraw()
        return True

    async def _choose(self, letter: str) -> None:
        t, action = self.words.t, self._lines[self.at][1]
        if not letter.isalpha() or letter in AZERTY:
            self.tell(t("Only a letter can be chosen; arrows, Enter and Esc stay as they are."))
        elif other := clash(self.arcade.keyboard, action, letter):
            self.tell(t("{key} is taken: {what}", key=letter, what=t(other.what or other.label)))
        else:
            await self.arcade.choose_letters({**self.arcade.keyboard.own, action.name: letter})

    def do_change(self) -> None:
        self._asking = True
        self.tell(self.words.t("Press the new key; Esc leaves it as it is."))

    async def do_usual(self) -> None:
        name = self._lines[self.at][1].name
        own = {other: key for other, key in self.arcade.keyboard.own.items() if other != name}
        await self.arcade.choose_letters(own)
        self.list.redraw()

    async def do_all_usual(self) -> None:
        await self.arcade.choose_letters({})
        self.list.redraw()

    def draw(self, size: Size) -> list[Row]:
        """Draw the places below each other, or in two columns where all of them fit."""
        width, height = size
        t = self.words.t
        cells = (width - _APART) // 2 if width >= _COLUMNS else width
        about = [EMPTY, *wrap(row((t(_ABOUT), "dim")), cells - 2)]
        for apart in (1, 0) if width >= _COLUMNS else ():
            drawn, heads, _ = self._grouped(cells, apart)
            half = min(heads, key=lambda at: abs(2 * at - len(drawn)))
            left, right = drawn[: half - apart], drawn[half:]
            if max(len(left), len(right)) <= height:
                return [fit(line, width) for line in beside(left, right, cells, _APART)]
        drawn, _, here = self._grouped(width, 1)
        drawn = excerpt(self.words, drawn, here, height - len(about))
        return [fit(line, width) for line in (*drawn, *indented(about, 2))]

    def _grouped(self, cells: int, apart: int) -> tuple[list[Row], list[int], int]:
        """Draw the groups, and return in which rows they begin and where the chosen line is."""
        drawn, heads, here, last = list[Row](), list[int](), 0, ""
        for number, (group, action) in enumerate(self._lines):
            if group != last:
                drawn += [EMPTY] * (apart * bool(drawn))
                heads.append(len(drawn))
                drawn += headed(f"  {self.words.t(group)}", (), cells)
                last = group
            here = len(drawn) if number == self.at else here
            drawn.append(self._line(number, action, cells))
        return drawn, heads, here

    def _line(self, number: int, action: Action, cells: int) -> Row:
        t, keyboard = self.words.t, self.arcade.keyboard
        here, own = number == self.at, keyboard.own.get(action.name)
        letter = pad(keyboard.letter(action) or action.shown, 4)
        usual = t("  usually {key}", key=action.shown) if own else ""
        line = row((letter, "cool" if own else "gold"), t(action.what), (usual, "dim"))
        return choice(line, cells, here, str(number))
