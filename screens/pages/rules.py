"""The page behind `?`: the keys that work now, then the rules of the game with their contents."""

from collections.abc import Callable, Mapping, Sequence

from arcade.club.i18n import rulebook
from arcade.club.i18n.words import Words
from arcade.engine.words import N_
from screens.games import view_class
from screens.games.view import SIGNS
from screens.keys import Action
from screens.terminal.rows import EMPTY, Row, fit, flow, pad, row, row_width, wrap
from screens.terminal.seats import MARKS
from screens.widgets import markdown

_FEW = 6
"""The fewest headings that need a table of contents."""

_SELDOM = frozenset(
    ("pause", "vote_end", "fair", "aloud", "mouse", "page_up", "page_down", "first", "last", "quit")
)
"""Actions that come last; actions named by the bottom line come first."""

_LAST = N_("Move and leave")
_GROUPS: Mapping[str, frozenset[str]] = {
    N_("With other people"): frozenset(
        ("talk", "emote", "who", "come", "pause", "vote_end", "decline", "invite", "ignore")
    ),
    N_("Learn and look"): frozenset(
        (
            *("watch", "lesson", "rules", "tour", "standing", "past", "odds", "side"),
            *("look_back", "fair", "aloud", "board"),
        )
    ),
    N_("Settings"): frozenset(("settings", "language", "motion", "mouse")),
    _LAST: frozenset(("menu", "help", "find", "leave", "back", "quit")),
}
"""The actions under each heading; all other actions come first, without a heading."""

_MOVES = frozenset(("up", "down", "left", "right", "pageup", "pagedown", "home", "end"))
"""Keys that move something: two share a row, unless the bottom line names them."""

Pages = tuple[str, Callable[[int], list[Row]]]
"""A title, and the rows for so many cells."""


def once(actions: Sequence[Action]) -> list[Action]:
    """List the actions with a sentence, each sentence once, the most needed first."""
    by_sentence: dict[str, Action] = {}
    for action in sorted(
        actions, key=lambda action: 2 * (action.name in _SELDOM) or not action.label
    ):
        if action.what:
            by_sentence.setdefault(action.what, action)
    return list(by_sentence.values())


def key_rows(words: Words, actions: Sequence[Action], cells: int) -> list[Row]:
    """Return the keys and their sentences, in groups."""
    groups: dict[str, list[Row]] = {"": [], **{head: [] for head in _GROUPS}}
    moves: list[Row] = []
    for action in once(actions):
        line = row((f" {pad(words.t(action.shown), 6)} ", "gold"), words.t(action.what))
        if action.keys[0] in _MOVES and not action.label:
            moves.append(fit(line, max(cells // 2, row_width(line))))
        else:
            head = next((head for head, names in _GROUPS.items() if action.name in names), "")
            groups[head] += wrap(line, cells, 8)
    groups[_LAST] += flow(moves, cells, EMPTY)
    rows: list[Row] = []
    for head, lines in groups.items():
        name = words.t(head) if head else words.t("The keys that work now")
        rows += [*([EMPTY] if rows else []), row((name, "gold")), *lines] if lines else []
    return rows


def sign_rows(words: Words, game: str, cells: int) -> list[Row]:
    """Explain the signs at a table of a game."""
    own = view_class(game).SIGNS
    known = set("".join(own))
    meant = {sign: meaning for sign, meaning in SIGNS.items() if not known & set(sign)} | {**own}
    meant["".join(mark.shape for mark in MARKS)] = N_("everybody's own shape and colour")
    parts = (row((f" {sign} ", "accent"), words.t(meaning)) for sign, meaning in meant.items())
    return [row((words.t("The signs"), "gold")), *flow(parts, cells)]


def rules_page(words: Words, game: str, actions: Sequence[Action] = ()) -> Pages:
    text = rulebook.rules(game, words.language)
    first, _, text = text.partition("\n")
    title = first.lstrip("# ")

    def draw(cells: int) -> list[Row]:
        rows: list[Row] = []
        if actions:
            keys, signs = key_rows(words, actions, cells), sign_rows(words, game, cells)
            rows = [*keys, EMPTY, *signs, EMPTY]
        return [*rows, *_contents(text, cells), *markdown.rows_of(text, cells)]

    return title, draw


def _contents(text: str, cells: int) -> list[Row]:
    """Return the clickable headings of a page; none if they are few."""
    heads = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    if len(heads) < _FEW:
        return []
    parts = [
        row((number, "accent", f"section {number}"), (f" {title}", "dim", f"section {number}"))
        for number, _, title in (head.partition(" · ") for head in heads)
    ]
    return [*flow(parts, cells), EMPTY]


def keys_page(words: Words, title: str, text: str, actions: Sequence[Action]) -> Pages:
    """Return a page of explanation (in Markdown) and keys."""

    def draw(cells: int) -> list[Row]:
        rows = markdown.rows_of(text, cells)
        return [*rows, EMPTY, *key_rows(words, actions, cells)]

    return title, draw
