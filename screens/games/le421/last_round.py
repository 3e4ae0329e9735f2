"""What the last round of Le 421 brought: who gave whom tokens, and the roll-offs."""

from arcade.games.le421.rules.state import Round, View
from screens.games.view import GameView
from screens.terminal.rows import Row, row, wrap


def brought(pane: GameView[View], last: Round, width: int) -> list[Row]:
    """Say in at most two rows which tokens the round moved; in none if it moved none."""
    words = pane.words
    parts = [
        words.nt(
            "{name:@ took|you took} {n} token",
            "{name:@ took|you took} {n} tokens",
            move.tokens,
            name=_name_then(pane, move.seat),
        )
        if move.source is None
        else words.nt(
            "{giver:@ gave|you gave} {name:@|you} {n} token",
            "{giver:@ gave|you gave} {name:@|you} {n} tokens",
            move.tokens,
            giver=_name_then(pane, move.source),
            name=_name_then(pane, move.seat),
        )
        for move in last.transfers
    ]
    for rampo in last.rampos:
        thrown = ", ".join(
            f"{_who_then(pane, seat)} {hand}"
            for seat, hand in zip(rampo.seats, rampo.hands, strict=True)
        )
        parts.append(words.t("rampo (roll-off): {thrown}", thrown=thrown))
    if not parts:
        return []
    line = row((words.t("Last round: "), "dim"), (f"{'; '.join(parts)}.", "dim"))
    return list(wrap(line, width, 2))[:2]


def _who_then(pane: GameView[View], seat: int) -> str:
    return pane.words.t("{name:@|you}", name=_name_then(pane, seat))


def _name_then(pane: GameView[View], seat: int) -> str:
    """Name who had a seat when tokens moved last: somebody else may sit there now."""
    lines = (line for line in reversed(pane.table.lines) if line.kind == "game" and line.news)
    moved = next((line for line in lines if line.news and "best" in line.news.data), None)
    return moved.names[seat] if moved is not None else pane.name_of(seat)
