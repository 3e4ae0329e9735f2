"""What a screen shows as one paragraph, to be read aloud: no frames, no columns, no marks."""

import re
from collections.abc import Iterable, Sequence

from arcade.club.i18n.words import Words
from arcade.club.views import LobbyView, SeatOffer, TableRow, TableView
from arcade.engine import registry
from arcade.rooms.clocks import now
from screens.keys import Action
from screens.terminal.paint import Pane
from screens.terminal.rows import Row, plain
from screens.widgets.lines import Lines

SAID = 5
"""How many of the last things said are said again."""
FEW = 12
"""How many tables of a long list are said."""

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
        # Of a list, what belongs to the line before is set in.
        broken = open_ and prose and (line[:1].islower() or (listed and drawn.startswith("  ")))
        if broken:
            sentences[-1] += f" {line}"
        elif line:
            sentences.append(line)
        open_ = prose and bool(line) and line[-1] not in _ENDS
    return sentences


def _line(words: Words, shown: Row) -> str:
    """Return a line without drawing characters, and what of it is chosen; "" if it is empty."""
    whole = plain(shown).lstrip().startswith("▶")
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
    """Describe the keys of the bottom line."""
    t = words.t
    named = [
        _MARKS.sub(t("arrows"), t(action.shown)).replace("^", t("Ctrl ")) + f" {t(action.label)}"
        for action in actions
        if action.label
    ]
    return t("Keys: {keys}.", keys=", ".join(named))


def table_text(words: Words, table: TableRow) -> str:
    """Describe one table of the lobby: code, game, state, people, free seats."""
    t, nt = words.t, words.nt
    states = {"waiting": t("waiting"), "playing": t("playing"), "over": t("over")}
    state = t("next game") if table.begins else states.get(table.phase, table.phase)
    if table.asleep and table.phase != "over":
        state = t("nobody is there")
    people = ", ".join(table.people) or "–"
    over = table.phase == "over" and not table.begins
    free = "" if over else nt("{n} seat to take", "{n} seats to take", table.open)
    own = t("it is your turn") if table.turn else t("you sit there") if table.yours else ""
    head = t("{name}: {choice}", name=table.code, choice=table.name)
    parts = [head, state, people, free, own]
    return ", ".join(part for part in parts if part) + "."


def offer_text(words: Words, offer: SeatOffer) -> str:
    """Describe a seat that can be taken in a running game, and what one gets with it."""
    whose = {"bot": offer.bot, "names": words.listed(offer.people), "game": offer.name}
    text = words.t("{bot}'s seat: {game}, with {names}", **whose)
    if offer.waits:
        text = words.t("{bot}'s seat from the next round on: {game}, with {names}", **whose)
    return text


def stakes_text(words: Words, offer: SeatOffer) -> str:
    """Say what such a seat has, and when somebody there moved last."""
    ago = max(1, (now() - offer.moved) // 1000)
    moved = words.nt("Last move {n} second ago.", "Last move {n} seconds ago.", ago)
    return f"{words.say(offer.holds)} {moved}" if offer.holds is not None else moved


def private_text(words: Words, table: TableView) -> str:
    """Say whose a private table is, and who is there, before one sits down."""
    name = registry.find(table.game).meta.name
    whose = {"code": table.code, "who": table.opener, "game": name}
    people = [seat.name for seat in table.seats if seat.kind in ("person", "absent", "held")]
    if others := [name for name in people if name != table.opener]:
        names = words.listed(others)
        return words.t("Table {code} is {who}'s: {game}, with {names}.", **whose, names=names)
    return words.t("Table {code} is {who}'s: {game}.", **whose)


def lobby_text(words: Words, view: LobbyView, chosen: str) -> str:
    """Describe who is here, the tables, and the last lines of talk."""
    t, nt = words.t, words.nt
    here = nt("{n} person here", "{n} people here", len(view.people))
    people = ", ".join(view.people[:FEW])
    sentences = [t("{name}: {choice}", name=here, choice=people) + "."]
    sentences.append(t("Chosen: {line}", line=chosen) + ".")
    sentences += [table_text(words, table) for table in view.tables[:FEW]]
    if not view.tables:
        sentences.append(t("No table is open. Open one!"))
    if more := len(view.tables) - FEW:
        sentences += [nt("{n} more table.", "{n} more tables.", more)] if more > 0 else []
    talk = (line for line in view.lines[-SAID:] if line.text)
    sentences += [t("{name}: {choice}", name=line.who, choice=line.text) for line in talk]
    return " ".join(sentences)
