"""The page behind `?`: the main keys, the rules with their contents, the other keys.

In a wide terminal the keys stand beside the rules.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from rich.cells import cell_len

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from screens.games import small_picture, view_class
from screens.games.view import SIGNS, THUMBNAIL
from screens.keys import Action
from screens.pages.page import Columns, Drawn
from screens.terminal.rows import (
    EMPTY,
    Row,
    balanced,
    beside,
    blocks_apart,
    fit,
    flow,
    pad,
    row,
    row_width,
    wrap,
)
from screens.terminal.seats import MARKS
from screens.widgets import markdown
from screens.widgets.sheet import GAP, headed

_FEW = 6
"""The fewest headings that need a table of contents."""

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

_MOVES = frozenset(("up", "down", "left", "right", "pageup", "pagedown", "home", "end"))
"""Keys that move something: two share a row, unless the bottom line names them."""

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


def sign_rows(words: Words, game: str, cells: int) -> list[Row]:
    """Explain the signs at a table of a game."""
    own = view_class(game).SIGNS
    known = set("".join(own))
    meant = {sign: meaning for sign, meaning in SIGNS.items() if not known & set(sign)} | {**own}
    meant["".join(mark.shape for mark in MARKS)] = N_("everybody's own shape and colour")
    parts = (row((f"{sign} ", "accent"), words.t(meaning)) for sign, meaning in meant.items())
    lines = [line for part in parts for line in wrap(part, cells, 2)]
    return headed(words.t("The signs"), flow(lines, cells), cells)


def rules_page(words: Words, game: str, actions: Sequence[Action] = ()) -> Pages:
    first, _, text = rulebook.rules(game, words.language).partition("\n")

    def rules(cells: int) -> list[Row]:
        return [*_contents(text, cells), *_pictured(game, text, cells)]

    def blocks(cells: int) -> list[list[Row]]:
        now, *others = key_blocks(words, actions, cells)
        return [now, sign_rows(words, game, cells), *others]

    def draw(cells: int) -> list[Row]:
        now, *others = blocks(cells)
        return blocks_apart([now, rules(cells), *others])

    def beside(cells: int) -> list[list[Row]]:
        contents = headed(words.t("Contents"), _headings(text), cells)
        return [contents, sign_rows(words, game, cells)]

    def alone(cells: int) -> list[Row]:
        return _pictured(game, text, cells)

    title = first.lstrip("# ")
    if not actions:
        return title, rules, Columns(beside, alone)
    return title, draw, Columns(blocks, rules)


def _pictured(game: str, text: str, cells: int) -> list[Row]:
    """Draw a game's rules, what it is beside its small picture if there is room."""
    what, mark, rest = text.partition("\n## ")
    room = cells - THUMBNAIL - GAP
    if room < _READABLE or not (mark and what.strip()):
        return markdown.rows_of(text, cells)
    first = beside(markdown.rows_of(what, room), small_picture(game), room, GAP)
    return [*first, EMPTY, *markdown.rows_of(mark + rest, cells)]


def _contents(text: str, cells: int) -> list[Row]:
    """Return the clickable headings of a page; none if they are few."""
    heads = _headings(text)
    return [*flow(heads, cells), EMPTY] if len(heads) >= _FEW else []


def _headings(text: str) -> list[Row]:
    heads = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    return [
        row((number, "accent", f"section {number}"), (f" {title}", "dim", f"section {number}"))
        for number, _, title in (head.partition(" · ") for head in heads)
    ]


def keys_page(
    words: Words,
    title: str,
    text: str,
    actions: Sequence[Action],
    mends: Sequence[str] = (),
    meant: Mapping[str, str] = MappingProxyType({}),
) -> Pages:
    """Return a page of an explanation (in Markdown) and the keys, those that work now first.

    The `mends`, a sentence each, say what to do if something goes wrong; `meant` are the signs of
    the screen, and what they mean.
    """

    def last(cells: int) -> list[list[Row]]:
        lines = [line for mend in mends for line in wrap(row(mend), cells)]
        return [headed(words.t("If something goes wrong"), lines, cells)] if mends else []

    def all_blocks(cells: int, listed: bool = True) -> list[list[Row]]:
        keys = key_blocks(words, actions, cells)
        return [[*markdown.rows_of(text, cells)], *keys, *signs(cells, listed), *last(cells)]

    def signs(cells: int, listed: bool) -> list[list[Row]]:
        parts = [row((f"{sign} ", "accent"), words.t(what)) for sign, what in meant.items()]
        lines = parts if listed else flow(parts, cells, row("   "))
        return [headed(words.t("The signs"), lines, cells)] if lines else []

    def draw(cells: int) -> list[Row]:
        return blocks_apart(all_blocks(cells, listed=False))

    def blocks(cells: int) -> list[list[Row]]:
        drawn = all_blocks(cells)
        return drawn[: halves(drawn)]

    def beside(cells: int, gap: int = 1) -> list[Row]:
        drawn = all_blocks(cells)
        return blocks_apart(drawn[halves(drawn) :], gap)

    airy = partial(beside, gap=3), partial(beside, gap=2)
    return title, draw, Columns(blocks, beside, halves=True, airy=airy)


def halves(blocks: Sequence[Sequence[Row]]) -> int:
    """Return how many of the blocks stand at the left: those of about half the rows."""
    high = [sum(map(len, blocks[:at])) + at for at in range(len(blocks) + 1)]
    return min(range(len(high)), key=lambda at: abs(2 * high[at] - high[-1]))
