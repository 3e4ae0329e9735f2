"""A screen as one paragraph for screen readers: no frames, no columns, no marks."""

import re
from collections.abc import Iterable, Sequence

from arcade.club.i18n.words import Words
from arcade.club.speech.clock import clock_sentence
from arcade.club.speech.read_aloud import paragraph
from arcade.club.views import TableView
from screens.keys import Action
from screens.terminal.paint import Pane
from screens.terminal.rows import Row, plain
from screens.widgets.lines import Lines

_MARKS = re.compile(r"[\u2190-\u21ff\u2500-\u25ff·»›★♠♥♣♦]+")
_COLUMNS = re.compile(r"\s{2,}")
_ENDS = ".!?:;,…"


def shown_text(words: Words, panes: Iterable[Pane]) -> str:
    """Return the text of panes, from the top and the left; the chosen line is announced as such."""
    sentences: list[str] = []
    for pane in sorted(panes, key=lambda pane: (pane.region.y, pane.region.x)):
        if isinstance(pane, Lines) and pane.region:
            sentences += _sentences(words, [pane.row_at(y) for y in range(pane.region.height)])
    return " ".join(line if line[-1] in _ENDS else f"{line}." for line in sentences)


def _sentences(words: Words, rows: Sequence[Row]) -> list[str]:
    """Return the rows of one pane as sentences, joining those broken at the end of a line."""
    sentences: list[str] = []
    listed = open_ = False
    for shown in rows:
        line, drawn = _line(words, shown), plain(shown)
        listed = drawn.startswith("·") or (listed and drawn.startswith("  "))
        prose = not _COLUMNS.search(drawn.strip())
        # Continuation lines of a list item are indented.
        broken = open_ and prose and (line[:1].islower() or (listed and drawn.startswith("  ")))
        if broken:
            sentences[-1] += f" {line}"
        elif line:
            sentences.append(line)
        open_ = prose and bool(line) and line[-1] not in _ENDS
    return sentences


def _line(words: Words, shown: Row) -> str:
    """Return a line without drawing characters, or its chosen part; "" if it is empty."""
    whole = plain(shown).lstrip().startswith("▸")
    chosen = [piece for piece in shown if piece.tone == "cursor" and _is_said(piece.text)]
    text = "".join(
        words.t("  Chosen: {line}  ", line=piece.text.strip())
        if piece in chosen and not whole
        else piece.text
        for piece in shown
    )
    text = _COLUMNS.sub(", ", _MARKS.sub("  ", text).strip())
    if not _is_said(text):
        return ""
    return words.t("Chosen: {line}", line=text) if whole and chosen else text


def _is_said(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def keys_text(words: Words, actions: Sequence[Action]) -> str:
    """Describe the keys of the bottom line, and those it has no room to name, a line each."""
    t = words.t
    named = [
        _MARKS.sub(t("arrows"), t(action.shown)).replace("^", t("Ctrl ")) + f" {does}"
        for action in actions
        if (does := _does(words, action))
    ]
    return t("Keys: {keys}.", keys=",\n".join(named))


def _does(words: Words, action: Action) -> str:
    """Say what a key does: as the bottom line does, else in its sentence within another."""
    what = words.t(action.what).rstrip(".")
    return words.t(action.label) or what[:1].lower() + what[1:]


def table_text(words: Words, table: TableView, actions: Sequence[Action]) -> str:
    """Describe a table, and the keys by which its reader plays, if it is their turn."""
    keys = keys_text(words, actions) if any(action.label for action in actions) else ""
    return " ".join(filter(None, (paragraph(words, table), clock_sentence(words, table), keys)))
