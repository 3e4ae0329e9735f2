"""The page behind `?`: the main keys, the rules with their contents, the other keys.

In a wide terminal the keys stand beside the rules.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from screens.games import small_picture, view_class
from screens.games.view import THUMBNAIL
from screens.keys import Action, movable
from screens.letters import in_short
from screens.pages.page import Columns, Drawn
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    blocks_apart,
    choice,
    columns,
    fit,
    flow,
    indented,
    keyed,
    pad,
    plain,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import MARKS
from screens.widgets import markdown
from screens.widgets.sheet import GAP, MARGIN, evenly, headed

_FEW = 6
"""The fewest headings that need a table of contents."""

_ABREAST, _FULL, _BRIEF = 3, 38, 23
"""The most columns of keys, and the cells of one at least: with sentences, with names alone."""
WAYS = (
    (True, 2, 3),
    (True, 2, 2),
    (True, 2, 1),
    (False, 2, 3),
    (False, 1, 2),
    (False, 1, 1),
    (False, 0, 1),
)
"""How keys are drawn, the richest way first: with sentences or not; with so much air; with so many
blank rows above the heading of each group but the first."""

SIGNS: Mapping[str, str] = {
    "▶": N_("has the turn"),
    "◍": N_("a bot's seat"),
    "→": N_("who has a bot's seat from the next round on"),
    "○": N_("a free seat"),
    "◉": N_("who watches"),
    "★": N_("the winner"),
    "▲▼": N_("the best and the worst move of a game"),
    "◆": N_("the turn that decided the game"),
}
"""What the signs of every table mean, for the help."""

_TEN = 10
"""The first number of two digits."""
_READABLE = 40
"""The fewest cells of a text beside a picture."""

_SELDOM = frozenset(
    ("pause", "vote_end", "fair", "aloud", "mouse", "page_up", "page_down", "first", "last", "quit")
)
"""Actions that come last; actions named by the bottom line come first."""

_MAIN = N_("The main keys")
_HERE = N_("What you can do here")
_LAST = N_("Move and leave")
_GROUPS: Mapping[str, frozenset[str]] = {
    N_("With other people"): frozenset(
        (
            "talk",
            "emote",
            "who",
            "come",
            "not_come",
            "pause",
            "vote_end",
            "decline",
            "invite",
            "ignore",
        )
    ),
    N_("Learn and look"): frozenset(
        (
            *("watch", "lesson", "rules", "tour", "standing", "past", "odds", "side"),
            *("look_back", "fair", "aloud", "board"),
        )
    ),
    N_("Settings"): frozenset(("settings", "language", "motion", "mouse")),
    _LAST: frozenset(
        (
            *("menu", "help", "find", "leave", "back", "quit"),
            *("up", "down", "page_up", "page_down", "first", "last"),
        )
    ),
}
"""The actions under each heading; all other actions come first, without a heading."""

_ACROSS, _APART = 3, 3
"""The most columns of a narrow page's contents, and the cells between two."""

_MOVES = frozenset(("up", "down", "left", "right", "pageup", "pagedown", "home", "end"))
"""Keys that move something: two share a row, unless the bottom line names them."""

_OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "play": N_("play at once"),
        "side": N_("panels"),
        "watch": N_("watch"),
        "mouse": N_("mouse"),
        "aloud": N_("read aloud"),
        "find": N_("find"),
        "daily": N_("daily deal"),
        "duels": N_("duels"),
        "link": N_("link to watch"),
    }
)
"""What keys that are no letters do, in a word or two, if the bottom line does not have them."""

Pages = tuple[str, Drawn, Columns | None]
"""A title, the rows of one column, and two columns for wide terminals."""


def once(actions: Sequence[Action]) -> list[Action]:
    """List the actions with a sentence, each sentence once, the most needed first."""
    by_sentence: dict[str, Action] = {}
    for action in sorted(
        actions, key=lambda action: 2 * (action.name in _SELDOM) or not action.label
    ):
        if action.what:
            by_sentence.setdefault(action.what, action)
    return list(by_sentence.values())


