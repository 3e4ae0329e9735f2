"""The keys that a person chooses instead of the usual letters: a list, and one key to press."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

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
from arcade.engine.words import N_, folded
from screens import keys
from screens.games import view_class
from screens.keys import AZERTY, Action, Keyboard, movable
from screens.pages.listing import LONG, Listing
from screens.terminal.rows import (
    EMPTY,
    Row,
    choice,
    columns,
    fit,
    indented,
    pad,
    row,
    row_width,
    spread,
    wrap,
)
from screens.widgets.sheet import MARGIN, evenly, headed, is_tall, middle

_CHANGE = Action(
    "change", ("enter", "space"), "Enter", N_("change this key"), N_("Choose its key.")
)
_USUAL = Action(
    *("usual", ("backspace", "delete"), "⌫", N_("usual key")), N_("Give it back its usual key.")
)
_LEFT = Action("left", ("left",), "←→", N_("column"), N_("Choose in the column to the left."))
_RIGHT = Action("right", ("right",), "→", "", N_("Choose in the column to the right."))
_ALL_USUAL = Action("all_usual", ("R",), "R", N_("all usual keys"), N_("Forget all your own keys."))

_NEXT = N_("PgDn")
_COLUMNS, _APART = {140: 4, 88: 3, 72: 2}, 2
"""How many columns stand side by side in so many cells, and the cells between two of them."""
_EXPLAINED = 18
"""Rows of a list that has one to say when a letter may be used twice."""
_KEY, _MANY = 4, 12
"""Cells of a letter; the most groups that share columns: a very low terminal cuts them in more."""

_SHORT: Mapping[str, str] = MappingProxyType(
    {
        "bots": N_("play against bots"),
        "take": N_("take a bot's seat"),
        "tour": N_("tour of the café"),
        "past": N_("past games"),
        "tournament": N_("tournament"),
        "motion": N_("motion"),
        "come": N_("accept an invitation"),
        "not_come": N_("decline an invitation"),
        "emote": N_("make a gesture"),
        "who": N_("who is here"),
        "settings": N_("settings"),
        "pause": N_("ask for a pause"),
        "vote_end": N_("end without a result"),
        "decline": N_("say no"),
        "look_back": N_("look back"),
        "fair": N_("how dice are sealed"),
        "odds": N_("ask the coach"),
        "all": N_("all dice, or none"),
        "least": N_("the least amount"),
        "pot": N_("as much as the pot"),
        "last": N_("call the last hand"),
        "give_all": N_("give all"),
        "close": N_("to the dice"),
        "way_2": N_("add points"),
        "way_3": N_("take points off"),
    }
)
"""What keys do, in few words, if the bottom line has none or others."""
WHEN: Mapping[str, str] = MappingProxyType(
    {
        "go_on": N_("(pause)"),
        "stay": N_("(cards)"),
        "stand": N_("(bets)"),
        "aim": N_("(dice)"),
        "give_all": N_("(gifts)"),
        "close": N_("(Bourse)"),
        "way_2": N_("(account)"),
    }
)
"""The moment of a key whose letter does something else at another moment of the same place."""

_MOMENTS: Sequence[tuple[str, Sequence[Action]]] = (
    (
        N_("Before and after a game"),
        (
            *map(keys.of, (Start, SeatBot, UnseatBot, SetDoor, Sit, PlayAgain)),
            *(keys.NEXT_DEAL, keys.ANOTHER, keys.RECORDING),
        ),
    ),
    (
        N_("At the table"),
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
_PLAY = (
    *(keys.of(PlayNow), keys.BOTS, *map(keys.of, (TakeSeat, OpenTable, WatchTable))),
    *map(keys.of, (PlayDaily, ListDuels, SeeTournament)),
    *(keys.COME, keys.NOT_COME),
)
_LEARN = (
    *(keys.of(ReadRules), keys.TOUR, keys.LESSON),
    *map(keys.of, (ListPastGames, ReadLeaderboards)),
)
LOBBY = (
    *(*_PLAY, *_LEARN),
    *(keys.SETTINGS, keys.of(ChooseLanguage), keys.MOTION),
    *(keys.TALK_ALL, keys.of(SeePeople)),
    *(keys.LEAVE_HOUSE, keys.MENU, keys.HELP),
)
"""The keys of a table and of the lobby, besides those of a game."""
_LOBBY: Sequence[tuple[str, Sequence[Action]]] = (
    (N_("In the lobby"), _PLAY),
    (N_("Learn and look"), _LEARN),
    (N_("Also in the lobby"), LOBBY),
)


def places() -> list[tuple[str, Sequence[Action]]]:
    """List the places with keys of their own: every game with its table, and the lobby."""
    games = registry.games().values()
    tables = [(game.meta.name, (*view_class(game.meta.key).KEYS, *TABLE)) for game in games]
    return [*tables, ("", LOBBY)]


def clash(keyboard: Keyboard, action: Action, letter: str) -> Action | None:
    """Return the action that already has this letter in the same place, if any."""
    for _, actions in places():
        if any(other.name == action.name for other in actions):
            for other in actions:
                own = keyboard.letter(other)
                if other.name != action.name and letter in ((own,) if own else other.keys):
                    return other
    return None


class Group(NamedTuple):
    """Lines below one heading, by their numbers."""

    title: str
    lines: Sequence[int]

    def rows(self, air: int) -> int:
        apart = max(0, air) // 2
        return 1 + (air > 0) + len(self.lines) * (1 + apart) - apart


def _shared(groups: Sequence[Group], many: int, room: int, air: int) -> list[Sequence[Group]]:
    """Share groups among at most so many columns, as evenly as their order lets them.

    Empty if a column would be higher than `room`.
    """
    high = [group.rows(air) for group in groups]
    return [groups[start:end] for start, end in evenly(high, many, 1 + min(air, 1), room)]


def _filled(groups: Sequence[Group], room: int) -> list[list[Group]]:
    """Fill columns of `room` rows with groups, one after the other."""
    filled, free = list[list[Group]](), 0
    for group in groups:
        rows = group.rows(0)
        if rows + 1 <= free:
            filled[-1].append(group)
            free -= rows + 1
        else:
            filled.append([group])
            free = room - rows
    return filled


def _pages(
    chapters: Iterable[Sequence[Group]], across: int, room: int
) -> Iterator[Sequence[Group]]:
    """Share chapters among pages; one that fits on a page is not cut."""
    page = list[Group]()
    for chapter in chapters:
        joined = [*page, *chapter]
        if len(joined) <= _MANY and _shared(joined, across, room, -1):
            page = joined
            continue
        if page:
            yield page
        fits = len(chapter) <= _MANY and _shared(chapter, across, room, -1)
        filled = [chapter] if fits else _filled(chapter, room)
        cut = range(0, len(filled), across)
        *full, page = ([*chain(*filled[at : at + across])] for at in cut)
        yield from full
    yield page


class _Page(NamedTuple):
    """What stands in columns side by side, and the blank rows after each line."""

    columns: Sequence[Sequence[Group]]
    air: int


class Letters(Listing[None]):
    """Lists everything that has a letter, by place; another letter is chosen by pressing it."""

    TITLE = N_("Keys of your own")

    def __init__(self) -> None:
        super().__init__()
        self._asking = False
        names: set[str] = set()
        self._lines: list[tuple[str, Action]] = []
        for group, actions in (*_MOMENTS, *_LOBBY, *places()):
            for action in actions:
                if movable(action) and action.what and action.name not in names:
                    names.add(action.name)
                    self._lines.append((group, action))
        self._lines.sort(key=lambda line: line[0] not in dict(_LOBBY))
        self._arranged: dict[tuple[Size, int], Sequence[_Page]] = {}

    def count(self) -> int:
        return len(self._lines)

    def actions(self) -> list[Action]:
        if self._asking:
            return [keys.STOP_TYPING]
        return [_CHANGE, _USUAL, _ALL_USUAL, _LEFT, _RIGHT, *LONG, keys.BACK, keys.QUIT]

    async def take_key(self, event: events.Key) -> bool:
        """Take the next key as the new one of the chosen line."""
        if not (self._asking and self.is_active):
            return await super().take_key(event)
        if event.key == "escape":
            self.do_stop_typing()
            return True
        with self.report_refusals():
            await self._choose(event.character or "")
        self.list.redraw()
        self.renew()
        return True

    async def _choose(self, letter: str) -> None:
        """Take a letter; after another that cannot be taken the next key is one to choose too."""
        t, action = self.words.t, self._lines[self.at][1]
        if not letter.isalpha() or letter in AZERTY:
            self.tell(t("Only a letter can be chosen; arrows, Enter and Esc stay as they are."))
        elif other := clash(self.arcade.keyboard, action, letter):
            self.tell(t("{key} is taken: {what}", key=letter, what=t(other.what or other.label)))
        else:
            self.do_stop_typing()
            await self.arcade.choose_letters({**self.arcade.keyboard.own, action.name: letter})

    def do_stop_typing(self) -> None:
        self._asking = False
        self.tell("")
        self.renew()

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

    def do_left(self) -> None:
        self._sideways(-1)

    def do_right(self) -> None:
        self._sideways(1)

    def _sideways(self, step: int) -> None:
        """Choose the line beside it in the next column, or its last one."""
        columns = [_numbers(column) for page in self._arrange() for column in page.columns]
        at, here = next((at, lines) for at, lines in enumerate(columns) if self.at in lines)
        lines = columns[(at + step) % len(columns)]
        self.choose(lines[min(here.index(self.at), len(lines) - 1)])

    def do_page_up(self) -> None:
        self._turn(-1)

    def do_page_down(self) -> None:
        self._turn(1)

    def _turn(self, by: int) -> None:
        """Choose the first line of the page before or after."""
        pages = self._arrange()
        page = max(0, min(self._page(pages) + by, len(pages) - 1))
        self.choose(_numbers(pages[page].columns[0])[0])

    def _page(self, pages: Sequence[_Page]) -> int:
        """Return on which page the chosen line stands."""
        shown = (any(self.at in _numbers(column) for column in page.columns) for page in pages)
        return next(number for number, here in enumerate(shown) if here)

    def _arrange(self) -> Sequence[_Page]:
        width, height = size = self.list.size
        room = max(3, height - 1 - len(self._about(width)))
        if (size, room) not in self._arranged:  # the lines stay: in a low terminal it takes 20 ms
            self._arranged[size, room] = self._arrangement(width, room)
        return self._arranged[size, room]

    def _arrangement(self, width: int, room: int) -> Sequence[_Page]:
        """Share the lines among pages, and those of each among columns, as airy as it can be."""
        across = _across(width)
        chapters: dict[int, list[Group]] = {}
        for title, lines in self._groups().items():
            chapter = chapters.setdefault(_chapter(title), [])
            cut = range(0, len(lines), room - 1)
            chapter += [Group(title, lines[at : at + room - 1]) for at in cut]
        whole = [*chain(*chapters.values())]
        for air in (2, 1) if is_tall(self.list.size) and len(whole) <= _MANY else ():
            if shared := _shared(whole, across, room - 3, air):
                return [_Page(shared, air)]
        made = list[_Page]()
        for page in _pages(chapters.values(), across, room):
            ways = ((_shared(page, across, room, air), air) for air in (1, 0, -1))
            made.append(next(_Page(shared, air) for shared, air in ways if shared))
        return made

    def _groups(self) -> dict[str, list[int]]:
        groups = dict[str, list[int]]()
        for number, (title, _) in enumerate(self._lines):
            groups.setdefault(title, []).append(number)
        return groups

    def _about(self, width: int) -> list[Row]:
        """Say what the chosen key does, and that its letter may have other uses elsewhere."""
        t, action = self.words.t, self._lines[self.at][1]
        cells = max(1, width - MARGIN)
        letter = self.arcade.keyboard.letter(action) or action.shown
        key = row((f" {letter} ", "bar-gold"), "  ")
        rows = [*wrap(key + row((t(action.what), "strong")), cells, row_width(key))]
        if self.list.size.height >= _EXPLAINED:
            apart = t("A letter may do something else in another place.")
            rows.append(row(" " * row_width(key), (apart, "dim")))
        return rows

    def on_resize(self) -> None:
        self.head()

    def head(self) -> None:
        """Say beside the title how many keys are changed, and which page is shown of how many."""
        if not self.top.is_attached:
            return  # left meanwhile
        title, own = row(" ", (self.heading(), "bar-gold")), self.arcade.keyboard.own
        changed = self.words.nt("{n} key changed", "{n} keys changed", len(own))
        notes, turns, key = [changed if own else self.words.t("no key changed")], "", ""
        pages = self._arrange() if self.list.size else ()
        if len(pages) > 1:
            notes.append(self.words.t("page {n} of {all}", n=self._page(pages) + 1, all=len(pages)))
            turns, key = "page_down", "" if self.arcade.touch else f"  {self.words.t(_NEXT)}"
        for counted in (" · ".join(notes), notes[-1]):
            note = row((counted, "bar", turns), (key, "bar-gold", turns), " ")
            if row_width(title) + row_width(note) + 2 <= self.across:
                title = spread(title, note, self.across, "bar")
                break
        self.top.put([title])

    def draw(self, size: Size) -> list[Row]:
        """Draw the page of the chosen line: columns, and below them what its key does."""
        self.call_later(self.head)  # how many pages there are is known now
        width, height = size
        pages = self._arrange()
        page = self._page(pages)
        shown, air = pages[page]
        across = _across(width)
        cells = (width - _APART * (across - 1)) // across
        edge = across * (cells + _APART) - _APART - MARGIN
        about = self._about(width)
        rows = columns((self._column(groups, cells, air) for groups in shown), _APART)
        tall = is_tall(size) and air > 0
        if tall:
            named = self.words.t(in_short(self._lines[self.at][1]))
            about = [EMPTY, EMPTY, *headed(named, [EMPTY], edge), *about]
        rows = rows[: height - len(about) - (not tall)]
        rows += [EMPTY] * (0 if tall else height - len(rows) - len(about))
        rows += indented(about, MARGIN)
        return middle([fit(line, width) for line in rows], size)

    def _column(self, groups: Sequence[Group], cells: int, air: int) -> list[Row]:
        rows = list[Row]()
        for title, lines in groups:
            rows += [EMPTY] * (1 + min(air, 1) if rows else 0)
            rows += headed(f"  {self.words.t(title)}", [EMPTY] * (air > 0), cells)
            for number in lines:
                rows += [EMPTY] * (air > 1 and number != lines[0])
                rows.append(self._line(number, cells))
        return rows

    def _line(self, number: int, cells: int) -> Row:
        t, keyboard, action = self.words.t, self.arcade.keyboard, self._lines[number][1]
        own = keyboard.own.get(action.name)
        letter = pad(keyboard.letter(action) or action.shown, _KEY)
        moment = t(WHEN.get(action.name, ""))
        note = t("  usually {key}", key=action.shown) if own else f"  {moment}" if moment else ""
        line = row((letter, "cool" if own else "gold"), t(in_short(action)), (note, "dim"))
        return choice(line, cells, number == self.at, str(number))

    def _written(self) -> dict[int, str]:
        t = self.words.t
        return {
            number: folded(f"{t(title)} {t(in_short(action))} {t(action.what)}")
            for number, (title, action) in enumerate(self._lines)
        }


def in_short(action: Action) -> str:
    """Say in a word or two what a key does."""
    return _SHORT.get(action.name) or action.label


def _across(cells: int) -> int:
    """Return how many columns stand side by side in so many cells."""
    return next((many for least, many in _COLUMNS.items() if cells >= least), 1)


def _chapter(title: str) -> int:
    """Return whether a group is of the lobby (0), of every table (1) or of a game (2)."""
    return 0 if title in dict(_LOBBY) else 1 if title in dict(_MOMENTS) else 2


def _numbers(groups: Sequence[Group]) -> list[int]:
    return [number for group in groups for number in group.lines]
