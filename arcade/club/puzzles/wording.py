"""Puzzles in words: the day's, the coach's judgement of an answer, how many somebody solved."""

from arcade.club.club import Club
from arcade.club.coaching import Judgement
from arcade.club.i18n.words import Words
from arcade.club.puzzles.views import PuzzleList, PuzzleView
from arcade.club.speech.actions import choices, explained
from arcade.club.speech.ending import figure
from arcade.club.speech.read_aloud import sentences
from arcade.club.views import TableView
from arcade.engine.coach import Advice
from arcade.engine.words import N_
from arcade.players.player import Player

ABOUT = N_(
    "A position from a finished game, or from one that bots played: which choice is the best? The "
    "first answer counts; then you may play on, against the best bots."
)

PLAY_ON = N_("You may play on from here; it counts for nothing.")


def state_text(words: Words, puzzle: PuzzleView) -> str:
    """Say what the reader made of a puzzle."""
    match puzzle.state:
        case "solved":
            return words.t("solved")
        case "missed":
            return words.t("not found")
        case "new":
            return words.t("to solve")
        case "unknown":
            return words.t("not known yet")


def finders_text(words: Words, puzzle: PuzzleView) -> str:
    """Say how many found the best choice; "" before the first answer."""
    if not puzzle.answers:
        return ""
    return words.t("found by {n} of {all}", n=puzzle.right, all=puzzle.answers)


def puzzle_text(words: Words, puzzle: PuzzleView) -> str:
    """Return a puzzle in a line: the game, the reader's own answer, and how many found it."""
    source = words.t("from a game of bots") if puzzle.bots else ""
    parts = (state_text(words, puzzle), finders_text(words, puzzle), source)
    return words.t("{name}: {choice}", name=puzzle.name, choice=", ".join(filter(None, parts)))


def own_text(words: Words, solved: int, days: int = 0) -> str:
    """Say how many puzzles somebody has solved, and on how many days in a row; "" for none."""
    if not solved:
        return ""
    parts = [words.nt("{n} puzzle solved", "{n} puzzles solved", solved)]
    parts += [words.t("{n} days in a row", n=days)] if days > 1 else []
    return ", ".join(parts)


def puzzles_texts(words: Words, listed: PuzzleList) -> list[str]:
    """Return the day's puzzles, a line each, and what the reader has solved."""
    own = own_text(words, listed.solved, listed.streak)
    return [*(puzzle_text(words, puzzle) for puzzle in listed.puzzles), *([own] if own else [])]


def solved_of(words: Words, club: Club, name: str) -> str:
    """Say how many puzzles the person with this name has solved; "" for none."""
    player: Player | None = club.accounts.find(name)
    return own_text(words, club.puzzles.solved(player)) if player is not None else ""


def asked_texts(words: Words, table: TableView, how: str) -> list[str]:
    """Return the position and the choices of a puzzle; `how` an answer begins."""
    listed = [f"{choice.number}  {choice.text}" for choice in choices(words, table)]
    choice = words.t("CHOICE")
    answer = words.t("To answer: {how}", how=f"{how} {choice}")
    return [*sentences(words, table)[1:], *listed, answer]


def judgement_texts(words: Words, table: TableView, judgement: Judgement) -> list[str]:
    """Say whether an answer was right, and what the coach says of it and of the best choice."""
    t, names = words.t, [seat.name for seat in table.seats]

    def reason(advice: Advice) -> str:
        why = words.say(advice.why, tuple(names))
        return explained(words, table.game, advice.action, why, names)

    chosen, best = judgement.chosen, judgement.best
    if judgement.right:
        right = t("Right: that is the best choice.")
        return [right, t("The coach: {why}", why=reason(best))] if best is not None else [right]
    if chosen is None or best is None:
        return [t("Not the best choice.")]
    worth = figure(words, judgement.given, judgement.unit)
    return [
        t("Not the best choice: it gives away {worth}.", worth=worth),
        t("Better: {why}", why=reason(best)),
        t("Chosen: {why}", why=reason(chosen)),
    ]