def group_of(action: Action) -> int:
    """Return the place of an action's group: 0 for those of now, then in the order of headings."""
    named = (at for at, names in enumerate(_GROUPS.values(), 1) if action.name in names)
    return next(named, 0)


def heading_of(words: Words, group: int) -> str:
    return words.t((_MAIN, *_GROUPS)[group])


def key_blocks(words: Words, actions: Sequence[Action], cells: int) -> list[list[Row]]:
    """Return the keys and their sentences in groups under their names, those of now first."""
    groups: dict[str, list[Row]] = {"": [], **{head: [] for head in _GROUPS}}
    moves: list[Row] = []
    named = max((cell_len(words.t(action.shown)) for action in once(actions)), default=0) + 2
    for action in once(actions):
        if action.keys[0].isdigit() and not action.label:
            continue  # another one is labelled with all the digits
        key = pad(words.t(action.shown), named) if action.shown else ""
        shown, what = row((key, "gold")), row(words.t(action.what))
        if action.keys[0] in _MOVES and not action.label:
            if not action.shown:
                continue  # a finger moves things by itself
            line = shown + what
            moves.append(fit(line, max(cells // 2, row_width(line) + 2)))
        else:
            head = next((head for head, names in _GROUPS.items() if action.name in names), "")
            sentence = balanced(what, cells - len(key))
            groups[head] += beside([shown], sentence, len(key), 0)
    groups[_LAST] += flow(moves, cells, EMPTY)
    now = _MAIN if any(action.shown for action in actions) else _HERE
    return [headed(words.t(head or now), lines, cells) for head, lines in groups.items() if lines]


def sign_rows(words: Words, game: str, cells: int, listed: bool = False) -> list[Row]:
    """Explain the signs at a table of a game, one after another or below each other."""
    own = view_class(game).SIGNS
    known = set("".join(own))
    meant = {sign: meaning for sign, meaning in SIGNS.items() if not known & set(sign)} | {**own}
    parts = [row((f"{sign} ", "accent"), words.t(meaning)) for sign, meaning in meant.items()]
    shapes = row(*((f"{mark.shape} ", mark.tone) for mark in MARKS))
    parts.append(shapes + row(words.t("everybody's own shape and colour")))
    lines = [line for part in parts for line in wrap(part, cells, 2)]
    return headed(words.t("The signs"), lines if listed else flow(lines, cells), cells)


def rules_page(
    words: Words,
    game: str,
    actions: Sequence[Action] = (),
    section: Callable[[], int] = lambda: 0,
) -> Pages:
    """Return a game's rules, and all keys after them.

    In a wide terminal their contents and what can be done now stand beside them, the `section`
    that is read marked.
    """
    first, _, text = rulebook.rules(game, words.language).partition("\n")
    what, mark, rest = text.partition("\n## ")
    now = [
        action
        for action in once(actions)
        if (action.label or action.name in _OTHERS) and not group_of(action)
    ]

    def contents(cells: int) -> list[Row]:
        head = " " * MARGIN + words.t("Contents")
        return headed(head, _contents(text, cells, section()), cells)

    def ends(cells: int) -> list[list[Row]]:
        keys = key_blocks(words, actions, cells) if actions else []
        return [*keys, sign_rows(words, game, cells)]

    def draw(cells: int) -> list[Row]:
        heads = _headings(text)
        listed = _in_columns(heads, cells) if len(heads) >= _FEW else []
        parts = [_opening(game, what, cells), listed, _ruled(mark + rest, cells)]
        return blocks_apart(part for part in (*parts, *ends(cells)) if part)

    def beside(cells: int) -> list[list[Row]]:
        room = cells - MARGIN  # the mark of the section that is read stands before it
        lines = [_named(words, action) for action in now]
        keys = headed(words.t(_MAIN), lines, room) if lines else []
        drawn = [*small_picture(game)] if room < _READABLE else []  # no room beside the text
        others = keys, drawn, sign_rows(words, game, room, listed=True)
        return [contents(cells), *(indented(block, MARGIN) for block in others)]

    def alone(cells: int) -> list[Row]:
        return blocks_apart([_opening(game, what, cells), _ruled(mark + rest, cells), *ends(cells)])

    return first.lstrip("# "), draw, Columns(beside, alone)


def _named(words: Words, action: Action) -> Row:
    """Draw a key and what it does in a word or two."""
    cap = row((f" {words.t(action.shown)} ", "bar-gold"), " ") if action.shown else EMPTY
    return cap + row(words.t(action.label or _OTHERS[action.name]))


def _ruled(text: str, cells: int) -> list[Row]:
    """Draw numbered headings like those of any block, with a rule."""
    return [
        headed(plain(line), (), cells)[0] if markdown.is_numbered(line) else line
        for line in markdown.rows_of(text, cells)
    ]


def _opening(game: str, what: str, cells: int) -> list[Row]:
    """Draw what a game is, beside its small picture if there is room."""
    room = cells - THUMBNAIL - GAP
    if room < _READABLE or not what.strip():
        return markdown.rows_of(what, cells)
    return beside(markdown.rows_of(what, room), small_picture(game), room, GAP)


def _in_columns(heads: Sequence[Row], cells: int) -> list[Row]:
    """Put headings below each other, in as many columns as they have room for."""
    for across in range(_ACROSS, 1, -1):
        high = -(-len(heads) // across)
        drawn = columns((heads[at : at + high] for at in range(0, len(heads), high)), _APART)
        if max(map(row_width, drawn)) <= cells:
            return drawn
    return list(heads)


def _contents(text: str, cells: int, section: int) -> list[Row]:
    """List the headings of a page, one of them marked."""
    heads = _headings(text)
    return [
        choice(row(" " * (at < _TEN <= len(heads))) + head, cells, at == section, head[0].click)
        for at, head in enumerate(heads, 1)
    ]


def _headings(text: str) -> list[Row]:
    """Return the clickable headings of a page, the digit of each as a key."""
    heads = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    return [
        row((f"{number} ", "gold", f"section {number}"), (title, "", f"section {number}"))
        for number, _, title in (head.partition(" · ") for head in heads)
    ]


def keys_sheet(
    words: Words,
    text: str,
    actions: Sequence[Action],
    mends: Sequence[str] = (),
    meant: Mapping[str, str] = MappingProxyType({}),
) -> list[Drawn]:
    """Return ways to draw all keys in columns, the richest first.

    Below them stand what the signs of the screen mean (`meant`), what to do if something goes wrong
    (`mends`, a sentence each) and an explanation (in Markdown).
    """
    shown = [action for action in sorted(once(actions), key=group_of) if not is_move(action)]

    def draw(cells: int, full: bool, air: int, gap: int, about: bool = True) -> list[Row]:
        apart = GAP if full else MARGIN
        many, column = columns_for(cells, full, apart)
        cells = many * (column + apart) - apart  # one right edge

        def entry(action: Action, keys: int) -> list[Row]:
            return described(words, action, column, keys, full)

        def head(group: int) -> list[Row]:
            return headed(heading_of(words, group), (), column)

        sheet = columns(dealt(key_groups(words, shown, air, head, entry), many, gap), apart)
        rest = cells - column - apart if meant else cells
        abut = rest >= _READABLE and bool(meant)
        rest = rest if abut else cells
        ends = [EMPTY] * (air > 0)
        lines = [line for mend in mends for line in wrap(keyed(mend), rest)]
        wrong = headed(words.t("If something goes wrong"), [*ends, *lines], rest) if mends else []
        signs = [row((f"{sign} ", "accent"), words.t(what)) for sign, what in meant.items()]
        known = headed(words.t("The signs"), [*ends, *signs], column) if signs else []
        below = beside(known, wrong, column, apart) if abut else blocks_apart([known, wrong])
        explained = markdown.rows_of(text, cells) if about else []
        return blocks_apart((part for part in (sheet, below, explained) if part), min(gap, 2))

    ways = [(*way, about) for about in (True, False) for way in WAYS if about or not way[0]]
    return [
        partial(draw, full=full, air=air, gap=gap, about=about)
        for full, air, gap, about in (*ways, (*WAYS[-1], True))
    ]


class KeyBlock(NamedTuple):
    """The keys of a group, drawn below its heading in a column."""

    keys: int
    """Cells of its widest key, and of what is around it."""
    draw: Callable[[int], list[Row]]
    """Draws it with so many cells for its keys."""


def columns_for(cells: int, full: bool, apart: int) -> tuple[int, int]:
    """Return how many columns of keys there are, with sentences if `full`, and their cells."""
    many = max(1, min(_ABREAST, cells // (_FULL if full else _BRIEF)))
    return many, (cells - (many - 1) * apart) // many


def key_groups(
    words: Words,
    actions: Sequence[Action],
    air: int,
    head: Callable[[int], list[Row]],
    entry: Callable[[Action, int], list[Row]],
) -> list[KeyBlock]:
    """Describe the keys of each group, under its `head`.

    `entry` draws one with so many cells for its key; much air is a blank row between two.
    """

    def draw(keys: int, group: int, those: Sequence[Action]) -> list[Row]:
        entries = [entry(action, keys) for action in those]
        lines = blocks_apart(entries) if air > 1 else [*chain(*entries)]
        return [*head(group), *[EMPTY] * (air > 0), *lines]

    groups = [(group, [*those]) for group, those in groupby(actions, group_of)]
    return [
        KeyBlock(key_cells(words, those), partial(draw, group=group, those=those))
        for group, those in groups
    ]


def key_cells(words: Words, actions: Sequence[Action]) -> int:
    """Count the cells of the widest key, and of what is around it."""
    widest = max((cell_len(words.t(action.shown)) for action in actions), default=0)
    return widest + 2 if widest else 0


def described(words: Words, action: Action, cells: int, wide: int, full: bool) -> list[Row]:
    """Draw a key, what it does in a word or two, and if `full` the sentence below that.

    The keys begin on one column, as their heading does.
    """
    t, name = words.t, words.t(short_of(action))
    cap = row((t(action.shown), "gold")) if action.shown else EMPTY
    room = cells - wide
    if not full or not name:
        return beside([cap], wrap(row(name or t(action.what)), room), wide, 0)
    about = balanced(row((t(action.what), "dim")), room)
    return beside([cap], [row((name, "strong")), *about], wide, 0)


def short_of(action: Action) -> str:
    """Return what an action does in a word or two; "" if only its sentence says it."""
    own = in_short(action) if movable(action) else ""
    return action.label or own or _OTHERS.get(action.name, "")


def is_move(action: Action) -> bool:
    """Return whether a key only moves something, as everywhere."""
    return not action.label and action.keys[0] in _MOVES


def dealt(blocks: Sequence[KeyBlock], many: int, gap: int = 1) -> list[list[Row]]:
    """Share blocks in their order among columns, blank rows between, as evenly as it goes."""
    widest = max(block.keys for block in blocks)
    high = [len(block.draw(widest)) for block in blocks]
    return [_column(blocks[start:end], gap) for start, end in evenly(high, many, gap)]


def _column(blocks: Sequence[KeyBlock], gap: int) -> list[Row]:
    """Draw blocks below each other, all their keys in as many cells."""
    keys = max(block.keys for block in blocks)
    return blocks_apart([block.draw(keys) for block in blocks], gap)
